"""Evaluation of a decision by strong agents, for hints: preferred actions and the win probability.

`rules` rates each action on its own scale. With two players, the strongest agent also gives the
probability of each and the win probability.
"""

from __future__ import annotations

import functools
import threading
from typing import Any

from altered_env.agents import STRONGEST, make
from altered_env.agents.judging import chance_of
from altered_env.game.seat import Seat

ADVISER = "rules"
SEARCHER = f"{STRONGEST},rollouts=100"


class Advisers:
    """Made when first asked. Of each, one thread at a time asks."""

    def __init__(self) -> None:
        self._at_rules, self._at_search = threading.Lock(), threading.Lock()

    @functools.cached_property
    def _rules(self) -> Any:
        return {2: make(ADVISER), 4: make(ADVISER)}

    @functools.cached_property
    def _searcher(self) -> Any:
        return make(SEARCHER)

    def worth(self, seat: Seat) -> dict[str, Any]:
        """The value of each action to `rules`."""
        with self._at_rules:
            worth = self._rules[len(seat.view.players)].values(seat)
        return {
            "adviser": ADVISER,
            "worth": {str(a): round(value, 3) for a, value in worth.items()},
        }

    def searched(self, seat: Seat) -> dict[str, Any]:
        """The search's probability of each action, and the win probability; empty with four
        players. The first call compiles, which takes minutes."""
        if len(seat.view.players) != 2:
            return {}
        with self._at_search:
            self._searcher.start(1)
            shares, value = self._searcher.weighed(seat)
        return {
            "searcher": SEARCHER.partition(",")[0],
            "win": round(chance_of(value), 4),
            "shares": {str(action): round(share, 4) for action, share in shares.items()},
        }
