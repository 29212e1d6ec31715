"""The server: responses, refusals, and a game played through it."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import threading
from pathlib import Path
from socket import create_server
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from altered_env import Game
from altered_env.agents.judge import Judge
from altered_env.agents.named import JUDGE, STRONGEST_FAST, names
from altered_env.agents.trust import refuse_foreign
from altered_env.cli import main
from altered_env.web import advising
from altered_env.web.app import STATIC, make_app
from altered_env.web.data_folder import DataFolder
from altered_env.web.messages import board_of
from altered_env.web.play_pages import PlayPages
from altered_env.web.sessions import GALLERY, Session, Sessions
from tests.web.serving import HERE


def begin(client, **asked):
    answer = client.post("/api/games", json={"seats": ["person", "random"], "seed": 3, **asked})
    assert answer.status_code == 200, answer.text
    return answer.json()


def seat(client, token, origin=HERE):
    headers = {} if origin is None else {"origin": origin}
    return client.websocket_connect(f"ws://127.0.0.1:8420/ws/seat/{token}", headers=headers)


def test_a_whole_game_is_played(client):
    token = begin(client)["tokens"]["A"]
    with seat(client, token) as socket:
        while True:
            message = socket.receive_json()
            assert message["type"] == "state", message
            if message["over"]:
                break
            if message["options"]:
                assert message["board"]["decider"] == message["you"] == "A"
                action = message["options"][-1]["action"]
                socket.send_json({"do": "act", "action": action, "step": message["step"]})
    assert message["winners"] in ("A", "B")
    assert client.get("/api/health").json()["actions"] > 10
    replay = client.get(f"/api/games/{token}/replay")
    assert replay.json()["kind"] == "altered replay"


def test_what_is_not_offered_or_was_decided_before_changes_nothing(client):
    token = begin(client)["tokens"]["A"]
    with seat(client, token) as socket:
        first = socket.receive_json()
        while not first["options"]:
            first = socket.receive_json()
        wrong = [
            ({"do": "act", "action": 391, "step": first["step"]}, "not offered"),
            (
                {"do": "act", "action": first["options"][0]["action"], "step": -1},
                "decision is over",
            ),
            ({"do": "act", "action": "0", "step": 0}, "whole numbers"),
            ({"do": "dance"}, "unknown message 'dance'"),
            ({"do": "step"}, "unknown message 'step'"),
        ]
        for message, says in wrong:
            socket.send_json(message)
            assert socket.receive_json()["board"] == first["board"]
            assert says in socket.receive_json()["error"]
        socket.send_text("[" * 3000)
        socket.receive_json()
        assert socket.receive_json()["type"] == "error"


def test_the_replay_of_a_game_that_is_played_is_kept_back(client):
    token = begin(client)["tokens"]["A"]
    answer = client.get(f"/api/games/{token}/replay")
    assert answer.status_code == 400 and "hidden" in answer.json()["error"]
    with seat(client, token) as socket:
        socket.receive_json()
        socket.send_json({"do": "concede"})
        while not socket.receive_json()["over"]:
            pass
    assert client.get(f"/api/games/{token}/replay").status_code == 200


def test_a_saved_game_has_everybody_where_they_sat(client, data):
    asked = {"format": "two_against_two", "seats": ["random", "person", "greedy", "person"]}
    token = begin(client, **asked)["tokens"]["D"]
    assert client.post(f"/api/games/{token}/save", json={"name": "turned"}).status_code == 200
    again = client.post("/api/games/resume?name=turned.game").json()["tokens"]
    assert sorted(again) == ["B", "D"]
    with seat(client, again["D"]) as socket:
        assert socket.receive_json()["names"] == asked["seats"]


def test_a_hint_is_what_the_judge_thinks(client, monkeypatch):
    monkeypatch.setattr(advising, "Judge", lambda: Judge(seeds=(1,), worlds=4))
    token = begin(client)["tokens"]["A"]
    with seat(client, token) as socket:
        state = socket.receive_json()
        while not state["options"]:
            state = socket.receive_json()
        socket.send_json({"do": "hint"})
        first, then = socket.receive_json(), socket.receive_json()
    options = state["options"]
    actions = {a for option in options for a in option.get("slots", [option["action"]])}
    assert first["more"] and not then["more"] and "win" not in first and 0 <= then["win"] <= 1
    assert {a for one in then["rated"] for a in one["actions"]} <= actions
    assert then["worlds"] == 4 and then["judge"] == JUDGE and then["words"]
    assert first["step"] == then["step"] == state["step"]


def test_among_four_a_hint_is_what_rules_thinks(client):
    asked = {"format": "free_for_all", "seats": ["person", "random", "random", "random"]}
    token = begin(client, **asked)["tokens"]["A"]
    with seat(client, token) as socket:
        state = socket.receive_json()
        while not state["options"]:
            state = socket.receive_json()
        socket.send_json({"do": "hint"})
        found = socket.receive_json()
    assert found["adviser"] == "rules" and not found["more"] and len(found["worth"]) > 1


def test_a_saved_game_goes_on(client, data):
    token = begin(client)["tokens"]["A"]
    assert client.post(f"/api/games/{token}/save", json={"name": "one"}).status_code == 200
    assert "one.game" in client.get("/api/choices").json()["saved"]
    assert Game.load(data / "one.game").story.opponent == "random"
    again = client.post("/api/games/resume?name=one.game").json()["tokens"]["A"]
    uploaded = client.post("/api/games/resume", content=(data / "one.game").read_bytes())
    with seat(client, again) as one, seat(client, uploaded.json()["tokens"]["A"]) as two:
        assert one.receive_json()["board"] == two.receive_json()["board"]


def test_a_saved_game_is_replaced_only_when_that_is_asked_for(client, data):
    token = begin(client)["tokens"]["A"]
    for over, status in ((False, 200), (False, 400), ("yes", 400), (True, 200)):
        answer = client.post(f"/api/games/{token}/save", json={"name": "again", "over": over})
        assert answer.status_code == status
        if status == 400:
            assert "already a game called again.game" in answer.json()["error"]


def test_an_unknown_address_is_a_page_that_helps(client):
    for path in ("/nothing", "/play2/abc"):
        answer = client.get(path)
        assert answer.status_code == 404 and "/static/app.js" in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "a/../../b", "", ".hidden", "a\x00b"])
def test_no_name_leads_out_of_the_folder(client, data, name):
    token = begin(client)["tokens"]["A"]
    answer = client.post(f"/api/games/{token}/save", json={"name": name})
    assert answer.status_code == 400 and "--data" in answer.json()["error"]
    answer = client.post("/api/games/resume", params={"name": name})
    assert answer.status_code == 400


def test_a_link_does_not_lead_out_either(client, data, tmp_path):
    (tmp_path / "secret.game").write_bytes(b"secret")
    (data / "link").symlink_to(tmp_path)
    answer = client.post("/api/games/resume", params={"name": "link/secret.game"})
    assert answer.status_code == 400 and "lies outside" in answer.json()["error"]


def test_what_is_uploaded_is_read_as_files_are(client):
    for content, says in [
        (b"nonsense", "not a saved game"),
        (b"ALTERED\0" + b"\xff" * 40, "format"),
        (b"", "not a saved game"),
    ]:
        answer = client.post("/api/games/resume", content=content)
        assert answer.status_code == 400 and says in answer.json()["error"]


@pytest.mark.parametrize("opponent", ["cmd:touch it", "mine.py:Bot", "person | cmd:touch it"])
def test_a_saved_game_cannot_name_a_program_to_run(client, opponent):
    """The author of the file may have written anything there."""
    four = opponent.startswith("person")
    names = ("axiom", "bravos", "lyra", "muna") if four else ("axiom", "bravos")
    game = Game.start(*names, seed=1, format="free_for_all" if four else "standard")
    saved = game.to_bytes(f"{opponent} | random" if four else opponent)
    answer = client.post("/api/games/resume", content=saved)
    assert answer.status_code == 400 and "no agent here is called" in answer.json()["error"]


def test_more_than_is_read_is_refused(client):
    answer = client.post("/api/games/resume", content=b"x" * 10_000_001)
    assert answer.status_code == 413 and "bytes" in answer.json()["error"]
    assert client.post("/api/games", content=b"x" * 300_001).status_code == 413


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"format": "chess"}, "no format is called 'chess'"),
        ({"seats": ["person"]}, "1 seat;"),
        ({"seats": 3}, "a list of names"),
        ({"seats": None}, "a list of names"),
        ({"seats": {"person": 1, "rules": 2}}, "a list of names"),
        ({"seats": ["person", 3]}, "a list of names"),
        ({"seats": ["person", "wizard"]}, "no agent here is called 'wizard'"),
        ({"seats": ["person", "mine.py:Bot"]}, "no agent here"),
        ({"seats": ["person", "net:/etc/passwd"]}, "no agent here"),
        ({"seats": ["person", "net:own.safetensors"]}, "no agent here"),
        ({"seats": ["person", "policy:default"]}, "policy:* was removed in version 0.2"),
        ({"seats": ["person", "net:v1,path=own"]}, "no agent here"),
        ({"seats": ["person", "search:/etc/passwd"]}, "no agent here"),
        ({"seats": ["person", "search:v1,path=own"]}, "no agent here"),
        ({"seats": ["person", "search:ms=5,path=own"]}, "no agent here"),
        ({"seats": ["person", "ismcts:ms=99999999"]}, "ms must be at most 10,000 here"),
        ({"seats": ["person", "ismcts@1:iterations=99999999"]}, "iterations must be at most"),
        ({"seats": ["person", "cmd:touch it"]}, "no agent here"),
        ({"decks": [{"text": "3 Nobody"}, None]}, "no card is called"),
        ({"decks": [{"name": "/etc/passwd"}, None]}, "no deck is called"),
        ({"decks": [{"name": "../x.txt"}, None]}, "--data"),
        ({"decks": ["axiom", None]}, "named, pasted or random"),
        ({"seed": "7"}, "whole number"),
    ],
)
def test_what_cannot_be_begun_is_told(client, asked, says):
    answer = client.post("/api/games", json={"seats": ["person", "random"], **asked})
    assert answer.status_code == 400 and says in answer.json()["error"]


def test_who_watches_sees_from_above_or_from_a_seat_and_plays_none(client):
    token = begin(client, seats=["random", "random"])["watch"]
    with seat(client, token) as socket:
        above = socket.receive_json()
        assert all(player["hand"] for player in above["board"]["players"])
        socket.send_json({"do": "seat", "seat": "B"})
        seen = socket.receive_json()
        assert seen["you"] == "B" and not seen["board"]["players"][0]["hand"]
        for wrong in ({"do": "act", "action": 0, "step": 0}, {"do": "concede"}, {"do": "hint"}):
            socket.send_json(wrong)
            socket.receive_json()
            assert socket.receive_json()["type"] == "error"
        socket.send_json({"do": "step"})
        assert socket.receive_json()["step"] == 1
        for _ in range(12):  # every step is answered, also where B would be told nothing
            socket.send_json({"do": "step"})
            assert socket.receive_json()["type"] == "state"
    token = begin(client)["tokens"]["A"]
    with seat(client, token) as socket:
        while not socket.receive_json()["options"]:
            pass
        for wrong in ({"do": "seat", "seat": "B"}, {"do": "step"}):
            socket.send_json(wrong)
            assert socket.receive_json()["you"] == "A"
            assert socket.receive_json()["type"] == "error"


def test_decks_are_pasted_and_drawn(client):
    asked = {"decks": [{"text": "3 Kappa C"}, {"random": "lyra"}]}
    answer = client.post("/api/games", json=asked)
    assert answer.status_code == 400 and "illegal decks: pasted deck: " in answer.json()["error"]
    begin(client, decks=[{"random": "muna"}, {"name": "demo-atsadi"}])


@pytest.mark.parametrize(
    ("asked", "called"),
    [
        ({"text": "3 Kappa C", "name": " my frogs "}, "my frogs"),
        ({"text": "Name: frogs\n3 Kappa C", "name": "mine"}, "frogs"),
        ({"text": "1 Sierra & Oddball C\n3 Foundry Armorer C"}, "Sierra & Oddball"),
    ],
)
def test_an_illegal_deck_is_called_as_its_player_calls_it_or_by_its_hero(client, asked, called):
    begun = client.post("/api/games", json={"decks": [asked, None]})
    assert begun.status_code == 400
    assert begun.json()["error"].startswith(f"illegal decks: {called}: ")
    tested = client.post("/api/decks/test", json=asked)
    assert tested.status_code == 400
    assert tested.json()["error"].startswith(f"{called} is illegal: ")


# whom it refuses


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", None, "http://127.0.0.1:1"])
def test_a_page_from_elsewhere_has_no_socket(client, origin):
    token = begin(client)["tokens"]["A"]
    with pytest.raises(WebSocketDisconnect), seat(client, token, origin) as socket:
        socket.receive_json()


def test_a_page_from_elsewhere_changes_nothing(client):
    answer = client.post("/api/games", json={}, headers={"origin": "http://elsewhere.example"})
    assert answer.status_code == 403
    answer = client.get("/", headers={"host": "elsewhere.example"})
    assert answer.status_code == 403 and "does not answer" in answer.text


def test_a_page_that_left_while_it_was_told_something_is_let_go(data):
    """A connection that breaks while the server writes is the end of it, and no error."""
    sessions = Sessions()
    session = sessions.add(Session(Game.start("axiom", "bravos", seed=1), ("person", "random"), 1))
    pages = PlayPages(sessions, DataFolder(data))
    told = []

    async def receive():
        if told:
            await asyncio.sleep(3600)
        return {"type": "websocket.connect"}

    async def send(message):
        told.append(message["type"])
        if message["type"] == "websocket.send":
            raise OSError("the line is broken")

    token = next(iter(session.tokens))
    scope = {"type": "websocket", "path": "/", "headers": [], "path_params": {"token": token}}
    asyncio.run(asyncio.wait_for(pages.seat(WebSocket(scope, receive, send)), 60))
    assert told == ["websocket.accept", "websocket.send"]


def test_a_token_that_there_is_not(client):
    with seat(client, "nobody") as socket:
        assert socket.receive_json()["type"] == "gone"
    assert client.post("/api/games/nobody/save", json={"name": "x"}).status_code == 404


# responses


@pytest.mark.parametrize("path", ["/", "/play", "/play/abc", "/cards/CORE_AX_16_C", "/reports"])
def test_pages_have_a_strict_policy(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_nothing_is_inline_and_nothing_is_from_elsewhere():
    for path in filter(Path.is_file, STATIC.rglob("*")):
        text = path.read_text("utf-8")
        if path.suffix == ".html":
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text)
        if path.suffix == ".js":
            assert "innerHTML" not in text and "eval(" not in text
        found = set(re.findall(r"https?://[^\s\"'`)]+", text))
        assert found <= {"http://www.w3.org/2000/svg"}, path


def test_static_files_are_those_that_there_are(client):
    assert client.get("/static/app.js").headers["content-type"].startswith("text/javascript")
    assert "--forest" in client.get("/static/palette.css").text
    for path in ["/static/../app.py", "/static/%2e%2e/app.py", "/static/nothing.js", "/nothing"]:
        assert client.get(path).status_code == 404


def test_every_import_of_a_script_is_there():
    for path in STATIC.rglob("*.js"):
        for name in re.findall(r"from \"\./([\w.]+)\"", path.read_text("utf-8")):
            assert (STATIC / name).is_file(), f"{path.name} imports {name}"


def test_a_player_who_left_is_told_from_one_who_has_not_come(client):
    one, other = begin(client, seats=["person", "person"])["tokens"].values()
    with seat(client, one) as socket:
        first = socket.receive_json()
        assert (first["here"], first["left"]) == ("A", "")
        with seat(client, other):
            assert socket.receive_json() == {"type": "here", "here": "AB", "left": ""}
        assert socket.receive_json() == {"type": "here", "here": "A", "left": "B"}


@pytest.mark.parametrize("format", ["booster_war", "standard"])
def test_unlimited_mana_is_told(client, format):
    token = begin(client, format=format, decks=None)["tokens"]["A"]
    with seat(client, token) as socket:
        assert socket.receive_json()["unlimited_mana"] == (format == "booster_war")


def test_what_is_told_is_json_all_through(client):
    token = begin(client, format="free_for_all", seats=["person", *["random"] * 3])["tokens"]["A"]
    with seat(client, token) as socket:
        assert len(json.loads(socket.receive_text())["board"]["players"]) == 4


def test_what_a_game_can_be_begun_with_is_told_while_the_engine_loads(monkeypatch, data):
    loaded = threading.Event()
    monkeypatch.setattr("altered_env.web.api.make_api", lambda *given: loaded.wait(60) and None)
    with TestClient(make_app(data), base_url=HERE) as client:
        told = client.get("/api/choices").json()
        assert not client.get("/api/ready").json()["ready"]
        loaded.set()
    assert {entry["name"] for entry in told["formats"]} >= {"standard"}
    assert all(entry["about"] for entry in told["formats"])
    assert set(told["about_rules"]) == set(told["rules"])
    assert set(told["fair"]) == set(told["fair"].values()) | {*told["starters"]}
    assert "axiom" in told["starters"] and told["agents"][0]["about"] and told["data"]
    agents = {entry["name"]: entry for entry in told["agents"]}
    playing = {name: agents[name]["players"] for name in (STRONGEST_FAST, "net:four", "rules")}
    assert playing == {STRONGEST_FAST: [2], "net:four": [4], "rules": [2, 4]}
    assert {name.partition(":")[0] for name in agents} == set(names())
    refuse_foreign(agents)


def test_a_port_that_is_taken_is_told_before_anybody_is_sent_there(capsys, monkeypatch):
    monkeypatch.setattr("webbrowser.open", lambda address: pytest.fail("a browser was opened"))
    with create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["web", "--port", str(port)]) == 2
    told = capsys.readouterr()
    assert f"port {port} of 127.0.0.1" in told.err and "--port 0" in told.err and not told.out


@pytest.mark.parametrize(
    ("arguments", "opened", "warned"),
    [([], True, False), (["--no-open"], False, False), (["--host", "0.0.0.0"], True, True)],
)
def test_it_listens_here_alone_unless_told_and_says_what_else_means(
    arguments, opened, warned, capsys, monkeypatch
):
    """Nothing is served here: only the printed address and the socket are checked."""
    doors, browsers, at_once = [], [], lambda delay, do: SimpleNamespace(start=do)
    monkeypatch.setattr("webbrowser.open", browsers.append)
    monkeypatch.setattr("altered_env.cli.web.threading.Timer", at_once)
    monkeypatch.setattr(
        "uvicorn.Server.run",
        lambda self, sockets: doors.extend(door.getsockname() for door in sockets),
    )
    assert main(["web", "--port", "0", *arguments]) == 0
    told = capsys.readouterr()
    ((host, port),) = doors
    address = f"http://127.0.0.1:{port}/"
    assert address in told.out and browsers == [address] * opened
    assert (host == "0.0.0.0") == warned == ("no password" in told.err)


def test_telling_it_loads_no_engine():
    program = (
        "import sys; from altered_env.web.game_choices import choices; choices(None);"
        " print(*{'numba', 'altered_env.engine.table'} & set(sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (found.returncode, found.stdout.strip()) == (0, ""), found.stderr


def test_spectators_see_what_every_player_sees_and_do_nothing(client):
    found = begin(client, seats=["person", "person"])
    gallery, a = found["gallery"], found["tokens"]["A"]
    with seat(client, gallery) as socket:
        seen = socket.receive_json()
        assert seen["gallery"] and seen["you"] is None and seen["options"] == [] == seen["scenes"]
        for player in seen["board"]["players"]:
            assert player["hand"] == [] == player["deck"] and player["hand_count"] == 6
        for wrong in (
            {"do": "act", "action": 0, "step": 0},
            *({"do": name} for name in ("concede", "hint", "step", "back")),
            {"do": "seat", "seat": "A"},
        ):
            socket.send_json(wrong)
            while (told := socket.receive_json())["type"] != "error":
                assert told["type"] == "here" or told["gallery"]
    assert client.post(f"/api/games/{gallery}/save", json={"name": "x"}).status_code == 400
    assert client.delete(f"/api/games/{gallery}").status_code == 400
    assert client.post(f"/api/games/{gallery}/rematch", json={}).status_code == 400
    assert client.get(f"/api/games/{gallery}/replay").status_code == 400
    with seat(client, a) as socket:
        assert socket.receive_json()["here"] == "A", "a spectator is nobody at the table"


def test_spectators_learn_at_the_moments_at_which_players_do(client):
    """Cards put face down are not seen; those played are, and those that came back to a hand."""
    session = Session(Game.start("axiom", "bravos", seed=3), ["person", "random"], 3)
    session.open_gallery()
    known = {"A": set(), "gallery": set()}
    for _ in range(30):
        if session.act_for_agent():
            continue
        own = session.message(0, known["A"])
        of_b = board_of(session.game.seat(1).view)
        boards = [session.message(GALLERY, known["gallery"])["board"], own["board"], of_b]
        for player, mine, theirs in zip(*(board["players"] for board in boards), strict=True):
            assert all(seen in mine["hand"] and seen in theirs["hand"] for seen in player["hand"])
            assert all("name" not in orb for orb in player["mana"])
            assert player["expeditions"] == mine["expeditions"]
        session.act(own["options"][0]["action"])
    said = [line for _, line in session.since(GALLERY, 0)[0]]
    assert any(": play " in line for line in said)
    assert not any("chooses" in line for line in said)


def test_a_rematch_is_one_game_for_all_with_the_same_decks(client):
    found = begin(client, seats=["person", "person"])
    a, b = found["tokens"]["A"], found["tokens"]["B"]
    assert client.post(f"/api/games/{a}/rematch", json={}).status_code == 400
    with seat(client, a) as one, seat(client, b) as two:
        one.send_json({"do": "concede"})
        told = two.receive_json()
        while told["type"] != "state" or not told["over"]:
            told = two.receive_json()
        first = client.post(f"/api/games/{a}/rematch", json={}).json()
        while two.receive_json()["type"] != "rematch":
            pass
    second = client.post(f"/api/games/{b}/rematch", json={}).json()
    watching = client.post(f"/api/games/{found['gallery']}/rematch", json={}).json()
    assert list(first["tokens"]) == ["A"] and list(second["tokens"]) == ["B"]
    with seat(client, watching["watch"]) as socket:
        board = socket.receive_json()["board"]
    assert [player["hero"]["name"] for player in board["players"]] == [
        player["hero"]["name"] for player in told["board"]["players"]
    ]
    assert client.post(f"/api/games/{a}/rematch", json={}).json() == first, "asked for twice"
