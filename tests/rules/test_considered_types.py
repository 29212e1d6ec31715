"""Additional types of an object, in play or anywhere, and its printed characteristics (2.2.1,
2.2.a)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}
ALSO_SPELL = ["have(me, spell, where=anywhere)"]


def with_leviathan(sit, rules, *lines, abilities=ALSO_SPELL, mana=1, **card):
    """A has a Leviathan in hand, cost 1, and a Landmark for each line."""
    table = sit(rules)
    table.card("Leviathan", cost="1/1", abilities=list(abilities), **card)
    for number, line in enumerate(lines, 1):
        table.card(f"Rule {number}", **GROUND, abilities=[line])
        table.player("A").landmarks(f"Rule {number}")
    table.player("A").hand("Leviathan").mana(mana)
    return table


@RULES
def test_a_character_that_is_a_spell_is_played_as_a_character(sit, rules):
    """It goes to its Expedition; both kinds of Reactions to playing hear of it."""
    table = with_leviathan(
        sit,
        rules,
        "when(plays(you, spell)): gain(me, kelon=1)",
        "when(plays(you, character)): gain(me, kelon=1)",
        "when(plays(you, permanent)): gain(me, kelon=1)",
    )
    table.begin()
    table.act("A", "play Leviathan to companion", "Rule 1")
    assert table.zone("A", "companion_expedition") == ["Leviathan"]
    assert [dict(table.find(f"Rule {n}").counters) for n in (1, 2, 3)] == [
        {"kelon": 1},
        {"kelon": 1},
        {},
    ]


@RULES
def test_it_costs_what_a_spell_costs(sit, rules):
    table = with_leviathan(
        sit, rules, "less(2, plays(you, spell))", "at_least(1, plays(player, character))", mana=3
    )
    table.begin()
    table.act("A", "play Leviathan to hero")
    assert table.mana("A") == (2, 3)


@cites("5.0:5.2.d")
@RULES
def test_what_the_next_spell_gains_it_gains_in_play(sit, rules):
    """5.2.d: it is not a Spell card in Limbo that is done with resolving (5.2.4.b)."""
    table = with_leviathan(
        sit,
        rules,
        "also(plays(you, spell)): gain(it, fleeting)",
        "also(plays(you, character)): gain(it, anchored)",
    )
    table.begin()
    table.act("A", "play Leviathan to hero", "Rule 1")
    assert table.find("Leviathan").statuses == {"fleeting", "anchored"}


@RULES
def test_it_is_a_spell_wherever_it_is(sit, rules):
    """In hand, Reserve, the Discard pile and the Deck; face-down it is a Mana Orb (3.2.9.c)."""
    table = sit(rules)
    table.card("Leviathan", abilities=ALSO_SPELL)
    table.card("Found", **GROUND, abilities=[
        "at(noon): gain(me, kelon=count(spell, you.hand | you.reserve | you.discard_pile))",
        "at(noon): gain(me, arcane=count(spell, play))",
        "at(noon): gain(me, trial=count(spell, you.mana))",
        "at(noon): x = reveal(top(you.deck)); gain(me, sap=count(spell, x))",
    ])  # fmt: skip
    table.player("A").landmarks("Found").hand("Leviathan").reserve("Leviathan", exhausted=True)
    table.player("A").discard("Leviathan").deck("Leviathan").hero_expedition("Leviathan")
    table.player("A").orbs("Leviathan")
    table.begin("noon")
    counters: dict[str, int] = {}
    for _ in range(4):
        counters |= table.find("Found").counters
        if table.decision == "reaction":
            table.choose("A", "Found 1")
    counters |= table.find("Found").counters
    assert counters == {"kelon": 3, "arcane": 1, "sap": 1}


@cites("5.0:5.1.2.k")
@RULES
def test_playing_it_is_remembered_once(sit, rules):
    """5.1.2.k: a card, a Spell, a Character that was played this turn."""
    table = with_leviathan(sit, rules, mana=3)
    line = "effect: draw(happened(plays(you, {}), this=day))"
    for name, kind in (("One", "card"), ("Two", "spell"), ("Three", "character")):
        table.card(name, type="spell", abilities=[line.format(kind)])
    table.player("A").hand("One").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Leviathan to hero")
    table.act("B", "pass")
    table.act("A", "play One")
    assert table.zone("A", "hand") == ["Filler"] * 2  # the Leviathan and this Spell


@RULES
def test_a_character_that_is_a_permanent(sit, rules):
    """Alelo of Ordis: a target for effects on Permanents; at Rest it goes as Characters do."""
    table = with_leviathan(sit, rules, abilities=["have(me, expedition_permanent, where=anywhere)"])
    table.card("Strike", type="spell", abilities=["effect: exhaust(target(permanent))"])
    table.player("B").hand("Strike").mana(1)
    table.begin()
    table.act("A", "play Leviathan to hero")
    table.act("B", "play Strike")
    assert table.find("Leviathan").statuses == {"exhausted"}
    table.pass_turns()
    table.until("morning")
    assert table.find("Leviathan").zone == "reserve"


@RULES
def test_the_next_permanent_may_be_it(sit, rules):
    table = with_leviathan(
        sit,
        rules,
        "less(1, plays(you, permanent))",
        abilities=["gigantic", "have(me, expedition_permanent, where=anywhere)"],
        mana=0,
    )
    table.begin()
    table.act("A", "play Leviathan to hero")
    assert table.find("Leviathan").presence == {"A hero", "A companion"}


@RULES
def test_a_type_given_in_play_is_one_more(sit, rules):
    """While what gives it is there, and not elsewhere (2.3.1.b)."""
    table = sit(rules)
    table.card("Mage", abilities=["have(all(character, other, you.play), spell)"])
    table.card(
        "Look", type="spell", cost="0/0", abilities=["effect: draw(count(spell & character))"]
    )
    table.player("A").hero_expedition("Mage", "Filler").hand("Look")
    table.begin()
    table.act("A", "play Look")
    assert len(table.zone("A", "hand")) == 1


# The printed card (2.2.a): a Character of 0/3/2.


@cites("5.0:2.2.a", "5.0:2.2.11.a")
@pytest.mark.parametrize(
    ("amount", "number"),
    [
        ("count(character, base_mountain >= 3)", 1),
        ("count(character, base_mountain >= 4)", 0),
        ("count(character, zero_statistics > 0)", 1),
        ("total(zero_statistics, character)", 1),
        ("total(base_water, character)", 2),
        ("highest(base_mountain, character)", 3),
        ("count(card, play, base_forest == 0, ~character)", 1),
        ("total(water, character)", 14),
    ],
)
@RULES
def test_base_statistics_are_those_of_the_card(sit, rules, amount, number):
    """Neither boosts nor passive abilities change them."""
    table = sit(rules)
    table.card("Dancer", stats="0/3/2")
    table.card("Stage", **GROUND, abilities=["have(all(character), water=n + 10)"])
    table.card("Look", type="spell", cost="0/0", abilities=[f"effect: draw({amount})"])
    table.player("A").hero_expedition("Dancer", boosts=2).landmarks("Stage").hand("Look")
    table.begin()
    table.act("A", "play Look")
    assert len(table.zone("A", "hand")) == number


@RULES
def test_my_base_statistics(sit, rules):
    table = sit(rules)
    table.card(
        "Dancer",
        stats="0/3/2",
        abilities=["J: gain(me, boost=me.base_mountain - me.zero_statistics)"],
    )
    table.player("A").hand("Dancer").mana(1)
    table.begin()
    table.act("A", "play Dancer to hero")
    assert table.find("Dancer").stats == "2/5/4"


@RULES
def test_playing_a_character_with_a_base_statistic_of_0(sit, rules):
    """Auraq & Kibble: whatever boosts it brings along."""
    table = sit(rules)
    table.card("Dancer", stats="0/3/2")
    line = "when(plays(you, character, zero_statistics > 0)): gain(me, performance=1)"
    table.card("Stage", **GROUND, abilities=[line])
    table.player("A").landmarks("Stage").reserve("Dancer", boosts=1).hand("Filler").mana(2)
    table.begin()
    table.act("A", "play Dancer to hero")
    table.act("B", "pass")
    table.act("A", "play Filler to hero")
    assert table.find("Stage").counters == {"performance": 1}
