"""Hand-made games that differ only in hidden information.

They check `engine/worlds.py`, so they do not use it.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from typing import Any

from altered_env import Game, cards, decks
from altered_env.cards import Card
from altered_env.cards.printed_words import FACTIONS
from altered_env.engine.terms import C, Z
from altered_env.game.visibility import hidden_from

__all__ = ["games", "lay", "moving_deck", "other_lists", "twin"]

HEARING = ("draws(", "gifts(", "resupplies(")
"""Events about cards with hidden faces."""
WORDS = (
    "look",
    "draw",
    "reveal",
    "gift",
    "resupply",
    "sabotage",
    "hand",
    "top",
    "deck",
    "mana_orb",
)
"""Words of the notation that move or show such cards."""


@functools.cache
def _with(words: tuple[str, ...]) -> dict[str, list[Card]]:
    """The cards of each faction whose lines hold one of these words."""
    found: dict[str, list[Card]] = {}
    for card in cards.catalogue().package:
        if not (card.token or card.suspended) and card.faction in FACTIONS:
            if any(word in line for line in card.abilities for word in words):
                found.setdefault(card.faction, []).append(card)
    return found


def moving_deck(chance: random.Random) -> decks.Deck:
    """A random deck of such cards, with a Hero and other cards that react to them, if any."""
    hearing, moving = _with(HEARING), _with(WORDS)
    faction = chance.choice(sorted(moving))
    heard = [card for card in hearing.get(faction, ()) if card.type != "hero"]
    others = [card for card in moving[faction] if card.type != "hero"]
    pool = _heroes(faction, hearing if chance.random() < 0.7 else {})
    pool += chance.sample(heard, min(3, len(heard))) + chance.sample(others, min(60, len(others)))
    return decks.random(chance.getrandbits(32), faction, cards=pool)


def _heroes(faction: str, hearing: dict[str, list[Card]]) -> list[Card]:
    """The Heroes of a faction that hear of hidden cards, or all of them where none does."""
    found = [card for card in hearing.get(faction, ()) if card.type == "hero"]
    pool = cards.catalogue().package
    return found or [card for card in pool if card.type == "hero" and card.faction == faction]


def games(seed: int, players: int = 2) -> Iterator[Game]:
    """Random games of such cards, one at each of its decisions."""
    chance = random.Random(seed)
    while True:
        dealt = [moving_deck(chance) for _ in range(players)]
        game = Game.start(
            *dealt,
            seed=chance.getrandbits(32),
            rules=chance.choice(["2024.09", "5.0"]),
            format="standard" if players == 2 else "two_against_two",
        )
        for _ in range(400):
            if game.over:
                break
            yield game
            game.act(chance.choice(game.legal_actions()))


def twin(game: Game, player: int, seed: int) -> Game:
    """The game with the cards that the player does not know in other places: each owner's
    change them at random."""
    other = game.clone()
    obj = other.record.obj
    hidden = set(hidden_from(other.record, player))
    chance = random.Random(seed)
    faces = {}
    for owner in range(other.players):
        slots = sorted(slot for slot in hidden if obj[slot, C.OWNER] == owner)
        shuffled = [int(obj[slot, C.CARD]) for slot in slots]
        chance.shuffle(shuffled)
        faces.update(zip(slots, shuffled, strict=True))
    lay(obj, faces)
    return other


def other_lists(game: Game, player: int, seed: int) -> Game:
    """The game with other cards in the place of those of others that the player does not know, each
    of the same type and Hand Cost: they may come from any deck."""
    other = game.clone()
    obj = other.record.obj
    chance = random.Random(seed)
    alike: dict[tuple[str, int | None], list[int]] = {}
    for number, card in enumerate(other.book.cards):
        if not card.token:
            alike.setdefault((card.type, card.hand_cost), []).append(number)
    hidden = [s for s in hidden_from(other.record, player) if obj[s, C.OWNER] != player]
    faces = {}
    for slot in hidden:
        card = other.book.cards[obj[slot, C.CARD]]
        faces[slot] = chance.choice(alike[card.type, card.hand_cost])
    lay(obj, faces)
    return other


def lay(obj: Any, faces: dict[int, int]) -> None:
    """Put these cards there, with their last known states in hidden zones."""
    was = {slot: int(obj[slot, C.CARD]) for slot in faces}
    for slot, face in faces.items():
        obj[slot, C.CARD] = face
    for slot in range(len(obj)):
        if obj[slot, C.LIFE] != 2 or obj[slot, C.ZONE] not in (Z.DECK, Z.HAND, Z.MANA):
            continue
        now = slot
        while now >= 0 and obj[now, C.LIFE] == 2:
            now = int(obj[now, C.NEXT])
        if now in faces and obj[slot, C.CARD] == was[now]:
            obj[slot, C.CARD] = obj[now, C.CARD]
