"""Player inputs contain no hidden information, byte for byte.

At every step of random games a determinization is made, with different own Deck order, other hands,
face-down Tumult cards, others' Mana Orbs and dice. The player's inputs in it must be the same.
"""

from __future__ import annotations

import numpy as np
import pytest

from altered_env.batch import entries
from altered_env.engine.terms import RULE, C, Z
from altered_env.envs.one_game import OneGame
from altered_env.envs.setup import Setup
from altered_env.envs.view_option import View
from altered_env.game.visibility import hidden_from


def shown(one, games, player):
    """Observation and mask that a player is given of a game."""
    slots = one._slots[:1].copy()
    slots["observation"] = 0
    slots["stale"] = 0
    entries.show_desk(games, 0, one.setup.book.record, slots, 0, player, 1)
    seen = View(one.setup, "compact").of_one(slots["observation"][0], games[:1], player)
    compact = {name: part.tobytes() for name, part in seen.items()}
    return slots["observation"][0].tobytes(), slots["mask"][0].tobytes(), compact


@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
@pytest.mark.parametrize("decks", ["starters", "random:30:4"])
@pytest.mark.parametrize("seed", range(3))
def test_other_worlds_look_the_same(rules, decks, seed):
    setup = Setup.of(decks, rules=rules)
    rng = np.random.default_rng(seed)
    one = OneGame(setup)
    one.start(setup.sample(rng), seed)
    varied = {"deck": 0, "hand": 0, "tumult": 0}
    steps = 0
    while not one.over and steps < 120:
        game = one.game
        for player in (0, 1):
            seen = shown(one, one._games, player)
            text = game.show(player)
            other = game.resample(player, int(rng.integers(1 << 30)))
            assert shown(one, other.games, player) == seen
            assert other.show(player) == text
            here, there = one._games[0], other.games[0]
            lowest = [
                record["obj"][record["deck"][player, :10], C.CARD].tolist()
                for record in (here, there)
            ]
            varied["deck"] += lowest[0] != lowest[1]
            mine, theirs = (
                sorted(
                    int(record["obj"][slot, C.CARD])
                    for slot in hidden_from(record, player)
                    if record["obj"][slot, C.ZONE] == Z.HAND
                )
                for record in (here, there)
            )
            varied["hand"] += mine != theirs
            varied["tumult"] += not np.array_equal(here["terrain"], there["terrain"])
        one.act(int(rng.choice(np.flatnonzero(one.mask))))
        steps += 1
    assert all(count > 10 for count in varied.values()), varied


def test_other_decks_look_the_same_with_closed_lists():
    """The cards of the other Deck are sampled, and open lists tell them, closed ones do not."""
    setup = Setup.of("random:30:4")
    views = {lists: View(setup, "compact", lists=lists) for lists in ("open", "closed")}
    one, rng = OneGame(setup), np.random.default_rng(5)
    one.start(setup.sample(rng), 5)
    told = 0
    for _ in range(60):
        game = one.game
        game.games["rules"] |= RULE.LISTS_CLOSED
        other = game.resample(0, int(rng.integers(1 << 30))).games.copy()
        seen = one.show_to(0)[0]
        other["rules"] &= ~RULE.LISTS_CLOSED
        here, there = (
            {name: view.of_one(seen, games, 0) for name, view in views.items()}
            for games in (one.record, other)
        )
        for name, part in here["closed"].items():
            assert np.array_equal(part, there["closed"][name])
        told += not np.array_equal(here["open"]["unseen_cards"], there["open"]["unseen_cards"])
        one.act(int(rng.choice(np.flatnonzero(one.mask))))
    assert told > 30


def test_looking_leaves_the_game_as_it_is():
    setup = Setup.of("random:30:9")
    rng = np.random.default_rng(9)
    one = OneGame(setup)
    for seed in range(4):
        one.start(setup.sample(rng), seed)
        while not one.over:
            before = one._games[:1].tobytes()
            for player in (0, 1):
                one.show_to(player)
            assert one._games[:1].tobytes() == before
            one.act(int(rng.choice(np.flatnonzero(one.mask))))


def test_what_has_been_seen_is_kept():
    """Own hand and own Mana Orbs have faces; the other player's have none."""
    from altered_env.spaces.gym_spaces import structured

    setup = Setup.of("starters")
    one = OneGame(setup)
    one.start(("axiom", "lyra"), seed=1)
    rng = np.random.default_rng(1)
    while one.game.day < 3:
        one.act(int(rng.choice(np.flatnonzero(one.mask))))
    rows = structured(one.show_to(0)[0])["entities"]
    hidden = [(zone, side) for card, zone, side, *_ in rows.tolist() if zone and not card]
    assert (Z.HAND, 2) in hidden or (Z.MANA, 2) in hidden
    assert not [place for place in hidden if place[1] == 1]
