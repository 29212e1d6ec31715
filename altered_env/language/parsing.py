"""Text as a tree of `ast`, for one thread at a time.

Where two threads build trees at once, Python 3.11 ends now and then in a SystemError, "AST
constructor recursion depth mismatch": it counts in one place how deep all of them are. A server
reads cards in several threads. `warnings` are of all threads, too.
"""

from __future__ import annotations

import ast
import threading
import warnings

_ALONE = threading.RLock()


def tree(text: str, mode: str = "exec") -> ast.AST:
    """The tree of a text, as `ast.parse` makes it, without its warnings."""
    with _ALONE, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text, mode=mode)


def expression_of(text: str) -> ast.expr:
    """The tree of an expression.

    >>> ast.unparse(expression_of("discard(it)"))
    'discard(it)'
    """
    found = tree(text, "eval")
    assert isinstance(found, ast.Expression)
    return found.body
