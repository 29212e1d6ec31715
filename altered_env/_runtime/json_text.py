"""Parsing untrusted JSON, with a clear error for deep nesting instead of a `RecursionError`."""

from __future__ import annotations

import json
from typing import Any


def parsed(text: str | bytes, **hooks: Any) -> Any:
    """Parse a JSON text; `hooks` are those of `json.loads`. Raises `ValueError`.

    >>> parsed("[1, 2]")
    [1, 2]
    >>> parsed("[" * 100_000)
    Traceback (most recent call last):
    ValueError: nested too deeply
    """
    try:
        return json.loads(text, **hooks)
    except RecursionError:
        raise ValueError("nested too deeply") from None
