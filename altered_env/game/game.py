"""A game between two players, or four: start it, ask what may be done, do it, look at it, save it.

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

import hashlib
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from altered_env import formats
from altered_env.cards import Card
from altered_env.decks import Deck
from altered_env.engine.chance import seed_words
from altered_env.engine.layout import DECK_MAX
from altered_env.engine.rooms import games_for
from altered_env.engine.table import answer, begin, open_game, put_object
from altered_env.engine.terms import DECIDE, RULE, C, Z
from altered_env.game import saving
from altered_env.game.books import book_for, refuse_unsupported
from altered_env.game.compiling import announced
from altered_env.game.errors import (
    EngineError,
    IllegalActionError,
    IllegalDeckError,
    SaveError,
    limit,
    listed,
)
from altered_env.game.fingerprint import fingerprint
from altered_env.game.headers import MOST_DAYS
from altered_env.game.options import Option, offered, options, question
from altered_env.game.seat import Seat
from altered_env.game.states import duplicate, state_of
from altered_env.game.view import View, look
from altered_env.game.words import DECISIONS, PHASES, ruleset_of, seat
from altered_env.game.worlds import resample

if TYPE_CHECKING:
    from altered_env.language.book import Book

__all__ = ["DAY_LIMIT", "MOST_DAYS", "Game", "Story"]

DAY_LIMIT = 200
"""A game that is not decided after so many days is over, without a winner, unless told otherwise.
Games that people play take about ten."""


@dataclass(frozen=True, slots=True)
class Story:
    """Where a game comes from: what it takes to play it again."""

    decks: tuple[Deck, ...] | None = None
    seed: int = 0
    rules: str = "2024.09"
    actions: tuple[int, ...] | None = ()
    """The actions so far; None for another world of a game, which nobody has played."""
    format: str = "standard"
    day_limit: int | None = None
    """The last day that is played; None where there is none."""
    opponent: str = ""
    """Who it is played against, where `altered play` saved it: the name of an agent."""


class Game:
    """One game. Player 0 is A, player 1 is B; of four, player 2 is C and player 3 is D.

    Same decks, seed, rules and actions give the same bytes on every machine.
    """

    __slots__ = ("_actions", "_book", "_games", "_story")

    def __init__(self, games: NDArray[np.void], book: Book, story: Story) -> None:
        """A game from its record, an array of one; people use `Game.start`."""
        self._games = games
        self._book = book
        self._story = replace(story, actions=None)
        self._actions = None if story.actions is None else list(story.actions)

    @classmethod
    def start(
        cls,
        *given: Deck | str | Path,
        seed: int = 0,
        rules: str = "2024.09",
        format: str = "standard",
        legal: bool = True,
        day_limit: int | None = DAY_LIMIT,
        book: Book | None = None,
    ) -> Game:
        """Set a game up and go to the first decision.

        A deck for each player: a `Deck`, the name of a starter deck, or the path of a list.
        `format` is one of `altered_env.formats`, and says what else a name may stand for. With
        `legal=False` decks need not keep its rules of deck building. A game that is not decided
        after `day_limit` days is over without a winner; with None the rules alone end it, and some
        decks let it last for thousands of days.
        `book`, which must hold all the cards, is what the game is played with instead of the book
        of the pool.

        Raises `IllegalDeckError` or `UnsupportedCardError`.
        """
        played = formats.get(format)
        mask, seed = played.rule_bits(rules), _whole(seed, "seed")
        last_day = 0 if day_limit is None else _days(day_limit)
        dealt = tuple(
            deck if isinstance(deck, Deck) else played.deck(deck, seed, place)
            for place, deck in enumerate(given)
        )
        if legal or len(dealt) != played.players:
            wrong = played.check(dealt, rules)
            if wrong:
                raise IllegalDeckError(f"decks that may not be played: {listed(map(str, wrong))}")
        for deck in dealt:
            if len(deck.cards) > DECK_MAX:
                raise IllegalDeckError(
                    f"{deck.name}: {len(deck.cards)} cards, the engine holds at most {DECK_MAX}"
                )
        every = [card for deck in dealt for card in deck.every_card]
        if book is None:
            book = book_for(every)
        refuse_unsupported(book, every)
        games = games_for(played.players)
        with announced(played.players):
            lay_out(games, 0, book, dealt, seed, mask)
            games["day_limit"] = last_day
            begin(games, 0, book.record)
        game = cls(games, book, Story(dealt, seed, rules, format=format, day_limit=day_limit))
        game._stop_at_error()
        return game

    # what is going on

    @property
    def record(self) -> Any:
        """The record: every byte of the state. Hidden cards are in it; look, do not write."""
        return self._games[0]

    @property
    def book(self) -> Book:
        """The compiled cards of this game."""
        return self._book

    @property
    def story(self) -> Story:
        """Decks, seed, rules and the actions so far."""
        actions = None if self._actions is None else tuple(self._actions)
        return replace(self._story, actions=actions)

    @property
    def decider(self) -> int | None:
        """Whose decision is open; None when the game is over."""
        return int(self.record["decider"]) if self.record["decision"] != DECIDE.NONE else None

    @property
    def decision(self) -> str | None:
        """What kind of decision is open: `turn`, `target`, `yes_no`, ..."""
        return DECISIONS[int(self.record["decision"])] if self.decider is not None else None

    @property
    def question(self) -> str:
        """What is to be decided, in words."""
        return question(self._games, self._book)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return bool(self.record["over"])

    @property
    def truncated(self) -> bool:
        """Was the game cut off, at its day limit, because nobody had anything to decide, or
        because it was `overfull`?"""
        return self.over and self.winner is None

    @property
    def overfull(self) -> str | None:
        """Which capacity of the engine the game passed, and so ended; None if it did not."""
        passed = int(self.record["overfull"])
        return limit(passed) if passed else None

    @property
    def winner(self) -> int | None:
        """Who has won; None while nobody has. Of a team, one of the two: see `winners`."""
        winner = int(self.record["winner"])
        return winner if winner >= 0 else None

    @property
    def winners(self) -> tuple[int, ...]:
        """Everybody who has won: a player, or both of a team."""
        if self.winner is None:
            return ()
        teams = self.record["team"][: self.players].tolist()
        return tuple(p for p, team in enumerate(teams) if team == teams[self.winner])

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.record["players"])

    @property
    def day(self) -> int:
        """The day, counted from 1."""
        return int(self.record["day"])

    @property
    def phase(self) -> str:
        """`setup`, `morning`, `noon`, `afternoon`, `dusk` or `night`."""
        return PHASES[int(self.record["phase"])]

    @property
    def rules(self) -> str:
        """The name of the ruleset."""
        return ruleset_of(int(self.record["rules"]))

    # deciding

    def legal_actions(self) -> list[int]:
        """The actions on offer, in order."""
        return offered(self.record)

    def code(self, code: int) -> int:
        """The action that is this answer of the engine's, a `CODE`: they come after the objects."""
        return len(self.record["obj"]) + code

    def mask(self) -> NDArray[np.int8]:
        """Which of all actions are on offer, as a copy."""
        return np.asarray(self.record["mask"]).astype(np.int8)

    def options(self) -> tuple[Option, ...]:
        """The actions on offer, each with what it is about."""
        return options(self._games, self._book)

    def labels(self) -> dict[int, str]:
        """The actions on offer, each in words; no two alike."""
        return {option.action: option.label for option in self.options()}

    def act(self, action: int) -> None:
        """Answer the open decision and go on to the next.

        Raises `IllegalActionError`, and changes nothing, when the action is not offered.
        """
        try:
            number = operator.index(action)
        except TypeError:
            raise IllegalActionError(f"an action is a whole number, found {action!r:.40}") from None
        there = 0 <= number < len(self.record["mask"])
        taken = there and answer(self._games, 0, self._book.record, number)
        if not taken:
            labels = [f"{a} {label}" for a, label in self.labels().items()]
            raise IllegalActionError(
                f"action {number} is not offered; "
                + (f"on offer: {listed(labels)}" if labels else "the game is over")
            )
        if self._actions is not None:
            self._actions.append(number)
        self._stop_at_error()

    def _stop_at_error(self) -> None:
        error = int(self.record["error"])
        if error:
            where = f"on day {self.day} after {int(self.record['decisions'])} decisions"
            raise EngineError(error, int(self.record["error_detail"]), where)

    # copies and worlds

    def clone(self) -> Game:
        """A copy that goes its own way from here on."""
        return Game(duplicate(self._games), self._book, self.story)

    def resample(self, player: int | str, seed: int) -> Game:
        """Another world that this player cannot tell apart from this one.

        `view(player)` is the same in it; the hidden cards, the face-down Tumult cards and what
        chance will bring are others.
        """
        games = duplicate(self._games)
        resample(games, self._book, seat(player, self.players), _whole(seed, "seed"))
        return Game(games, self._book, replace(self.story, actions=None))

    def seat(self, player: int | str | None = None, salt: int = 0) -> Seat:
        """What a player knows and may do; whose decision is open, by default.

        `salt` is a number that makes another world of it, of those the player cannot tell apart.
        """
        who = self.decider if player is None else seat(player, self.players)
        if who is None:
            raise ValueError("the game is over, nobody decides: say whose seat")
        return Seat(self._games, self._book, who, salt)

    # looking

    def view(self, player: int | str | None = None) -> View:
        """What a player may know; everything with None."""
        who = None if player is None else seat(player, self.players)
        return look(self._games, self._book, who)

    def show(self, player: int | str | None = None) -> str:
        """The board as text, from one seat or, with None, from above."""
        from altered_env.render.text import board

        return board(self.view(player))

    def __str__(self) -> str:
        return self.show()

    def __repr__(self) -> str:
        names = " against ".join(deck.name for deck in self._story.decks or ())
        return f"<Game {names or 'of a scenario'}, day {self.day}, {self.phase}>"

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds a saved game, which is looked through as any other."""
        return Game.from_bytes, (self.to_bytes(),)

    # state as bytes

    def state(self) -> bytes:
        """Every byte of the state: equal games have equal bytes."""
        return state_of(self._games)

    def state_hash(self) -> str:
        """A hash of the state."""
        return hashlib.sha256(self.state()).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.state() == other.state() and self._book.cards == other._book.cards

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def to_bytes(self, opponent: str = "") -> bytes:
        """The game as bytes, to go on with in another process, and who it is played against."""
        story = self._story
        dealt = None if story.decks is None else [saving.deck_data(deck) for deck in story.decks]
        return saving.pack(
            self._games,
            self._book,
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
        """The game that `to_bytes` made these bytes of.

        Raises `SaveError` when they are cut off, damaged or of another version.
        """
        games, book, header = saving.unpack(data)
        dealt, actions = header.decks, header.actions
        if header.format not in formats.names():
            there = ", ".join(formats.names())
            raise SaveError(f"format: expected one of {there}; found {header.format!r:.40}")
        known = {card.reference: card for card in book.cards}
        decks = None if dealt is None else tuple(_saved_deck(entry, known) for entry in dealt)
        story = Story(
            decks,
            header.seed,
            header.rules,
            actions,
            header.format,
            header.day_limit,
            header.opponent,
        )
        if not header.told:
            assert games is not None
            return cls(games, book, story)
        game = cls._played_again(story, None if games is None else book)
        if games is None and fingerprint(game._games, game._book) != header.seen:
            raise SaveError(saving.OTHER_CARDS)
        if games is not None and state_of(games) != game.state():
            raise SaveError(
                "the saved game is not what its decks, seed and actions lead to: it was edited"
            )
        game._story = replace(game._story, opponent=story.opponent)
        return game

    @classmethod
    def _played_again(cls, story: Story, book: Book | None) -> Game:
        """The game of a story, with this book or under the pool of today. Raises `SaveError`."""
        assert story.decks is not None and story.actions is not None
        problem = saving.OTHER_CARDS if book is None else "the saved game cannot be played again"
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
        """Write the game to a file, whole or not at all, and who it is played against.

        >>> from tempfile import gettempdir
        >>> path = f"{gettempdir()}/saved.game"
        >>> Game.start("axiom", "bravos", seed=1).save(path, opponent="rules")
        >>> Game.load(path).story.opponent
        'rules'
        """
        saving.write_atomically(path, self.to_bytes(opponent))

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """The game in a file. Raises `SaveError` when there is none that can be read."""
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise SaveError(f"{path}: {error.strerror or 'cannot be read'}") from None
        try:
            return cls.from_bytes(data)
        except SaveError as error:
            raise SaveError(f"{path}: {error}") from None


def lay_out(
    games: NDArray[np.void], i: int, book: Book, dealt: Iterable[Deck], seed: int, mask: int
) -> None:
    """Heroes and Decks on an empty table in place i, before set-up; `mask` holds the switches.

    Where decks stay in order, a deck's first card is on top, and its owner knows them all.
    """
    in_order, seated = bool(mask & RULE.DECKS_IN_ORDER), tuple(dealt)
    words = np.array(seed_words(_whole(seed, "seed")), dtype=np.int64)
    open_game(games, i, book.record, words, len(seated), mask)
    for player, deck in enumerate(seated):
        if deck.hero is not None:
            row = book.index[deck.hero.reference]
            put_object(games, i, book.record, row, player, Z.HERO, player, -1)
        for card in reversed(deck.cards) if in_order else deck.cards:
            row = book.index[card.reference]
            slot = put_object(games, i, book.record, row, player, Z.DECK, player, -1)
            if in_order:
                games["obj"][i, slot, C.KNOWN] = 1 << player


def _saved_deck(entry: Mapping[str, Any], known: Mapping[str, Card]) -> Deck:
    hero = entry["hero"]
    for reference in (*entry["cards"], *(() if hero is None else (hero,))):
        if reference not in known:
            raise SaveError(f"a deck of the saved game holds {reference:.60}, its book does not")
    return Deck(
        entry["name"],
        None if hero is None else known[hero],
        tuple(known[reference] for reference in entry["cards"]),
    )


def _days(limit: int) -> int:
    found = _whole(limit, "day_limit")
    if not 1 <= found <= MOST_DAYS:
        raise ValueError(f"day_limit is from 1 to {MOST_DAYS:,}, or None, found {found}")
    return found


def _whole(number: int, what: str) -> int:
    try:
        found = operator.index(number)
    except TypeError:
        raise ValueError(f"a {what} is a whole number, found {number!r:.40}") from None
    if found < 0:
        raise ValueError(f"a {what} is not negative, found {found}")
    return found
