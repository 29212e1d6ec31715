"""Taking decisions back: until something hidden is revealed, and without revealing anything."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

from altered_env import Game, Scenario
from altered_env.agents.seated import PERSON
from altered_env.web.sessions import Session
from tests.game.hiding import games, twin
from tests.web.test_server import begin, seat


def told(session: Session, player: int) -> str:
    return json.dumps(session.message(player, set(), 0, 0), sort_keys=True)


def cast(effect: str, *others: str) -> Session:
    """A has played a Spell of this effect."""
    table = Scenario(rules="5.0", seed=1)
    table.card("Decree", type="spell", cost="1/1", abilities=["fleeting", f"effect: {effect}"])
    table.player("A").hand("Decree", "Filler").mana(1).deck("Filler", "Filler", "Filler")
    table.begin()
    session = Session(table.game.clone(), [PERSON, *(others or ("random",))], 1)
    session.act(next(o.action for o in session.game.options() if "Decree" in o.label))
    return session


def test_cards_for_the_mana_zone_are_taken_back_one_by_one():
    session = Session(Game.start("axiom", "bravos", seed=1), [PERSON, "random"], 1)
    first, line = session.message(0, set()), len(session.message(0, set())["log"])
    for k in range(2):
        session.act(session.message(0, set())["options"][k]["action"])
    assert session.message(0, set())["back"] and session.message(0, set())["lines"] > line
    for _ in range(2):
        session.take_back(0)
    again = session.message(0, set())
    assert not again["back"] and again["step"] == 4, "an answer to what was taken back is late"
    for part in ("board", "options", "log", "lines"):
        assert again[part] == first[part]


def test_answers_given_together_are_taken_back_together():
    session = Session(Game.start("axiom", "bravos", seed=1), [PERSON, "random"], 1)
    before = session.game.state_hash()
    session.act(session.game.legal_actions()[0])
    session.act(session.game.legal_actions()[0], joined=True)
    session.take_back(0)
    assert session.game.state_hash() == before and not session.can_take_back(0)


@pytest.mark.parametrize(
    ("effect", "can"),
    [
        ("draw(1)", False),
        ("may(draw(1))", True),
        ("draw(1); may(draw(1))", False),
        ("r = roll(1); may(draw(1))", False),
        ("resupply(); may(draw(1))", False),
    ],
)
def test_a_draw_a_roll_and_a_reveal_cannot_be_taken_back(effect, can):
    assert cast(effect).can_take_back(0) == can


def test_what_another_person_has_seen_cannot_be_taken_back():
    assert not cast("may(draw(1))", PERSON).can_take_back(0)


def test_a_play_is_not_taken_back_once_another_has_passed_by_force():
    """Else the page would tell whether the other had a choice."""
    table = Scenario(rules="5.0", seed=1)
    table.player("A").hand("Filler", "Filler").mana(9).deck("Filler")
    table.begin()
    session = Session(table.game.clone(), [PERSON, "random"], 1)
    while "Expedition" not in session.game.question:
        session.act(session.game.legal_actions()[0])
        assert session.game.decider == 0
    assert session.can_take_back(0)
    session.act(session.game.legal_actions()[0])
    assert session.game.decider == 0 and session.game.decision == "turn"
    assert not session.can_take_back(0)


def test_what_another_has_answered_cannot_be_taken_back():
    session = Session(Game.start("axiom", "bravos", seed=1), [PERSON, "random"], 1)
    while session.game.decider == 0:
        session.act(session.game.legal_actions()[0])
    while session.act_for_agent():
        pass
    assert session.waits_for_person and not session.can_take_back(0)
    with pytest.raises(ValueError, match="revealed since"):
        session.take_back(0)


@pytest.mark.parametrize("players", [2, 4])
def test_what_can_be_taken_back_tells_the_same_in_worlds_that_differ_in_hidden_cards(players):
    """The person acts in both: where the one could be taken back, so could the other, and all that
    the person is told is equal."""
    chance, taken, refused = random.Random(1), 0, 0
    for number, game in enumerate(islice(games(8, players), 450 // players)):
        player = game.decider
        if player is None or number % 2:
            continue
        seats = ["random"] * players
        seats[player] = PERSON
        other = twin(game, player, number)
        action = chance.choice(game.legal_actions())
        if other == game or action not in other.legal_actions():
            continue
        one, two = Session(game.clone(), seats, 1), Session(other, seats, 1)
        one.act(action)
        if not one.can_take_back(player):
            refused += 1
            continue
        taken += 1
        two.act(action)
        assert two.can_take_back(player)
        assert told(one, player) == told(two, player)
        one.take_back(player)
        assert one.game.state_hash() == game.state_hash()
    assert taken > 10 and refused > 10


def test_a_page_takes_a_decision_back(client):
    token = begin(client)["tokens"]["A"]
    with seat(client, token) as socket:
        first = socket.receive_json()
        while not first["options"]:
            first = socket.receive_json()
        act = {"do": "act", "action": first["options"][0]["action"], "step": first["step"]}
        socket.send_json(act)
        then = socket.receive_json()
        assert then["back"] and not first["back"]
        socket.send_json({"do": "back", "step": first["step"]})
        assert socket.receive_json()["step"] == then["step"]
        assert "decision is over" in socket.receive_json()["error"]
        socket.send_json({"do": "back", "step": then["step"]})
        again = socket.receive_json()
        assert again["board"] == first["board"] and again["options"] == first["options"]
        socket.send_json(act)
        assert socket.receive_json()["board"] == first["board"]
        assert "decision is over" in socket.receive_json()["error"]


def test_what_was_taken_back_is_told_no_more():
    """Whoever has tried another answer before is told the same as who has not."""
    once, again = (
        Session(Game.start("axiom", "bravos", seed=1), [PERSON, PERSON], 1) for _ in range(2)
    )
    chance, back = random.Random(1), 0
    while not once.over:
        decider, legal = once.game.decider, once.game.legal_actions()
        action = chance.choice(legal)
        again.act(action)
        if again.can_take_back(decider):
            again.take_back(decider)
            action = chance.choice(legal)
            again.act(action)
            back += 1
        once.act(action)
        for player in (0, 1):
            assert again.since(player, 0) == once.since(player, 0)
    assert back > 10
