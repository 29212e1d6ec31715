"""Abilities are said in English, each in its own words."""

import re

import pytest

from altered_env.language.notation import read_ability, write_ability
from altered_env.language.wording import word


def words_of(ability):
    """The words of an ability: filters say the same in any order."""
    return sorted(re.findall(r"\w+|[<>=!]+", write_ability(ability)))


def test_no_two_abilities_read_the_same(every_line):
    said = {}
    for line in every_line:
        ability = read_ability(line)
        text = word(ability)
        other = said.setdefault(text, ability)
        assert words_of(other) == words_of(ability), f"{text!r}: {write_ability(other)} and {line}"


def test_words_are_words(any_line):
    text = word(read_ability(any_line))
    assert text[0].isupper() or text[0] in "[{“"
    assert text.endswith(".")
    assert "_" not in text
    assert "  " not in text


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("gigantic", "Gigantic."),
        ("J: draw(2)", "When I enter play: Draw 2 cards."),
        ("T, pay(2): gain(me, boost=1)", "Exhaust me, pay 2 mana: I gain 1 boost."),
        (
            "D: if_(may(sacrifice(choose(character, you.play))), draw(1), else_=resupply())",
            "Discard me from Reserve: You may sacrifice a chosen Character you control;"
            " if you do, draw 1 card; if you do not, Resupply.",
        ),
        (
            "less(1, plays(you, permanent, hand_cost >= 3), min=1)",
            "When you play a Permanent with Hand Cost at least 3, it costs 1 less,"
            " but no less than 1.",
        ),
        (
            "while_(day > 1), at(noon): x = roll(1); gain(me, boost=x)",
            "While the number of the Day is more than 1, at Noon: Roll 1 die (call this “x”)."
            " Then I gain “x” boosts.",
        ),
    ],
)
def test_wording(line, text):
    assert word(read_ability(line)) == text


def test_a_name_stands_before():
    assert word(read_ability("defender"), name="Old Gate") == "Old Gate. Defender."
