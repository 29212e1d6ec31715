"""Compare two drafters: `python -m altered_env.train.drafting worth rating`.

Eight drafters draft boosters of CORE, four of each kind in alternate seats. Each of the eight decks
plays those of the other kind, from both seats, with a given player. The result is the first kind's
share of wins, with an interval over drafts: all games of one draft count as one observation.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from altered_env import formats
from altered_env._runtime.help_pages import option
from altered_env._runtime.progress import Progress, be_quiet
from altered_env.agents.bots import refuse_stepwise
from altered_env.agents.closed_lists import lists_told
from altered_env.agents.drafters import rating_by_worth
from altered_env.arena.alike import names_alike
from altered_env.arena.match import Match, play
from altered_env.arena.paired import Difference, difference
from altered_env.arena.workers import Jobs, Workers, add_jobs, reach
from altered_env.decks import Deck
from altered_env.formats.drafts import SEATS, Drafter
from altered_env.train.refusing import refusing

DRAFTERS: dict[str, Callable[[int], Drafter]] = {
    "random": formats.pick_at_random,
    "rating": lambda _seed: formats.pick_by_rating(),
    "worth": lambda _seed: formats.pick_by_rating(rating_by_worth),
}
"""By name, each made with a seed."""
RATES = {"random": formats.rating, "rating": formats.rating, "worth": rating_by_worth}
"""The drafter of each deck."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """The result of one kind of drafter against another."""

    one: str
    other: str
    games: int
    found: Difference
    """Of the share of games won, less that of games lost."""

    def __str__(self) -> str:
        won, low, high = (50 + 50 * x for x in (self.found.mean, self.found.low, self.found.high))
        return (
            f"{self.one} won {won:.1f} % ({low:z.1f} to {high:z.1f} %) of {self.games:,} games"
            f" against {self.other}, in {self.found.deals} drafts"
        )


def decks_of_draft(one: str, other: str, seed: int) -> list[tuple[str, Deck]]:
    """Eight drafters of two kinds by turns, and the deck that each has built.

    >>> [name for name, deck in decks_of_draft("worth", "random", seed=1)][:3]
    ['random', 'worth', 'random']
    """
    names = [(one, other)[(seat + seed) % 2] for seat in range(SEATS)]
    draft = formats.Draft(seed)
    choosing = [DRAFTERS[name](seed * SEATS + seat) for seat, name in enumerate(names)]
    while not draft.over:
        for seat in draft.to_pick:
            draft.pick(seat, choosing[seat](draft.pack(seat), draft.picked(seat)))
    return [
        (name, formats.build_deck(draft.picked(seat), rate=RATES[name], name=f"{name} {seat}"))
        for seat, name in enumerate(names)
    ]


def _play_draft(one: str, other: str, pilot: str, seed: int) -> tuple[int, float]:
    """The games of one draft: how many, and the share won less that lost by the first kind."""
    decks = decks_of_draft(one, other, seed)
    mine, theirs = ([deck for name, deck in decks if name == kind] for kind in (one, other))
    matches = []
    for n, (a, b) in enumerate(product(mine, theirs)):
        for pair in ((a, b), (b, a)):
            matches.append(Match(pair, (pilot, pilot), seed=seed * 1000 + n, chance=seed))
    scores = [played.score(k % 2) for k, played in enumerate(play(matches))]
    return len(matches), 2 * sum(scores) / len(scores) - 1


def compare_drafters(
    one: str, other: str, drafts: int = 40, pilot: str = "greedy", seed: int = 100, jobs: Jobs = 0
) -> Drafted:
    """Run this many drafts of two kinds of drafter, and the games of their decks."""
    for name in (one, other):
        if name not in DRAFTERS:
            raise ValueError(
                f"no drafter is called {name!r:.40}; expected one of {', '.join(DRAFTERS)}"
            )
    if one == other:
        raise ValueError(f"{one} against itself: name two drafters")
    if drafts < 1:
        raise ValueError(f"drafts must be 1 or more, found {drafts}")
    refuse_stepwise([pilot])
    progress = Progress(drafts, "drafts")
    seeds = range(seed, seed + drafts)
    with Workers(jobs, drafts, alike=partial(names_alike, (pilot,))) as workers:
        done = workers.in_order(_play_draft, [(k,) for k in seeds], (one, other, pilot))
        found = list(progress.over(done))
    return Drafted(one, other, sum(n for n, _ in found), difference([d for _, d in found]))


@refusing("altered_env.train.drafting")
def main(arguments: Sequence[str] | None = None) -> int:
    """Compare two kinds of drafter, and print it."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.train.drafting",
        description="compare the decks of two drafters",
    )
    parser.add_argument("one", choices=DRAFTERS)
    parser.add_argument("other", choices=DRAFTERS)
    option(parser, "--drafts", 40, "number of drafts, eight players each")
    option(parser, "--pilot", "greedy", "agent that plays all decks")
    option(parser, "--seed", 100, "seed of the first draft")
    parser.add_argument("--quiet", action="store_true", help="no progress output")
    add_jobs(parser)
    options = parser.parse_args(arguments)
    be_quiet(options.quiet)
    reach(options.jobs)
    found = compare_drafters(
        options.one, options.other, options.drafts, options.pilot, options.seed, options.jobs
    )
    print(found)
    print(lists_told([options.pilot]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
