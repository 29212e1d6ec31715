"""Policy regret on probe positions: `python -m altered_env.train.regret NET [OTHER ...]`.

NET plays itself, and in some positions where it is uncertain, its likeliest answers are each rolled
out to the second Morning in many determinizations, as `rollout:NET` does, with NET as both
players. This estimates the value differences of answers. The output is the available improvement,
and the gain or loss of each OTHER's choices in the same positions: a change that would take tens of
thousands of games to detect shows within minutes. It does not measure strength: it says little
about positions that NET does not reach and answers that NET never gives, and later days are NET's
own value estimates.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Sequence
from math import log
from random import Random
from typing import NamedTuple

import numpy as np

from altered_env import Game, decks
from altered_env._runtime.help_pages import option
from altered_env._runtime.progress import Progress, be_quiet
from altered_env.agents import STRONGEST_FAST
from altered_env.agents.net import NetAgent
from altered_env.agents.rollout import RolloutAgent
from altered_env.arena.workers import Jobs, Workers, add_jobs, reach
from altered_env.game.seat import Seat
from altered_env.thinking.rollouts import VALUE_WEIGHT
from altered_env.train.refusing import refusing

__all__ = ["Estimate", "Missed", "Plan", "missed", "table"]

DECKS = "random:50:777:curve"
SHARE = 0.12
"""The share of its decisions that are looked at."""
SURE = 0.98
"""Where it holds an answer that likely nothing is looked at."""


class Plan(NamedTuple):
    """The selection of positions, and the effort on each."""

    networks: tuple[str, ...]
    """The first plays; all choose."""
    decks: str = DECKS
    worlds: int = 25
    """The number of worlds for each answer, twice: choice and judgement use different ones."""
    seed: int = 0


class Look(NamedTuple):
    """One position."""

    found: float
    """By how much the answer is better that playing on would choose, than that of the first."""
    better: tuple[float, ...]
    """By how much the choice of each of the others is."""
    same: tuple[bool, ...]
    """Whether that is the same one."""


class Estimate(NamedTuple):
    """A mean over positions, with an interval that knows that those of a game are alike.

    >>> Estimate.of([[0.1, 0.3], [0.2]])
    Estimate(mean=0.2, low=0.2, high=0.2)
    """

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, games: Sequence[Sequence[float]]) -> Estimate:
        """From the results of each game."""
        count = sum(map(len, games))
        mean = sum(map(sum, games)) / count
        apart = [sum(found) - mean * len(found) for found in games]
        most = 1.96 * float(np.sqrt(np.square(apart).sum())) / count
        return cls(*(round(number, 6) for number in (mean, mean - most, mean + most)))

    def __str__(self) -> str:
        return f"{self.mean:+.4f} ({self.low:+.4f} to {self.high:+.4f})"


class Missed(NamedTuple):
    """The results."""

    positions: int
    games: int
    found: Estimate
    better: tuple[Estimate, ...]
    same: tuple[float, ...]


@functools.lru_cache(maxsize=16)
def _network(name: str) -> NetAgent:
    found = NetAgent(name, name.removeprefix("net:"))
    if found.net.players != 2:
        raise ValueError(f"{name}: this network is for four players, but rollouts support two")
    return found


@functools.lru_cache(maxsize=2)
def _player_on(name: str) -> RolloutAgent:
    return RolloutAgent(name, name.removeprefix("net:"))


def _of_game(number: int, plan: Plan) -> list[Look]:
    """The positions of one game of the first against itself."""
    first, *others = map(_network, plan.networks)
    chance = Random(f"{plan.seed}/{number}")
    rollouts = _player_on(plan.networks[0])
    rollouts.start(chance.getrandbits(48))
    pool = decks.pool(plan.decks)
    game = Game.start(chance.choice(pool), chance.choice(pool), seed=chance.getrandbits(48))
    found = []
    while not game.over:
        seat = game.seat()
        chances = first.chances(seat)
        chosen = max(chances, key=chances.__getitem__)
        if len(chances) > 1 and chances[chosen] < SURE and chance.random() < SHARE:
            found += _look(seat, plan, chances, rollouts, others)
        game.act(chosen)
    return found


def _look(
    seat: Seat,
    plan: Plan,
    chances: dict[int, float],
    rollouts: RolloutAgent,
    others: Sequence[NetAgent],
) -> list[Look]:
    """What there is to be found in a position, of which the first holds this; nothing where it is
    sure after all, in one of two worlds."""
    one, two = (rollouts.played_on(seat, plan.worlds) for _ in range(2))
    # afterstates, and so the likeliest answers, depend on one sampled world
    answers = [action for action in one if action in two]
    if len(answers) < 2:
        return []
    chosen = max(answers, key=chances.__getitem__)

    def liked(action: int) -> float:
        return log(max(chances[action], 1e-9)) + VALUE_WEIGHT * one[action]

    found = two[max(answers, key=liked)] - two[chosen]
    choices = [max(answers, key=other.chances(seat).__getitem__) for other in others]
    gain = [one[a] + two[a] - one[chosen] - two[chosen] for a in choices]
    return [Look(found, tuple(more / 2 for more in gain), tuple(a == chosen for a in choices))]


def missed(plan: Plan, games: int, jobs: Jobs = 1) -> Missed:
    """The regret in this many self-play games of the first network."""
    if games < 2:
        raise ValueError(f"games must be 2 or more, found {games}")
    if plan.worlds < 1:
        raise ValueError(f"worlds must be 1 or more, found {plan.worlds}")
    for name in plan.networks:
        _network(name)
    decks.pool(plan.decks)
    progress = Progress(games, "games")
    with Workers(jobs, games) as workers:
        done = list(progress.over(workers.in_order(_of_game, [(k, plan) for k in range(games)])))
    looked = [found for found in done if found]
    if not looked:
        raise ValueError(f"{games} games had no position in which {plan.networks[0]} is unsure")
    count = sum(map(len, looked))
    others = range(len(plan.networks) - 1)
    return Missed(
        count,
        games,
        Estimate.of([[look.found for look in found] for found in looked]),
        tuple(
            Estimate.of([[look.better[k] for look in found] for found in looked]) for k in others
        ),
        tuple(sum(look.same[k] for found in looked for look in found) / count for k in others),
    )


def table(plan: Plan, found: Missed) -> str:
    """As it is printed."""
    first, *others = plan.networks
    lines = [
        f"{found.positions:,} positions of {found.games:,} games of {first} against itself, decks"
        f" {plan.decks}, seed {plan.seed}, in which it is less than {SURE:.0%} sure; each answer"
        f" is played out in 2 x {plan.worlds} worlds. 1 is a certain win, -1 a certain loss.",
        "",
        f"Best answer found by rollouts: {found.found}",
    ]
    wide = max([len(name) for name in others], default=0)
    lines += [
        f"{name:{wide}}  chooses better by {better}, the same in {same:.0%}"
        for name, better, same in zip(others, found.better, found.same, strict=True)
    ]
    return "\n".join(lines)


@refusing("altered_env.train.regret")
def main(arguments: Sequence[str] | None = None) -> int:
    """Look, and print what was found; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.train.regret",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"example: python -m altered_env.train.regret {STRONGEST_FAST} "
        "runs/net/network.safetensors",
    )
    parser.add_argument("networks", nargs="+", help=f"{STRONGEST_FAST}, or the path of a network")
    option(parser, "--games", 400, "games of the first network")
    option(parser, "--worlds", 25, "worlds per answer, twice")
    parser.add_argument("--decks", default=DECKS, help=f"decks to play with ({DECKS})")
    option(parser, "--seed", 0, "other games")
    parser.add_argument("--quiet", action="store_true", help="no progress output")
    add_jobs(parser)
    options = parser.parse_args(arguments)
    be_quiet(options.quiet)
    plan = Plan(tuple(options.networks), options.decks, options.worlds, options.seed)
    reach(options.jobs)
    found = missed(plan, options.games, options.jobs)
    print(table(plan, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
