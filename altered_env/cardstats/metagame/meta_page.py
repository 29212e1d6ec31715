"""The metagame as a page with a heat map, and as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from altered_env._runtime.plurals import counted
from altered_env.arena.paired import Difference
from altered_env.cardstats.metagame.standing import HeroStanding, Shift, Standing
from altered_env.cardstats.metagame.swiss import TOP, Day, Result
from altered_env.cardstats.reporting.sections import Report, Section
from altered_env.cardstats.reporting.sheets import Column, Sheet, spanned
from altered_env.render.plots import Mark, bars, heat_map

ABOUT_META = (
    "The meta is the equilibrium of deck choice: no deck wins more than half its games against it."
    " Best response: how probable it is that no deck does better against the field. Intervals are"
    " 95 %, from bootstrap worlds in which the deals of each pair are drawn again."
)


def standings_section(rows: Sequence[Standing], heroes: Sequence[HeroStanding]) -> Section:
    """The section on decks, and on Heroes if one has several decks."""
    section = Section("decks", "Decks", [ABOUT_META])
    shared = (
        Column("share", "of the field", "percent"),
        Column("rate", "won against the field", "percent"),
    )
    meta = Column("meta", "of the meta", "percent")
    columns = (
        Column("deck", "deck"), Column("hero", "Hero"), *shared,
        Column("best", "best response", "percent"), meta,
        Column("against_meta", "won against the meta", "percent"),
        Column("beaten_by", "best against it"), Column("beaten", "wins", "percent"),
    )  # fmt: skip
    section.sheets.append(Sheet("decks", "Decks", columns, [_row(one) for one in rows]))
    if len(heroes) < sum(row.share > 0 for row in rows):
        by_hero = (Column("hero", "Hero"), Column("decks", "decks", "count"), *shared, meta)
        section.sheets.append(Sheet("heroes", "Heroes", by_hero, [_row(one) for one in heroes]))
    return section


def _row(one: Standing | HeroStanding) -> dict[str, Any]:
    row = asdict(one)
    low, high = row.pop("low"), row.pop("high")
    return row | {"rate_low": low, "rate_high": high}


def matchups_section(names: Sequence[str], found: Mapping[tuple[int, int], Difference]) -> Section:
    """The section on deck against deck."""
    words = ["A cell is the win rate of the row's deck, in percent, with its 95 % interval."]
    cells, rows = {}, []
    for (one, two), apart in found.items():
        ends = (0.5 + apart.low / 2, 0.5 + apart.high / 2)
        rate = 0.5 + apart.mean / 2
        for i, j, value, low, high in (
            (one, two, rate, *ends),
            (two, one, 1 - rate, 1 - ends[1], 1 - ends[0]),
        ):
            cells[i, j] = Mark(f"{names[i]} against {names[j]}", value, low, high)
            rows.append(
                {"deck": names[i], "against": names[j], **spanned("rate", value, low, high),
                 "games": 2 * apart.deals}
            )  # fmt: skip
    columns = (
        Column("deck", "deck"),
        Column("against", "against"),
        Column("rate", "won", "percent"),
        Column("games", "games", "count"),
    )
    plot = heat_map(names, names, cells, "win rates of decks against decks")
    sheet = Sheet("matchups", "Matchups", columns, rows)
    return Section("matchups", "Deck against deck", words, [plot], [sheet])


def day_section(results: Mapping[str, Result], day: Day) -> Section:
    """The section on a Swiss day."""
    section = Section("day", "A Swiss day", [day_words(day)])
    rows = []
    for name, one in results.items():
        rows.append(
            {"deck": name, **spanned("wins", one.wins, one.low, one.high),
             "undefeated": one.chances[-1], "top": one.top, "first": one.first}
        )  # fmt: skip
        heights = [
            (str(k), share, f"{k} wins: {100 * share:.1f} %") for k, share in enumerate(one.chances)
        ]
        section.plots.append(bars(heights, f"matches that {name} wins", "days, in percent"))
    columns = (
        Column("deck", "deck"),
        Column("wins", "matches won", "number"),
        Column("undefeated", "undefeated", "percent"),
        Column("top", f"first {TOP}", "percent"),
        Column("first", "first", "percent"),
    )
    section.sheets.append(Sheet("day", "Expected result", columns, rows))
    return section


def day_words(day: Day) -> str:
    """The conditions of a Swiss day."""
    games = "" if day.best_of == 1 else f", best of {day.best_of}"
    size = f"{counted(day.players, 'player')}, {counted(day.rounds, 'round')}"
    return f"{size}{games}; opponents bring decks by shares."


def changes_section(rows: Sequence[Shift], said: Sequence[str]) -> Section:
    """The section on a ban or a patch."""
    columns = (
        Column("deck", "deck"),
        Column("before", "won before", "percent"),
        Column("after", "won after", "percent"),
        Column("change", "change", "points"),
        Column("meta_before", "of the meta before", "percent"),
        Column("meta_after", "of the meta after", "percent"),
    )
    shown = []
    for one in rows:
        row = asdict(one)
        low, high = row.pop("low"), row.pop("high")
        shown.append(row | {"change_low": low, "change_high": high})
    words = [*said, "Deals are the same before and after; the field's decks keep their shares."]
    return Section(
        "changes", "After the change", words, [], [Sheet("changes", "Decks", columns, shown)]
    )


def page(title: str, conditions: Sequence[tuple[str, str]], sections: Sequence[Section]) -> Report:
    """The report."""
    return Report(title, tuple(conditions), tuple(sections))
