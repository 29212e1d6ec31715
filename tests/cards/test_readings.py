"""Debatable readings of cards, each decided by a rule and played."""

from __future__ import annotations

import pytest

from altered_env import Scenario

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def sit(rules: str, hero: str = "Idler") -> Scenario:
    """A table without automatic passes; A has this Hero."""
    table = Scenario(rules=rules, seed=1)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.player("A").hero(hero)
    table.player("B").hero("Idler")
    return table


# Mountain Nymph: "an Expedition" that she faces is any of them, and where she is Gigantic she is
# in two regions (7.4.4.h). 7.4.4.k is about conditions on one Expedition: hers, the one facing.


@RULES
@pytest.mark.parametrize("version", ["C", "R1", "R2"])
@pytest.mark.parametrize(
    ("gigantic", "place", "made"),
    [
        (False, "hero", 0),
        (False, "companion", 1),
        (True, "hero", 1),
        (True, "companion", 1),
    ],
)
def test_mountain_nymph_faces_an_expedition_in_mountain(rules, version, gigantic, place, made):
    table = sit(rules)
    table.terrain(0, "forest")
    table.terrain(7, "mountain")
    bars = ["Eat Me Energy Bars C"] if gigantic else []
    side = table.player("A").hand(f"Mountain Nymph {version}").mana(9)
    side.hero_expedition(*bars) if place == "hero" else side.companion_expedition(*bars)
    table.begin()
    table.act("A", f"play Mountain Nymph to {place}")
    if table.decision != "turn":
        table.choose("A", "A")
    assert table.zone("A", "landmarks") == ["Aerolith"] * made


@RULES
def test_a_gigantic_mountain_nymph_faces_no_mountain(rules):
    table = sit(rules)
    table.terrain(0, "forest")
    table.terrain(7, "forest", "water")
    table.player("A").hand("Mountain Nymph C").mana(9).hero_expedition("Eat Me Energy Bars C")
    table.begin()
    table.act("A", "play Mountain Nymph to hero")
    assert table.zone("A", "landmarks") == []


@RULES
@pytest.mark.parametrize("region", [1, 7])
def test_a_marker_is_moved_to_either_region_of_a_gigantic_nymph(rules, region):
    table = sit(rules)
    for number in (1, 2, 7):
        table.terrain(number, "forest")
    line = "T: place(mountain_marker, target(region, visible))"
    table.card("Painter", type="landmark_permanent", abilities=[line])
    side = table.player("A").reserve("Mountain Nymph R1").mana(9).landmarks("Painter")
    side.hero_expedition("Eat Me Energy Bars C").regions(hero=1)
    table.begin()
    table.act("A", "use Painter", "region 2")
    table.act("A", "play Mountain Nymph to hero", "yes", f"region {region}")
    assert [table.region(number) for number in (1, 2, 7)] == [
        {"mountain"} if number == region else {"forest"} for number in (1, 2, 7)
    ]


# "When I gain my third Trial counter": among those gained is the third.


@RULES
@pytest.mark.parametrize(
    ("had", "gained", "shades"),
    [(0, 2, 0), (2, 1, 1), (2, 2, 1), (0, 4, 1), (3, 1, 0), (4, 1, 0)],
)
def test_the_third_of_several_counters_gained_at_once(rules, had, gained, shades):
    """2.5.d: the third one cannot be identified, but there is one."""
    table = sit(rules)
    table.card("Trials", abilities=[f"T: gain(target(permanent), trial={gained})"])
    side = table.player("A").landmarks("Icebound Pass C", counters={"trial": had})
    side.hero_expedition("Trials")
    table.begin()
    table.act("A", "use Trials", *["A: hero Expedition"] * shades)
    assert table.zone("A", "landmarks") == ["Icebound Pass"] * (1 - shades)
    assert table.zone("A", "hero_expedition") == ["Trials"] + ["Dragon Shade"] * shades
    assert len(table.zone("A", "hand")) == shades


@RULES
@pytest.mark.parametrize("first", [0, 1])
def test_the_third_is_gained_though_a_fourth_follows(rules, first):
    """Two cards exhausted by one effect are two Reactions; the third one's Reaction stays
    (6.3.b)."""
    table = sit(rules)
    table.card("Gale", abilities=["T: exhaust(all(card, you.reserve))"])
    side = table.player("A").landmarks("Icebound Pass C", counters={"trial": 2})
    side.hero_expedition("Gale").reserve("Kappa C", "Inari C")
    table.begin()
    table.act("A", "use Gale")
    table.choose("A", table.options("A")[0])
    table.choose("A", table.options("A")[first])
    while table.decision != "turn":
        table.choose("A", table.options("A")[0])
    assert table.zone("A", "landmarks") == []
    assert table.zone("A", "hero_expedition") == ["Gale", "Dragon Shade"]


# "Each player may put a card from their hand in Reserve": one step of both (6.1.h). All decide in
# initiative order, the second without having seen the card of the first; then it happens at once.

DECISIONS = [("Kappa", "Kappa"), ("Kappa", "done"), ("done", "Kappa"), ("done", "done")]


@RULES
@pytest.mark.parametrize("version", ["C", "R1", "R2"])
@pytest.mark.parametrize("answers", DECISIONS)
def test_repotter_otter_asks_each_player(rules, version, answers):
    table = sit(rules)
    table.player("A").hand("Kappa C", "Inari C", f"Repotter Otter {version}").mana(3)
    table.player("B").hand("Kappa C", "Inari C")
    table.begin()
    table.act("A", "play Repotter Otter to hero")
    for player, answer in zip("AB", answers, strict=True):
        assert (table.decider, table.decision) == (player, "objects")
        assert table.zone("A", "reserve") == []
        table.choose(player, answer)
    for player, answer in zip("AB", answers, strict=True):
        put = answer == "Kappa"
        assert table.zone(player, "reserve") == ["Kappa"] * put
        assert table.zone(player, "hand").count("Filler") == (put and version == "R1")


@RULES
def test_who_cannot_put_a_card_in_reserve_does_not_draw(rules):
    table = sit(rules)
    table.player("A").hand("Repotter Otter R1").mana(3)
    table.player("B").hand("Kappa C")
    table.begin()
    table.act("A", "play Repotter Otter to hero")
    assert table.decider == "B"
    table.choose("B", "Kappa")
    assert (table.zone("A", "hand"), table.zone("B", "hand")) == ([], ["Filler"])


# Yeong-gi & Ember: the die, then how many counters are spent, then who is targeted; where targets
# are declared (2024.09), that one is, before the die.


@RULES
@pytest.mark.parametrize(
    ("shown", "luck", "spent", "activates"),
    [
        (4, 0, 0, True),
        (3, 0, 0, False),
        (3, 2, 1, True),
        (3, 2, 0, False),
        (1, 2, 2, False),
        (1, 3, 3, True),
        (6, 2, 2, True),
    ],
)
def test_yeong_gi_spends_luck_when_the_die_is_seen(rules, shown, luck, spent, activates):
    table = sit(rules)
    table.card("Scout", support=["D: draw(1)"])
    counters = {"luck": luck} if luck else {}
    table.player("A").hero("Yeong-gi & Ember C", counters=counters).hero_expedition("Scout")
    table.player("B").hero_expedition("Scout")
    table.dice(shown)
    table.begin()
    table.act("A", "use Yeong-gi & Ember")
    if rules == "2024.09":
        assert table.options("A") == ["A: Scout in hero Expedition", "done"]
        table.choose("A", "Scout")
    if luck:
        assert (table.decision, table.options("A")[-1]) == ("number", str(luck))
        table.choose("A", str(spent))
    if activates and rules == "5.0":
        assert table.options("A") == ["A: Scout in hero Expedition", "done"]
        table.choose("A", "Scout")
    assert table.decision == "turn"
    assert len(table.zone("A", "hand")) == activates
    left = luck - spent + (not activates)
    assert table.find("Yeong-gi & Ember").counters == ({"luck": left} if left else {})
    assert table.zone("A", "hero_expedition") == ["Scout"]


@RULES
def test_yeong_gi_need_not_target_anybody(rules):
    table = sit(rules)
    table.card("Scout", support=["D: draw(1)"])
    table.player("A").hero("Yeong-gi & Ember C").hero_expedition("Scout")
    table.dice(4)
    table.begin()
    table.act("A", "use Yeong-gi & Ember", "done")
    assert table.zone("A", "hand") == []
    assert table.find("Yeong-gi & Ember").counters == {}


# "Ready two Mana Orbs": exhausted ones (7.3.28.b), two different ones, or as many as there are
# (6.5.h). Ready ones are on offer because others can be exhausted to ready them (3.2.9.e).


def ready_two(table: Scenario, *states: str) -> None:
    """A picks Mana Orbs in these states, or the first ones."""
    for state in states or ("exhausted", "exhausted"):
        if table.decision == "objects":
            table.choose("A", next(orb for orb in table.options("A") if state in orb))


@RULES
@pytest.mark.parametrize("states", [(), ("ready", "exhausted"), ("exhausted", "ready")])
@pytest.mark.parametrize(("exhausted", "readied"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_two_mana_orbs_are_readied_if_so_many_are_exhausted(rules, exhausted, readied, states):
    table = sit(rules)
    line = "T: ready(choose(mana_orb, you.mana, exhausted, n=2))"
    table.card("Well", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Well").mana(5, exhausted=exhausted).hand("Filler")
    table.player("B").mana(2, exhausted=2)
    table.begin()
    table.act("A", "use Well")
    ready_two(table, *states)
    assert table.decision == "turn"
    assert table.mana("A") == (5 - exhausted + readied, 5)
    assert table.mana("B") == (0, 2)


@RULES
@pytest.mark.parametrize("version", ["R1", "R2"])
@pytest.mark.parametrize(("boosts", "spends"), [(1, True), (2, True), (1, False), (0, False)])
def test_ordis_crier_readies_two_for_a_boost(rules, version, boosts, spends):
    table = sit(rules)
    table.player("A").reserve(f"Ordis Crier {version}", boosts=boosts).mana(4).hand("Filler")
    table.begin()
    table.act("A", "play Ordis Crier to hero")
    if boosts:
        table.choose("A", "yes" if spends else "no")
    ready_two(table)
    assert table.decider == "B"
    assert table.mana("A") == (1 + 2 * spends, 4)
    assert table.find("Ordis Crier").boosts == boosts - spends


@RULES
@pytest.mark.parametrize(("terrain", "readied"), [("water", 2), ("forest", 0)])
def test_lost_in_the_riptide_readies_two_if_it_was_in_water(rules, terrain, readied):
    table = sit(rules)
    table.terrain(7, terrain)
    table.player("A").hand("Lost in the Riptide R1", "Filler").mana(5)
    table.player("B").companion_expedition("Kappa C")
    table.begin()
    table.act("A", "play Lost in the Riptide")
    ready_two(table)
    assert table.zone("B", "companion_expedition") == []
    assert table.mana("A") == (1 + readied, 5)
