"""The ranking: worths and places with intervals, and the probability of being among the best."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.plurals import counted
from altered_env._runtime.rounding import rounded
from altered_env.arena.ratings import Z95
from altered_env.cards import Card
from altered_env.cardstats.dataset import polars
from altered_env.cardstats.ranking.assignment import CONSTRUCTED, EARLY
from altered_env.cardstats.ranking.element_table import Columns, columns
from altered_env.cardstats.ranking.experiment import Games, load
from altered_env.cardstats.ranking.folder import cards_in
from altered_env.cardstats.ranking.hierarchy import Fitted, fit
from altered_env.cardstats.ranking.racing import groups_of, informed
from altered_env.cardstats.ranking.studied import Studied
from altered_env.cardstats.reporting.sheets import spanned

Numbers = NDArray[np.float64]
BEST = 0.01
"""The share of the cards that counts as the best."""
DRAWS = 1000
LEAST_COPIES = 40
"""The lowest median number of early deals for a ranking."""
LEAST_RELIABLE = 0.3
"""The lowest reliability for a ranking: the share of differences that is not chance."""


@dataclass(frozen=True)
class Ranking:
    """A ranking of cards, for one agent."""

    agent: str
    cards: tuple[Card, ...]
    model: Fitted
    table: Columns
    which: NDArray[np.int64]
    """The number of each card in the model."""
    place: NDArray[np.int64]
    """The place of each card; 1 is the best."""
    place_low: NDArray[np.int64]
    place_high: NDArray[np.int64]
    best: Numbers
    """The probability of being among the best `BEST`."""
    draws: Numbers
    informed: Fitted | None = None
    """The model that also holds what was known of the cards before."""

    @property
    def worth(self) -> Numbers:
        """Return the worth of each card."""
        return np.asarray(self.model.worth[self.which])

    @property
    def error(self) -> Numbers:
        """Return the standard error of each worth."""
        return np.asarray(self.model.error[self.which])


def rank(
    folder: Path,
    agent: str,
    also: Sequence[Card] = (),
    beside: Sequence[Path] = (),
    *,
    with_known: bool = False,
) -> Ranking:
    """Return the ranking of a folder's cards from an agent's games, there and in folders `beside`
    it, including cards that were never dealt. `with_known` adds the worths that also follow from
    what was known of the cards before.

    Raises `ValueError` if there are too few games to distinguish cards.
    """
    studied = cards_in(folder)
    games = load(folder, agent, beside)
    ranking = ranked(studied, games, agent, also)
    if why := too_few(ranking):
        raise ValueError(f"{folder}: too few games to rank these cards: {why}")
    if with_known:
        return replace(ranking, informed=informed(with_others(studied, also), games))
    return ranking


def with_others(studied: Studied, also: Sequence[Card]) -> Studied:
    """Return the studied cards, and others that are never dealt."""
    there = {card.reference for card in studied.cards}
    others = tuple(card for card in also if card.reference not in there)
    return Studied((*studied.cards, *others), studied.ranked)


def ranked(
    studied: Studied, games: Games, agent: str = "", also: Sequence[Card] = ()
) -> Ranking:  # fmt: skip
    """Return the ranking, however few games there are."""
    every = with_others(studied, also)
    table = columns(every.cards)
    model = fit(games, table, every.factions, groups_of(every))
    which = np.array(
        [*range(studied.ranked), *range(len(studied.cards), len(every.cards))], dtype=np.int64
    )
    drawn = model.draws(DRAWS)[:, which]
    places = np.argsort(np.argsort(-drawn, axis=1), axis=1).astype(np.float64) + 1
    low = np.quantile(places, 0.025, axis=0, method="lower")
    high = np.quantile(places, 0.975, axis=0, method="higher")
    order = np.argsort(-model.worth[which], kind="stable")
    place = np.empty(len(which), dtype=np.int64)
    place[order] = np.arange(1, len(which) + 1)
    most = max(1, round(BEST * len(which)))
    return Ranking(
        agent,
        tuple(every.cards[k] for k in which.tolist()),
        model,
        table,
        which,
        place,
        np.minimum(low.astype(np.int64), place),
        np.maximum(high.astype(np.int64), place),
        (places <= most).mean(axis=0),
        drawn,
    )


def needed(cards: int, mode: str) -> int:
    """Return about how many games of a player this many dealt cards need at least: of the early
    places in both decks an eighth is of the plain Character.

    >>> needed(1600, "limited")
    3048
    """
    early = CONSTRUCTED if mode == "constructed" else EARLY
    return -(-8 * cards * LEAST_COPIES // (7 * 2 * early))


def too_few(ranking: Ranking) -> str:
    """Return why cards cannot be distinguished yet; empty if they can."""
    dealt = ranking.model.copies[ranking.which]
    middle = float(np.median(dealt[dealt > 0])) if np.any(dealt) else 0.0
    games = ranking.model.games
    if middle < LEAST_COPIES:
        due = games * LEAST_COPIES / max(1.0, middle)
        return (
            f"a card was dealt early {middle:.0f} times, but {LEAST_COPIES} are needed;"
            f" there are {counted(games, 'game')}, and about {due:,.0f} would suffice"
        )
    if ranking.model.reliability < LEAST_RELIABLE:
        return (
            f"only {100 * ranking.model.reliability:.0f} % of the variance is not chance, but"
            f" {100 * LEAST_RELIABLE:.0f} % are needed; there are {counted(games, 'game')}"
        )
    return ""


def _around(key: str, value: float, error: float) -> dict[str, Any]:
    """Return a figure and its interval as fields of a row."""
    return spanned(key, *(rounded(v, 3) for v in (value, value - error, value + error)))


def _with_known(ranking: Ranking, k: int) -> dict[str, Any]:
    """Return a card's worth that also follows from what was known before, as fields of a row."""
    if ranking.informed is None:
        return {}
    at = int(ranking.which[k])
    worth, error = (float(part[at]) for part in (ranking.informed.worth, ranking.informed.error))
    return _around("with_known", 100 * worth, 100 * Z95 * error)


def rows(ranking: Ranking, others: Sequence[Ranking] = ()) -> list[dict[str, Any]]:
    """Return one row per card, best first, in percent. `others` are rankings of the same cards by
    other players, shown in further columns."""
    model, which = ranking.model, ranking.which
    worth, error = 100 * ranking.worth, 100 * Z95 * ranking.error
    shared = 100 * (model.posterior.elements - model.zero[model.factions])[which]
    apart = 100 * Z95 * np.sqrt(model.posterior.of_elements)[which]
    found = []
    for k in np.argsort(ranking.place).tolist():
        card = ranking.cards[k]
        row: dict[str, Any] = {
            "place": int(ranking.place[k]),
            "place_low": int(ranking.place_low[k]),
            "place_high": int(ranking.place_high[k]),
            "reference": card.reference,
            "card": str(card),
            "faction": card.faction,
            "rarity": card.rarity,
            "type": card.type,
            "hand_cost": card.hand_cost,
            "reserve_cost": card.reserve_cost,
            "statistics": f"{card.forest}/{card.mountain}/{card.water}",
            **_around("worth", worth[k], error[k]),
            **_with_known(ranking, k),
            "best": round(100 * float(ranking.best[k]), 1),
            "in_deck": rounded(worth[k] * model.in_deck, 3),
            **_around("elements", shared[k], apart[k]),
            "copies": int(model.copies[which[k]]),
            "from": "games" if model.copies[which[k]] else "elements",
        }
        for other in others:
            mine, its = 100 * other.worth[k], 100 * other.error[k]
            apart_by = float(np.hypot(its, 100 * ranking.error[k])) * Z95
            row |= _around(f"worth by {other.agent}", mine, Z95 * its)
            row |= _around(f"more by {other.agent}", mine - worth[k], apart_by)
        found.append(row)
    return found


def element_rows(ranking: Ranking) -> list[dict[str, Any]]:
    """Return the worth of each element, in points per unit, the most significant first."""
    posterior, table = ranking.model.posterior, ranking.table
    effect = posterior.coefficients[1:] / table.scale
    error = Z95 * np.sqrt(np.diag(posterior.covariance)[1:]) / table.scale
    found = [
        {
            "kind": table.kinds[k],
            "element": table.names[k],
            "worth": rounded(100 * effect[k], 3),
            "worth_low": rounded(100 * (effect[k] - error[k]), 3),
            "worth_high": rounded(100 * (effect[k] + error[k]), 3),
            "cards": int(table.cards[k]),
        }
        for k in range(len(table.names))
    ]
    return sorted(found, key=lambda row: -abs(row["worth"]))


def hero_rows(ranking: Ranking) -> list[dict[str, Any]]:
    """Return each Hero's lead over the mean Hero of its faction, in points."""
    from altered_env.cards.printed_words import FACTIONS
    from altered_env.cardstats.ranking.studied import heroes_of

    found = []
    for f, faction in enumerate(FACTIONS):
        there = [
            (card, ranking.model.beside[f"hero {f} {h}"])
            for h, card in enumerate(heroes_of(faction))
            if f"hero {f} {h}" in ranking.model.beside
        ]
        if not there:
            continue
        middle = float(np.mean([effect for _, (effect, _) in there]))
        for card, (effect, _) in there:
            found.append({"hero": str(card), "reference": card.reference, "faction": faction,
                          "worth": rounded(100 * (effect - middle), 2)})  # fmt: skip
    return sorted(found, key=lambda row: -row["worth"])


def write(ranking: Ranking, folder: Path, others: Sequence[Ranking] = ()) -> list[Path]:
    """Write the tables into the folder, as CSV and Parquet. Return the files written."""
    pl = polars()
    tables = {
        "ranking": rows(ranking, others),
        "elements": element_rows(ranking),
        "heroes": hero_rows(ranking),
    }
    written = []
    for name, table in tables.items():
        frame = pl.DataFrame(table, infer_schema_length=None)
        for suffix in ("csv", "parquet"):
            data = io.BytesIO()
            frame.write_csv(data) if suffix == "csv" else frame.write_parquet(data)
            write_atomically(folder / f"{name}.{suffix}", data.getvalue())
            written.append(folder / f"{name}.{suffix}")
    return written
