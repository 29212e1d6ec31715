"""`altered decks show`: print a deck, or convert it to another form."""

from __future__ import annotations

import argparse

from altered_env._runtime.plurals import counted
from altered_env.cards import Card
from altered_env.cli.arguments import add_deck_names
from altered_env.cli.naming_decks import find_deck
from altered_env.decks import Deck


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_deck_names(parser)
    parser.add_argument(
        "--form",
        default="text",
        choices=("text", "references", "official", "names", "json", "exchange", "code"),
        help="output form (text: by type, with costs)",
    )


def run(options: argparse.Namespace) -> int:
    """Print each deck in a form."""
    form: str = options.form
    for number, name in enumerate(options.decks):
        deck = find_deck(name)
        if number:
            print()
        if form == "json":
            print(deck.to_json(), end="")
        elif form == "exchange":
            print(deck.to_exchange(), end="")
        elif form == "code":
            print(deck.to_code())
        elif form != "text":
            print(deck.to_text(form), end="")
        else:
            _print_deck(deck)
    return 0


_KINDS = (
    ("character", "Characters"),
    ("spell", "Spells"),
    ("landmark_permanent", "Landmark Permanents"),
    ("expedition_permanent", "Expedition Permanents"),
    ("mana", "Mana"),
)


def _print_deck(deck: Deck) -> None:
    print(f"{deck.name}: {counted(len(deck.cards), 'card')}")
    if deck.hero is not None:
        print(f"Hero: {deck.hero.name} ({deck.hero.faction})")
    for kind, title in _KINDS:
        grouped = {card: n for card, n in deck.counted.items() if card.type == kind}
        if not grouped:
            continue
        print(f"\n{title} ({sum(grouped.values())})")
        for card in sorted(grouped, key=lambda card: (card.hand_cost, card.name, card.reference)):
            print(f"  {grouped[card]} {card!s:<38} {_numbers(card):<13} {card.reference}")


def _numbers(card: Card) -> str:
    cost = f"{card.hand_cost}/{card.reserve_cost}"
    if card.type == "character":
        cost += f"  {card.forest}/{card.mountain}/{card.water}"
    return cost
