"""The arena: agents play each other in both seats with the same decks and seeds.

Every game has a number and follows entirely from the number and from a secret or a given seed; with
agents limited by iterations rather than milliseconds, an arena with the same seed is reproducible.
Games come in pairs that differ only in the seats. With four players, one agent has the seats A and
C, the other B and D: in two against two they are the teams, in free for all they alternate.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import combinations, groupby
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from altered_env import Game, formats
from altered_env._runtime import progress_counter, signals
from altered_env._runtime.atomic_files import make_folder_of, write_atomically
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.seeds import Secret
from altered_env.agents import make, refuse_seats
from altered_env.agents.closed_lists import is_closed
from altered_env.agents.conditions import Conditions
from altered_env.agents.hosting import Host
from altered_env.agents.named import is_program
from altered_env.agents.plugin_agents import is_plugin
from altered_env.arena.alike import names_alike
from altered_env.arena.deck_sets import deck_named, deck_of, refuse_illegal
from altered_env.arena.ledger import key_of
from altered_env.arena.line_files import add_lines, read_lines, row_of
from altered_env.arena.match import tell_overfull
from altered_env.arena.parquet_files import table_in
from altered_env.arena.ratings import wilson
from altered_env.arena.versions import version
from altered_env.arena.worker_engines import first_game
from altered_env.arena.workers import AGAIN, Jobs, Workers
from altered_env.decks import Deck
from altered_env.game.books import pool_book
from altered_env.language.book import Book
from altered_env.language.words import rule_bits

ROUND = 40
"""The number of games of each pair before the intervals are checked."""
ENDLESS = 20_000
DAYS = 50
"""The limits of decisions and days, after which a game has no winner. Games between people take
five to eight days; untrained networks may never finish."""


class Drawn(NamedTuple):
    """The random choices before a game begins."""

    decks: list[str]
    """The decks, one for each seat."""
    seed: int
    """The seed of the game."""
    agents: list[int]
    """The random seed of the agent at each seat."""


@dataclass(frozen=True, slots=True)
class Arena:
    """The plan of an arena: agents, number of games, decks and conditions."""

    agents: tuple[str, ...]
    decks: tuple[str, ...]
    games: int = 200
    """Games of each pair of agents; an even number."""
    seed: int = 0
    """The public seed that determines its games, if there is no secret."""
    rules: str = "2024.09"
    format: str = "standard"
    conditions: Conditions = Conditions()  # noqa: RUF009  # it does not change
    """The conditions of external bots, and whether deck lists are open."""
    secret: Secret | None = None
    """The source of its games' seeds."""

    def __post_init__(self) -> None:
        if len(self.agents) < 2 or len(set(self.agents)) < len(self.agents):
            raise ValueError("an arena needs two or more different agents")
        if self.games < 2 or self.games % 2:
            raise ValueError(f"games come in pairs: give an even number, found {self.games}")
        if not self.decks:
            raise ValueError("an arena needs one or more decks")
        rule_bits(self.rules)
        self.played  # noqa: B018  # raises for a format that there is not
        self.refuse_absent()

    def refuse_absent(self) -> None:
        """Raise `LookupError` or `ValueError` for an agent that cannot play here."""
        refuse_seats(self.agents, self.played.players)
        for agent in self.agents:
            make(agent)

    @property
    def played(self) -> formats.Format:
        """The format of its games."""
        return formats.get(self.format)

    def deck(self, name: str) -> Deck | str:
        """The deck of this name; a plain name is returned as it is, for the format to read."""
        return deck_named(name, self.format)

    @property
    def book(self) -> Book | None:
        """The book of its games; None if each game has a book of its own cards. With closed deck
        lists it has all cards, so it reveals nothing."""
        if self.conditions.lists == "open" and not any(map(is_closed, self.agents)):
            return None
        dealt = [self.deck(name) for name in self.decks]
        return pool_book(c for deck in dealt if isinstance(deck, Deck) for c in deck.every_card)

    def key_of_deck(self, name: str) -> str:
        """A short hash of the deck of this name."""
        return key_of(deck_of(name, self.format))

    def drawn(self, one: str, two: str, number: int) -> Drawn:
        """The random choices of the game with this number between two agents; an odd number has the
        deal of the even one before it."""
        seats = range(self.played.players)
        if self.secret is None:
            chance = Random(self.rebuilt_from(one, two, number))
            dealt = [chance.choice(self.decks) for _ in seats]
            return Drawn(dealt, chance.getrandbits(48), [chance.getrandbits(48) for _ in seats])
        deal = self.format, one, two, number // 2
        chance = Random(self.secret.derive("decks", *deal))
        return Drawn(
            [chance.choice(self.decks) for _ in seats],
            self.secret.derive("game", *deal),
            [self.secret.derive("agent", *deal, seat) for seat in seats],
        )

    def rebuilt_from(self, one: str, two: str, number: int) -> str:
        """The text from which a game's seeds are derived without a secret. All pairs of agents have
        the same deals."""
        return f"{self.seed}/{number // 2}"

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """All pairs of agents."""
        return list(combinations(self.agents, 2))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one game. Player 0 is A; with four players, a has the seats A and C, and b has
    B and D."""

    one: str
    """The pair of agents, in the order of the arena."""
    two: str
    number: int
    agent_a: str
    agent_b: str
    deck_a: str
    deck_b: str
    seed: int
    rules: str
    winner: int
    """0 for a, 1 for b, or -1 for none."""
    first: int
    """The agent of the first player on the first day: 0 or 1."""
    days: int
    decisions: int
    decisions_a: int
    decisions_b: int
    seconds_a: float
    seconds_b: float
    format: str = "standard"
    key: str = ""
    """A hash of the other inputs: the version of rules and players, the networks, the deck lists,
    the conditions of external bots."""
    processor_a: float = 0.0
    """Seconds of processor time: of a program, or of the thread that the agent ran in."""
    processor_b: float = 0.0
    forfeit: str = ""
    """The kind of forfeit, if there was one (`altered_env.agents.forfeits.HOW`)."""
    problem: str = ""
    """The reason for the forfeit."""

    def score(self, agent: str) -> float:
        """1 for a win of this agent, 0 for a loss, half for neither."""
        if self.winner < 0:
            return 0.5
        return float((self.agent_a, self.agent_b)[self.winner] == agent)


def play_one(
    arena: Arena, one: str, two: str, number: int, keep: Callable[[Game], object] | None = None
) -> Outcome:
    """Play the game with this number between two agents: an odd one repeats the even one before it
    with the seats swapped. `keep` is called with the finished game."""
    dealt, seed, chances = arena.drawn(one, two, number)
    seated = (one, two) if number % 2 == 0 else (two, one)
    agents = [make(seated[k % 2], seed=chance) for k, chance in enumerate(chances)]
    game = Game.start(
        *map(arena.deck, dealt),
        seed=seed,
        rules=arena.rules,
        format=arena.played.name,
        legal=False,  # illegal ones were refused before
        book=arena.book,
    )
    first = int(game.record["first_player"]) % 2
    with Host(game, agents, arena.conditions) as host:
        while game.day <= DAYS and sum(host.decisions) < ENDLESS and host.step():
            pass
    progress_counter.ended(1)
    if keep is not None:
        keep(game)
    winner = next(iter(host.winners), -1)
    if host.loser is not None:
        winner = 1 - host.loser % 2  # also with four players: an agent has two of the seats
    if game.overfull and game.story.decks is not None:
        tell_overfull(game.overfull, seed, game.story.decks)
    return Outcome(
        one,
        two,
        number,
        *seated,
        *_both(dealt),
        seed,
        arena.rules,
        winner if winner < 0 else winner % 2,
        first,
        game.day,
        sum(host.decisions),
        sum(host.decisions[::2]),
        sum(host.decisions[1::2]),
        sum(host.spent[::2]),
        sum(host.spent[1::2]),
        arena.format,
        processor_a=sum(host.processor[::2]),
        processor_b=sum(host.processor[1::2]),
        forfeit=host.forfeit.how if host.forfeit else "",
        problem=str(host.forfeit or "")[:400],
    )


def _both(dealt: Sequence[str]) -> tuple[str, str]:
    """The decks of a and b: with four players, two each."""
    return " & ".join(dealt[::2]), " & ".join(dealt[1::2])


def _play_some(arena: Arena, one: str, two: str, numbers: Sequence[int]) -> list[Outcome]:
    return [play_one(arena, one, two, number) for number in numbers]


def load(path: Path) -> list[Outcome]:
    """The recorded games of an arena; a truncated last line does not count.

    Raises `ValueError`, which names a line that no arena wrote, or two contradictory ones.
    """
    first_said: dict[tuple[str, ...], tuple[int, Outcome]] = {}
    rows = read_lines(path, _outcome)
    for number, row in rows:
        what = (row.one, row.two, row.format, row.rules, row.key, row.deck_a, row.deck_b)
        first, other = first_said.setdefault((*what, str(row.number), str(row.seed)), (number, row))
        if timeless(other) != timeless(row):
            raise ValueError(
                f"{path}, lines {first} and {number}: two results of the same game,"
                f" {row.one} against {row.two}, number {row.number}; remove the wrong one"
            )
    return [row for _, row in rows]


def timeless(row: Outcome) -> Outcome:
    """A game without its processor time, which varies."""
    return replace(row, seconds_a=0.0, seconds_b=0.0, processor_a=0.0, processor_b=0.0)


_FROM_0 = (
    *("number", "seed", "days", "decisions", "decisions_a", "decisions_b"),
    *("seconds_a", "seconds_b", "processor_a", "processor_b"),
)
_SAYS = dict.fromkeys(_FROM_0, (0, inf)) | {"winner": (-1, 1), "first": (0, 1)}


def _outcome(line: Any) -> Outcome:
    """The game of a line. Raises `ValueError` for an impossible one."""
    row = row_of(Outcome, line, _SAYS)
    if {row.agent_a, row.agent_b} != {row.one, row.two}:
        raise ValueError(
            f"{row.agent_a} against {row.agent_b} is not a game between {row.one} and {row.two}"
        )
    if row.decisions_a + row.decisions_b != row.decisions:
        raise ValueError(
            f"decisions is {row.decisions}, but {row.decisions_a} + {row.decisions_b} ="
            f" {row.decisions_a + row.decisions_b}"
        )
    return row


def widths(arena: Arena, outcomes: Iterable[Outcome]) -> list[float]:
    """The half-width of the interval of each pair of agents."""
    rows = list(outcomes)
    found = []
    for one, two in arena.pairs:
        mine = [row.score(one) for row in rows if (row.one, row.two) == (one, two)]
        low, high = wilson(sum(mine), len(mine))
        found.append((high - low) / 2)
    return found


def is_settled(arena: Arena, outcomes: Iterable[Outcome], until: float) -> bool:
    """Is the half-width of every pair's interval at most this?"""
    return all(wide <= until for wide in widths(arena, outcomes))


def run(
    arena: Arena,
    jobs: Jobs = 0,
    until: float = 0.0,
    kept: Path | None = None,
    say: Callable[[int, int], None] = lambda done, found: None,
    begin: Callable[[], None] = lambda: None,
) -> list[Outcome]:
    """Play the arena, round by round, and return its games in order.

    `kept` is a file of lines that records the games, and from which a later run resumes. `say` is
    called every few games with the number of games done and the number loaded. `begin` is called
    before the first new game; an exception from it ends the arena. With `until`, the arena ends
    after the first round in which every interval is that narrow.

    Raises `IllegalDeckError` with every reason why any of its decks is illegal, and
    `BlockingIOError` if another process is writing to the file.
    """
    if not 0 <= until <= 0.5:
        raise ValueError(f"the target width of an interval must be from 0 to 0.5, found {until}")
    with writing_to(kept):
        return _played(arena, jobs, until, kept, say, begin)


def _played(
    arena: Arena,
    jobs: Jobs,
    until: float,
    kept: Path | None,
    say: Callable[[int, int], None],
    begin: Callable[[], None],
) -> list[Outcome]:
    refuse_illegal(arena.decks, arena.format, arena.rules)
    stamp = stamp_of(arena)
    known = {
        (row.one, row.two, row.number): row
        for row in (load(kept) if kept else [])
        if _fits(arena, row) and row.key == stamp(row)
    }
    found = len(known)
    begun = False
    done: list[Outcome] = []

    def words() -> str:
        if kept is None:
            return "nothing is saved; with --out the games are, and the run resumes from there"
        return f"{len(known):,} games are in {kept}; {AGAIN}"

    with (
        signals.keeping(words),
        Workers(
            jobs,
            first=first_game,
            alike=partial(names_alike, arena.agents, arena.decks, arena.format),
        ) as workers,
    ):
        for start in range(0, arena.games, ROUND):
            numbers = range(start, min(start + ROUND, arena.games))
            due = [
                (one, two, [n for n in numbers if (one, two, n) not in known])
                for one, two in arena.pairs
            ]
            # the games of a deal are played before either is recorded, with its seed
            tasks = [
                (one, two, list(some))
                for one, two, ns in due
                for _, some in groupby(ns, lambda n: n // 4)
            ]
            if tasks and not begun:
                begin()
                begun = True
            for some in workers.in_order(_play_some, tasks, (arena,)):
                rows = [replace(row, key=stamp(row)) for row in some]
                if kept:
                    add_lines(kept, map(asdict, rows))
                known.update({(row.one, row.two, row.number): row for row in rows})
                say(len(known), found)
            done += [known[one, two, n] for one, two in arena.pairs for n in numbers]
            if until and is_settled(arena, done, until):
                break
    return done


def stamp_of(arena: Arena) -> Callable[[Outcome], str]:
    """Computes the keys of this arena's games. The contents behind a name are read once."""
    digests = {name: getattr(make(name), "digest", "") for name in arena.agents}
    lists = {name: arena.key_of_deck(name) for name in arena.decks}

    def key(row: Outcome) -> str:
        dealt = arena.drawn(row.one, row.two, row.number).decks
        parts = [version(), digests[row.one], digests[row.two], *(lists[name] for name in dealt)]
        if any(is_program(name) or is_plugin(name) for name in (row.one, row.two)):
            parts.append(repr(replace(arena.conditions, log="")))
        elif arena.conditions.lists == "closed":
            parts.append("closed")
        return hashlib.sha256("/".join(parts).encode()).hexdigest()[:16]

    return key


def _fits(arena: Arena, row: Outcome) -> bool:
    """Is this game one of this arena?"""
    if (row.one, row.two) not in arena.pairs or row.number >= arena.games:
        return False
    dealt, seed, _ = arena.drawn(row.one, row.two, row.number)
    found = (row.deck_a, row.deck_b, row.seed, row.rules, row.format)
    return found == (*_both(dealt), seed, arena.rules, arena.format)


def kept_in(out: str | None) -> tuple[Path | None, Path | None]:
    """For a given path, the file that records finished games, a line each, and the table written at
    the end. A run can resume from the table alone.

    >>> kept_in("games.parquet")
    (PosixPath('games.jsonl'), PosixPath('games.parquet'))
    >>> kept_in("games.jsonl")
    (PosixPath('games.jsonl'), None)
    """
    if out is None:
        return None, None
    path = Path(out)
    if path.suffix not in (".jsonl", ".parquet"):
        raise ValueError(f"{out}: name a file that ends in .jsonl or .parquet")
    make_folder_of(path)
    if path.suffix == ".jsonl":
        return path, None
    lines = path.with_suffix(".jsonl")
    with writing_to(lines):
        if path.exists() and not (lines.exists() and lines.stat().st_size):
            rows = [_as_line(row) for row in table_in(_polars(), path).to_dicts()]
            write_atomically(lines, "".join(json.dumps(row) + "\n" for row in rows).encode())
    return lines, path


def _as_line(row: dict[str, Any]) -> dict[str, Any]:
    """A row of a table in the form of a line: seeds are text in a table, as they exceed any integer
    type."""
    seed = row.get("seed")
    return {**row, "seed": int(seed)} if isinstance(seed, str) and seed.isdecimal() else row


def _polars() -> Any:
    """The library that reads and writes Parquet."""
    try:
        import polars
    except ImportError:
        raise ValueError(
            "Parquet needs the extra [analysis]: pip install 'altered-env[analysis]'; "
            "or name a file that ends in .jsonl"
        ) from None
    return polars


def write_parquet(path: Path, outcomes: Sequence[Outcome]) -> None:
    """Write the games as a table that polars, pandas and others read."""
    file = io.BytesIO()
    rows = [{**asdict(row), "seed": str(row.seed)} for row in outcomes]
    _polars().DataFrame(rows).write_parquet(file)
    write_atomically(path, file.getvalue())
