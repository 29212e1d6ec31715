"""Abilities have an unambiguous English wording."""

import pytest

from altered_env.language.notation import read_ability
from altered_env.language.wording import word


def test_words_are_words(any_line):
    text = word(read_ability(any_line))
    assert text[0].isupper() or text[0] in "[(“"
    assert text.endswith(".")
    assert "_" not in text
    assert "  " not in text


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("gigantic", "Gigantic."),
        ("J: draw(2)", "When I enter play: Draw 2 cards."),
        ("J: draw(1, by=all(player))", "When I enter play: Each player draws 1 card."),
        ("T, pay(2): gain(me, boost=1)", "Exhaust me, pay 2 mana: I gain 1 boost."),
        (
            "D: if_(may(sacrifice(choose(character, you.play))), draw(1), else_=resupply())",
            "Discard me from Reserve: You may sacrifice a Character you control."
            " If you do, draw 1 card. If you do not, Resupply.",
        ),
        (
            "less(1, plays(you, permanent, hand_cost >= 3), min=1)",
            "Permanents with Hand Cost at least 3 you play cost 1 less, down to 1.",
        ),
        (
            "while_(day > 1), at(noon): x = roll(1); gain(me, boost=x)",
            "While it is after the first day, at Noon:"
            " Roll 1 die. I gain boosts equal to the roll.",
        ),
        (
            "H: if_(count(robot, other, you.play) >= 2, gain(target(character, up_to=2), asleep))",
            "When I enter play from hand: If you control at least 2 other Robots,"
            " up to 2 target Characters gain Asleep.",
        ),
        (
            "H: x = target(robot, up_to=1); gain(x, asleep); if_(x.in_contact, draw(1))",
            "When I enter play from hand: Pick up to 1 target Robot. It gains Asleep."
            " If it is In Contact, draw 1 card.",
        ),
        (
            "effect: x = target(plant); y = target(robot); gain(x, boost=2); discard(y)",
            "Pick target Plant (call this “A”). Pick target Robot (call this “B”)."
            " “A” gains 2 boosts. Discard “B”.",
        ),
        (
            "when(plays(you, spell)): x = target(plant); gain(x, boost=it.hand_cost)",
            "When you play a Spell: Pick target Plant (call this “A”)."
            " “A” gains boosts equal to its Hand Cost.",
        ),
        (
            "cant(plays(opponent, spell, during=dusk))",
            "An opponent cannot play a Spell during Dusk.",
        ),
        (
            "J: each(all(player), (draw(1, by=it), discard(choose(card, it.hand), by=it)))",
            "When I enter play: For each player, in turn: that player draws 1 card,"
            " then that player discards a card in that player's hand.",
        ),
        (
            "instead(gains(me, asleep), may): gain(me, boost=count(plant, you.play))",
            "If I would gain Asleep, you may have this happen instead:"
            " I gain 1 boost for each Plant you control.",
        ),
    ],
)
def test_wording(line, text):
    assert word(read_ability(line)) == text


def test_a_name_stands_before():
    assert word(read_ability("defender"), name="Old Gate") == "Old Gate. Defender."
