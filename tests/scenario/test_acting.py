"""Acting and choosing by names."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from altered_env.game.errors import AmbiguousActionError, IllegalActionError


@pytest.fixture
def table() -> Scenario:
    """A has a turn with things to play and to use, and B has as well."""
    table = Scenario(seed=3)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.card(
        "Bolt", type="spell", cost="1/1", abilities=["effect: gain(target(character), boost=1)"]
    )
    table.card("Lever", type="landmark_permanent", abilities=["T: draw(1)", "pay(1): resupply()"])
    side = table.player("A").hero("Idler").hand("Foundry Armorer C", "Bolt").mana(5)
    side.reserve("Foundry Armorer C").landmarks("Lever")
    side = table.player("B").hero("Idler").hero_expedition("Ordis Recruit")
    side.companion_expedition("Ordis Recruit", "Ordis Recruit").companion_expedition("Brassbug")
    table.begin("afternoon", first="A")
    return table


def test_the_turn_shows_what_may_be_done(table):
    assert (table.decider, table.decision, table.turn) == ("A", "turn", "A")
    assert table.options("B") == []
    assert table.options() == table.options("A")
    assert "play Foundry Armorer (3)" in table.options()
    assert "play Foundry Armorer from Reserve (3)" in table.options()
    assert "pass" in table.options()
    assert any(label.startswith("use Idler: Exhaust me") for label in table.options())


def test_a_card_is_played_to_an_expedition(table):
    table.act("A", "play Foundry Armorer to companion")
    assert table.find("Foundry Armorer in companion").zone == "expedition"
    assert table.mana("A") == (2, 5)
    assert table.zone("A", "reserve") == ["Foundry Armorer"]
    assert table.decider == "B"


def test_a_card_is_played_from_hand_unless_said_otherwise(table):
    table.act("A", "play Foundry Armorer from Reserve to hero", "B companion")
    assert table.zone("A", "hand") == ["Foundry Armorer", "Bolt"]
    assert table.find("Foundry Armorer in hero").statuses == {"fleeting"}
    assert len(table.all("B Brassbug in companion")) == 2


def test_the_expedition_may_be_chosen_afterwards(table):
    table.act("A", "play Foundry Armorer")
    assert table.decision == "expedition"
    assert table.options() == ["A: hero Expedition", "A: companion Expedition"]
    table.choose("A", "hero")
    assert table.find("Foundry Armorer in hero").expedition == "hero"


def test_a_spell_goes_to_no_expedition(table):
    with pytest.raises(IllegalActionError, match="not go to an Expedition"):
        table.act("A", "play Bolt to hero")
    table.act("A", "play Bolt", "Brassbug")
    assert table.find("Brassbug").boosts == 1


def test_targets_are_named(table):
    table.act("A", "play Bolt")
    assert table.options() == [
        "B: Ordis Recruit in hero Expedition",
        "B: Ordis Recruit in companion Expedition #1",
        "B: Ordis Recruit in companion Expedition #2",
        "B: Brassbug in companion Expedition",
    ]
    with pytest.raises(AmbiguousActionError, match="is ambiguous"):
        table.choose("A", "Ordis Recruit")
    before = table.snapshot()
    for wrong in ("A Ordis Recruit", "Kitsune", "yes", "hero", 3, "region 2", "Ordis Recruit #4"):
        with pytest.raises(IllegalActionError, match="on offer: B: Ordis Recruit"):
            table.choose("A", wrong)
    assert table.snapshot() == before
    table.choose("A", "B Ordis Recruit in companion #2")
    first, second = table.all("Ordis Recruit in companion")
    assert (first.boosts, second.boosts) == (0, 1)


def test_alike_objects_need_no_number(table):
    table.act("A", "play Bolt", "Ordis Recruit in companion")
    assert sum(seen.boosts for seen in table.all("Ordis Recruit")) == 1


def test_a_quick_action_is_used_and_the_turn_goes_on(table):
    hand = len(table.zone("A", "hand"))
    table.act("A", "use Idler")
    assert len(table.zone("A", "hand")) == hand + 1
    assert table.decider == "A" and table.find("A Idler").statuses == {"exhausted"}
    with pytest.raises(IllegalActionError, match="'use Idler' is not offered"):
        table.act("A", "use Idler")


def test_the_second_quick_action_has_a_number(table):
    with pytest.raises(AmbiguousActionError, match="add a number after its name"):
        table.act("A", "use Lever")
    table.act("A", "use Lever 2")
    assert len(table.zone("A", "reserve")) == 2 and table.mana("A") == (4, 5)
    table.act("A", "use Lever 1")
    table.act("A", "use Lever 2")
    table.act("A", "use Lever")  # only one is left
    assert table.mana("A") == (2, 5)
    with pytest.raises(IllegalActionError, match="only 2 quick actions"):
        table.act("A", "use Lever 3")


def test_passing(table):
    table.act("A", "pass")
    assert table.decider == "B" and table.turn == "B"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("play Kitsune", "'play Kitsune' is not offered; on offer: .*play Foundry Armorer"),
        ("play Foundry Armorer from discard", "is not offered"),
        ("use Brassbug", "is not offered"),
        ("use Foundry Armorer", "is not offered"),
        ("play", "expected `play X`, `use X` or `pass`"),
        ("", "expected `play X`, `use X` or `pass`"),
        ("sing a song", "expected `play X`, `use X` or `pass`"),
        ("Pass away", "expected `play X`, `use X` or `pass`"),
    ],
)
def test_what_is_not_offered_is_refused_with_nothing_changed(table, words, message):
    before = table.snapshot()
    with pytest.raises(IllegalActionError, match=message):
        table.act("A", words)
    assert table.snapshot() == before
    assert not table.can("A", words)


def test_only_the_one_who_decides_may_act(table):
    for act in (lambda: table.act("B", "pass"), lambda: table.choose("B", "pass")):
        with pytest.raises(IllegalActionError, match="A is to move, not B"):
            act()
    assert not table.can("B", "pass")


def test_an_act_is_all_or_nothing(table):
    before = table.snapshot()
    with pytest.raises(IllegalActionError):
        table.act("A", "play Bolt", "Kitsune")
    assert table.snapshot() == before
    with pytest.raises(IllegalActionError, match="B is to move, not A"):
        table.act("A", "play Bolt", "Brassbug", "yes")
    assert table.snapshot() == before
    with pytest.raises(IllegalActionError):
        table.choose("A", "pass", "pass")
    assert table.snapshot() == before


def test_can_changes_nothing(table):
    before = table.snapshot()
    assert table.can("A", "play Bolt") and table.can("A", "play Bolt", "Brassbug")
    assert not table.can("A", "play Bolt", "Kitsune")
    assert table.snapshot() == before


def test_a_decision_in_the_middle_of_a_turn_takes_no_act(table):
    table.act("A", "play Foundry Armorer")
    with pytest.raises(IllegalActionError, match="needs a turn"):
        table.act("A", "pass")


def test_names_may_hold_any_word():
    table = Scenario()
    table.card("March to Hero")
    table.card("Back from Reserve")
    table.card("Puss in Hero")
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.card("A Hare 2", abilities=["T: draw(1)"])
    table.player("A").hand("March to Hero", "Back from Reserve", "Puss in Hero").mana(3)
    table.player("A").hero("Idler").hero_expedition("A Hare 2")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "use A Hare 2")
    table.act("A", "play March to Hero to companion")
    table.act("B", "pass")
    table.act("A", "play Back from Reserve from hand to hero")
    table.act("A", "play Puss in Hero to hero")
    assert table.zone("A", "hero_expedition") == ["A Hare 2", "Back from Reserve", "Puss in Hero"]
    assert table.find("Puss in Hero").expedition == "hero"
    assert table.find("Puss in Hero in hero").expedition == "hero"


def test_the_other_kinds_of_answer():
    table = Scenario(rules="5.0")
    table.card(
        "Sage",
        type="spell",
        cost="0/0",
        abilities=[
            "effect: modes(1, draw(1), gain(target(character), boost=1)); may(draw(1)); "
            "create(brassbug, in_=target(expedition))"
        ],
    )
    table.player("A").hand("Sage", "Filler").mana(1)
    table.player("B").hero_expedition("Filler").hand("Filler").mana(1)
    table.begin("afternoon")
    table.act("A", "play Sage")
    assert table.options()[0].startswith("mode 1: Draw 1 card")
    table.choose("A", "mode 2")
    table.choose("A", "no")
    table.choose("A", "B companion")
    assert table.find("Brassbug").presence == {"B companion"}
    assert table.find("Filler in hero").boosts == 1


def test_reactions_are_chosen_by_their_source():
    table = Scenario()
    abilities = ["at(noon): draw(1)", "at(noon): resupply()"]
    table.card("Gong", type="landmark_permanent", abilities=abilities)
    table.card("Chime", type="landmark_permanent", abilities=["at(noon): draw(1)"])
    table.player("A").landmarks("Gong", "Chime")
    table.begin("noon")
    assert table.decision == "reaction"
    assert table.reactions() == [("A", "Gong", 0), ("A", "Gong", 1), ("A", "Chime", 0)]
    with pytest.raises(AmbiguousActionError, match="is ambiguous"):
        table.choose("A", "Gong")
    table.choose("A", "Gong 2")
    assert len(table.zone("A", "reserve")) == 1 and table.zone("A", "hand") == []
    table.choose("A", "Chime")
    assert table.reactions() == [] and len(table.zone("A", "hand")) >= 2
