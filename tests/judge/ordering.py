"""How often accuracy puts the stronger of two players first.

    python -m tests.judge.ordering --games 200 --log ordering.jsonl

Levels of the table play each other, and the judge reviews the games with other seeds than those of
the pages and, by default, four times as many worlds. Printed is the share of games in which the
stronger player has the higher accuracy, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from altered_env import Game, decks
from altered_env._runtime.intervals import wilson
from altered_env._runtime.progress import Progress
from altered_env.agents import make
from altered_env.agents.judge import SEEDS, WORLDS, Judge
from altered_env.agents.judging import Judged, scores
from altered_env.agents.named import JUDGE
from altered_env.arena.line_files import add_lines, read_lines

EXPERT = f"{JUDGE},rollouts=100"
PAIRS = {"Easy": "greedy", "Medium": "rules"}
"""By level, who plays it. The other player is Expert."""
OTHER_SEEDS = tuple(seed + 1000 for seed in SEEDS)


@dataclass(frozen=True)
class Reviewed:
    """A game, reviewed."""

    seed: int
    level: str
    weaker: float
    expert: float
    """Their accuracies, from 0 to 1."""
    expert_won: bool

    @property
    def right(self) -> bool:
        """Is the stronger player's accuracy higher?"""
        return self.expert > self.weaker


def review(seed: int, level: str, judge: Judge) -> Reviewed:
    """Play a game and review it. Expert plays A in every second one."""
    chance = random.Random(f"ordering {seed}")
    game = Game.start(*chance.sample(decks.names(), 2), seed=seed)
    expert = seed % 2
    names = [EXPERT if player == expert else PAIRS[level] for player in (0, 1)]
    players = [make(name, seed=chance.getrandbits(40)) for name in names]
    found = []
    while not game.over:
        seat = game.seat()
        action = players[seat.player].act(seat)
        if len(seat.actions) > 1:
            verdict = judge.options(seat, action)
            if verdict.worlds:
                found.append(Judged(0, seat.player, action, (), verdict))
        game.act(action)
    accuracies = [score.accuracy if score else 1.0 for score in scores(found, 2)]
    return Reviewed(seed, level, accuracies[1 - expert], accuracies[expert], game.winner == expert)


def report(level: str, rows: Iterable[Reviewed]) -> str:
    """The line about a level.

    >>> report("Easy", [Reviewed(0, "Easy", 0.5, 0.75, True), Reviewed(1, "Easy", 0.5, 0.25, True)])
    'Easy against Expert: 2 games, accuracy puts Expert first in 50.0% (9.5% to 90.5%); mean \
accuracy 50.0% and 50.0%; Expert won 2'
    """
    found = list(rows)
    n = len(found)
    right = sum(row.right for row in found)
    low, high = wilson(right, n)
    weaker, expert = (sum(getattr(row, who) for row in found) / n for who in ("weaker", "expert"))
    return (
        f"{level} against Expert: {n:,} games, accuracy puts Expert first in {right / n:.1%} "
        f"({low:.1%} to {high:.1%}); mean accuracy {weaker:.1%} and {expert:.1%}; Expert won "
        f"{sum(row.expert_won for row in found)}"
    )


def main() -> int:
    """Play, review, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200, metavar="N", help="of each level")
    parser.add_argument("--levels", nargs="*", choices=PAIRS, default=list(PAIRS))
    parser.add_argument("--times", type=int, default=4, metavar="N", help="worlds, in multiples")
    parser.add_argument("--seed", type=int, default=0, help="the first game (0)")
    parser.add_argument("--log", type=Path, metavar="FILE", help="keep reviews here, and resume")
    options = parser.parse_args()
    judge = Judge(OTHER_SEEDS, WORLDS * options.times)
    logged: dict[tuple[int, str], Reviewed] = {}
    if options.log is not None:
        rows = read_lines(options.log, lambda row: Reviewed(**row))
        logged = {(row.seed, row.level): row for _, row in rows}
    seeds = range(options.seed, options.seed + options.games)
    wanted = [(seed, level) for seed in seeds for level in options.levels]
    for key in Progress(len(wanted), "games").over(wanted):
        if key not in logged:
            logged[key] = review(*key, judge)
            if options.log is not None:
                add_lines(options.log, [asdict(logged[key])])
    for level in options.levels:
        print(report(level, [logged[seed, level] for seed in seeds]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
