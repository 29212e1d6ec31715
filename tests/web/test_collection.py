"""Messages to the page of collections."""

from __future__ import annotations

import csv
import json

import pytest
from starlette.testclient import TestClient

from altered_env import decks
from altered_env.web import collection_pages
from altered_env.web.app import make_app
from altered_env.web.collection_pages import FIELDS, Collections
from tests.cards.test_collection import ARMORER, MEASURED, WITHOUT_WORTH, unique
from tests.web.serving import HERE


def read(client, text):
    answer = client.post("/api/collection", json={"text": text})
    assert answer.status_code == 200, answer.text
    return answer.json()


def rows(told):
    assert tuple(told["fields"]) == FIELDS
    return [dict(zip(told["fields"], row, strict=True)) for row in told["rows"]]


def test_a_pasted_collection_is_valued_best_first_and_counted(client):
    told = read(client, f"2 {ARMORER}\n{MEASURED}\nCORE_AX_01_C\nfrog\n")
    first, second, hero = rows(told)
    assert (first["reference"], first["source"], first["faction"]) == (MEASURED, "measured", None)
    assert (second["name"], second["count"]) == ("Foundry Armorer C", 2)
    assert second["low"] < second["worth"] < second["high"]
    assert second["best_hero"] and second["best_archetype"] and second["gain"] > 0
    assert (first["best_hero"], hero["best_hero"], hero["there"]) == (None, None, None)
    assert told["context"].startswith("Best with")
    assert (hero["worth"], hero["source"]) == (None, "unknown")
    counts = told["counts"]
    assert (counts["different"], counts["cards"], counts["problems"]) == (3, 4, 1)
    assert told["problems"][0]["place"] == "line 4" and "frog" in told["problems"][0]["why"]
    assert "a worth is the mean over the Heroes" in told["by_hero"]


def test_cards_are_compared_with_what_each_line_brings(client):
    told = read(client, json.dumps([unique(), ARMORER]))
    path = f"/api/collection/{told['id']}/cards"
    mine, common = client.get(f"{path}?cards=CORE_AX_16_U_7,{ARMORER}").json()["cards"]
    assert (
        mine["source"] == "outside" and mine["face"]["text"]
    )  # four cards are beyond any measured
    assert mine["lines"][0]["low"] < mine["lines"][0]["worth"] < mine["lines"][0]["high"]
    assert common["source"] == "measured" and common["own"] is not None
    assert client.get(f"{path}?cards=frog").status_code == 400
    many = ",".join(f"a{k}" for k in range(7))
    assert "name 1 to 6 cards, found 7" in client.get(f"{path}?cards={many}").json()["error"]


def test_the_best_for_a_deck_are_found(client):
    told = read(client, json.dumps([unique()]))
    deck = {"text": decks.starter("axiom").to_text()}
    path = f"/api/collection/{told['id']}/deck"
    found = client.post(path, json={"deck": deck, "most": 3}).json()
    assert found["fitting"] == 1 and len(found["picks"]) <= 1
    if found["picks"]:
        assert "CORE_AX_16_U_7" in found["deck"]
    told = read(client, "\n".join(f"ALT_CORE_B_AX_16_U_{n}" for n in (90_001, 90_002)))
    path = f"/api/collection/{told['id']}/deck"
    unread = client.post(path, json={"deck": deck, "most": 3}).json()["unread"]
    assert unread == 2, "known by reference alone"
    suggested = client.post("/api/decks/suggest", json={**deck, "format": "standard"}).json()
    assert suggested["picks"] and "unread" not in suggested
    wrong = client.post(path, json={"deck": deck, "most": 99})
    assert wrong.status_code == 400 and "most must be 1 to 10" in wrong.json()["error"]
    wrong = client.post(path, json={"deck": {"text": "frog"}})
    assert wrong.status_code == 400 and "the pasted deck:1" in wrong.json()["error"]


def test_the_lists_that_a_collection_holds_are_named(client):
    deck = decks.starter("axiom")
    told = read(client, deck.to_text().replace("3 CORE_AX_04_C", "1 CORE_AX_04_C"))
    first, second, *_ = client.get(f"/api/collection/{told['id']}/lists").json()["lists"]
    assert (first["name"], first["owned"], first["of"]) == ("axiom", 38, 40)
    assert first["missing"] == ["2 Kelon Elemental C"] and first["hero"] == "Sierra & Oddball"
    assert second["owned"] < 38


def test_a_collection_is_exported(client):
    told = read(client, f"2 {ARMORER}\nfrog")
    path = f"/api/collection/{told['id']}/export"
    (row,) = csv.DictReader(client.get(f"{path}.csv").text.splitlines())
    assert row["reference"] == ARMORER and row["count"] == "2"
    whole = client.get(f"{path}.json").json()
    assert whole["values"][0]["lines"] and whole["problems"][0]["place"] == "line 2"
    assert client.get(f"{path}.exe").status_code == 400


def test_cards_of_every_kind_are_exported_and_compared(client):
    told = read(client, "\n".join(WITHOUT_WORTH))
    path = f"/api/collection/{told['id']}"
    rows = csv.DictReader(client.get(f"{path}/export.csv").text.splitlines())
    assert {row["reference"] for row in rows} == set(WITHOUT_WORTH)
    whole = client.get(f"{path}/export.json").json()
    assert {row["reference"] for row in whole["values"]} == set(WITHOUT_WORTH)
    about = client.get(f"{path}/cards?cards={','.join(WITHOUT_WORTH)}").json()["cards"]
    assert [row["reference"] for row in about] == list(WITHOUT_WORTH)
    assert about[0]["lines"] == [] and about[0]["face"]["text"]


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (b'{"text": ""}', 400, "paste a card a line"),
        (b'{"text": 3}', 400, "paste a card a line"),
        (b"[]", 400, "expected a JSON object"),
        (b"\xff", 400, "not JSON"),
        (
            b'{"text": "' + b"x" * 10_000_000 + b'"}',
            413,
            "over 10,000,000 bytes, more than is accepted: paste it in parts",
        ),
    ],
)
def test_what_is_no_collection_is_refused_in_words(client, body, status, says):
    answer = client.post("/api/collection", content=body)
    assert answer.status_code == status and says in answer.json()["error"]


def test_french_is_read_with_its_phrases_or_told_to_need_them(client, tmp_path):
    text = json.dumps([unique(main_text={"fr": "{J} Piochez une carte."})])
    told = read(client, text)
    assert not told["rows"] and "--elements FILE, or phrases.tsv" in told["problems"][0]["why"]
    file = tmp_path / "french.tsv"
    file.write_text("french\tenglish\n{J}\t{J}\nPiochez une carte.\tDraw a card.\n")
    with TestClient(make_app(elements=file), base_url=HERE) as other:
        told = read(other, text)
        assert rows(told)[0]["source"] == "estimated" and not told["problems"]
        file.write_text("no table")
        wrong = other.post("/api/collection", json={"text": text})
        assert wrong.status_code == 400 and "found the columns no table" in wrong.json()["error"]


def test_junk_of_any_size_is_counted(client):
    told = read(client, "\n".join(f"frog {k}" for k in range(20_000)))
    assert told["counts"]["problems"] == 20_000 and not told["rows"]
    assert len(told["problems"]) == collection_pages.PROBLEMS


def test_an_upload_adds_nothing_to_the_catalogue(client):
    from altered_env.cards import catalogue

    before = len(catalogue()), set(catalogue().tokens)
    text = "{J} Create a [Salt Golem 3/1/2] Elemental token in my Expedition."
    told = read(client, json.dumps([unique(main_text=text)]))
    assert rows(told)[0]["source"] == "estimated"
    assert (len(catalogue()), set(catalogue().tokens)) == before


def test_the_oldest_collection_is_forgotten(client, monkeypatch):
    monkeypatch.setattr(collection_pages, "HELD", 2)
    held = Collections()
    ids = [held.keep(ARMORER)[0] for _ in range(3)]
    with pytest.raises(LookupError, match="no longer there: read it again"):
        held.find(ids[0])
    assert held.find(ids[2]).values[ARMORER].count == 1
    answer = client.get("/api/collection/nothing/cards?cards=A")
    assert answer.status_code == 400 and "read it again" in answer.json()["error"]


def test_the_pool_of_a_collection_has_its_uniques():
    held = Collections()
    id, _ = held.keep(json.dumps([unique()]))
    assert "CORE_AX_16_U_7" in held.pool(id) and "CORE_AX_16_U_7" not in held.pool("")
