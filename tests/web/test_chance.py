"""Pages get a commitment, and nothing that would let them foresee a game."""

from __future__ import annotations

import json
import stat

import pytest
from starlette.testclient import TestClient

from altered_env._runtime import seeds
from altered_env.game import Game
from altered_env.web import play_pages
from altered_env.web.app import make_app
from tests.web.serving import HERE
from tests.web.test_server import seat


@pytest.fixture(scope="module")
def server(data):
    """A server as people start it."""
    with TestClient(make_app(data), base_url=HERE) as found:
        yield found


@pytest.fixture
def begun(monkeypatch):
    """The games that the server begins."""
    games = []

    def start(*given, **named):
        games.append(Game.start(*given, **named))
        return games[-1]

    monkeypatch.setattr(play_pages, "Game", type("Begun", (Game,), {"start": staticmethod(start)}))
    return games


def begin(server, *seats, **asked):
    answer = server.post("/api/games", json={"seats": seats or ["person", "random"], **asked})
    assert answer.status_code == 200, answer.text
    return answer


def forms(number):
    """The ways in which a number may be written in a message."""
    return {str(number), f"{number:x}", f"{number:032x}"}


def numbers_of(game):
    """Each number from which the rest of a game could be foreseen."""
    words = [int(word) for word in game.record["rng"].tolist()]
    return [game.story.seed, *(number for number in words if number > 9_999)]


def test_no_message_holds_the_seed_or_the_state_of_chance(server, begun):
    answer = begin(server, "person", "greedy", decks=[{"random": ""}, {"random": "muna"}])
    (game,) = begun
    token, texts = answer.json()["tokens"]["A"], [answer.text]
    numbers = set()
    with seat(server, token) as socket:
        while True:
            numbers.update(numbers_of(game))
            texts.append(socket.receive_text())
            message = json.loads(texts[-1])
            if message["over"]:
                break
            assert message["secret"] is None and len(message["commitment"]) == 64
            if message["options"] and message["board"]["decider"] == "A":
                action = message["options"][-1]["action"]
                socket.send_json({"do": "act", "action": action, "step": message["step"]})
    assert game.story.seed.bit_length() > 96 and len(numbers) >= 5
    for number in numbers:
        assert not any(form in text for form in forms(number) for text in texts)
    found = seeds.Secret(int(message["secret"], 16))
    assert found.commitment == message["commitment"] and found.game_seed == game.story.seed
    assert not any(message["secret"] in text for text in texts[:-1])
    assert not message["open"]


def test_a_seed_is_named_only_where_nobody_plays_or_it_is_allowed(server, client):
    asked = {"seats": ["person", "random"], "seed": 3}
    answer = server.post("/api/games", json=asked)
    assert answer.status_code == 400 and "--public-seed" in answer.json()["error"]
    assert not server.get("/api/choices").json()["public_seed"]
    assert client.get("/api/choices").json()["public_seed"]
    begin(server, "random", "random", seed=3)
    for wrong, says in ((-1, "not be negative"), (True, "whole number"), (1.5, "whole number")):
        answer = client.post("/api/games", json={**asked, "seed": wrong})
        assert answer.status_code == 400 and says in answer.json()["error"]
    with seat(client, begin(client, seed=3).json()["tokens"]["A"]) as socket:
        message = socket.receive_json()
    assert message["open"] and message["commitment"] is None
    assert ["said", "the seed of the game was chosen: hidden cards may be known"] in message["log"]


def test_no_two_games_are_the_same(server, begun):
    for _ in range(2):
        begin(server)
    one, two = begun
    assert one.story.seed != two.story.seed and one.state() != two.state()


def test_a_game_that_was_saved_or_goes_on_is_marked_as_open(server, data):
    """Opening the save reveals the hidden cards of the running game, too."""
    tokens = begin(server, "person", "person").json()["tokens"]
    with seat(server, tokens["B"]) as socket:
        assert not socket.receive_json()["open"]
        answer = server.post(f"/api/games/{tokens['A']}/save", json={"name": "half"})
        assert answer.status_code == 200
        message = socket.receive_json()
        assert message["open"]
        assert ["said", "the game was saved: hidden cards may be known"] in message["log"]
    assert stat.S_IMODE((data / "half.game").stat().st_mode) == 0o600
    for again in (
        server.post("/api/games/resume?name=half.game"),
        server.post("/api/games/resume", content=(data / "half.game").read_bytes()),
    ):
        with seat(server, again.json()["tokens"]["B"]) as socket:
            message = socket.receive_json()
        assert message["open"] and message["commitment"] is None
        said = "the game was loaded from a save: hidden cards may be known"
        assert ["said", said] in message["log"]
