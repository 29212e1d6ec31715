"""The layout of observations: named fields of one row of small integers.

The tables below are the layout. Compiled code writes with offsets derived from them, Python reads
with the same offsets, and `docs/reference/observation.md` is generated from them.

>>> SLICES["entities"]
slice(166, 6502, None)
>>> GLOBALS[0].name, GLOBALS[0].at
('rules', 0)
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from ..engine.layout import (
    ACTIONS,
    EMBLEMS,
    EXPEDITIONS,
    OBJECTS,
    PLAYERS,
    REGIONS,
    SETS,
    WORDS,
    F,
    aligned,
)
from ..engine.terms import (
    DECIDE,
    EMBLEM,
    EV,
    KW,
    PHASE,
    RULE,
    STATUS,
    TERRAIN,
    TYPE,
    Z,
    bits_of,
    kinds_of,
    namespace,
    terms,
)

EVENTS = 32
"""The number of latest events in an observation."""
OPPONENTS = 32
"""The maximum number of opponents to draw from in a slot."""
ODDS = 1 << 20
"""The sum of the odds of all opponents, in integers."""
CHOICES = 13
"""The number of actions `mode k`."""


@namespace
class BUILT_IN:
    """The occupant of a seat of a slot."""

    LEARNER = 0
    RANDOM = 1
    GUEST = 2  # external: the caller supplies the actions
    BOT = 3  # a compiled agent, if the caller passes any


@dataclass(frozen=True, slots=True)
class Reading:
    """How networks read each number of a field: the flat view, and the features of `thinking`."""

    flat: str = "number"
    """`kind`: one-hot; `bits`: a mask, bit by bit; `number`: scaled; empty: not at all."""
    count: int = 1
    """Floats for each number in the flat view."""
    scale: int = 8
    """Divides a number in the flat view."""
    bits: bool = False
    """A feature for each of the `high` bits, rather than for each number from `low` to `high`."""
    low: int = 0
    high: int = 10
    step: int = 1
    """Numbers that share a feature."""
    featured: int | None = None
    """Limits features to the first numbers of the field; None for all."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name, size, meaning, offset and encoding."""

    name: str
    width: int
    says: str
    at: int = 0
    reads: Reading = Reading()

    @property
    def flat_width(self) -> int:
        """Its number of floats in the flat view."""
        return self.width * self.reads.count if self.reads.flat else 0


def kind(count: int, flat: bool = True, featured: int | None = None) -> Reading:
    """A kind, numbered from 0: one-hot; without `flat` a number in the flat view."""
    if flat:
        return Reading("kind", count, high=count - 1, featured=featured)
    return Reading(high=count - 1, featured=featured)


def mask(bits: int) -> Reading:
    """A mask, by the number of its bits."""
    return Reading("bits", bits, bits=True, high=bits)


def number(
    high: int, low: int = 0, step: int = 1, scale: int = 8, featured: int | None = None
) -> Reading:
    """A number, with features from `low` to `high`; the outermost ones include numbers beyond."""
    return Reading(scale=scale, low=low, high=high, step=step, featured=featured)


def measure(scale: int = 8) -> Reading:
    """A number of the flat view without features, about the observation itself."""
    return Reading(scale=scale, featured=0)


def key(high: int | None = None) -> Reading:
    """The number of a card or ability, absent from the flat view: its size has no meaning, and it
    is described by the columns next to it or by `altered_env.spaces.card_features`. Features only
    up to `high`."""
    return Reading("", 0, high=high or 0, featured=None if high else 0)


def _listed(namespace: type, but: tuple[int, ...] = ()) -> str:
    """The terms of a namespace in prose: `1 Deck, 2 hand`."""
    return ", ".join(f"{int(t)} {t.says}" for t in terms(namespace) if t not in but)


FOUR = PLAYERS > 2
"""Is this the layout for four players? The texts below differ: the other players are those to the
left, across and to the right."""
_WHO = "2 to 4 the others, clockwise" if FOUR else "2 the opponent"
_EACH = "yours, then the others', clockwise" if FOUR else "yours, the opponent's"
_THEIRS = "then the others', clockwise" if FOUR else "then theirs"
_ALL = "eight" if FOUR else "four"
_REGIONS = "first those on your own path" if FOUR else "from the Hero region on"


Row = tuple[str, int, str, Reading]
_PLAYER = kind(PLAYERS + 1)
_FLAG = number(1)


def _lay(*fields: Row) -> tuple[Field, ...]:
    found = []
    at = 0
    for name, width, says, reads in fields:
        found.append(Field(name, width, says, at, reads))
        at += width
    return tuple(found)


def _offsets(name: str, fields: tuple[Field, ...]) -> ModuleType:
    """A module object with the offset of each field, for compiled code."""
    module = ModuleType(name, f"Offsets of the fields: {name}.")
    for field in fields:
        setattr(module, field.name.upper(), field.at)
    last = fields[-1]
    module.COUNT = last.at + last.width  # type: ignore[attr-defined]
    return module


_OF_FOUR: tuple[Row, ...] = ()
if FOUR:
    _OF_FOUR = (
        ("team", PLAYERS, "1 for you and your teammate: you, then the others, clockwise", _FLAG),
        ("out", PLAYERS, "1 for each player who is not in the tiebreaker", _FLAG),
        (
            "facing",
            EXPEDITIONS,
            "the Expedition of the eight that faces each, plus 1",
            kind(EXPEDITIONS + 1),
        ),
    )
_TERRAINS = len(terms(TERRAIN))
_IN_TERRAINS = _listed(TERRAIN)

GLOBALS = _lay(
    ("rules", 1, "ruleset switches, as a mask", mask(bits_of(RULE))),
    ("day", 1, "counted from 1; 0 during set-up", number(15, scale=16)),
    ("phase", 1, _listed(PHASE), kind(kinds_of(PHASE))),
    ("arena", 1, "1 in tiebreakers (4.3)", _FLAG),
    ("first_player", 1, "1 if that is you", _FLAG),
    ("turn_player", 1, f"1 you, {_WHO}, 0 none", _PLAYER),
    (
        "decider",
        1,
        f"player to move: 1 you, {_WHO}, 0 none",
        kind(PLAYERS + 1, featured=0),
    ),
    (
        "decision",
        1,
        "kind of the decision, if it is yours (see actions.md); 0 otherwise",
        kind(kinds_of(DECIDE)),
    ),
    ("minimum", 1, "minimum number still to choose", number(5)),
    ("maximum", 1, "maximum number still to choose", number(5)),
    ("offered", 1, "number of legal actions", number(12, scale=16)),
    ("subject", 1, "row of the object that the decision is about, plus 1; 0 for none", measure(64)),
    ("source", 1, "card whose play or ability asks, plus 1; 0 for none", key()),
    ("source_ability", 1, "number of that card's ability, plus 1; 0 for none", key()),
    ("source_row", 1, "row of that card, plus 1; 0 if it is not visible", measure(64)),
    ("result", 1, "at the end: 1 you won, -1 you lost, 0 no winner", measure()),
    ("over", 1, "1 when the game is over", measure()),
    ("rows", 1, "rows in use in the entity table", measure(64)),
    ("emblems", 1, "rows in use in the emblem table", measure()),
    ("events", 1, "rows in use in the event table", measure()),
    ("dice", 1, "number of dice rolled", number(4)),
    ("die", 16, "their results", number(6, featured=3)),
    ("hand", PLAYERS, f"cards in hand: {_EACH}", number(10)),
    ("deck", PLAYERS, "cards in the Deck", number(10, step=4, scale=40)),
    ("mana", PLAYERS, "Mana Orbs", number(12)),
    ("mana_ready", PLAYERS, "ready Mana Orbs", number(12)),
    ("reserve", PLAYERS, "cards in Reserve", number(8)),
    ("discard", PLAYERS, "cards in the Discard pile", number(8, step=3)),
    ("landmarks", PLAYERS, "Landmarks", number(5)),
    ("reserve_limit", PLAYERS, "number of cards that stay in Reserve at Night", number(6)),
    ("landmark_limit", PLAYERS, "number of Landmarks that stay at Night", number(6)),
    ("passed", PLAYERS, "1 for each player who has passed this Afternoon", _FLAG),
    ("set_aside", PLAYERS, "cards chosen so far in a daily effect of all players", number(4)),
    (
        "distance",
        EXPEDITIONS,
        f"regions moved: your Hero Expedition, your Companion Expedition, {_THEIRS}",
        number(10),
    ),
    (
        "region",
        EXPEDITIONS,
        f"the region each of the {_ALL} Expeditions is in, 0 to {REGIONS - 1}",
        number(REGIONS - 1),
    ),
    ("ascended", EXPEDITIONS, f"1 for each of the {_ALL} that is Ascended", _FLAG),
    ("moved_today", EXPEDITIONS, f"1 for each of the {_ALL} that has moved today", _FLAG),
    ("behind", EXPEDITIONS, f"1 for each of the {_ALL} that is behind", _FLAG),
    ("contact", EXPEDITIONS, f"1 for each of the {_ALL} that is In Contact", _FLAG),
    (
        "forest",
        EXPEDITIONS,
        f"Forest statistic of the Characters in each of the {_ALL}",
        number(12),
    ),
    ("mountain", EXPEDITIONS, "Mountain statistic", number(12)),
    ("water", EXPEDITIONS, "Water statistic", number(12)),
    (
        "counted",
        EXPEDITIONS,
        f"the terrains that count for each at Dusk: {_IN_TERRAINS}",
        mask(_TERRAINS),
    ),
    (
        "gap",
        _TERRAINS * EXPEDITIONS,
        "per Expedition and terrain: its statistic minus that of the one facing it",
        number(8, low=-8),
    ),
    ("face_up", REGIONS, f"1 for each region that is face-up, {_REGIONS}", _FLAG),
    (
        "terrain",
        REGIONS,
        f"the terrains of each region: {_IN_TERRAINS}; 0 face-down",
        mask(_TERRAINS),
    ),
    *_OF_FOUR,
    (
        "choices",
        3 * CHOICES,
        "meaning of each action `mode k`: row, card, ability, plus 1",
        key(),
    ),
)

ENTITY_FIELDS = _lay(
    ("card", 1, "the card's number in the book, plus 1; 0 if you do not know its face", key()),
    ("zone", 1, _listed(Z, but=(Z.NOWHERE,)), kind(kinds_of(Z))),
    ("side", 1, f"its controller, or the player whose zone it is in: 1 you, {_WHO}", _PLAYER),
    ("owner", 1, f"its owner: 1 you, {_WHO}", _PLAYER),
    ("expedition", 1, "the Expedition it is in: 1 Hero, 2 Companion, 0 none", kind(3)),
    (
        "presence",
        1,
        f"Expeditions it is present in, as a mask: yours 1, 2, theirs 4, 8{FOUR * ' and so on'}",
        mask(EXPEDITIONS),
    ),
    ("type", 1, f"{_listed(TYPE)}, as a mask", mask(bits_of(TYPE))),
    ("status", 1, f"{_listed(STATUS)}, as a mask", mask(bits_of(STATUS))),
    ("keywords", 1, f"{_listed(KW)}, as a mask", mask(bits_of(KW))),
    ("tough", 1, "Tough X", number(4)),
    ("hand_cost", 1, "Hand Cost; -1 if it has none", number(10, low=-1)),
    ("reserve_cost", 1, "Reserve Cost; -1 if it has none", number(10, low=-1)),
    ("forest", 1, "current Forest statistic", number(10)),
    ("mountain", 1, "Mountain statistic", number(10)),
    ("water", 1, "Water statistic", number(10)),
    ("boosts", 1, "boosts on it", number(8)),
    ("counter_kind", 3, "kinds of up to three other counters", Reading("", 0, high=15, featured=1)),
    ("counter_number", 3, "number of each", number(10, featured=1)),
    ("muted", 1, "1 if it has lost its abilities", _FLAG),
    ("gained", 1, "number of abilities it has been granted", number(3)),
    (
        "gained_ability",
        2,
        "the first of these: the card that defines it, and the number of the ability, plus 1",
        key(),
    ),
    (
        "origin",
        1,
        "the zone it was played from, while in Limbo and in play",
        kind(kinds_of(Z), flat=False),
    ),
    (
        "shown",
        1,
        f"1 if it is hidden and {'other' if FOUR else 'both'} players know its face",
        _FLAG,
    ),
    ("depth", 1, "in a Deck: number of cards above it, plus 1", number(8)),
    ("offered", 1, "1 if the action of this row is legal", _FLAG),
    ("chosen", 1, "1 if you have already chosen it in the current decision", _FLAG),
    ("subject", 1, "1 if the decision is about it", _FLAG),
    ("subtypes_changed", 1, "1 if its sub-types are not those printed on the card", _FLAG),
)

EMBLEM_FIELDS = _lay(
    ("kind", 1, _listed(EMBLEM, but=(EMBLEM.NONE,)), kind(kinds_of(EMBLEM))),
    ("side", 1, f"its controller: 1 you, {_WHO}", _PLAYER),
    ("card", 1, "the card it comes from, plus 1", key()),
    ("ability", 1, "number of that card's ability, plus 1", key(8)),
    ("duration", 1, "its duration", number(8)),
    ("uses", 1, "uses left; 0 without limit", number(4)),
)

EVENT_FIELDS = _lay(
    ("kind", 1, _listed(EV, but=(EV.NONE,)), kind(kinds_of(EV))),
    ("cause", 1, "the verb that caused it, as a mask", key()),
    ("side", 1, f"the player who did it: 1 you, {_WHO}", _PLAYER),
    ("card", 1, "its card, plus 1, if that is public; 0 otherwise", key()),
    ("from_zone", 1, "the zone it happened from", kind(kinds_of(Z), flat=False)),
    ("turns_ago", 1, "number of turns ago", number(8)),
    ("times", 1, "number of times", number(4)),
)

CHOICE_FIELDS = _lay(
    ("row", 1, "the row of the object, plus 1", key()),
    ("card", 1, "its card, plus 1", key()),
    ("ability", 1, "number of that card's ability, plus 1; for counters, the kind", key()),
)

EVERYTHING_FIELDS = _lay(
    ("rows", 1, "rows in use in the table of hidden cards", measure()),
    (
        "terrain",
        REGIONS,
        "the terrains of each region, face-down ones too, as in an observation",
        mask(_TERRAINS),
    ),
)
"""Privileged information for a critic in training, never for an agent; it begins with these."""
HIDDEN_FIELDS = _lay(
    ("side", 1, f"the player whose zone the card is in: 1 you, {_WHO}", _PLAYER),
    ("zone", 1, "1 Deck, 2 hand, 3 Mana", kind(kinds_of(Z))),
    ("card", 1, "the card's number in the book, plus 1", key()),
    ("depth", 1, "in a Deck: number of cards above it, plus 1", number(8)),
    ("row", 1, "its row in the entity table, plus 1; 0 if you cannot see it", key()),
)
"""A row for each card in a hand, a Deck or a Mana zone: yours, then those of the others."""

G = _offsets("G", GLOBALS)
N = _offsets("N", ENTITY_FIELDS)
X = _offsets("X", EMBLEM_FIELDS)
V = _offsets("V", EVENT_FIELDS)
E = _offsets("E", EVERYTHING_FIELDS)
H = _offsets("H", HIDDEN_FIELDS)

S: Any = ModuleType("S", "Offsets of the parts of an observation.")
S.ENTITIES = G.COUNT
S.EMBLEMS = S.ENTITIES + OBJECTS * N.COUNT
S.EVENTS = S.EMBLEMS + EMBLEMS * X.COUNT
S.COUNT = S.EVENTS + EVENTS * V.COUNT

SIZE: int = S.COUNT
"""The size of an observation."""

EVERYTHING: int = E.COUNT + OBJECTS * H.COUNT
"""The size of the full state for a critic."""

SLICES: dict[str, slice] = {
    "globals": slice(0, S.ENTITIES),
    "entities": slice(S.ENTITIES, S.EMBLEMS),
    "emblems": slice(S.EMBLEMS, S.EVENTS),
    "events": slice(S.EVENTS, SIZE),
}
"""The parts of an observation."""

slot_t = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rng", "i8", 4),  # of the slot, not of its game
                ("reward", "f4", PLAYERS),
                ("action", "i4"),  # the row or code that was chosen
                ("engine_action", "i4"),  # the same as an engine action
                ("seat", "i4"),  # the player to move, whose observation this is
                ("terminated", "i4"),
                ("truncated", "i4"),
                ("illegal", "i4"),  # the action was not legal: nothing has changed
                ("lost", "i4"),  # an offered object has no row: a test checks that none has
                ("deck", "i4", PLAYERS),  # the rows of the lists that are played
                ("answers", "i4"),  # of this game
                ("games", "i4"),  # that have ended
                ("last_winner", "i4"),  # of the last finished game, -1 none
                ("last_day", "i4"),
                ("last_answers", "i4"),
                ("last_deck", "i4", PLAYERS),
                ("last_error", "i4"),
                ("last_seed", "i8", 4),
                ("seed", "i8", 4),  # the state of the generator at the start of the game
                ("player", "i4", PLAYERS),  # the occupant (`BUILT_IN`)
                ("learner", "i4"),  # the seat that is drawn: the learner's, or an opponent's alone
                ("against", "i4"),  # and the number of its opponent
                ("last_learner", "i4"),
                ("last_against", "i4"),
                ("place", "i4"),  # the only seat that is drawn; -1 any
                ("kind", "i4", OPPONENTS),  # of each opponent (`BUILT_IN`)
                ("weight", "i4", OPPONENTS),  # how often each is drawn; all 0: nothing is drawn
                ("lost_by_it", "i4"),  # the last game ended by an illegal action
                ("final", "i4"),  # where the finished game is kept; 0 nowhere
                ("rows", "i4"),  # in use
                ("emblems", "i4"),
                ("stale", "i4", 3),  # rows written before: entities, emblems, events
                ("slot", "i2", OBJECTS),  # of each row
                ("row", "i2", OBJECTS),  # of each slot, -1 none
                ("emblem", "i2", EMBLEMS),  # of each row of the emblem table
                ("frame", "i4", F.COUNT),  # state that observing the game must not change
                ("sets", "i8", (SETS, WORDS)),
                ("mask", "i1", ACTIONS),
                ("observation", "i2", SIZE),
            ],
            align=True,
        ),
    )
)
"""A slot of a batch, with the observation of its player to move and the state kept between
games."""


def new_slots(count: int) -> np.ndarray:
    """An array of `count` empty slots.

    >>> new_slots(2)["mask"].shape
    (2, 392)
    """
    return aligned(count, slot_t)
