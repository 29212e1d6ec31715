"""Calibration of the judge's win probabilities, and whether its curve is a sawtooth.

    python -m tests.judge.calibration --positions 20000 --log positions.jsonl
    python -m tests.judge.calibration --written docs/reports

A position is a random decision of a game between named pilots, one a game; what the judge expects
there is compared with the result. Printed are the Brier score, the expected calibration error and
the reliability, each for the curve, which sees both hands, and for the hint, which sees one. With
--fit the factor of the log odds is fitted to these positions and written to the package: take other
games for it (--seed).

--written FOLDER reads the positions in FOLDER/judge-positions.jsonl, plays nothing, and writes from
them the plot and the table of docs/reports/judge.md.

Two more figures are of whole games: the mean change of the curve between two decisions with no move
of an Expedition between, if another player decides and if the same one does; and how often the
judge and another one with other seeds, where neither says "a toss-up", prefer different answers.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from altered_env import Game, decks
from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.intervals import wilson
from altered_env._runtime.progress import Progress
from altered_env.agents import STRONGEST_FAST, make
from altered_env.agents.judge import CALIBRATION, SEEDS, Calibration, Judge, calibration
from altered_env.agents.named import JUDGE
from altered_env.agents.network_cards import network_of
from altered_env.arena.line_files import add_lines, read_lines
from altered_env.render.plots import curves

PILOTS = {
    "self-play": (STRONGEST_FAST, STRONGEST_FAST),
    "strong against medium": (STRONGEST_FAST, "rules"),
    "medium against strong": ("rules", STRONGEST_FAST),
}
"""By name, who plays A and B. Half of the games are self-play."""
BINS = 10
POSITIONS, PAGE, PLOT = "judge-positions.jsonl", "judge.md", "../images/judge-reliability.svg"
"""In the folder of the report."""
KINDS = {"curve": "curve, by both hands", "hint": "hint, by one hand"}
BEGIN, END = "<!-- calibration: written by the command -->", "<!-- end of calibration -->"


@dataclass(frozen=True)
class Position:
    """A position of a game, and the result."""

    seed: int
    pilots: str
    curve: float
    """The result that A can expect, by both hands; from -1 to 1."""
    hint: float
    """The same, by the hand of the player to move."""
    won: float
    """By A: 1, 0, or half."""


def pilots_of(seed: int) -> str:
    """Whose game this is."""
    return "self-play" if seed % 2 else list(PILOTS)[1 + seed // 2 % 2]


def begun(seed: int) -> tuple[Game, list[Any]]:
    """The game of a seed between two starters, and its players."""
    chance = random.Random(f"calibration {seed}")
    game = Game.start(*chance.sample(decks.names(), 2), seed=seed)
    return game, [make(name, seed=chance.getrandbits(40)) for name in PILOTS[pilots_of(seed)]]


def position_of(seed: int, judge: Judge) -> Position:
    """Play a game, and judge one of its decisions."""
    game, players = begun(seed)
    chance, seen, kept = random.Random(f"decision {seed}"), 0, game.clone()
    while not game.over:
        seat = game.seat()
        if len(seat.actions) > 1:
            seen += 1
            if chance.randrange(seen) == 0:
                kept = game.clone()
        game.act(players[seat.player].act(seat))
    seat = kept.seat()
    own = judge.expected_by(seat)
    won = 0.5 if game.winner is None else float(game.winner == 0)
    curve, hint = judge.expected(kept), -own if seat.player else own
    return Position(seed, pilots_of(seed), round(curve, 6), round(hint, 6), won)


def fitted(values: Sequence[float], won: Sequence[float]) -> float:
    """The factor of the log odds with the least log loss.

    >>> 0.9 < fitted([0.5] * 4, [1, 1, 1, 0]) < 1.1
    True
    """
    raw = np.clip((np.array(values) + 1) / 2, 0.001, 0.999)
    odds, result = np.log(raw / (1 - raw)), np.array(won)
    factors = np.arange(0.2, 3.0, 0.01)
    chances = 1 / (1 + np.exp(-np.outer(factors, odds)))
    losses = -(result * np.log(chances) + (1 - result) * np.log(1 - chances)).mean(axis=1)
    return round(float(factors[np.argmin(losses)]), 2)


@dataclass(frozen=True)
class Group:
    """Forecasts of about the same chance: how many, their mean, and how many of these sides won."""

    least: float
    number: int
    mean: float
    won: float
    low: float
    high: float


@dataclass(frozen=True)
class Reliability:
    """What forecasts are worth: both sides of a position count, so that no side is favoured."""

    positions: int
    brier: float
    coin: float
    """The Brier score of a coin."""
    error: float
    """The expected calibration error."""
    groups: tuple[Group, ...]


def reliability(chances: Sequence[float], won: Sequence[float]) -> Reliability:
    """Compare forecasts with results.

    >>> found = reliability([0.8] * 10, [1] * 8 + [0] * 2)
    >>> [(group.number, group.won) for group in found.groups]
    [(10, 0.2), (10, 0.8)]
    """
    p = np.array([*chances, *(1 - chance for chance in chances)])
    y = np.array([*won, *(1 - result for result in won)])
    bins = np.minimum((p * BINS).astype(int), BINS - 1)
    groups = []
    for k in range(BINS):
        there = bins == k
        if n := int(there.sum()):
            low, high = wilson(float(y[there].sum()), n)
            mean, rate = float(p[there].mean()), float(y[there].mean())
            groups.append(Group(k / BINS, n, mean, rate, low, high))
    error = sum(abs(group.mean - group.won) * group.number for group in groups) / len(p)
    brier, coin = float(np.mean((p - y) ** 2)), float(np.mean((y - 0.5) ** 2))
    return Reliability(len(won), brier, coin, float(error), tuple(groups))


def report(name: str, chances: Sequence[float], won: Sequence[float]) -> Iterator[str]:
    """The lines about forecasts."""
    found = reliability(chances, won)
    yield (
        f"{name}: {found.positions:,} positions, Brier score {found.brier:.4f} (a coin "
        f"{found.coin:.4f}), expected calibration error {found.error:.3f}"
    )
    for group in found.groups[-BINS // 2 :]:
        yield (
            f"  forecast {group.least:.0%} to {group.least + 1 / BINS:.0%}: {group.number:5,} "
            f"sides, mean {group.mean:.1%}, won {group.won:.1%} ({group.low:.1%} to "
            f"{group.high:.1%})"
        )


def drawn(rows: Sequence[Position]) -> str:
    """The reliability of curve and hint as a drawing: won against forecast, with intervals."""
    lines: dict[str, list[tuple[float, float]]] = {"exact": [(0, 0), (100, 100)]}
    spans = {}
    for kind, title in KINDS.items():
        groups = reliability_of(rows, kind).groups
        lines[title] = [(100 * group.mean, 100 * group.won) for group in groups]
        spans[title] = [(100 * group.low, 100 * group.high) for group in groups]
    return curves(lines, "forecast of the chance of winning, %", "won, %", spans).as_file()


def table(rows: Sequence[Position]) -> str:
    """The same in Markdown, with the pilots."""
    names = {name: sum(row.pilots == name for row in rows) for name in PILOTS}
    pilots = "; ".join(
        f"{names[name]:,} of `{a}` against `{b}`" for name, (a, b) in PILOTS.items() if names[name]
    )
    said = [f"{len(rows):,} positions, one a game: {pilots}.", ""]
    said += ["| | Brier score | of a coin | expected calibration error |", "|---|---|---|---|"]
    for kind, title in KINDS.items():
        found = reliability_of(rows, kind)
        said.append(f"| {title} | {found.brier:.3f} | {found.coin:.3f} | {found.error:.3f} |")
    said += ["", "| forecast of the curve | sides | mean forecast | won, with 95 % interval |"]
    said += ["|---|---|---|---|"]
    for group in reliability_of(rows, "curve").groups[-BINS // 2 :]:
        said.append(
            f"| {100 * group.least:.0f} to {100 * (group.least + 1 / BINS):.0f} % "
            f"| {group.number:,} | {100 * group.mean:.1f} % "
            f"| {100 * group.won:.1f} % ({100 * group.low:.1f} to {100 * group.high:.1f}) |"
        )
    return "\n".join(said)


def reliability_of(rows: Sequence[Position], kind: str) -> Reliability:
    """That of the curve or of the hint."""
    chance = calibration().chance
    return reliability([chance(getattr(row, kind)) for row in rows], [row.won for row in rows])


def read_positions(path: Path) -> list[Position]:
    """The positions of a log, by seed."""
    rows = [row for _, row in read_lines(path, lambda row: Position(**row))]
    return sorted(rows, key=lambda row: row.seed)


def within(text: str, said: str) -> str:
    """A page with the part between the marks replaced. Raises `ValueError` without marks."""
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE}: {BEGIN} or {END} is missing")
    return f"{head}{BEGIN}\n{said}\n{END}{tail}"


def write(folder: Path) -> None:
    """Write the plot and the table of the report from the positions next to it."""
    rows = read_positions(folder / POSITIONS)
    if not rows:
        raise ValueError(f"{folder / POSITIONS} has no positions: make them with --log")
    page = folder / PAGE
    write_atomically(folder / PLOT, drawn(rows).encode())
    write_atomically(page, within(page.read_text("utf-8"), table(rows)).encode())


def jumps(seed: int, judge: Judge) -> tuple[list[float], list[float]]:
    """The changes of the curve over a game with no move of an Expedition between: where another
    player decides, and where the same one does."""
    game, players = begun(seed)
    other: list[float] = []
    same: list[float] = []
    before: tuple[float, int, bytes] | None = None
    while not game.over:
        seat = game.seat()
        chance = calibration().chance(judge.expected(game))
        now = chance, seat.player, game.record["progress"].tobytes()
        if before is not None and before[2] == now[2]:
            (same if before[1] == now[1] else other).append(abs(now[0] - before[0]))
        before = now
        game.act(players[seat.player].act(seat))
    return other, same


def agreement(seed: int, judge: Judge, other: Judge) -> tuple[int, int, int]:
    """Of the decisions of a game that are not forced: how many there are, where both judges are
    certain, and where both are and prefer different answers."""
    game, players = begun(seed)
    number = certain = different = 0
    while not game.over:
        seat = game.seat()
        if len(seat.actions) > 1:
            one, two = judge.options(seat), other.options(seat)
            if one.worlds:
                number += 1
                if not one.toss_up and not two.toss_up:
                    certain += 1
                    different += one.best.copies != two.best.copies
        game.act(players[seat.player].act(seat))
    return number, certain, different


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=1000, metavar="N")
    parser.add_argument("--games", type=int, default=4, metavar="N", help="whole games")
    parser.add_argument("--seed", type=int, default=0, help="the first game (0)")
    parser.add_argument("--log", type=Path, metavar="FILE", help="keep positions here, and resume")
    parser.add_argument("--fit", action="store_true", help="fit the factor and write it")
    parser.add_argument("--written", type=Path, metavar="FOLDER", help="write the report's part")
    options = parser.parse_args()
    if options.written is not None:
        try:
            write(options.written)
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
            return 1
        return 0
    judge = Judge()
    wanted = range(options.seed, options.seed + options.positions)
    logged: dict[int, Position] = {}
    if options.log is not None:
        logged = {row.seed: row for _, row in read_lines(options.log, lambda row: Position(**row))}
    for seed in Progress(len(wanted), "positions").over(wanted):
        if seed not in logged:
            logged[seed] = position_of(seed, judge)
            if options.log is not None:
                add_lines(options.log, [asdict(logged[seed])])
    found = [logged[seed] for seed in wanted]
    won = [row.won for row in found]
    if options.fit:
        factor = fitted([row.curve for row in found], won)
        made = Calibration(factor, network_of(JUDGE), len(found))
        write_atomically(CALIBRATION, (json.dumps(asdict(made)) + "\n").encode())
        calibration.cache_clear()
        print(f"factor {factor} of the log odds, by {len(found):,} positions")
    pilots = {name: [row for row in found if row.pilots == name] for name in PILOTS}
    for name, rows in pilots.items():
        print(f"{name} ({' and '.join(PILOTS[name])}): {len(rows):,} games")
    chance = calibration().chance
    for name in ("curve", "hint"):
        for line in report(name, [chance(getattr(row, name)) for row in found], won):
            print(line)
    other: list[float] = []
    same: list[float] = []
    for seed in range(options.seed, options.seed + options.games):
        more, stays = jumps(seed, judge)
        other, same = other + more, same + stays
    if same and other:
        a, b = float(np.mean(other)), float(np.mean(same))
        print(
            f"sawtooth: {options.games} games, mean change {100 * a:.1f} points where another "
            f"player decides ({len(other)}), {100 * b:.1f} where the same one does ({len(same)}): "
            f"{a / b:.2f} times"
        )
    other_judge = Judge(tuple(seed + 1000 for seed in SEEDS))
    counts = np.zeros(3, dtype=int)
    for seed in range(options.seed, options.seed + options.games):
        counts += agreement(seed, judge, other_judge)
    if counts[0]:
        print(
            f"other seeds: {counts[0]} decisions, both certain in {counts[1]}, of which they prefer"
            f" different answers in {counts[2]}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
