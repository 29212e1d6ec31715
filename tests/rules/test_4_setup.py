"""The beginning of the game (4.1)."""

from dataclasses import replace

import pytest

from altered_env import Game, decks
from altered_env.decks import Deck
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def start(seed=0, rules="2024.09"):
    return Game.start("axiom", "bravos", seed=seed, rules=rules)


def answer_mana(game):
    """Everyone makes the first three of their cards Mana Orbs."""
    while game.decision == "first_mana":
        game.act(game.legal_actions()[0])
    return game


@cites("5.0:4.1.a", "2024.09:RM-3.1.1.c-1", "2024.09:4.1.a", "2024.09:4.1.i", "2024.09:ST-14")
@both_rulesets
def test_at_first_only_heroes_and_decks_are_there(rules):
    """And the hands that were drawn from the Decks, of which each card is one of the list."""
    view = start(rules=rules).view()
    for player, name in zip(view.players, ("axiom", "bravos"), strict=True):
        deck = decks.starter(name)
        assert not player.mana + player.reserve + player.discard + player.landmarks + player.limbo
        assert not player.expeditions[0].objects + player.expeditions[1].objects
        cards = [card.reference for card in player.deck + player.hand]
        assert sorted(cards) == sorted(card.reference for card in deck.cards)
        assert not any(card.token for card in player.deck + player.hand)
    assert view.emblems == ()


@cites(
    "5.0:3.1.1.b", "5.0:3.2.4.c", "5.0:4.1.a", "2024.09:4.1.a", "2024.09:3.1.1.b", "2024.09:3.2.4.c"
)
@both_rulesets
def test_a_player_with_no_cards_has_empty_zones(rules):
    game = Game.start(Deck("none", None, ()), "bravos", seed=1, rules=rules, legal=False)
    player = answer_mana(game).view().players[0]
    assert (player.hand, player.deck, player.mana, player.hero) == ((), (), (), None)
    assert [expedition.objects for expedition in player.expeditions] == [(), ()]


@cites(
    "5.0:3.2.1.a",
    "5.0:3.2.1.b",
    "5.0:4.1.b",
    "2024.09:4.1.b",
    "2024.09:ST-04",
    "2024.09:ST-08",
    "2024.09:3.2.1.a",
    "2024.09:3.2.1.b",
)
@both_rulesets
def test_the_start_regions_are_the_ends_of_a_row_of_eight(rules):
    regions = start(rules=rules).view("A").regions
    assert [region.face_up for region in regions] == [True, *[False] * 6, True]
    assert regions == start(rules=rules).view("B").regions


@cites(
    "5.0:1.3.1.a",
    "5.0:3.2.1.a",
    "5.0:4.1.c",
    "2024.09:4.1.c",
    "2024.09:ST-07",
    "2024.09:RM-3.2.1.a-1",
    "2024.09:RM-3.2.1.c-1",
    "2024.09:3.1.3.c",
)
@both_rulesets
def test_three_different_tumult_cards_lie_face_down_between_them(rules):
    """At random in position and orientation, hidden from all."""
    cards, layouts = set(), set()
    for seed in range(60):
        game = start(seed, rules)
        regions = game.view().regions
        halves = [tuple(sorted(region.printed)) for region in regions[1:7]]
        row = [tuple(sorted(halves[k : k + 2])) for k in (0, 2, 4)]
        cards.add(tuple(sorted(row)))
        layouts.add(tuple(halves))
        for player in "AB":
            for region in game.view(player).regions[1:7]:
                assert (region.terrains, region.printed) == (frozenset(), frozenset())
    assert len(cards) == 1  # always the same three
    assert len(set(next(iter(cards)))) == 3
    assert len(layouts) > 30  # of 48


@cites("5.0:4.1.d", "2024.09:4.1.d", "2024.09:ST-09", "2024.09:3.2.4.b", "2024.09:3.2.4.e")
@both_rulesets
def test_expeditions_begin_in_their_regions(rules):
    for player in start(rules=rules).view("A").players:
        found = [(e.name, e.region, e.distance) for e in player.expeditions]
        assert found == [("hero", 0, 0), ("companion", 7, 0)]


@cites("5.0:1.3.1.d", "5.0:4.1.f", "2024.09:4.1.g", "2024.09:ST-13")
@both_rulesets
def test_the_first_player_is_drawn_by_lot(rules):
    assert {start(seed, rules).view("A").first_player for seed in range(20)} == {"A", "B"}


@cites(
    "5.0:3.2.6.a",
    "5.0:3.2.6.b",
    "5.0:4.1.e",
    "2024.09:4.1.h",
    "2024.09:ST-11",
    "2024.09:ST-02",
    "2024.09:3.2.6.a",
    "2024.09:3.2.6.b",
)
@both_rulesets
def test_heroes_lie_face_up_in_the_hero_zones(rules):
    view = start(rules=rules).view("B")
    assert [p.hero.reference for p in view.players] == (
        [decks.starter(name).hero.reference for name in ("axiom", "bravos")]
    )
    assert [p.hero.controller for p in view.players] == ["A", "B"]


@cites("5.0:3.2.7.c", "2024.09:ST-12", "2024.09:4.2.5.d")
@both_rulesets
def test_a_first_game_without_heroes(rules):
    """With 29 cards each; then both limits are 2."""
    starters = [decks.starter(name) for name in ("axiom", "bravos")]
    both = [replace(deck, hero=None, cards=deck.cards[:29]) for deck in starters]
    game = Game.start(*both, rules=rules, legal=False, seed=0)
    for player in answer_mana(game).view().players:
        assert (player.hero, player.reserve_limit, player.landmark_limit) == (None, 2, 2)


@cites("5.0:4.1.g", "2024.09:4.1.i", "2024.09:ST-14")
@both_rulesets
def test_decks_are_shuffled(rules):
    orders = {
        tuple(card.name for card in start(seed, rules).view().players[0].deck) for seed in range(5)
    }
    assert len(orders) == 5


@cites("5.0:4.1.i", "2024.09:4.1.j", "2024.09:ST-17", "2024.09:ST-34", "2024.09:ST-29")
@both_rulesets
def test_three_of_six_cards_become_ready_mana_orbs(rules):
    """The first player decides first; fewer than three is not offered."""
    game = start(3, rules)
    first = game.view().first_player
    for k in range(6):
        assert game.decision == "first_mana"
        assert game.decider == "AB".index(first) ^ (k // 3)
        assert len(game.legal_actions()) == 6 - k % 3
        game.act(game.legal_actions()[0])
    view = game.view()
    assert (view.day, view.phase, view.first_player) == (1, "afternoon", first)
    assert view.decider == first
    for player in view.players:
        assert (player.hand_count, len(player.mana), player.mana_ready) == (3, 3, 3)
        assert {orb.type for orb in player.mana} == {"mana_orb"}
    assert {orb.name for orb in game.view("A").players[1].mana} == {None}


@cites("5.0:4.1.j", "2024.09:4.1.j", "2024.09:ST-34")
@both_rulesets
def test_day_one_begins_at_noon(rules):
    """Its Morning is skipped: no one draws, and nothing waits for it."""
    deck = decks.starter("axiom")
    lines = ("at(noon): resupply()", "at(morning): win(opponent)")
    hero = replace(deck.hero, reference="TABLE_AX_01_C", abilities=lines)
    game = Game.start(replace(deck, hero=hero), "bravos", rules=rules, legal=False, seed=0)
    player = answer_mana(game).view().players[0]
    assert not game.over
    assert (len(player.reserve), player.hand_count) == (1, 3)


@both_rulesets
@pytest.mark.parametrize(("size", "hand", "mana"), [(7, 3, 3), (4, 1, 3), (2, 0, 2)])
@cites("2024.09:4.1.j")
def test_a_deck_that_is_too_small_gives_what_it_has(rules, size, hand, mana):
    deck = decks.starter("axiom")
    tiny = replace(deck, cards=deck.cards[:size])
    game = Game.start(tiny, "bravos", rules=rules, legal=False, seed=0)
    player = answer_mana(game).view().players[0]
    assert (player.hand_count, len(player.mana)) == (hand, mana)
    assert player.deck_count == size - hand - mana


@cites("2024.09:4.1.h", "5.0:4.1.e", "5.0:3.2.6.b", "5.0:3.2.7.c", "5.0:3.2.10.b")
@both_rulesets
def test_who_has_no_hero_has_an_empty_hero_zone(rules):
    """Nothing is in the game in its place: every card is one of the list. Both limits are 2."""
    deck = replace(decks.starter("axiom"), hero=None)
    view = Game.start(deck, "bravos", rules=rules, legal=False, seed=0).view()
    mine, theirs = view.players
    assert (mine.hero, theirs.hero.type) == (None, "hero")
    held = sorted(card.reference for card in mine.deck + mine.hand)
    assert held == sorted(card.reference for card in deck.cards)
    assert not mine.mana + mine.reserve + mine.discard + mine.landmarks + mine.limbo
    assert (mine.reserve_limit, mine.landmark_limit) == (2, 2)
