"""What the tests say that they check: the marks in their source, and the tables they cite.

A test cites a row of a table in docs/ by its id: `@pytest.mark.rule("1.1.4.b")`,
`@pytest.mark.mechanic("trigger/at noon")`. The marks are read from the source, nothing is imported.
"""

from __future__ import annotations

import ast
import csv
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table with a header."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def marks(path: Path, mark: str) -> Iterator[tuple[str, str, int]]:
    """Each id that the tests in `path` cite by this mark, with the test and the line."""
    tree = ast.parse(path.read_text("utf-8"), str(path))
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        if not node.name.lower().startswith("test"):
            continue
        for decorator in node.decorator_list:
            for call in ast.walk(decorator):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == f"pytest.mark.{mark}":
                    for argument in call.args:
                        # Anything else than a literal would be invisible here: say so.
                        name = ast.literal_eval(argument)
                        yield str(name), node.name, call.lineno


def find_tests(tests: Mapping[str, list[str]], mark: str, what: str) -> list[str]:
    """Add to each id's list the tests that cite it. Returns what is wrong: ids that are unknown,
    which are called a `what`."""
    wrong = []
    for path in sorted(TESTS.rglob("test_*.py")):
        place = path.relative_to(TESTS).as_posix()
        for name, test, line in marks(path, mark):
            if name not in tests:
                wrong.append(f"tests/{place}:{line}: there is no {what} {name}")
            elif f"{place}::{test}" not in tests[name]:
                tests[name].append(f"{place}::{test}")
    return wrong


def cell(text: str) -> str:
    """`text` for a table of a page."""
    return text.replace("|", "\\|")


def list_tests(tests: list[str]) -> str:
    """The tests, for a cell of a table."""
    return "<br>".join(f"`{test}`" for test in tests)


def write_or_list(page: Path, text: str, what: str, missing: list[str], wrong: list[str]) -> int:
    """Write a page again, and say `what` is not covered; with `--missing`, only list that."""
    for problem in wrong:
        print(problem, file=sys.stderr)
    only_list = "--missing" in sys.argv[1:]
    if not only_list:
        page.write_text(text, "utf-8")
        print(f"wrote {page.relative_to(ROOT)}")
    print(f"{what} without a test or a reason")
    if only_list:
        print("\n".join(missing))
    return 1 if wrong else 0
