"""The games of a ranking, played into a folder.

`plan.json` describes the games, `cards.jsonl` the cards; `rounds/` has the deals of each round, and
`games/` a Parquet file for every `PART` games. Files are written atomically, so a run can be
stopped, resumed or extended, with the same games.
"""

from __future__ import annotations

import functools
import io
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.input_files import DOCUMENT, read_text
from altered_env._runtime.json_text import parsed
from altered_env.arena.alike import names_alike
from altered_env.arena.match import Match, play
from altered_env.arena.parquet_files import table_in
from altered_env.arena.workers import AGAIN, Jobs, Workers, reach
from altered_env.cards import Card
from altered_env.cards.printed_words import FACTIONS
from altered_env.cardstats.dataset import polars
from altered_env.cardstats.ranking import assignment
from altered_env.cardstats.ranking.assignment import DECK, OTHER, REFERENCE, Dealt, deal_round
from altered_env.cardstats.ranking.folder import Plan, cards_in, claim, plan_in, refuse_unlike
from altered_env.cardstats.ranking.studied import (
    Studied,
    always_dealt,
    heroes_of,
    pool_cards,
    reference_card,
)
from altered_env.decks import Deck
from altered_env.game.books import book_of

PART = 500
"""The number of games in a part."""
FIRST = 48
"""The number of times each card is dealt early in a round at the beginning."""

Weigh = Callable[[Path, str], NDArray[np.float64]]


@dataclass(frozen=True)
class Games:
    """The games of a ranking by one agent, a row for each."""

    faction: NDArray[np.int8]
    hero: NDArray[np.int16]
    cards: NDArray[np.int32]
    """The cards of each seat from the top of the deck: numbers, `REFERENCE` or `OTHER`."""
    first: NDArray[np.int8]
    """The first player."""
    won: NDArray[np.float64]
    """Seat 0's result: 1, 0, or one half."""

    def __len__(self) -> int:
        return len(self.won)

    def some(self, which: NDArray[np.bool_]) -> Games:
        """Return the marked games."""
        return Games(*(getattr(self, name)[which] for name in Games.__dataclass_fields__))


@dataclass(frozen=True, slots=True)
class _Round:
    copies: int
    """The number of times a card of weight 1 is dealt early."""
    weights: tuple[float, ...] | None


@dataclass(frozen=True, slots=True)
class _Deal:
    """All inputs of a round's games, apart from the folder."""

    plan: Plan
    number: int
    round: _Round
    digest: str
    studied: Studied = field(compare=False)

    @classmethod
    def of(cls, folder: Path, plan: Plan, number: int) -> _Deal:
        """Return the round with this number in a folder."""
        studied = cards_in(folder)
        return cls(plan, number, _round_in(folder, number), studied.digest, studied)


@functools.lru_cache(maxsize=2)
def _dealt(deal: _Deal) -> list[Dealt]:
    """Return the games of a round, in parts, and add its cards to the catalogue."""
    studied, found = deal.studied, deal.round
    studied.known()
    weights = found.weights or (1.0,) * len(studied.cards)
    blocks = deal_round(studied, deal.plan.seed, deal.number, found.copies, weights, deal.plan.mode)
    return [block.part(k, PART) for block in blocks for k in range(0, len(block), PART)]


def _round_name(number: int) -> str:
    return f"{number:05}.json"


def _round_in(folder: Path, number: int) -> _Round:
    file = folder / "rounds" / _round_name(number)
    try:
        row = parsed(read_text(file, DOCUMENT))
        weights = None if row["weights"] is None else tuple(map(float, row["weights"]))
        return _Round(int(row["copies"]), weights)
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{file} is damaged, {error}: restore it") from None


def matches(studied: Studied, plan: Plan, number: int, dealt: Dealt, part: int) -> list[Match]:
    """Return the games of a part."""
    agent = plan.agents[number % len(plan.agents)]
    chance = assignment.chance_of("games", plan.seed, number, part)
    seeds = chance.integers(1 << 48, size=(len(dealt), 2)).tolist()
    found = []
    for k in range(len(dealt)):
        pair = [_deck(studied, dealt, k, seat) for seat in (0, 1)]
        found.append(
            Match((pair[0], pair[1]), (agent, agent), seeds[k][0], seeds[k][1], in_order=True)
        )
    return found


def _deck(studied: Studied, dealt: Dealt, k: int, seat: int) -> Deck:
    """Return the deck of a seat, from the top."""
    faction, hero = int(dealt.faction[k, seat]), int(dealt.hero[k, seat])
    of = FACTIONS[faction]
    numbers = dealt.cards[k, seat].tolist()
    base = iter(())
    if int(dealt.base[k, seat]):
        made = assignment.base_deck(faction, hero, int(dealt.base[k, seat]))
        chance = assignment.chance_of("base", int(dealt.base[k, seat]))
        base = iter([made.cards[i] for i in chance.permutation(len(made.cards))])
    cards = [
        next(base) if n == OTHER else reference_card(of) if n == REFERENCE else studied.cards[n]
        for n in numbers
    ]
    return Deck(f"{of} {k}", heroes_of(of)[hero], tuple(cards))


def _play(deal: _Deal, part: int) -> tuple[int, int, bytes]:
    """Play the games of a part. Return its number, its number of games, and its file."""
    pl = polars()
    studied, plan = deal.studied, deal.plan
    dealt = _dealt(deal)[part]
    mine = matches(studied, plan, deal.number, dealt, part)
    played = play(mine, plan.rules, book_of(_booked(studied, plan, dealt)))
    table = pl.DataFrame(
        {
            "faction": pl.Series(dealt.faction, dtype=pl.Array(pl.Int8, 2)),
            "hero": pl.Series(dealt.hero, dtype=pl.Array(pl.Int16, 2)),
            "cards": pl.Series(
                dealt.cards.reshape(len(dealt), -1), dtype=pl.Array(pl.Int32, 2 * DECK)
            ),
            "first": pl.Series([p.first for p in played], dtype=pl.Int8),
            "winner": pl.Series([p.winner for p in played], dtype=pl.Int8),
        }
    )
    written = io.BytesIO()
    table.write_parquet(written)
    return part, len(played), written.getvalue()


def _booked(studied: Studied, plan: Plan, dealt: Dealt) -> list[Card]:
    """Return the cards of a part's book, which is the same for every part of a block."""
    every = [*(studied.cards[n] for n in dealt.block.tolist()), *always_dealt()]
    return every + (pool_cards() if plan.mode == "constructed" else [])


def _file(folder: Path, number: int, part: int) -> Path:
    return folder / "games" / f"{number:05}-{part:05}.parquet"


def _held(file: Path) -> int:
    """Return the number of games in a file; 0 if it is missing or unreadable."""
    pl = polars()
    if not file.is_file():
        return 0
    try:
        return len(table_in(pl, file, ["winner"]))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return 0


def dealt_before(folder: Path, plan: Plan, number: int) -> int:
    """Return how often a card of weight 1 was dealt early before a round, to its agent."""
    turn = len(plan.agents)
    return sum(_round_in(folder, n).copies for n in range(number % turn, number, turn))


def _next(folder: Path, plan: Plan, number: int, weigh: Weigh) -> None:
    """Write the deals of a round unless they exist."""
    file = folder / "rounds" / _round_name(number)
    if file.is_file():
        return
    copies = max(FIRST, dealt_before(folder, plan, number) // 2)
    found = weigh(folder, plan.agents[number % len(plan.agents)])
    weights = [round(float(w), 2) for w in found]
    row = {"number": number, "copies": copies, "weights": weights}
    write_atomically(file, (json.dumps(row) + "\n").encode())


def planned(
    plan: Plan, studied: Studied, games: int, folder: Path, weigh: Weigh
) -> tuple[int, int, bool]:
    """Return how many games `run` comes to for this many, which it rounds up to whole parts, how
    many of them are in the folder, and if that is exact: the deals of a later round depend on games
    to come, so its parts count as full. The folder must be claimed."""
    done = found = number = 0
    while done < games:
        if number and not (folder / "rounds" / _round_name(number)).is_file():
            return done + PART * -(-(games - done) // PART), found, False
        _next(folder, plan, number, weigh)
        for part, dealt in enumerate(_dealt(_Deal.of(folder, plan, number))):
            if done >= games:
                break
            done += len(dealt)
            there = _held(_file(folder, number, part))
            found += there if there == len(dealt) else 0
        number += 1
    return done, found, True


def run(
    plan: Plan,
    studied: Studied,
    games: int,
    folder: Path,
    weigh: Weigh,
    jobs: Jobs = 0,
    say: Callable[[int, int], None] = lambda _done, _found: None,
) -> int:
    """Play this many games into a folder, rounded up to whole parts. Return the number of new ones.

    `weigh` sets the frequency of each card in a new round. `say` is called
    with the total number of games and the number already present.
    """
    if games < 1:
        raise ValueError(f"a ranking needs one or more games, found {games}")
    reach(jobs)
    alike = functools.partial(names_alike, plan.agents)
    done = found = new = number = 0

    def words() -> str:
        return f"{done:,} of {games:,} games are in {folder}; {AGAIN}"

    with writing_in(folder), signals.keeping(words):
        claim(plan, studied, folder)
        cards_in(folder)
        while done < games:
            _next(folder, plan, number, weigh)
            deal = _Deal.of(folder, plan, number)
            parts = _dealt(deal)
            wanted, total = 0, 0
            while wanted < len(parts) and done + total < games:
                total += len(parts[wanted])
                wanted += 1
            there = [_held(_file(folder, number, p)) == len(parts[p]) for p in range(wanted)]
            due = [p for p in range(wanted) if not there[p]]
            found += sum(len(parts[p]) for p in range(wanted) if there[p])
            done += sum(len(parts[p]) for p in range(wanted) if there[p])
            say(done, found)
            with Workers(jobs, len(due), alike=alike) as workers:
                for part, count, data in workers.each(_play, [(p,) for p in due], (deal,)):
                    write_atomically(_file(folder, number, part), data)
                    done, new = done + count, new + count
                    say(done, found)
            number += 1
    return new


def load(folder: Path, agent: str, beside: Sequence[Path] = ()) -> Games:
    """Return the games of an agent in a folder, and in the folders `beside` it, which other
    machines have filled with other seeds.

    Raises `ValueError` if a file is damaged, if there are no games, and for a folder of other
    cards, rules, mode or version, or of the same seed.
    """
    for other in beside:
        refuse_unlike(folder, other)
    if len({plan_in(one)[0].seed for one in (folder, *beside)}) <= len(beside):
        raise ValueError("two folders with one seed hold the same games: rank with another --seed")
    parts = [_load(one, agent) for one in (folder, *beside)]
    return Games(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in Games.__annotations__)
    )


def _load(folder: Path, agent: str) -> Games:
    """Return the games of one folder."""
    pl = polars()
    plan, _ = plan_in(folder)
    if agent not in plan.agents:
        raise ValueError(f"{agent} plays no game in {folder}; {', '.join(plan.agents)} do")
    count = len(cards_in(folder).cards)
    tables: list[tuple[NDArray[Any], ...]] = []
    held: dict[bytes, Path] = {}
    for file in sorted((folder / "games").glob("*.parquet")):
        if plan.agents[_number_of(file) % len(plan.agents)] != agent:
            continue
        try:
            table = _read(pl, file, count)
            tables.append(table)
            other = held.setdefault(table[2].tobytes(), file)
            if other != file:
                raise ValueError(
                    f"it holds the same games as {other.name}, which is damaged as well"
                )
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, ValueError) as error:
            said = str(error).partition("\n")[0]
            raise ValueError(
                f"{file} is damaged, {said}: remove it, and `altered rank` plays it again"
            ) from None
    if not tables:
        raise ValueError(f"{folder} holds no games of {agent} yet")
    faction, hero, cards, first, won = (np.concatenate(part) for part in zip(*tables, strict=True))
    return Games(faction, hero, cards, first, won)


def _number_of(file: Path) -> int:
    """Return the round that a part belongs to. Raises `ValueError` for any other file name."""
    found = re.fullmatch(r"(\d{5,})-(\d{5,})", file.stem, re.ASCII)
    if found is None or file.stem != "-".join(f"{int(part):05}" for part in found.groups()):
        raise ValueError(f"{file}: not the name of a part, such as 00000-00000.parquet: remove it")
    return int(found[1])


def _read(pl: Any, file: Path, count: int) -> tuple[NDArray[Any], ...]:
    table = table_in(pl, file)
    cards = table["cards"].to_numpy().reshape(-1, 2, DECK)
    winner, first = table["winner"].to_numpy(), table["first"].to_numpy()
    faction, hero = table["faction"].to_numpy(), table["hero"].to_numpy()
    for name, part, low, high in (
        ("cards", cards, OTHER, count - 1),
        ("winner", winner, -1, 1),
        ("first", first, 0, 1),
        ("faction", faction, 0, len(FACTIONS) - 1),
        ("hero", hero, 0, 99),
    ):
        if len(part) and not low <= part.min() <= part.max() <= high:
            raise ValueError(f"it holds {name} from {part.min()} to {part.max()}")
    won = np.where(winner < 0, 0.5, winner == 0).astype(np.float64)
    return faction, hero, cards.astype(np.int32), first, won
