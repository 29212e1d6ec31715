"""Errors for invalid card data and unknown cards."""

from __future__ import annotations


class CardFileError(ValueError):
    """Invalid data in a card file.

    The message reads `file:line, card, field: what was found, what would be right`; the parts
    are also attributes.
    """

    def __init__(
        self, file: str, problem: str, *, line: int | None = None, card: str = "", field: str = ""
    ) -> None:
        self.file = file
        self.line = line
        self.card = card
        self.field = field
        self.problem = problem
        where = file if line is None else f"{file}:{line}"
        super().__init__(", ".join(part for part in (where, card, field) if part) + f": {problem}")

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self.file, self.problem, self.line, self.card, self.field))


def _rebuild(file: str, problem: str, line: int | None, card: str, field: str) -> CardFileError:
    return CardFileError(file, problem, line=line, card=card, field=field)


class UnknownCardError(LookupError):
    """A reference or name that no card has."""


class AmbiguousCardError(LookupError):
    """A name that several cards share; the message lists them."""
