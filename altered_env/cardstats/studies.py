"""The worth of a card, from paired games with and without it that differ in nothing else.

A deal is a host deck, an opponent's deck and a seed, played from both seats, each with the card and
with its replacement: four games. The seed of the study and the number of the deal determine
everything in them. The two games of a seat are identical until the card matters, so most of the
variance cancels out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from altered_env._runtime import signals
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.plurals import counted
from altered_env.agents import make
from altered_env.agents.registry import known_as
from altered_env.arena.alike import names_alike
from altered_env.arena.match import Match, both_ways, play
from altered_env.arena.paired import Difference, difference
from altered_env.arena.versions import version
from altered_env.arena.workers import AGAIN, Jobs, Workers, reach
from altered_env.cards import Card
from altered_env.cardstats.deals import Deal, Question, add, knows, tidy
from altered_env.cardstats.swaps import Swap, swapped
from altered_env.decks import Deck
from altered_env.game.books import book_for, refuse_unsupported
from altered_env.language.words import rule_bits

ROUND = 100
"""The number of deals between checks of the interval."""
LEAST = 200
"""The minimum number of deals, however narrow the interval."""
TASK = 25
"""The number of deals in a process's task."""


@dataclass(frozen=True, slots=True)
class Study:
    """A question: the worth of a swap in these decks, against these, with these players."""

    swap: Swap
    hosts: tuple[Deck, ...]
    opponents: tuple[Deck, ...]
    agent: str = "greedy"
    """The player on both sides."""
    deals: int = 500
    seed: int = 0
    rules: str = "2024.09"

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise ValueError(f"a study needs one or more deals, found {self.deals}")
        if not self.hosts:
            raise ValueError(f"no host deck for {self.swap.card}: name decks (--decks)")
        if not self.opponents:
            raise ValueError("no opponent: name decks (--opponents)")
        short = [d.name for d in self.hosts if len(d.cards) < self.swap.copies]
        if short:
            raise ValueError(f"{short[0]} has fewer cards than the swap needs")
        rule_bits(self.rules)
        make(self.agent)
        refuse_unsupported(book_for(self.cards), self.cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return every card that its games may contain."""
        every = [card for deck in (*self.hosts, *self.opponents) for card in deck.every_card]
        return tuple(dict.fromkeys((*every, self.swap.card, self.swap.against)))

    def matches(self, number: int) -> list[Match]:
        """Return the games of a deal: from A with the card, from A without it, then from B.

        Each host meets each opponent equally often, in an order drawn from the seed.
        """
        pairs = [(h, o) for h in range(len(self.hosts)) for o in range(len(self.opponents))]
        lap, place = divmod(number, len(pairs))
        Random(f"{self.seed}/pairs/{lap}").shuffle(pairs)
        host, other = self.hosts[pairs[place][0]], self.opponents[pairs[place][1]]
        chance = Random(f"{self.seed}/{number}")
        seed, players = chance.getrandbits(48), chance.getrandbits(48)
        arms = swapped(host, self.swap, chance)
        return both_ways(arms, other, self.agent, seed, players)

    def key(self) -> str:
        """Return a short hash of all that determines its games. Their number is not part of it."""
        digest = hashlib.sha256()
        agent = known_as(self.agent)
        for part in (self.swap, self.hosts, self.opponents, agent, self.seed, self.rules):
            digest.update(repr(part).encode())
        digest.update(version().encode())
        return digest.hexdigest()[:16]

    def question(self) -> Question:
        """Return the question in names."""
        return Question(
            self.key(),
            self.swap.card.reference,
            str(self.swap.card),
            self.swap.against.reference,
            self.swap.against.name if self.against_plain else str(self.swap.against),
            self.swap.copies,
            self.agent,
            tuple(deck.name for deck in self.hosts),
            tuple(deck.name for deck in self.opponents),
            self.seed,
            self.rules,
            version(),
        )

    @property
    def against_plain(self) -> bool:
        """Return whether the replacement is the plain card."""
        return self.swap.against.reference.endswith("_PLAIN")


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


def run(
    study: Study,
    jobs: Jobs = 0,
    until: float = 0.0,
    kept: Path | None = None,
    say: Callable[[list[Deal]], None] = lambda _: None,
) -> list[Deal]:
    """Play a study, and return its deals in order.

    `kept` is a file of lines to which deals are appended, and from which a later run resumes.
    With `until`, it ends after the first round whose interval is no wider than that to either side.
    `say` is called with the deals so far: first those found, then after every few more.
    """
    if not 0 <= until <= 0.5:
        raise ValueError(f"the target width of an interval must be from 0 to 0.5, found {until}")
    reach(jobs)
    with writing_to(kept):
        return _played(study, jobs, until, kept, say)


def _played(
    study: Study, jobs: Jobs, until: float, kept: Path | None, say: Callable[[list[Deal]], None]
) -> list[Deal]:
    key = study.key()
    known = {deal.number: deal for deal in (tidy(kept) if kept else []) if deal.study == key}
    done: list[Deal] = []
    say([known[n] for n in sorted(known)])

    def words() -> str:
        if kept is None:
            return "nothing is saved; with --out the deals are, and the study resumes from there"
        return f"{counted(4 * len(known), 'game')} of {study.swap.card} are in {kept}; {AGAIN}"

    if kept and not knows(kept, key):
        add(kept, [study.question()])
    with (
        signals.keeping(words),
        Workers(jobs, alike=partial(names_alike, (study.agent,))) as workers,
    ):
        for start in range(0, study.deals, ROUND):
            numbers = range(start, min(start + ROUND, study.deals))
            due = [n for n in numbers if n not in known]
            tasks = [(due[i : i + TASK],) for i in range(0, len(due), TASK)]
            for deals in workers.in_order(_play, tasks, (study,)):
                if kept:
                    add(kept, deals)
                known.update({deal.number: deal for deal in deals})
                say([known[n] for n in sorted(known)])
            done += [known[n] for n in numbers]
            if until and len(done) >= LEAST and worth(done).wide <= until:
                break
    return done


def worth(deals: Sequence[Deal]) -> Difference:
    """Return the difference in win rate that the card makes."""
    return difference([deal.difference for deal in deals])
