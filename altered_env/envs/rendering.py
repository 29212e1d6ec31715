"""Rendering the board of an env: print it, or return it as text or pixels.

>>> rendered("human", lambda: "Day 1")
Day 1
>>> rendered("ansi", lambda: "Day 1")
'Day 1'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from altered_env.render.picture import picture
from altered_env.render.raster import raster
from altered_env.render.views import View

TEXT_MODES = ("ansi", "human")
RENDER_MODES = (*TEXT_MODES, "rgb_array")

Rendered = str | NDArray[np.uint8] | None


def known_mode(mode: Any, modes: tuple[str, ...] = RENDER_MODES) -> str | None:
    """Check a render mode; raise an error that names an unknown one."""
    if mode is not None and (not isinstance(mode, str) or mode not in modes):
        raise ValueError(f"render_mode must be {', '.join(modes)} or None, found {mode!r:.40}")
    return mode


def pixels(view: View) -> NDArray[np.uint8]:
    """A board as an array of pixels: height, width, and red, green, blue."""
    (width, height), data = raster(picture(view))
    return np.frombuffer(data, dtype=np.uint8).reshape(height, width, 3).copy()


def rendered(
    mode: str | None, text: Callable[[], str], seen: Callable[[], View] | None = None
) -> Rendered:
    """Render the board in the env's render mode; warn if the env was created without one."""
    if mode is None:
        gymnasium.logger.warn("render was called on an env created without a render_mode")
        return None
    if mode == "human":
        print(text())
        return None
    if mode == "rgb_array" and seen is not None:
        return pixels(seen())
    return text()
