"""The model of win on all cards at once, and pairs of cards."""

from __future__ import annotations

from typing import Any

from training.analysis.plots import Mark, intervals
from training.analysis.regression import COUNTS, Fit, in_points
from training.analysis.reporting.sections import Section, card_name
from training.analysis.reporting.sheets import Column, Sheet
from training.analysis.synergy import Pair

__all__ = ["model_rows", "model_section", "pair_rows"]

SHOWN = 15

TERMS = (
    Column("name", "term"),
    Column("kind", "kind"),
    Column("effect", "log-odds", "number", "added to the log-odds of winning, for each copy"),
    Column("points", "worth in an even game", "points"),
    Column("games", "games", "count", "in which the players differed in it"),
)
PAIRS = (
    Column("one_name", "card"),
    Column("two_name", "card beside it"),
    Column("effect", "log-odds", "number", "added by both beyond what each adds"),
    Column("p", "p", "chance", "corrected after Holm for the number of pairs"),
    Column("games", "games", "count", "in which a player held both"),
)


def model_rows(fit: Fit) -> list[dict[str, Any]]:
    """A row for each term, the best first."""
    rows = [
        {
            "name": card_name(term.name) if term.kind in ("card", "hero") else term.name,
            "card": term.name,
            "kind": term.kind,
            "effect": term.effect,
            "effect_low": term.low,
            "effect_high": term.high,
            "points": term.points,
            "points_low": in_points(term.low),
            "points_high": in_points(term.high),
            "games": term.games,
        }
        for term in fit.terms
    ]
    return sorted(rows, key=lambda row: -row["effect"])


def pair_rows(found: list[Pair]) -> list[dict[str, Any]]:
    """A row for each pair, the surest first."""
    return [
        {
            "one_name": card_name(pair.one),
            "two_name": card_name(pair.two),
            "one": pair.one,
            "two": pair.two,
            "effect": pair.effect,
            "effect_low": pair.low,
            "effect_high": pair.high,
            "p": pair.p,
            "games": pair.games,
        }
        for pair in found
    ]


def model_section(fit: Fit, found: list[Pair], count: str, least: int) -> Section:
    """What each card adds where all others are the same, and pairs that add more."""
    rows = model_rows(fit)
    section = Section(
        "model",
        "Cards all at once, and pairs",
        [
            f"A logistic model of {fit.games:,} games on {COUNTS[count]} (A's less B's), Heroes, "
            "archetypes, seat, first player, and the players' strength. Cards, Heroes and "
            "archetypes are drawn towards nothing as strongly as their own spread says; intervals "
            "hold 95 % if effects of a kind are spread as the model takes them to be.",
            f"Of {len(found)} pairs that a player held together in {least} games or more, "
            f"{sum(pair.p < 0.05 for pair in found)} do more or less than each card by itself with "
            "p below 0.05, corrected after Holm. Pairs that share a card with a strong pair lean "
            "the other way.",
        ],
    )
    shown = [row for row in rows if row["kind"] == "card"]
    ends = shown if len(shown) <= 2 * SHOWN else shown[:SHOWN] + shown[-SHOWN:]
    marks = [
        Mark(row["name"], row["points"], row["points_low"], row["points_high"]) for row in ends
    ]
    section.plots.append(intervals(marks, "worth of a copy in an even game, in points"))
    section.sheets += [
        Sheet("model", "Terms of the model", TERMS, rows),
        Sheet("pairs", "Pairs of cards, the surest first", PAIRS, pair_rows(found)[:500]),
    ]
    return section
