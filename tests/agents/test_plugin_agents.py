"""Agents given by import path play wherever named agents do."""

from __future__ import annotations

import sys

import pytest

from altered_env import Game
from altered_env.agents import make
from altered_env.agents.registry import known_as
from altered_env.cli import main

BOT = """
class First:
    def __init__(self, offset=0):
        self.offset = offset

    def act(self, seat):
        return sorted(seat.actions)[min(self.offset, len(seat.actions) - 1)]


class Liar(First):
    def act(self, seat):
        return -5


class Needy:
    def __init__(self, model):
        self.model = model

    def act(self, seat):
        return 0


class Table:
    pass
"""


@pytest.fixture
def bots(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(BOT)
    return path


def test_a_class_of_a_file_is_an_agent(bots):
    game = Game.start("axiom", "bravos", seed=1)
    for spec, place in ((f"{bots}:First", 0), (f"{bots}:First:offset=1", 1)):
        agent = make(spec, seed=4)
        assert agent.name == spec
        assert agent.act(game.seat()) == sorted(game.legal_actions())[place]


def test_a_class_of_a_package_is_an_agent():
    game = Game.start("axiom", "bravos", seed=1)
    agent = make("altered_env.agents.random_player:RandomAgent", seed=4)
    assert agent.act(game.seat()) in game.legal_actions()


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("{}", r"name the class as well, .* is named cmd:python .*mine.py"),
        ("runs/one/network.safetensors", "a network is named net:PATH, as in net:runs/one/network"),
        ("network.safetensors:worlds=2", "a network is named net:PATH"),
        ("{}:Frist", "First"),
        ("{}:Table", "has no method act"),
        ("{}:First:ofset=1", "has no option .ofset.*offset"),
        ("{}:First:offset=much", "offset must be a whole number, found 'much'"),
        ("{}:Needy", "missing 1 required positional argument"),
        ("{}.py:First", "there is no such file"),
        ("no.such.package:First", "does not load"),
    ],
)
def test_what_is_wrong_with_one_is_said(bots, spec, said):
    with pytest.raises((LookupError, ValueError), match=said):
        make(spec.format(bots))


def test_a_bot_of_several_files_loads_beside_another(tmp_path, monkeypatch):
    """Each imports its own module `strategy`, and nothing of it is left behind."""
    game = Game.start("axiom", "bravos", seed=1)
    actions = sorted(game.legal_actions())
    assert len(actions) > 1
    text = BOT.replace("self.offset = offset", "self.offset = strategy.OFFSET")
    for name, offset in (("one", 0), ("two", 1)):
        folder = tmp_path / name
        (folder / "parts").mkdir(parents=True)
        (folder / "bot.py").write_text(f"import strategy\n{text}")
        (folder / "strategy.py").write_text("from parts.numbers import OFFSET\n")
        (folder / "parts/numbers.py").write_text(f"OFFSET = {offset}\n")
    before = list(sys.path)
    for name, offset in (("one", 0), ("two", 1), ("one", 0)):
        agent = make(f"{tmp_path / name / 'bot.py'}:First", seed=4)
        assert agent.act(game.seat()) == actions[offset]
    assert sys.path == before and not {"strategy", "parts"} & set(sys.modules)


def test_a_package_is_found_in_the_working_folder(tmp_path, monkeypatch):
    (tmp_path / "helperbot").mkdir()
    (tmp_path / "helperbot/bot.py").write_text(f"from . import strategy\n{BOT}")
    (tmp_path / "helperbot/strategy.py").touch()
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    try:
        assert make("helperbot.bot:First", seed=4).name == "helperbot.bot:First"
        with pytest.raises(LookupError, match=r"from the folder above, as helperbot\.bot:CLASS"):
            make("helperbot/bot.py:First")
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "helperbot"]:
            del sys.modules[name]
    assert sys.path == before


def test_a_file_that_does_not_load_is_named(tmp_path):
    (tmp_path / "broken.py").write_text("import nothing_of_the_kind\n")
    with pytest.raises(LookupError, match=r"broken.py does not load: ModuleNotFoundError"):
        make(f"{tmp_path / 'broken.py'}:Bot")


def test_an_answer_that_is_not_on_offer_names_who_gave_it(bots):
    game = Game.start("axiom", "bravos", seed=1)
    state = game.state()
    with pytest.raises(ValueError, match=r"mine.py:Liar: it answered -5, which is not on offer"):
        make(f"{bots}:Liar").act(game.seat())
    assert game.state() == state


def test_games_are_kept_under_what_its_source_was(bots, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.py").write_text(BOT + "# changed\n")
    first, second = (known_as(f"{path}:First") for path in (bots, other / "mine.py"))
    assert first.rpartition(" ")[2] != second.rpartition(" ")[2]


def test_games_are_kept_under_what_its_model_was(bots, tmp_path):
    """Or a result would count for a model that has been trained since."""
    model = tmp_path / "model.zip"
    spec, found = f"{bots}:Needy:model={model}", []
    for content in (None, "one", "two", "one"):
        if content is not None:
            model.write_text(content)
        found.append(known_as(spec))
    assert found[1] == found[3] and len(set(found)) == 3
    assert known_as(f"{bots}:Needy:model=7").rpartition(" ")[2] == found[0].rpartition(" ")[2]


def test_it_plays_in_the_arena(bots, capsys):
    assert main(["arena", f"{bots}:First", "random", "--games", "2", "--jobs", "1"]) == 0
    assert "mine.py:First" in capsys.readouterr().out
