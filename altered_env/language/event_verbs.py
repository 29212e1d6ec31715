"""The verbs of events, a row each, used by the notation, the compiler and the wording.

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
    """The event (`EV`) that it denotes."""
    forms: str
    """The English bare form, third person and past, separated by slashes."""
    says: str
    """The line in the reference."""
    cause: int = 0
    """The reason for a move (`CAUSE`)."""
    passive: str = ""
    """The participle of the passive, if any."""
    acts: bool = False
    """Whether a player does it, with or without an object."""
    slots: str = _MANY

    @property
    def bare(self) -> str:
        """The bare form, as in "would play"."""
        return self.forms.split("/")[0]

    @property
    def third(self) -> str:
        """The third person, as in "plays"."""
        return self.forms.split("/")[1]

    @property
    def past(self) -> str:
        """The past, as in "played"."""
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
"""All verbs, by the word of the notation."""

LEAVES = EventVerb("goes", EV.MOVE, "leave/leaves/left", "")
JOINS = EventVerb("goes", EV.MOVE, "join/joins/joined", "")
"""The wording of a move with only an origin or the Expedition that it goes to."""
