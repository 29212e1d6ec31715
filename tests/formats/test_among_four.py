"""Words whose meaning changes with four players: another player, an opponent, first, last."""

import pytest

from altered_env import Scenario, decks
from tests.citations import cites

BOTH = pytest.mark.parametrize("rules", decks.RULESETS)
FORMS = pytest.mark.parametrize("form", ["two_against_two", "free_for_all"])
OF_FOUR = pytest.mark.parametrize("player", "ABCD")
SPELL = {"type": "spell"}
GROUND = {"type": "landmark_permanent"}


def sit(rules="5.0", form="two_against_two"):
    """A table of four, each with a Hero to wait with."""
    table = Scenario(rules=rules, format=form)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    for player in "ABCD":
        table.player(player).hero("Idler")
    return table


@cites("2024.09:6.1.d")
@OF_FOUR
@BOTH
def test_x_is_limited_by_the_own_mana(rules, player):
    table = sit(rules)
    for other in "ABCD":
        table.player(other).mana(3 if other == player else 1)
    table.player(player).hero_expedition("Rider's Mask R1")
    table.begin(first=player)
    table.act(player, "use Rider's Mask")
    assert table.decision == "number"
    assert [label.split()[-1] for label in table.options(player)] == ["0", "1", "2", "3"]


@cites("2024.09:MP-20")
@OF_FOUR
@FORMS
@BOTH
def test_an_effect_may_say_in_which_of_their_expeditions_a_player_plays(rules, form, player):
    """5.0 5.1.2.c: as of Joining Fates, "in their Companion Expedition"."""
    table = sit(rules, form)
    then = "play(choose(character), free, in_=they.companion_expedition)"
    line = f"effect: may({then}, by=target(player))"
    table.card("Fate", **SPELL, abilities=[line])
    table.player("A").hand("Fate").mana(1)
    table.player(player).hand("Kappa")
    table.begin(first="A")
    table.act("A", "play Fate", f"player {player}")
    while table.decision != "turn":
        assert table.decider == player and table.decision != "expedition"
        table.choose(player, "yes" if "yes" in table.options() else "Kappa")
    seen = table.find("Kappa")
    assert (seen.controller, seen.expedition) == (player, "companion")


@cites("5.0:7.3.40.b", "effect/take control")
@OF_FOUR
@BOTH
def test_who_takes_control_of_a_landmark_has_it(rules, player):
    """5.0 7.3.40."""
    table = sit(rules)
    table.card("Place", **GROUND)
    owner = "A" if player != "A" else "D"
    line = "effect: take_control(target(landmark_permanent))"
    table.card("Take", **SPELL, abilities=[line])
    table.player(owner).landmarks("Place")
    table.player(player).hand("Take").mana(1)
    table.begin(first=player)
    table.act(player, "play Take")
    assert table.find("Place").controller == player


@OF_FOUR
@FORMS
@BOTH
def test_one_player_passes_first(rules, form, player):
    """Each of the others passes too, and not first."""
    table = sit(rules, form)
    table.card("Bell", **GROUND, abilities=["when(passes(you), first): gain(me, quest=1)"])
    for other in "ABCD":
        table.player(other).landmarks("Bell").hand("Filler", "Filler").mana(9)
    table.begin(first=player)
    order = ("ABCD" * 2)["ABCD".index(player) :][:4]
    for other in order:
        table.act(other, "pass")
    bells = {seen.controller: seen.counters.get("quest", 0) for seen in table.all("Bell")}
    assert bells == {other: int(other == player) for other in "ABCD"}


@FORMS
@BOTH
def test_after_the_opponents_is_not_after_the_ally(rules, form):
    """C passes after B and D, while A, in teams the ally, is still to pass."""
    table = sit(rules, form)
    table.card("Bell", **GROUND, abilities=["when(passes(you), last): gain(me, quest=1)"])
    for other in "ABCD":
        table.player(other).landmarks("Bell").hand("Filler", "Filler").mana(9)
    table.begin(first="B")
    table.act("B", "pass")
    table.act("C", "play Filler to hero")
    table.act("D", "pass")
    table.act("A", "play Filler to hero")
    table.act("C", "pass")
    rung = {seen.controller for seen in table.all("Bell") if seen.counters}
    assert rung == ({"C"} if form == "two_against_two" else set())
    table.act("A", "pass")
    rung = {seen.controller for seen in table.all("Bell") if seen.counters}
    assert rung == ({"A", "C"} if form == "two_against_two" else {"A"})


@BOTH
def test_of_those_who_pass_together_none_is_first_nor_last(rules):
    table = Scenario(rules=rules)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    lines = [f"when(passes(you), {word}): gain(me, quest=1)" for word in ("first", "last")]
    table.card("Bell", **GROUND, abilities=lines)
    table.card("Night", **SPELL, abilities=["effect: pass_(by=all(player))"])
    for player in "AB":
        table.player(player).hero("Idler").landmarks("Bell").hand("Night").mana(2)
    table.begin(first="A")
    table.act("A", "play Night")
    assert table.phase != "afternoon" or table.day == 3
    assert not any(seen.counters for seen in table.all("Bell"))


@cites("2024.09:MP-21", "2024.09:MP-22")
@FORMS
@BOTH
def test_another_target_player_may_be_the_ally(rules, form):
    table = sit(rules, form)
    table.player("A").hand("Nephele R1").mana(4)
    for other in "BCD":
        table.player(other).hand("Filler").mana(1)
    table.begin(first="A")
    table.act("A", "play Nephele to hero")
    while table.decision == "yes_no":
        table.choose("A", "yes")
    assert table.options("A") == ["player B", "player C", "player D"]


@cites("2024.09:MP-21")
@FORMS
@BOTH
@pytest.mark.parametrize("mode", [1, 2])
def test_a_companion_expedition_may_be_the_ally_s(rules, form, mode):
    """The Reunion: any Companion Expedition, any Hero Expedition."""
    table = sit(rules, form)
    table.player("A").landmarks("The Reunion C")
    table.begin(first="A")
    table.act("A", "use The Reunion", f"mode {mode}")
    way = ("companion", "hero")[mode - 1]
    assert [option for option in table.options("A") if way in option] == table.options("A")
    assert len(table.options("A")) == 4


@cites("5.0:6.3.g", "2024.09:MP-25")
@pytest.mark.parametrize(("form", "opponents"), [("two_against_two", 2), ("free_for_all", 3)])
@BOTH
def test_what_several_opponents_do_at_once_is_done_by_each(rules, form, opponents):
    """ "When an opponent draws one or more cards": once for each, however many cards."""
    table = sit(rules, form)
    table.card("Ear", abilities=["when(draws(opponent), once): gain(me, boost=1)"])
    table.card("Feast", **SPELL, abilities=["effect: draw(2, by=all(player))"])
    table.player("A").hero_expedition("Ear").hand("Feast").mana(1)
    table.begin(first="A")
    table.act("A", "play Feast")
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])
    assert table.find("Ear").boosts == opponents


@cites("5.0:6.3.g")
@BOTH
def test_a_player_who_draws_is_each_player_who_does(rules):
    table = sit(rules, "free_for_all")
    table.card("Ear", abilities=["when(draws(player), once): gain(me, boost=1)"])
    table.card("Feast", **SPELL, abilities=["effect: draw(2, by=all(player))"])
    table.player("A").hero_expedition("Ear").hand("Feast").mana(1)
    table.begin(first="A")
    table.act("A", "play Feast")
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])
    assert table.find("Ear").boosts == 4


@cites("2024.09:MP-25")
@pytest.mark.parametrize(("whose", "cost"), [("BBD", 4), ("CCC", 4), ("BBB", 3)])
@BOTH
def test_an_opponent_has_three_if_one_has_them(rules, whose, cost):
    """Two opponents do not have them together, and an ally is none."""
    table = sit(rules)
    for player in whose:
        table.player(player).hero_expedition("Filler")
    table.player("A").hand("Puff's Challenge C").mana(4).hero_expedition(*["Filler"] * 3)
    table.begin(first="A")
    assert f"play Puff's Challenge ({cost})" in table.options("A")


@cites("5.0:7.3.22.a")
@FORMS
@BOTH
def test_a_gift_is_what_another_player_receives_an_ally_too(rules, form):
    """5.0 7.3.22.a: in your turn, another player."""
    table = sit(rules, form)
    table.card("Ribbon", abilities=["when(gifts(you)): gain(me, boost=1)"])
    table.card("Give", **SPELL, abilities=["effect: draw(1, by=target(player))"])
    table.player("A").hero_expedition("Ribbon").hand(*["Give"] * 4).mana(4)
    table.begin(first="A")
    for number, player in enumerate("BCDA", start=1):
        table.act("A", "play Give", f"player {player}")
        assert table.find("Ribbon").boosts == min(number, 3)
        while table.turn != "A":
            table.act(table.turn, "pass")
