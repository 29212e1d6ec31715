"""Rankings of cards and players, boards, and matchups of decks."""

from __future__ import annotations

import asyncio
import functools
from dataclasses import asdict
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env import decks
from altered_env.arena.board.board_config import FILE as BOARD
from altered_env.arena.board.schedule import open_board
from altered_env.arena.rating_table import known, scale
from altered_env.cards import Card, catalogue
from altered_env.cards.printed_words import FACTION_CODES, RARITY_CODES
from altered_env.cards.worths import Worth, Worths, of_others, worths
from altered_env.cardstats.collection.reading_collections import family_of
from altered_env.cardstats.collection.tables import ABOUT
from altered_env.cardstats.deck_matchups import Meeting, Table, first_player, meta, rates
from altered_env.cardstats.deck_matchups import run as play_matchups
from altered_env.cardstats.hero_ranking import CONDITIONS, places, shipped
from altered_env.cardstats.reporting.of_boards import standings
from altered_env.decks import Deck, constructing
from altered_env.formats import get as format_of
from altered_env.web.card_pages import BY_HERO
from altered_env.web.data_folder import DataFolder
from altered_env.web.deck_pages import AGENTS, MET, deck_of
from altered_env.web.game_choices import LEVELS
from altered_env.web.jobs import Job, Jobs
from altered_env.web.safety import bring_json

PAGE = 100
"""The number of rows per answer."""
DEALS = (5, 200)
BOARDS = 20
"""The number of boards to read."""

Json = dict[str, Any]


class RankingPages:
    """Rankings and matchups in the form for pages."""

    def __init__(self, folder: DataFolder, jobs: Jobs) -> None:
        self._folder, self._jobs = folder, jobs

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [
            Route("/rankings", self.rankings),
            Route("/rankings/heroes", self.heroes),
            Route("/board", self.board),
            Route("/matchups", self.matchups, methods=["POST"]),
        ]

    async def rankings(self, request: Request) -> Response:
        """Cards by measured worth: `?player=&faction=&rarity=&name=&start=`."""
        asked = dict(request.query_params)
        return JSONResponse(await asyncio.to_thread(ranked, asked))

    async def heroes(self, request: Request) -> Response:
        """The Heroes by the win rates of their lists, in tiers."""
        return JSONResponse(await asyncio.to_thread(ranked_heroes))

    async def board(self, request: Request) -> Response:
        """The ratings of the package's players, with the levels for people that they are, the
        levels without a rating, and the boards in the folder of `--data`."""
        return JSONResponse(await asyncio.to_thread(self._boards))

    def _boards(self) -> Json:
        order = sorted(known().items(), key=lambda row: -row[1].elo)
        players = [
            {
                "name": name,
                "level": LEVELS.get(name),
                "elo": row.elo,
                "elo_low": row.low,
                "elo_high": row.high,
            }
            for name, row in order
        ]
        unrated = [level for agent, level in LEVELS.items() if agent not in known()]
        boards, wrong = [], []
        for folder in self._board_folders()[:BOARDS]:
            try:
                board = open_board(folder)
                rows = standings(board) if board.rows else []
            except (OSError, ValueError, LookupError) as error:
                wrong.append(f"{folder.name}: {error}"[:500])
                continue
            title = board.config.title or folder.name
            boards.append({"title": title, "games": len(board.rows), "rows": rows})
        return {
            "players": players,
            "unrated": unrated,
            "scale": scale(),
            "boards": boards,
            "wrong": wrong,
        }

    def _board_folders(self) -> list[Path]:
        found = self._folder.names("toml")
        names = [name for name in found if name.rpartition("/")[2] == BOARD]
        return [self._folder.path(name).parent for name in names]

    async def matchups(self, request: Request) -> Response:
        """Let decks meet each other, as a job: `{"decks": [..], "agent": .., "deals": 20}`; a deck
        is `{"name": ..}` or `{"text": .., "name": ..}`."""
        asked = await bring_json(request)
        agent, deals = str(asked.get("agent", next(iter(AGENTS)))), asked.get("deals", 20)
        if agent not in AGENTS:
            raise ValueError(f"{agent[:40]!r}: matchups are played by {' or '.join(AGENTS)}")
        if type(deals) is not int or not DEALS[0] <= deals <= DEALS[1]:
            raise ValueError(
                f"deals must be {DEALS[0]} to {DEALS[1]} per pair, found {deals!r:.40}"
            )
        entries = asked.get("decks")
        if not isinstance(entries, list) or not MET[0] <= len(entries) <= MET[1]:
            raise ValueError(f"name {MET[0]} to {MET[1]} decks")
        met, left_out = await asyncio.to_thread(_legal, entries)
        if len(met) < MET[0]:
            raise ValueError(f"too few legal decks: {'; '.join(left_out)}")
        table = Table(tuple(met), agent, deals)

        def work(job: Job) -> Json:
            return played(table, left_out, job)

        title = f"matchups of {len(met)} decks, {deals} deals each, {agent}"
        job = self._jobs.begin(title, work, "/matchups")
        return JSONResponse({"id": job.id})


def ranked(asked: Json) -> Json:
    """A page of the cards by measured worth, with the players that measured."""
    by = {found.head["agent"]: found for found in (worths(), *of_others()) if found.cards}
    player = str(asked.get("player") or next(iter(by), ""))
    if player not in by:
        raise ValueError(f"no worths by {player[:40]!r}: {', '.join(by)}")
    start = int(asked.get("start") or 0)
    faction, rarity = (str(asked.get(key) or "").casefold() for key in ("faction", "rarity"))
    faction = FACTION_CODES.get(faction.upper(), faction)
    name = str(asked.get("name") or "").casefold()
    found = by[player]
    rows = []
    for row, card, called, kind in _cards_of(found, len(catalogue())):
        of = FACTION_CODES[row.reference.split("_")[1]] if card is None else card.faction
        if faction not in ("", of) or rarity not in ("", kind) or name not in called.casefold():
            continue
        rows.append(_row(row, card, called, of))
    return {
        "players": list(by),
        "player": player,
        "count": len(rows),
        "of": len(found.cards),
        "start": start,
        "rows": rows[start : start + PAGE],
        "conditions": found.conditions,
        "about": ABOUT,
        "by_hero": BY_HERO,
    }


def ranked_heroes() -> Json:
    """The Heroes of the package's ranking, the best first."""
    rows = shipped()
    reference = {one.name: one.reference for one in constructing.heroes()}
    return {
        "players": list(rows[0].by),
        "conditions": CONDITIONS,
        "rows": [
            {
                **{"hero": row.hero, "reference": reference.get(row.hero), "lists": row.lists},
                **{"faction": row.faction, "tier": row.tier, **asdict(row.of_these)},
                "places": place,
                "another": asdict(row.all),
                "by": {name: asdict(rate) for name, rate in row.by.items()},
            }
            for row, place in zip(rows, places(rows), strict=True)
        ],
    }


@functools.lru_cache(maxsize=8)
def _all_cards(player: str, _size: int) -> tuple[tuple[Worth, Card | None, str, str], ...]:
    found = next(one for one in (worths(), *of_others()) if one.head["agent"] == player)
    pool = catalogue()
    cards = []
    for row in sorted(found.cards.values(), key=lambda row: row.place):
        card = pool.get(row.reference)
        family = family_of(row.reference, pool) if card is None else None
        version = row.reference.split("_", 3)[3].replace("_", " ")
        name = f"{family.name} {version}" if family is not None else row.reference
        kind = RARITY_CODES[version.split(" ")[0]]
        cards.append((row, card, name if card is None else str(card), kind))
    return tuple(cards)


def _cards_of(found: Worths, size: int) -> tuple[tuple[Worth, Card | None, str, str], ...]:
    """The measured cards with names and rarities, the best first."""
    return _all_cards(found.head["agent"], size)


def _row(row: Worth, card: Card | None, name: str, faction: str) -> Json:
    figures = ("reference", "worth", "low", "high", "place", "place_low", "place_high", "best")
    return {
        **{key: getattr(row, key) for key in figures},
        "name": name,
        "faction": faction,
        "known": card is not None,
        "measured": row.copies > 0,
    }


def _legal(entries: list[Any]) -> tuple[list[Deck], list[str]]:
    """The legal decks, and why others are left out."""
    met: list[Deck] = []
    left: list[str] = []
    for number, entry in enumerate(entries, start=1):
        asked = entry if isinstance(entry, dict) else {"name": str(entry)}
        try:
            deck = deck_of(asked)
            wrong = format_of("standard").of_deck(deck, decks.RULESETS[0])
        except (ValueError, LookupError) as error:
            left.append(f"deck {number}: {error}"[:300])
            continue
        if wrong:
            left.append(f"{deck.name} is illegal: {wrong[0]}")
        elif any(deck.name == other.name for other in met):
            left.append(f"{deck.name} is there twice")
        else:
            met.append(deck)
    return met, left


def played(table: Table, left_out: list[str], job: Job) -> Json:
    """The matrix of win rates of these decks, with intervals, and the equilibrium."""
    total = 2 * table.deals * len(table.pairs)
    found: list[Meeting] = []
    for one in table.pairs:
        pair = Table((table.decks[one[0]], table.decks[one[1]]), table.agent, table.deals)
        for meeting in play_matchups(pair, 1):
            found.append(Meeting(one[0], one[1], meeting.score, meeting.first))
        job.say(2 * len(found) / total)
    by_pair = rates(table, found)
    first = first_player(found)
    return {
        "names": [deck.name for deck in table.decks],
        "left_out": left_out,
        "cells": [
            {"one": i, "two": j, **_rate(row.mean, row.low, row.high)}
            for (i, j), row in by_pair.items()
        ],
        "first": _rate(first.mean, first.low, first.high),
        "meta": [
            {"deck": row.deck, "share": row.share, "low": row.share_low, "high": row.share_high,
             "rate": row.rate}
            for row in meta(table, by_pair)
        ],
        "games": total,
        "agent": table.agent,
    }  # fmt: skip


def _rate(mean: float, low: float, high: float) -> Json:
    return {name: round(0.5 + value / 2, 4) for name, value in
            (("mean", mean), ("low", low), ("high", high))}  # fmt: skip
