"""The files of a folder that a command made: those that it does not make again are removed, others
are left alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Final

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import DOCUMENT, read_bytes
from altered_env._runtime.json_text import parsed

LIST: Final = "made.json"
"""The file with the names and hashes of all others."""
KIND: Final = "altered made files"


class MadeFiles:
    """What was made in a folder before, and now. Raises `ValueError` if the list of these files is
    damaged."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._before = _listed(folder / LIST)
        self._now: list[Path] = []

    def add(self, paths: Iterable[Path]) -> None:
        """Files that are written now."""
        self._now += paths

    def write_list(self) -> None:
        """Write the list of the files that are there: a run that stops before its end keeps those
        of the run before it, too."""
        files = dict(self._before)
        for path in self._now:
            files[path.relative_to(self._folder).as_posix()] = _hash_of(path)
        said = {"kind": KIND, "files": dict(sorted(files.items()))}
        write_atomically(self._folder / LIST, (json.dumps(said, indent=1) + "\n").encode())

    def clear(self) -> tuple[list[Path], list[Path]]:
        """Remove the files that are not made any more; those removed, and those left because
        someone else has changed them."""
        now = {path.relative_to(self._folder).as_posix() for path in self._now}
        removed, left = [], []
        for name, digest in list(self._before.items()):
            path = self._folder / name
            if name in now:
                continue
            if path.is_file() and not path.is_symlink():
                if _hash_of(path) == digest:
                    path.unlink()
                    removed.append(path)
                else:
                    left.append(path)
            del self._before[name]
        self.write_list()
        return removed, left


def _hash_of(path: Path) -> str:
    return hashlib.sha256(read_bytes(path, DOCUMENT)).hexdigest()


def _listed(path: Path) -> dict[str, str]:
    """The files of a list, each with its hash."""
    if not path.exists():
        return {}
    said = f"{path}: it is not the list of files that were made here; remove it"
    try:
        found = parsed(read_bytes(path, DOCUMENT))
    except (ValueError, RecursionError):
        raise ValueError(said) from None
    files = found.get("files") if isinstance(found, dict) and found.get("kind") == KIND else None
    if not isinstance(files, dict) or not all(map(_is_right, files.items())):
        raise ValueError(said)
    return files


def _is_right(entry: tuple[object, object]) -> bool:
    """Is it a file in the folder, with a hash?"""
    name, digest = entry
    place = PurePosixPath(str(name))
    is_within = not place.is_absolute() and ".." not in place.parts and "\\" not in str(name)
    return is_within and place.name != "" and isinstance(digest, str)
