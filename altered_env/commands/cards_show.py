"""`altered cards show`: everything about one card."""

from __future__ import annotations

import argparse

from altered_env.cards import Card, catalogue, find
from altered_env.cards.worths import worths
from altered_env.commands.card_words import status_of, wording

__all__ = ["add", "run"]

FEW = 12
"""So many other versions are named."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument("name", nargs="+", help="a name, with or without version, or a reference")


def run(options: argparse.Namespace) -> int:
    """Show the facts of a card, its abilities in notation and in English, status and prints."""
    name = " ".join(options.name)
    pool = catalogue()
    card = pool.tokens.get(name) or find(name)
    print(f"{card}   {card.reference}")
    kind = card.type.replace("_", " ")
    if card.subtypes:
        kind += " - " + ", ".join(card.subtypes)
    print(f"{kind}; {card.faction}; {card.rarity or 'token'}")
    if card.type == "hero":
        print(f"Reserve limit {card.reserve_limit}, Landmark limit {card.landmark_limit}")
    elif not card.token:
        print(f"Hand Cost {card.hand_cost}, Reserve Cost {card.reserve_cost}")
    if card.type == "character":
        print(f"forest {card.forest}, mountain {card.mountain}, water {card.water}")
    for line, said in zip((*card.abilities, *card.support), wording(card), strict=True):
        print(f"\n  {line}\n    {said}")
    print(f"\nStatus: {status_of(card)}")
    print("\n".join(_worth(card)))
    if card.suspended:
        print("Suspended: it may not be in a constructed deck.")
    if card.prints:
        print(f"Other prints: {', '.join(card.prints)}")
    others = [version.version for version in pool.versions(card.name) if version != card]
    if others:
        more = f" and {len(others) - FEW:,} more" if len(others) > FEW else ""
        print(f"Other versions: {', '.join(others[:FEW])}{more}")
    print(f"From: {card.source}")
    return 0


def _worth(card: Card) -> list[str]:
    """What the card was found to be worth, if it was."""
    found = worths()
    row = found.cards.get(card.reference)
    if row is None:
        return ["Worth: not measured (altered rank)"]
    return [
        f"Worth: {row.worth:+.1f} % ({row.low:+.1f} to {row.high:+.1f}) of games, dealt early,"
        " above the plain Character 3/3, 3/3/3",
        f"  place {row.place:,} of {len(found.cards):,} ({row.place_low:,} to {row.place_high:,});"
        f" among the best 1 % with {row.best:.0f} %",
        f"  {found.conditions}",
    ]
