"""`altered cards show`: everything about a card, or several."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from altered_env.cards import Card, UnknownCardError, catalogue, find
from altered_env.cards.estimates import Estimate, estimates
from altered_env.cards.worths import Worth, of_others, worths
from altered_env.game.card_text import facts, status_of, wording

FEW = 12
"""The number of other versions to name."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument("name", nargs="+", help="one or more names or references")


def run(options: argparse.Namespace) -> int:
    """Show the facts of cards, their abilities in notation and in English, status and prints."""
    for number, card in enumerate(_named(options.name)):
        if number:
            print()
        _show(card)
    return 0


def _named(words: Sequence[str]) -> list[Card]:
    """The named cards: by all words together or, if there is no such card, by each word.

    >>> [str(card) for card in _named(["Foundry", "Armorer", "C"])]
    ['Foundry Armorer C']
    >>> [str(card) for card in _named(["Foundry Armorer C", "CORE_AX_30_R1"])]
    ['Foundry Armorer C', 'Brassbug Hive R1']
    """
    try:
        return [_one(" ".join(words))]
    except UnknownCardError as error:
        if len(words) == 1:
            raise
        try:
            return [_one(word) for word in words]
        except UnknownCardError:
            if any(" " in word or "_" in word for word in words):
                raise  # several were named, and this one is unknown
            raise error from None  # the words of one name


def _one(name: str) -> Card:
    return catalogue().tokens.get(name) or find(name)


def _show(card: Card) -> None:
    print("\n".join(facts(card)))
    for line, said in zip((*card.abilities, *card.support), wording(card), strict=True):
        print(f"\n  {line}\n    {said}")
    print(f"\nStatus: {status_of(card)}")
    print("\n".join(_worth(card)))
    if card.suspended:
        print("Suspended: not legal in a constructed deck.")
    if card.prints:
        print(f"Other prints: {', '.join(card.prints)}")
    others = [one.version for one in catalogue().versions(card.name) if one != card]
    if others:
        more = f" and {len(others) - FEW:,} more" if len(others) > FEW else ""
        print(f"Other versions: {', '.join(others[:FEW])}{more}")
    print(f"From: {card.source}")


def _points(row: Worth | Estimate) -> str:
    """A worth with its interval."""
    return f"{row.worth:+z.1f} points of win rate ({row.low:+z.1f} to {row.high:+z.1f})"


def _worth(card: Card) -> list[str]:
    """The measured worth of the card, if there is one."""
    found = worths()
    row = found.of(card)
    if row is None:
        return _estimated(card)
    return [
        f"Worth: {_points(row)} when dealt early, above the plain Character 3/3, 3/3/3",
        f"  place {row.place:,} of {len(found.cards):,} ({row.place_low:,} to {row.place_high:,});"
        f" in the best 1 % with probability {row.best:.0f} %",
        f"  {found.conditions_of(card.reference)}",
        *_to_others(card),
    ]


def _to_others(card: Card) -> list[str]:
    """The worth of the card to other players."""
    return [
        f"Worth to {found.head['agent']}: {_points(row)}, place {row.place:,} of"
        f" {len(found.cards):,},\n  {found.conditions_of(card.reference)}"
        for found in of_others()
        if (row := found.of(card)) is not None
    ]


def _estimated(card: Card) -> list[str]:
    """The estimated worth of an unmeasured card from its elements."""
    found = estimates()
    row = found.estimate(card)
    if row is None:
        return ["Worth: not measured (altered rank)"]
    lines = [
        f"Worth: not measured; estimated from its elements: {_points(row)} when dealt early,",
        "  above the plain Character 3/3, 3/3/3",
        f"  an estimate {found.conditions}",
    ]
    return lines + [f"  {remark}" for remark in (*worths().other_text(card), *row.remarks)]
