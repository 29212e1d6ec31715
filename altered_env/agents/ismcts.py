"""`ismcts`: information-set Monte Carlo tree search over determinizations.

It starts from the prior of `rules`, uses its evaluation, and deviates where rollouts find something
better.

Options: `ms`, the processor time for a decision in milliseconds, or `iterations` instead, which
makes games reproducible; `days`, the length of a rollout before evaluation, 0 for whole games;
`policy`, the rollout player: `random`, `eager`, or `plan`, which plays Characters by the plan of
`rules`; `look`, the number of determinizations for the prior's look-ahead, and `trust`, from 0 to
1, its weight; `share`, iterations per determinization; `explore`, `scale` and `depth`, as in
`thinking/tree.py`; `order`, of the look-ahead, as for `greedy`; `reuse`, whether the tree is kept
for the rest of the action; and any weight by name (`thinking/weights.py`), where `rules` has its
own.
"""

from __future__ import annotations

from altered_env.agents.greedy import order_of
from altered_env.agents.tree_agents import TreeAgent
from altered_env.thinking.tree import SETTING
from altered_env.thinking.weights import weights_of

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
"""Weights at the start of a day, where rollouts end, fitted by logistic regression to the winners
of `rules` self-play with the starter decks; 10 is a region."""
POLICIES = ("random", "eager", "plan")


class IsmctsAgent(TreeAgent):
    """Tree search that uses only a player's visible information.

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
        order: str = "number",
        reuse: bool = True,
        **weights: float,
    ) -> None:
        if policy not in POLICIES:
            raise ValueError(f"policy must be one of {', '.join(POLICIES)}, found {policy!r:.40}")
        if trust > 1:
            raise ValueError(f"trust must be from 0 to 1, found {trust}")
        super().__init__(
            name,
            {
                SETTING.EXPLORE: explore, SETTING.DEPTH: depth, SETTING.SHARE: share,
                SETTING.DAYS: days, SETTING.POLICY: POLICIES.index(policy), SETTING.SCALE: scale,
                SETTING.TRUST: trust, SETTING.ORDER: order_of(name, order),
            },
            ms, iterations, reuse, look, weights_of({**MORNING, **weights}),
        )  # fmt: skip
