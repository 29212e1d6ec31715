"""The table of docs/environments.md of which env takes which option."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
_HEAD = "| options |"


def rows() -> list[tuple[list[str], dict[str, bool], str]]:
    """Each row: its options, whether the env of each column takes them, and why others do not."""
    lines = PAGE.read_text("utf-8").splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith(_HEAD))
    _, *columns, _ = _cells(lines[first])
    found = []
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            break
        options, *taken, why = _cells(line)
        assert set(taken) <= {"yes", ""}, line
        there = dict(zip(columns, (one == "yes" for one in taken), strict=True))
        found.append(([one.strip("` ") for one in options.split(",")], there, why))
    return found


def taken_by(column: str) -> set[str]:
    """The options that the env of this column takes."""
    return {option for options, there, _ in rows() if there[column] for option in options}


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
