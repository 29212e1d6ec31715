"""Visibility: the one place that decides which parts of a game a player sees, and how.

Views, labels and seats are built from it, so a card that is hidden here is hidden everywhere. Which
faces a player knows is decided in `engine/knowing.py`, which compiled code uses as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from altered_env.engine.knowing import face_known
from altered_env.engine.layout import EMBLEMS, M
from altered_env.engine.terms import ABILITY, EMBLEM, STATUS, TERRAIN, C, Z
from altered_env.game.states import State, members
from altered_env.language.words import (
    DURATIONS,
    EMBLEM_WORDS,
    EXPEDITIONS,
    KEYWORDS,
    SEATS,
    STATUSES,
    TERRAINS,
    ZONES,
    bits,
    type_word,
)
from altered_env.render.views import EmblemView, ObjectView, RegionView

if TYPE_CHECKING:
    from altered_env.language.book import Book

_PRESENT = {1 << e: f"{SEATS[e // 2]} {EXPEDITIONS[e % 2]}" for e in range(8)}
"""The Expeditions by the bits of `C.PRESENCE`."""
_face_known: Any = getattr(face_known, "py_func", face_known)


def knows(obj: list[int], player: int | None) -> bool:
    """Does the player know the face of this card? None sees everything."""
    return player is None or bool(_face_known(obj[C.ZONE], obj[C.SIDE], obj[C.KNOWN], player))


def hidden_from(record: Any, player: int) -> list[int]:
    """The slots of the cards whose faces the player does not know."""
    return [
        slot
        for who in range(int(record["players"]))
        for zone in (Z.DECK, Z.HAND, Z.MANA)
        for slot in members(record["zone"][zone, who])
        if not knows(record["obj"][slot].tolist(), player)
    ]


def see_object(state: State, slot: int, player: int | None = None) -> ObjectView:
    """Object `slot` as `player` sees it; with None, in full."""
    record, book = state.record, state.book
    obj: list[int] = record["obj"][slot].tolist()
    common: dict[str, Any] = {
        "slot": slot,
        "owner": SEATS[obj[C.OWNER]],
        "controller": SEATS[obj[C.SIDE]],
        "zone": ZONES[obj[C.ZONE]],
        "timestamp": int(record["timestamp"][slot]),
        "statuses": bits(STATUSES, obj[C.STATUS]),
    }
    if not knows(obj, player):
        return ObjectView(
            **common,
            name=None,
            reference=None,
            version="",
            expedition=None,
            presence=frozenset(),
            type="mana_orb" if obj[C.ZONE] == Z.MANA else "card",
            token=False,
            subtypes=frozenset(),
            faction="",
            rarity=None,
            hand_cost=None,
            reserve_cost=None,
            base_cost=None,
            forest=0,
            mountain=0,
            water=0,
            boosts=obj[C.BOOSTS],
            counters=_counters(obj, book),
            keywords=frozenset(),
            tough=0,
            gained=(),
            muted=False,
        )
    card = book.cards[obj[C.CARD]]
    subtypes = int(record["subtypes"][slot])
    expedition = obj[C.EXPEDITION]
    return ObjectView(
        **common,
        name=card.name,
        reference=card.reference,
        version=card.version,
        expedition=EXPEDITIONS[expedition % 2] if expedition >= 0 else None,
        presence=bits(_PRESENT, obj[C.PRESENCE]),
        type=type_word(obj[C.TYPE]),
        token=card.token,
        subtypes=frozenset([book.subtypes[bit] for bit in members([subtypes])]),
        faction=card.faction,
        rarity=card.rarity,
        hand_cost=obj[C.HAND_COST] if obj[C.HAND_COST] >= 0 else None,
        reserve_cost=obj[C.RESERVE_COST] if obj[C.RESERVE_COST] >= 0 else None,
        base_cost=_base_cost(obj),
        forest=obj[C.FOREST],
        mountain=obj[C.MOUNTAIN],
        water=obj[C.WATER],
        boosts=obj[C.BOOSTS],
        counters=_counters(obj, book),
        keywords=bits(KEYWORDS, obj[C.KEYWORDS]),
        tough=obj[C.TOUGH],
        gained=_gained(state, slot, obj),
        muted=obj[C.MUTE] != 0,
    )


def _counters(obj: list[int], book: Book) -> dict[str, int]:
    found: dict[str, int] = {}
    for i in range(3):
        kind, number = obj[C.COUNTER_KIND + i], obj[C.COUNTER_NUMBER + i]
        if kind:
            found[book.counters[kind]] = number
    return found


def _base_cost(obj: list[int]) -> int | None:
    """2.2.9: the Reserve Cost when Fleeting, in Reserve, or in Limbo from Reserve."""
    reserve = (
        obj[C.STATUS] & STATUS.FLEETING
        or obj[C.ZONE] == Z.RESERVE
        or (obj[C.ZONE] == Z.LIMBO and obj[C.ORIGIN] == Z.RESERVE)
    )
    cost = obj[C.RESERVE_COST] if reserve else obj[C.HAND_COST]
    return cost if cost >= 0 else None


def _gained(state: State, slot: int, obj: list[int]) -> tuple[str, ...]:
    """The abilities granted to an object, in order; before them, its own abilities that work from a
    certain moment on, once that has come."""
    record, book = state.record, state.book
    found = []
    latched = obj[C.LATCHED]
    if latched:
        card = book.record[0].card[obj[C.CARD]]
        for a in range(int(card.first), int(card.last)):
            row = book.record[0].ability[a]
            if int(row.kind) == ABILITY.SINCE and int(row.value) & latched:
                found.append(book.abilities[a].line)
    for g in range(int(record["grants"])):
        if int(record["grant_object"][g]) == slot:
            found.append(book.abilities[int(record["grant_ability"][g])].line)
    return tuple(found)


def see_emblems(state: State) -> tuple[EmblemView, ...]:
    """The emblems in Limbo, oldest first. Limbo is a visible zone."""
    record, book = state.record, state.book
    found = []
    for m in range(min(int(record["emblems"]), EMBLEMS)):
        row = record["emblem"][m].tolist()
        if row[M.KIND] == EMBLEM.NONE:
            continue
        ability = book.abilities[row[M.ABILITY]]
        source = None
        if row[M.ME] >= 0:
            source = book.cards[int(record["obj"][row[M.ME], C.CARD])].name
        found.append(
            (
                int(record["emblem_stamp"][m]),
                EmblemView(
                    kind=EMBLEM_WORDS[row[M.KIND]],
                    controller=SEATS[row[M.CONTROLLER]],
                    source=source,
                    ability=ability.index,
                    line=ability.line,
                    duration=DURATIONS.get(row[M.DURATION], ""),
                    uses=row[M.USES],
                ),
            )
        )
    return tuple(view for _, view in sorted(found, key=lambda pair: pair[0]))


def see_regions(record: Any, above: bool) -> tuple[RegionView, ...]:
    """The regions of the Adventure. The terrains of a face-down Tumult card are hidden from all."""
    found = []
    for number in range(1 if record["arena"] else len(record["terrain"])):
        up = bool(record["face_up"][number])
        printed = int(record["terrain"][number]) & TERRAIN.ALL if up or above else 0
        now = int(record["terrain_now"][number]) if up else 0
        found.append(RegionView(number, up, bits(TERRAINS, now), bits(TERRAINS, printed)))
    return tuple(found)
