"""A run: rounds until it is done or told to stop."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from altered_env import stopping
from training.learning import runs

__all__ = ["go_on", "so_far", "stoppable"]


class Stoppable(Protocol):
    """A run that ends after the round under way when it is told to."""

    stopping: bool
    round: int
    out: Path

    def train(self, show: bool = True, until: int | None = None) -> None:
        """Play and learn."""


def stoppable(trainer: Stoppable, until: int | None = None, show: bool = True) -> None:
    """Train; Ctrl-C ends it after the round under way, a second one at once; so does the first
    where nothing has been learned yet."""

    def stop() -> None:
        trainer.stopping = True

    def words() -> str:
        return so_far("the run", trainer.out, trainer.out)

    first = trainer.round
    soft = stopping.softly(stop, "stopping after this round", lambda: trainer.round > first)
    with stopping.keeping(words), soft:
        trainer.train(show, until)


def so_far(what: str, folder: Path, out: Path) -> str:
    """What is kept of a run that is stopped at once, in this folder of all that lies in `out`."""
    if runs.is_saved(folder):
        return f"{what} is kept as of its last checkpoint; {go_on(out)}"
    if runs.is_begun(folder):
        return "there was no checkpoint yet to go on from; give another --out"
    return "nothing had been learned yet"


def go_on(out: Path) -> str:
    """How a run goes on that was stopped."""
    return f"go on with --resume --out {out}"
