"""How long a ranking of very many cards takes to fit, and how much memory:

    python -m altered_env.cardstats.ranking.size --cards 40000 --games 3000000

The cards are copies of those of the package, each with its own worth on top of its elements';
pairings and winners are drawn. No games are played.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from altered_env.arena.ratings import Z95
from altered_env.cards.printed_words import FACTIONS
from altered_env.cardstats.ranking.assignment import DECK, EARLY, REFERENCE
from altered_env.cardstats.ranking.element_table import Columns, columns
from altered_env.cardstats.ranking.experiment import Games
from altered_env.cardstats.ranking.hierarchy import fit
from altered_env.cardstats.ranking.studied import Studied, pool_cards

__all__ = ["Large", "large", "main"]

Numbers = NDArray[np.float64]
LATE = 0.25
"""The worth of a card dealt later, as a share of its worth dealt early."""
OF_ELEMENTS, OF_RESTS = 0.004, 0.01
"""The spreads of the worths that are drawn."""
CHUNK = 100_000
"""Games that are decided at a time."""


class Large:
    """Very many cards whose worths are known, and games that they decide."""

    def __init__(self, cards: int, games: int, seed: int = 0) -> None:
        chance = np.random.default_rng(seed)
        pool = Studied.of(pool_cards())
        table = columns(pool.cards)
        which = chance.integers(len(pool.cards), size=cards)
        self.columns: Columns = replace(table, table=table.table[which].tocsr())
        self.factions = pool.factions[which]
        weights = OF_ELEMENTS * chance.standard_normal(len(table.names))
        own = OF_RESTS * chance.standard_normal(cards)
        worth = np.asarray(self.columns.table @ weights) + own
        self.worth: Numbers = worth - worth.mean()
        self.games = self._games(games, chance)

    def _games(self, count: int, chance: np.random.Generator) -> Games:
        of = [np.flatnonzero(self.factions == f) for f in range(len(FACTIONS))]
        share = np.array([len(cards) for cards in of]) / len(self.worth)
        faction = chance.choice(len(FACTIONS), size=(count, 2), p=share).astype(np.int8)
        cards = np.empty((count, 2, DECK), dtype=np.int32)
        for f, there in enumerate(of):
            mine = faction == f
            cards[mine] = there[chance.integers(len(there), size=(int(mine.sum()), DECK))]
        cards[chance.random((count, 2)) < 0.5, : EARLY // 4] = REFERENCE
        rate = np.full(count, 0.5)
        worth = np.append(self.worth, 0.0)  # the reference card, last
        for k in range(0, count, CHUNK):
            each = worth[cards[k : k + CHUNK]]
            each[:, :, EARLY:] *= LATE
            side = each.sum(axis=2)
            rate[k : k + CHUNK] += side[:, 0] - side[:, 1]
        won = (chance.random(count) < np.clip(rate, 0.0, 1.0)).astype(np.float64)
        first = chance.integers(2, size=count).astype(np.int8)
        return Games(faction, np.zeros((count, 2), dtype=np.int16), cards, first, won)


def large(cards: int, games: int, seed: int = 0) -> str:
    """Fit this many; return the cost and the accuracy, in words."""
    made = Large(cards, games, seed)
    begun, clock = time.process_time(), time.monotonic()
    groups = np.zeros(cards, dtype=np.int64)
    found = fit(made.games, made.columns, made.factions, groups).posterior
    took, waited = time.process_time() - begun, time.monotonic() - clock
    apart = (found.mean - found.mean.mean() - made.worth) / np.sqrt(found.variance)
    held = float((np.abs(apart) < Z95).mean())
    agree = float(np.corrcoef(found.mean, made.worth)[0, 1])
    return (
        f"{cards:,} cards, {games:,} games, {len(made.columns.names):,} elements: fitted in"
        f" {took:,.0f} s of processor time, {waited:,.0f} s by the clock, {_memory()};"
        f" correlation with the truth {agree:.3f}, intervals cover {100 * held:.1f} %"
    )


def _memory() -> str:
    """The most memory that this process has had."""
    try:
        import resource
    except ImportError:  # as on Windows
        return "memory not measured here"
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{most / (2**30 if sys.platform == 'darwin' else 2**20):.1f} GB at most"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what it takes."""
    parser = argparse.ArgumentParser(
        description="measure the time and memory to fit a very large ranking"
    )
    parser.add_argument("--cards", type=int, default=40_000, help="number of cards (40,000)")
    parser.add_argument("--games", type=int, default=3_000_000, help="number of games (3,000,000)")
    parser.add_argument("--seed", type=int, default=0, help="other games (0)")
    options = parser.parse_args(arguments)
    for name, least, most in (("cards", 600, 1_000_000), ("games", 1000, 100_000_000)):
        if not least <= getattr(options, name) <= most:
            found = getattr(options, name)
            parser.error(f"--{name} must be {least:,} to {most:,}, found {found}")
    print(large(options.cards, options.games, options.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
