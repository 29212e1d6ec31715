"""The rules' words as plain integers, used in records and compiled code.

Plain ints in small namespaces compile everywhere; `names(Z)` turns a namespace into a mapping for
people. Every number in a record is defined here; the parts of instructions are in `opcodes.py`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, TypeVar, cast

__all__ = [
    "ABILITY",
    "ACT",
    "AS",
    "CAUSE",
    "CODE",
    "COST",
    "DECIDE",
    "DURATION",
    "ERROR",
    "EV",
    "FLAG",
    "FN",
    "HAVE",
    "KW",
    "NOTED",
    "PHASE",
    "RULE",
    "STAGE",
    "STATUS",
    "STEP",
    "TERMS",
    "TERRAIN",
    "TYPE",
    "WHO",
    "C",
    "Other",
    "Term",
    "Z",
    "bits_of",
    "kinds_of",
    "names",
    "namespace",
    "terms",
    "words",
]

T = TypeVar("T", bound=type)


class Term(int):
    """A number of the rules with its words; each word has a default.

    >>> [(term.name, term.word, term.says) for term in terms(KW)][-2:]
    [('UNCOUNTED', 'uncounted', 'not counted'), ('IN_CONTACT', 'in_contact', 'In Contact')]
    """

    name: str
    """The name of the member in its namespace."""
    word: str
    """The word in views and card notation; by default the name in lower case."""
    says: str
    """The words in prose; by default the question, or the capitalised word."""
    asks: str
    """The question that a decision puts to a player."""
    printed: bool
    """Whether it is printed on cards, as their type or as a keyword on a line of its own."""

    def __new__(
        cls, number: int, word: str = "", says: str = "", asks: str = "", printed: bool = True
    ) -> Term:
        """Return a member of a namespace with words of its own."""
        term = super().__new__(cls, number)
        term.name, term.word, term.says, term.asks = "", word, says, asks
        term.printed = printed
        return term

    def called(self, name: str) -> Term:
        """Return the term as the member with this name."""
        word = self.word or name.lower()
        plain = " ".join(part.capitalize() for part in word.split("_"))
        term = Term(self, word, self.says or self.asks or plain, self.asks, self.printed)
        term.name = name
        return term


class Other(int):
    """A member of a namespace that is not one of its terms, such as a count or a union."""


def after(members: dict[str, Any]) -> Other:
    """Return the number after the highest term of a namespace."""
    numbers = (n for name, n in members.items() if not name.startswith("__"))
    return Other(1 + max(n for n in numbers if type(n) in (int, Term)))


def namespace(members: T) -> T:
    """Make a class of plain ints a module object, whose members compiled code may name.

    >>> @namespace
    ... class SIDE:
    ...     LEFT = 0
    ...     RIGHT = Term(1, says="right-hand side")
    ...     BOTH = Other(2)
    >>> SIDE.LEFT, [term.says for term in terms(SIDE)]
    (0, ['Left', 'right-hand side'])
    """
    module: Any = ModuleType(members.__name__, members.__doc__)
    found = []
    for name, value in vars(members).items():
        if isinstance(value, int) and not name.startswith("__"):  # `__firstlineno__`, from 3.13 on
            setattr(module, name, int(value))
            if not isinstance(value, Other):
                found.append((value if isinstance(value, Term) else Term(value)).called(name))
    module.__terms__ = tuple(found)
    return cast(T, module)


def terms(namespace: type) -> tuple[Term, ...]:
    """Return the terms of a namespace, in the order of declaration."""
    found: tuple[Term, ...] = vars(namespace)["__terms__"]
    return found


def words(namespace: type) -> dict[int, str]:
    """Return the words of a namespace by number.

    >>> words(KW)[1]
    'gigantic'
    """
    return {int(term): term.word for term in terms(namespace)}


def kinds_of(namespace: type) -> int:
    """Return the size of a one-hot vector over a namespace, from 0 to its highest number.

    >>> kinds_of(PHASE)
    6
    """
    return 1 + max(terms(namespace))


def bits_of(namespace: type) -> int:
    """Return the width of a mask over a namespace, in bits.

    >>> bits_of(TERRAIN)
    3
    """
    return max(terms(namespace)).bit_length()


@namespace
class Z:
    """Zones (3.1.1.c); in play are the Expedition zone and the Landmark zone (3.1.4.a)."""

    NOWHERE = 0
    DECK = 1
    HAND = Term(2, says="hand")
    MANA = 3
    RESERVE = 4
    DISCARD = Term(5, says="Discard pile")
    HERO = 6
    EXPEDITION = 7
    LANDMARK = Term(8, "landmarks", says="Landmark")
    LIMBO = 9
    COUNT = after(vars())
    PLAY_MASK = Other(1 << EXPEDITION | 1 << LANDMARK)
    HIDDEN_MASK = Other(1 << DECK | 1 << HAND)


@namespace
class C:
    """Columns of an object: one row of `game.obj`."""

    LIFE = 0  # 0 free, 1 alive, 2 gone, with its last known state (2.1.h)
    CARD = 1  # row of the card book
    ZONE = 2
    OWNER = 3
    SIDE = 4  # the player whose part of the zone it is in; in play, its controller
    EXPEDITION = 5  # the Expedition of the card; -1 elsewhere
    PRESENCE = 6  # Expeditions it is present in, as a mask (Gigantic, 7.4.4)
    # from here to COUNTER_NUMBER in the order of observations (`batch/copied_columns.py`)
    TYPE = 7
    STATUS = 8
    KEYWORDS = 9
    TOUGH = 10
    HAND_COST = 11  # -1: it has none
    RESERVE_COST = 12
    FOREST = 13
    MOUNTAIN = 14
    WATER = 15
    BOOSTS = 16
    COUNTER_KIND = 17  # three named counters: kind and number
    COUNTER_NUMBER = 20
    ORIGIN = 23  # the zone it was played from, while in Limbo and in play
    MUTE = 24  # its abilities are ignored or lost
    NEXT = 25  # for a gone object, the next object of its card; -1 none
    PLAYED_AS = 26  # a special way of playing: AS.SCOUT, AS.TEMPLE
    KNOWN = 27  # players who know its face while it is hidden, as a mask
    LATCHED = 28  # abilities whose SINCE condition has held, as a mask
    BEYOND = 29  # the excess over their maximum that its Support abilities may give
    STOOD = 30  # of a gone one: its last place in play, as a mask of pasts (`last_known.py`)
    COUNT = 31
    # computed, for filters and amounts
    BASE_COST = 40
    NAME = 41
    TOKEN = 42
    HIGHEST = 43
    LOWEST = 44
    READY = 45
    FACTION = 46
    RARITY = 47
    COUNTERS = 48  # the total number of counters, including boosts
    ZERO_STATISTICS = 49
    HAS_SUPPORT = 50
    TIMESTAMP = 51
    BASE_FOREST = 52
    BASE_MOUNTAIN = 53
    BASE_WATER = 54
    STANDING = 55  # its Expeditions, as a mask; of a gone one, their former state
    COUNTER_OF = 64  # + counter kind


@namespace
class AS:
    """Special ways in which a card was played."""

    SCOUT = 1  # for its Scout cost (7.4.5)
    TEMPLE = 2  # for its Temple cost, as a Landmark Permanent
    PAID_MORE = 4  # for an optional extra cost


@namespace
class STATUS:
    """Statuses of an object (2.4), as a mask."""

    ANCHORED = 1
    ASLEEP = 2
    EXHAUSTED = Term(4, says="exhausted")
    FLEETING = 8
    COMPLETED = Term(16, says="completed")
    ASCENDED = Other(512)  # of an Expedition


@namespace
class TYPE:
    """Types of an object (2.2.1), as a mask."""

    CHARACTER = 1
    SPELL = 2
    EXPEDITION_PERMANENT = 4
    LANDMARK_PERMANENT = 8
    HERO = 16
    MANA_ORB = Term(32, printed=False)
    TOKEN = Term(64, says="token", printed=False)
    PERMANENT = Other(EXPEDITION_PERMANENT | LANDMARK_PERMANENT)


@namespace
class KW:
    """Keywords of an object (7.4), as a mask."""

    GIGANTIC = 1
    DEFENDER = 2
    ETERNAL = 4
    SEASONED = 8
    COOLDOWN = 16
    FLEETING = 32
    UNCOUNTED = Term(64, says="not counted", printed=False)
    IN_CONTACT = Term(128, says="In Contact", printed=False)  # wherever it is


@namespace
class TERRAIN:
    FOREST = 1
    MOUNTAIN = 2
    WATER = 4
    ALL = Other(7)


@namespace
class RULE:
    """The switches by which rulesets and formats differ (docs/reference/rules.md)."""

    RESHUFFLE_ON_DEMAND = 1
    DECLARE_FIRST = 2
    FLEETING_ON_ENTRY = 4
    CLEANUP_SACRIFICES_LANDMARKS = 8
    REACTION_NAME_CAP = 16
    MANA_UNLIMITED = 32  # Booster War, from here on
    THREE_A_DAY = 64
    FOUR_DAYS = 128
    DECKS_IN_ORDER = 256
    TEAMS = 512  # two against two
    LISTS_CLOSED = 1024  # for a player who does not know the cards in others' Decks


@namespace
class PHASE:
    SETUP = Term(0, says="set-up")
    MORNING = 1
    NOON = 2
    AFTERNOON = 3
    DUSK = 4
    NIGHT = 5


@namespace
class STAGE:
    """The stage of the day."""

    DEAL = 0
    FIRST_MANA = 1
    MORNING = 2
    SUCCEED = 3
    PREPARE = 4
    DRAW = 5
    EXPAND = 6
    NOON = 7
    AFTERNOON = 8
    TURN = 9
    DUSK = 10
    PROGRESS = 11
    NIGHT = 12
    REST = 13
    CLEAN_UP = 14
    CHECK_VICTORY = 15
    RESHUFFLE = 17  # 5.0: players with empty Decks may shuffle (4.2.1.f)


@namespace
class EV:
    """The nine kinds of event, and playing a card."""

    NONE = 0
    MOVE = Term(1, says="moved")
    GAIN = Term(2, says="gained")
    LOSE = Term(3, says="lost")
    PROGRESS = Term(4, says="Expedition moved")
    FAIL = Term(5, says="failed to")
    ROLL = Term(6, says="roll")
    REVEAL = Term(7, says="revealed")
    PASS = Term(8, says="passed")
    ACTIVATE = Term(9, says="activated")
    AT = Term(10, says="phase")
    PLAY = Term(11, says="played")
    PAY = Term(12, says="paid")
    MARK = Term(13, says="Terrain Marker")
    GRANT = Term(14, says="granted")
    TURN = Term(15, says="turn")
    # in a step: the object to be sacrificed is not moved, and counts as sacrificed
    SPARED = Term(16, says="spared")


@namespace
class ACT:
    """Columns of a staged action, and of the event that it becomes."""

    KIND = 0
    CAUSE = 1
    OBJECT = 2  # before
    AFTER = 3  # the object it became
    FROM = 4
    FROM_SIDE = 5
    FROM_PRESENCE = 6
    TO = 7
    TO_SIDE = 8
    TO_PRESENCE = 9  # for a staged move: the Expedition's bit
    DOER = 10
    AMOUNT = 11
    WHAT = 12  # statuses, counter kind, terrains, token, phase; of a move, Ascended Expeditions
    FLAGS = 13
    USED = 14  # modifiers that have applied, as a mask over the step's list
    COLUMNS = 16


@namespace
class STEP:
    """The progress of the current step (6.2)."""

    NONE = 0
    MODIFIED = 1  # modifiers may still change it
    SETTLED = 2  # modifiers can no longer change it
    HAPPENED = 3
    FOLLOWED = 4  # and Reactions to it have been collected


@namespace
class NOTED:
    """Columns of a line of the day's log: row of `game.log`."""

    KIND = 0  # of event
    CAUSE = 1
    PLAYER = 2
    CARD = 3
    PLACE = 4  # the zone it came from
    TURN = 5
    PHASE = 6
    TIMES = 7
    COLUMNS = 8


@namespace
class CAUSE:
    """The cause of an event: the verb behind it, as a mask."""

    PUT = 1
    PLAY = 2
    SACRIFICE = 4
    DISCARD = 8
    CREATE = 16
    DRAW = 32
    RESUPPLY = 64
    REST = 128
    CLEAN_UP = 256
    SWITCH = 512
    COST = 1024
    EXPAND = 2048
    SABOTAGE = 4096
    SPEND = 8192
    GIFT = 16384  # in a pattern alone: another player receives it (7.3.29)


@namespace
class FLAG:
    """Flags of a staged action."""

    READY = 1
    EXHAUSTED = 2
    BOTTOM = 4
    FLEETING = 8
    KEEP_BOOSTS = 16
    ANCHORED = 32
    ASLEEP = 64
    DONE = 256
    SETTLED = 512  # no more additions to this roll
    FLEES = 1024  # it would go to Reserve if it were not Fleeting (2.4.7.d)
    ASIDE = 2048  # inserted by a modifier: it does not count as the step's result
    MODIFIED = 4096  # the action being modified
    OF = 1023  # in an activation or a grant, as a mask: the bearer, plus one


@namespace
class FN:
    """The places in which an ability works (1.2.4.d)."""

    PLAY = 1
    HERO = 2
    RESERVE = 4
    HAND = 8
    LIMBO = 16
    SELF = 32  # a self-move Reaction (6.3.c)


@namespace
class ABILITY:
    """Kinds of ability."""

    REACTION = 1
    QUICK = 2
    SPELL = 3
    HAVE = 4
    COST = 5
    CANT = 6
    CAN = 7
    INSTEAD = 8
    ALSO = 9
    BEGIN = 10
    SCOUT = 11
    SINCE = 12  # the condition from which other abilities of its card work
    BESIDES = 13  # additional types of its card, in every zone
    WHOLE = 14  # like INSTEAD, for everything it matches in a step (6.2.g)
    TEMPLE = 15  # may be played for another cost, as something else
    VOLATILE = 16  # with HAVE: it reads state that changes without any change in play
    RAISE = 20  # adds to a visible result of a roll (7.3.33.c)


@namespace
class COST:
    """Cost alterations, in the order of 5.1.2.f."""

    MORE = 1
    LESS = 2
    AT_LEAST = 3
    FREE = 4
    LESS_TO_A_MINIMUM = 5  # those decreases first: any other order could cost more


@namespace
class TERMS:
    """The terms on which an effect lets a card be played, as one number; 0 for a normal turn."""

    FREE = 1  # its costs are skipped (7.3.26)
    HAND_COST = 2  # from Reserve, its Hand Cost may be paid instead (5.1.2.e)
    AS_HAND = 4  # as if it were played from Hand
    FLEETING = 8  # and it gains Fleeting: a Spell as it enters Limbo (5.2.4.a)
    PLACE = 16  # times a mask of Expeditions: only in one of these
    LEAST = 4096  # times the minimum cost after the effect's reduction


@namespace
class WHO:
    ANY = 0
    YOU = 1
    OPPONENT = 2
    PLAYER = 3  # a player: for `once`, each separately
    KEPT = 8  # + number: those captured by an emblem (`captures.py`)


@namespace
class HAVE:
    """The grants of a passive ability."""

    KEYWORDS = 1
    TOUGH = 2
    ABILITY = 3
    STATISTIC = 4
    HIGHEST = 5
    TERRAIN_ONLY = 6
    TERRAIN_ALSO = 7
    RESERVE_LIMIT = 8
    LANDMARK_LIMIT = 9
    SUBTYPES = 10
    MUTE = 11
    STATISTIC_MORE = 12
    TYPE = 13
    BEHIND = 14
    IN_CONTACT = 15
    MAXIMUM = 16
    SPARE = 17


@namespace
class FRAME:
    """The kind of frame, by what it resolves."""

    EFFECT = 0
    PLAY = 1
    MODIFIER = 2  # of the current step
    COST = 3


@namespace
class USE:
    """The kind of play."""

    CARD = 1
    QUICK = 2
    REACTION = 3


@namespace
class EMBLEM:
    """Kinds of emblem (2.2.2.m)."""

    NONE = 0
    REACTION = 1
    ONGOING = Term(2, says="Ongoing effect")
    LATER = Term(3, "waiting", says="waiting for the end of Rest")  # then a Reaction


@namespace
class DURATION:
    TURN = 1
    AFTERNOON = 2
    DAY = 3
    REST = 4


@namespace
class DECIDE:
    """Kinds of decision, with the player's question and the line of the page of actions."""

    NONE = 0
    TURN = Term(1, asks="play a card, use a quick action, or pass")
    USE = Term(
        2, asks="what to do with it", says="play the object, or use one of its quick actions"
    )
    OBJECTS = Term(
        3, asks="choose {number}", says="choose objects, one by one; `done` if fewer are enough"
    )
    EXPEDITION = Term(4, asks="choose an Expedition", says="an Expedition")
    PLAYER = Term(5, asks="choose a player", says="a player")
    YES_NO = Term(6, asks="do it?", says="whether to do something optional")
    NUMBER = Term(7, asks="choose a number", says="a number")
    MODE = Term(8, asks="choose a mode", says="one of the effects listed on a card")
    REGION = Term(9, asks="choose a region", says="a region")
    TERRAIN = Term(10, asks="choose a terrain", says="a terrain")
    REACTION = Term(11, asks="which Reaction to play first", says="the next Reaction")
    MODIFIER = Term(12, asks="which modifier applies first", says="the modifier that applies next")
    FIRST_MANA = Term(
        13,
        asks="choose {number} from hand to put into the Mana zone",
        says="the cards that become Mana Orbs in set-up",
    )
    EXPAND = Term(
        14,
        asks="choose a card from hand to put into the Mana zone, or none",
        says="the card that becomes a Mana Orb in the Morning, or pass",
    )
    KEEP_RESERVE = Term(
        15, asks="choose {number} to keep in Reserve", says="a card to keep in Reserve at Night"
    )
    KEEP_LANDMARKS = Term(
        16,
        asks="choose {number} to keep among the Landmarks",
        says="a Landmark to keep at Night",
    )
    SCOUT = Term(17, asks="pay the Scout cost instead?", says="whether to play for the Scout cost")
    REDUCTION = Term(18, asks="pay the optional cost?", says="whether to pay an optional cost")
    DIE = Term(19, asks="choose a die to ignore", says="a die to ignore")
    RESHUFFLE = Term(
        20,
        asks="shuffle the Discard pile into the Deck?",
        says="whether to shuffle the Discard pile into the Deck",
    )
    TARGET = Term(
        21,
        asks="choose {number} as target",
        says="the targets of a play, one by one",
    )
    TIMESTAMP = Term(22, asks="which comes first", says="the order of objects that arrive together")
    HAND_COST = Term(
        23,
        asks="pay the Hand Cost instead of the Reserve Cost?",
        says="whether to pay the Hand Cost instead",
    )
    ABILITY = Term(24, asks="which ability to activate", says="an ability")
    COUNTER = Term(25, asks="which kind of counter", says="a kind of counter")
    RAISE = Term(26, asks="add to the roll of {dice}?", says="whether to add to a roll of dice")


@namespace
class CODE:
    """Answers other than objects, numbered after the object slots."""

    PASS = 0
    DONE = 1
    YES = 2
    NO = 3
    EXPEDITION = 4  # + Expedition, up to 8
    PLAYER = 12  # + player, up to 4
    REGION = 16  # + region, up to 8
    TERRAIN = 24  # + 0 forest, 1 mountain, 2 water
    MODE = 27  # + mode or ability, up to 13
    NUMBER = 40  # + number, up to 64
    EMBLEM = 104  # + emblem, up to 96
    COUNT = 200


@namespace
class ERROR:
    """Errors of the engine: an exceeded limit, or a bug."""

    NONE = 0
    OBJECTS = 1
    FRAMES = 2
    EMBLEMS = 3
    ACTIONS = 4
    GRANTS = 5
    OPCODE = 6
    LOG = 7
    DECK = 8
    DEPENDENCY = 9
    CODE = 10
    MARKERS = 11
    MODIFIERS = 12
    COUNTERS = 13
    STEPS = 14
    ABILITIES = 15
    MODES = 16
    KEPT = 17
    PASTS = 18
    CARDS = 19


def names(namespace: type) -> dict[int, str]:
    """Return the members of a namespace by number.

    >>> names(PHASE)[1]
    'MORNING'
    """
    return {value: key for key, value in vars(namespace).items() if isinstance(value, int)}
