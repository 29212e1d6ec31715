"""Simulated games as a dataset: a row for each game, and a row for each card copy in it.

A dataset is a folder: `plan.json` describes the games, `games/` and `cards/` hold Parquet files,
one of each for every `PART` games. A part is written atomically, so a simulation can be stopped,
resumed or extended.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from altered_env._runtime import signals
from altered_env.agents.bots import refuse_stepwise
from altered_env.arena.alike import names_alike
from altered_env.arena.deck_sets import deck_of, refuse_illegal
from altered_env.arena.ledger import key_of
from altered_env.arena.match import Match, Played, play_tracked
from altered_env.arena.rating_table import rating_of, scale
from altered_env.arena.versions import version
from altered_env.arena.workers import AGAIN, Jobs, Workers, reach
from altered_env.cardstats.dataset import KINDS, polars
from altered_env.cardstats.dataset_places import Place, place_of, write_part
from altered_env.cardstats.sharding import Shard, claim
from altered_env.game.books import book_for, refuse_unsupported
from altered_env.language.words import rule_bits
from altered_env.thinking.tracking import COPY

PART = 500
"""The number of games in a part."""

COLUMNS = {
    "opening": COPY.OPENING,
    "drawn": COPY.DRAWN,
    "left": COPY.LEFT,
    "mana": COPY.MANA,
    "hand": COPY.HAND,
    "reserve": COPY.RESERVE,
    "played": COPY.PLAYED,
    "played_again": COPY.PLAYED_AGAIN,
}
"""Columns of a card copy: whether it was in the opening hand; the day it was drawn, left the Deck
otherwise, became a Mana Orb, was first played from hand and from Reserve (0: never); and the number
of times it was played."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The plan of a simulation: each game has two random decks and two random agents."""

    decks: tuple[str, ...]
    agents: tuple[str, ...] = ("greedy",)
    seed: int = 0
    rules: str = "2024.09"
    format: str = "standard"
    """The format, which may be one of a date or a season."""

    def __post_init__(self) -> None:
        if not self.decks:
            raise ValueError("a simulation needs one or more decks (--decks)")
        if not self.agents:
            raise ValueError("a simulation needs one or more agents (--agents)")
        rule_bits(self.rules)
        refuse_stepwise(self.agents)
        refuse_illegal(self.decks, self.format, self.rules)
        every = [card for name in self.decks for card in deck_of(name, self.format).every_card]
        refuse_unsupported(book_for(every), every)

    def game(self, number: int) -> tuple[tuple[str, str], Match]:
        """Return the names of a game's decks, and the game itself."""
        chance = Random(f"{self.seed}/{number}")
        names = (chance.choice(self.decks), chance.choice(self.decks))
        players = (chance.choice(self.agents), chance.choice(self.agents))
        dealt = (deck_of(names[0], self.format), deck_of(names[1], self.format))
        return names, Match(dealt, players, chance.getrandbits(48), chance.getrandbits(48))


def frames(plan: Simulation, numbers: Sequence[int]) -> tuple[Any, Any]:
    """Return the games with these numbers, and their card copies, as tables."""
    pl = polars()
    games = sorted(((n, *plan.game(n)) for n in numbers), key=lambda game: game[2].agents)
    book = book_for(c for name in plan.decks for c in deck_of(name, plan.format).every_card)
    references = np.array([card.reference for card in book.cards])
    rows, copies = [], []
    for _, group in groupby(games, key=lambda game: game[2].agents):
        mine = list(group)
        played, seen = play_tracked([match for _, _, match in mine], plan.rules, book)
        for (number, names, match), result, tracked in zip(mine, played, seen, strict=True):
            rows.append(row_of(number, names, match, result))
            used = tracked[tracked[:, COPY.OWNER] >= 0]
            owner = used[:, COPY.OWNER]
            copies.append(
                {
                    "game": np.full(len(used), number),
                    "player": owner,
                    "card": references[used[:, COPY.CARD]],
                    "won": np.array([result.score(0), result.score(1)])[owner],
                }
                | {name: used[:, column] for name, column in COLUMNS.items()}
            )
    joined = {name: np.concatenate([part[name] for part in copies]) for name in copies[0]}
    small = dict.fromkeys(COLUMNS, pl.Int16)
    cards = pl.DataFrame(joined).with_columns(
        pl.col("card").cast(pl.Categorical), pl.col("player").cast(pl.Int8)
    )
    return pl.DataFrame(rows).sort("game"), cards.cast(small).sort("game", maintain_order=True)


def row_of(number: int, names: tuple[str, str], match: Match, result: Played) -> dict[str, Any]:
    return {
        "game": number,
        "deck_a": names[0],
        "deck_b": names[1],
        "agent_a": match.agents[0],
        "agent_b": match.agents[1],
        "seed": match.seed,
        "chance": match.chance,
        "winner": result.winner,
        "first": result.first,
        "days": result.days,
        "decisions": result.decisions,
    }


def _play(plan: Simulation, part: int, numbers: range) -> tuple[int, int, dict[str, bytes], float]:
    """Play a part. Return its number, its number of games, its two files, and the processor seconds
    used."""
    begun = time.process_time()
    tables = frames(plan, numbers)
    data = {}
    for kind, table in zip(KINDS, tables, strict=True):
        written = io.BytesIO()
        table.write_parquet(written)
        data[kind] = written.getvalue()
    return part, len(numbers), data, time.process_time() - begun


def begin(plan: Simulation, games: int, out: Path | str, shard: Shard | None = None) -> Place:
    """Create a dataset in a place, or check that it has this plan and these decks."""
    if games < 1:
        raise ValueError(f"a simulation needs one or more games, found {games}")
    polars()
    place = place_of(out)
    mine = asdict(plan) | {"version": version(), "part": PART}
    if shard is not None:
        mine |= {"shard": str(shard), "games": games}
    if plan.format == "standard":
        del mine["format"]  # as in the datasets of 0.1
    mine["contents"] = {name: key_of(deck_of(name, plan.format)) for name in plan.decks}
    rated = {agent: rating_of(agent) for agent in plan.agents}
    mine["ratings"] = {agent: rating and asdict(rating) for agent, rating in rated.items()}
    mine["ratings_scale"] = scale()
    claim(place, json.loads(json.dumps(mine)))
    return place


def share(games: int, shard: Shard | None = None) -> dict[int, range]:
    """Return the parts of this many games, or those of a shard, with the numbers of their games.

    >>> share(1200)
    {0: range(0, 500), 1: range(500, 1000), 2: range(1000, 1200)}
    >>> share(1200, Shard(2, 2))
    {1: range(500, 1000)}
    """
    parts = range(-(-games // PART))
    mine = parts if shard is None else parts[shard.number - 1 :: shard.of]
    return {part: range(part * PART, min((part + 1) * PART, games)) for part in mine}


def run(
    plan: Simulation,
    games: int,
    out: Path | str,
    jobs: Jobs = 0,
    say: Callable[[int, int], None] = lambda _done, _found: None,
    shard: Shard | None = None,
) -> tuple[int, float]:
    """Play this many games, or a shard's share of them, into a dataset. Return the number of new
    games and their processor seconds.

    A part with an unreadable file is played again. `say` is called with the total number of games
    and the number already present.
    """
    reach(jobs)
    place = place_of(out)
    whole = share(games, shard)
    wanted = sum(map(len, whole.values()))
    found, played, seconds = 0, 0, 0.0

    def words() -> str:
        return f"{found + played:,} of {wanted:,} games are in {place}; {AGAIN}"

    alike = partial(names_alike, plan.agents, plan.decks, plan.format)
    with place.alone(), signals.keeping(words):
        begin(plan, games, out, shard)
        due = [(part, mine) for part, mine in whole.items() if place.kept(part) < len(mine)]
        found = wanted - sum(len(mine) for _, mine in due)
        say(found, found)
        with Workers(jobs, len(due), alike=alike) as workers:
            for part, count, data, processor in workers.each(_play, due, (plan,)):
                write_part(place, part, data)
                played += count
                seconds += processor
                say(found + played, found)
    return played, seconds
