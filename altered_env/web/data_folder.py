"""The folder given with `--data`, and the only files that may be opened and written there.

>>> DataFolder(None).names("game")
[]
>>> DataFolder(Path("games")).path("../secret.game")
Traceback (most recent call last):
ValueError: '../secret.game' is not the name of a file in the folder of --data
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from altered_env._runtime.input_files import Kind, read_bytes, within

_PART = re.compile(r"[\w][\w .,()+-]{0,99}", re.ASCII)
DEEP = 4
MARK = "plan.json"


class DataFolder:
    """Files are named by their path below the folder, with `/`."""

    def __init__(self, root: Path | None) -> None:
        self.root = None if root is None else root.resolve()

    def path(self, name: str) -> Path:
        """The path of this name. Raises `ValueError` where it would lead out of the folder, also by
        a link, or there is none."""
        if self.root is None:
            raise ValueError("start the server with --data FOLDER to save and open files")
        parts = name.split("/")
        if len(parts) > DEEP or not all(_PART.fullmatch(part) for part in parts):
            raise ValueError(f"{name[:80]!r} is not the name of a file in the folder of --data")
        return within(self.root, name)

    def without_path(self, text: str) -> str:
        """A text in which files of the folder are named as pages name them.

        >>> DataFolder(Path("/srv/games")).without_path("no file: '/srv/games/a/b.json'")
        "no file: 'a/b.json'"
        """
        return text if self.root is None else text.replace(f"{self.root}{os.sep}", "")

    def read(self, name: str, kind: Kind) -> bytes:
        """The file of this name. Raises `ValueError`, and `InputFileError` where it is not read."""
        return read_bytes(self.path(name), kind)

    def _may_be_read(self, path: Path) -> str:
        """The name of a file below the folder that can be opened by it; empty for any other, as a
        link to nowhere."""
        assert self.root is not None
        name = path.relative_to(self.root).as_posix()
        try:
            return name if self.path(name).is_file() else ""
        except (OSError, ValueError):
            return ""

    def names(self, *endings: str) -> list[str]:
        """The files with these endings, the newest first."""
        if self.root is None or not self.root.is_dir():
            return []
        found = []
        for ending in endings:
            for path in self.root.rglob(f"*.{ending}"):
                if name := self._may_be_read(path):
                    with contextlib.suppress(OSError):  # it is gone by now
                        found.append((path.stat().st_mtime, name))
        return [name for _, name in sorted(found, reverse=True)][:500]

    def datasets(self) -> list[str]:
        """The folders that hold a dataset of `altered simulate`."""
        if self.root is None or not self.root.is_dir():
            return []
        marks = filter(None, map(self._may_be_read, self.root.rglob(MARK)))
        return sorted(mark.removesuffix(f"/{MARK}") for mark in marks if mark != MARK)
