"""Old names of agents, options, commands and modules, accepted for one release.

Each use of an old name is reported once per process by a `RenamedWarning` with the new name. All
old names are in the tables below; `docs/migrating.md` lists them.

>>> agent("net:v3,rollouts=4"), agent("policy:default")
('net:v3,rollouts=4', 'policy:default')
>>> agent("nights:sparring,nights=4,sharp=200", tell=False)
'rollout:v3,rollouts=4,value_weight=200'
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

AGENTS = {"nights": "rollout"}
NETWORKS = {"default": "v1", "looking": "v2", "sparring": "v3"}
"""Networks of `net`, `search` and `rollout`."""
AGENT_OPTIONS = {"nights": "rollouts", "sharp": "value_weight"}
TRAINING_OPTIONS = {
    "rate": "learning_rate",
    "discount": "gamma",
    "trace": "gae_lambda",
    "others": "opponent_fraction",
    "keep": "snapshots",
    "keep_every": "snapshot_every",
    "prefer": "matchmaking",
    "looks": "afterstates",
    "teacher": "expert",
    "taught": "distill_until",
    "lesson": "distill_weight",
    "spread": "temperature",
    "pull": "kl_coef",
    "drift": "ema_rate",
}
"""Training options: on the command line, in configuration files and in checkpoints."""
TRAINING_VALUES = {"matchmaking": {"strong": "hard", "all": "uniform"}}
ENV_OPTIONS = {"opponents": ("opponent", "seats")}
"""Env options, with their new names with and without a single learner in each game."""
COMMANDS = {"warm": "compile", "soak": "fuzz", "exercise": "cards cover"}
MODULES = {
    "altered_env.learners": "altered_env.envs.single_agent_vec",
    "altered_env.many_seats": "altered_env.envs.gym_vector",
    "altered_env.one_seat": "altered_env.envs.gym_env",
    "altered_env.openspiel": "altered_env.envs.openspiel",
    "altered_env.scenario": "altered_env.testing.scenario",
    "altered_env.text_table": "altered_env.envs.text_table",
    "altered_env.mcp_server": "altered_env.envs.mcp_server",
}
"""Modules named in documentation, with their new places."""
_WITH_NETWORKS = ("net", "search", "nights", "rollout")
_SELF = "self"
"""The expert of training that is the learner itself; it has the options of an agent."""
_told: set[str] = set()


class RenamedWarning(FutureWarning):
    """The warning for a name of an earlier version."""


def warn(text: str, level: int = 3) -> None:
    """Warn once per process."""
    if text not in _told:
        _told.add(text)
        warnings.warn(text, RenamedWarning, stacklevel=level)


def agent(spec: str, tell: bool = True) -> str:
    """Return the spec of an agent with current names; with `tell`, warn if that changes it."""
    name, colon, rest = spec.partition(":")
    if name not in (*_WITH_NETWORKS, _SELF):
        return spec
    new = ":".join([AGENTS.get(name, name), *([_options(rest)] if colon else [])])
    if tell and new != spec:
        warn(f"the agent {spec[:200]!r} is now called {new[:200]!r}")
    return new


def _options(text: str) -> str:
    parts = text.split(",")
    for number, part in enumerate(parts):
        key, equals, value = part.partition("=")
        if not equals and number == 0:
            parts[0] = NETWORKS.get(part, part)
        elif key == "path":
            parts[number] = f"path={NETWORKS.get(value, value)}"
        else:
            parts[number] = AGENT_OPTIONS.get(key, key) + equals + value
    return ",".join(parts)


def in_a_line() -> None:
    """Print these warnings as one line each, without the place in the code, in this process."""
    usual = warnings.formatwarning
    if getattr(usual, "in_a_line", False):
        return

    def formatted(message: Any, category: type[Warning], *place: Any, **more: Any) -> str:
        if issubclass(category, RenamedWarning):
            return f"{message}\n"
        return usual(message, category, *place, **more)

    formatted.in_a_line = True  # type: ignore[attr-defined]
    warnings.formatwarning = formatted


def known_as(text: str) -> str:
    """Return the same for a spec followed by the digest of a network file."""
    spec, space, digest = text.partition(" ")
    return agent(spec, tell=False) + space + digest


def training_options(config: Mapping[str, Any], tell: bool = True) -> dict[str, Any]:
    """Return training options with their current names. Raises `ValueError` if one is given under
    both names.

    >>> training_options({"prefer": "strong", "games": 8}, tell=False)
    {'matchmaking': 'hard', 'games': 8}
    """
    found: dict[str, Any] = {}
    for name, value in config.items():
        new = TRAINING_OPTIONS.get(name, name)
        if new in found or (new != name and new in config):
            old = next(k for k, v in TRAINING_OPTIONS.items() if v == new and k in config)
            raise ValueError(f"{old} is now called {new}: give it once, found both")
        known = TRAINING_VALUES.get(new, {})
        found[new] = known.get(value, value) if isinstance(value, str) else value
        changed = isinstance(value, str) and found[new] != value
        if tell and (new != name or changed):
            also = f", and {value} is called {found[new]}" if changed else ""
            warn(f"the option {name} is now called {new}{also}")
    return found


def env_options(given: Mapping[str, Any], learner: bool) -> dict[str, Any]:
    """Return env options with their current names. Raises `TypeError` if one is given under both
    names."""
    found = dict(given)
    for old, (with_learner, without) in ENV_OPTIONS.items():
        if old not in found:
            continue
        new = with_learner if learner else without
        if new in found:
            raise TypeError(f"{old} is now called {new}: give it once, found both")
        found[new] = found.pop(old)
        warn(f"the option {old} is now called {new}", 4)
    return found


def arguments(given: Sequence[str]) -> list[str]:
    """Return arguments of `altered` with the current names of commands and agents.

    >>> arguments(["arena", "greedy", "net:v3"])
    ['arena', 'greedy', 'net:v3']
    """
    found = list(given)
    if found and found[0] in COMMANDS:
        new = COMMANDS[found[0]]
        warn(f"the command 'altered {found[0]}' is now called 'altered {new}'")
        found[:1] = new.split()
    for number, word in enumerate(found):
        option, equals, value = word.partition("=") if word.startswith("--") else ("", "", word)
        found[number] = option + equals + "+".join(map(agent, value.split("+")))
    return found


def view(views: Any, given: str | None = None) -> str:
    """Return the option `view` of `make_vec` for its old option `views`, a sequence of `flat` and
    `packed`. Raises `ValueError` if both are given."""
    if given is not None:
        raise ValueError(f"views is now called view: give it once, found both ({given!r:.40})")
    several = isinstance(views, Sequence) and not isinstance(views, str)
    if not several or any(one not in ("flat", "packed") for one in views):
        raise ValueError(f"the old option views was a sequence of flat and packed, found {views!r}")
    new = "flat" if "flat" in views else "raw"
    also = "; packed needs no option" if "packed" in views else ""
    warn(f"the option views={tuple(views)!r} of make_vec is now called view={new!r}{also}")
    return new


class _OldModules(MetaPathFinder, Loader):
    """Imports modules under their old names."""

    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec | None] = {}

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """Find one of `MODULES`, or a module below one of them."""
        return ModuleSpec(fullname, self) if _new_module(fullname) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Import the module under its current name."""
        new = _new_module(spec.name)
        assert new is not None
        warn(f"the module {spec.name} is now called {new}")
        module = import_module(new)
        self._specs[module.__name__] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module as it is: it has been executed under its current name."""
        module.__spec__ = self._specs.pop(module.__name__)


def _new_module(name: str) -> str | None:
    for old, new in MODULES.items():
        if name == old or name.startswith(f"{old}."):
            return new + name.removeprefix(old)
    return None


def find_old_modules() -> None:
    """Let modules be imported under their old names."""
    if not any(isinstance(finder, _OldModules) for finder in sys.meta_path):
        sys.meta_path.append(_OldModules())
