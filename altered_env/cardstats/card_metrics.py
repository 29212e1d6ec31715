"""Observed metrics of each card of a dataset, such as the win rate of games in which it was drawn.

They are defined as on 17lands and weighted by copies: a game in which two copies were drawn counts
twice. They are observations, not causal effects: a card is drawn more often in long games, and a
winning deck makes all its cards look good. `altered_env/cardstats/studies.py` measures causal
effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.arena.ratings import Z95, wilson
from altered_env.cardstats.dataset import files, plan_of, polars, reading
from altered_env.cardstats.reporting.sheets import spanned

RATES = {
    "in_deck": "win rate of all copies in the deck",
    "opening": "win rate of copies in the opening hand",
    "drawn": "win rate of copies drawn later",
    "in_hand": "win rate of copies in the opening hand or drawn",
    "never_seen": "win rate of copies that never left the Deck",
}
"""The win rates, by name."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95 % interval."""

    rate: float
    low: float
    high: float
    count: int
    """The number of copies in the denominator."""
    games: int


@dataclass(frozen=True, slots=True)
class CardMetrics:
    """The metrics of a card."""

    card: str
    copies: int
    games: int
    rates: dict[str, Share]
    """The win rates, keyed as in `RATES`."""
    improvement: tuple[float, float, float]
    """The win rate of copies in hand less that of copies never seen, with its interval."""
    mana: Share
    """The share of copies in hand that became Mana Orbs."""
    from_hand: Share
    """The share of copies in hand that were played from hand."""
    from_reserve: Share
    """The share of seen copies that were played from Reserve."""
    day: tuple[float, float, float]
    """The mean day on which copies were first played from hand, with its interval."""


Numbers = NDArray[np.float64]


def _residual(hits: Numbers, weights: Numbers) -> tuple[float, Numbers]:
    """Return a share, and the residual of each game, per copy."""
    total = weights.sum()
    rate = float(hits.sum() / total)
    return rate, (hits - rate * weights) / total


def clustered(hits: Numbers, weights: Numbers) -> Share:
    """Return a share of copies, `hits` of `weights` per game, with an interval clustered by game.

    The interval is Wilson's, with the effective number of independent observations.

    >>> alone = clustered(np.array([1.0, 0.0] * 200), np.ones(400))
    >>> twice = clustered(np.array([2.0, 0.0] * 200), 2 * np.ones(400))
    >>> (alone.low, alone.high) == (twice.low, twice.high) and twice.count == 800
    True
    """
    used = weights > 0
    hits, weights = hits[used], weights[used]
    games, count = len(weights), round(float(weights.sum()))
    if games == 0:
        return Share(0.0, 0.0, 1.0, 0, 0)
    rate, residual = _residual(hits, weights)
    spread = float((residual**2).sum()) * games / max(1, games - 1)
    # identical outcomes in all games have no spread to estimate: each counts as one observation
    worth = min(float(count), rate * (1 - rate) / spread) if spread > 0 else float(games)
    low, high = wilson_of(rate, worth)
    return Share(rate, low, high, count, games)


def wilson_of(rate: float, worth: float) -> tuple[float, float]:
    """Return the Wilson interval for a share of `worth` observations, not necessarily an
    integer."""
    whole = max(1, round(worth))
    return wilson(rate * whole, whole)


def improvement(
    hits: Numbers, weights: Numbers, other_hits: Numbers, other_weights: Numbers
) -> tuple[float, float, float]:
    """Return the difference of two shares of the same games, with an interval clustered by game."""
    if weights.sum() == 0 or other_weights.sum() == 0:
        return 0.0, -1.0, 1.0
    rate, residual = _residual(hits, weights)
    other, other_residual = _residual(other_hits, other_weights)
    games = int(((weights > 0) | (other_weights > 0)).sum())
    spread = float(((residual - other_residual) ** 2).sum()) * games / max(1, games - 1)
    wide = Z95 * sqrt(spread)
    return rate - other, max(-1.0, rate - other - wide), min(1.0, rate - other + wide)


def mean_of(sums: Numbers, weights: Numbers) -> tuple[float, float, float]:
    """Return the mean per copy, `sums` over `weights` in each game, with an interval clustered by
    game. Without copies, all three numbers are 0.

    >>> mean_of(np.array([2.0, 8.0]), np.array([1.0, 2.0]))[0]
    3.3333333333333335
    """
    if weights.sum() == 0:
        return 0.0, 0.0, 0.0
    mean, residual = _residual(sums, weights)
    games = int((weights > 0).sum())
    wide = Z95 * sqrt(float((residual**2).sum()) * games / max(1, games - 1))
    return mean, mean - wide, mean + wide


def metrics(
    dataset: Path, least: int = 200, agent: str | None = None, card: str | None = None
) -> tuple[list[CardMetrics], int]:
    """Return the metrics of each card with at least `least` copies in hand, and the number of cards
    with fewer.

    The cards are sorted by the lead of copies in hand over copies never seen (`improvement`). With
    `agent`, only this player's copies count; with `card`, a reference, only that card.

    Raises `ValueError` if there is no dataset, or if it is damaged.
    """
    pl = polars()
    plan_of(dataset)
    with reading(dataset):
        per_game = _per_game(pl, dataset, agent, card)
    found, fewer = [], 0
    for (one,), rows in sorted(per_game.partition_by("card", as_dict=True).items()):
        if rows["in_hand"].sum() < least:
            fewer += 1
            continue
        found.append(_of_card(str(one), rows))
    found.sort(key=lambda row: -row.improvement[0])
    return found, fewer


def _per_game(pl: Any, dataset: Path, agent: str | None, card: str | None) -> Any:
    """Return a row for each card and game: the number of copies, and how many of them won."""
    opening = pl.col("opening") > 0
    drawn = (pl.col("drawn") > 0) & ~opening
    kinds = {
        "in_deck": pl.col("won").is_not_null(),
        "opening": opening,
        "drawn": drawn,
        "in_hand": opening | drawn,
        "never_seen": ~opening & (pl.col("drawn") == 0) & (pl.col("left") == 0),
    }
    in_hand = kinds["in_hand"]
    sums = {name: kind.sum() for name, kind in kinds.items()}
    sums |= {f"{name}_won": (pl.col("won") * kind).sum() for name, kind in kinds.items()}
    sums |= {
        "mana": (in_hand & (pl.col("mana") > 0)).sum(),
        "hand": (in_hand & (pl.col("hand") > 0)).sum(),
        "days": (pl.col("hand") * (in_hand & (pl.col("hand") > 0))).sum(),
        "reserve": (pl.col("reserve") > 0).sum(),
    }
    table = pl.scan_parquet(files(dataset, "cards")).with_columns(
        pl.col("card").cast(pl.String), pl.col("hand").cast(pl.Int64)
    )
    if card is not None:
        table = table.filter(pl.col("card") == card)
    if agent is not None:
        games = pl.scan_parquet(files(dataset)).select("game", "agent_a", "agent_b")
        mine = pl.when(pl.col("player") == 0).then(pl.col("agent_a")).otherwise(pl.col("agent_b"))
        table = table.join(games, on="game").filter(mine == agent)
    return table.group_by("card", "game").agg(**sums).sort("card", "game").collect()


def _of_card(card: str, rows: Any) -> CardMetrics:
    def column(name: str) -> Numbers:
        return np.asarray(rows[name].to_numpy(), dtype=np.float64)

    hand, unseen = column("in_hand"), column("never_seen")
    played = column("hand")
    return CardMetrics(
        card,
        round(float(column("in_deck").sum())),
        len(rows),
        {name: clustered(column(f"{name}_won"), column(name)) for name in RATES},
        improvement(column("in_hand_won"), hand, column("never_seen_won"), unseen),
        clustered(column("mana"), hand),
        clustered(played, hand),
        clustered(column("reserve"), column("in_deck") - unseen),
        mean_of(column("days"), played),
    )


def as_rows(found: Sequence[CardMetrics]) -> list[dict[str, Any]]:
    """Return the metrics as flat rows, with a column for each number."""
    rows = []
    for card in found:
        row: dict[str, Any] = {"card": card.card, "copies": card.copies, "games": card.games}
        shares = card.rates | {
            "mana": card.mana,
            "from_hand": card.from_hand,
            "from_reserve": card.from_reserve,
        }
        for name, share in shares.items():
            row |= spanned(name, share.rate, share.low, share.high)
            row[f"{name}_copies"] = share.count
        row |= spanned("improvement", *card.improvement) | spanned("day", *card.day)
        rows.append(row)
    return rows
