"""Masking cost: the win rate that an agent loses if it may not play one type of card.

Each deal is two games with the same lists, seeds and agents: one as usual, one in which the agent
with the bench's list may not play Spells, or Permanents, from hand or Reserve. Until the mask first
matters the two games are the same. The agent is not told, so its choices of Mana are as usual; the
cost shows what its use of these cards is worth to it. The opponent is the same agent with a starter
deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from altered_env import decks
from altered_env.agents import make
from altered_env.agents.bots import Bots, CompiledAgent, refuse_stepwise
from altered_env.agents.thoughts import Thought
from altered_env.arena.match import Match, layouts_of
from altered_env.arena.paired import Difference, difference
from altered_env.arena.workers import Workers
from altered_env.decks import Deck
from altered_env.engine.layout import OBJECTS, new_games
from altered_env.engine.terms import CODE, DECIDE, ERROR, C
from altered_env.game.books import pool_book
from altered_env.game.engine_api import answer, begin, quick_actions_of
from altered_env.thinking.matches import GAME

RULES: Final = "2024.09"
LEAST: Final = {"spell": 15, "permanent": 10}
"""The number of such cards in the lists that a mask is tried on."""
TASK: Final = 16
"""Deals of a task."""
ENDLESS: Final = 20_000
"""Decisions after which a game ends without a winner."""


def lists_with(kind: str) -> tuple[Deck, ...]:
    """The bench's lists that are built on this type of card.

    >>> len(lists_with("spell")) >= 8
    True
    """
    return tuple(
        deck
        for deck in decks.pool("constructed:bench")
        if sum(card.type.endswith(kind) for card in deck.cards) >= LEAST[kind]
    )


def cards_of(kind: str) -> frozenset[str]:
    """The references of all cards of this type."""
    return frozenset(card.reference for card in pool_book().cards if card.type.endswith(kind))


def deals(agent: str, kind: str, count: int, seed: int) -> list[Match]:
    """The games of these deals; the list is that of player 0, and of player 1 in every other."""
    lists, starters = lists_with(kind), decks.pool("starters")
    found = []
    for number in range(count):
        chance = Random(f"masking {seed}/{kind}/{number}")
        pair = lists[number // 2 % len(lists)], chance.choice(starters)
        found.append(
            Match(
                pair if number % 2 == 0 else pair[::-1],
                (agent, agent),
                chance.getrandbits(48),
                chance.getrandbits(48),
            )
        )
    return found


def masking_cost(agent: str, kind: str, count: int, seed: int, workers: Workers) -> Difference:
    """The win rate lost by the mask, over this many deals. Raises `ValueError` for an agent that
    is not compiled."""
    refuse_stepwise([agent])
    every = deals(agent, kind, count, seed)
    tasks = [(every[k : k + TASK], k, kind) for k in range(0, len(every), TASK)]
    found = [one for some in workers.in_order(_lost, tasks) for one in some]
    return difference(found)


def _lost(some: Sequence[Match], first: int, kind: str) -> list[float]:
    """What the mask cost in each of these deals: 1 where it turned a win into a loss."""
    seats = [(first + k) % 2 for k in range(len(some))]
    usual = play_masked(some, seats, frozenset())
    masked = play_masked(some, seats, cards_of(kind))
    return [
        a.item() - b.item()
        for a, b in zip(_score(usual, seats), _score(masked, seats), strict=True)
    ]


def _score(winners: NDArray[np.int64], seats: Sequence[int]) -> NDArray[np.float64]:
    return np.where(winners < 0, 0.5, (winners == np.array(seats)).astype(float))


def play_masked(
    some: Sequence[Match], seats: Sequence[int], refused: frozenset[str]
) -> NDArray[np.int64]:
    """Play matches of the same agents side by side; return the winners, -1 for none. The player of
    each game in `seats` may not play the cards with these references."""
    book = pool_book()
    bots = Bots([a for a in map(make, some[0].agents) if isinstance(a, CompiledAgent)], book)
    layouts, table = layouts_of(some, RULES, book)
    games = new_games(len(some))
    rngs = np.zeros((len(some), 4), dtype=np.int64)
    for k, row in enumerate(table):
        games[k] = layouts[row[GAME.LAYOUT]]
        games[k]["rules"] = row[GAME.RULES]
        games[k]["rng"][:] = row[GAME.SEED : GAME.SEED + 4]
        rngs[k] = row[GAME.CHANCE : GAME.CHANCE + 4]
        begin(games, k, book.record)
    masked = np.array([card.reference in refused for card in book.cards])
    _play_on(games, book.record, bots, rngs, np.array(seats), masked)
    ended = (games["decision"] == DECIDE.NONE) & (games["error"] == ERROR.NONE)
    winners: NDArray[np.int64] = np.where(ended, games["winner"], -1).astype(np.int64)
    return winners


def _play_on(
    games: NDArray[np.void],
    record: NDArray[np.void],
    bots: Bots,
    rngs: NDArray[np.int64],
    seats: NDArray[np.int64],
    masked: NDArray[np.bool_],
) -> None:
    """Play games to their end, a decision of each at a time; agent k is player k."""
    thought, buffers = Thought(), bots.buffers()
    for _ in range(ENDLESS):
        of = np.flatnonzero((games["decision"] != DECIDE.NONE) & (games["error"] == ERROR.NONE))
        if not len(of):
            return
        who = games["decider"][of].astype(np.int64)
        for i in of[(who == seats[of]) & np.isin(games["decision"][of], (DECIDE.TURN, DECIDE.USE))]:
            withhold(games, int(i), record, masked)
        found = np.zeros(len(of), dtype=np.int64)
        thought.entry.answer_at(
            thought.kernel.engine(), games, of, record, bots.rows, bots.weights, buffers, who,
            thought.games, thought.cursor, thought.values, rngs, thought.rng, found,
        )  # fmt: skip
        for i, action in zip(of.tolist(), found.tolist(), strict=True):
            answer(games, i, record, action)


def withhold(
    games: NDArray[np.void], i: int, record: NDArray[np.void], masked: NDArray[np.bool_]
) -> None:
    """Take the plays of masked cards from the options of a turn, or of the use of an object; a
    quick action of such a card stays."""
    game = games[i]
    offered = int(game["offered"])
    options = game["options"][:offered].tolist()
    if game["decision"] == DECIDE.USE:
        plays = masked[game["obj"][int(game["subject"]), C.CARD]]
        kept = [a for a in options if not (plays and a == OBJECTS + CODE.MODE)]
    else:
        kept = [a for a in options if not _only_played(games, i, record, masked, a)]
    if len(kept) == offered or not kept:
        return
    game["mask"][options] = 0
    game["mask"][kept] = 1
    game["options"][:offered] = 0
    game["options"][: len(kept)] = kept
    game["offered"] = len(kept)


def _only_played(
    games: NDArray[np.void],
    i: int,
    record: NDArray[np.void],
    masked: NDArray[np.bool_],
    action: int,
) -> bool:
    """Is this an object with a masked card that could be played, and not used otherwise?"""
    game: Any = games[i]
    if action >= OBJECTS or not masked[game["obj"][action, C.CARD]]:
        return False
    scratch = games[i : i + 1].view(np.uint8).copy().view(games.dtype)
    return quick_actions_of(scratch, 0, record, int(game["decider"]), action) == 1
