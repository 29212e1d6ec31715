"""`altered cards value`: what the cards of a collection are worth."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from altered_env._runtime.atomic_files import refuse_unwritable, write_atomically
from altered_env._runtime.help_pages import option, rare
from altered_env._runtime.input_files import COLLECTION, refuse_unreadable
from altered_env._runtime.overwriting import output
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.cards.worths import worths
from altered_env.cardstats.collection.card_values import (
    BY_HERO,
    Value,
    ordered,
    valued,
    with_contexts,
)
from altered_env.cardstats.collection.for_deck import Picks, best_for
from altered_env.cardstats.collection.phrases import own_phrases
from altered_env.cardstats.collection.reading_collections import Collection, Problem, read_files
from altered_env.cardstats.collection.tables import (
    ABOUT,
    CONTEXT,
    NAMED,
    as_json,
    counts_of,
    lines_of,
    page_of,
    sheet_of,
)
from altered_env.cardstats.ranking.ranked_page import write_page
from altered_env.cardstats.reporting.page import refuse_no_page
from altered_env.cardstats.reporting.sheets import to_csv
from altered_env.cli.arguments import add_quiet, add_rules
from altered_env.cli.collecting import UsageError
from altered_env.cli.naming_decks import find_deck

_EXAMPLES = """examples:
  altered cards value collection.csv                    a table, the best card first
  altered cards value uniques.jsonl --html values.html --csv values.csv
  altered cards value mine.txt --deck deck.txt --best 3 which of my uniques for this deck?
  altered cards value francais.json --elements phrases.tsv
A file has a card a line (ALT_CORE_B_AX_16_U_380, '2 CORE_AX_16_C', a name, a link, a deck code), or
is CSV with a column 'reference', JSON, official card data, or card texts after a line such as
'Owl (Axiom Character, Robot) 3/2 1/2/3'.
"""
TEXTS = 5
"""The number of texts that are not understood to name."""
REASONS = 3
"""The number of reasons why a deck is illegal to name."""
LINES = 12
"""The number of cards up to which the lines of each are shown."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="+", metavar="FILE", help="the collection, in any form")
    parser.add_argument("--deck", help="a deck: a name, a path or a deck code")
    parser.add_argument(
        "--best", type=int, metavar="N", help="name the N best unique cards for --deck (3)"
    )
    parser.add_argument(
        "--all-rarities", action="store_true", help="with --deck: not only unique cards"
    )
    option(parser, "--format", "standard", "with --deck: format that it must stay legal in")
    option(parser, "--top", 20, "rows to print; the files have all")
    parser.add_argument("--lines", action="store_true", help="show what each line brings")
    output(parser, "--csv", "write the table as CSV")
    output(parser, "--html", "write a page with filters")
    parser.add_argument("--json", action="store_true", help="print JSON with everything")
    with rare(parser):
        parser.add_argument(
            "--elements", metavar="FILE", help="phrases of another language and the English ones"
        )
        option(parser, "--jobs", 0, "processes that read texts; 0: one per core")
    add_rules(parser)
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Print the values; return 1 if anything was not understood, or if there are no cards."""
    _refuse(options)
    phrases = own_phrases(options.elements)
    deck = None if options.deck is None else find_deck(options.deck, options.format)
    reading = Progress(None, "texts read")
    found = read_files(options.files, phrases, options.jobs, reading.say)
    reading.clear()
    if not found.held:
        why = "; ".join(map(str, found.problems[:NAMED])) or "there is nothing in it"
        raise ValueError(
            f"{', '.join(options.files)}: no card was read: {why}; expected references, names or a"
            " CSV with a column 'reference' (altered cards value --help)"
        )
    counting = Progress(len(found.held), "cards valued")
    values = ordered(with_contexts(valued(found.held, counting.say)))
    counting.clear()
    picks = None
    if deck is not None:
        picks = best_for(
            deck,
            values,
            3 if options.best is None else options.best,
            only_unique=not options.all_rarities,
            format=options.format,
            rules=options.rules,
        )
    written = _written(options, found, values)
    if options.json:
        print(json.dumps(as_json(found, values, picks), indent=1))
    else:
        print("\n".join(_said(options, found, values, picks)))
        if written:
            print(f"Written: {', '.join(map(str, written))}")
    return 1 if found.problems or found.by_number or not values else 0


def _refuse(options: argparse.Namespace) -> None:
    """Raise an error for wrong options before anything is read."""
    if options.best is not None and options.deck is None:
        raise UsageError("--best needs --deck, the deck to find cards for")
    if options.deck is None and (options.all_rarities or options.format != "standard"):
        name = "--all-rarities" if options.all_rarities else "--format"
        raise UsageError(f"{name} needs --deck, the deck to find cards for")
    if options.best is not None and options.best < 1:
        raise UsageError(f"--best must be 1 or more, found {options.best}")
    if options.top < 0:
        raise UsageError(f"--top must be 0 or more, found {options.top}")
    if options.jobs < 0:
        raise UsageError(f"--jobs must be 1 or more, or 0 for one per core, found {options.jobs}")
    for name in options.files:
        refuse_unreadable(name, COLLECTION)
    if options.csv is not None:
        refuse_unwritable(options.csv)
    if options.html is not None:
        refuse_no_page(Path(options.html))


def _written(options: argparse.Namespace, found: Collection, values: list[Value]) -> list[Path]:
    written = []
    if options.csv is not None:
        write_atomically(Path(options.csv), to_csv(sheet_of(values)).encode())
        written.append(Path(options.csv))
    if options.html is not None:
        names = ", ".join(Path(name).name for name in options.files)
        report = page_of(found, values, f"Altered: values of {names}")
        written += write_page(report, Path(options.html))
    return written


def _said(
    options: argparse.Namespace, found: Collection, values: list[Value], picks: Picks | None
) -> list[str]:
    lines = []
    if values:
        lines.append(
            f"{'place':>6}  {'card':34}{'cost':>6}{'copies':>7}{'worth':>8}{'interval':>17}"
            f"  {'from':9}  best with"
        )
    every = options.lines or len(values) <= LINES
    for value in values[: options.top]:
        lines += _row(value, every)
    if len(values) > options.top:
        lines.append(f"... and {len(values) - options.top:,} more (--top, --csv, --html)")
    counts = counts_of(found, values)
    lines += [
        "",
        f"{counted(counts['different'], 'different card')}, {counts['cards']:,} in all:"
        f" {counts['measured']:,} measured, {counts['estimated']:,} estimated from their elements,"
        f" {counts['unknown']:,} unknown.",
    ]
    if outside := sum(value.known_from == "outside" for value in values):
        lines.append(
            f"outside: {outside:,} estimated from elements beyond the range of the measured cards."
            " They count as at its end; the interval reaches to what a straight line would say."
        )
    if values:
        lines += [ABOUT, f"Measured {worths().conditions}.", f"Heroes: {BY_HERO}."]
        if any(value.best is not None for value in values):
            lines.append(f"{CONTEXT}.")
    if picks is not None:
        lines += _picks(picks, options.deck)
    if found.by_number:
        lines += ["", f"Texts not understood, so the cards of their numbers count:"
                      f" {len(found.by_number):,}"]  # fmt: skip
        lines += _named(found.by_number, TEXTS)
    if found.problems:
        lines += ["", f"Not read: {len(found.problems):,}"]
        lines += _named(found.problems, NAMED)
    return lines


def _named(problems: Sequence[Problem], most: int) -> list[str]:
    """The first problems, and how many more there are."""
    lines = [f"  {problem}" for problem in problems[:most]]
    if len(problems) > most:
        lines.append(f"  and {len(problems) - most:,} more (--json lists all)")
    return lines


def _row(value: Value, every: bool) -> list[str]:
    """A card, and what its lines bring."""
    card = value.card
    cost = "" if card is None or card.type == "hero" else f"{card.hand_cost}/{card.reserve_cost}"
    if value.worth is None:
        figures = f"{'':8}{'':17}  {'; '.join(value.remarks) or 'unknown'}"
    else:
        span = f"{value.low:+z.1f} .. {value.high:+z.1f}"
        figures = f"{value.worth:+z8.1f}{span:>17}  {value.known_from:9}"
        if value.best is not None:
            who = value.best.hero.partition(" & ")[0]
            figures += f"  {who}, {value.best.archetype} {value.best.gain.mean:+z.1f}"
    place = f"{value.place:,}" if value.place else ""
    lines = [f"{place:>6}  {value.name[:33]:34}{cost:>6}{value.count:7,}{figures}"]
    if not every or value.body is None:
        return lines
    lines.append(f"{'':8}{value.body:+z5.1f} its body: costs, statistics, types, name")
    for one, said in lines_of(value):
        lines.append(f"{'':8}{one.worth:+z5.1f} ({one.low:+z.1f} .. {one.high:+z.1f}) {said}")
    if value.own is not None:
        lines.append(f"{'':8}{value.own:+z5.1f} not explained by its elements")
    if value.best is not None:
        there, best = value.best.worth, value.best
        lines.append(
            f"{'':8}{there.mean:+z5.1f} ({there.low:+z.1f} .. {there.high:+z.1f}) with"
            f" {best.hero} in a deck of {best.archetype}, which adds {best.gain.mean:+z.1f}"
            f" ({best.gain.low:+z.1f} .. {best.gain.high:+z.1f})"
        )
    return lines + [f"{'':8}{remark}" for remark in value.remarks]


def _illegal(picks: Picks) -> list[str]:
    """Why the deck is illegal, if it is."""
    if not picks.illegal:
        return []
    few = "; ".join(picks.illegal[:REASONS])
    more = len(picks.illegal) - REASONS
    rest = f"; and {more} more (altered decks check)" if more > 0 else ""
    return [
        f"{picks.before.name} is illegal: {few}{rest}. Its cards are valued as they are; what takes"
        " a place breaks no further rule."
    ]


def _picks(picks: Picks, deck: str) -> list[str]:
    """The best cards for a deck, a line each."""
    lines = ["", *_illegal(picks)]
    if picks.fitting or picks.others or not picks.unread:
        lines.append(
            f"For {picks.before.name}: {counted(picks.fitting, 'card')} of these fit it,"
            f" {picks.others:,} not."
        )
    if picks.unread:
        lines.append(
            f"For {picks.before.name}: {counted(picks.unread, 'card')} known by reference alone."
            " Give their official data or texts, or altered cards import it."
        )
    for number, pick in enumerate(picks.picks, start=1):
        lines.append(
            f"  {number}. {pick.value.name} instead of {pick.out.card}: {pick.gain:+z.1f}"
            f" ({pick.low:+z.1f} .. {pick.high:+z.1f}), {pick.value.source}"
        )
    if not picks.fitting:
        return lines
    if not picks.picks:
        return [*lines, "  None of them is worth more than a card of similar cost in the deck."]
    return [
        *lines,
        f"The gain is the difference of two worths {picks.context} (90 % intervals).",
        "To measure one in this deck (altered cards import adds unique cards):",
        f"  altered cards worth {picks.picks[0].value.reference} --deck {deck}",
    ]
