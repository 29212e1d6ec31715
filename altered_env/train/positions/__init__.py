"""Tactical test positions with one clearly best move.

Player A plays the day to its end, or gives one answer in the Morning; the other player cannot act
any more. A position is judged by its result and not by the moves: Expeditions moved, winner, cards
still in hand. Each is played with several seeds, which set the agent's randomness and
determinizations. In some the natural move is wrong: high statistics where the region does not count
them, an extra card instead of the last day.

`plain_cards.py` has those with cards of their own, `natural_is_right.py` and
`natural_is_wrong.py` those with cards of the package.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from altered_env._runtime.help_pages import option
from altered_env.agents import STRONGEST_FAST, make
from altered_env.train.positions.carded import CardPosition
from altered_env.train.positions.natural_is_right import NATURAL_IS_RIGHT
from altered_env.train.positions.natural_is_wrong import NATURAL_IS_WRONG
from altered_env.train.positions.plain_cards import NEAR, PLAIN, Position
from altered_env.train.refusing import refusing

__all__ = ["NEAR", "POSITIONS", "Position", "main", "share_solved", "solves"]

MOST = 200
"""The maximum number of answers to a position."""

POSITIONS: tuple[Position | CardPosition, ...] = (*PLAIN, *NATURAL_IS_RIGHT, *NATURAL_IS_WRONG)


def solves(agent: str, position: Position | CardPosition, seed: int = 1) -> bool:
    """Does this agent do what is right?"""
    player = make(agent, seed)
    game = position.table().game
    for _ in range(MOST):
        if position.ended(game):
            break
        # B has nothing to decide in the Afternoon
        game.act(player.act(game.seat()) if game.decider == 0 else game.legal_actions()[0])
    return position.solved(game)


def share_solved(
    agent: str, positions: Sequence[Position | CardPosition], seeds: int = 3
) -> list[float]:
    """Of each position, the share of the seeds with which the agent solves it."""
    return [
        sum(solves(agent, position, seed) for seed in range(1, seeds + 1)) / seeds
        for position in positions
    ]


@refusing("altered_env.train.positions")
def main(arguments: Sequence[str] | None = None) -> int:
    """Print how much each agent solves; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.train.positions", description=__doc__
    )
    parser.add_argument(
        "agents",
        nargs="*",
        default=["random", "greedy", "rules", STRONGEST_FAST],
        help="agents by name (%(default)s)",
    )
    option(parser, "--seeds", 3, "a position")
    options = parser.parse_args(arguments)
    if options.seeds < 1:
        raise ValueError(f"--seeds must be 1 or more, found {options.seeds}")
    shares = {agent: share_solved(agent, POSITIONS, options.seeds) for agent in options.agents}
    for number, position in enumerate(POSITIONS):
        missed = [agent for agent in options.agents if shares[agent][number] < 1]
        if missed:
            print(f"{position.says}: not always solved by {', '.join(missed)}")
    wrong = [number for number, position in enumerate(POSITIONS) if position.wrong]
    print(
        f"\n{len(POSITIONS)} positions, in {len(wrong)} of which the natural move is wrong; "
        f"{options.seeds} seeds each."
    )
    print(f"{'':44}{'all':>8}{'natural is wrong':>18}")
    for agent in options.agents:
        found = shares[agent]
        few = [found[number] for number in wrong]
        print(
            f"{agent[-44:]:44}{100 * sum(found) / len(found):6.0f} %"
            f"{100 * sum(few) / len(few):16.0f} %"
        )
    return 0
