"""The cache on disk: compiled rules, compiled cards, parsed card files.

The key of an entry covers all its inputs, so an entry is never stale. Entries are written
atomically and carry a checksum; a damaged or unreadable one is made again. The contents of the
cache are executed, so folders that other users can write to or replace are refused, and so are such
entries.

>>> folder = root()
>>> folder.is_dir()
True
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from altered_env._runtime.input_files import CACHE_ENTRY, opened, what_is

_MAGIC = b"ALTERED KEPT 1\n"
_CHECK = 32
_MOST = 24
"""The number of entries of each kind to keep, for other versions and other card files."""
_STARTED = time.time()


def root() -> Path:
    """Return the folder of the cache: `ALTERED_CACHE`, or a folder below the home folder; if that
    is not writable, a folder of the user's below the temporary folder.

    Raises `OSError` if `ALTERED_CACHE` is not a folder, or is writable by others.
    """
    return _root(os.environ.get("ALTERED_CACHE", ""), os.environ.get("HOME", ""))


@functools.lru_cache(maxsize=8)
def _root(chosen: str, home: str) -> Path:
    if chosen:
        _refuse(Path(chosen))
    with contextlib.suppress(OSError, RuntimeError):  # there may be no home folder
        folder = Path(chosen) if chosen else Path.home() / ".cache" / "altered-env"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not chosen and _is_ours(folder):
            folder.chmod(folder.stat().st_mode & ~0o022)
        if not _is_private(folder):
            _say(
                f"{folder} is not used as a cache: others can write to it, and its contents are "
                "executed. Make it writable only by you (chmod go-w), or set ALTERED_CACHE."
            )
        elif os.access(folder, os.W_OK):
            return folder
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"altered-env-{user}"
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        # a folder in a world-writable place is trusted only if it is ours
        if _is_ours(folder) and _is_private(folder) and os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="altered-env-"))


def _refuse(folder: Path) -> None:
    """Raise `OSError` if the chosen path is not a folder, or is writable by others."""
    try:
        about = folder.stat()
    except FileNotFoundError:
        return  # it will be created
    except OSError as error:
        raise NotADirectoryError(
            f"ALTERED_CACHE is {folder}: {error.strerror}; name a folder of your own"
        ) from None
    if not stat.S_ISDIR(about.st_mode):
        raise NotADirectoryError(
            f"ALTERED_CACHE is {folder}, which is {what_is(about)}: name a folder of your own"
        )
    if not _is_private(folder):
        raise PermissionError(
            f"ALTERED_CACHE is {folder}, where others can write, and its contents are executed: "
            "make it writable only by you (chmod go-w), with its parent folders, or name another"
        )


def _is_ours(folder: Path) -> bool:
    """Return whether this user owns the folder; True on systems without users."""
    if not hasattr(os, "getuid"):
        return True
    return not folder.is_symlink() and folder.stat().st_uid == os.getuid()


def _is_private(folder: Path) -> bool:
    """Return whether the folder is writable by this user and root only, and safe from replacement.
    A folder inside a world-writable one without the sticky bit is not."""
    if not hasattr(os, "getuid"):
        return True
    above = [one.stat().st_mode for one in folder.resolve().parents]
    everybodys = any(mode & 0o002 and not mode & stat.S_ISVTX for mode in above)
    return not everybodys and _is_only_ours(folder.stat())


def _is_only_ours(about: os.stat_result) -> bool:
    """Return whether it is writable by this user and root only."""
    return not hasattr(os, "getuid") or (
        about.st_uid in (os.getuid(), 0) and about.st_mode & 0o022 == 0
    )


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def key_of(*parts: bytes | str) -> str:
    """Return the key of an entry made from these parts, in this order, by this Python.

    >>> key_of("ab", "c") == key_of("a", "bc")
    False
    """
    found = hashlib.sha256(f"{sys.version} {sys.byteorder}".encode())
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        found.update(b"%d:" % len(data) + data)
    return found.hexdigest()[:40]


def sources(*folders: Path) -> bytes | None:
    """Return a hash of the Python files in and below these folders; None if one was edited after it
    may have been imported, since the running code is unknown then."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            data = path.read_bytes()
            if path.stat().st_mtime > _STARTED:
                return None
            found.update(f"{path.relative_to(folder.parent)} {len(data)}\n".encode() + data)
    return found.digest()


def syntax(*folders: Path) -> str:
    """Return a hash of the syntax of the Python files in and below these folders, without comments,
    docstrings and layout. It is cached by the bytes of the files, since parsing takes time.

    Raises `SyntaxError` if a file is not valid Python.
    """
    files = [
        (path.relative_to(folder.parent).as_posix(), path.read_bytes())
        for folder in folders
        for path in sorted(folder.rglob("*.py"))
    ]
    key = key_of(*(part for file in files for part in file))
    kept = fetch("syntax", key)
    if kept is not None:
        return kept.decode()
    found = key_of(*(part for name, data in files for part in (name, _bare(data, name))))
    keep("syntax", key, found.encode())
    return found


def _bare(source: bytes, name: str) -> str:
    """Return the syntax tree of a source without docstrings."""
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            node.body = [one for one in body if not _is_said(one)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_said(statement: ast.stmt) -> bool:
    """Return whether the statement is a docstring, or a string that documents the name above it."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _place(kind: str, key: str) -> Path:
    return root() / f"{kind}-{key}.kept"


def fetch(kind: str, key: str) -> bytes | None:
    """Return the entry with this key; None if there is none, or only a damaged one."""
    path = _place(kind, key)
    try:
        with opened(path, CACHE_ENTRY) as file:
            if not _is_only_ours(os.fstat(file.fileno())):
                _say(f"{path} is not used: others can write to it. It is created again.")
                return None
            data = file.read()
    except OSError:
        return None
    start = len(_MAGIC) + _CHECK
    body = data[start:]
    if data[:start] != _MAGIC + hashlib.sha256(body).digest():
        _say(f"{path} is damaged: it is created again.")
        with contextlib.suppress(OSError):
            path.unlink()
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # mark it as used: older entries are removed first
    return body


def keep(kind: str, key: str, body: bytes) -> None:
    """Store an entry under its key, if possible; the oldest entries of its kind are removed."""
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
    """Remove all but the most recently used entries."""
    aged = []
    for path in entries:
        with contextlib.suppress(OSError):  # another process may have removed it
            aged.append((path.stat().st_mtime, path))
    for _, path in sorted(aged)[:-_MOST]:
        with contextlib.suppress(OSError):
            path.unlink()
