"""`rules`: a hand-written player with a plan for the Afternoon.

It looks ahead to the end of its own action, as `greedy` does. Its evaluation is hand-written:

*Which card becomes a Mana Orb.* One that today's plan can spare, and of those the one worth least:
a card that costs more than the player's Mana Orbs is worth less for each mana it lacks, so early on
the expensive ones go; of affordable cards, the cheap ones go.

*Which Expedition to contest.* Every affordable set of cards is tried, each card in either
Expedition (`thinking/plan.py`). An Expedition, like the one facing it, counts by its chance to move
in the terrains of its region: a card changes much where the gap is small, and nothing where the
Expedition is as good as won or lost. Near the goal a region is worth more. The opponent can still
answer with the remaining mana, so a narrow lead is worth little against much mana, and its full
value against none.

*From hand or from Reserve.* A card from hand returns to Reserve at Rest, one from Reserve is gone.
But cards beyond the Reserve limit are discarded at Clean-up, so a full Reserve is played first.

*When to pass.* When no set of cards gains more in Expeditions than the cards are worth if kept for
another day.

*Support abilities, quick actions, targets, modes.* Each is evaluated at its end, and chosen if its
gain is worth more than the card or mana it costs.

*Hidden information.* Values are averaged over several determinizations.

Options: `worlds`, `budget`, `order` as for `greedy`, and any weight by name
(`thinking/weights.py`).
"""

from __future__ import annotations

from altered_env.agents.greedy import GreedyAgent
from altered_env.thinking.weights import JUDGEMENT


class RulesAgent(GreedyAgent):
    """A hand-written player with a plan for its mana.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> RulesAgent().act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(
        self,
        name: str = "rules",
        worlds: int = 3,
        budget: int = 40,
        order: str = "number",
        **weights: float,
    ) -> None:
        super().__init__(name, worlds, budget, order, **{**JUDGEMENT, **weights})
