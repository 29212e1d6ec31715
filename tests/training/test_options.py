"""External configs: mistakes are reported with the file, the option and valid values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from altered_env import cli
from altered_env.train import Config, command, settings

ROOT = Path(__file__).parents[2]


def config_of(path, given):
    return settings.config_of(Config, path, given)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("learning_rat: 1", "no option 'learning_rat', did you mean 'learning_rate'?"),
        ("colour: red", "no option 'colour'; there are decks, rules, format, legal, seed"),
        ("1: 1", "no option 1; there are"),
        (
            "learning_rate: fast",
            "learning_rate must be a number, as in `learning_rate: 0.001`, found 'fast'",
        ),
        (
            "learning_rate: 1e-3",
            "learning_rate must be a number, as in `learning_rate: 0.001`, found '1e-3'",
        ),
        ("learning_rate: true", "learning_rate must be a number"),
        ("learning_rate: [1]", "line 1: an option must be a number or a text, not a list or table"),
        ("games: 2.5", "games must be a whole number, as in `games: 256`, found 2.5"),
        ("games: no", "games must be a whole number"),
        ("games:", "games must be a whole number, as in `games: 256`, found None"),
        ("decks: 3", "decks must be a text"),
        ("tensorboard: 1", "tensorboard must be true or false, as in `tensorboard: true`, found 1"),
        ("- 1", "expected one option per line"),
        ("a text", "expected one option per line"),
        ("a: [", "line 1: an option must be a number or a text, not a list or table"),
        ("opponents: [greedy, rules]", "several names are one text, as in greedy+rules"),
        ("a: !!python/object:os.system {}", "not a list or table"),
        ("games: 8\ndecks axiom\nseed: 3", "line 2: not valid YAML: could not find expected ':'"),
        ("\x00", "not valid YAML"),
        (b"\xff\xfe\xfd", "not text in UTF-8"),
    ],
)
def test_a_file_that_is_wrong_is_named_with_what_would_be_right(tmp_path, text, says):
    path = tmp_path / "config.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ValueError, match=re.escape(f"{path}") + "[:,] .*" + re.escape(says)) as it:
        config_of(str(path), {})
    assert str(it.value).isprintable()


def test_a_file_that_is_not_there_is_named(tmp_path):
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(ValueError, match=re.escape(f"{path}: ")):
            config_of(str(path), {})


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"games": 0}, "games must be 1 or more, found 0"),
        ({"opponent_fraction": 2.0}, "opponent_fraction must be a share from 0 to 1, found 2.0"),
        ({"gae_lambda": float("nan")}, "gae_lambda must be a share from 0 to 1, found nan"),
        ({"learning_rate": float("nan")}, "learning_rate must be more than 0, found nan"),
        ({"entropy": float("inf")}, "entropy must be 0 or more, found inf"),
        ({"seed": -1}, "seed must be 0 or more, found -1"),
        ({"matchmaking": "weak"}, "matchmaking must be one of hard, even, uniform, found 'weak'"),
        ({"opponents": "random+gredy"}, "joined by +, found 'gredy', did you mean 'greedy'?"),
        ({"ema_rate": 2.0}, "ema_rate must be a share from 0 to 1, found 2.0"),
        ({"opponents": "greedy+greedy"}, "'greedy' is named twice"),
    ],
)
def test_a_value_that_cannot_be_is_named(given, says):
    with pytest.raises(ValueError, match=re.escape(says)):
        config_of(None, given)


HUGE = [
    ({"threads": 100_000}, "threads must be at most 1,024, found 100,000"),
    ({"games": 10**11}, "games must be at most 65,536, found 100,000,000,000"),
    ({"steps": 10**12}, "times steps 1,000,000,000,000 must be at most 2,097,152"),
    (
        {"minibatch": 10**22},
        "minibatch must be at most 2,097,152, found 10,000,000,000,000,000,000,000",
    ),
    ({"learning_rate": 1e300}, "learning_rate must be at most 1,000, found 1e+300"),
    ({"snapshots": 10**9}, "snapshots must be at most 1,024, found 1,000,000,000"),
    ({"epochs": 10**9}, "epochs must be at most 10,000, found 1,000,000,000"),
    ({"decisions": 10**20}, "decisions must be at most 1,000,000,000,000,000, found 100,000,000,"),
    (
        {"seed": 10**30},
        "seed must be at most 1,000,000,000,000,000,000, found 1,000,000,000,000,000,",
    ),
]


@pytest.mark.parametrize(("given", "says"), HUGE, ids=[next(iter(given)) for given, _ in HUGE])
def test_what_would_take_all_memory_is_refused_before(given, says):
    with pytest.raises(ValueError, match=re.escape(says)):
        Config(**given)


def test_more_actors_than_a_machine_has_are_refused():
    with pytest.raises(ValueError, match="actors must be at most 1,024, found 2,000"):
        Config(games=4_000, actors=2_000)


def test_no_program_runs_because_a_file_names_it(tmp_path):
    path = tmp_path / "config.yaml"
    for bot in ("cmd:./mybot", "mine.py:MyBot"):
        path.write_text(f"opponents: greedy+{bot}\n")
        with pytest.raises(ValueError, match="opponents must play in compiled code"):
            config_of(str(path), {})


def test_an_empty_file_gives_the_defaults(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text("# nothing yet\n")
    assert config_of(str(path), {"games": None}) == Config()
    assert config_of(str(path), {"games": 5}).games == 5


def test_whole_numbers_are_numbers(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text("minutes: 2\n")
    assert config_of(str(path), {}).minutes == 2.0


def test_the_configs_are_read():
    for path in sorted((ROOT / "configs").glob("*.yaml")):
        assert f"`altered train --config {path.stem} --out" in path.read_text("utf-8")
        assert config_of(str(path), {}).decisions > 1000


def test_each_option_says_what_it_is(capsys):
    texts = settings.says(Config)
    assert set(texts) == set(Config.__dataclass_fields__)
    with pytest.raises(SystemExit):
        command.main(["--help-all"])
    said = " ".join(capsys.readouterr().out.split())
    assert "--opponent-fraction X Fraction of games with an opponent in one seat. (0.25)" in said
    assert "--no-tensorboard" in said
    assert "example: python -m altered_env.train --config demo --out runs/net" in said


def test_a_configuration_is_found_by_its_name_as_by_its_path():
    assert set(settings.configs()) == {path.stem for path in (ROOT / "configs").glob("*.yaml")}
    for name, path in settings.configs().items():
        assert settings.plain(name) == settings.plain(path) == settings.plain(str(path))


def test_a_name_that_no_configuration_has_is_refused(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").write_text("games: 5\n", "utf-8")
    assert cli.main(["train", "--config", "demmo"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("altered train: no configuration is called 'demmo', did you mean 'demo'")
    with pytest.raises(ValueError, match=r"Name your own file .* as in \./mine"):
        settings.plain("mine")
    assert settings.plain("./mine") == {"games": 5}
