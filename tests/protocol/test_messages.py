"""Messages to a bot: valid by the schema, without hidden information."""

from __future__ import annotations

import base64
import json
from itertools import islice

import jsonschema
import numpy as np
import pytest

from altered_env import Game, Scenario, decks
from altered_env.envs import make_vec
from altered_env.game.seat import Seat
from altered_env.protocol import messages
from altered_env.protocol.events import events_between
from altered_env.protocol.other_worlds import OtherWorlds
from altered_env.protocol.schema import FILE, TO_BOTS, problem, schema
from tests.citations import cites
from tests.game.hiding import games, twin

RIGHT = jsonschema.Draft202012Validator(schema())


def valid(message, kind=None):
    """The message as a bot reads it, held against the schema by a program of others and by ours."""
    read = json.loads(messages.line(message))
    RIGHT.validate(read)
    assert problem(read, kind or read["type"]) == ""
    return read


def heard(seat, number=1):
    """Everything that a bot can come to know at a decision."""
    found = [messages.begun(seat, "standard", {"left": None, "increment": 0.0, "limit": 5.0})]
    found.append(messages.decide(seat, number, messages.WANTS, found[0]["clock"], []))
    worlds = OtherWorlds(seat)
    for seed in (3, 4):
        found.append(worlds.answer({"type": "world", "seed": seed, "wants": ["words", "numbers"]}))
        action = found[-1]["actions"][-1]["id"]
        asked = {"type": "try", "world": found[-1]["world"], "action": action, "wants": ["words"]}
        found.append(worlds.answer(asked))
    return found


@cites("2024.09:3.2.2.a", "2024.09:3.2.5.a")
@pytest.mark.parametrize("players", [2, 4])
def test_games_that_differ_in_hidden_cards_alone_give_a_bot_the_same_messages(players):
    different = 0
    steps = (0, 240, 20) if players == 2 else (0, 60, 15)
    for number, game in enumerate(islice(games(11, players), *steps)):
        other = twin(game, game.decider, number)
        different += other != game
        here, there = heard(game.seat()), heard(other.seat())
        assert here == there
        for message in here[number % 2 :: 3]:
            valid(message)
    assert different > len(range(*steps)) / 2


def test_a_seat_of_another_world_is_told_the_same():
    game = Game.start("axiom", "bravos", seed=4)
    for _ in range(30):
        game.act(game.legal_actions()[0])
    seat = game.seat()
    for seed in range(2):
        assert heard(Seat(seat.world(seed), seat.player)) == heard(seat)


def test_events_name_no_card_that_is_in_neither_view():
    """An observer of another player's action gets only the views' differences."""
    named = 0
    for game in islice(games(12), 0, 160, 3):
        before = {player: game.view(player) for player in (0, 1)}
        action = game.legal_actions()[0]
        game = game.clone()
        game.act(action)
        for player in (0, 1):
            after = game.view(player)
            known = str(messages.plain(before[player])) + str(messages.plain(after))
            for event in events_between(before[player], after):
                assert problem(event, "event") == ""
                if event["event"] == "moves" and event["name"] is not None:
                    assert event["reference"] in known
                    named += 1
    assert named > 15


def test_events_tell_what_was_seen():
    game = Game.start("axiom", "bravos", seed=1)
    before = game.view("A")
    while game.phase != "afternoon":
        game.act(game.legal_actions()[0])
    found = events_between(before, game.view("A"))
    assert {"event": "phase", "from": "setup", "to": "afternoon"} in found
    moved = [event for event in found if event["event"] == "moves"]
    assert moved and all(event["from"] != event["to"] for event in moved)
    assert any(event["to"] == "A mana" and event["name"] for event in moved)
    assert any(event["to"] == "B mana" and event["name"] is None for event in moved)


@pytest.mark.parametrize("seats", ["A", "B"])
def test_events_tell_that_the_arena_begins(seats):
    """Without a winner, another day is played in the Arena, which is one region (1.3.3.c)."""
    table = Scenario(rules="5.0")
    table.player("A").regions(4, 3).hand("Foundry Armorer").mana(5)
    table.player("B").regions(3, 4)
    table.begin("afternoon")
    game, before = table.game, table.game.view(seats)
    table.act("A", "pass")
    assert game.view(seats).arena and not before.arena
    found = events_between(before, game.view(seats))
    assert {"event": "arena", "from": False, "to": True} in found
    assert {event["region"] for event in found if event["event"] == "terrains"} <= {0}
    assert events_between(game.view(seats), before)  # whatever views differ in


def test_numbers_are_those_of_the_environment():
    deck = decks.starter("axiom")
    vec = make_vec(1, decks=[deck], seed=5)
    position = Game.start(deck, deck, seed=1)
    said = messages.decide(position.seat(), 1, ("numbers",))
    raw = np.frombuffer(base64.b64decode(said["observation"]["base64"]), dtype="<i2")
    assert said["observation"]["shape"] == [len(raw)] == [vec.observation.shape[1]]
    assert sorted(action["id"] for action in said["actions"]) == position.legal_actions()
    assert "view" not in said and all(set(action) == {"id", "row"} for action in said["actions"])


def test_decks_are_said_as_others_write_them():
    game = Game.start("axiom", "bravos", seed=1)
    said = valid(messages.begun(game.seat("A")))
    assert said["lists"] == "open" and set(said["decks"]) == {"A", "B"}
    for name, deck in said["decks"].items():
        known = decks.starter("axiom" if name == "A" else "bravos")
        assert deck["hero"] == known.hero.reference
        cards = [one["cardReference"] for one in deck["cards"] for _ in range(one["quantity"])]
        assert sorted(cards) == sorted(card.reference for card in known.cards)
    closed = valid(messages.begun(game.seat("A"), is_open=False))
    assert set(closed["decks"]) == {"A"} and closed["lists"] == "closed"


def test_worlds_stay_as_they_are():
    seat = Game.start("axiom", "bravos", seed=1).seat()
    worlds = OtherWorlds(seat)
    first = worlds.answer({"type": "world", "seed": 1})
    action = first["actions"][0]["id"]
    ways = [worlds.answer({"type": "try", "world": 0, "action": action}) for _ in range(2)]
    assert [way.pop("world") for way in ways] == [1, 2] and ways[0] == ways[1]
    assert worlds.answer({"type": "try", "world": 0, "action": 7_000})["type"] == "refused"


def test_messages_of_every_kind_are_right():
    seen = {
        valid(message)["type"] for message in heard(Game.start("axiom", "bravos", seed=0).seat())
    }
    others = (messages.hello(), messages.refused("x"), messages.error("x"))
    seen |= {valid(message)["type"] for message in others}
    for winners, you in (("A", "won"), ("B", "lost"), ("", "drawn")):
        said = valid(messages.ended("A", winners))
        assert said["you"] == you
        seen.add(said["type"])
    assert seen == set(TO_BOTS)


def test_the_schema_is_in_its_file():
    assert json.loads(FILE.read_text()) == schema(), "python -m altered_env.protocol.schema"
    jsonschema.Draft202012Validator.check_schema(schema())
