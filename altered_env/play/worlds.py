"""Other worlds that a player cannot tell from the one at hand.

The cards that the player does not know change places: those of the opponent among the hand, the
Deck and the face-down Mana Orbs, the own ones in the Deck. Face-down Tumult cards are laid anew,
and chance begins again. Every object keeps its slot, so that whatever refers to it still does.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.chance import seed_words
from altered_env.engine.layout import OBJECTS, REGIONS, F, M
from altered_env.engine.table import resume
from altered_env.engine.terms import CODE, DECIDE, PHASE, STAGE, TYPE, C, Z
from altered_env.play.states import duplicate, overwrite
from altered_env.view import members

if TYPE_CHECKING:
    from altered_env.language.book import Book

__all__ = ["hidden_from", "resample"]


def hidden_from(record: Any, player: int) -> list[int]:
    """The slots of the cards whose faces the player does not know.

    Cards in the own hand and own Mana Orbs are known (3.2.5.b, 3.2.9.d), the own Deck is not.
    """
    obj = record["obj"]
    found = []
    for who in range(int(record["players"])):
        for zone in (Z.DECK, Z.HAND, Z.MANA):
            if who == player and zone != Z.DECK:
                continue
            for slot in members(record["zone"][zone, who]):
                if not (int(obj[slot, C.KNOWN]) >> player) & 1:
                    found.append(slot)
    return found


def resample(games: NDArray[np.void], book: Book, player: int, seed: int) -> None:
    """Make the game in place 0 another world that `player` cannot tell apart; in place."""
    record = games[0]
    chance = random.Random(seed)
    old = record["obj"][:, C.CARD].copy()
    slots = hidden_from(record, player)
    for group in _interchangeable(record, slots):
        record["obj"][group, C.CARD] = chance.sample(old[group].tolist(), len(group))
    _settle(record, book, slots)
    _settle_gone(record, book, old, set(slots))
    _lay_tumult(record, chance)
    record["rng"][:] = seed_words(chance.getrandbits(64))
    if int(record["decision"]) == DECIDE.TURN and int(record["decider"]) != player:
        _reopen_turn(games, book)


def _interchangeable(record: Any, slots: list[int]) -> list[list[int]]:
    """The hidden cards in groups: of one owner, and held by the same effects under way.

    An effect that found its candidates among hidden cards goes on with them, so a card may
    change places only with another that the same effects hold. The card that is being played, and
    one whose ability is, are public already.
    """
    held: list[Any] = []
    public: set[int] = set()
    for f in range(int(record["depth"])):
        held += [set(members(row)) for row in record["set"][f]]
        public |= {int(record["frame"][f, column]) for column in (F.ME, F.ME_NOW, F.SLOT)}
    for m in range(int(record["emblems"])):
        if int(record["emblem"][m, M.KIND]):
            held.append(set(members(record["emblem_set"][m])))
            kept = int(record["emblem"][m, M.KEPT])
            if kept:
                held += [set(members(row)) for row in record["kept_set"][kept - 1]]
            public |= {int(record["emblem"][m, column]) for column in (M.ME, M.ME_NOW)}
    held = [row for row in held if row]
    groups: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for slot in slots:
        if slot not in public:
            owner = int(record["obj"][slot, C.OWNER])
            groups[owner, *(slot in row for row in held)].append(slot)
    return list(groups.values())


def _settle(record: Any, book: Book, slots: list[int]) -> None:
    """Write the characteristics of the cards that now are in these slots."""
    if not slots:
        return
    obj = record["obj"]
    cards = book.record[0]["card"][obj[slots, C.CARD]]
    kind = cards["type"]
    orb = obj[slots, C.ZONE] == Z.MANA
    obj[slots, C.TYPE] = np.where(orb, TYPE.MANA_ORB | (kind & TYPE.TOKEN), kind)
    character = (obj[slots, C.TYPE] & TYPE.CHARACTER) != 0
    boosts = np.where(character, obj[slots, C.BOOSTS], 0)
    obj[slots, C.FOREST] = cards["forest"] + boosts
    obj[slots, C.MOUNTAIN] = cards["mountain"] + boosts
    obj[slots, C.WATER] = cards["water"] + boosts
    obj[slots, C.KEYWORDS] = cards["keywords"]
    obj[slots, C.TOUGH] = cards["tough"]
    obj[slots, C.HAND_COST] = cards["hand_cost"]
    obj[slots, C.RESERVE_COST] = cards["reserve_cost"]
    record["subtypes"][slots] = cards["subtypes"]


def _settle_gone(record: Any, book: Book, old: NDArray[Any], moved: set[int]) -> None:
    """What a hidden card was in its last zone is the card that it is now."""
    obj = record["obj"]
    changed = []
    for slot in members(record["gone"]):
        if int(obj[slot, C.ZONE]) not in (Z.DECK, Z.HAND, Z.MANA):
            continue
        now = slot
        for _ in range(OBJECTS):
            if now < 0 or int(obj[now, C.LIFE]) != 2:
                break
            now = int(obj[now, C.NEXT])
        if now in moved and old[now] == old[slot]:
            obj[slot, C.CARD] = obj[now, C.CARD]
            changed.append(slot)
    _settle(record, book, changed)


def _lay_tumult(record: Any, chance: random.Random) -> None:
    """Lay the face-down Tumult cards anew: any order, either way round (4.1.c)."""
    if record["arena"]:
        return
    places = [r for r in range(1, REGIONS - 1, 2) if not record["face_up"][r]]
    cards = [(int(record["terrain"][r]), int(record["terrain"][r + 1])) for r in places]
    for place, card in zip(places, chance.sample(cards, len(cards)), strict=True):
        record["terrain"][place : place + 2] = chance.sample(card, 2)


def _reopen_turn(games: NDArray[np.void], book: Book) -> None:
    """The opponent is to take a turn, with other cards: other plays are on offer.

    Where there is none, passing is: the decision stays open, since the player has seen it open.
    """
    decider = int(games[0]["decider"])
    other = duplicate(games)
    resume(other, 0, book.record, STAGE.TURN, PHASE.AFTERNOON, False)
    again = other[0]
    if int(again["decision"]) == DECIDE.TURN and int(again["decider"]) == decider:
        if int(again["turn"]) == int(games[0]["turn"]):
            overwrite(games, other)
            return
    games[0]["mask"][:] = 0
    games[0]["mask"][OBJECTS + CODE.PASS] = 1
    games[0]["offered"] = 1
    games[0]["last_offered"] = OBJECTS + CODE.PASS
