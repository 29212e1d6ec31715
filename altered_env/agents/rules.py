"""`rules`: plays as a sensible person does, with a plan for the Afternoon.

It looks ahead to the end of its own action, as `greedy` does and as people think through a card.
Its evaluation is hand-written:

*Which card into mana.* The one that today's plan can spare, and of those the one worth least:
a card that costs more than the player's Mana Orbs is worth less for each mana it lacks, so that
early on the costly ones go; of cards that can be paid for, the cheap ones go.

*Which Expedition to contest.* Every set of cards that the mana left pays for is tried, each card in
either Expedition (`thinking/plan.py`). An Expedition counts by its chance to move in the
terrains of its region, and so does the one that faces it: a card where the gap is small changes
much, one where the Expedition is as good as won or lost changes nothing. Near the goal a region is
worth more. The mana that the other player has left may still answer, so a narrow lead is worth
little against much mana and all there is to gain against none.

*From hand or from Reserve.* A card from hand comes back to Reserve at Rest, one from Reserve is
gone. But cards beyond the Reserve limit are discarded at Clean-up: a full Reserve goes first.

*When to pass.* When no set of cards gains more in Expeditions than the cards are worth kept: a
card kept plays another day, against a place that matters more.

*Support abilities, quick actions, targets, modes.* Each is followed to its end, and done where what
it brings is worth more than the card or mana that it takes.

*What it cannot see* it assumes as any: several worlds are looked into, and the mean counts.

Options: `worlds`, `budget` as for `greedy`, and any weight by name (`thinking/weights.py`).
"""

from __future__ import annotations

from altered_env.agents.greedy import GreedyAgent
from altered_env.thinking.weights import JUDGEMENT


class RulesAgent(GreedyAgent):
    """A hand-written player, with a plan for the mana that it has.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> RulesAgent().act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(
        self, name: str = "rules", worlds: int = 3, budget: int = 40, **weights: float
    ) -> None:
        super().__init__(name, worlds, budget, **{**JUDGEMENT, **weights})
