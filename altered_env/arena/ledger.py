"""The score of each deck in each deal, recorded as it is played, so that nothing is played twice.

A deal is an opponent's deck and a seed, played from both seats. Two decks are compared pairwise on
the same deals.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from altered_env.agents import make
from altered_env.agents.registry import known_as
from altered_env.arena.line_files import add_lines, read_lines, row_of
from altered_env.arena.match import Match, both_ways, play
from altered_env.arena.versions import version
from altered_env.arena.workers import Workers
from altered_env.cards import Card
from altered_env.decks import Deck
from altered_env.game.books import book_for
from altered_env.language.words import rule_bits

TASK = 25
"""Deals per task."""


@dataclass(frozen=True, slots=True)
class Table:
    """The opponents and the player, or players that play the deals in turn."""

    opponents: tuple[Deck, ...]
    agent: str = "greedy"
    seed: int = 0
    rules: str = "2024.09"
    others: tuple[str, ...] = ()
    """The players after the first."""
    pilots: tuple[str, ...] = ()
    """The player of each opponent; empty for that of the deal. None of them without practised
    pilots."""

    def __post_init__(self) -> None:
        if not self.opponents:
            raise ValueError("no deck to play against: name some (--opponents)")
        rule_bits(self.rules)
        if self.pilots and len(self.pilots) != len(self.opponents):
            raise ValueError("one pilot for each opponent, or none")
        for agent in (*self.agents, *filter(None, self.pilots)):
            make(agent)

    @property
    def agents(self) -> tuple[str, ...]:
        """All players."""
        return self.agent, *self.others

    def by(self, agent: str) -> Table:
        """The same table with another player alone."""
        return replace(self, agent=agent, others=())

    def matches(self, deck: Deck, deal: str) -> list[Match]:
        """The games of a deal, from A and from B."""
        chance = Random(f"{self.seed}/{deal}")
        number = int(deal.rpartition("/")[2])
        place = number % len(self.opponents)
        other, pilot = self.opponents[place], self.pilots[place] if self.pilots else ""
        seed, players = chance.getrandbits(48), chance.getrandbits(48)
        turn = number + number // len(self.opponents)  # each player meets each opponent
        agent = self.agents[turn % len(self.agents)]
        return both_ways([deck], other, agent, seed, players, pilot=pilot)

    def key(self) -> str:
        """A short hash of the inputs of its games besides the deck."""
        parts: tuple[Any, ...] = (
            self.opponents, known_as(self.agent), self.seed, self.rules, version()
        )  # fmt: skip
        if self.others:
            parts += tuple(map(known_as, self.others))
        if any(self.pilots):
            parts += (tuple(pilot and known_as(pilot) for pilot in self.pilots),)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def key_of(deck: Deck) -> str:
    """A short hash of a deck's cards in order, regardless of its name."""
    return hashlib.sha256(repr((deck.hero, deck.cards)).encode()).hexdigest()[:16]


def _scores(
    table: Table, key: str, deck: Deck, deals: Sequence[str], cards: Sequence[Card]
) -> tuple[str, Sequence[str], list[float]]:
    """The key of a deck, deals, and its wins in each of them, averaged over both seats."""
    matches = [match for deal in deals for match in table.matches(deck, deal)]
    played = play(matches, table.rules, book_for(cards))
    both = zip(played[::2], played[1::2], strict=True)
    return key, deals, [(a.score(0) + b.score(1)) / 2 for a, b in both]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the file."""

    table: str
    deck: str
    deal: str
    score: float


def _entry(found: Any) -> _Entry:
    row = row_of(_Entry, found, {"score": (0, 1)})
    if (4 * row.score) % 1:
        raise ValueError(f"score is {row.score}; expected a multiple of a quarter")
    return row


@dataclass(slots=True)
class Ledger:
    """All deals played, in memory and, with a path, in a file of lines."""

    table: Table
    workers: Workers
    path: Path | None = None
    say: Callable[[int], None] = lambda _games: None
    """Called with the number of games counted."""
    counted: set[tuple[str, str]] = field(default_factory=set)
    """The requested deals, loaded or played: two games each."""
    free: bool = False
    """Whether loaded deals cost nothing: they are not counted."""
    cards: tuple[Card, ...] = ()
    """Cards that later decks may hold: all games share a book of them."""
    _known: dict[tuple[str, str], float] = field(default_factory=dict)
    _uncounted: frozenset[tuple[str, str]] = frozenset()

    def __post_init__(self) -> None:
        if self.path is None or not self.path.exists():
            return
        mine = self.table.key()
        said: dict[tuple[str, str, str], tuple[int, float]] = {}
        for number, row in read_lines(self.path, _entry):
            what = (row.table, row.deck, row.deal)
            first, score = said.setdefault(what, (number, row.score))
            if score != row.score:
                raise ValueError(
                    f"{self.path}, lines {first} and {number}: two scores of deck {row.deck} in"
                    f" deal {row.deal}; remove the wrong one"
                )
            if row.table == mine:
                self._known[row.deck, row.deal] = row.score
        if self.free:
            self._uncounted = frozenset(self._known)

    @property
    def games(self) -> int:
        """The number of requested games."""
        return 2 * len(self.counted)

    @property
    def games_before(self) -> int:
        """The number of games that were loaded and cost nothing."""
        return 2 * len(self._uncounted)

    def new(self, decks: Sequence[Deck], deals: Sequence[str]) -> int:
        """The number of games needed for each deck's score in each deal."""
        pairs = {(key, deal) for key in map(key_of, decks) for deal in deals}
        return 2 * len(pairs - self.counted - self._uncounted)

    def scores(self, decks: Sequence[Deck], deals: Sequence[str]) -> list[list[float]]:
        """The score of each deck in each deal; missing ones are played."""
        tasks = []
        table = self.table.key()
        others = [card for deck in self.table.opponents for card in deck.every_card]
        others += self.cards
        keys = [key_of(deck) for deck in decks]
        for key, deck in dict(zip(keys, decks, strict=True)).items():
            due = [deal for deal in deals if (key, deal) not in self._known]
            cards = tuple(dict.fromkeys((*deck.every_card, *others)))
            tasks += [
                (self.table, key, deck, due[i : i + TASK], cards) for i in range(0, len(due), TASK)
            ]
        for key, played, found in self.workers.in_order(_scores, tasks):
            self._known |= {(key, deal): s for deal, s in zip(played, found, strict=True)}
            if self.path is not None:
                rows = (_Entry(table, key, *one) for one in zip(played, found, strict=True))
                add_lines(self.path, map(asdict, rows))
            self.counted |= {(key, deal) for deal in played}
            self.say(self.games)
        self.counted |= {(key, deal) for key in keys for deal in deals} - self._uncounted
        self.say(self.games)
        return [[self._known[key, deal] for deal in deals] for key in keys]
