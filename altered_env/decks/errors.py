"""What is wrong with a deck list, and where."""

from __future__ import annotations

__all__ = ["DeckFileError"]


class DeckFileError(ValueError):
    """A deck list says something that it must not: `file:line: what was found, what is right`."""

    def __init__(self, file: str, problem: str, line: int | None = None) -> None:
        self.file = file
        self.line = line
        self.problem = problem
        super().__init__(f"{file}: {problem}" if line is None else f"{file}:{line}: {problem}")

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.file, self.problem, self.line))
