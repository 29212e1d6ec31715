"""Cards whose passive abilities change the rules.

A long table of cards and their effects.
"""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}
GEAR = {"type": "expedition_permanent", "subtypes": ["gear"]}
FREE = {"type": "spell", "cost": "0/0"}


@RULES
def test_the_snow_queen_is_as_tough_as_there_are_exhausted_cards(sit, rules):
    table = sit(rules)
    table.card("Queen", abilities=["eternal", "tough(count(card, reserve, exhausted))"])
    table.card("Frost", **FREE, abilities=["effect: exhaust(target(card, reserve))"])
    table.player("A").hero_expedition("Queen").hand("Frost").reserve("Filler", exhausted=True)
    table.player("B").reserve("Filler")
    table.begin()
    assert table.find("Queen").tough == 1
    table.act("A", "play Frost", "B Filler")
    assert table.find("Queen").tough == 2


TENT = (
    "instead(goes(character, anchored, from_=me.expedition, during=afternoon)): lose(it, anchored)"
)


@pytest.mark.parametrize(
    "effect",
    [
        "put(target(character, anchored), reserve)",
        "discard(target(character, anchored))",
        "sacrifice(choose(character, anchored))",
        "switch(target(character, anchored))",
        "defect(target(character, anchored))",
    ],
)
@RULES
def test_floral_tent_keeps_an_anchored_character(sit, rules, effect):
    """It loses Anchored instead; the next time it leaves."""
    table = sit(rules)
    table.card("Tent", **GEAR, abilities=[TENT])
    table.card("Sleeper")
    table.card("Work", **FREE, abilities=[f"effect: {effect}"])
    table.player("A").hero_expedition("Tent").hero_expedition("Sleeper", anchored=True).hand("Work")
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "hero_expedition") == ["Tent", "Sleeper"]
    assert table.find("Sleeper").statuses == frozenset()


@RULES
def test_floral_tent_looks_after_its_expedition_in_the_afternoon(sit, rules):
    """Not after the other Expedition, nor after other days' phases, nor after others."""
    table = sit(rules)
    table.card("Tent", **GEAR, abilities=[TENT])
    for name in ("Far", "Awake", "Night Owl"):
        table.card(name, stats="0/0/0")
    table.card(
        "Work", **FREE, abilities=["effect: put(all(character, ~named(mana_moth)), reserve)"]
    )
    table.card("Bell", **GROUND, abilities=["at(night): put(all(character), reserve)"])
    table.player("A").hero_expedition("Tent").hero_expedition("Night Owl", anchored=True)
    table.player("A").hero_expedition("Awake").companion_expedition("Far", anchored=True)
    table.player("A").hand("Work").landmarks("Bell")
    table.begin()
    table.act("A", "play Work")
    assert sorted(table.zone("A", "reserve")) == ["Awake", "Far", "Work"]
    assert table.zone("A", "hero_expedition") == ["Tent", "Night Owl"]
    table.pass_turns()
    table.until("morning")
    assert table.zone("A", "hero_expedition") == ["Tent"]


@RULES
def test_the_other_floral_tent_takes_boosts(sit, rules):
    table = sit(rules)
    line = TENT.replace("anchored, from_", "boosted, from_").replace("anchored", "boost=all")
    table.card("Tent", **GEAR, abilities=[line])
    table.card("Work", **FREE, abilities=["effect: put(target(character), hand)"])
    table.player("A").hero_expedition("Tent").hero_expedition("Filler", boosts=3).hand("Work")
    table.begin()
    table.act("A", "play Work")
    assert (table.find("Filler in hero").boosts, table.zone("A", "hand")) == (0, [])


JUAN = "instead(goes(me, from_=expeditions, to=reserve)): together(gain(me, fleeting), defect(me))"


@cites("effect/defect")
@RULES
def test_don_juan_defects_at_rest(sit, rules):
    """To the Expedition facing it, Fleeting."""
    table = sit(rules)
    table.card("Juan", stats="0/4/4", abilities=[JUAN])
    table.player("A").companion_expedition("Juan")
    table.begin("dusk")
    assert table.zone("B", "companion_expedition") == ["Juan"]
    assert table.find("Juan").statuses == {"fleeting"}
    assert (table.find("Juan").controller, table.find("Juan").owner) == ("B", "A")


@pytest.mark.parametrize(
    ("first", "zone"), [("Fleeting", "discard"), ("Juan", "companion_expedition")]
)
@RULES
def test_what_is_fleeting_may_be_modified_before_it_is_discarded(sit, rules, first, zone):
    """2.4.7.d says "instead", too: at Rest the first player chooses what comes first (6.2.h). Once
    it would be discarded it would not go to Reserve any more."""
    table = sit(rules)
    table.card("Juan", stats="0/4/4", abilities=[JUAN])
    table.player("B").companion_expedition("Juan", fleeting=True, owner="A")
    table.begin("dusk", first="A")
    assert (table.decider, table.decision) == ("A", "modifier")
    table.choose("A", first)
    assert table.zone("A", zone) == ["Juan"]


@pytest.mark.parametrize(("to", "zone"), [("reserve", "hero_expedition"), ("hand", "hand")])
@RULES
def test_don_juan_defects_only_on_the_way_to_reserve(sit, rules, to, zone):
    """Reactions to its going to Reserve do not trigger; putting it in hand is not modified."""
    table = sit(rules)
    lines = [JUAN, "when(goes(me, from_=expeditions, to=reserve)): draw(1)"]
    table.card("Juan", abilities=lines)
    table.card("Work", **FREE, abilities=[f"effect: put(target(character), {to})"])
    table.player("A").hero_expedition("Juan").hand("Work")
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Work")
    assert table.decider == "B"
    assert table.zone("B" if to == "reserve" else "A", zone)[-1] == "Juan"


TINY = "instead(goes(me, from_=expeditions), me.boosted): put(me, mana)"


@pytest.mark.parametrize(("boosts", "zone"), [(0, "hand"), (1, "mana")])
@RULES
def test_tiny_jinn_goes_to_the_mana_zone_while_boosted(sit, rules, boosts, zone):
    """Its owner's, exhausted (3.2.9.b); also on the way to a hidden zone, as the ruling says."""
    table = sit(rules)
    table.card("Jinn", abilities=[TINY])
    table.card("Work", **FREE, abilities=["effect: put(target(character), hand)"])
    table.player("A").hand("Work").mana(1)
    table.player("B").hero_expedition("Jinn", boosts=boosts, owner="A")
    table.begin()
    table.act("A", "play Work")
    assert "Jinn" in table.zone("A", zone)
    assert table.mana("A") == ((1, 2) if boosts else (1, 1))


@RULES
def test_tiny_jinn_at_rest_fleeting_or_not(sit, rules):
    """Whichever comes first, it would leave the Expedition zone."""
    table = sit(rules)
    table.card("Jinn", stats="0/0/0", abilities=[TINY])
    table.player("A").hero_expedition("Jinn", boosts=1)
    table.player("A").hero_expedition("Jinn", boosts=1, fleeting=True)
    table.begin("dusk")
    assert table.decision == "modifier"
    table.choose("A", "Jinn 1")
    assert table.zone("A", "mana").count("Jinn") == 2


@RULES
def test_switching_is_not_leaving_the_expedition_zone(sit, rules):
    table = sit(rules)
    table.card("Jinn", abilities=[TINY])
    table.card("Work", **FREE, abilities=["effect: switch(target(character))"])
    table.player("A").hero_expedition("Jinn", boosts=1).hand("Work")
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "companion_expedition") == ["Jinn"]


@cites("5.0:6.2.e")
@pytest.mark.parametrize("answer", ["yes", "no"])
@RULES
def test_mighty_jinn_and_its_alternative(sit, rules, answer):
    """The example of 6.2.e: put on top of the Deck, it is drawn."""
    table = sit(rules)
    table.card("Work", **FREE, abilities=["effect: put(target(character), deck)"])
    table.player("A").hand("Work")
    table.player("B").hero_expedition("Mighty Jinn R1").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Work")
    table.choose("B", answer)
    assert "Mighty Jinn" in table.zone("B", "mana" if answer == "yes" else "hand")


OUTFITS = "have(all(character, me.expedition), stats=highest)"


@cites("passive/statistics set")
@RULES
def test_winter_outfits(sit, rules):
    """Each Character its own highest, boosts counted once; those of its Expedition alone."""
    table = sit(rules)
    table.card("Outfits", **GEAR, abilities=[OUTFITS])
    table.card("Dancer", stats="0/3/1")
    table.player("A").hero_expedition("Outfits").hero_expedition("Dancer", boosts=1)
    table.player("A").hero_expedition("Filler").companion_expedition("Dancer")
    table.begin()
    assert table.statistics("A", "hero") == (5, 5, 5)
    assert table.find("Dancer in hero").stats == "4/4/4"
    assert table.find("Dancer in companion").stats == "0/3/1"


@RULES
def test_winter_outfits_after_what_changes_a_statistic(sit, rules):
    """Timestamps (2.3.3.b): a later change is not levelled."""
    for first, stats in ((True, "9/9/9"), (False, "9/3/3")):
        table = sit(rules)
        table.card("Outfits", **GEAR, abilities=[OUTFITS])
        table.card("Forester", **GROUND, abilities=["have(all(character), forest=9)"])
        table.card("Dancer", stats="0/3/1")
        side = table.player("A")
        if first:
            side.landmarks("Forester").hero_expedition("Outfits", "Dancer")
        else:
            side.hero_expedition("Outfits", "Dancer").landmarks("Forester")
        table.begin()
        assert table.find("Dancer").stats == stats


@RULES
def test_persephone_and_the_expedition_facing_her(sit, rules):
    """Her region and that of the Expedition facing her; only while she is there."""
    table = sit(rules)
    table.card("Home", **FREE, abilities=["effect: put(target(character), hand)"])
    table.player("A").hero_expedition("Persephone R1").regions(hero=2).hand("Home")
    table.player("B").regions(hero=3)
    table.begin()
    assert (table.region(2), table.region(3)) == ({"forest"}, {"forest"})
    assert table.region(4) == {"forest", "water"}
    table.act("A", "play Home")
    assert (table.region(2), table.region(3)) == ({"mountain", "water"}, {"mountain"})


@pytest.mark.parametrize(("die", "distance"), [(1, 1), (3, 1), (4, 2), (6, 2)])
@RULES
def test_eris_rolls_for_one_region_more(sit, rules, die, distance):
    """Without an "otherwise", it moves as it would."""
    line = (
        "instead(moves(me.expedition, during=dusk)): x = roll(1); move(it, n + 1 if x >= 4 else n)"
    )
    table = sit(rules)
    table.card("Eris", stats="3/3/3", abilities=[line])
    table.player("A").hero_expedition("Eris")
    table.dice(die)
    table.begin("dusk")
    assert table.progress("A", "hero") == distance


@pytest.mark.parametrize(("die", "distance"), [(1, 0), (2, 1), (3, 1), (4, 2)])
@RULES
def test_the_other_eris_may_not_move_at_all(sit, rules, die, distance):
    line = (
        "instead(moves(me.expedition, during=dusk)): x = roll(1);"
        " if_(x >= 4, move(it, n + 1), else_=if_(x > 1, move(it, n)))"
    )
    table = sit(rules)
    table.card("Eris", stats="3/3/3", abilities=[line])
    table.player("A").hero_expedition("Eris")
    table.dice(die)
    table.begin("dusk")
    assert table.progress("A", "hero") == distance


@cites("5.0:6.2.k")
@RULES
def test_eris_and_the_sleigh_in_one_expedition(sit, rules):
    """Each modifies the move once (6.2.k)."""
    table = sit(rules)
    sleigh = "instead(moves(me.expedition, during=dusk)): move(it, n + 1)"
    table.card("Sleigh", **GEAR, abilities=[sleigh])
    table.card("Eris", stats="3/3/3", abilities=[
        "instead(moves(me.expedition, during=dusk)): x = roll(1); move(it, n + 1 if x >= 4 else n)"
    ])  # fmt: skip
    table.player("A").hero_expedition("Sleigh", "Eris")
    table.dice(5)
    table.begin("dusk")
    table.choose("A", "Eris")
    assert table.progress("A", "hero") == 3


@pytest.mark.parametrize(("ignored", "distance"), [(1, 2), (5, 1)])
@RULES
def test_the_roll_of_eris_is_a_step_of_its_own(sit, rules, ignored, distance):
    """It is modified and reacted to like other rolls, before the move continues."""
    line = (
        "instead(moves(me.expedition, during=dusk)): x = roll(1); move(it, n + 1 if x >= 4 else n)"
    )
    table = sit(rules)
    table.card("Eris", stats="3/3/3", abilities=[line])
    table.card("Ouroboros", **GROUND, abilities=["instead(rolls(you)): roll(n + 1, ignore=1)"])
    table.card("Gambler", **GROUND, abilities=["when(rolls(you)): gain(me, luck=1)"])
    table.player("A").hero_expedition("Eris").landmarks("Ouroboros", "Gambler")
    table.player("A").companion_expedition("Filler")
    table.dice(1, 5)
    table.begin("dusk")
    assert table.decision == "die"
    table.choose("A", ignored)
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (distance, 1)
    assert table.find("Gambler").counters == {"luck": 1}


@RULES
def test_the_sleigh_does_not_modify_other_moves(sit, rules):
    """During Dusk, Progress or not; not in the Afternoon, and not backwards."""
    table = sit(rules)
    sleigh = "instead(moves(me.expedition, during=dusk)): move(it, n + 1)"
    table.card("Sleigh", **GEAR, abilities=[sleigh])
    table.card("Push", **FREE, abilities=["effect: move(you.hero_expedition, 1)"])
    table.card("Pull", **GROUND, abilities=["at(dusk): move(you.hero_expedition, -1)"])
    table.player("A").hero_expedition("Sleigh").landmarks("Pull").hand("Push").regions(hero=3)
    table.begin()
    table.act("A", "play Push")
    assert table.progress("A", "hero") == 4
    table.pass_turns()
    table.until("night")
    assert table.progress("A", "hero") == 3


OUROBOROS = (
    "instead(resupplies(you)): x = reveal(top(you.deck, 2)); put(choose(x), reserve); discard(x)"
)


@pytest.mark.parametrize("resupply", ["resupply()", "resupply(exhausted)"])
@RULES
def test_the_ouroboros_of_axiom(sit, rules, resupply):
    """Rulings: it is no Resupply any more, and nothing of it is exhausted."""
    table = sit(rules)
    table.card("Ouroboros", **GROUND, abilities=[OUROBOROS])
    table.card("Watcher", **GROUND, abilities=["when(resupplies(player)): gain(me, kelon=1)"])
    table.card("Work", **FREE, abilities=["fleeting", f"effect: {resupply}"])
    for name in ("One", "Two"):
        table.card(name)
    table.player("A").landmarks("Ouroboros", "Watcher").hand("Work").deck("One", "Two", "Filler")
    table.begin()
    table.act("A", "play Work", "Two")
    assert table.zone("A", "reserve") == ["Two"]
    assert table.find("Two").statuses == frozenset()
    assert "One" in table.zone("A", "discard")
    assert table.find("Watcher").counters == {}


@RULES
def test_two_ouroboros_ignore_a_die_each(sit, rules):
    """The ruling: three dice, of which one is kept."""
    table = sit(rules)
    table.card("Ouroboros", **GROUND, abilities=["instead(rolls(you)): roll(n + 1, ignore=1)"])
    table.card("Work", **FREE, abilities=["effect: x = roll(1); draw(x)"])
    table.player("A").landmarks("Ouroboros", "Ouroboros").hand("Work")
    table.dice(1, 2, 3)
    table.begin()
    table.act("A", "play Work")
    while table.decision == "modifier":
        table.choose("A", "Ouroboros 1")
    table.choose("A", 1, 3)
    assert len(table.zone("A", "hand")) == 2


MANDJET = "instead(attempts(gains(you.expeditions, ascended))): resupply()"
KIWI = "also(attempts(gains(you.expeditions, ascended))): gain(me, boost=1)"


@RULES
def test_kiwi_gains_a_boost_for_each_attempt(sit, rules):
    """Two Expeditions, one of them Ascended; the addition does not keep the other from it."""
    table = sit(rules)
    table.card("Kiwi", abilities=["J: gain(me, boost=count(you.expeditions, ascended))", KIWI])
    table.card("Rise", **FREE, abilities=["effect: gain(you.expeditions, ascended)"])
    table.card("One", **FREE, abilities=["effect: gain(you.hero_expedition, ascended)"])
    table.player("A").hand("Kiwi", "One", "Rise", "Rise").mana(1)
    table.player("B").hand("Filler", "Filler", "Filler").mana(3)
    table.begin()
    table.act("A", "play One")
    table.act("B", "pass")
    table.act("A", "play Kiwi to hero")
    assert table.find("Kiwi").boosts == 1
    table.act("A", "play Rise")
    assert table.find("Kiwi").boosts == 2
    assert table.ascended("A", "companion")
    table.act("A", "play Rise")
    assert table.find("Kiwi").boosts == 4


@cites("5.0:6.2.g")
@RULES
def test_an_attempt_that_is_replaced_is_no_attempt_any_more(sit, rules):
    """The remark of 7.5.3: with both, Mandjet comes first (6.2.g)."""
    table = sit(rules)
    table.card("Mandjet", **GROUND, abilities=[MANDJET])
    table.card("Kiwi", abilities=[KIWI])
    table.card("One", **FREE, abilities=["effect: gain(you.hero_expedition, ascended)"])
    table.player("A").landmarks("Mandjet").hero_expedition("Kiwi").hand("One", "One")
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play One")
    table.act("B", "pass")
    table.act("A", "play One")
    assert sorted(table.zone("A", "reserve")) == ["Filler", "One", "One"]
    assert table.find("Kiwi").boosts == 0


@cites("selector/facing me")
@RULES
def test_the_council_silences_characters_that_face_it(sit, rules):
    """Not Permanents, nor Reactions with a trigger in words (7.3.1.e)."""
    table = sit(rules)
    table.card("Council", abilities=["cant(activates(J | H | R, character, facing(me)))"])
    table.card(
        "Loud", abilities=["J: draw(1)", "H: draw(1)", "when(goes(me, to=expeditions)): draw(1)"]
    )
    table.card("Flag", **GEAR, cost="1/1", abilities=["J: draw(1)"])
    table.player("A").hand("Loud", "Loud", "Flag").mana(3)
    table.player("B").hero_expedition("Council")
    table.begin(first="B")
    table.act("B", "pass")
    table.act("A", "play Loud to hero")
    assert table.zone("A", "hand").count("Filler") == 1
    table.act("A", "play Flag to hero")
    assert table.zone("A", "hand").count("Filler") == 2
    table.act("A", "play Loud to companion", "Loud 1", "Loud 1")
    assert table.zone("A", "hand").count("Filler") == 5


@cites("5.0:2.4.1.g")
@RULES
def test_gericht_gains_fleeting_again(sit, rules):
    """The remark of 2.4.1.g: for each time a boost, and one status."""
    table = sit(rules)
    table.card("Gericht", abilities=[
        "when(gains(me, fleeting)): gain(me, boost=1)",
        "can(gains(me, fleeting), even=fleeting)",
    ])  # fmt: skip
    table.card("Milk", **FREE, abilities=["effect: gain(all(character), fleeting)"])
    table.card("Boots", **FREE, abilities=["effect: lose(all(character), fleeting)"])
    table.player("A").hero_expedition("Gericht", "Filler").hand("Milk", "Milk", "Boots")
    table.player("B").hand("Filler").mana(1)
    table.begin()
    for spell, boosts, status in (("Milk", 1, True), ("Milk", 2, True), ("Boots", 2, False)):
        table.act("A", f"play {spell}")
        gericht = table.find("Gericht")
        assert (gericht.boosts, "fleeting" in gericht.statuses) == (boosts, status)
        if table.decider == "B":
            table.act("B", "pass")


WANAX = "less(happened(plays(you, card, other), this=turn), plays(you, me))"


@cites("5.0:5.1.2.k")
@RULES
def test_wanax_with_what_plays_it(sit, rules):
    """The example of 5.1.2.k: the Spell counts while it resolves; 5 + 1 - 1 - 5 is nothing."""
    table = sit(rules)
    table.card("Wanax", cost="5/5", abilities=[WANAX])
    table.card("Flare", **FREE, abilities=["effect: may(play(choose(character), less=5))"])
    table.card("Scrooge", abilities=["more(1, plays(player, card, from_=reserve))"])
    table.player("A").hand("Flare").reserve("Wanax").mana(1)
    table.player("B").hero_expedition("Scrooge")
    table.begin()
    table.act("A", "play Flare", "Wanax", "hero")
    assert table.mana("A") == (1, 1)
    assert table.zone("A", "hero_expedition") == ["Wanax"]


@RULES
def test_what_others_played_or_on_other_turns_does_not_count(sit, rules):
    table = sit(rules)
    table.card("Wanax", cost="2/2", abilities=[WANAX])
    table.card("Note", **FREE, abilities=["effect: draw(1)"])
    table.player("A").hand("Note", "Wanax").mana(2)
    table.player("B").hand("Note")
    table.begin()
    table.act("A", "play Note")
    table.act("B", "play Note")
    table.act("A", "play Wanax to hero")
    assert table.mana("A") == (0, 2)


@cites("5.0:5.1.2.f")
@RULES
def test_robin_hood_is_the_last_word(sit, rules):
    """The example of 5.1.2.f: increases, then decreases, then the minimum cost."""
    table = sit(rules)
    table.card("Robin", abilities=["at_least(2, plays(opponent, card))"])
    table.card("Scrooge", abilities=["less(1, plays(player, card, from_=reserve), min=1)"])
    table.card("Sale", **GROUND, abilities=["less(5, plays(you, card))"])
    table.card("Thing", cost="4/4")
    table.player("A").hero_expedition("Robin", "Scrooge").hand("Thing").mana(8)
    table.player("B").landmarks("Sale").reserve("Thing").mana(4)
    table.begin()
    table.act("A", "play Thing to hero")
    assert table.mana("A") == (4, 8)
    table.act("B", "play Thing to hero")
    assert table.mana("B") == (2, 4)


@cites("5.0:5.1.2.f")
@pytest.mark.parametrize(("cost", "paid"), [(0, 0), (1, 1), (2, 1), (3, 2)])
@RULES
def test_the_minimum_of_a_reduction_is_its_own(sit, rules, cost, paid):
    """The remark of 5.1.2.f: another reduction continues below it, and no cost rises."""
    table = sit(rules)
    table.card("Scrooge", abilities=["less(1, plays(player, card, from_=reserve), min=1)"])
    table.card("Thing", cost=f"5/{cost}")
    table.player("A").hero_expedition("Scrooge").reserve("Thing").mana(3)
    table.begin()
    table.act("A", "play Thing to hero")
    assert table.mana("A") == (3 - paid, 3)


@RULES
def test_scrooge_makes_what_comes_from_reserve_dearer(sit, rules):
    table = sit(rules)
    table.card("Scrooge", abilities=["more(1, plays(player, card, from_=reserve))"])
    table.player("A").hero_expedition("Scrooge").reserve("Filler").hand("Filler").mana(3)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Filler from reserve to hero")
    assert table.mana("A") == (1, 3)
    table.act("B", "play Filler to hero")
    assert table.mana("B") == (0, 1)
