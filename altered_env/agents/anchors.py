"""Agents that never change: the fixed points of ratings.

Agents improve, so their ratings need references that stay comparable over years: `rules@1` always
is the same `rules`, even if `rules` changes. Each anchor states every option, so no default affects
it; tests/agents/anchors.json guards its moves.

>>> sorted(ANCHORS)
['ismcts@1', 'rules@1']
"""

from __future__ import annotations

_RULES_1 = {
    "region": 10.0, "goal": 1.0, "hand": 1.5, "reserve": 1.0, "spare": 0.3, "cost": 0.2,
    "dear": 0.6, "orb": 4.0, "permanent": 1.5, "stays": 2.0, "counter": 0.5, "threat": 0.45,
    "doubt": 0.3, "doubt_mana": 0.2, "plan": 300.0, "text": 0.3, "answer": 0.45,
}  # fmt: skip
_MORNING_1 = {
    "region": 10.0, "goal": 0.3, "hand": 6.0, "reserve": 2.8, "spare": 0.3, "cost": 0.15,
    "dear": 0.5, "orb": 10.0, "permanent": 2.5, "stays": 3.8, "counter": 1.6, "threat": 0.45,
    "doubt": 0.3, "doubt_mana": 0.2, "plan": 1.0, "text": 0.0, "answer": 0.45,
}  # fmt: skip

ANCHORS: dict[str, tuple[str, dict[str, int | float | str | bool]]] = {
    "rules@1": ("rules", {"worlds": 3, "budget": 40, **_RULES_1}),
    "ismcts@1": (
        "ismcts",
        {
            "ms": 50, "iterations": 0, "days": 1, "policy": "eager", "explore": 1.0,
            "scale": 12.0, "depth": 30, "look": 3, "trust": 0.5, "share": 4, "reuse": True,
            **_MORNING_1,
        },
    ),
}  # fmt: skip
"""By name: the agent and all of its options. Options can be overridden, as in `ismcts@1:ms=200`."""
