"""Starting positions of a game of an env: from a scenario, a saved game or a replay.

>>> from altered_env import Game
>>> from altered_env.game.books import pool_book
>>> game = Game.start("axiom", "bravos", seed=1)
>>> for _ in range(5):
...     game.act(game.legal_actions()[0])
>>> game_of((game, 3), pool_book()).story.actions == game.story.actions[:3]
True
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from altered_env import formats
from altered_env._runtime.input_files import REPLAY, InputFileError, opened
from altered_env.engine.terms import RULE
from altered_env.envs.setup import Setup
from altered_env.game import Game, Position, Provenance, Replay
from altered_env.game.books import digest
from altered_env.game.errors import listed
from altered_env.language.book import Book


@runtime_checkable
class Table(Protocol):
    """A started scenario."""

    @property
    def game(self) -> Game:
        """Its game."""


Begun = Position | Replay | Table | str | Path
Start = Begun | tuple[Begun, int]
"""A starting position: a game, a started scenario, or the path of a saved game; or a pair of one of
these, a replay or its path, and the number of a decision, counted from 0."""
_REPLAY = b"{"
"""The first character of a replay, which is JSON."""


def position(start: Any, setup: Setup) -> Game:
    """The game at `start`, to be continued in an env of this setup, whose day limit replaces its
    own. Whether deck lists are closed is said by the env's option `lists`, too, not by the game.

    Raises `ValueError`, which says why it cannot be continued.
    """
    game = game_of(start, setup.book)
    format, rules, day_limit = setup.format, setup.rules, setup.day_limit
    players = formats.get(format).players
    if game.players != players:
        raise ValueError(f"start: a game of {game.players} players, expected {players}")
    if int(game.record["rules"]) & ~RULE.LISTS_CLOSED != setup.rule_bits:
        raise ValueError(
            f"start: a game of format={_story(game).format!r}, rules={game.rules!r}; the env has "
            f"format={format!r}, rules={rules!r}"
        )
    setup.refuse_outside(_story(game).decks or ())
    if game.over:
        raise ValueError("start: this game is over")
    if 0 < day_limit < game.day:
        raise ValueError(
            f"start: a game on day {game.day} would be cut off at once, day_limit is {day_limit}"
        )
    story = replace(_story(game), day_limit=None)
    found = Game(game.clone().games, game.book, story)
    found.record["day_limit"], found.record["rules"] = 0, setup.rule_bits
    return found


def _story(game: Position) -> Provenance:
    return game.story if isinstance(game, Game) else Provenance(rules=game.rules, actions=None)


def game_of(start: Any, book: Book) -> Position:
    """The game at position `start`, with this book."""
    at: int | None = None
    if isinstance(start, tuple) and len(start) == 2 and type(start[1]) is int:
        start, at = start
    if isinstance(start, str | Path):
        start = _read(Path(start))
    if isinstance(start, Table) and not isinstance(start, Position | Replay):
        start = start.game
    if isinstance(start, Replay):
        if at is None:
            raise ValueError(
                f"start: a replay of {len(start.actions)} decisions: name one, (replay, number)"
            )
        return _replayed(start, at, book)
    if not isinstance(start, Position):
        raise TypeError(
            "start must be a game, a started scenario, the path of a saved game, or one of "
            f"these or a replay with the number of a decision; found {start!r:.60}"
        )
    same = start.book is book or digest(start.book) == digest(book)
    if at is None and same:
        return start
    story = _story(start)
    if not isinstance(start, Game) or story.decks is None or story.actions is None:
        if at is not None:
            raise ValueError("start: only a game started from decks has earlier decisions")
        raise ValueError(
            "start: the game's book of cards differs from the env's. Create a scenario with "
            "Scenario(book=env.unwrapped.book), or an env with other cards with cards=..."
        )
    return _replayed(Replay.of(start), len(story.actions) if at is None else at, book)


def _read(path: Path) -> Game | Replay:
    try:
        with opened(path, REPLAY) as file:
            first = file.read(1)
    except InputFileError as error:
        raise ValueError(f"start: {error}") from None
    return Replay.load(path) if first == _REPLAY else Game.load(path)


def _replayed(replay: Replay, at: int, book: Book) -> Game:
    """The game of a replay before its decision `at`, played with this book."""
    if not 0 <= at <= len(replay.actions):
        raise ValueError(f"start: decision {at} of a replay of {len(replay.actions)}, from 0 on")
    every = (card for deck in replay.decks for card in deck.every_card)
    if strange := list(map(str, book.unknown(every))):
        raise ValueError(
            f"start: cards unknown to this env: {listed(strange)}; pass them at creation, cards=..."
        )
    *_, game = islice(replay.steps(book), at + 1)
    return game.clone()
