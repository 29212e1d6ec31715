"""Error output of training commands, on standard error."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec

from altered_env._runtime.printable import REFUSED, refusal

Given = ParamSpec("Given")


def refuse(program: str, error: Exception) -> int:
    """Say why, on stderr; returns the exit status.

    >>> refuse("altered_env.train.league", ValueError("rounds is 1 or more, found 0"))
    2
    """
    print(refusal(program, error), file=sys.stderr)
    return 2


def refusing(program: str) -> Callable[[Callable[Given, int]], Callable[Given, int]]:
    """Make a command refuse what it cannot do, wherever in it that turns out.

    >>> @refusing("altered_env.train.evaluate")
    ... def main() -> int:
    ...     raise OSError("there is no room left")
    >>> main()
    2
    """

    def of(main: Callable[Given, int]) -> Callable[Given, int]:
        @functools.wraps(main)
        def refused(*given: Given.args, **named: Given.kwargs) -> int:
            try:
                return main(*given, **named)
            except REFUSED as error:
                return refuse(program, error)

        return refused

    return of
