"""Errors of deck lists, with their places."""

from __future__ import annotations

MOST = 12
"""The maximum number of invalid lines to report."""


class DeckFileError(ValueError):
    """An invalid deck list: `file:line: what was found, what would be right`."""

    def __init__(self, file: str, problem: str, line: int | None = None) -> None:
        self.file = file
        self.line = line
        self.problem = problem
        super().__init__(f"{file}: {problem}" if line is None else f"{file}:{line}: {problem}")

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.file, self.problem, self.line))


def refuse_all(wrong: list[DeckFileError]) -> None:
    """Raise one error for all problems of a file, in the order of its lines, if there are any.

    >>> refuse_all([DeckFileError("a.txt", "no card", 7), DeckFileError("a.txt", "no number", 2)])
    Traceback (most recent call last):
    altered_env.decks.errors.DeckFileError: a.txt:2: no number; line 7: no card
    """
    if not wrong:
        return
    first, *more = sorted(wrong, key=lambda error: error.line or 0)
    told = [first.problem, *(f"line {error.line}: {error.problem}" for error in more[: MOST - 1])]
    if len(more) >= MOST:
        told.append("and more")
    raise DeckFileError(first.file, "; ".join(told), first.line)
