"""`altered cards search`: list matching cards."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable, Mapping
from math import inf
from typing import Any

from altered_env.cards import Card, catalogue
from altered_env.cards.estimates import Estimate, estimates
from altered_env.cards.printed_words import SETS
from altered_env.cards.worths import Worth, worths
from altered_env.cardstats.collection.reading_collections import family_of
from altered_env.game.card_search import FILTERS
from altered_env.game.card_text import numbers
from altered_env.game.word_search import UNIQUES, searched


def _less(card: Card) -> float:
    """The worth, measured or estimated, so that the best card comes first."""
    row = _figures(card)
    return inf if row is None else -row.worth


@functools.lru_cache(maxsize=100_000)
def _figures(card: Card) -> Worth | Estimate | None:
    return worths().of(card) or estimates().estimate(card)


ORDERS: Mapping[str, Callable[[Card], Any]] = {
    "name": lambda card: (card.name.casefold(), card.reference),
    "cost": lambda card: (card.hand_cost, card.reserve_cost, card.name.casefold()),
    "stats": lambda card: (-(card.forest + card.mountain + card.water), card.hand_cost, card.name),
    "set": lambda card: (_set_of(card.set), card.reference),
    "worth": _less,
}
"""The sort key of a list."""


def _set_of(name: str) -> tuple[int, str]:
    """Sets in order of release, unknown ones last."""
    return (SETS.index(name) if name in SETS else len(SETS), name)


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument(
        "text",
        nargs="?",
        default="",
        help="words of the name, notation or English abilities: 'draw a card', 'draw 1 card'",
    )
    says = {
        "type": "character, spell, hero, landmark_permanent, expedition_permanent",
        "faction": "axiom or AX, ...",
        "subtype": "engineer, robot, ...",
        "rarity": "common or C, rare or R, exalted or E, unique or U",
        "set": "CORE, ALIZE, ...",
    }
    for name, choices in says.items():
        parser.add_argument(f"--{name}", help=f"only those of this {name}: {choices}")
    parser.add_argument("--cost", help="the Hand Cost: 3, 2-4, '>=3', '<3'")
    parser.add_argument("--keyword", help="word of the notation: gigantic, sabotage, after_you")
    parser.add_argument(
        "--wording", "--text-of-wording", metavar="TEXT", help="words of the abilities in English"
    )
    parser.add_argument("--tokens", action="store_true", help="search tokens instead")
    parser.add_argument(
        "--sort",
        choices=tuple(ORDERS),
        help="sort by name, Hand Cost, total statistics, set and number, or worth, measured or "
        "estimated, best first",
    )


def run(options: argparse.Namespace) -> int:
    """List matching cards, a line each; return 1 if there are none."""
    pool = catalogue()
    wanted = {name: value for name in FILTERS if (value := getattr(options, name)) is not None}
    found, note = searched(options.text, wanted, options.tokens)
    if note:
        print(f"note: {note}")
    measured = worths() if options.sort == "worth" else None
    if options.sort:
        found.sort(key=ORDERS[options.sort])
    for card in found:
        worth = "" if measured is None else _worth(card)
        print(
            f"{worth}{card.reference:<16} {card.name[:36]:<36} {card.version:<6} {card.type:<20} "
            f"{card.faction:<8} {numbers(card)}".rstrip()
        )
    if measured is not None and measured.cards:
        print(
            "Worth in points of win rate when dealt early (docs/ranking.md), e: estimated from the"
            f" card's elements: {measured.conditions}"
        )
    print(f"{len(found):,} of {sum(card.token == options.tokens for card in pool):,} cards")
    others = []
    if options.rarity in ("U", "unique"):
        others = _without_text(options) if options.sort == "worth" else []
        if others:
            print(
                "\n".join([f"{len(others):,} measured unique cards without their text:", *others])
            )
        if not note and not any(card.rarity == "unique" for card in pool):
            print(f"note: {UNIQUES}")
    return 0 if found or others else 1


def _worth(card: Card) -> str:
    row = _figures(card)
    if row is None:
        return f"{'':23}"
    mark = "  " if isinstance(row, Worth) else " e"
    return f"{row.worth:+z6.1f} ({row.low:+z5.1f} {row.high:+z5.1f}){mark} "


def _without_text(options: argparse.Namespace) -> list[str]:
    """The measured unique cards whose text is not there, a line each, the best first. Only their
    name and set are known."""
    pool = catalogue()
    known = {name for name in FILTERS if getattr(options, name) is not None}
    wanted = options.text.casefold()
    lines = []
    for row in sorted(worths().cards.values(), key=lambda row: row.place):
        if "_U_" not in row.reference or row.reference in pool or known - {"rarity", "set"}:
            continue
        family = family_of(row.reference, pool)
        name = "" if family is None else family.name
        if wanted in name.casefold() and (options.set or "").upper() in ("", _set(row.reference)):
            lines.append(
                f"{row.worth:+z6.1f} ({row.low:+z5.1f} {row.high:+z5.1f})"
                f"   {row.reference:<20} {name}"
            )
    return lines


def _set(reference: str) -> str:
    return reference.partition("_")[0]
