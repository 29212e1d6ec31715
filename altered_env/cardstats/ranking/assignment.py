"""The randomised design of a ranking: which cards are dealt in which games.

A round deals every studied card about equally often, or in proportion to its weight, among the
first `EARLY` cards of a deck of its faction; the cards of a deck, the pairing of decks, their
Heroes and seats are random. The seed and the number of the round determine everything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from altered_env import decks
from altered_env.cards.printed_words import FACTIONS
from altered_env.cardstats.ranking.studied import COMPANY, Studied, heroes_of

EARLY = 12
"""The opening hand and the draws of the next three Mornings."""
DECK = 39
CONSTRUCTED = 3
"""The number of studied cards in a deck of the constructed mode."""
BLOCK = 6_000
"""The maximum number of cards dealt together, the size of a book."""
REFERENCE = -1
"""The number of the reference card, against which all others are measured."""
OTHER = -2
"""The number of a card of a constructed deck that is not studied."""

Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The decks of games, a row for each: the faction, the Hero and the cards of each seat from the
    top; and the seeds of random decks, of which the cards are not studied."""

    faction: NDArray[np.int8]
    hero: NDArray[np.int16]
    cards: Numbers
    base: NDArray[np.int64]
    block: NDArray[np.int64]
    """The cards among which they were dealt."""

    def __len__(self) -> int:
        return len(self.cards)

    def part(self, first: int, count: int) -> Dealt:
        """Return a slice of the games."""
        some = slice(first, first + count)
        return Dealt(
            self.faction[some], self.hero[some], self.cards[some], self.base[some], self.block
        )


def chance_of(*words: object) -> np.random.Generator:
    """Return the random generator seeded by these words."""
    digest = hashlib.sha256("/".join(map(str, words)).encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:16], "little"))


def deal_round(
    studied: Studied, seed: int, number: int, copies: int, weights: Sequence[float], mode: str
) -> list[Dealt]:
    """Return a round's games by block. Each card is dealt early `copies` times its weight."""
    chance = chance_of("round", seed, number)
    of_faction = studied.factions
    blocks = _blocks(chance, of_faction)
    wanted = np.asarray(weights, dtype=np.float64) * copies
    due = np.floor(wanted + chance.random(len(wanted))).astype(np.int64)
    found = []
    for block in blocks:
        rows = [
            _decks(chance, block[of_faction[block] == faction], due, faction, mode)
            for faction in range(len(FACTIONS))
        ]
        found.append(_paired(chance, [row for part in rows for row in part], np.sort(block)))
    return found


def _blocks(chance: np.random.Generator, of_faction: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return the cards in random blocks; a faction is split if each part still fills decks."""
    every = chance.permutation(len(of_faction))
    count = -(-len(every) // BLOCK)
    if count == 1:
        return [every]
    parts: list[list[NDArray[np.int64]]] = [[] for _ in range(count)]
    for faction in np.unique(of_faction).tolist():
        mine = every[of_faction[every] == faction]
        if len(mine) < COMPANY * count:
            parts[int(chance.integers(count))].append(mine)
        else:
            for part, some in zip(parts, np.array_split(mine, count), strict=True):
                part.append(some)
    return [np.concatenate(part) for part in parts if part]


Row = tuple[int, int, Numbers, int]


def _decks(
    chance: np.random.Generator, mine: NDArray[np.int64], due: NDArray[np.int64], faction: int,
    mode: str,
) -> list[Row]:  # fmt: skip
    """Return the decks of a faction, in which its cards are dealt early in their due frequency."""
    if not len(mine):
        return []
    # copies of a card are spread evenly in the queue, so that frequent ones meet all others
    often = np.repeat(mine, due[mine])
    which = np.concatenate([np.arange(due[card]) for card in mine.tolist()])
    queue = often[np.argsort((which + chance.random(len(often))) / due[often], kind="stable")]
    many = len(heroes_of(FACTIONS[faction]))
    size = CONSTRUCTED if mode == "constructed" else EARLY
    found: list[Row] = []
    at = 0
    while at < len(queue):
        plain = -(-size // 4) * int(chance.integers(2))  # a quarter of every second deck on average
        early = list(dict.fromkeys(queue[at : at + size - plain].tolist()))
        at += size - plain
        if len(early) < size - plain:  # the end of the queue, or a card met itself
            others = np.setdiff1d(mine, early)
            lacking = min(size - plain - len(early), len(others))
            early += chance.choice(others, lacking, replace=False).tolist()
        early += [REFERENCE] * plain
        chance.shuffle(early)
        cards = np.full(DECK, OTHER, dtype=np.int32)
        base = 0
        if mode == "constructed":
            places = chance.choice(EARLY, len(early), replace=False)
            cards[places] = early
            base = 1 + int(chance.integers(1 << 40))
        else:
            rest = _sample(chance, mine, early, DECK - len(early))
            cards[:] = [*early, *rest]
        found.append((faction, int(chance.integers(many)), cards, base))
    return found


def _sample(
    chance: np.random.Generator, mine: NDArray[np.int64], early: list[int], count: int
) -> list[int]:
    """Sample further cards of a faction without repetition."""
    inside = set(early)
    found: list[int] = []
    while len(found) < count:
        for card in mine[chance.integers(len(mine), size=2 * count)].tolist():
            if card not in inside and len(found) < count:
                inside.add(card)
                found.append(card)
    return found


def _paired(chance: np.random.Generator, rows: list[Row], block: NDArray[np.int64]) -> Dealt:
    """Pair decks at random into games; an odd one is left out."""
    order = chance.permutation(len(rows))[: len(rows) // 2 * 2].reshape(-1, 2)
    pick = [[rows[k] for k in pair] for pair in order.tolist()]
    count = len(pick)
    return Dealt(
        np.array([[row[0] for row in pair] for pair in pick], dtype=np.int8).reshape(count, 2),
        np.array([[row[1] for row in pair] for pair in pick], dtype=np.int16).reshape(count, 2),
        np.array([[row[2] for row in pair] for pair in pick], dtype=np.int32).reshape(
            count, 2, DECK
        ),
        np.array([[row[3] for row in pair] for pair in pick], dtype=np.int64).reshape(count, 2),
        block,
    )


def base_deck(faction: int, hero: int, seed: int) -> decks.Deck:
    """Return the constructed deck into which studied cards are put."""
    of = heroes_of(FACTIONS[faction])[hero]
    return decks.random(seed, hero=of, curve=True)
