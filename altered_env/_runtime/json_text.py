"""JSON from outside. Python reports nesting beyond its limit as a `RecursionError` about itself."""

from __future__ import annotations

import json
from typing import Any


def parsed(text: str | bytes, **hooks: Any) -> Any:
    """The value of a JSON text; `hooks` as for `json.loads`. Raises `ValueError`.

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
