"""Errors for calls before `reset` and after `close`, as Gymnasium has them.

>>> needs_reset(False, "step")
Traceback (most recent call last):
    ...
gymnasium.error.ResetNeeded: call reset before step
"""

from __future__ import annotations

from typing import NoReturn

import gymnasium


def needs_reset(begun: bool, call: str) -> None:
    """Raise `ResetNeeded` if no game has begun."""
    if not begun:
        raise gymnasium.error.ResetNeeded(f"call reset before {call}")


def needs_turn(call: str) -> NoReturn:
    """Raise `ResetNeeded`, since an opponent is to move."""
    raise gymnasium.error.ResetNeeded(
        f"{call}: an opponent is still to move, since an error or Ctrl-C ended its turn: call reset"
    )


def needs_open(closed: bool, what: str) -> None:
    """Raise `ClosedEnvironmentError` after `close`."""
    if closed:
        raise gymnasium.error.ClosedEnvironmentError(f"{what} is closed: make another one")
