"""The stored machine code of entries: complete, verified before it is read, compiled once.

Numba uses an object of this class as its cache. An entry is one file of `cache.py`, whose checksum
is verified before anything in it is read; a damaged one is compiled again. Its name covers code,
options, types and processor, but not the location of the sources. If several processes need the
same entry, one compiles and the others wait for it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import time
from collections.abc import Callable
from typing import Any

from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from . import cache

try:
    import fcntl
except ImportError:  # Windows lacks these locks: each process compiles by itself
    fcntl = None  # type: ignore[assignment]

PATIENCE = 900.0
"""The number of seconds to wait for another process that compiles the same entry."""


def _at_once(path: str, flags: int) -> int:
    """Open a file without blocking, even if it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o600)


class MachineCode:
    """The compiled versions of a function, by argument types."""

    def __init__(self, function: Callable[..., Any], sources: str) -> None:
        self._kind = f"code-{function.__name__}"
        self._sources = f"{function.__module__.partition('.')[0]}-{sources}"
        self._lock: Any = None

    @property
    def cache_path(self) -> str:
        """The folder of the cache."""
        return str(cache.root())

    def is_kept(self) -> bool:
        """Return whether any version compiled from these sources is stored."""
        return any(cache.root().glob(f"{self._kind}-{self._sources}-*.kept"))

    def _key(self, signature: Any, codegen: Any) -> str:
        made_for = cache.key_of(str(signature), repr(codegen.magic_tuple()))
        return f"{self._sources}-{made_for}"

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled function for these types; None if it must be compiled."""
        context.refresh()
        key = self._key(signature, context.codegen())
        found = self._read(key, context)
        if found is None and self._take_turn(key):
            try:
                found = self._read(key, context)  # the other process may have compiled it
            except BaseException:
                self._give_way()
                raise
            if found is not None:
                self._give_way()
        return found

    def _read(self, key: str, context: Any) -> Any:
        body = cache.fetch(self._kind, key)
        if body is None:
            return None
        return CompileResult._rebuild(context, *pickle.loads(body))

    def save_overload(self, signature: Any, result: Any) -> None:
        """Store what has just been compiled."""
        cache.keep(self._kind, self._key(signature, result.codegen), dumps(result._reduce()))
        self._give_way()

    def in_turn(self, compiling: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap the compiler so that waiting processes continue if it fails."""

        def compile_or_give_way(*given: Any) -> Any:
            try:
                return compiling(*given)
            except BaseException:
                self._give_way()
                raise

        return compile_or_give_way

    def _take_turn(self, key: str) -> bool:
        """Take the lock for compiling this entry. Return False without locks, and True without it
        after `PATIENCE`, in case the other process hangs."""
        if fcntl is None:
            return False
        try:
            path = cache.root() / f"{self._kind}-{key}.lock"
            self._lock = open(path, "a", opener=_at_once)  # noqa: SIM115
        except OSError:
            return False
        end = time.monotonic() + PATIENCE
        said = False
        while True:
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            except OSError:
                pass
            if not said:
                said = True
                print(
                    "Another process is compiling the same code: waiting for it.",
                    file=sys.stderr,
                    flush=True,
                )
            if time.monotonic() > end:
                print("That takes too long: compiling here as well.", file=sys.stderr, flush=True)
                self._lock.close()  # the other process still holds the lock
                self._lock = None
                return True
            time.sleep(0.2)

    def _give_way(self) -> None:
        if self._lock is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._lock.name)
            self._lock.close()
            self._lock = None

    def enable(self) -> None:
        """Do nothing; required by Numba."""

    def disable(self) -> None:
        """Do nothing; required by Numba."""

    def flush(self) -> None:
        """Do nothing, keeping entries; required by Numba."""
