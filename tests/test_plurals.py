"""A number before a noun: "1 game", not "1 games"."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("cli", "cardstats", "arena")
NOUNS = (
    *("card", "choice", "deal", "deck", "decision", "element", "file", "game", "line", "list"),
    *("lot", "opponent", "option", "pair", "part", "pilot", "player", "position", "price"),
    *("rating", "reason", "reference", "result", "round", "row", "run", "seed", "step"),
    *("token", "tournament", "world"),
)
PLURALS = (*(f"{noun}s" for noun in NOUNS), "copies", "entries", "matches", "studies", "Heroes")
SAID = re.compile(
    rf" ([a-z]+ )?({'|'.join(PLURALS)})\b(?! (are|were|have|do|need|hold|break|per|would|or|and)\b)"
    r"(?!, tokens and cards)"
)
"""A plural after a number. A verb that agrees with it needs a sentence of its own."""
NO_ADJECTIVES = (
    "has",
    "holds",
    "is",
    "of",
    "other",
    "names",
    "wins",
    "moves",
    "to",
    "contains",
    "lacks",
)
NOT_ONE = ("deals_said", "mode", "seen", "least", "most", "name")
"""Names of texts, and of limits that are never 1."""


def uncounted(source: str) -> list[str]:
    """The numbers before a plural that may be 1."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.JoinedStr):
            continue
        before = ""
        for one, after in zip(node.values, node.values[1:], strict=False):
            if isinstance(one, ast.Constant):
                before = str(one.value)
                continue
            assert isinstance(one, ast.FormattedValue)
            said = SAID.match(after.value) if isinstance(after, ast.Constant) else None
            spec = "" if one.format_spec is None else ast.unparse(one.format_spec).strip("f'\"")
            if said is None or spec not in ("", ",") or (said[1] or "").strip() in NO_ADJECTIVES:
                continue
            if re.search(r"\bof (its |the |their |all )?$", before):
                continue  # 1 of 3 games
            value = one.value
            name = getattr(value, "attr", getattr(value, "id", ""))
            if name.isupper() or name in NOT_ONE or isinstance(value, ast.Constant):
                continue
            if isinstance(value, ast.Call) and ast.unparse(value.func).endswith(("join", "short")):
                continue  # a text
            found.append(f"line {one.lineno}: {ast.unparse(value)}{said[0]}")
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_numbers_before_nouns_are_counted(folder):
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in (ROOT / "altered_env" / folder).rglob("*.py")
        if (found := uncounted(path.read_text("utf-8")))
    }
    assert not wrong, "use altered_env._runtime.plurals.counted"


def test_a_number_before_a_plural_is_found():
    assert uncounted('f"{n:,} games"') and uncounted('f"in {len(rows)} further deals."')
    for fine in (
        'f"{MOST} games"',
        'f"{done} of {n} games"',
        'f"{n} games are in {folder}"',
        "f\"{counted(n, 'game')} won\"",
        'f"{share:.1f} games"',
    ):
        assert not uncounted(fine)
