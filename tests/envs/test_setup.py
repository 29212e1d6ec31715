"""The setup is validated once, on construction."""

from __future__ import annotations

import pytest

from altered_env import altered_v0, decks
from altered_env.envs import setup as setups
from altered_env.game.errors import IllegalDeckError


@pytest.fixture
def checks(monkeypatch):
    """The decks that are looked at, one entry for each time."""
    seen = []
    check = setups._check

    def counted(found, *more):
        seen.append(found)
        check(found, *more)

    monkeypatch.setattr(setups, "_check", counted)
    return seen


def test_decks_that_were_checked_are_known(checks):
    env = altered_v0.env(decks="axiom")
    for seed in range(20):
        env.reset(seed=seed)
    assert len(checks) <= 2  # as the env is made, and as they sit down first


def test_other_decks_are_checked_though_they_are_called_the_same(checks):
    env = altered_v0.env(decks="axiom")
    env.reset(seed=1)
    known = len(checks)
    for number in range(3):
        made = decks.random(number)
        env.reset(seed=1, options={"decks": (made, made)})
    assert len(checks) == known + 3


def test_a_sampler_that_gives_an_illegal_deck_is_told_so_each_time():
    good = decks.starter("axiom")
    bad = decks.Deck("short", good.hero, good.cards[:5])
    env = altered_v0.env(decks=lambda rng: (good, bad))
    for _ in range(2):
        with pytest.raises(IllegalDeckError, match="short"):
            env.reset(seed=1)
