"""The start of a game, and a day (1.3)."""

from __future__ import annotations

import pytest

from altered_env import Game
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:1.3.1.b", "2024.09:1.3.1.b")
@RULES
def test_expeditions_start_at_the_two_ends(rules):
    for player in Game.start("axiom", "bravos", rules=rules, seed=0).view().players:
        assert [e.region for e in player.expeditions] == [0, 7]
        assert [e.distance for e in player.expeditions] == [0, 0]


@cites("5.0:1.3.1.c", "2024.09:1.3.1.c")
@RULES
def test_the_hero_is_out_of_the_shuffled_deck(rules):
    orders = set()
    for seed in range(3):
        game = Game.start("axiom", "bravos", seed=seed, rules=rules)
        player = game.view().players[0]
        assert player.hero is not None
        assert (player.hero.zone, player.hero.type) == ("hero", "hero")
        orders.add(tuple(card.reference for card in player.deck))
    assert len(orders) == 3


@cites("5.0:1.3.1.e", "5.0:4.1.h", "2024.09:1.3.1.d")
@RULES
def test_day_one_deals_six_cards_of_which_three_become_mana(rules):
    game = Game.start("axiom", "bravos", seed=5, rules=rules)
    first = game.decider
    assert [p.hand_count for p in game.view().players] == [6, 6]
    for _ in range(6):
        game.act(game.legal_actions()[0])
    view = game.view()
    assert [p.hand_count for p in view.players] == [3, 3]
    assert [(p.mana_ready, len(p.mana)) for p in view.players] == [(3, 3), (3, 3)]
    assert [p.deck_count for p in view.players] == [33, 33]
    # These were the Morning: the first player stays, and no one draws two cards.
    assert (view.day, view.phase) == (1, "afternoon")
    assert game.decider == first == ("AB").index(view.first_player)


@cites("5.0:1.3.2.a", "2024.09:1.3.2.a", "2024.09:1.3.2.c")
@RULES
def test_a_day_has_five_phases(sit, rules):
    table = sit(rules)
    words = ["morning", "noon", "afternoon", "dusk", "night"]
    lines = [
        f"at({word}): if_(me.arcane == {n}, gain(me, arcane=1))" for n, word in enumerate(words)
    ]
    table.card("Clock", type="landmark_permanent", abilities=lines)
    table.player("A").landmarks("Clock")
    table.begin("morning")
    seen = [table.phase]
    for phase in words[1:]:
        table.until(phase)
        seen.append(table.phase)
        assert table.day == 2
    assert seen == words
    table.until("morning")
    assert table.day == 3
    # Each began after the one before it, once.
    assert table.find("Clock").counters == {"arcane": 5}


@cites("5.0:1.3.2.b", "2024.09:1.3.2.b")
@RULES
def test_morning(sit, rules):
    table = sit(rules)
    table.card("Shrine", type="landmark_permanent")
    table.card("Pet")
    for player in "AB":
        side = table.player(player).mana(2, exhausted=2)
        side.hero_expedition("Pet", exhausted=True).landmarks("Shrine", exhausted=True)
    table.begin("morning", first="A")
    assert table.first == "B"
    for player in "AB":
        assert table.mana(player) == (2, 2)
        assert "exhausted" not in table.find(f"{player} Pet").statuses
        assert "exhausted" not in table.find(f"{player} Shrine").statuses
        assert table.zone(player, "hand") == ["Filler", "Filler"]
    assert (table.decision, table.decider) == ("expand", "B")
    table.choose("B", "Filler")
    table.choose("A", "done")
    assert table.mana("B") == (3, 3)
    assert table.mana("A") == (2, 2)
    assert [len(table.zone(player, "hand")) for player in "AB"] == [2, 1]


@cites("5.0:1.3.2.c", "5.0:4.2.2.a", "2024.09:1.3.2.c")
def test_at_noon_only_reactions_to_it_happen(sit):
    table = sit()
    table.player("A").hand("Filler").mana(1, exhausted=1)
    table.begin("noon")
    before = table.game.view()
    assert before.phase == "afternoon"  # nothing was to be decided
    assert table.zone("A", "hand") == ["Filler"]
    assert table.mana("A") == (0, 1)
    table = sit()
    table.card("Bell", abilities=["at(noon): draw(1)"])
    table.player("A").hero_expedition("Bell")
    table.begin("noon")
    assert table.zone("A", "hand") == ["Filler"]


@cites("5.0:1.3.2.d", "2024.09:1.3.2.d")
@RULES
def test_turns_alternate_until_both_have_passed(sit, rules):
    table = sit(rules)
    table.card("Well", type="landmark_permanent", abilities=["T: gain(me, arcane=1)"])
    table.player("A").hand("Filler", "Filler", "Filler").mana(3).landmarks("Well")
    table.player("B").hand("Filler", "Filler").mana(2)
    table.begin(first="B")
    assert table.turn == "B"
    table.act("B", "play Filler to hero")
    table.act("A", "use Well")
    table.act("A", "use Idler")
    assert table.turn == "A"  # any number of quick actions, and then a card
    table.act("A", "play Filler in hand to hero")
    table.act("B", "pass")
    assert not table.can("B", "use Idler")
    table.act("A", "play Filler in hand to hero")
    assert table.turn == "A"  # B has no more turns this day
    table.act("A", "pass")
    assert table.phase != "afternoon"


@cites("5.0:1.3.2.e", "2024.09:1.3.2.e")
@pytest.mark.parametrize(
    ("mine", "theirs", "moves"),
    [
        ("1/0/0", "0/0/0", True),
        ("1/0/0", "1/5/5", False),  # tied in the only terrain that counts
        ("0/0/0", "0/0/0", False),
        ("0/9/9", "0/0/0", False),  # not a terrain of this region
        ("2/0/0", "1/9/9", True),
    ],
)
def test_dusk_compares_the_statistics_of_the_terrains(sit, mine, theirs, moves):
    table = sit()
    table.card("Mine", stats=mine)
    table.card("Theirs", stats=theirs)
    table.terrain(0, "forest")
    table.player("A").hero_expedition("Mine")
    table.player("B").hero_expedition("Theirs")
    table.begin()
    table.pass_turns()
    assert table.progress("A", "hero") == int(moves)


@cites("5.0:1.3.2.e", "2024.09:1.3.2.e")
def test_dusk_adds_up_the_characters_of_an_expedition(sit):
    table = sit()
    table.card("Half", stats="2/0/0")
    table.card("Whole", stats="3/0/0")
    table.player("A").hero_expedition("Half", "Half")
    table.player("B").hero_expedition("Whole").companion_expedition("Whole")
    table.begin()
    assert table.statistics("A", "hero") == (4, 0, 0)
    table.pass_turns()
    assert table.progress("A", "hero") == 1
    assert table.progress("B", "hero") == 0
    assert table.progress("B", "companion") == 1
