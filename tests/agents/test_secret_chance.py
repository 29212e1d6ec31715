"""Players receive a commitment before the end, but no seed."""

from __future__ import annotations

import functools
import re
import sys
from types import SimpleNamespace

import pytest

from altered_env import Game
from altered_env._runtime import seeds
from altered_env.agents.conditions import Conditions
from altered_env.arena.pairings import Arena, run
from altered_env.cli import main, play
from altered_env.envs import text_table
from altered_env.envs.text_table import TextTable
from tests.protocol.test_examples import PLAIN

COMMITMENT = re.compile(r"Commitment to the seeds: +SHA-256\s+(\w{64})")
SECRET = re.compile(r"Secret number of the seeds:\s+(\w{32})")


@pytest.fixture
def begun(monkeypatch):
    """The games that are begun at a table, each of a day."""
    games = []

    @functools.wraps(Game.start)
    def start(*given, **named):
        games.append(Game.start(*given, **named, day_limit=1))
        return games[-1]

    for module in (text_table, play):
        monkeypatch.setattr(module, "Game", SimpleNamespace(start=start, load=Game.load))
    return games


def holds(text, secret):
    """Return whether a text reveals anything from which a game could be rebuilt."""
    numbers = (secret.number, secret.game_seed, *map(secret.agent_seed, range(4)))
    return any(form in text for n in numbers for form in (str(n), f"{n:x}", f"{n:032x}"))


def committed(texts, game):
    """The secret that the last text reveals, and the first has committed to."""
    (digits,) = SECRET.findall(texts[-1])
    secret = seeds.Secret(int(digits, 16))
    assert COMMITMENT.findall(texts[0]) == [secret.commitment]
    assert secret.game_seed == game.story.seed
    return secret


def test_a_table_of_text_tells_no_seed_before_the_end(begun):
    table = TextTable()
    texts = [table.new_game(opponent="greedy")]
    while "The game is over" not in texts[-1]:
        texts.append(table.look())
        texts.append(table.act(re.findall(r"^ +(\d+)  ", texts[-1], re.MULTILINE)[-1]))
    secret = committed(texts, begun[0])
    assert not any(holds(text, secret) for text in texts[:-1])
    table.new_game(opponent="greedy")
    assert begun[0].story.seed != begun[1].story.seed
    assert begun[0].story.seed.bit_length() > 96


def test_a_terminal_tells_no_seed_before_the_end(begun, capsys, monkeypatch):
    texts = []

    def read(prompt):
        texts.append(capsys.readouterr().out)
        return "1"

    monkeypatch.setattr("builtins.input", read)
    assert main(["play", "--plain"]) == 0
    texts.append(capsys.readouterr().out)
    secret = committed(texts, begun[0])
    assert not any(holds(text, secret) for text in texts[:-1])


def test_a_game_that_is_left_reveals_nothing(begun, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("builtins.input", lambda prompt: "q")
    assert main(["play", "--plain", "--save", str(tmp_path / "one.game")]) == 0
    said = capsys.readouterr().out
    assert COMMITMENT.search(said) and not SECRET.search(said)


def test_a_seed_that_is_named_is_said_to_be_open(capsys, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda prompt: "q")
    assert main(["play", "--seed", "3", "--plain"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Seed 3: with this seed anyone can rebuild the game" in said


@pytest.mark.parametrize(
    "command",
    [["play", "--opponent", PLAIN], ["watch", PLAIN, "random"], ["arena", PLAIN, "random"]],
)
def test_a_seed_is_named_beside_programs_only_on_purpose(command, capsys):
    assert main([*command, "--seed", "3"]) == 2
    said = capsys.readouterr().err
    assert "--seed 3: cmd:" in said and "--public-seed" in said
    assert main([*command, "--seed", "-3"]) == 2
    assert "a seed must not be negative, found -3" in capsys.readouterr().err


def test_who_watches_is_told_the_seed_at_the_end(capsys):
    assert main(["watch", "random", "random", "--plain"]) == 0
    said = capsys.readouterr().out
    (seed,) = re.findall(r"The seed was (\d+)\.", said)
    assert said.count(seed) == 1 and "a secret seed" in said


def test_no_line_to_a_program_holds_a_seed(tmp_path):
    log = tmp_path / "log"
    secret = seeds.Secret.drawn()
    plan = Arena(
        (PLAIN, "greedy"),
        ("CORE",),
        2,
        format="booster_war",
        conditions=Conditions(log=str(log), limit=60),
        secret=secret,
    )
    rows = run(plan, jobs=1)
    text = log.read_text()
    assert text.count('"type":"decide"') > 20 and not any(row.forfeit for row in rows)
    drawn = plan.drawn(PLAIN, "greedy", 0)
    for number in (secret.number, drawn.seed, *drawn.agents):
        assert str(number) not in text and f"{number:x}" not in text


@pytest.mark.skipif(sys.platform == "win32", reason="modes of files are those of POSIX")
def test_secrets_are_kept_for_their_user_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "altered-env" / "secrets").mkdir(parents=True, mode=0o755)
    secret = seeds.Secret.drawn()
    path = seeds.keep_secret(secret)
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert seeds.kept_secret(secret.commitment) == secret
    assert seeds.kept_secret("../" + secret.commitment) is None
    path.write_text("7\n")
    with pytest.raises(ValueError, match="does not match its commitment"):
        seeds.kept_secret(secret.commitment)
    seeds.forget_secret(secret.commitment)
    assert seeds.kept_secret(secret.commitment) is None
