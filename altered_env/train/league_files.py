"""The files of a league besides its runs, validated when read.

`league.json` has all options that determine the games, `phase-1.json` the main agent's network at
the end of a phase, `exploiter-1/exploit.json` the result of an exploiter.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import DOCUMENT, read_text
from altered_env._runtime.json_text import parsed
from altered_env.agents.named import GONE
from altered_env.arena.line_files import row_of
from altered_env.train.saved_words import whole_number
from altered_env.train.settings import with_names_of_today

FREE = ("minutes", "save_every", "file_every", "device", "tensorboard", "actors", "max_age", "ray")
"""Options that may differ when a league is resumed: where and for how long it runs."""
MORE = ("phases", "decisions")
"""Options that may increase."""
PROGRAM = "altered_env.train"
"""The training program, as stored in a league."""
OF_0_1 = {"training.learning": PROGRAM, "training.ppo": "altered_env.train.ppo"}
"""The names of the training programs in version 0.1."""
Row = TypeVar("Row")


@dataclass(frozen=True)
class Plan:
    """All options that determine the games of a league."""

    program: str
    """The training program."""
    phases: int
    exploiter_decisions: int
    measure: int
    """Games of each exploiter."""
    config: dict[str, Any]
    """The options of the main agent."""

    def __post_init__(self) -> None:
        for name in ("phases", "exploiter_decisions", "measure"):
            whole_number(name, getattr(self, name))
        whole_number("decisions", self.config.get("decisions"))

    @property
    def options(self) -> dict[str, Any]:
        """The plan as options."""
        first = {name: getattr(self, name) for name in ("phases", "exploiter_decisions", "measure")}
        return first | with_names_of_today(self.config)

    def share(self, phase: int) -> int:
        """The number of decisions of the main agent at the end of a phase."""
        return int(self.config["decisions"]) * phase // self.phases


def read_plan(path: Path) -> Plan:
    """The plan in a file. Raises `ValueError`, which names the file."""
    found = _object(path)
    program = OF_0_1.get(str(found.get("program")), found.get("program"))
    if program == OF_0_1["training.ppo"]:
        raise ValueError(f"{path}: {GONE['policy']}")
    try:
        if not isinstance(found.get("config"), dict):
            raise ValueError(f"config must be an object, found {found.get('config')!r:.40}")
        if program != PROGRAM:
            raise ValueError(f"program must be {PROGRAM}, found {program!r:.40}")
        return Plan(**found | {"program": PROGRAM})
    except (TypeError, ValueError) as error:
        raise _damaged(path, error) from None


def read_row(kind: type[Row], path: Path) -> Row:
    """A flat dataclass from a file of JSON, which may say more. Raises `ValueError` that names
    the file."""
    known = getattr(kind, "__dataclass_fields__", {})
    found = {name: value for name, value in _object(path).items() if name in known}
    most = float(1 << 53)
    says = {"won": (0.0, most), "games": (1.0, most), "decisions": (0.0, most)}
    try:
        return row_of(kind, found, says)
    except (ValueError, OverflowError) as error:
        raise _damaged(path, error) from None


def write_row(path: Path, row: dict[str, Any]) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, (json.dumps(row, indent=1) + "\n").encode())


def _object(path: Path) -> dict[str, Any]:
    try:
        found = parsed(read_text(path, DOCUMENT))
    except ValueError as error:
        raise _damaged(path, f"not JSON, {error!s:.80}") from None
    if not isinstance(found, dict):
        raise _damaged(path, f"expected an object, found {found!r:.40}")
    return found


def _damaged(path: Path, why: object) -> ValueError:
    return ValueError(
        f"{path} is damaged: {why!s:.200}; restore it, or start a new league with another --out"
    )


def refuse_another(path: Path, begun: Plan, now: Plan, taken: int, done: int) -> None:
    """Raise `ValueError` unless a league started with one plan can continue with another: only
    further phases with more decisions of the main agent may be added. `taken`: its decisions by the
    end of the `done` phases."""
    mine, theirs = now.options, begun.options
    other = [
        f"{name} {theirs[name]!r:.60}, now {mine.get(name)!r:.60}"
        for name in theirs
        if name not in FREE and mine.get(name) != theirs[name]
        if name not in MORE or mine[name] < theirs[name]
    ]
    if other:
        raise ValueError(f"{path}: the league was started with {'; '.join(other)}: give the same")
    if all(mine[name] == theirs[name] for name in MORE):
        return
    if done >= now.phases:
        raise ValueError(
            f"{path}: all {done} phases of the main agent are done, with decisions"
            f" {theirs['decisions']!r}, now {mine['decisions']!r}: increase --phases, too"
        )
    if now.share(done + 1) <= taken:
        least = -(-(taken + 1) * now.phases // (done + 1))
        raise ValueError(
            f"{path}: the league was started with phases {begun.phases} and decisions "
            f"{theirs['decisions']};"
            f" with {now.phases} and {mine['decisions']} the main agent would learn nothing in"
            f" phase {done + 1}, since it has already taken {taken} decisions: give --decisions"
            f" {least} or more"
        )
