"""The options of the envs: typed; an unknown option is an error that names it.

>>> from altered_env.envs import make_vec
>>> make_vec(2, day_limits=3)  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
TypeError: make_vec has no option 'day_limits', did you mean 'day_limit'? Its options are n, ...
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, ParamSpec, TypedDict, TypeVar

import numpy as np

from altered_env._runtime import renamed
from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card

P = ParamSpec("P")
R = TypeVar("R")

ILLEGAL: Final = ("raise", "lose")
"""The effect of an illegal action: raise an error and change nothing, or lose the game."""
MASKS: Final = ("int8", "bool")
"""The dtype of masks."""
_PLAYS_ALL = (
    "the caller plays every seat; Altered-v0 of Gymnasium, AlteredVecEnv and "
    "make_vec(learner=True) have opponents"
)
_OF_A_BATCH = "it is of a batch without a learner, make_vec(n)"
_OF_GYMNASIUM = "it is of Gymnasium's vector env"
LEFT_OUT: Final = {
    "opponent": _PLAYS_ALL,
    "opponents": _PLAYS_ALL,
    "odds": _PLAYS_ALL,
    "seat": _PLAYS_ALL,
    "seed": "reset takes the seed",
    "threads": "one game plays in one thread",
    "max_cycles": "it is PettingZoo's; day_limit is of every env, and gymnasium.make has "
    "max_episode_steps",
    "max_episode_steps": "it is of gymnasium.make; day_limit is of every env",
    "text": "a batch of make_vec has describe(i), and a draft no words",
    "render_mode": "a batch of make_vec has show(i)",
    "learner": "it is of make_vec",
    "seats": _OF_A_BATCH,
    "finals": _OF_A_BATCH,
    "autoreset_mode": _OF_GYMNASIUM,
    "copy": _OF_GYMNASIUM,
}
"""Options that not every env has, each with the reason why others do not have it."""
_COUNTS: Final = {"n": "num_envs", "num_envs": "n"}
"""The number of games, as Gymnasium's vector env calls it, and as others do."""


class GameOptions(TypedDict, total=False):
    """Options of every env, besides the decks."""

    rules: str
    """`2024.09` (default) or `5.0`."""
    format: str
    """One of `altered_env.formats`; `standard` by default."""
    day_limit: int | None
    """Days after which a game is truncated, 50 by default; None for no limit."""
    legal: bool
    """False allows decks that break the deck-building rules."""
    cards: Iterable[Card]
    """Cards outside the pool that later decks may contain."""
    illegal: str
    """`raise` (default): an illegal action raises `IllegalActionError` and changes nothing. With
    `lose`, the player that took it loses the game."""

    bench: str
    """A split of Altered-Bench 1 to train on, such as `T4-train`: its decks, and no row of a
    withheld card in any table."""


class ViewOptions(TypedDict, total=False):
    """Options of what an observation is (`envs.view_option`)."""

    view: str
    """`raw`, one row of integers; `flat`, floats for a plain network, which cannot tell which card
    is which; `compact`, small integers with card numbers, by name; `cards`, these and the features
    of each row's card."""
    rows: int | None
    """Rows of the entity table in `compact` and `cards`; 82 by default, 144 for four players. Rows
    beyond are left out, with a warning."""
    lists: str
    """`open` (default): `compact` and `cards` count the unseen cards of every player. With `closed`
    only the agent's own."""


class SeenOptions(GameOptions, ViewOptions, total=False):
    """These options, with those of observations."""

    detail: str
    """`full` (default); `mask` for no observations; `everything`, which adds the full state for a
    critic in training and gives agents the same as `full`."""
    masks: str
    """`int8` (default, as in PettingZoo) or `bool`."""


def known_options(
    options: type | None = None, name: str = ""
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Raise `TypeError` for unknown options of a function, with a suggestion, and read old names.
    `name` is its public name, if that differs."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        known = [
            parameter.name
            for parameter in inspect.signature(function).parameters.values()
            if parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)
            and parameter.name != "self"
        ]
        if options is not None:
            known += options.__annotations__
        called = name or getattr(function, "__name__", "it")
        takes_opponents = "opponent" in known

        @functools.wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            given: dict[str, Any] = kwargs
            if takes_opponents and any(old in kwargs for old in renamed.ENV_OPTIONS):
                learner = kwargs.get("learner", "learner" not in known)
                given = renamed.env_options(kwargs, bool(learner))
            for option in given:
                if option not in known:
                    raise TypeError(f"{called} has no option {_refusal(option, known)}")
            return function(*args, **given)

        checked.options = tuple(known)  # type: ignore[attr-defined]
        return checked

    return decorate


def _refusal(option: str, known: Sequence[str]) -> str:
    """The unknown option, the reason or the nearest one, and those that there are."""
    there, hint = ", ".join(known), did_you_mean(option, known)
    called = _COUNTS.get(option)
    if called in known:
        return f"{option!r}: here it is called {called}. Its options are {there}"
    if option in LEFT_OUT:
        return f"{option!r}, since {LEFT_OUT[option]}. Its options are {there}"
    if hint:
        return f"{option[:40]!r}{hint} Its options are {there}"
    return f"{option[:40]!r}; its options are {there}"


def options_of(made: Callable[..., Any]) -> tuple[str, ...]:
    """The options of a function or a class of `known_options`.

    >>> from altered_env.envs import make_vec
    >>> options_of(make_vec)[:3]
    ('n', 'decks', 'learner')
    """
    checked: Any = made
    if isinstance(made, type):
        checked = vars(made)["__init__"]
    found: tuple[str, ...] = checked.options
    return found


def one_of(value: Any, choices: Sequence[str], what: str) -> str:
    """Return the word if it is one of these; otherwise raise an error that lists them.

    >>> one_of("lose", ILLEGAL, "illegal")
    'lose'
    """
    if not isinstance(value, str) or value not in choices:
        hint = did_you_mean(value, choices)
        raise ValueError(f"{what} must be {' or '.join(choices)}, found {value!r:.40}{hint}")
    return value


def yes_or_no(value: Any, what: str) -> bool:
    """Check that this is True or False, and no word such as "no", which would be true.

    >>> yes_or_no(np.True_, "text"), yes_or_no(0, "text")
    (True, False)
    """
    if isinstance(value, bool | np.bool_) or (type(value) is int and value in (0, 1)):
        return bool(value)
    raise ValueError(f"{what} must be True or False, found {value!r:.40}")


def cards_of(value: Any, what: str) -> tuple[Card, ...]:
    """Check that these are cards."""
    found = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else (value,)
    for card in found:
        if not isinstance(card, Card):
            raise TypeError(
                f"{what} must be Cards, as altered_env.load_cards(path) gives them, found "
                f"{card!r:.60}"
            )
    return found


def taken(options: Mapping[str, Any] | None, *known: str) -> list[Any]:
    """The values of these options of `reset`, None for those not given.

    >>> taken({"seat": "player_1"}, "decks", "seat")
    [None, 'player_1']
    """
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options of reset must be values by name, found {options!r:.60}")
    given = dict(options or {})
    found = [given.pop(name, None) for name in known]
    given.pop("options", None)  # PettingZoo's tests send it
    if given:
        strange = str(next(iter(given)))
        there = " and ".join(filter(None, [", ".join(known[:-1]), *known[-1:]]))
        raise ValueError(
            f"options of reset are {there or 'none'}, found "
            f"{sorted(map(str, given))!r:.80}{did_you_mean(strange, known)}"
        )
    return found
