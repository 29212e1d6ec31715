"""The files of a league: it resumes by its plan, and damage is reported."""

from __future__ import annotations

import json

import pytest

from altered_env.train import Config, league, runs
from altered_env.train.league_files import Plan, refuse_another

BEGUN = ["--decks", "axiom", "--phases", "1", "--decisions", "200", "--exploiter-decisions", "100"]
BEGUN += ["--measure", "2", "--seed", "3", "--width", "8", "--hidden", "8"]
DONE = {"target": "net:x", "decisions": 100, "won": 1, "games": 2, "decks": "axiom", "rate": 0.5}


@pytest.fixture
def it(tmp_path):
    """A league of one phase that is done, as far as it says itself."""
    out = tmp_path / "l"
    given = dict(zip((name[2:].replace("-", "_") for name in BEGUN[::2]), BEGUN[1::2], strict=True))
    numbers = ("decisions", "seed", "width", "hidden")
    made = Config(decks=given["decks"], **{name: int(given[name]) for name in numbers})
    league.League(made, out, 1, 100, 2).begin()
    (out / "main").mkdir()
    (out / "main" / "run.safetensors").touch()
    network = str(out / "main" / "kept" / runs.kept_name(230))
    (out / "phase-1.json").write_text(json.dumps({"network": network}))
    (out / "exploiter-1").mkdir()
    (out / "exploiter-1" / "exploit.json").write_text(json.dumps(DONE))
    return out


def said_of(out, arguments, capsys):
    status = league.main([*BEGUN, "--resume", *arguments, "--out", str(out)])
    told = capsys.readouterr()
    return status, told.err if status == 2 else told.out


def test_what_is_done_is_not_done_again(it, capsys):
    status, said = said_of(it, ["--threads", "1", "--device", "cpu"], capsys)
    assert status == 0 and "1          50.0 %" in said
    status, said = said_of(it, ["--minutes", "5"], capsys)
    assert status == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--learning-rate", "0.5"], "learning_rate 0.001, now 0.5"),
        (["--seed", "4", "--gamma", "0.9"], "seed 3, now 4; gamma 1.0, now 0.9"),
        (["--measure", "4"], "measure 2, now 4"),
        (["--exploiter-decisions", "7"], "exploiter_decisions 100, now 7"),
        (["--opponents", "random"], "opponents 'random+greedy+rules', now 'random'"),
        (["--decisions", "100"], "decisions 200, now 100"),
        (["--decisions", "300"], "decisions 200, now 300: increase --phases, too"),
        (["--phases", "2"], "started with phases 1 and decisions 200; with 2 and 200 the main "
         "agent would learn nothing in phase 2, since it has already taken 230 decisions: give "
         "--decisions 231 or more"),
        (["--phases", "3", "--decisions", "340"], "give --decisions 347 or more"),
    ],
)  # fmt: skip
def test_a_league_goes_on_only_as_it_was_begun(arguments, says, it, capsys):
    before = (it / "league.json").read_bytes()
    status, said = said_of(it, arguments, capsys)
    assert status == 2 and "phase  exploiter wins" not in said
    assert f"altered_env.train.league: {it / 'league.json'}: " in said and says in said
    assert (it / "league.json").read_bytes() == before


def test_a_league_of_fewer_phases_does_not_go_on(it):
    path = it / "league.json"
    begun = Plan("altered_env.train", 3, 100, 2, {"decisions": 200})
    with pytest.raises(ValueError, match="started with phases 3, now 2: give the same"):
        fewer = Plan("altered_env.train", 2, 100, 2, {"decisions": 200})
        refuse_another(path, begun, fewer, 200, 3)
    more = Plan("altered_env.train", 4, 100, 2, {"decisions": 300})
    refuse_another(path, begun, more, 200, 3)


@pytest.mark.parametrize("program", ["training.ppo", "altered_env.train.ppo"])
def test_a_league_of_the_trainer_that_went_is_refused(program, it, capsys):
    path = it / "league.json"
    said = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(said | {"program": program}), "utf-8")
    status, told = said_of(it, [], capsys)
    assert status == 2 and f"{path}: policy:* was removed in version 0.2: use net:v" in told


def test_a_league_of_version_0_1_goes_on(it, capsys):
    """It calls the program that trains by the name of another package."""
    path = it / "league.json"
    said = json.loads(path.read_text("utf-8"))
    assert said["program"] == "altered_env.train"
    path.write_text(json.dumps(said | {"program": "training.learning"}), "utf-8")
    assert said_of(it, [], capsys)[0] == 0


def test_a_league_of_before_that_was_written_down_is_told_what_to_do(it, capsys):
    (it / "league.json").unlink()
    status, said = said_of(it, [], capsys)
    assert status == 2
    assert f"{it / 'league.json'}, the options of the league, is missing" in said
    assert "another --out" in said


BAD = [
    *(
        (file, text, says)
        for file in ("exploiter-1/exploit.json", "phase-1.json", "league.json")
        for text, says in (
            ("[]", "expected an object, found []"),
            ("3", "expected an object, found 3"),
            ("[" * 100_000, "not JSON, nested too deeply"),
            (b"\xff", "not text in UTF-8"),
            ("{}", ""),
        )
    ),
    ("phase-1.json", {"network": 3}, "network is 3; expected a text"),
    ("exploiter-1/exploit.json", DONE | {"games": 0}, "games is 0; expected 1 to"),
    ("exploiter-1/exploit.json", DONE | {"games": 10**400}, ""),
    ("exploiter-1/exploit.json", DONE | {"won": 3}, "won is 3, of 2 games"),
    (
        "exploiter-1/exploit.json",
        DONE | {"won": float("nan")},
        "won is nan; expected a finite number",
    ),
    ("exploiter-1/exploit.json", DONE | {"target": None}, "target is None"),
    ("league.json", {"phases": 3}, "config must be an object, found None"),
    ("league.json", {"phases": 3, "config": {}}, "program must be altered_env.train, found None"),
    ("league.json", {"program": "altered_env.train", "config": {}}, "missing"),
    (
        "league.json",
        {
            **{"program": "altered_env.train", "phases": "3", "exploiter_decisions": 1},
            **{"measure": 2, "config": {}},
        },
        "phases must be a whole number from 0 on, found '3'",
    ),
]


@pytest.mark.parametrize(
    ("file", "holds", "says"), BAD, ids=[f"{file} {holds!s:.20}" for file, holds, _ in BAD]
)
def test_a_file_of_a_league_that_is_damaged_is_named(file, holds, says, it, capsys):
    text = json.dumps(holds) if isinstance(holds, dict) else holds
    (it / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    status, said = said_of(it, [], capsys)
    assert status == 2
    assert f"{it / file}" in said and says in said
    assert "is damaged: " in said or holds == b"\xff"
