"""A board as one page of HTML: ratings, pairings, times, factions and formats, and a replay of
every game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from html import escape
from math import log10
from pathlib import Path
from typing import Any

from altered_env import formats
from altered_env._runtime.plurals import counted
from altered_env.arena.board.archive import PAGE
from altered_env.arena.board.schedule import REPLAYS, Board, milliseconds, replay_name
from altered_env.arena.pairings import Outcome
from altered_env.arena.ratings import Rating, wilson
from altered_env.cardstats.reporting.page import write
from altered_env.cardstats.reporting.sections import Report, Section
from altered_env.cardstats.reporting.sheets import Column, Sheet, spanned
from altered_env.render.plots import Mark, curves, heat_map

SHOWN = 20
"""The number of most recent games of each pair of agents that the page links to."""


def gather(board: Board) -> Report:
    """Gather the report on a board."""
    config = board.config
    ratings = dict(zip(config.agents, board.ratings(), strict=True))
    order = _order(ratings)
    conditions = (
        ("Games", f"{len(board.rows):,}, each deal from both seats"),
        ("Rules", config.rules),
        ("Formats", ", ".join(config.formats)),
        ("Decks", config.decks),
        ("Deck lists", config.lists),
        ("Clock of programs", f"{config.clock or 'none'}, {config.limit:g} s per decision"),
        ("Anchors", f"{', '.join(config.anchors)}: the mean of those playing is 0"),
        ("Intervals", "95 %, by resampling deals, which are two games each"),
        ("Commitment to the seeds", config.commitment),
        ("Seeds", config.seeds or "not published yet"),
    )
    sections = [
        _table(board),
        _pairs(board.rows, order),
        _times(board.rows, order, ratings),
        _shares(board.rows, order, "factions", "By faction", partial(_factions, board)),
        _shares(board.rows, order, "formats", "By format", lambda row, _side: row.format),
        _games(board, order),
    ]
    return Report(config.title, conditions, tuple(sections))


def write_page(board: Board) -> list[Path]:
    """Write the page and its tables into the folder of the board. Return the files written."""
    return write(gather(board), board.folder / PAGE)


def _seats(rows: Iterable[Outcome], agent: str) -> Iterable[tuple[Outcome, int]]:
    """Yield the games of an agent, each with its side: 0 for a, 1 for b."""
    for row in rows:
        if agent in (row.agent_a, row.agent_b):
            yield row, int(row.agent_b == agent)


def _rate(scores: Sequence[float]) -> dict[str, Any]:
    low, high = wilson(sum(scores), len(scores))
    rate = sum(scores) / max(1, len(scores))
    return spanned("rate", rate, low, high) | {"games": len(scores)}


def standings(board: Board) -> list[dict[str, Any]]:
    """Return the agents, strongest first, with their results."""
    ratings = dict(zip(board.config.agents, board.ratings(), strict=True))
    found = []
    for place, agent in enumerate(_order(ratings), start=1):
        mine = list(_seats(board.rows, agent))
        lost = Counter(row.forfeit for row, _ in mine if row.forfeit and not row.score(agent))
        rating = ratings[agent]
        found.append(
            {
                "place": place,
                "name": agent,
                "agent": agent + " (anchor)" * (agent in board.config.anchors),
                **spanned("elo", rating.elo, rating.low, rating.high),
                **_rate([row.score(agent) for row, _ in mine]),
                "ms": milliseconds(board.rows, agent),
                "processor": milliseconds(board.rows, agent, "processor"),
                "forfeits": ", ".join(f"{how} {n}" for how, n in lost.most_common()) or "none",
            }
        )
    return found


def _order(ratings: Mapping[str, Rating]) -> list[str]:
    return sorted(ratings, key=lambda agent: -ratings[agent].elo)


def _table(board: Board) -> Section:
    columns = (
        Column("place", "place", "count"),
        Column("agent", "agent"),
        Column("elo", "Elo", "elo"),
        Column("rate", "won", "percent"),
        Column("games", "games", "count"),
        Column("ms", "ms per decision", "number", "wall time"),
        Column("processor", "processor, ms", "number", "processor time per decision"),
        Column("forfeits", "forfeits"),
    )
    section = Section("ratings", "Ratings")
    if not board.is_settled():
        section.words.append("Not every interval has reached the target of the board.")
    rows = [{k: v for k, v in row.items() if k != "name"} for row in standings(board)]
    section.sheets.append(Sheet("ratings", "Ratings", columns, rows))
    return section


def _pairs(rows: Sequence[Outcome], order: Sequence[str]) -> Section:
    cells = {}
    for i, one in enumerate(order):
        for j, two in enumerate(order):
            mine = [row.score(one) for row in rows if {row.agent_a, row.agent_b} == {one, two}]
            if mine and i != j:
                low, high = wilson(sum(mine), len(mine))
                cells[i, j] = Mark(f"{one} against {two}", sum(mine) / len(mine), low, high)
    words = ["Win rate in percent of the agent on the left against the agent above."]
    return Section("pairs", "Against each other", words, [heat_map(order, order, cells, "Wins")])


def _times(rows: Sequence[Outcome], order: Sequence[str], ratings: Mapping[str, Rating]) -> Section:
    points = {}
    for agent in order:
        time = milliseconds(rows, agent)
        if time > 0:
            points[agent] = [(log10(time), ratings[agent].elo)]
    spans = {agent: [(ratings[agent].low, ratings[agent].high)] for agent in points}
    axis = "milliseconds per decision (powers of ten)"
    plots: list[str] = [curves(points, axis, "Elo", spans)] if points else []
    return Section("times", "Strength against time", [], plots)


def _factions(board: Board, row: Outcome, side: int) -> str:
    """Return the faction of the Hero; in games of four, those of both decks."""
    seats = range(side, formats.get(board.config.listed[row.format].played_as).players, 2)
    heroes = [board.deck(row, seat).hero for seat in seats]
    return " & ".join("none" if hero is None else hero.faction for hero in heroes)


def _shares(
    rows: Sequence[Outcome], order: Sequence[str], key: str, title: str, of: Any
) -> Section:
    found = []
    for agent in order:
        scores: dict[str, list[float]] = defaultdict(list)
        for row, side in _seats(rows, agent):
            scores[of(row, side)].append(row.score(agent))
        found += [{"agent": agent, "of": what, **_rate(s)} for what, s in sorted(scores.items())]
    columns = (
        Column("agent", "agent"),
        Column("of", title.removeprefix("By ")),
        Column("rate", "won", "percent"),
        Column("games", "games", "count"),
    )
    return Section(key, title, [], [], [Sheet(key, title, columns, found)])


def _games(board: Board, order: Sequence[str]) -> Section:
    words = ["altered replay FILE shows a game, altered web steps through it."]
    lists = []
    by_pair: dict[frozenset[str], list[Outcome]] = defaultdict(list)
    for row in board.rows:
        by_pair[frozenset((row.one, row.two))].append(row)
    for pair, rows in by_pair.items():
        one, two = sorted(pair, key=order.index)
        links = "".join(f"<li>{_link(row)}</li>" for row in rows[-SHOWN:])
        head = escape(f"{one} against {two}: {counted(len(rows), 'game')}")
        lists.append(f"<details><summary>{head}</summary><ol>{links}</ol></details>")
    return Section("games", "Games", words, lists)


def _link(row: Outcome) -> str:
    winner = (row.agent_a, row.agent_b)[row.winner] if row.winner >= 0 else "nobody"
    how = f" ({row.forfeit})" if row.forfeit else ""
    text = f"{row.agent_a} ({row.deck_a}) - {row.agent_b} ({row.deck_b}), day {row.days}: {winner}"
    return f'<a href="{escape(f"{REPLAYS}/{replay_name(row)}")}">{escape(text + how)}</a>'
