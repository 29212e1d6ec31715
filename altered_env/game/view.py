"""What a player may know of a game, computed in one place.

Pictures, logs and agents are made from a `View` and from nothing else, so a card that is hidden
here is hidden everywhere. `look(.., None)` sees the table from above: everything.

>>> from altered_env import Game
>>> view = Game.start("axiom", "bravos", seed=1).view("A")
>>> view.players[0].hand_count, len(view.players[0].hand), len(view.players[1].hand)
(6, 6, 0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.layout import BITS, EMBLEMS, M
from altered_env.engine.rooms import region_at
from altered_env.engine.terms import ABILITY, DECIDE, PHASE, STATUS, TERRAIN, TYPE, C, Z
from altered_env.game.views import (
    EmblemView,
    ExpeditionView,
    ObjectView,
    PlayerView,
    RegionView,
    View,
)
from altered_env.game.words import (
    DECISIONS,
    DURATIONS,
    EXPEDITIONS,
    KEYWORDS,
    PHASES,
    SEATS,
    STATUSES,
    TERRAINS,
    ZONES,
    bits,
    ruleset_of,
    type_word,
)

if TYPE_CHECKING:
    from altered_env.language.book import Book

__all__ = [
    "EmblemView",
    "ExpeditionView",
    "ObjectView",
    "PlayerView",
    "RegionView",
    "View",
    "look",
    "members",
    "see_emblems",
    "see_object",
]

_EMBLEMS = {1: "reaction", 2: "ongoing", 3: "waiting"}


def members(row: Any) -> list[int]:
    """The object slots in a set of the record, in order.

    >>> members([5, 0, 0, 1])
    [0, 2, 144]
    """
    found: list[int] = []
    for w, word in enumerate(row.tolist() if isinstance(row, np.ndarray) else row):
        while word:
            low = word & -word
            found.append(w * BITS + low.bit_length() - 1)
            word ^= low
    return found


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


def _knows(obj: list[int], player: int | None) -> bool:
    """Does the player know the face of this card? A visible zone shows it, a Mana Orb is
    face-down (3.2.9)."""
    zone = obj[C.ZONE]
    if player is None or zone not in (Z.DECK, Z.HAND, Z.MANA):
        return True
    if zone in (Z.HAND, Z.MANA) and obj[C.SIDE] == player:
        return True
    return bool((obj[C.KNOWN] >> player) & 1)


def see_object(record: Any, book: Book, slot: int, player: int | None = None) -> ObjectView:
    """Object `slot` of a game's record as `player` sees it; from above with None."""
    obj: list[int] = record["obj"][slot].tolist()
    common: dict[str, Any] = {
        "slot": slot,
        "owner": SEATS[obj[C.OWNER]],
        "controller": SEATS[obj[C.SIDE]],
        "zone": ZONES[obj[C.ZONE]],
        "timestamp": int(record["timestamp"][slot]),
        "statuses": bits(STATUSES, obj[C.STATUS]),
    }
    if not _knows(obj, player):
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
    presence = obj[C.PRESENCE]
    return ObjectView(
        **common,
        name=card.name,
        reference=card.reference,
        version=card.version,
        expedition=EXPEDITIONS[expedition % 2] if expedition >= 0 else None,
        presence=frozenset(
            f"{SEATS[e // 2]} {EXPEDITIONS[e % 2]}" for e in range(8) if (presence >> e) & 1
        ),
        type=type_word(obj[C.TYPE]),
        token=card.token,
        subtypes=frozenset(word for bit, word in enumerate(book.subtypes) if (subtypes >> bit) & 1),
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
        gained=_gained(record, book, slot),
        muted=obj[C.MUTE] != 0,
    )


def _gained(record: Any, book: Book, slot: int) -> tuple[str, ...]:
    """The abilities granted to an object, in the order it gained them; before them, those of its
    own that work from a moment on which has come."""
    found = []
    latched = int(record["obj"][slot, C.LATCHED])
    if latched:
        card = book.record[0].card[int(record["obj"][slot, C.CARD])]
        for a in range(int(card.first), int(card.last)):
            row = book.record[0].ability[a]
            if int(row.kind) == ABILITY.SINCE and int(row.value) & latched:
                found.append(book.abilities[a].line)
    for g in range(int(record["grants"])):
        if int(record["grant_object"][g]) == slot:
            found.append(book.abilities[int(record["grant_ability"][g])].line)
    return tuple(found)


def _statistic(objects: list[list[int]], expedition: int, terrain: int) -> int:
    """4.2.4.b, 2.4.4: the Characters present in the Expedition that are not Asleep."""
    return sum(
        obj[C.FOREST + terrain]
        for obj in objects
        if (obj[C.PRESENCE] >> expedition) & 1
        and obj[C.TYPE] & TYPE.CHARACTER
        and not obj[C.STATUS] & STATUS.ASLEEP
    )


def _team(record: Any, player: int) -> list[int]:
    """The players of the same team."""
    teams = record["team"][: int(record["players"])].tolist()
    return [who for who, team in enumerate(teams) if team == teams[player]]


def _see_player(record: Any, book: Book, who: int, player: int | None) -> PlayerView:
    def zone(number: int) -> list[int]:
        return members(record["zone"][number, who])

    def seen(slots: list[int]) -> tuple[ObjectView, ...]:
        views = [see_object(record, book, slot, player) for slot in slots]
        return tuple(sorted(views, key=lambda view: view.timestamp))

    count = int(record["deck_size"][who])
    deck = record["deck"][who, :count].tolist()[::-1]
    known_deck = [slot for slot in deck if _knows(record["obj"][slot].tolist(), player)]
    known_hand = [slot for slot in zone(Z.HAND) if _knows(record["obj"][slot].tolist(), player)]
    orbs = zone(Z.MANA)
    status = record["obj"][:, C.STATUS]
    in_play = [record["obj"][slot].tolist() for slot in zone(Z.EXPEDITION)]
    facing = record["facing"].tolist()
    expeditions = []
    for way in range(2):
        e = 2 * who + way
        distance = int(record["progress"][e])
        region = region_at(int(record["players"]), e, distance)
        lying = [s for s in zone(Z.EXPEDITION) if int(record["obj"][s, C.EXPEDITION]) == e]
        expeditions.append(
            ExpeditionView(
                controller=SEATS[who],
                name=EXPEDITIONS[way],
                distance=distance,
                region=0 if record["arena"] else region,
                facing=f"{SEATS[facing[e] // 2]} {EXPEDITIONS[facing[e] % 2]}",
                ascended=bool((int(record["ascended"]) >> e) & 1),
                moved_today=bool((int(record["moved_today"]) >> e) & 1),
                forest=_statistic(in_play, e, 0),
                mountain=_statistic(in_play, e, 1),
                water=_statistic(in_play, e, 2),
                objects=seen(lying),
            )
        )
    hero = seen(zone(Z.HERO))
    return PlayerView(
        seat=SEATS[who],
        allies="".join(SEATS[ally] for ally in _team(record, who) if ally != who),
        hand_count=len(zone(Z.HAND)),
        hand=seen(known_hand),
        deck_count=count,
        deck=tuple(see_object(record, book, slot, player) for slot in known_deck),
        mana=seen(orbs),
        mana_ready=sum(not int(status[slot]) & STATUS.EXHAUSTED for slot in orbs),
        reserve=seen(zone(Z.RESERVE)),
        discard=seen(zone(Z.DISCARD)),
        hero=hero[0] if hero else None,
        expeditions=(expeditions[0], expeditions[1]),
        landmarks=seen(zone(Z.LANDMARK)),
        limbo=seen(zone(Z.LIMBO)),
        reserve_limit=int(record["reserve_limit"][who]),
        landmark_limit=int(record["landmark_limit"][who]),
        passed=bool((int(record["passed"]) >> who) & 1) and int(record["phase"]) == PHASE.AFTERNOON,
        set_aside=len(members(record["chosen"][who])),
    )


def see_emblems(record: Any, book: Book) -> tuple[EmblemView, ...]:
    """The emblems in Limbo, oldest first. Limbo is a visible zone."""
    found = []
    for m in range(min(int(record["emblems"]), EMBLEMS)):
        row = record["emblem"][m].tolist()
        if row[M.KIND] == 0:
            continue
        ability = book.abilities[row[M.ABILITY]]
        source = None
        if row[M.ME] >= 0:
            source = book.cards[int(record["obj"][row[M.ME], C.CARD])].name
        found.append(
            (
                int(record["emblem_stamp"][m]),
                EmblemView(
                    kind=_EMBLEMS[row[M.KIND]],
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


def _see_regions(record: Any, above: bool) -> tuple[RegionView, ...]:
    found = []
    for number in range(1 if record["arena"] else len(record["terrain"])):
        up = bool(record["face_up"][number])
        printed = int(record["terrain"][number]) & TERRAIN.ALL if up or above else 0
        now = int(record["terrain_now"][number]) if up else 0
        found.append(RegionView(number, up, bits(TERRAINS, now), bits(TERRAINS, printed)))
    return tuple(found)


def look(games: NDArray[np.void], book: Book, player: int | None = None) -> View:
    """The game in place 0 of `games` as `player` may know it; everything with None."""
    from altered_env.game.options import options, question

    record = games[0]
    decision = int(record["decision"])
    decider = int(record["decider"]) if decision != DECIDE.NONE else None
    mine = decider is not None and player in (None, decider)
    rules = ruleset_of(int(record["rules"]))
    turn_player = int(record["turn_player"])
    winner = int(record["winner"])
    return View(
        seat=None if player is None else SEATS[player],
        rules=rules,
        day=int(record["day"]),
        phase=PHASES[int(record["phase"])],
        first_player=SEATS[int(record["first_player"])],
        turn_player=SEATS[turn_player] if turn_player >= 0 else None,
        regions=_see_regions(record, player is None),
        arena=bool(record["arena"]),
        players=tuple(
            _see_player(record, book, who, player) for who in range(int(record["players"]))
        ),
        emblems=see_emblems(record, book),
        dice=tuple(record["dice"][: int(record["dice_count"])].tolist()),
        decider=None if decider is None else SEATS[decider],
        decision=DECISIONS[decision] if mine else None,
        options=tuple((o.action, o.label) for o in options(games, book)) if mine else (),
        question=question(games, book) if mine else "",
        over=bool(record["over"]),
        winners="".join(SEATS[who] for who in _team(record, winner)) if winner >= 0 else "",
        winner=SEATS[winner] if winner >= 0 else None,
    )
