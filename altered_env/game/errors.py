"""Exceptions of games."""

from __future__ import annotations

from collections.abc import Iterable

from altered_env.engine import layout
from altered_env.engine.terms import ERROR

_LIMITS = {
    ERROR.OBJECTS: f"more than {layout.OBJECTS} objects at once",
    ERROR.FRAMES: f"effects nested deeper than {layout.FRAMES}",
    ERROR.EMBLEMS: f"more than {layout.EMBLEMS} emblems in Limbo",
    ERROR.ACTIONS: f"more than {layout.STEP_ACTIONS} actions in one step",
    ERROR.GRANTS: f"more than {layout.GRANTS} granted abilities at once",
    ERROR.OPCODE: "an unknown instruction",
    ERROR.LOG: f"more than {layout.LOG} events in the log of one day",
    ERROR.DECK: f"more than {layout.DECK_MAX} cards in a Deck",
    ERROR.DEPENDENCY: f"more than {layout.PASSIVES} passive abilities at once",
    ERROR.CODE: "a program out of bounds",
    ERROR.MARKERS: f"more than {layout.MARKERS} Terrain Markers",
    ERROR.MODIFIERS: f"more than {layout.MODIFIERS} modifiers on one step",
    ERROR.COUNTERS: "more than three kinds of counter, or 30,000 of one, on an object",
    ERROR.STEPS: "an endless effect",
    ERROR.MODES: "more than 21 choices of modes",
    ERROR.KEPT: f"more than {layout.KEPT} values kept for lasting and delayed effects",
    ERROR.ABILITIES: "more than 13 abilities to choose from",
    ERROR.CARDS: "a card that is lost, duplicated or in an impossible place",
}


def limit(error: int) -> str:
    """The exceeded capacity, in words.

    >>> limit(2)
    'effects nested deeper than 10'
    """
    return _LIMITS.get(error, f"error {error}")


def _misplaced(detail: int) -> str:
    """What `check_cards` of the engine found, in words.

    >>> _misplaced(7)
    'object 7 is not in exactly the zone and with the player it records, or cannot be there'
    >>> _misplaced(-1 - (1 << 20) - (40 << 10) - 39)
    'player B owns 40 cards, but 39 were found'
    """
    if detail >= 0:
        return (
            f"object {detail} is not in exactly the zone and with the player it records,"
            " or cannot be there"
        )
    player, owned, found = -1 - detail >> 20, -1 - detail >> 10 & 1023, -1 - detail & 1023
    return f"player {'ABCD'[player]} owns {owned} cards, but {found} were found"


class IllegalActionError(ValueError):
    """The action is not offered; the message lists what is. The state is as it was."""


class AmbiguousActionError(IllegalActionError):
    """An ambiguous action; the message lists the candidates."""


class IllegalDeckError(ValueError):
    """The decks are illegal; the message lists every reason."""


class UnsupportedCardError(ValueError):
    """Cards whose abilities are not understood; the message says which, and why."""


class SaveError(ValueError):
    """The bytes are not a saved game that can be read here; the message says why."""


class ReplayError(ValueError):
    """The replay cannot be played here; the message says why."""


class EngineError(RuntimeError):
    """The engine hit one of its limits or a bug; the game cannot continue.

    `error` and `detail` are the numbers in the record.
    """

    def __init__(self, error: int, detail: int, context: str = "") -> None:
        self.error = error
        self.detail = detail
        self.context = context
        why = _misplaced(detail) if error == ERROR.CARDS else f"{limit(error)} (detail {detail})"
        super().__init__(f"the engine stopped: {why}" + (f", {context}" if context else ""))

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.error, self.detail, self.context))


def listed(things: Iterable[str], most: int = 40) -> str:
    """A list for an error message; a long one is cut and the rest counted.

    >>> listed(["pass", "yes"])
    'pass; yes'
    >>> listed(["a", "b", "c"], most=2)
    'a; b; and 1 more'
    """
    rows = list(things)
    if not rows:
        return "nothing"
    more = f"; and {len(rows) - most} more" if len(rows) > most else ""
    return "; ".join(rows[:most]) + more
