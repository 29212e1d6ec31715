"""The files of a dataset for offline learning: `dataset.json` with the hashes of all others, the
decks, and for each part of the games a Parquet table with a row for each game.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.input_files import DOCUMENT, TABLE, read_bytes
from altered_env._runtime.json_text import parsed
from altered_env._runtime.optional_dependencies import needs

KIND: Final = "altered dataset"
FORMAT: Final = 1
NOTE: Final = "dataset.json"
DECKS: Final = "decks.txt.gz"
PACES: Final = ("fast", "slow")
"""The players of a part: those that decide at once, or those that search."""
SCALE: Final = 255
"""The stored byte of a probability of 1."""
_COLUMNS: Final = {
    **{"game": "Int32", "pace": "String", "task": "String", "seed": "Int64"},
    **{"winner": "Int8", "first": "Int8", "days": "Int16"},
    **{"actions": "List(Int16)", "probabilities": "Binary"},
    **{f"{what}_{seat}": "String" for seat in range(2) for what in ("deck", "player")},
}
"""The columns of a part, each with its type."""
_SAYS: Final = {"winner": (-1, 1), "first": (0, 1), "days": (0, 32_767), "seed": (0, 2**63 - 1)}
"""The least and the most of a number."""
_REMEDY: Final = "restore it, or make the dataset again"
_NEEDED: Final = {
    "version": str,
    "seed": int,
    "players": dict,
    "decks": str,
    "parts": dict,
    "games": dict,
}


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game of a dataset: a row of a part."""

    game: int
    """Its number among the games of its pace."""
    pace: str
    task: str
    """The task whose training split the decks are of: T2 or T3."""
    decks: tuple[str, str]
    players: tuple[str, str]
    """The agents of seats 0 and 1."""
    seed: int
    """The seed of the table: first player, Adventure, deck order, dice."""
    winner: int
    """The seat that won, or -1."""
    first: int
    """The first player on day one."""
    days: int
    actions: NDArray[np.int16]
    """As `Game.act` takes them."""
    probabilities: bytes
    """For each decision of a network with several legal actions, a byte for each of these in
    ascending order."""
    place: str = ""
    """Its file and row, for messages; empty for a game that was not read from a file."""

    def refused(self, problem: str) -> ValueError:
        """The error that this game is not as its row says."""
        where = self.place or f"{self.pace} game {self.game}"
        return ValueError(f"{where}: {problem}; {_REMEDY}")

    def refuse_another_end(self, is_over: bool, winner: int | None, days: int) -> None:
        """Raise `ValueError` if its actions lead to another end than its row says."""
        if is_over != (self.winner >= 0):
            raise self.refused(
                "it does not end with its actions: it was changed, or another version of the rules"
                " played it"
            )
        won = -1 if winner is None else int(winner)
        for what, said, found in (("winner", self.winner, won), ("days", self.days, days)):
            if said != found:
                raise self.refused(f"its {what} is {said}, but its actions lead to {found}")


def polars() -> Any:
    """Import and return Polars, which reads and writes the tables. Raises `ValueError` if it is
    missing."""
    try:
        import polars as found
    except ImportError:
        raise ValueError(needs("altered_env.datasets", "polars")) from None
    return found


def digest_of(data: bytes) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(data).hexdigest()


def part_of(games: Iterable[RecordedGame]) -> bytes:
    """A part with these games, as a Parquet file."""
    pl = polars()
    rows = list(games)
    columns: dict[str, tuple[list[Any], Any]] = {
        "game": ([one.game for one in rows], pl.Int32),
        "pace": ([one.pace for one in rows], pl.String),
        "task": ([one.task for one in rows], pl.String),
        "seed": ([one.seed for one in rows], pl.Int64),
        "winner": ([one.winner for one in rows], pl.Int8),
        "first": ([one.first for one in rows], pl.Int8),
        "days": ([one.days for one in rows], pl.Int16),
        "actions": ([one.actions.tolist() for one in rows], pl.List(pl.Int16)),
        "probabilities": ([one.probabilities for one in rows], pl.Binary),
    }
    for seat in range(2):
        columns[f"deck_{seat}"] = ([one.decks[seat] for one in rows], pl.String)
        columns[f"player_{seat}"] = ([one.players[seat] for one in rows], pl.String)
    table = pl.DataFrame(
        {name: pl.Series(name, values, kind) for name, (values, kind) in columns.items()}
    )
    written = io.BytesIO()
    table.write_parquet(written, compression="zstd", compression_level=19)
    return written.getvalue()


def games_in(
    path: Path, data: bytes, decks: Container[str], players: Container[str]
) -> Iterator[RecordedGame]:
    """The games of a part with these bytes. Raises `ValueError` that names file and row if they are
    not games of these decks and players."""
    pl = polars()
    try:
        table = pl.read_parquet(io.BytesIO(data))
    except (pl.exceptions.PolarsError, OSError) as error:
        raise ValueError(f"{path}: it is not a Parquet table, {error!s:.60}; {_REMEDY}") from None
    found = {name: str(kind) for name, kind in table.schema.items()}
    for name, kind in _COLUMNS.items():
        if found.get(name) != kind:
            has = f"is {found[name]}, expected {kind}" if name in found else "is missing"
            raise ValueError(f"{path}: its column {name!r} {has}; {_REMEDY}")
    for number, row in enumerate(table.select(list(_COLUMNS)).iter_rows(named=True), 1):
        place = f"{path}, row {number}"
        if wrong := next(_faults(row, path.name.partition("-")[0], decks, players), ""):
            raise ValueError(f"{place}: {wrong}; {_REMEDY}")
        dealt, by = ((row.pop(f"{w}_0"), row.pop(f"{w}_1")) for w in ("deck", "player"))
        row["actions"] = np.array(row["actions"], dtype=np.int16)
        yield RecordedGame(decks=dealt, players=by, place=place, **row)


def _faults(
    row: Mapping[str, Any], pace: str, decks: Container[str], players: Container[str]
) -> Iterator[str]:
    """What is wrong with a row."""
    for name, value in row.items():
        if value is None:
            yield f"{name!r} is missing"
    for name, (least, most) in _SAYS.items():
        if not least <= row[name] <= most:
            yield f"{name!r} is {row[name]}, expected {least} to {most:,}"
    if row["pace"] != pace:
        yield f"'pace' is {row['pace']!r:.40}, expected {pace!r}"
    for seat in range(2):
        for what, known in (("deck", decks), ("player", players)):
            if (name := row[f"{what}_{seat}"]) not in known:
                yield f"the dataset has no {what} {name!r:.60}"
    if not row["actions"] or None in row["actions"]:
        yield "'actions' are missing"


def note_in(folder: Path) -> dict[str, Any]:
    """The contents of `dataset.json`. Raises `ValueError` that names it if it is not one."""
    path = folder / NOTE
    if not path.is_file():
        raise ValueError(
            f"{folder} is not a dataset, {NOTE} is missing; altered bench1 dataset makes one"
        )
    try:
        found = parsed(read_bytes(path, DOCUMENT))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: it is not JSON, {error!s:.60}; restore it") from None
    if not isinstance(found, dict) or found.get("kind") != KIND:
        raise ValueError(f"{path}: this is not the note of a dataset of altered bench1 dataset")
    if found.get("format") != FORMAT:
        raise ValueError(
            f"{path}: it is of format {found.get('format')!r:.20}, this version reads {FORMAT}"
        )
    for name, kind in _NEEDED.items():
        if not isinstance(found.get(name), kind):
            raise ValueError(
                f"{path}: its {name!r} is {found.get(name)!r:.40}, expected {kind.__name__};"
                " restore it"
            )
    return found


def checked(folder: Path, name: str, digest: str) -> bytes:
    """The bytes of a file of a dataset. Raises `ValueError` if its hash is another."""
    path = folder / name
    if not path.is_file():
        raise ValueError(f"{path} is missing: restore it, or make the dataset again")
    data = read_bytes(path, TABLE)
    if digest_of(data) != digest:
        raise ValueError(
            f"{path} is damaged: its SHA-256 is {digest_of(data)[:16]}, in {NOTE} it is"
            f" {digest:.16}; restore it, or make the dataset again"
        )
    return data
