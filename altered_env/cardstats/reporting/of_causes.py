"""Causal effects of cards: results of `altered strength`, and their agreement with observations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from altered_env._runtime.plurals import counted
from altered_env.arena.paired import difference, holm
from altered_env.arena.rating_table import rating_of, strongest_last, with_rating
from altered_env.cardstats.agreement import agreement
from altered_env.cardstats.card_metrics import clustered
from altered_env.cardstats.deals import Deal, Question
from altered_env.cardstats.reporting.sections import Section
from altered_env.cardstats.reporting.sheets import Column, Sheet, row_id, span_of, spanned
from altered_env.render.plots import Mark, intervals, lines, scatter

METHODS = {
    "in_deck": "win rate in deck",
    "opening": "win rate in the opening hand",
    "in_hand": "win rate in hand",
    "improvement": "improvement in hand",
    "effect": "model of win",
}
"""The metrics compared with causal effects, by name."""

COLUMNS = (
    Column("name", "card"),
    Column("against_name", "replacement"),
    Column("agent", "player"),
    Column("elo", "Elo", "elo", "rating of the player"),
    Column("worth", "worth", "points", "difference in win rate, with the card minus without it"),
    Column("with_card", "with it", "percent"),
    Column("without", "without it", "percent"),
    Column("p", "p", "chance", "with Holm's correction for the number of comparisons"),
    Column("copies", "copies swapped", "count"),
    Column("games", "games", "count"),
)

Studies = Sequence[tuple[Question, Sequence[Deal]]]


def strength_rows(studies: Studies) -> list[dict[str, Any]]:
    """Return a row for each study, with p-values corrected for their number."""
    found = [difference([deal.difference for deal in deals]) for _, deals in studies]
    corrected = holm([row.p for row in found])
    rows = []
    for (asked, deals), row, p in zip(studies, found, corrected, strict=True):
        rating = rating_of(asked.agent)
        seats = np.full(len(deals), 2.0)
        arms = {
            "with_card": clustered(np.array([sum(deal.with_card) for deal in deals]), seats),
            "without": clustered(np.array([sum(deal.without) for deal in deals]), seats),
        }
        rows.append(
            {
                "card": asked.card,
                "name": asked.name,
                "against": asked.against,
                "against_name": asked.against_name,
                "agent": asked.agent,
                "elo": None if rating is None else rating.elo,
                **spanned("worth", row.mean, row.low, row.high),
                "p": p,
                "copies": asked.copies,
                "games": 4 * len(deals),
            }
            | {name: share.rate for name, share in arms.items()}
            | {f"{name}_low": share.low for name, share in arms.items()}
            | {f"{name}_high": share.high for name, share in arms.items()}
        )
    return sorted(rows, key=lambda row: -row["worth"])


def _label(row: Mapping[str, Any], plain: bool) -> str:
    """Return the card, with its replacement unless that is the plain card."""
    return str(row["name"]) if plain else f"{row['name']} / {row['against_name']}"


def strength_section(studies: Studies) -> Section:
    """Return the section on the worth of cards, by player."""
    rows = strength_rows(studies)
    asked = [question for question, _ in studies]
    hosts = ", ".join(dict.fromkeys(name for one in asked for name in one.hosts))
    others = ", ".join(dict.fromkeys(name for one in asked for name in one.opponents))
    rules = ", ".join(dict.fromkeys(one.rules for one in asked))
    versions = ", ".join(dict.fromkeys(one.version for one in asked))
    agents = strongest_last(one.agent for one in asked)
    section = Section(
        "strength",
        "Cards: causal effects",
        [
            "Worth is the difference in win rate between games with the card and games with "
            "another in its place that share decks, seed and seat. Intervals are 95 %, clustered "
            f"by deal; p has Holm's correction for {len(rows)} comparisons.",
            f"Rules {rules}; put into {hosts}; against {others}; an agent plays itself: "
            f"{', '.join(map(with_rating, agents))}; version {versions}.",
        ],
    )
    labels = [_label(row, str(row["against"]).endswith("_PLAIN")) for row in rows]
    marks = [
        Mark(
            label,
            *span_of(row, "worth"),
            with_rating(row["agent"]),
            link=row_id("strength", row["card"]),
        )
        for label, row in zip(labels, rows, strict=True)
    ]
    section.plots.append(intervals(marks, "worth, in points of win rate"))
    rising = [
        Mark(label, *span_of(row, "worth"), label, row["elo"])
        for label, row in zip(labels, rows, strict=True)
        if row["elo"] is not None
    ]
    several = {label for label in labels if len({m.at for m in rising if m.group == label}) > 1}
    if several:
        section.words.append(
            "Difficult cards look weak in the hands of a weak player: the second plot shows how "
            "worth "
            "changes with the players' strength."
        )
        chosen = list(dict.fromkeys(label for label in labels if label in several))[:8]
        shown = [mark for mark in rising if mark.group in chosen]
        section.plots.append(lines(shown, "rating of both players (Elo)", "worth, in points"))
    section.sheets.append(Sheet("strength", "Worth of cards", COLUMNS, rows))
    return section


def agreement_section(
    studies: Studies, observed: Mapping[str, Mapping[str, Any]], agents: Sequence[str]
) -> Section:
    """Return the section on the agreement of observed metrics with causal effects.

    `observed` has the metrics of each card by its reference. The causal effects are those for the
    strongest player that is also in the dataset, or else for the strongest.
    """
    plain = [(asked, deals) for asked, deals in studies if asked.plain]
    asked_by = strongest_last(asked.agent for asked, _ in plain)
    section = Section("agreement", "Observations and causal effects")
    if not asked_by:
        section.words.append("No study here compares a card with the plain one.")
        return section
    agent = [*asked_by[-1:], *(one for one in asked_by if one in agents)][-1]
    causes = {
        row["card"]: row
        for row in strength_rows([(a, deals) for a, deals in plain if a.agent == agent])
    }
    both = [card for card in causes if card in observed]
    section.words.append(
        f"{counted(len(both), 'card')} in the dataset compared with the plain card, by "
        f"{with_rating(agent)}. Agreement is Spearman's rank correlation, with its 95 % interval; "
        "with few cards it says little."
    )
    rows = []
    for method, title in METHODS.items():
        used = [card for card in both if observed[card].get(method) is not None]
        found = agreement(
            [observed[card][method] for card in used], [causes[card]["worth"] for card in used]
        )
        rows.append(
            {
                "method": title,
                **spanned("agreement", found.correlation, found.low, found.high),
                "cards": found.cards,
            }
        )
    if both:
        marks = [
            Mark(
                causes[card]["name"],
                *span_of(observed[card], "improvement"),
                "",
                *span_of(causes[card], "worth"),
            )
            for card in both
        ]
        section.plots.append(
            scatter(marks, "causal worth, in points", "observed improvement, in points")
        )
    columns = (
        Column("method", "method"),
        Column("agreement", "agreement with worth", "number"),
        Column("cards", "cards", "count"),
    )
    section.sheets.append(Sheet("agreement", "Agreement with causal effects", columns, rows))
    return section
