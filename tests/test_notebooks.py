"""Every notebook runs from its first cell to its last, and is kept without outputs.

A notebook may say in its metadata, under `checks`, smaller numbers for the names that its cell
tagged `parameters` sets; the checks run it with these.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SECONDS = 1800
"""A cell that takes longer has gone wrong; the first one may have to wait for the compiler."""


def with_small_numbers(book):
    """The notebook with what `checks` says set behind its parameters."""
    small = book.metadata.get("checks", {})
    at = [k for k, cell in enumerate(book.cells) if "parameters" in cell.metadata.get("tags", [])]
    if small:
        assert len(at) == 1, "one cell is tagged parameters"
        source = "\n".join(f"{name} = {value!r}" for name, value in small.items())
        assert all(f"{name} = " in book.cells[at[0]].source for name in small)
        book.cells.insert(at[0] + 1, nbformat.v4.new_code_cell(source))
    return book


def run(book, folder, monkeypatch):
    """Execute a notebook in a folder, with the packages of this checkout."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *filter(None, sys.path[:1])]))
    monkeypatch.setenv("IPYTHONDIR", str(folder / "ipython"))
    NotebookClient(book, timeout=SECONDS, resources={"metadata": {"path": str(folder)}}).execute()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path, tmp_path, monkeypatch):
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    run(with_small_numbers(book), tmp_path, monkeypatch)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_kept_without_outputs(path):
    cells = nbformat.read(path, as_version=4).cells
    assert cells[0].cell_type == "markdown", "a notebook begins with what it does"
    for cell in cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


def test_there_are_notebooks():
    assert NOTEBOOKS


def test_a_cell_that_fails_is_noticed(tmp_path, monkeypatch):
    cells = [nbformat.v4.new_code_cell(source) for source in ("x = 1", "assert x == 2")]
    with pytest.raises(CellExecutionError, match="assert x == 2"):
        run(nbformat.v4.new_notebook(cells=cells), tmp_path, monkeypatch)
