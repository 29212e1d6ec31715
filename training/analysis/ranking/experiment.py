"""The games of a ranking, played into a folder.

`plan.json` says what is played, `cards.jsonl` which cards; `rounds/` has what each round deals, and
`games/` a Parquet file for every `PART` games. A file is written whole or not at all, so that a run
can be stopped and gone on with, or asked for more games later; the same games come of it.
"""

from __future__ import annotations

import functools
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.bots import refuse_stepwise
from altered_env import stopping
from altered_env.cards import Card
from altered_env.cards.printed_words import FACTIONS
from altered_env.decks import Deck
from altered_env.game.books import book_of
from altered_env.game.words import rule_bits
from altered_env.whole_files import make_folder, write_atomically
from training.analysis.dataset import polars
from training.analysis.ranking import assignment
from training.analysis.ranking.assignment import DECK, OTHER, REFERENCE, Dealt, deal_round
from training.analysis.ranking.studied import (
    Studied,
    heroes_of,
    names,
    pool_cards,
    read,
    reference_card,
    write,
)
from training.arena.alike import names_alike
from training.arena.match import Match, play
from training.arena.versions import version
from training.arena.workers import AGAIN, Jobs, Workers, reach

__all__ = ["MODES", "PART", "Games", "Plan", "cards_in", "claim", "load", "plan_in", "run"]

PART = 500
"""Games of a part."""
MODES = {
    "limited": "decks of one faction made of studied cards alone",
    "constructed": "three studied cards in a constructed deck made up by chance",
}
FIRST = 48
"""So often each card is dealt early in a round at the beginning."""
EVEN = 200
"""Until each card was dealt early so often, all cards are dealt alike."""

Weigh = Callable[[Path, str], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played, beside the cards: rounds by these agents in turn, each against itself."""

    agents: tuple[str, ...] = ("greedy",)
    seed: int = 0
    rules: str = "2024.09"
    mode: str = "limited"

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ValueError(f"a mode is {' or '.join(MODES)}, found {self.mode[:40]!r}")
        if not self.agents:
            raise ValueError("a ranking takes an agent or more (--agents)")
        rule_bits(self.rules)
        refuse_stepwise(self.agents)


@dataclass(frozen=True)
class Games:
    """The games of a ranking by one agent, a row each."""

    faction: NDArray[np.int8]
    hero: NDArray[np.int16]
    cards: NDArray[np.int32]
    """Of either seat, from the top of the deck: numbers of cards, `REFERENCE` or `OTHER`."""
    first: NDArray[np.int8]
    """Who was first player."""
    won: NDArray[np.float64]
    """By seat 0: 1, 0, or half."""

    def __len__(self) -> int:
        return len(self.won)

    def some(self, which: NDArray[np.bool_]) -> Games:
        """Those of the games that are marked."""
        return Games(*(getattr(self, name)[which] for name in Games.__dataclass_fields__))


@dataclass(frozen=True, slots=True)
class _Round:
    copies: int
    """How often a card of weight 1 is dealt early."""
    weights: tuple[float, ...] | None


@dataclass(frozen=True, slots=True)
class _Deal:
    """A round as it is dealt: all that its games follow from, without the folder."""

    plan: Plan
    number: int
    round: _Round
    digest: str
    studied: Studied = field(compare=False)

    @classmethod
    def of(cls, folder: Path, plan: Plan, number: int) -> _Deal:
        """The round of this number of a folder."""
        studied = cards_in(folder)
        return cls(plan, number, _round_in(folder, number), studied.digest, studied)


@functools.lru_cache(maxsize=2)
def _dealt(deal: _Deal) -> list[Dealt]:
    """The games of a round, in parts. Its cards are known to the catalogue from then on."""
    studied, found = deal.studied, deal.round
    studied.known()
    weights = found.weights or (1.0,) * len(studied.cards)
    blocks = deal_round(studied, deal.plan.seed, deal.number, found.copies, weights, deal.plan.mode)
    return [block.part(k, PART) for block in blocks for k in range(0, len(block), PART)]


def _round_in(folder: Path, number: int) -> _Round:
    file = folder / "rounds" / f"{number:05}.json"
    try:
        row = json.loads(file.read_text("utf-8"))
        weights = None if row["weights"] is None else tuple(map(float, row["weights"]))
        return _Round(int(row["copies"]), weights)
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{file} is damaged, {error}: put it back") from None


def cards_in(folder: Path) -> Studied:
    """The cards that a folder ranks, which are known to the catalogue from then on."""
    studied = read(folder / "cards.jsonl")
    studied.known()
    return studied


def plan_in(folder: Path) -> tuple[Plan, str]:
    """What is played into a folder, and by which version of the rules and players.

    Raises `ValueError` where nothing is, or where the plan is damaged.
    """
    file = folder / "plan.json"
    if not file.is_file():
        raise ValueError(f"{folder} holds no ranking: it has no plan.json")
    try:
        row = json.loads(file.read_text("utf-8"))
        plan = Plan(tuple(map(str, row["agents"])), int(row["seed"]), row["rules"], row["mode"])
        return plan, str(row["version"])
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{file} is damaged, {error}: put it back") from None


def claim(plan: Plan, studied: Studied, folder: Path) -> None:
    """Make the folder, or see that it is one of this plan and of these cards."""
    mine = json.loads(json.dumps(asdict(plan))) | {"version": version()}
    if (folder / "plan.json").exists():
        there, played_by = plan_in(folder)
        found = json.loads(json.dumps(asdict(there))) | {"version": played_by}
        for name in mine:
            if found[name] != mine[name]:
                raise ValueError(
                    f"{folder} is a ranking with another {name}: found {found[name]!r:.60}, asked"
                    f" for {mine[name]!r:.60}; name another folder"
                )
        before = read(folder / "cards.jsonl")
        if before.digest != studied.digest:
            other = _differ(before, studied)
            raise ValueError(f"{folder} ranks other cards{other}; name another folder")
        make_folder(folder / "games")
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is there already, and no ranking: name another folder")
    for name in ("rounds", "games"):
        make_folder(folder / name)
    write(studied, folder / "cards.jsonl")
    write_atomically(folder / "plan.json", (json.dumps(mine, indent=1) + "\n").encode())


def _differ(before: Studied, now: Studied) -> str:
    there, here = ({c.reference: c for c in s.cards[: s.ranked]} for s in (before, now))
    gone: list[Card] = [card for name, card in there.items() if name not in here]
    new = [card for name, card in here.items() if name not in there]
    said = [f"{len(gone)} are missing now, {names(gone)}"] if gone else []
    said += [f"{len(new)} are new, {names(new)}"] if new else []
    return f": {'; '.join(said) or 'they say something else now'}"


def matches(studied: Studied, plan: Plan, number: int, dealt: Dealt, part: int) -> list[Match]:
    """The games of a part."""
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
    """The deck of a seat, from the top."""
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
    """Play the games of a part: its number, how many there are, and its file."""
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
    """The cards of the book of a part: the same ones for every part of a block."""
    every = [studied.cards[n] for n in dealt.block.tolist()]
    for faction in FACTIONS:
        every += [*heroes_of(faction), reference_card(faction)]
    return every + (pool_cards() if plan.mode == "constructed" else [])


def _file(folder: Path, number: int, part: int) -> Path:
    return folder / "games" / f"{number:05}-{part:05}.parquet"


def _held(file: Path) -> int:
    """How many games a file holds; 0 where it is not there, or does not open."""
    pl = polars()
    if not file.is_file():
        return 0
    try:
        return len(pl.read_parquet(file, columns=["winner"]))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return 0


def _next(folder: Path, plan: Plan, studied: Studied, number: int, weigh: Weigh) -> None:
    """Say what a round deals, unless that is said."""
    file = folder / "rounds" / f"{number:05}.json"
    if file.is_file():
        return
    turn = len(plan.agents)
    before = [_round_in(folder, n).copies for n in range(number % turn, number, turn)]
    copies = max(FIRST, sum(before) // 2)
    weights = None
    if sum(before) >= EVEN:
        found = weigh(folder, plan.agents[number % turn])
        weights = [round(float(w), 2) for w in found]
    row = {"number": number, "copies": copies, "weights": weights}
    write_atomically(file, (json.dumps(row) + "\n").encode())


def run(
    plan: Plan,
    studied: Studied,
    games: int,
    folder: Path,
    weigh: Weigh,
    jobs: Jobs = 0,
    say: Callable[[int, int], None] = lambda _done, _found: None,
) -> int:
    """Play so many games into a folder, or a few more, since parts are whole; returns how many are
    new. `weigh` says how often each card is due, once all were dealt often enough. `say` is told
    how many games there are, and how many of these were found.
    """
    if games < 1:
        raise ValueError(f"a ranking takes a game or more, found {games}")
    reach(jobs)
    claim(plan, studied, folder)
    cards_in(folder)
    alike = functools.partial(names_alike, plan.agents)
    done = found = new = number = 0

    def words() -> str:
        return f"{done:,} of {games:,} games are in {folder}; {AGAIN}"

    with stopping.keeping(words):
        while done < games:
            _next(folder, plan, studied, number, weigh)
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
    """The games of an agent that a folder holds, and those of folders `beside` it, which other
    machines have filled with another seed.

    Raises `ValueError` for a damaged file, where there are none, and for a folder of other cards,
    rules, mode or version, or of the same seed.
    """
    for other in beside:
        _refuse_unlike(folder, other)
    if len({plan_in(one)[0].seed for one in (folder, *beside)}) <= len(beside):
        raise ValueError("two folders of one seed hold the same games: rank with another --seed")
    parts = [_load(one, agent) for one in (folder, *beside)]
    return Games(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in Games.__annotations__)
    )


def _refuse_unlike(folder: Path, other: Path) -> None:
    """Raise `ValueError` where games of the two folders do not go together."""
    (one, by), (two, by_other) = plan_in(folder), plan_in(other)
    if (one.rules, one.mode, by) != (two.rules, two.mode, by_other):
        raise ValueError(f"{other} was played by other rules, mode or version than {folder}")
    before, now = read(folder / "cards.jsonl"), read(other / "cards.jsonl")
    if before.digest != now.digest:
        raise ValueError(f"{other} ranks other cards than {folder}{_differ(before, now)}")


def _load(folder: Path, agent: str) -> Games:
    """The games of one folder."""
    pl = polars()
    plan, _ = plan_in(folder)
    if agent not in plan.agents:
        raise ValueError(f"{agent} plays no game in {folder}, {', '.join(plan.agents)} do")
    count = len(cards_in(folder).cards)
    tables = []
    for file in sorted((folder / "games").glob("*.parquet")):
        try:
            if plan.agents[int(file.stem.split("-")[0]) % len(plan.agents)] != agent:
                continue
            tables.append(_read(pl, file, count))
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, ValueError) as error:
            said = str(error).partition("\n")[0]
            raise ValueError(
                f"{file} is damaged, {said}: remove it, and `altered rank` plays it again"
            ) from None
    if not tables:
        raise ValueError(f"{folder} holds no games of {agent} yet")
    faction, hero, cards, first, won = (np.concatenate(part) for part in zip(*tables, strict=True))
    return Games(faction, hero, cards, first, won)


def _read(pl: Any, file: Path, count: int) -> tuple[NDArray[Any], ...]:
    table = pl.read_parquet(file)
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
