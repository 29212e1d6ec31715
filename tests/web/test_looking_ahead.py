"""What follows an answer, as far as no hidden card matters."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from altered_env.agents.seated import PERSON
from altered_env.web.looking_ahead import following
from altered_env.web.sessions import Session


def asked(effect: str, *cards: str) -> dict[str, dict[str, list[int]]]:
    """What follows each of A's answers at its turn, by label."""
    table = Scenario(rules="5.0", seed=1)
    table.card("Decree", type="spell", cost="1/1", abilities=["fleeting", f"effect: {effect}"])
    table.card("Walker", cost="1/1", stats="1/1/1")
    table.player("A").hand("Decree", *cards).mana(3).deck("Filler", "Filler", "Filler")
    table.player("B").hero_expedition("Walker", "Filler")
    table.begin()
    seat = table.game.seat(0)
    options = seat.choices()
    found = following(seat, options)
    return {o.label: found[o.action] for o in options if o.action in found}


def test_a_character_is_followed_by_its_expeditions():
    found = asked("draw(1)", "Walker")
    (then,) = found.values()
    assert then == {"expeditions": [0, 1], "by": []}


def test_a_target_is_offered_with_the_card():
    (then,) = asked("discard(target(character))").values()
    assert len(then["slots"]) == 2


def test_yes_is_implied_by_what_is_chosen_after_it():
    (then,) = asked("may(create(brassbug, in_=target(expedition)))").values()
    assert then["expeditions"] == [0, 1, 2, 3] and len(then["by"]) == 1


@pytest.mark.parametrize(
    "effect",
    [
        "draw(1); discard(choose(card, you.hand))",
        "resupply(); discard(target(character))",
        "r = roll(1); discard(target(character))",
    ],
)
def test_nothing_is_told_where_hidden_cards_or_dice_come_before(effect):
    assert asked(effect) == {}


def test_the_answers_given_at_once_are_those_given_one_by_one():
    table = Scenario(rules="5.0", seed=1)
    table.card("Walker", cost="1/1", stats="1/1/1")
    table.player("A").hand("Walker").mana(3)
    table.begin()
    session = Session(table.game, [PERSON, "random"], 1)
    (play,) = [o for o in session.message(0, set())["options"] if "then" in o]
    session.act(play["action"])
    after = session.message(0, set())["options"]
    assert [o["value"] for o in after if o["kind"] == "expedition"] == play["then"]["expeditions"]
