"""What a card is worth: games with it and games without it that differ in nothing else.

A deal is a host deck, an opponent's deck and a seed, played from both seats, each with the card
and with what stands in its place: four games. Everything in them follows from the seed of the
study and the number of the deal. The two games of a seat are the same until the card matters, so
most of their chance cancels out.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random

import agents.thinking.entry
from agents import make
from altered_env.cards import Card
from altered_env.decks import Deck
from altered_env.engine.compiled import ENGINE, cache_folder
from altered_env.play.books import book_for, refuse_unsupported
from altered_env.play.saving import write_atomically
from altered_env.play.words import rule_bits
from training.matches import Match, play
from training.paired import Difference, difference
from training.swaps import Swap, swapped

__all__ = ["Deal", "Study", "load", "run", "tidy", "version", "worth"]

ROUND = 100
"""So many deals are played before the interval is looked at."""
LEAST = 200
"""So many deals are played, however narrow the interval is before."""
TASK = 25
"""Deals that a process takes at a time."""
THINKING = Path(agents.thinking.entry.__file__).parent


def version() -> str:
    """The version of the rules and the players, as a short hash: others may play other games."""
    return cache_folder(ENGINE, THINKING).name


@dataclass(frozen=True, slots=True)
class Study:
    """One question: what is this swap worth, in these decks, against these, among such players?"""

    swap: Swap
    hosts: tuple[Deck, ...]
    opponents: tuple[Deck, ...]
    agent: str = "greedy"
    """Who plays, on both sides."""
    deals: int = 500
    seed: int = 0
    rules: str = "2024.09"

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise ValueError(f"a study takes a deal or more, found {self.deals}")
        if not self.hosts:
            raise ValueError(f"no deck to put {self.swap.card} in: name some (--decks)")
        if not self.opponents:
            raise ValueError("no deck to play against: name some (--opponents)")
        short = [d.name for d in self.hosts if len(d.cards) < self.swap.copies]
        if short:
            raise ValueError(f"{short[0]} has fewer cards than are swapped")
        rule_bits(self.rules)
        make(self.agent)
        refuse_unsupported(book_for(self.cards), self.cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card that may be in a game of it."""
        every = [card for deck in (*self.hosts, *self.opponents) for card in deck.every_card]
        return tuple(dict.fromkeys((*every, self.swap.card, self.swap.against)))

    def matches(self, number: int) -> list[Match]:
        """The games of a deal: from A with the card, from A without it, then from B.

        Each host meets each opponent equally often, in an order of the seed's.
        """
        pairs = [(h, o) for h in range(len(self.hosts)) for o in range(len(self.opponents))]
        lap, place = divmod(number, len(pairs))
        Random(f"{self.seed}/pairs/{lap}").shuffle(pairs)
        host, other = self.hosts[pairs[place][0]], self.opponents[pairs[place][1]]
        chance = Random(f"{self.seed}/{number}")
        seed, players = chance.getrandbits(48), chance.getrandbits(48)
        arms = swapped(host, self.swap, chance)
        both = (self.agent, self.agent)
        return [
            Match((mine, other) if seat == 0 else (other, mine), both, seed, players)
            for seat in (0, 1)
            for mine in arms
        ]

    def key(self) -> str:
        """What its games follow from, as a short hash; how many are played is no part of it."""
        digest = hashlib.sha256()
        for part in (self.swap, self.hosts, self.opponents, self.agent, self.seed, self.rules):
            digest.update(repr(part).encode())
        digest.update(version().encode())
        return digest.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Deal:
    """What came of a deal: scores of the host deck, 1 for a win, half for neither."""

    study: str
    number: int
    with_card: tuple[float, float]
    """From seat A, from seat B."""
    without: tuple[float, float]
    days: float
    """The mean of its games."""

    @property
    def difference(self) -> float:
        """How much more it won with the card."""
        return (sum(self.with_card) - sum(self.without)) / 2


def _play(study: Study, numbers: Sequence[int]) -> list[Deal]:
    """Play deals of a study."""
    key = study.key()
    book = book_for(study.cards)
    played = play([m for n in numbers for m in study.matches(n)], study.rules, book)
    found = []
    for k, number in enumerate(numbers):
        a_with, a_without, b_with, b_without = played[4 * k : 4 * k + 4]
        found.append(
            Deal(
                key,
                number,
                (a_with.score(0), b_with.score(1)),
                (a_without.score(0), b_without.score(1)),
                sum(p.days for p in played[4 * k : 4 * k + 4]) / 4,
            )
        )
    return found


def load(path: Path) -> list[Deal]:
    """The deals in a file; a line that was cut off does not count."""
    found = []
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            try:
                row = json.loads(line)
                found.append(
                    Deal(
                        row["study"],
                        row["number"],
                        tuple(row["with_card"]),
                        tuple(row["without"]),
                        row["days"],
                    )
                )
            except (ValueError, TypeError, KeyError):
                continue
    return found


def _lines(deals: Iterable[Deal]) -> str:
    return "".join(
        json.dumps({name: getattr(deal, name) for name in Deal.__slots__}) + "\n" for deal in deals
    )


def tidy(path: Path) -> list[Deal]:
    """The deals in a file, which is written anew if its last line was cut off."""
    found = load(path)
    if path.exists() and path.read_text("utf-8") != _lines(found):
        write_atomically(path, _lines(found).encode())
    return found


def run(
    study: Study,
    jobs: int = 0,
    until: float = 0.0,
    kept: Path | None = None,
    say: Callable[[list[Deal]], None] = lambda _: None,
) -> list[Deal]:
    """Play a study, and return its deals in order.

    `kept` is a file of lines that the deals are added to, and found in when it is run again.
    With `until`, it ends after the first round whose interval reaches no further to either side.
    `say` is told the deals there are: first those that were found, then after each few more.
    """
    key = study.key()
    known = {deal.number: deal for deal in (tidy(kept) if kept else []) if deal.study == key}
    done: list[Deal] = []
    say([known[n] for n in sorted(known)])
    workers = jobs or os.cpu_count() or 1
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn")) if workers > 1 else None
    try:
        for start in range(0, study.deals, ROUND):
            numbers = range(start, min(start + ROUND, study.deals))
            due = [n for n in numbers if n not in known]
            tasks = [due[i : i + TASK] for i in range(0, len(due), TASK)]
            if pool is None:
                played = (_play(study, task) for task in tasks)
            else:
                futures = [pool.submit(_play, study, task) for task in tasks]
                played = (future.result() for future in as_completed(futures))
            for deals in played:
                if kept:
                    with kept.open("a", encoding="utf-8") as file:
                        file.write(_lines(deals))
                known.update({deal.number: deal for deal in deals})
                say([known[n] for n in sorted(known)])
            done += [known[n] for n in numbers]
            if until and len(done) >= LEAST and worth(done).wide <= until:
                break
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)
    return done


def worth(deals: Sequence[Deal]) -> Difference:
    """The difference in win rate that the card makes."""
    return difference([deal.difference for deal in deals])
