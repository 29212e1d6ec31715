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


def asked_of_sierra(*answers: str, hand: str, deck: tuple[str, ...] = ()) -> dict[str, dict]:
    """What follows each answer of a player with Sierra, who reacts to a Permanent with a Brassbug
    in any Expedition, after the answers that begin so."""
    table = Scenario(seed=1)
    table.player("A").hero("Sierra & Oddball").hand(hand).mana(5).deck(*deck, *["Filler"] * 3)
    table.begin()
    for begun in answers:
        seat = table.game.seat(0)
        (action,) = (o.action for o in seat.choices() if o.label.startswith(begun))
        table.game.act(action)
    seat = table.game.seat(0)
    options = seat.choices()
    found = following(seat, options)
    return {o.label: found.get(o.action) for o in options}


def test_the_expedition_of_a_reaction_is_not_that_of_the_card_played():
    found = asked_of_sierra(hand="Kelonic Generator C")
    assert found == dict.fromkeys(found) and any("Generator" in one for one in found)
    (yes, no) = asked_of_sierra("play Kelonic", hand="Kelonic Generator C").values()
    assert yes["expeditions"] == [0, 1, 2, 3] and no is None


def test_the_expedition_of_a_later_reaction_is_not_that_of_a_card_chosen():
    card, deck = "The Ouroboros, Lyra Bastion R2", ("Foundry Mechanic C", "Foundry Armorer C")
    found = asked_of_sierra("play The Our", hand=card, deck=deck)
    assert [then and len(then["expeditions"]) for then in found.values()] == [4, None], found
    found = asked_of_sierra("play The Our", "Reaction of The Our", hand=card, deck=deck)
    assert len(found) == 2 and set(found.values()) == {None}


@pytest.mark.parametrize("kind", ["landmark_permanent", "character"])
def test_a_landmark_has_no_expedition_of_its_own(kind):
    table = Scenario(seed=1)
    ability = "J: create(brassbug, in_=target(expedition))"
    stats = {"stats": "1/1/1"} if kind == "character" else {}
    table.card("Kiosk", type=kind, cost="1/1", abilities=[ability], **stats)
    table.player("A").hand("Kiosk").mana(3)
    table.begin()
    found = following(table.game.seat(0), table.game.seat(0).choices())
    assert [then["expeditions"] for then in found.values()] == [[0, 1]] * (kind == "character")


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
