"""Free for all: the statements of the glossary about it."""

import random
from collections import Counter

import pytest

from altered_env import Game, Scenario, decks, formats
from altered_env.game.invariants import check, owned_cards, violations
from altered_env.game.replay import Replay
from tests.citations import cites

BOTH = pytest.mark.parametrize("rules", decks.RULESETS)
NAMES = ("axiom", "bravos", "lyra", "muna")
FOUR = pytest.mark.parametrize("form", ["free_for_all", "two_against_two"])


def sit(rules="2024.09", seed=0):
    """A table of four."""
    table = Scenario(rules=rules, seed=seed, format="free_for_all")
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    return table


def at_night(rules, ways):
    """The table after the Night of a day on which Expeditions have moved so far."""
    table = sit(rules)
    for player, way in zip("ABCD", ways, strict=True):
        table.player(player).regions(*way).hero("Idler").hand("Filler").mana(3)
    table.begin("night")
    return table


@cites("2024.09:FFA-01", "2024.09:FFA-03")
@BOTH
def test_everybody_is_an_opponent_and_the_neighbours_are_raced(rules):
    form = formats.get("free_for_all")
    assert form.players == 4
    assert [wrong.rule for wrong in form.check([decks.starter("axiom")] * 3, rules)] == ["FFA-03"]
    table = sit(rules)
    table.card("Gift", type="spell", abilities=["effect: draw(1, by=target(opponent))"])
    table.player("A").hero("Idler").hand("Gift").mana(1)
    table.begin("afternoon", first="A")
    view = table.game.view()
    assert [player.allies for player in view.players] == [""] * 4
    for place, player in enumerate(view.players):
        neighbours = {"ABCD"[(place + step) % 4] for step in (1, -1)}
        assert {e.facing.split()[0] for e in player.expeditions} == neighbours
    table.act("A", "play Gift")
    assert table.options("A") == ["player B", "player C", "player D"]


@cites("2024.09:FFA-04")
def test_the_table_is_set_as_for_two_teams():
    one = Game.start(*NAMES, seed=5, format="free_for_all")
    two = Game.start(*NAMES, seed=5, format="two_against_two")
    assert one.view().regions == two.view().regions
    for mine, theirs in zip(one.view().players, two.view().players, strict=True):
        assert mine.expeditions == theirs.expeditions
        assert mine.hand == theirs.hand


@cites("2024.09:FFA-02", "2024.09:FFA-05", "2024.09:FFA-06")
@BOTH
@pytest.mark.parametrize(
    ("ways", "winner"),
    [
        (((4, 3), (0, 0), (0, 0), (0, 0)), "A"),
        (((6, 0), (0, 6), (6, 0), (1, 6)), "D"),
        (((4, 3), (4, 4), (0, 0), (0, 0)), "B"),  # of two the farther one
        (((4, 3), (3, 4), (5, 3), (3, 4)), "C"),
        (((6, 0), (0, 6), (6, 0), (0, 6)), ""),
    ],
)
def test_who_reunites_the_own_expeditions_wins_alone(rules, ways, winner):
    view = at_night(rules, ways).game.view()
    assert (view.winners, view.over, view.arena) == (winner, winner != "", False)


@cites("2024.09:FFA-07")
@BOTH
@pytest.mark.parametrize(
    ("ways", "concerned"),
    [
        (((4, 4), (3, 4), (5, 3), (6, 0)), "AC"),
        (((4, 3), (3, 4), (0, 0), (5, 2)), "ABD"),
        (((4, 3), (3, 4), (4, 3), (3, 4)), "ABCD"),
        (((0, 0), (7, 7), (4, 3), (7, 7)), "BD"),
    ],
)
def test_only_those_who_are_farthest_play_in_the_arena(rules, ways, concerned):
    table = at_night(rules, ways)
    game = table.game
    assert game.view().arena and not game.over
    chance = random.Random(3)
    deciders = set()
    for _ in range(60):
        if game.over:
            break
        deciders.add("ABCD"[game.decider])
        check(game)
        game.act(chance.choice(game.legal_actions()))
    assert deciders == set(concerned)
    for place, player in enumerate("ABCD"):
        if player not in concerned:  # their cards are gone with them
            assert not game.record["zone"][:, place].any()
            assert game.view().first_player != player
    had = tuple(of + Counter(CORE_BR_19_C=1) for of in owned_cards(game))
    missed = {problem[:8] for problem in violations(game, had)}
    assert missed == {f"player {'ABCD'.index(player)}" for player in concerned}


@cites("2024.09:FFA-07")
@BOTH
def test_who_is_out_is_nobodys_opponent(rules):
    table = sit(rules)
    table.card("Gift", type="spell", abilities=["effect: draw(1, by=target(opponent))"])
    for player, way in zip("ABCD", ((4, 3), (3, 4), (3, 4), (0, 0)), strict=True):
        table.player(player).regions(*way).hero("Idler").hand("Gift").mana(3)
    table.begin("night")
    while table.decision != "turn":
        table.choose(table.decider, "done")
    player = table.turn
    table.act(player, "play Gift")
    others = [f"player {other}" for other in "ABC" if other != player]
    assert table.options(player) == others


@FOUR
@BOTH
def test_random_games_end_and_keep_the_invariants(form, rules):
    chance = random.Random(11)
    won = set()
    for seed in range(4):
        game = Game.start(*chance.sample(decks.names(), 4), seed=seed, rules=rules, format=form)
        while not game.over:
            if chance.random() < 0.05:
                check(game)
            if chance.random() < 0.02:
                seat = chance.randrange(4)
                assert game.resample(seat, seed).view(seat) == game.view(seat)
            game.act(chance.choice(game.legal_actions()))
        assert game.record["error"] == 0
        won.add(game.winners)
    assert {len(players) for players in won} == {2 if form == "two_against_two" else 1}


@FOUR
def test_games_of_four_are_saved_and_replayed(form, tmp_path):
    game = Game.start(*NAMES, seed=5, rules="5.0", format=form)
    for _ in range(80):
        game.act(game.legal_actions()[-1])
    path = tmp_path / "game"
    game.save(path)
    back = Game.load(path)
    assert back == game and back.story.format == form
    assert game.clone() == game
    assert Replay.from_json(Replay.of(game).to_json()).play() == game
    told = str(game)
    assert "facing D companion" in told and "D: Teija & Nauraa" in told
