"""Sections about cards: observed win rates and their dependence on the player, worths in the
shipped ranking, and printed facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from altered_env import cards
from altered_env._runtime.plurals import counted
from altered_env.arena.rating_table import with_rating
from altered_env.cards import UnknownCardError, catalogue
from altered_env.cards.worths import Worths
from altered_env.cardstats.card_metrics import CardMetrics, as_rows, metrics
from altered_env.cardstats.reporting.sections import Section, card_name, extremes
from altered_env.cardstats.reporting.sheets import FACTS, Column, Sheet, row_id, span_of, spanned
from altered_env.language.notation import read_ability
from altered_env.language.wording import word
from altered_env.render.plots import Mark, intervals, lines

SHOWN = 20
"""The number of cards in a plot from either end."""
CHANGING = 6
"""The number of cards in the plot by player."""

COLUMNS = (
    Column("name", "card"),
    Column("in_deck", "in deck", "percent", "win rate of all copies: that of the deck"),
    Column("opening", "opening hand", "percent", "win rate of copies in the opening hand"),
    Column("drawn", "drawn", "percent", "win rate of copies drawn later: biased to long games"),
    Column("in_hand", "in hand", "percent", "win rate of copies in the opening hand or drawn"),
    Column("never_seen", "never seen", "percent", "win rate of copies that never left the Deck"),
    Column(
        "improvement", "improvement", "points", "in hand minus never seen: independent of the deck"
    ),
    Column("mana", "mana", "percent", "share of copies in hand that became Mana Orbs"),
    Column("from_hand", "played", "percent", "share of copies in hand that were played from hand"),
    Column(
        "from_reserve",
        "from Reserve",
        "percent",
        "share of copies seen that were played from Reserve",
    ),
    Column("day", "day", "number", "mean day of the first play from hand"),
    Column("in_hand_copies", "copies", "count", "copies in hand"),
    Column("games", "games", "count"),
)
RANK_COLUMNS = (
    Column("name", "card"),
    Column("worth", "worth", "points", "gain in win rate over the plain Character 3/3, 3/3/3"),
    Column("place", "place", "count", "among all cards of the ranking"),
    Column("best", "among the best 1 %", "percent"),
    Column("copies", "dealt early", "count"),
)
FACT_COLUMNS = (
    Column("name", "card"),
    Column("faction", "faction"),
    Column("type", "type"),
    Column("costs", "costs", "text", "from hand / from Reserve"),
    Column("stats", "statistics", "text", "forest/mountain/water"),
    Column("says", "abilities", "text", "in this project's wording"),
)


def card_rows(found: Sequence[CardMetrics]) -> list[dict[str, Any]]:
    """Return the metrics as rows, with the names of the cards."""
    return [{"name": card_name(row["card"])} | row for row in as_rows(found)]


def cards_section(found: Sequence[CardMetrics], fewer: int, least: int) -> Section:
    """Return the table of cards, and the best and the worst of them as a plot."""
    rows = card_rows(found)
    section = Section(
        "cards",
        "Cards: observations",
        [
            "Win rates are weighted by copies: a game with two copies in hand counts twice. "
            "Intervals are 95 %, clustered by game. These are observations, not causes: a rate in "
            "deck reflects the deck and its player; drawn copies are biased to long games, copies "
            "never seen to short ones. The improvement does not depend on the deck, but on the "
            "length of games and on the cards that a player keeps.",
            f"Cards with fewer than {least} copies in hand are omitted: {fewer} of them.",
        ],
    )
    if rows:
        ends = extremes(rows, "improvement", SHOWN)
        if len(ends) < len(rows):
            section.words.append(
                f"The plot shows the {SHOWN} best and the {SHOWN} worst cards, by the cautious "
                f"ends of"
                " their intervals; the table has all."
            )
        marks = [
            Mark(row["name"], *span_of(row, "improvement"), link=row_id("cards", row["card"]))
            for row in ends
        ]
        section.plots.append(intervals(marks, "improvement in hand, in points"))
    section.sheets.append(Sheet("cards", "Cards", COLUMNS, rows))
    return section


def by_player(dataset: Path, plan: Mapping[str, Any], least: int) -> Section | None:
    """Return the improvement of cards by player; None for a single player."""
    agents = [agent for agent in plan["agents"] if len(plan["agents"]) > 1]
    if not agents:
        return None
    ratings = plan.get("ratings", {})
    agents.sort(key=lambda agent: (ratings.get(agent) or {"elo": float("inf")})["elo"])
    rows: list[dict[str, Any]] = []
    marks: dict[str, list[Mark]] = {}
    for agent in agents:
        elo = (ratings.get(agent) or {}).get("elo")
        for row in card_rows(metrics(dataset, least, agent)[0]):
            rows.append({"player": agent, "elo": elo} | row)
            if elo is not None:
                mark = Mark(row["name"], *span_of(row, "improvement"), row["name"], elo)
                marks.setdefault(row["name"], []).append(mark)
    section = Section(
        "players",
        "Cards by player",
        [
            "Difficult cards look weak in weak hands: the worth of a card depends on "
            f"the player's skill. From the weakest: {', '.join(map(with_rating, agents))}."
        ],
    )
    changing = sorted(
        (found for found in marks.values() if len(found) > 1),
        key=lambda found: -abs(found[-1].value - found[0].value),
    )[:CHANGING]
    if changing:
        section.words.append("The plot shows the cards that change most.")
        flat = [mark for found in changing for mark in found]
        section.plots.append(lines(flat, "rating of the player (Elo)", "improvement, in points"))
    columns = (
        COLUMNS[0],
        Column("player", "player"),
        Column("elo", "Elo", "elo"),
        *(c for c in COLUMNS if c.key in ("in_hand", "improvement", "mana", "from_hand")),
        *(c for c in COLUMNS if c.key in ("from_reserve", "day", "in_hand_copies")),
    )
    section.sheets.append(Sheet("cards-by-player", "Cards by player", columns, rows))
    return section


def ranks_section(references: Iterable[str], measured: Worths) -> Section | None:
    """Return the worths of these cards, best first; None if none of them was measured."""
    there = [measured.cards[name] for name in references if name in measured.cards]
    rows: list[dict[str, Any]] = [
        {
            "name": card_name(row.reference),
            **spanned("worth", row.worth / 100, row.low / 100, row.high / 100),
            **spanned("place", row.place, row.place_low, row.place_high),
            "best": row.best / 100,
            "copies": row.copies,
        }
        for row in sorted(there, key=lambda row: row.place)
    ]
    if not rows:
        return None
    words = [
        "The effect of a copy among the first twelve cards, from an experiment with all cards,"
        f" independent of the observations above ({counted(len(measured.cards), 'card')}; "
        f"{measured.conditions})."
    ]
    sheet = Sheet("ranks", "Cards by worth", RANK_COLUMNS, rows)
    return Section("ranks", "Cards: ranking", words, [], [sheet])


def facts_section(references: Iterable[str]) -> Section | None:
    """Return the facts of these cards by name; None if none of them is known."""
    rows = []
    for reference in dict.fromkeys(references):
        try:
            card = cards.find(reference)
        except UnknownCardError:
            continue
        hero, character = card.type == "hero", card.type == "character"
        row: dict[str, Any] = {
            "card": reference,
            "name": str(card),
            "faction": card.faction,
            "type": card.type.replace("_", " "),
            "costs": "" if hero else f"{card.hand_cost}/{card.reserve_cost}",
            "stats": f"{card.forest}/{card.mountain}/{card.water}" if character else "",
            "says": " ".join(_said(line) for line in (*card.abilities, *card.support)),
        }
        rows.append(row)
    if not rows:
        return None
    rows.sort(key=lambda row: str(row["name"]).casefold())
    sheet = Sheet(FACTS, "Printed on the cards", FACT_COLUMNS, rows)
    return Section("facts-of-cards", "The cards themselves", [], [], [sheet])


def _said(line: str) -> str:
    names = catalogue().names
    try:
        return word(read_ability(line, names=names), names=names)
    except ValueError:
        return line
