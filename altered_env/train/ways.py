"""The two ways to train an agent, for programs that train by either: `altered_env.train.exploit`
and `altered_env.train.league`.

`altered_env.train` trains what plays as `net:PATH`, in compiled games, against compiled players;
`altered_env.train.ppo` what plays as `policy:PATH`, against anybody. An option that only one of
them has says which is meant; otherwise it is the first, wherever it can be.

>>> way_of({"decisions": 1000}, {}, "rules").plays_as
'net'
>>> way_of({"layers": 1}, {}, "rules").plays_as, way_of({}, {}, "policy:default").plays_as
('policy', 'policy')
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from altered_env.agents.bots import is_compiled
from altered_env.train import learner, ppo, settings
from altered_env.train.config import RunConfig
from altered_env.train.pool import specs_of
from altered_env.train.run import Run

__all__ = [
    "NET",
    "POLICY",
    "Way",
    "add_ways",
    "config_of",
    "given_of",
    "parser",
    "way_of",
    "way_that_reads",
]


@dataclass(frozen=True)
class Way:
    """A way to train an agent."""

    program: str
    plays_as: str
    """What the agent is called, before the file of its network."""
    config: type[RunConfig]
    run: type[Run]

    @property
    def options(self) -> set[str]:
        """The names of its options."""
        return {field.name for field in fields(self.config)}

    def begin(self, config: RunConfig, out: Path) -> Run:
        """A run of these options in this folder."""
        make: Any = self.run
        begun: Run = make(config, out)
        return begun


NET = Way("altered_env.train", "net", learner.Config, learner.Learner)
POLICY = Way("altered_env.train.ppo", "policy", ppo.Config, ppo.Trainer)
OF_ARENA = ("ray",)
"""Options of `altered_env.train` that are of the arena here."""


def parser(program: str, about: str | None, out: str) -> argparse.ArgumentParser:
    """The parser of a program that trains either way: the options of both."""
    top = argparse.ArgumentParser(prog=f"python -m {program}")
    add_ways(top, about, out)
    return top


def add_ways(parser: argparse.ArgumentParser, about: str | None, out: str) -> None:
    """Add the options of both ways."""
    settings.add_run(parser, about, NET.config, out, POLICY.config, without=OF_ARENA)


def given_of(options: argparse.Namespace) -> dict[str, Any]:
    """Of what a command line gave, the options of either way."""
    names = (NET.options | POLICY.options) - set(OF_ARENA)
    return {name: value for name, value in vars(options).items() if name in names}


def way_of(given: Mapping[str, Any], read: Mapping[str, Any], opponents: str) -> Way:
    """How one is trained by the options that were given, those that a file says, and against these.
    Raises `ValueError` where no way has all of these."""
    said = {name for name, value in given.items() if value is not None} | set(read)
    of_net = sorted((said & NET.options) - POLICY.options - set(OF_ARENA))
    of_policy = sorted((said & POLICY.options) - NET.options)
    if of_net and of_policy:
        raise ValueError(
            f"{of_net[0]} is an option of {NET.program}, {of_policy[0]} of {POLICY.program}: it is"
            " trained by one of them"
        )
    stepwise = [name for name in specs_of(opponents) if not is_compiled(name)]
    if of_net and stepwise:
        raise ValueError(
            f"{of_net[0]} is an option of {NET.program}, whose opponents are played in compiled"
            f" code, as {stepwise[0]} is not"
        )
    return POLICY if of_policy or stepwise else NET


def way_that_reads(config: RunConfig) -> Way:
    """The way whose options these are."""
    return NET if isinstance(config, learner.Config) else POLICY


def config_of(path: str | None, given: dict[str, Any], opponents: str = "") -> RunConfig:
    """The options of a YAML file, with what was given besides, of the way that has them.
    `opponents`: whom it meets besides those that the options name. Raises `ValueError`.

    >>> config_of(None, {"games": 8, "hidden": 16, "layers": None}).games
    8
    """
    read = settings.plain(path)
    met = opponents or given.get("opponents") or read.get("opponents") or ""
    way = way_of(given, read, met if isinstance(met, str) else "")
    mine = {name: value for name, value in given.items() if name in way.options}
    return settings.config_of(way.config, path, mine)
