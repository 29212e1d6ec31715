"""A board in one file: what it takes to check it, and its page. One board gives the same bytes.

`altered board pack FOLDER FILE.zip` writes it, `altered board verify FILE.zip` reads it.
"""

from __future__ import annotations

import contextlib
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from altered_env import stopping
from altered_env.whole_files import make_folder_of, write_atomically
from training.board.board_page import PAGE
from training.board.charter import FILE
from training.board.decklists import DECKS
from training.board.schedule import GAMES, RATINGS, REPLAYS, Board, replay_name

__all__ = ["opened", "pack"]

NAMES = (FILE, DECKS, GAMES, RATINGS, PAGE)
_REPLAY = re.compile(rf"{REPLAYS}/[A-Za-z0-9_-]{{1,100}}\.json")
LARGEST = 100_000_000
"""Bytes of a file in it, at most."""
ALL = 2_000_000_000
"""Bytes of all of them."""
NO_TIME = (1980, 1, 1, 0, 0, 0)


def pack(board: Board, path: Path) -> int:
    """Write a board to a file; how many bytes it has. Raises `ValueError` where its seeds are not
    published, `OSError` where a file of it is missing."""
    if not board.charter.seeds:
        raise ValueError(
            f"{board.folder}: its seeds are not published, so nobody could check it;"
            f" altered board publish {board.folder}"
        )
    replays = sorted(f"{REPLAYS}/{replay_name(row)}" for row in board.rows)
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name in (*NAMES, *replays):
            info = zipfile.ZipInfo(name, NO_TIME)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            file.writestr(info, (board.folder / name).read_bytes())
    make_folder_of(path)
    write_atomically(path, into.getvalue())
    return len(into.getvalue())


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Path]:
    """The folder of a board, for as long as it is looked at: the path itself, or, of a file, a
    folder that is gone afterwards. Raises `ValueError` for a file that holds anything else."""
    if not path.is_file():
        yield path
        return
    with stopping.temporary_folder() as name:
        folder = Path(name)
        try:
            with zipfile.ZipFile(path) as file:
                _unpack(file, folder)
        except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
            raise ValueError(f"{path}: this is no board, or a damaged one: {error}") from None
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
        yield folder


def _unpack(file: zipfile.ZipFile, folder: Path) -> None:
    (folder / REPLAYS).mkdir()
    left = ALL
    for info in file.infolist():
        name = info.filename
        if name not in NAMES and not _REPLAY.fullmatch(name):
            raise ValueError(f"{name!r:.80} is no file of a board")
        with file.open(info) as one:  # what it says of its size may be wrong
            data = one.read(min(LARGEST, left) + 1)
        left -= len(data)
        if len(data) > LARGEST or left < 0:
            raise ValueError(f"{name!r:.80} is too large for a file of a board")
        (folder / name).write_bytes(data)
