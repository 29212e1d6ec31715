"""Compiled abilities: instructions, queries and arithmetic.

A program is rows of an instruction and its operands (`layout.CODE_WIDTH`); the compiler of the
language writes them, `interpreter.py`, `reading.py` and `instructions.py` execute them.
"""

from .terms import namespace

__all__ = ["ALU", "CMP", "HOW", "INFO", "OP", "REL"]


@namespace
class CMP:
    LT = 0
    LE = 1
    EQ = 2
    NE = 3
    GE = 4
    GT = 5


@namespace
class ALU:
    ADD = 0
    SUB = 1
    MUL = 2
    AND = 3
    OR = 4
    ANDNOT = 5
    MIN = 6
    MAX = 7


@namespace
class HOW:
    """How one number is derived from several objects."""

    SUM = 0
    HIGHEST = 1
    LOWEST = 2
    ONE = 3
    ALL = 4  # for masks: the intersection
    DISTINCT = 5


@namespace
class REL:
    """The relation of a set of objects to something else, as a mask."""

    OWNER = 0
    CONTROLLER = 1
    EXPEDITION = 2
    FACING = 3
    OTHER = 4
    REGION = 5


@namespace
class INFO:
    """Queries about the table."""

    FIRST_PLAYER = 0  # mask
    TURN_PLAYER = 1  # mask
    DAY = 2
    PHASE = 3
    BEHIND = 4  # Expeditions, as a mask
    AHEAD = 5
    TIED = 6
    IN_CONTACT = 7
    IN_TERRAIN = 8  # Expeditions in a region of these terrains
    ASCENDED = 9
    REGIONS_VISIBLE = 10
    FACING_OF = 11  # of a mask of Expeditions
    OTHER_OF = 12
    EXPEDITIONS_OF = 13  # of a mask of players
    OPPONENTS = 14  # of a player
    READY_MANA = 15  # of a player, as a mask
    CONTROLLERS_OF = 17  # players of a mask of Expeditions
    PAID_LESS = 18
    MATCHED_AMOUNT = 19
    REGION_OF = 20  # regions of a mask of Expeditions
    COUNT_BITS = 22
    MOVED_TODAY = 23
    NEXT_PLAYER = 24  # the first player of a mask in initiative order
    NEXT_EXPEDITION = 25  # the first Expedition of a mask in initiative order
    CAN_PAY = 28
    ORIGIN = 29
    DECLARED = 30  # whether this choice was made in the declaration
    DOER = 31  # mask
    YOU = 32  # mask
    PLAY_PLACE = 33  # the Expedition in which a card is about to be played, as a mask
    BIT = 36
    RULE = 37  # whether this switch is on
    SPENT = 38  # mana promised for Tough
    IT_PLACE = 40  # the Expeditions a Reaction or modifier is about, as a mask
    RESULT = 48  # the result of a Reaction's roll
    DICE = 49  # the number of dice rolled
    MARKED = 39  # regions that have a Terrain Marker of these terrains
    REGIONS = 41  # all regions, as a mask
    REGIONS_STARTING = 42
    REGIONS_WITH = 43  # one of these terrains
    REGIONS_ONLY = 44  # exactly these terrains
    REGIONS_COUNTED = 45  # the number of terrains
    EXPEDITIONS_AT = 46  # in one of these regions
    BETWEEN = 47  # the number of regions between these Expeditions
    PLAYERS = 50  # all players, as a mask
    NUMBER_OF = 51  # of a player, as a mask
    REGIONS_AMONG = 52  # regions of a mask, current and former
    CAN_PASS = 53  # whether the acting player has not passed yet
    SIGNATURE = 54  # the Signature token of a player's Hero; -1 for none


@namespace
class OP:
    """Instructions of the interpreter."""

    END = 0
    JMP = 1
    JZ = 2
    JNZ = 3
    SET = 4
    ALU = 5
    CMP = 6
    ATTR = 7
    REL = 8
    INFO = 9
    HIST = 10
    ZONE = 11
    FILTER = 12
    FILTER_BITS = 13
    COPY = 14
    AND = 15
    OR = 16
    SUB = 17
    CLEAR = 18
    ME = 19
    IT = 20
    SIZE = 21
    POP = 22
    EXTREME = 23
    TOP = 24
    RANDOM = 25
    ASK_OBJECTS = 26
    ASK_PLACE = 27
    ASK_YES = 28
    ASK_NUMBER = 29
    ASK_MODE = 30
    MOVE = 31
    CREATE = 32
    STATUS = 33
    COUNTER = 34
    PAY = 35
    ADVANCE = 36
    ASCEND = 37
    MARK = 38
    ROLL = 39
    REVEAL = 40
    GRANT = 41
    ACTIVATE = 42
    PASS = 43
    TURN = 44
    FIRST = 45
    WIN = 46
    COMMIT = 47
    RESULT = 48
    PLAY = 49
    ONGOING = 50
    LATER = 51
    READ = 52
    WRITE = 53
    DROP = 54
    FILTER_SUBTYPE = 55
    DOER = 56
    SWITCH = 57
    FILTER_PLAYABLE = 58
    CAN_DECLARE = 59
    PROMISE = 60
    DECLARED = 61
    ALLOW = 62
    ASK_ABILITY = 63
    FILTER_ACTIVATABLE = 64
    ASK_COUNTER = 65
    GAIN_SUBTYPES = 66
    EXCEPT = 67
    NOW = 68
    HOLD = 69
    RELEASE = 70
    KEEP_NUMBER = 71
    KEEP_SET = 72
    AGAIN = 73
    SHOW = 74
