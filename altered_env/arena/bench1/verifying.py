"""Verification of a result file, by anyone and without the entrant's agent: no code of an entrant
runs here. The games are replayed, and the moves of the panel are decided again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final

from altered_env import Game
from altered_env._runtime.suggestions import did_you_mean
from altered_env.agents import make
from altered_env.agents.forfeits import HOW
from altered_env.arena.bench1.bench_entries import Entry, arena_of
from altered_env.arena.bench1.result_files import PlayedGame, ResultFile, read_result
from altered_env.arena.bench1.running import score_of
from altered_env.arena.bench1.sound_results import unfounded
from altered_env.arena.bench1.tasks import SLOW, refuse_another_panel
from altered_env.arena.pairings import DAYS, ENDLESS, Arena
from altered_env.game.errors import IllegalActionError

ENOUGH: Final = 20
"""The maximum number of problems to report."""
SLOW_GAMES: Final = 10
"""The games in which a slow member of the panel decides again: each takes it seconds."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What the verification of a file found, and how much of the file it looked at."""

    found: ResultFile
    problems: list[str]
    """The failed checks, in words; empty if all pass."""
    replayed: int
    """The games that were replayed."""
    moves: Mapping[str, tuple[int, int]]
    """Of each member of the panel, the games in which it decided again, and all its games."""

    @property
    def checked(self) -> str:
        """How much was checked, in words."""
        total = len(self.found.games)
        if not self.replayed:
            return f"none of its {total:,} games was replayed"
        again = ", ".join(f"{one} in {n:,} of {all_:,}" for one, (n, all_) in self.moves.items())
        return (
            f"{self.replayed:,} of its {total:,} games were replayed, and the panel decided again:"
            f" {again}"
        )

    @property
    def said(self) -> str:
        """The outcome of a file without a problem, in words."""
        if not self.replayed:
            return f"its result follows from its lines; {self.checked}"
        if self.replayed < len(self.found.games):
            return f"no fault in a random sample: {self.checked}"
        return f"its games and its result are consistent: {self.checked}"


def verified(
    path: Path,
    replays: int | None = None,
    moves: int | None = None,
    slow: int = SLOW_GAMES,
    lists_of: Path | None = None,
    seed: int | None = None,
) -> Verified:
    """Verify a file. `replays` is the number of games to replay, by default all. Of these, the fast
    members of the panel decide again in `moves`, by default all, and each slow one in `slow`.

    The games are drawn at random, so that a forger cannot know them; with a `seed`, he can. Raises
    `ValueError` for a file that is not a whole result file of this version, and `OSError`.
    """
    found = read_result(path)
    refuse_another_panel(found.entry.against)
    arena = arena_of(found.entry, lists_of)
    wrong = list(islice(unfounded(found), ENOUGH))
    rng = SystemRandom() if seed is None else Random(seed)
    replayed = _drawn(rng, range(len(found.games)), replays)
    again: set[int] = set()
    counted: dict[str, tuple[int, int]] = {}
    for one in found.entry.against:
        its = [k for k in replayed if found.games[k].against == one]
        drawn = _drawn(rng, its, slow if one in SLOW else moves)
        again.update(drawn)
        counted[one] = len(drawn), sum(game.against == one for game in found.games)
    played = _problems(found, arena, replayed, again)
    wrong += islice(played, ENOUGH - len(wrong))
    return Verified(found, wrong, len(replayed), counted)


def problems(path: Path, *given: Any, **more: Any) -> list[str]:
    """The failed checks of `verified`, in words; empty if all pass."""
    return verified(path, *given, **more).problems


def _drawn(rng: Random, among: Sequence[int], sample: int | None) -> list[int]:
    """This many of some numbers at random, in order; all without a number.

    >>> _drawn(Random(1), range(3), None), len(_drawn(Random(1), range(9), 4))
    ([0, 1, 2], 4)
    """
    most = len(among) if sample is None else min(sample, len(among))
    return sorted(rng.sample(among, most))


def _problems(
    found: ResultFile, arena: Arena, replayed: Iterable[int], again: set[int]
) -> Iterator[str]:
    entry = found.entry
    for k in replayed:
        game = found.games[k]
        where = f"line {k + 2}: game {game.number} against {game.against}"
        if game.against not in entry.against or game.number >= 2 * entry.deals:
            continue  # reported already
        for wrong in _of_game(arena, entry.agent, game, k in again):
            yield f"{where}: {wrong}"


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
