"""Bounds of the tables of a dataset: the type and range of each column, and how games and card
copies relate. A file that was edited, duplicated or swapped is named and left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from altered_env.arena.parquet_files import table_in

_DAYS = 30_000
_GAMES: dict[str, tuple[float, float] | None] = {
    "game": (0, 2**62),
    "deck_a": None,
    "deck_b": None,
    "agent_a": None,
    "agent_b": None,
    "seed": (0, 2**62),
    "chance": (0, 2**62),
    "winner": (-1, 1),
    "first": (0, 1),
    "days": (0, _DAYS),
    "decisions": (0, 2**31),
}
"""The range of each numeric column; None for a column of text."""

_CARDS: dict[str, tuple[float, float] | None] = {
    "game": (0, 2**62),
    "player": (0, 1),
    "card": None,
    "won": (0, 1),
    "opening": (0, 1),
    "drawn": (0, _DAYS),
    "left": (0, _DAYS),
    "mana": (0, _DAYS),
    "hand": (0, _DAYS),
    "reserve": (0, _DAYS),
    "played": (0, _DAYS),
    "played_again": (0, _DAYS),
}


def wrong_with(
    pl: Any, plan: Mapping[str, Any], games: Path, cards: Path | None
) -> Iterator[tuple[Path, str]]:
    """Return the fault in the two files of a part, if any, with the file and the value. A missing
    column is reported later, when the file is read."""
    parts = {games: (_GAMES, table_in(pl, games))}
    if cards is not None and cards.is_file():
        parts[cards] = (_CARDS, table_in(pl, cards))
    for path, (columns, table) in parts.items():
        if not set(columns) <= set(table.columns):
            return
        for found in _out_of_bounds(pl, columns, table):
            yield path, found
            return
    table = parts[games][1]
    for found in _of_plan(pl, plan, table, int(games.stem)):
        yield games, found
        return
    if cards is not None and cards in parts:
        for found in _of_games(pl, parts[cards][1], table):
            yield cards, found
            return


def _out_of_bounds(
    pl: Any, columns: Mapping[str, tuple[float, float] | None], table: Any
) -> Iterator[str]:
    for name, within in columns.items():
        column = table[name]
        if column.null_count():
            yield f"lacks {name!r} in {column.null_count()} of its {len(column)} rows"
        elif within is None:
            if column.dtype not in (pl.String, pl.Categorical):
                yield f"holds {name!r} as {column.dtype}; expected texts"
        elif not column.dtype.is_numeric():
            yield f"holds {name!r} as {column.dtype}; expected numbers"
        else:
            wrong = table.filter(~pl.col(name).is_between(*within))
            if len(wrong):
                low, high = within
                yield f"holds {wrong[name][0]!r} as {name!r}; expected {low:g} to {high:g}"


def _of_plan(pl: Any, plan: Mapping[str, Any], table: Any, number: int) -> Iterator[str]:
    """Check that a part holds its own games, each once, with the decks and players of the plan."""
    size = plan.get("part")
    first = number * size if isinstance(size, int) and size > 0 else int(table["game"].min() or 0)
    wanted = range(first, first + len(table))
    if table["game"].to_list() != list(wanted):
        yield f"holds games {_said(table['game'])}; expected {_said(wanted)}"
    for name, known in (("deck", plan["decks"]), ("agent", plan["agents"])):
        for side in "ab":
            strange = table.filter(~pl.col(f"{name}_{side}").is_in(known))
            if len(strange):
                yield (
                    f"holds {strange[f'{name}_{side}'][0]!r:.60}, not one of the {name}s of "
                    f"its plan"
                )


def _of_games(pl: Any, cards: Any, games: Any) -> Iterator[str]:
    """Check that card copies belong to games of the part, and won what those games say."""
    if set(cards["game"].unique()) != set(games["game"]):
        yield "holds copies from games outside its part"
        return
    result = games.select("game", "winner")
    won = pl.when(pl.col("winner") < 0).then(0.5).otherwise(pl.col("winner") == pl.col("player"))
    wrong = cards.join(result, on="game").filter(pl.col("won").cast(pl.Float64) != won)
    if len(wrong):
        game, says = wrong["game"][0], wrong["won"][0]
        yield f"says {says} for the result of a copy in game {game}, contrary to the game"


def _said(games: Any) -> str:
    return f"{games[0]} to {games[-1]}" if len(games) else "none"
