"""The cache: valid while nothing has changed, atomic, never required."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from altered_env.engine import cache


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("ALTERED_CACHE", str(tmp_path))
    return tmp_path


def test_what_is_kept_is_found():
    assert cache.fetch("thing", "ab") is None
    cache.keep("thing", "ab", b"some bytes")
    assert cache.fetch("thing", "ab") == b"some bytes"
    assert cache.fetch("thing", "abc") is None
    assert cache.fetch("other", "ab") is None
    cache.keep("thing", "ab", b"")
    assert cache.fetch("thing", "ab") == b""


@pytest.mark.parametrize("damage", ["cut", "empty", "bit", "longer", "other"])
def test_what_is_damaged_is_thrown_away(folder, damage):
    cache.keep("thing", "ab", b"some bytes" * 100)
    (path,) = folder.glob("thing-*")
    data = path.read_bytes()
    path.write_bytes(
        {
            "cut": data[:-7],
            "empty": b"",
            "bit": data[:200] + bytes([data[200] ^ 1]) + data[201:],
            "longer": data + b"x",
            "other": b"hello",
        }[damage]
    )
    assert cache.fetch("thing", "ab") is None
    assert not path.exists()
    cache.keep("thing", "ab", b"again")
    assert cache.fetch("thing", "ab") == b"again"


def test_a_key_tells_its_parts_apart():
    keys = {cache.key_of(*parts) for parts in [("ab", "c"), ("a", "bc"), ("abc",), (b"abc", "")]}
    assert len(keys) == 4
    assert cache.key_of("ab", b"c") == cache.key_of(b"ab", "c")


def test_the_oldest_entries_go(folder):
    for number in range(60):
        cache.keep("thing", f"{number:02d}", b"x")
        os.utime(folder / f"thing-{number:02d}.kept", (number, number))
    cache.keep("other", "ab", b"x")
    cache.keep("thing", "60", b"x")
    left = sorted(path.name for path in folder.iterdir())
    assert "other-ab.kept" in left and "thing-60.kept" in left and "thing-59.kept" in left
    assert "thing-00.kept" not in left and len(left) < 40


def test_a_failed_write_leaves_nothing(folder, monkeypatch):
    def full(*_):
        raise OSError("no space left")

    monkeypatch.setattr(cache.os, "replace", full)
    cache.keep("thing", "ab", b"x")
    assert list(folder.iterdir()) == []


def test_a_change_in_any_source_gives_another_hash(tmp_path):
    package = tmp_path / "package"
    (package / "inner").mkdir(parents=True)
    one, two = package / "one.py", package / "inner" / "two.py"
    one.write_text("1")
    two.write_text("2")
    for path in (one, two):
        os.utime(path, (1, 1))
    first = cache.sources(package)
    assert first is not None and cache.sources(package) == first
    two.write_text("3")
    os.utime(two, (1, 1))
    assert cache.sources(package) not in (None, first)
    two.rename(package / "two.py")
    two = package / "two.py"
    assert cache.sources(package) not in (None, first)


def test_a_source_edited_while_it_runs_is_noticed(tmp_path):
    path = tmp_path / "one.py"
    path.write_text("1")
    os.utime(path, (time.time() + 5, time.time() + 5))
    assert cache.sources(tmp_path) is None


WHERE = "from altered_env.engine import cache; print(cache.root()); cache.keep('a', 'b', b'c')"


def where(**environment: str) -> Path:
    """The folder that a fresh process keeps things in."""
    kept = {k: v for k, v in os.environ.items() if k != "ALTERED_CACHE"}
    run = subprocess.run(
        [sys.executable, "-c", WHERE],
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stderr == ""
    return Path(run.stdout.strip())


def test_without_a_home_the_temporary_folder_serves(tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    blocked = tmp_path / "file"
    blocked.write_text("no folder can be made in a file")
    found = where(HOME=str(blocked / "home"), TMPDIR=str(temporary))
    assert found.parent == temporary and (found / "a-b.kept").exists()
    assert where(HOME=str(tmp_path / "home"), TMPDIR=str(temporary)).is_relative_to(
        tmp_path / "home"
    )


def test_a_folder_that_cannot_be_written_is_not_used(tmp_path, monkeypatch):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("ALTERED_CACHE", str(tmp_path / "read-only"))
    monkeypatch.setattr(cache.tempfile, "gettempdir", lambda: str(temporary))
    monkeypatch.setattr(cache.os, "access", lambda path, _: "read-only" not in str(path))
    cache._root.cache_clear()
    assert cache.root().parent == temporary
    cache.keep("thing", "ab", b"x")
    assert cache.fetch("thing", "ab") == b"x"
    cache._root.cache_clear()


def test_a_temporary_folder_of_somebody_else_is_not_trusted(tmp_path, monkeypatch):
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / f"altered-env-{os.getuid()}").symlink_to(home)
    blocked = tmp_path / "file"
    blocked.write_text("")
    found = where(HOME=str(blocked), TMPDIR=str(tmp_path))
    assert found.parent == tmp_path and not found.is_symlink()
    assert list(home.iterdir()) == []


# what others may have put there


@pytest.fixture
def chosen(monkeypatch):
    """`ALTERED_CACHE` as it is set to something else."""

    def choose(path: Path) -> None:
        monkeypatch.setenv("ALTERED_CACHE", str(path))
        cache._root.cache_clear()

    yield choose
    cache._root.cache_clear()


@pytest.mark.parametrize("what", ["file", "pipe", "device", "circle"])
def test_what_is_no_folder_is_refused_in_words(tmp_path, chosen, what):
    path = tmp_path / "it"
    {
        "file": lambda: path.write_text("x"),
        "pipe": lambda: os.mkfifo(path),
        "device": lambda: path.symlink_to("/dev/null"),
        "circle": lambda: path.symlink_to("it"),
    }[what]()
    chosen(path)
    for use in (cache.root, lambda: cache.fetch("thing", "ab")):
        with pytest.raises(OSError, match=r"^ALTERED_CACHE is .*name a folder of your own"):
            use()


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o707, 0o1777, 0o720])
def test_a_folder_that_others_may_write_in_is_refused(tmp_path, chosen, mode):
    path = tmp_path / "it"
    path.mkdir()
    path.chmod(mode)
    chosen(path)
    with pytest.raises(
        PermissionError, match="where others can write, and its contents are executed"
    ):
        cache.root()
    path.chmod(0o755)
    assert cache.root() == path


def test_a_folder_that_others_may_put_another_in_the_place_of_is_refused(tmp_path, chosen):
    above = tmp_path / "everybodys"
    (above / "mine").mkdir(parents=True, mode=0o700)
    chosen(above / "mine")
    above.chmod(0o777)
    with pytest.raises(PermissionError, match="with its parent folders"):
        cache.root()
    above.chmod(0o1777)  # like the temporary folder: others' files cannot be moved
    assert cache.root() == above / "mine"


def test_a_folder_of_another_user_is_refused(tmp_path, chosen, monkeypatch):
    mine = os.stat(tmp_path).st_uid
    chosen(tmp_path)
    monkeypatch.setattr(cache.os, "getuid", lambda: mine + 1)
    if mine:
        with pytest.raises(PermissionError, match="where others can write"):
            cache.root()
    else:  # root may do this as well
        assert cache.root() == tmp_path


def test_a_command_says_so(tmp_path):
    (tmp_path / "it").write_text("x")
    run = subprocess.run(
        [sys.executable, "-m", "altered_env", "cards", "show", "Kappa"],
        env={**os.environ, "ALTERED_CACHE": str(tmp_path / "it")},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1].endswith("a regular file: name a folder of your own")


@pytest.mark.parametrize("what", ["pipe", "device", "folder", "huge"])
def test_an_entry_that_is_no_file_is_not_waited_for(folder, what):
    path = folder / "thing-ab.kept"
    {
        "pipe": lambda: os.mkfifo(path),
        "device": lambda: path.symlink_to("/dev/zero"),
        "folder": path.mkdir,
        "huge": lambda: (path.touch(), os.truncate(path, 1 << 40)),
    }[what]()
    assert cache.fetch("thing", "ab") is None
    cache.keep("thing", "ab", b"made again")
    assert cache.fetch("thing", "ab") == (None if what == "folder" else b"made again")


def test_an_entry_that_others_may_write_is_not_used(folder, capsys):
    cache.keep("thing", "ab", b"x")
    (path,) = folder.glob("thing-*")
    path.chmod(0o666)
    assert cache.fetch("thing", "ab") is None
    assert "others can write to it" in capsys.readouterr().err
    cache.keep("thing", "ab", b"x")
    assert cache.fetch("thing", "ab") == b"x"
