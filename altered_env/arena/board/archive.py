"""A board in one file: everything needed to verify it, and its page. Packing is deterministic.

`altered board pack FOLDER FILE.zip` writes it, `altered board verify FILE.zip` reads it.
"""

from __future__ import annotations

import contextlib
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import make_folder_of, write_atomically
from altered_env._runtime.input_files import (
    DECK_LISTS,
    DOCUMENT,
    OPTIONS,
    REPLAY,
    Kind,
    members,
    read_bytes,
)
from altered_env.arena.board.board_config import FILE
from altered_env.arena.board.decklists import DECKS
from altered_env.arena.board.schedule import GAMES, RATINGS, REPLAYS, Board, replay_name

PAGE = "index.html"
_KINDS = {FILE: OPTIONS, DECKS: DECK_LISTS, GAMES: DOCUMENT, RATINGS: DOCUMENT, PAGE: DOCUMENT}
_REPLAY = re.compile(rf"{REPLAYS}/[A-Za-z0-9_-]{{1,100}}\.json")
NO_TIME = (1980, 1, 1, 0, 0, 0)


def pack(board: Board, path: Path) -> int:
    """Write a board to a file; return its size in bytes. Raises `ValueError` if its seeds are not
    published, `OSError` if one of its files is missing."""
    if not board.config.seeds:
        raise ValueError(
            f"{board.folder}: its seeds are not published, so it cannot be verified;"
            f" run altered board publish {board.folder}"
        )
    replays = sorted(f"{REPLAYS}/{replay_name(row)}" for row in board.rows)
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name in (*_KINDS, *replays):
            kind = _kind_of(name)
            assert kind is not None  # as named by `replay_name`
            info = zipfile.ZipInfo(name, NO_TIME)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            file.writestr(info, read_bytes(board.folder / name, kind))
    make_folder_of(path)
    write_atomically(path, into.getvalue())
    return len(into.getvalue())


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Path]:
    """Context that gives the folder of a board: the path itself, or for an archive a temporary
    folder. Raises `InputFileError` for a file that is not a board."""
    if path.is_dir() or not path.exists():  # the reader reports missing files
        yield path
        return
    with signals.temporary_folder() as place:
        folder = Path(place)
        (folder / REPLAYS).mkdir()
        for name, data in members(path, _kind_of):
            (folder / name).write_bytes(data)
        yield folder


def _kind_of(name: str) -> Kind | None:
    """The kind of a board's file; None for any other file."""
    return REPLAY if _REPLAY.fullmatch(name) else _KINDS.get(name)
