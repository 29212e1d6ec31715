"""Every notebook runs from its first cell to its last, and its output is current.

A notebook may say in its metadata, under `checks`, smaller numbers for the names that its cell
tagged `parameters` sets; the checks run it with these. Its output is stored by `make notebooks`.
"""

from __future__ import annotations

import re

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from tests.notebooks import NOTEBOOKS, execute, is_stale, source_hash, with_small_numbers


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path, tmp_path):
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    execute(with_small_numbers(book), tmp_path)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_shows_what_its_cells_come_to(path):
    """If this fails, the cells have changed: `make notebooks` executes them."""
    book = nbformat.read(path, as_version=4)
    assert book.cells[0].cell_type == "markdown", "a notebook begins with what it does"
    assert not is_stale(book), "stale: run `make notebooks`"
    assert any(cell.get("outputs") for cell in book.cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_names_no_folder_of_the_machine_it_ran_on(path):
    assert not re.findall(r'["\s(]/(?:tmp|home|root|work|Users)/[^"\s]*', path.read_text("utf-8"))


def test_a_changed_cell_makes_it_stale():
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x = 1")])
    assert is_stale(book)
    book.metadata["shown_of"] = source_hash(book)
    assert is_stale(book), "it was never executed"
    book.cells[0].execution_count = 1
    assert not is_stale(book)
    book.cells[0].source = "x = 2"
    assert is_stale(book)


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 6


def test_a_cell_that_fails_is_noticed(tmp_path):
    cells = [nbformat.v4.new_code_cell(source) for source in ("x = 1", "assert x == 2")]
    with pytest.raises(CellExecutionError, match="assert x == 2"):
        execute(nbformat.v4.new_notebook(cells=cells), tmp_path)
