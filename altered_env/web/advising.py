"""What strong players think of a decision: a hint for a page, and the chances of winning.

`rules` rates each action on its own scale. With two players, the strongest agent also gives the
probability of each and the chance to win.
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
        """What `rules` holds each action to be worth."""
        with self._at_rules:
            worth = self._rules[len(seat.view.players)].values(seat)
        return {
            "adviser": ADVISER,
            "worth": {str(a): round(value, 3) for a, value in worth.items()},
        }

    def searched(self, seat: Seat) -> dict[str, Any]:
        """How likely the search is to take each action, and the chance to win; nothing among four.
        The first time it is compiled, which takes minutes."""
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
