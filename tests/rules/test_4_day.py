"""The day (4.2), the start of its phases, and checks of Reactions (4.4)."""

from dataclasses import replace

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))
PHASES = ("morning", "noon", "afternoon", "dusk", "night")


@cites("5.0:4.2.a", "2024.09:ST-33", "2024.09:ST-75")
@both_rulesets
def test_five_phases_make_a_day_and_another_day_follows(rules):
    table = Scenario(rules=rules)
    table.begin("morning", day=4)
    seen = []
    for phase in ("noon", "afternoon", "dusk", "night", "morning", "noon"):
        table.until(phase)
        seen.append((table.day, table.phase))
    assert seen == [
        (4, "noon"),
        (4, "afternoon"),
        (4, "dusk"),
        (4, "night"),
        (5, "morning"),
        (5, "noon"),
    ]


@cites("5.0:4.2.b", "5.0:4.4.a", "2024.09:ST-105", "2024.09:GL-09", "2024.09:ST-39")
@both_rulesets
@pytest.mark.parametrize("phase", PHASES)
def test_a_phase_begins_with_what_waits_for_it(rules, phase):
    """5.0 4.2.b: a Reaction to this phase and no other, of every card in play, once."""
    table = Scenario(rules=rules)
    table.card("Bell", type="landmark_permanent", abilities=[f"at({phase}): draw(1)"])
    others = [f"at({other}): resupply()" for other in PHASES if other != phase]
    table.card("Drum", type="landmark_permanent", abilities=others)
    table.card("Flute", abilities=["eternal", f"at({phase}): draw(1)"])
    table.card("Leader", type="hero", abilities=[f"at({phase}): draw(1)"])
    table.player("A").landmarks("Bell", "Drum").hero("Leader")
    table.player("B").hero_expedition("Flute")
    before = PHASES[PHASES.index(phase) - 1]
    table.begin(before, day=2)
    table.until(phase)
    waiting = [(player, source) for player, source, _ in table.reactions()]
    assert sorted(waiting) == [("A", "Bell"), ("A", "Leader"), ("B", "Flute")]


@cites("5.0:4.2.b", "2024.09:GL-10")
@both_rulesets
def test_what_comes_into_play_during_a_phase_missed_its_beginning(rules):
    """5.0 4.2.b: also while Reactions to the beginning are being played."""
    table = Scenario(rules=rules)
    table.card("Guest", stats="0/0/0", abilities=["at(noon): resupply()"])
    table.card(
        "Host", type="landmark_permanent", abilities=["at(noon): play(choose(character), free)"]
    )
    table.player("A").landmarks("Host").hand("Guest").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin("noon", first="B")
    table.choose("A", "hero")
    assert (table.decider, table.phase) == ("B", "afternoon")
    assert table.find("Guest").expedition == "hero"
    assert table.reactions() == []
    assert table.zone("A", "reserve") == []


@cites("5.0:4.2.b", "2024.09:GL-10")
@both_rulesets
def test_a_support_ability_that_arrives_in_reserve_missed_the_beginning_too(rules):
    """The example of 5.0 4.2.b."""
    table = Scenario(rules=rules)
    table.card("Guest", support=["I, at(noon): gain(me, boost=2)"])
    line = "at(noon): put(choose(card, you.hand), reserve)"
    table.card("Host", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Host").hand("Guest", "Kelon Burst")
    table.player("B").reserve("Guest")
    table.begin("noon", first="A")
    table.choose("A", "Guest")
    assert table.find("A Guest").boosts == 0
    assert table.find("B Guest").boosts == 2


@cites("5.0:4.2.b", "2024.09:GL-09", "2024.09:GL-11")
@both_rulesets
def test_the_beginning_fixes_what_will_be_played(rules):
    """All activate together: one whose source is gone by then is played all the same."""
    table = Scenario(rules=rules)
    table.card(
        "Killer", type="landmark_permanent", abilities=["at(noon): discard(choose(character))"]
    )
    table.card("Victim", abilities=["at(noon): draw(1)"])
    table.player("A").landmarks("Killer")
    table.player("B").hero_expedition("Victim").hand("Filler")
    table.begin("noon", first="A")
    assert table.zone("B", "discard") == ["Victim"]
    assert len(table.zone("B", "hand")) >= 2


@cites("5.0:4.4.b", "2024.09:ST-106")
@both_rulesets
def test_the_first_player_plays_theirs_first_in_any_order(rules):
    """5.0 4.4.b, 4.4.c."""
    table = Scenario(rules=rules)
    for name in ("Oak", "Elm"):
        table.card(name, type="landmark_permanent", abilities=["at(noon): resupply()"])
    table.card("Fir", type="landmark_permanent", abilities=["at(noon): draw(1)"])
    table.player("A").landmarks("Oak", "Fir")
    table.player("B").landmarks("Oak", "Fir", "Elm")
    table.begin("noon", first="B")
    assert (table.decider, table.decision) == ("B", "reaction")
    table.choose("B", "Fir")
    assert len(table.zone("B", "hand")) == 1
    assert (table.zone("B", "reserve"), table.zone("A", "reserve")) == ([], [])
    table.choose("B", "Elm")  # Oak is the only one left
    assert len(table.zone("B", "reserve")) == 2
    assert (table.decider, table.decision) == ("A", "reaction")


@cites("5.0:4.4.a", "5.0:4.4.c", "2024.09:ST-106")
@both_rulesets
def test_a_new_reaction_of_the_first_player_comes_before_the_others(rules):
    """5.0 4.4.c: Reactions are checked again after each."""
    table = Scenario(rules=rules)
    table.card("Oak", type="landmark_permanent", abilities=["at(noon): draw(1)"])
    table.card("Elm", type="landmark_permanent", abilities=["when(draws(you), once): win(you)"])
    table.card("Fir", type="landmark_permanent", abilities=["at(noon): win(you)"])
    table.player("A").landmarks("Oak", "Elm")
    table.player("B").landmarks("Fir")
    table.begin("noon", first="A")
    assert table.winner == "A"


@cites("5.0:4.2.d", "5.0:4.2.e", "5.0:4.4.a", "2024.09:4.2.1.a")
@both_rulesets
def test_reactions_to_a_daily_effect_are_played_before_the_next(rules):
    """5.0 4.2.d, 4.2.e: a card drawn because of Draw can be put in Mana by Expand."""
    table = Scenario(rules=rules)
    line = "when(draws(you), once): put(top(you.deck), hand)"
    table.card("Well", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Well").deck("Filler", "Filler", "Kelon Burst")
    table.begin("morning", first="B")
    assert table.decision == "expand"
    assert "A: Kelon Burst in hand" in table.options("A")


@cites("5.0:4.2.g", "5.0:4.4.a", "2024.09:ST-41", "2024.09:ST-42")
@both_rulesets
def test_reactions_are_checked_after_a_turn_effect(rules):
    """5.0 4.2.g, 4.2.3.e: before the next turn, and before a turn continues."""
    table = Scenario(rules=rules)
    table.card("Eager", abilities=["J: resupply()"])
    table.card("Bush", type="landmark_permanent", abilities=["T: draw(1)"])
    table.card("Root", type="landmark_permanent", abilities=["when(draws(you)): resupply()"])
    table.player("A").hand("Eager").mana(2).landmarks("Bush", "Root")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "use Bush")
    assert table.decider == "A"
    assert len(table.zone("A", "reserve")) == 1
    table.act("A", "play Eager to hero")
    assert table.decider == "B"
    assert len(table.zone("A", "reserve")) == 2


@cites("5.0:4.4.a", "5.0:5.2.b", "2024.09:ST-26")
@both_rulesets
def test_reactions_wait_for_the_end_of_an_effect_that_plays_a_card(rules):
    """5.0 4.4.a, remark."""
    table = Scenario(rules=rules)
    table.card("Eager", cost="3/3", abilities=["H: put(top(you.deck), reserve)"])
    table.card("Call", type="spell", abilities=["effect: play(choose(character), free); draw(1)"])
    for name in ("One", "Two", "Three"):
        table.card(name)
    table.player("A").hand("Call", "Eager").mana(1).deck("One", "Two", "Three")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Call", "hero")
    assert table.find("Eager").expedition == "hero"
    assert table.find("One").zone == "hand"
    assert table.find("Two").zone == "reserve"


@cites("5.0:4.2.c", "5.0:4.2.2.a", "5.0:4.2.3.a", "5.0:4.2.4.a", "5.0:4.2.5.a")
@both_rulesets
def test_what_a_day_does_by_itself(rules):
    """Nothing at Noon and in the Afternoon; at Dusk, Progress; at Night, Rest and Clean-up."""
    table = Scenario(rules=rules)
    table.card("Leader", type="hero", limits="0/2")
    side = table.player("A").hero("Leader", exhausted=True).mana(2, exhausted=2)
    side.hero_expedition("Filler").reserve("Kelon Burst", exhausted=True).hand("Kelon Burst")
    table.card("Idler", type="hero", abilities=["T: draw(1)"])  # B has something to decide
    table.player("B").hero("Idler")

    def seen():
        player = table.game.view("A").players[0]
        return replace(player, passed=False, expeditions=())

    table.begin("noon", first="B")
    assert table.decision == "turn"
    assert (table.mana("A"), table.zone("A", "hand")) == ((0, 2), ["Kelon Burst"])
    before = seen()
    table.until("dusk")
    assert (seen(), table.progress("A", "hero")) == (before, 0)
    table.until("night")
    assert seen() == before
    assert table.progress("A", "hero") == 1
    assert table.zone("A", "hero_expedition") == ["Filler"]
    table.until("morning")
    assert table.zone("A", "hero_expedition") == table.zone("A", "reserve") == []
    assert sorted(table.zone("A", "discard")) == ["Filler", "Kelon Burst"]
    assert (table.mana("A"), table.zone("A", "hand")) == ((0, 2), ["Kelon Burst"])
    assert table.find("A Leader").statuses == {"exhausted"}
