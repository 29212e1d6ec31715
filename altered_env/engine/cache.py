"""What was made once is kept here: compiled rules, compiled cards, card files as they were read.

An entry is found by a key that names everything it was made of, so it is never stale: what has
changed has another key. It is written whole or not at all, carries its own checksum, and is no
more than a saving of time: one that is damaged, or cannot be read or written, is made anew.
Folders in which others may write are not used: what lies in the cache is run.

>>> folder = root()
>>> folder.is_dir()
True
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

__all__ = ["fetch", "keep", "key_of", "root", "sources"]

_MAGIC = b"ALTERED KEPT 1\n"
_CHECK = 32
_MOST = 24
"""So many entries of a kind are kept: those of other versions and of other card files."""
_STARTED = time.time()


def root() -> Path:
    """The folder that everything is kept in: `ALTERED_CACHE`, or one below the home folder; where
    that cannot be written, one of the user's own below the temporary folder."""
    return _root(os.environ.get("ALTERED_CACHE", ""), os.environ.get("HOME", ""))


@functools.lru_cache(maxsize=8)
def _root(chosen: str, home: str) -> Path:
    with contextlib.suppress(OSError, RuntimeError):  # there may be no home at all
        folder = Path(chosen) if chosen else Path.home() / ".cache" / "altered-env"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not chosen and _is_ours(folder):
            folder.chmod(folder.stat().st_mode & ~0o022)
        if not _is_private(folder):
            _say(
                f"{folder} is not used to keep things in: others may write there, and what lies "
                "there is run. Make it yours alone (chmod go-w), or set ALTERED_CACHE."
            )
        elif os.access(folder, os.W_OK):
            return folder
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"altered-env-{user}"
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        # what lies in a place that anybody may write is only trusted if it is ours
        if _is_ours(folder) and _is_private(folder) and os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="altered-env-"))


def _is_ours(folder: Path) -> bool:
    """Did this user make the folder? Where there are no users to tell apart, yes."""
    if not hasattr(os, "getuid"):
        return True
    return not folder.is_symlink() and folder.stat().st_uid == os.getuid()


def _is_private(folder: Path) -> bool:
    """May nobody write in the folder but this user, and who may do everything?"""
    if not hasattr(os, "getuid"):
        return True
    about = folder.stat()
    return about.st_uid in (os.getuid(), 0) and about.st_mode & 0o022 == 0


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def key_of(*parts: bytes | str) -> str:
    """The key of what is made of these parts, in this order, by this Python.

    >>> key_of("ab", "c") == key_of("a", "bc")
    False
    """
    found = hashlib.sha256(f"{sys.version} {sys.byteorder}".encode())
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        found.update(b"%d:" % len(data) + data)
    return found.hexdigest()[:40]


def sources(*folders: Path) -> bytes | None:
    """A hash of the Python files in these folders and below them; None if one was edited after
    it may have been imported: nobody knows what runs then."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            data = path.read_bytes()
            if path.stat().st_mtime > _STARTED:
                return None
            found.update(f"{path.relative_to(folder.parent)} {len(data)}\n".encode() + data)
    return found.digest()


def _place(kind: str, key: str) -> Path:
    return root() / f"{kind}-{key}.kept"


def fetch(kind: str, key: str) -> bytes | None:
    """What was kept under this key; None if there is nothing, or nothing that is whole."""
    path = _place(kind, key)
    try:
        data = path.read_bytes()
    except OSError:
        return None
    start = len(_MAGIC) + _CHECK
    body = data[start:]
    if data[:start] != _MAGIC + hashlib.sha256(body).digest():
        _say(f"{path} is damaged: it is made anew.")
        with contextlib.suppress(OSError):
            path.unlink()
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # it is in use: others go first
    return body


def keep(kind: str, key: str, body: bytes) -> None:
    """Keep something under its key, if that is possible; the oldest entries of its kind go."""
    path = _place(kind, key)
    part: str | None = None
    with contextlib.suppress(OSError):
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=f".{kind}-", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + hashlib.sha256(body).digest() + body)
        os.replace(part, path)
        part = None
        _tidy(path.parent.glob(f"{kind}-*.kept"))
    if part is not None:
        with contextlib.suppress(OSError):
            os.unlink(part)


def _tidy(entries: Iterable[Path]) -> None:
    """Remove all but the entries that were used last."""
    aged = []
    for path in entries:
        with contextlib.suppress(OSError):  # another process may have removed it
            aged.append((path.stat().st_mtime, path))
    for _, path in sorted(aged)[:-_MOST]:
        with contextlib.suppress(OSError):
            path.unlink()
