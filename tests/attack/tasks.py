"""Failing tasks, in a module that processes of `--jobs` can import."""

from __future__ import annotations

import os
import signal


def die(number: int) -> None:
    """End the process by a signal."""
    os.kill(os.getpid(), number)


def fail(text: str) -> None:
    """Raise what can travel."""
    raise ValueError(text)


class Odd(Exception):
    """An error that cannot travel: it is made of two things, and says one."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one}, {two}")


def fail_oddly() -> None:
    """Raise what cannot."""
    raise Odd(1, 2)


def die_once(file: str, answer: int) -> int:
    """End the process when this is done for the first time, which a file tells."""
    if not os.path.exists(file):
        open(file, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return answer


def product(one: int, other: int) -> int:
    """The result of two numbers."""
    return one * other
