"""Verification of a result file, by anyone and without the entrant's agent: no code of an entrant
runs here. The games are replayed, and the moves of the panel are decided again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from altered_env import Game
from altered_env._runtime.suggestions import did_you_mean
from altered_env.agents import make
from altered_env.agents.forfeits import HOW
from altered_env.arena.bench1.bench_entries import Entry, arena_of
from altered_env.arena.bench1.result_files import PlayedGame, ResultFile, read_result
from altered_env.arena.bench1.running import score_of
from altered_env.arena.bench1.sound_results import unfounded
from altered_env.arena.bench1.tasks import refuse_another_panel
from altered_env.arena.pairings import DAYS, ENDLESS, Arena
from altered_env.game.errors import IllegalActionError

ENOUGH: Final = 20
"""The maximum number of problems to report."""


def problems(
    path: Path,
    replays: int | None = None,
    moves: int = 20,
    lists_of: Path | None = None,
) -> list[str]:
    """The failed checks, in words; empty if all pass. `replays` is the number of games to replay,
    by default all; in `moves` of them the panel decides again.

    Raises `ValueError` for a file that is not a whole result file of this version, and `OSError`.
    """
    found = read_result(path)
    refuse_another_panel(found.entry.against)
    arena = arena_of(found.entry, lists_of)
    return list(islice(_problems(found, arena, replays, moves), ENOUGH))


def _problems(found: ResultFile, arena: Arena, replays: int | None, moves: int) -> Iterator[str]:
    entry, games = found.entry, list(found.games)
    yield from unfounded(found)
    again = _spread(len(games), moves)
    for k in sorted(_spread(len(games), len(games) if replays is None else replays) | again):
        game = games[k]
        where = f"line {k + 2}: game {game.number} against {game.against}"
        if game.against not in entry.against or game.number >= 2 * entry.deals:
            continue  # reported already
        for wrong in _of_game(arena, entry.agent, game, k in again):
            yield f"{where}: {wrong}"


def _spread(count: int, sample: int) -> set[int]:
    """This many numbers below `count`, spread evenly.

    >>> sorted(_spread(10, 3))
    [0, 3, 6]
    """
    sample = min(count, sample)
    return {k * count // sample for k in range(sample)}


def _begun(arena: Arena, agent: str, said: PlayedGame) -> Game:
    """A game before its first action."""
    dealt, seed, _ = arena.drawn(agent, said.against, said.number)
    decks = map(arena.deck, dealt)
    return Game.start(*decks, seed=seed, rules=arena.rules, legal=False, book=arena.book)


def game_of(arena: Arena, entry: Entry, said: PlayedGame) -> Game:
    """A game of a verified file, played out from its actions."""
    game = _begun(arena, entry.agent, said)
    for action in said.actions:
        game.act(action)
    return game


def _of_game(arena: Arena, agent: str, said: PlayedGame, moves: bool) -> Iterator[str]:
    """Does a game follow from the seeds, and its result from its actions?"""
    chances = arena.drawn(agent, said.against, said.number).agents
    mine = said.number % 2
    game = _begun(arena, agent, said)
    first = int(game.record["first_player"])
    panel = make(said.against, seed=chances[1 - mine]) if moves else None
    closed = arena.conditions.lists == "closed"
    decisions = 0
    for number, action in enumerate(said.actions):
        if game.over:
            yield f"it has {len(said.actions) - number} actions after its end"
            return
        if game.decider == mine:
            decisions += 1
        elif panel is not None and (right := panel.act(game.seat(closed=closed))) != action:
            yield f"action {number + 1} is {action}, but {said.against} takes {right}"
            return
        try:
            game.act(action)
        except IllegalActionError:
            yield f"action {number + 1}, {action}, is not legal there"
            return
    winner = -1 if game.winner is None else int(game.winner)
    if said.forfeit:
        if said.forfeit not in HOW:
            yield f"no forfeit is called {said.forfeit!r:.40}{did_you_mean(said.forfeit, HOW)}"
        if game.over:
            yield "it is listed as forfeited, but ends normally"
        elif game.decider != mine:
            yield f"{said.against} is said to have forfeited it"
        decisions, winner = decisions + 1, 1 - mine
    elif not game.over and game.day <= DAYS and len(said.actions) < ENDLESS:
        yield "its actions end before the game does"
    claims: tuple[tuple[str, float, float], ...] = (
        ("winner", said.winner, winner),
        ("score", said.score, score_of(winner, mine)),
        ("first", said.first, first),
        ("days", said.days, game.day),
        ("decisions", said.decisions, decisions),
    )
    for what, claimed, true in claims:
        if claimed != true:
            yield f"{what} is {claimed}; its actions give {true}"
