"""Running games survive a restart of the server."""

from __future__ import annotations

import json
import os
import stat
import time

from starlette.testclient import TestClient

from altered_env import Game
from altered_env.game.replay import Replay
from altered_env.web.app import make_app
from altered_env.web.kept_games import WEEK, KeptGames
from tests.web.serving import HERE
from tests.web.test_server import begin, seat


def server(folder, public_seed=True):
    return TestClient(make_app(None, public_seed=public_seed, kept=folder), base_url=HERE)


def to_decision(socket):
    message = socket.receive_json()
    while not message["options"]:
        message = socket.receive_json()
    return message


def to_board(socket):
    """The first board; the other page may be announced before it."""
    message = socket.receive_json()
    while message["type"] == "here":
        message = socket.receive_json()
    return message


def play(socket, message, decisions):
    """Answer with the first option."""
    for _ in range(decisions):
        action = message["options"][0]["action"]
        socket.send_json({"do": "act", "action": action, "step": message["step"]})
        message = to_decision(socket)
    return message


def test_a_game_goes_on_after_a_restart_with_its_log_and_against_whom_it_was(tmp_path):
    with server(tmp_path, public_seed=False) as first:
        asked = {"seats": ["person", "greedy"], "seed": None}
        token = begin(first, **asked)["tokens"]["A"]
        with seat(first, token) as socket:
            left = play(socket, to_decision(socket), 6)
    with server(tmp_path, public_seed=False) as second, seat(second, token) as socket:
        found = socket.receive_json()
        for part in ("board", "options", "step", "names", "lines", "open", "commitment"):
            assert found[part] == left[part], part
        assert found["log"][-len(left["log"]) :] == left["log"]
        play(socket, found, 3)


def test_the_secret_of_a_game_is_kept_and_no_other_user_can_read_it(tmp_path):
    with server(tmp_path, public_seed=False) as first:
        answer = first.post("/api/games", json={"seats": ["person", "random"]})
        token = answer.json()["tokens"]["A"]
        with seat(first, token) as socket:
            before = to_decision(socket)
    paths = list(tmp_path.iterdir())
    assert len(paths) == 2  # a seat and the spectators
    for path in paths:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600 and token not in path.name
    with server(tmp_path, public_seed=False) as second, seat(second, token) as socket:
        assert socket.receive_json()["commitment"] == before["commitment"]
        socket.send_json({"do": "concede"})
        message = socket.receive_json()
        while not message["over"]:
            message = socket.receive_json()
        assert message["secret"] and message["conceded"] == "A"
    with server(tmp_path, public_seed=False) as third, seat(third, token) as socket:
        assert socket.receive_json()["conceded"] == "A"


def test_both_seats_of_people_are_found_and_a_closed_game_is_not(tmp_path):
    with server(tmp_path) as first:
        tokens = begin(first, seats=["person", "person"])["tokens"]
    with server(tmp_path) as second:
        with seat(second, tokens["B"]) as two, seat(second, tokens["A"]) as one:
            assert [to_board(socket)["you"] for socket in (one, two)] == ["A", "B"]
        assert second.delete(f"/api/games/{tokens['A']}").status_code == 200
    assert not list(tmp_path.iterdir())
    with server(tmp_path) as third, seat(third, tokens["B"]) as socket:
        assert socket.receive_json()["type"] == "gone"


def test_spectators_find_a_game_after_a_restart_before_its_players(tmp_path):
    with server(tmp_path) as first:
        begun = begin(first, seats=["person", "greedy"])
        with seat(first, begun["tokens"]["A"]) as socket:
            left = play(socket, to_decision(socket), 4)
        with seat(first, begun["gallery"]) as watching:
            seen = watching.receive_json()["board"]
    with server(tmp_path) as second:
        with seat(second, begun["gallery"]) as watching:
            found = watching.receive_json()
            assert (found["gallery"], found["you"], found["options"]) == (True, None, [])
            assert found["board"] == seen != left["board"]
        with seat(second, begun["tokens"]["A"]) as socket:
            assert socket.receive_json()["options"] == left["options"]
        assert second.delete(f"/api/games/{begun['gallery']}").status_code == 400
        assert second.delete(f"/api/games/{begun['tokens']['A']}").status_code == 200
    assert not list(tmp_path.iterdir())
    with server(tmp_path) as third, seat(third, begun["gallery"]) as socket:
        assert socket.receive_json()["type"] == "gone"


def test_a_browser_learns_what_has_become_of_its_games(tmp_path):
    with server(tmp_path) as first:
        mine, ended = (begin(first, seats=["person", "person"])["tokens"] for _ in range(2))
        first.delete(f"/api/games/{ended['A']}")
        asked = {"tokens": [mine["A"], mine["B"], ended["A"]]}
        with seat(first, mine["A"]) as socket:
            decides = socket.receive_json()["board"]["decider"]
        told = first.post("/api/games/mine", json=asked).json()["games"]
        assert [told[mine[one]]["yours"] for one in "AB"] == [one == decides for one in "AB"]
        assert told[mine["A"]]["day"] == 0 and not told[mine["A"]]["over"]
        assert told[ended["A"]] is None
    with server(tmp_path) as second:  # kept, and not read for this
        told = second.post("/api/games/mine", json=asked).json()["games"]
        assert told == {mine["A"]: {}, mine["B"]: {}, ended["A"]: None}
        assert second.get("/api/health").json()["games"] == 0
        for rubbish in ({}, {"tokens": "x"}, {"tokens": [1]}, {"tokens": ["x"] * 101}):
            assert second.post("/api/games/mine", json=rubbish).status_code == 400
        strange = {"tokens": ["", "../../etc/passwd", "\x00"]}
        assert set(second.post("/api/games/mine", json=strange).json()["games"].values()) == {None}


def test_a_replay_is_open_after_a_restart_for_who_knows_its_address(tmp_path):
    game = Game.start("axiom", "bravos", seed=1)
    for _ in range(9):
        game.act(game.legal_actions()[0])
    text = Replay.of(game).to_json()
    with server(tmp_path) as first:
        id = first.post("/api/replays", content=text.encode()).json()["id"]
        about, step = (first.get(f"/api/replays/{id}{part}").json() for part in ("", "/step/7"))
        assert about["steps"] == 9
    (path,) = tmp_path.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and id not in path.name
    with server(tmp_path) as second:
        assert second.get(f"/api/replays/{id}/judged").status_code == 400  # it is opened first
        assert second.get(f"/api/replays/{id}").json() == about
        assert second.get(f"/api/replays/{id}/step/7").json() == step
        assert second.get(f"/api/replays/{id}/judged").status_code == 200
    for damaged in ("", "[]", "{}", '{"replay": 3}', '{"replay": "{}"}'):
        path.write_text(damaged)
        with server(tmp_path) as again:
            answer = again.get(f"/api/replays/{id}")
            assert answer.status_code == 400 and "no longer open" in answer.json()["error"]


def test_a_damaged_file_is_no_game(tmp_path):
    with server(tmp_path) as first:
        token = begin(first)["tokens"]["A"]
    path = max(tmp_path.iterdir(), key=lambda one: one.stat().st_size)  # not that of spectators
    told = json.loads(path.read_text())
    for damaged in ("", "[]", "{}", json.dumps({**told, "game": "AAAA"}), '{"version": 1}'):
        path.write_text(damaged)
        with server(tmp_path) as again, seat(again, token) as socket:
            assert socket.receive_json()["type"] == "gone"


def test_a_game_is_removed_a_week_after_its_last_decision(tmp_path):
    with server(tmp_path) as first:
        begin(first)
    paths = list(tmp_path.iterdir())
    assert KeptGames(tmp_path).sweep() == 0 and all(path.exists() for path in paths)
    old = time.time() - WEEK - 60
    for path in paths:
        os.utime(path, (old, old))
    KeptGames(tmp_path)
    assert not list(tmp_path.iterdir())
