"""Coverage of a card: goals and observations."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from altered_env.cards import Card
from altered_env.engine.terms import ABILITY, EV, KW, NOTED, Z, words
from altered_env.language.book import Book
from altered_env.testing.card_coverage.programs import Program, described, programs_of, rows_of
from altered_env.testing.card_coverage.twins import Games, Move, Twins

_PLAYS = {"hand": Z.HAND, "reserve": Z.RESERVE}
_KINDS = words(ABILITY)
_PATIENCE = 60
"""The number of tries of whether an instruction without effect matters."""


@dataclass(slots=True)
class Seen:
    """The evidence for one card.

    Required: the card is played from hand and from Reserve, each of its printed keywords and
    statements changes a game, and each of its effects does something, that is, a step would have
    ended otherwise without it. Wanted as well: every branch of its programs is taken, and every
    effective instruction matters once.
    """

    book: Book
    card: Card
    twins: Twins
    plays: set[str] = field(default_factory=set)
    """Where it has still to be played from."""
    keywords: list[tuple[str, str, int]] = field(default_factory=list)
    """Printed keywords not yet seen to matter: the word, the field of the card, the bits."""
    statements: list[int] = field(default_factory=list)
    """Abilities without an effect of their own, not yet seen to matter."""
    effects: dict[int, list[int]] = field(default_factory=dict)
    """By ability, the deeds of its effect; gone from here when one has mattered."""
    branches: set[int] = field(default_factory=set)
    """Beginnings of stretches of code never carried out."""
    deeds: dict[int, int] = field(default_factory=dict)
    """Instructions not yet seen to matter, with the patience left for each."""
    programs: list[Program] = field(default_factory=list)

    def __post_init__(self) -> None:
        card = self.card
        if card.type not in ("hero", "mana") and not card.token:
            self.plays = set(_PLAYS)
        row = self.book.record["card"][0, self.book.index[card.reference]]
        for bit, word in words(KW).items():
            if int(row["keywords"]) & bit:
                self.keywords.append((word, "keywords", bit))
        if int(row["tough"]):
            self.keywords.append(("tough", "tough", int(row["tough"])))
        for number in rows_of(self.book, card.reference):
            own = programs_of(self.book, number)
            self.programs += own
            deeds = [at for program in own if program.name == "effect" for at in program.deeds]
            if deeds:
                self.effects[number] = deeds
            else:
                self.statements.append(number)
        for program in self.programs:
            self.branches.update(program.branches)
            self.deeds.update(dict.fromkeys(program.deeds, _PATIENCE))

    @property
    def complete(self) -> bool:
        """Is there nothing left to look for?"""
        return not self.left and not self.branches and not self.deeds

    @property
    def left(self) -> int:
        """How much of what must be seen has not been."""
        return len(self.plays) + len(self.keywords) + len(self.statements) + len(self.effects)

    def look(self, before: Games, move: Move, after: Games) -> None:
        """Check a step for new coverage."""
        if self.plays:
            self._look_for_plays(after)
        if self.branches or self.deeds:
            self._look_at_code(before, move, after)
        twins, reference = self.twins, self.book.index[self.card.reference]
        self.statements = [
            row for row in self.statements if not twins.works(before, move, after, row)
        ]
        self.keywords = [
            word
            for word in self.keywords
            if not twins.keyword_works(before, move, after, reference, word[1], word[2])
        ]

    def _look_for_plays(self, after: Games) -> None:
        """The day's log has the plays with their zones."""
        record = after[0]
        log = record["log"][: int(record["logged"])]
        card = self.book.index[self.card.reference]
        mine = log[
            (log[:, NOTED.KIND] == EV.PLAY)
            & ((log[:, NOTED.CARD] == card) | (log[:, NOTED.CARD] == -1 - card))
        ]
        for word in list(self.plays):
            if np.any(mine[:, NOTED.PLACE] % Z.COUNT == _PLAYS[word]):
                self.plays.remove(word)

    def _look_at_code(self, before: Games, move: Move, after: Games) -> None:
        deeds = {at for at, patience in self.deeds.items() if patience}
        met = self.twins.met(before, move, sorted(self.branches | deeds))
        self.branches -= met
        for at in sorted(met & deeds):
            if self.twins.needs(before, move, after, at):
                del self.deeds[at]
                self.effects = {row: own for row, own in self.effects.items() if at not in own}
            else:
                self.deeds[at] -= 1

    def missing(self) -> list[str]:
        """What must be seen and was not, in words."""
        found = [f"played from {place}" for place in sorted(self.plays)]
        found += [f"keyword {word}" for word, _, _ in self.keywords]
        for row in sorted((*self.statements, *self.effects)):
            info = self.book.abilities[row]
            kind = _KINDS[int(self.book.record["ability"][0, row]["kind"])]
            found.append(f"line {info.index} ({kind}): {info.line}")
        return found

    def untaken(self) -> list[str]:
        """The branches never taken and the deeds that never mattered, in words."""
        found = []
        for program in self.programs:
            line = self.book.abilities[program.ability].line
            for at in program.branches:
                if at in self.branches:
                    found.append(f"not reached: {described(self.book, program, at)}: {line}")
            for at in program.deeds:
                if at in self.deeds and at not in self.branches:
                    found.append(f"no effect: {described(self.book, program, at)}: {line}")
        return found
