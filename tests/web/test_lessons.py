"""The first game of a newcomer, and the rules that are explained in it."""

from __future__ import annotations

import json
import random
import re

import pytest

from altered_env.agents.named import names
from altered_env.language.words import DECISIONS, PHASES
from altered_env.web.app import STATIC
from altered_env.web.lessons import OPPONENT, first_session
from tests.citations import collect
from tests.web.serving import HERE

HINTS = json.loads((STATIC / "lesson.json").read_text("utf-8"))
CONDITIONS = re.search(
    r"const CONDITIONS = \{\n(.*?)\n\};", (STATIC / "lesson.js").read_text("utf-8"), re.DOTALL
)
PLACES = {"hand", "adventure", "expeditions", "near", "limbo", "decision"}


@pytest.fixture(scope="module")
def rules():
    found, _ = collect()
    return found


@pytest.mark.parametrize("hint", HINTS, ids=lambda hint: hint["key"])
def test_a_hint_states_rules_that_tests_of_the_engine_check(hint, rules):
    assert hint["rules"]
    for rule in hint["rules"]:
        assert rules[f"2024.09:{rule}"].tested, f"{hint['key']}: no test checks {rule}"


@pytest.mark.parametrize("hint", HINTS, ids=lambda hint: hint["key"])
def test_a_hint_is_short_and_comes_up_at_something_that_exists(hint):
    assert 1 <= len(re.findall(r"[.?!”](?= |$)", hint["text"])) <= 3 and len(hint["text"]) <= 200
    assert hint["at"] in PLACES
    assert CONDITIONS
    known = re.findall(r"^  (\w+): \(", CONDITIONS[1], re.MULTILINE)
    assert hint["when"] and hint["when"].keys() <= set(known)
    assert set(hint["when"].get("decision", [])) <= set(DECISIONS.values())
    assert set(hint["when"].get("phase", [])) <= set(PHASES.values())


def test_each_hint_has_its_own_key():
    assert len({hint["key"] for hint in HINTS}) == len(HINTS)


def test_the_first_game_is_the_same_for_everyone_and_says_so(client):
    hands = []
    for _ in range(2):
        token = client.post("/api/learn", json={}).json()["tokens"]["A"]
        at = f"ws://127.0.0.1:8420/ws/seat/{token}"
        with client.websocket_connect(at, headers={"origin": HERE}) as page:
            told = page.receive_json()
        hands.append([seen["name"] for seen in told["board"]["players"][0]["hand"]])
        assert told["titles"][1] == "Beginner" and told["open"]
        assert told["board"]["players"][0]["hero"] is None
        assert any("the same for everyone" in text for _, text in told["log"])
    assert hands[0] == hands[1] and len(hands[0]) == 6
    assert OPPONENT in names()


def test_who_plays_any_card_to_any_place_wins_most_first_games():
    """Of 8 such games at least 5, in days enough for each rule and few enough for ten minutes."""
    won = 0
    for number in range(8):
        session, chance = first_session(), random.Random(number)
        decisions = 0
        while not session.over:
            if session.act_for_agent():
                continue
            options = session.game.seat(0).choices()
            plays = [one for one in options if one.kind not in ("pass", "done", "no")]
            session.act(chance.choice(plays or list(options)).action)
            decisions += 1
        won += session.winners == "A"
        assert 4 <= session.game.day <= 12 and decisions <= 60
    assert won >= 5
