"""Relations that hold in every record at every decision: slots and zones, Decks, emblems, the open
decision, and the stored state of passive abilities.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.layout import BITS, LENGTH, M
from altered_env.engine.terms import DECIDE, EMBLEM, C, Z, names
from altered_env.game.engine_api import refresh_game
from altered_env.game.states import State, duplicate, members

if TYPE_CHECKING:
    from altered_env.language.book import Book

_COMPUTED = (
    "obj",
    "subtypes",
    "altered",
    "terrain_now",
    "reserve_limit",
    "landmark_limit",
    "listening",
    "behind_as",
    "contact_as",
)
_COLUMNS = names(C)


def standing(state: State) -> list[str]:
    """Faults of a record, as far as they can be found without the engine."""
    return [*table(state), *decision(state.record)]


def table(state: State) -> list[str]:
    """The faults of slots, zones, Decks, objects, owners and emblems."""
    record = state.record
    found = [*_slots(record), *_decks(record), *_objects(record), *_emblems(record)]
    numbers = record["obj"][:, C.CARD]
    if ((numbers < 0) | (numbers >= len(state.book.cards))).any():
        return [*found, "an object is not a card of the book"]
    return [*found, *_owners(record, state.book), *_around(record, state.book)]


def _slots(record: Any) -> list[str]:
    """Check that every slot is free, gone, or alive in exactly the zone that it records."""
    obj = record["obj"]
    if _slots_stand(record, obj):
        return []
    life = obj[:, C.LIFE].tolist()
    says = list(zip(obj[:, C.ZONE].tolist(), obj[:, C.SIDE].tolist(), strict=True))
    free, gone = set(members(record["free"])), set(members(record["gone"]))
    places: dict[int, list[tuple[int, int]]] = {}
    zones = record["zone"]
    for zone, player in np.argwhere(zones.any(axis=2)).tolist():
        for slot in members(zones[zone, player]):
            places.setdefault(slot, []).append((zone, player))
    found = []
    for slot in range(len(record["obj"])):
        if (life[slot] == 0) != (slot in free):
            found.append(f"slot {slot} has life {life[slot]}, free: {slot in free}")
        if (life[slot] == 2) != (slot in gone):
            found.append(f"slot {slot} has life {life[slot]}, gone: {slot in gone}")
        expected = [says[slot]] if life[slot] == 1 else []
        if places.get(slot, []) != expected:
            found.append(f"slot {slot} is in {places.get(slot, [])}, should be in {expected}")
    return found


def _bits(sets: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Sets of slots as booleans, one for each slot."""
    flat = np.ascontiguousarray(sets).view(np.uint8).reshape(*sets.shape, 8)
    words = np.unpackbits(flat, axis=-1, bitorder="little")[..., :BITS]
    return words.reshape(*sets.shape[:-1], -1).astype(np.bool_)


def _slots_stand(record: Any, obj: NDArray[np.int16]) -> bool:
    """Are the slots valid? Checks all of them at once."""
    life, zone, side = obj[:, C.LIFE], obj[:, C.ZONE], obj[:, C.SIDE]
    alive, there = life == 1, _bits(record["zone"])
    if (alive & ((zone < 0) | (zone >= Z.COUNT) | (side < 0) | (side >= there.shape[1]))).any():
        return False
    slots = np.flatnonzero(alive)
    return bool(
        (_bits(record["free"]) == (life == 0)).all()
        and (_bits(record["gone"]) == (life == 2)).all()
        and (there.sum(axis=(0, 1)) == alive).all()
        and there[zone[slots], side[slots], slots].all()
    )


def _known(record: Any, slots: list[int]) -> int:
    """The players who know the face of any of these cards, as a mask."""
    everyone = (1 << int(record["players"])) - 1
    return int(np.bitwise_or.reduce(record["obj"][slots, C.KNOWN], initial=0)) & everyone


def _decks(record: Any) -> list[str]:
    found = []
    for player in range(int(record["players"])):
        size = int(record["deck_size"][player])
        row = record["deck"][player].tolist()
        if sorted(row[:size]) != members(record["zone"][Z.DECK, player]):
            found.append(f"the Deck of player {player} and its order differ")
        if any(row[size:]):
            found.append(f"the Deck of player {player} has entries after its end")
        seen = set(members(record["hidden_seen"]))
        if _known(record, [x for x in row[:size] if x not in seen]):
            found.append(f"the Deck of player {player} has a known card that hidden_seen lacks")
        hand = [x for x in members(record["zone"][Z.HAND, player]) if x not in seen]
        if _known(record, hand) & ~(1 << player):
            found.append(f"the hand of player {player} has a known card that hidden_seen lacks")
    return found


def _objects(record: Any) -> list[str]:
    """Check the places of objects, and that cards in zones have no statuses or counters (2.4.1.c,
    2.5.b)."""
    found = []
    obj = record["obj"]
    for slot, row in [] if _objects_stand(obj) else enumerate(obj.tolist()):
        if row[C.LIFE] != 1:
            continue
        zone, side, expedition = row[C.ZONE], row[C.SIDE], row[C.EXPEDITION]
        if zone == Z.EXPEDITION:
            if expedition // 2 != side or not (row[C.PRESENCE] >> expedition) & 1:
                found.append(f"slot {slot} of player {side} lies in Expedition {expedition}")
            if row[C.PRESENCE] & ~(3 << (2 * side)):
                found.append(f"slot {slot} is present in Expeditions of another player")
        elif expedition != -1 or row[C.PRESENCE]:
            found.append(f"slot {slot} in zone {zone} has an Expedition")
        if zone not in (Z.EXPEDITION, Z.LANDMARK, Z.LIMBO) and side != row[C.OWNER]:
            found.append(f"slot {slot} in zone {zone} is not at its owner's")
        if zone in (Z.DECK, Z.HAND, Z.DISCARD):
            if row[C.STATUS] or row[C.BOOSTS] or any(row[C.COUNTER_NUMBER : C.COUNTER_NUMBER + 3]):
                found.append(f"slot {slot} in zone {zone} has a status or counters")
        if row[C.BOOSTS] < 0 or min(row[C.COUNTER_NUMBER : C.COUNTER_NUMBER + 3]) < 0:
            found.append(f"slot {slot} has a negative number of counters")
    for e in range(len(record["progress"])):
        if not 0 <= int(record["progress"][e]) < LENGTH:
            found.append(f"Expedition {e} is {int(record['progress'][e])} from its start")
    return found


_SHARED = 1 << Z.EXPEDITION | 1 << Z.LANDMARK | 1 << Z.LIMBO
"""Zones in which a player may have objects of other owners; all others are personal (3.1.2.c)."""
_BARE = 1 << Z.DECK | 1 << Z.HAND | 1 << Z.DISCARD
"""Zones in which cards have no statuses and no counters."""


def _objects_stand(obj: NDArray[np.int16]) -> bool:
    """Check the zones, statuses and counters of all objects at once."""
    alive = obj[obj[:, C.LIFE] == 1].astype(np.int64)
    zone, side, place = alive[:, C.ZONE], alive[:, C.SIDE], alive[:, C.EXPEDITION]
    presence, standing = alive[:, C.PRESENCE], zone == Z.EXPEDITION
    counters = alive[:, C.COUNTER_NUMBER : C.COUNTER_NUMBER + 3]
    stands = (place // 2 == side) & (place >= 0) & ((presence >> np.maximum(place, 0)) & 1 == 1)
    stands &= presence & ~(3 << 2 * np.maximum(side, 0)) == 0
    bare = (alive[:, C.STATUS] == 0) & (alive[:, C.BOOSTS] == 0) & ~counters.any(axis=1)
    well = np.where(standing, stands, (place == -1) & (presence == 0))
    well &= (_SHARED >> zone & 1 == 1) | (side == alive[:, C.OWNER])
    well &= (_BARE >> zone & 1 == 0) | bare
    well &= (alive[:, C.BOOSTS] >= 0) & (counters >= 0).all(axis=1)
    return bool(well.all())


def _owners(record: Any, book: Book) -> list[str]:
    """Check that every player owns as many cards as at the start (1.1.3.c), or none after leaving
    (FFA-07)."""
    obj = record["obj"]
    alive = obj[obj[:, C.LIFE] == 1]
    cards = alive[book.record[0]["card"]["token"][alive[:, C.CARD]] == 0]
    players, out = int(record["players"]), int(record["out"])
    found = []
    for player in range(players):
        count, gone = int((cards[:, C.OWNER] == player).sum()), (out >> player) & 1
        owned = 0 if gone else int(record["owned"][player])
        if count != owned:
            found.append(f"player {player} owns {owned} cards, but {count} exist")
        if gone and (alive[:, C.OWNER] == player).any() | (alive[:, C.SIDE] == player).any():
            found.append(f"player {player} has left, but some of their objects remain")
    return found


_BY_ABILITIES = (("reactive", "listens"), ("gated", "gated"), ("stating", "statements"))
"""Sets of objects in these zones, and the column of their cards that says which are in them."""


def _around(record: Any, book: Book) -> list[str]:
    """Check the sets of objects with each kind of ability in play, in the Hero zone and in
    Reserve."""
    zones = record["zone"][[Z.HERO, Z.EXPEDITION, Z.LANDMARK, Z.RESERVE]]
    slots = members(np.bitwise_or.reduce(zones.reshape(-1, zones.shape[-1])))
    cards = book.record[0]["card"][record["obj"][slots, C.CARD]]
    found = []
    for name, field in _BY_ABILITIES:
        expected = [slot for slot, has in zip(slots, cards[field], strict=True) if has]
        if members(record[name]) != expected:
            found.append(f"{name} are {members(record[name])}; expected {expected}")
    return found


def _emblems(record: Any) -> list[str]:
    kinds = record["emblem"][:, M.KIND].tolist()
    found = []
    if kinds.count(EMBLEM.REACTION) != int(record["reactions"]):
        found.append(
            f"{kinds.count(EMBLEM.REACTION)} Reactions wait, but {int(record['reactions'])} are "
            f"counted"
        )
    top = max((m + 1 for m, kind in enumerate(kinds) if kind), default=0)
    kept = set((record["emblem"][:, M.KEPT] - 1).tolist())
    held = record["kept_number"].any(axis=1) | record["kept_set"].any(axis=(1, 2))
    for r in np.flatnonzero(held).tolist():
        if r not in kept:
            found.append(f"row {r} is kept without an emblem")
    if top != int(record["emblems"]):
        found.append(f"emblems reach to {top}, but {int(record['emblems'])} are counted")
    return found


def decision(record: Any) -> list[str]:
    """The faults of the open decision."""
    offered = [int(a) for a in np.flatnonzero(record["mask"])]
    kind = int(record["decision"])
    count = int(record["offered"])
    found = []
    listed = sorted(record["options"][:count].tolist())
    if listed != offered:
        found.append(f"the options are {listed}, but the mask has {offered}")
    if record["options"][count:].any():
        found.append("there are entries after the last option")
    if kind == DECIDE.NONE:
        return [*found, "options without a decision"] if offered else found
    if record["over"]:
        found.append("a decision after the end")
    if not offered:
        found.append(f"decision {kind} without an option")
    if not 0 <= int(record["decider"]) < int(record["players"]):
        found.append(f"decision {kind} without a player")
    dead = [a for a in offered if a < len(record["obj"]) and int(record["obj"][a, C.LIFE]) != 1]
    if dead:
        found.append(f"offered objects that do not exist: {dead}")
    return found


def outdated(state: State) -> list[str]:
    """Check that the stored effects of passive abilities match a new evaluation."""
    games, again = state.games, duplicate(state.games)
    refresh_game(again, 0, state.book.record)
    found = []
    for name in _COMPUTED:
        now, then = again[0][name], games[0][name]
        if np.array_equal(now, then):
            continue
        if name == "obj":
            for slot, column in np.argwhere(np.asarray(now != then)).tolist()[:4]:
                found.append(
                    f"{_COLUMNS[column]} of slot {slot} is stored as {then[slot, column]}, "
                    f"but evaluates to {now[slot, column]}"
                )
        else:
            found.append(f"{name} is stored as {then}, but evaluates to {now}")
    if found and int(games[0]["dirty"]):
        found.append("it is marked as out of date")
    return found
