"""Cooldown, Defender, Eternal and Seasoned (5.0, 7.4.1 to 7.4.6)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:5.2.4.b", "5.0:7.4.1.b", "keyword/cooldown")
@RULES
def test_a_spell_with_cooldown_is_exhausted_in_reserve(sit, rules):
    """7.4.1.b, and it can then not be played from there."""
    table = sit(rules)
    table.card("Chill", type="spell", abilities=["cooldown", "effect: draw(1)"])
    table.card("Plain", type="spell", abilities=["effect: draw(1)"])
    table.player("A").hand("Chill", "Plain").mana(4)
    table.begin()
    table.act("A", "play Chill")
    table.act("B", "pass")
    table.act("A", "play Plain")
    assert table.find("Chill").statuses == {"exhausted"}
    assert table.find("Plain").statuses == frozenset()
    assert not table.can("A", "play Chill")


@cites("5.0:5.2.4.b", "5.0:7.4.1.c")
@pytest.mark.parametrize("card", ["Icebound Pass C", "The Nilam, Withered Tree R1"])
@pytest.mark.parametrize(("player", "heard"), [("A", True), ("B", False)])
@RULES
def test_cooldown_exhausts_a_card_in_reserve(sit, rules, card, player, heard):
    """7.4.1.c, 5.2.4.b: a step of its own, which who played the Spell does."""
    table = sit(rules)
    table.card("Chill", type="spell", abilities=["cooldown", "effect: draw(1)"])
    table.player("A").hand("Chill").mana(1)
    table.player(player).landmarks(card)
    table.begin()
    table.act("A", "play Chill")
    if card.startswith("Icebound"):
        assert table.find("Icebound Pass").counters == ({"trial": 1} if heard else {})
    else:
        assert (table.decision == "yes_no") is heard
    assert table.find("Chill").statuses == {"exhausted"}


@cites("5.0:7.4.1.c")
@RULES
def test_cooldown_comes_after_the_spell_has_gone(sit, rules):
    """A Reaction to its going to Reserve waits until it is exhausted, and finds it so."""
    table = sit(rules)
    table.card("Chill", type="spell", abilities=["cooldown", "effect: draw(1)"])
    line = "when(goes(spell, to=you.reserve)): if_(is_(it, exhausted), gain(me, kelon=1))"
    table.card("Watch", type="landmark_permanent", abilities=[line])
    table.player("A").hand("Chill").mana(1).landmarks("Watch")
    table.begin()
    table.act("A", "play Chill")
    assert table.find("Watch").counters == {"kelon": 1}


@cites("5.0:7.4.1.c")
@RULES
def test_cooldown_can_be_kept_from_exhausting(sit, rules):
    """It gains a status like any other: a prohibition strikes it out (1.4.1)."""
    table = sit(rules)
    table.card("Chill", type="spell", abilities=["cooldown", "effect: draw(1)"])
    table.card("Sun", type="landmark_permanent", abilities=["cant(exhausts(card, reserve))"])
    table.player("A").hand("Chill").mana(1).landmarks("Sun")
    table.begin()
    table.act("A", "play Chill")
    assert table.find("Chill").statuses == frozenset()


@cites("5.0:7.4.1.c")
@RULES
def test_cooldown_is_about_the_resolved_spell_only(sit, rules):
    """7.4.1.b: put in Reserve otherwise, it is ready."""
    table = sit(rules)
    table.card("Chill", type="spell", abilities=["cooldown", "effect: draw(1)"])
    table.card("Shelve", type="spell", abilities=["effect: put(choose(card, you.hand), reserve)"])
    table.player("A").hand("Chill", "Shelve").mana(1)
    table.begin()
    table.act("A", "play Shelve")
    assert table.find("Chill").statuses == frozenset()


@cites("5.0:7.4.2.b")
@pytest.mark.parametrize(("where", "moves"), [("hero", (0, 1)), ("companion", (1, 0))])
@RULES
def test_a_defender_keeps_its_expedition_where_it_is_at_dusk(sit, rules, where, moves):
    """7.4.2.b: that one and not the other."""
    table = sit(rules)
    side = table.player("A").hero_expedition("Filler").companion_expedition("Filler")
    getattr(side, f"{where}_expedition")("Monolith Archivist C")
    table.begin()
    table.pass_turns()
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == moves


@cites("5.0:7.4.2.b")
@RULES
def test_an_expedition_with_a_defender_moves_in_the_afternoon(sit, rules):
    """7.4.2.b: during Dusk only."""
    table = sit(rules)
    table.card("March", type="spell", abilities=["effect: move(target(expedition), 1)"])
    table.player("A").hero_expedition("Monolith Archivist C").hand("March").mana(1)
    table.begin()
    table.act("A", "play March", "hero")
    assert table.progress("A", "hero") == 1


@cites("5.0:7.4.2.c")
@RULES
def test_a_defender_stops_every_move_of_dusk(sit, rules):
    """7.4.2.c: a Reaction of Dusk as well as Progress."""
    table = sit(rules)
    table.card("Drum", type="landmark_permanent", abilities=["at(dusk): move(you.expeditions, 1)"])
    table.player("A").hero_expedition("Monolith Archivist C").landmarks("Drum")
    table.begin()
    table.pass_turns()
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (0, 1)


@RULES
def test_a_defender_may_be_driven_backwards(sit, rules):
    """7.4.2.b: it cannot move forward; backwards it can."""
    table = sit(rules)
    table.card(
        "Drum", type="landmark_permanent", abilities=["at(dusk): move(you.hero_expedition, -1)"]
    )
    table.player("A").hero_expedition("Monolith Archivist C").landmarks("Drum").regions(hero=2)
    table.begin()
    table.pass_turns()
    assert table.progress("A", "hero") == 1


@RULES
def test_a_gigantic_defender_holds_both_expeditions(sit, rules):
    table = sit(rules)
    table.card("Wall", abilities=["gigantic", "defender"])
    table.player("A").hero_expedition("Wall")
    table.begin()
    table.pass_turns()
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (0, 0)


@cites("5.0:7.4.3.b", "keyword/eternal")
@RULES
def test_an_eternal_character_stays_at_rest(sit, rules):
    """7.4.3.b."""
    table = sit(rules)
    table.card("Elder", abilities=["eternal"])
    table.player("A").hero_expedition("Elder", "Filler")
    table.begin("night")
    assert table.zone("A", "hero_expedition") == ["Elder"]
    assert table.zone("A", "reserve") == ["Filler"]


@cites("5.0:7.4.3.b")
@RULES
def test_an_eternal_character_may_be_sent_to_reserve_otherwise(sit, rules):
    """7.4.3.b is about Rest only; and Fleeting does not go first."""
    table = sit(rules)
    table.card("Elder", abilities=["eternal"])
    table.card("Home", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.player("A").hero_expedition("Elder").hand("Home").mana(1)
    table.begin()
    table.act("A", "play Home")
    assert "Elder" in table.zone("A", "reserve")


@cites("5.0:7.4.6.b", "keyword/seasoned", "2024.09:7.4.4.a", "2024.09:7.4.4.b", "2024.09:7.4.4.c")
@RULES
def test_a_seasoned_character_keeps_its_boosts_at_rest(sit, rules):
    table = sit(rules)
    table.player("A").hero_expedition("Kappa R1", "Inari C", boosts=2)
    table.begin("night")
    assert table.find("Kappa in reserve").boosts == 2
    assert table.find("Inari in reserve").boosts == 0


@cites("5.0:7.4.6.c", "2024.09:7.4.4.b", "2024.09:7.4.4.c")
@RULES
def test_a_seasoned_character_keeps_its_boosts_whatever_sends_it(sit, rules):
    table = sit(rules)
    table.card("Home", type="spell", abilities=["effect: put(all(character), reserve)"])
    table.player("A").hero_expedition("Kappa R1", "Inari C", boosts=2).hand("Home").mana(1)
    table.begin()
    table.act("A", "play Home")
    assert table.find("Kappa").boosts == 2
    assert table.find("Inari").boosts == 0


@cites("2024.09:7.4.4.b")
@RULES
def test_seasoned_is_asked_of_the_object_that_leaves(sit, rules):
    """The remark of 7.4.6.b: given by another card, it works although Reserve cards lack it."""
    table = sit(rules)
    table.card(
        "Mentor", type="landmark_permanent", abilities=["have(all(character, you.play), seasoned)"]
    )
    table.player("A").hero_expedition("Filler", boosts=3).landmarks("Mentor")
    table.begin("night")
    assert table.find("Filler in reserve").boosts == 3
    assert table.find("Filler in reserve").keywords == frozenset()


@cites("5.0:7.4.6.b", "2024.09:7.4.4.b")
@RULES
def test_seasoned_does_not_keep_boosts_in_hand(sit, rules):
    table = sit(rules)
    table.card("Home", type="spell", abilities=["effect: put(target(character), hand)"])
    table.player("A").hero_expedition("Kappa R1", boosts=2).hand("Home").mana(1)
    table.begin()
    table.act("A", "play Home")
    assert table.find("Kappa").zone == "hand"
    assert table.find("Kappa").boosts == 0
