"""A game between two or four players: start it, list legal actions, act, view it, save it.

>>> from altered_env import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> game.decision, len(game.legal_actions())
('first_mana', 6)
>>> while not game.over:
...     game.act(game.legal_actions()[0])
>>> game.winner in (0, 1)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from altered_env import formats
from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import SAVED_GAME, InputFileError, read_bytes
from altered_env._runtime.seeds import fresh_seed
from altered_env.cards import Card
from altered_env.decks import Deck
from altered_env.engine.layout import DECK_MAX
from altered_env.game import saving
from altered_env.game.books import book_for, pool_book, refuse_unsupported
from altered_env.game.compiling import announced
from altered_env.game.engine_api import begin
from altered_env.game.errors import EngineError, IllegalDeckError, SaveError, listed
from altered_env.game.fingerprint import is_of
from altered_env.game.headers import MOST_DAYS
from altered_env.game.kernels import games_for
from altered_env.game.position import Position
from altered_env.game.provenance import Provenance
from altered_env.game.seat import Seat
from altered_env.game.states import duplicate
from altered_env.game.table_setup import lay_out
from altered_env.language.book import Book
from altered_env.language.words import seat, whole

DAY_LIMIT = 200
"""The default day limit, after which an undecided game ends without a winner. Games between people
take about ten days."""


class Game(Position):
    """A position with the history from which it can be replayed.

    The same decks, seed, rules and actions give the same bytes on every machine.
    """

    __slots__ = ("_actions", "_story")

    def __init__(self, games: NDArray[np.void], book: Book, story: Provenance) -> None:
        """A game from its record, an array of length one. Use `Game.start` instead."""
        super().__init__(games, book)
        self._story = replace(story, actions=None)
        self._actions = None if story.actions is None else list(story.actions)

    @classmethod
    def start(
        cls,
        *given: Deck | str | Path,
        seed: int | None = None,
        rules: str = "2024.09",
        format: str = "standard",
        legal: bool = True,
        day_limit: int | None = DAY_LIMIT,
        book: Book | Literal["pool"] | None = None,
    ) -> Game:
        """Set up a game and advance to its first decision.

        A deck for each player: a `Deck`, the name of a starter deck, or the path of a list. A game
        with a `seed` can be rebuilt by anyone who knows it; without one, the seed comes from the
        system's random source and the game is unpredictable. `format` is one of
        `altered_env.formats` and defines further deck names; with a date or a season, as in
        `standard:date=2025-01-15`, cards have their texts of then. With `legal=False` its
        deck-building rules are not checked. A game undecided after `day_limit` days ends without a
        winner; with None only the rules end it, and with some decks it can last thousands of days.
        `book`, which must contain all the cards, replaces the default: the book of the pool, or of
        these cards if some are not in the pool; "pool" is the book of the pool and these cards.

        Raises `IllegalDeckError` or `UnsupportedCardError`.
        """
        played = formats.get(format)
        mask, seed = played.rule_bits(rules), fresh_seed() if seed is None else whole(seed, "seed")
        last_day = 0 if day_limit is None else _days(day_limit)
        dealt = tuple(
            played.as_played(deck) if isinstance(deck, Deck) else played.deck(deck, seed, place)
            for place, deck in enumerate(given)
        )
        if legal or len(dealt) != played.players:
            wrong = played.check(dealt, rules)
            if wrong:
                raise IllegalDeckError(f"illegal decks: {listed(map(str, wrong))}")
        for deck in dealt:
            if len(deck.cards) > DECK_MAX:
                raise IllegalDeckError(
                    f"{deck.name}: {len(deck.cards)} cards, the engine supports at most {DECK_MAX}"
                )
        every = [card for deck in dealt for card in deck.every_card]
        if book is None:
            book = book_for(every)
        elif book == "pool":
            book = pool_book(every)
        refuse_unsupported(book, every)
        games = games_for(played.players)
        with announced(played.players):
            lay_out(games, 0, book, dealt, seed, mask)
            games["day_limit"] = last_day
            begin(games, 0, book.record)
        game = cls(
            games,
            book,
            Provenance(dealt, seed, rules, format=played.played_as, day_limit=day_limit),
        )
        game.stop_at_error()
        return game

    @property
    def story(self) -> Provenance:
        """Decks, seed, rules and the actions so far."""
        actions = None if self._actions is None else tuple(self._actions)
        return replace(self._story, actions=actions)

    def act(self, action: int) -> None:
        """Take an action, which answers the open decision, and advance to the next.

        Raises `IllegalActionError`, and changes nothing, when the action is not offered.
        """
        number = self._take(action)
        if self._actions is not None:
            self._actions.append(number)
        self.stop_at_error()

    # copies and worlds

    def clone(self) -> Self:
        """An independent copy."""
        return type(self)(duplicate(self.games), self.book, self.story)

    def resample(self, player: int | str, seed: int) -> Game:
        """A determinization for this player.

        `view(player)` stays the same; hidden cards, face-down Tumult cards and future dice are
        resampled. It has no history of actions.
        """
        other = super().resample(player, seed)
        return Game(other.games, other.book, replace(self.story, actions=None))

    def seat(self, player: int | str | None = None, salt: int = 0, *, closed: bool = False) -> Seat:
        """A player's visible information and actions; by default the player to move.

        `salt` is a number that selects another determinization. A `closed` seat does not know the
        other decks' lists (`Seat.closed`).
        """
        who = self.decider if player is None else seat(player, self.players)
        if who is None:
            raise ValueError("the game is over, so no player is to move: name a seat")
        return Seat(self, who, salt, closed=closed)

    def __repr__(self) -> str:
        names = " against ".join(deck.name for deck in self._story.decks or ())
        return f"<Game {names or 'of a scenario'}, day {self.day}, {self.phase}>"

    # saving

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds a saved game, which is checked like any other."""
        return Game.from_bytes, (self.to_bytes(),)

    def to_bytes(self, opponent: str = "") -> bytes:
        """The game as bytes, to be resumed in another process, with the name of the opponent."""
        story = self._story
        dealt = None if story.decks is None else [saving.deck_data(deck) for deck in story.decks]
        return saving.pack(
            self,
            {
                "decks": dealt,
                "seed": story.seed,
                "rules": story.rules,
                "format": story.format,
                "day_limit": story.day_limit,
                "actions": self._actions,
                "opponent": opponent or story.opponent,
            },
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> Game:
        """The game in bytes written by `to_bytes`.

        Raises `SaveError` if they are truncated, damaged or of another version.
        """
        state, book, header = saving.unpack(data)
        dealt, actions = header.decks, header.actions
        try:
            formats.recorded(header.format)
        except LookupError as error:
            raise SaveError(f"format: {error}") from None
        known = {card.reference: card for card in book.cards}
        decks = None if dealt is None else tuple(_saved_deck(entry, known) for entry in dealt)
        story = Provenance(
            decks,
            header.seed,
            header.rules,
            actions,
            header.format,
            header.day_limit,
            header.opponent,
        )
        if not header.told:
            assert state is not None
            return cls(state.games, book, story)
        game = cls._played_again(story, None if state is None else book)
        if state is None and not is_of(game, header.seen):
            raise SaveError(saving.OTHER_CARDS)
        if state is not None and state.state() != game.state():
            raise SaveError(
                "the saved game does not follow from its decks, seed and actions: it was edited"
            )
        game._story = replace(game._story, opponent=story.opponent)
        return game

    @classmethod
    def _played_again(cls, story: Provenance, book: Book | None) -> Game:
        """Replay the game of a header, with this book or today's pool. Raises `SaveError`."""
        assert story.decks is not None and story.actions is not None
        problem = saving.OTHER_CARDS if book is None else "the saved game cannot be replayed"
        played = 0
        try:
            game = cls.start(
                *story.decks,
                seed=story.seed,
                rules=story.rules,
                format=story.format,
                legal=False,
                day_limit=story.day_limit,
                book=book,
            )
            for action in story.actions:
                game.act(action)
                played += 1
        except EngineError as error:
            raise SaveError(f"{problem}: {error}") from None
        except ValueError as error:
            raise SaveError(f"{problem}, after {played} actions: {error}") from None
        return game

    def save(self, path: str | Path, opponent: str = "") -> None:
        """Write the game atomically to a file, with the name of the opponent.

        >>> from tempfile import gettempdir
        >>> path = f"{gettempdir()}/saved.game"
        >>> Game.start("axiom", "bravos", seed=1).save(path, opponent="rules")
        >>> Game.load(path).story.opponent
        'rules'
        """
        write_atomically(path, self.to_bytes(opponent))

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """The game in a file. Raises `SaveError` if it cannot be read."""
        try:
            data = read_bytes(path, SAVED_GAME)
        except InputFileError as error:
            raise SaveError(str(error)) from None
        try:
            return cls.from_bytes(data)
        except SaveError as error:
            raise SaveError(f"{path}: {error}") from None


def _saved_deck(entry: Mapping[str, Any], known: Mapping[str, Card]) -> Deck:
    hero = entry["hero"]
    for reference in (*entry["cards"], *(() if hero is None else (hero,))):
        if reference not in known:
            raise SaveError(
                f"a deck of the saved game has {reference:.60}, which is not in its book"
            )
    return Deck(
        entry["name"],
        None if hero is None else known[hero],
        tuple(known[reference] for reference in entry["cards"]),
    )


def _days(limit: int) -> int:
    found = whole(limit, "day_limit")
    if not 1 <= found <= MOST_DAYS:
        raise ValueError(f"day_limit must be from 1 to {MOST_DAYS:,}, or None, found {found}")
    return found
