"""Playing random games: most of them in one go, some decision by decision with all that a user of
the engine may do in the middle of a game."""

from __future__ import annotations

import functools
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from altered_env import formats
from altered_env.engine.chance import seed_words
from altered_env.engine.terms import C
from altered_env.game import DAY_LIMIT, Game, Position, record_invariants
from altered_env.game.books import pool_book
from altered_env.game.engine_api import answer, answer_measured, begin, random_steps
from altered_env.game.errors import EngineError, ReplayError, limit
from altered_env.game.invariants import exchanged, owned_cards, violations
from altered_env.game.kernels import games_for
from altered_env.game.records import wrong_with
from altered_env.game.replay import Replay
from altered_env.game.states import duplicate, state_of
from altered_env.game.table_setup import lay_out
from altered_env.game.withholding import offers_nothing

from .in_batch import InBatch
from .plans import SHARED_DECKS, Plan, Table, book_of_plan, table_of
from .reached import Reached

ENDLESS: Final = 50_000
"""Decisions after which a game counts as one that does not end."""
ASIDE: Final = 1 / 40
"""How often, at a decision of a game that is looked at, the game is saved and read again, goes on
in a clone, or is seen by a player in another world."""
BATCHED: Final = 1 / 2
"""The share of the games that are looked at that is played in a batch as well."""
_PLAYER: Final = 1 << 16
"""More than any number of a card."""
MOST_KEPT: Final = 2_000
"""The length of the replay of an unchecked game, in decisions."""
AHEAD: Final = 12
"""The number of decisions to take in a clone and in a determinization."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that went wrong."""

    number: int
    problem: str
    decks: tuple[str, ...]
    format: str
    rules: str
    replay: Replay | None

    def keep(self, plan: Plan) -> str:
        """Write its replay into the folder of the plan; return the message."""
        if self.replay is None:
            return ""
        path = Path(plan.keep) / f"fuzz-{plan.seed}-{self.number}.json"
        try:
            self.replay.save(path)
        except OSError as error:
            return f", and its replay is lost: {error}"
        return f", replay in {path}"


@dataclass(slots=True)
class Result:
    """What some games came to."""

    games: int = 0
    decisions: int = 0
    days: int = 0
    checked: int = 0
    failures: list[Failure] = field(default_factory=list)
    unfinished: Counter[str] = field(default_factory=Counter)
    """Why games ended without a winner."""
    reached: Reached = field(default_factory=Reached)

    def add(self, other: Result) -> None:
        """Take in the result of further games."""
        self.games += other.games
        self.decisions += other.decisions
        self.days += other.days
        self.checked += other.checked
        self.failures += other.failures
        self.unfinished += other.unfinished
        self.reached.add(other.reached)


def play_chunk(plan: Plan, first: int, count: int) -> Result:
    """Play the games `first` to `first + count - 1` of a plan."""
    result = Result()
    for number in range(first, first + count):
        table = table_of(plan, number)
        tokens = book_of_plan(plan.cards)[0].record[0]["card"]["token"]
        owned = _owned(_laid_out(plan, number // SHARED_DECKS)[0], tokens)
        game: Game | None = None
        if plan.check and number % plan.check == 0:
            game = _start(plan, table)
            problem = _look_at(game, table, result.reached)
            record = game.record
            result.checked += 1
        else:
            games, problem = _begun(plan, table), ""
            random_steps(games, 0, book_of_plan(plan.cards)[0].record, table.rng, ENDLESS)
            record = games[0]
        problem = problem or _ending(record) or _lost(owned, record, tokens)
        if problem:
            result.failures.append(_failure(plan, table, problem, game))
        if int(record["overfull"]):
            result.unfinished[limit(int(record["overfull"]))] += 1
        elif int(record["over"]) and int(record["winner"]) < 0:
            result.unfinished[f"it was cut off after {DAY_LIMIT} days"] += 1
        result.games += 1
        result.decisions += int(record["decisions"])
        result.days += int(record["day"])
    return result


@functools.lru_cache(maxsize=4)
def _laid_out(plan: Plan, group: int) -> NDArray[np.void]:
    """A table with the decks of a group, before anything is random."""
    book, _ = book_of_plan(plan.cards)
    table = table_of(plan, group * SHARED_DECKS)
    games: NDArray[np.void] = games_for(len(table.decks))
    lay_out(games, 0, book, table.decks, 0, formats.get(table.format).rule_bits(table.rules))
    return games


def _begun(plan: Plan, table: Table) -> NDArray[np.void]:
    """The record of a game at its first decision."""
    games = duplicate(_laid_out(plan, table.number // SHARED_DECKS))
    games["rng"][0] = seed_words(table.seed)
    games["rules"][0] = formats.get(table.format).rule_bits(table.rules)
    games["day_limit"][0] = DAY_LIMIT
    begin(games, 0, book_of_plan(plan.cards)[0].record)
    return games


def _ending(record: Any) -> str:
    """The fault in the end of a game; usually none."""
    if int(record["error"]):
        return str(EngineError(int(record["error"]), int(record["error_detail"])))
    if int(record["decisions"]) >= ENDLESS:
        return f"it has not ended after {ENDLESS:,} decisions"
    if not int(record["over"]):
        return "it stopped before its end"
    return ""


def _owned(record: Any, tokens: NDArray[Any]) -> NDArray[np.int64]:
    """The cards that each player owns, as numbers in order."""
    obj = record["obj"]
    cards = obj[(obj[:, C.LIFE] == 1) & (tokens[obj[:, C.CARD]] == 0)].astype(np.int64)
    return np.sort(cards[:, C.OWNER] * _PLAYER + cards[:, C.CARD])


def _lost(owned: NDArray[np.int64], record: Any, tokens: NDArray[Any]) -> str:
    """The fault in the cards at the end: remaining players own their cards, players who left own
    none."""
    if int(record["overfull"]):
        return ""  # it was ended in the middle of what passed a capacity
    left = (int(record["out"]) >> owned // _PLAYER) & 1
    if np.array_equal(owned[left == 0], _owned(record, tokens)):
        return ""
    return "players do not own the same cards at the end as at the start"


def _start(plan: Plan, table: Table) -> Game:
    book, _ = book_of_plan(plan.cards)
    return Game.start(
        *table.decks,
        seed=table.seed,
        rules=table.rules,
        format=table.format,
        legal=False,
        day_limit=DAY_LIMIT,
        book=book,
    )


def _look_at(game: Game, table: Table, reached: Reached) -> str:
    """Play a game and check everything after each decision; return the fault."""
    measured = duplicate(game.games)
    owned, tokens = owned_cards(game), game.book.record[0]["card"]["token"]
    cards = _owned(game.record, tokens)
    chance = random.Random(int(table.rng[0]))
    batch = None
    if chance.random() < BATCHED:
        batch = InBatch(game, table.decks, table.format, table.number)
        reached.done["batches"] += 1
    while True:
        reached.look(game.record, game.book)
        problem = wrong_with(game)
        if not problem and _lost(cards, game.record, tokens):
            problem = "; ".join(exchanged(game, owned)[:3])
        if problem:
            return problem
        if game.over or int(game.record["decisions"]) >= ENDLESS:
            break
        if chance.random() < ASIDE:
            problem = _aside(game, chance, owned, reached)
            if problem:
                return problem
        action = chance.choice(game.legal_actions())
        try:
            game.act(action)
        except EngineError as error:
            return str(error)
        answer_measured(measured, 0, game.book.record, action, reached.peaks_of(game.players))
        problem = batch.follow(game, action) if batch else ""
        if problem:
            return problem
    if state_of(measured) != game.state():
        return "replayed under measurement, it ended differently"
    return ""


def _aside(game: Game, chance: random.Random, owned: Any, reached: Reached) -> str:
    """A user's operation in the middle of a game; return the fault of its result."""
    what = chance.choice(("saves", "clones", "worlds"))
    reached.done[what] += 1
    before = game.state()
    if what == "saves":
        if Game.from_bytes(game.to_bytes()).state() != before:
            return "saved and loaded, it is a different game"
        return ""
    if what == "clones":
        other: Position = game.clone()
    else:
        told = chance.randrange(2) == 1 or len(game.book.cards) < len(pool_book().cards)
        seat = game.seat(chance.randrange(game.players), closed=not told)
        other = seat.world(chance.getrandbits(32))
        if offers_nothing(game, seat.player):
            found = record_invariants.table(other) or record_invariants.outdated(other)
            if other.legal_actions():
                found.append("options depend on hidden cards")
            return f"in a world at another's decision: {'; '.join(found[:3])}" if found else ""
    for _ in range(AHEAD):
        if other.over:
            break
        found = violations(other, owned if what == "clones" else None)
        if found:
            return f"among its {what}: {'; '.join(found[:3])}"
        try:
            other.act(chance.choice(other.legal_actions()))
        except EngineError as error:
            return f"among its {what}: {error}"
    return "" if game.state() == before else f"an action in its {what} changed it"


def _replayed(plan: Plan, table: Table) -> Game:
    """A game that was played in one go, once more, by the actions that chance took."""
    book = book_of_plan(plan.cards)[0]
    games, rng = _begun(plan, table), table_of(plan, table.number).rng
    game = _start(plan, table)
    while not game.over and int(game.record["decisions"]) < MOST_KEPT:
        before = duplicate(games)
        random_steps(games, 0, book.record, rng, 1)
        after = state_of(games)
        for action in game.legal_actions():
            trial = duplicate(before)
            answer(trial, 0, book.record, action)
            if state_of(trial) == after:
                break
        try:
            game.act(action)
        except EngineError:
            break
    return game


def _failure(plan: Plan, table: Table, problem: str, game: Game | None) -> Failure:
    """A game that went wrong, with its replay, as far as one can be made."""
    kept: Replay | None = None
    try:
        kept = Replay.of(game or _replayed(plan, table))
    except (ReplayError, EngineError) as error:
        problem = f"{problem}; it has no replay: {error}"
    said = tuple(
        ", ".join(f"{n} {card.reference}" for card, n in Counter(deck.every_card).items())
        for deck in table.decks
    )
    return Failure(table.number, problem, said, table.format, table.rules, kept)
