"""The verbs of events, a row each: the notation, the compiler and the wording follow from it.

>>> VERBS["draws"].bare, VERBS["draws"].past, VERBS["draws"].cause == CAUSE.DRAW
('draw', 'drew', True)
"""

from __future__ import annotations

from dataclasses import dataclass

from altered_env.engine.terms import CAUSE, EV

_MANY = "subject: test, filters: test*"
_MARKS = "subject: test, what: test*"


@dataclass(frozen=True, slots=True)
class EventVerb:
    """A verb of the notation, such as `plays`."""

    word: str
    kind: int
    """`EV`: the event that it speaks of."""
    forms: str
    """In English: in the bare form, the third person, the past, between slashes."""
    says: str
    """The line of the reference."""
    cause: int = 0
    """`CAUSE`: of a move, why."""
    passive: str = ""
    """The participle, where something is said to be done to it."""
    acts: bool = False
    """A player does it, to something or at all."""
    slots: str = _MANY

    @property
    def bare(self) -> str:
        """As in "would play"."""
        return self.forms.split("/")[0]

    @property
    def third(self) -> str:
        """As in "plays"."""
        return self.forms.split("/")[1]

    @property
    def past(self) -> str:
        """As in "played"."""
        return self.forms.split("/")[2]


VERBS: dict[str, EventVerb] = {
    verb.word: verb
    for verb in (
        EventVerb("goes", EV.MOVE, "go/goes/went", "it moves"),
        EventVerb(
            "plays", EV.PLAY, "play/plays/played", "a player plays it", passive="played", acts=True
        ),
        EventVerb(
            "sacrifices",
            EV.MOVE,
            "sacrifice/sacrifices/sacrificed",
            "a player sacrifices it",
            cause=CAUSE.SACRIFICE,
            passive="sacrificed",
            acts=True,
        ),
        EventVerb(
            "discards",
            EV.MOVE,
            "discard/discards/discarded",
            "a player discards it",
            cause=CAUSE.DISCARD,
            passive="discarded",
            acts=True,
        ),
        EventVerb(
            "sabotages",
            EV.MOVE,
            "Sabotage/Sabotages/Sabotaged",
            "a player discards it by Sabotage (7.3.35)",
            cause=CAUSE.SABOTAGE,
            passive="Sabotaged",
            acts=True,
        ),
        EventVerb(
            "creates",
            EV.MOVE,
            "create/creates/created",
            "a player creates it",
            cause=CAUSE.CREATE,
            passive="created",
            acts=True,
        ),
        EventVerb(
            "draws", EV.MOVE, "draw/draws/drew", "a player draws", cause=CAUSE.DRAW, acts=True
        ),
        EventVerb(
            "resupplies",
            EV.MOVE,
            "Resupply/Resupplies/Resupplied",
            "a player Resupplies",
            cause=CAUSE.RESUPPLY,
            acts=True,
        ),
        EventVerb(
            "gifts",
            EV.MOVE,
            "make a Gift/makes a Gift/made a Gift",
            "a player makes a Gift",
            acts=True,
        ),
        EventVerb(
            "gains",
            EV.GAIN,
            "gain/gains/gained",
            "it gains the last word: a status, a counter",
            slots=_MARKS,
        ),
        EventVerb("loses", EV.LOSE, "lose/loses/lost", "it loses the last word", slots=_MARKS),
        EventVerb(
            "spends",
            EV.LOSE,
            "spend/spends/spent",
            "a player spends counters",
            cause=CAUSE.SPEND,
            slots=_MARKS,
        ),
        EventVerb(
            "exhausts",
            EV.GAIN,
            "exhaust/exhausts/exhausted",
            "it becomes exhausted; with a player first, by that player",
            passive="exhausted",
            acts=True,
        ),
        EventVerb(
            "readies",
            EV.LOSE,
            "ready/readies/readied",
            "it becomes ready",
            passive="readied",
            acts=True,
        ),
        EventVerb(
            "moves",
            EV.PROGRESS,
            "move forward/moves forward/moved forward",
            "an Expedition moves forward",
        ),
        EventVerb(
            "fails",
            EV.FAIL,
            "fail to move forward/fails to move forward/failed to move forward",
            "an Expedition fails to move forward (7.5.7)",
        ),
        EventVerb(
            "rolls", EV.ROLL, "roll dice/rolls dice/rolled dice", "a player rolls dice", acts=True
        ),
        EventVerb(
            "reveals",
            EV.REVEAL,
            "reveal/reveals/revealed",
            "a player reveals it",
            passive="revealed",
            acts=True,
        ),
        EventVerb("passes", EV.PASS, "pass/passes/passed", "a player passes"),
        EventVerb(
            "activates",
            EV.ACTIVATE,
            "activate/activates/activated",
            "an ability of that kind is activated",
            slots="which: activation, filters: test*",
        ),
    )
}
"""All of them, by the word of the notation."""

LEAVES = EventVerb("goes", EV.MOVE, "leave/leaves/left", "")
JOINS = EventVerb("goes", EV.MOVE, "join/joins/joined", "")
"""How a move is worded that says only where from, or which Expedition it goes to."""
