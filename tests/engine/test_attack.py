"""Random play over random legal decks: every offered action is taken, every other is refused and
changes nothing, and the invariants hold after each step."""

from __future__ import annotations

import random

import numpy as np
import pytest

from altered_env import Game, decks
from altered_env.cards import catalogue
from altered_env.decks import playable, pool, random_deck
from altered_env.engine.chance import seed_words
from altered_env.engine.layout import ACTIONS, new_games
from altered_env.game.books import book_of
from altered_env.game.engine_api import answer, random_steps
from altered_env.game.invariants import owned_cards, violations
from altered_env.game.states import duplicate, state_of

EVERY = [card for card in catalogue() if not card.token]
BOOK = book_of(EVERY)
POOL = playable(EVERY, BOOK.unsupported)


def game_of(seed: int) -> Game:
    """A game between random legal decks."""
    pick = random.Random(seed)
    rules = ("2024.09", "5.0")[seed % 2]
    pair = random_deck(pick, POOL, pool("starters")), random_deck(pick, POOL, pool("starters"))
    assert decks.standard(pair, rules) == []
    return Game.start(*pair, seed=seed, rules=rules, book=BOOK)


def test_the_whole_pool_compiles() -> None:
    assert BOOK.unsupported == {}


@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_is_taken_and_nothing_else_is(seed: int) -> None:
    game = game_of(seed)
    pick = random.Random(seed)
    while not game.over:
        before = state_of(game.games)
        legal = game.legal_actions()
        assert legal
        assert legal == [int(a) for a in np.flatnonzero(game.mask())]
        for action in (*range(ACTIONS), -1, ACTIONS, 1 << 40):
            if action not in legal:
                assert not answer(game.games, 0, BOOK.record, min(action, 1 << 31))
        assert state_of(game.games) == before
        for action in pick.sample(legal, min(6, len(legal))):
            world = duplicate(game.games)
            assert answer(world, 0, BOOK.record, action)
            assert not world["error"][0]
            assert state_of(world) != before
        game.act(pick.choice(legal))


@pytest.mark.parametrize("seed", range(100, 130))
def test_invariants_hold_after_every_step(seed: int) -> None:
    game = game_of(seed)
    owned = owned_cards(game)
    rng = np.array(seed_words(seed))
    while not game.over:
        assert violations(game, owned) == []
        assert random_steps(game.games, 0, BOOK.record, rng, 1) == 1
        assert not game.record.error
    assert violations(game, owned) == []


def test_a_clone_goes_its_own_way() -> None:
    """Nothing outside the record decides: a clone given the same actions ends in the same bytes."""
    game = game_of(7)
    rng = np.array(seed_words(7))
    random_steps(game.games, 0, BOOK.record, rng, 30)
    other = new_games(1)
    other[:] = game.games
    again = rng.copy()
    random_steps(game.games, 0, BOOK.record, rng, 5000)
    random_steps(other, 0, BOOK.record, again, 5000)
    assert game.games.tobytes() == other.tobytes()
