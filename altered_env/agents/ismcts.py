"""`ismcts`: information-set Monte Carlo tree search over worlds that it cannot tell apart.

It begins with what `rules` would do, judges as `rules` does, and departs from it where playing on
shows something better.

Options: `ms`, the processor time for a decision in milliseconds, or `iterations` instead, which
gives the same game each time; `days`, how many days a rollout lasts before it is evaluated, 0 for
whole games; `policy`, who plays the rollouts: `random`, `eager`, or `plan`, which plays Characters
as the plan of `rules` has it; `look`, how many worlds are looked into beforehand, and `trust`, from
0 to 1, how much that counts; `share`, how many iterations share a world; `explore`, `scale` and
`depth`, as in `thinking/tree.py`; `reuse`, whether what was learnt is kept for the rest of
one's action; and any weight by name (`thinking/weights.py`), where `rules` has its own.
"""

from __future__ import annotations

from altered_env.agents.tree_agents import TreeAgent
from altered_env.thinking.tree import SETTING
from altered_env.thinking.weights import weights_of

__all__ = ["MORNING", "IsmctsAgent"]

MORNING = {
    "plan": 1.0,
    "goal": 0.3,
    "hand": 6.0,
    "reserve": 2.8,
    "cost": 0.15,
    "dear": 0.5,
    "orb": 10.0,
    "permanent": 2.5,
    "stays": 3.8,
    "counter": 1.6,
}
"""What counts at the beginning of a day, where rollouts end. They were fitted, by logistic
regression, to who won games of `rules` against itself with the starter decks; 10 is a region."""
POLICIES = ("random", "eager", "plan")


class IsmctsAgent(TreeAgent):
    """Tree search that sees no more than a player does.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> IsmctsAgent(iterations=50).act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(
        self,
        name: str = "ismcts",
        ms: int = 50,
        iterations: int = 0,
        days: int = 1,
        policy: str = "eager",
        explore: float = 1.0,
        scale: float = 12.0,
        depth: int = 30,
        look: int = 3,
        trust: float = 0.5,
        share: int = 4,
        reuse: bool = True,
        **weights: float,
    ) -> None:
        if policy not in POLICIES:
            raise ValueError(f"policy is one of {', '.join(POLICIES)}, found {policy!r:.40}")
        if trust > 1:
            raise ValueError(f"trust is from 0 to 1, found {trust}")
        super().__init__(
            name,
            {
                SETTING.EXPLORE: explore, SETTING.DEPTH: depth, SETTING.SHARE: share,
                SETTING.DAYS: days, SETTING.POLICY: POLICIES.index(policy), SETTING.SCALE: scale,
                SETTING.TRUST: trust,
            },
            ms, iterations, reuse, look, weights_of({**MORNING, **weights}),
        )  # fmt: skip
