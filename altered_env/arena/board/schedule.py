"""The games of a board: played where they are most informative, recorded as they end, resumed at
any time."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import combinations
from math import exp, log
from pathlib import Path

from altered_env import Game, __version__
from altered_env._runtime import signals
from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.file_locks import writing_in
from altered_env.agents.conditions import Conditions
from altered_env.agents.named import is_program
from altered_env.arena.alike import names_alike
from altered_env.arena.board import board_config
from altered_env.arena.board.board_config import BoardConfig
from altered_env.arena.board.resampling import Deal, paired_ratings
from altered_env.arena.line_files import add_lines
from altered_env.arena.pairings import Arena, Outcome, load, play_one, stamp_of
from altered_env.arena.ratings import Rating
from altered_env.arena.versions import version
from altered_env.arena.worker_engines import first_game
from altered_env.arena.workers import AGAIN, Jobs, Workers
from altered_env.decks import Deck
from altered_env.game import Replay
from altered_env.protocol.sandboxes import hide

GAMES = "games.jsonl"
BEFORE = "games.before.jsonl"
"""Games played by another version, or by a bot that has changed since."""
RATINGS = "ratings.json"
REPLAYS = "replays"
FIRST = 8
"""Games of each pair of agents in each format before the most informative ones are chosen."""
BATCH = 4
"""Games per task: two deals."""
ELSE = 0.1
"""Seconds of a game besides the decisions of its agents."""
SLOW = 10.0
"""Milliseconds per decision above which an agent is slow, for the target of its interval."""
Key = tuple[str, str, str]
"""Two agents and a format."""
Numbered = tuple[str, str, str, int]
"""A pairing and the number of a game."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board with the games that count."""

    folder: Path
    config: BoardConfig
    rows: tuple[Outcome, ...]

    def deck(self, row: Outcome, seat: int) -> Deck:
        """The deck of a seat in a game."""
        arena = self.config.arena(row.format)
        name = (row.deck_a, row.deck_b)[seat % 2].split(" & ")[seat // 2]
        return arena.deck_at(name, row.seed, seat)

    @property
    def deals(self) -> list[Deal]:
        """The result of both games of each deal; deals with a missing game, or with agents that the
        config does not name, do not count."""
        rows = (row for row in self.rows if {row.one, row.two} <= set(self.config.agents))
        halves = {(row.one, row.two, row.format, row.number): row for row in rows}
        found = []
        for (one, two, format, number), row in halves.items():
            other = halves.get((one, two, format, number + 1))
            if number % 2 == 0 and other is not None:
                found.append(Deal(one, two, row.score(one) + other.score(one)))
        return found

    def ratings(self) -> list[Rating]:
        """The rating of each agent of the config."""
        config = self.config
        return list(_rated(config.agents, tuple(self.deals), config.anchors))

    def targets(self) -> dict[str, float]:
        """The target half-width of the interval of each agent, in Elo."""
        quick, slow = self.config.until, self.config.until_slow or self.config.until
        return {
            agent: slow if milliseconds(self.rows, agent) > SLOW else quick
            for agent in self.config.agents
        }

    def unsettled(self) -> list[str]:
        """The agents with an interval that is wider than the config requires, the farthest from
        its target first."""
        reached = {
            agent: _reach(rating) / target
            for (agent, target), rating in zip(self.targets().items(), self.ratings(), strict=True)
        }
        return sorted((agent for agent in reached if reached[agent] > 1), key=lambda a: -reached[a])

    def state(self) -> str:
        """In words, how far the ratings are."""
        wide = self.unsettled()
        if not self.deals:
            return "first games of each two agents"
        if not wide:
            return "all intervals are narrow enough"
        agent = wide[0]
        rating = self.ratings()[self.config.agents.index(agent)]
        return f"{agent} ±{_reach(rating):.0f} Elo, to be ±{self.targets()[agent]:g}"

    def is_settled(self) -> bool:
        """Is every interval as narrow as the config requires?"""
        return not self.unsettled()


def milliseconds(rows: Iterable[Outcome], agent: str, clock: str = "seconds") -> float:
    """The mean time of an agent's decisions by this clock, `seconds` or `processor`."""
    seconds, decisions = 0.0, 0
    for row in rows:
        for side, name in (("a", row.agent_a), ("b", row.agent_b)):
            if name == agent:
                seconds += getattr(row, f"{clock}_{side}")
                decisions += getattr(row, f"decisions_{side}")
    return 1000 * seconds / max(1, decisions)


@functools.lru_cache(maxsize=4)
def _rated(
    agents: tuple[str, ...], deals: tuple[Deal, ...], anchors: tuple[str, ...]
) -> tuple[Rating, ...]:
    """Cached, since it is used several times."""
    return tuple(paired_ratings(agents, deals, anchors))


def _reach(rating: Rating) -> float:
    return (rating.high - rating.low) / 2


def open_board(folder: Path) -> Board:
    """The board in a folder, with all its games."""
    config = board_config.load(folder)
    return Board(folder, config, tuple({_key(r): r for r in load(folder / GAMES)}.values()))


def _key(row: Outcome) -> Numbered:
    return row.one, row.two, row.format, row.number


def replay_name(row: Outcome) -> str:
    """The file of the replay of a game. The name of a format may contain the path of a file."""
    said = hashlib.sha256(f"{row.format}\n{row.one}\n{row.two}".encode()).hexdigest()[:10]
    return f"{row.format.partition(':')[0]}-{said}-{row.number}.json"


def _play(arena: Arena, one: str, two: str, numbers: Sequence[int]) -> list[tuple[Outcome, Replay]]:
    found = []
    for number in numbers:
        games: list[Game] = []
        row = play_one(arena, one, two, number, games.append)
        found.append((row, Replay.of(games[0])))
    return found


def _alike(arenas: Sequence[Arena]) -> dict[str, str]:
    """What must be the same on all machines for games of these arenas. Their decks are sent
    along."""
    return names_alike(name for arena in arenas for name in arena.agents)


def run(
    folder: Path,
    jobs: Jobs = 0,
    games: int | None = None,
    say: Callable[[int, int, str], None] = lambda played, before, state: None,
    own: Sequence[str] = (),
    held_to: Conditions | None = None,
    begin: Callable[[], None] = lambda: None,
) -> Board:
    """Play until the intervals are as narrow as the config requires, or no games are left; at most
    `games` now. Games of another version of rules or players move to a separate file and are played
    again. `own` are additional agents that may play, and `held_to` sets the sandbox of programs.
    `begin` is called before the first game, `say` as games end, with their number, that of earlier
    runs, and `Board.state`.

    Raises `BlockingIOError` if another process is writing to the folder.
    """
    with writing_in(folder, instead=""):
        return _played(folder, jobs, games, say, own, held_to, begin)


def _played(
    folder: Path,
    jobs: Jobs,
    games: int | None,
    say: Callable[[int, int, str], None],
    own: Sequence[str],
    held_to: Conditions | None,
    begin: Callable[[], None],
) -> Board:
    config = board_config.load(folder)
    secret = board_config.secret_of(folder, config)
    arenas = {format: config.arena(format, secret) for format in config.formats}
    if held_to is not None:
        arenas = {name: replace(one, conditions=held_to) for name, one in arenas.items()}
    if (folder / board_config.SECRET).exists():  # as in boards of version 0.1
        hide(folder / board_config.SECRET)
    for arena in arenas.values():
        board_config.let_play(arena, own)
    stamps = {format: stamp_of(arena) for format, arena in arenas.items()}
    (folder / REPLAYS).mkdir(exist_ok=True)
    known = _sorted_out(folder, lambda row: _counts(config, arenas, stamps, row))
    found, has_begun = len(known), False

    def words() -> str:
        return f"{len(known):,} games are in {folder / GAMES}; {AGAIN}"

    with (
        signals.keeping(words),
        Workers(jobs, first=first_game, alike=partial(_alike, tuple(arenas.values()))) as workers,
    ):
        while games is None or len(known) - found < games:
            board = Board(folder, config, tuple(known.values()))
            left = 0 if games is None else games - (len(known) - found)
            tasks = []
            for (one, two, format), numbers in _due(board, max(2, workers.count)):
                if games is not None:
                    numbers, left = numbers[:left], left - len(numbers[:left])
                if numbers:
                    tasks.append((arenas[format], one, two, numbers))
            if not tasks:
                break
            if secret.is_public:
                _refuse_programs(folder, config)
            if not has_begun:
                begin()
                has_begun = True
            state = board.state()
            for some in workers.in_order(_play, tasks):
                rows = [replace(row, key=stamps[row.format](row)) for row, _ in some]
                for row, (_, replay) in zip(rows, some, strict=True):
                    replay.save(folder / REPLAYS / replay_name(row))
                add_lines(folder / GAMES, map(asdict, rows))
                known.update({_key(row): row for row in rows})
                say(len(known), found, state)
            write_ratings(Board(folder, config, tuple(known.values())))
    board = Board(folder, config, tuple(known.values()))
    write_ratings(board)
    return board


def _refuse_programs(folder: Path, config: BoardConfig) -> None:
    """Raise `ValueError` if a program would play games that it could rebuild."""
    programs = [name for name in config.agents if is_program(name)]
    if programs:
        raise ValueError(
            f"{folder}: its seeds are published, so {programs[0]} could rebuild the remaining "
            f"games:"
            " create another board for more"
        )


def _sorted_out(folder: Path, counts: Callable[[Outcome], bool]) -> dict[Numbered, Outcome]:
    """The valid games. Others are removed from the file, since everything in it is a claim to be
    verified."""
    rows = load(folder / GAMES)
    left = [row for row in rows if not counts(row)]
    known = {_key(row): row for row in rows if counts(row)}
    if left:
        add_lines(folder / BEFORE, map(asdict, left))
        lines = (json.dumps(asdict(row)) + "\n" for row in known.values())
        write_atomically(folder / GAMES, "".join(lines).encode())
    return known


def write_ratings(board: Board) -> None:
    """Write the ratings as a file that `altered board verify` recomputes."""
    found = [
        {"agent": agent, **asdict(rating)}
        for agent, rating in zip(board.config.agents, board.ratings(), strict=True)
    ]
    said = {
        "games": len(board.rows),
        "settled": board.is_settled(),
        "package": __version__,
        "version": version(),
        "ratings": found,
    }
    write_atomically(board.folder / RATINGS, (json.dumps(said, indent=1) + "\n").encode())


def _counts(
    config: BoardConfig,
    arenas: Mapping[str, Arena],
    stamps: dict[str, Callable[[Outcome], str]],
    row: Outcome,
) -> bool:
    """Is this a game of the board as configured, played by this version?"""
    arena = arenas.get(row.format)
    if arena is None or (row.one, row.two) not in arena.pairs or row.number >= config.most:
        return False
    return row.seed == arena.drawn(row.one, row.two, row.number).seed and row.key == stamps[
        row.format
    ](row)


def _due(board: Board, tasks: int) -> list[tuple[Key, list[int]]]:
    """The games to play next, for this many tasks: first some of each pair of agents, then those
    that tell most about uncertain agents for their time."""
    config = board.config
    played: dict[Key, set[int]] = {
        (one, two, format): set()
        for one, two in combinations(config.agents, 2)
        for format in config.formats
    }
    for row in board.rows:
        played[row.one, row.two, row.format].add(row.number)

    def missing(key: Key, most: int, count: int) -> list[int]:
        return [n for n in range(min(most, config.most)) if n not in played[key]][:count]

    first = [(key, missing(key, FIRST, FIRST)) for key in played]
    if due := [(key, numbers) for key, numbers in first if numbers]:
        return due
    if board.is_settled():
        return []
    ratings = dict(zip(config.agents, board.ratings(), strict=True))
    targets, seconds = board.targets(), _seconds_of_games(board)

    def worth_playing(key: Key) -> float:
        return _tells(ratings, targets, key, len(played[key])) / (seconds[key[0]] + seconds[key[1]])

    order = sorted(played, key=worth_playing, reverse=True)
    found = [(key, missing(key, config.most, BATCH)) for key in order]
    return [(key, numbers) for key, numbers in found if numbers][:tasks]


def _seconds_of_games(board: Board) -> dict[str, float]:
    """The mean time that each agent takes for a game, and its share of all else in one."""
    found = {}
    for agent in board.config.agents:
        mine = [row for row in board.rows if agent in (row.one, row.two)]
        spent = sum(row.seconds_a if row.agent_a == agent else row.seconds_b for row in mine)
        found[agent] = ELSE / 2 + spent / max(1, len(mine))
    return found


def _tells(
    ratings: Mapping[str, Rating], targets: Mapping[str, float], key: Key, games: int
) -> float:
    """How informative a game between two agents is: most if either rating is uncertain, the result
    is open, and few games were played."""
    names = key[:2]
    one, two = (ratings[name] for name in names)
    chance = 1 / (1 + exp((two.elo - one.elo) * log(10) / 400))
    reached = {name: _reach(ratings[name]) for name in names}
    unknown = sum(reach**2 for name, reach in reached.items() if reach > targets[name])
    return unknown * chance * (1 - chance) / (games + FIRST)
