"""Games between the decks of a field, kept in a file from which a later run resumes.

Each pair of decks meets in deals: one seed, played from both seats. The seeds follow from the names
of the decks, so that a changed deck of the same name plays the same deals.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime import signals
from altered_env._runtime.file_locks import writing_to
from altered_env.agents.registry import known_as
from altered_env.arena.alike import names_alike
from altered_env.arena.ledger import key_of
from altered_env.arena.line_files import add_lines, read_lines, row_of
from altered_env.arena.match import Match, play
from altered_env.arena.versions import version
from altered_env.arena.workers import AGAIN, Jobs, Workers
from altered_env.cards import Card
from altered_env.decks import Deck
from altered_env.game.books import book_for

BLOCK: Final = 10
"""Deals of a row of the file: more deals later add rows."""
TASK: Final = 8
"""Blocks that a process plays at a time."""

Scores = dict[tuple[int, int], NDArray[np.float64]]
"""The first deck's score in each deal of a pair: from -1 for two losses to 1 for two wins."""
Block = tuple[int, int, int]
"""A pair of decks and the number of a block of its deals."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A line of the file: the wins of the first deck in each deal of a block, in half games."""

    key: str
    """A hash of all that the games follow from."""
    one: str
    two: str
    marks: str


@dataclass(frozen=True, slots=True)
class Meetings:
    """The games of a field: each pair of decks, each deck with its own pilot."""

    decks: tuple[Deck, ...]
    pilots: tuple[str, ...]
    deals: int = 20
    """Deals for each pair, two games each; a multiple of `BLOCK`."""
    seed: int = 0
    rules: str = "2024.09"

    def __post_init__(self) -> None:
        if self.deals < BLOCK or self.deals % BLOCK:
            raise ValueError(f"deals must be a multiple of {BLOCK}, found {self.deals}")

    @property
    def blocks(self) -> list[Block]:
        """Return the blocks of all pairs."""
        pairs = combinations(range(len(self.decks)), 2)
        return [(one, two, k) for one, two in pairs for k in range(self.deals // BLOCK)]

    @property
    def games(self) -> int:
        """Return the number of games."""
        return 2 * BLOCK * len(self.blocks)

    def matches(self, block: Block) -> list[Match]:
        """Return the games of a block: in each deal the first deck as A, then as B."""
        one, two, number = block
        decks, agents = (self.decks[one], self.decks[two]), (self.pilots[one], self.pilots[two])
        found = []
        for k in range(number * BLOCK, (number + 1) * BLOCK):
            chance = Random(f"{self.seed}/{decks[0].name}/{decks[1].name}/{k}")
            seed, players = chance.getrandbits(48), chance.getrandbits(48)
            found += [
                Match(decks, agents, seed, players),
                Match(decks[::-1], agents[::-1], seed, players),
            ]
        return found

    def keys(self) -> dict[Block, str]:
        """Return the key of each block."""
        agents = {agent: known_as(agent) for agent in self.pilots}
        sides = [
            f"{deck.name}/{key_of(deck)}/{agents[agent]}"
            for deck, agent in zip(self.decks, self.pilots, strict=True)
        ]
        whole = f"{version()}/{self.rules}/{self.seed}"
        return {
            block: hashlib.sha256(
                f"{whole}/{sides[block[0]]}/{sides[block[1]]}/{block[2]}".encode()
            ).hexdigest()[:16]
            for block in self.blocks
        }


def _played(plan: Meetings, cards: Sequence[Card], blocks: Sequence[Block]) -> list[str]:
    """The marks of each block."""
    matches = [match for block in blocks for match in plan.matches(block)]
    played = play(matches, plan.rules, book_for(cards))
    won = [game.score(k % 2) for k, game in enumerate(played)]
    half = [round(2 * (a + b)) for a, b in zip(won[::2], won[1::2], strict=True)]
    marks = "".join(map(str, half))
    return [marks[k : k + BLOCK] for k in range(0, len(marks), BLOCK)]


@dataclass(slots=True)
class Record:
    """The games played so far, in memory and, with a path, in a file."""

    path: Path | None = None
    known: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.path is not None:
            rows = read_lines(self.path, _kept)
            self.known = {row.key: row.marks for _, row in rows}

    def missing(self, plan: Meetings) -> int:
        """Return the number of games still to be played."""
        return 2 * BLOCK * sum(key not in self.known for key in plan.keys().values())

    def play(
        self,
        plan: Meetings,
        jobs: Jobs = 0,
        say: Callable[[int, int], None] = lambda _done, _found: None,
    ) -> Scores:
        """Play the games that are missing and return all scores. `say` is called with the number
        of games in all and of those found."""
        with writing_to(self.path):
            return self._play(plan, jobs, say)

    def _play(self, plan: Meetings, jobs: Jobs, say: Callable[[int, int], None]) -> Scores:
        keys = plan.keys()
        due = [block for block in plan.blocks if keys[block] not in self.known]
        done = found = 2 * BLOCK * (len(keys) - len(due))
        say(done, found)
        cards = tuple(dict.fromkeys(card for deck in plan.decks for card in deck.every_card))
        tasks = [(due[i : i + TASK],) for i in range(0, len(due), TASK)]

        def words() -> str:
            if self.path is None:
                return "nothing is saved; with --out the games are, and the run resumes from there"
            return f"{done:,} games are in {self.path}; {AGAIN}"

        alike = functools.partial(names_alike, tuple(dict.fromkeys(plan.pilots)))
        with signals.keeping(words), Workers(jobs, max(1, len(tasks)), alike=alike) as workers:
            results = workers.in_order(_played, tasks, (plan, cards))
            for (blocks,), marks in zip(tasks, results, strict=True):
                rows = [
                    Kept(keys[b], plan.decks[b[0]].name, plan.decks[b[1]].name, found_marks)
                    for b, found_marks in zip(blocks, marks, strict=True)
                ]
                if self.path is not None:
                    add_lines(self.path, map(asdict, rows))
                self.known |= {row.key: row.marks for row in rows}
                done += 2 * BLOCK * len(rows)
                say(done, found)
        return scores_of(plan, (self.known[keys[block]] for block in plan.blocks))


def _kept(line: object) -> Kept:
    row = row_of(Kept, line, {})
    if len(row.marks) != BLOCK or set(row.marks) - set("01234"):
        raise ValueError(f"marks is {row.marks!r:.40}; expected {BLOCK} digits from 0 to 4")
    return row


def scores_of(plan: Meetings, marks: Iterable[str]) -> Scores:
    """The scores of each pair from the marks of its blocks."""
    found: dict[tuple[int, int], str] = {}
    for (one, two, _), some in zip(plan.blocks, marks, strict=True):
        found[one, two] = found.get((one, two), "") + some
    return {pair: np.array([int(mark) for mark in some]) / 2 - 1 for pair, some in found.items()}
