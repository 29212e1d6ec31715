"""No object is targeted twice by a step, for all words and verbs (6.5.b)."""

from __future__ import annotations

import pytest

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
BOTH_VERBS = "together(gain(target(character), boost=1), gain(target(character), fleeting))"
TWO_WORDS = "gain(target(character) | target(character), boost=1)"
NAMED = "x = target(character); y = target(character); together(gain(x, boost=1), gain(y, boost=1))"
BY_EACH = "gain(target(character), boost=1, by=all(player))"
EFFECTS = pytest.mark.parametrize("effect", [BOTH_VERBS, TWO_WORDS, NAMED, BY_EACH])


def cast(sit, rules, effect, *characters):
    table = sit(rules)
    table.card("Decree", type="spell", cost="1/1", abilities=["fleeting", f"effect: {effect}"])
    table.player("A").hand("Decree").mana(1)
    table.player("B").hero_expedition(*characters)
    table.begin()
    return table


@EFFECTS
@RULES
def test_each_word_chooses_another_one(sit, rules, effect):
    table = cast(sit, rules, effect, "Booda", "Maw", "Kappa C")
    table.act("A", "play Decree", "Maw")
    assert not any("Maw" in option for option in table.options())
    table.choose("A", "Booda")
    assert table.turn == "B"
    assert table.find("Maw").boosts == 1
    assert table.find("Kappa").boosts == 0


@pytest.mark.parametrize("effect", [BOTH_VERBS, TWO_WORDS, NAMED])
@RULES
def test_there_must_be_as_many(sit, rules, effect):
    """One alone is no legal declaration (5.1.2.c of the seeds); under 5.0 it is the only target."""
    table = cast(sit, rules, effect, "Booda")
    assert table.can("A", "play Decree") is (rules == "5.0")
    if rules == "5.0":
        table.act("A", "play Decree")
        assert table.find("Booda").boosts == 1


@pytest.mark.parametrize(
    "words", ["target(character), target(robot)", "target(character, n=2), target(robot)"]
)
def test_what_would_leave_none_for_the_other_word_is_not_offered(sit, words):
    """The one Robot is for the second word."""
    one, other = words.split("), ")
    effect = f"together(gain({one}), boost=1), gain({other}, fleeting))"
    table = cast(sit, "2024.09", effect, "Booda", "Maw", "Brassbug")
    table.act("A", "play Decree")
    while table.decision == "target":
        assert not any("Brassbug" in option for option in table.options())
        table.choose("A", table.options()[0])
    assert table.find("Brassbug").statuses == {"fleeting"}
    assert table.find("Brassbug").boosts == 0
    chosen = [table.find(name).boosts for name in ("Booda", "Maw")]
    assert chosen == ([1, 1] if "n=2" in words else [1, 0])


@RULES
def test_expeditions_too(sit, rules):
    effect = "together(move(target(expedition), 1), move(target(expedition), 1))"
    table = cast(sit, rules, effect, "Booda")
    table.act("A", "play Decree", "A hero")
    assert "A: hero Expedition" not in table.options()
    table.choose("A", "B hero")
    assert [int(n) for n in table.game.record["progress"][:4]] == [1, 0, 1, 0]


@RULES
def test_a_later_step_may_target_it_again(sit, rules):
    effect = "gain(target(character), boost=1); gain(target(character), boost=1)"
    table = cast(sit, rules, effect, "Booda", "Maw")
    table.act("A", "play Decree", "Booda", "Booda")
    assert table.find("Booda").boosts == 2
