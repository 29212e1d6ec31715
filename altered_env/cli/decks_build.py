"""`altered decks build`: build a deck of a Hero for a field."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path
from textwrap import fill

from altered_env import decks, formats
from altered_env._runtime import signals
from altered_env._runtime.atomic_files import in_a_file_name, refuse_unwritable, write_atomically
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.help_pages import option, rare, several
from altered_env._runtime.overwriting import output, refuse_same
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress, hint, span
from altered_env.agents import make
from altered_env.agents.bots import refuse_stepwise
from altered_env.arena.alike import names_alike
from altered_env.arena.ledger import Ledger, Table
from altered_env.arena.paired import Difference, difference
from altered_env.arena.pilots import pilot_of, pilots_in
from altered_env.arena.rating_table import who_played
from altered_env.arena.workers import AGAIN, Workers
from altered_env.cards import Card, catalogue
from altered_env.cardstats.building_decks.build_pool import Pool, pool_of
from altered_env.cardstats.building_decks.build_search import (
    JUDGED,
    SEARCHERS,
    Built,
    Slot,
    against_each,
    build,
    lists_of,
    opening_odds,
    report_deals,
    report_games,
    slots,
    time_for_a_change,
)
from altered_env.cardstats.metagame.field import read_field, seated
from altered_env.cli.arguments import add_format, add_jobs, add_rules, add_seed, deck_format
from altered_env.cli.collecting import UsageError
from altered_env.cli.naming_decks import find_deck, find_hero
from altered_env.decks import Deck
from altered_env.decks.constructing import ARCHETYPES

_EXAMPLES = """examples:
  altered decks build --hero Waru --collection mine.csv --field field.tsv --time 15m --out waru.txt
  altered decks build --hero Rin --uniques uniques.jsonl      all cards, and your uniques
  altered decks build --hero Treyst --start mine.txt --format standard:season=3

A pool or collection is a list of references, a CSV, deck codes or official JSON, as in
`altered cards value`. The games are kept beside the list, so the same command goes on from them.
"""
KEPT_IN = ".games"
"""The ending of the file with the games of a search, beside its list."""
JUDGES = ("rules",)
"""Players that judge the deck besides those of the search."""
_TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h)?")


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("--hero", required=True, help="a name or a reference")
    several(parser, "--pool", "FILE", "only these cards, in any number")
    several(parser, "--collection", "FILE", "only the copies that you own")
    several(parser, "--uniques", "FILE", "your unique cards, beside all other cards")
    several(parser, "--start", "DECK", "also start from these lists")
    option(parser, "--field", "public", "opponents, as in altered meta", metavar="FIELD")
    parser.add_argument(
        "--agent", nargs="+", default=SEARCHERS, metavar="AGENT",
        help=f"players: greedy, rules, net:PATH ({' '.join(SEARCHERS)})",
    )  # fmt: skip
    option(
        parser, "--time", "10m",
        "time of the search: 90s, 10m, 2h; the report takes as long again at most",
    )  # fmt: skip
    output(parser, "--out", "file of the list (HERO-built.txt)")
    add_format(parser)
    add_seed(parser, "other lists and games")
    add_jobs(parser)
    with rare(parser):
        parser.add_argument(
            "--judges", nargs="*", default=JUDGES, metavar="AGENT",
            help="other players that judge the deck (rules)",
        )  # fmt: skip
        parser.add_argument(
            "--practised", metavar="FOLDER", help="pilots of decks practise play the field's lists"
        )
        output(parser, "--log", "file of the games (HERO-built.games)")
        option(parser, "--games", 0, "games of the search, in place of the time")
        option(
            parser, "--deals", 40,
            "most deals per deck of the field, and per slot, in the report",
        )  # fmt: skip
        add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Build a deck, print the report and write the lists."""
    hero, form = find_hero(options.hero), formats.get(deck_format(options.format))
    seconds = _seconds(options.time)
    if options.pool and options.collection:
        raise UsageError("--pool and --collection: give one of them")
    if options.uniques and (options.pool or options.collection):
        raise UsageError(
            "--uniques is beside all cards: name its files with --pool or --collection"
        )
    if options.games < 0 or options.deals < 2:
        raise UsageError("--games must be 0 or more and --deals 2 or more")
    searchers = list(dict.fromkeys(options.agent))
    judges = [one for one in dict.fromkeys(options.judges) if one not in searchers]
    for agent in (*searchers, *judges):
        make(agent)
    refuse_stepwise([*searchers, *judges])
    out = Path(options.out or f"{in_a_file_name(hero.name.split()[0].lower())}-built.txt")
    log = out.with_suffix(KEPT_IN) if options.log is None else Path(options.log)
    if log == out:
        raise UsageError(f"--out {out}: the games are kept in a file of that name; name another")
    written = [out, log, *(_beside(out, archetype) for archetype in ARCHETYPES)]
    refuse_same([("--out", str(path)) for path in written], options.inputs)
    for path in (out, log):
        refuse_unwritable(path)
    known = {} if options.practised is None else pilots_in(options.practised)
    field = read_field(options.field, form.name, options.rules, seed=options.seed)
    pool = pool_of(
        hero, form.name, options.rules, options.pool or options.collection,
        bool(options.collection), 1, options.uniques,
    )  # fmt: skip
    for remark in (*field.remarks, *pool.remarks):
        hint(remark)
    given = _given(options.start, hero, form, options.rules)
    if not options.games:
        hint(
            f"Search: about {span(seconds)}, at least a race of lists. Report: as long again at"
            " most, with fewer games if the time is short."
        )
    others = seated(field)
    pilots = tuple(pilot_of(deck, known, "") for deck in others) if known else ()
    if known and not any(pilots):
        raise ValueError(
            f"{options.practised}: no list of {options.field} has a pilot there: make them with"
            " altered decks practise"
        )
    made: list[Path] = []
    given += [deck for deck in lists_of(pool, others) if deck not in given]
    if log.exists():
        hint(f"The search goes on from the games in {log}; delete it to begin anew.")
    with writing_to(log, ", or give another --log"):
        built, table, rows, judged, each = _search(
            options, pool, others, pilots, given, log, seconds, searchers, judges,
            lambda found: made.extend(_written(found, hero, out)),
        )  # fmt: skip
    named = _named(built, hero)
    print("\n".join(report(named, pool, built, rows, judged, each)))
    print(f"Rules {table.rules}, {form.name}, seed {table.seed}; field {options.field}.")
    print(who_played(list(dict.fromkeys([*searchers, *judges, *filter(None, pilots)]))))
    if pilots:
        led = dict.fromkeys(d.name for d, pilot in zip(others, pilots, strict=True) if pilot)
        print(f"Practised: {', '.join(led)}.")
    print(f"Written: {', '.join(map(str, made))}. The same command goes on from {log}.")
    if foreign := [card for card in dict.fromkeys(named.cards) if card not in catalogue()]:
        files = " ".join((*options.uniques, *options.pool, *options.collection))
        print(
            f"{foreign[0]} and others are known from the files alone: altered cards import {files}"
            " lets other commands read the list."
        )
    return 0


def _named(built: Built, hero: Card) -> Deck:
    return replace(built.deck, name=f"{hero.name.split()[0]}, built")


def _beside(out: Path, archetype: str) -> Path:
    """Return the file of the best list of another archetype."""
    return out.with_name(f"{out.stem}-{in_a_file_name(archetype)}{out.suffix}")


def _written(built: Built, hero: Card, out: Path) -> list[Path]:
    """Write the lists; return their files."""
    write_atomically(out, _named(built, hero).to_text().encode())
    written = [out]
    for archetype, other in built.kept[1:]:
        path = _beside(out, archetype)
        write_atomically(path, other.deck.to_text().encode())
        written.append(path)
    return written


def _search(
    options: argparse.Namespace,
    pool: Pool,
    others: tuple[Deck, ...],
    pilots: tuple[str, ...],
    given: Sequence[Deck],
    log: Path,
    seconds: float,
    searchers: Sequence[str],
    judges: Sequence[str],
    save: Callable[[Built], None],
) -> tuple[Built, Table, list[Slot], dict[str, Difference], dict[str, Difference]]:
    """Search, save what was found, and play the games of the report."""
    begun = time.monotonic()
    table = Table(others, searchers[0], options.seed, options.rules, tuple(searchers[1:]), pilots)
    progress = Progress(options.games or None, "games", games=True)

    def words() -> str:
        return f"the games so far are in {log}; {AGAIN}"

    known = catalogue()
    foreign = any(card not in known for card in pool.cards)
    cards = pool.cards if foreign else ()
    alike = partial(names_alike, (*searchers, *judges, *filter(None, pilots)))
    with signals.keeping(words), Workers(options.jobs, alike=alike) as workers:
        ledger = Ledger(
            table, workers, log, progress.say, free=not options.games, cards=cards
        )  # fmt: skip
        built = build(pool, ledger, options.games, seconds, given, options.seed, progress.aside)
        save(built)  # the report may be interrupted
        left = max(0.0, 2 * seconds - (time.monotonic() - begun))
        deals = report_deals(built, len(others), len(judges), options.deals, left)
        due = report_games(built.deck, len(others), len(judges), deals)
        took = f", about {span(due / built.speed)}" if built.speed else ""
        progress.aside(
            "Report: the deck meets each deck of the field, and the alternatives to its cards:"
            f" {counted(due, 'game')}{took}."
        )
        every, each = against_each(built.deck, ledger, deals)
        rows = list(slots(built.deck, pool, ledger, deals))
        judged = {", ".join(searchers): every}
        for agent in judges:
            judge = Ledger(table.by(agent), workers, log, cards=cards)
            names = [f"judge/0/{k}" for k in range(JUDGED * deals)]
            (scores,) = judge.scores([built.deck], names)
            judged[agent] = difference([2 * score - 1 for score in scores])
    progress.clear()
    return built, table, rows, judged, each


def _seconds(text: str) -> float:
    """The seconds of a time such as 90s, 10m or 2h; a number alone means minutes.

    >>> _seconds("90s"), _seconds("10m"), _seconds("2")
    (90.0, 600.0, 120.0)
    """
    match = _TIME.fullmatch(text.strip())
    if match is None or not float(match[1]):
        raise UsageError(f"--time {text[:20]}: expected a time such as 90s, 10m or 2h")
    return float(match[1]) * {"s": 1, "m": 60, "h": 3600}[match[2] or "m"]


def _given(words: Sequence[str], hero: Card, form: formats.Format, rules: str) -> list[Deck]:
    """The lists to start from. Raises `ValueError` for an illegal one or another Hero's."""
    found = []
    for word in words:
        deck = form.as_played(find_deck(word, form.name))
        if wrong := form.of_deck(deck, rules):
            raise ValueError(f"{deck.name} is illegal: {wrong[0]} (altered decks check)")
        if deck.hero is None or deck.hero.reference != hero.reference:
            raise ValueError(f"{deck.name} is a deck of {deck.hero}, not of {hero.name}")
        found.append(deck)
    return found


def _percent(row: Difference) -> str:
    """The win rate of wins less losses, with its interval."""
    return f"{50 + 50 * row.mean:z.1f} % ({50 + 50 * row.low:z.1f} .. {50 + 50 * row.high:z.1f})"


def _first(built: Built, rows: Sequence[Slot]) -> list[str]:
    """What to know before anything else: a search without a change, and cards to exchange."""
    lines = []
    if built.hurried:
        due = time_for_a_change(built)
        more = f": give it --time {ceil(due / 10) * 10:.0f}s or more" if due else ""
        lines.append(f"The time was too short for a single change of a list{more}.")
    worse = sorted(
        (slot for slot in rows if slot.brings.high < 0), key=lambda slot: slot.brings.mean
    )
    if worse:
        lines.append(f"Measured better than the list's own cards, of {len(rows)} tried:")
    for slot in worse:
        low, high = -100 * slot.brings.high, -100 * slot.brings.low
        gain = f"{-100 * slot.brings.mean:+z.1f} ({low:+z.1f} .. {high:+z.1f})"
        lines.append(f"  {slot.change}: {gain}")
    return lines


def report(
    deck: Deck,
    pool: Pool,
    built: Built,
    rows: Sequence[Slot],
    judged: dict[str, Difference],
    each: dict[str, Difference],
) -> list[str]:
    """The deck, what it wins, and what each card brings."""
    stats = decks.stats(deck)
    curve = ", ".join(f"{cost}: {count}" for cost, count in sorted(stats.curve.items()))
    kinds = ", ".join(f"{name} {count}" for name, count in stats.types.items() if count)
    earlier = f" after {built.before:,} in earlier runs" if built.before else ""
    lines = [
        f"{deck.name}: {deck.summary}, in {counted(built.games, 'game')}{earlier}",
        *_first(built, rows),
        "",
    ]
    lines += [f"  {count} {card}" for card, count in deck.counted.items() if card != deck.hero]
    lines += [
        "",
        f"Curve {curve}; {kinds}.",
        "Opening hand: " + ", ".join(
            f"{words} {100 * opening_odds(deck, cost, least):.0f} %"
            for words, cost, least in (
                ("a card of Hand Cost 1 or 2", 2, 1),
                ("two of them", 2, 2),
                ("three of 3 or less", 3, 3),
            )
        ) + ".",
        "",
        f"{'lists by archetype':40}{'won against the field':>24}",
    ]  # fmt: skip
    for (archetype, one), rate in zip(built.kept, built.rates, strict=True):
        kept = sum(step.accepted for step in one.steps)
        words = f"{archetype}, {kept} of {len(one.steps)} changes kept"
        lines.append(f"{words:40}{_percent(rate):>24}")
    lines += ["", f"{'judged by':40}{'won against the field':>24}"]
    lines += [f"{agent:40}{_percent(rate):>24}" for agent, rate in judged.items()]
    player = next(iter(judged), "")
    lines += ["", f"{f'against, by {player}' if player else 'against':40}{'won':>24}"]
    by_rate = sorted(each.items(), key=lambda item: item[1].mean)
    lines += [f"{name[:39]:40}{_percent(rate):>24}" for name, rate in by_rate]
    lines += ["", f"{'card':44}{'brings':>24}  closest alternative"]
    for slot in sorted(rows, key=lambda slot: -slot.brings.mean):
        row, change = slot.brings, slot.change
        span = f"{100 * row.mean:+z.1f} ({100 * row.low:+z.1f} .. {100 * row.high:+z.1f})"
        lines.append(f"{f'{change.copies} {change.out}'[:43]:44}{span:>24}  {change.into}")
    unknown = sum(card.reference not in pool.worth for card in pool.cards)
    lines += [
        "",
        fill(
            "Intervals are 95 %, clustered by deal: one opponent and seed, both seats. What a card"
            " brings is the difference to its closest alternative in all its places. The first"
            " judge is the players of the search, with the games against each deck. They chose the"
            " deck, so the others are a better guide. Lists by archetype met fewer decks, to be"
            " compared."
            + (
                f" {counted(unknown, 'card')} of the pool without a known worth." if unknown else ""
            ),
            100,
        ),
    ]
    return lines
