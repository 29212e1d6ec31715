"""A recorded game in a file or folder: a replay, or one of the games of a result file of
`altered bench1 run`, of a dataset of `altered simulate` or of one of `altered bench1 dataset`.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from altered_env._runtime.input_files import LINES, REPLAY, RESULT, read_bytes, read_gzip
from altered_env._runtime.json_text import parsed
from altered_env._runtime.plurals import counted
from altered_env.arena.bench1.bench_entries import arena_of
from altered_env.arena.bench1.result_files import SUFFIXES, read_result
from altered_env.arena.bench1.tasks import BENCH
from altered_env.arena.bench1.verifying import game_of
from altered_env.cli.collecting import UsageError
from altered_env.game.errors import EngineError, IllegalActionError
from altered_env.game.replay import KIND, Replay

HELD = "a replay, a result file of altered bench1 run, or a dataset of altered simulate"
"""What is read, in words."""


def recorded_game(file: str, number: int | None, people: Path | None = None) -> Replay:
    """The replay in a file, or of the game with this number among those of a file or folder,
    counted from 0. `people` is the folder of people's lists that a result file was played with.

    Raises `ValueError`, which says what the file is, and `OSError`.
    """
    path = Path(file)
    if path.is_dir():
        return _of_folder(path, number)
    if path.suffix == ".parquet":
        raise UsageError(_no_moves(path, "a table"))
    first, are_several = _first_of(path)
    if first.get("bench") == BENCH:
        return _of_result(path, number, people)
    if first.get("kind") != KIND and (are_several or path.name.endswith(SUFFIXES)):
        raise UsageError(_no_moves(path, "a file of lines"))
    if number is not None:
        raise UsageError(f"{file} is a single game: --game is for files of several games")
    return Replay.load(path)


def _no_moves(path: Path, what: str) -> str:
    return (
        f"{path} is {what} without the moves of its games, so none can be shown; altered replay"
        f" shows {HELD}"
    )


def _choose(path: Path, number: int | None, games: int, what: str) -> int:
    """The number of a game, from 0. Raises `UsageError` for none and for one that is not there."""
    if not games:
        raise UsageError(f"{path} is {what} without a game yet")
    if number is None:
        most = f" to {games - 1:,}" if games > 1 else ""
        raise UsageError(
            f"{path} is {what} with {counted(games, 'game')}: choose one of them (--game 0{most})"
        )
    if not 0 <= number < games:
        raise UsageError(f"{path} holds no game {number}: it has {counted(games, 'game')}, from 0")
    return number


def _of_folder(path: Path, number: int | None) -> Replay:
    from altered_env.envs.recorded_games import NOTE

    if (path / NOTE).is_file():
        from altered_env.envs.datasets import load

        found = load(path)
        place = _choose(path, number, len(found), "a dataset of altered bench1 dataset")
        return found.replay(next(islice(found.games(), place, None)))
    from altered_env.cardstats.dataset import plan_of
    from altered_env.cardstats.replaying import replay_of

    plan_of(path)  # refuses what is no dataset
    if number is None:
        raise UsageError(f"{path} is a dataset: choose a game of it (--game 0)")
    return replay_of(path, number)


def _of_result(path: Path, number: int | None, people: Path | None) -> Replay:
    found = read_result(path, whole=False)
    place = _choose(path, number, len(found.games), "a result file of altered bench1 run")
    said = found.games[place]
    try:
        return Replay.of(game_of(arena_of(found.entry, people), found.entry, said))
    except (IllegalActionError, EngineError) as error:
        raise ValueError(
            f"{path}, line {place + 2}: game {said.number} against {said.against} cannot be"
            f" replayed, {error}; altered bench1 verify says what was changed"
        ) from None


def _first_of(path: Path) -> tuple[dict[str, object], bool]:
    """The object in the first line that is not empty, an empty one if it is none; and if further
    lines follow an object."""
    if path.suffix == ".gz":
        data = read_gzip(path, RESULT)
    else:
        data = read_bytes(path, LINES if path.suffix == ".jsonl" else REPLAY)
    lines = [line for line in data.split(b"\n", 8) if line.strip()]
    first = lines[0] if lines else b""
    try:
        found = parsed(first)
    except ValueError:
        return {}, False
    return (found, len(lines) > 1) if isinstance(found, dict) else ({}, False)
