"""The size of observations in each view, and of the buffer in which a learner keeps them."""

from __future__ import annotations

from altered_env.envs.setup import Setup
from altered_env.envs.view_option import VIEWS, View
from altered_env.spaces.gym_spaces import action_space

ENVS, STEPS = 8, 2048
"""Of the default rollout buffer of stable-baselines3."""
_REST = 6 * 4 + 8
"""Bytes that it keeps beside the observation and the mask: an action and six floats."""


def buffer_bytes(observation: int, actions: int) -> int:
    """The size of the rollout buffer of sb3-contrib, which keeps masks as floats.

    >>> buffer_bytes(3986, 392)
    91521024
    """
    return ENVS * STEPS * (observation + 4 * actions + _REST)


def size_lines() -> list[str]:
    """A table of the views."""
    setup = Setup.of()
    actions = int(action_space().n)
    lines = [f"{'view':<10} {'bytes an observation':>22} {f'{ENVS} x {STEPS} in a buffer':>24}"]
    for name in VIEWS:
        size = View(setup, name).bytes
        held = buffer_bytes(size, actions) / 1e6
        lines.append(f"{name:<10} {size:>22,} {held:>21,.1f} MB")
    return lines
