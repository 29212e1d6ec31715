"""Play positions of `altered bench-play` on to the end of the game, to check its labels.

Regret is measured at the second Morning, by the network's value. Here the best answer of each label
and the network's own are played on to the end in 96 worlds, with the network as both players. If
the best answers win more games, too, regret measures what it says.
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from altered_env._runtime.help_pages import option
from altered_env._runtime.progress import Progress, be_quiet
from altered_env.agents import Agent, make
from altered_env.arena.paired import Estimate
from altered_env.arena.workers import Workers, add_jobs, reach
from altered_env.game import Game
from altered_env.train.bench.labels import WORLDS, Labeller
from altered_env.train.bench.positions import Label, released
from altered_env.train.bench.regret import labels_of, regret_of
from altered_env.train.refusing import refusing

NAME = "altered_env.train.bench.control"
TO_THE_END = 1_000
"""More Mornings than a game has."""


class Gain(NamedTuple):
    """By how much the best answer of a label is better than the network's."""

    second: float
    """At the second Morning, each half of the worlds judging the best answer of the other."""
    end: float
    """At the end of the game, in other worlds."""
    same: bool
    """Is it the network's answer?"""


def gains(
    network: str, wanted: int, workers: Workers, say: Callable[[int], None] = lambda _games: None
) -> list[list[Gain]]:
    """The gains in this many positions of the bench, spread over all of them, by game. `say` hears
    of the games done."""
    games, count, tasks = released().games, released().count, []
    first = 0
    for k, game in enumerate(games):
        after = first + len(game.at)
        chosen = [
            at - first
            for at in range(first, after)
            if at * wanted // count < (at + 1) * wanted // count
        ]
        tasks.append((network, k, first, chosen))
        first = after
    found = []
    for mine in workers.in_order(_of_game, tasks):
        found.append(mine)
        say(len(found))
    return found


@functools.lru_cache(maxsize=2)
def _players(network: str) -> tuple[Labeller, Agent]:
    return Labeller(network), make(network)


def _of_game(network: str, number: int, first: int, chosen: Sequence[int]) -> list[Gain]:
    positions = released()
    labels = positions.labels[network]
    return [
        _gain(network, game, labels[first + k], f"{number}/{k}")
        for k, game in enumerate(positions.replayed(number) if chosen else ())
        if k in chosen
    ]


def _gain(network: str, game: Game, label: Label, seed: str) -> Gain:
    seat, (labeller, agent) = game.seat(), _players(network)
    own = int(agent.act(seat))
    mine = next(answer for answer in label.answers if own in answer.alike)
    best = max(label.answers, key=lambda answer: answer.both)
    if best is mine:
        return Gain(regret_of(label, mine), 0.0, True)
    labeller.start(seed)
    actions = [best.alike[0], mine.alike[0]]
    values = labeller.values(seat, actions, 2 * WORLDS, TO_THE_END)
    return Gain(regret_of(label, mine), values[actions[0]] - values[actions[1]], False)


@refusing(NAME)
def main(arguments: Sequence[str] | None = None) -> int:
    """Print how much better the best answers are by either measure; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {NAME}",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"example: python -m {NAME} net:v3 --count 500",
    )
    parser.add_argument("network", nargs="?", default="", help="whose labels (the latest)")
    option(parser, "--count", 500, "number of positions, spread over all of the bench")
    parser.add_argument("--quiet", action="store_true", help="no progress output")
    add_jobs(parser)
    options = parser.parse_args(arguments)
    be_quiet(options.quiet)
    reach(options.jobs)
    network = labels_of(options.network)
    if not 1 <= options.count <= released().count:
        most = released().count
        raise ValueError(f"--count must be from 1 to {most:,}, found {options.count}")
    progress = Progress(len(released().games), "games")
    with Workers(options.jobs, len(released().games)) as workers:
        found = gains(network, options.count, workers, progress.say)
    progress.clear()
    every = [one for game in found for one in game]
    other = sum(not one.same for one in every)
    print(
        f"{network}: {len(every):,} positions, in {other:,} the best answer is another than its own"
    )
    for name, column in (("at the second Morning", 0), ("at the end of the game", 1)):
        mean, low, high, _ = Estimate.of([[one[column] for one in game] for game in found])
        print(f"best answer better {name}: {mean:z.4f} ({low:z.4f} to {high:z.4f})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
