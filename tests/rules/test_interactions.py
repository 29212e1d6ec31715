"""Interactions: modifiers of modifiers, granted statements, redirected Spells."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@RULES
def test_two_modifiers_of_one_roll_each_ignore_a_die(sit, rules):
    table = sit(rules)
    table.card("Fortune", type="spell", abilities=["effect: x = roll(1); gain(you.hero, quest=x)"])
    table.card(
        "Bastion",
        type="landmark_permanent",
        abilities=["instead(rolls(you)): roll(n + 1, ignore=1)"],
    )
    table.player("A").hand("Fortune").mana(1).landmarks("Bastion", "Bastion")
    table.dice(2, 4, 5)
    table.begin()
    table.act("A", "play Fortune")
    table.choose("A", "Bastion #1")
    assert table.options() == ["the die showing 2", "the die showing 4", "the die showing 5"]
    table.choose("A", 2)
    assert table.options() == ["the die showing 4", "the die showing 5"]
    table.choose("A", 4)
    assert table.find("A Idler").counters == {"quest": 5}


@cites("5.0:5.1.2.l")
@RULES
@pytest.mark.parametrize("to", ["mana", "hand", "reserve", "deck"])
def test_a_spell_that_puts_itself_elsewhere_has_been_played(sit, rules, to):
    table = sit(rules)
    table.card("Sowing", type="spell", abilities=[f"effect: put(me, {to})"])
    table.card("Listener", abilities=["when(plays(you, spell)): gain(me, boost=1)"])
    table.player("A").hand("Sowing").mana(1).hero_expedition("Listener")
    table.begin()
    table.act("A", "play Sowing")
    assert table.find("Listener").boosts == 1


@RULES
def test_what_also_happens_as_a_spell_is_played_happens_once(sit, rules):
    table = sit(rules)
    table.card("Song", type="spell", abilities=["effect: draw(1)"])
    table.card(
        "Choir", type="landmark_permanent", abilities=["also(plays(you, spell)): gain(me, quest=1)"]
    )
    table.player("A").hand("Song").mana(1).landmarks("Choir")
    table.begin()
    table.act("A", "play Song")
    assert table.find("Choir").counters == {"quest": 1}


@cites("5.0:5.2.4.a")
@RULES
def test_what_also_happens_to_every_spell_of_a_turn_happens_once_to_each(sit, rules):
    table = sit(rules)
    table.card("Song", type="spell", abilities=["effect: extra_turn()"])
    line = "T: ongoing({also(plays(you, spell)): gain(it, fleeting)}, this=day)"
    table.card("Choir", type="landmark_permanent", abilities=[line])
    table.card("Ear", abilities=["when(gains(card, fleeting)): gain(me, quest=1)"])
    table.player("A").hand("Song").mana(1).landmarks("Choir").hero_expedition("Ear")
    table.begin()
    table.act("A", "use Choir")
    table.act("A", "play Song")
    assert table.zone("A", "discard") == ["Song"]
    assert table.find("Ear").counters == {"quest": 1}
    assert table.reactions() == []


@cites("5.0:5.2.4.a")
@RULES
def test_the_first_spell_of_the_afternoon_loses_fleeting(sit, rules):
    table = sit(rules)
    table.card("Song", type="spell", abilities=["effect: draw(1)"])
    table.card(
        "Choir",
        type="landmark_permanent",
        abilities=["also(plays(you, spell), nth=1, this=afternoon): lose(it, fleeting)"],
    )
    table.player("A").reserve("Song", "Song").mana(2).landmarks("Choir")
    table.begin()
    table.act("A", "play Song #1")
    assert table.zone("A", "reserve") == ["Song", "Song"]
    table.act("B", "pass")
    table.act("A", "play Song #1")
    assert table.zone("A", "discard") == ["Song"]


@RULES
def test_a_granted_reduction_lowers_the_cost(sit, rules):
    table = sit(rules)
    table.card("Song", type="spell", cost="3/3", abilities=["effect: draw(1)"])
    table.card("Runner")
    table.card(
        "Banner",
        type="landmark_permanent",
        abilities=["have(all(character, you.play), {less(1, plays(you, spell))})"],
    )
    table.player("A").hand("Song").mana(1).landmarks("Banner").hero_expedition("Runner", "Runner")
    table.begin()
    table.act("A", "play Song")
    assert table.mana("A") == (0, 1)


@RULES
def test_a_granted_prohibition_keeps_cards_from_being_played(sit, rules):
    table = sit(rules)
    table.card("Song", type="spell", abilities=["effect: draw(1)"])
    table.card("Runner")
    table.card(
        "Silence",
        type="landmark_permanent",
        abilities=["have(all(character, you.play), {cant(plays(you, spell))})"],
    )
    table.player("A").hand("Song").mana(1).landmarks("Silence").hero_expedition("Runner")
    table.begin()
    assert not table.can("A", "play Song")


@RULES
def test_a_granted_modifier_replaces_leaving(sit, rules):
    table = sit(rules)
    table.card("Recall", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.card("Runner")
    table.card(
        "Return",
        type="landmark_permanent",
        abilities=[
            "have(all(character, you.play), {instead(goes(me, from_=expeditions)): put(me, hand)})"
        ],
    )
    table.player("A").hand("Recall").mana(1).landmarks("Return").hero_expedition("Runner")
    table.begin()
    table.act("A", "play Recall")
    assert table.zone("A", "hand") == ["Runner"]


@RULES
def test_an_optional_addition_to_a_play_is_asked_for(sit, rules):
    for answer, quests in (("yes", {"quest": 1}), ("no", {})):
        table = sit(rules)
        line = "also(plays(you, card), may): gain(me, quest=1)"
        table.card("Shrine", type="landmark_permanent", abilities=[line])
        table.player("A").landmarks("Shrine").hand("Filler").mana(3)
        table.begin()
        table.act("A", "play Filler to hero", answer)
        assert table.find("Shrine").counters == quests


@RULES
def test_a_granted_permission_lets_exhausted_cards_be_played(sit, rules):
    granted = "{can(plays(you, card, from_=you.reserve), even=exhausted)}"
    for ability in (f"have(all(character, you.play), {granted})", "tough(1)"):
        table = sit(rules)
        table.card("Key", type="landmark_permanent", abilities=[ability])
        table.player("A").landmarks("Key").hero_expedition("Filler").mana(3)
        table.player("A").reserve("Filler", exhausted=True)
        table.begin()
        assert table.can("A", "play Filler from reserve to hero") is (ability != "tough(1)")


@cites("5.0:5.1.2.d", "5.0:5.1.2.f")
@pytest.mark.parametrize("place", ["hand", "reserve"])
@RULES
def test_what_a_card_was_granted_alters_what_it_costs(sit, rules, place):
    for line in (f"have(all(card, you.{place}), {{less(1, plays(you, me))}})", "tough(1)"):
        table = sit(rules)
        table.card("Hall", type="landmark_permanent", abilities=[line])
        table.card("Runner", cost="3/3")
        getattr(table.player("A").landmarks("Hall").mana(2), place)("Runner")
        table.begin()
        assert table.can("A", "play Runner to hero") is (line != "tough(1)")


@cites("5.0:2.4.6.d")
@RULES
def test_an_effect_lets_exhausted_cards_be_played_while_it_lasts(sit, rules):
    """Statements are in force from any source: an object, a grant, an emblem."""
    table = sit(rules)
    line = "T: ongoing({can(plays(you, card, from_=you.reserve), even=exhausted)}, this=afternoon)"
    table.card("Gate", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Gate").reserve("Filler", exhausted=True).mana(3)
    table.begin()
    assert not table.can("A", "play Filler from reserve to hero")
    table.act("A", "use Gate")
    assert table.can("A", "play Filler from reserve to hero")


@cites("5.0:2.4.6.d")
@RULES
def test_a_card_in_reserve_lets_exhausted_cards_be_played(sit, rules):
    """Not while it is exhausted itself (1.2.4.d)."""
    for exhausted in (False, True):
        table = sit(rules)
        table.card("Key", support=["I, can(plays(you, card, from_=you.reserve), even=exhausted)"])
        table.player("A").reserve("Key", exhausted=exhausted).mana(3)
        table.player("A").reserve("Filler", exhausted=True)
        table.begin()
        assert table.can("A", "play Filler from reserve to hero") is not exhausted


@RULES
def test_a_card_in_reserve_adds_to_the_play_of_a_spell(sit, rules):
    table = sit(rules)
    table.card("Muse", support=["I, also(plays(you, spell)): lose(it, fleeting)"])
    table.card("Verse", type="spell", abilities=["fleeting", "effect: draw(1)"])
    table.player("A").reserve("Muse").hand("Verse").mana(1)
    table.begin()
    table.act("A", "play Verse")
    assert table.find("Verse").zone == "reserve"


@cites("2024.09:6.3.c", "2024.09:6.3.e")
@pytest.mark.parametrize("zone", ["hand", "deck"])
@RULES
def test_a_card_that_is_discarded_out_of_sight_reacts_to_it(sit, rules, zone):
    table = sit(rules)
    table.card(
        "Ghost",
        abilities=[f"when(discards(me, from_=you.{zone})): create(maw, in_=you.hero_expedition)"],
    )
    if zone == "hand":
        table.card("Loss", abilities=["J: discard(choose(card, you.hand))"])
        table.player("A").hand("Loss", "Ghost").mana(1)
    else:
        table.card("Loss", abilities=["J: discard(top(you.deck))"])
        table.player("A").hand("Loss").mana(1).deck("Ghost")
    table.begin()
    table.act("A", "play Loss to hero")
    assert table.find("Ghost").zone == "discard"
    assert table.find("Maw").controller == "A"


@RULES
def test_a_token_is_created_in_the_landmarks_of_each_player(sit, rules):
    table = sit(rules)
    table.card("Seed", abilities=["J: create(manaseed, in_=all(player).landmarks)"])
    table.player("A").hand("Seed").mana(1)
    table.begin()
    table.act("A", "play Seed to hero")
    assert [table.zone(player, "landmarks") for player in "AB"] == [["Manaseed"], ["Manaseed"]]


@RULES
def test_cards_with_a_support_ability_are_counted(sit, rules):
    table = sit(rules)
    table.card("Fifer", abilities=["J: gain(me, boost=count(card, you.reserve, has(D)))"])
    table.card("Drum", support=["D: draw(1)"])
    table.card("Bell", support=["I, at(noon): draw(1)"])
    table.player("A").hand("Fifer").mana(1).reserve("Drum", "Drum", "Bell", "Filler")
    table.begin()
    table.act("A", "play Fifer to hero")
    assert table.find("Fifer").boosts == 2
