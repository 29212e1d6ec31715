"""What earlier versions have written can still be read, as docs/files.md promises."""

from __future__ import annotations

import json

import jsonschema
import polars as pl
import pytest

from altered_env import Game, __version__, decks
from altered_env.agents.net_weights import NetWeights
from altered_env.cardstats.dataset import count_games, files, plan_of, reading
from altered_env.decks import Deck
from altered_env.game.errors import ReplayError, SaveError
from altered_env.game.replay import Replay
from altered_env.game.saving import engine_version
from altered_env.protocol.schema import problem, schema
from tests.saved_files import DECK, SAVED, main, write

VERSIONS = sorted(path.name for path in SAVED.iterdir())


@pytest.fixture(params=VERSIONS)
def folder(request):
    return SAVED / request.param


@pytest.fixture
def facts(folder):
    return json.loads((folder / "facts.json").read_text("utf-8"))


def test_this_version_has_its_files():
    assert __version__ in VERSIONS


def test_what_a_version_wrote_is_never_changed(capsys):
    assert main() == 1
    assert "is there already" in capsys.readouterr().err


def test_every_version_keeps_what_this_one_writes(tmp_path, folder):
    """The files of an older version are a subset of today's."""
    write(tmp_path / "now")
    names = {path.name for path in (tmp_path / "now").iterdir()}
    assert {path.name for path in folder.iterdir()} <= names
    if folder.name == __version__:
        assert {path.name for path in folder.iterdir()} == names


def test_a_replay_is_read_and_plays_or_says_which_engine_it_is_of(folder, facts):
    replay = Replay.from_json((folder / "replay.json").read_text("utf-8"))
    assert len(replay.decks) == 2 and replay.seed == 23 and replay.actions
    try:
        game = replay.play()
    except ReplayError as error:
        assert replay.engine != engine_version() or "its cards have changed since" in str(error)
    else:
        assert (game.day, game.winner) == (facts["day"], facts["winner"])


def test_a_saved_game_goes_on_or_says_which_engine_it_is_of(folder):
    try:
        game = Game.load(folder / "game.altered")
    except SaveError as error:
        assert "another version of the engine" in str(error) or "cards" in str(error)
    else:
        assert f"{game}\n" == (folder / "game.txt").read_text("utf-8")
        game.act(game.legal_actions()[0])


def test_decks_are_read(folder, facts):
    now = decks.load(DECK)
    for name in ("deck.txt", "deck.json", "deck.code"):
        deck = Deck.from_file(folder / name)
        assert deck.counted == now.counted and len(deck.cards) == facts["cards"]


def test_networks_are_read(folder):
    net = NetWeights.load(folder / "net.safetensors")
    assert (net.width, net.hidden) == (8, 12)


def test_a_dataset_is_read(folder, facts):
    dataset = folder / "games.parquet"
    assert plan_of(dataset)["seed"] == 2 and count_games(dataset) == facts["games"]
    with reading(dataset):
        games, copies = (pl.read_parquet(files(dataset, kind)) for kind in ("games", "cards"))
    assert len(games) == facts["games"] and len(copies) == facts["games"] * 78
    assert {"game", "winner", "first", "day"} <= set(games.columns) | {"day", "first"}
    assert {"game", "player", "card", "won"} <= set(copies.columns)


def test_messages_of_the_protocol_are_valid(folder):
    """Within protocol 1 a message may gain fields, so only this version's must be as it says."""
    for text in (folder / "messages.jsonl").read_text("utf-8").splitlines():
        message = json.loads(text)
        if message["type"] == "hello":
            assert message["protocol"] == 1
        if folder.name == __version__:
            jsonschema.Draft202012Validator(schema()).validate(message)
            assert problem(message, message["type"]) == ""
