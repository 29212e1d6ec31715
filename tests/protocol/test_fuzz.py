"""Thousands of lines that are nearly right: each is a message or a stated forfeit, nothing else;
what our own reading takes for a message is one to a validator of others."""

from __future__ import annotations

import json
import random
import sys

import jsonschema
import pytest

from altered_env import Game
from altered_env.agents import make, subprocess_agents
from altered_env.agents.forfeits import HOW, Forfeit
from altered_env.protocol import messages as told
from altered_env.protocol.replies import LONGEST, MalformedError, greeting, reply, unlike
from altered_env.protocol.schema import FROM_BOTS, problem, schema

ODD = (
    *(None, True, False, 0, -1, 3, 3.0, 2.5, 1e308, -0.0, 10**400, 2**53, 2**53 + 1),
    *(
        "",
        "act",
        "\0",
        "\ud800",
        "a" * 2_000,
        [],
        [[]],
        {},
        {"type": "act"},
        ["words"] * 9,
        ["word"],
    ),
)
RIGHT = (
    {"type": "act", "id": 1, "action": 81},
    {"type": "world", "seed": 5},
    {"type": "world", "seed": 5, "wants": ["words", "numbers"]},
    {"type": "try", "world": 0, "action": 81, "wants": []},
    {"type": "note", "text": "so far so good"},
    {"type": "hello", "protocol": 1, "name": "fuzz", "wants": ["events"]},
)


def mutated(chance, message):
    """The message with a field changed, lost, gained or of another, as a line."""
    message = json.loads(json.dumps(message))
    for _ in range(chance.choice((0, 1, 1, 2))):
        field = chance.choice([*message, "other"])
        how = chance.randrange(4)
        if how == 0:
            message.pop(field, None)
        elif how == 1:
            message[field] = chance.choice(ODD)
        elif how == 2:
            message |= chance.choice(RIGHT)
        else:
            message[chance.choice(("id", "wants", "world"))] = message.pop(field, 0)
    return json.dumps(message).encode()


def damaged(chance, line):
    """The line with bytes changed, lost, doubled or put in."""
    data = bytearray(line)
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        at = chance.randrange(len(data) + 1)
        how = chance.randrange(4)
        if how == 0:
            del data[at : at + chance.choice((1, 1, 9))]
        elif how == 1 and at < len(data):
            data[at] = chance.randrange(256)
        elif how == 2:
            data[at:at] = data[: chance.randrange(20)]
        else:
            data[at:at] = chance.choice((b"{", b"}", b'"', b"NaN", b"[" * 999, b"\\ud800", b"\xff"))
    return bytes(data).replace(b"\n", b"")


ACTS = (*RIGHT[1:5], *[{"type": "act", "id": 1, "action": action} for action in range(79, 86)])


def nearly(chance, message):
    return damaged(chance, mutated(chance, message))


def test_what_is_read_is_what_the_schema_allows():
    chance = random.Random(1)
    says = schema()
    right = {
        name: jsonschema.Draft202012Validator({**says, "oneOf": [{"$ref": f"#/$defs/{name}"}]})
        for name in FROM_BOTS
    }
    read = 0
    for _ in range(4_000):
        line = nearly(chance, chance.choice(RIGHT))
        try:
            parsed = json.loads(line.decode(), object_pairs_hook=unlike)
        except (ValueError, RecursionError):
            parsed = None
        for reader, kinds in ((reply, ("act", "ask", "try", "note")), (greeting, ("greeting",))):
            expected = any(right[kind].is_valid(parsed) for kind in kinds)
            try:
                found = reader(line)
            except MalformedError as error:
                assert not expected, (line, str(error))
                assert 10 < len(str(error)) < 400
            else:
                assert expected and found["type"] in ("hello", "act", "world", "try", "note"), line
                read += 1
    assert 300 < read < 3_000


def test_our_messages_are_held_against_the_schema_as_others_do():
    chance = random.Random(2)
    game = Game.start("axiom", "bravos", seed=1)
    messages = [told.hello(), told.begun(game.seat()), told.ended("A", "A"), told.refused("no")]
    messages.append(
        told.decide(game.seat(), 1, ("events",), {"left": None, "increment": 0, "limit": 5})
    )
    for _ in range(600):
        message = chance.choice(messages)
        kind = message["type"]
        found = json.loads(mutated(chance, message))
        right = jsonschema.Draft202012Validator(
            {**schema(), "oneOf": [{"$ref": f"#/$defs/{kind}"}]}
        )
        assert (problem(found, kind) == "") is right.is_valid(found), found


class Said:
    """In place of a program: it says lines."""

    complaints = ""

    def __init__(self, lines):
        self._lines = iter(lines)

    def tell(self, line):
        json.loads(line)

    def hear(self, _seconds, longest):
        line = next(self._lines)
        if len(line) > longest:
            raise subprocess_agents.TooLongError
        return line

    processor = 0.0

    def end(self):
        pass


def test_a_game_bears_whatever_a_bot_says(monkeypatch):
    chance = random.Random(3)
    game = Game.start("axiom", "bravos", seed=1)
    seat, before = game.seat(), game.state()
    ways = dict.fromkeys((*HOW, "answered"), 0)
    hello = told.line({"type": "hello", "protocol": 1, "name": "fuzz", "wants": []})
    for _ in range(600):
        said = [
            (nearly if chance.random() < 0.3 else mutated)(chance, chance.choice(ACTS))
            for _ in range(3)
        ]
        if chance.random() < 0.02:
            said[0] = b"x" * (LONGEST + 1)
        if chance.random() < 0.1:
            said[:2] = [b'{"type":"world","seed":4}', b'{"type":"try","world":0,"action":81}']
        lines = [hello.strip(), *said, b"done"]
        monkeypatch.setattr(subprocess_agents, "Child", lambda *_, lines=lines: Said(lines))
        bot = make(f"cmd:{sys.executable}")
        try:
            assert bot.act(seat) in seat.actions
            ways["answered"] += 1
        except Forfeit as forfeit:
            ways[forfeit.how] += 1
        bot.leave("A", "B")
    assert game.state() == before
    assert ways["malformed"] > 50 and ways["illegal"] > 20 and ways["answered"] > 50, ways


@pytest.mark.parametrize("first", [b"", b"{}", b"\xff\xfe", b'{"type":"act","id":1,"action":1}'])
def test_a_greeting_may_be_anything_too(first, monkeypatch):
    monkeypatch.setattr(subprocess_agents, "Child", lambda *_: Said([first]))
    bot = make(f"cmd:{sys.executable}")
    with pytest.raises(Forfeit) as caught:
        bot.act(Game.start("axiom", "bravos", seed=1).seat())
    assert caught.value.how == "malformed"
