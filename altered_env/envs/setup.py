"""The setup of an env: decks, format, ruleset, day limit and detail, checked once.

>>> from altered_env.envs.setup import Setup
>>> setup = Setup.of(decks="starters", rules="5.0")
>>> len(setup.decks), setup.choices[0].tolist()
(6, [0, 1, 2, 3, 4, 5])
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from altered_env import decks as deck_lists
from altered_env import formats
from altered_env._runtime.plurals import counted
from altered_env._runtime.suggestions import did_you_mean
from altered_env.batch.slots import DETAIL
from altered_env.cards import Card
from altered_env.decks import Deck
from altered_env.decks.bench1.bench_pools import BENCH, TRAIN, known_pools
from altered_env.decks.bench1.withheld import trainable_cards
from altered_env.engine.layout import DECK_MAX
from altered_env.envs.env_options import ILLEGAL, MASKS, cards_of, one_of, yes_or_no
from altered_env.formats.format import USUAL, Format
from altered_env.game.books import book_of, pool_book, refuse_unsupported
from altered_env.game.errors import IllegalDeckError, listed
from altered_env.game.kernels import Kernel, kernel_for
from altered_env.language.book import Book

AGENTS = ("player_0", "player_1", "player_2", "player_3")
"""The agents: A, B and, with four players, C and D of the engine, clockwise; the first player is
drawn."""

DETAILS = {"full": DETAIL.OBSERVATION, "mask": DETAIL.MASK, "everything": DETAIL.OBSERVATION}
"""The output at each decision: observation and mask, or the mask alone. `everything` gives agents
the same as `full`, and the full state to a critic."""

LAST_DAY: Final = 1_000_000
"""The highest day limit; None is for no limit."""
KNOWN: Final = 4096
"""The number of deck assignments to remember."""
Part = TypeVar("Part")
Sampler = Callable[[np.random.Generator], Sequence[Deck]]
"""A function that draws the decks of each game."""
Decks = str | Path | Deck | Sequence[str | Path | Deck] | Mapping[str, Any] | Sampler
"""Decks to play with: a pool by name (`altered_env.decks.POOLS`), a deck, a path, or several of
these, from which each player draws one for each game; a mapping from agents to these; or a
`Sampler`."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of an env. `Setup.of` makes and checks it."""

    book: Book
    decks: tuple[Deck, ...]
    choices: tuple[NDArray[np.int32], ...]
    """For each player, the numbers of the decks to draw from."""
    sampler: Sampler | None
    rules: str
    format: str
    day_limit: int
    detail: str
    legal: bool
    more: tuple[Card, ...]
    illegal: str = "raise"
    masks: str = "int8"
    bench: str = ""
    """The training split of Altered-Bench 1 that its decks and its book are of; empty for none."""
    _seated: dict[tuple[int, ...], tuple[tuple[Deck, ...], NDArray[np.int32]]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """Decks already checked, by identity, with their rows."""

    @classmethod
    def of(
        cls,
        decks: Decks = USUAL,
        *,
        rules: str = "2024.09",
        format: str = "standard",
        day_limit: int | None = 50,
        detail: str = "full",
        legal: bool = True,
        cards: Iterable[Card] = (),
        illegal: str = "raise",
        masks: str = "int8",
        bench: str = "",
    ) -> Setup:
        """Check and prepare the options (`envs.env_options.SeenOptions`)."""
        played = formats.get(format)
        cards, legal = cards_of(cards, "cards"), yes_or_no(legal, "legal")
        if bench := _split_of(bench):
            decks = _bench_decks(bench, decks, cards, format)
        played.rule_bits(rules)
        one_of(detail, tuple(DETAILS), "detail")
        one_of(illegal, ILLEGAL, "illegal")
        one_of(masks, MASKS, "masks")
        limit = 0 if day_limit is None else whole(day_limit, "day_limit (or None)", 1, LAST_DAY)
        sampler = None
        pools: tuple[tuple[Deck, ...], ...]
        if callable(decks) and not isinstance(decks, Deck):
            sampler, pools = decks, ((),) * played.players
        elif isinstance(decks, Mapping):
            pools = _by_agent(decks, played)
        else:
            pools = (_pool(decks, played),) * played.players
        unique = tuple(dict.fromkeys(deck for pool in pools for deck in pool))
        number = {deck: k for k, deck in enumerate(unique)}
        _check(unique, played, rules, legal)
        every = [*cards, *(card for deck in unique for card in deck.every_card)]
        more = () if bench else tuple(pool_book().unknown(every))
        book = book_of(trainable_cards()) if bench else pool_book(more)
        refuse_unsupported(book, every)
        choices = tuple(np.array([number[deck] for deck in pool], dtype=np.int32) for pool in pools)
        return cls(
            book,
            unique,
            choices,
            sampler,
            rules,
            format,
            limit,
            detail,
            legal,
            more,
            illegal,
            masks,
            bench,
        )

    def with_decks(self, decks: Decks) -> Setup:
        """The same setup with other decks of its book; of a split, with some of its own."""
        if self.bench:
            return self._with_own(decks)
        found = Setup.of(
            decks,
            rules=self.rules,
            format=self.format,
            day_limit=self.day_limit or None,
            detail=self.detail,
            legal=self.legal,
            cards=self.more,
            illegal=self.illegal,
            masks=self.masks,
        )
        strange = [str(card) for card in found.more if card not in self.more]
        if strange:
            raise IllegalDeckError(
                f"cards unknown to this env: {listed(strange)}; pass them at creation, cards=..."
            )
        return found

    def _with_own(self, decks: Decks) -> Setup:
        """The same setup with these of its decks to draw from."""
        if callable(decks) and not isinstance(decks, Deck):
            return replace(self, sampler=decks)
        played = formats.get(self.format)
        pools: tuple[tuple[Deck, ...], ...] = (
            _by_agent(decks, played)
            if isinstance(decks, Mapping)
            else (_pool(decks, played),) * played.players
        )
        number = {deck: k for k, deck in enumerate(self.decks)}
        if any(deck not in number for pool in pools for deck in pool):
            self.refuse_outside(deck for pool in pools for deck in pool)
        choices = (np.array([number[deck] for deck in pool], dtype=np.int32) for pool in pools)
        return replace(self, choices=tuple(choices), sampler=None)

    @property
    def rule_bits(self) -> int:
        """The ruleset switches of the engine."""
        return formats.get(self.format).rule_bits(self.rules)

    @property
    def detail_number(self) -> int:
        """The detail as a number for compiled code."""
        return DETAILS[self.detail]

    @property
    def mask_type(self) -> np.dtype[Any]:
        """The dtype of masks."""
        return np.dtype(self.masks)

    @property
    def kernel(self) -> Kernel:
        """The compiled code for its number of players."""
        return kernel_for(formats.get(self.format).players)

    @property
    def agents(self) -> tuple[str, ...]:
        """The players."""
        return self.kernel.agents

    def dealt(self, wanted: Any) -> Any:
        """The option `decks` of `reset`, which means the same in every env, as decks by agent or a
        function: a list has a deck for each player, by seat; anything alone is a pool for all."""
        if isinstance(wanted, str | Path | Deck):
            return dict.fromkeys(self.agents, wanted)
        if isinstance(wanted, Mapping) or callable(wanted):
            return wanted
        return dict(zip(self.agents, self.checked(*_each(wanted)), strict=True))

    def sample(self, rng: np.random.Generator, wanted: Any = None) -> tuple[Deck, ...]:
        """The decks of a game, one for each player: the env's own, or `wanted` (`dealt`)."""
        sampler = self.sampler
        if isinstance(wanted, str | Path | Deck):
            wanted = self.dealt(wanted)
        if isinstance(wanted, Mapping):
            pools = _by_agent(wanted, formats.get(self.format))
            return self.seated(tuple(pool[int(rng.integers(len(pool)))] for pool in pools))[0]
        if callable(wanted):
            sampler = wanted
        elif wanted is not None:
            return self.seated(_each(wanted))[0]
        if sampler is None:
            return tuple(self.decks[int(rng.choice(choices))] for choices in self.choices)
        drawn: Any = sampler(rng)
        if not isinstance(drawn, Sequence) or not all(isinstance(deck, Deck) for deck in drawn):
            raise TypeError(
                f"a sampler of decks must return {len(self.agents)} Decks, found {drawn!r:.80}"
            )
        return self.seated(drawn)[0]

    def seated(
        self, wanted: Sequence[Deck | str | Path]
    ) -> tuple[tuple[Deck, ...], NDArray[np.int32]]:
        """Decks, one for each player, checked for legality, and their `rows`. Checks are
        remembered."""
        key = tuple(map(id, wanted))
        known = self._seated.get(key)
        if known is not None:
            return known
        decks = self.checked(*wanted)
        found = decks, self.rows(decks)
        if all(map(operator.is_, decks, wanted)):  # `wanted` keeps the identities valid
            if len(self._seated) >= KNOWN:
                self._seated.clear()
            self._seated[key] = found
        return found

    def checked(self, *wanted: Deck | str | Path) -> tuple[Deck, ...]:
        """Decks, one for each player, after a check that they can be played here."""
        played = formats.get(self.format)
        found = tuple(
            played.as_played(d if isinstance(d, Deck) else deck_lists.load(d)) for d in wanted
        )
        if len(found) != played.players:
            wrong = played.check(found, self.rules) if self.legal else ()
            reasons = [str(one) for one in wrong] or [
                f"{counted(len(found), 'deck')}; a game of {played.title} needs {played.players}"
            ]
            raise ValueError(listed(reasons))
        _check(found, played, self.rules, self.legal)
        self.refuse_outside(found)
        for deck in found:
            if strange := list(map(str, self.book.unknown(deck.every_card))):
                raise IllegalDeckError(
                    f"{deck.name}: cards unknown to this env: {listed(strange)}; pass "
                    "them at creation, cards=..."
                )
            refuse_unsupported(self.book, deck.every_card)
        return found

    def refuse_outside(self, decks: Iterable[Deck]) -> None:
        """Raise `ValueError` for other decks than its own, if it is a split of the benchmark."""
        if self.bench and any(deck not in self.decks for deck in decks):
            raise ValueError(
                f"bench={self.bench!r} has its own decks, {len(self.decks):,} of them, and no other"
                f" may be trained on; its pool is {BENCH}:{self.bench}"
            )

    def rows(self, pair: Sequence[Deck]) -> NDArray[np.int32]:
        """Decks as rows for compiled code: the Hero or -1, the number of cards, and the cards."""
        rows = np.full((len(pair), 2 + DECK_MAX), -1, dtype=np.int32)
        index = self.book.index
        for row, deck in zip(rows, pair, strict=True):
            if deck.hero is not None:
                row[0] = index[deck.hero.reference]
            row[1] = len(deck.cards)
            row[2 : 2 + len(deck.cards)] = [index[card.reference] for card in deck.cards]
        return rows

    def choice_rows(self) -> NDArray[np.int32]:
        """For each player, the number of decks to draw from and their numbers."""
        most = max(len(choices) for choices in self.choices)
        rows = np.zeros((len(self.choices), 1 + most), dtype=np.int32)
        for row, choices in zip(rows, self.choices, strict=True):
            row[0] = len(choices)
            row[1 : 1 + len(choices)] = choices
        return rows

    def __deepcopy__(self, memo: dict[int, Any]) -> Setup:
        return self  # it is immutable

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.decks, self.choices, self.sampler, self.rules, self.format, self.day_limit)
        return (
            _again,
            (*parts, self.detail, self.legal, self.more, self.illegal, self.masks, self.bench),
        )


def _again(*parts: Any) -> Setup:
    """A setup from these parts, in the order of its fields after the book."""
    return Setup(book_of(trainable_cards()) if parts[-1] else pool_book(parts[8]), *parts)


def _split_of(bench: Any) -> str:
    """The split of the option `bench`; empty for none."""
    if bench is None:
        return ""
    splits = [name for name in known_pools() if TRAIN in name]
    if isinstance(bench, str) and bench in ("", *splits):
        return bench
    hint = did_you_mean(bench, splits) or f", there are {', '.join(splits)}"
    raise LookupError(f"bench must be a split to train on, found {bench!r:.40}{hint}")


def _bench_decks(bench: str, decks: Decks, cards: Iterable[Card], format: str) -> str:
    """The pool of a training split of the benchmark. Raises `ValueError` for other decks or cards
    beside it."""
    own = f"{BENCH}:{bench}"
    if decks not in (USUAL, own) or tuple(cards) or format != "standard":
        raise ValueError(f"bench={bench!r} has its own decks and cards, of the standard format")
    return own


def seat_of(agent: str | int, players: int = 2) -> int:
    """The number of an agent.

    >>> seat_of("player_1"), seat_of(0), seat_of("player_3", players=4)
    (1, 0, 3)
    """
    agents = AGENTS[:players]
    if isinstance(agent, str) and agent in agents:
        return agents.index(agent)
    whole_number = isinstance(agent, int | np.integer) and not isinstance(agent, bool)
    if whole_number and 0 <= int(agent) < players:
        return int(agent)
    raise ValueError(f"no agent is called {agent!r:.40}; expected one of {', '.join(agents)}")


def of_agent(parts: Mapping[str, Part], agent: Any) -> Part:
    """The part of this agent.

    >>> of_agent({"player_0": 3, "player_1": 4}, "player_1")
    4
    """
    if isinstance(agent, str) and agent in parts:
        return parts[agent]
    raise ValueError(f"no agent is called {agent!r:.40}; expected one of {', '.join(parts)}")


def _each(wanted: Any) -> tuple[Any, ...]:
    if isinstance(wanted, str | Path | Deck) or not isinstance(wanted, Sequence):
        raise TypeError(
            "decks of a game must be one per player, a mapping from agents to decks, or a "
            f"function that draws them; found {wanted!r:.60}"
        )
    for one in wanted:
        if not isinstance(one, str | Path | Deck):
            raise TypeError(f"a deck is a Deck, a name or a path, found {one!r:.60}")
    return tuple(wanted)


def _pool(wanted: Any, played: Format) -> tuple[Deck, ...]:
    if isinstance(wanted, Deck):
        return (played.as_played(wanted),)
    if isinstance(wanted, str):
        return played.pool(wanted)
    if isinstance(wanted, Path):
        found = deck_lists.pool(str(wanted)) if wanted.is_dir() else (deck_lists.load(wanted),)
        return tuple(map(played.as_played, found))
    if isinstance(wanted, Sequence) and wanted:
        return tuple(deck for one in wanted for deck in _pool(one, played))
    raise TypeError(
        "decks must be a pool's name, a Deck, a path, several of these, a mapping from agents to "
        f"these, or a function that draws Decks; found {wanted!r:.80}"
    )


def _by_agent(wanted: Mapping[str, Any], played: Format) -> tuple[tuple[Deck, ...], ...]:
    agents = AGENTS[: played.players]
    strange = [str(agent) for agent in wanted if agent not in agents]
    if strange or len(wanted) != len(agents):
        hint = did_you_mean(strange[0], agents) if strange else None
        found = f"found {', '.join(map(str, wanted)) or 'none'}"
        raise ValueError(f"expected decks for each of {', '.join(agents)}: {found}{hint or ''}")
    return tuple(_pool(wanted[agent], played) for agent in agents)


def _check(found: Sequence[Deck], played: Format, rules: str, legal: bool) -> None:
    """Raise `IllegalDeckError` for illegal decks, with every problem of each."""
    wrong = []
    for deck in dict.fromkeys(found):
        reasons = [str(one) for one in played.of_deck(deck, rules)] if legal else []
        if reasons:
            wrong.append(f"{deck.name} is not legal in {played.name}: {listed(reasons)}")
        if len(deck.cards) > DECK_MAX:
            wrong.append(
                f"{deck.name}: {len(deck.cards)} cards, the engine supports at most {DECK_MAX}"
            )
    if wrong:
        raise IllegalDeckError(f"{'; '.join(wrong)}{'; or pass legal=False' if legal else ''}")


def whole(number: Any, what: str, least: int = 1, most: int | None = None) -> int:
    """Check that this is a whole number of at least `least` and at most `most`.

    >>> whole(3, "the number of games")
    3
    """
    try:
        found = None if isinstance(number, bool) else operator.index(number)
    except TypeError:
        found = None
    if found is None or found < least:
        raise ValueError(f"{what}: expected a whole number from {least} on, found {number!r:.40}")
    if most is not None and found > most:
        raise ValueError(f"{what}: expected at most {most:,}, found {found!r:.40}")
    return found


def number_of_game(i: Any, n: int) -> int:
    """Check that this is the number of a game of a batch of `n`.

    >>> number_of_game(np.int64(1), 2)
    1
    """
    if isinstance(i, int | np.integer) and not isinstance(i, bool) and 0 <= int(i) < n:
        return int(i)
    raise IndexError(f"there is no game {i!r:.40}; the batch has {n}, from 0 on")


def needs_ended(games: Any, i: Any) -> None:
    """Raise `ValueError` if no game has ended in slot `i`, which has finished so many.

    >>> needs_ended(0, 3)
    Traceback (most recent call last):
        ...
    ValueError: game 3: no game of it has ended yet
    """
    if not games:
        raise ValueError(f"game {i}: no game of it has ended yet")


def chance_of(seed: Any) -> np.random.Generator:
    """A random generator from a seed, a whole number."""
    return np.random.default_rng(whole(seed, "seed", 0))
