"""Which cards are dealt when: the randomised design of a ranking.

A round deals every studied card about equally often, or as often as its weight says, among the
first `EARLY` cards of a deck of its faction; the cards of a deck, the pairing of decks, their
Heroes and seats are random. All of it follows from the seed and the number of the round.
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
"""The number of the card that all are measured against."""
OTHER = -2
"""That of a card of a constructed deck that is not studied."""

Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The decks of games, a row a game: of either seat the faction, the Hero, the cards from the
    top; and the seeds of decks that chance made up, where cards are not studied."""

    faction: NDArray[np.int8]
    hero: NDArray[np.int16]
    cards: Numbers
    base: NDArray[np.int64]
    block: NDArray[np.int64]
    """The cards among which they were dealt."""

    def __len__(self) -> int:
        return len(self.cards)

    def part(self, first: int, count: int) -> Dealt:
        """Some of the games."""
        some = slice(first, first + count)
        return Dealt(
            self.faction[some], self.hero[some], self.cards[some], self.base[some], self.block
        )


def chance_of(*words: object) -> np.random.Generator:
    """What draws for these words."""
    digest = hashlib.sha256("/".join(map(str, words)).encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:16], "little"))


def deal_round(
    studied: Studied, seed: int, number: int, copies: int, weights: Sequence[float], mode: str
) -> list[Dealt]:
    """The games of a round, block by block. Each card is dealt early `copies` times its weight."""
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
    """The cards in blocks, by chance; a faction is split where each part still fills decks."""
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
    """The decks of a faction, in which its cards are dealt early as often as they are due."""
    if not len(mine):
        return []
    # copies of a card lie evenly in the queue, so that those that are due often meet all others
    often = np.repeat(mine, due[mine])
    which = np.concatenate([np.arange(due[card]) for card in mine.tolist()])
    queue = often[np.argsort((which + chance.random(len(often))) / due[often], kind="stable")]
    many = len(heroes_of(FACTIONS[faction]))
    size = CONSTRUCTED if mode == "constructed" else EARLY
    found: list[Row] = []
    at = 0
    while at < len(queue):
        plain = -(-size // 4) * int(chance.integers(2))  # of every second deck, a quarter
        early = list(dict.fromkeys(queue[at : at + size - plain].tolist()))
        at += size - plain
        if len(early) < size - plain:  # the end of the queue, or a card that met itself
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
    """This many more cards of a faction, without repetition."""
    inside = set(early)
    found: list[int] = []
    while len(found) < count:
        for card in mine[chance.integers(len(mine), size=2 * count)].tolist():
            if card not in inside and len(found) < count:
                inside.add(card)
                found.append(card)
    return found


def _paired(chance: np.random.Generator, rows: list[Row], block: NDArray[np.int64]) -> Dealt:
    """Each two decks that chance puts together are a game; of an odd number one is left out."""
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
    """The constructed deck that studied cards are put in."""
    of = heroes_of(FACTIONS[faction])[hero]
    return decks.random(seed, hero=of, curve=True)
