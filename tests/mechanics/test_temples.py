"""Temple: cards that may be played for another cost, as a Landmark Permanent.

"You may play me for {n} as a Landmark Permanent - Construction with: At Noon, you may send me to
Reserve": while it is played so, and in play so, it is that and not what it is printed as. It keeps
its other abilities and has this one besides. A Landmark played from Reserve is not Fleeting.
"""

from __future__ import annotations

import pytest

from altered_env import Scenario
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
ATHENA = "Athena, Goddess of Strategy"


def at_table(rules="5.0"):
    table = Scenario(rules=rules, seed=2)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.player("A").hero("Idler")
    table.player("B").hero("Idler")
    return table


@RULES
@cites("keyword/temple")
def test_it_is_played_in_landmarks_for_its_cost(rules):
    table = at_table(rules)
    table.player("A").hand("Athena, Goddess of Strategy E").mana(3)
    table.begin()
    table.act("A", f"play {ATHENA}")
    assert table.decision == "scout" and table.options("A") == ["yes", "no"]
    table.choose("A", "yes")
    assert table.zone("A", "landmarks") == [ATHENA]
    assert table.mana("A") == (1, 3)
    athena = table.find(ATHENA)
    assert athena.type == "landmark_permanent" and athena.subtypes == frozenset({"construction"})
    assert (athena.forest, athena.mountain, athena.water) == (0, 0, 0)


@RULES
@cites("keyword/temple")
def test_it_is_played_as_the_character_that_it_is(rules):
    table = at_table(rules)
    table.player("A").hand("Athena, Goddess of Strategy E").mana(3)
    table.begin()
    table.act("A", f"play {ATHENA}", "no", "hero")
    assert table.zone("A", "hero_expedition") == [ATHENA]
    assert table.statistics("A", "hero") == (4, 3, 3)
    assert table.mana("A") == (0, 3)


@cites("keyword/temple")
def test_where_only_its_temple_can_be_paid_it_is_not_asked():
    table = at_table()
    table.player("A").hand("Athena, Goddess of Strategy E").mana(2)
    table.begin()
    table.act("A", f"play {ATHENA}")
    assert table.zone("A", "landmarks") == [ATHENA]


@cites("keyword/temple")
def test_it_cannot_be_played_for_less():
    table = at_table()
    table.player("A").hand("Athena, Goddess of Strategy E").mana(1)
    table.begin()
    assert not table.can("A", f"play {ATHENA}")


@RULES
@cites("keyword/temple")
def test_from_reserve_it_is_not_fleeting(rules):
    table = at_table(rules)
    table.player("A").reserve("Athena, Goddess of Strategy E").mana(2)
    table.begin()
    table.act("A", f"play {ATHENA}")
    assert table.zone("A", "landmarks") == [ATHENA]
    assert table.find(ATHENA).statuses == frozenset()


@RULES
@cites("keyword/temple")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_at_noon_it_may_go_to_reserve_and_its_other_abilities_work(rules, answer):
    table = at_table(rules)
    table.player("A").hand("Athena, Goddess of Strategy E").mana(2).deck(*["Filler"] * 8)
    table.begin()
    table.act("A", f"play {ATHENA}")
    table.pass_turns()
    while table.phase != "noon":
        table.choose(table.decider, table.options(table.decider)[-1])
    first = next(one for one in table.options("A") if "Temple" in one)
    table.choose("A", first, answer)
    assert table.zone("A", "reserve") == [ATHENA] * (answer == "yes")
    assert table.zone("A", "landmarks") == [ATHENA] * (answer == "no")
    assert table.zone("A", "companion_expedition") == ["Ordis Recruit"]


@RULES
@cites("keyword/temple")
def test_a_character_of_the_same_card_may_not_go_to_reserve_at_noon(rules):
    table = at_table(rules)
    table.player("A").hero_expedition("Athena, Goddess of Strategy E")
    table.begin("noon")
    assert table.zone("A", "reserve") == []
    assert table.zone("A", "hero_expedition") == [ATHENA]


@RULES
@cites("keyword/temple")
def test_it_is_a_permanent_and_a_construction_that_is_played(rules):
    table = at_table(rules)
    for kind in ("character", "permanent", "construction", "deity"):
        seen = [f"when(plays(you, {kind})): gain(me, boost=1)"]
        table.card(f"Watcher of {kind}", abilities=seen)
    kinds = ["character", "permanent", "construction", "deity"]
    side = table.player("A").hero_expedition(*(f"Watcher of {kind}" for kind in kinds))
    side.hand("Athena, Goddess of Strategy E", "Athena, Goddess of Strategy E").mana(5)
    table.begin()
    table.act("A", f"play {ATHENA}", "yes")
    table.choose("A", table.options("A")[0])
    assert [table.find(f"Watcher of {kind}").boosts for kind in kinds] == [0, 1, 1, 0]
    table.act("B", "pass")
    table.act("A", f"play {ATHENA}", "no", "hero")
    table.choose("A", table.options("A")[0])
    assert [table.find(f"Watcher of {kind}").boosts for kind in kinds] == [1, 1, 1, 1]


@RULES
@cites("keyword/temple")
def test_reductions_and_prohibitions_are_about_what_it_would_be(rules):
    table = at_table(rules)
    less = ["less(1, plays(you, permanent))", "cant(plays(you, character))"]
    table.card("Builder", abilities=less)
    table.player("A").hero_expedition("Builder").hand("Athena, Goddess of Strategy E").mana(4)
    table.begin()
    table.act("A", f"play {ATHENA}")  # no question: it cannot be a Character
    assert table.zone("A", "landmarks") == [ATHENA]
    assert table.mana("A") == (3, 4)


@cites("keyword/temple")
def test_the_next_permanent_is_what_is_played_as_a_temple():
    table = at_table()
    table.player("A").hand("Penelope, Eternal Weaver C", "Athena, Goddess of Strategy E").mana(9)
    table.begin()
    table.act("A", "play Penelope, Eternal Weaver to hero")
    table.act("B", "pass")
    table.act("A", f"play {ATHENA}", "yes")
    assert table.mana("A") == (9 - 3 - 1, 9)


@cites("keyword/temple")
def test_it_counts_against_the_landmark_limit_and_is_printed_again_elsewhere():
    table = at_table()
    table.player("A").hand(
        "Athena, Goddess of Strategy E", "Herostratus, Burner of Temples C"
    ).mana(9)
    table.begin()
    table.act("A", f"play {ATHENA}", "yes")
    table.act("B", "pass")
    table.act("A", "play Herostratus, Burner of Temples to hero", "yes")
    table.choose("A", "A: Filler in the Mana zone, ready #1")
    if table.decision != "turn":
        table.choose("A", ATHENA)
    assert ATHENA in table.zone("A", "discard")
    assert table.find(ATHENA).type == "character"
    assert table.find(ATHENA).subtypes == frozenset({"soldier", "deity"})


@cites("keyword/temple")
def test_it_is_remembered_as_a_construction():
    table = at_table()
    table.player("A").hand("Athena, Goddess of Strategy E").reserve("Oddball").mana(9)
    table.begin()
    table.act("A", f"play {ATHENA}", "yes")
    table.act("B", "pass")
    assert "play Oddball from Reserve (0)" in table.options("A")


@RULES
@cites("keyword/temple")
def test_an_effect_that_names_an_expedition_plays_no_temple(rules):
    table = at_table(rules)
    play = ["fleeting", "effect: play(choose(card, you.hand), in_=you.hero_expedition)"]
    table.card("Herald", type="spell", cost="0/0", abilities=play)
    table.player("A").hand("Herald", "Athena, Goddess of Strategy E").mana(9)
    table.begin()
    table.act("A", "play Herald", ATHENA)
    assert table.zone("A", "hero_expedition") == [ATHENA]


@RULES
@cites("trigger/the first time each day")
def test_dionysos_boosts_at_the_first_roll_of_the_day_alone(rules):
    table = at_table(rules)
    side = table.player("A").hero_expedition("Dionysos, God of Feasts E", "Kappa").mana(9)
    side.hand("Lyra Gambler C", "Scheria's Royalty R1")
    table.dice(3, 3)
    table.begin()
    table.act("A", "play Lyra Gambler to hero")
    table.choose("A", "Kappa")
    assert table.find("Kappa").boosts == 1
    table.act("B", "pass")
    table.act("A", "play Scheria's Royalty to hero")
    assert table.find("Kappa").boosts + table.find("Dionysos, God of Feasts").boosts == 1


@RULES
@cites("trigger/the first time each day")
def test_who_comes_after_the_first_roll_misses_it(rules):
    table = at_table(rules)
    side = table.player("A").hero_expedition("Kappa").mana(9)
    side.hand("Lyra Gambler C", "Dionysos, God of Feasts E", "Scheria's Royalty R1")
    table.dice(3, 3)
    table.begin()
    table.act("A", "play Lyra Gambler to hero")
    table.act("B", "pass")
    table.act("A", "play Dionysos, God of Feasts", "no", "hero")
    table.act("A", "play Scheria's Royalty to hero")
    assert table.find("Kappa").boosts == 0


@RULES
@cites("keyword/temple")
def test_artemis_boosts_each_character_at_noon(rules):
    table = at_table(rules)
    side = table.player("A").hero_expedition("Artemis, Goddess of the Hunt E")
    side.companion_expedition("Kappa").reserve("Foundry Armorer C")
    table.player("B").hero_expedition("Ordis Trooper C")
    table.begin("noon")
    assert table.find("Kappa").boosts == table.find("Artemis, Goddess of the Hunt").boosts == 1
    assert table.find("Ordis Trooper").boosts == table.find("Foundry Armorer").boosts == 0
