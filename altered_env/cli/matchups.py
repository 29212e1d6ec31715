"""`altered matchups`: win rates between decks, the value of going first, and the metagame."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from textwrap import fill

from altered_env import formats
from altered_env._runtime.help_pages import option
from altered_env._runtime.intervals import in_percent, spanned_mean
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.arena.deck_sets import legal_ones, refuse
from altered_env.arena.paired import Difference
from altered_env.arena.rating_table import who_played
from altered_env.cardstats.deck_matchups import Meeting, Meta, Table, first_player, meta, rates
from altered_env.cardstats.deck_matchups import run as play_matchups
from altered_env.cli.arguments import (
    add_agent,
    add_decks,
    add_format,
    add_jobs,
    add_rules,
    add_seed,
)
from altered_env.cli.beforehand import announce, more_games
from altered_env.cli.collecting import UsageError

LEAST = 30
"""The minimum number of deals per pair of decks for a metagame: with fewer, intervals are rough."""
SHORT = 14
"""The maximum length of a name at the head of a column."""
TOO_WIDE = 0.25
"""The maximum half-width of a reported metagame share."""


Rate = tuple[float, float, float]
"""A win rate, and the ends of its interval."""


def _rate(row: Difference, other_way: bool = False) -> Rate:
    """The win rate of the first deck, or of the other."""
    ends = (-row.mean, -row.high, -row.low) if other_way else (row.mean, row.low, row.high)
    mean, low, high = (0.5 + end / 2 for end in ends)
    return mean, low, high


def _metas(metas: Sequence[Meta]) -> list[str]:
    """The decks of the meta, the most played first."""
    first = max(16, *(len(deck.deck) + 1 for deck in metas))
    lines = [f"{'':{first}}{'of the meta':>12}{'interval':>16}{'against it':>12}{'interval':>18}"]
    for deck in sorted(metas, key=lambda deck: (-deck.share, -deck.rate)):
        share = f"{100 * deck.share_low:z.0f} .. {100 * deck.share_high:z.0f} %"
        span = f"{100 * deck.low:z.1f} .. {100 * deck.high:z.1f} %"
        line = f"{deck.deck:{first}}{100 * deck.share:10.0f} %{share:>16}"
        lines.append(f"{line}{100 * deck.rate:10.1f} %{span:>18}")
    return lines


def matrix(names: Sequence[str], by_pair: Mapping[tuple[int, int], Difference]) -> list[str]:
    """The win rate of each row's deck against each column's with its interval, and the mean over
    the others, each counted once. Columns have numbers if
    the names are long."""
    short = max(map(len, names)) <= SHORT
    heads = list(names) if short else [str(k) for k in range(1, len(names) + 1)]
    rows = list(names) if short else [f"{k} {name}" for k, name in enumerate(names, 1)]
    first = max(16, *(len(row) + 1 for row in rows))
    table = []
    for i in range(len(rows)):
        others = [j for j in range(len(names)) if j != i]
        found = [by_pair[min(i, j), max(i, j)] for j in others]
        ways = [i > j for j in others]
        won = [_rate(one, way) for one, way in zip(found, ways, strict=True)]
        cells = [in_percent(*one) for one in won]
        cells.insert(i, "-")
        cells.append(in_percent(*spanned_mean(*zip(*won, strict=True))))
        table.append(cells)
    wide = 1 + max(11, *(len(text) for line in (heads, *table) for text in line))
    lines = [" " * first + "".join(f"{head:>{wide}}" for head in (*heads, "mean"))]
    for row, cells in zip(rows, table, strict=True):
        lines.append(f"{row:{first}}" + "".join(f"{cell:>{wide}}" for cell in cells))
    return lines


def report(table: Table, meetings: Sequence[Meeting], format: str = "standard") -> str:
    """The results of the decks of a format, in words and numbers."""
    by_pair = rates(table, meetings)
    lines = ["Win rate of the row's deck, in percent:", ""]
    lines += matrix([deck.name for deck in table.decks], by_pair)
    metas = meta(table, by_pair)
    unsure = max(deck.share_high - deck.share_low for deck in metas) / 2
    if unsure > TOO_WIDE or table.deals < LEAST:
        widest = max(row.wide for row in by_pair.values()) / 2
        due = max(LEAST, more_games(unsure, TOO_WIDE, table.deals))
        words = (
            f"Too few games to determine the metagame: after {table.deals} deals per pair"
            f" the intervals are \u00b1{100 * widest:.0f} %. --deals {due} may suffice, unless"
            " the decks are equally strong."
        )
        lines += ["", fill(words, 90)]
    else:
        lines += ["", *_metas(metas)]
    first = first_player(meetings)
    lines += [
        "",
        f"The first player of day one wins {50 + 50 * first.mean:z.1f} % "
        f"({50 + 50 * first.low:z.1f} .. {50 + 50 * first.high:z.1f} %).",
        f"{counted(2 * len(meetings), 'game')}, {2 * table.deals} per pair of decks;"
        f" {table.agent} against "
        f"itself, rules {table.rules}, {format}, seed {table.seed}.",
        who_played([table.agent]),
        "Intervals are 95 %, clustered by deal: one seed, both seats. The meta is the",
        "equilibrium of deck choice: no deck wins more than half its games against it.",
    ]
    return "\n".join(lines)


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_decks(parser)
    add_agent(parser)
    option(parser, "--deals", 100, "deals per pair of decks, 2 games each")
    add_seed(parser)
    add_jobs(parser)
    add_rules(parser)
    add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Play the matchups of the legal decks and print them."""
    form = formats.get(options.format)
    if form.players != 2 or form.switches:
        raise UsageError(f"--format {form.name} has other rules of play; expected a deck format")
    chosen, wrong = legal_ones(options.decks, options.rules, options.format)
    if len(chosen) < 2:
        refuse(wrong)
    table = Table(chosen, options.agent, options.deals, options.seed, options.rules)
    announce(2 * options.deals * len(table.pairs), [options.agent], options.jobs)
    progress = Progress(2 * options.deals * len(table.pairs), "games", games=True)
    meetings = play_matchups(table, options.jobs, progress.say)
    progress.clear()
    print(report(table, meetings, form.name))
    for name, (reason, *more) in wrong.items():
        print(f"Left out: {name}: {reason}" + (f"; and {len(more)} more" if more else ""))
    return 0
