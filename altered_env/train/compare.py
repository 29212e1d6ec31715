"""Compare runs by their options: `python -m altered_env.train.compare runs/ONE runs/OTHER`.

Runs that differ in an option or two are compared at an equal number of decisions: the last snapshot
of each by then plays the same games against the baselines, over given decks. The output names the
options that differ.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from altered_env._runtime.atomic_files import make_folder_of
from altered_env._runtime.help_pages import option
from altered_env.agents.closed_lists import lists_told
from altered_env.agents.net_weights import KIND
from altered_env.agents.tensor_files import read
from altered_env.arena.ratings import wilson
from altered_env.arena.workers import Jobs, add_jobs, reach
from altered_env.train import runs
from altered_env.train.evaluate import (
    DECKS,
    Ladder,
    decks_by_seat,
    decks_of,
    played,
    refuse_odd,
    usual_in,
    won_by,
)
from altered_env.train.refusing import refusing


@dataclass(frozen=True, slots=True)
class Beside(Ladder):
    """An arena in which nothing is played but networks against baselines."""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Who meets."""
        every = self.agents[: len(self.agents) - len(self.baselines)]
        return [(one, name) for one in every for name in self.baselines]


UNTOLD = ("minutes", "save_every", "file_every", "tensorboard", "threads", "device")
"""Options that do not change what is learned."""


@dataclass(frozen=True, slots=True)
class Row:
    """A run, where it was compared."""

    name: str
    decisions: int
    options: dict[str, Any]
    """Those in which the runs differ."""
    won: dict[str, float]
    """Of the games against each baseline."""


def differing(configs: Sequence[dict[str, Any]]) -> list[str]:
    """The options that are not the same in all, and change what is learned.

    >>> differing([{"seed": 1, "epochs": 2}, {"seed": 1, "epochs": 3, "kl_coef": 0.1}])
    ['epochs', 'kl_coef']
    """
    every = dict.fromkeys(name for config in configs for name in config)
    return [
        name
        for name in every
        if name not in UNTOLD and len({repr(config.get(name)) for config in configs}) > 1
    ]


def compare(
    folders: Sequence[Path],
    baselines: Sequence[str] = ("greedy", "rules"),
    games: int = 200,
    decks: str = DECKS,
    at: int = 0,
    seed: int = 5,
    jobs: Jobs = 0,
    kept: Path | None = None,
    show: bool = False,
) -> list[Row]:
    """Compare runs after `at` decisions; 0 for the number that all of them reached. `show`: print
    progress.

    Raises `ValueError` for a folder without a network of that time.
    """
    networks = {}
    for folder in dict.fromkeys(folders):
        networks[folder] = runs.kept(folder)
        if not networks[folder]:
            raise ValueError(f"{folder}: no networks in {folder / 'kept'}")
    at = at or min(found[-1][0] for found in networks.values())
    chosen: dict[Path, tuple[int, str]] = {}
    configs, kinds = [], []
    for folder, found in networks.items():
        before = [one for one in found if one[0] <= 1.05 * at]  # rounds end where they end
        if not before:
            raise ValueError(f"{folder}: it has no network from {at:,} decisions or earlier")
        about = read(before[-1][1], KIND)[1]
        chosen[folder] = before[-1][0], f"net:{before[-1][1]}"
        configs.append(about["config"])
        kinds.append((str(about.get("rules", "2024.09")), str(about.get("format", "standard"))))
    (rules, format), *others = dict.fromkeys(kinds)
    if others:
        several = " and ".join(map(" ".join, dict.fromkeys(kinds)))
        raise ValueError(
            f"runs must have the same rules and format to be compared, found {several}"
        )
    decks = usual_in(decks, format)
    agents = tuple(agent for _, agent in chosen.values())
    plan = Beside(
        (*agents, *baselines),
        decks_of(decks, format),
        games,
        seed,
        rules,
        format,
        baselines=tuple(baselines),
        by_seat=decks_by_seat(decks, format),
    )
    rows, named = played(plan, jobs, kept, show), differing(configs)
    return [
        Row(
            str(folder),
            decisions,
            {name: config.get(name) for name in named},
            won_by(agent, baselines, rows),
        )
        for (folder, (decisions, agent)), config in zip(chosen.items(), configs, strict=True)
    ]


def table(rows: Sequence[Row], games: int, decks: str) -> str:
    """The comparison of runs, in words and numbers."""
    lines = [f"{games} games per pair, from both seats, decks {decks}; intervals are 95 %."]
    lines += [lists_told(name for row in rows for name in row.won), ""]
    for row in rows:
        options = ", ".join(f"{name} {value}" for name, value in row.options.items())
        lines.append(f"{row.name}, {row.decisions:,} decisions: {options or 'the same options'}")
        for name, won in row.won.items():
            low, high = wilson(won, games)
            lines.append(
                f"    against {name:20}{100 * won / games:5.1f} %"
                f"  ({100 * low:z.1f} - {100 * high:z.1f})"
            )
    return "\n".join(lines)


@refusing("altered_env.train.compare")
def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.train.compare", description=__doc__
    )
    parser.add_argument("runs", nargs="+", help="the folders of runs")
    option(parser, "--baselines", "greedy+rules", "agents, + between")
    option(parser, "--games", 200, "games per pair, even")
    option(parser, "--decks", DECKS, "a pool of decks")
    parser.add_argument(
        "--at", type=int, default=0, help="decisions of training (the maximum reached by all runs)"
    )
    option(parser, "--seed", 5, "seed of the games")
    add_jobs(parser)
    parser.add_argument(
        "--out", metavar="FILE", help="record the games in this file, and resume from it"
    )
    options = parser.parse_args(arguments)

    reach(options.jobs)
    refuse_odd(options.games, "--games")
    if options.out:
        make_folder_of(options.out)
    rows = compare(
        [Path(name) for name in options.runs],
        options.baselines.split("+"),
        options.games,
        options.decks,
        options.at,
        options.seed,
        options.jobs,
        Path(options.out) if options.out else None,
        show=True,
    )
    print(table(rows, options.games, options.decks))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
