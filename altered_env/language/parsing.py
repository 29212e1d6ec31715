"""Parsing text with `ast`, in one thread at a time.

If two threads build trees at once, Python 3.11 occasionally raises SystemError, "AST constructor
recursion depth mismatch", since it counts the depth of all trees in one place. A server reads cards
in several threads. The filters of `warnings` are shared by all threads, too.
"""

from __future__ import annotations

import ast
import threading
import warnings

_ALONE = threading.RLock()


def tree(text: str, mode: str = "exec") -> ast.AST:
    """Parse a text with `ast.parse`, without its warnings."""
    with _ALONE, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text, mode=mode)


def expression_of(text: str) -> ast.expr:
    """Parse an expression.

    >>> ast.unparse(expression_of("discard(it)"))
    'discard(it)'
    """
    found = tree(text, "eval")
    assert isinstance(found, ast.Expression)
    return found.body
