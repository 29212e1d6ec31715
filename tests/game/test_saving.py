"""Saved games load in another process, and anything not exactly valid is refused."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import zlib

import pytest

from altered_env import Game, Scenario
from altered_env._runtime import atomic_files
from altered_env.engine import opcodes, terms
from altered_env.game import saving
from altered_env.game.errors import SaveError


@pytest.fixture(scope="module")
def saved() -> bytes:
    game = Game.start("axiom", "bravos", seed=4)
    for _ in range(25):
        game.act(game.legal_actions()[-1])
    return game.to_bytes()


def test_a_game_goes_on_where_it_was_saved(played, tmp_path):
    for decisions in (0, 1, 7, 23, 40):
        game = played(seed=9, decisions=decisions)
        path = tmp_path / "game.altered"
        game.save(path)
        again = Game.load(path)
        assert again == game and again.story == game.story
        for _ in range(15):
            if not game.over:
                action = game.legal_actions()[0]
                game.act(action)
                again.act(action)
        assert again.state() == game.state()


def test_a_game_goes_on_in_another_process(saved, tmp_path):
    path = tmp_path / "game.altered"
    path.write_bytes(saved)
    code = (
        "import sys; from altered_env import Game; g = Game.load(sys.argv[1]); "
        "g.act(g.legal_actions()[0]); print(g.state_hash())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},  # un-compiled: the same bytes
        capture_output=True,
        text=True,
        check=True,
    )
    game = Game.from_bytes(saved)
    game.act(game.legal_actions()[0])
    assert run.stdout.strip() == game.state_hash()


def test_a_game_with_cards_of_a_table_s_own_is_saved_with_them():
    table = Scenario(seed=1)
    table.card("Bee", stats="0/0/1", abilities=["J: resupply()"])
    table.player("A").hand("Bee").mana(1)
    table.begin("afternoon")
    again = Game.from_bytes(table.game.to_bytes())
    assert again == table.game
    assert "play Bee (1)" in again.labels().values()


@pytest.mark.parametrize("length", [0, 1, 7, 8, 12, 17, 18, 40, -33, -32, -1])
def test_a_game_that_is_cut_off_is_refused(saved, length):
    with pytest.raises(SaveError, match=r"cut off|not a saved game"):
        Game.from_bytes(saved[:length])


def test_a_game_with_bytes_too_many_is_refused(saved):
    with pytest.raises(SaveError, match="3 bytes too many"):
        Game.from_bytes(saved + b"abc")


def test_a_game_with_any_bit_changed_is_refused(saved):
    step = max(1, len(saved) // 150)
    for place in range(0, len(saved), step):
        damaged = bytearray(saved)
        damaged[place] ^= 1 << (place % 8)
        with pytest.raises(SaveError):
            Game.from_bytes(bytes(damaged))


@pytest.mark.parametrize("data", [b"", b"hello", b"\0" * 500, b"ALTERED\0", "text", None])
def test_what_is_no_game_is_refused(data):
    with pytest.raises(SaveError):
        Game.from_bytes(data)


def rewritten(saved: bytes, **changes: object) -> bytes:
    """The saved game with other entries in its header, and a right checksum."""
    head, body = saving._parts(saved)
    header = {**json.loads(zlib.decompress(head)), **changes}
    head = zlib.compress(json.dumps(header).encode())
    data = saving._HEAD.pack(saving.MAGIC, saving.FORMAT, len(head), len(body)) + head + body
    return data + hashlib.sha256(data).digest()


def test_a_game_of_another_engine_is_refused(saved):
    with pytest.raises(SaveError, match="another version of the engine"):
        Game.from_bytes(rewritten(saved, engine="0" * 16))


def test_a_game_of_another_format_is_refused(saved):
    data = saved[:8] + b"\x09\0" + saved[10:]
    with pytest.raises(SaveError, match="format 9; only formats 1 and 2"):
        Game.from_bytes(data)


def test_a_long_seed_of_an_earlier_format_goes_on_as_it_did():
    """Format 1 folded what passed 64 bits; the file's head decides."""
    seed = (5 ^ 0x9E3779B97F4A7C15) + 2**64
    game = Game.start("axiom", "bravos", seed=5)
    later = rewritten(game.to_bytes(), seed=seed)
    with pytest.raises(SaveError, match="does not follow from its decks, seed and actions"):
        Game.from_bytes(later)
    earlier = later[:8] + b"\x01\0" + later[10:-32]
    found = Game.from_bytes(earlier + hashlib.sha256(earlier).digest())
    assert found == game and found.story.seed == 5
    assert Game.from_bytes(found.to_bytes()) == game


def test_a_game_whose_cards_have_changed_is_refused(saved):
    with pytest.raises(SaveError, match="other versions of its cards"):
        Game.from_bytes(rewritten(saved, book="0" * 16, seen="0" * 16))


def test_a_game_with_an_unknown_card_is_refused(saved):
    with pytest.raises(SaveError, match="needs the unknown card CORE_AX_99_C"):
        Game.from_bytes(rewritten(saved, cards=["CORE_AX_99_C"]))


def test_a_header_that_grows_without_end_is_refused(saved):
    _, body = saving._parts(saved)
    head = zlib.compress(b" " * 50_000_000)
    data = saving._HEAD.pack(saving.MAGIC, saving.FORMAT, len(head), len(body)) + head + body
    with pytest.raises(SaveError, match="holds over 4,000,000 bytes"):
        Game.from_bytes(data + hashlib.sha256(data).digest())


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(SaveError, match=r"none\.altered: No such file"):
        Game.load(tmp_path / "none.altered")


@pytest.mark.parametrize("space", [terms.Z, terms.ACT, opcodes.OP], ids=lambda s: s.__name__)
def test_a_number_that_means_something_else_is_another_version(space, monkeypatch):
    name = next(name for name, value in vars(space).items() if isinstance(value, int))
    before = saving.engine_version.__wrapped__()
    monkeypatch.setattr(space, name, 99)
    assert saving.engine_version.__wrapped__() != before


def test_a_damaged_file_is_named(tmp_path, saved):
    path = tmp_path / "half.altered"
    path.write_bytes(saved[: len(saved) // 2])
    with pytest.raises(SaveError, match=r"half\.altered: the saved game is cut off"):
        Game.load(path)


def test_a_file_is_written_whole_or_not_at_all(tmp_path, saved, monkeypatch):
    path = tmp_path / "game.altered"
    path.write_bytes(saved)

    def full(*_):
        raise OSError("no space left")

    monkeypatch.setattr(atomic_files.os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        Game.start("axiom", "bravos", seed=0).save(path)
    assert path.read_bytes() == saved
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.altered"]
