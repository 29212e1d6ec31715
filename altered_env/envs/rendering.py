"""What `render` of an env does with its text: print it, or hand it over.

>>> rendered("human", lambda: "Day 1")
Day 1
>>> rendered("ansi", lambda: "Day 1")
'Day 1'
"""

from __future__ import annotations

from collections.abc import Callable

import gymnasium

__all__ = ["RENDER_MODES", "known_mode", "rendered"]

RENDER_MODES = ("ansi", "human")


def known_mode(mode: str | None) -> str | None:
    """A render mode that there is, or None; an error names another."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {', '.join(RENDER_MODES)} or None, found {mode!r:.40}")
    return mode


def rendered(mode: str | None, text: Callable[[], str]) -> str | None:
    """The text, by the render mode of an env; one that was made without is warned of."""
    if mode is None:
        gymnasium.logger.warn("render is called on an env that was made without a render_mode")
        return None
    if mode == "human":
        print(text())
        return None
    return text()
