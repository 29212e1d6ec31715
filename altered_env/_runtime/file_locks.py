"""Locks that let only one process at a time write to a folder or file of results.

Two writers would mix their output. So a long command that resumes from existing files locks the
folder or file while it writes; a second one is refused at once, before anything is changed. Files
written once, at the end of a command, are written atomically and need no lock
(`altered_env/_runtime/atomic_files.py`).

It is a lock of the operating system on the folder or file itself. It leaves no lock file and is
released when the process ends in any way; child processes do not inherit it. A lock on a folder
covers the folders within it, which may be locked again, as a league does for each of its runs.

>>> import tempfile
>>> from threading import Thread
>>> here = tempfile.TemporaryDirectory()
>>> league = Path(here.name, "league")
>>> def somebody_else():
...     try:
...         with writing_in(league / "main"):
...             print("writing")
...     except BlockingIOError as error:
...         print(str(error).replace(here.name, "runs"))
>>> with writing_in(league), writing_in(league / "main"):
...     thread = Thread(target=somebody_else)
...     thread.start()
...     thread.join()
runs/league: another process is writing to it: wait for it or stop it, or give another --out
>>> somebody_else()
writing
>>> here.cleanup()

Without OS file locks the check is skipped.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import get_ident

from altered_env._runtime.atomic_files import PART, make_folder

try:
    import fcntl
except ImportError:  # Windows
    LOCKS = False
else:
    LOCKS = True

OTHER_OUT = ", or give another --out"
FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
"""Flags for opening a folder: opening a pipe in its place would block until it has a writer."""
TRIES = 100
"""The number of retries if another process has just removed its empty folder."""
Key = tuple[int, int, int]

_held: dict[Key, int] = {}
"""The locks of this process: thread and file, with the open handle."""


@contextlib.contextmanager
def writing_in(folder: str | Path, instead: str = OTHER_OUT) -> Iterator[None]:
    """Hold the lock on a folder. It is created, and removed afterwards if it is empty. Unfinished
    files that a killed process left in it are removed.

    Raises `OSError` if it cannot be created, and `BlockingIOError` if another process holds it,
    with the advice to wait, or `instead`.
    """
    folder = Path(folder)
    missing = [one for one in (folder, *folder.parents) if not one.exists()]

    def tidy() -> None:
        for one in missing:
            one.rmdir()

    _refuse_within(folder, instead)
    with contextlib.suppress(FileNotFoundError):  # another process has just removed it
        make_folder(folder)
    with _alone(folder, lambda: _opened_folder(folder), tidy, instead) as alone:
        _refuse_within(folder, instead)  # the holder started at the same moment
        if alone:
            _remove_parts(folder)
        yield


@contextlib.contextmanager
def writing_to(file: str | Path | None, instead: str = OTHER_OUT) -> Iterator[None]:
    """Hold the lock on a file in the same way; do nothing without one."""
    if file is None:
        yield
        return
    path = Path(file)
    missing = not path.exists()

    def tidy() -> None:
        if missing and not path.stat().st_size:
            path.unlink()

    with _alone(path, lambda: os.open(path, os.O_RDWR | os.O_CREAT, 0o666), tidy, instead):
        yield


@contextlib.contextmanager
def _alone(
    path: Path, opened: Callable[[], int], tidy: Callable[[], None], instead: str
) -> Iterator[bool]:
    """Hold a lock on what `opened` opens, which is at this path; call `tidy` before releasing it.
    Yields whether it was taken: not if this thread holds it, or without locks."""
    key = _take(path, opened, instead) if LOCKS else None
    try:
        yield key is not None
    finally:
        if key in _held:  # not in a process forked meanwhile
            with contextlib.suppress(OSError):
                tidy()
            handle = _held.pop(key)
            with contextlib.suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_UN)
            os.close(handle)


def _take(path: Path, opened: Callable[[], int], instead: str) -> Key | None:
    """Lock a path; return None if it is already locked or cannot be."""
    for _ in range(TRIES):
        try:
            handle = opened()
        except OSError:
            return None  # the writer reports the reason
        with contextlib.ExitStack() as closing:
            closing.callback(os.close, handle)
            key = _key(handle)
            if key in _held or not _lock(handle, fcntl.LOCK_EX, path, instead):
                return None
            if _is_at(path, handle):
                closing.pop_all()
                _held[key] = handle
                return key
        # the previous holder removed or replaced it
    raise _refused(path, instead)


def _lock(handle: int, how: int, path: Path, instead: str) -> bool:
    """Lock an open file; return whether locks exist. Raises `BlockingIOError` if it is taken."""
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except BlockingIOError:
        raise _refused(path, instead) from None
    except OSError:
        return False
    return True


def _refused(path: Path, instead: str) -> BlockingIOError:
    return BlockingIOError(
        f"{path}: another process is writing to it: wait for it or stop it{instead}"
    )


def _remove_parts(folder: Path) -> None:
    """Remove the unfinished files of killed writers, up to two folders deep, as results lie; not
    those in folders within this one that another writer has locked."""
    with contextlib.suppress(OSError):  # folders may vanish meanwhile
        for within in ("", "*/", "*/*/"):
            for part in folder.glob(f"{within}.*.part"):
                above = part.relative_to(folder).parents
                locked = (folder / one for one in above if one.parts)
                if PART.fullmatch(part.name) and all(map(_is_free, locked)):
                    part.unlink()


def _is_free(folder: Path) -> bool:
    """Is a folder not locked?"""
    handle = os.open(folder, FOLDER)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True


def _opened_folder(folder: Path) -> int:
    for _ in range(TRIES):
        with contextlib.suppress(FileNotFoundError):
            folder.mkdir(parents=True, exist_ok=True)
            return os.open(folder, FOLDER)
    raise FileNotFoundError(folder)


def _refuse_within(folder: Path, instead: str) -> None:
    """Raise `BlockingIOError` if another process holds a folder above this one."""
    if not LOCKS:
        return
    for above in Path(os.path.abspath(folder)).parents:
        try:
            handle = os.open(above, FOLDER)
        except OSError:
            continue
        try:
            if _key(handle) not in _held:
                _lock(handle, fcntl.LOCK_SH, above, instead)
        finally:
            os.close(handle)


def _key(handle: int) -> Key:
    there = os.fstat(handle)
    return get_ident(), there.st_dev, there.st_ino


def _is_at(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False


def _forked() -> None:
    """Drop the parent's locks in a forked process, so that they do not outlive the parent."""
    for handle in _held.values():
        os.close(handle)
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
