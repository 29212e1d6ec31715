"""A draft by messages: picks, the deck, a game with it; and what stays hidden."""

from __future__ import annotations

import json
import stat

import pytest
from starlette.testclient import TestClient

from altered_env._runtime.seeds import Secret
from altered_env.cards.printed_words import SETS
from altered_env.web.app import make_app
from altered_env.web.draft_seat import YOU, Drafting
from tests.web.serving import HERE
from tests.web.test_server import seat


def server(folder):
    return TestClient(make_app(None, kept=folder), base_url=HERE)


def begin(client, **asked):
    return client.post("/api/drafts", json=asked).json()["token"]


def told(client, token):
    answer = client.get(f"/api/drafts/{token}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(client, token, what, status=200, **asked):
    answer = client.post(f"/api/drafts/{token}/{what}", json=asked)
    assert answer.status_code == status, answer.text
    return answer.json()


def drafted(client, token):
    """Pick the first card to the end."""
    found = told(client, token)
    while not found["over"]:
        found = post(client, token, "pick", place=0, picks=len(found["picked"]))
    return found


def test_a_whole_draft_is_picked_built_and_played(client):
    token = begin(client)
    found = told(client, token)
    assert (found["booster"], found["boosters"], len(found["pack"])) == (1, 4, 12)
    for picks in range(47):
        chosen = found["pack"][-1]
        place = len(found["pack"]) - 1
        found = post(client, token, "pick", place=place, picks=picks)
        assert found["picked"][-1] == chosen and not found["over"]
        assert found["booster"] == 1 + (picks + 1) // 12
        assert len(found["pack"]) == 12 - (picks + 1) % 12
    found = post(client, token, "pick", place=0, picks=47)
    assert found["over"] and not found["pack"] and len(found["picked"]) == 48
    assert found["count"] == 30 and found["wrong"] == []  # the suggested deck
    fewer = post(client, token, "deck", inside=found["inside"][:-1], mana=found["mana"])
    assert "29 cards; at least 30" in fewer["wrong"][0]
    wrong = post(client, token, "play", 400, against=3, level="random")
    assert "the deck is illegal: 29 cards" in wrong["error"]
    assert post(client, token, "deck") == found
    game = post(client, token, "play", against=3, level="random")["tokens"]["A"]
    with seat(client, game) as socket:
        state = socket.receive_json()
    assert state["names"] == ["person", "random"] and not state["open"]
    again = post(client, token, "play", against=7, level="greedy")["tokens"]["A"]
    assert again != game


def test_what_is_no_pick_changes_nothing(client):
    token = begin(client)
    before = told(client, token)
    for asked, says in [
        ({"place": 12, "picks": 0}, "no card 12 in this booster, which has 0 to 11"),
        ({"place": -1, "picks": 0}, "no card -1"),
        ({"place": 0, "picks": 1}, "passed on"),
        ({"place": "0", "picks": 0}, "place must be a whole number"),
        ({"place": True, "picks": 0}, "place must be a whole number"),
        ({"picks": 0}, "place must be a whole number, found None"),
    ]:
        assert says in post(client, token, "pick", 400, **asked)["error"]
    early = [("deck", {}), ("deck", {"inside": [], "mana": 0}), ("play", {"against": 1})]
    for what, asked in early:
        assert "after the last pick" in post(client, token, what, 400, **asked)["error"]
    assert told(client, token) == before
    post(client, token, "pick", place=0, picks=0)
    assert "passed on" in post(client, token, "pick", 400, place=0, picks=0)["error"]


def test_what_is_no_deck_is_refused(client):
    token = begin(client)
    found = drafted(client, token)
    heroes = [k for k, face in enumerate(found["picked"]) if face["type"] == "hero"]
    for asked, says in [
        ({"inside": [0, 0], "mana": 0}, "each once"),
        ({"inside": [48], "mana": 0}, "0 to 47"),
        ({"inside": [-1], "mana": 0}, "0 to 47"),
        ({"inside": [0], "mana": -1}, "at most 80 cards"),
        ({"inside": [0], "mana": 10**9}, "at most 80 cards"),
        ({"inside": "all", "mana": 0}, "list of whole numbers"),
        ({"inside": [0.5], "mana": 0}, "list of whole numbers"),
        ({"inside": [0]}, "mana must be a whole number"),
        *[({"inside": heroes[:2], "mana": 0}, "one Hero")] * (len(heroes) > 1),
    ]:
        assert says in post(client, token, "deck", 400, **asked)["error"]
    for asked, says in [
        ({"against": 0, "level": "random"}, "the others are 1 to 7"),
        ({"against": 8, "level": "random"}, "the others are 1 to 7"),
        ({"against": 1, "level": "program:evil"}, "unknown level"),
        ({"level": "random"}, "against must be a whole number"),
    ]:
        assert says in post(client, token, "play", 400, **asked)["error"]
    assert told(client, token) == found


def test_rubbish_is_answered_in_words(client):
    for body in (b"", b"[]", b"{", b"\xff\x00", b'{"set": ' + b"[" * 900):
        assert client.post("/api/drafts", content=body).status_code == 400
    assert "no boosters of a set" in client.post("/api/drafts", json={"set": "X"}).json()["error"]
    for token in ("nothing", "%00", "x" * 3000):
        answer = client.get(f"/api/drafts/{token}")
        assert answer.status_code == 404 and "no such draft" in answer.json()["error"]


@pytest.mark.parametrize("set", SETS)
def test_every_set_can_be_drafted(client, set):
    found = drafted(client, begin(client, set=set))
    assert len(found["picked"]) == 48 and found["wrong"] == []


def test_what_others_have_never_leaves_the_server(client, monkeypatch):
    monkeypatch.setattr(Secret, "drawn", classmethod(lambda cls, seed=None: cls(5)))
    token, same = begin(client), Drafting(Secret(5), "CORE")
    picks = 0
    while not same.draft.over:
        found = told(client, token)
        assert set(found) == {
            *("set", "over", "booster", "boosters", "left", "size", "players", "pack", "picked"),
            *("inside", "mana", "count", "wrong"),
        }
        own = [card.reference for card in (*same.draft.pack(YOU), *same.picked)]
        assert [face["reference"] for part in ("pack", "picked") for face in found[part]] == own
        text = json.dumps(found)
        others = range(1, same.draft.players)
        hidden = {card.reference for one in others for card in same.draft.pack(one)} - set(own)
        assert not any(f'"{reference}"' in text for reference in hidden)
        same.pick(0)
        post(client, token, "pick", place=0, picks=picks)
        picks += 1


def test_worths_are_told_when_they_are_asked_for(client):
    token = begin(client)
    pack = told(client, token)["pack"]
    worths = client.get(f"/api/drafts/{token}/worths").json()["worths"]
    assert len(worths) == len(pack) and "worth" not in pack[0]
    assert [worth is None for worth in worths] == [face["type"] == "hero" for face in pack]


def test_a_draft_goes_on_after_a_restart(tmp_path):
    with server(tmp_path) as first:
        token = begin(first)
        for picks in range(5):
            found = post(first, token, "pick", place=1, picks=picks)
    (path,) = tmp_path.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and token not in path.name
    with server(tmp_path) as second:
        assert told(second, token) == found
        found = drafted(second, token)
        found = post(second, token, "deck", inside=found["inside"][1:], mana=found["mana"] + 2)
    with server(tmp_path) as third:
        assert told(third, token) == found
        with seat(third, f"draft {token}") as socket:  # it is no game
            assert socket.receive_json()["type"] == "gone"
    kept = json.loads(path.read_text())
    for damaged in ("", "[]", "{}", '{"version": 1}', json.dumps({**kept, "picked": ["X"]})):
        path.write_text(damaged)
        with server(tmp_path) as again:
            assert again.get(f"/api/drafts/{token}").status_code == 404
