"""Agents play from either seat alike."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest

from altered_env import Game, decks
from altered_env.agents import make
from altered_env.arena.match import Match, play
from altered_env.engine.compiled import IS_COMPILED
from altered_env.engine.terms import C
from altered_env.game.engine_api import resample_game
from altered_env.game.seat import Seat
from tests.turning import turned, turned_action

compiled = pytest.mark.skipif(not IS_COMPILED, reason="it plays whole games")


def positions(seed: int, count: int):
    """Positions of random games between starters in which every card is known to everyone."""
    chance = Random(seed)
    for _ in range(count):
        one, two = chance.choice(decks.names()), chance.choice(decks.names())
        game = Game.start(one, two, seed=chance.getrandbits(40))
        while not game.over:
            if len(game.legal_actions()) > 1:
                games = game.games[:1].view(np.uint8).copy().view(game.games.dtype)
                games[0]["obj"][:, C.KNOWN] = 3
                yield game, games
            game.act(chance.choice(game.legal_actions()))


def answer(agent, seat, games):
    """The agent's answer to the open decision of this game, which it looks at as it is; and its
    random numbers after that."""
    _, book = agent.records(seat)
    thought, first, found = agent._thought, np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    words = np.array([[1, 2, 3, 4]], dtype=np.int64)
    thought.entry.answer_at(
        thought.kernel.engine(), games, first, book, agent._bots.rows, agent._bots.weights,
        agent.buffers, first, thought.games, thought.cursor, thought.values, words, thought.rng,
        found,
    )  # fmt: skip
    return int(found[0]), words[0].tolist()


def dealt(games, book, worlds):
    """The same random numbers after nothing but the determinizations."""
    words = np.array([1, 2, 3, 4], dtype=np.int64)
    for _ in range(worlds):
        copy = games.view(np.uint8).copy().view(games.dtype)
        resample_game(copy, 0, book, int(games[0]["decider"]), words)
    return words.tolist()


@pytest.mark.parametrize(
    ("spec", "worlds"), [("greedy:order=own", 1), ("rules:order=own,worlds=2", 2)]
)
def test_an_answer_is_turned_with_the_table(spec, worlds):
    """Where no answer was left to chance, which is drawn by number and so may differ."""
    agent = make(spec)
    compared = 0
    for game, games in islice(positions(seed=5, count=3), 6, None, 1 if IS_COMPILED else 7):
        seat = Seat(game, int(games[0]["decider"]))
        mine, words = answer(agent, seat, games)
        if words != dealt(games, agent.records(seat)[1], worlds):
            continue
        other, _ = answer(agent, seat, turned(games))
        assert other == turned_action(games, mine), f"{game.question}: {game.label(mine)}"
        compared += 1
    assert compared > (100 if IS_COMPILED else 10)


def share_of_a(agent: str, deck: str, games: int) -> float:
    """The share of its games against itself with the same deck that A wins."""
    pair = (decks.starter(deck), decks.starter(deck))
    played = play([Match(pair, (agent, agent), n, n) for n in range(games)])
    return sum(one.score(0) for one in played) / games


@compiled
def test_a_look_ahead_is_as_strong_in_either_seat():
    """The starter of Axiom creates tokens in a target Expedition. With few answers to try, B came
    to those of A alone, and saw no use in such cards."""
    assert 0.4 < share_of_a("greedy:order=own,budget=8", "axiom", 300) < 0.6


@compiled
def test_the_order_of_numbers_favours_a():
    """The order of agents that never change."""
    assert share_of_a("greedy:budget=8,order=number", "axiom", 300) > 0.7


@pytest.mark.parametrize("agent", ["greedy", "rules", "ismcts"])
def test_an_unknown_order_is_refused(agent):
    with pytest.raises(ValueError, match=f"^{agent}: order must be own or number, found 'mine'$"):
        make(f"{agent}:order=mine")
