"""Results whose last line follows from the lines before it, and whose declarations the package does
not refute. That is cheap to check, so whatever shows results checks it; `verifying` also replays
the games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from altered_env._runtime.plurals import counted
from altered_env._runtime.printable import REFUSED
from altered_env.arena.bench1.calibration import cores_of
from altered_env.arena.bench1.declarations import false_declaration
from altered_env.arena.bench1.result_files import (
    MACHINE,
    ResultFile,
    files_in,
    in_order,
    last_line,
    read_result,
)
from altered_env.arena.bench1.scoring import result_of


def unfounded(found: ResultFile) -> Iterator[str]:
    """The faults of a result that the lines before it show, in words."""
    entry = found.entry
    if wrong := false_declaration(entry.agent, entry.known, entry.trained, entry.withheld):
        yield f"line 1: {wrong}"
    missing = list(_of_numbers(found))
    yield from missing
    if wrong := wrong_machine(found.machine):
        yield wrong
    elif found.games and not missing:
        calibrated, cores = found.machine["calibration"], cores_of(found.machine)
        right = last_line(found.before, result_of(found.entry, found.games, calibrated, cores))
        if right != found.end:
            yield "the last line: result and hash do not follow from the lines before it"


def wrong_machine(said: Mapping[str, Any]) -> str:
    """What is wrong with the machine of a file, in words; empty if nothing is.

    >>> wrong_machine({"calibration": 0.02}), wrong_machine({})
    ('', 'line 1: the calibration of its machine is None')
    """
    calibrated = said.get("calibration")
    if isinstance(calibrated, float) and 0 < calibrated < 1e3:
        return ""
    return f"line 1: the calibration of its {MACHINE} is {calibrated!r:.40}"


def missing_games(found: ResultFile) -> list[tuple[str, int]]:
    """The games of its entry that a file lacks: opponent and number."""
    entry = found.entry
    due = {(one, n) for one in entry.against for n in range(2 * entry.deals)}
    return sorted(due - {(game.against, game.number) for game in found.games})


def _of_numbers(found: ResultFile) -> Iterator[str]:
    """Are all games there, once each, in order?"""
    entry = found.entry
    due = {(one, n) for one in entry.against for n in range(2 * entry.deals)}
    there = [(game.against, game.number) for game in found.games]
    if missing := missing_games(found):
        one, number = missing[0]
        yield f"{counted(len(missing), 'missing game')}, the first is game {number} against {one}"
    if strange := sorted(set(there) - due):
        one, number = strange[0]
        yield f"{len(strange)} games are not of this entry, such as game {number} against {one}"
    elif len(there) > len(set(there)):
        yield "a game is there twice"
    elif not missing and list(found.games) != in_order(found.games, entry.against):
        yield "the games are not in order"


def sound_result(path: Path) -> ResultFile:
    """The result file at a path. Raises `ValueError` for one whose result does not follow from its
    lines, and as `read_result`."""
    found = read_result(path)
    for wrong in unfounded(found):
        raise ValueError(f"{path}: {wrong}")
    return found


class FirstFiles:
    """The first file with each result, so that a copy of it does not count again."""

    def __init__(self) -> None:
        self._paths: dict[str, Path] = {}

    def refuse_copy(self, path: Path, found: ResultFile) -> None:
        """Raise `ValueError`, which names the first file, for a copy of it."""
        first = self._paths.setdefault(found.digest, path)
        if first != path:
            raise ValueError(f"{path}: it is a copy of {first}")


def sound_results(paths: Iterable[Path]) -> tuple[list[ResultFile], list[str]]:
    """The sound results of these files, and of the files in these folders; and of each other file
    its fault, with its name: a copy of another is one. Raises `ValueError` if a folder has no
    result file."""
    sound, faults, firsts = [], [], FirstFiles()
    for path in files_in(paths):
        try:
            found = sound_result(path)
            firsts.refuse_copy(path, found)
            sound.append(found)
        except REFUSED as error:
            faults.append(fault_of(path, error))
    return sound, faults


def fault_of(path: Path, error: Exception | str) -> str:
    """A fault of a file, with its name once.

    >>> fault_of(Path("a.jsonl"), ValueError("a.jsonl: it is empty"))
    'a.jsonl: it is empty'
    >>> fault_of(Path("a.jsonl"), "a.jsonl, line 2: it is not JSON")
    'a.jsonl, line 2: it is not JSON'
    """
    said = str(error)
    return said if said.startswith((f"{path}: ", f"{path}, ")) else f"{path}: {said}"
