"""Rate the snapshots of a training run.

The run's snapshots play fixed baselines in the arena, from both seats, with given decks. The output
is a table and a plot of ratings with intervals. Games are recorded in the run's folder, so an
interrupted evaluation resumes, and one with more games or baselines plays only the new ones.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from textwrap import wrap

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.help_pages import HelpParser, option
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.agents.closed_lists import lists_told
from altered_env.agents.net_weights import KIND
from altered_env.agents.tensor_files import read
from altered_env.arena.deck_sets import deck_set
from altered_env.arena.pairings import Arena, Drawn, Outcome, run
from altered_env.arena.ratings import Rating, bradley_terry, wilson
from altered_env.arena.workers import Jobs, add_jobs, reach
from altered_env.render.plots import Plot, curves
from altered_env.train import runs
from altered_env.train.config import AGAINST
from altered_env.train.refusing import refusing

DECKS = "random:50:99:curve"
"""The decks for rating networks; a format with other decks uses its default ones."""


@dataclass(frozen=True, slots=True)
class Ladder(Arena):
    """An arena in which everyone meets the baselines, and the networks do not meet each other."""

    baselines: tuple[str, ...] = ()
    by_seat: tuple[tuple[str, ...], ...] = ()
    """The decks of each seat, if they have decks of their own."""

    def __post_init__(self) -> None:
        Arena.__post_init__(self)
        if len(self.by_seat) not in (0, self.played.players):
            raise ValueError(
                f"{self.played.players} players have {counted(len(self.by_seat), 'pool')} of decks:"
                f" give one for all, or one for each, joined by {AGAINST.strip()!r}"
            )

    def drawn(self, one: str, two: str, number: int) -> Drawn:
        """The random choices of a game; each seat draws from its own decks."""
        found = Arena.drawn(self, one, two, number)
        if not self.by_seat:
            return found
        chance = Random(f"{self.rebuilt_from(one, two, number)}/decks")
        return found._replace(decks=[chance.choice(decks) for decks in self.by_seat])

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Who meets."""
        return [pair for pair in combinations(self.agents, 2) if set(pair) & set(self.baselines)]


@dataclass(frozen=True, slots=True)
class Point:
    """A network of the run."""

    decisions: int
    agent: str
    rating: Rating
    won: dict[str, float]
    """Of `games` games against each baseline."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The result of an evaluation."""

    points: list[Point]
    baselines: dict[str, Rating]
    games: int
    decks: str
    rules: str


def decks_of(text: str, format: str = "standard") -> tuple[str, ...]:
    """The decks of a pool by name, as training has it, one by one.

    >>> decks_of("axiom+random:2:7")
    ('axiom', 'random:2:7#0', 'random:2:7#1')
    >>> decks_of("axiom against lyra")
    ('axiom', 'lyra')
    """
    pools = text.replace(AGAINST, "+")
    return tuple(
        dict.fromkeys(name for part in pools.split("+") for name in deck_set(part, format))
    )


def decks_by_seat(text: str, format: str = "standard") -> tuple[tuple[str, ...], ...]:
    """The decks of each seat of `ONE against OTHER`; none for one pool for all seats.

    >>> decks_by_seat("axiom+muna against lyra"), decks_by_seat("axiom")
    ((('axiom', 'muna'), ('lyra',)), ())
    """
    pools = text.split(AGAINST)
    return tuple(decks_of(pool, format) for pool in pools) if len(pools) > 1 else ()


def usual_in(decks: str, format: str) -> str:
    """The pool that was asked for; in place of `DECKS`, in a format of other decks, its usual one.

    >>> usual_in(DECKS, "two_against_two"), usual_in("axiom", "two_against_two")
    ('usual', 'axiom')
    """
    return "usual" if format != "standard" and decks == DECKS else decks


def refuse_odd(games: int, option: str) -> None:
    """Raise `ValueError` for a number of games that is not of pairs.

    >>> refuse_odd(3, "--games")
    Traceback (most recent call last):
    ValueError: --games: games come in pairs: give an even number, 2 or more, found 3
    """
    if games < 2 or games % 2:
        raise ValueError(
            f"{option}: games come in pairs: give an even number, 2 or more, found {games}"
        )


def spread(networks: Sequence[tuple[int, Path]], most: int) -> list[tuple[int, Path]]:
    """At most this many of the networks, evenly spread, including the first and the last.

    >>> [n for n, _ in spread([(n, Path()) for n in range(7)], 3)]
    [0, 3, 6]
    """
    if len(networks) <= most:
        return list(networks)
    if most == 1:
        return [networks[-1]]
    return [networks[round(k * (len(networks) - 1) / (most - 1))] for k in range(most)]


def evaluate(
    out: Path,
    baselines: Sequence[str] = ("random", "greedy", "rules"),
    games: int = 100,
    decks: str = DECKS,
    most: int = 8,
    seed: int = 5,
    jobs: Jobs = 0,
    show: bool = False,
) -> Curve:
    """The curve of the run in a folder. `show`: print progress.

    Raises `ValueError` for a folder without networks, and `FileOfTensorsError`.
    """
    networks = spread(runs.kept(out), most)
    if not networks:
        raise ValueError(
            f"{out}: no networks in {out / 'kept'}; train with --out {out} and --file-every"
        )
    about = read(networks[-1][1], KIND)[1]
    rules, format = str(about.get("rules", "2024.09")), str(about.get("format", "standard"))
    decks = usual_in(decks, format)
    agents = tuple(f"net:{path}" for _, path in networks)
    plan = Ladder(
        (*agents, *baselines),
        decks_of(decks, format),
        games,
        seed,
        rules,
        format,
        baselines=tuple(baselines),
        by_seat=decks_by_seat(decks, format),
    )
    kept = out / "evaluation.jsonl"
    with writing_to(kept, instead=""):
        rows = played(plan, jobs, kept, show)
    ratings = dict(zip(plan.agents, bradley_terry(_wins(plan, rows)), strict=True))
    points = [
        Point(decisions, agent, ratings[agent], won_by(agent, baselines, rows))
        for (decisions, _), agent in zip(networks, agents, strict=True)
    ]
    return Curve(points, {name: ratings[name] for name in baselines}, games, decks, rules)


def played(plan: Ladder, jobs: Jobs, kept: Path | None, show: bool) -> list[Outcome]:
    """The games of a ladder, with those that are kept in a file. `show`: say how far it is."""
    progress = Progress(plan.games * len(plan.pairs), "games", games=show)
    rows = run(plan, jobs, kept=kept, say=progress.say if show else lambda _done, _found: None)
    progress.clear()
    return rows


def won_by(agent: str, baselines: Sequence[str], rows: Sequence[Outcome]) -> dict[str, float]:
    """How many of its games against each baseline an agent has won."""
    return {
        name: sum(row.score(agent) for row in rows if (row.one, row.two) == (agent, name))
        for name in baselines
    }


def _wins(plan: Arena, rows: Sequence[Outcome]) -> list[list[float]]:
    place = {agent: k for k, agent in enumerate(plan.agents)}
    wins = [[0.0] * len(place) for _ in place]
    for row in rows:
        wins[place[row.one]][place[row.two]] += row.score(row.one)
        wins[place[row.two]][place[row.one]] += row.score(row.two)
    return wins


def table(curve: Curve) -> str:
    """A curve as text."""
    names = list(curve.baselines)
    lines = [
        f"{curve.games} games per pair, from both seats; decks {curve.decks}, rules {curve.rules};",
        "intervals are 95 %. Ratings are Elo with mean 0.",
        *wrap(lists_told(names), 80),
        "",
        f"{'decisions':>11}{'rating':>8}{'interval':>15}"
        + "".join(f"{'beats ' + name[-14:]:>27}" for name in names),
    ]
    for point in curve.points:
        parts = []
        for name in names:
            low, high = wilson(point.won[name], curve.games)
            rate = 100 * point.won[name] / curve.games
            parts.append(f"{rate:.1f} % ({100 * low:z.1f} - {100 * high:z.1f})")
        span = f"{point.rating.low:+z.0f} - {point.rating.high:+z.0f}"
        lines.append(
            f"{point.decisions:>11,}{point.rating.elo:>+z8.0f}{span:>15}"
            + "".join(f"{part:>27}" for part in parts)
        )
    lines += [""] + [
        f"{name[-24:]:24}{rating.elo:>+z8.0f}  ({rating.low:+z.0f} - {rating.high:+z.0f})"
        for name, rating in curve.baselines.items()
    ]
    return "\n".join(lines)


def rating_plot(curve: Curve) -> Plot:
    """The ratings of the networks over what they have learned from, and those of the baselines."""
    return curves(
        {"trained": [(point.decisions, point.rating.elo) for point in curve.points]},
        "decisions of training",
        "rating (Elo)",
        {"trained": [(point.rating.low, point.rating.high) for point in curve.points]},
        {name: rating.elo for name, rating in curve.baselines.items()},
    )


def write(curve: Curve, out: Path) -> tuple[Path, Path]:
    """Write the numbers and the plot to the folder; return their paths."""
    numbers, picture = out / "evaluation.json", out / "rating.svg"
    write_atomically(numbers, (json.dumps(asdict(curve), indent=1) + "\n").encode())
    write_atomically(picture, rating_plot(curve).as_file().encode())
    return numbers, picture


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = __doc__
    parser.add_argument("folder", metavar="run", help="folder of a run")
    option(parser, "--baselines", "random+greedy+rules", "agents, joined with +")
    option(parser, "--games", 100, "games per pair, even")
    option(parser, "--decks", DECKS, "a pool of decks")
    option(parser, "--most", 8, "maximum number of snapshots, evenly spread")
    option(parser, "--seed", 5, "seed of the games")
    add_jobs(parser)


def run_command(options: argparse.Namespace) -> int:
    """Evaluate, print and write; returns the exit status."""
    out = Path(options.folder)

    reach(options.jobs)
    if options.most < 1:
        raise ValueError(f"--most must be 1 or more, found {options.most}")
    curve = evaluate(
        out,
        tuple(options.baselines.split("+")),
        options.games,
        options.decks,
        options.most,
        options.seed,
        options.jobs,
        show=True,
    )
    print(table(curve))
    numbers, picture = write(curve, out)
    print(f"\nNumbers: {numbers}; plot: {picture}.")
    return 0


@refusing("altered_env.train.evaluate")
def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = HelpParser(prog="python -m altered_env.train.evaluate")
    add(parser)
    return run_command(parser.parse_args(arguments))


if __name__ == "__main__":
    raise SystemExit(main())
