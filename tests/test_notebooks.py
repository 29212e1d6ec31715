"""The notebooks run, cell by cell, and are kept without outputs."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def cells(path: Path, kind: str) -> list[dict]:
    found = json.loads(path.read_text("utf-8"))
    assert found["nbformat"] == 4
    return [cell for cell in found["cells"] if cell["cell_type"] == kind]


def shown(value: object) -> str:
    """What a notebook shows of the last value of a cell."""
    for form in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, form):
            return getattr(value, form)()
    return repr(value)


def run(source: str, where: str, names: dict[str, object]) -> object:
    """Run a cell; the value of its last line, if that is an expression."""
    tree = ast.parse(source, where)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), where, "eval"), names)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    for number, cell in enumerate(cells(path, "code")):
        value = run("".join(cell["source"]), f"{path.name}, cell {number}", names)
        assert value is None or shown(value)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path):
    for cell in cells(path, "code"):
        assert cell["outputs"] == [] and cell["execution_count"] is None
    assert cells(path, "markdown"), "a notebook says what it does"


def test_there_are_notebooks():
    assert NOTEBOOKS
