"""Compiled functions as plain Python, to call them on single records without compilation."""

from __future__ import annotations

from types import FunctionType
from typing import Any


def plain(function: Any) -> Any:
    """Return a compiled function, and those that it calls, as Python."""
    source = getattr(function, "py_func", function)
    calls = {name: source.__globals__.get(name) for name in source.__code__.co_names}
    inner = {name: plain(called) for name, called in calls.items() if hasattr(called, "py_func")}
    return FunctionType(source.__code__, {**source.__globals__, **inner})
