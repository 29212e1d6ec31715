"""What is played: decks, format, ruleset, day limit and detail, checked once for every env.

>>> from altered_env.envs.setup import Setup
>>> setup = Setup.of(decks="starters", rules="5.0")
>>> len(setup.decks), setup.choices[0].tolist()
(6, [0, 1, 2, 3, 4, 5])
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env import decks as deck_lists
from altered_env import formats
from altered_env.batch.desks import DETAIL
from altered_env.cards import Card
from altered_env.cards.errors import did_you_mean
from altered_env.decks import Deck
from altered_env.engine.layout import DECK_MAX, PLAYERS
from altered_env.language.book import Book
from altered_env.play.books import pool_book, refuse_unsupported
from altered_env.play.errors import IllegalDeckError, listed

__all__ = ["AGENTS", "DETAILS", "Decks", "Sampler", "Setup", "seat_of", "whole"]

AGENTS = ("player_0", "player_1")
"""The agents. The first is player A of the engine, the second is player B; who begins is drawn."""

DETAILS = {"full": DETAIL.OBSERVATION, "mask": DETAIL.MASK}
"""How much is written at each decision: observation and mask, or the mask alone."""

Sampler = Callable[[np.random.Generator], tuple[Deck, Deck]]
"""What draws the decks of each game."""
Decks = str | Path | Deck | Sequence[str | Path | Deck] | Mapping[str, Any] | Sampler
"""Whose decks: a pool by name (`altered_env.decks.POOLS`), a deck, a path, several of these, of
which each player has one at random each game, the same for each agent by name, or a `Sampler`."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played. `Setup.of` makes it, and checks everything."""

    book: Book
    decks: tuple[Deck, ...]
    choices: tuple[NDArray[np.int32], ...]
    """For each player, the numbers of the decks that are theirs to draw."""
    sampler: Sampler | None
    rules: str
    format: str
    day_limit: int
    detail: str
    legal: bool
    more: tuple[Card, ...]

    @classmethod
    def of(
        cls,
        decks: Decks = "starters",
        rules: str = "2024.09",
        format: str = "standard",
        day_limit: int | None = 50,
        detail: str = "full",
        legal: bool = True,
        cards: Iterable[Card] = (),
    ) -> Setup:
        """Check what is asked for, and prepare it.

        `cards` are those beyond the pool that a sampler or later decks may hold. With `legal=False`
        decks need not keep the format's rules of deck building.
        """
        played = formats.get(format)
        played.rule_bits(rules)
        if played.players != PLAYERS:
            raise ValueError(
                f"an environment is for {PLAYERS} players, {format} is played by {played.players}"
            )
        if detail not in DETAILS:
            raise ValueError(f"detail is {' or '.join(DETAILS)}, found {detail!r:.40}")
        limit = 0 if day_limit is None else whole(day_limit, "day_limit (or None)")
        sampler = None
        pools: tuple[tuple[Deck, ...], ...]
        if callable(decks) and not isinstance(decks, Deck):
            sampler, pools = decks, ((), ())
        elif isinstance(decks, Mapping):
            pools = _by_agent(decks)
        else:
            pools = (_pool(decks),) * PLAYERS
        unique = tuple(dict.fromkeys(deck for pool in pools for deck in pool))
        number = {deck: k for k, deck in enumerate(unique)}
        for deck in unique:
            _check(deck, format, rules, legal)
        every = [*cards, *(card for deck in unique for card in deck.every_card)]
        known = pool_book()
        more = tuple(
            card
            for card in dict.fromkeys(every)
            if (row := known.index.get(card.reference)) is None or known.cards[row] != card
        )
        book = pool_book(more)
        refuse_unsupported(book, every)
        choices = tuple(np.array([number[deck] for deck in pool], dtype=np.int32) for pool in pools)
        return cls(book, unique, choices, sampler, rules, format, limit, detail, legal, more)

    @property
    def rule_bits(self) -> int:
        """The switches of the engine."""
        return formats.get(self.format).rule_bits(self.rules)

    @property
    def detail_number(self) -> int:
        """The detail as compiled code knows it."""
        return DETAILS[self.detail]

    def sample(self, rng: np.random.Generator) -> tuple[Deck, Deck]:
        """The decks of a game."""
        if self.sampler is None:
            one, other = (int(rng.choice(choices)) for choices in self.choices)
            return self.decks[one], self.decks[other]
        pair = self.sampler(rng)
        first, second = _two_decks(pair)
        return self.checked(first, second)

    def checked(self, *pair: Deck | str | Path) -> tuple[Deck, Deck]:
        """Two decks, if they may be played here."""
        if len(pair) != PLAYERS:
            raise ValueError(f"{len(pair)} decks, a game is played by {PLAYERS}")
        first, second = (d if isinstance(d, Deck) else deck_lists.load(d) for d in pair)
        for deck in (first, second):
            _check(deck, self.format, self.rules, self.legal)
            strange = [
                str(card)
                for card in dict.fromkeys(deck.every_card)
                if (row := self.book.index.get(card.reference)) is None
                or self.book.cards[row] != card
            ]
            if strange:
                raise IllegalDeckError(
                    f"{deck.name}: cards that this env was not told of: {listed(strange)}; give "
                    "them when it is made, cards=..."
                )
            refuse_unsupported(self.book, deck.every_card)
        return first, second

    def rows(self, pair: Sequence[Deck]) -> NDArray[np.int32]:
        """Decks as compiled code reads them: a Hero, or -1, how many cards, and the cards."""
        rows = np.full((len(pair), 2 + DECK_MAX), -1, dtype=np.int32)
        index = self.book.index
        for row, deck in zip(rows, pair, strict=True):
            if deck.hero is not None:
                row[0] = index[deck.hero.reference]
            row[1] = len(deck.cards)
            row[2 : 2 + len(deck.cards)] = [index[card.reference] for card in deck.cards]
        return rows

    def choice_rows(self) -> NDArray[np.int32]:
        """For each player how many decks there are to draw, and which."""
        most = max(len(choices) for choices in self.choices)
        rows = np.zeros((PLAYERS, 1 + most), dtype=np.int32)
        for row, choices in zip(rows, self.choices, strict=True):
            row[0] = len(choices)
            row[1 : 1 + len(choices)] = choices
        return rows

    def __deepcopy__(self, memo: dict[int, Any]) -> Setup:
        return self  # nothing in it changes

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.decks, self.choices, self.sampler, self.rules, self.format, self.day_limit)
        return (_again, (*parts, self.detail, self.legal, self.more))


def _again(
    decks: tuple[Deck, ...],
    choices: tuple[NDArray[np.int32], ...],
    sampler: Sampler | None,
    rules: str,
    format: str,
    day_limit: int,
    detail: str,
    legal: bool,
    more: tuple[Card, ...],
) -> Setup:
    book = pool_book(more)
    return Setup(book, decks, choices, sampler, rules, format, day_limit, detail, legal, more)


def seat_of(agent: str | int) -> int:
    """The number of an agent: 0 or 1.

    >>> seat_of("player_1"), seat_of(0)
    (1, 0)
    """
    if agent in AGENTS:
        return AGENTS.index(str(agent))
    if isinstance(agent, int | np.integer) and 0 <= agent < PLAYERS:
        return int(agent)
    raise ValueError(f"no agent is called {agent!r:.40}, there are {', '.join(AGENTS)}")


def _two_decks(found: Any) -> tuple[Deck, Deck]:
    if isinstance(found, Sequence) and len(found) == PLAYERS:
        first, second = found
        if isinstance(first, Deck) and isinstance(second, Deck):
            return first, second
    raise TypeError(f"a sampler of decks gives two Decks, found {found!r:.80}")


def _pool(wanted: Any) -> tuple[Deck, ...]:
    if isinstance(wanted, Deck):
        return (wanted,)
    if isinstance(wanted, str):
        return deck_lists.pool(wanted)
    if isinstance(wanted, Path):
        return deck_lists.pool(str(wanted)) if wanted.is_dir() else (deck_lists.load(wanted),)
    if isinstance(wanted, Sequence) and wanted:
        return tuple(deck for one in wanted for deck in _pool(one))
    raise TypeError(
        "decks are the name of a pool, a Deck, a path, several of these, a mapping from agents to "
        f"these, or a function that draws two Decks; found {wanted!r:.80}"
    )


def _by_agent(wanted: Mapping[str, Any]) -> tuple[tuple[Deck, ...], ...]:
    strange = [str(agent) for agent in wanted if agent not in AGENTS]
    if strange or len(wanted) != PLAYERS:
        hint = did_you_mean(strange[0], AGENTS) if strange else None
        found = f"found {', '.join(map(str, wanted)) or 'nobody'}"
        raise ValueError(f"decks for each of {', '.join(AGENTS)}: {found}{hint or ''}")
    return tuple(_pool(wanted[agent]) for agent in AGENTS)


def _check(deck: Deck, format: str, rules: str, legal: bool) -> None:
    if legal:
        wrong = formats.get(format).of_deck(deck, rules)
        if wrong:
            raise IllegalDeckError(
                f"{deck.name} may not be played in {format}: {listed(map(str, wrong))}; "
                "or say legal=False"
            )
    if len(deck.cards) > DECK_MAX:
        raise IllegalDeckError(
            f"{deck.name}: {len(deck.cards)} cards, the engine holds at most {DECK_MAX}"
        )


def whole(number: Any, what: str, least: int = 1) -> int:
    """A whole number that is at least so much, or an error that says so.

    >>> whole(3, "the number of games")
    3
    """
    try:
        found = None if isinstance(number, bool) else operator.index(number)
    except TypeError:
        found = None
    if found is None or found < least:
        raise ValueError(f"{what}: a whole number from {least} on, found {number!r:.40}")
    return found
