"""`altered soak`: random games with random decks, in search of errors of the engine."""

from __future__ import annotations

import functools
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from altered_env.cards import catalogue
from altered_env.decks import Deck, playable, pool, random_deck
from altered_env.engine.chance import seed_words
from altered_env.engine.layout import new_games
from altered_env.engine.table import answer, begin, random_steps
from altered_env.game import Game, Story, lay_out
from altered_env.invariants import owned_cards, violations
from altered_env.play.books import pool_book
from altered_env.play.errors import EngineError, ReplayError
from altered_env.play.options import offered
from altered_env.play.saving import engine_version
from altered_env.play.states import duplicate, overwrite, state_of
from altered_env.play.words import RULESETS
from altered_env.replay import Replay

if TYPE_CHECKING:
    from altered_env.language.book import Book

__all__ = ["Failure", "Plan", "Result", "play_chunk", "soak"]

CHUNK = 500
SHARED_DECKS = 25
"""So many games in a row are played with the same two decks: making decks takes longer than
playing with them."""
ENDLESS = 50_000
"""Decisions after which a game counts as one that does not end."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which games to play: each has a number, and everything in it follows from seed and number."""

    seed: int
    first: int
    games: int
    check: int = 50
    keep: str = "."


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that went wrong."""

    number: int
    problem: str
    decks: tuple[str, str]
    rules: str
    replay: str | None


@dataclass(slots=True)
class Result:
    """What some games came to."""

    games: int = 0
    decisions: int = 0
    days: int = 0
    checked: int = 0
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Result) -> None:
        """Take in the result of further games."""
        self.games += other.games
        self.decisions += other.decisions
        self.days += other.days
        self.checked += other.checked
        self.failures += other.failures


@dataclass(frozen=True, slots=True)
class _Table:
    """One numbered game before it begins."""

    number: int
    decks: tuple[Deck, Deck]
    rules: str
    seed: int
    rng: NDArray[np.int64]


_shared: dict[str, Any] = {}


def _pool() -> tuple[Book, dict[str, Any]]:
    """The book of the pool, and the cards that decks are made of."""
    if not _shared:
        _shared["book"] = pool_book()
        _shared["pool"] = playable(catalogue().package, _shared["book"].unsupported)
    return _shared["book"], _shared["pool"]


def _table(plan: Plan, number: int) -> _Table:
    chance = random.Random(f"{plan.seed}/{number}")
    rules = chance.choice(list(RULESETS))
    both = _decks(plan.seed, number // SHARED_DECKS)
    seed, moves = chance.getrandbits(32), chance.getrandbits(64)
    return _Table(number, both, rules, seed, np.array(seed_words(moves), dtype=np.int64))


@functools.lru_cache(maxsize=4)
def _decks(seed: int, group: int) -> tuple[Deck, Deck]:
    """The decks of a group of games."""
    chance = random.Random(f"{seed}/decks/{group}")
    _, cards = _pool()
    starters = pool("starters")
    return random_deck(chance, cards, starters), random_deck(chance, cards, starters)


@functools.lru_cache(maxsize=4)
def _laid_out(seed: int, group: int) -> NDArray[np.void]:
    """A table with the decks of a group, before anything is random."""
    book, _ = _pool()
    games = new_games(1)
    lay_out(games, 0, book, _decks(seed, group), 0, 0)
    return games


def play_chunk(plan: Plan, first: int, count: int) -> Result:
    """Play the games `first` to `first + count - 1` of a plan."""
    book, _ = _pool()
    result = Result()
    games = new_games(1)
    for number in range(first, first + count):
        table = _table(plan, number)
        overwrite(games, _laid_out(plan.seed, number // SHARED_DECKS))
        games["rng"][0] = seed_words(table.seed)
        games["rules"][0] = RULESETS[table.rules]
        begin(games, 0, book.record)
        problem = ""
        if plan.check and number % plan.check == 0:
            problem = _play_checked(games, book, table)
            result.checked += 1
        else:
            random_steps(games, 0, book.record, table.rng, ENDLESS)
        problem = problem or _ending(games[0])
        if problem:
            result.failures.append(_failure(plan, table, problem))
        result.games += 1
        result.decisions += int(games[0]["decisions"])
        result.days += int(games[0]["day"])
    return result


def _ending(record: Any) -> str:
    """What is wrong with how a game ended; nothing, most of the time."""
    if int(record["error"]):
        return str(EngineError(int(record["error"]), int(record["error_detail"])))
    if int(record["decisions"]) >= ENDLESS:
        return f"it has not ended after {ENDLESS:,} decisions"
    if not int(record["over"]):
        return "it stopped without an end"
    return ""


def _play_checked(games: NDArray[np.void], book: Book, table: _Table) -> str:
    """Play on, looking at everything after each decision; says what is wrong."""
    owned = owned_cards(games[0], book)
    while True:
        found = violations(games, book, owned)
        if found:
            return "; ".join(found[:3])
        taken = random_steps(games, 0, book.record, table.rng, 1)
        if not taken or int(games[0]["error"]) or int(games[0]["decisions"]) >= ENDLESS:
            return ""


def _failure(plan: Plan, table: _Table, problem: str) -> Failure:
    """Play the game again, to keep its replay."""
    try:
        replay = _replay(_table(plan, table.number))
        path = Path(plan.keep) / f"soak-{plan.seed}-{table.number}.json"
        replay.save(path)
        kept: str | None = str(path)
    except (OSError, ReplayError):
        kept = None
    first, second = (
        ", ".join(f"{n} {card.reference}" for card, n in Counter(deck.every_card).items())
        for deck in table.decks
    )
    return Failure(table.number, problem, (first, second), table.rules, kept)


def _replay(table: _Table) -> Replay:
    """The replay of a random game: which actions its generator chose."""
    book, _ = _pool()
    games = new_games(1)
    lay_out(games, 0, book, table.decks, table.seed, RULESETS[table.rules])
    begin(games, 0, book.record)
    actions = []
    for _ in range(2_000):
        before = duplicate(games)
        if not random_steps(games, 0, book.record, table.rng, 1):
            break
        for action in offered(before[0]):
            trial = duplicate(before)
            answer(trial, 0, book.record, action)
            if state_of(trial) == state_of(games):
                actions.append(action)
                break
        if int(games[0]["error"]):
            break
    story = Story(table.decks, table.seed, table.rules, tuple(actions))
    state = Game(games, book, story).state_hash()
    return Replay(table.decks, table.seed, table.rules, tuple(actions), state, engine_version())


def soak(plan: Plan, jobs: int = 0) -> int:
    """Play the games of a plan on several processes, saying how it goes; 1 if any failed."""
    jobs = jobs or os.cpu_count() or 1
    checked = f", invariants checked in 1 of {plan.check}" if plan.check else ""
    print(f"{plan.games:,} random games, seed {plan.seed}, {jobs} processes{checked}", flush=True)
    Game.start("axiom", "bravos")  # compiled once, before there are several of us
    total = Result()
    start = time.monotonic()
    said = 0.0
    for result in _results(plan, jobs):
        total.add(result)
        for failure in result.failures:
            _report(plan, failure)
        now = time.monotonic() - start
        if now - said >= 5 or total.games >= plan.games:
            said = now
            _progress(plan, total, now)
    print(
        f"{total.games:,} games, {total.decisions:,} decisions, {total.checked:,} checked: "
        f"{len(total.failures)} failed"
    )
    return 1 if total.failures else 0


def _results(plan: Plan, jobs: int) -> Iterator[Result]:
    """The results of the chunks as they come in, a few ahead of what is needed."""
    size = max(1, min(CHUNK, -(-plan.games // jobs)))
    last = plan.first + plan.games
    starts = iter(range(plan.first, last, size))
    if jobs == 1:
        for first in starts:
            yield play_chunk(plan, first, min(size, last - first))
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: set[Future[Result]] = set()
        for first in starts:
            waiting.add(pool.submit(play_chunk, plan, first, min(size, last - first)))
            if len(waiting) >= 3 * jobs:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        for future in waiting:
            yield future.result()


def _progress(plan: Plan, total: Result, seconds: float) -> None:
    rate = total.games / max(seconds, 1e-9)
    left = (plan.games - total.games) / max(rate, 1e-9)
    print(
        f"{total.games:>10,} games  {rate:>8,.0f}/s  "
        f"{total.decisions / max(seconds, 1e-9):>11,.0f} decisions/s  "
        f"{total.days / max(total.games, 1):.1f} days a game  "
        f"{len(total.failures)} failed  {left:,.0f} s left",
        flush=True,
    )


def _report(plan: Plan, failure: Failure) -> None:
    print(
        f"\nGAME {failure.number} FAILED: {failure.problem}\n"
        f"again: altered soak --seed {plan.seed} --first {failure.number} --games 1 --jobs 1 "
        f"--check 1\nrules {failure.rules}"
        + (f", replay in {failure.replay}" if failure.replay else ""),
        file=sys.stderr,
    )
    for seat, deck in zip("AB", failure.decks, strict=True):
        print(f"deck of {seat}: {deck}", file=sys.stderr, flush=True)
