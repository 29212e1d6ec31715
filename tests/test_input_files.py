"""Input files: those opened, those refused, and no reads past `input_files`."""

from __future__ import annotations

import ast
import gzip
import io
import os
import pickle
import socket
import zipfile
import zlib
from pathlib import Path

import pytest

from altered_env._runtime import input_files, progress
from altered_env._runtime.input_files import (
    ARCHIVE,
    DECK,
    FIGURES,
    InputFileError,
    Kind,
    MissingFileError,
    members,
    opened,
    read_bytes,
    read_gzip,
    read_text,
    within,
)
from tests.test_house import FILES, ROOT

SMALL = Kind("a small file", 10)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as found:
        found.bind(str(path))


ODD = {
    "pipe": (pipe, "this is a pipe"),
    "folder": (Path.mkdir, "this is a folder"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "this is a device"),
    "terminal": (lambda path: path.symlink_to("/dev/tty"), "this is a device"),
    "socket": (listening, "this is a socket"),
    "circle": (lambda path: path.symlink_to(path), "symbolic links"),
    "nowhere": (lambda path: path.symlink_to("nowhere"), "No such file"),
    "too large": (lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_WRONLY), 1 << 40), "at"),
}


@pytest.mark.parametrize("what", ODD)
def test_what_is_no_regular_file_of_its_size_is_refused_at_once(tmp_path, monkeypatch, what):
    make, says = ODD[what]
    monkeypatch.chdir(tmp_path)  # the name of a socket has no more than 100 letters
    path = Path("it")
    make(path)
    for read in (read_bytes, read_text, read_gzip, input_files.refuse_unreadable):
        with pytest.raises(InputFileError) as caught:
            read(path, DECK)
        assert str(caught.value).startswith("it: ") and says in caught.value.problem
        assert "a deck list" in caught.value.problem


def test_what_may_not_be_read_is_named(tmp_path, monkeypatch):
    path = tmp_path / "it"
    path.write_text("x")

    # simulated by the test, since root may read everything
    def denied(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(input_files.os, "open", denied)
    with pytest.raises(InputFileError, match=r"it: Permission denied; expected a deck list"):
        read_text(path, DECK)


def test_a_link_to_a_regular_file_is_followed(tmp_path):
    (tmp_path / "it").write_bytes(b"ten bytes.")
    (tmp_path / "link").symlink_to("it")
    assert read_bytes(tmp_path / "link", SMALL) == b"ten bytes."


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path):
    """Files like those of /proc, which report a size of zero."""
    assert os.stat("/proc/self/maps").st_size == 0
    with pytest.raises(InputFileError, match="a small file has at most 10"):
        read_bytes("/proc/self/maps", SMALL)


def test_another_thing_in_its_place_is_noticed(tmp_path, monkeypatch):
    """A pipe that comes to lie there after it was looked at neither is read nor blocks."""
    path = tmp_path / "it"
    path.write_bytes(b"x")
    about = os.stat(path)
    path.unlink()
    os.mkfifo(path)
    monkeypatch.setattr(input_files.os, "stat", lambda _: about)
    with pytest.raises(InputFileError, match="this is a pipe"):
        read_bytes(path, SMALL)


def test_the_error_says_what_it_is(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        read_bytes(tmp_path / "none", DECK)
    error = caught.value
    assert type(error) is MissingFileError and error.strerror == error.problem
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))
    with pytest.raises(InputFileError, match="expected a deck list"):
        read_bytes("a\0b", DECK)


def test_long_reading_says_how_far_it_is(tmp_path, monkeypatch, capsys):
    path = tmp_path / "it"
    path.write_bytes(b"x" * 4_000_000)
    kind = Kind("a large file", 5_000_000)
    monkeypatch.setattr(progress, "APART", 0.0)
    monkeypatch.setattr(input_files, "PIECE", 1_000_000)
    read_bytes(path, kind)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(input_files, "PATIENCE", 0.0)
    read_bytes(path, kind)
    assert "MB of it read" in capsys.readouterr().err


def test_bytes_that_are_no_text_are_named(tmp_path):
    (tmp_path / "it").write_bytes(b"ab\xff")
    with pytest.raises(InputFileError, match=r"not text in UTF-8 \(byte 2\); expected a deck list"):
        read_text(tmp_path / "it", DECK)
    (tmp_path / "it").write_bytes("\ufeffab".encode())
    assert read_text(tmp_path / "it", DECK) == "ab"


def test_a_packed_file_is_as_large_as_its_kind_when_unpacked(tmp_path):
    path = tmp_path / "it.gz"
    path.write_bytes(gzip.compress(b"x" * 2000))
    assert len(read_gzip(path, Kind("figures", 2000))) == 2000
    with pytest.raises(InputFileError, match="figures has at most 1,999"):
        read_gzip(path, Kind("figures", 1999))
    data = bytearray(path.read_bytes())
    for place in range(len(data)):
        data[place] ^= 1
        path.write_bytes(data)
        try:
            read_gzip(path, FIGURES)
        except InputFileError as error:
            assert "it.gz: damaged" in str(error)
        data[place] ^= 1


def test_no_name_leads_out_of_a_folder(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link").symlink_to("/etc")
    (tmp_path / "in" / "circle").symlink_to("circle")
    folder = tmp_path / "in"
    assert within(folder, "a/b.txt") == folder / "a/b.txt"
    for name in ("../x", "/etc/passwd", "link/passwd", "a/../../x", "", ".", "a\0b"):
        with pytest.raises(ValueError, match=r"lies outside|is not the name of a file"):
            within(folder, name)


# archives


def archive(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name, data)
    return path


def unpack(path: Path, most: int = 100_000_000) -> dict[str, bytes]:
    return dict(members(path, lambda name: Kind("a part", most) if len(name) == 1 else None))


def test_an_archive_is_unpacked(tmp_path):
    files = {"a": b"one", "b": os.urandom(9000)}
    assert unpack(archive(tmp_path / "it.zip", files)) == files


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"a": b"x", "../b": b"y"}, "'../b' is not a file of a board"),
        ({"a": b"x" * 101}, "a part has at most 100"),
        ({one: bytes(100) for one in "abcdefghijklmnopqrstuvwxyz" * 2}, "occurs twice"),
    ],
)
def test_what_an_archive_says_is_looked_at_before_anything_is_unpacked(tmp_path, files, says):
    path = archive(tmp_path / "it.zip", files)
    if "twice" in says:
        with zipfile.ZipFile(path, "a") as file, pytest.warns(UserWarning):
            file.writestr("a", b"")
    begun = members(path, lambda name: Kind("a part", 100) if len(name) == 1 else None)
    with pytest.raises(InputFileError, match=says):
        next(begun)


def test_an_archive_that_would_grow_beyond_measure_is_refused_first(tmp_path):
    """A small one of two billion bytes, as was once written before it was refused."""
    path = archive(tmp_path / "it.zip", {one: bytes(5_000_000) for one in "abcdefgh"})
    with pytest.raises(
        InputFileError, match=r"it unpacks to 40,000,000 bytes; at its size, at most"
    ):
        next(members(path, lambda _: ARCHIVE))


def test_a_size_that_is_not_so_is_noticed(tmp_path):
    """More is packed than it says: no more than that is unpacked."""
    path = archive(tmp_path / "it.zip", {"a": os.urandom(5000)})
    data = bytearray(path.read_bytes())
    place = data.find(b"PK\1\2") + 24
    for size in (4000, 6000):
        data[place : place + 4] = size.to_bytes(4, "little")
        path.write_bytes(data)
        with pytest.raises(InputFileError, match=r"differs from the size|damaged"):
            unpack(path)


def test_no_flipped_bit_and_no_cut_is_more_than_a_sentence(tmp_path):
    path = archive(tmp_path / "it.zip", {"a": b"some text " * 30, "b": b"{}"})
    whole, data = path.read_bytes(), bytearray(path.read_bytes())
    for place in range(len(data)):
        for bit in (1, 16, 128):
            data[place] ^= bit
            path.write_bytes(data)
            try:
                unpack(path)
            except InputFileError as error:
                assert str(error).startswith(f"{path}: ") and "\n" not in str(error)
            data[place] ^= bit
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(InputFileError):
            unpack(path)


def test_a_directory_larger_than_any_is_not_read(tmp_path):
    path = archive(tmp_path / "it.zip", {"a": b"x"})
    data = bytearray(path.read_bytes())
    place = data.rfind(b"PK\5\6") + 12
    data[place : place + 4] = (1 << 31).to_bytes(4, "little")
    path.write_bytes(data)
    with pytest.raises(InputFileError, match="a directory of 2,147,483,648 bytes"):
        unpack(path)


def test_what_zlib_has_packed_is_bounded():
    bomb = zlib.compress(bytes(50_000_000))
    with pytest.raises(ValueError, match="over 1,000 bytes"):
        input_files.inflated(bomb, 1000)
    with pytest.raises(ValueError, match="ends too early"):
        input_files.inflated(bomb[:-9], 60_000_000)


def test_an_open_file_can_be_read_in_part(tmp_path):
    (tmp_path / "it").write_bytes(b"0123456789")
    with opened(tmp_path / "it", SMALL) as file:
        assert isinstance(file, io.BufferedReader) and file.read(3) == b"012"


# nothing is read past the door

READERS = {
    "open", "read_text", "read_bytes", "fdopen", "open_code",
    "fromfile", "memmap", "loadtxt", "genfromtxt", "mmap",
    "ZipFile", "GzipFile", "TarFile", "LZMAFile", "BZ2File", "decompress", "decompressobj",
    "read_parquet", "scan_parquet", "read_csv", "scan_csv", "read_ndjson",
    "load_file", "safe_open", "run_path", "spec_from_file_location", "FileResponse", "DictReader",
}  # fmt: skip
"""Calls that read a file or unpack its contents, on any object."""
LOADERS = {"np", "json", "pickle", "torch", "tomllib", "marshal", "joblib", "shelve"}
"""And `load` of these."""
INSTEAD = {"read_text", "read_bytes", "opened", "read_gzip"}
"""The allowed calls: `read_text(path, KIND)`, and no method of a path."""

OWN = "a file that comes with the package"
OURS = "written by this very process"
ALLOWED = {
    ("altered_env/_runtime/input_files.py", "open"): "the door",
    ("altered_env/_runtime/input_files.py", "ZipFile"): "the door",
    ("altered_env/_runtime/input_files.py", "DictReader"): "the door",
    ("altered_env/_runtime/input_files.py", "GzipFile"): "the door",
    ("altered_env/_runtime/input_files.py", "decompress"): "the door",
    ("altered_env/_runtime/input_files.py", "decompressobj"): "the door",
    ("altered_env/agents/judge.py", "read_text"): OWN,
    ("altered_env/arena/bench1/standings.py", "read_text"): OWN,
    ("altered_env/building/web_assembly.py", "read_bytes"): OURS,
    ("altered_env/building/reusing.py", "read_bytes"): "sources of this package",
    ("altered_env/cardstats/context/list_games.py", "load"): "bytes that the door has read",
    ("altered_env/web/lessons.py", "open"): "a table is opened, no file",
    ("altered_env/web/play_site.py", "read_text"): OWN,
    ("altered_env/web/play_site.py", "read_bytes"): OWN,
    ("altered_env/cards/known_texts.py", "read_bytes"): OWN,
    ("altered_env/cardstats/collection/forms.py", "DictReader"): "a text that the door has read",
    ("altered_env/envs/recorded_games.py", "read_parquet"): "bytes that the door has read",
    ("altered_env/cards/earlier.py", "open"): OWN,
    ("altered_env/cards/earlier.py", "DictReader"): OWN,
    ("altered_env/formats/dated.py", "open"): OWN,
    ("altered_env/formats/dated.py", "DictReader"): OWN,
    ("altered_env/formats/set_days.py", "open"): OWN,
    ("altered_env/formats/set_days.py", "DictReader"): OWN,
    ("altered_env/cards/verified.py", "open"): OWN,
    ("altered_env/cards/verified.py", "DictReader"): OWN,
    ("altered_env/decks/library.py", "read_text"): OWN,
    ("altered_env/testing/card_coverage/trying.py", "read_text"): OWN,
    ("altered_env/language/english/grammar.py", "read_text"): OWN,
    ("altered_env/language/english/worded.py", "read_text"): OWN,
    ("altered_env/language/reference.py", "read_text"): "pages of docs, as `make docs` writes them",
    ("altered_env/render/replay_page.py", "read_text"): OWN,
    ("altered_env/cardstats/ranking/ranked_page.py", "read_text"): OWN,
    ("altered_env/cardstats/reporting/page.py", "read_text"): OWN,
    ("altered_env/arena/versions.py", "read_bytes"): OWN,
    ("altered_env/cardstats/reporting/shipped_board.py",
     "read_text"): "a page of docs, as `make docs` writes it",
    ("altered_env/cardstats/ranking/shipping.py", "read_bytes"): OWN,
    ("altered_env/engine/cache.py", "read_bytes"): OWN,
    ("altered_env/building/making.py", "read_bytes"): OWN,
    ("altered_env/building/licences.py", "read_text"): "a licence of an installed package",
    ("altered_env/building/linking.py", "read_text"): OWN,
    ("altered_env/building/linking.py", "read_bytes"): OURS,
    ("altered_env/building/parts.py", "read_bytes"): OWN,
    ("altered_env/building/wheels.py", "read_bytes"): OURS,
    ("altered_env/building/wheels.py", "ZipFile"): OURS,
    ("altered_env/arena/bench1/tasks.py", "read_text"): OWN,
    ("altered_env/decks/bench1/frozen_files.py", "read_text"): OWN,
    ("altered_env/decks/bench1/frozen_files.py", "read_bytes"): OWN,
    ("altered_env/decks/bench1/frozen_files.py", "decompress"): OWN,
    ("altered_env/train/actor_parts.py", "decompress"): "sent by another process of the run",
    ("altered_env/web/kept_games.py", "open"): "a game is marked as open",
    ("altered_env/native/built_engine.py", "read_bytes"): OWN,
    ("altered_env/native/shipped.py", "read_bytes"): OWN,
    ("altered_env/_runtime/file_locks.py", "open"): "a lock: its file is not read",
    ("altered_env/engine/machine_code.py", "open"): "a lock: its file is not read",
    ("altered_env/_runtime/progress_counter.py", "open"): OURS,
    ("altered_env/_runtime/atomic_files.py", "fdopen"): "written, not read",
    ("altered_env/_runtime/atomic_files.py", "open"): "added to",
    ("altered_env/engine/cache.py", "fdopen"): "written, not read",
    ("altered_env/protocol/supervisor.py", "open"): "the system's own /proc and /dev/null",
    ("altered_env/web/play_pages.py", "open"): "a game is marked as open",
    ("altered_env/cli/web.py", "open"): "a browser is opened",
    ("altered_env/web/app.py", "FileResponse"): OWN,
    ("altered_env/web/report_pages.py", "FileResponse"): "a regular file of --data, bit by bit",
    (
        "altered_env/agents/plugin_agents.py",
        "spec_from_file_location",
    ): "a program that whoever sits here names",
    ("altered_env/cli/demo_training.py", "read_bytes"): OURS,
    ("altered_env/arena/board/archive.py", "ZipFile"): "written, not read",
    ("altered_env/arena/parquet_files.py", "scan_parquet"): "after the door has looked at it",
    ("altered_env/arena/parquet_files.py", "read_parquet"): "after the door has looked at it",
    ("altered_env/cardstats/dataset.py", "scan_parquet"): "after `reading` has looked at all parts",
    ("altered_env/cardstats/card_metrics.py", "scan_parquet"): "within `reading`",
    ("altered_env/cardstats/regression.py", "scan_parquet"): "within `reading`",
    ("altered_env/cardstats/replaying.py", "scan_parquet"): "within `reading`",
    ("altered_env/cardstats/reporting/page.py", "scan_parquet"): "within `reading`",
    ("altered_env/cardstats/ranking/pairs.py", "load"): "bytes that the door has read",
}  # fmt: skip
"""Places that read files directly, each with the reason."""


def reads(tree: ast.AST) -> list[tuple[int, str]]:
    """The calls in a file that read another, each with its line."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(id=name) if name in READERS - INSTEAD:
                found.append((node.lineno, name))
            case ast.Attribute(attr=name, value=ast.Name(id=on)) if (
                name == "load" and on in LOADERS
            ):
                found.append((node.lineno, name))
            case ast.Attribute(attr=name) if name in READERS:
                found.append((node.lineno, name))
            case _:
                pass
    return found


def test_nothing_is_read_past_the_door():
    wrong, used = [], set()
    for path in FILES:
        file = path.relative_to(ROOT).as_posix()
        for line, name in reads(ast.parse(path.read_text("utf-8"))):
            used.add((file, name))
            if (file, name) not in ALLOWED:
                wrong.append(f"{file}:{line}: {name}: read it by altered_env._runtime.input_files")
    assert wrong == []
    assert set(ALLOWED) == used, "no longer there: take them out of the list"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("open(path)", "open"),
        ("Path(path).read_text('utf-8')", "read_text"),
        ("np.load(path)", "load"),
        ("gzip.decompress(path.read_bytes())", "decompress read_bytes"),
        ("read_text(path, DECK)", ""),
        ("decks.load(path)", ""),
    ],
)
def test_a_read_past_the_door_is_found(text, says):
    assert [name for _, name in reads(ast.parse(text))] == says.split()


@pytest.mark.parametrize(
    ("text", "said"), [("a,b\n1," + "x" * 140_000, "line 2"), ("x" * 140_000, "line 1")]
)
def test_a_table_with_an_endless_field_is_refused_by_name(text, said):
    with pytest.raises(ValueError, match=rf"people.csv, {said}: field larger"):
        list(input_files.Table("people.csv", text))
