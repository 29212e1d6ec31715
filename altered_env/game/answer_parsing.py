"""Parsing answers to the open decision, from programs and people.

>>> import numpy as np
>>> number_of(np.array([7]))
7
>>> labels = {3: "play Kappa (1)", 12: "play Kelon Elemental (2) [R1]", 192: "pass"}
>>> meant("12", labels), meant("elemental", labels), meant("2", labels), meant("k", labels)
(12, 12, None, None)
"""

from __future__ import annotations

import operator
from collections.abc import Container, Mapping
from typing import Any

import numpy as np

from altered_env.game.errors import IllegalActionError


def number_of(action: Any) -> int:
    """An action as an integer, also from an array of one.

    Raises `IllegalActionError` for anything but an integer; True is not one.
    """
    one = action
    if isinstance(one, np.ndarray) and one.size == 1:
        one = one.reshape(())[()]
    if one is True or one is False:
        one = None
    try:
        return operator.index(one)
    except TypeError:
        raise IllegalActionError(
            f"an action must be a whole number, found {action!r:.40}"
        ) from None


def meant(
    text: str, labels: Mapping[int, str], numbers: Container[int] | None = None
) -> int | None:
    """The number of the option meant by a text: its number, its label, or a part of exactly one
    label; None if there is none. A number never matches part of a label. `numbers` are all valid
    numbers, if some have no label."""
    words = text.strip().casefold()
    try:
        number = int(words)
    except ValueError:
        pass
    else:
        return number if number in (labels if numbers is None else numbers) else None
    exact = [number for number, label in labels.items() if words == label.casefold()]
    part = [number for number, label in labels.items() if words and words in label.casefold()]
    found = exact or part
    return found[0] if len(found) == 1 else None
