"""Trying a card: tables are laid and played, until everything the card does has been seen."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from altered_env.cards import Card, catalogue
from altered_env.engine.layout import OBJECTS
from altered_env.engine.terms import CODE, C
from altered_env.game.books import book_of
from altered_env.game.compiling import announced
from altered_env.game.engine_api import answer
from altered_env.game.errors import EngineError
from altered_env.game.invariants import owned_cards, violations
from altered_env.game.options import offered
from altered_env.game.states import State, duplicate
from altered_env.language.book import Book
from altered_env.testing.card_coverage.cast import cast
from altered_env.testing.card_coverage.random_tables import Table, lay_table
from altered_env.testing.card_coverage.seen import Seen
from altered_env.testing.card_coverage.speaking import topic_of
from altered_env.testing.card_coverage.twins import Games, Move, Twins

EXPLAINED = Path(__file__).with_name("explained.tsv")

TRIES = 300
"""Tables for a card of which something has not been seen, before it counts as missing."""
LONGER = 40
"""Tables for a card of which all that must be has been seen, but not every branch."""
STEPS = 90
"""Decisions at a table, before another is laid."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that went wrong at a table."""

    table: int
    step: int
    problem: str


@dataclass(slots=True)
class Report:
    """The result of testing a card."""

    card: Card
    tables: int = 0
    steps: int = 0
    missing: list[str] = field(default_factory=list)
    """What must be seen and was not: plays, keywords, lines."""
    untaken: list[str] = field(default_factory=list)
    """Branches never taken, and instructions that never changed anything."""
    failures: list[Failure] = field(default_factory=list)


@functools.lru_cache(maxsize=1)
def shared_book() -> Book:
    """One book of the whole pool and of the cast."""
    return book_of([*catalogue(), *cast()], apart=True)


def explained() -> dict[tuple[str, str], str]:
    """Reasons why some part of a card cannot be covered here, by reference and part: the lines of
    `explained.tsv`.

    >>> all(explained().values())
    True
    """
    found = {}
    for line in EXPLAINED.read_text("utf-8").splitlines()[1:]:
        reference, what, why = line.split("\t")
        found[reference, what] = why
    return found


def exercise(card: Card, *, book: Book | None = None, tries: int = TRIES) -> Report:
    """Play a card at random tables until every part of it has been seen to matter, or there are
    no tries left; for some time also until every branch has been taken.

    The tables follow from the card's reference and their number, so that every run is the same.
    """
    book = book or book_of([card, *cast(), *catalogue().tokens.values()], apart=True)
    report = Report(card)
    if card.reference in book.unsupported:
        report.missing.append(f"not understood: {book.unsupported[card.reference]}")
        return report
    seen = Seen(book, card, Twins(book))
    topic = topic_of(card)
    with announced():
        for number in range(tries):
            chance = random.Random(f"{card.reference}/{number}")
            table = lay_table(book, card, topic, chance)
            _Play(seen, report, table, chance, number).play()
            report.tables += 1
            if report.failures or seen.complete or (number + 1 >= LONGER and not seen.left):
                break
    report.missing += seen.missing()
    report.untaken += seen.untaken()
    return report


class _Play:
    """The play at one table."""

    def __init__(
        self, seen: Seen, report: Report, table: Table, chance: random.Random, number: int
    ) -> None:
        self.seen = seen
        self.report = report
        self.table = table
        self.chance = chance
        self.number = number
        self.pages: Any = seen.book.record
        self.row = seen.book.index[seen.card.reference]
        self.passing = chance.choice((0.05, 0.3, 0.3, 1.5))
        self.bold = chance.choice((1.0, 3.0, 10.0))

    def play(self) -> None:
        """Play until the game is over, or everything is seen."""
        games, pages = self.table.games, self.pages
        owned = owned_cards(State(games, self.seen.book))
        move = self.table.begin
        for step in range(STEPS):
            if not self._step(games, move, step):
                return
            if self.seen.complete or games[0]["over"]:
                break
            action = self._choice(games[0])

            def move(games: Games, action: int = action) -> bool:
                return answer(games, 0, pages, action)

        self._wrong(violations(State(games, self.seen.book), owned), step)

    def _step(self, games: Games, move: Move, step: int) -> bool:
        """Take a step and look at it; False if something is wrong."""
        before = duplicate(games)
        move(games)
        self.report.steps += 1
        record = games[0]
        if int(record["error"]):
            error = EngineError(int(record["error"]), int(record["error_detail"]))
            return self._wrong([str(error)], step)
        self.seen.look(before, move, games)
        return self._wrong(violations(State(games, self.seen.book)), step)

    def _wrong(self, problems: Iterable[str], step: int) -> bool:
        found = "; ".join(problems)
        if found:
            self.report.failures.append(Failure(self.number, step, found))
        return not found

    def _choice(self, record: Any) -> int:
        """An answer: one that touches the card, more often than others."""
        actions = offered(record)
        weights = [self._weight(record, action) for action in actions]
        return self.chance.choices(actions, weights)[0]

    def _weight(self, record: Any, action: int) -> float:
        if action < OBJECTS:
            mine = int(record["obj"][action, C.CARD]) == self.row
            return self.bold if mine else 1.0
        code = action - OBJECTS
        if code == CODE.PASS:
            return self.passing * (1.0 if int(record["decider"]) == self.table.player else 2.0)
        if code in (CODE.DONE, CODE.NO):
            return 0.4
        return 1.0
