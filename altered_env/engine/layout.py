"""The records: one for a game, and one for the book of compiled cards.

A game is one fixed-size record. Cloning is a memory copy, saving is its bytes, and equality is
equality of bytes. Every capacity is defined here, with a generous margin; exceeding one sets
`game.error`, which the Python layer turns into an exception that names it. Nothing is truncated
silently.
"""

from __future__ import annotations

import numpy as np

from . import SEATS
from .terms import ACT, CODE, NOTED, C, Z, namespace

__all__ = [
    "ACTIONS",
    "BITS",
    "CODE_WIDTH",
    "DECK_MAX",
    "EMBLEMS",
    "EVERY_BIT",
    "EXPEDITIONS",
    "FRAMES",
    "GAINED",
    "GRANTS",
    "HELD",
    "KEPT",
    "KEPT_NUMBERS",
    "KEPT_SETS",
    "LENGTH",
    "LOG",
    "MARKERS",
    "NO_ANSWER",
    "OBJECTS",
    "PASSIVES",
    "PASTS",
    "PLAYERS",
    "REGIONS",
    "REGION_CODE",
    "REGISTERS",
    "SETS",
    "STEP_ACTIONS",
    "TUMULT",
    "WORDS",
    "F",
    "M",
    "ability_t",
    "book_t",
    "card_t",
    "game_t",
    "new_book",
    "new_games",
]

PLAYERS: int = SEATS
EXPEDITIONS = 2 * PLAYERS
LENGTH = 8
"""The number of regions on an Expedition's way, including both starting regions."""
REGIONS = LENGTH * PLAYERS // 2
TUMULT = 3 * PLAYERS // 2
"""The number of Tumult cards."""
OBJECTS = 96 * PLAYERS
"""The number of object slots. An object is one stay of a card in one zone; a gone object keeps its
slot while something refers to it."""
BITS = 48
"""The number of bits used in each 64-bit word of an object set, so that arithmetic is signed."""
EVERY_BIT = (1 << BITS) - 1
"""A word of the set of all slots."""
WORDS = OBJECTS // BITS
DECK_MAX = 80
FRAMES = 10
REGISTERS = 24
SETS = 12
EMBLEMS = 96
KEPT = 20
"""The number of rows for captures of emblems, including one under construction (`captures.py`)."""
KEPT_NUMBERS = 6
KEPT_SETS = 3
PASTS = 12
"""The number of former places of objects (`last_known.py`)."""
GRANTS = 32 * PLAYERS
GAINED = 8 * PLAYERS
STEP_ACTIONS = OBJECTS
"""Enough for a hundred Tokens created by a loop (1.4.6) to leave at Rest in one step."""
HELD = 12
"""The number of actions of a step that can be held while its modifier acts at once."""
MODIFIERS = 15
"""The maximum number of modifiers of a step."""
LOG = 64 * PLAYERS
PASSIVES = 48
MARKERS = 64
"""The number of Terrain Markers, ordered by timestamp, the latest last."""
REGION_CODE = CODE.REGION if PLAYERS == 2 else CODE.COUNT
"""The first answer for a region: more than eight do not fit between the others."""
ACTIONS = OBJECTS + CODE.COUNT + (0 if PLAYERS == 2 else REGIONS)
"""The number of possible answers to a decision: an object slot, or OBJECTS + CODE.x."""
NO_ANSWER = -1
CODE_WIDTH = 8

CARDS = 16_384
"""The capacity of a book: the whole pool, and thousands of a user's own cards."""
ABILITIES = 1 << 15
"""The capacity for abilities: objects, emblems and grants refer to them in 16 bits."""
CODE_WORDS = 2_000_000
SUBTYPES = 63
"""The number of sub-types, which are bits of one signed word."""


@namespace
class F:
    """Columns of a frame: an effect being executed, or a card, quick action or Reaction being
    played."""

    KIND = 0  # FRAME
    PC = 1  # next instruction, -1: the play's stage decides
    CONTROLLER = 2
    DOER = 3  # the acting player, if an effect names one (1.4.7.b)
    ME = 4  # the object that bears the ability, in its former state
    ME_NOW = 5  # the current object of its card, for the ability that moved it (2.1.f)
    ABILITY = 6
    N = 7  # amount of the matched event
    STAGE = 8
    SLOT = 9  # the card being played
    ORIGIN = 10
    FREE = 11  # of a modifier: the replaced object is still unknown or missing; 2 + destination
    COST = 12  # mana to pay
    EXPEDITION = 13
    OPTIONS = 14  # alternative and optional costs taken, as a mask
    DECLARED = 15  # set registers whose targets are already chosen
    PICKED = 16  # picks made in the current decision
    SPENT = 17  # mana committed in the current decision (Tough)
    RESULT = 18  # amount of the last step
    STARTED = 19  # the last step was started (6.5.f)
    BEFORE = 20  # last known state of a Reaction's event subject; -2 - mask: Expeditions
    USE = 21  # USE; of a modifier, the kind of event it replaces
    BUDGET = 22  # the reduction left for Tough; actions staged before a modifier
    TERMS = 23  # the terms on which the card is played
    REGISTER = 24
    COUNT = REGISTER + REGISTERS


@namespace
class M:
    """Columns of an emblem (2.2.2.m): a pending Reaction or an Ongoing."""

    KIND = 0  # EMBLEM
    ABILITY = 1
    CONTROLLER = 2
    ME = 3
    ME_NOW = 4
    N = 5
    DURATION = 6
    USES = 7  # 0: no limit
    BEFORE = 8  # last known state of the event's subject
    KEPT = 9  # the row of its subject, plus one
    COUNT = 10


GAME_FIELDS: list[tuple[str, str] | tuple[str, str, object]] = [
    # chance and the table
    ("rng", "i8", 4),
    ("rules", "i4"),
    ("players", "i4"),
    ("day", "i4"),
    ("phase", "i4"),
    ("stage", "i4"),
    ("step", "i4"),  # within a stage
    ("first_player", "i4"),
    ("turn_player", "i4"),
    ("turn", "i4"),
    ("passed", "i4"),  # mask
    ("end_turn", "i4"),
    ("extra_turns", "i4", PLAYERS),
    ("winner", "i4"),  # -1 none
    ("over", "i4"),
    ("out", "i4"),  # players excluded from the tiebreaker, as a mask
    ("arena", "i4"),
    ("error", "i4"),
    ("error_detail", "i4"),
    ("overfull", "i4"),  # the ERROR of the exceeded capacity that ended the game; 0 none
    ("stamp", "i4"),
    ("decisions", "i4"),
    ("decided_on", "i4"),  # the day of the last decision
    ("day_limit", "i4"),  # the last day of the game; 0 none
    # the Adventure
    ("progress", "i2", EXPEDITIONS),
    ("ascended", "i4"),  # mask of Expeditions
    ("moved_today", "i4"),  # mask of Expeditions
    ("stood_at", "i2", EXPEDITIONS),
    ("terrain", "i2", REGIONS),  # printed
    ("terrain_now", "i2", REGIONS),
    ("face_up", "i2", REGIONS),
    ("marker_region", "i2", MARKERS),
    ("marker_terrains", "i2", MARKERS),
    ("markers", "i4"),
    ("past_region", "i2", PASTS),
    ("past_state", "i2", PASTS),  # 0: free
    ("pasts", "i4"),  # highest in use, plus one
    ("facing", "i2", EXPEDITIONS),
    ("team", "i2", PLAYERS),
    ("reserve_limit", "i2", PLAYERS),
    ("landmark_limit", "i2", PLAYERS),
    # objects
    ("obj", "i2", (OBJECTS, C.COUNT)),
    ("subtypes", "i8", OBJECTS),
    ("timestamp", "i4", OBJECTS),
    ("zone", "i8", (Z.COUNT, PLAYERS, WORDS)),
    ("reactive", "i8", WORDS),  # in play, Hero zones and Reserves: cards with Reactions
    ("gated", "i8", WORDS),  # those of them whose Reactions do not always work
    ("stating", "i8", WORDS),  # in the same zones: cards with other abilities
    ("hidden_seen", "i8", WORDS),  # cards of Decks and hands seen by one who usually does not
    ("altered", "i8", WORDS),  # objects whose characteristics differ from their cards'
    ("free", "i8", WORDS),
    ("gone", "i8", WORDS),
    ("keep", "i8", WORDS),  # scratch of `forget`
    ("order", "i2", DECK_MAX + FRAMES),  # scratch for shuffling, and for determinizations
    ("deck", "i2", (PLAYERS, DECK_MAX)),  # bottom first
    ("deck_size", "i2", PLAYERS),
    ("grant_object", "i2", GRANTS),  # -1 none
    ("grant_ability", "i2", GRANTS),
    ("grant_source", "i2", GRANTS),  # -1: gained permanently
    ("grants", "i4"),
    ("gained_object", "i2", GAINED),  # objects that have gained sub-types
    ("gained_subtypes", "i8", GAINED),
    ("gained", "i4"),
    ("dirty", "i4"),
    ("passive_source", "i2", PASSIVES),  # an object, or -2 - emblem
    ("passive_ability", "i2", PASSIVES),
    ("passive_stamp", "i4", PASSIVES),
    ("passive_done", "i2", PASSIVES),
    ("passive_needs", "i8", PASSIVES),
    ("passives", "i4"),
    ("behind_as", "i4"),  # Expeditions considered behind, as a mask
    ("contact_as", "i4"),  # Expeditions considered In Contact, as a mask
    ("listening", "i4"),  # kinds of ability other than Reactions in force, as a mask
    # effects in progress
    ("depth", "i4"),
    ("frame", "i4", (FRAMES, F.COUNT)),
    ("set", "i8", (FRAMES, SETS, WORDS)),
    ("targeted", "i8", (FRAMES, WORDS)),  # targets of the frame, whose Tough is paid once (7.4.7.f)
    ("emblem", "i2", (EMBLEMS, M.COUNT)),
    ("emblem_stamp", "i4", EMBLEMS),
    ("emblem_set", "i8", (EMBLEMS, WORDS)),
    ("kept_number", "i2", (KEPT + 1, KEPT_NUMBERS)),
    ("kept_set", "i8", (KEPT + 1, KEPT_SETS, WORDS)),
    ("reactions", "i4"),  # pending
    ("emblems", "i4"),  # highest slot in use, plus one
    # the current step
    ("act", "i2", (STEP_ACTIONS, ACT.COLUMNS)),
    ("acts", "i4"),
    ("event", "i2", (STEP_ACTIONS, ACT.COLUMNS)),
    ("events", "i4"),
    ("stamp_before", "i4"),
    ("idle", "i4", OBJECTS),  # abilities that did not work before the step, as masks
    ("idles", "i4"),  # the number of objects with such abilities
    ("had_object", "i2", GRANTS),  # granted Reactions that worked before the step
    ("had_ability", "i2", GRANTS),
    ("had", "i4"),
    ("arrived", "i8", WORDS),  # objects whose timestamps must be ordered
    ("was_in", "i2", OBJECTS),  # Expeditions before passives were re-evaluated
    ("commit", "i4"),  # the progress of the current step: STEP
    ("commit_depth", "i4"),
    ("commit_controller", "i4"),
    ("modifier_slot", "i2", 16),
    ("modifier_ability", "i2", 16),
    ("modifiers", "i4"),
    ("modified_act", "i4"),
    ("modifier_now", "i4"),
    ("modified_whole", "i4"),  # modifiers that have applied to the whole step, as a mask
    ("otherwise", "i2", 16),  # declined modifiers, whose alternatives follow
    ("otherwises", "i4"),
    ("held", "i2", (HELD + 4, ACT.COLUMNS)),  # a suspended step: its actions, its modifiers
    ("holding", "i4"),
    # Clean-up: abilities that let something extra be kept
    ("spares_asked", "i4"),
    ("spares_kept", "i4"),
    ("result", "i8", WORDS),
    ("result_number", "i4"),
    ("resupplied", "i8", WORDS),  # objects to be exhausted in a following step (7.3.14.a)
    ("following", "i4"),  # whether the current step is the following one
    ("chosen", "i8", (PLAYERS, WORDS)),  # picks of a daily effect
    ("dice", "i2", 16),
    ("dice_count", "i4"),
    ("rigged", "i2", 16),  # the next dice, in a scenario
    ("rigged_count", "i4"),
    # history
    ("log", "i2", (LOG, NOTED.COLUMNS)),
    ("logged", "i4"),
    ("use_object", "i2", LOG),  # quick actions and Reactions used today
    ("use_ability", "i2", LOG),
    ("use_count", "i2", LOG),
    ("uses", "i4"),
    # the decision
    ("decision", "i4"),
    ("decider", "i4"),
    ("answer", "i4"),
    ("minimum", "i4"),
    ("maximum", "i4"),
    ("offered", "i4"),  # the number of actions in the mask
    ("subject", "i4"),  # the subject of the decision; -1 none
    ("options", "i2", ACTIONS),  # the actions in the mask, in the order of offering
    # constants of the game
    ("owned", "i2", PLAYERS),  # the number of cards owned by each player, without tokens
    ("mask", "u1", ACTIONS),
]
"""Every field of a game: name, kind, shape."""


LINE = 64
"""The bytes of a line of the cache."""


def _record(fields: list[tuple]) -> np.dtype:
    """Return a record type with these fields, widest first and padded by a field to whole cache
    lines, so that equality of games is equality of bytes. Within a width, scalars come first: they
    are read all the time and fit into a few cache lines."""
    ordered = sorted(fields, key=lambda field: (-np.dtype(field[1]).itemsize, len(field)))
    used = sum(np.dtype(field[1:] if len(field) > 2 else field[1]).itemsize for field in ordered)
    ordered.append(("spare", "u1", LINE - used % LINE))
    return np.dtype((np.record, np.dtype(ordered, align=True)))


def aligned(count: int, record: np.dtype) -> np.ndarray:
    """Return an array of `count` empty records that begins with a cache line.

    >>> aligned(3, np.dtype("i4")).ctypes.data % LINE
    0
    """
    size = count * record.itemsize
    room = np.zeros(size + LINE, dtype=np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + size].view(record)


game_t = _record(GAME_FIELDS)
assert sum(game_t[name].itemsize for name in game_t.names or ()) == game_t.itemsize

card_t = np.dtype(
    [
        ("name", "i4"),
        ("type", "i4"),
        ("faction", "i4"),
        ("rarity", "i4"),
        ("subtypes", "i8"),
        ("hand_cost", "i4"),
        ("reserve_cost", "i4"),
        ("forest", "i4"),
        ("mountain", "i4"),
        ("water", "i4"),
        ("keywords", "i4"),
        ("tough", "i4"),
        ("reserve_limit", "i4"),
        ("landmark_limit", "i4"),
        ("first", "i4"),  # its abilities are first .. last - 1
        ("last", "i4"),
        ("token", "i4"),
        ("listens", "i4"),  # event kinds its Reactions listen to, as a mask
        ("hears", "i4"),  # those of Reactions to events other than its arrival
        ("gated", "i4"),  # whether it has such with a gate, or working in Reserve
        ("statements", "i4"),  # kinds of its other abilities, as a mask
        ("supports", "i4"),
        ("spell", "i4"),  # the ability that is a Spell's effect, -1 none
        ("reductions", "i4"),  # optional reductions of its own cost
        ("signature", "i4"),  # the Signature token of a Hero: its card, plus 1
    ],
    align=True,
)

ability_t = np.dtype(
    [
        ("kind", "i4"),
        ("card", "i4"),
        ("index", "i4"),  # its position among its card's abilities, as printed
        ("works", "i4"),  # FN mask
        ("gate", "i4"),  # program, -1 none
        ("event", "i4"),  # EV
        ("cause", "i4"),
        ("from_zones", "i4"),
        ("from_who", "i4"),
        ("from_place", "i4"),  # 0 any, 1 my Expedition, 2 the one facing me, 3 my other one
        ("to_zones", "i4"),
        ("to_who", "i4"),
        ("to_place", "i4"),
        ("who", "i4"),  # the acting player
        ("phases", "i4"),
        ("what", "i4"),  # statuses, a counter kind + 1000, terrains
        ("self", "i4"),  # the event must be about me
        ("once", "i4"),
        ("nth", "i4"),
        ("before", "i4"),  # the filter reads the object's former state
        ("condition", "i4"),  # program over `it`; -1 none
        ("effect", "i4"),
        ("declare", "i4"),
        ("cost", "i4"),  # program that stages the cost
        ("cost_check", "i4"),  # program: whether it can be paid, and the mana
        ("subject", "i4"),  # program: the subjects of a passive
        ("amount", "i4"),  # program: the amount
        ("property", "i4"),  # HAVE, COST
        ("value", "i4"),
        ("floor", "i4"),
        ("optional", "i4"),
        ("otherwise", "i4"),
        ("reads", "i4"),  # classes of properties it reads and writes, for dependency (2.3.2)
        ("writes", "i4"),
        # 1 J, 2 H, 4 R, 8 D, 16 T; of an emblem about a play, the kinds it activates
        ("symbol", "i4"),
        ("targets", "i4"),
        ("declares", "i4"),  # its targets are declared under every ruleset, as they change its cost
        ("about_place", "i4"),  # its effect is about the Expedition that moved
        ("even", "i4"),
        ("attempts", "i4"),
        ("text", "i4"),  # equal lines of notation have equal numbers (6.3.m)
    ],
    align=True,
)

book_t = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("cards", "i4"),
                ("abilities", "i4"),
                ("length", "i4"),
                ("card", card_t, CARDS),
                ("ability", ability_t, ABILITIES),
                ("code", "i4", CODE_WORDS),
            ],
            align=True,
        ),
    )
)


def new_games(count: int) -> np.ndarray:
    """Return an array of `count` empty game records.

    >>> new_games(2).shape
    (2,)
    """
    return aligned(count, game_t)


def new_book() -> np.ndarray:
    """Return an empty book, as an array of one."""
    return np.zeros(1, dtype=book_t)
