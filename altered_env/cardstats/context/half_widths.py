"""Print how wide the model's intervals are over the cards dealt in lists:

python -m altered_env.cardstats.context.half_widths
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import median, pstdev

from altered_env.cards import Card, catalogue
from altered_env.cardstats.context.worth_model import Answer, Model, model
from altered_env.decks.constructing import ARCHETYPES, heroes

EVERY = 5
"""The sample has one card in so many."""


def _answers(found: Model, cards: Sequence[Card], with_hero: bool, in_kind: bool) -> list[Answer]:
    """The answers for cards, the contexts in turn."""
    kinds = list(ARCHETYPES)
    rows = []
    for k, card in enumerate(cards):
        mine = [hero for hero in heroes() if hero.faction == card.faction]
        hero = mine[k % len(mine)] if with_hero else None
        rows.append(found.answer(card, hero, kinds[k % len(kinds)] if in_kind else None))
    return rows


def lines(found: Model) -> list[str]:
    """A table: a row for each kind of context."""
    pool = catalogue()
    cards = [pool[name] for name in found.cards][::EVERY]
    first = found.players[0]
    rows = [f"{'context':28}{'another player':>16}{first:>10}{'gain':>8}{'its spread':>12}"]
    for name, with_hero, in_kind in (
        ("none", False, False),
        ("a Hero", True, False),
        ("an archetype", False, True),
        ("a Hero and an archetype", True, True),
    ):
        told = _answers(found, cards, with_hero, in_kind)
        half = [
            median((one.high - one.low) / 2 for one in some)
            for some in (
                [row.another for row in told],
                [row.by[first] for row in told],
                [row.gain for row in told],
            )
        ]
        spread = pstdev(row.gain.mean for row in told)
        rows.append(f"{name:28}{half[0]:16.2f}{half[1]:10.2f}{half[2]:8.2f}{spread:12.2f}")
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="median half-widths of 90 % intervals, in points")
    parser.parse_args(arguments)
    print("\n".join(lines(model())))
    print(
        "Median half-widths of 90 % intervals, and the standard deviation of the gains, in points."
    )


if __name__ == "__main__":
    main()
