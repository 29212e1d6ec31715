"""Rare situations, set up on purpose, that random games of the card coverage never reach: the rows
of `explained.tsv` name these tests."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from altered_env.game.errors import IllegalActionError

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def sit(rules: str) -> Scenario:
    """A table without automatic passes."""
    table = Scenario(rules=rules, seed=1)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    for player in "AB":
        table.player(player).hero("Idler").hand("Filler").mana(1)
    return table


# Smoke Them Out: two {D} abilities on one of your turns; completed, it waits for another one.


def with_scouts(rules: str, feat: str, number: int, theirs: int = 0) -> Scenario:
    table = sit(rules)
    table.card("Scout", support=["D: discard(top(you.deck))"])
    table.player("A").landmarks(feat).reserve(*["Scout"] * number)
    table.player("B").reserve(*["Scout"] * theirs)
    return table


def completed(table: Scenario, name: str) -> bool:
    return "completed" in table.find(name).statuses


@RULES
@pytest.mark.parametrize("version", ["C", "R1"])
def test_two_support_abilities_complete_smoke_them_out(rules, version):
    table = with_scouts(rules, f"Smoke Them Out {version}", 3)
    table.begin()
    table.act("A", "use Scout")
    assert not completed(table, "Smoke Them Out")
    table.act("A", "use Scout")
    assert completed(table, "Smoke Them Out")


@RULES
@pytest.mark.parametrize("version", ["C", "R1"])
def test_two_support_abilities_on_two_turns_do_not(rules, version):
    table = with_scouts(rules, f"Smoke Them Out {version}", 2)
    table.player("A").mana(2)
    table.begin()
    table.act("A", "use Scout")
    table.act("A", "play Filler to hero")
    table.act("B", "pass")
    table.act("A", "use Scout")
    assert not completed(table, "Smoke Them Out")


@RULES
@pytest.mark.parametrize("version", ["C", "R1"])
def test_two_support_abilities_on_their_turn_do_not(rules, version):
    table = with_scouts(rules, f"Smoke Them Out {version}", 0, theirs=2)
    table.begin(first="B")
    table.act("B", "use Scout")
    table.act("B", "use Scout")
    assert not completed(table, "Smoke Them Out")


@RULES
def test_smoke_them_out_of_axiom_counts_three_t_abilities(rules):
    table = sit(rules)
    table.card("Tool", abilities=["T: discard(top(you.deck))"])
    table.player("A").landmarks("Smoke Them Out R2").hero_expedition("Tool", "Tool", "Tool")
    table.begin()
    table.act("A", "use Idler")
    table.act("A", "use Tool #1")
    assert not completed(table, "Smoke Them Out")
    table.act("A", "use Tool #1")
    assert completed(table, "Smoke Them Out")


@RULES
@pytest.mark.parametrize("version", ["C", "R1"])
def test_smoke_them_out_boosts_when_the_next_one_is_activated(rules, version):
    """Completed and exhausted; once, and the ability that does so is no {D} ability."""
    table = with_scouts(rules, f"Smoke Them Out {version}", 4)
    table.player("A").hero_expedition("Kappa C", "Inari C")
    table.begin()
    with pytest.raises(IllegalActionError):
        table.act("A", "use Smoke Them Out")
    table.act("A", "use Scout")
    table.act("A", "use Scout")
    table.act("A", "use Smoke Them Out")
    assert table.find("Kappa").boosts == 0
    table.act("A", "use Scout", "Kappa")
    assert table.find("Kappa").boosts == 1
    table.act("A", "use Scout")
    assert (table.find("Kappa").boosts, table.find("Inari").boosts) == (1, 0)


@RULES
@pytest.mark.parametrize(("version", "reaches"), [("C", False), ("R1", True)])
def test_the_rare_one_boosts_in_reserve_too(rules, version, reaches):
    table = with_scouts(rules, f"Smoke Them Out {version}", 3)
    table.player("A").hero_expedition("Kappa C", "Inari C").reserve("Filler")
    table.begin()
    table.act("A", "use Scout")
    table.act("A", "use Scout")
    table.act("A", "use Smoke Them Out")
    table.act("A", "use Scout")
    assert ("Filler" in " ".join(table.options("A"))) is reaches


@RULES
@pytest.mark.parametrize("version", ["C", "R1"])
def test_smoke_them_out_waits_until_the_turn_ends(rules, version):
    table = with_scouts(rules, f"Smoke Them Out {version}", 3)
    table.player("A").mana(2).hero_expedition("Kappa C")
    table.begin()
    table.act("A", "use Scout")
    table.act("A", "use Scout")
    table.act("A", "use Smoke Them Out")
    table.act("A", "play Filler to hero")
    table.act("B", "pass")
    table.act("A", "use Scout")
    assert table.decision == "turn"
    assert table.find("Kappa").boosts == 0


# Gather the Pack: three Animals (Characters in Bravos) of different Base Costs, when you pass.


@RULES
@pytest.mark.parametrize(("version", "other"), [("C", False), ("R1", False), ("R2", True)])
@pytest.mark.parametrize(
    ("costs", "fits"),
    [((1, 2, 3), True), ((1, 2, 3, 3), True), ((1, 2, 2), False), ((1, 2), False)],
)
@pytest.mark.parametrize("subtype", ["animal", "soldier"])
def test_gather_the_pack(rules, version, other, costs, fits, subtype):
    table = sit(rules)
    for number, cost in enumerate(costs):
        table.card(f"Wolf {number}", cost=f"{cost}/9", subtypes=[subtype])
        side = table.player("A")
        (side.hero_expedition if number % 2 else side.companion_expedition)(f"Wolf {number}")
    table.player("A").landmarks(f"Gather the Pack {version}")
    table.card("Theirs", cost="7/9", subtypes=["animal"])
    table.player("B").hero_expedition("Theirs")
    table.begin()
    table.act("A", "pass")
    assert completed(table, "Gather the Pack") is (fits and (other or subtype == "animal"))


@RULES
def test_the_pack_is_not_gathered_when_the_opponent_passes(rules):
    table = sit(rules)
    for cost in (1, 2, 3):
        table.card(f"Wolf {cost}", cost=f"{cost}/9", subtypes=["animal"])
        table.player("A").hero_expedition(f"Wolf {cost}")
    table.player("A").landmarks("Gather the Pack C")
    table.begin(first="B")
    table.act("B", "pass")
    assert not completed(table, "Gather the Pack")


@RULES
def test_a_fleeting_animal_of_the_pack_has_its_reserve_cost(rules):
    """2.2.9.b."""
    table = sit(rules)
    for cost in (1, 2):
        table.card(f"Wolf {cost}", cost=f"{cost}/9", subtypes=["animal"])
        table.player("A").hero_expedition(f"Wolf {cost}")
    table.player("A").hero_expedition("Wolf 2", fleeting=True)
    table.player("A").landmarks("Gather the Pack C")
    table.begin()
    table.act("A", "pass")
    assert completed(table, "Gather the Pack")


# Alelo, Eerie Leviathan: also a Spell, in Ordis' and Yzmir's; also an Expedition Permanent.


@RULES
@pytest.mark.parametrize("place", ["hand", "reserve"])
@pytest.mark.parametrize(
    ("version", "spell", "permanent"), [("C", 1, 0), ("R1", 1, 0), ("R2", 0, 1)]
)
def test_alelo_is_played_as_what_else_it_is(rules, place, version, spell, permanent):
    """It joins both Expeditions; the played card is also a Character."""
    table = sit(rules)
    for number, kind in enumerate(("spell", "permanent", "character"), 1):
        line = f"when(plays(you, {kind})): gain(me, kelon=1)"
        table.card(f"Rule {number}", type="landmark_permanent", abilities=[line])
        table.player("A").landmarks(f"Rule {number}")
    getattr(table.player("A").mana(9), place)(f"Alelo, Eerie Leviathan {version}")
    table.begin()
    table.act("A", "play Alelo, Eerie Leviathan to hero")
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])
    assert table.find("Alelo, Eerie Leviathan").presence == {"A hero", "A companion"}
    heard = [table.find(f"Rule {number}").counters.get("kelon", 0) for number in (1, 2, 3)]
    assert heard == [spell, permanent, 1]


@RULES
@pytest.mark.parametrize(
    ("card", "spell", "permanent"),
    [
        ("Alelo, Eerie Leviathan C", 1, 0),
        ("Alelo, Eerie Leviathan R1", 1, 0),
        ("Alelo, Eerie Leviathan R2", 0, 1),
        ("Shipwright Automaton R1", 0, 0),
        ("Shipwright Automaton R2", 1, 0),
    ],
)
def test_a_card_is_what_else_it_is_wherever_it_is(rules, card, spell, permanent):
    table = sit(rules)
    areas = "you.hand | you.reserve | you.discard_pile | you.play"
    for number, kind in enumerate(("spell", "permanent"), 1):
        line = f"T: gain(me, kelon=count({kind}, {areas}))"
        table.card(f"Count {number}", abilities=[line])
        table.player("A").hero_expedition(f"Count {number}")
    table.player("A").hand(card).reserve(card).discard(card).hero_expedition(card)
    table.begin()
    for number, times in enumerate((spell, permanent), 1):
        table.act("A", f"use Count {number}")
        assert table.find(f"Count {number}").counters.get("kelon", 0) == 4 * times


@RULES
@pytest.mark.parametrize(("version", "permanent"), [("C", False), ("R1", False), ("R2", True)])
def test_alelo_of_axiom_is_a_target_of_what_speaks_of_permanents(rules, version, permanent):
    table = sit(rules)
    line = "effect: discard(target(permanent))"
    table.card("Strike", type="spell", abilities=[line])
    table.card("Site", type="landmark_permanent")
    table.player("A").hero_expedition(f"Alelo, Eerie Leviathan {version}").landmarks("Site")
    table.player("A").hand("Strike").mana(9)
    table.begin()
    if permanent:
        table.act("A", "play Strike", "Alelo, Eerie Leviathan")
    else:
        table.act("A", "play Strike")
    left = [] if permanent else ["Alelo, Eerie Leviathan"]
    assert table.zone("A", "hero_expedition") == left
    assert table.zone("A", "landmarks") == (["Site"] if permanent else [])
