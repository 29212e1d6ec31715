"""`altered decks list`: name the decks that come with the package, and pools."""

from __future__ import annotations

import argparse

from altered_env import decks


def add(parser: argparse.ArgumentParser) -> None:
    """It takes no arguments."""


def run(options: argparse.Namespace) -> int:
    """Name the decks of the package, and the pools."""
    for title, loader, known in (
        ("Starter decks", decks.starter, decks.names()),
        ("Public lists", decks.public, decks.lists()),
    ):
        print(title)
        for name in known:
            deck = loader(name)
            hero = deck.hero.name if deck.hero is not None else ""
            print(f"  {name:<18} {hero:<20} {decks.archetypes(deck)[0].archetype}")
    print("Pools")
    for name, what in decks.POOLS.items():
        print(f"  {name:<18} {what}")
    return 0
