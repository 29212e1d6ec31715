"""The cards of a report: their printed facts, and their effects in our wording."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from altered_env import cards
from altered_env.cards import UnknownCardError, catalogue
from altered_env.cardstats.reporting.sections import Section
from altered_env.cardstats.reporting.sheets import FACTS, Column, Sheet
from altered_env.language.notation import read_ability
from altered_env.language.wording import word

COLUMNS = (
    Column("name", "card"),
    Column("faction", "faction"),
    Column("type", "type"),
    Column("costs", "costs", "text", "from hand / from Reserve"),
    Column("stats", "statistics", "text", "forest/mountain/water"),
    Column("says", "abilities", "text", "in this project's wording"),
)


def facts_section(references: Iterable[str]) -> Section | None:
    """The facts of these cards by name; None where none of them is known."""
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
    sheet = Sheet(FACTS, "Printed on the cards", COLUMNS, rows)
    return Section("facts-of-cards", "The cards themselves", [], [], [sheet])


def _said(line: str) -> str:
    names = catalogue().names
    try:
        return word(read_ability(line, names=names), names=names)
    except ValueError:
        return line
