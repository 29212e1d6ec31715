"""`altered cards search`: list matching cards."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from math import inf
from typing import Any

from altered_env.cards import Card, catalogue
from altered_env.cards.printed_words import SETS
from altered_env.cards.worths import Worths, worths
from altered_env.game.card_search import FILTERS, fitting
from altered_env.game.card_text import numbers


def _place(card: Card) -> float:
    row = worths().cards.get(card.reference)
    return inf if row is None else row.place


ORDERS: Mapping[str, Callable[[Card], Any]] = {
    "name": lambda card: (card.name.casefold(), card.reference),
    "cost": lambda card: (card.hand_cost, card.reserve_cost, card.name.casefold()),
    "stats": lambda card: (-(card.forest + card.mountain + card.water), card.hand_cost, card.name),
    "set": lambda card: (_set_of(card.set), card.reference),
    "worth": _place,
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
        help="sort by name, Hand Cost, total statistics, set and number, or measured worth, best "
        "first",
    )


def run(options: argparse.Namespace) -> int:
    """List matching cards, a line each; return 1 if there are none."""
    pool = catalogue()
    wanted = {name: value for name in FILTERS if (value := getattr(options, name)) is not None}
    found = fitting(options.text, wanted, options.tokens)
    measured = worths() if options.sort == "worth" else None
    if options.sort:
        found.sort(key=ORDERS[options.sort])
    for card in found:
        worth = "" if measured is None else _worth(card, measured)
        print(
            f"{worth}{card.reference:<16} {card.name[:36]:<36} {card.version:<6} {card.type:<20} "
            f"{card.faction:<8} {numbers(card)}".rstrip()
        )
    if measured is not None and measured.cards:
        print(
            f"Worth in points of win rate when dealt early (docs/ranking.md): {measured.conditions}"
        )
    print(f"{len(found):,} of {sum(card.token == options.tokens for card in pool):,} cards")
    if not any(card.rarity == "unique" for card in pool) and options.rarity in ("U", "unique"):
        print("Unique cards come from official data: add them with altered cards import FILE.")
    return 0 if found else 1


def _worth(card: Card, found: Worths) -> str:
    row = found.cards.get(card.reference)
    return f"{'':21}" if row is None else f"{row.worth:+6.1f} ({row.low:+5.1f} {row.high:+5.1f}) "
