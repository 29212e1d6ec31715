"""Validation of `altered strength`: cards with known answers, and the coverage of its intervals.

Three cards have known answers: one equal to its replacement is worth nothing, one with an extra
point in each statistic is worth more, and one with nothing but its costs is worth less. A long
study, cut into many short ones, shows how often an interval covers the overall mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from altered_env import cards, decks
from altered_env._runtime.plurals import counted
from altered_env.arena.paired import Difference, difference
from altered_env.arena.ratings import wilson
from altered_env.arena.workers import Jobs
from altered_env.cards import Card
from altered_env.cardstats.deals import Deal
from altered_env.cardstats.studies import Study, run, worth
from altered_env.cardstats.swaps import Swap

CARD = "Foundry Armorer C"
"""The card from which those with known answers are made."""
HOSTS = ("axiom",)
OPPONENTS = ("bravos", "lyra")
SHORT = 50
"""The number of deals in a short study."""

KNOWN: dict[str, tuple[str, Callable[[Difference], bool]]] = {
    "itself": ("nothing", lambda found: found.mean == 0),
    "a copy of itself": ("nothing", lambda found: found.mean == 0),
    "+1 in each statistic": ("more", lambda found: found.low > 0),
    "nothing for its costs": ("less", lambda found: found.high < 0),
}
"""The cards with known answers, by name, with the sign of their worth and the check of a study."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a study of a card with a known answer."""

    card: str
    expected: str
    agent: str
    found: Difference
    right: bool
    """Whether the result is as expected."""

    @property
    def wrong(self) -> bool:
        """Return whether the result is an error rather than merely too imprecise."""
        if self.expected == "nothing":
            return not self.right
        return self.found.high < 0 if self.expected == "more" else self.found.low > 0


@dataclass(frozen=True, slots=True)
class Coverage:
    """The number of short studies whose interval covers the truth."""

    card: str
    agent: str
    how: str
    held: int
    studies: int

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval of the share that covers it."""
        return wilson(self.held, self.studies)


def variant(what: str, card: Card) -> Card:
    """Return the card with a known answer that is derived from this one.

    >>> variant("+1 in each statistic", cards.find("Foundry Armorer C")).forest
    3
    """
    if what == "itself":
        return card
    changed = replace(card, reference=f"{card.reference}_PLAIN")
    if what == "a copy of itself":
        return changed
    if what == "+1 in each statistic":
        forest, mountain, water = card.forest + 1, card.mountain + 1, card.water + 1
        return replace(changed, forest=forest, mountain=mountain, water=water)
    if what == "nothing for its costs":
        return replace(changed, abilities=(), forest=0, mountain=0, water=0)
    raise LookupError(f"no card with a known answer is called {what!r}: {', '.join(KNOWN)}")


def _study(what: str, agent: str, deals: int, seed: int) -> Study:
    card = cards.find(CARD)
    hosts, others = (tuple(map(decks.load, names)) for names in (HOSTS, OPPONENTS))
    return Study(Swap(variant(what, card), card), hosts, others, agent, deals, seed)


def answers(
    agents: Sequence[str] = ("random",), deals: int = 1500, seed: int = 0, jobs: Jobs = 0
) -> Iterator[Answer]:
    """Yield the measured worth of each card with a known answer, for each player."""
    for agent in agents:
        for what, (expected, right) in KNOWN.items():
            found = worth(run(_study(what, agent, deals, seed), jobs))
            yield Answer(what, expected, agent, found, right(found))


def cover(
    agent: str = "random",
    deals: int = 10_000,
    short: int = SHORT,
    seed: int = 1,
    jobs: Jobs = 0,
    what: str = "+1 in each statistic",
) -> list[Coverage]:
    """Return the coverage of short studies' intervals for the mean of a long study.

    Short studies are either of a fixed number of deals, or end once their interval is narrow
    enough. Raises `ValueError` if the long study is shorter than a short one.
    """
    if deals < short:
        raise ValueError(
            f"a long study needs at least {counted(short, 'deal')}, as many as a short one,"
            f" found {deals}"
        )
    played = run(_study(what, agent, deals, seed), jobs)
    truth = worth(played).mean
    found = []
    parts = [played[i : i + short] for i in range(0, len(played) - short + 1, short)]
    held = sum((row := worth(part)).low <= truth <= row.high for part in parts)
    found.append(Coverage(what, agent, counted(short, "deal"), held, len(parts)))
    wide = worth(parts[0]).wide
    for until in (0.9 * wide, 0.7 * wide):
        ends = list(_until(played, until, short))
        held = sum(row.low <= truth <= row.high for row in ends)
        found.append(Coverage(what, agent, f"until +-{100 * until:.1f} %", held, len(ends)))
    return found


def _until(played: Sequence[Deal], until: float, least: int) -> Iterator[Difference]:
    """Yield the results of consecutive studies that end once their interval is narrow enough."""
    start = 0
    while start < len(played):
        for end in range(start + least, len(played) + 1, max(1, least // 5)):
            row = difference([deal.difference for deal in played[start:end]])
            if row.wide <= until:
                yield row
                break
        else:
            return
        start = end
