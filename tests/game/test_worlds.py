"""Determinizations: the same visible information, and different hidden cards."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from altered_env import Game, Scenario
from altered_env.engine.terms import C
from altered_env.game.invariants import check, owned_cards
from altered_env.game.visibility import hidden_from


@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_player_cannot_tell_another_world_apart(rules, seed):
    game = Game.start("lyra", "muna", seed=seed, rules=rules)
    chance = random.Random(seed)
    step = 0
    while not game.over:
        for player in (0, 1):
            if step % 3 == 0:
                other = game.resample(player, chance.getrandbits(40))
                assert other.view(player) == game.view(player)
                assert other.show(player) == game.show(player)
                if game.decider == player:
                    assert (other.mask() == game.mask()).all()
                assert owned_cards(other) == owned_cards(game)
                check(other, owned_cards(game))
        game.act(chance.choice(game.legal_actions()))
        step += 1


def test_the_game_itself_stays_as_it_is(played):
    game = played(seed=3, decisions=30)
    before = game.state()
    game.resample("A", 1)
    assert game.state() == before


def test_a_seed_gives_one_world_and_seeds_give_many(played):
    game = played(seed=3, decisions=20)
    assert game.resample("A", 7) == game.resample(0, 7)
    assert len({game.resample("A", seed).state() for seed in range(20)}) == 20
    assert game.resample("A", 7) != game.resample("B", 7)


@pytest.mark.parametrize("decisions", [5, 20, 45, 70])
def test_nothing_is_left_of_where_hidden_cards_lay(played, decisions):
    """Two worlds with the same visible information have the same determinizations, which reveal
    nothing about their origin."""
    game = played(seed=4, decisions=decisions)
    for player in ("A", "B"):
        one, other = (game.resample(player, seed) for seed in (1, 2))
        assert one != other
        for seed in range(5):
            assert one.resample(player, seed) == other.resample(player, seed)


def test_a_hidden_card_is_anywhere_as_likely(played):
    """Each card that the player does not know lies in the opponent's hand as often as any other."""
    game = played(seed=3, decisions=20)
    times = 500
    found = Counter(name for seed in range(times) for name in hand(game.resample("A", seed), 1))
    held = len(hand(game, 1))
    theirs = Counter(c.name for c in game.view().players[1].deck) + Counter(hand(game, 1))
    every = theirs.total() + len(game.view().players[1].mana)
    assert held >= 3
    whole = [name for name, count in theirs.items() if count == 3]  # none of them lies in Mana
    assert len(whole) >= 3
    expected = times * 3 * held / every
    for name in whole:
        assert abs(found[name] - expected) < 5 * expected**0.5, name


def hand(game: Game, player: int) -> list[str]:
    return sorted(seen.name for seen in game.view().players[player].hand)


def test_what_is_hidden_changes(played):
    game = played(seed=3, decisions=20)
    worlds = [game.resample("A", seed) for seed in range(30)]
    assert {tuple(hand(world, 0)) for world in worlds} == {tuple(hand(game, 0))}
    assert len({tuple(hand(world, 1)) for world in worlds}) > 5
    for player in (0, 1):
        decks = {tuple(c.name for c in world.view().players[player].deck) for world in worlds}
        assert len(decks) == 30
    orbs = {tuple(sorted(c.name for c in w.view().players[1].mana)) for w in worlds}
    assert len(orbs) > 3
    assert len({tuple(r.printed for r in w.view().regions) for w in worlds}) > 3


def test_chance_is_another_in_another_world(played):
    game = played(seed=3, decisions=20)
    assert game.resample("A", 1).record.rng.tolist() != game.record.rng.tolist()


def test_face_up_regions_stay_and_face_down_tumult_cards_are_laid_anew():
    table = Scenario()
    table.terrain(3, "forest", "water")
    table.begin("morning")
    seen = set()
    for seed in range(60):
        regions = table.game.resample("A", seed).view().regions
        assert regions[3].terrains == {"forest", "water"}
        assert regions[4].terrains == table.region(4)
        hidden = tuple(tuple(sorted(regions[r].printed)) for r in (1, 2, 5, 6))
        assert hidden[0] != hidden[1]
        seen.add(hidden)
    assert len(seen) == 2 * 2 * 2  # two cards, either place, either way round


def test_a_card_that_the_player_has_seen_stays():
    table = Scenario()
    table.player("B").hand("Kitsune C", "Kelon Burst C", "Tanuki C", "Hathor C")
    table.begin("morning")
    slot = table.find("Kelon Burst").slot
    table.game.record.obj[slot, C.KNOWN] |= 1
    assert [seen.name for seen in table.game.view("A").players[1].hand] == ["Kelon Burst"]
    for seed in range(10):
        world = table.game.resample("A", seed)
        assert int(world.record.obj[slot, C.CARD]) == int(table.game.record.obj[slot, C.CARD])
        assert world.view("A") == table.game.view("A")
    assert slot not in hidden_from(table.game.record, 0)


def test_options_of_the_opponent_fit_the_cards_of_the_world():
    """B is to play, with one card that can be paid and nine that cannot."""
    table = Scenario()
    table.card("Cheap", cost="1/1")
    table.card("Dear", cost="9/9")
    table.player("A").hand("Cheap").mana(1)
    table.player("B").hand("Cheap", "Dear").orbs("Dear").deck(*["Dear"] * 9)
    table.begin("afternoon", first="B")
    assert table.decider == "B"
    offers = Counter()
    for seed in range(40):
        world = table.game.resample("A", seed)
        assert world.view("A") == table.game.view("A") and world.decider == 1
        labels = sorted(world.labels().values())
        assert labels == (["pass", "play Cheap (1)"] if "Cheap" in hand(world, 1) else ["pass"])
        offers[len(labels)] += 1
    assert offers[1] and offers[2]


def test_worlds_can_be_played_on():
    game = Game.start("axiom", "yzmir", seed=8)
    chance = random.Random(8)
    for _ in range(40):
        game.act(chance.choice(game.legal_actions()))
    for seed in range(5):
        world = game.resample(seed % 2, seed)
        owned = owned_cards(world)
        while not world.over:
            world.act(chance.choice(world.legal_actions()))
        check(world, owned)
