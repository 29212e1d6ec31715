"""`altered decks check`: which rules of deck building a deck breaks."""

from __future__ import annotations

import argparse

from altered_env import decks, formats
from altered_env._runtime.plurals import counted
from altered_env.cli.arguments import add_deck_names, add_format
from altered_env.cli.naming_decks import find_deck
from altered_env.game.books import book_for


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_deck_names(parser)
    parser.add_argument(
        "--rules", default=None, choices=("2024.09", "5.0"), help="check one ruleset only"
    )
    add_format(parser)


def run(options: argparse.Namespace) -> int:
    """Report the reasons why each deck is illegal, rule by rule; return 1 if any is."""
    status, format, rules = 0, options.format, options.rules
    form = formats.get(format)
    if form.pool_id:
        print(f"{format}: {form.pool_id}")
    for name in options.decks:
        deck = find_deck(name, format)
        unsupported = book_for(deck.every_card).unsupported
        cannot = [
            f"{card} is not yet playable"
            for card in dict.fromkeys(deck.every_card)
            if card.reference in unsupported
        ]
        for ruleset in decks.RULESETS if rules is None else (rules,):
            broken = form.of_deck(deck, ruleset)
            wrong = [str(violation) for violation in broken] + cannot
            status |= bool(wrong)
            verdict = f"{len(wrong)} rules broken" if len(wrong) > 1 else "1 rule broken"
            size = counted(len(deck.cards), "card") + (f", {deck.hero.name}" if deck.hero else "")
            print(f"{deck.name} ({size}), {format}, {ruleset}: {verdict if wrong else 'legal'}")
            for line in wrong:
                print(f"  {line}")
    return status
