"""Replays: a game as decks, seed, rules and actions; and its log in words.

>>> from altered_env import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> while not game.over:
...     game.act(game.legal_actions()[0])
>>> Replay.of(game).play() == game
True
>>> log(Replay.of(game))[0]
'Sierra & Oddball (A) against Kojo & Booda (B), rules 2024.09, seed 1'
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from altered_env import formats
from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import REPLAY, InputFileError, read_text
from altered_env._runtime.json_text import parsed
from altered_env.cards import UnknownCardError
from altered_env.decks import Deck
from altered_env.game.books import digest
from altered_env.game.errors import EngineError, IllegalActionError, ReplayError
from altered_env.game.fingerprint import fingerprint, is_of
from altered_env.game.game import Game
from altered_env.game.headers import FORMAT, MOST_DAYS, READ, seed_now
from altered_env.game.narration import Line, Narration
from altered_env.game.saving import deck_data, deck_from, engine_version
from altered_env.language.words import RULESETS, SEATS
from altered_env.render.replay_page import Frame, replay_page

if TYPE_CHECKING:
    from altered_env.language.book import Book

KIND = "altered replay"


@dataclass(frozen=True, slots=True)
class Replay:
    """The data to replay a game, with a hash that identifies it."""

    decks: tuple[Deck, ...]
    seed: int
    rules: str
    actions: tuple[int, ...]
    state: str
    """The hash of the last state."""
    engine: str
    """The version of the engine that played it."""
    book: str = ""
    """The digest of the book it was played with, which has more cards than the decks."""
    seen: str = ""
    """A hash of the final view, independent of the numbers of cards."""
    format: str = "standard"
    """The format it was played in."""
    day_limit: int | None = None
    """The day limit; None for no limit."""

    @classmethod
    def of(cls, game: Game) -> Replay:
        """The replay of a game, from its start to its current position."""
        story = game.story
        if story.decks is None or story.actions is None:
            raise ReplayError("only a game started from decks and played has a replay")
        return cls(
            story.decks,
            story.seed,
            story.rules,
            story.actions,
            game.state_hash(),
            engine_version(),
            digest(game.book),
            fingerprint(game),
            story.format,
            story.day_limit,
        )

    def play(self) -> Game:
        """Play the game again and check that it ends with the same bytes, or with the same view if
        the pool or the record's layout has changed since. Raises `ReplayError` if it does not."""
        *_, last = self.steps()
        played = (self.engine, self.book)
        if self.seen and played != (engine_version(), digest(last.book)):
            same = is_of(last, self.seen)
        else:
            same = last.state_hash() == self.state
        if not same:
            raise ReplayError(
                "the replay ends in a state other than recorded: "
                + (
                    "it was made by another version of the engine"
                    if self.engine != engine_version()
                    else "its cards have changed since, or it was edited"
                )
            )
        return last

    def steps(self, book: Book | None = None) -> Iterator[Game]:
        """Yield the game before each action and at the end, always as the same object. `book`,
        which must contain all the cards, replaces the book of the pool."""
        try:
            game = Game.start(
                *self.decks,
                seed=self.seed,
                rules=self.rules,
                format=self.format,
                legal=False,
                day_limit=self.day_limit,
                book=book,
            )
        except (ValueError, EngineError) as error:
            raise ReplayError(f"the game of the replay cannot begin: {error}") from None
        yield game
        for number, action in enumerate(self.actions):
            try:
                game.act(action)
            except (IllegalActionError, EngineError) as error:
                raise ReplayError(f"action {number} of the replay fails: {error}") from None
            yield game

    def to_json(self) -> str:
        """The replay as text."""
        data = {
            "kind": KIND,
            "format": FORMAT,
            "engine": self.engine,
            "rules": self.rules,
            "game_format": self.format,
            "seed": self.seed,
            "day_limit": self.day_limit,
            "decks": [deck_data(deck) for deck in self.decks],
            "actions": list(self.actions),
            "state": self.state,
            "book": self.book,
            "seen": self.seen,
        }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Replay:
        """The replay in a text. Raises `ReplayError` if it cannot be read."""
        try:
            data = parsed(text)
        except ValueError as error:
            if _has_lines(text):
                raise ReplayError(
                    "this is a file of several lines of JSON, not a replay: altered replay FILE"
                    " --game N shows a game of a result file of altered bench1 run"
                ) from None
            raise ReplayError(f"this is not a replay, or a damaged one: {error}") from None
        if not isinstance(data, dict) or data.get("kind") != KIND:
            raise ReplayError("this is not a replay of Altered")
        if data.get("format") not in READ:
            there = " and ".join(map(str, READ))
            raise ReplayError(
                f"a replay of format {data.get('format')!r:.20}; only {there} are supported"
            )
        try:
            return cls._from_data(data)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ReplayError(f"the replay is damaged: {error!r:.200}") from None
        except UnknownCardError as error:
            raise ReplayError(f"the replay needs an unknown card: {error}") from None

    @classmethod
    def _from_data(cls, data: Mapping[str, Any]) -> Replay:
        actions, seed, name = (
            data["actions"],
            data["seed"],
            str(data.get("game_format", "standard")),
        )
        try:
            played = formats.recorded(name)
        except LookupError as error:
            raise ValueError(f"game_format: {error}") from None
        decks = tuple(played.as_played(deck_from(entry)) for entry in data["decks"])
        if len(decks) != played.players:
            raise ValueError(f"{len(decks)} decks, {played.players} players")
        if not all(type(action) is int for action in (seed, *actions)):
            raise ValueError("seed and actions must be whole numbers")
        if data["rules"] not in RULESETS:
            raise ValueError(f"no ruleset is called {data['rules']!r:.40}")
        limit = data.get("day_limit")
        if limit is not None and (type(limit) is not int or not 1 <= limit <= MOST_DAYS):
            raise ValueError(f"day_limit must be a number of days or null, found {limit!r:.40}")
        return cls(
            decks,
            seed_now(seed, data["format"]),
            str(data["rules"]),
            tuple(actions),
            str(data["state"]),
            str(data["engine"]),
            str(data.get("book", "")),
            str(data.get("seen", "")),
            name,
            limit,
        )

    def frames(self) -> Iterator[Frame]:
        """Yield the full view before each action and at the end, each with the next action."""
        actions = iter((*self.actions, None))
        for game in self.steps():
            action, view = next(actions), game.view()
            if action is None:
                won = " and ".join(view.winners) or "Nobody"
                yield Frame(view, f"{won} won." if view.over else "End of the replay.")
            else:
                yield Frame(view, f"{view.question}: {game.label(action)}")

    def to_html(self) -> str:
        """The replay as one self-contained page of HTML."""
        return replay_page(self.title, self.frames())

    @property
    def title(self) -> str:
        """The players and the rules."""
        names = [
            f"{deck.hero.name if deck.hero else deck.name} ({seat})"
            for deck, seat in zip(self.decks, SEATS, strict=False)
        ]
        return f"{' against '.join(names)}, rules {self.rules}, seed {self.seed}"

    def _repr_html_(self) -> str:
        """The page in a frame, for notebooks."""
        return (
            f'<iframe title="{escape(self.title)}" srcdoc="{escape(self.to_html())}" '
            'width="100%" height="900" frameborder="0"></iframe>'
        )

    def save(self, path: str | Path) -> None:
        """Write the replay to a file atomically."""
        write_atomically(path, self.to_json().encode())

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """The replay in a file. Raises `ReplayError` if it cannot be read."""
        try:
            text = read_text(path, REPLAY)
        except InputFileError as error:
            raise ReplayError(str(error)) from None
        try:
            return cls.from_json(text)
        except ReplayError as error:
            raise ReplayError(f"{path}: {error}") from None


def _has_lines(text: str) -> bool:
    """Is each of its first lines an object of JSON?

    >>> _has_lines('{"a": 1}\\n{"b": 2}\\n'), _has_lines('{\\n"a": 1}\\n')
    (True, False)
    """
    first = text.split("\n", 2)[:2]
    return len(first) > 1 and all(line.startswith("{") and line.endswith("}") for line in first)


def passages(replay: Replay) -> Iterator[list[str]]:
    """The game in words, decision by decision: the result of the previous one, then the next;
    finally the end."""
    lines = [replay.title]
    telling: Narration | None = None
    actions = iter((*replay.actions, None))
    for game in replay.steps():
        now = game.view()
        if telling is None:
            telling = Narration(now)
            came: list[Line] = telling.begin()
        else:
            came = telling.goes_on(now)
        for kind, text in came:
            if kind == "moment" and now.day:
                today = text.startswith(f"Day {now.day},")
                lines.append(f"{text}, first player {now.first_player}" if today else text)
            elif kind != "moment":
                lines.append(f"    {text}")
        action = next(actions)
        if action is None:
            break
        telling.acts(game, action)
        yield [*lines, f"  {now.question}: {game.label(action)}"]
        lines = []
    if now.over:
        lines.append(f"{now.winner} wins on day {now.day}.")
    yield lines


def log(replay: Replay) -> list[str]:
    """The game in words: each decision and its result."""
    return [line for passage in passages(replay) for line in passage]
