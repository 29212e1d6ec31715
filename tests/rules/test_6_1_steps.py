"""Costs and effects: steps and atomic actions (6.1)."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from tests.citations import cites

SPREAD = "effect: gain(spread(target(character, any_number)), boost=3)"
RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites(
    "5.0:1.2.6.a",
    "5.0:6.1.a",
    "5.0:6.1.b",
    "5.0:6.1.c",
    "2024.09:6.1.a",
    "2024.09:6.1.b",
    "2024.09:6.1.c",
    "2024.09:EX-6.1.c-1",
)
@RULES
def test_spy_craft_sabotages_then_resupplies(sit, rules):
    table = sit(rules)
    table.card("Top")
    table.player("A").hand("Spy Craft R1").mana(2).deck("Top", "Filler")
    table.player("B").reserve("Filler")
    table.begin()
    table.act("A", "play Spy Craft")
    # Two steps: cards that the second one brings cannot be Sabotaged by the first.
    assert table.decision == "target"
    assert table.options() == ["B: Filler in Reserve", "done"]
    assert table.zone("A", "reserve") == []
    table.choose("A", "Filler")
    assert table.zone("B", "discard") == ["Filler"]
    assert table.zone("A", "reserve") == ["Top", "Spy Craft"]


@cites("5.0:1.2.6.b", "5.0:1.2.7.c", "5.0:6.1.b", "5.0:6.1.c", "2024.09:6.1.c", "2024.09:6.1.b")
@RULES
def test_every_verb_is_an_event_of_its_own(sit, rules):
    """A Reaction to "one or more" triggers once for each verb."""
    table = sit(rules)
    table.card(
        "Herald",
        type="spell",
        abilities=[
            "effect: create(ordis_recruit, in_=you.hero_expedition);"
            " create(brassbug, in_=you.hero_expedition)"
        ],
    )
    table.card(
        "Pair",
        type="spell",
        abilities=[
            "effect: together(create(ordis_recruit, in_=you.hero_expedition),"
            " create(brassbug, in_=you.hero_expedition))"
        ],
    )
    table.card(
        "Drum",
        type="landmark_permanent",
        abilities=["when(goes(character, to=you.expeditions), once): may(draw(1))"],
    )
    table.player("A").hand("Herald", "Pair").mana(2).landmarks("Drum")
    table.begin()
    table.act("A", "play Herald")
    assert table.reactions() == [("A", "Drum", 0)] * 2
    table.choose("A", "Drum #1", "no", "no")
    table.act("B", "pass")
    table.act("A", "play Pair", "no")
    assert table.turn == "A"  # B has passed, and no other Reaction came


@cites("5.0:6.1.d", "2024.09:6.1.d", "2024.09:EX-6.1.d-1", "2024.09:5.1.2.d")
@RULES
def test_subhash_and_marmo_pay_mana_and_a_card_in_one_step(rules):
    table = Scenario(rules)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.player("B").hero("Idler")
    table.player("A").hero("Subhash & Marmo").hand("Filler", "Kelon Burst C").mana(1)
    table.begin("noon")
    table.choose("A", "yes")
    if rules == "2024.09":  # an internal action: its target is declared before its cost is paid
        table.choose("A", "companion")
    assert table.options() == ["A: Filler in hand", "A: Kelon Burst in hand"]
    assert table.mana("A") == (1, 1)  # nothing is paid before both parts are settled
    table.choose("A", "Filler")
    assert table.mana("A") == (0, 1)
    assert table.zone("A", "reserve") == ["Filler"]
    if rules == "5.0":
        table.choose("A", "companion")
    bug = table.find("Brassbug")
    assert (bug.expedition, bug.stats, bug.subtypes) == ("companion", "2/2/2", {"robot"})


@cites("5.0:6.1.d", "5.0:6.4.c", "2024.09:6.1.d", "2024.09:EX-6.1.d-1")
@pytest.mark.parametrize(("mana", "hand"), [(0, ["Filler"]), (1, [])])
@RULES
def test_a_cost_of_which_a_part_cannot_be_paid_is_not_offered(sit, rules, mana, hand):
    table = sit(rules)
    table.card(
        "Twins",
        type="landmark_permanent",
        abilities=[
            "at(noon): if_(may(together(pay(1), put(choose(card, you.hand), reserve))),"
            " create(brassbug, in_=you.hero_expedition))"
        ],
    )
    table.player("A").mana(mana).hand(*hand).landmarks("Twins")
    table.begin("noon")
    assert table.decision == "turn"
    assert table.mana("A") == (mana, mana)
    assert table.zone("A", "hand") == hand


@cites("2024.09:6.1.d", "2024.09:EX-6.1.d-1", "5.0:6.1.d", "5.0:6.4.a")
@RULES
def test_all_that_a_cost_takes_is_one_event(sit, rules):
    """Two cards that go to the Discard pile by different verbs: "one or more" comes once. The two
    verbs of an effect are two events."""
    table = sit(rules)
    line = "sacrifice(choose(character, you.play)), discard(choose(card, you.reserve))"
    table.card("Altar", type="landmark_permanent", abilities=[f"T, {line}: draw(1)"])
    steps = line.replace("), d", "); d")
    table.card("Rite", type="spell", abilities=["fleeting", f"effect: {steps}"])
    watch = "when(goes(card, to=you.discard_pile, from_=you.reserve | you.play), once)"
    table.card("Watch", type="landmark_permanent", abilities=[f"{watch}: gain(me, kelon=1)"])
    table.player("A").landmarks("Altar", "Watch").hero_expedition("Filler").reserve("Filler")
    table.player("A").companion_expedition("Filler").reserve("Filler").hand("Rite").mana(1)
    table.begin()
    table.act("A", "use Altar", "Filler in hero", "Filler #1")
    assert len(table.zone("A", "discard")) == 2
    assert table.find("Watch").counters == {"kelon": 1}
    table.act("A", "play Rite")
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])
    assert len(table.zone("A", "discard")) == 5
    assert table.find("Watch").counters == {"kelon": 3}


@cites(
    "5.0:6.1.e",
    "2024.09:6.1.e",
    "2024.09:6.1.f",
    "2024.09:EX-6.1.e-1",
    "2024.09:7.3.3.a",
    "2024.09:7.3.3.b",
    "2024.09:EX-7.3.3.b-1",
)
@RULES
def test_open_the_gates_is_one_step_of_four_atomic_actions(sit, rules):
    table = sit(rules)
    table.card(
        "Each",
        type="landmark_permanent",
        abilities=["when(goes(character, to=you.expeditions)): draw(1)"],
    )
    table.card(
        "Once",
        type="landmark_permanent",
        abilities=["when(goes(character, to=you.expeditions), once): resupply()"],
    )
    table.player("A").hand("Open the Gates C").mana(5).landmarks("Each", "Once")
    table.begin()
    table.act("A", "play Open the Gates")
    names = [name for _, name, _ in table.reactions()]
    assert sorted(names) == ["Each"] * 4 + ["Once"]
    recruits = table.all("Ordis Recruit")
    assert [r.expedition for r in recruits].count("hero") == 2
    assert [r.expedition for r in recruits].count("companion") == 2
    for recruit in recruits:
        assert recruit.token
        assert recruit.type == "character"
        assert recruit.subtypes == {"soldier"}
        assert recruit.stats == "1/1/1"
        assert (recruit.keywords, recruit.statuses, recruit.tough) == (frozenset(), frozenset(), 0)


@cites("5.0:6.1.e", "5.0:6.1.f", "2024.09:6.1.e", "2024.09:6.1.f")
@RULES
def test_what_leaves_in_one_step_leaves_together(sit, rules):
    """Each of the two sees the other leave, which only one would, one after the other."""
    table = sit(rules)
    table.card(
        "Mourner", abilities=["when(goes(character, other, from_=you.expeditions)): draw(1)"]
    )
    table.card("Flood", type="spell", abilities=["effect: discard(all(character))"])
    table.player("A").hand("Flood").mana(1).hero_expedition("Mourner", "Mourner")
    table.begin()
    table.act("A", "play Flood")
    assert table.reactions() == [("A", "Mourner", 0)] * 2


@cites("5.0:6.1.h", "2024.09:6.1.g", "2024.09:EX-6.1.g-1")
@pytest.mark.parametrize("player", ["A", "B"])
@RULES
def test_each_player_decides_in_initiative_order_without_showing_cards(sit, rules, player):
    other = "B" if player == "A" else "A"
    table = sit(rules)
    table.card("Fox", abilities=["H: resupply(may, by=all(player))"])
    table.player(player).hand("Fox").mana(1)
    table.begin(first="A")
    if player == "B":
        table.act("A", "pass")
    table.act(player, "play Fox to hero")
    assert (table.decider, table.options()) == (player, ["yes", "no"])
    table.choose(player, "yes")
    assert (table.decider, table.options()) == (other, ["yes", "no"])
    assert table.zone(player, "reserve") == []  # not yet: both happen together
    table.choose(other, "no")
    assert table.zone(player, "reserve") == ["Filler"]
    assert table.zone(other, "reserve") == []


@cites("5.0:6.1.f", "5.0:6.1.h", "2024.09:6.1.g", "2024.09:EX-6.1.g-2", "2024.09:6.1.f")
@RULES
def test_sacrifices_are_chosen_in_order_and_happen_together(sit, rules):
    table = sit(rules)
    table.card("Mouse")
    table.player("A").hand("Anubis C").mana(5).hero_expedition("Mouse")
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Anubis to hero")
    assert table.decider == "A"
    table.choose("A", "Mouse")
    assert table.decider == "B"
    assert table.find("Mouse").zone == "expedition"  # chosen, not yet sacrificed
    assert sorted(table.options()) == ["B: Booda in hero Expedition", "B: Maw in hero Expedition"]
    table.choose("B", "Booda")
    assert table.find("Mouse").zone == "discard"
    assert table.all("Booda") == []


@cites("5.0:6.5.h", "2024.09:6.1.g")
@RULES
def test_who_cannot_do_a_part_does_not_keep_the_others_from_it(sit, rules):
    table = sit(rules)
    table.card(
        "Reaper", type="spell", abilities=["effect: sacrifice(choose(character), by=all(player))"]
    )
    table.player("A").hand("Reaper").mana(1)
    table.player("B").hero_expedition("Booda")
    table.begin()
    table.act("A", "play Reaper")
    assert table.all("Booda") == []


@cites("5.0:6.1.g", "2024.09:6.1.g")
@RULES
def test_a_pointless_choice_is_still_a_choice(sit, rules):
    table = sit(rules)
    table.player("A").hand("Beauty Sleep C").mana(1)
    table.player("B").hero_expedition("Booda", asleep=True)
    table.begin()
    table.act("A", "play Beauty Sleep")
    assert table.find("Beauty Sleep").zone == "reserve"
    assert table.find("Booda").statuses == {"asleep"}


@cites("5.0:1.2.6.f", "5.0:6.5.h", "2024.09:6.1.b")
@RULES
def test_a_part_that_cannot_be_done_is_ignored(sit, rules):
    table = sit(rules)
    table.card(
        "Work", type="spell", abilities=["effect: sacrifice(choose(character, you.play)); draw(1)"]
    )
    table.player("A").hand("Work").mana(1)
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "hand") == ["Filler"]


@cites("5.0:6.1.g", "5.0:6.5.i", "2024.09:6.1.b")
@RULES
def test_a_repeated_step_is_chosen_anew_each_time(sit, rules):
    table = sit(rules)
    table.card("Work", type="spell", abilities=["effect: times(2, may(resupply()))"])
    table.player("A").hand("Work").mana(1)
    table.begin()
    table.act("A", "play Work")
    table.choose("A", "yes")
    assert table.zone("A", "reserve") == ["Filler"]
    assert table.options() == ["yes", "no"]
    table.choose("A", "no")
    assert table.zone("A", "reserve") == ["Filler", "Work"]


@cites("2024.09:6.1.e")
@RULES
def test_boosts_are_distributed_among_chosen_targets_at_least_one_each(sit, rules):
    table = sit(rules)
    table.card("Work", type="spell", abilities=[SPREAD])
    table.player("A").hand("Work").mana(1)
    table.player("B").hero_expedition("Booda", "Maw", "Brassbug")
    table.begin()
    table.act("A", "play Work", "Booda", "Maw", "done")
    assert table.options() == ["B: Booda in hero Expedition", "B: Maw in hero Expedition"]
    table.choose("A", "Booda")
    given = [table.find(name).boosts for name in ("Booda", "Maw", "Brassbug")]
    assert given == [2, 1, 0]
    assert table.turn == "B"


@cites("2024.09:6.1.g", "2024.09:5.2.3.b")
def test_targets_among_which_something_is_distributed_are_declared_too(sit):
    table = sit("2024.09")
    table.card("Work", type="spell", abilities=[SPREAD])
    table.player("A").hand("Work").mana(1)
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Work")
    assert table.decision == "target"
    assert table.mana("A") == (1, 1)
    assert table.zone("A", "hand") == ["Work"]
