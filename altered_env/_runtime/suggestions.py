"""Suggestions for misspelt words in error messages."""

from __future__ import annotations

import contextlib
import difflib
import heapq
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from functools import lru_cache

_COMPARED = 30
"""The number of choices to compare exactly: those that share most pairs of letters."""
_left: ContextVar[list[int] | None] = ContextVar("suggestions left", default=None)


def did_you_mean(word: object, choices: Iterable[str], cutoff: float = 0.6) -> str:
    """Return a suggestion to append to an error message; empty if no choice is close enough, or
    if this is no word at all.

    >>> did_you_mean("enginer", ["animal", "engineer"])
    ", did you mean 'engineer'?"
    >>> did_you_mean("xyz", ["animal", "engineer"])
    ''
    """
    if not isinstance(word, str) or enough():
        return ""
    if (left := _left.get()) is not None:
        left[0] -= 1
    by_fold = {choice.casefold(): choice for choice in choices}
    fold = word[:100].casefold()
    near = difflib.get_close_matches(fold, _like(fold, by_fold), n=1, cutoff=cutoff)
    return f", did you mean {by_fold[near[0]]!r}?" if near else ""


@contextlib.contextmanager
def at_most(number: int) -> Iterator[None]:
    """Within this, make this number of suggestions and no more: each takes time, and who reads a
    long list of errors reads the first ones.

    >>> with at_most(1):
    ...     [did_you_mean(word, ["animal"]) for word in ("animl", "aniaml")]
    [", did you mean 'animal'?", '']
    """
    token = _left.set([number])
    try:
        yield
    finally:
        _left.reset(token)


def enough() -> bool:
    """Return whether all suggestions have been made that `at_most` allows here."""
    left = _left.get()
    return left is not None and left[0] <= 0


def _like(word: str, choices: dict[str, str]) -> Iterable[str]:
    """Return the choices that share most with a word, if there are many."""
    if len(choices) <= _COMPARED:
        return choices
    mine = _pairs(word)

    def shared(choice: str) -> tuple[float, str]:
        theirs = _pairs(choice)
        return 2 * len(mine & theirs) / (len(mine) + len(theirs)), choice

    return heapq.nlargest(_COMPARED, choices, key=shared)


@lru_cache(maxsize=20_000)
def _pairs(word: str) -> frozenset[str]:
    """Return the pairs of neighbouring letters in a word and at its ends."""
    framed = f"^{word}$"
    return frozenset(framed[k : k + 2] for k in range(len(framed) - 1))
