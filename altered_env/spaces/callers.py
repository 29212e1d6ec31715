"""The line of a program that a warning is about: the nearest one outside the libraries."""

from __future__ import annotations

import sys

LIBRARIES = ("altered_env", "gymnasium", "pettingzoo", "stable_baselines3", "sb3_contrib")
"""Packages that a program calls, and that call each other."""


def stack_level() -> int:
    """The `stacklevel` for `warnings.warn`, called where this is called, at which the warning
    names the nearest line outside the libraries; the next line up if there is none."""
    frame, level = sys._getframe(1), 1
    while str(frame.f_globals.get("__name__")).partition(".")[0] in LIBRARIES:
        if frame.f_back is None:
            return 2
        frame, level = frame.f_back, level + 1
    return level
