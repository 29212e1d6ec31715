"""A ranking as one page of HTML: plots, and a table that draws only its visible rows, so that it
stays fast with tens of thousands of them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.plurals import counted
from altered_env.cardstats.ranking.balance import by_cost, factions_of
from altered_env.cardstats.ranking.placing import Ranking, element_rows, hero_rows, rows
from altered_env.cardstats.reporting.page import refuse_no_page, to_page
from altered_env.cardstats.reporting.sections import Report, Section
from altered_env.cardstats.reporting.sheets import Column, Sheet, span_of, to_csv
from altered_env.render.plots import Mark, intervals

HERE = Path(__file__).parent
SHOWN = 40
"""The number of elements, and of cards that players disagree about, in a plot."""
TABLE = (
    ("place", "place"),
    ("card", "card"),
    ("faction", "faction"),
    ("type", "type"),
    ("rarity", "rarity"),
    ("hand_cost", "cost"),
    ("statistics", "statistics"),
    ("worth", "worth %"),
    ("worth_low", "from"),
    ("worth_high", "to"),
    ("place_low", "place from"),
    ("place_high", "to"),
    ("best", "best 1 %"),
    ("elements", "elements alone"),
    ("copies", "dealt"),
    ("reference", "reference"),
)
KINDS = {
    "trigger": "triggers",
    "condition": "conditions",
    "verb": "verbs",
    "effect": "verbs under a trigger",
    "line": "whole lines",
}


def quick_table(table: Sequence[Mapping[str, Any]], columns: Sequence[tuple[str, str]]) -> str:
    """Return a table that is sorted and filtered in the browser, whatever its size."""
    data = [[row.get(key) for key, _ in columns] for row in table]
    packed = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/")
    heads = json.dumps([title for _, title in columns])
    style, script = (
        (HERE / f"ranked_table.{suffix}").read_text("utf-8") for suffix in ("css", "js")
    )
    return (
        f'<style>{style}</style><div class="ranked" role="region" aria-label="all cards">'
        '<p><label>filter <input type="search" placeholder="lyra 3 draw"></label> '
        '<span class="count"></span></p><div class="heads"></div>'
        '<div class="view" tabindex="0"><div class="room"></div></div></div>'
        f"<script>const rankedHeads={heads};const rankedRows={packed};\n{script}</script>"
    )


def page(
    ranking: Ranking, others: Sequence[Ranking], conditions: Sequence[tuple[str, str]]
) -> Report:
    """Return the page of a ranking; `others` are those by other players."""
    table = rows(ranking, others)
    more = tuple((f"worth by {other.agent}", f"by {other.agent}") for other in others)
    cards = Section(
        "cards",
        "Every card",
        [
            "Worth: gain in win rate from a copy dealt early, compared with the plain Character"
            " 3/3, 3/3/3, in percentage points. A row must contain each word of the filter."
        ],
        [quick_table(table, (*TABLE, *more))],
    )
    sections = [cards, _elements(ranking), *_players(ranking, others, table)]
    sections += [_factions(ranking), _costs(ranking), _heroes(ranking)]
    title = f"Altered: {counted(len(table), 'card')} ranked"
    return Report(title, tuple(conditions), tuple(sections))


def _shares(row: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return the row with percentages as shares."""
    ends = [key + end for key in keys for end in ("", "_low", "_high")]
    return {key: value / 100 if key in ends else value for key, value in row.items()}


def _elements(ranking: Ranking) -> Section:
    found = [_shares(row, "worth") for row in element_rows(ranking) if row["kind"] in KINDS]
    effects = [row for row in found if row["kind"] in ("effect", "verb", "trigger", "condition")]
    sure = sorted(effects, key=lambda row: -min(abs(row["worth_low"]), abs(row["worth_high"]))
                  if row["worth_low"] * row["worth_high"] > 0 else 0.0)[:SHOWN]  # fmt: skip
    marks = [
        Mark(_cut(row["element"]), *span_of(row, "worth"))
        for row in sorted(sure, key=lambda row: -row["worth"])
    ]
    columns = (
        Column("kind", "kind"),
        Column("element", "element"),
        Column("worth", "value of one more", "points"),
        Column("cards", "cards", "count"),
    )
    words = [
        "The worth that one more of an element adds to a card, all else equal. A verb under a"
        " trigger is worth the sum of the rows of the verb, the trigger, and both together.",
        f"The {counted(len(marks), 'element')} with the most certain gain or loss:",
    ]
    sheet = Sheet("elements", "Elements of abilities", columns, found)
    return Section("elements", "Worth of elements", words, [intervals(marks, "points")], [sheet])


def _cut(text: str) -> str:
    return text if len(text) <= 34 else text[:31] + "..."


def _players(
    ranking: Ranking, others: Sequence[Ranking], table: Sequence[Mapping[str, Any]]
) -> list[Section]:
    found = []
    for other in others:
        key = f"more by {other.agent}"
        most = sorted(table, key=lambda row: -row[key])
        columns = (
            Column("card", "card"),
            Column("worth", f"by {ranking.agent}", "points"),
            Column(f"worth by {other.agent}", f"by {other.agent}", "points"),
            Column(key, "more", "points"),
        )
        shown = [
            _shares(row, "worth", f"worth by {other.agent}", key)
            for row in [*most[:SHOWN], *most[-SHOWN:]]
        ]
        name = re.sub(r"\W+", "-", other.agent)
        sheet = Sheet(f"players-{name}", f"Worth more or less to {other.agent}", columns, shown)
        words = [f"Cards that are worth more or less to {other.agent} than to {ranking.agent}."]
        found.append(Section(f"by-{name}", f"Cards as valued by {other.agent}", words, [], [sheet]))
    return found


def _factions(ranking: Ranking) -> Section:
    found = factions_of(ranking)
    marks = [Mark(row["faction"], *span_of(row, "mean")) for row in found]
    columns = (
        Column("faction", "faction"),
        Column("cards", "cards", "count"),
        Column("mean", "mean worth", "points"),
        Column("best", "share of the best 1 %", "percent"),
    )
    words = ["The mean worth of the cards of each faction, and its share of the best cards."]
    sheet = Sheet("factions", "Factions", columns, found)
    return Section("factions", "Factions", words, [intervals(marks, "points")], [sheet])


def _costs(ranking: Ranking) -> Section:
    found = by_cost(ranking)
    marks = [
        Mark(f"Hand Cost {r['cost']}", r["median"], r["tenth"], r["ninetieth"], r["faction"])
        for r in sorted(found, key=lambda r: r["cost"])
    ]
    columns = (
        Column("faction", "faction"),
        Column("cost", "Hand Cost"),
        Column("cards", "cards", "count"),
        *(Column(key, title, "points") for key, title in (
            ("tenth", "a tenth is below"), ("median", "median"),
            ("ninetieth", "a tenth is above"), ("best", "best"),
        )),
    )  # fmt: skip
    words = [
        "The median card of each faction and Hand Cost, and the range without the best and worst"
        " tenth."
    ]
    sheet = Sheet("costs", "By faction and Hand Cost", columns, found)
    return Section("costs", "Factions and costs", words, [intervals(marks, "points")], [sheet])


def _heroes(ranking: Ranking) -> Section:
    found = [_shares(row, "worth") for row in hero_rows(ranking)]
    columns = (
        Column("hero", "Hero"),
        Column("faction", "faction"),
        Column("worth", "relative to the mean of its faction", "points"),
    )
    words = [
        "Gain in win rate of a deck of the experiment with this Hero, compared with the mean "
        "Hero of"
        " its faction."
    ]
    return Section("heroes", "Heroes", words, [], [Sheet("heroes", "Heroes", columns, found)])


def write_page(report: Report, file: Path) -> list[Path]:
    """Write the page and its tables as CSV. Return the files written."""
    refuse_no_page(file)
    stem = re.sub(r"\.html?$", "", file.name)
    write_atomically(file, to_page(report, escape(stem)).encode())
    written = [file]
    for sheet in report.sheets:
        path = file.with_name(f"{stem}-{sheet.name}.csv")
        write_atomically(path, to_csv(sheet).encode())
        written.append(path)
    return written
