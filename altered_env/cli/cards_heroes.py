"""`altered cards heroes`: rank Heroes by the win rates of their lists, by several players."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from math import inf
from pathlib import Path

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import refuse_unwritable, write_atomically
from altered_env._runtime.csv_text import csv_text
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.help_pages import option
from altered_env._runtime.intervals import in_percent
from altered_env._runtime.overwriting import output
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress, hint
from altered_env.agents import STRONGEST_FAST, make
from altered_env.arena.alike import names_alike
from altered_env.arena.deck_sets import legal_ones
from altered_env.arena.ledger import Ledger, Table
from altered_env.arena.paired import Difference
from altered_env.arena.rating_table import strongest_last, who_played
from altered_env.arena.workers import AGAIN, Workers
from altered_env.cardstats.hero_ranking import HeroRow, lists_by_hero, ranked, rate_heroes
from altered_env.cardstats.players_together import disagreement
from altered_env.cli.arguments import (
    COMPILED,
    add_agents,
    add_format,
    add_jobs,
    add_rules,
    add_seed,
    deck_format,
)
from altered_env.cli.beforehand import announce
from altered_env.cli.collecting import UsageError

_EXAMPLES = """examples:
  altered cards heroes --csv heroes.csv
  altered cards heroes --lists constructed --field public --format standard:season=3
"""
PLAYERS = ("greedy", "rules", "net:v1", STRONGEST_FAST)
"""The default players, of different kinds."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    option(parser, "--lists", "constructed", "the lists of the Heroes: decks or pools", "SET")
    option(parser, "--field", "constructed:bench", "opponents: decks or pools", "SET")
    add_agents(parser, PLAYERS, "players, each against itself", COMPILED)
    option(parser, "--deals", 96, "deals per Hero and player, 2 games each")
    output(parser, "--log", "record the games in this file, and resume")
    output(parser, "--csv", "write the table as CSV")
    add_format(parser)
    add_seed(parser)
    add_jobs(parser)
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Play, and print the ranking."""
    if options.deals < 2:
        raise UsageError(f"--deals must be 2 or more, found {options.deals}")
    format = deck_format(options.format)
    agents = list(dict.fromkeys(options.agents))
    for agent in agents:
        make(agent)
    legal, wrong = legal_ones(options.lists, options.rules, format)
    field, refused = legal_ones(options.field, options.rules, format)
    if left := {**wrong, **refused}:
        name, reasons = next(iter(left.items()))
        hint(f"{counted(len(left), 'illegal list')} left out ({name}: {reasons[0]}).")
    lists = lists_by_hero(legal)
    if len(lists) < 2 or not field:
        raise ValueError(
            f"a ranking needs legal lists of two or more Heroes and a field; {options.lists} has"
            f" {counted(len(lists), 'Hero', 'Heroes')}, {options.field}"
            f" {counted(len(field), 'deck')} in {format}"
        )
    log = None if options.log is None else Path(options.log)
    for path in filter(None, (log, options.csv)):
        refuse_unwritable(path)
    total = 2 * options.deals * len(lists) * len(agents)
    announce(total, agents, options.jobs, at_most=log is not None and log.exists())
    progress = Progress(total, "games", games=True)
    by_player: dict[str, dict[str, Difference]] = {}
    kept = "nothing is saved" if log is None else f"the games so far are in {log}; {AGAIN}"
    with writing_to(log, ", or give another --log"), signals.keeping(kept):
        with Workers(options.jobs, alike=partial(names_alike, tuple(agents))) as workers:
            for number, agent in enumerate(agents):
                before = number * total // len(agents)
                table = Table(field, agent, options.seed, options.rules)
                ledger = Ledger(table, workers, log, partial(_say, progress, before))
                by_player[agent] = rate_heroes(lists, ledger, options.deals)
        progress.clear()
    rows = ranked(lists, by_player)
    print("\n".join(report(rows, agents)))
    print(
        f"{counted(total, 'game')}; rules {options.rules}, {format}, seed {options.seed}; lists"
        f" {options.lists}, field {options.field}."
    )
    print(who_played(agents))
    if options.csv:
        write_atomically(options.csv, as_csv(rows).encode())
        print(f"Table written to {options.csv}.")
    return 0


def _say(progress: Progress, before: int, games: int) -> None:
    progress.say(before + games)


def report(rows: Sequence[HeroRow], agents: Sequence[str]) -> list[str]:
    """The ranking: all players together first, then the strongest player's figure."""
    order = list(reversed(strongest_last(agents)))
    head = "".join(f"{agent[:12]:>15}" for agent in order)
    lines = [f"{'':4}{'Hero':26}{'lists':>6}{'all players':>23}{head}"]
    told = []
    for place, row in enumerate(rows, 1):
        cells = "".join(f"{_rate(row.by[agent]):>15}" for agent in order)
        whole = f"{50 + 50 * row.all.mean:z.1f} %"
        if row.all.high < inf:
            whole += f" ({_bound(row.all.low):z.0f} .. {_bound(row.all.high):z.0f})"
        lines.append(f"{place:3} {row.hero:26}{row.lists:6}{whole:>23}{cells}")
        if row.all.disagree:
            told.append(f"{row.hero}: {disagreement(row.by).replace('zero', 'one half')}")
    lines += ["", *told]
    lines += [
        "Win rates of a Hero's lists against the field, in percent; intervals are 95 %, by deal."
        " The interval of all",
        "players is for another player of such kinds. The lists are part of the figure: a Hero with"
        " better lists ranks higher.",
    ]
    return lines


def _rate(row: Difference) -> str:
    """A win rate with its interval."""
    return in_percent(*(0.5 + end / 2 for end in (row.mean, row.low, row.high)))


def _bound(advantage: float) -> float:
    return min(100.0, max(0.0, 50 + 50 * advantage))


def as_csv(rows: Sequence[HeroRow]) -> str:
    """The table as CSV, rates from 0 to 1."""
    head = ("hero", "faction", "lists", "player", "rate", "low", "high")
    table = []
    for row in rows:
        found = [("all", row.all.mean, row.all.low, row.all.high)]
        found += [(agent, one.mean, one.low, one.high) for agent, one in row.by.items()]
        for agent, *rate in found:
            shown = [f"{_bound(x) / 100:.4f}" for x in rate]
            table.append([row.hero, row.faction, row.lists, agent, *shown])
    return csv_text(head, table)
