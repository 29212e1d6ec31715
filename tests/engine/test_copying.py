"""Copies for looking ahead: no rule reads the room that they leave as it was."""

from __future__ import annotations

import random

import numpy as np
import pytest

from altered_env.engine.compiled import IS_COMPILED
from altered_env.engine.copying import ROWS
from altered_env.engine.layout import M
from altered_env.game import Game
from altered_env.game.kernels import games_for, kernel_of
from tests.engine.test_symmetry import BOTH, FORMS, start

AHEAD = 25


def copied(games, onto):
    """What is in use of a game, over one full of other bytes."""
    kernel_of(games).table.clone(games, 0, onto, 0)
    return onto


def in_use(games) -> bytes:
    """What is in use; zeros elsewhere, as in frames above the highest and captures of no emblem."""
    found = copied(games, games_for(int(games["players"][0])))
    depth, emblems = int(found["depth"][0]), int(found["emblems"][0])
    found["frame"][0, depth:] = 0
    found["set"][0, depth:] = 0
    captures = set(found["emblem"][0, :emblems, M.KEPT].tolist())
    for k in range(found["kept_set"].shape[1]):
        if k + 1 not in captures:
            found["kept_set"][0, k] = 0
    return found.tobytes()


def junk(game: Game, chance: np.random.Generator):
    found = games_for(game.players)
    found.view(np.uint8)[:] = chance.integers(1, 256, found.nbytes, dtype=np.uint8)
    return found


@pytest.mark.skipif(not IS_COMPILED, reason="plain Python copies whole records")
@FORMS
@BOTH
def test_games_go_on_the_same_in_a_copy_over_junk(form, rules, pytestconfig):
    games = 60 if pytestconfig.getoption("--symmetry") == "all" else 4
    for seed in range(games):
        game = start(form, rules, seed)
        chance = random.Random(seed)
        noise = np.random.default_rng(seed)
        while not game.over:
            if chance.random() < 0.25:
                whole = game.clone()
                other = Game(copied(game.games, junk(game, noise)), game.book, game.story)
                assert in_use(other.games) == in_use(whole.games)
                for _ in range(AHEAD):
                    if whole.over:
                        break
                    assert other.legal_actions() == whole.legal_actions()
                    action = chance.choice(whole.legal_actions())
                    whole.act(action)
                    other.act(action)
                    assert in_use(other.games) == in_use(whole.games)
            game.act(chance.choice(game.legal_actions()))


@pytest.mark.skipif(not IS_COMPILED, reason="plain Python copies whole records")
def test_a_copy_leaves_out_most_of_a_record():
    game = start("standard", "5.0", 1)
    chance = random.Random(2)
    sizes = []
    while not game.over:
        two = [games_for(2), games_for(2)]
        two[1].view(np.uint8)[:] = 255
        one, other = (np.frombuffer(copied(game.games, to).tobytes(), np.uint8) for to in two)
        sizes.append(np.mean(one == other))
        game.act(chance.choice(game.legal_actions()))
    assert np.mean(sizes) < 0.45


def test_counted_fields_have_rows():
    assert all(games_for(2).dtype[name].shape for name in ROWS)
