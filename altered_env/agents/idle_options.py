"""Checks of agent options that require or exclude each other.

>>> refuse_idle("rollout", {"path": "v2", "rollouts": 4})
>>> refuse_idle("rollout", {"path": "v2", "rollouts": 4, "ms": 5})
Traceback (most recent call last):
ValueError: rollout: ms sets a time and rollouts a number; give one of them, found both
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from altered_env._runtime.suggestions import did_you_mean
from altered_env.agents.named import KINDS

COUNTED = {"ismcts": "iterations", "search": "iterations", "rollout": "rollouts"}
"""For agents with `ms`, the option that sets a number instead."""
ACTS_ON = {"net": {"budget": ("worlds",), "value_weight": ("worlds", "iterations", "rollouts")}}
"""Options without effect unless one of the listed options is given."""


def refuse_idle(name: str, said: Mapping[str, Any]) -> None:
    """Raise `ValueError` if one of the given options of an agent has no effect."""
    counted = COUNTED.get(name, "")
    if counted in said and "ms" in said:
        raise ValueError(
            f"{name}: ms sets a time and {counted} a number; give one of them, found both"
        )
    for option in ("ms", counted):
        if option in said and counted and said[option] < 1:
            raise ValueError(f"{name}: {option} must be 1 or more, found {said[option]}")
    for option, others in ACTS_ON.get(name, {}).items():
        if option in said and not any(said.get(other) for other in others):
            wanted = " or ".join(f"{other}=N" for other in others)
            raise ValueError(f"{name}: {option} has no effect alone: add {wanted}")


def refuse_unknown_network(name: str, rest: str) -> None:
    """Raise `ValueError` if the text after the colon is neither a network nor a file, with a
    suggestion.

    >>> refuse_unknown_network("net", "V2,rollouts=3")
    Traceback (most recent call last):
    ValueError: net:V2: there is no such network and no such file, did you mean 'v2'?
    """
    path, comma, behind = rest.partition(",")
    there = KINDS[name].shipped
    if not path:
        example = f"{name}:{there[0]}{comma}{behind}"
        raise ValueError(f"{name}:{rest[:80]}: name a network, as in {example[:80]}")
    hint = did_you_mean(path, there)
    if hint and path not in there and not Path(path).exists():
        raise ValueError(f"{name}:{path[:80]}: there is no such network and no such file{hint}")
