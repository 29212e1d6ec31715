"""Executing the notebooks: `make notebooks` stores their output, which tests check for staleness.

A notebook's output is stored with a hash of its cells. `python -m tests.notebooks` executes those
with changed cells, or the named ones; `--all` executes every one.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from altered_env._runtime.atomic_files import write_atomically

__all__ = ["NOTEBOOKS", "ROOT", "execute", "is_stale", "main", "source_hash", "with_small_numbers"]

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SECONDS = 1800
"""A cell that takes longer has gone wrong; the first one may have to wait for the compiler."""
SHOWN = "shown_of"
"""Under this name the metadata keeps the hash of the cells whose outputs are stored."""


def source_hash(book: Any) -> str:
    """A hash of the cells.

    >>> book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x = 1")])
    >>> source_hash(book) == source_hash(nbformat.from_dict(dict(book)))
    True
    """
    said = hashlib.sha256()
    for cell in book.cells:
        said.update(f"{cell.cell_type}\0{cell.source}\0".encode())
    return said.hexdigest()[:16]


def is_stale(book: Any) -> bool:
    """Return whether its output is missing or comes from different cells."""
    ran = all(c.execution_count for c in book.cells if c.cell_type == "code" and c.source.strip())
    return book.metadata.get(SHOWN) != source_hash(book) or not ran


def with_small_numbers(book: Any) -> Any:
    """Return the notebook with the values of `checks` in its metadata set after its parameters."""
    small = book.metadata.get("checks", {})
    at = [k for k, cell in enumerate(book.cells) if "parameters" in cell.metadata.get("tags", [])]
    if small:
        assert len(at) == 1, "one cell is tagged parameters"
        source = "\n".join(f"{name} = {value!r}" for name, value in small.items())
        assert all(f"{name} = " in book.cells[at[0]].source for name in small)
        book.cells.insert(at[0] + 1, nbformat.v4.new_code_cell(source))
    return book


def execute(book: Any, folder: Path) -> None:
    """Execute a notebook in a folder, with the packages of this checkout."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path[:1])]),
        "IPYTHONDIR": str(folder / "ipython"),
    }
    client = NotebookClient(book, timeout=SECONDS, resources={"metadata": {"path": str(folder)}})
    client.execute(env=environment)


def show(path: Path) -> None:
    """Execute a notebook and store it with its output."""
    book = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        execute(book, Path(folder))
    for cell in book.cells:
        cell.metadata.pop("execution", None)  # when it ran
        if cell.cell_type == "code":
            cell.outputs = [o for o in cell.outputs if o.get("name") != "stderr"]
    book.metadata[SHOWN] = source_hash(book)
    book.metadata.language_info = {"name": "python"}
    write_atomically(path, (nbformat.writes(book).rstrip("\n") + "\n").encode())


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.notebooks", description=__doc__)
    parser.add_argument("names", nargs="*", help="only these, as first_steps")
    parser.add_argument("--all", action="store_true", help="those that are not stale, too")
    options = parser.parse_args()
    for path in NOTEBOOKS:
        if options.names and path.stem not in options.names:
            continue
        if options.all or options.names or is_stale(nbformat.read(path, as_version=4)):
            print(f"executing {path.name}", flush=True)
            show(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
