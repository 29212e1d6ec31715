"""Messages to the pages for replays, cards, decks and reports."""

from __future__ import annotations

import json
import random
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from altered_env import Game, cards, decks, formats
from altered_env.agents.judge import Judge
from altered_env.agents.judging import Judges
from altered_env.agents.playouts import Playouts
from altered_env.arena.match import Played
from altered_env.cards.estimates import estimates
from altered_env.game.replay import Replay
from altered_env.web import deck_pages
from altered_env.web.card_pages import COSTS, STATISTICS
from altered_env.web.jobs import Job, Jobs, StoppedError
from altered_env.web.replay_pages import Shown, replay_in
from tests.patience import until

DATASET = Path(__file__).parents[1] / "saved/0.1.0/games.parquet"


def _state(client, id):
    return client.get(f"/api/jobs/{id}").json()["state"]


@pytest.fixture(autouse=True)
def no_judges(monkeypatch):
    """Replays are not analysed here: see `tests/agents/test_judging.py`."""
    monkeypatch.setattr(Judges, "here", lambda players: Judges(None, None))


@pytest.fixture(scope="module")
def game():
    game = Game.start("lyra", "ordis", seed=4)
    chance = random.Random(4)
    for _ in range(40):
        game.act(chance.choice(game.legal_actions()))
    return game


# replays


def test_steps_are_the_game_before_each_decision(game):
    shown = Shown(Replay.of(game))
    for step, there in enumerate(Replay.of(game).steps()):
        assert step % 7 or shown.at(step) == there
    assert shown.timeline[0]["done"] and not shown.timeline[-1]["done"]
    with pytest.raises(ValueError, match="steps 0 to 40, found 41"):
        shown.at(41)
    chosen = [one for one in shown.timeline if "choose an Expedition" in one["question"]]
    assert chosen and all(one["of"] and one["of"] in one["question"] for one in chosen)
    assert not any(one["of"] for one in shown.timeline if one not in chosen)


def test_a_replay_and_a_saved_game_are_read_alike(game):
    assert replay_in(game.to_bytes()) == replay_in(Replay.of(game).to_json().encode())


def test_a_replay_is_stepped_through_from_above_and_from_a_seat(client, game, data):
    Replay.of(game).save(data / "one.json")
    assert "one.json" in client.get("/api/replays").json()["files"]
    id = client.post("/api/replays/open", json={"name": "one.json"}).json()["id"]
    about = client.get(f"/api/replays/{id}").json()
    assert about["steps"] == 40 and len(about["timeline"]) == 41
    above = client.get(f"/api/replays/{id}/step/20").json()["board"]
    seen = client.get(f"/api/replays/{id}/step/20?seat=B").json()["board"]
    hands = [len(board["players"][0]["hand"]) for board in (above, seen)]
    assert hands[0] == above["players"][0]["hand_count"] > hands[1]
    assert client.get(f"/api/replays/{id}/step/99").status_code == 400
    assert client.get("/api/replays/nothing").status_code == 400


def test_a_review_has_a_best_line_a_report_and_a_game_from_there(client, game, data, monkeypatch):
    monkeypatch.setattr(Judges, "here", lambda players: Judges(Judge(seeds=(1,), worlds=2)))
    short = Replay.of(game)
    Replay.of(game).save(data / "judged.json")
    id = client.post("/api/replays/open", json={"name": "judged.json"}).json()["id"]
    assert until(lambda: client.get(f"/api/replays/{id}/judged").json()["done"])
    told = client.get(f"/api/replays/{id}/judged").json()
    assert len(told["judged"]) == len(short.actions) and all(told["scores"])
    step = told["costliest"][0]
    one = told["judged"][step]
    assert one["grade"] in ("inaccuracy", "mistake", "blunder") and one["loss"] > 0
    assert [r for r in one["rated"] if r["taken"]] and all(r["label"] for r in one["rated"])
    line = client.get(f"/api/replays/{id}/line/{step}").json()
    assert line["frames"][0]["done"] and line["frames"][0]["board"]["players"] and line["faces"]
    report = client.get(f"/api/replays/{id}/misplay/{step}").json()
    assert report["step"] == step and Replay.from_json(json.dumps(report["replay"])) == short
    for wrong in (
        {"step": "x"},
        {"step": 999},
        {"step": step, "seat": "Q"},
        {"step": 1, "level": "cmd:x"},
    ):
        assert client.post(f"/api/replays/{id}/play", json=wrong).status_code == 400
    asked = {"step": step, "seat": "B", "level": "greedy"}
    begun = client.post(f"/api/replays/{id}/play", json=asked).json()
    assert list(begun["tokens"]) == ["B"]
    assert client.get(f"/api/replays/{id}/line/999").status_code == 400


def test_the_chances_of_four_come_with_how_they_were_made(client, data, monkeypatch):
    """The page is not analysed again: it is notified when the file can be written."""
    asked = Judges(None, None, Playouts("greedy", games=8))
    monkeypatch.setattr(Playouts, "chances", lambda self, position, seed: (0.25, 0.75))
    held = threading.Event()
    monkeypatch.setattr(Judges, "here", lambda players: held.wait(60) and asked)
    names = ("axiom", "bravos", "lyra", "muna")
    game = Game.start(*names, seed=2, format="two_against_two")
    for _ in range(3):
        game.act(game.legal_actions()[0])
    Replay.of(game).save(data / "four.json")
    id = client.post("/api/replays/open", json={"name": "four.json"}).json()["id"]
    assert client.get(f"/api/replays/{id}").json()["sides"] == ["A and C", "B and D"]
    assert not client.get(f"/api/replays/{id}/judged").json()["done"]
    assert "every decision is analysed" in client.get(f"/api/replays/{id}/html").text
    held.set()
    assert until(lambda: client.get(f"/api/replays/{id}/judged").json()["done"])
    told = client.get(f"/api/replays/{id}/judged").json()
    assert told["how"] == asked.evaluated(4)
    assert told["chances"][:3] == [[0.25, 0.75]] * 3
    assert asked.evaluated(4) in client.get(f"/api/replays/{id}/html").text


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"\xff\xfe\x00", "neither a replay nor a saved game"),
        (b"[" * 100_000, "not a replay"),
        (b'{"kind": "altered replay", "format": 1}', "damaged"),
        (b'{"kind": "altered replay", "format": 1, "actions": "x"}', "damaged"),
        (b"ALTERED\0nonsense", "saved game"),
        (b"<script>alert(1)</script>", "not a replay"),
    ],
)
def test_a_hostile_upload_is_refused_in_words(client, body, says):
    answer = client.post("/api/replays", content=body)
    assert answer.status_code == 400 and says in answer.json()["error"]


def test_what_a_dataset_is_made_of_is_no_replay_to_open(client, data):
    shutil.copytree(DATASET, data / "some/games.parquet")
    told = client.get("/api/replays").json()
    assert "some/games.parquet" in told["datasets"]
    assert not [name for name in told["files"] if name.startswith("some/")]
    answer = client.post("/api/replays/open", json={"name": "some/games.parquet", "game": 1})
    assert answer.status_code == 200


def test_a_replay_that_was_edited_is_refused(client, game):
    told = json.loads(Replay.of(game).to_json())
    told["actions"] = [391, *told["actions"][1:]]
    answer = client.post("/api/replays", content=json.dumps(told).encode())
    assert answer.status_code == 400 and "action 0 of the replay fails" in answer.json()["error"]


# cards


def test_cards_are_searched(client):
    found = client.get("/api/cards?text=armorer&rarity=rare&mountain=2").json()
    assert found["count"] >= 1
    assert all(card["name"] == "Foundry Armorer" for card in found["cards"])
    assert client.get("/api/cards").json()["count"] > 2000
    assert client.get("/api/cards?wording=draw 1 card&cost=1-2").json()["count"] > 5
    for wrong in ("faction=elves", "cost=much", "colour=red", "keyword=frobnicate"):
        assert client.get(f"/api/cards?{wrong}").status_code == 400


def test_a_card_has_a_page(client):
    told = client.get("/api/cards/CORE_AX_16_R1").json()
    assert told["face"]["name"] == "Foundry Armorer" and len(told["versions"]) >= 3
    assert told["lines"][0]["notation"] and told["status"]
    worth = told["worth"]
    assert worth["low"] <= worth["worth"] <= worth["high"] and 1 <= worth["place"] <= worth["of"]
    assert told["to_others"]
    for other in told["to_others"]:
        assert other["by"] != worth["by"] and f"by {other['by']}" in other["conditions"]
    assert client.get("/api/cards/Foundry Armorex").status_code == 400


def test_a_text_is_tried(client):
    text = "{J} Draw a card. {R} Frobnicate target Character."
    told = client.post("/api/cards/try", json={"text": text}).json()
    assert not told["understood"]
    (problem,) = told["problems"]
    assert problem["before"] + problem["span"] + problem["after"] == text
    assert problem["span"].startswith("Frobnicate")
    told = client.post("/api/cards/try", json={"text": "{J} Draw a card."}).json()
    assert told["understood"] and "draw 1 card" in told["abilities"][0]["wording"].lower()
    assert client.post("/api/cards/try", json={"text": "x" * 2001}).status_code == 400
    assert client.post("/api/cards/try", json={"text": "x", "type": "elf"}).status_code == 400
    assert client.post("/api/cards/try", json={"text": "x", "subtypes": 3}).status_code == 400


def test_a_text_is_estimated_by_its_elements_with_costs_and_statistics(client):
    """The same card as one of the pool has the same estimate, and words that are wrong none."""
    card = cards.find("Foundry Armorer C")
    asked = {
        "text": "{J} Draw a card.",
        "name": card.name,
        "subtypes": list(card.subtypes),
        "faction": card.faction,
        **{name: getattr(card, name) for name in (*COSTS, *STATISTICS)},
    }
    told = client.post("/api/cards/try", json=asked).json()
    mine = replace(card, abilities=(told["abilities"][0]["notation"],), support=())
    row = estimates().estimate(mine)
    assert told["understood"] and told["worth"]["alone"] and not told["without"]
    assert (told["worth"]["worth"], told["worth"]["low"]) == (row.worth, row.low)
    assert f"by {estimates().head['agent']}" in told["worth"]["conditions"]
    strange = client.post("/api/cards/try", json=asked | {"name": ""}).json()["worth"]
    assert strange["high"] - strange["low"] > row.high - row.low, "it is no version of a card"
    assert not strange["remarks"]
    less = client.post("/api/cards/try", json=asked | {"forest": None, "faction": ""}).json()
    assert less["worth"] is None and less["without"] == "an estimate also needs faction, forest"
    wrong = client.post("/api/cards/try", json=asked | {"text": "{J} Frobnicate."}).json()
    assert wrong["worth"] is None and "fully understood" in wrong["without"]
    for strange in ({"forest": -1}, {"forest": 1.5}, {"hand_cost": True}, {"faction": "elves"}):
        assert client.post("/api/cards/try", json=asked | strange).status_code == 400


# decks, jobs, reports


def test_a_pasted_deck_is_examined(client):
    told = client.post("/api/decks", json={"text": decks.starter("muna").to_text()}).json()
    assert told["summary"] == decks.starter("muna").summary
    standard = [entry for entry in told["formats"] if entry["title"] == "Standard"]
    assert len(standard) == 2 and not any(entry["wrong"] for entry in standard)
    titles = {formats.get(name).title for name in formats.names()}
    assert {entry["title"] for entry in told["formats"]} == titles, "those of four too"
    again = client.post("/api/decks", json={"text": told["code"]}).json()
    assert again["stats"] == told["stats"]
    short = client.post("/api/decks", json={"text": "1 Sierra & Oddball\n3 Kappa C"}).json()
    standard = next(entry for entry in short["formats"] if entry["title"] == "Standard")
    assert any("from Bravos, but the Hero is from Axiom" in line for line in standard["wrong"])
    answer = client.post("/api/decks", json={"text": "3 Nobody At All"})
    assert answer.status_code == 400 and "no card is called" in answer.json()["error"]


def test_a_test_of_a_deck_is_a_job_that_can_be_stopped(client, monkeypatch):
    """Its games are not played here: the first deck wins all as A, and none as B."""
    slow = threading.Event()

    def played(matches):
        slow.wait(60)
        return [Played(0, 0, 9, 200) for _ in matches]

    monkeypatch.setattr(deck_pages, "play", played)
    asked = {"name": "axiom", "agent": "greedy", "deals": 10}
    id = client.post("/api/decks/test", json=asked).json()["id"]
    client.delete(f"/api/jobs/{id}")
    slow.set()
    assert until(lambda: _state(client, id) not in ("waiting", "running"))
    assert _state(client, id) == "stopped"
    said, alone = [], Job("alone")
    monkeypatch.setattr(alone, "say", lambda share, result: said.append((share, result["rows"])))
    field = deck_pages.decks_of_field("starters")
    found = deck_pages.tested(decks.starter("axiom"), "greedy", 10, alone, field)
    assert [share for share, _ in said] == sorted(share for share, _ in said) and said[-1][0] <= 1
    assert {len(rows) for _, rows in said} == set(range(6)), "each starter is told when it was met"
    assert found["games"] == 120 and found["all"]["mean"] == 0.5 and len(found["rows"]) == 6
    assert id in [job["id"] for job in client.get("/api/jobs").json()["jobs"]]
    assert client.get(f"/api/jobs/{id}").json()["page"] == "/decks"
    for wrong in (
        *({"deals": 10**6}, {"agent": "mine.py:Bot"}, {"text": "3 Kappa C"}),
        *({"field": "frog"}, {"field": "bench", "deals": 500}),
    ):
        assert client.post("/api/decks/test", json={**asked, **wrong}).status_code == 400


def test_jobs_say_how_far_they_are_and_why_they_failed():
    jobs = Jobs()

    def failing(job):
        job.say(0.5, {"half": True})
        raise ValueError("it cannot be done")

    job = jobs.begin("failing", failing)
    assert job.ended.wait(10)
    assert job.told()["state"] == "failed" and job.error == "it cannot be done"
    assert job.share == 0.5 and job.result == {"half": True}

    job.stop()
    with pytest.raises(StoppedError):
        job.say(0.6)


def test_reports_are_shown_apart_and_only_those_of_the_folder(client, data):
    (data / "r.html").write_text("<script>1</script>")
    (data / "secret.key").write_text("x")
    assert client.get("/api/reports").json()["reports"] == ["r.html"]
    answer = client.get("/api/reports/file/r.html")
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "allow-same-origin" not in answer.headers["content-security-policy"]
    assert "allow-downloads" in answer.headers["content-security-policy"], "its tables as CSV"
    for name in ("secret.key", "../x.html", "%2e%2e/x.html", "nothing.html"):
        assert client.get(f"/api/reports/file/{name}").status_code in (400, 404)


def test_a_report_is_a_job_that_says_how_far_it_is(client, data, monkeypatch):
    said = []

    def say(job, share, result=None):
        if job.title == "report of told.parquet":  # other servers of this process have jobs too
            said.append(share)

    monkeypatch.setattr(Job, "say", say)
    shutil.copytree(DATASET, data / "told.parquet")
    id = client.post("/api/reports", json={"dataset": "told.parquet"}).json()["id"]
    assert until(lambda: _state(client, id) not in ("waiting", "running"))
    assert _state(client, id) == "done"
    assert said == sorted(said) and len(set(said)) >= 4 and said[-1] < 1
    assert "told.parquet-report.html" in client.get("/api/reports").json()["reports"]
