"""Decks and players of a dataset: matchups, the meta, going first, and the length of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from math import sqrt
from typing import Any

from altered_env import decks
from altered_env._runtime.plurals import counted
from altered_env.arena.deck_sets import deck_of
from altered_env.arena.paired import Difference, difference
from altered_env.arena.ratings import Z95, bradley_terry, wilson
from altered_env.cardstats.deck_matchups import meta_of
from altered_env.cardstats.reporting.sections import Section
from altered_env.cardstats.reporting.sheets import Column, Sheet, spanned
from altered_env.decks import DeckFileError
from altered_env.render.plots import Mark, bars, heat_map

MOST = 30
"""The maximum number of decks in a heat map, the first ones in the dataset."""

Games = Sequence[Mapping[str, Any]]


def _score(game: Mapping[str, Any], player: int) -> float:
    return 0.5 if game["winner"] < 0 else float(game["winner"] == player)


def matchup_rates(games: Games, names: Sequence[str]) -> dict[tuple[int, int], Difference]:
    """Return each pair's share of wins less losses for the first deck, if they have met."""
    place = {name: k for k, name in enumerate(names)}
    scores: dict[tuple[int, int], list[float]] = {}
    for game in games:
        if game["deck_a"] in place and game["deck_b"] in place:
            a, b = place[game["deck_a"]], place[game["deck_b"]]
            won = 2 * _score(game, 0) - 1
            if a != b:
                scores.setdefault((min(a, b), max(a, b)), []).append(won if a < b else -won)
    return {pair: difference(found) for pair, found in sorted(scores.items())}


def _about(name: str) -> tuple[str, float | None]:
    """Return a deck's archetype and mean Hand Cost, if its list is still available."""
    try:
        deck = deck_of(name)
    except (LookupError, DeckFileError, OSError):
        return "", None
    return decks.archetypes(deck)[0].archetype, decks.stats(deck).mean_hand_cost


def decks_section(games: Games, plan: Mapping[str, Any]) -> Section:
    """Return the section on matchups as a heat map, the meta, and going first."""
    names = list(plan["decks"])[:MOST]
    found = matchup_rates(games, names)
    complete = len(names) > 1 and len(found) == len(names) * (len(names) - 1) // 2
    first = difference([2 * _score(game, game["first"]) - 1 for game in games])
    section = Section(
        "decks",
        "Decks",
        [
            "A cell is the win rate of the row's deck, in percent, with the half-width of its 95 % "
            "interval; games of a deck against itself are omitted.",
            f"The first player of day one wins {50 + 50 * first.mean:z.1f} % "
            f"({50 + 50 * first.low:z.1f} to {50 + 50 * first.high:z.1f} %) of"
            f" {len(games):,} games.",
        ],
    )
    if len(plan["decks"]) > MOST:
        section.words.append(
            f"Of {counted(len(plan['decks']), 'deck')}, the first {MOST} are shown."
        )
    cells, rows = {}, []
    for (i, j), row in found.items():
        ends = (0.5 + row.low / 2, 0.5 + row.high / 2)
        rate = 0.5 + row.mean / 2
        cells[i, j] = Mark(f"{names[i]} against {names[j]}", rate, *ends)
        back = (1 - ends[1], 1 - ends[0])
        cells[j, i] = Mark(f"{names[j]} against {names[i]}", 1 - rate, *back)
        for one, two, value, (low, high) in ((i, j, rate, ends), (j, i, 1 - rate, back)):
            rows.append(
                {
                    "deck": names[one],
                    "against": names[two],
                    **spanned("rate", value, low, high),
                    "games": row.deals,
                }
            )
    if cells:
        section.plots.append(heat_map(names, names, cells, "win rates of decks against decks"))
    section.sheets.append(_deck_sheet(games, names, found if complete else None))
    if complete:
        section.words.append(
            "The meta is the equilibrium of deck choice: no deck wins more than half its games "
            "against it. Its intervals come from matrices sampled from those of the matchups."
        )
    columns = (
        Column("deck", "deck"),
        Column("against", "against"),
        Column("rate", "won", "percent"),
        Column("games", "games", "count"),
    )
    section.sheets.append(Sheet("matchups", "Matchups", columns, rows))
    return section


def _deck_sheet(
    games: Games, names: Sequence[str], found: dict[tuple[int, int], Difference] | None
) -> Sheet:
    shares = {row.deck: row for row in meta_of(names, found)} if found is not None else {}
    by_deck: dict[str, list[float]] = {name: [] for name in names}
    for game in games:
        if game["deck_a"] != game["deck_b"]:
            for seat, name in enumerate((game["deck_a"], game["deck_b"])):
                if name in by_deck:
                    by_deck[name].append(_score(game, seat))
    rows = []
    for name, scores in by_deck.items():
        rate = sum(scores) / max(1, len(scores)), *wilson(sum(scores), len(scores))
        leans, cost = _about(name)
        row: dict[str, Any] = {
            "deck": name,
            "archetype": leans,
            "cost": cost,
            **spanned("rate", *(rate if scores else (None, None, None))),
            "games": len(scores),
        }
        if name in shares:
            of_meta = shares[name]
            row |= spanned("share", of_meta.share, of_meta.share_low, of_meta.share_high)
            row |= spanned("meta", of_meta.rate, of_meta.low, of_meta.high)
        rows.append(row)
    columns = [
        Column("deck", "deck"),
        Column("archetype", "leans to"),
        Column("cost", "mean Hand Cost", "number"),
        Column("rate", "won", "percent", "win rate against other decks"),
    ]
    if shares:
        columns += [
            Column("share", "of the meta", "percent"),
            Column("meta", "won against the meta", "percent"),
        ]
    return Sheet("decks", "Decks", (*columns, Column("games", "games", "count")), rows)


def players_section(games: Games, plan: Mapping[str, Any]) -> Section:
    """Return the section on players: their ratings and results in these games."""
    agents = list(plan["agents"])
    ratings = plan.get("ratings", {})
    wins = [[0.0] * len(agents) for _ in agents]
    for game in games:
        i, j = agents.index(game["agent_a"]), agents.index(game["agent_b"])
        if i != j:
            wins[i][j] += _score(game, 0)
            wins[j][i] += _score(game, 1)
    here = bradley_terry(wins) if len(agents) > 1 else []
    rows = []
    for k, agent in enumerate(agents):
        rating = ratings.get(agent) or {}
        won, met = sum(wins[k]), sum(wins[k]) + sum(row[k] for row in wins)
        low, high = wilson(won, round(met)) if met else (None, None)
        rows.append(
            {
                "agent": agent,
                **spanned("elo", *map(rating.get, ("elo", "low", "high"))),
                **spanned("here", *(astuple(here[k]) if here else (None, None, None))),
                **spanned("rate", won / met if met else None, low, high),
                "games": sum((g["agent_a"] == agent) + (g["agent_b"] == agent) for g in games),
            }
        )
    columns = (
        Column("agent", "player"),
        Column("elo", "Elo", "elo", "the rating in the package"),
        Column("here", "Elo in these games", "elo", "the mean of the players here is 0"),
        Column("rate", "won against others", "percent"),
        Column("games", "seats", "count"),
    )
    section = Section("agents", "Players", [f"{plan.get('ratings_scale', 'Not rated')}."])
    section.sheets.append(Sheet("players", "Players", columns, rows))
    return section


def length_section(games: Games) -> Section:
    """Return the section on the number of days and decisions in a game."""
    section = Section("length", "Length of games")
    rows = []
    for what in ("days", "decisions"):
        values = [game[what] for game in games]
        mean = sum(values) / len(values)
        spread = sqrt(sum((v - mean) ** 2 for v in values) / max(1, len(values) - 1))
        wide = Z95 * spread / sqrt(len(values))
        rows.append(
            {
                "what": what,
                **spanned("mean", mean, mean - wide, mean + wide),
                "spread": spread,
                "least": min(values),
                "most": max(values),
                "games": len(values),
            }
        )
        step = 1 if what == "days" else max(1, -(-(max(values) - min(values)) // 30))
        counted: dict[int, int] = {}
        for value in values:
            counted[value // step * step] = counted.get(value // step * step, 0) + 1
        heights = []
        for start in range(min(counted), max(counted) + 1, step):
            share = counted.get(start, 0) / len(values)
            end = "" if step == 1 else f" to {start + step - 1}"
            heights.append((str(start), share, f"{start}{end} {what}: {100 * share:.1f} %"))
        section.plots.append(bars(heights, f"{what} of a game", "games, in percent"))
    columns = (
        Column("what", "of a game"),
        Column("mean", "mean", "number"),
        Column("spread", "standard deviation", "number"),
        Column("least", "least", "count"),
        Column("most", "most", "count"),
        Column("games", "games", "count"),
    )
    section.sheets.append(Sheet("length", "Days and decisions", columns, rows))
    return section
