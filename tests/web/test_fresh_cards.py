"""One's own cards that are imported while the server runs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from altered_env import decks
from altered_env.cards import catalogue, find
from altered_env.cards.home import card_folder, keep

OWL = "CORE_AX_16_U_9001"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ALTERED_HOME", str(tmp_path / "home"))
    yield card_folder()
    catalogue.cache_clear()


def imported(home, **facts):
    """As another program does it, which leaves the catalogue here as it is."""
    common = find("CORE_AX_16_C")
    keep([replace(common, reference=OWL, rarity="unique", prints=(), **facts)], home)


def test_an_imported_card_is_known_at_the_next_request(client, home):
    lines = decks.named("axiom").to_text().splitlines()
    deck = "\n".join([*[line for line in lines if "CORE_AX_16_C" not in line], f"3 {OWL}"])
    asked = {"seats": ["person", "random"], "decks": [{"text": deck}, {"name": "lyra"}]}
    answer = client.post("/api/games", json=asked)
    assert answer.status_code == 400 and "altered cards import" in answer.json()["error"]
    imported(home, hand_cost=4)
    found = client.get(f"/api/cards/{OWL}")
    assert found.status_code == 200 and found.json()["face"]["costs"][0] == 4
    answer = client.post("/api/games", json=asked)
    assert answer.status_code == 200, answer.text
    imported(home, hand_cost=2)
    assert client.get(f"/api/cards/{OWL}").json()["face"]["costs"][0] == 2


def test_a_broken_file_leaves_the_cards_as_they_were(client, home, capsys):
    imported(home)
    assert client.get(f"/api/cards/{OWL}").status_code == 200
    (home / "core" / "axiom.yaml").write_text("frog")
    for _ in range(2):
        assert client.get(f"/api/cards/{OWL}").status_code == 200
    assert capsys.readouterr().err.count("one of your own card files") == 1
