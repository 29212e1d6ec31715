"""One process at a time writes into a folder of results, or goes on with a file of them.

Two that did would write in turns, and what came of it would be of neither. So a command that is
long, and goes on with what is there, has the folder or the file for itself while it writes; the
next one is refused at once, before anything is changed. What is written once, at the end of a
command, is written whole and needs none of this (`altered_env/whole_files.py`).

It is a lock of the system on the folder or the file itself. Nothing lies there that says so, and
the system takes the lock back when the process ends, however it ends; processes that it has begun
have no part in it. Whoever has a folder has the folders within it, too, and may ask for any of them
again, as a league does for each of its runs.

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
runs/league: another process is writing there: wait for it or stop it, or give another --out
>>> somebody_else()
writing
>>> here.cleanup()

Where a system, or a file system, has no such locks, nobody is refused.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import get_ident

try:
    import fcntl
except ImportError:  # Windows
    LOCKS = False
else:
    LOCKS = True

__all__ = ["writing_in", "writing_to"]

OTHER_OUT = ", or give another --out"
FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
"""How a folder is opened: a pipe in its place would wait for who writes there."""
TRIES = 100
"""So often it is tried anew where somebody else has just taken away what nothing was written to."""
Key = tuple[int, int, int]

_held: dict[Key, int] = {}
"""What this process has for itself: the thread, where it lies, and the lock."""


@contextlib.contextmanager
def writing_in(folder: str | Path, instead: str = OTHER_OUT) -> Iterator[None]:
    """While this goes on, nobody else writes in a folder. It is made, and is gone afterwards if
    nothing was written to it.

    Raises `BlockingIOError` where somebody else does, who is to be waited for, or `instead`.
    """
    folder = Path(folder)
    missing = [one for one in (folder, *folder.parents) if not one.exists()]

    def tidy() -> None:
        for one in missing:
            one.rmdir()

    _refuse_within(folder, instead)
    with _alone(folder, lambda: _opened_folder(folder), tidy, instead):
        _refuse_within(folder, instead)  # who has it began at the same moment
        yield


@contextlib.contextmanager
def writing_to(file: str | Path | None, instead: str = OTHER_OUT) -> Iterator[None]:
    """The same of a file. With none there is nothing to refuse."""
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
) -> Iterator[None]:
    """Have for oneself what `opened` opens, which is at this path; `tidy` before it is let go."""
    key = _take(path, opened, instead) if LOCKS else None
    try:
        yield
    finally:
        if key in _held:  # not so in a process that was forked meanwhile
            with contextlib.suppress(OSError):
                tidy()
            handle = _held.pop(key)
            with contextlib.suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_UN)
            os.close(handle)


def _take(path: Path, opened: Callable[[], int], instead: str) -> Key | None:
    """Lock it; nothing where that is done already, or cannot be."""
    for _ in range(TRIES):
        try:
            handle = opened()
        except OSError:
            return None  # whoever is about to write there says why that cannot be
        with contextlib.ExitStack() as closing:
            closing.callback(os.close, handle)
            key = _key(handle)
            if key in _held or not _lock(handle, fcntl.LOCK_EX, path, instead):
                return None
            if _is_at(path, handle):
                closing.pop_all()
                _held[key] = handle
                return key
        # whoever had it until now has taken it away, or put another in its place
    raise _refused(path, instead)


def _lock(handle: int, how: int, path: Path, instead: str) -> bool:
    """Lock what is open; can it be? Raises `BlockingIOError` where somebody else has it."""
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except BlockingIOError:
        raise _refused(path, instead) from None
    except OSError:
        return False
    return True


def _refused(path: Path, instead: str) -> BlockingIOError:
    return BlockingIOError(
        f"{path}: another process is writing there: wait for it or stop it{instead}"
    )


def _opened_folder(folder: Path) -> int:
    for _ in range(TRIES):
        with contextlib.suppress(FileNotFoundError):
            folder.mkdir(parents=True, exist_ok=True)
            return os.open(folder, FOLDER)
    raise FileNotFoundError(folder)


def _refuse_within(folder: Path, instead: str) -> None:
    """Raise `BlockingIOError` where somebody else has a folder that this one lies in."""
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
    """In a process that was forked: what its parent has is not its own, and it keeps nobody from it
    who comes after."""
    for handle in _held.values():
        os.close(handle)
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
