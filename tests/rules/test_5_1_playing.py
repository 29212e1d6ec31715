"""Playing cards: timing, declaring, paying, resolving (5.1)."""

from __future__ import annotations

import pytest

from altered_env.game.errors import IllegalActionError
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:5.1.1.a", "5.0:5.1.1.b", "2024.09:5.1.1.a", "2024.09:5.1.1.b")
@RULES
def test_a_player_plays_cards_and_quick_actions_in_the_own_turn_only(sit, rules):
    table = sit(rules)
    table.card("Runner")
    table.player("A").hand("Runner").mana(1)
    table.player("B").hand("Runner").mana(1)
    table.begin()
    assert table.can("A", "play Runner to hero")
    assert table.can("A", "use Idler")
    assert table.options("B") == []
    with pytest.raises(IllegalActionError):
        table.act("B", "play Runner to hero")
    with pytest.raises(IllegalActionError):
        table.act("B", "use Idler")
    table.act("A", "play Runner to hero")
    assert table.can("B", "play Runner to hero")
    assert table.can("B", "use Idler")


@cites("5.0:5.1.1.a", "2024.09:5.1.1.a")
@RULES
def test_outside_turns_nothing_of_one_s_own_choice_is_played(sit, rules):
    table = sit(rules)
    table.card("Runner")
    table.player("A").hand("Runner").mana(1)
    table.begin("morning")
    assert table.phase == "morning"
    assert table.decision == "expand"
    with pytest.raises(IllegalActionError):
        table.act(table.decider, "use Idler")


@cites("2024.09:5.1.1.a", "2024.09:5.1.1.c")
@RULES
def test_an_action_inside_an_effect_is_offered_as_the_effect_resolves(sit, rules):
    table = sit(rules)
    table.card("Trader", abilities=["J: if_(may(pay(1)), draw(1))"])
    table.player("A").hand("Trader").mana(3)
    table.begin()
    table.act("A", "play Trader to hero")
    assert (table.decider, table.options()) == ("A", ["yes", "no"])
    assert table.mana("A") == (2, 3)
    table.choose("A", "yes")
    assert table.mana("A") == (1, 3)
    assert table.zone("A", "hand") == ["Filler"]


@cites("5.0:1.2.5.b", "5.0:1.2.6.d", "5.0:6.4.b", "5.0:6.5.c", "2024.09:5.1.1.c")
@RULES
def test_an_action_inside_an_effect_may_be_left_unplayed(sit, rules):
    table = sit(rules)
    table.card("Trader", abilities=["J: if_(may(pay(1)), draw(1), else_=gain(me, boost=1))"])
    table.player("A").hand("Trader").mana(3)
    table.begin()
    table.act("A", "play Trader to hero", "no")
    assert table.mana("A") == (2, 3)
    assert table.zone("A", "hand") == []
    assert table.find("Trader").boosts == 1


@cites("5.0:4.4.b", "5.0:4.4.d", "5.0:5.1.1.c", "2024.09:5.1.1.d")
@pytest.mark.parametrize("first", ["A", "B"])
@RULES
def test_the_first_in_initiative_order_plays_reactions_until_none_is_left(sit, rules, first):
    table = sit(rules)
    table.card("Bell", type="landmark_permanent", abilities=["at(noon): may(draw(1))"])
    for player in "AB":
        table.player(player).landmarks("Bell")
    other = "B" if first == "A" else "A"
    table.begin("noon", first=first)
    assert (table.decider, table.decision) == (first, "yes_no")
    table.choose(first, "no")
    assert (table.decider, table.decision) == (other, "yes_no")
    table.choose(other, "no")
    assert table.phase == "afternoon"


@cites("5.0:5.1.1.a", "5.0:5.1.1.c", "2024.09:5.1.1.d")
@RULES
def test_a_player_with_several_reactions_must_play_one_of_their_choice(sit, rules):
    table = sit(rules)
    table.card("Bell", type="landmark_permanent", abilities=["at(noon): draw(1)"])
    table.card("Gong", type="landmark_permanent", abilities=["at(noon): resupply()"])
    table.card("Top")
    table.player("A").landmarks("Bell", "Gong").deck("Top", "Filler")
    table.begin("noon")
    assert (table.decider, table.decision) == ("A", "reaction")
    assert len(table.options()) == 2  # to play none is not among them
    table.choose("A", "Gong")
    assert table.zone("A", "reserve") == ["Top"]
    assert table.zone("A", "hand") == ["Filler"]


@cites("5.0:4.4.c", "2024.09:5.1.1.d")
@RULES
def test_a_reaction_made_by_a_reaction_is_checked_before_the_other_player_s(sit, rules):
    """In the Afternoon the player whose turn it is comes first, as often as they have one."""
    table = sit(rules)
    table.card("Herald", abilities=["J: create(brassbug, in_=me.expedition)"])
    table.card("Smith", type="landmark_permanent")
    table.card(
        "Watch",
        type="landmark_permanent",
        abilities=["when(goes(robot, to=expeditions)): may(draw(1))"],
    )
    table.card(
        "Tower",
        type="landmark_permanent",
        abilities=["when(plays(player, character)): may(resupply())"],
    )
    table.player("A").landmarks("Watch")
    table.player("B").hand("Herald").mana(1).landmarks("Watch")
    table.begin(first="A")
    table.act("A", "pass")
    table.act("B", "play Herald to hero")
    assert table.decider == "B"
    table.choose("B", "no")
    assert table.decider == "A"


@cites("5.0:1.2.5.a", "5.0:5.1.2.a", "2024.09:5.1.2.a", "2024.09:5.1.2.d")
@RULES
def test_costs_are_paid_before_the_effect_resolves(sit, rules):
    table = sit(rules)
    table.card(
        "Spring", type="spell", cost="2/2", abilities=["effect: ready(all(mana_orb, you.mana))"]
    )
    table.player("A").hand("Spring").mana(3)
    table.begin()
    table.act("A", "play Spring")
    assert table.mana("A") == (3, 3)


@cites("2024.09:5.1.2.a", "2024.09:5.1.2.b", "2024.09:5.1.2.c", "2024.09:5.2.3.b")
def test_declaring_targets_leaves_everything_as_it_was(sit):
    table = sit("2024.09")
    table.card("Bolt", type="spell", cost="2/2", abilities=["effect: discard(target(character))"])
    table.player("A").hand("Bolt").mana(3)
    table.player("B").hero_expedition("Booda", "Brassbug")
    table.begin()
    table.act("A", "play Bolt")
    assert table.decision == "target"
    assert table.mana("A") == (3, 3)
    assert table.zone("A", "hand") == ["Bolt"]
    assert table.zone("A", "limbo") == []
    table.choose("A", "Booda")
    assert table.mana("A") == (1, 3)
    assert table.zone("A", "reserve") == ["Bolt"]
    assert table.zone("B", "hero_expedition") == ["Brassbug"]


@cites("5.0:1.2.6.c", "5.0:5.1.2.a", "5.0:5.1.2.h", "2024.09:5.1.2.a")
def test_in_5_0_targets_are_chosen_after_paying(sit):
    table = sit("5.0")
    table.card("Bolt", type="spell", cost="2/2", abilities=["effect: discard(target(character))"])
    table.player("A").hand("Bolt").mana(3)
    table.player("B").hero_expedition("Booda", "Brassbug")
    table.begin()
    table.act("A", "play Bolt")
    assert table.decision == "target"
    assert table.mana("A") == (1, 3)
    assert table.zone("A", "hand") == []
    assert table.zone("A", "limbo") == ["Bolt"]


@cites("5.0:5.1.2.g", "2024.09:5.1.2.b", "2024.09:5.1.2.c")
@RULES
def test_what_cannot_be_paid_cannot_be_declared(sit, rules):
    table = sit(rules)
    table.card("Giant", cost="4/3")
    table.player("A").hand("Giant").reserve("Giant").mana(4, exhausted=1)
    table.begin()
    assert not table.can("A", "play Giant from hand to hero")
    assert table.can("A", "play Giant from reserve to hero")


@cites("rulesets:No suitable target", "2024.09:5.1.2.c")
def test_a_play_without_a_legal_declaration_is_not_offered(sit):
    table = sit("2024.09")
    table.player("A").hand("Off You Go! C").mana(2)
    table.begin()
    assert not table.can("A", "play Off You Go!")


@cites("5.0:6.5.b", "rulesets:No suitable target", "2024.09:5.1.2.c")
def test_in_5_0_a_spell_without_targets_does_nothing_and_ends_the_turn(sit):
    table = sit("5.0")
    table.player("A").hand("Off You Go! C").mana(2)
    table.begin()
    table.act("A", "play Off You Go!")
    assert table.zone("A", "reserve") == ["Off You Go!"]
    assert table.mana("A") == (0, 2)
    assert table.turn == "B"


@cites("5.0:5.1.2.c", "5.0:5.1.2.g", "2024.09:5.1.2.b")
@RULES
def test_optional_costs_are_chosen_while_declaring(sit, rules):
    table = sit(rules)
    table.card(
        "Ferryman",
        cost="3/3",
        abilities=["less(2, plays(you, me), may, cost=discard(choose(card, you.reserve)))"],
    )
    table.player("A").hand("Ferryman").reserve("Filler", "Filler").mana(3)
    table.begin()
    table.act("A", "play Ferryman to hero")
    assert table.decision == "reduction"
    assert table.zone("A", "hand") == ["Ferryman"]
    table.choose("A", "no")
    assert table.mana("A") == (0, 3)
    assert table.zone("A", "reserve") == ["Filler", "Filler"]


@cites("5.0:5.1.2.i", "2024.09:5.1.2.b", "2024.09:5.1.2.d")
@RULES
def test_an_optional_cost_that_was_chosen_is_paid_with_the_others(sit, rules):
    table = sit(rules)
    table.card(
        "Ferryman",
        cost="3/3",
        abilities=["less(2, plays(you, me), may, cost=discard(choose(card, you.reserve)))"],
    )
    table.player("A").hand("Ferryman").reserve("Filler").mana(1)
    table.begin()
    table.act("A", "play Ferryman to hero")  # without it the mana would not do
    assert table.mana("A") == (0, 1)
    assert table.zone("A", "reserve") == []
    assert table.zone("A", "hero_expedition") == ["Ferryman"]


@cites(
    "5.0:1.2.5.d", "5.0:1.2.7.b", "5.0:5.1.2.i", "2024.09:5.1.2.d", "2024.09:6.1.d", "2024.09:6.1.f"
)
@RULES
def test_the_parts_of_a_cost_are_paid_in_one_event(sit, rules):
    table = sit(rules)
    table.card(
        "Altar",
        type="landmark_permanent",
        abilities=["T, sacrifice(choose(character, you.play)), pay(1): draw(1)"],
    )
    table.player("A").landmarks("Altar").hero_expedition("Booda", "Brassbug").mana(2)
    table.begin()
    table.act("A", "use Altar")
    # At the choice nothing is paid yet: neither was the mana, nor is the Altar exhausted.
    assert table.options() == ["A: Booda in hero Expedition", "A: Brassbug in hero Expedition"]
    assert table.mana("A") == (2, 2)
    assert "exhausted" not in table.find("Altar").statuses
    table.choose("A", "Booda")
    assert table.mana("A") == (1, 2)
    assert "exhausted" in table.find("Altar").statuses
    assert table.zone("A", "hero_expedition") == ["Brassbug"]


@cites("5.0:1.2.5.c", "5.0:6.4.c", "2024.09:5.1.2.d")
@RULES
def test_a_cost_is_paid_in_full_or_not_at_all(sit, rules):
    table = sit(rules)
    table.card(
        "Altar",
        type="landmark_permanent",
        abilities=["T, sacrifice(choose(character, you.play)), pay(1): draw(1)"],
    )
    table.player("A").landmarks("Altar").mana(2)
    table.player("B").landmarks("Altar").hero_expedition("Booda").mana(2, exhausted=2)
    table.begin()
    assert not table.can("A", "use Altar")  # no Character
    table.act("A", "pass")
    assert not table.can("B", "use Altar")  # no mana


@cites("5.0:1.2.4.c", "5.0:5.1.2.j", "2024.09:5.1.2.e", "2024.09:5.2.2.a")
@RULES
def test_each_kind_of_card_goes_where_it_belongs(sit, rules):
    table = sit(rules)
    table.card("Runner")
    table.card("Shrine", type="landmark_permanent")
    table.card("Song", type="spell", abilities=["effect: draw(1)"])
    table.player("A").hand("Runner", "Shrine", "Song").mana(3)
    table.begin()
    table.act("A", "play Runner to companion")
    table.act("B", "pass")
    assert table.find("Runner").expedition == "companion"
    table.act("A", "play Shrine")
    assert table.zone("A", "landmarks") == ["Shrine"]
    table.act("A", "play Song")
    assert table.zone("A", "hand") == ["Filler"]
    assert table.zone("A", "limbo") == []


@cites("5.0:5.2.3.a", "2024.09:RM-5.2.2.a-1")
@RULES
def test_a_landmark_played_from_reserve_is_not_fleeting(sit, rules):
    table = sit(rules)
    table.card("Shrine", type="landmark_permanent", cost="3/1")
    table.player("A").reserve("Shrine").mana(1)
    table.begin()
    table.act("A", "play Shrine")
    assert table.find("Shrine").zone == "landmarks"
    assert table.find("Shrine").statuses == frozenset()


@cites("5.0:5.1.2.l", "5.0:7.5.12.a")
@pytest.mark.parametrize(("kind", "effect"), [("spell", "effect: may(draw(1))"), ("character", "")])
@RULES
def test_a_card_is_played_as_it_leaves_limbo(sit, rules, kind, effect):
    """Not as it is declared, paid, or has begun to resolve; then it is where it has gone."""
    table = sit(rules)
    table.card("Work", type=kind, abilities=[effect] if effect else [])
    lines = [
        "when(goes(card, to=limbo)): gain(me, luck=1)",
        f"when(plays(you, {kind})): "
        "gain(me, arcane=count(card, named(it), you.reserve | you.play))",
    ]
    table.card("Watch", type="landmark_permanent", abilities=lines)
    table.player("A").hand("Work").mana(1).landmarks("Watch")
    table.begin()
    table.act("A", "play Work" + (" to hero" if kind == "character" else ""))
    if kind == "spell":
        assert table.find("Work").zone == "limbo"
        assert table.reactions() == [("A", "Watch", 0)]
        table.choose("A", "no")
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])
    assert table.find("Watch").counters == {"luck": 1, "arcane": 1}
