"""Suggestions for misspelt words in error messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(word: object, choices: Iterable[str], cutoff: float = 0.6) -> str:
    """Return a suggestion to append to an error message; empty if no choice is close enough, or
    if this is no word at all.

    >>> did_you_mean("enginer", ["animal", "engineer"])
    ", did you mean 'engineer'?"
    >>> did_you_mean("xyz", ["animal", "engineer"])
    ''
    """
    if not isinstance(word, str):
        return ""
    by_fold = {choice.casefold(): choice for choice in choices}
    near = difflib.get_close_matches(word[:100].casefold(), by_fold, n=1, cutoff=cutoff)
    return f", did you mean {by_fold[near[0]]!r}?" if near else ""
