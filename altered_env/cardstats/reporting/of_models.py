"""The regression of wins on all cards at once, and pairs of cards."""

from __future__ import annotations

from typing import Any

from altered_env._runtime.plurals import counted
from altered_env.cardstats.aliasing import Aliases
from altered_env.cardstats.regression import COUNTS, Fit, Term, in_points
from altered_env.cardstats.reporting.sections import Section, card_name, extremes
from altered_env.cardstats.reporting.sheets import Column, Sheet, row_id, span_of, spanned
from altered_env.cardstats.synergy import Pair
from altered_env.render.plots import Mark, intervals

SHOWN = 15
FEW = 3
"""The number of aliased terms to name."""
MANY = 8
"""The number of such groups to name."""

TERMS = (
    Column("name", "term"),
    Column("kind", "kind"),
    Column("effect", "log-odds", "number", "added to the log-odds of winning by each copy"),
    Column("points", "worth in an even game", "points"),
    Column("games", "games", "count", "games in which the players differed in it"),
    Column("not_told_from", "not told apart from", "text", "what could equally explain the effect"),
)
PAIRS = (
    Column("one_name", "card"),
    Column("two_name", "other card"),
    Column("effect", "log-odds", "number", "effect of both beyond the sum of each"),
    Column("p", "p", "chance", "with Bonferroni's correction, like the interval"),
    Column("games", "games", "count", "games in which a player held both"),
)


def model_rows(fit: Fit, unsure: Aliases) -> list[dict[str, Any]]:
    """Return a row for each term, best first, aliased ones last."""
    others = {k: group for group in unsure.groups for k in group}
    rows: list[dict[str, Any]] = [
        {
            "name": _name(term),
            "card": term.name,
            "kind": term.kind,
            **spanned("effect", term.effect, term.low, term.high),
            **spanned("points", term.points, in_points(term.low), in_points(term.high)),
            "games": term.games,
            "not_told_from": "",
        }
        for term in fit.terms
    ]
    for k in unsure.columns:
        beside = [j for j in others.get(k, unsure.mixed) if j != k]
        named = [f"{fit.terms[j].kind} {_name(fit.terms[j])}" for j in beside[:FEW]]
        more = [f"{len(beside) - FEW} more"] if len(beside) > FEW else []
        rows[k]["not_told_from"] = ", ".join([*named, *more])
    return sorted(rows, key=lambda row: (bool(row["not_told_from"]), -row["effect"]))


def _name(term: Term) -> str:
    return card_name(term.name) if term.kind in ("card", "hero") else term.name


def shown(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row of a term without the figures that are guesses."""
    if not row["not_told_from"]:
        return row
    figures = [f"{name}{end}" for name in ("effect", "points") for end in ("", "_low", "_high")]
    return row | dict.fromkeys(figures)


def unsure_words(fit: Fit, unsure: Aliases) -> str:
    """Return a sentence or two on the aliased terms; empty if there are none."""
    if not unsure.columns:
        return ""
    said = [
        " = ".join(f"{fit.terms[k].kind} {_name(fit.terms[k])}" for k in group[:FEW])
        + (f" = {len(group) - FEW} more" if len(group) > FEW else "")
        for group in unsure.groups
    ]
    said += [f"{len(unsure.mixed)} terms that add up to others"] if unsure.mixed else []
    more = f"; and {len(said) - MANY} more" if len(said) > MANY else ""
    return (
        "These games cannot separate what always occurred together, so these have no figure: "
        f"{'; '.join(said[:MANY])}{more}. Games with more varied decks could (altered "
        "simulate --decks public, or random:100:1)."
    )


def pair_rows(found: list[Pair]) -> list[dict[str, Any]]:
    """Return a row for each pair, the most certain first."""
    return [
        {
            "one_name": card_name(pair.one),
            "two_name": card_name(pair.two),
            "one": pair.one,
            "two": pair.two,
            **spanned("effect", pair.effect, pair.low, pair.high),
            "p": pair.p,
            "games": pair.games,
        }
        for pair in found
    ]


def model_section(fit: Fit, unsure: Aliases, found: list[Pair], count: str, least: int) -> Section:
    """Return the effect of each card with all others equal, and pairs with a further effect."""
    rows = model_rows(fit, unsure)
    section = Section(
        "model",
        "Model of all cards, and pairs",
        [
            f"A logistic model of {fit.games:,} games on {COUNTS[count]} (A's minus B's), Heroes, "
            "archetypes, seat, first player, and the players' strength. Cards, Heroes and "
            "archetypes are shrunk towards zero according to their own spread; intervals are 95 % "
            "if effects of a kind are distributed as the model assumes.",
            f"Of {counted(len(found), 'pair')} that a player held together in {least} games or"
            " more, "
            f"{sum(pair.p < 0.05 for pair in found)} do more or less than the cards separately "
            f"with "
            "p below 0.05; p and intervals have Bonferroni's correction. Pairs that share a card "
            "with a strong pair lean the other way.",
            *filter(None, [unsure_words(fit, unsure)]),
        ],
    )
    cards = [row for row in rows if row["kind"] == "card" and not row["not_told_from"]]
    ends = extremes(cards, "points", SHOWN)
    marks = [
        Mark(row["name"], *span_of(row, "points"), link=row_id("model", row["card"]))
        for row in ends
    ]
    if marks:
        section.plots.append(intervals(marks, "worth of a copy in an even game, in points"))
    section.sheets += [
        Sheet("model", "Terms of the model", TERMS, list(map(shown, rows))),
        Sheet("pairs", "Pairs of cards, most certain first", PAIRS, pair_rows(found)[:500]),
    ]
    return section
