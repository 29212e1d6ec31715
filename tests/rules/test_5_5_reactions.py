"""Playing Reactions (5.5): their Tough costs, and their end."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def with_reaction(sit, rules, effect, mana=3):
    table = sit(rules)
    table.card("Envoy", abilities=[f"J: {effect}"])
    table.player("A").hand("Envoy").mana(mana)
    return table


@cites("rulesets:Targets of a Spell, quick action or Reaction", "2024.09:5.5.a", "2024.09:5.2.3.b")
def test_its_targets_are_declared_before_its_first_step(sit):
    table = with_reaction(sit, "2024.09", "draw(1); discard(target(character, other))")
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Envoy to hero")
    assert (table.decision, table.zone("A", "hand")) == ("target", [])
    table.choose("A", "Booda")
    assert table.zone("A", "hand") == ["Filler"]
    assert table.zone("B", "hero_expedition") == ["Maw"]


@cites("rulesets:Targets of a Spell, quick action or Reaction")
def test_in_5_0_its_targets_are_chosen_at_their_step(sit):
    table = with_reaction(sit, "5.0", "draw(1); discard(target(character, other))")
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Envoy to hero")
    assert (table.decision, table.zone("A", "hand")) == ("target", ["Filler"])


@cites("2024.09:5.5.a", "2024.09:5.1.2.c")
@pytest.mark.parametrize(("rules", "drawn"), [("2024.09", []), ("5.0", ["Filler"])])
def test_without_a_legal_declaration_it_ends_without_effect(sit, rules, drawn):
    table = with_reaction(sit, rules, "draw(1); discard(target(permanent))")
    table.begin()
    table.act("A", "play Envoy to hero")
    assert table.zone("A", "hand") == drawn
    assert table.reactions() == []
    assert table.turn == "B"


@cites("rulesets:Modes", "2024.09:5.5.a", "2024.09:5.2.3.c")
@pytest.mark.parametrize(("rules", "drawn"), [("2024.09", []), ("5.0", ["Filler"])])
def test_its_mode_is_declared(sit, rules, drawn):
    table = with_reaction(sit, rules, "draw(1); modes(1, gain(me, boost=1), resupply())")
    table.begin()
    table.act("A", "play Envoy to hero")
    assert (table.decision, table.zone("A", "hand")) == ("mode", drawn)
    table.choose("A", "mode 1")
    assert table.find("Envoy").boosts == 1


@cites("2024.09:5.5.a", "2024.09:5.2.3.b")
def test_it_declares_as_it_is_played_not_as_it_is_created(sit):
    """The second of two Reactions can target the result of the first."""
    table = sit("2024.09")
    table.card(
        "Mint",
        type="landmark_permanent",
        abilities=["at(noon): create(brassbug, in_=you.hero_expedition)"],
    )
    table.card(
        "Guide", type="landmark_permanent", abilities=["at(noon): gain(target(character), boost=1)"]
    )
    table.player("A").landmarks("Mint", "Guide")
    table.begin("noon")
    table.choose("A", "Mint")
    assert table.find("Brassbug").boosts == 1


@cites("5.0:5.1.2.b", "5.0:5.4.b", "2024.09:5.5.b")
@RULES
def test_its_source_stays_and_limbo_holds_no_card(sit, rules):
    table = with_reaction(sit, rules, "may(draw(1))")
    table.begin()
    table.act("A", "play Envoy to hero")
    assert table.decision == "yes_no"
    assert table.find("Envoy").expedition == "hero"
    assert table.zone("A", "limbo") == []


@cites("5.0:5.4.c", "2024.09:5.5.c", "2024.09:5.1.2.b")
@RULES
def test_it_costs_nothing_but_tough(sit, rules):
    table = with_reaction(sit, rules, "discard(target(character, forest >= 2))")
    table.card("Turtle", stats="2/2/2", abilities=["tough(2)"])
    table.player("B").hero_expedition("Booda", "Turtle")
    table.begin()
    table.act("A", "play Envoy to hero")
    assert table.mana("A") == (2, 3)
    plain = table.game.clone()
    table.choose("A", "Booda")
    assert table.mana("A") == (2, 3)
    assert plain.decision == "target"


@cites("2024.09:5.5.c")
@RULES
def test_tough_is_paid_for_the_target(sit, rules):
    table = with_reaction(sit, rules, "discard(target(character, forest >= 2))")
    table.card("Turtle", stats="2/2/2", abilities=["tough(2)"])
    table.player("B").hero_expedition("Booda", "Turtle")
    table.begin()
    table.act("A", "play Envoy to hero", "Turtle")
    assert table.mana("A") == (0, 3)
    assert table.zone("B", "hero_expedition") == ["Booda"]


@cites("2024.09:5.5.c")
@RULES
def test_one_s_own_tough_characters_cost_nothing(sit, rules):
    table = with_reaction(sit, rules, "gain(target(character, other), boost=1)", mana=1)
    table.card("Turtle", abilities=["tough(2)"])
    table.player("A").hero_expedition("Turtle")
    table.begin()
    table.act("A", "play Envoy to hero")
    assert table.find("Turtle").boosts == 1
    assert table.mana("A") == (0, 1)


@cites("rulesets:Tough unpaid by a Reaction", "2024.09:5.5.d")
@pytest.mark.parametrize(("rules", "drawn"), [("2024.09", []), ("5.0", ["Filler"])])
def test_declining_the_cost_of_tough(sit, rules, drawn):
    """2024.09: nothing of the Reaction happens. 5.0: only the target is missing."""
    table = with_reaction(sit, rules, "draw(1); discard(target(character, forest >= 2))")
    table.card("Turtle", stats="2/2/2", abilities=["tough(1)"])
    table.player("B").hero_expedition("Turtle")
    table.begin()
    table.act("A", "play Envoy to hero", "done")
    assert table.mana("A") == (2, 3)
    assert table.zone("B", "hero_expedition") == ["Turtle"]
    assert table.zone("A", "hand") == drawn
    assert table.reactions() == []


@cites("rulesets:Tough unpaid by a Reaction", "2024.09:5.5.d")
@pytest.mark.parametrize(("rules", "drawn"), [("2024.09", []), ("5.0", ["Filler"])])
def test_a_cost_that_cannot_be_paid_leaves_no_effect(sit, rules, drawn):
    table = with_reaction(
        sit, rules, "draw(1); may(discard(target(character, forest >= 2)))", mana=1
    )
    table.card("Turtle", stats="2/2/2", abilities=["tough(1)"])
    table.player("B").hero_expedition("Turtle")
    table.begin()
    table.act("A", "play Envoy to hero")
    assert table.zone("A", "hand") == drawn
    assert table.zone("B", "hero_expedition") == ["Turtle"]


@cites("5.0:4.4.d", "5.0:5.1.2.j", "5.0:5.4.d", "2024.09:5.5.e")
@RULES
def test_once_resolved_it_is_gone(sit, rules):
    table = sit(rules)
    table.card("Bell", type="landmark_permanent", abilities=["at(noon): draw(1)"])
    table.player("A").landmarks("Bell")
    table.begin("morning")
    table.until("noon")
    assert table.reactions() == [("A", "Bell", 0)]
    drawn = len(table.zone("A", "hand"))
    assert table.decision == "turn"
    assert table.reactions() == []
    assert len(table.zone("A", "hand")) == drawn + 1


# Tough and played cards (the second half of declaring first)


def with_spell(sit, rules, *abilities, mana, cost="2/2"):
    table = sit(rules)
    table.card("Work", type="spell", cost=cost, abilities=abilities)
    table.card("Turtle", abilities=["tough(1)"])
    table.player("A").hand("Work").mana(mana)
    table.player("B").hero_expedition("Turtle")
    return table


@cites("rulesets:Tough", "2024.09:5.1.2.b", "2024.09:5.1.2.d")
def test_tough_is_part_of_the_one_payment(sit):
    table = with_spell(
        sit,
        "2024.09",
        "effect: ready(choose(mana_orb, you.mana, exhausted)); put(target(character), reserve)",
        mana=3,
    )
    table.begin()
    table.act("A", "play Work", "Orb")
    assert table.mana("A") == (1, 3)  # three paid, then one readied
    assert table.zone("B", "reserve") == ["Turtle"]


@cites("5.0:7.4.7.e", "rulesets:Tough", "2024.09:5.1.2.c", "2024.09:5.1.2.d")
@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_mana_made_by_the_spell_pays_for_tough_only_in_5_0(sit, rules):
    table = with_spell(
        sit,
        rules,
        "effect: ready(choose(mana_orb, you.mana, exhausted)); put(target(character), reserve)",
        mana=2,
    )
    table.begin()
    assert table.can("A", "play Work") == (rules == "5.0")
    if rules == "5.0":
        table.act("A", "play Work", "Orb", "Turtle")
        assert table.zone("B", "reserve") == ["Turtle"]
        assert table.mana("A") == (0, 2)


@cites("rulesets:Tough", "2024.09:5.1.2.b")
@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_a_reduction_of_the_spell_also_lowers_tough_in_2024_09(sit, rules):
    """Off You Go! for 2, three less, with a target that is Tough 1."""
    table = with_spell(sit, rules, "effect: put(target(character), reserve)", mana=1)
    table.card("Sale", type="landmark_permanent", abilities=["less(3, plays(you, spell))"])
    table.player("A").landmarks("Sale")
    table.begin()
    table.act("A", "play Work")
    if rules == "5.0":
        table.choose("A", "Turtle")
    assert table.mana("A") == ((1, 1) if rules == "2024.09" else (0, 1))
    assert table.zone("B", "reserve") == ["Turtle"]


@cites("2024.09:5.1.2.c")
@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_a_spell_whose_only_target_is_too_tough(sit, rules):
    table = with_spell(sit, rules, "effect: put(target(character), reserve)", mana=2)
    table.begin()
    assert table.can("A", "play Work") == (rules == "5.0")
    if rules == "5.0":
        table.act("A", "play Work")
        assert table.zone("B", "hero_expedition") == ["Turtle"]


@cites("rulesets:Tough on a Spell played for free", "2024.09:5.1.2.b")
@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_tough_of_the_target_of_a_spell_played_for_free(sit, rules):
    table = with_spell(sit, rules, "effect: put(target(character), reserve)", mana=0)
    table.card("Gate", abilities=["H: play(choose(spell, you.hand), free)"], cost="0/0")
    table.player("A").hand("Gate")
    table.begin()
    table.act("A", "play Gate to hero")
    if rules == "2024.09":
        table.choose("A", "Turtle")
        assert table.zone("B", "reserve") == ["Turtle"]
    else:
        assert table.find("Gate").zone == "reserve"  # the only one left to choose
        assert table.zone("B", "hero_expedition") == ["Turtle"]
