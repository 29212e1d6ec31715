"""`search:PATH`: tree search guided by a compiled network; `search:v1` and `search:v2` use bundled
networks.

It uses only visible information, through determinizations. The network gives the priors of both
players' answers and the expected result.

Options: `ms`, the processor time for a decision in milliseconds, or `iterations` instead, which
makes games reproducible; `value_weight`, the weight of the search's value against the log prior;
`depth`, the maximum depth of the tree; `share`, iterations per determinization; `reuse`, whether
the tree is kept for the rest of the action. In compiled games
`net:PATH,iterations=N,value_weight=20` does the same from an empty tree at each decision, as
`reuse=0` does here; `value_weight` is 10 there by default.
"""

from __future__ import annotations

from altered_env.agents.net import of_two
from altered_env.agents.tree_agents import TreeAgent
from altered_env.thinking.tree import DEPTH, EXPLORE, SETTING, SHARE


class SearchAgent(TreeAgent):
    """Tree search with a network's priors and expectations.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> SearchAgent(iterations=20).act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(
        self,
        name: str = "search",
        path: str = "v1",
        ms: int = 50,
        iterations: int = 0,
        value_weight: float = 20.0,
        depth: int = DEPTH,
        share: int = SHARE,
        reuse: bool = True,
    ) -> None:
        if value_weight <= 0:
            raise ValueError(f"search: value_weight must be more than 0, found {value_weight}")
        settings = {
            SETTING.EXPLORE: EXPLORE / value_weight,
            SETTING.DEPTH: depth,
            SETTING.SHARE: share,
        }
        super().__init__(name, settings, ms, iterations, reuse, net=of_two(name, path))
