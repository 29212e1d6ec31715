"""`greedy`: one-action look-ahead with an evaluation.

Options: `worlds`, the number of determinizations; `budget`, about how many answers it tries in
each; `order`, the order in which it tries them: `number`, those of seat A first, or `own`, those
of its own side first, so that it plays alike in either seat; and any weight of the evaluation by
name (`thinking/weights.py`): `greedy:hand=2`.
"""

from __future__ import annotations

from altered_env.agents.bots import Row
from altered_env.agents.thoughts import Player
from altered_env.game.seat import Seat
from altered_env.thinking.lookahead import ORDER
from altered_env.thinking.matches import BOT
from altered_env.thinking.weights import weights_of

ORDERS = {"own": ORDER.OWN_FIRST, "number": ORDER.NUMBERS}


def order_of(name: str, order: str) -> int:
    """The order of this name. Raises `ValueError` if there is none.

    >>> order_of("greedy", "own") == ORDER.OWN_FIRST
    True
    """
    if order not in ORDERS:
        said = name.partition(":")[0]
        raise ValueError(f"{said}: order must be {' or '.join(ORDERS)}, found {order[:40]!r}")
    return ORDERS[order]


class GreedyAgent(Player):
    """One-action lookahead with a readable evaluation, over determinizations.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> GreedyAgent().act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(
        self,
        name: str = "greedy",
        worlds: int = 1,
        budget: int = 40,
        order: str = "number",
        **weights: float,
    ) -> None:
        if worlds < 1:
            raise ValueError(f"{name.partition(':')[0]}: worlds must be 1 or more, found {worlds}")
        row = (BOT.GREEDY, worlds, budget, *(0,) * (BOT.ORDER - BOT.NET), order_of(name, order))
        super().__init__(name, row, weights_of(weights))

    @property
    def bot(self) -> Row:
        """Its parameters in `play_games`: kind, worlds, budget and order, and the weights."""
        return self._entrant.bot

    def values(self, seat: Seat) -> dict[int, float]:
        """The mean value of each legal action over the determinizations."""
        self.act(seat)
        worlds = self.bot[0][BOT.WORLDS]
        return {a: float(self._thought.values[a]) / worlds for a in seat.actions}
