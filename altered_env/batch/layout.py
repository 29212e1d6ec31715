"""What an observation holds and where: named fields of one row of small integers.

The tables below are the layout. Compiled code writes by the offsets made of them, Python reads by
the same, and `docs/reference/observation.md` is printed from them.

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
)
from ..engine.terms import namespace

__all__ = [
    "BUILT_IN",
    "CHOICES",
    "CHOICE_FIELDS",
    "EMBLEM_FIELDS",
    "ENTITY_FIELDS",
    "EVENTS",
    "EVENT_FIELDS",
    "EVERYTHING",
    "EVERYTHING_FIELDS",
    "GLOBALS",
    "HIDDEN_FIELDS",
    "OPPONENTS",
    "SIZE",
    "SLICES",
    "E",
    "Field",
    "G",
    "H",
    "N",
    "S",
    "V",
    "X",
    "desk_t",
    "new_desks",
]

EVENTS = 32
"""The latest lines of the day's history."""
OPPONENTS = 32
"""So many may be drawn from at a desk."""
ODDS = 1 << 20
"""What the odds of all opponents come to, as whole numbers."""
CHOICES = 13
"""As many as there are actions of the kind `mode`."""


@namespace
class BUILT_IN:
    """Who sits in a seat of a desk."""

    LEARNER = 0
    RANDOM = 1
    GUEST = 2  # not built in: who steps answers for them
    BOT = 3  # a compiled player, where who calls knows such
    ALONE = 4  # added to the kind of an opponent that has one seat, where all others learn


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name, how many numbers, what they say, and where they begin."""

    name: str
    width: int
    says: str
    at: int = 0


FOUR = PLAYERS > 2
"""Is this the layout of four players? The words that follow say what differs: the others are those
to the left, across and to the right."""
_WHO = "2 to 4 the others, clockwise" if FOUR else "2 the opponent"
_WHOSE = "2 to 4 that of the others, clockwise" if FOUR else "2 the opponent's"
_EACH = "yours, then those of the others, clockwise" if FOUR else "yours, the opponent's"
_THEIRS = "then those of the others, clockwise" if FOUR else "then theirs"
_ALL = "eight" if FOUR else "four"
_REGIONS = "first those of your own way" if FOUR else "from the Hero region on"


def _lay(*fields: tuple[str, int, str]) -> tuple[Field, ...]:
    found = []
    at = 0
    for name, width, says in fields:
        found.append(Field(name, width, says, at))
        at += width
    return tuple(found)


def _offsets(name: str, fields: tuple[Field, ...]) -> ModuleType:
    """A module object with the offset of each field, for compiled code."""
    module = ModuleType(name, f"Where the fields begin: {name}.")
    for field in fields:
        setattr(module, field.name.upper(), field.at)
    last = fields[-1]
    module.COUNT = last.at + last.width  # type: ignore[attr-defined]
    return module


_OF_FOUR: tuple[tuple[str, int, str], ...] = ()
if FOUR:
    _OF_FOUR = (
        ("team", PLAYERS, "1 for you and your teammate: you, then the others, clockwise"),
        ("out", PLAYERS, "1 for who has no part in the tiebreaker"),
        ("facing", EXPEDITIONS, "which of the eight Expeditions faces each, plus 1"),
    )

GLOBALS = _lay(
    ("rules", 1, "the switches of the ruleset, as a mask"),
    ("day", 1, "counted from 1; 0 during set-up"),
    ("phase", 1, "0 set-up, 1 Morning, 2 Noon, 3 Afternoon, 4 Dusk, 5 Night"),
    ("arena", 1, "1 in tiebreakers (4.3)"),
    ("first_player", 1, "1 if that is you"),
    ("turn_player", 1, f"1 you, {_WHO}, 0 nobody"),
    ("decider", 1, f"whose decision is open: 1 yours, {_WHOSE}, 0 none"),
    ("decision", 1, "its kind, if it is yours (see actions.md); 0 otherwise"),
    ("minimum", 1, "how many are still to be chosen, at least"),
    ("maximum", 1, "how many may still be chosen, at most"),
    ("offered", 1, "how many actions are legal"),
    ("subject", 1, "the row of what the decision is about, plus 1; 0 for none"),
    ("source", 1, "the card whose play or ability asks, plus 1; 0 for none"),
    ("source_ability", 1, "which of that card's abilities, plus 1; 0 for none"),
    ("source_row", 1, "the row of that card, plus 1; 0 if it is nowhere to be seen"),
    ("result", 1, "at the end: 1 you won, -1 you lost, 0 nobody did"),
    ("over", 1, "1 when the game is over"),
    ("rows", 1, "how many rows of the entity table are in use"),
    ("emblems", 1, "how many rows of the emblem table are in use"),
    ("events", 1, "how many rows of the event table are in use"),
    ("dice", 17, "how many dice lie there, and what they show"),
    ("hand", PLAYERS, f"cards in hand: {_EACH}"),
    ("deck", PLAYERS, "cards in the Deck"),
    ("mana", PLAYERS, "Mana Orbs"),
    ("mana_ready", PLAYERS, "those that are ready"),
    ("reserve", PLAYERS, "cards in Reserve"),
    ("discard", PLAYERS, "cards in the Discard pile"),
    ("landmarks", PLAYERS, "Landmarks"),
    ("reserve_limit", PLAYERS, "how many cards stay in Reserve at Night"),
    ("landmark_limit", PLAYERS, "how many Landmarks stay at Night"),
    ("passed", PLAYERS, "1 for who has passed this Afternoon"),
    ("set_aside", PLAYERS, "cards named so far in a daily effect of all players"),
    (
        "distance",
        EXPEDITIONS,
        f"regions moved: your Hero Expedition, your Companion one, {_THEIRS}",
    ),
    ("region", EXPEDITIONS, f"the region each of the {_ALL} Expeditions is in, 0 to {REGIONS - 1}"),
    ("ascended", EXPEDITIONS, f"1 for each of the {_ALL} that is Ascended"),
    ("moved_today", EXPEDITIONS, f"1 for each of the {_ALL} that has moved today"),
    ("behind", EXPEDITIONS, f"1 for each of the {_ALL} that is behind"),
    ("contact", EXPEDITIONS, f"1 for each of the {_ALL} that is In Contact"),
    ("forest", EXPEDITIONS, f"Forest statistic of the Characters in each of the {_ALL}"),
    ("mountain", EXPEDITIONS, "Mountain statistic"),
    ("water", EXPEDITIONS, "Water statistic"),
    (
        "counted",
        EXPEDITIONS,
        "the terrains that count for each at Dusk: 1 Forest, 2 Mountain, 4 Water",
    ),
    (
        "gap",
        3 * EXPEDITIONS,
        "per Expedition and terrain: its statistic less that of the one facing it",
    ),
    ("face_up", REGIONS, f"1 for each region that is face-up, {_REGIONS}"),
    ("terrain", REGIONS, "the terrains of each region: 1 Forest, 2 Mountain, 4 Water; 0 face-down"),
    *_OF_FOUR,
    ("choices", 3 * CHOICES, "what each action `mode k` stands for: row, card, ability, plus 1"),
)

ENTITY_FIELDS = _lay(
    ("card", 1, "the card's number in the book, plus 1; 0 if you do not know its face"),
    ("zone", 1, "1 Deck, 2 hand, 3 Mana, 4 Reserve, 5 Discard pile, 6 Hero, 7 Expedition, "
        "8 Landmark, 9 Limbo"),
    ("side", 1, f"who controls it, or in whose zone it is: 1 you, {_WHO}"),
    ("owner", 1, f"who owns it: 1 you, {_WHO}"),
    ("expedition", 1, "where it lies: 1 Hero, 2 Companion Expedition, 0 elsewhere"),
    ("presence", 1,
        f"Expeditions it is present in, as a mask: yours 1, 2, theirs 4, 8{FOUR * ' and so on'}"),
    ("type", 1, "1 Character, 2 Spell, 4 Expedition Permanent, 8 Landmark Permanent, 16 Hero, "
        "32 Mana Orb, 64 token, as a mask"),
    ("status", 1, "1 Anchored, 2 Asleep, 4 exhausted, 8 Fleeting, 16 completed, as a mask"),
    ("keywords", 1, "1 Gigantic, 2 Defender, 4 Eternal, 8 Seasoned, 16 Cooldown, 32 Fleeting, "
        "64 not counted, 128 In Contact, as a mask"),
    ("tough", 1, "Tough X"),
    ("hand_cost", 1, "Hand Cost; -1 if it has none"),
    ("reserve_cost", 1, "Reserve Cost; -1 if it has none"),
    ("forest", 1, "Forest statistic, as it is now"),
    ("mountain", 1, "Mountain statistic"),
    ("water", 1, "Water statistic"),
    ("boosts", 1, "boosts on it"),
    ("counter_kind", 3, "kinds of up to three other counters"),
    ("counter_number", 3, "how many of each"),
    ("muted", 1, "1 if it has lost its abilities"),
    ("gained", 1, "how many abilities it has been granted"),
    ("gained_ability", 2, "the first of them: the card that defines it, and which ability, plus 1"),
    ("origin", 1, "the zone it was played from, while in Limbo and in play"),
    ("shown", 1, f"1 if it is hidden and {'other' if FOUR else 'both'} players know its face"),
    ("depth", 1, "in a Deck: how many cards lie above it, plus 1"),
    ("offered", 1, "1 if the action of this row is legal"),
    ("chosen", 1, "1 if you have already chosen it in the decision under way"),
    ("subject", 1, "1 if the decision is about it"),
    ("subtypes_changed", 1, "1 if its sub-types are not those printed on the card"),
)  # fmt: skip

EMBLEM_FIELDS = _lay(
    ("kind", 1, "1 Reaction, 2 Ongoing effect, 3 waiting for the end of Rest"),
    ("side", 1, f"whose it is: 1 yours, {_WHOSE}"),
    ("card", 1, "the card it comes from, plus 1"),
    ("ability", 1, "which of that card's abilities, plus 1"),
    ("duration", 1, "how long it lasts"),
    ("uses", 1, "how often it may still be used; 0 without limit"),
)

EVENT_FIELDS = _lay(
    ("kind", 1, "1 moved, 2 gained, 3 lost, 4 Expedition moved, 5 failed to, 6 roll, 7 revealed, "
        "8 passed, 9 activated, 11 played"),
    ("cause", 1, "the verb behind it, as a mask"),
    ("side", 1, f"who did it: 1 you, {_WHO}"),
    ("card", 1, "which card, plus 1, where that is public; 0 otherwise"),
    ("from_zone", 1, "the zone it happened from"),
    ("turns_ago", 1, "how many turns ago"),
    ("times", 1, "how often"),
)  # fmt: skip

CHOICE_FIELDS = _lay(
    ("row", 1, "the row of the object, plus 1"),
    ("card", 1, "its card, plus 1"),
    ("ability", 1, "which of that card's abilities, plus 1; the kind, for counters"),
)

EVERYTHING_FIELDS = _lay(
    ("rows", 1, "how many rows of the table of hidden cards are in use"),
    ("terrain", REGIONS, "the terrains of each region, face-down ones too, as in an observation"),
)
"""What a critic in training may be given, and no agent: it begins with these."""
HIDDEN_FIELDS = _lay(
    ("side", 1, f"in whose zone the card is: 1 you, {_WHO}"),
    ("zone", 1, "1 Deck, 2 hand, 3 Mana"),
    ("card", 1, "the card's number in the book, plus 1"),
    ("depth", 1, "in a Deck: how many cards lie above it, plus 1"),
    ("row", 1, "its row of the entity table, plus 1; 0 if you do not see it at all"),
)
"""A row for each card in a hand, a Deck or a Mana zone: yours, then those of the others."""

G = _offsets("G", GLOBALS)
N = _offsets("N", ENTITY_FIELDS)
X = _offsets("X", EMBLEM_FIELDS)
V = _offsets("V", EVENT_FIELDS)
E = _offsets("E", EVERYTHING_FIELDS)
H = _offsets("H", HIDDEN_FIELDS)

S: Any = ModuleType("S", "Where the parts of an observation begin.")
S.ENTITIES = G.COUNT
S.EMBLEMS = S.ENTITIES + OBJECTS * N.COUNT
S.EVENTS = S.EMBLEMS + EMBLEMS * X.COUNT
S.COUNT = S.EVENTS + EVENTS * V.COUNT

SIZE: int = S.COUNT
"""How many numbers an observation has."""

EVERYTHING: int = E.COUNT + OBJECTS * H.COUNT
"""How many numbers a critic is given of everything."""

SLICES: dict[str, slice] = {
    "globals": slice(0, S.ENTITIES),
    "entities": slice(S.ENTITIES, S.EMBLEMS),
    "emblems": slice(S.EMBLEMS, S.EVENTS),
    "events": slice(S.EVENTS, SIZE),
}
"""The parts of an observation."""

desk_t = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rng", "i8", 4),  # of the desk, not of its game
                ("reward", "f4", PLAYERS),
                ("action", "i4"),  # the row or code that was chosen
                ("engine_action", "i4"),  # what that was to the engine
                ("seat", "i4"),  # who is to act, and whose observation this is
                ("terminated", "i4"),
                ("truncated", "i4"),
                ("illegal", "i4"),  # the action was not legal: nothing has changed
                ("lost", "i4"),  # an offered object has no row: never, says a test
                ("deck", "i4", PLAYERS),  # the rows of the lists that are played
                ("answers", "i4"),  # of this game
                ("games", "i4"),  # that have ended
                ("last_winner", "i4"),  # of the game that ended last, -1 nobody
                ("last_day", "i4"),
                ("last_answers", "i4"),
                ("last_deck", "i4", PLAYERS),
                ("last_error", "i4"),
                ("last_seed", "i8", 4),
                ("seed", "i8", 4),  # the words that the game was begun with
                ("player", "i4", PLAYERS),  # who sits there (`BUILT_IN`)
                ("learner", "i4"),  # the seat that is drawn: the learner's, or an opponent's alone
                ("against", "i4"),  # and which of the opponents sits opposite
                ("last_learner", "i4"),
                ("last_against", "i4"),
                ("place", "i4"),  # the only seat that is drawn; -1 any
                ("kind", "i4", OPPONENTS),  # of each opponent (`BUILT_IN`)
                ("weight", "i4", OPPONENTS),  # how often each is drawn; all 0: nothing is drawn
                ("lost_by_it", "i4"),  # the last game ended by an illegal action
                ("final", "i4"),  # where a game that has ended is kept; 0 nowhere
                ("rows", "i4"),  # in use
                ("emblems", "i4"),
                ("stale", "i4", 3),  # rows written before: entities, emblems, events
                ("slot", "i2", OBJECTS),  # of each row
                ("row", "i2", OBJECTS),  # of each slot, -1 none
                ("emblem", "i2", EMBLEMS),  # of each row of the emblem table
                ("frame", "i4", F.COUNT),  # what a look into the game must leave as it was
                ("sets", "i8", (SETS, WORDS)),
                ("mask", "i1", ACTIONS),
                ("observation", "i2", SIZE),
            ],
            align=True,
        ),
    )
)
"""A desk: one place of a batch, with what its learner sees and what is between games."""


def new_desks(count: int) -> np.ndarray:
    """An array of `count` empty desks.

    >>> new_desks(2)["mask"].shape
    (2, 392)
    """
    return np.zeros(count, dtype=desk_t)
