"""Night: Clean-up (4.2.5.c)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def cards(table, *names, **more):
    for name in names:
        table.card(name, **more)
    return names


@cites(
    "5.0:3.2.10.b",
    "2024.09:4.2.5.c",
    "2024.09:4.2.5.d",
    "2024.09:ST-68",
    "2024.09:ST-69",
    "2024.09:ST-72",
)
@both_rulesets
def test_without_a_hero_two_cards_are_kept_in_reserve(rules):
    """The player chooses which; exactly two, not fewer."""
    table = Scenario(rules=rules)
    table.player("A").reserve(*cards(table, "One", "Two", "Three", "Four"))
    table.begin("night")
    assert (table.decider, table.decision) == ("A", "keep_reserve")
    assert len(table.options("A")) == 4  # `done` is not among them
    table.choose("A", "Four", "Two")
    assert table.zone("A", "reserve") == ["Two", "Four"]
    assert sorted(table.zone("A", "discard")) == ["One", "Three"]


@both_rulesets
@cites("2024.09:4.2.5.c", "2024.09:ST-68")
def test_two_cards_are_kept_without_asking(rules):
    table = Scenario(rules=rules)
    table.player("A").reserve(*cards(table, "One", "Two"))
    table.begin("night")
    assert table.phase == "morning"
    assert table.zone("A", "reserve") == ["One", "Two"]


@cites("5.0:3.2.7.c", "5.0:3.2.10.b", "5.0:4.2.5.c", "2024.09:4.2.5.c", "2024.09:3.2.10.a")
@both_rulesets
def test_the_limits_are_those_of_the_hero(rules):
    """Each player has a limit of their own; Landmarks and Reserve are separate."""
    table = Scenario(rules=rules)
    table.card("Hoarder", type="hero", limits="3/1")
    places = cards(table, "Oak", "Elm", "Fir", type="landmark_permanent")
    table.player("A").hero("Hoarder").reserve(*cards(table, "One", "Two", "Three", "Four"))
    table.player("A").landmarks(*places)
    table.player("B").landmarks(*places)
    table.begin("night", first="A")
    assert table.limits("A") == (3, 1)
    assert table.limits("B") == (2, 2)
    table.choose("A", "One", "Two", "Three")
    assert table.decision == "keep_landmarks"
    table.choose("A", "Elm")
    assert (table.decider, table.decision) == ("B", "keep_landmarks")
    table.choose("B", "Oak", "Fir")
    assert table.zone("A", "reserve") == ["One", "Two", "Three"]
    assert table.zone("A", "landmarks") == ["Elm"]
    assert table.zone("B", "landmarks") == ["Oak", "Fir"]


@both_rulesets
@cites("2024.09:RM-4.2.5.c-1")
def test_the_first_player_chooses_first_and_it_happens_at_once(rules):
    table = Scenario(rules=rules)
    names = cards(table, "One", "Two", "Three")
    for player in "AB":
        table.player(player).reserve(*names)
    table.begin("night", first="B")
    assert table.decider == "B"
    table.choose("B", "One", "Two")
    assert table.decider == "A"
    assert table.zone("B", "reserve") == ["One", "Two", "Three"]  # announced, not done
    table.choose("A", "Two", "Three")
    assert table.zone("B", "reserve") == ["One", "Two"]
    assert table.zone("A", "reserve") == ["Two", "Three"]


@cites("5.0:4.2.5.c", "2024.09:4.2.5.c")
@both_rulesets
def test_everything_goes_in_one_event(rules):
    table = Scenario(rules=rules)
    line = "when(goes(card, to=you.discard_pile), once): resupply()"
    table.card("Leader", type="hero", limits="0/0", abilities=[line])
    table.player("A").hero("Leader").reserve("Filler", "Filler")
    table.player("A").landmarks(*cards(table, "Oak", "Elm", type="landmark_permanent"))
    table.begin("night")
    assert table.phase == "morning"
    assert table.zone("A", "reserve") == ["Filler"]  # Resupplied once, after Clean-up
    assert len(table.zone("A", "discard")) == 4
    assert table.zone("A", "landmarks") == []


@cites("5.0:4.2.5.c", "2024.09:4.2.5.c")
@both_rulesets
@pytest.mark.parametrize("minus", (2, 3))
def test_with_a_limit_of_zero_or_less_nothing_is_kept(rules, minus):
    """5.0 4.2.5.c: a negative limit is 0."""
    table = Scenario(rules=rules)
    table.card("Leader", type="hero", limits="2/2")
    line = f"have(you, reserve_limit=n - {minus}, landmark_limit=n - {minus})"
    table.card("Thief", type="expedition_permanent", abilities=[line])
    table.player("A").hero("Leader").hero_expedition("Thief").reserve("Filler", "Filler")
    table.player("A").landmarks(*cards(table, "Oak", type="landmark_permanent"))
    table.begin("night")
    assert table.limits("A") == (2 - minus, 2 - minus)
    assert (table.zone("A", "reserve"), table.zone("A", "landmarks")) == ([], [])
    assert not table.over


@cites("passive/limits", "2024.09:4.2.5.c")
@both_rulesets
def test_abilities_change_the_limits(rules):
    table = Scenario(rules=rules)
    table.card("Shelf", type="landmark_permanent", abilities=["have(you, reserve_limit=n + 1)"])
    table.player("A").landmarks("Shelf").reserve("Filler", "Filler", "Filler")
    table.begin("night")
    assert table.phase == "morning"
    assert len(table.zone("A", "reserve")) == 3


@cites(
    "rulesets:Landmarks over the limit at Clean-up",
    "5.0:1.3.2.f",
    "5.0:4.2.5.c",
    "2024.09:4.2.5.c",
    "2024.09:ST-70",
    "2024.09:ST-71",
    "2024.09:ST-72",
)
@pytest.mark.parametrize(("rules", "sacrificed"), [("2024.09", False), ("5.0", True)])
def test_excess_landmarks_are_discarded_or_sacrificed(rules, sacrificed):
    """The switch cleanup_sacrifices_landmarks: 2024.09 discards them (4.2.5.c), 5.0
    sacrifices them."""
    table = Scenario(rules=rules)
    table.card("Oak", type="landmark_permanent", abilities=["when(sacrifices(me)): resupply()"])
    table.card("Leader", type="hero", limits="2/0")
    table.player("A").hero("Leader").landmarks("Oak")
    table.begin("night")
    assert table.zone("A", "discard") == ["Oak"]
    assert table.zone("A", "reserve") == (["Filler"] if sacrificed else [])


@cites("5.0:4.2.5.c", "2024.09:4.2.5.c", "2024.09:ST-71")
@both_rulesets
def test_excess_cards_in_reserve_are_discarded_not_sacrificed(rules):
    """Under both."""
    table = Scenario(rules=rules)
    lines = ["when(sacrifices(you, card)): win(opponent)", "when(discards(you, card)): win(you)"]
    table.card("Watch", type="landmark_permanent", abilities=lines)
    table.card("Leader", type="hero", limits="0/9")
    table.player("A").hero("Leader").reserve("Kelon Burst").landmarks("Watch")
    table.begin("night")
    assert table.winner == "A"


@both_rulesets
@cites("2024.09:ST-52", "2024.09:4.2.5.c")
def test_being_discarded_by_clean_up_uses_no_support_ability(rules):
    table = Scenario(rules=rules)
    table.card("Guide", support=["D: win(you)"])
    table.card("Leader", type="hero", limits="0/0")
    table.player("A").hero("Leader").reserve("Guide")
    table.begin("night")
    assert not table.over
    assert table.zone("A", "discard") == ["Guide"]


@both_rulesets
@cites("2024.09:ST-73", "2024.09:RM-3.2.7.a-1", "2024.09:RM-3.2.10.a-1")
def test_before_night_there_is_no_limit(rules):
    table = Scenario(rules=rules)
    places = cards(table, "Oak", "Elm", "Fir", type="landmark_permanent")
    table.player("A").landmarks("Oak", "Elm").reserve("Filler", "Filler", "Filler").hand("Fir")
    table.player("A").mana(1).hero_expedition("Filler")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Fir")
    assert len(table.zone("A", "landmarks")) == len(places)
    assert len(table.zone("A", "reserve")) == 3
    table.act("B", "pass")
    assert (table.decision, table.phase) == ("keep_reserve", "night")
    assert len(table.zone("A", "reserve")) == 4  # after Rest, before Clean-up
    assert len(table.zone("A", "landmarks")) == 3


@both_rulesets
@cites("2024.09:RM-4.2.5.d-1")
def test_what_a_reaction_to_clean_up_adds_may_stay(rules):
    table = Scenario(rules=rules)
    line = "when(discards(you, card, from_=you.reserve)): resupply()"
    table.card("Watch", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Watch").reserve("Filler", "Filler", "Filler")
    table.begin("night")
    table.choose("A", "Filler", "Filler")
    assert table.phase == "morning"
    assert len(table.zone("A", "reserve")) == 3


@cites("5.0:4.2.5.a", "2024.09:4.2.5.a")
@both_rulesets
def test_clean_up_comes_after_rest(rules):
    """Objects sent to Reserve by Rest count, and Reactions to Rest are played in between."""
    table = Scenario(rules=rules)
    line = "when(goes(character, from_=expeditions), once): resupply()"
    table.card("Watch", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Watch").reserve("Kelon Burst").deck("Kelon Burst", "Filler")
    table.player("A").hero_expedition("Filler")
    table.begin("night")
    assert table.decision == "keep_reserve"
    assert len(table.options("A")) == 3
