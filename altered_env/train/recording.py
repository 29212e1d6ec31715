"""Making a dataset for offline learning: `altered bench1 dataset`.

Each game has two decks of a training split and two agents, all drawn from its number and the seed,
so parts can be played in any order and a stopped run resumes.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from altered_env import Game
from altered_env._runtime import signals
from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.input_files import TABLE, read_bytes
from altered_env.agents import make
from altered_env.agents.network_cards import network_of, withheld_seen
from altered_env.arena.alike import names_alike
from altered_env.arena.match import Match, play_recorded
from altered_env.arena.versions import version
from altered_env.arena.workers import AGAIN, Jobs, Workers, reach
from altered_env.decks import Deck
from altered_env.decks.bench1.bench_pools import Listed, bench_pool, written
from altered_env.decks.bench1.withheld import trainable_cards
from altered_env.envs.datasets import EVERY
from altered_env.envs.recorded_games import (
    DECKS,
    FORMAT,
    KIND,
    NOTE,
    SCALE,
    RecordedGame,
    digest_of,
    note_in,
    part_of,
    polars,
)
from altered_env.game.books import book_of

PLAYERS: Final = {
    "fast": ("greedy", "rules", "net:v3", "net:v3,pick=draw"),
    "slow": ("net:v3,rollouts=24", "net:v3,rollouts=120"),
}
PART: Final = {"fast": 1000, "slow": 100}
"""The number of games of a part."""
FULL: Final = {"fast": 150_000, "slow": 4_000}
MOST_BYTES: Final = 300_000_000
"""The maximum size of the full dataset."""
CALL: Final = 20
"""Games in a call of compiled code."""


@dataclass(frozen=True, slots=True)
class Recording:
    """The plan of a dataset."""

    fast: int = FULL["fast"]
    slow: int = FULL["slow"]
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.fast, self.slow) < 0 or not self.fast + self.slow:
            raise ValueError(
                f"a dataset needs one or more games, found {self.fast} fast and {self.slow} slow"
            )

    @property
    def games(self) -> dict[str, int]:
        """The number of games by pace."""
        return {"fast": self.fast, "slow": self.slow}

    def game(self, pace: str, number: int) -> tuple[str, Match]:
        """The task of a game, and the game."""
        chance = Random(f"{self.seed}/{pace}/{number}")
        task = chance.choice(tuple(pools()))
        dealt = (chance.choice(pools()[task]), chance.choice(pools()[task]))
        players = (chance.choice(PLAYERS[pace]), chance.choice(PLAYERS[pace]))
        return task, Match(dealt, players, chance.getrandbits(48), chance.getrandbits(48))

    def parts(self) -> dict[str, tuple[str, range]]:
        """The files of the parts, each with its pace and the numbers of its games."""
        found = {}
        for pace, count in self.games.items():
            for part, start in enumerate(range(0, count, PART[pace])):
                numbers = range(start, min(start + PART[pace], count))
                found[f"{pace}-{part:04}.parquet"] = pace, numbers
        return found


@cache
def pools() -> dict[str, tuple[Deck, ...]]:
    """The decks to train on for T2; for T3 the constructed ones among them.

    >>> {task: len(decks) for task, decks in pools().items()}["T3"] > 300
    True
    """
    general = bench_pool("T2-train")
    return {"T2": general, "T3": bench_pool(EVERY)[len(general) :]}


@dataclass(frozen=True, slots=True)
class Recorded:
    """A dataset as it was made."""

    games: dict[str, int]
    new: int
    sizes: dict[str, int]
    """Bytes of the parts, by pace."""
    decks: int
    """Bytes of the decks."""

    def projected(self) -> int:
        """The bytes of the full dataset with games of this size."""
        each = (FULL[pace] * self.sizes[pace] / n for pace, n in self.games.items() if n)
        return round(sum(each)) + self.decks


def record(
    plan: Recording,
    folder: Path,
    jobs: Jobs = 0,
    say: Callable[[int, int], None] = lambda done, found: None,
) -> Recorded:
    """Play the missing games of a dataset. `say` is called with the number of games done and of
    those found.

    Raises `ValueError` if the folder has another dataset, and `BlockingIOError` if another process
    is writing there.
    """
    polars()
    reach(jobs)
    with writing_in(folder):
        return _record(plan, folder, jobs, say)


def _record(plan: Recording, folder: Path, jobs: Jobs, say: Callable[[int, int], None]) -> Recorded:
    note = _begun(plan, folder)
    parts: dict[str, dict[str, Any]] = note["parts"]
    for name in [name for name, part in parts.items() if not _is_sound(folder / name, part)]:
        del parts[name]
    found = sum(part["games"] for part in parts.values())
    done, total = found, plan.fast + plan.slow

    def words() -> str:
        return f"{done:,} of {total:,} games are in {folder}; {AGAIN}"

    due = [(plan, name, *which) for name, which in plan.parts().items() if name not in parts]
    players = [name for names in PLAYERS.values() for name in names]
    alike = partial(names_alike, players)
    say(done, found)
    with signals.keeping(words), Workers(jobs, len(due), alike=alike) as workers:
        for name, games, data in workers.each(_play, due):
            write_atomically(folder / name, data)
            parts[name] = {"games": games, "bytes": len(data), "sha256": digest_of(data)}
            note["parts"] = parts = dict(sorted(parts.items()))
            _write_note(folder, note)
            done += games
            say(done, found)
    sizes = {
        pace: sum(part["bytes"] for name, part in parts.items() if name.startswith(pace))
        for pace in plan.games
    }
    return Recorded(plan.games, done - found, sizes, (folder / DECKS).stat().st_size)


def _begun(plan: Recording, folder: Path) -> dict[str, Any]:
    """The note of the dataset in a folder, or of a new one. Raises `ValueError` if it is of another
    dataset."""
    lists = written(Listed(deck) for pool in pools().values() for deck in pool)
    data = gzip.compress(lists.encode(), mtime=0)
    players = {name: withheld_seen(name) for names in PLAYERS.values() for name in names}
    mine: dict[str, Any] = {
        "kind": KIND,
        "format": FORMAT,
        "version": version(),
        "seed": plan.seed,
        "games": plan.games,
        "players": players,
        "decks": digest_of(data),
    }
    if (folder / NOTE).exists():
        note = note_in(folder)
        for name, value in mine.items():
            if note[name] != value:
                raise ValueError(
                    f"{folder} holds another dataset: its {name} is {_words(note[name])}, now it is"
                    f" {_words(value)}; a dataset is not extended: name another folder with --out"
                )
    elif any(path.suffix == ".parquet" for path in folder.iterdir()):
        raise ValueError(f"{folder} has other tables and no {NOTE}: name another folder with --out")
    else:
        note = {**mine, "parts": {}}
        _write_note(folder, note)
    write_atomically(folder / DECKS, data)
    return note


def _words(value: Any) -> str:
    """A value of a note in a message.

    >>> _words({"fast": 5, "slow": 1}), _words("c835")
    ('5 fast and 1 slow', "'c835'")
    """
    if isinstance(value, dict) and all(isinstance(one, int) for one in value.values()):
        return " and ".join(f"{one:,} {name}" for name, one in value.items())
    return f"{value!r:.60}"


def _write_note(folder: Path, note: dict[str, Any]) -> None:
    write_atomically(folder / NOTE, (json.dumps(note, indent=1) + "\n").encode())


def _is_sound(path: Path, part: dict[str, Any]) -> bool:
    return path.is_file() and digest_of(read_bytes(path, TABLE)) == part["sha256"]


def _play(plan: Recording, name: str, pace: str, numbers: range) -> tuple[str, int, bytes]:
    """Play a part; return its name, its number of games, and its file."""
    return name, len(numbers), part_of(_games(plan, pace, numbers))


def _games(plan: Recording, pace: str, numbers: range) -> Iterator[RecordedGame]:
    book = book_of(trainable_cards())
    for start in range(0, len(numbers), CALL):
        mine = [(number, *plan.game(pace, number)) for number in numbers[start : start + CALL]]
        played = play_recorded([match for *_, match in mine], book=book)
        for (number, task, match), (result, actions) in zip(mine, played, strict=True):
            yield RecordedGame(
                number,
                pace,
                task,
                (match.decks[0].name, match.decks[1].name),
                match.agents,
                match.seed,
                result.winner,
                result.first,
                result.days,
                actions,
                _probabilities(match, actions.tolist(), book),
            )


def _probabilities(match: Match, actions: list[int], book: Any) -> bytes:
    """For each decision of a network with several legal actions, the probability of each of them,
    as its network sees them without search."""
    networks = [network_of(agent) for agent in match.agents]
    if not any(networks):
        return b""
    game = Game.start(*match.decks, seed=match.seed, legal=False, book=book)
    found: list[int] = []
    for action in actions:
        mover = game.decider
        if mover is not None and networks[mover]:
            legal = game.legal_actions()
            if len(legal) > 1:
                chances = _network(networks[mover]).chances(game.seat())
                found += (round(SCALE * chances.get(one, 0.0)) for one in sorted(legal))
        game.act(action)
    return np.array(found, dtype=np.uint8).tobytes()


@cache
def _network(path: str) -> Any:
    return make(f"net:{path}")
