"""Replays reproduce games to the byte; invalid ones are refused."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from altered_env import Game, Scenario
from altered_env.game.errors import ReplayError
from altered_env.game.fingerprint import fingerprint, is_of
from altered_env.game.options import choices
from altered_env.game.replay import Replay, log


@pytest.fixture(scope="module")
def replay() -> Replay:
    game = Game.start("ordis", "yzmir", seed=11, rules="5.0")
    while not game.over:
        game.act(game.legal_actions()[0])
    return Replay.of(game)


def test_a_replay_plays_back_to_the_same_bytes(replay, tmp_path):
    path = tmp_path / "game.json"
    replay.save(path)
    again = Replay.load(path)
    assert again == replay
    assert again.play().state_hash() == replay.state
    assert again.play().over


def test_the_compiled_and_the_plain_engine_give_the_same_bytes(played, tmp_path):
    """The plain one plays a random game of this one's again."""
    for seed, decks in enumerate((("axiom", "muna"), ("lyra", "ordis"), ("bravos", "yzmir"))):
        path = tmp_path / f"{seed}.json"
        Replay.of(played(seed=seed, decks=decks)).save(path)
        code = "import sys; from altered_env.game import Replay; Replay.load(sys.argv[1]).play()"
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        subprocess.run([sys.executable, "-c", code, str(path)], env=environment, check=True)


def test_a_game_under_way_has_a_replay(played):
    game = played(seed=2, decisions=20)
    assert Replay.of(game).play() == game
    saved = Game.from_bytes(game.to_bytes())
    assert Replay.of(saved) == Replay.of(game)


def test_another_world_and_a_scenario_have_none(played):
    with pytest.raises(ReplayError, match="started from decks"):
        Replay.of(played(seed=2, decisions=20).resample("A", 1))
    table = Scenario()
    table.begin("morning")
    with pytest.raises(ReplayError, match="started from decks"):
        Replay.of(table.game)


def changed(replay: Replay, **changes: object) -> str:
    return json.dumps({**json.loads(replay.to_json()), **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 3}, "format 3; only 1 and 2"),
        ({"kind": "film"}, "not a replay of Altered"),
        ({"actions": "abc"}, "damaged"),
        ({"actions": [True]}, "whole numbers"),
        ({"actions": [1.5]}, "whole numbers"),
        ({"actions": None}, "damaged"),
        ({"seed": "x"}, "whole numbers"),
        ({"decks": []}, "damaged"),
        ({"rules": "mine"}, "no ruleset is called 'mine'"),
        ({"decks": [1, 2]}, "damaged"),
        (
            {"decks": [{"name": "x", "hero": None, "cards": ["CORE_AX_99_C"]}] * 2},
            "needs an unknown card: .*CORE_AX_99_C",
        ),
    ],
)
def test_a_replay_that_is_not_right_is_refused(replay, changes, message):
    with pytest.raises(ReplayError, match=message):
        Replay.from_json(changed(replay, **changes))


def test_a_long_seed_of_an_earlier_format_plays_as_it_did():
    seed = (5 ^ 0x9E3779B97F4A7C15) + 2**64
    replay = Replay.of(Game.start("axiom", "bravos", seed=5))
    earlier = Replay.from_json(changed(replay, format=1, seed=seed))
    assert earlier == replay and earlier.play().story.seed == 5
    with pytest.raises(ReplayError, match="ends in a state other than"):
        Replay.from_json(changed(replay, seed=seed)).play()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "[" * 100_000, '{"kind": "altered replay"}']
)
def test_what_is_no_replay_is_refused(text):
    with pytest.raises(ReplayError):
        Replay.from_json(text)


def test_a_replay_that_is_nested_too_deeply_is_refused_in_a_sentence():
    with pytest.raises(ReplayError) as caught:
        Replay.from_json("[" * 100_000)
    assert str(caught.value) == "this is not a replay, or a damaged one: nested too deeply"


def test_a_replay_that_is_cut_off_is_refused(replay, tmp_path):
    path = tmp_path / "half.json"
    path.write_text(replay.to_json()[:500], "utf-8")
    with pytest.raises(ReplayError, match=r"half\.json: .*damaged"):
        Replay.load(path)
    path.write_bytes(b"\xff\xfe\0")
    with pytest.raises(ReplayError, match="not text"):
        Replay.load(path)
    with pytest.raises(ReplayError, match="No such file"):
        Replay.load(tmp_path / "none.json")


def test_a_replay_with_another_action_is_noticed(replay):
    actions = list(replay.actions)
    with pytest.raises(ReplayError, match=r"action 3 of the replay fails: action 391"):
        Replay.from_json(changed(replay, actions=[*actions[:3], 391, *actions[4:]])).play()
    with pytest.raises(ReplayError, match="a state other than recorded: its cards"):
        Replay.from_json(changed(replay, actions=actions[:-1])).play()
    with pytest.raises(ReplayError, match=r"a state other than recorded: .*another version"):
        Replay.from_json(changed(replay, seen="0", engine="old")).play()


def test_a_replay_of_another_record_plays_to_the_same_end(replay):
    """A record that holds more than it did has other bytes; what there is to see is the same."""
    assert Replay.from_json(changed(replay, state="0", engine="old")).play().over


def test_a_finished_game_prints_as_a_log_in_words(replay):
    lines = log(replay)
    assert "(A) against" in lines[0] and "rules 5.0" in lines[0]
    assert lines[-1] in [f"{seat} wins on day {replay.play().day}." for seat in "AB"]
    text = "\n".join(lines)
    for part in ("Day 1, afternoon", "draws ", "to the Mana zone", "Expedition moves 1 forward"):
        assert part in text
    decisions = [line for line in lines if line.startswith("  ") and line[2] != " "]
    assert len(decisions) == len(replay.actions)
    assert not [line for line in lines if "None" in line or re.search(r": action \d", line)]


def test_a_fingerprint_does_not_depend_on_wording(monkeypatch):
    game = Game.start("axiom", "bravos", seed=1)
    before, in_words = fingerprint(game), is_of(game, fingerprint(game))
    monkeypatch.setattr("altered_env.game.view.question", lambda state: "asked otherwise")
    monkeypatch.setattr(
        "altered_env.game.view.choices",
        lambda *given: [replace(option, label="called otherwise") for option in choices(*given)],
    )
    assert {label for _, label in game.view().options} == {"called otherwise"}
    assert in_words and fingerprint(game) == before and is_of(game, before)
    game.act(game.legal_actions()[0])
    assert not is_of(game, before)
