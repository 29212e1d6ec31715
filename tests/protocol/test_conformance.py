"""`altered bot` checks a bot before others play it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from altered_env.agents import conformance
from altered_env.agents.conditions import Conditions
from altered_env.agents.conformance import Manner, checks
from altered_env.cli import main

HERE = Path(__file__)
SIMPLE = HERE.parents[2] / "agents" / "any_action.py"
STUBBORN = """
import json, sys, time
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "stubborn"}), flush=True)
    elif said["type"] == "decide":
        first = said["actions"][0]["id"]
        assert "of_a_later_version" not in said, "what is this?"
        print(json.dumps({"type": "act", "id": said["id"], "action": first}), flush=True)
while True:
    time.sleep(1)
"""


def bot(file, *way):
    return "cmd:" + shlex.join([sys.executable, "-S", str(file), *way])


def test_a_bot_that_keeps_to_the_protocol_is_ready(capsys):
    assert main(["bot", bot(SIMPLE), "--games", "1", "--seed", "4"]) == 0
    said = capsys.readouterr().out
    assert said.count("  right  ") == 7 and "wrong" not in said
    assert "6 games finished" in said and said.endswith("Ready for a board.\n")


def test_what_a_bot_does_wrong_is_said_with_where(capsys):
    file = HERE.with_name("misbehaving.py")
    assert main(["bot", bot(file, "invent"), "--games", "1"]) == 1
    said = capsys.readouterr().out
    assert (
        "illegal: it answered 999999, which is not on offer" in said
        and "day 0, asked for first_mana" in said
    )
    assert "6 of 7 checks failed" in said


def test_fields_of_later_versions_and_the_end_of_the_input_are_tried(tmp_path, monkeypatch):
    play = conformance._play

    def played(what, *given):  # the games without such fields are left out
        return play(what, *given) if len(given) == 5 else conformance.Checked(what, "")

    monkeypatch.setattr(conformance, "_play", played)
    monkeypatch.setattr(conformance, "ENDING", 0.2)
    file = tmp_path / "stubborn.py"
    file.write_text(STUBBORN)
    found = {c.what: c.problem for c in checks(bot(file), 1, 0, Conditions(), Manner())}
    wrong = {what: problem for what, problem in found.items() if problem}
    assert list(wrong) == [
        "a game with message fields of a later version",
        "it ends when its input ends",
    ]
    later, ending = wrong.values()
    assert later.startswith("crashed: ") and "what is this?" in later
    assert "and was killed" in ending


def test_names_and_numbers_are_checked(capsys):
    assert main(["bot", "cmd:no-such-program"]) == 2
    assert main(["bot", "random", "--games", "0"]) == 2
    said = capsys.readouterr().err
    assert (
        "no program in PATH is called 'no-such-program'" in said
        and "--games must be 1 or more, found 0" in said
    )


def test_players_of_the_package_are_checked_by_games_alone():
    manner = Manner()
    assert [c.problem for c in checks("random", 1, 0, Conditions(), manner)] == [""] * 4
    assert manner.games == 4 and len(manner.seconds) > 100 and len(manner.decisions) > 5
