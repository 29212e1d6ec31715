"""Error output of training commands, on standard error."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec

from altered_env._runtime.printable import REFUSED, refusal
from altered_env._runtime.progress import be_quiet

Given = ParamSpec("Given")


def refusing(program: str) -> Callable[[Callable[Given, int]], Callable[Given, int]]:
    """Make a command say why it cannot do what it is asked, and return 2.

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
                print(refusal(program, error), file=sys.stderr)
                return 2
            finally:
                be_quiet(False)  # a later call in this process speaks again

        return refused

    return of
