"""The hash of the files that a command names: a program and its arguments. Any of them may be
replaced, and another is then another agent.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from altered_env._runtime.input_files import PROGRAM, opened

MOST: Final = 2_000
"""The maximum number of files of a folder that counts: beyond it, it is no bot's own."""


def digest_of_files(words: Sequence[str]) -> str:
    """A hash of the files and folders among the words of a command, in order. An interpreter found
    in PATH counts only if nothing else does, since it differs between machines."""
    first, *others = words
    parts = [part for word in others if (part := _part_of(Path(word)))]
    if os.path.basename(first) != first or not parts:
        parts.insert(0, _part_of(Path(shutil.which(first) or first)))
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def _part_of(path: Path) -> bytes:
    """What a file or folder adds to the hash; nothing for another word."""
    try:
        is_file, is_folder = path.is_file(), path.is_dir()
    except OSError:  # no name of a file, such as a long text
        return b""
    if is_file:
        return _of_file(path)
    return _of_folder(path) if is_folder else b""


def _of_file(path: Path) -> bytes:
    with opened(path, PROGRAM) as file:
        return hashlib.file_digest(file, "sha256").digest()


def _of_folder(folder: Path) -> bytes:
    """All files in a folder, with their names; none of one with too many, nor of one that contains
    the working folder, to which runs write."""
    if folder.resolve() in (here := Path.cwd().resolve(), *here.parents):
        return b""
    files = list(islice(_files_in(folder), MOST + 1))
    if len(files) > MOST:
        return b""
    found = hashlib.sha256()
    for path in files:
        found.update(f"{path.relative_to(folder).as_posix()}\0".encode("utf-8", "surrogateescape"))
        found.update(_of_file(path))
    return found.digest()


def _files_in(folder: Path) -> Iterator[Path]:
    """The readable files of a folder, in order, without hidden and compiled ones."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if one[0] != "." and one != "__pycache__")
        for name in sorted(names):
            path = Path(place, name)
            if name[0] != "." and path.is_file() and os.access(path, os.R_OK):
                yield path
