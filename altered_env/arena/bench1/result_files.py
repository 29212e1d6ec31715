"""Result files: a line for the entry, a line for each game, and a last line with the result and the
SHA-256 of all before it. While games are played, the last line is missing.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from math import inf
from pathlib import Path
from typing import Any, Final

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import RESULT, read_bytes, read_gzip
from altered_env._runtime.json_text import parsed
from altered_env._runtime.plurals import counted
from altered_env.arena.bench1.bench_entries import LATER, Entry
from altered_env.arena.bench1.tasks import BENCH, PROTOCOL
from altered_env.arena.line_files import row_of
from altered_env.arena.versions import version

SUFFIXES: Final = (".jsonl", ".jsonl.gz")
"""Of result files: as lines, or compressed. The hash is that of the lines."""
MACHINE: Final = "machine"
HASH: Final = 12
"""The digits of a hash in a message."""
_SAYS: Final = {
    **dict.fromkeys(("number", "days", "decisions", "seconds"), (0, inf)),
    **{"score": (0, 1), "winner": (-1, 1), "first": (0, 1), "actions": (0, 1_000_000)},
}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of an entry against a member of the panel. An odd number repeats the even one before
    it with the seats swapped."""

    against: str
    number: int
    score: float
    """1 for a win of the entry, 0 for a loss, half for neither."""
    winner: int
    """The seat that won, or -1."""
    first: int
    """The first player on day one."""
    days: int
    decisions: int
    """The entry's decisions."""
    seconds: float
    """The entry's time for them."""
    forfeit: str
    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResultFile:
    """A result file as it was read."""

    entry: Entry
    head: Mapping[str, Any]
    games: tuple[PlayedGame, ...]
    last: Mapping[str, Any] | None
    """The last line; None if games are missing."""
    before: bytes
    """All bytes before the last line."""
    end: bytes
    """The bytes of the last line."""

    @property
    def games_digest(self) -> str:
        """The SHA-256 of all before the last line."""
        return hashlib.sha256(self.before).hexdigest()

    @property
    def digest(self) -> str:
        """The SHA-256 of all its lines, regardless of the file's name and compression."""
        return hashlib.sha256(self.before + self.end).hexdigest()

    @property
    def machine(self) -> Mapping[str, Any]:
        """The machine it was played on, as it says."""
        found: Mapping[str, Any] = self.head[MACHINE]
        return found


def line(row: Mapping[str, Any]) -> bytes:
    """A row as a line."""
    return (json.dumps(row) + "\n").encode()


def finish(path: Path, head: Mapping[str, Any], games: Sequence[PlayedGame], result: Any) -> None:
    """Write a whole result file."""
    before = b"".join([line(head), *(line(asdict(game)) for game in games)])
    data = before + last_line(before, result)
    write_atomically(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    if path.suffix == ".gz":
        lines_of(path).unlink(missing_ok=True)


def lines_of(path: Path) -> Path:
    """The file of lines while games are played.

    >>> lines_of(Path("mine.jsonl.gz")).name
    'mine.jsonl'
    """
    return path.with_suffix("") if path.suffix == ".gz" else path


def last_line(before: bytes, result: Any) -> bytes:
    """The last line of a file with these bytes before it."""
    return line({"result": result, "sha256": hashlib.sha256(before).hexdigest()})


def read_result(path: Path, whole: bool = True) -> ResultFile:
    """The result file at a path; if not `whole`, its games may be incomplete, and a truncated last
    line does not count. Raises `ValueError`, which names the line, and `OSError`."""
    data = read_gzip(path, RESULT) if path.suffix == ".gz" else read_bytes(path, RESULT)
    if whole and data and not data.endswith(b"\n"):
        raise ValueError(f"{path}: its last line is cut off; take the file as the run wrote it")
    count = data.count(b"\n")
    if not count:
        raise ValueError(f"{path}: it is empty; expected a result file of altered bench1 run")
    head = _parsed(path, 1, data[: data.index(b"\n")])
    entry = _entry_in(path, head)
    if count > 2 * entry.games + 2:  # some games may be there twice, which is said later
        raise ValueError(
            f"{path}: it has {counted(count, 'line')}, for {counted(entry.games, 'game')} of its"
            " entry"
        )
    *lines, _ = data.split(b"\n")
    end = _parsed(path, count, lines[-1])
    ends = count > 1 and set(end) == {"result", "sha256"}
    if whole and not ends:
        raise ValueError(
            f"{path}: it is not finished, its last line has no result; run altered bench1 run with"
            " the same arguments to play the missing games"
        )
    games = []
    for number, text in enumerate(lines[1:-1] if ends else lines[1:], 2):
        try:
            games.append(row_of(PlayedGame, _parsed(path, number, text), _SAYS))
        except ValueError as error:
            said = str(error)
            where = "" if said.startswith(f"{path}, ") else f"{path}, line {number}: "
            raise ValueError(f"{where}{said}") from None
    before = data[: len(data) - len(lines[-1]) - 1] if ends else data
    return ResultFile(entry, head, tuple(games), end if ends else None, before, data[len(before) :])


def _parsed(path: Path, number: int, text: bytes) -> dict[str, Any]:
    try:
        found = parsed(text)
    except (ValueError, RecursionError):
        raise ValueError(f"{path}, line {number}: it is not JSON; restore the line") from None
    if not isinstance(found, dict):
        raise ValueError(f"{path}, line {number}: expected an object, found {found!r:.40}")
    return found


def _entry_in(path: Path, row: Mapping[str, Any]) -> Entry:
    if row.get("bench") != BENCH:
        raise ValueError(f"{path}, line 1: this is not a result file of altered bench1 run")
    if row.get("protocol") != PROTOCOL:
        raise ValueError(
            f"{path}: it is of protocol {row.get('protocol')!r:.20} of Altered-Bench 1, but this"
            f" package has {PROTOCOL}; use the version of altered-env that played it"
        )
    if row.get("version") != version():
        raise ValueError(
            f"{path}: it was played with version {row.get('version')!r:.20} of rules and players,"
            f" but this is {version()}; use the version of altered-env that played it"
        )
    if not isinstance(row.get(MACHINE), dict):
        raise ValueError(f"{path}, line 1: 'machine' is missing")
    unsaid = dict.fromkeys(LATER, "")
    said = {one.name: row.get(one.name, unsaid.get(one.name)) for one in fields(Entry)}
    missing = [name for name, value in said.items() if value is None]
    if missing:
        raise ValueError(f"{path}, line 1: {missing[0]!r} is missing")
    against = said["against"]
    texts = [value for name, value in said.items() if name not in ("deals", "against")]
    right = (
        isinstance(against, list)
        and all(isinstance(value, str) for value in (*texts, *against))
        and type(said["deals"]) is int
    )
    if not right:
        raise ValueError(f"{path}, line 1: a field of the entry has a wrong type")
    try:
        entry = Entry(**{**said, "against": tuple(against)})
    except ValueError as error:
        raise ValueError(f"{path}, line 1: {error}") from None
    head = entry.head()
    if strange := set(row) - set(head) - {MACHINE}:
        raise ValueError(f"{path}, line 1: no key is called {min(strange)!r:.40}")
    for name, value in head.items():
        if name not in row and name not in LATER:
            raise ValueError(f"{path}, line 1: {name!r} is missing")
        if row.get(name) != value:
            raise ValueError(
                f"{path}, line 1: {name} is {_short(row[name])}, but of this entry it is"
                f" {_short(value)}: the file was changed, or another release played it"
            )
    return entry


def _short(value: Any) -> str:
    """A value in a message; of hashes, their beginning.

    >>> _short("0123456789abcdef0123"), _short({"T2": 64 * "0"})
    ("'0123456789ab...'", "{'T2': '000000000000...'}")
    """
    if isinstance(value, str) and len(value) > HASH:
        return repr(f"{value[:HASH]}...")
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r:.40}: {_short(v)}" for k, v in list(value.items())[:8]) + "}"
    return f"{value!r:.60}"


def in_order(games: Iterable[PlayedGame], against: Sequence[str]) -> list[PlayedGame]:
    """The games by number, and of one number by opponent."""
    return sorted(games, key=lambda game: (game.number, against.index(game.against)))


def files_in(paths: Iterable[Path]) -> list[Path]:
    """These files, and the result files in these folders, each once. Raises `ValueError` if a
    folder has none of them."""
    found: dict[Path, Path] = {}
    for path in paths:
        there = _there(path) if path.is_dir() else [path]
        if not there:
            raise ValueError(
                f"{path}: there is no result file, *.jsonl or *.jsonl.gz, of altered bench1 run"
            )
        for file in there:
            found.setdefault(file.resolve(), file)
    return list(found.values())


def _there(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name.endswith(SUFFIXES))
