"""Gigantic (5.0, 7.4.4; the glossary's 7.4.3)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
BOTH = {"A hero", "A companion"}
SPELL = {"type": "spell", "cost": "1/1"}


@cites("5.0:7.4.4.b", "5.0:7.4.4.c", "2024.09:7.4.3.a", "2024.09:7.4.3.b", "2024.09:7.4.3.c")
@RULES
def test_a_gigantic_card_is_played_in_one_expedition_and_present_in_both(sit, rules):
    table = sit(rules)
    table.player("A").hand("Atlas C").mana(5)
    table.begin()
    table.act("A", "play Atlas to companion")
    assert table.all("Atlas") == [table.find("Atlas")]
    assert table.find("Atlas").expedition == "companion"
    assert table.find("Atlas").presence == BOTH


@cites("5.0:7.4.4.c", "2024.09:7.4.3.c")
@RULES
def test_a_gigantic_token_is_created_in_one_expedition_and_present_in_both(sit, rules):
    table = sit(rules)
    table.player("A").hero_expedition("Atlas R2").hand("Foundry Armorer R1").mana(3)
    table.begin()
    table.act("A", "play Foundry Armorer to hero", "A companion")
    assert table.find("Brassbug").expedition == "companion"
    assert table.find("Brassbug").presence == BOTH


@cites("5.0:7.4.4.d", "2024.09:7.4.3.d")
@pytest.mark.parametrize(("origin", "boosts"), [("hand", 3), ("reserve", 5)])
@RULES
def test_its_triggers_happen_only_once(sit, rules, origin, boosts):
    table = sit(rules)
    lines = ["gigantic", "J: gain(me, boost=1)", "H: gain(me, boost=2)", "R: gain(me, boost=4)"]
    table.card("Golem", abilities=lines)
    getattr(table.player("A").mana(1), origin)("Golem")
    table.begin()
    table.act("A", "play Golem to hero")
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])
    assert table.find("Golem").boosts == boosts


@cites("5.0:7.4.4.e", "2024.09:7.4.3.e")
@RULES
def test_its_statistics_count_in_both_expeditions(sit, rules):
    table = sit(rules)
    table.player("A").hero_expedition("Atlas C").companion_expedition("Filler")
    table.begin()
    assert table.statistics("A", "hero") == (3, 3, 3)
    assert table.statistics("A", "companion") == (4, 4, 4)
    table.pass_turns()
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (1, 1)


@cites("5.0:7.4.4.f", 'rulesets:"My Expedition" of a Gigantic object', "2024.09:7.4.3.f")
@RULES
def test_my_expedition_means_both(sit, rules):
    table = sit(rules)
    lines = [
        "gigantic",
        "J: (move(me.expedition, 1), gain(all(character, me.expedition), boost=1))",
    ]
    table.card("Golem", abilities=lines)
    table.player("A").hand("Golem").mana(1).hero_expedition("Inari C")
    table.player("A").companion_expedition("Kappa C")
    table.begin()
    table.act("A", "play Golem to hero")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (1, 1)
    assert table.find("Inari").boosts == table.find("Kappa").boosts == 1


@cites("5.0:7.4.4.g", "2024.09:7.4.3.h")
@RULES
def test_the_expedition_facing_me_means_both_that_do(sit, rules):
    table = sit(rules)
    lines = [
        "gigantic",
        "J: (move(me.expedition.facing, -1), gain(all(character, facing(me)), asleep))",
    ]
    table.card("Golem", abilities=lines)
    table.player("A").hand("Golem").mana(1)
    table.player("B").regions(hero=1, companion=2).hero_expedition("Inari C")
    table.player("B").companion_expedition("Kappa C")
    table.begin()
    table.act("A", "play Golem to hero")
    assert (table.progress("B", "hero"), table.progress("B", "companion")) == (0, 1)
    assert table.find("Inari").statuses == table.find("Kappa").statuses == {"asleep"}


@cites("5.0:7.4.4.h", 'rulesets:"My Expedition" of a Gigantic object', "2024.09:7.4.3.f")
@pytest.mark.parametrize(
    ("places", "counts"),
    [
        (("hero", "hero"), (2, 0)),
        (("hero", "companion"), (1, 1)),
        (("companion", "companion"), (0, 2)),
    ],
)
@RULES
def test_each_token_goes_where_its_player_picks(sit, rules, places, counts):
    """The example of 7.4.4.h: two Recruits in either Expedition, or one in each."""
    table = sit(rules)
    table.player("A").hero_expedition("Eat Me Energy Bars C").reserve("Ratatoskr R2").mana(3)
    table.begin()
    table.act("A", "play Ratatoskr to hero", *places)
    for expedition, count in zip(("hero", "companion"), counts, strict=True):
        assert table.zone("A", f"{expedition}_expedition").count("Ordis Recruit") == count


@cites("5.0:7.4.4.i", "keyword/defect")
@RULES
def test_a_gigantic_character_defects_to_what_faces_its_card(sit, rules):
    """7.4.4.i: not to an Expedition of the player's choice."""
    table = sit(rules)
    table.card("Lure", **SPELL, abilities=["effect: defect(target(character))"])
    table.player("A").companion_expedition("Atlas C")
    table.player("B").hand("Lure").mana(1)
    table.begin(first="B")
    table.act("B", "play Lure")
    atlas = table.find("Atlas")
    assert (atlas.controller, atlas.expedition) == ("B", "companion")
    assert atlas.presence == {"B hero", "B companion"}


SWITCH = ["effect: switch(target(character))"]


@cites("5.0:7.4.4.j", 'rulesets:A trigger on "my Expedition" of a Gigantic object')
@RULES
def test_what_moves_between_its_expeditions_does_not_join_them(sit, rules):
    """The example of 7.4.4.j: Gigantic Amarok spares what switches, and stops being Gigantic."""
    table = sit(rules)
    table.card("Swap", **SPELL, abilities=SWITCH)
    table.player("A").hero_expedition("Amarok C", "Eat Me Energy Bars C")
    table.player("A").companion_expedition("Filler").hand("Swap").mana(1)
    table.begin()
    assert table.find("Amarok").presence == BOTH
    table.act("A", "play Swap", "Filler")
    assert table.zone("A", "hero_expedition").count("Filler") == 1
    assert table.find("Amarok").presence == {"A hero"}


@cites("5.0:7.4.4.j", 'rulesets:A trigger on "my Expedition" of a Gigantic object')
@RULES
def test_what_joins_one_of_its_expeditions_has_joined_its_expedition(sit, rules):
    """7.4.4.j: Gigantic Amarok sacrifices an object played in either one."""
    table = sit(rules)
    table.player("A").hero_expedition("Amarok C", "Eat Me Energy Bars C").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Filler to companion")
    assert table.zone("A", "companion_expedition") == []
    assert table.zone("A", "discard") == ["Filler"]


@cites("5.0:7.4.4.c")
@RULES
def test_a_gigantic_character_joins_the_expedition_where_its_card_is_not(sit, rules):
    """7.4.4.c: it joins both, so Amarok in the other one sacrifices it."""
    table = sit(rules)
    table.player("A").hero_expedition("Amarok C").hand("Atlas C").mana(5)
    table.begin()
    table.act("A", "play Atlas to companion")
    assert table.zone("A", "discard") == ["Atlas"]


@cites("5.0:7.4.4.k")
@pytest.mark.parametrize(("companion", "recruits"), [(2, 0), (0, 1)])
@RULES
def test_a_condition_must_hold_for_both(sit, rules, companion, recruits):
    """The example of 7.4.4.k: both must be behind, and only one token is created."""
    table = sit(rules)
    table.player("A").hero_expedition("Eat Me Energy Bars C").hand("Ordis Overseer C").mana(2)
    table.player("A").regions(hero=0, companion=companion)
    table.player("B").regions(hero=1, companion=1)
    table.begin()
    table.act("A", "play Ordis Overseer to hero")
    if recruits:
        table.choose("A", "hero")
    assert len(table.all("Ordis Recruit")) == recruits


@cites("5.0:7.4.4.l", "2024.09:7.4.3.g")
@RULES
def test_it_has_no_other_expedition(sit, rules):
    table = sit(rules)
    table.player("A").hero_expedition("Eat Me Energy Bars C").hand("Ordis Gatekeeper C").mana(3)
    table.begin()
    table.act("A", "play Ordis Gatekeeper to hero")
    assert table.all("Ordis Recruit") == []


@cites("5.0:7.4.4.l")
@RULES
def test_nothing_faces_its_other_expedition(sit, rules):
    """7.4.4.l: "or the Expedition facing it"."""
    table = sit(rules)
    lines = ["J: gain(all(character, me.expedition.other.facing), asleep)"]
    table.card("Golem", abilities=lines)
    table.card("Titan", abilities=["gigantic", *lines])
    table.player("A").hand("Golem", "Titan").mana(2)
    table.player("B").hero_expedition("Inari C").companion_expedition("Kappa C")
    table.begin()
    table.act("A", "play Titan to hero")
    assert table.find("Inari").statuses == table.find("Kappa").statuses == frozenset()
    table.act("B", "pass")
    table.act("A", "play Golem to hero")
    assert table.find("Inari").statuses == frozenset()
    assert table.find("Kappa").statuses == {"asleep"}


@cites("5.0:7.4.4.m", "2024.09:7.4.3.i")
@pytest.mark.parametrize(("abilities", "winner"), [(["gigantic"], "A"), ([], None)])
@RULES
def test_it_counts_twice_in_the_arena(sit, rules, abilities, winner):
    table = sit(rules)
    table.card("Golem", stats="2/2/2", abilities=abilities)
    table.player("A").hero_expedition("Golem")
    table.player("B").hero_expedition("Filler", boosts=2)
    table.arena()
    table.begin("dusk")
    assert table.winner == (winner or "B")


@cites("5.0:7.4.4.n", "2024.09:7.4.3.j")
@RULES
def test_switching_moves_its_card_and_joins_nothing(sit, rules):
    table = sit(rules)
    table.card("Swap", **SPELL, abilities=SWITCH)
    lines = ["when(goes(character, other, to=me.expedition)): gain(me, luck=1)"]
    table.card(
        "Gate",
        abilities=[*lines, "when(goes(character, other, from_=me.expedition)): gain(me, luck=1)"],
    )
    table.player("A").hero_expedition("Atlas C", "Gate").companion_expedition("Gate")
    table.player("A").hand("Swap").mana(1)
    table.begin()
    table.act("A", "play Swap", "Atlas")
    assert table.find("Atlas").expedition == "companion"
    assert table.find("Atlas").presence == BOTH
    assert [gate.counters for gate in table.all("Gate")] == [{}, {}]


@cites("5.0:7.4.4.o")
@RULES
def test_gaining_gigantic_joins_the_other_expedition(sit, rules):
    """7.4.4.o: its card stays; Amarok in the other Expedition sacrifices it."""
    table = sit(rules)
    table.player("A").hero_expedition("Filler").companion_expedition("Amarok C")
    table.player("A").hand("Eat Me Energy Bars C").mana(3)
    table.begin()
    table.act("A", "play Eat Me Energy Bars to hero")
    assert table.zone("A", "hero_expedition") == ["Eat Me Energy Bars"]
    assert table.zone("A", "discard") == ["Filler"]


@cites("5.0:7.4.4.p", "2024.09:7.4.3.k")
@RULES
def test_losing_gigantic_leaves_the_expedition_where_its_card_is_not(sit, rules):
    table = sit(rules)
    table.card(
        "Watch", abilities=["when(goes(character, other, from_=me.expedition)): gain(me, luck=1)"]
    )
    table.card("Zap", **SPELL, abilities=["effect: discard(target(permanent))"])
    table.player("A").companion_expedition("Inari C", "Eat Me Energy Bars C").hand("Zap").mana(1)
    table.player("A").hero_expedition("Watch")
    table.begin()
    assert table.find("Inari").presence == BOTH
    table.act("A", "play Zap")
    assert table.find("Inari").presence == {"A companion"}
    assert table.find("Watch").counters == {"luck": 1}


@cites("5.0:2.3.1.f")
@RULES
def test_a_gigantic_character_that_gains_a_boost_does_not_join_again(sit, rules):
    """The example of 2.3.1.f: re-evaluation does not make Atlas leave and join."""
    table = sit(rules)
    table.card("Cheer", **SPELL, abilities=["effect: gain(target(character), boost=1)"])
    table.player("A").hero_expedition("Atlas C").companion_expedition("Amarok C")
    table.player("A").hand("Cheer").mana(1)
    table.begin()
    table.act("A", "play Cheer", "Atlas")
    assert table.find("Atlas").stats == "4/4/4"
    assert table.find("Atlas").presence == BOTH


@cites("5.0:2.3.1.f", "5.0:7.4.4.o")
@RULES
def test_a_boost_neither_takes_gigantic_away_nor_lets_it_join_again(sit, rules):
    """7.4.4.o speaks of gaining it: an object Gigantic by a passive stays so while it is
    boosted."""
    table = sit(rules)
    table.card("Banner", type="landmark_permanent", abilities=["have(all(character), gigantic)"])
    lines = ["when(goes(character, other, to=me.expedition)): gain(me, luck=1)"]
    table.card("Watch", type="expedition_permanent", abilities=lines)
    table.card("Cheer", **SPELL, abilities=["effect: gain(target(character), boost=1)"])
    table.player("A").landmarks("Banner").hero_expedition("Haven Trainee C").hand("Cheer").mana(9)
    table.player("A").companion_expedition("Watch")
    table.begin()
    table.act("A", "play Cheer")
    trainee = table.find("Haven Trainee")
    assert (trainee.boosts, trainee.presence, table.find("Watch").counters) == (1, BOTH, {})
