"""The command `altered`."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import itertools
import re
import subprocess
import sys

import pytest

from altered_env._runtime.help_pages import SCREEN
from altered_env.cli import (
    COMMANDS,
    bench,
    bench_engine,
    bench_envs,
    bench_ratios,
    cards,
    decks,
    main,
    parser,
)
from altered_env.engine.compiled import JIT
from altered_env.game.replay import Replay
from altered_env.testing import fuzz


def test_help_says_what_there_is(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    said = capsys.readouterr().out
    for command in ("demo", "play", "cards", "decks", "bench", "compile", "fuzz"):
        assert f"\n  {command} " in said
        with pytest.raises(SystemExit) as caught:
            main([command, "--help"])
        assert caught.value.code == 0


def _file_of(name):
    """The file of a command."""
    return importlib.import_module(f"altered_env.cli.{name.replace('-', '_')}")


def _every_command():
    """The words of every command, its groups included."""
    for name in COMMANDS:
        yield (name,)
        for does in getattr(_file_of(name), "COMMANDS", ()):
            yield name, does


def _help_of(capsys, *words):
    with pytest.raises(SystemExit) as caught:
        main(list(words))
    assert caught.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("words", [(), *_every_command()], ids=" ".join)
def test_each_help_fits_a_screen_and_all_options_are_there(words, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    page, every = (_help_of(capsys, *words, ask) for ask in ("--help", "--help-all"))
    assert page.count("\n") <= SCREEN
    options = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", page, re.MULTILINE))
    assert options <= set(re.findall(r"--[\w-]+", every))
    if "more options" in page:
        more = int(re.search(r"(\d+) more options", page)[1])
        assert every.count("\n") > SCREEN and more > 0 and "more options" not in every
    else:
        assert every == page


TOO_LONG = 5_000 * "x"


@pytest.mark.parametrize(
    "arguments",
    [
        ["decks", "check", TOO_LONG],
        ["decks", "check", "axiom", "--format", f"sealed:{TOO_LONG}"],
        ["arena", "random", f"cmd:{TOO_LONG}"],
        ["arena", "random", f"net:{TOO_LONG}"],
        ["arena", "random", "greedy", "--out", f"{TOO_LONG}.jsonl"],
        ["play", "--resume", TOO_LONG],
        ["report", TOO_LONG],
        ["fuzz", "--keep", TOO_LONG],
    ],
    ids=lambda words: " ".join(words[:3])[:30],
)
def test_a_message_repeats_no_name_that_is_too_long(capsys, arguments):
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert len(line) < 600 and "characters)..." in line
    assert "name too long" in line and "Errno" not in line


def test_too_little_memory_is_said(capsys, monkeypatch):
    def all_of_it(*_):
        raise MemoryError

    monkeypatch.setattr(fuzz.random_games, "table_of", all_of_it)
    assert main(["fuzz", "--games", "1", "--jobs", "1"]) == 2
    assert "altered fuzz: out of memory: ask for" in capsys.readouterr().err


def test_the_command_runs_by_itself():
    run = subprocess.run(
        [sys.executable, "-m", "altered_env", "cards", "show", "Brassbug Hive R1"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Brassbug Hive R1   CORE_AX_30_R1" in run.stdout


def test_demo_shows_a_game(capsys, tmp_path):
    path = tmp_path / "demo.json"
    assert main(["demo", "--seed", "2", "--decks", "lyra", "muna", "--save", str(path)]) == 0
    said = capsys.readouterr().out
    assert "lyra (A) against muna (B), rules 2024.09, seed 2" in said
    assert "End of day 1" in said and "the game is over" in said
    assert "A: play" in said
    assert Replay.load(path).play().over


def test_demo_tells_a_game(capsys):
    assert main(["demo", "--log", "--rules", "5.0"]) == 0
    said = capsys.readouterr().out
    assert "Day 1, afternoon, first player" in said and "wins on day" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cards", "show", "Foundry Armore"], "did you mean 'Foundry Armorer'"),
        (["demo", "--decks", "axiom", "nowhere.txt"], "No such file"),
        (["demo", "--decks", "axiom", "bravo"], "did you mean 'bravos'"),
        (["demo", "--seed", "-1"], "a seed must not be negative"),
    ],
)
def test_what_is_wrong_is_said(arguments, message, capsys):
    assert main(arguments) == 2
    said = capsys.readouterr()
    command = " ".join(word for word in arguments[:2] if word in ("cards", "show", "demo"))
    assert said.err.startswith(f"altered {command}: ") and message in said.err
    assert "Traceback" not in said.err


def test_a_person_can_play(capsys, monkeypatch):
    lines = iter(["what", "999", *["1"] * 6, "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    assert main(["play", "--deck", "axiom", "--seed", "3"]) == 0
    said = capsys.readouterr()
    assert "You are A" in said.out and "choose 3 from hand" in said.out
    assert "matches no option above" in said.out


def test_random_games_end_without_an_error(tmp_path):
    games = 120 if JIT else 12
    plan = fuzz.Plan(5, 0, games, check=6, keep=str(tmp_path))
    result = fuzz.play_chunk(plan, 0, games)
    assert (result.games, result.checked) == (games, games // 6)
    assert result.failures == []
    assert result.decisions > games * 20


def test_a_game_is_the_same_in_a_batch_and_it_is_seen_where_it_is_not(monkeypatch, tmp_path):
    monkeypatch.setattr(fuzz.random_games, "BATCHED", 1.0)
    plan = fuzz.Plan(8, 0, 3, check=1, keep=str(tmp_path), formats="all")
    result = fuzz.play_chunk(plan, 0, 3)
    assert not result.failures and result.reached.done["batches"] == 3

    step = fuzz.in_batch.Vec.step

    def drawn_once_more(self, actions):
        step(self, actions)
        self._games["rng"][0, 0] += 1

    monkeypatch.setattr(fuzz.in_batch.Vec, "step", drawn_once_more)
    result = fuzz.play_chunk(plan, 0, 1)
    assert [failure.problem for failure in result.failures] == ["in a batch it ended differently"]


def test_fuzz_says_how_it_goes(capsys):
    assert main(["fuzz", "--games", "6", "--jobs", "1", "--check", "3"]) == 0
    said = capsys.readouterr().out
    assert "6 random games of standard, seed 0, 1 process, invariants checked in 1 of 3" in said
    assert "6 games," in said and said.endswith(": 0 failed\n")


def test_a_failure_can_be_played_again(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(fuzz.random_games, "violations", lambda *_: ["the sky fell"])
    status = main(["fuzz", "--games", "2", "--jobs", "1", "--check", "2", "--keep", str(tmp_path)])
    assert status == 1
    said = capsys.readouterr()
    assert re.search("GAME 0 FAILED: .*the sky fell", said.err)
    assert "altered fuzz --seed 0 --first 0 --games 1" in said.err
    assert "deck of A: 1 " in said.err
    replay = Replay.load(tmp_path / "fuzz-0-0.json")
    assert replay.play().state_hash() == replay.state


def test_rates_are_measured():
    assert bench_engine.hot_rate(0.01) > 0
    assert bench_engine.batch_rate(8, 0.01, 2) > 0


def test_ways_in_are_compared_by_all_decisions_of_their_games(monkeypatch, capsys):
    """With two of a learner and its opponent to one of the learner, one seat counts them all."""
    monkeypatch.setattr(bench_envs, "MANY", 2)
    names = [ratio.name for ratio in bench_ratios.ratios()]
    assert any(name.startswith("one seat, all decisions / AEC") for name in names)
    assert not any("the learner's" in name for name in names)
    ticks = itertools.count()
    monkeypatch.setattr(bench_envs.time, "thread_time", lambda: 0.01 * next(ticks))
    rates = {(what, every): rate for what, every, rate in bench_envs.seats_rates()}
    for what in ("one", "learner"):
        own, both = (rates[what, every](0.3) for every in (False, True))
        assert 1.2 * own < both < 4 * own


def test_the_two_of_a_ratio_are_measured_in_turn(monkeypatch, capsys):
    asked = []

    def rate(name, value):
        return lambda _: asked.append(name) or value

    assert bench_ratios.Ratio("a", rate("a", 3.0), "b", rate("b", 2.0), 1.0).measured(1) == 1.5
    assert "".join(asked) == "baabbaabba"
    missing = bench_ratios.Ratio("a", None, "b", rate("b", 2.0), 1.0)
    assert missing.text(missing.measured(1)).split() == ["a", "/", "b", "absent", "1.0"]
    assert bench_ratios.Ratio("a", None, "b", None).text(1.5).split() == ["a", "/", "b", "1.50"]
    monkeypatch.setattr(bench_ratios.Ratio, "measured", lambda *_: 1.234)
    assert main(["bench", "--ratios", "2 CORES"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[-2:] for line in said if " / " in line] == [["1.23", "1.7"]]
    assert main(["bench", "--ratios", "3 cores"]) == 2
    assert "no ratio has '3 cores' in its name" in capsys.readouterr().err


def test_a_row_of_the_table_compares():
    row = bench.Row("import", 0.5, "s", 1.0, lower_is_better=True)
    assert row.text(None).endswith("2.00x of the target")
    assert bench.Row("batch", 300.0, "decisions/s").text(100.0).endswith("3.00x")


def test_options_have_defaults():
    options = parser().parse_args(["fuzz"])
    assert (options.games, options.seed, options.check) == (1000, 0, 50)


FILES = {
    **COMMANDS,
    **{f"cards_{name}": says for name, says in cards.COMMANDS.items()},
    **{f"decks_{name}": says for name, says in decks.COMMANDS.items()},
}
"""Each command by the name of its file, and its help."""


@pytest.mark.parametrize("name", FILES)
def test_a_command_is_a_file_that_takes_arguments_and_runs(name):
    file = _file_of(name)
    takes = inspect.signature(file.add).parameters
    assert [one.annotation for one in takes.values()] == ["argparse.ArgumentParser"]
    if name not in ("cards", "decks", "bench1", "games"):  # which have commands of their own
        runs = inspect.signature(file.run)
        assert [one.annotation for one in runs.parameters.values()] == ["argparse.Namespace"]
        assert runs.return_annotation == "int"
    group, _, last = name.rpartition("_")
    assert parsed([*filter(None, [group]), last, "--help"]) is None
    said = file.__doc__.partition(":")[0]
    assert said == f"`altered {name.replace('_', ' ')}`"


def parsed(arguments):
    """The parsed arguments; None if the parser exits."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        return parser().parse_args(arguments)


def test_help_imports_no_command():
    code = """
import sys
from altered_env.cli import main
try:
    main(["--help"])
finally:
    there = [name for name in sys.modules if name.startswith("altered_env.cli.")]
    rooms = ("altered_env.agents", "altered_env.arena", "altered_env.train")
    print(sorted(there), "numba" in sys.modules, any(room in sys.modules for room in rooms))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "['altered_env.cli.collecting'] False False"


def test_no_help_waits_for_pytorch():
    """It takes seconds to import; those who train do it when the options are right."""
    code = """
import contextlib, io, sys
from altered_env.cli import COMMANDS, main
for command in COMMANDS:
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
        main([command, "--help"])
    if "torch" in sys.modules:
        print(command)
        break
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == ""


@pytest.mark.parametrize(
    ("words", "shown"),
    [([], "altered COMMAND --help"), (["cards"], "examples:"), (["decks"], "examples:")],
)
def test_a_command_of_commands_alone_shows_its_help(words, shown, capsys):
    assert main(words) == 0
    said = capsys.readouterr()
    assert said.out.startswith(f"usage: {' '.join(['altered', *words])} [options] command ...\n")
    assert shown in said.out and said.err == ""


@pytest.mark.parametrize("words", [["play"], ["cards", "search"], ["board", "run", "folder"]])
def test_what_a_command_does_not_take_is_refused_with_its_own_usage(words, capsys):
    with pytest.raises(SystemExit) as caught:
        main([*words, "--nonsense"])
    assert caught.value.code == 2
    said = capsys.readouterr().err
    named = " ".join(["altered", *words[:2]])
    assert said.startswith(f"usage: {named} ") and f"{named}: error: unrec" in said


@pytest.mark.parametrize("name", ["play", "watch", "arena", "simulate", "strength", "matchups"])
def test_helps_say_who_there_is_to_play_and_how_to_bring_a_bot(name, capsys):
    with pytest.raises(SystemExit):
        main([name, "--help"])
    said = " ".join(capsys.readouterr().out.split())
    whole_games_in_compiled_code = name == "simulate"
    assert ("net:PATH" if whole_games_in_compiled_code else "rollout (networks)") in said
    assert whole_games_in_compiled_code or "mine.py:MyBot" in said
    assert whole_games_in_compiled_code or "easy, medium, hard, expert" in said


def test_arguments_that_cannot_be_are_said_by_the_command_that_takes_them(capsys):
    for arguments, says in (
        (["arena", "--gams", "3"], "altered arena: error: unrecognized arguments: --gams"),
        (["cards", "status", "--list", "all"], "altered cards status: error: argument --list"),
        (["deck"], "altered: error: argument command: invalid choice: 'deck'"),
    ):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 2
        assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("arena", "an arena needs two or more different agents"),
        ("arena greedy", "an arena needs two or more different agents"),
        ("arena --strength greedy", "--strength has its own agents"),
        ("strength", "name a card, or several"),
        ("strength Kappa --check", "--check has its own cards"),
        ("simulate --uniques 3 --out nowhere", "apply to random decks"),
        ("metrics nothing --count opening", "--count needs --regression"),
        ("play --resume nothing --seed 3", "has its own decks and seed"),
        ("replay tests/saved/0.2.0/replay.json --game 3", "is a single game"),
    ],
)
def test_what_is_wanting_or_does_not_go_together_is_said_with_the_usage(words, says, capsys):
    given = words.split()
    assert main(given) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"usage: altered {given[0]} ")
    assert f"\naltered {given[0]}: " in said and says in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["fuzz", "--games", "0"], "--games must be 1 or more, found 0"),
        (["fuzz", "--games", "-1"], "--games must be 1 or more, found -1"),
        (["simulate", "--games", "2", "--out", "{}/s.csv"], "of Parquet files, not .csv"),
        (["simulate", "--games", "2", "--out", "{}/S.JSON"], "of Parquet files, not .json"),
    ],
)
def test_what_would_come_to_nothing_or_to_something_else_is_refused(
    capsys, tmp_path, arguments, says
):
    assert main([word.format(tmp_path) for word in arguments]) == 2
    said = capsys.readouterr()
    assert says in said.err and not said.out
    assert not list(tmp_path.iterdir())
