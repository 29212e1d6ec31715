"""Errors for wrong card data and unknown cards."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["AmbiguousCardError", "CardFileError", "UnknownCardError", "did_you_mean"]


def did_you_mean(word: str, choices: Iterable[str], cutoff: float = 0.6) -> str:
    """A suggestion to put behind an error message, or nothing when nothing is so near.

    >>> did_you_mean("enginer", ["animal", "engineer"])
    ", did you mean 'engineer'?"
    >>> did_you_mean("xyz", ["animal", "engineer"])
    ''
    """
    by_fold = {choice.casefold(): choice for choice in choices}
    near = difflib.get_close_matches(word[:100].casefold(), by_fold, n=1, cutoff=cutoff)
    return f", did you mean {by_fold[near[0]]!r}?" if near else ""


class CardFileError(ValueError):
    """A card file says something that it must not.

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
    """No card has that reference or name."""


class AmbiguousCardError(LookupError):
    """Several cards answer to that name; the message lists them."""
