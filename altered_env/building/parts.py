"""The two halves of the engine, for two players and for four, each compiled in a process of its
own: they share no function. What LLVM reads of it is kept in the cache, so that another platform
takes seconds; and so is each function, for when others are edited (`reusing.py`).
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final

import llvmlite
import llvmlite.binding as llvm
import numba

from altered_env.building import bitcode, object_code, reusing
from altered_env.building.bitcode import Job
from altered_env.building.targets import Target
from altered_env.engine import cache
from altered_env.engine.compiled import FOLDERS
from altered_env.native.entry_table import RECORDS, Row, symbol

KIND: Final = "bitcode"
WEIGHTS: Final = {"step_engine": 50, "serve_learners": 10}
"""About how many seconds an entry takes, with all that none before it has called."""
OPTIMISING: Final = 18
"""And optimising half of the engine for a processor."""
WRITING: Final = 3
"""And writing it for a platform."""


class BuildError(RuntimeError):
    """The sources have an error, or a compiling process was ended."""


def object_file(folder: Path, players: int, target: Target, level: str) -> Path:
    """Where the object file of a half is written."""
    return folder / f"{players}-{target.name}-{level}.o"


def time_for(jobs: Sequence[Job], share: float = 1.0) -> int:
    """The estimated processor seconds for compiling this share of these entries."""
    return round(share * sum(WEIGHTS.get(row.name, 1) for row, _ in jobs))


def share_to_compile(jobs: list[Job], layout: Any = None) -> float:
    """The share of these entries' functions, all for one number of players, that is not in the
    cache."""
    if cache.fetch(KIND, _key(jobs, layout)) is not None:
        return 0.0
    return reusing.share_to_compile(jobs[0][1], layout)


def halves_of(jobs: Sequence[Job]) -> list[list[Job]]:
    """The entries for two players, and those for four."""
    found = ([job for job in jobs if job[1] == players] for players in (2, 4))
    return [half for half in found if half]


def size_of(jobs: Sequence[Job], targets: Sequence[Target], shares: Sequence[float]) -> int:
    """About how many seconds of a processor these entries take, if these shares of their halves
    have to be compiled."""
    halves = halves_of(jobs)
    processors = {(target.processor, level) for target, level in pairs(targets)}
    compiling = sum(map(time_for, halves, shares))
    each = OPTIMISING * len(processors) + WRITING * len(pairs(targets))
    return compiling + len(halves) * each


def make(
    jobs: Sequence[Job], targets: Sequence[Target], folder: Path, said: Callable[[int], None]
) -> None:
    """Write the object files of these entries; `said` is called with the number of seconds spent.

    Raises `BuildError`.
    """
    ways = multiprocessing.get_context("spawn")
    shares, workers, readers = {}, [], {}
    for half in halves_of(jobs):
        reader, writer = ways.Pipe(duplex=False)
        worker = ways.Process(
            target=_work, args=(half, tuple(targets), folder, writer), daemon=True
        )
        worker.start()
        writer.close()
        workers.append(worker)
        readers[reader] = half[0][1]
    try:
        while readers:
            for ready in wait(list(readers)):
                reader = next(one for one in readers if one is ready)
                try:
                    told = reader.recv()
                except EOFError:
                    raise BuildError("a process that compiles was ended") from None
                if isinstance(told, str):
                    raise BuildError(told)
                if told is None:
                    del readers[reader]
                    continue
                shares[readers[reader]] = told
                said(sum(shares.values()))
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()


def pairs(targets: Sequence[Target]) -> list[tuple[Target, str]]:
    """Each library: its platform and its processor."""
    return [(target, level) for target in targets for level in target.levels]


def _work(jobs: list[Job], targets: tuple[Target, ...], folder: Path, told: Connection) -> None:
    """Make a half, in a process of its own."""
    try:
        _make(jobs, targets, folder, told.send)
        told.send(None)
    except KeyboardInterrupt:
        return
    except Exception as error:
        told.send(f"{type(error).__name__}: {error}")


def _make(
    jobs: list[Job], targets: tuple[Target, ...], folder: Path, said: Callable[[Any], None]
) -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    done = 0

    def over(share: int) -> None:
        nonlocal done
        done += share
        said(done)

    module = module_of(jobs, over)
    players = jobs[0][1]
    entries = [symbol(row.name, players) for row, _ in jobs]
    made: dict[tuple[str, str], Any] = {}
    for target, level in pairs(targets):
        processor = (target.processor, level)
        if processor not in made:
            machine = object_code.machine_of(target.triple, level)
            made[processor] = object_code.optimised(module, machine)
            over(OPTIMISING)
        code = object_code.object_of(made[processor], target, level, entries)
        object_file(folder, players, target, level).write_bytes(code)
        over(WRITING)


def _key(jobs: list[Job], layout: Any) -> str:
    builder = [Path(str(module.__file__)).read_bytes() for module in (bitcode, reusing)]
    by = (numba.__version__, llvmlite.__version__, llvm.get_process_triple(), str(layout))
    return cache.key_of(cache.syntax(*FOLDERS), *builder, *by, repr((RECORDS, jobs)))


def module_of(jobs: list[Job], over: Callable[[int], None], layout: Any = None) -> Any:
    """The module of these entries, from the cache or compiled; `layout` as in `bitcode`."""
    key, share = _key(jobs, layout), share_to_compile(jobs, layout)
    if (found := cache.fetch(KIND, key)) is not None:
        return llvm.parse_bitcode(found)
    begun = [0]

    def compiling(row: Row, _: int) -> None:
        begun.append(begun[-1] + WEIGHTS.get(row.name, 1))
        over(round(share * begun[-2]) - round(share * begun[-3]) if len(begun) > 2 else 0)

    if layout is not None:
        bitcode.lay_out(layout)
    functions = reusing.Functions(jobs[0][1], layout)
    module = bitcode.module_of(jobs, compiling)
    over(round(share * begun[-1]) - round(share * begun[-2]))
    if _key(jobs, layout) == key:
        cache.keep(KIND, key, module.as_bitcode())
        functions.keep()
    return module
