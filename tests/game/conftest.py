"""Randomly played games for tests."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from altered_env import Game


@pytest.fixture
def played() -> Callable[..., Game]:
    """Makes games that two random players have played for some decisions."""

    def make(
        seed: int = 1,
        decisions: int = 10**6,
        decks: tuple[str, str] = ("axiom", "muna"),
        rules: str = "2024.09",
    ) -> Game:
        game = Game.start(*decks, seed=seed, rules=rules)
        chance = random.Random(seed)
        for _ in range(decisions):
            if game.over:
                break
            game.act(chance.choice(game.legal_actions()))
        return game

    return make
