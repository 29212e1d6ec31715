"""The next one of simultaneous arrivals: the controller of the step chooses (6.2.e, 6.2.f)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}


def with_mask(sit, rules, held, effect, uses=1, whose="A"):
    """A has said something of the next ones; `whose` Spell moves several at once."""
    table = sit(rules)
    line = f"T: ongoing({{{held}}}, this=turn, uses={uses})"
    table.card("Mask", type="expedition_permanent", subtypes=["gear"], abilities=[line])
    table.card("Call", type="spell", abilities=["fleeting", f"effect: {effect}"])
    for name in ("One", "Two", "Three"):
        table.card(name)
        table.player("A").reserve(name)
    table.player("A").hero_expedition("Mask").hand("Call").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "use Mask")
    table.act("A", "play Call")
    return table


ALL_JOIN = "put(all(character, you.reserve), you.hero_expedition)"
GAIN = "also(goes(character, to=me.expedition)): gain(it, boost=1)"


def boosts(table):
    return [table.find(f"{name} in hero").boosts for name in ("One", "Two", "Three")]


@cites("5.0:6.2.h", "2024.09:6.2.e", "2024.09:6.2.f")
@pytest.mark.parametrize("name", ["One", "Two", "Three"])
@RULES
def test_one_of_several_is_the_next(sit, rules, name):
    """Reka Headset, Rider's Mask: a Character that joins; three join in one step."""
    table = with_mask(sit, rules, GAIN, ALL_JOIN)
    assert (table.decider, table.decision) == ("A", "objects")
    table.choose("A", f"{name} in hero")
    assert boosts(table) == [int(name == other) for other in ("One", "Two", "Three")]
    assert table.ongoing() == []


@RULES
def test_the_next_two_of_three(sit, rules):
    table = with_mask(sit, rules, GAIN, ALL_JOIN, uses=2)
    table.choose("A", "Three in hero", "One in hero")
    while table.decision == "reaction":
        table.choose("A", table.options()[0])
    assert boosts(table) == [1, 0, 1]


@RULES
def test_where_all_of_them_are_next_nobody_chooses(sit, rules):
    table = with_mask(sit, rules, GAIN, ALL_JOIN, uses=3)
    while table.decision == "reaction":
        table.game.act(table.game.options()[0].action)
    assert table.decider == "B"
    assert boosts(table) == [1, 1, 1]


@RULES
def test_without_a_limit_nobody_chooses(sit, rules):
    held = "also(goes(character, to=me.expedition), once): gain(it, boost=1)"
    table = with_mask(sit, rules, held, ALL_JOIN)
    assert table.decider == "B"
    assert boosts(table) == [1, 1, 1]


@cites("5.0:6.2.h", "2024.09:6.2.f")
@RULES
def test_it_is_the_controller_of_the_step_who_chooses(sit, rules):
    """B's effect lets A's Characters join; the effect on the next one is A's."""
    table = sit(rules)
    table.card(
        "Mask",
        type="expedition_permanent",
        abilities=[f"T: ongoing({{{GAIN}}}, this=day, uses=1)"],
    )
    table.card("Call", type="spell", abilities=["fleeting", f"effect: {ALL_OF_A}"])
    for name in ("One", "Two"):
        table.card(name)
        table.player("A").reserve(name)
    table.player("A").hero_expedition("Mask").hand("Filler").mana(1)
    table.player("B").hand("Call").mana(1)
    table.begin()
    table.act("A", "use Mask")
    table.act("A", "pass")
    table.act("B", "play Call")
    assert (table.decider, table.decision) == ("B", "objects")
    table.choose("B", "Two")
    assert table.find("Two").boosts == 1


ALL_OF_A = "put(all(character, opponent.reserve), opponent.hero_expedition)"


@cites("5.0:6.2.g", "2024.09:6.2.e")
@pytest.mark.parametrize(("answer", "left"), [("One", "Two"), ("Two", "One")])
@RULES
def test_which_of_several_is_replaced(sit, rules, answer, left):
    """6.2.g: a modifier that is good for one applies to one of the atomic actions."""
    table = sit(rules)
    held = "instead(goes(character, from_=you.expeditions)): put(it, hand)"
    table.card("Bell", **GROUND, abilities=[f"T: ongoing({{{held}}}, this=turn, uses=1)"])
    table.card("Fall", type="spell", abilities=["fleeting", "effect: discard(all(character))"])
    for name in ("One", "Two"):
        table.card(name)
    table.player("A").landmarks("Bell").hero_expedition("One", "Two").hand("Fall").mana(1)
    table.begin()
    table.act("A", "use Bell")
    table.act("A", "play Fall", answer)
    assert table.zone("A", "hand") == [answer]
    assert left in table.zone("A", "discard")


@RULES
def test_which_of_several_expeditions(sit, rules):
    table = sit(rules)
    held = "instead(moves(you.expeditions)): draw(1)"
    table.card("Bell", **GROUND, abilities=[f"T: ongoing({{{held}}}, this=turn, uses=1)"])
    table.card(
        "Step", type="spell", abilities=["fleeting", "effect: move(all(you.expeditions), 1)"]
    )
    table.player("A").landmarks("Bell").hand("Step").mana(1)
    table.begin()
    table.act("A", "use Bell")
    table.act("A", "play Step", "companion")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (1, 0)
    assert table.zone("A", "hand") == ["Filler"]


@RULES
def test_which_of_several_tokens(sit, rules):
    """They are distinguished by their place of creation."""
    table = sit(rules)
    held = "instead(creates(you, robot)): draw(1)"
    table.card("Bell", **GROUND, abilities=[f"T: ongoing({{{held}}}, this=turn, uses=1)"])
    effect = "create(brassbug, in_=all(you.expeditions))"
    table.card("Make", type="spell", abilities=["fleeting", f"effect: {effect}"])
    table.player("A").landmarks("Bell").hand("Make").mana(1)
    table.begin()
    table.act("A", "use Bell")
    table.act("A", "play Make", "hero")
    assert table.zone("A", "hero_expedition") == []
    assert table.zone("A", "companion_expedition") == ["Brassbug"]
    assert table.zone("A", "hand") == ["Filler"]


@RULES
def test_reka_headset_with_two_new_tokens(sit, rules):
    """Its own cards: two tokens are created in its Expedition at once."""
    table = sit(rules)
    effect = "create(brassbug, 2, in_=you.hero_expedition)"
    table.card("Make", type="spell", abilities=["fleeting", f"effect: {effect}"])
    table.player("A").hero_expedition("Reka Headset R1").hand("Make").mana(1)
    table.begin()
    table.act("A", "use Reka Headset")
    table.act("A", "play Make")
    assert (table.decider, table.decision) == ("A", "objects")
    table.choose("A", "Brassbug #2")
    assert [table.find(f"Brassbug #{k}").boosts for k in (1, 2)] == [0, 1]
