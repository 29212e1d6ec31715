"""Secrets of runs: committed to, stored privately, revealed, and used to resume."""

from __future__ import annotations

import json
import re
import stat
import sys

import polars
import pytest

from altered_env import Game
from altered_env._runtime import seeds
from altered_env._runtime.atomic_files import umask
from altered_env.arena import pairings
from altered_env.arena.commitments import beside, secret_of
from altered_env.arena.pairings import Arena, load, play_one, timeless
from altered_env.cli import main
from altered_env.protocol import pipes
from altered_env.protocol.sandboxes import Sandbox

ATTACK = '''
"""Plays at random, and tries to rebuild its game from what is public: package and seed 0."""
import json, random, sys
sys.path[:0] = {path!r}
said = None

def hands(mine):
    from altered_env import Game
    from altered_env.arena.pairings import Arena
    plan = Arena(("random", "greedy"), ("axiom", "muna"), seed=0)
    for number in range(2):
        dealt, seed, _ = plan.drawn("random", "greedy", number)
        try:
            game = Game.start(*dealt, seed=seed)
        except Exception:
            continue
        both = [sorted(o.name for o in game.view(p).players[p].hand) for p in (0, 1)]
        if both["AB".index(said["seat"])] == mine:
            return both["BA".index(said["seat"])]
    return None

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({{"type": "hello", "name": "attack", "protocol": 1}}), flush=True)
    elif message["type"] == "game":
        said = message
    elif message["type"] == "decide":
        if message["id"] == 1:
            player = message["view"]["players"]["AB".index(said["seat"])]
            found = hands(sorted(o["name"] for o in player["hand"]))
            with open({out!r}, "a") as file:
                file.write(json.dumps([said["seat"], found]) + "\\n")
        action = random.choice(message["actions"])["id"]
        print(json.dumps({{"type": "act", "id": message["id"], "action": action}}), flush=True)
'''


@pytest.fixture
def attack(tmp_path, monkeypatch):
    """A program that names the other's first hand, and its guesses so far. It writes them to a
    file, so it runs without a sandbox."""
    monkeypatch.setattr(pipes, "chosen", lambda *_: Sandbox("none"))
    named = tmp_path / "named.jsonl"
    script = tmp_path / "attack.py"
    script.write_text(ATTACK.format(path=sys.path, out=str(named)))

    def found():
        return [json.loads(line) for line in named.read_text().splitlines()]

    return f"cmd:{sys.executable} {script}", found


def other_hands(out):
    """The first hand of the program's opponent in each game, and the program's seat."""
    for row in load(out):
        game = Game.start(row.deck_a, row.deck_b, seed=row.seed)
        me = (row.agent_a, row.agent_b).index(next(n for n in (row.one, row.two) if "cmd:" in n))
        yield "AB"[me], sorted(o.name for o in game.view(1 - me).players[1 - me].hand)


def test_a_program_rebuilds_games_of_a_public_seed_and_no_others(attack, tmp_path, capsys):
    program, found = attack
    command = ["arena", program, "random", "--games", "2", "--decks", "axiom,muna", "--jobs", "1"]
    out = str(tmp_path / "open.jsonl")
    assert main([*command, "--seed", "0", "--out", out]) == 2
    said = capsys.readouterr().err
    assert "--seed 0: cmd:" in said and "add --public-seed" in said
    assert main([*command, "--seed", "0", "--public-seed", "--out", out]) == 0
    assert "Seed 0: with this seed anyone can rebuild" in capsys.readouterr().out
    assert found() == [list(each) for each in other_hands(tmp_path / "open.jsonl")]
    out = str(tmp_path / "secret.jsonl")
    assert main([*command, "--out", out]) == 0
    assert [hand for _, hand in found()[2:]] == [None] * 2
    assert len(list(other_hands(tmp_path / "secret.jsonl"))) == 2


COMMAND = ["arena", "greedy", "random", "--jobs", "1", "--decks", "axiom"]


def kept_files(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_secret_is_committed_to_and_revealed(tmp_path, capsys):
    out = tmp_path / "games.jsonl"
    assert main([*COMMAND, "--games", "2", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    commitment = re.search(r"Commitment to the seeds: SHA-256 (\w{64})\n", said)[1]
    digits = re.search(r"Secret number of the seeds: (\w{32})\n", said)[1]
    assert said.index(commitment) < said.index("2 games") < said.index(digits)
    assert seeds.commitment_of(digits) == commitment
    stated = json.loads(beside(out).read_text())
    assert (stated["commitment"], stated["secret"]) == (commitment, digits)
    plan = Arena(("greedy", "random"), ("axiom",), 2, secret=seeds.Secret(int(digits, 16)))
    drawn = [plan.drawn("greedy", "random", number).seed for number in (0, 1)]
    assert [row.seed for row in load(out)] == drawn
    assert timeless(play_one(plan, "greedy", "random", 1)).decisions == load(out)[1].decisions
    assert kept_secret_is_gone(commitment)


def kept_secret_is_gone(commitment):
    return not (seeds.secrets_folder() / commitment).exists()


def test_no_two_runs_have_the_same_games(capsys, tmp_path):
    for name in ("one.jsonl", "two.jsonl"):
        assert main([*COMMAND, "--games", "2", "--out", str(tmp_path / name)]) == 0
    one, two = (load(tmp_path / name)[0].seed for name in ("one.jsonl", "two.jsonl"))
    assert one != two and min(one, two).bit_length() > 96


def test_an_interrupted_run_goes_on_with_its_secret(tmp_path, monkeypatch, capsys):
    out = tmp_path / "games.jsonl"

    class StoppedError(Exception):
        pass

    def stopped(plan, one, two, number):
        if number == 4:
            raise StoppedError
        return play_one(plan, one, two, number)

    monkeypatch.setattr(pairings, "play_one", stopped)
    with pytest.raises(StoppedError):
        main([*COMMAND, "--games", "6", "--out", str(out)])
    commitment = re.search(r"SHA-256 (\w{64})\n", capsys.readouterr().out)[1]
    assert json.loads(beside(out).read_text())["secret"] is None
    path = seeds.secrets_folder() / commitment
    digits = path.read_text().strip()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert not any(digits in file.read_text() for file in tmp_path.iterdir())
    assert secret_of(out).digits == digits
    monkeypatch.setattr(pairings, "play_one", play_one)
    before = out.read_text()
    assert main([*COMMAND, "--games", "6", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert f"SHA-256 {commitment}" in said and digits in said
    assert out.read_text().startswith(before) and before.count("\n") == 4
    assert len(load(out)) == 6 and kept_secret_is_gone(commitment)


def test_no_game_of_a_recorded_deal_is_still_to_come(tmp_path, monkeypatch):
    """The record has the seed of each game, and programs may be able to read it."""
    out, begun = tmp_path / "games.jsonl", []

    def watched(plan, one, two, number):
        recorded = [] if not out.exists() else [row.number // 2 for row in load(out)]
        begun.append((number, number // 2 in recorded, stat.S_IMODE(out.stat().st_mode)))
        return play_one(plan, one, two, number)

    assert main([*COMMAND, "--games", "2", "--out", str(out)]) == 0
    lines = out.read_text().splitlines(keepends=True)
    out.write_text(lines[0])  # as if the second was cut off
    monkeypatch.setattr(pairings, "play_one", watched)
    assert main([*COMMAND, "--games", "8", "--out", str(out)]) == 0
    assert [number for number, *_ in begun] == [1, 2, 3, 4, 5, 6, 7]
    assert [number for number, recorded, _ in begun if recorded] == [1]
    if sys.platform != "win32":
        assert {mode for *_, mode in begun} == {0o600}
        mask = umask()
        assert stat.S_IMODE(out.stat().st_mode) == 0o666 & ~mask  # what is finished may be read


def test_games_whose_seeds_were_revealed_are_not_for_programs(attack, tmp_path, capsys):
    program, found = attack
    out = str(tmp_path / "games.jsonl")
    command = ["arena", program, "random", "--decks", "axiom", "--jobs", "1", "--out", out]
    assert main([*command, "--games", "2"]) == 0
    capsys.readouterr()
    assert main([*command, "--games", "2"]) == 0  # nothing is left to be played
    assert main([*command, "--games", "4"]) == 2
    assert "were revealed after they were played" in capsys.readouterr().err
    assert main([*command, "--games", "4", "--public-seed"]) == 0
    assert len(found()) == 4


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "does not state the seeds"),
        ("[]", "does not state the seeds"),
        ('{"commitment": 3, "secret": null, "derivation": "hmac-sha256"}', "must be strings"),
        (
            '{"commitment": "x", "secret": "7", "derivation": "hmac-sha256"}',
            "does not match its commitment",
        ),
        (
            '{"commitment": "x", "secret": null, "derivation": "dice"}',
            "derivation must be hmac-sha256",
        ),
        ('{"commitment": "../x", "secret": null, "derivation": "hmac-sha256"}', "is not in"),
    ],
)
def test_what_is_wrong_beside_games_is_said(text, says, tmp_path, capsys):
    out = tmp_path / "games.jsonl"
    beside(out).write_text(text)
    assert main([*COMMAND, "--games", "2", "--out", str(out)]) == 2
    said = capsys.readouterr().err
    assert says in said and "games.seeds.json" in said


def test_games_of_a_seed_that_was_named_are_gone_on_with_by_that_seed(tmp_path, capsys):
    out = tmp_path / "games.jsonl"
    named = [*COMMAND, "--seed", "0", "--out", str(out)]
    assert main([*named, "--games", "2"]) == 0
    assert main([*COMMAND, "--games", "2", "--out", str(out)]) == 2
    assert "games.jsonl holds games of a given seed" in capsys.readouterr().err
    assert main([*named, "--games", "4"]) == 0
    assert len(load(out)) == 4
    assert kept_files(tmp_path) == ["games.jsonl"]


def test_seeds_of_128_bits_fit_in_a_table(tmp_path, capsys):
    out = tmp_path / "games.parquet"
    assert main([*COMMAND, "--games", "2", "--out", str(out)]) == 0
    rows = load(out.with_suffix(".jsonl"))
    assert polars.read_parquet(out)["seed"].to_list() == [str(row.seed) for row in rows]


def test_nothing_that_was_drawn_tells_anything_else():
    """Each agent's chance, each deal and each game are hashes with a key of 128 bits."""
    secret = seeds.Secret.drawn()
    plan = Arena(("greedy", "random"), ("axiom", "muna"), 400, secret=secret)
    drawn = [plan.drawn("greedy", "random", number) for number in range(0, 400, 2)]
    every = [each for one in drawn for each in (one.seed, *one.agents)]
    assert len(set(every)) == 600 and secret.number not in every
    ones = sum(each.bit_count() for each in every) / 600
    assert 62 < ones < 66
    assert plan.drawn("greedy", "random", 0) == plan.drawn("greedy", "random", 1)
    assert plan.drawn("random", "greedy", 0) != plan.drawn("greedy", "random", 0)


def test_a_secret_does_not_show_itself():
    secret = seeds.Secret.drawn()
    plan = Arena(("greedy", "random"), ("axiom",), 2, secret=secret)
    for text in (repr(plan), repr(secret), str(secret)):
        assert secret.digits not in text and str(secret.number) not in text
