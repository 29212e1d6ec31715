"""Metadata of a saved run, validated when read.

>>> whole_number("round", 3)
3
>>> whole_number("round", -1)
Traceback (most recent call last):
ValueError: round must be a whole number from 0 on, found -1
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray


def whole_number(name: str, found: object, most: float = inf) -> int:
    """A whole number from 0 on. Raises `ValueError`."""
    if type(found) is not int or not 0 <= found <= most:
        to = "on" if most == inf else f"to {most}"
        raise ValueError(f"{name} must be a whole number from 0 {to}, found {found!r:.40}")
    return found


def number(name: str, found: object) -> float:
    """A number that is finite. Raises `ValueError`."""
    if not isinstance(found, float | int) or isinstance(found, bool) or not isfinite(found):
        raise ValueError(f"{name} must be a number, found {found!r:.40}")
    return float(found)


def like(
    name: str, found: NDArray[Any], mine: NDArray[Any], least: float = -inf, most: float = inf
) -> NDArray[Any]:
    """The saved array, if it has the expected shape and type and all numbers are finite and between
    `least` and `most`. Raises `ValueError`.

    >>> like("theirs", np.array([0, 5]), np.array([1, 1]), 0, 1)
    Traceback (most recent call last):
    ValueError: theirs holds 5; expected from 0 to 1
    """
    if found.shape != mine.shape or found.dtype.kind != mine.dtype.kind:
        raise ValueError(
            f"{name} is {found.dtype} of shape {found.shape}, expected {mine.dtype} of shape"
            f" {mine.shape}"
        )
    if not np.isfinite(found).all():
        raise ValueError(f"{name} has numbers that are not finite")
    outside = found[(found < least) | (found > most)]
    if outside.size:
        within = f"{least:g} or more" if most == inf else f"from {least:g} to {most:g}"
        raise ValueError(f"{name} holds {outside.flat[0]:g}; expected {within}")
    return found


def draw_on(rng: np.random.Generator, found: Any) -> None:
    """Draw on from a state that was saved. Raises `ValueError`."""
    mine = rng.bit_generator.state
    if not isinstance(found, Mapping) or found.get("bit_generator") != mine["bit_generator"]:
        raise ValueError(f"rng must be a state of {mine['bit_generator']}, found {found!r:.60}")
    inner = found.get("state")
    if not isinstance(inner, Mapping) or set(inner) != set(mine["state"]):
        raise ValueError(
            f"the state of rng must have {', '.join(mine['state'])}, found {inner!r:.40}"
        )
    for name, part in inner.items():
        whole_number(f"{name} of rng", part, 2**128 - 1)
    whole_number("has_uint32 of rng", found.get("has_uint32"), 1)
    whole_number("uinteger of rng", found.get("uinteger"), 2**32 - 1)
    rng.bit_generator.state = dict(found)
