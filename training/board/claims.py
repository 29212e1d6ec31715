"""Is a board what it claims to be? The seeds, the games, their replays and the ratings are held
against each other, by whoever has the folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from math import isclose
from pathlib import Path
from typing import Any

from agents.strangers import foreign
from altered_env import formats
from altered_env.game import Replay
from altered_env.game.errors import ReplayError
from training.arena.deck_sets import deck_named
from training.arena.ledger import key_of
from training.arena.pairings import DAYS, Arena, Outcome, drawn, play_one, timeless
from training.board import charter as charters
from training.board.schedule import GAMES, RATINGS, REPLAYS, Board, open_board, replay_name

__all__ = ["problems"]

ENOUGH = 20
"""Problems after which no more are sought."""


def problems(folder: Path, again: int = 0, own: Sequence[str] = ()) -> list[str]:
    """What does not hold, in words; none where all does. So many games are played `again` by their
    agents, which must come out the same: they are those of players that chance and seed decide.
    Agents that are not of the package play only where they are among `own`.

    Raises `OSError` and `ValueError` where there is no board that can be read.
    """
    return list(islice(_problems(open_board(folder), again, own), ENOUGH))


def _problems(board: Board, again: int, own: Sequence[str]) -> Iterator[str]:
    charter = board.charter
    if not charter.seeds:
        yield "the seeds are not published: nobody can check that they were committed to"
    seed = charters.seed_of(board.folder, charter)
    arenas = {format: charter.arena(format, seed) for format in charter.formats}
    strangers = set(foreign(charter.agents, own))
    playable: list[Outcome] = []
    for row in board.rows:
        where = f"{GAMES}: {row.one} against {row.two}, {row.format}, number {row.number}"
        arena = arenas.get(row.format)
        if arena is None or (row.one, row.two) not in arena.pairs:
            yield f"{where}: the board has no such pair or format"
            continue
        if row.number >= charter.most:
            yield f"{where}: the board has {charter.most} games of each pair"
        elif not strangers & {row.one, row.two}:
            playable.append(row)
        yield from (f"{where}: {wrong}" for wrong in _of_row(board, arena, row))
    yield from _of_ratings(board)
    for row in playable[:again]:
        where = f"{row.one} against {row.two}, {row.format}, number {row.number}, played again"
        then = timeless(play_one(arenas[row.format], row.one, row.two, row.number))
        for name, value in asdict(then).items():
            said = asdict(timeless(row))[name]
            if name != "key" and value != said:
                yield f"{where}: {name} is {value!r:.60}, and was {said!r:.60}"


def _of_row(board: Board, arena: Arena, row: Outcome) -> Iterator[str]:
    dealt, seed, _ = drawn(arena, row.number)
    names = " & ".join(dealt[::2]), " & ".join(dealt[1::2])
    seated = (row.one, row.two) if row.number % 2 == 0 else (row.two, row.one)
    for what, found, right in (
        ("seed", row.seed, seed),
        ("decks", (row.deck_a, row.deck_b), names),
        ("seats", (row.agent_a, row.agent_b), seated),
        ("rules", row.rules, arena.rules),
    ):
        if found != right:
            yield f"{what} {found} do not follow from the seeds of the board: {right} would"
    path = board.folder / REPLAYS / replay_name(row)
    try:
        replay = Replay.load(path)
        last = replay.play()
    except (OSError, ReplayError) as error:
        yield f"its replay cannot be played: {error}"
        return
    kept_as = formats.get(row.format).played_as
    if replay.seed != row.seed or replay.rules != row.rules or replay.format != kept_as:
        yield "its replay is one of another seed, ruleset or format"
    for seat, (deck, name) in enumerate(zip(replay.decks, dealt, strict=True)):
        known = deck_named(name, arena.format)
        if isinstance(known, str):
            known = formats.get(arena.format).deck(known, seed, seat)
        if key_of(known) != key_of(deck):
            yield f"its replay is played with another deck than {name}"
    winner = -1 if last.winner is None else last.winner % 2
    if row.forfeit:
        if last.over:
            yield "it is said to be forfeited, and its replay is played to the end"
    elif not last.over and last.day <= DAYS:
        yield "its replay ends before the game does"
    elif winner != row.winner:
        yield f"its replay is won by {'ab'[winner] if winner >= 0 else 'nobody'}"
    # the decision that somebody forfeited in is counted, and has no action
    decisions = max(0, row.decisions - bool(row.forfeit))
    if len(replay.actions) != decisions or last.day != row.days:
        yield f"its replay has {len(replay.actions)} decisions on {last.day} days"


def _of_ratings(board: Board) -> Iterator[str]:
    path = board.folder / RATINGS
    try:
        said: Any = json.loads(path.read_text("utf-8"))
        found = {row["agent"]: (row["elo"], row["low"], row["high"]) for row in said["ratings"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        yield f"{RATINGS} cannot be read: {type(error).__name__}: {error}"
        return
    for agent, rating in zip(board.charter.agents, board.ratings(), strict=True):
        right = (rating.elo, rating.low, rating.high)
        if agent not in found or not all(map(_alike, found[agent], right)):
            yield f"{RATINGS}: {agent} is {found.get(agent)}, the games say {right}"


def _alike(found: Any, right: float) -> bool:
    return isinstance(found, int | float) and isclose(found, right, abs_tol=1e-6)
