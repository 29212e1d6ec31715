"""Tables in Parquet files, read after a check of their size."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from altered_env._runtime.input_files import TABLE, InputFileError, refuse_unreadable
from altered_env._runtime.plurals import counted

ROWS = 20_000_000
"""The maximum number of rows: a small file may claim any number."""


def table_in(pl: Any, path: Path, columns: Sequence[str] | None = None) -> Any:
    """The table of a file, or some of its columns, as polars (`pl`) reads it.

    Raises `InputFileError` for a file that is refused, and what polars raises for a damaged one.
    """
    refuse_unreadable(path, TABLE)
    rows = pl.scan_parquet(path, glob=False).select(pl.len()).collect().item()
    if rows > ROWS:
        raise InputFileError(str(path), f"{counted(rows, 'row')}; a table has at most {ROWS:,}")
    return pl.read_parquet(path, columns=columns, glob=False)
