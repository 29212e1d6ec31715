"""Atomic file writes, and their error messages."""

from __future__ import annotations

import errno
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from altered_env._runtime import signals
from altered_env._runtime.input_files import what_is

PART = re.compile(r"\..+\.[a-z0-9_]{8}\.part")
"""The name of a file that `write_atomically` is writing."""


def in_a_file_name(name: str) -> str:
    """Return the name of an agent, or any other name, in a form for file names.

    >>> in_a_file_name("net:runs/one,worlds=4")
    'net-runs-one-worlds-4'
    """
    return re.sub(r"[^\w.@]+", "-", name)


def make_folder_of(path: str | Path) -> None:
    """Create the folder of a file. Raises `OSError` that names the obstacle."""
    path = Path(path)
    _refuse_other(path)
    for folder in path.parents:
        if _is_no_folder(folder):
            raise NotADirectoryError(
                f"{folder} is a file, not a folder: {path} cannot be written there"
            )
    make_folder(path.parent)


def make_folder(folder: str | Path) -> None:
    """Create a folder and check that it is writable. Raises `OSError` that names the obstacle."""
    folder = Path(folder)
    with naming(folder):
        for there in (folder, *folder.parents):
            if _is_no_folder(there):
                so = f"{folder} cannot be in it" if there != folder else "name another"
                raise NotADirectoryError(f"{there} is a file, not a folder: {so}")
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()


def _is_no_folder(path: Path) -> bool:
    """Is there something other than a folder? It is looked at once: another process may make and
    remove it."""
    try:
        return not stat.S_ISDIR(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def refuse_unwritable(path: str | Path) -> None:
    """Raise `OSError` if a file is not writable, before its contents are computed."""
    refuse_no_folder(path)
    with naming(Path(path)):
        tempfile.TemporaryFile(dir=Path(path).parent).close()


def refuse_no_folder(path: str | Path) -> None:
    """Raise `OSError` if a file cannot be written because its folder does not exist.

    >>> refuse_no_folder("nowhere/it.json")
    Traceback (most recent call last):
    ...
    FileNotFoundError: the folder nowhere does not exist: create it first to write nowhere/it.json
    """
    path = Path(path)
    folder = path.parent
    _refuse_other(path)
    if folder.is_dir():
        return
    if folder.exists():
        raise NotADirectoryError(
            f"{folder} is a file, not a folder: {path} cannot be written there"
        )
    raise FileNotFoundError(f"the folder {folder} does not exist: create it first to write {path}")


def _refuse_other(path: Path) -> None:
    """Raise `OSError` if a file would replace something else: a device or a pipe would be lost."""
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder: name a file in it")
    if path.exists() and not path.is_file():
        raise FileExistsError(
            f"{path} is {what_is(path.stat())}: name a regular file, or a new one"
        )


@contextmanager
def opened_to_add(path: str | Path) -> Iterator[FileIO]:
    """Open a file for appending and reading, creating it if necessary. Raises `OSError` that names
    it, also for a pipe, which would block until it has a reader."""
    path = Path(path)
    _refuse_other(path)
    with naming(path), FileIO(path, "a+", opener=_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise FileExistsError(f"{path} is not a regular file: name one, or a new file")
        yield file


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def write_atomically(path: str | Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file atomically: a reader never sees half of it, and a signal waits for it. `mode`
    sets the permissions, subject to the umask.

    Raises `OSError` that names the file, like `refuse_no_folder`, also if the disk is full.
    """
    path = Path(path)
    refuse_no_folder(path)
    with signals.whole(), naming(path):
        _write(path, data, mode)


def _write(path: Path, data: bytes, mode: int) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode & ~umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def umask() -> int:
    """The permissions that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def make_private(path: Path) -> None:
    """Let no other user read a file, now or once it is written. Raises `OSError`."""
    with naming(path):
        path.touch()
        path.chmod(0o600)


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Wrap a write so that an `OSError` names the file and a remedy.

    >>> with naming(Path("games.jsonl")):
    ...     raise OSError(errno.ENOSPC, "No space left on device")
    Traceback (most recent call last):
    OSError: games.jsonl cannot be written, the disk is full: free some space and run it again
    """
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise  # it has a message of its own
        why = (error.strerror or "it failed").lower()
        words = f"{path} cannot be written ({why}): name a file elsewhere"
        if error.errno in _FULL:
            words = f"{path} cannot be written, the disk is full: free some space and run it again"
        raise type(error)(words) from None
