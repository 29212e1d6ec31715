"""The error for an invalid line of notation."""

from __future__ import annotations


class NotationError(ValueError):
    """An invalid line of notation: the place, the text found there, and the text expected.

    >>> print(NotationError("unknown token 'brasbug'", "R: create(brasbug)", 10, "axiom.yaml"))
    axiom.yaml: column 11: unknown token 'brasbug'
      R: create(brasbug)
                ^
    """

    def __init__(self, problem: str, line: str = "", offset: int = 0, place: str = "") -> None:
        self.problem = problem
        self.line = line
        self.offset = max(0, min(offset, len(line)))
        self.place = place
        where = f"{place}: " if place else ""
        text = f"{where}column {self.offset + 1}: {problem}"
        if line:
            start = max(0, self.offset - 60)
            shown = "".join(c if c.isprintable() else "?" for c in line[start : self.offset + 60])
            text += f"\n  {shown}\n  {' ' * (self.offset - start)}^"
        super().__init__(text)

    @property
    def column(self) -> int:
        """The column of the mistake, counted from 1."""
        return self.offset + 1
