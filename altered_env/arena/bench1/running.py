"""Playing the games of an entry: all cores or a cluster, resumed at any time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

from altered_env import Game
from altered_env._runtime import signals
from altered_env._runtime.atomic_files import make_folder_of, make_private, write_atomically
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import hint
from altered_env.agents import make, refuse_seats
from altered_env.agents.conditions import Conditions
from altered_env.arena.alike import names_alike
from altered_env.arena.bench1.bench_entries import Entry, arena_of
from altered_env.arena.bench1.calibration import again, cores_of, machine
from altered_env.arena.bench1.declarations import refuse_false
from altered_env.arena.bench1.result_files import (
    MACHINE,
    PlayedGame,
    ResultFile,
    finish,
    in_order,
    lines_of,
    read_result,
)
from altered_env.arena.bench1.scoring import late, result_of
from altered_env.arena.bench1.sound_results import missing_games, unfounded, wrong_machine
from altered_env.arena.bench1.tasks import refuse_another_panel
from altered_env.arena.line_files import add_lines
from altered_env.arena.pairings import Arena, Outcome, play_one
from altered_env.arena.worker_engines import first_game
from altered_env.arena.workers import AGAIN, Jobs, Workers

TASK: Final = 2
"""Deals per task."""
LOST: Final = 8
"""Games after which an entry that forfeited all of them is refused."""
FEW: Final = 16
"""Games after which an entry that is over time is refused."""
PATIENCE: Final = 2.0
"""How many times its class an entry may take before it is refused early."""


def run(
    entry: Entry,
    path: Path,
    jobs: Jobs = 0,
    lists_of: Path | None = None,
    held_to: Conditions | None = None,
    say: Callable[[int, int], None] = lambda done, found: None,
    begin: Callable[[], None] = lambda: None,
) -> ResultFile:
    """Play an entry's games and write its result file. `say` is called with the number of games
    done and of those found; `begin` before the first new game.

    Raises `ValueError` if the file holds another entry, if the agent refutes what the entry
    declares, or if it is far over its time, and `BlockingIOError` if another process is writing to
    the file.
    """
    refuse_another_panel(entry.against)
    refuse_seats([entry.agent], 2)
    make(entry.agent)
    refuse_false(entry.agent, entry.trained, entry.withheld)
    make_folder_of(path)
    with writing_to(lines_of(path)):
        return _run(entry, path, jobs, arena_of(entry, lists_of, held_to), say, begin)


def _run(
    entry: Entry,
    path: Path,
    jobs: Jobs,
    arena: Arena,
    say: Callable[[int, int], None],
    begin: Callable[[], None],
) -> ResultFile:
    lines = lines_of(path)
    found = _begun(entry, path) or _begun(entry, lines)
    if found is not None and _is_whole(found, path):
        return found
    make_private(lines)  # its beacon gives away the games to come: programs may run as others
    if found is not None and found.last is not None:
        _reopen(found, path)
    head: dict[str, Any] = dict(found.head) if found else {**entry.head(), MACHINE: machine()}
    calibrated, cores = float(head[MACHINE]["calibration"]), cores_of(head[MACHINE])
    known = {(one.against, one.number): one for one in (found.games if found else ())}
    loaded = len(known)

    def words() -> str:
        return f"{len(known):,} games are in {lines}; {AGAIN}"

    alike = partial(names_alike, (entry.agent, *entry.against))
    with signals.keeping(words), Workers(jobs, first=first_game, alike=alike) as workers:
        tasks = _due(entry, set(known))
        if tasks:
            begin()
        if found is None:
            add_lines(lines, [head])
        cause = ""
        for games, problem in workers.in_order(_play, tasks, (arena, entry.agent)):
            add_lines(lines, map(asdict, games))
            if problem and not cause:
                cause = problem
                hint(f"The first forfeited game: {cause}")
            known |= {(one.against, one.number): one for one in games}
            say(len(known), loaded)
            done = list(known.values())
            if len(done) >= FEW and (why := late(entry, done, calibrated * PATIENCE, cores)):
                raise ValueError(f"{why}, and remove {lines}")
            if cause and len(done) >= LOST and all(one.forfeit and not one.score for one in done):
                raise ValueError(
                    f"{entry.agent} forfeited all of its first {counted(len(done), 'game')}:"
                    f" {cause}; mend it,"
                    f" and remove {lines}"
                )
    games = in_order(known.values(), entry.against)
    head[MACHINE] = again(head[MACHINE])
    calibrated = float(head[MACHINE]["calibration"])
    finish(path, head, games, result_of(entry, games, calibrated, cores))
    return read_result(path)


def _begun(entry: Entry, path: Path) -> ResultFile | None:
    """What a file holds of this entry. Raises `ValueError` if it is another's."""
    if not path.exists() or not path.stat().st_size:
        return None
    found = read_result(path, whole=False)
    mine = entry.head()
    for name, value in mine.items():
        if name != "entry" and found.head.get(name) != value:
            raise ValueError(
                f"{path} holds another entry: its {name} is {found.head.get(name)!r:.60}, now it is"
                f" {value!r:.60}; name another file with --out"
            )
    return found


def _is_whole(found: ResultFile, path: Path) -> bool:
    """Is a file finished, with all games? Raises `ValueError` for one that was changed: nobody
    knows which of its games were played."""
    if wrong := wrong_machine(found.machine):
        there = lines_of(path) if found.last is None else path
        raise ValueError(f"{there}, {wrong}: remove the file, and run the same command again")
    if found.last is None:
        return False
    faults = list(unfounded(found))
    if faults and not (len(faults) == 1 and missing_games(found)):
        raise ValueError(
            f"{path}: {faults[0]}: it was changed; remove it, and run the same command again"
        )
    return not faults


def _reopen(found: ResultFile, path: Path) -> None:
    """Make a file that was finished, but lacks games, an unfinished one."""
    lines = lines_of(path)
    write_atomically(lines, found.before, mode=0o600)
    if path != lines:
        path.unlink()


def _due(entry: Entry, known: set[tuple[str, int]]) -> list[tuple[str, list[int]]]:
    """The missing games, in tasks: an opponent and numbers."""
    tasks = []
    for start in range(0, 2 * entry.deals, 2 * TASK):
        numbers = range(start, min(start + 2 * TASK, 2 * entry.deals))
        for one in entry.against:
            if missing := [n for n in numbers if (one, n) not in known]:
                tasks.append((one, missing))
    return tasks


def _play(
    arena: Arena, agent: str, against: str, numbers: Sequence[int]
) -> tuple[list[PlayedGame], str]:
    """Some games, and why the first was forfeited of those that were."""
    played, causes = zip(*(play_game(arena, agent, against, n) for n in numbers), strict=True)
    return list(played), next(filter(None, causes), "")


def play_game(arena: Arena, agent: str, against: str, number: int) -> tuple[PlayedGame, str]:
    """Play the game with this number; it, and why it was forfeited, empty if it was not."""
    kept: list[Game] = []
    row = play_one(arena, agent, against, number, kept.append)
    actions = kept[0].story.actions
    mine = number % 2  # the entry's seat
    played = PlayedGame(
        against,
        number,
        score_of(row.winner, mine),
        row.winner,
        row.first,
        row.days,
        (row.decisions_a, row.decisions_b)[mine],
        round(_seconds(row, mine), 6),
        row.forfeit,
        tuple(actions or ()),
    )
    return played, row.problem


def score_of(winner: int, seat: int) -> float:
    """The score of a seat.

    >>> score_of(1, 1), score_of(0, 1), score_of(-1, 1)
    (1.0, 0.0, 0.5)
    """
    return 0.5 if winner < 0 else float(winner == seat)


def _seconds(row: Outcome, seat: int) -> float:
    return (row.seconds_a, row.seconds_b)[seat]
