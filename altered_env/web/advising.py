"""What strong players think of a decision: a hint for a page, and the chances of winning.

`rules` says what each action is worth in its own measure; `policy:default`, where its library is
there and as many play as it was trained for, how likely it would take each, and who is ahead.
"""

from __future__ import annotations

import functools
import threading
from typing import Any

from agents import make
from agents.judging import JUDGE, chance_of
from altered_env.game.seat import Seat

__all__ = ["Advisers"]

ADVISER = "rules"


class Advisers:
    """Made when first asked. One thread at a time asks them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @functools.cached_property
    def _rules(self) -> Any:
        return {2: make(ADVISER), 4: make(ADVISER)}

    @functools.cached_property
    def judge(self) -> Any:
        """The network; None where it cannot be had."""
        try:
            return make(JUDGE)
        except LookupError:
            return None  # without the extra `train`

    def of(self, seat: Seat) -> dict[str, Any]:
        """What is thought of each action on offer."""
        with self._lock:
            players = len(seat.view.players)
            worth = self._rules[players].values(seat)
            told: dict[str, Any] = {
                "adviser": ADVISER,
                "worth": {str(action): round(value, 3) for action, value in worth.items()},
            }
            if players == 2 and self.judge is not None:
                told["judge"] = JUDGE
                told["win"] = round(chance_of(self.judge.value(seat)), 4)
                chances = self.judge.chances(seat)
                told["chances"] = {str(a): round(chance, 4) for a, chance in chances.items()}
            return told
