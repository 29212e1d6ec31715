"""Decks, most of them illegal, with what is said of them, for the site without a server:
`tab_decks.mjs`.

python -m tests.native.tab_decks FILE --decks 60
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from altered_env import cards, decks
from altered_env._runtime.json_text import parsed
from altered_env.cards import Card
from altered_env.decks import Deck
from altered_env.web.build_pages import BuildPages
from altered_env.web.collection_pages import Collections
from altered_env.web.data_folder import DataFolder

SAID = ("name", "summary", "hero", "cards", "code", "text", "worth", "count", "left_out")
"""The parts of an answer that the site has, too; besides, legality in Standard and the curve."""


def made(count: int) -> Iterator[Deck]:
    """The decks: starters, and random ones with cards added and left out."""
    yield from (decks.starter(name) for name in decks.names())
    pool = [card for card in cards.catalogue().package if card.type != "hero" and not card.token]
    for k in range(count):
        chance = random.Random(k)
        deck = decks.random(k, uniques=0)
        kept = chance.sample(deck.cards, chance.randint(20, len(deck.cards)))
        added = [card for card in chance.sample(pool, 4) for _ in range(chance.randint(1, 4))]
        hero = deck.hero if k % 10 else None
        yield replace(deck, name=f"deck {k}", hero=hero, cards=tuple([*kept, *added][:70]))


def in_words(deck: Deck) -> str:
    """The list as people write it, with the Hero, if any, at its end."""
    lines = [f"{number}x {words(card, deck)}" for card, number in deck.counted.items()]
    return "\n".join([f"Deck: {deck.name}", "Characters (12)", *lines[1:], *lines[:1]])


def words(card: Card, deck: Deck) -> str:
    """A card with its rarity in words; a rare of another faction has its version."""
    ours = deck.hero is not None and card.faction == deck.hero.faction
    if card.type == "hero" or card.rarity not in ("common", "rare") or not ours:
        return str(card)
    return f"{card.name} ({card.rarity.capitalize()})"


def told(asked: dict[str, Any]) -> dict[str, Any]:
    """What the builder says of a deck."""
    pages = BuildPages(DataFolder(None), Collections())
    found = pages._told(asked)
    rules = [
        one for one in found["formats"] if (one["title"], one["rules"]) == ("Standard", "2024.09")
    ]
    said = {name: found[name] for name in SAID}
    suggested = pages._suggested(asked) if found["hero"] else None
    curve = found["stats"]["curve"]
    return {**said, "formats": rules, "stats": {"curve": curve}, "suggested": suggested}


def main() -> None:
    """Write them a line each, as lists of references, names and codes."""
    parser = argparse.ArgumentParser(description="Judge decks for the site without a server.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--decks", type=int, default=60)
    options = parser.parse_args()
    with options.file.open("w", encoding="utf-8") as out:
        for k, deck in enumerate(made(options.decks)):
            texts = [deck.to_text(), deck.to_text("names"), in_words(deck)]
            with contextlib.suppress(ValueError):  # a set without a number in codes
                texts.append(deck.to_code())
            asked = {"name": deck.name, "text": texts[k % len(texts)]}
            said = parsed(json.dumps(told(asked)))
            out.write(json.dumps({"asked": asked, "told": said}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
