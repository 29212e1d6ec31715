"""Playing many games: whole games in compiled code if both players are compiled.

A match has everything that determines a game: the decks, the agents, the seed of the table and the
seeds of the players. Two matches that differ in a single card are the same game until that card
matters.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from altered_env import Game
from altered_env._runtime import progress_counter
from altered_env.agents import make
from altered_env.agents.bots import Bots, CompiledAgent, is_compiled, refuse_stepwise
from altered_env.agents.closed_lists import is_closed
from altered_env.agents.hosting import Host
from altered_env.decks import Deck
from altered_env.engine.chance import seed_words
from altered_env.engine.handle import engine
from altered_env.engine.layout import ACTIONS, DECK_MAX, new_games
from altered_env.engine.terms import RULE
from altered_env.game.books import book_for, pool_book, refuse_unsupported
from altered_env.game.compiling import announced
from altered_env.game.errors import EngineError, limit
from altered_env.game.table_setup import lay_out
from altered_env.language.book import Book
from altered_env.language.words import rule_bits
from altered_env.thinking.entry import PLACES, play_games
from altered_env.thinking.matches import GAME
from altered_env.thinking.tracking import COPY, NOTES

ENDLESS = 20_000
"""Decisions after which a game ends without a winner."""
FEW = 8
"""Matches in the first call of compiled code, before progress is reported."""
SHORT = 0.25
"""Seconds of a call below which the next one plays twice as many."""
UNTRACKED = np.zeros((0, 0, COPY.COLUMNS), dtype=np.int64)
"""Card copies are not tracked."""
UNHEARD = np.zeros((0, 0), dtype=np.int64)
"""Answers are not recorded."""


@dataclass(frozen=True, slots=True)
class Match:
    """A game to play. Player 0 is A."""

    decks: tuple[Deck, Deck]
    agents: tuple[str, str]
    seed: int
    """The seed of the table: first player, Adventure, deck order, dice."""
    chance: int
    """The seeds of the players."""
    in_order: bool = False
    """Are the decks in listed order, the first card on top, instead of shuffled? Their owners do
    not know that."""


def both_ways(
    decks: Sequence[Deck],
    other: Deck,
    agent: str,
    seed: int,
    chance: int,
    in_order: bool = False,
    pilot: str = "",
) -> list[Match]:
    """The games of each of these decks against another, as A and then as B, by one agent: they
    differ in nothing else. The other deck may have a `pilot` of its own."""
    pilot = pilot or agent
    return [
        *(Match((deck, other), (agent, pilot), seed, chance, in_order) for deck in decks),
        *(Match((other, deck), (pilot, agent), seed, chance, in_order) for deck in decks),
    ]


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a match."""

    winner: int
    """0, 1, or -1 for none."""
    first: int
    """The first player on day one."""
    days: int
    decisions: int

    def score(self, player: int) -> float:
        """1 for a win of this player, 0 for a loss, half for neither.

        >>> Played(1, 0, 9, 240).score(1)
        1.0
        """
        return 0.5 if self.winner < 0 else float(self.winner == player)


def play(
    matches: Sequence[Match], rules: str = "2024.09", book: Book | None = None
) -> list[Played]:
    """Play the matches; return the results in the same order.

    The same matches give the same results in any order and number. `book` must contain all cards;
    by default it is that of all the decks.

    Raises `EngineError` and `UnsupportedCardError`.

    >>> from altered_env import decks
    >>> pair = (decks.starter("axiom"), decks.starter("bravos"))
    >>> (played,) = play([Match(pair, ("random", "random"), seed=1, chance=2)])
    >>> played.winner in (0, 1)
    True
    """
    every = list(dict.fromkeys(c for m in matches for deck in m.decks for c in deck.every_card))
    if book is None:
        told = not any(is_closed(name) for match in matches for name in match.agents)
        book = book_for(every) if told else pool_book(every)
    refuse_unsupported(book, every)
    found: list[Played | None] = [None] * len(matches)
    by_agents: dict[tuple[str, str], list[int]] = {}
    for k, match in enumerate(matches):
        by_agents.setdefault(match.agents, []).append(k)
    for agents, numbers in by_agents.items():
        mine = [matches[k] for k in numbers]
        if all(is_compiled(agent) for agent in agents):
            results = _play_compiled(mine, agents, rules, book)
        else:
            results = [_play_stepwise(match, rules, book) for match in mine]
        for k, result in zip(numbers, results, strict=True):
            found[k] = result
    return [played for played in found if played is not None]


def layouts_of(
    matches: Sequence[Match], rules: str, book: Book
) -> tuple[NDArray[np.void], NDArray[np.int64]]:
    """Prepared tables, one for each pair of decks, and for each match the index of its table."""
    pairs = list(dict.fromkeys((match.decks, match.in_order) for match in matches))
    row_of = {pair: row for row, pair in enumerate(pairs)}
    mask = rule_bits(rules)
    layouts = new_games(len(pairs))
    for row, (pair, in_order) in enumerate(pairs):
        # shuffled as usual; the last card is on top
        laid = [replace(deck, cards=deck.cards[::-1]) for deck in pair] if in_order else pair
        lay_out(layouts, row, book, laid, 0, mask)
    table = np.zeros((len(matches), GAME.COUNT), dtype=np.int64)
    for k, match in enumerate(matches):
        table[k, GAME.LAYOUT] = row_of[match.decks, match.in_order]
        table[k, GAME.RULES] = mask | (RULE.DECKS_IN_ORDER if match.in_order else 0)
        table[k, GAME.SEED : GAME.SEED + 4] = seed_words(match.seed)
        table[k, GAME.CHANCE : GAME.CHANCE + 4] = seed_words(match.chance)
    return layouts, table


def play_tracked(
    matches: Sequence[Match], rules: str = "2024.09", book: Book | None = None
) -> tuple[list[Played], NDArray[np.int64]]:
    """Play matches between the same two compiled agents; return the results, and a row for each
    card copy of each match with the columns `COPY` of `altered_env/thinking/tracking.py`.

    >>> from altered_env import decks
    >>> pair = (decks.starter("axiom"), decks.starter("bravos"))
    >>> played, copies = play_tracked([Match(pair, ("random", "random"), seed=1, chance=2)])
    >>> int(copies[0, :, COPY.OPENING].sum())
    12
    """
    if book is None:
        book = book_for(c for m in matches for deck in m.decks for c in deck.every_card)
    copies = np.zeros((len(matches), 2 * DECK_MAX, COPY.COLUMNS), dtype=np.int64)
    played = _play_compiled(matches, matches[0].agents, rules, book, copies)
    return played, copies


def recorded(match: Match, rules: str = "2024.09") -> Game:
    """Play a match between compiled agents again; return the finished game, which has a replay.

    Raises `ValueError` for agents that are not compiled.

    >>> from altered_env import decks
    >>> pair = (decks.starter("axiom"), decks.starter("bravos"))
    >>> match = Match(pair, ("random", "random"), seed=1, chance=2)
    >>> recorded(match).winner == play([match])[0].winner
    True
    """
    refuse_stepwise(match.agents)
    if match.in_order:
        raise ValueError("a game with decks in a given order has no replay")
    every = [card for deck in match.decks for card in deck.every_card]
    book = pool_book(every) if any(map(is_closed, match.agents)) else book_for(every)
    ((_, actions),) = play_recorded([match], rules, book)
    game = Game.start(*match.decks, seed=match.seed, rules=rules, legal=False, book=book)
    for action in actions.tolist():
        game.act(action)
    return game


def play_recorded(
    matches: Sequence[Match], rules: str = "2024.09", book: Book | None = None
) -> list[tuple[Played, NDArray[np.int16]]]:
    """Play matches between compiled agents; return the results, each with its actions, as
    `Game.act` takes them.

    >>> from altered_env import decks
    >>> pair = (decks.starter("axiom"), decks.starter("bravos"))
    >>> ((played, actions),) = play_recorded([Match(pair, ("random", "random"), seed=1, chance=2)])
    >>> len(actions) == played.decisions
    True
    """
    if book is None:
        book = book_for(
            card for match in matches for deck in match.decks for card in deck.every_card
        )
    found: dict[int, tuple[Played, NDArray[np.int16]]] = {}
    by_agents: dict[tuple[str, str], list[int]] = {}
    for k, match in enumerate(matches):
        by_agents.setdefault(match.agents, []).append(k)
    for agents, numbers in by_agents.items():
        answers = np.zeros((len(numbers), ENDLESS), dtype=np.int64)
        mine = [matches[k] for k in numbers]
        played = _play_compiled(mine, agents, rules, book, answers=answers)
        for k, result, row in zip(numbers, played, answers, strict=True):
            found[k] = result, row[: result.decisions].astype(np.int16)
    return [found[k] for k in range(len(matches))]


def _play_compiled(
    matches: Sequence[Match],
    agents: tuple[str, str],
    rules: str,
    book: Book,
    copies: NDArray[np.int64] = UNTRACKED,
    answers: NDArray[np.int64] = UNHEARD,
) -> list[Played]:
    """Play matches in compiled code, a few at first and then half a second's worth per call, so
    that progress can be reported."""
    bots = Bots([made for made in map(make, agents) if isinstance(made, CompiledAgent)], book)
    found: list[Played] = []
    many = FEW
    while len(found) < len(matches):
        here = slice(len(found), len(found) + many)
        begun = time.monotonic()
        found += _play_some(matches[here], bots, rules, book, copies[here], answers[here])
        progress_counter.ended(len(matches[here]))
        if time.monotonic() - begun < SHORT:
            many *= 2
    return found


def _play_some(
    matches: Sequence[Match],
    bots: Bots,
    rules: str,
    book: Book,
    copies: NDArray[np.int64],
    answers: NDArray[np.int64],
) -> list[Played]:
    with announced():
        layouts, table = layouts_of(matches, rules, book)
        play_games(
            engine(),
            new_games(PLACES),
            book.record,
            layouts,
            table,
            bots.rows,
            bots.weights,
            bots.buffers(),
            np.zeros(64, dtype=np.int64),
            np.zeros(ACTIONS),
            np.zeros(4, dtype=np.int64),
            copies,
            np.zeros(NOTES, dtype=np.int64),
            answers,
        )
    for k in np.flatnonzero(table[:, GAME.ERROR]):
        where = f"in the game of seed {matches[int(k)].seed}"
        raise EngineError(int(table[k, GAME.ERROR]), 0, where)
    for match, passed in zip(matches, table[:, GAME.OVERFULL].tolist(), strict=True):
        if passed:
            tell_overfull(limit(passed), match.seed, match.decks)
    return [
        Played(row[GAME.WINNER], row[GAME.FIRST], row[GAME.DAYS], row[GAME.DECISIONS])
        for row in table.tolist()
    ]


def _play_stepwise(match: Match, rules: str, book: Book) -> Played:
    """Play a match decision by decision, for agents that are not compiled.

    Raises `ValueError` for decks in listed order.
    """
    if match.in_order:
        raise ValueError("only compiled agents play with decks in a given order")
    agents = [make(name, seed=match.chance + k) for k, name in enumerate(match.agents)]
    game = Game.start(*match.decks, seed=match.seed, rules=rules, legal=False, book=book)
    first = int(game.record["first_player"])
    with Host(game, agents) as host:
        while sum(host.decisions) < ENDLESS and host.step():
            pass
    if game.overfull:
        tell_overfull(game.overfull, match.seed, match.decks)
    if host.forfeit is not None:
        print(f"The game of seed {match.seed} was forfeited: {host.forfeit}", file=sys.stderr)
    progress_counter.ended(1)
    winner = next(iter(host.winners), -1)
    return Played(winner, first, game.day, sum(host.decisions))


def tell_overfull(what: str, seed: int, decks: Sequence[Deck]) -> None:
    """Report a game that exceeded a capacity of the engine, and so has no winner."""
    print(
        f"The game of seed {seed} with {' and '.join(d.name for d in decks)} has no winner:"
        f" it exceeded a capacity ({what}).",
        file=sys.stderr,
    )
