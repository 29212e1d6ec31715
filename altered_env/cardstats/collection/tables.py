"""Values of a collection as a table, JSON and a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from altered_env._runtime.rounding import rounded
from altered_env.cards.estimates import estimates
from altered_env.cards.worths import worths
from altered_env.cardstats.collection.card_values import BY_HERO, Brought, Value
from altered_env.cardstats.collection.for_deck import Picks
from altered_env.cardstats.collection.reading_collections import Collection
from altered_env.cardstats.ranking.ranked_page import quick_table
from altered_env.cardstats.reporting.sections import Report, Section
from altered_env.cardstats.reporting.sheets import Column, Sheet
from altered_env.game.card_text import wording

ABOUT = (
    "Worth is the gain in win rate, in percentage points, from a copy among the first 12 cards of a"
    " deck, compared with the plain Character 3/3, 3/3/3 in its place. Intervals are 95 %."
)
CONTEXT = (
    "Best with: the Hero and the archetype of constructed decks in which the card gains most,"
    " estimated without games (90 % intervals). Most of these gains are smaller than their"
    " intervals, so they are hints"
)
NAMED = 20
"""The number of problems to name; the rest is counted."""
COLUMNS = (
    Column("place", "place", "count"),
    Column("name", "card"),
    Column("count", "copies", "count"),
    Column("worth", "worth", "number"),
    Column("source", "source"),
    Column("best_hero", "best Hero"),
    Column("best_archetype", "best archetype"),
    Column("gain", "gain there", "number"),
    Column("there", "worth there", "number"),
    Column("faction", "faction"),
    Column("type", "type"),
    Column("hand_cost", "Hand Cost"),
    Column("reserve_cost", "Reserve Cost"),
    Column("forest", "forest"),
    Column("mountain", "mountain"),
    Column("water", "water"),
    Column("body", "body brings", "number"),
    Column("lines", "lines bring"),
    Column("own", "not explained", "number"),
    Column("reference", "reference"),
    Column("remarks", "remarks"),
)
FACTS = ("faction", "type", "hand_cost", "reserve_cost", "forest", "mountain", "water")


def row_of(value: Value) -> dict[str, Any]:
    """Return a value as a row of a table; figures that are not known are empty."""
    card = value.card
    known = value.worth is not None
    lines = [f"{said} {one.worth:+z.1f}" for one, said in lines_of(value)]
    return {
        "place": value.place or None,
        "name": value.name,
        "count": value.count,
        "worth": _figure(value.worth),
        "worth_low": _figure(value.low) if known else None,
        "worth_high": _figure(value.high) if known else None,
        "source": value.known_from,
        **_best(value),
        **{name: None if card is None else getattr(card, name) for name in FACTS},
        "body": _figure(value.body),
        "lines": "; ".join(lines),
        "own": _figure(value.own),
        "reference": value.reference,
        "remarks": "; ".join(value.remarks),
    }


def _best(value: Value) -> dict[str, Any]:
    """Return the best Hero and archetype, the gain by them, and the worth there."""
    best = value.best
    found: dict[str, Any] = {
        "best_hero": None if best is None else best.hero,
        "best_archetype": None if best is None else best.archetype,
    }
    for name in ("gain", "there"):
        one = None if best is None else best.gain if name == "gain" else best.worth
        found[name] = None if one is None else _figure(one.mean)
        found[f"{name}_low"] = None if one is None else _figure(one.low)
        found[f"{name}_high"] = None if one is None else _figure(one.high)
    return found


def _figure(value: float | None) -> float | None:
    return None if value is None else rounded(value, 2)


def lines_of(value: Value) -> list[tuple[Brought, str]]:
    """Return the worth of each line, with its English wording; none for a card whose lines have no
    worth, such as a Hero."""
    if value.card is None or not value.brings:
        return []
    return list(zip(value.brings, wording(value.card), strict=True))


def sheet_of(values: Sequence[Value]) -> Sheet:
    """Return the values as a table."""
    return Sheet("values", "Values of a collection", COLUMNS, [row_of(value) for value in values])


def as_json(found: Collection, values: Sequence[Value], picks: Picks | None = None) -> Any:
    """Return the values, their conditions, and what could not be read."""
    told: dict[str, Any] = {
        "about": ABOUT,
        "by_hero": BY_HERO,
        "context": CONTEXT,
        "measured": worths().conditions,
        "estimated": estimates().conditions,
        "counts": counts_of(found, values),
        "values": [value_as_json(value) for value in values],
        "problems": [{"place": one.place, "why": one.why} for one in found.problems],
        "by_number": [{"place": one.place, "why": one.why} for one in found.by_number],
    }
    if picks is not None:
        told["deck"] = picks_as_json(picks)
    return told


def value_as_json(value: Value) -> dict[str, Any]:
    """Return a value with the worth of each line."""
    row = row_of(value)
    row["remarks"] = list(value.remarks)
    row["lines"] = [
        {
            "notation": one.line,
            "wording": said,
            **{name: _figure(getattr(one, name)) for name in ("worth", "low", "high")},
        }
        for one, said in lines_of(value)
    ]
    return row


def picks_as_json(picks: Picks) -> dict[str, Any]:
    """Return the best cards for a deck."""
    return {
        "name": picks.before.name,
        "illegal": list(picks.illegal),
        "context": picks.context,
        "fitting": picks.fitting,
        "unread": picks.unread,
        "others": picks.others,
        "picks": [
            {
                "card": pick.value.name,
                "reference": pick.value.reference,
                "source": pick.value.source,
                "out": str(pick.out.card),
                "out_reference": pick.out.reference,
                **{name: _figure(getattr(pick, name)) for name in ("gain", "low", "high")},
            }
            for pick in picks.picks
        ],
        "deck": picks.deck.to_text(),
    }


def counts_of(found: Collection, values: Sequence[Value]) -> dict[str, int]:
    """Return the numbers of cards, by how their worth is known, and of problems."""
    sources = [value.source for value in values]
    return {
        "different": len(values),
        "cards": found.cards,
        **{name: sources.count(name) for name in ("measured", "estimated", "unknown")},
        "problems": len(found.problems),
    }


def page_of(found: Collection, values: Sequence[Value], title: str) -> Report:
    """Return the values as a page."""
    shown = [(column.key, column.title) for column in COLUMNS if column.key not in ("body", "own")]
    at = [key for key, _ in shown].index("worth") + 1
    shown[at:at] = [("worth_low", "from"), ("worth_high", "to")]
    rows: list[Mapping[str, Any]] = [row_of(value) for value in values]
    words = [
        ABOUT,
        "A row must contain each word of the filter. What lines bring is the worth of their"
        " elements; the rest of a card's worth is its body, and what its elements do not explain.",
        f"Heroes: {BY_HERO}.",
        f"{CONTEXT}.",
    ]
    sections = [Section("values", "Every card", words, [quick_table(rows, shown)])]
    if found.problems:
        problems = [str(one) for one in found.problems[:NAMED]]
        if len(found.problems) > NAMED:
            problems.append(f"and {len(found.problems) - NAMED:,} more")
        sections.append(Section("problems", f"Not read: {len(found.problems):,}", problems))
    counts = counts_of(found, values)
    conditions = (
        ("Cards", f"{counts['different']:,} different, {counts['cards']:,} in all"),
        ("Measured", f"{counts['measured']:,}, {worths().conditions}"),
        ("Estimated", f"{counts['estimated']:,}, from the elements of the measured cards"),
        ("Unknown", f"{counts['unknown']:,}: Heroes, and cards without a known text"),
    )
    return Report(title, conditions, tuple(sections))
