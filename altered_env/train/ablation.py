"""What each option of training brings: `python -m altered_env.train.ablation --vary critic ...`.

The run of a config is trained with several seeds, then again with each of the options changed,
everything else being the same; in the end all networks meet one opponent over decks that they were
not trained on. Printed is how often those of each row won, and by how much that is more or less
than the config as it is, with an interval that holds 95 % of such runs: what differs from seed to
seed is in it. What is done already is not done again, so a run that was stopped goes on by the same
command.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from scipy.stats import t as student

from altered_env import formats, stopping
from altered_env.agents import make
from altered_env.agents.closed_lists import lists_told
from altered_env.agents.registry import refuse_seats
from altered_env.arena.deck_sets import refuse_illegal
from altered_env.arena.workers import Jobs, add_jobs, reach
from altered_env.one_writer import writing_in
from altered_env.train import Config, Learner, runs, settings
from altered_env.train.compare import compare
from altered_env.train.evaluate import DECKS, decks_of, refuse_odd, usual_in
from altered_env.train.refusing import refusing
from altered_env.train.run import stoppable
from altered_env.whole_files import make_folder

__all__ = ["Ablation", "Row", "main", "rows_of", "table", "variation"]

AS_IT_IS = "as it is"
SAME = ("decisions", "minutes", "seed", "file_every", "rules", "format")
"""Options that all rows have alike: runs are compared after as many decisions, in one arena."""


@dataclass(frozen=True, slots=True)
class Ablation:
    """Runs that differ in an option each."""

    config: Config
    varied: tuple[dict[str, Any], ...]
    seeds: tuple[int, ...]
    out: Path

    def __post_init__(self) -> None:
        if not self.varied:
            raise ValueError("give an option to change: --vary critic, or --vary pull=0.5")
        if len(self.seeds) < 2 or len(set(self.seeds)) < len(self.seeds):
            raise ValueError(f"give two seeds or more, none of them twice, found {self.seeds}")
        if self.config.minutes:
            raise ValueError("runs are compared after as many decisions: --minutes is not for them")
        for change in self.varied:
            if same := [name for name in change if name in SAME]:
                raise ValueError(f"--vary {named(change)}: {same[0]} is the same in all rows")
            replace(self.config, **change)
            if all(getattr(self.config, name) == value for name, value in change.items()):
                raise ValueError(f"{named(change)} is what the options say already")
            if self.varied.count(change) > 1:
                raise ValueError(f"--vary {named(change)}: give it once")

    @property
    def arms(self) -> tuple[dict[str, Any], ...]:
        """What is changed in each row: nothing in the first."""
        return ({}, *self.varied)

    def folder(self, change: dict[str, Any], seed: int) -> Path:
        """Where a run lies."""
        name = named(change).replace(" ", "-").replace("/", "_").replace("=", "-")
        return self.out / f"{name}-{seed}"

    def runs(self) -> list[tuple[dict[str, Any], Config, Path]]:
        """All that is trained: what is changed, the config, the folder. Raises `ValueError` where a
        folder holds a run with other options."""
        every = []
        for seed in self.seeds:
            for change in self.arms:
                config = replace(self.config, seed=seed, **change)
                folder = self.folder(change, seed)
                if runs.is_begun(folder) and not runs.is_of(config, folder):
                    raise ValueError(
                        f"{folder}: a run with other options lies there; give another --out"
                    )
                every.append((change, config, folder))
        return every

    def train(self, say: bool = True) -> bool:
        """Train what is not trained yet; was it all done?"""
        every = self.runs()
        for number, (change, config, folder) in enumerate(every, start=1):
            if runs.kept(folder) and runs.kept(folder)[-1][0] >= config.decisions:
                continue
            if say:
                print(f"{number} of {len(every)}: {named(change)}, seed {config.seed}", flush=True)
            with writing_in(folder):
                run = Learner(config, folder)
                if runs.is_saved(folder):
                    runs.resume(run)
                stoppable(run, show=False)
            if run.stopping:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one change."""

    name: str
    won: tuple[float, ...]
    """Of each seed, as a share of its games."""
    more: float
    """Than without the change, in the mean."""
    far: float
    """Half of the interval of that."""


def named(change: dict[str, Any]) -> str:
    """What is changed, in words.

    >>> named({"critic": True}), named({"pull": 0.5}), named({})
    ('critic=true', 'pull=0.5', 'as it is')
    """
    words = [f"{k}={str(v).lower() if isinstance(v, bool) else v}" for k, v in change.items()]
    return " ".join(words) or AS_IT_IS


def variation(text: str) -> dict[str, Any]:
    """An option with its value, or several with commas between; `critic` is `critic=true`.
    Raises `ValueError`.

    >>> variation("critic"), variation("pull=0.5,drift=0.1")
    ({'critic': True}, {'pull': 0.5, 'drift': 0.1})
    """
    kinds: dict[str, type] = {field.name: type(field.default) for field in fields(Config)}
    change: dict[str, Any] = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        name = name.replace("-", "_")
        kind = kinds.get(name)
        found: Any = value
        try:
            if kind is bool:
                found = {"true": True, "": True, "false": False}[value]
            elif kind in (int, float):
                found = kind(value)
        except (KeyError, ValueError):
            words = settings.WORDS[kind] if kind else ""
            raise ValueError(f"--vary {part}: {name} is {words}, found {value!r:.40}") from None
        change |= settings.of_mapping(Config, {name: found}, f"--vary {part}")
    return change


def rows_of(won: Sequence[Sequence[float]], names: Sequence[str]) -> list[Row]:
    """Rows of shares won, of which the first is as it is. How far runs of one row lie apart is
    taken to be the same in all rows.

    >>> rows = rows_of([[0.50, 0.52], [0.60, 0.62]], ["as it is", "critic=true"])
    >>> f"{rows[1].more:.2f} {rows[1].far:.3f}"
    '0.10 0.061'
    """
    seeds = len(won[0])
    spread = math.sqrt(statistics.fmean(statistics.variance(row) for row in won))
    far = spread * math.sqrt(2 / seeds) * float(student.ppf(0.975, len(won) * (seeds - 1)))
    base = statistics.fmean(won[0])
    return [
        Row(name, tuple(row), statistics.fmean(row) - base, far if k else 0.0)
        for k, (name, row) in enumerate(zip(names, won, strict=True))
    ]


def measured(plan: Ablation, against: str, games: int, decks: str, jobs: Jobs) -> list[Row]:
    """How the networks fare, row by row."""
    every = [(change, seed) for change in plan.arms for seed in plan.seeds]
    folders = [plan.folder(change, seed) for change, seed in every]

    found = compare(
        folders,
        (against,),
        games,
        decks,
        plan.config.decisions,
        jobs=jobs,
        kept=plan.out / "games.jsonl",
        show=True,
    )
    shares = [row.won[against] / games for row in found]
    count = len(plan.seeds)
    won = [shares[at : at + count] for at in range(0, len(shares), count)]
    return rows_of(won, [named(change) for change in plan.arms])


def table(rows: Sequence[Row]) -> str:
    """Rows in words and numbers.

    >>> print(table(rows_of([[0.50, 0.52], [0.60, 0.62]], ["as it is", "critic=true"])))
    options                      won   than as it is
    as it is                  51.0 %                         50 52
    critic=true               61.0 %   +10.0 (+3.9 to +16.1) 60 62
    """
    lines = [f"{'options':24}{'won':>8}   than as it is"]
    for row in rows:
        low, high = 100 * (row.more - row.far), 100 * (row.more + row.far)
        apart = f"{100 * row.more:+.1f} ({low:+.1f} to {high:+.1f})" if row.far else ""
        each = " ".join(f"{100 * share:.0f}" for share in row.won)
        lines.append(f"{row.name:24}{100 * statistics.fmean(row.won):6.1f} %   {apart:22}{each}")
    return "\n".join(lines)


@refusing("altered_env.train.ablation")
def main(arguments: Sequence[str] | None = None) -> int:
    """Train, measure and print; returns the exit status."""
    top = argparse.ArgumentParser(
        prog="python -m altered_env.train.ablation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="example: python -m altered_env.train.ablation --config demo --decisions 300000"
        " --vary critic --vary pull=0.5 --seeds 1 2 3",
    )
    settings.add_config(top)
    top.add_argument("--out", default="runs/ablation", help="where runs lie (%(default)s)")
    top.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option to change, again for each row; several that change together with commas",
    )
    top.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3], help="(1 2 3)")
    top.add_argument("--against", default="rules", help="whom all networks meet (%(default)s)")
    top.add_argument("--measure", type=int, default=400, help="games of each, even (%(default)s)")
    top.add_argument("--over", default=DECKS, metavar="DECKS", help="of these (%(default)s)")
    settings.add_options(top, Config, without=("seed", "file_every", "ray"))
    add_jobs(top)
    given: dict[str, Any] = vars(top.parse_args(arguments))
    out, path, jobs = Path(given.pop("out")), given.pop("config"), given.pop("jobs")
    changes, seeds = given.pop("vary"), tuple(given.pop("seeds"))
    against, games, decks = given.pop("against"), given.pop("measure"), given.pop("over")
    reach(jobs)
    refuse_odd(games, "--measure")
    config = settings.config_of(Config, path, given)
    config = replace(config, file_every=config.decisions)
    plan = Ablation(config, tuple(variation(text) for text in changes), seeds, out)
    decks = usual_in(decks, config.format)
    refuse_seats([against], formats.get(config.format).players)
    make(against)
    refuse_illegal(decks_of(decks, config.format), config.format, config.rules)
    again = f"what is trained is kept; the same command goes on: --out {out}"
    with writing_in(out), stopping.keeping(again):
        make_folder(out)
        if not plan.train():
            print(f"stopped; {again}")
            return stopping.status() or 130
        rows = measured(plan, against, games, decks, jobs)
    print(
        f"{len(seeds)} runs of {config.decisions:,} choices a row, {games} games each against"
        f" {against}, decks {decks}; the last column is each seed's share."
    )
    print(table(rows))
    print(lists_told([against]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
