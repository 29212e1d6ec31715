"""Hints: what the judge thinks of a decision (`agents/judge.py`); among four players, for whom
there is no judge, what `rules` does.
"""

from __future__ import annotations

import functools
import threading
from typing import Any

from altered_env.agents import make
from altered_env.agents.judge import Judge, Rated, Verdict, chance_of
from altered_env.agents.judge_words import about_options
from altered_env.game.seat import Seat

ADVISER = "rules"


class Advisers:
    """Made when first asked. Of each, one thread at a time asks."""

    def __init__(self) -> None:
        self._at_rules, self._at_judge = threading.Lock(), threading.Lock()

    @functools.cached_property
    def _rules(self) -> Any:
        return make(ADVISER)

    @functools.cached_property
    def _judge(self) -> Judge:
        return Judge()

    def worth(self, seat: Seat) -> dict[str, Any]:
        """The value of each action to `rules`, on a scale of its own."""
        with self._at_rules:
            worth = self._rules.values(seat)
        return {
            "adviser": ADVISER,
            "worth": {str(a): round(value, 3) for a, value in worth.items()},
        }

    def judged(self, seat: Seat) -> dict[str, Any]:
        """The judge's view of a decision between two players. The first call compiles, which takes
        minutes without a built engine."""
        with self._at_judge:
            verdict = self._judge.options(seat)
            value = self._judge.expected_by(seat)
        return {
            "judge": self._judge.name,
            "win": round(chance_of(value), 4),
            "words": list(about_options(verdict, seat)),
            **verdict_of(verdict),
        }


def verdict_of(verdict: Verdict) -> dict[str, Any]:
    """The judgement of a decision as JSON."""
    return {
        "worlds": verdict.worlds,
        "rated": [rated_of(one) for one in verdict.rated],
        "toss_up": [one.action for one in verdict.toss_up],
    }


def rated_of(one: Rated) -> dict[str, Any]:
    """The judgement of an answer as JSON."""
    return {
        "actions": list(one.copies),
        "share": round(one.share, 4),
        "between": [round(one.low, 4), round(one.high, 4)],
        "loss": round(one.loss, 4),
        "lost": [round(one.loss_low, 4), round(one.loss_high, 4)],
        "grade": one.grade,
    }
