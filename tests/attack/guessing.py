"""The strategies of an adversary that has the source.

It guesses seeds and rebuilds games from them: numbers in any message, small numbers, times, and the
derivations of arenas, boards, a benchmark and drafts. It counts cards in the determinizations from
the host. It looks for files, and for its memory of earlier games (`spy.py`). The judge compares the
messages it got with those of each alternative (`adversary.py`).
"""

from __future__ import annotations

import functools
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

import numba
import numpy as np
from numpy.typing import NDArray

from altered_env import Game
from altered_env._runtime.seeds import Secret
from altered_env.arena.bench1.bench_entries import Entry
from altered_env.arena.board.decklists import StatedArena
from altered_env.arena.pairings import Arena
from altered_env.decks import Deck
from altered_env.engine.chance import below, seed_words, shuffle
from altered_env.engine.compiled import OPTIONS
from altered_env.engine.layout import TUMULT
from altered_env.engine.terms import C
from altered_env.formats.boosters import boosters
from altered_env.language.words import SEATS

__all__ = ["Given", "Rebuilt", "card_counts", "next_die", "pack_seeds", "rebuilt", "remembered"]

HAND = 6
SOON = 1_000_000
"""All seeds below this are tried."""
CHUNK = 50_000
AROUND = 20
"""Milliseconds within this many seconds of the start of a game are tried as seeds."""
SECRETS, PAIRS = 32, 64
"""Small numbers that are tried as secrets or seeds of a run, and the number of deals that are
derived from each of them, and from every seen number from `LONG` up."""
LONG = 1 << 20
KEPT = "kept: "
"""The prefix of the bot's note about earlier games."""
NUMBER = re.compile(r"(?<!\w)(?<!\d\.)(?:[0-9a-f]{16,64}|\d{1,39})(?!\w|\.\d)")


@dataclass(frozen=True, slots=True)
class Given:
    """All inputs of the player, with values derived from them."""

    channel: str
    told: tuple[str, ...]
    player: int
    decks: tuple[Deck, ...]
    """Both deck lists, which are open."""
    rules: str
    format: str
    hand: tuple[str, ...]
    """Its own first six cards, in the order they were dealt."""
    first: str
    """The first player."""
    began: float
    """When the game began, in seconds since the epoch."""
    names: tuple[str, ...] = ()
    """The agents, as an arena or a board names them."""
    choices: tuple[str, ...] = ()
    """The decks that an arena or a board draws from, by name."""
    entry: Entry | None = None
    """The entry that a game of a benchmark is of, without its beacon."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A game of a guessed seed in which the player has the same first hand."""

    seed: int
    game: Game

    def hand(self, player: int) -> tuple[str, ...]:
        """Return the first six cards of a player, sorted."""
        found = self.game.view().players[player].hand
        return tuple(sorted(card.reference or "" for card in found))

    def next_card(self, player: int, left: int) -> str:
        """Return the top card of a Deck of this size that was not shuffled."""
        record = self.game.record
        slot = int(record["deck"][player, left - 1])
        return self.game.book.cards[int(record["obj"][slot, C.CARD])].reference

    def next_die(self) -> int:
        """Return the next die, provided that nothing was random since set-up."""
        return next_die(self.game)


def next_die(game: Game) -> int:
    """Return the result of a die rolled now."""
    return 1 + int(_one_below(game.record["rng"].astype(np.int64), 6))


@numba.njit(**OPTIONS)
def _one_below(rng, n):
    return below(rng, n)


@numba.njit(**OPTIONS)
def _scan(words, first, second, player, hand, hits, rng, row):
    """Find the generator states that deal this hand, by the draws of `engine/setting_up.py`."""
    found = 0
    for i in range(len(words)):
        for k in range(4):
            rng[k] = words[i, k]
        for k in range(TUMULT):
            row[k] = k
        shuffle(rng, row, TUMULT)
        for _ in range(TUMULT):
            below(rng, 2)
        below(rng, 2)
        if player == 1:
            n = len(first)
            for k in range(n):
                row[k] = first[k]
            shuffle(rng, row, n)
        mine = first if player == 0 else second
        n = len(mine)
        for k in range(n):
            row[k] = mine[k]
        right = True
        for j in range(n - 1, n - 1 - len(hand), -1):
            k = below(rng, j + 1)
            x = row[j]
            row[j] = row[k]
            row[k] = x
            if row[j] != hand[n - 1 - j]:
                right = False
                break
        if right and found < len(hits):
            hits[found] = i
            found += 1
    return found


def _words(seeds: Sequence[int]) -> NDArray[np.int64]:
    if isinstance(seeds, range) and seeds.stop <= SOON:
        return _first_words(seeds)
    return np.array([seed_words(seed) for seed in seeds], dtype=np.int64).reshape(-1, 4)


@functools.lru_cache(maxsize=SOON // CHUNK)
def _first_words(seeds: range) -> NDArray[np.int64]:
    return np.array([seed_words(seed) for seed in seeds], dtype=np.int64)


def numbers_in(texts: Iterable[str]) -> list[int]:
    """Find all numbers, in decimal and in hexadecimal digits."""
    found: dict[int, None] = {}
    for text in texts:
        for token in NUMBER.findall(text):
            if token.isdecimal():
                found[int(token)] = None
            if len(token) >= 16:
                found[int(token, 16)] = None
    return list(found)


class _Guessed(Arena):
    """An arena that does not look for its agents."""

    __slots__ = ()

    def refuse_absent(self) -> None:
        """The agents need not exist here."""


def _sources(given: Given) -> Iterator[Sequence[int]]:
    """Yield seeds to try by their source, the likeliest source first."""
    seen = numbers_in(given.told)
    secrets = [*range(SECRETS), *seen]
    yield [one + k for one in seen for k in (0, 1, -1, -2) if one + k >= 0]
    yield [Secret(one).derive("game") for one in secrets if one < 1 << 256]
    yield list(_drawn(given, seen))
    yield list(_benched(given))
    yield range(SOON)
    whole, thousandth = int(given.began), int(1000 * given.began)
    yield range(whole - 3600, whole + 60)
    yield range(thousandth - 1000 * AROUND, thousandth + 1000 * AROUND)
    for first in count(SOON, CHUNK):
        yield range(first, first + CHUNK)


def _drawn(given: Given, seen: Sequence[int]) -> Iterator[int]:
    """Yield the first game seeds of an arena or a board, taking each number as a seed and as a
    secret."""
    kinds: dict[str, type[Arena]] = {"arena": _Guessed, "board": StatedArena}
    if given.channel not in kinds:
        return
    one, two = given.names
    for number in dict.fromkeys((*range(SECRETS), *(one for one in seen if one >= LONG))):
        for secret in (None, Secret(number)) if number < 1 << 256 else ():
            plan = kinds[given.channel](given.names, given.choices, seed=number, secret=secret)
            for pair in range(PAIRS):
                yield plan.drawn(one, two, 2 * pair).seed


def _benched(given: Given) -> Iterator[int]:
    """Yield the first game seeds of an entry of a benchmark, taking each number as its beacon."""
    if given.entry is None:
        return
    seen = (token for text in given.told for token in NUMBER.findall(text))
    for beacon in dict.fromkeys((given.entry.beacon, *(one for one in seen if len(one) >= 16))):
        secret = replace(given.entry, beacon=beacon).secret
        yield from (secret.derive("game", deal) for deal in range(PAIRS))


def rebuilt(given: Given, seconds: float) -> tuple[list[Rebuilt], int]:
    """Rebuild games that begin like this one, and count the seeds tried. Stops after the first
    source with a match, or when time is up."""
    book = Game.start(*given.decks, seed=0, rules=given.rules, format=given.format).book
    rows = [np.array([book.index[card.reference] for card in deck.cards]) for deck in given.decks]
    hand = np.array([book.index[name] for name in given.hand])
    hits = np.zeros(64, dtype=np.int64)
    room = np.zeros(4, dtype=np.int64), np.zeros(256, dtype=np.int64)
    _scan(_words(()), *rows, given.player, hand, hits, *room)  # the compiler's time is not counted
    end = time.process_time() + seconds
    found: dict[int, Rebuilt] = {}
    tried = 0
    for seeds in _sources(given):
        for first in range(0, len(seeds), CHUNK):
            some = seeds[first : first + CHUNK]
            words = _words(some)
            tried += len(words)
            for k in hits[: _scan(words, *rows, given.player, hand, hits, *room)].tolist():
                game = Game.start(
                    *given.decks, seed=some[k], rules=given.rules, format=given.format
                )
                if SEATS[int(game.record["first_player"])] == given.first:
                    found[some[k]] = Rebuilt(some[k], game)
            if time.process_time() > end:
                return list(found.values()), tried
        if found:
            break
    return list(found.values()), tried


def pack_seeds(
    own: Sequence[str], name: str, began: float, seconds: float
) -> tuple[list[int], int]:
    """Find a draft seed that opens this pack first, and count the seeds tried: small numbers, what
    an environment derives from them, and times."""
    end = time.process_time() + seconds
    drawn = (Secret(n).derive("draft", k) for n in range(SECRETS * PAIRS) for k in (1, 2, 3, 4))
    tried = 0
    for seed in chain(range(1000), drawn, range(int(began) - 60, int(began) + 5), range(SOON)):
        tried += 1
        opened = boosters(1, name, seed * 64)[0]
        if tuple(card.reference for card in opened.every_card) == tuple(own):
            return [seed], tried
        if time.process_time() > end:
            break
    return [], tried


def remembered(told: Iterable[str]) -> list[dict]:
    """Return the bot's memory of the previous game: its seat and its first hand."""
    for line in told:
        if '"type": "note"' in line and KEPT in line:
            return list(json.loads(json.loads(line)["text"].partition(KEPT)[2]))
    return []


def card_counts(
    told: Iterable[str], take: Callable[[dict], Iterable[str]]
) -> tuple[Counter[str], int]:
    """Count the cards that `take` finds in the worlds given to the bot, and those worlds."""
    found: Counter[str] = Counter()
    worlds = 0
    for line in told:
        if line.startswith('{"type":"world"'):
            worlds += 1
            found.update(take(json.loads(line)))
    return found, worlds
