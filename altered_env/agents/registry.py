"""Agents by short names with options: `random`, `greedy:worlds=4`, `ismcts:ms=50`. Those of others
are named by where they are (`plugin_agents.py`): `mine.py:MyBot`; or are programs in any language
(`subprocess_agents.py`): `cmd:python mybot.py`. Some stay as they are (`named.py`): `rules@1`.
Levels are for people: `easy`, `medium`, `hard`, `expert`.

>>> make("greedy:worlds=2", seed=1).name
'greedy:worlds=2'
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from altered_env._runtime.suggestions import did_you_mean
from altered_env.agents.agent import Agent
from altered_env.agents.closed_lists import DECKS, without_lists
from altered_env.agents.named import (
    ANCHORS,
    KINDS,
    LEVELS,
    gone,
    is_program,
    names,
    spelled_out,
)
from altered_env.agents.plugin_agents import PluginAgent, digest_with, is_plugin, plugin_class
from altered_env.agents.subprocess_agents import SubprocessAgent

MOST = 1_000_000_000
"""The maximum number in an option, within the range of compiled code."""
COUNTED = {"ismcts": "iterations", "search": "iterations", "rollout": "rollouts"}
"""For agents with `ms`, the option that sets a number instead."""
ACTS_ON = {"net": {"budget": ("worlds",), "value_weight": ("worlds", "iterations", "rollouts")}}
"""Options without effect unless one of the listed options is given."""


def compiled_names() -> tuple[str, ...]:
    """The short names of compiled agents."""
    of = {name: name for name in KINDS} | {name: base for name, (base, _) in ANCHORS.items()}
    return tuple(name for name, base in of.items() if KINDS[base].compiled)


def make(spec: str, seed: int = 0) -> Agent:
    """The agent of a name with options, started with a seed.

    Raises `LookupError` for an unknown name and `ValueError` for an unknown option.
    """
    if is_program(spec):
        return SubprocessAgent(spec)
    if is_plugin(spec):
        return _make_guest(spec, seed)
    spec = spelled_out(spec)
    called, _, rest = spec.partition(":")
    name, fixed = ANCHORS.get(called, (called, {}))
    if why := gone(spec):
        raise LookupError(why)
    if name not in KINDS:
        there = (*names(), *LEVELS)
        meant = did_you_mean(name, there)
        if rest.partition(":")[0].isidentifier() and not meant:
            raise LookupError(
                f"no agent is called {name[:80]!r}; name a module of your own by its file,"
                f" {name[:80]}.py:{rest[:80]}, or with its package, package.{name[:80]}:{rest[:80]}"
            )
        hint = meant or f", there are {', '.join(there)}"
        raise LookupError(
            f"no agent is called {name[:80]!r}{hint}; your own is named FILE.py:CLASS,"
            " or cmd:PROGRAM in any language"
        )
    kind = KINDS[name]
    if kind.network and rest and "=" not in rest.partition(",")[0]:
        _refuse_unknown_network(name, rest)
        rest = f"path={rest}"
    maker: Callable[..., Agent] = getattr(
        import_module(f"altered_env.agents.{kind.module}"), kind.maker
    )
    rest, closed = _lists_of(called, rest)
    said = options_of(called, maker, rest)
    _refuse_idle(name, said)
    agent = maker(spec, **{**fixed, **said})
    if closed:
        agent = without_lists(agent)
    agent.start(seed)
    return agent


def _lists_of(name: str, text: str) -> tuple[str, bool]:
    """The options without `decks`, which every agent of the package has; and whether it is
    closed."""
    parts = text.split(",")
    said = [part.partition("=")[2] for part in parts if part.partition("=")[0] == "decks"]
    if not said:
        return text, False
    if len(said) > 1:
        raise ValueError(f"{name}: decks is given twice, {said[0][:40]} and {said[1][:40]}")
    if said[0] not in DECKS:
        raise ValueError(f"{name}: decks must be open or closed, found {said[0][:40]!r}")
    if name in ("random", "goldfish"):
        raise ValueError(f"{name}: decks has no effect, since it ignores decks")
    rest = ",".join(part for part in parts if part.partition("=")[0] != "decks")
    return rest, said[0] == "closed"


def _refuse_idle(name: str, said: Mapping[str, Any]) -> None:
    """Raise `ValueError` where, of the options that were said of an agent, one does nothing.

    >>> _refuse_idle("rollout", {"path": "v2", "rollouts": 4})
    >>> _refuse_idle("rollout", {"path": "v2", "rollouts": 4, "ms": 5})
    Traceback (most recent call last):
    ValueError: rollout: ms sets a time and rollouts a number; give one of them, found both
    """
    counted = COUNTED.get(name, "")
    if counted in said and "ms" in said:
        raise ValueError(
            f"{name}: ms sets a time and {counted} a number; give one of them, found both"
        )
    for option in ("ms", counted):
        if option in said and counted and said[option] < 1:
            raise ValueError(f"{name}: {option} must be 1 or more, found {said[option]}")
    for option, others in ACTS_ON.get(name, {}).items():
        if option in said and not any(said.get(other) for other in others):
            wanted = " or ".join(f"{other}=N" for other in others)
            raise ValueError(f"{name}: {option} has no effect alone: add {wanted}")


def _refuse_unknown_network(name: str, rest: str) -> None:
    """Raise `ValueError` if the text after the colon is neither a network nor a file, with a
    suggestion.

    >>> _refuse_unknown_network("net", "V2,rollouts=3")
    Traceback (most recent call last):
    ValueError: net:V2: there is no such network and no such file, did you mean 'v2'?
    """
    path, comma, behind = rest.partition(",")
    there = KINDS[name].shipped
    if not path:
        example = f"{name}:{there[0]}{comma}{behind}"
        raise ValueError(f"{name}:{rest[:80]}: name a network, as in {example[:80]}")
    hint = did_you_mean(path, there)
    if hint and path not in there and not Path(path).exists():
        raise ValueError(f"{name}:{path[:80]}: there is no such network and no such file{hint}")


def _make_guest(spec: str, seed: int) -> Agent:
    maker, options, digest = plugin_class(spec)
    given: dict[str, Any] = options_of(spec.rpartition(":")[0] if options else spec, maker, options)
    if "name" in inspect.signature(maker).parameters:
        given["name"] = spec
    try:
        made = maker(**given)
    except (Exception, SystemExit) as error:  # any exception is its author's
        said = error if isinstance(error, TypeError) else f"{type(error).__name__}: {error}"
        raise ValueError(f"{spec} cannot be created: {said}") from error
    agent = PluginAgent(spec, made, digest_with(digest, given))
    agent.start(seed)
    return agent


def known_as(spec: str) -> str:
    """The key of an agent for recorded games: its name and the hash of its files, if it has any,
    since other files may get the same names.

    >>> known_as("greedy")
    'greedy'
    """
    spec = spelled_out(spec)
    digest = getattr(make(spec), "digest", "")
    return f"{spec} {digest}" if digest else spec


def refuse_seats(specs: Iterable[str], players: int) -> None:
    """Raise `ValueError`, which names all of these agents that do not support this number of
    players.

    Networks support either two or four players, all other agents both.

    >>> refuse_seats(["greedy", "net:v1"], 4)
    Traceback (most recent call last):
    ValueError: net:v1: trained for two players, but this game has 4; use net:four, or train \
with --format two_against_two or free_for_all
    """
    networks = [spec for spec in dict.fromkeys(specs) if _is_network(spec)]
    four = [spec for spec in networks if _is_of_four(spec)]
    if players > 2 and (wrong := [spec for spec in networks if spec not in four]):
        raise ValueError(
            f"{', '.join(wrong)}: trained for two players, but this game has {players}; use "
            "net:four, or train with --format two_against_two or free_for_all"
        )
    if players == 2 and four:
        raise ValueError(f"{', '.join(four)}: trained for four players, but this game has two")


def _is_network(spec: str) -> bool:
    name = spelled_out(spec).partition(":")[0]
    return name in KINDS and KINDS[name].network


def _is_of_four(spec: str) -> bool:
    network: Any = make(spec)
    return bool(network.kernel.players == 4)


def options_of(name: str, maker: Callable[..., Any], text: str) -> dict[str, Any]:
    """The options of `a=1,b=2`, each with the type of the agent's default."""
    known: dict[str, Any] = {}
    for key, parameter in inspect.signature(maker).parameters.items():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            if is_plugin(name):
                continue
            from altered_env.thinking.weights import WEIGHTS

            known.update({weight: value for weight, (value, _) in WEIGHTS.items()})
        elif key != "name":
            known[key] = "" if parameter.default is parameter.empty else parameter.default
    found: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if key not in known:
            there = ", ".join(known) or "none"
            hint = did_you_mean(key, tuple(known)) or f", it has {there}"
            if "/" in key and "path" in found:
                hint += "; a comma ends a path: rename a file that has one"
            raise ValueError(f"{name} has no option {key[:40]!r}{hint}")
        if not equals:
            raise ValueError(f"{name}: write {key}=VALUE, as in {key}={known[key]}")
        if key in found:
            raise ValueError(
                f"{name}: {key} is given twice, {str(found[key])[:40]} and {value[:40]}"
            )
        found[key] = _value(name, key, value, known[key])
    return found


def _value(name: str, key: str, text: str, default: Any) -> Any:
    if isinstance(default, bool):
        if text not in ("0", "1"):
            raise ValueError(f"{name}: {key} must be 0 or 1, found {text[:40]!r}")
        return text == "1"
    if isinstance(default, str) or default is None:
        return text
    try:
        number = type(default)(text)
    except ValueError:
        kind = "whole number" if isinstance(default, int) else "number"
        raise ValueError(f"{name}: {key} must be a {kind}, found {text[:40]!r}") from None
    if number < 0:
        raise ValueError(f"{name}: {key} must not be negative, found {text[:40]}")
    if not number <= MOST:  # also refuses nan
        raise ValueError(f"{name}: {key} must be at most {MOST:,}, found {text[:40]}")
    return number
