"""Figures as they are printed: no minus sign before zero."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from altered_env.cards.worths import worths
from altered_env.cardstats.collection import tables

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "altered_env/web/static"
MAY_BE_NEGATIVE = re.compile(
    r"(elo|worth|mean|low|high|gain|slope|effect|agreement|change|lead)$", re.IGNORECASE
)
"""Ends of names of figures that may round to zero from below."""
FIXED = re.compile(r"\.\d[fg%]$")
DATA = ROOT / "altered_env/cards"
"""What is written there is read again; nobody sees it."""


def _names(node: ast.AST):
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute):
            yield one.attr
        elif isinstance(one, ast.Name):
            yield one.id
        elif isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def unsafe(source: str) -> list[str]:
    """The places that may print a minus sign before zero: signed figures, and those that may be
    negative, without `z` in their format."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FormattedValue) or node.format_spec is None:
            continue
        spec = "".join(
            part.value for part in node.format_spec.values if isinstance(part, ast.Constant)
        )
        if not FIXED.search(spec) or "z" in spec:
            continue
        if "+" in spec or any(map(MAY_BE_NEGATIVE.search, _names(node.value))):
            found.append(f"line {node.lineno}: {ast.unparse(node.value)}, {spec}")
    return found


def test_no_figure_has_a_minus_sign_before_zero():
    """`z` in a format takes it away: f"{-0.04:+z.1f}" is +0.0."""
    files = (
        path for folder in ("altered_env", "training") for path in (ROOT / folder).rglob("*.py")
    )
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in files
        if DATA not in path.parents and (found := unsafe(path.read_text("utf-8")))
    }
    assert not wrong


def test_a_figure_without_z_is_found():
    assert unsafe('f"{x:+.1f}"') and unsafe('f"{row.low:.1f}"') and unsafe("f\"{row['elo']:7.0f}\"")
    assert not unsafe('f"{x:+z.1f}"') and not unsafe('f"{games:.1f}"') and not unsafe('f"{low}"')


def test_tables_hold_no_negative_zero():
    assert str(tables._figure(-0.001)) == "0.0" and str(tables._figure(-0.25)) == "-0.25"
    found = [figure for one in worths().cards.values() for figure in (one.worth, one.low, one.high)]
    assert found and "-0.0" not in map(str, found)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_pages_show_no_minus_sign_before_zero():
    words = (STATIC / "words.js").read_text("utf-8")
    points = (STATIC / "worths.js").read_text("utf-8")
    parts = [
        re.search(r"^const unsigned = .*$", words, re.M).group(),
        *(
            re.search(rf"^export function {name}\(.*?^}}", text, re.M | re.S).group()
            for name, text in (("number", words), ("percent", words), ("points", points))
        ),
    ]
    script = 'const LANGUAGE = "en";\n' + "\n".join(parts).replace("export ", "")
    script += """
    console.log(JSON.stringify([
      number(-0.04, 1), number(-0.05, 1), number(-0.0001), number(0.0004), number(-1234.5, 1),
      percent(-0.004), percent(-0.02), percent(-0.0004, 1),
      points(-0.04), points(-0.06), points(0.1),
    ]));"""
    ran = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == [
        *("0.0", "-0.1", "0", "0", "-1,234.5"),
        *("0%", "-2%", "0.0%", "+0.0", "\N{MINUS SIGN}0.1", "+0.1"),
    ]
