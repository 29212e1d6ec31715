"""Bounds of every number in a record: a line for each field, or for each column of a field with
columns.

Compiled code trusts its record: the number of an object, a card, an ability or a place is not
checked again before it is used. So an external record is checked against these tables first
(`records.py`). A test makes sure that no field of `engine/layout.py` is missing.
"""

from __future__ import annotations

from typing import Any

from altered_env.engine.layout import F, M
from altered_env.engine.terms import (
    ACT,
    AS,
    CODE,
    DECIDE,
    DURATION,
    ERROR,
    EV,
    FLAG,
    KW,
    NOTED,
    PHASE,
    STAGE,
    STATUS,
    TERRAIN,
    TYPE,
    C,
    Z,
    bits_of,
    kinds_of,
    names,
)

Range = tuple[int, int]
"""The minimum and maximum of a number."""

COLUMNS: dict[str, tuple[Any, int]] = {
    "obj": (C, C.COUNT),
    "frame": (F, F.COUNT),
    "emblem": (M, M.COUNT),
    "act": (ACT, ACT.COLUMNS),
    "event": (ACT, ACT.COLUMNS),
    "log": (NOTED, NOTED.COLUMNS),
}
"""The fields whose last axis has columns: the names of these and their number."""

ONE_OF = {"stage": frozenset(names(STAGE)) - {STAGE.DEAL}, "decision": frozenset(names(DECIDE))}
"""Fields in which not every number within the bounds is valid."""

_ANY: Range = (-(1 << 31), (1 << 31) - 1)
_SMALL: Range = (-(1 << 15), (1 << 15) - 1)
_COUNT: Range = (0, (1 << 31) - 1)
_WORD: Range = (0, (1 << 32) - 1)
_FLAG: Range = (0, 1)
_NOTHING: Range = (0, 0)
_ZONE: Range = (0, Z.COUNT - 1)
_TERRAINS: Range = (0, TERRAIN.ALL)
_KIND: Range = (0, kinds_of(EV) - 1)
_DICE = 16
_MODIFIERS = 16
_LEAST_NUMBER, _MOST_NUMBER = -1_000_000_000, 1_000_000_000


def columns_of(field: str) -> list[str]:
    """The name of each column of a field; a column without a name belongs to the one before.

    >>> columns_of("log")[:3], columns_of("obj")[17:20]
    (['KIND', 'CAUSE', 'PLAYER'], ['COUNTER_KIND', 'COUNTER_KIND', 'COUNTER_KIND'])
    """
    namespace, count = COLUMNS[field]
    named = {at: name for at, name in names(namespace).items() if at < count}
    found: list[str] = []
    for at in range(count):
        found.append(named.get(at, found[-1] if found else ""))
    return found


class _Sizes:
    """Ranges that depend on the number of players and on the book."""

    def __init__(self, rules: Any, cards: int, counters: int) -> None:
        self.rules = rules
        self.object: Range = (0, rules.OBJECTS - 1)
        self.no_object: Range = (-1, rules.OBJECTS - 1)
        self.source: Range = (-1 - rules.EMBLEMS, rules.OBJECTS - 1)  # -2 - emblem, -1 none
        self.ability: Range = (0, _SMALL[1])
        self.card: Range = (0, cards - 1)
        self.player: Range = (0, rules.PLAYERS - 1)
        self.no_player: Range = (-1, rules.PLAYERS - 1)
        self.players: Range = (0, (1 << rules.PLAYERS) - 1)
        self.expedition: Range = (0, rules.EXPEDITIONS - 1)
        self.no_expedition: Range = (-1, rules.EXPEDITIONS - 1)
        self.expeditions: Range = (0, (1 << rules.EXPEDITIONS) - 1)
        self.region: Range = (0, rules.REGIONS - 1)
        self.set: Range = (0, rules.EVERY_BIT)
        self.before: Range = (-2 - self.expeditions[1], rules.OBJECTS - 1)  # -2 - Expeditions
        self.counter: Range = (0, max(0, counters - 1))


def fields_of(rules: Any, cards: int, counters: int) -> dict[str, Range]:
    """Bounds of the fields without columns, for a record of these `rules` (the layout) and a book
    with these numbers of cards and counter kinds."""
    s = _Sizes(rules, cards, counters)
    return {
        "rng": _WORD,
        "rules": (0, 2047),
        "players": (rules.PLAYERS, rules.PLAYERS),
        "day": _COUNT,
        "phase": (0, PHASE.NIGHT),
        "stage": (0, max(names(STAGE))),
        "step": (0, rules.OBJECTS),
        "first_player": s.player,
        "turn_player": s.no_player,
        "turn": _COUNT,
        "passed": s.players,
        "end_turn": _FLAG,
        "extra_turns": _COUNT,
        "winner": s.no_player,
        "over": _FLAG,
        "out": s.players if rules.PLAYERS > 2 else _NOTHING,
        "arena": _FLAG,
        "error": (0, max(names(ERROR))),
        "error_detail": _ANY,
        "overfull": (0, max(names(ERROR))),
        "stamp": _COUNT,
        "decisions": _COUNT,
        "decided_on": _COUNT,
        "day_limit": _COUNT,
        "progress": (0, rules.LENGTH - 1),
        "ascended": s.expeditions,
        "moved_today": s.expeditions,
        "stood_at": (0, rules.LENGTH - 1),
        "terrain": _TERRAINS,
        "terrain_now": _TERRAINS,
        "face_up": _FLAG,
        "marker_region": s.region,
        "marker_terrains": _TERRAINS,
        "markers": (0, rules.MARKERS),
        "past_region": s.region,
        "past_state": (0, 255),
        "pasts": (0, rules.PASTS),
        "facing": s.expedition,
        "team": s.player,
        "reserve_limit": _SMALL,
        "landmark_limit": _SMALL,
        "subtypes": (0, (1 << 63) - 1),
        "timestamp": _COUNT,
        "zone": s.set,
        "reactive": s.set,
        "gated": s.set,
        "stating": s.set,
        "hidden_seen": s.set,
        "altered": s.set,
        "free": s.set,
        "gone": s.set,
        "keep": s.set,
        "order": (0, max(rules.OBJECTS, cards)),
        "deck": s.object,
        "deck_size": (0, rules.DECK_MAX),
        "owned": (0, rules.OBJECTS),
        "grant_object": s.object,
        "grant_ability": s.ability,
        "grant_source": s.source,
        "grants": (0, rules.GRANTS),
        "gained_object": s.object,
        "gained_subtypes": (0, (1 << 63) - 1),
        "gained": (0, rules.GAINED),
        "dirty": _FLAG,
        "passive_source": s.source,
        "passive_ability": s.ability,
        "passive_stamp": _COUNT,
        "passive_done": (0, rules.PASSIVES + 1),
        "passive_needs": (0, (1 << rules.PASSIVES) - 1),
        "passives": (0, rules.PASSIVES),
        "behind_as": s.expeditions,
        "contact_as": s.expeditions,
        "listening": (0, (1 << 21) - 1),
        "depth": (0, rules.FRAMES - 1),
        "set": s.set,
        "targeted": s.set,
        "emblem_stamp": _COUNT,
        "emblem_set": s.set,
        "kept_number": _SMALL,
        "kept_set": s.set,
        "reactions": (0, rules.EMBLEMS),
        "emblems": (0, rules.EMBLEMS),
        "acts": (0, rules.STEP_ACTIONS),
        "events": (0, rules.STEP_ACTIONS),
        "stamp_before": _COUNT,
        "idle": _ANY,
        "idles": _FLAG,
        "had_object": s.object,
        "had_ability": s.ability,
        "had": (0, rules.GRANTS),
        "arrived": s.set,
        "was_in": s.expeditions,
        "commit": (0, 4),
        "commit_depth": (0, rules.FRAMES - 1),
        "commit_controller": s.no_player,
        "modifier_slot": s.source,
        "modifier_ability": s.ability,
        "modifiers": (0, _MODIFIERS - 1),
        "modified_act": (-1, rules.STEP_ACTIONS - 1),
        "modifier_now": (-1, _MODIFIERS - 2),
        "modified_whole": (0, (1 << _MODIFIERS) - 1),
        "otherwise": (0, _MODIFIERS - 2),
        "otherwises": (0, _MODIFIERS),
        "held": _SMALL,  # checked by `records.py`
        "holding": _FLAG,
        "spares_asked": (0, rules.OBJECTS),
        "spares_kept": (0, rules.OBJECTS),
        "result": s.set,
        "result_number": _ANY,
        "resupplied": s.set,
        "following": _FLAG,
        "chosen": s.set,
        "dice": (0, 6),
        "dice_count": (0, _DICE),
        "rigged": (0, 6),
        "rigged_count": (0, _DICE),
        "logged": (0, rules.LOG),
        "use_object": (-1 - cards, rules.OBJECTS - 1),  # an object, or -1 - a name
        "use_ability": _SMALL,  # an ability, or a text
        "use_count": _SMALL,
        "uses": (0, rules.LOG),
        "decision": (0, max(names(DECIDE))),
        "decider": s.no_player,
        "answer": (-1, -1),
        "minimum": _SMALL,
        "maximum": _ANY,
        "offered": (0, rules.ACTIONS),
        "subject": s.no_object,
        "options": (0, rules.ACTIONS - 1),
        "mask": _FLAG,
        "spare": _NOTHING,
    }


def of_columns(rules: Any, cards: int, counters: int, code: int) -> dict[str, dict[str, Range]]:
    """Bounds of the columns of the other fields; the book has `code` words of programs."""
    s = _Sizes(rules, cards, counters)
    row: dict[str, Range] = {  # of an event, or an action of a step; more by kind in `records.py`
        "KIND": _KIND,
        "CAUSE": (0, _SMALL[1]),
        "OBJECT": s.no_object,
        "AFTER": s.no_object,
        "FROM": _SMALL,
        "FROM_SIDE": s.no_player,
        "FROM_PRESENCE": s.expeditions,
        "TO": _SMALL,
        "TO_SIDE": _SMALL,
        "TO_PRESENCE": s.expeditions,
        "DOER": s.no_player,
        "AMOUNT": _SMALL,
        "WHAT": _SMALL,
        "FLAGS": (0, 2 * FLAG.MODIFIED - 1),
        "USED": (0, _SMALL[1]),
    }
    return {
        "obj": {
            "LIFE": (0, 2),
            "CARD": s.card,
            "ZONE": _ZONE,
            "OWNER": s.player,
            "SIDE": s.player,
            "EXPEDITION": s.no_expedition,
            "PRESENCE": s.expeditions,
            "STATUS": (0, (1 << bits_of(STATUS)) - 1),
            "BOOSTS": (0, 30_000),
            "TYPE": (0, (1 << bits_of(TYPE)) - 1),
            "KEYWORDS": (0, (1 << bits_of(KW)) - 1),
            "TOUGH": _SMALL,
            "FOREST": _SMALL,
            "MOUNTAIN": _SMALL,
            "WATER": _SMALL,
            "HAND_COST": (-1, _SMALL[1]),
            "RESERVE_COST": (-1, _SMALL[1]),
            "ORIGIN": _ZONE,
            "MUTE": _FLAG,
            "COUNTER_KIND": s.counter,
            "COUNTER_NUMBER": (0, 30_000),
            "NEXT": s.no_object,
            "PLAYED_AS": (0, AS.PAID_MORE),
            "KNOWN": (0, _SMALL[1]),  # players, and more bits where all players are meant
            "LATCHED": (0, _SMALL[1]),
            "BEYOND": (0, 30_000),
            "STOOD": (0, (1 << rules.PASTS) - 1),
        },
        "frame": {
            "KIND": (0, 3),
            "PC": (-1, code - 1),
            "CONTROLLER": s.player,
            "DOER": s.player,
            "ME": s.no_object,
            "ME_NOW": s.no_object,
            "ABILITY": (-1, s.ability[1]),
            "N": _ANY,
            "STAGE": (0, 13),
            "SLOT": s.no_object,
            "ORIGIN": _ZONE,
            "FREE": (0, 2 + Z.COUNT - 1),  # 2 + where a card of the Deck was to go
            "COST": _SMALL,
            "EXPEDITION": s.no_expedition,
            "OPTIONS": (-1, _ANY[1]),
            "DECLARED": _ANY,
            "PICKED": (0, rules.OBJECTS + 1),
            "SPENT": _SMALL,
            "RESULT": _ANY,
            "STARTED": (0, rules.SETS),
            "BEFORE": s.before,
            "USE": _KIND,
            "BUDGET": _SMALL,
            "TERMS": _COUNT,
            "REGISTER": (_LEAST_NUMBER, _MOST_NUMBER),
        },
        "emblem": {
            "KIND": (0, 3),
            "ABILITY": s.ability,
            "CONTROLLER": s.player,
            "ME": s.no_object,
            "ME_NOW": s.no_object,
            "N": _SMALL,
            "DURATION": (0, DURATION.REST),
            "USES": (-1, _SMALL[1]),
            "BEFORE": s.before,
            "KEPT": (0, rules.KEPT),
        },
        "act": row,
        "event": row,
        "log": {
            "KIND": _KIND,
            "CAUSE": _SMALL,
            "PLAYER": s.player,
            "CARD": (-cards, cards - 1),  # -1 - card: played as a Temple
            "PLACE": (0, 2 * Z.COUNT - 1),
            "TURN": _SMALL,
            "PHASE": (0, PHASE.NIGHT),
            "TIMES": _SMALL,
        },
    }


def of_desk(rules: Any, layout: Any, lists: int) -> dict[str, Range]:
    """Bounds of the fields of a slot (`batch/layout.py`), for this number of lists."""
    s = _Sizes(rules, 0, 0)
    return {
        "rng": _WORD,
        "reward": (-1, 1),
        "action": _ANY,  # checked when it is taken
        "engine_action": _ANY,
        "seat": s.player,
        "terminated": _FLAG,
        "truncated": _FLAG,
        "illegal": _FLAG,
        "lost": _ANY,
        "deck": (-1, lists - 1),  # -1: the game began at a position
        "answers": _COUNT,
        "games": _COUNT,
        "last_winner": s.no_player,
        "last_day": _COUNT,
        "last_answers": _COUNT,
        "last_deck": (-1, lists - 1),
        "last_error": (0, max(names(ERROR))),
        "last_seed": _WORD,
        "seed": _WORD,
        "player": (0, layout.BUILT_IN.BOT),
        "learner": s.player,
        "against": (0, layout.OPPONENTS - 1),
        "last_learner": s.player,
        "last_against": (0, layout.OPPONENTS - 1),
        "place": s.no_player,
        "kind": (0, layout.BUILT_IN.BOT),
        "weight": (0, layout.ODDS),
        "lost_by_it": _FLAG,
        "final": _COUNT,  # a different place would mean another batch
        "rows": (0, rules.OBJECTS),
        "emblems": (0, rules.EMBLEMS),
        "stale": (0, layout.SIZE),  # at most the rows of each part: `records.py`
        "slot": s.object,
        "row": s.no_object,
        "emblem": (0, rules.EMBLEMS - 1),
        "frame": _ANY,
        "sets": s.set,
        "mask": _FLAG,
        "observation": _SMALL,
    }


assert CODE.COUNT == 200  # an action is below ACTIONS; `records.py` asks the engine for its meaning
