"""Benchmarks of the engine alone: random play of one game and of many, and the cost of a clone."""

from __future__ import annotations

import functools
import random
import threading
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from altered_env import decks
from altered_env.cards import catalogue
from altered_env.decks import Deck
from altered_env.engine.chance import seed_words
from altered_env.engine.compiled import IS_COMPILED
from altered_env.engine.layout import new_games
from altered_env.engine.table import clone, clone_often
from altered_env.game.books import pool_book
from altered_env.game.engine_api import begin, random_batch
from altered_env.game.errors import EngineError
from altered_env.game.table_setup import lay_out
from altered_env.language.words import RULESETS

TEMPLATES = 512


@functools.cache
def _pairs(whole: bool) -> list[tuple[Deck, Deck]]:
    """The decks of the games: random legal ones from the whole pool, or the starter decks."""
    starters = decks.pool("starters")
    if not whole:
        return [(a, b) for a in starters for b in starters]
    cards = decks.playable(catalogue().package, pool_book().unsupported)
    chance = random.Random(1)
    return [
        (decks.random_deck(chance, cards, starters), decks.random_deck(chance, cards, starters))
        for _ in range(TEMPLATES)
    ]


@functools.cache
def _dealt(whole: bool) -> NDArray[np.void]:
    """Games at their first decision."""
    games, pairs, book = new_games(TEMPLATES), _pairs(whole), pool_book()
    for i in range(TEMPLATES):
        lay_out(games, i, book, pairs[(7 * i) % len(pairs)], i, RULESETS["2024.09"])
        begin(games, i, book.record)
    return games


class _Field:
    """Running games, and new ones to replace those that end."""

    def __init__(self, count: int, whole: bool = True) -> None:
        self.book = pool_book()
        self.templates = _dealt(whole)
        self.games = new_games(count)
        # whole records as bytes: copying field by field is several times slower
        self._dealt = self.templates.view(np.uint8).reshape(TEMPLATES, -1)
        self._under_way = self.games.view(np.uint8).reshape(count, -1)
        self._under_way[:] = self._dealt[np.arange(count) % TEMPLATES]
        self.renewed = 0

    def renew(self, first: int, last: int) -> None:
        """Restart the finished games."""
        ended = first + np.flatnonzero(self.games["decision"][first:last] == 0)
        if len(ended):
            error = int(self.games["error"][ended].max())
            if error:
                raise EngineError(error, 0, "in random play")
            self.renewed += 1
            for i in ended.tolist():  # one by one: all at once would be copied byte by byte
                self._under_way[i] = self._dealt[(i * 31 + self.renewed) % TEMPLATES]


def _stream(number: int) -> NDArray[np.int64]:
    return np.array(seed_words(number), dtype=np.int64)


def hot_rate(seconds: float, whole: bool = True) -> float:
    """Decisions per second of one game at a time, which stays in the processor's cache."""
    field = _Field(1, whole)
    rng = _stream(1)
    most = 1_000_000 if IS_COMPILED else 10
    total = 0
    start = time.thread_time()
    while not total or time.thread_time() - start < seconds:
        for _ in range(50 if IS_COMPILED else 1):
            total += random_batch(field.games, 0, 1, field.book.record, rng, most)
            field.renew(0, 1)
    return total / (time.thread_time() - start)


def batch_rate(count: int, seconds: float, cores: int) -> float:
    """Decisions per second of a batch in which the games take one decision in turn."""
    field = _Field(count)
    totals = [0] * cores
    clock = time.thread_time if cores == 1 else time.perf_counter
    bounds = np.linspace(0, count, cores + 1).astype(int).tolist()
    spent = [0.0] * cores

    def work(core: int) -> None:
        start = clock()
        rng = _stream(core)
        first, last = bounds[core], bounds[core + 1]
        rounds = 0
        while not rounds or spent[core] < seconds:
            for _ in range(max(1, 16_384 // count) if IS_COMPILED else 1):
                totals[core] += random_batch(field.games, first, last, field.book.record, rng, 1)
                rounds += 1
                if rounds % 4 == 0:
                    field.renew(first, last)
            spent[core] = clock() - start

    threads = [threading.Thread(target=work, args=(core,)) for core in range(cores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(total / took for total, took in zip(totals, spent, strict=True))


def clone_times(seconds: float) -> tuple[float, float, float]:
    """Microseconds for a clone in compiled code, called from Python, and in a whole batch."""
    field = _Field(1024)
    others = new_games(1024)
    copy_one: Callable[..., None] = clone
    copy_one(field.games, 0, others, 0)
    copy_often: Callable[..., None] = clone_often
    copy_often(field.games, 0, others, 0, 1)
    start = time.perf_counter()
    copy_often(field.games, 0, others, 0, 100_000)
    inside = (time.perf_counter() - start) / 100_000
    count = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(1000):
            copy_one(field.games, 0, others, 1)
        count += 1000
    single = (time.perf_counter() - start) / count
    raw, copy = field.games.view(np.uint8), others.view(np.uint8)
    count = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        copy[:] = raw
        count += 1024
    return 1e6 * inside, 1e6 * single, 1e6 * (time.perf_counter() - start) / count
