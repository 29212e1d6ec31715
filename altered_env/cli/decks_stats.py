"""`altered decks stats`: statistics of a deck."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from altered_env import decks
from altered_env._runtime.plurals import counted
from altered_env.cli.arguments import add_deck_names
from altered_env.cli.naming_decks import find_deck

WIDTH = 30


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_deck_names(parser)


def run(options: argparse.Namespace) -> int:
    """Print the statistics of each deck."""
    for number, name in enumerate(options.decks):
        deck = find_deck(name)
        stats = decks.stats(deck)
        if number:
            print()
        hero = f", {deck.hero.name}" if deck.hero else ""
        print(f"{deck.name}: {counted(stats.cards, 'card')}{hero}")
        _bars("Hand Cost", stats.curve)
        print(
            f"  mean cost {stats.mean_hand_cost:.2f} from hand, {stats.mean_reserve_cost:.2f} from "
            f"Reserve; {counted(stats.early, 'card')} of cost 1 to 3"
        )
        print("Terrain     total  a Character  a mana  best in")
        for terrain, numbers in stats.terrains.items():
            print(
                f"  {terrain:<9} {numbers.total:>5} {numbers.per_character:>12.2f}"
                f" {numbers.per_mana:>7.2f} {numbers.best:>8}"
            )
        print(f"Types       {_counts(stats.types)}")
        print(f"Rarities    {_counts(stats.rarities)}")
        if len(stats.factions) > 1:
            print(f"Factions    {_counts(stats.factions)}")
        print(f"Sets        {_counts(stats.sets)}")
        print(f"Roles       {_counts(stats.roles)}")
        for hint in stats.hints:
            print(f"Archetype   {hint}")
    return 0


def _bars(title: str, curve: Mapping[int, int]) -> None:
    print(title)
    most = max([*curve.values(), 1])
    for cost, count in curve.items():
        print(f"  {cost:>2} {count:>3} {'#' * round(WIDTH * count / most)}".rstrip())


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {word.replace('_', ' ')}" for word, n in counts.items() if n) or "none"
