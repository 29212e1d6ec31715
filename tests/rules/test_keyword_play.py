"""Entering, leaving, joining, switching, defecting, control, free plays, Rush (5.0, 7.3, 7.5)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
SPELL = {"type": "spell", "cost": "1/1"}


def cast(table, effect):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", **SPELL, abilities=["fleeting", f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(1)


def settle(table):
    """Play the Reactions that wait, in the order in which they are offered."""
    while table.decision == "reaction":
        options = table.game.options()
        table.game.act(options[0].action)


WATCH = [
    "when(goes(card, to=you.expeditions)): gain(me, luck=1)",
    "when(goes(card, from_=you.expeditions)): gain(me, scrap=1)",
    "when(goes(card, to=play)): gain(me, food=1)",
    "when(goes(card, from_=play)): gain(me, quest=1)",
]


def watch(table, player="A"):
    """A Landmark that counts what joins and leaves the Expedition zone and play."""
    table.card("Watch", type="landmark_permanent", abilities=WATCH)
    return table.player(player).landmarks("Watch")


@cites("5.0:7.3.10.a", "5.0:7.5.10.a")
@RULES
def test_a_played_character_joins_the_zone_and_enters_play(sit, rules):
    """7.3.10.a, 7.5.10.a."""
    table = sit(rules)
    watch(table).hand("Inari C").mana(3)
    table.begin()
    table.act("A", "play Inari to hero")
    settle(table)
    assert table.find("Watch").counters == {"luck": 1, "food": 1}


@cites("5.0:1.1.6.e", "5.0:5.1.2.l", "5.0:7.1.1.a", "5.0:7.3.10.a")
@RULES
def test_a_landmark_enters_play_without_joining_the_expedition_zone(sit, rules):
    """7.3.10.a: play is both zones."""
    table = sit(rules)
    table.card("Rock", type="landmark_permanent", abilities=["J: draw(1)"])
    watch(table).hand("Rock").mana(1)
    table.begin()
    table.act("A", "play Rock")
    settle(table)
    assert table.find("Watch").counters == {"food": 1}
    assert len(table.zone("A", "hand")) == 1


@cites("5.0:7.3.5.a", "5.0:7.5.10.b", "2024.09:7.5.4.b")
@RULES
def test_a_created_token_joins_zone_and_expedition(sit, rules):
    table = sit(rules)
    table.card(
        "Near", abilities=["when(goes(character, other, to=me.expedition)): gain(me, luck=1)"]
    )
    cast(table, "create(brassbug, in_=you.hero_expedition)")
    watch(table).hero_expedition("Near").companion_expedition("Near")
    table.begin()
    table.act("A", "play Decree")
    settle(table)
    assert table.find("Watch").counters == {"luck": 1, "food": 1}
    assert table.find("Near in hero").counters == {"luck": 1}
    assert table.find("Near in companion").counters == {}


@cites("5.0:7.3.20.a", "5.0:7.5.11.a", "5.0:7.5.11.b", "2024.09:7.5.5.a", "2024.09:7.5.5.b")
@pytest.mark.parametrize("what", ["Inari C", "Brassbug"])
@RULES
def test_leaving_is_having_been_there(sit, rules, what):
    """7.3.20.a, 7.5.11.a, 7.5.11.b: also for a token, which then is nowhere."""
    table = sit(rules)
    cast(table, "put(target(character), reserve)")
    watch(table).hero_expedition(what)
    table.begin()
    table.act("A", "play Decree")
    settle(table)
    assert table.find("Watch").counters == {"scrap": 1, "quest": 1}
    assert table.zone("A", "reserve") == ([] if what == "Brassbug" else ["Inari"])


@cites("rulesets:A token that leaves play")
@RULES
def test_a_token_that_ceases_to_exist_does_not_leave_where_it_would_have_gone(sit, rules):
    table = sit(rules)
    table.card(
        "Eye", type="landmark_permanent", abilities=["when(goes(card, from_=reserve)): draw(1)"]
    )
    cast(table, "put(target(character), reserve)").landmarks("Eye").hero_expedition("Brassbug")
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("A", "hand") == []


@cites(
    "5.0:7.3.39.a",
    "5.0:7.3.39.b",
    "5.0:7.5.10.c",
    "5.0:7.5.11.c",
    "2024.09:7.3.22.a",
    "2024.09:7.3.22.b",
    "2024.09:7.5.4.a",
    "2024.09:7.5.4.c",
    "2024.09:7.5.5.c",
)
@RULES
def test_switching_leaves_and_joins_expeditions_but_not_the_zone(sit, rules):
    table = sit(rules)
    lines = [
        "when(goes(character, other, to=me.expedition)): gain(me, luck=1)",
        "when(goes(character, other, from_=me.expedition)): gain(me, scrap=1)",
    ]
    table.card("Near", abilities=lines)
    cast(table, "switch(target(character))")
    watch(table).hero_expedition("Near", "Inari C", boosts=1).companion_expedition("Near")
    table.begin()
    before = table.find("Inari").timestamp
    table.act("A", "play Decree", "Inari")
    settle(table)
    assert table.find("Inari").expedition == "companion"
    assert table.find("Near in hero").counters == {"scrap": 1}
    assert table.find("Near in companion").counters == {"luck": 1}
    assert table.find("Watch").counters == {}
    assert (table.find("Inari").boosts, table.find("Inari").timestamp) == (1, before)


@cites("5.0:7.3.6.a")
@RULES
def test_defecting_moves_to_the_expedition_that_faces(sit, rules):
    """7.3.6.a: it is the same object, under another's control."""
    table = sit(rules)
    cast(table, "defect(target(character))")
    table.player("B").companion_expedition("Inari C", boosts=2)
    table.begin()
    table.act("A", "play Decree")
    inari = table.find("Inari")
    assert (inari.controller, inari.owner, inari.expedition) == ("A", "B", "companion")
    assert inari.boosts == 2


@cites("5.0:1.1.3.d", "5.0:7.3.40.a")
@pytest.mark.parametrize("choice", ["hero", "companion"])
@RULES
def test_taking_control_moves_it_to_an_expedition_of_yours(sit, rules, choice):
    """7.3.40.a: which one the player chooses."""
    table = sit(rules)
    cast(table, "take_control(target(character))")
    table.player("B").hero_expedition("Inari C")
    table.begin()
    table.act("A", "play Decree", choice)
    inari = table.find("Inari")
    assert (inari.controller, inari.expedition) == ("A", choice)


@cites("rulesets:Landmark zone", "5.0:1.2.3.d", "5.0:7.3.10.a", "5.0:7.3.40.b")
@RULES
def test_a_landmark_under_new_control_does_not_enter_play(sit, rules):
    """7.3.40.b and its remark."""
    table = sit(rules)
    table.card("Rock", type="landmark_permanent", abilities=["J: draw(1)"])
    cast(table, "take_control(target(permanent))")
    table.player("B").landmarks("Rock")
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("A", "landmarks") == ["Rock"]
    assert table.zone("A", "hand") == []


@RULES
def test_a_character_under_new_control_does_not_enter_play(sit, rules):
    """The remark of 7.3.40.b."""
    table = sit(rules)
    table.card("Comer", abilities=["J: draw(1)"])
    cast(table, "take_control(target(character))")
    table.player("B").hero_expedition("Comer")
    table.begin()
    table.act("A", "play Decree", "hero")
    assert table.find("Comer").controller == "A"
    assert table.zone("A", "hand") == []


@cites("5.0:7.3.40.d")
@RULES
def test_nobody_takes_control_of_what_they_control(sit, rules):
    """7.3.40.d."""
    table = sit(rules)
    cast(table, "take_control(target(character))").hero_expedition("Inari C")
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Inari").expedition == "hero"
    assert table.decider == "B"


@cites("5.0:1.1.3.c")
@RULES
def test_an_object_that_changed_sides_rests_in_its_owners_reserve(sit, rules):
    """7.3.40.a with 3.1.2: control is not ownership."""
    table = sit(rules)
    table.player("A").hero_expedition("Inari C", owner="B")
    table.begin("night")
    assert table.zone("B", "reserve") == ["Inari"]
    assert table.zone("A", "reserve") == []


@cites("5.0:7.5.5.a")
@RULES
def test_players_control_expeditions_landmarks_and_hero(sit, rules):
    """7.5.5.a, 7.5.5.b: what lies in Reserve is not controlled."""
    table = sit(rules)
    table.card("Census", abilities=["J: gain(me, boost=count(card, you.play))"])
    table.card("Rock", type="landmark_permanent")
    table.player("A").hand("Census").mana(1).hero_expedition("Inari C").landmarks("Rock")
    table.player("A").reserve("Kappa C")
    table.player("B").hero_expedition("Atlas C").landmarks("Rock")
    table.begin()
    table.act("A", "play Census to hero")
    assert table.find("Census").boosts == 3  # itself, Inari and the Rock


@cites("5.0:7.5.5.c")
@RULES
def test_the_controller_of_an_object_controls_its_effects(sit, rules):
    """7.5.5.c: "you" is who controls the object now."""
    table = sit(rules)
    table.card("Lamp", type="landmark_permanent", abilities=["T: draw(1)"])
    table.player("A").landmarks("Lamp", owner="B")
    table.begin()
    table.act("A", "use Lamp")
    assert len(table.zone("A", "hand")) == 1
    assert table.zone("B", "hand") == []


@cites("5.0:7.3.26.a")
@RULES
def test_a_card_played_for_free_costs_nothing(sit, rules):
    """7.3.26.a: no mana, and cost increases do not matter."""
    table = sit(rules)
    table.card("Toll", type="landmark_permanent", abilities=["more(3, plays(player, character))"])
    cast(table, "play(choose(character, you.hand), free)").hand("Kappa C")
    table.player("B").landmarks("Toll")
    table.begin()
    table.act("A", "play Decree", "hero")
    assert table.find("Kappa").expedition == "hero"
    assert table.mana("A") == (0, 1)


@cites("5.0:7.3.26.a")
@RULES
def test_what_is_played_for_free_was_played(sit, rules):
    """7.3.26.a: everything but the payment happens."""
    table = sit(rules)
    cast(table, "play(choose(character, you.hand), free)").hand("Amelia Earhart R1")
    table.begin()
    table.act("A", "play Decree", "hero")
    assert table.find("Amelia Earhart").boosts == 1


@cites("5.0:7.3.34.a", "5.0:7.3.34.b")
@RULES
def test_rush_is_playing_a_card_at_once(sit, rules):
    """7.3.34.a, 7.3.34.b: at its cost, within the turn, and then the rest of the effect happens."""
    table = sit(rules)
    table.card("Dash", cost="1/1", abilities=["J: if_(may(play(choose(card))), gain(me, boost=1))"])
    table.player("A").hand("Dash", "Kappa C").mana(5)
    table.begin()
    table.act("A", "play Dash to hero", "Kappa", "hero")
    assert table.find("Dash").boosts == 1
    assert table.mana("A") == (0, 5)
    assert table.decider == "B"


@cites("5.0:7.3.34.b")
@pytest.mark.parametrize("mana", [1, 5])
@RULES
def test_without_a_play_rush_gives_nothing(sit, rules, mana):
    """7.3.34.b: declined, or impossible."""
    table = sit(rules)
    table.card("Dash", cost="1/1", abilities=["J: if_(may(play(choose(card))), gain(me, boost=1))"])
    table.player("A").hand("Dash", "Kappa C").mana(mana)
    table.begin()
    table.act("A", "play Dash to hero", *(["done"] if mana == 5 else []))
    assert table.find("Dash").boosts == 0
    assert table.zone("A", "hand") == ["Kappa"]


@cites("5.0:7.3.40.c")
@pytest.mark.parametrize("place", ["reserve", "discard", "hand"])
@RULES
def test_nobody_takes_control_of_what_is_not_in_play(sit, rules, place):
    """If the effect names no other zone, cards there are not meant."""
    table = sit(rules)
    cast(table, "take_control(choose(character, ~boosted)); draw(1)")
    getattr(table.player("B"), place)("Inari C")
    table.player("B").hero_expedition("Kappa C", boosts=1)
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Inari").zone == place
    assert table.find("Kappa").controller == "B"
    assert len(table.zone("A", "hand")) == 1
