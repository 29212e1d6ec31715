"""Lines of notation as test parameters."""

from pathlib import Path

import pytest
import yaml

from altered_env.language.notation import read_ability
from altered_env.language.values import Values

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def rows(path):
    """The rows of a file that are no comments."""
    return [row for row in path.read_text("utf-8").splitlines() if row and row[0] != "#"]


def card_lines():
    """Every ability line of the card files: where, whether Support, the line."""
    found = []

    def walk(data, place):
        if not isinstance(data, dict):
            return
        for key, value in data.items():
            if key in ("abilities", "support"):
                lines = [value] if isinstance(value, str) else value or []
                found.extend((place, key == "support", line) for line in lines)
            else:
                walk(value, f"{place}, {key}")

    for path in sorted((ROOT / "altered_env" / "cards").rglob("*.yaml")):
        walk(yaml.safe_load(path.read_text("utf-8")), path.name)
    return found


CASES = rows(HERE / "cases.txt")
MECHANICS = [row.split("\t")[2] for row in rows(ROOT / "docs" / "mechanics.tsv")[1:]]
CARDS = card_lines()
EVERY = sorted({*CASES, *MECHANICS, *(line for _, _, line in CARDS)})


def pytest_generate_tests(metafunc):
    """`case`, `mechanic` and `any_line` are each line of their kind."""
    for name, lines in (("case", CASES), ("mechanic", MECHANICS), ("any_line", EVERY)):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, lines)


@pytest.fixture(scope="session")
def every_line():
    return EVERY


@pytest.fixture(scope="session")
def lines_of_cards():
    return CARDS


@pytest.fixture(scope="session")
def pieces(every_line):
    """The spans of each line, as (from, to, sorts); and all pieces of each sort."""
    found = {}
    read = Values.value

    def noting(reader, node, scope, slot=None):
        result = read(reader, node, scope, slot)
        start, end = reader.base + node.col_offset, reader.base + node.end_col_offset
        found[reader.line].append((start, end, result[1]))
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Values, "value", noting)
        for line in every_line:
            found[line] = []
            read_ability(line)
    by_sort = {}
    for line, parts in found.items():
        for start, end, sorts in parts:
            for sort in sorts:
                by_sort.setdefault(sort, set()).add(line[start:end])
    return found, {sort: sorted(texts) for sort, texts in by_sort.items()}
