"""`altered cards status`: how many cards are verified, implemented, unsupported."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from altered_env.cards import Card, catalogue
from altered_env.cards.importing import unplayable
from altered_env.cards.verified import verified
from altered_env.game.books import pool_book


@dataclass(slots=True)
class Count:
    """The number of cards by status."""

    cards: int = 0
    verified: int = 0
    implemented: int = 0

    @property
    def unsupported(self) -> int:
        """The number of cards that cannot be played yet."""
        return self.cards - self.implemented

    def row(self, name: str) -> str:
        """The line of a table."""
        return (
            f"{name:<10} {self.verified:>9,} {self.implemented:>12,} "
            f"{self.unsupported:>12,} {self.cards:>9,}"
        )


def count(
    cards: list[Card], unsupported: Mapping[str, str], by: Callable[[Card], str]
) -> dict[str, Count]:
    """The cards counted by the value of `by`, in order of first appearance."""
    found: dict[str, Count] = {}
    for card in cards:
        entry = found.setdefault(by(card), Count())
        entry.cards += 1
        if card.reference not in unsupported:
            entry.implemented += 1
            entry.verified += card.reference in verified()
    return found


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument(
        "--list", choices=("verified", "unverified", "unsupported"), help="list these cards instead"
    )


def run(options: argparse.Namespace) -> int:
    """Print the table, or list the cards with these statuses."""
    pool = catalogue()
    cards = [card for card in pool if not card.token]
    package = set(pool.package)
    unsupported = {
        **pool_book().unsupported,
        **unplayable((card for card in cards if card not in package), pool.tokens, pool.names),
    }
    if options.list is not None:
        return _list(cards, unsupported, options.list)
    head = f"{'':<10} {'verified':>9} {'implemented':>12} {'unsupported':>12} {'cards':>9}"
    print(head)
    for name, entry in count(cards, unsupported, lambda card: card.set).items():
        print(entry.row(name))
    print()
    for name, entry in sorted(count(cards, unsupported, lambda card: card.faction).items()):
        print(entry.row(name))
    print()
    print(count(cards, unsupported, lambda _: "all").get("all", Count()).row("all"))
    print(
        "\nverified: a test scenario uses it, or one with the same name and abilities;\n"
        "implemented: playable; unsupported: not yet playable"
    )
    return 0


def _list(cards: list[Card], unsupported: Mapping[str, str], listed: str) -> int:
    for card in cards:
        reason = unsupported.get(card.reference)
        if listed == "unsupported":
            if reason is not None:
                print(f"{card.reference:<16} {card}: {reason}")
        elif reason is None and (card.reference in verified()) == (listed == "verified"):
            print(f"{card.reference:<16} {card}")
    return 0
