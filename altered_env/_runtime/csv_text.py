"""CSV for programs and spreadsheets, in which no text is a formula.

>>> print(csv_text(["card", "worth"], [["=cmd|calc", -0.5], ["Booda", "-0.5"]]), end="")
card,worth
'=cmd|calc,-0.5
Booda,-0.5
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

_BEGINS = ("=", "+", "-", "@", "\t", "\r")
"""The first letters of a formula."""


def csv_text(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return a table as CSV. A text that looks like a formula gets an apostrophe before it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_text(value) for value in row] for row in rows)
    return out.getvalue()


def _text(value: Any) -> Any:
    if isinstance(value, str) and value.startswith(_BEGINS) and not _is_number(value):
        return f"'{value}"
    return value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
