"""Verification of a board: anyone with the folder can check seeds, games, replays and ratings
against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from math import isclose
from pathlib import Path
from typing import Any

from altered_env import formats
from altered_env._runtime.input_files import DOCUMENT, read_text
from altered_env._runtime.json_text import parsed
from altered_env._runtime.plurals import counted
from altered_env.agents.trust import foreign
from altered_env.arena.board import board_config
from altered_env.arena.board.board_config import BoardConfig
from altered_env.arena.board.decklists import DECKS, StatedArena
from altered_env.arena.board.schedule import GAMES, RATINGS, REPLAYS, Board, open_board, replay_name
from altered_env.arena.ledger import key_of
from altered_env.arena.pairings import DAYS, Outcome, play_one, timeless
from altered_env.arena.versions import version
from altered_env.game import Replay
from altered_env.game.errors import ReplayError
from altered_env.game.errors import listed as listed_words

ENOUGH = 20
"""The maximum number of problems to report."""


def problems(
    folder: Path, again: int = 0, own: Sequence[str] = (), replays: int | None = None
) -> list[str]:
    """The failed checks, in words; empty if all pass. `again` is the number of games to play again,
    which must have the same result: those of agents that are determined by their seed. External
    agents play only if they are in `own`. `replays` is the number of replays to check, spread over
    the board; by default all.

    Raises `OSError` or `ValueError` if there is no readable board.
    """
    return list(islice(_problems(open_board(folder), again, own, replays), ENOUGH))


def _problems(board: Board, again: int, own: Sequence[str], replays: int | None) -> Iterator[str]:
    config = board.config
    secret = board_config.secret_of(board.folder, config)
    arenas = {format: config.arena(format, secret) for format in config.formats}
    strangers = set(foreign(config.agents, own))
    said, problem = _said_ratings(board.folder)
    elsewhere = _elsewhere(said)
    yield from (f"{wrong}{elsewhere}" for wrong in _of_decks(config))
    playable: list[Outcome] = []
    count = len(board.rows)
    looked = set(range(count))
    if replays is not None and replays < count:
        looked = {k * count // replays for k in range(replays)}
    for number, row in enumerate(board.rows):
        where = f"{GAMES}: {row.one} against {row.two}, {row.format}, number {row.number}"
        arena = arenas.get(row.format)
        if arena is None or (row.one, row.two) not in arena.pairs:
            yield f"{where}: the board has no such pair or format"
            continue
        if row.number >= config.most:
            yield f"{where}: the board has at most {config.most} games of each pair"
        elif not strangers & {row.one, row.two}:
            playable.append(row)
        yield from (f"{where}: {wrong}" for wrong in _of_row(arena, row))
        if number in looked:
            found = _of_replay(board, arena, row, elsewhere)
            yield from (f"{where}: {wrong}" for wrong in found)
    yield from _of_gaps(board)
    yield from [problem] if problem else _of_ratings(board, said)
    for row in playable[:again]:
        where = f"{row.one} against {row.two}, {row.format}, number {row.number}, played again"
        then = timeless(play_one(arenas[row.format], row.one, row.two, row.number))
        for name, value in asdict(then).items():
            said = asdict(timeless(row))[name]
            if name != "key" and value != said:
                yield f"{where}: {name} is {value!r:.60}, but was {said!r:.60}"


def _of_decks(config: BoardConfig) -> Iterator[str]:
    """Are the decks legal? The file of cards in the name of a format is its creator's: it is not
    read."""
    for name, listed in config.listed.items():
        played = formats.get(formats.without_its_file(name))
        arena = config.arena(name)
        for deck, said in listed.decks.items():
            if said is None:
                continue
            try:
                wrong = [str(one) for one in played.of_deck(arena.deck_at(deck), config.rules)]
            except ValueError as error:
                wrong = [str(error)]
            if wrong:
                yield f"{DECKS}: {deck} is not legal in {name}: {listed_words(wrong)}"


def _of_gaps(board: Board) -> Iterator[str]:
    """Are all numbers of games present? Games are played in the order of their numbers."""
    found: dict[tuple[str, str, str], set[int]] = {}
    for row in board.rows:
        found.setdefault((row.one, row.two, row.format), set()).add(row.number)
    for (one, two, format), numbers in found.items():
        gaps = [number for number in range(max(numbers)) if number not in numbers]
        if gaps:
            some = ", ".join(map(str, gaps[:8]))
            yield f"{GAMES}: {one} against {two}, {format}: number {some} is missing"


def _of_row(arena: StatedArena, row: Outcome) -> Iterator[str]:
    """Does a game follow from the seeds?"""
    dealt, seed, _ = arena.drawn(row.one, row.two, row.number)
    names = " & ".join(dealt[::2]), " & ".join(dealt[1::2])
    seated = (row.one, row.two) if row.number % 2 == 0 else (row.two, row.one)
    for what, found, right in (
        ("seed", row.seed, seed),
        ("decks", (row.deck_a, row.deck_b), names),
        ("seats", (row.agent_a, row.agent_b), seated),
        ("rules", row.rules, arena.rules),
    ):
        if found != right:
            yield f"{what} {found} do not follow from the seeds of the board; expected {right}"


def _of_replay(board: Board, arena: StatedArena, row: Outcome, elsewhere: str) -> Iterator[str]:
    """Does the replay of a game match its claims?"""
    dealt, seed, _ = arena.drawn(row.one, row.two, row.number)
    path = board.folder / REPLAYS / replay_name(row)
    try:
        replay = Replay.load(path)
        last = replay.play()
    except (OSError, ReplayError) as error:
        yield f"its replay cannot be played: {error}{elsewhere}"
        return
    kept_as = arena.played_as
    if replay.seed != row.seed or replay.rules != row.rules or replay.format != kept_as:
        yield "its replay has another seed, ruleset or format"
    for seat, (deck, name) in enumerate(zip(replay.decks, dealt, strict=True)):
        if key_of(arena.deck_at(name, seed, seat)) != key_of(deck):
            yield f"its replay has a deck other than {name}"
    winner = -1 if last.winner is None else last.winner % 2
    if row.forfeit:
        if last.over:
            yield "it is listed as forfeited, but its replay ends normally"
    elif not last.over and last.day <= DAYS:
        yield "its replay ends before the game does"
    elif winner != row.winner:
        yield f"its replay is won by {'ab'[winner] if winner >= 0 else 'no one'}"
    # the forfeited decision is counted, and has no action
    decisions = max(0, row.decisions - bool(row.forfeit))
    if len(replay.actions) != decisions or last.day != row.days:
        yield f"its replay has {counted(len(replay.actions), 'decision')} on {last.day} days"


def _said_ratings(folder: Path) -> tuple[dict[str, Any], str]:
    """The claims about the games, or the reason why they cannot be read."""
    try:
        said = parsed(read_text(folder / RATINGS, DOCUMENT))
    except (OSError, ValueError) as error:
        return {}, f"{RATINGS} cannot be read: {error}"
    if not isinstance(said, dict):
        return {}, f"{RATINGS}: expected an object, found {said!r:.40}"
    return said, ""


def _elsewhere(said: Mapping[str, Any]) -> str:
    """What to do if another version played: with rules corrected since, a game may end differently.
    Empty if this version played."""
    then = said.get("version")
    if not isinstance(then, str) or then == version():
        return ""
    return (
        f"; the board was played with version {then:.20} of altered-env"
        f" {said.get('package')!r:.20}, but this is {version()}: verify it with that version"
    )


def _of_ratings(board: Board, said: Mapping[str, Any]) -> Iterator[str]:
    try:
        found = {row["agent"]: (row["elo"], row["low"], row["high"]) for row in said["ratings"]}
    except (KeyError, TypeError) as error:
        yield f"{RATINGS} cannot be read: {type(error).__name__}: {error}"
        return
    for agent, rating in zip(board.config.agents, board.ratings(), strict=True):
        right = (rating.elo, rating.low, rating.high)
        if agent not in found or not all(map(_alike, found[agent], right)):
            yield f"{RATINGS}: {agent} is {found.get(agent)}; the games give {right}"


def _alike(found: Any, right: float) -> bool:
    return isinstance(found, int | float) and isclose(found, right, abs_tol=1e-6)
