"""Opening of all input files: decks, saved games, networks, archives.

Only regular files are read: a pipe, a device or a folder is refused at once. Each kind of file has
a maximum size, which is checked before reading. Reads of more than two seconds show their progress.

>>> read_bytes("/dev/zero", DECK)
Traceback (most recent call last):
altered_env._runtime.input_files.InputFileError: /dev/zero: this is a device; expected a deck list \
in a \
regular file
"""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import os
import stat
import struct
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from altered_env._runtime import progress


class Kind(NamedTuple):
    """The kind of an input file, and its maximum size."""

    name: str
    most: int


DECK = Kind("a deck list", 100_000)
DECK_LISTS = Kind("the decks of a board", 50_000_000)
REFERENCES = Kind("a list of references", 100_000_000)
CARDS = Kind("a file of cards", 4_000_000)
OWN_CARDS = Kind("a file of your own cards", 64_000_000)
OFFICIAL_CARDS = Kind("official card data", 500_000_000)
PHRASES = Kind("a table of phrases", 100_000_000)
COLLECTION = Kind("a collection of cards", 500_000_000)
SAVED_GAME = Kind("a saved game", 10_000_000)
REPLAY = Kind("a replay", 10_000_000)
OPTIONS = Kind("a file of options", 100_000)
NETWORK = Kind("a network", 1_000_000_000)
RESULT = Kind("a result file", 80_000_000)
LINES = Kind("a file of lines", 2_000_000_000)
DOCUMENT = Kind("a file written by this program", 100_000_000)
TABLE = Kind("a Parquet table", 1_000_000_000)
FIGURES = Kind("a file of figures", 30_000_000)
ARCHIVE = Kind("a packed board", 200_000_000)
PROGRAM = Kind("a program", 20_000_000_000)
CACHE_ENTRY = Kind("a cache entry", 1_000_000_000)

PATIENCE = 2.0
"""Seconds of reading before progress is shown."""
PIECE = 8_000_000
"""The number of bytes in a read."""
UNPACKED = 2_000_000_000
"""The maximum number of bytes in an unpacked archive."""
RATIO = 50
"""The maximum expansion of an archive. JSON shrinks to a tenth at best."""
DIRECTORY = 20_000_000
"""The maximum size of an archive's directory, which is read whole: some 200,000 files."""

DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, LookupError, OverflowError, MemoryError),
)
"""Exceptions of Python's libraries for malformed archives."""

_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""Flags to open without blocking and without acquiring a terminal."""
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)


class InputFileError(OSError):
    """An input file that is refused; the message names it and the reason."""

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(f"{file}: {problem}")
        self.file = file
        self.problem = self.strerror = problem

    def __str__(self) -> str:
        return f"{self.file}: {self.problem}"

    def __reduce__(self) -> tuple[type[InputFileError], tuple[str, str]]:
        return type(self), (self.file, self.problem)


class MissingFileError(InputFileError, FileNotFoundError):
    """A file that does not exist."""


def read_bytes(path: str | Path, kind: Kind) -> bytes:
    """Return the bytes of a regular file of this kind. Raises `InputFileError`."""
    with opened(path, kind) as file:
        try:
            return _all(file, path, kind)
        except OSError as error:
            raise _error(str(path), error, kind) from None


def read_text(path: str | Path, kind: Kind) -> str:
    """Return the text of such a file, in UTF-8 with or without BOM. Raises `InputFileError`."""
    data = read_bytes(path, kind)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = f"not text in UTF-8 (byte {error.start}); expected {kind.name}"
        raise InputFileError(str(path), problem) from None


def mark_in(text: str) -> str:
    """Return what separates the columns of a table: the most frequent mark of its first line.

    >>> mark_in("deck;share\\naxiom;1,5\\n"), mark_in("deck,share\\n"), mark_in("deck\\tshare")
    (';', ',', '\\t')
    """
    return max(",;\t", key=text.partition("\n")[0].count)


class Table:
    """The rows of a table of text, by column. Raises `ValueError` for a line that is no CSV.

    >>> table = Table("cards.csv", "name,cost\\nBooda,1\\n")
    >>> table.columns, list(table)
    (['name', 'cost'], [{'name': 'Booda', 'cost': '1'}])
    """

    def __init__(self, path: str | Path, text: str, mark: str = ",") -> None:
        self._path = path
        self._rows = csv.DictReader(text.splitlines(), delimiter=mark)
        with self._named():
            self.columns = list(self._rows.fieldnames or ())

    def __iter__(self) -> Iterator[dict[str | Any, str | Any]]:
        with self._named():
            yield from self._rows

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except csv.Error as error:
            where = f"{self._path}, line {self._rows.line_num + 1}"
            raise ValueError(f"{where}: {error}") from None


def read_gzip(path: str | Path, kind: Kind) -> bytes:
    """Return the contents of a gzip file, within its kind's limit. Raises `InputFileError`."""
    with opened(path, kind) as file, _unpacking(path), gzip.GzipFile(fileobj=file) as packed:
        return _all(packed, path, kind)


def inflated(data: bytes, most: int) -> bytes:
    """Decompress zlib data. Raises `ValueError` if it is damaged, or larger than `most`.

    >>> inflated(zlib.compress(b"ab" * 9), 18) == b"ab" * 9
    True
    >>> inflated(zlib.compress(b"ab" * 9), 17)
    Traceback (most recent call last):
    ValueError: it holds over 17 bytes
    """
    stream = zlib.decompressobj()
    try:
        found = stream.decompress(data, most + 1)
    except zlib.error as error:
        raise ValueError(f"it cannot be unpacked: {error}") from None
    if len(found) > most:
        raise ValueError(f"it holds over {most:,} bytes")
    if not stream.eof:
        raise ValueError("it cannot be unpacked: it ends too early")
    return found


def refuse_unreadable(path: str | Path, kind: Kind) -> None:
    """Raise `InputFileError` for a file that `opened` would refuse; for libraries that open a file
    by its path."""
    with opened(path, kind):
        pass


@contextlib.contextmanager
def opened(path: str | Path, kind: Kind) -> Iterator[io.BufferedReader]:
    """Open a regular file of this kind for reading. Raises `InputFileError`."""
    name = str(path)
    try:
        # Only regular files are opened: opening some devices has side effects.
        _refuse_other(name, os.stat(path), kind)
        handle = os.open(path, os.O_RDONLY | _FLAGS)
    except (OSError, ValueError) as error:
        raise _error(name, error, kind) from None
    with open(handle, "rb") as file:
        _refuse_other(name, os.fstat(handle), kind)  # it may have been replaced by now
        yield file


def _refuse_other(name: str, about: os.stat_result, kind: Kind) -> None:
    if not stat.S_ISREG(about.st_mode):
        what = what_is(about)
        raise InputFileError(name, f"this is {what}; expected {kind.name} in a regular file")
    if about.st_size > kind.most:
        raise InputFileError(name, _too_large(about.st_size, kind))


def what_is(about: os.stat_result) -> str:
    """Describe in words what a path refers to.

    >>> what_is(os.stat("/dev/null"))
    'a device'
    """
    if stat.S_ISREG(about.st_mode):
        return "a regular file"
    return next((said for is_one, said in _KINDS if is_one(about.st_mode)), "not a regular file")


def _too_large(size: int, kind: Kind) -> str:
    return f"{size:,} bytes; {kind.name} has at most {kind.most:,}"


def _error(name: str, error: OSError | ValueError, kind: Kind) -> InputFileError:
    if isinstance(error, InputFileError):
        return error
    if isinstance(error, FileNotFoundError):
        return MissingFileError(name, f"No such file; expected {kind.name}")
    said = error.strerror if isinstance(error, OSError) else str(error)  # a name with a null byte
    return InputFileError(name, f"{said or 'it cannot be read'}; expected {kind.name}")


def _all(file: io.BufferedReader | gzip.GzipFile, path: str | Path, kind: Kind) -> bytes:
    """Read everything, up to the limit."""
    found, begun = bytearray(), time.monotonic()
    shown = progress.Progress(None, f"MB of {Path(path).name} read")
    try:
        while piece := file.read(PIECE):
            found += piece
            if len(found) > kind.most:
                raise InputFileError(str(path), _too_large(len(found), kind))
            if time.monotonic() - begun > PATIENCE:
                shown.say(len(found) // 1_000_000)
    finally:
        shown.clear()
    return bytes(found)


def within(folder: Path, name: str) -> Path:
    """Return the path with this name below a folder. Raises `ValueError` if it would lead out of
    it, also by a link.

    >>> within(Path("/games"), "../secret.game")
    Traceback (most recent call last):
    ValueError: '../secret.game' lies outside /games
    """
    root = folder.resolve()
    try:
        found = (root / name).resolve()
    except (OSError, RuntimeError, ValueError):  # circular links, a null byte in the name
        raise ValueError(f"{name[:80]!r} is not the name of a file in {folder}") from None
    if root not in found.parents:
        raise ValueError(f"{name[:80]!r} lies outside {folder}")
    return found


def members(path: str | Path, of: Callable[[str], Kind | None]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a zip archive, each with its name. `of` returns the kind of a name, None
    for a name that is not allowed.

    The archive's whole directory is checked before the first file is returned, and no file is
    unpacked beyond its stated size. Raises `InputFileError`.
    """
    with opened(path, ARCHIVE) as file, _unpacking(path):
        _refuse_directory(file, str(path))
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
            _refuse_entries(entries, of, str(path), os.fstat(file.fileno()).st_size)
            for info in entries:
                with archive.open(info) as one:
                    data = one.read(info.file_size + 1)
                if len(data) != info.file_size:
                    raise InputFileError(
                        str(path),
                        f"{info.filename!r:.80} differs from the size that the archive states",
                    )
                yield info.filename, data


@contextlib.contextmanager
def _unpacking(path: str | Path) -> Iterator[None]:
    """Turn any exception of Python's libraries for a damaged archive into one sentence."""
    try:
        yield
    except InputFileError:
        raise
    except (NotImplementedError, RuntimeError) as error:  # another compression; a password
        raise InputFileError(str(path), f"unsupported compression: {error}") from None
    except DAMAGED as error:
        raise InputFileError(str(path), f"damaged, cannot be unpacked: {error}") from None


def _refuse_directory(file: io.BufferedReader, name: str) -> None:
    """Raise `InputFileError` for an archive with an implausibly large directory, which would be
    read whole before any name in it is known."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - 70_000))
    tail = file.read()
    end = tail.rfind(b"PK\5\6")
    if end < 0:
        raise InputFileError(name, f"not a zip archive; expected {ARCHIVE.name}")
    if tail[max(0, end - 20) :].startswith(b"PK\6\7"):
        raise InputFileError(name, f"an archive of over 4 GB; expected {ARCHIVE.name}")
    directory = int.from_bytes(tail[end + 12 : end + 16], "little")
    if directory > DIRECTORY:
        raise InputFileError(
            name, f"a directory of {directory:,} bytes; at most {DIRECTORY:,} are read"
        )
    file.seek(0)


def _refuse_entries(
    entries: list[zipfile.ZipInfo], of: Callable[[str], Kind | None], path: str, size: int
) -> None:
    seen = set()
    for info in entries:
        name = info.filename
        kind = of(name)
        if kind is None:
            raise InputFileError(path, f"{name!r:.80} is not a file of a board")
        if name in seen:
            raise InputFileError(path, f"{name!r:.80} occurs twice")
        seen.add(name)
        if info.file_size > kind.most:
            raise InputFileError(path, f"{name!r:.80}: {_too_large(info.file_size, kind)}")
    held, most = sum(info.file_size for info in entries), min(UNPACKED, RATIO * size)
    if held > most:
        raise InputFileError(
            path, f"it unpacks to {held:,} bytes; at its size, at most {most:,} are read"
        )
