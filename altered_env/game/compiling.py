"""Notices of compilation, which takes place at first use: once for each thing, and only where there
is something to wait for."""

from __future__ import annotations

import importlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from altered_env.engine import cache
from altered_env.engine.compiled import CHECKED, JIT, is_kept
from altered_env.game.kernels import kernel_for

KIND: Final = "took"
"""The record of earlier compile times on this machine."""
PATIENCE: Final = 1.0
"""Seconds before a notice appears: what is read from the cache takes less."""
UNKNOWN: Final = "some minutes, longer on a busy machine"
"""The estimate where nothing was compiled before."""
PURPOSES: Final = {
    "step_engine": "the rules",
    "serve_desks": "steps of many games at once",
    "take_actions": "the actions of a batch",
    "act_and_show": "steps of one game",
    "deal_at": "the deal",
    "show_desk": "observations",
    "everything_desks": "full information of many games",
    "everything_at": "full information of a game",
    "engine_actions": "the actions of a game",
    "seen_actions": "the actions of a view",
    "copy_seen": "the raw view",
    "flatten_seen": "the flat view",
    "pack_seen": "packed observations",
    "finals_seen": "final observations",
    "serve_learners": "opponents of many games at once",
    "play_seat": "opponents in one game",
    "answer_at": "agents of single games",
    "ask": "networks of single games",
    "search": "tree search",
    "visits_of": "the visits of a search",
    "list_arms": "the options of a rollout",
    "play_out_arms": "rollouts",
    "play_games": "matches between agents",
    "pack_desks": "positions to learn from",
    "think": "networks of many games",
    "measure_positions": "the size of a minibatch",
    "gather_positions": "minibatches",
    "play_learners": "self-play",
    "sum_bags": "sums of embeddings",
    "sum_bags_back": "gradients of embeddings",
    "sum_rows": "sums of rows",
    "sum_rows_back": "gradients of rows",
}
"""What an entry is for; those that take no second to compile are not named."""

_compiling = threading.RLock()
_ready = {2: not JIT, 4: not JIT}
_spent = [0.0, 0.0]
"""Seconds spent on compiling, and when the one that is under way began (0: none is)."""


def spent() -> float:
    """The seconds for which this process has waited for a compiler."""
    return _spent[0]


@contextmanager
def announced(players: int = 2) -> Iterator[None]:
    """Announce, once, the wait for the first call of the engine with this number of players."""
    if _ready[players]:
        yield
        return
    with _compiling:
        kept = _ready[players] or kernel_for(players).is_cached()
        _ready[players] = True
        if kept:
            yield
            return
        with _said("step_engine", players):
            yield


class Entries:
    """The compiled functions of a module by name, for games with this number of players. The first
    call of one that is not compiled yet prints a notice with its purpose, so that the wait is
    explained."""

    def __init__(self, module: Any, players: int = 2) -> None:
        self._module, self._players = module, players

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # copying looks up attributes that do not exist
            raise AttributeError(name)
        found = getattr(self._module, name)
        if not JIT or not hasattr(found, "stats") or is_kept(found):
            setattr(self, name, found)
            return found
        return self._first(name, found)

    def __reduce__(self) -> tuple[Any, ...]:
        return _entries_of, (self._module.__name__, self._players)

    def _first(self, name: str, found: Callable[..., Any]) -> Callable[..., Any]:
        """An entry that compiles it when it is first called, by whichever thread."""

        def first(*given: Any) -> Any:
            if name in vars(self):
                return found(*given)
            with _compiling:
                if name in vars(self) or is_kept(found):  # another thread has compiled it
                    return found(*given)
                with _said(name, self._players):
                    result = found(*given)
                setattr(self, name, found)
            return result

        return first


def _entries_of(module: str, players: int) -> Entries:
    """The functions of a module, by its name."""
    return Entries(importlib.import_module(module), players)


def _text(name: str, players: int) -> str:
    """What is compiled, in words."""
    return PURPOSES.get(name, "a part of the engine") + (" of four players" if players == 4 else "")


@contextmanager
def _said(name: str, players: int) -> Iterator[None]:
    """Context of a compilation: once it takes a while, what is compiled and how long it took last
    time; and at its end how long it took."""
    checked = ", with bounds checked" if CHECKED else ""
    what = _text(name, players)
    key = cache.key_of(what, checked)
    last = cache.fetch(KIND, key)
    wait = f"about {last.decode()} s, like last time" if last else UNKNOWN
    lead = "\r" if sys.stderr.isatty() else ""  # overwrites a progress line
    told = threading.Event()

    def tell() -> None:
        told.set()
        print(
            f"{lead}Compiling {what}{checked}. This happens once and takes {wait}. "
            "`altered compile` does it in advance.",
            file=sys.stderr,
            flush=True,
        )

    timer = threading.Timer(PATIENCE, tell)
    timer.daemon = True
    timer.start()
    begun, outermost = time.monotonic(), not _spent[1]
    _spent[1] = _spent[1] or begun
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        took = time.monotonic() - begun
        if outermost:
            _spent[:] = _spent[0] + took, 0.0
    if told.is_set():
        cache.keep(KIND, key, f"{took:.0f}".encode())
        print(
            f"{lead}Compiled in {took:.0f} s.{' ' * 60 if lead else ''}",
            file=sys.stderr,
            flush=True,
        )
