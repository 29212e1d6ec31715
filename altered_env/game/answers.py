"""An action as a number, whatever it came as.

>>> import numpy as np
>>> number_of(np.array([7]))
7
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from altered_env.game.errors import IllegalActionError

__all__ = ["number_of"]


def number_of(action: Any) -> int:
    """The whole number that an action is, or an array of one.

    Raises `IllegalActionError` for what is no whole number, as True is none.
    """
    one = action
    if isinstance(one, np.ndarray) and one.size == 1:
        one = one.reshape(())[()]
    if one is True or one is False:
        one = None
    try:
        return operator.index(one)
    except TypeError:
        raise IllegalActionError(f"an action is a whole number, found {action!r:.40}") from None
