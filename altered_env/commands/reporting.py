"""`altered report`: a dataset as a page of HTML, and its tables as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from training.analysis.reporting.page import gather, refuse_no_page, write

__all__ = ["report"]


def report(dataset: str, strength: Sequence[str], least: int, out: str) -> int:
    """Write the report of a dataset, and say where it is."""
    refuse_no_page(Path(out))  # before all is reckoned
    found = gather(Path(dataset), [Path(name) for name in strength], least)
    page, *tables = write(found, Path(out))
    print(f"{found.title}: {page}")
    print(f"Beside it, as CSV: {', '.join(path.name for path in tables)}")
    return 0
