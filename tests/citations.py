"""Citations in tests, and the generated pages of docs/ that list them.

A test names the rows of the tables in docs/ that it checks:

    @cites("2024.09:1.1.4.b", "5.0:1.1.4.c", "rulesets:Modes", "R001", "trigger/at noon")

These are a statement of the rules of 2024.09 (seed-statements.tsv), a rule of the Complete Rules
5.0 (complete-rules.tsv), a point on which the two differ (rulesets.tsv), an official ruling
(rulings.tsv) and a mechanic (mechanics.tsv). Citations are read from the source of the tests,
without importing it.

A row is covered by a test that cites it, or by a reason why there is nothing to check. A row that
*deviates* is played otherwise by decision: it says why, and its tests check what is played instead.

    python -m tests.citations            # write the pages again: `make docs`
    python -m tests.citations --missing  # only list what is not covered yet
"""

from __future__ import annotations

import ast
import csv
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import pytest

__all__ = ["PAGES", "Citable", "citations", "cites", "collect", "find_tests", "missing", "plays"]

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
DOCS = ROOT / "docs"

cites = pytest.mark.cites

SOURCES = {
    "seed-statements.tsv": "2024.09:",
    "rulesets.tsv": "rulesets:",
    "complete-rules.tsv": "5.0:",
    "rulings.tsv": "",
    "mechanics.tsv": "",
}
"""The cited tables, each with the prefix of its row ids."""

EXCEPTIONS = {
    "rules-not-tested.tsv": ("2024.09:", "why_not"),
    "rules-deviating.tsv": ("2024.09:", "deviates"),
    "rulings-not-tested.tsv": ("", "why_not"),
}
"""The tables of reasons: whose ids they list, and which reason they give."""

STATES = {"": "", "not programmable": "why_not", "deviates": "deviates"}
"""Values of the column `state` of complete-rules.tsv, with the matching reasons."""


_CHAPTERS = {
    "1": "Overview",
    "2": "Objects",
    "3": "Zones",
    "4": "Game Progression",
    "5": "Playing cards and objects",
    "6": "From costs and effects to events",
    "7": "Vocabulary",
}

_RULESETS = """
## The two rulesets

`rules="2024.09"`, the default, plays what these statements say; `rules="5.0"` plays the Complete
Rules 5.0. Where they differ, either a switch decides, or both play as 5.0 does: the point then does
not come up with the cards there are, no statement says its outcome, or following it would cost more
clarity than it gives. Points on which the statements are silent follow 5.0 under both.
"""

WeightsUpdate = Callable[[Mapping[str, str]], str]
"""Makes the cell of a page's table from a row."""


@dataclass
class Citable:
    """A row that tests can cite, with what covers it."""

    source: str
    id: str
    row: Mapping[str, str] = field(default_factory=dict)
    why_not: str = ""
    """The reason why there is nothing to check."""
    deviates: str = ""
    """Why it is played otherwise."""
    tests: list[str] = field(default_factory=list)

    @property
    def covered(self) -> bool:
        """Return whether it is tested or gives a reason. A deviation needs a test of the actual
        play."""
        return bool(self.tests or (self.why_not and not self.deviates))

    @property
    def tested(self) -> bool:
        """Whether a test checks that it is played as it says."""
        return bool(self.tests) and not self.deviates

    @property
    def cell(self) -> str:
        """Return what covers it, for a table of a page."""
        if not self.covered:
            return "**missing**"
        tests = "<br>".join(f"`{test}`" for test in self.tests)
        if self.deviates:
            return f"**deviates:** *{_cell(self.deviates)}*<br>{tests}"
        return tests or f"*{_cell(self.why_not)}*"


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table with a header."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def citations(path: Path) -> Iterator[tuple[str, str, int]]:
    """Each citation in a file of tests, with the test and the line."""
    tree = ast.parse(path.read_text("utf-8"), str(path))
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        if not node.name.lower().startswith("test"):
            continue
        for decorator in node.decorator_list:
            for call in ast.walk(decorator):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "cites":
                    for argument in call.args:
                        # Anything but a literal would be invisible here, so it is an error.
                        yield str(ast.literal_eval(argument)), node.name, call.lineno


def find_tests(found: Mapping[str, Citable], folder: Path = TESTS) -> list[str]:
    """Add the tests that cite each row; return one line for each citation of an unknown row."""
    wrong = []
    for path in sorted(folder.rglob("test_*.py")):
        place = path.relative_to(folder).as_posix()
        for citation, test, line in citations(path):
            if citation not in found:
                wrong.append(f"tests/{place}:{line}: no table in docs/ has a row {citation!r}")
            elif f"{place}::{test}" not in found[citation].tests:
                found[citation].tests.append(f"{place}::{test}")
    return wrong


def collect() -> tuple[dict[str, Citable], list[str]]:
    """Every row that can be cited, by its citation, and a line for each mistake."""
    wrong: list[str] = []
    found: dict[str, Citable] = {}
    for name, prefix in SOURCES.items():
        for row in rows(DOCS / name):
            one = Citable(name, row.get("id") or row["point"], row)
            if prefix + one.id in found:
                wrong.append(f"{name}: {one.id} is there twice")
            found[prefix + one.id] = one
            if row.get("programmable") == "no":
                one.why_not = f"nothing to implement: {row['why_not']}"
            state = row.get("state", "")
            if state not in STATES:
                wrong.append(f"{name}: {one.id}: there is no state {state!r}")
            elif bool(state) != bool(row.get("why")):
                wrong.append(f"{name}: {one.id}: a state and a reason go together")
            elif state:
                setattr(one, STATES[state], row["why"])
    for name, (prefix, reason) in EXCEPTIONS.items():
        for row in rows(DOCS / name):
            if prefix + row["id"] not in found:
                wrong.append(f"{name}: there is no row {row['id']}")
            elif not row["why"]:
                wrong.append(f"{name}: {row['id']} needs a reason")
            else:
                setattr(found[prefix + row["id"]], reason, row["why"])
    wrong += find_tests(found)
    return found, wrong + contradictions(found.values())


def contradictions(found: Iterable[Citable]) -> list[str]:
    """A line for each row with two answers that exclude each other."""
    wrong = []
    for one in found:
        if one.why_not and one.tests:
            wrong.append(f"{one.source}: {one.id} is tested and says why not")
        if one.why_not and one.deviates:
            wrong.append(f"{one.source}: {one.id} deviates and says that nothing is to be checked")
    return wrong


def missing(found: Mapping[str, Citable]) -> list[str]:
    """The citations of the rows that neither a test nor a reason covers."""
    return [citation for citation, one in found.items() if not one.covered]


def plays(cited: Iterable[str]) -> list[str]:
    """The rulesets whose rules are cited."""
    versions = {citation.partition(":")[0] for citation in cited if ":" in citation}
    return sorted(versions & {"2024.09", "5.0"})


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _table(found: Iterable[Citable], columns: Mapping[str, str | WeightsUpdate]) -> list[str]:
    """The lines of a page's table. Each head names a column of the source or a function."""
    lines = [f"| {' | '.join(columns)} | tests |", "|---" * (len(columns) + 1) + "|"]
    for one in found:
        cells = [one.row[c] if isinstance(c, str) else c(one.row) for c in columns.values()]
        lines.append("| " + " | ".join([*map(_cell, cells), one.cell]) + " |")
    return lines


def _counted(found: list[Citable], what: str) -> str:
    """Return the number of rows, and the number covered in each way."""
    return (
        f"{len(found)} {what}: {sum(one.tested for one in found)} tested, "
        f"{sum(bool(one.deviates) for one in found)} deviate, "
        f"{sum(bool(one.why_not) for one in found)} have nothing to check."
    )


def _rules(of: Mapping[str, list[Citable]]) -> list[str]:
    points = {
        "point": "point",
        "in 2024.09": "2024.09",
        "rule of 2024.09": "rule_2024.09",
        "in 5.0": "5.0",
        "rule of 5.0": "rule_5.0",
        "switch": "switch",
    }
    statements: dict[str, str | WeightsUpdate] = {
        "id": "id",
        "source": lambda row: "+".join(p.split("_")[0] for p in row["source"].split("+")),
        "statement": "statement",
    }
    found = of["seed-statements.tsv"]
    return [
        _counted(found, "statements"),
        _RULESETS,
        *_table(of["rulesets.tsv"], points),
        "\n## The statements\n",
        *_table(found, statements),
    ]


def _complete_rules(of: Mapping[str, list[Citable]]) -> list[str]:
    found = of["complete-rules.tsv"]
    lines = [_counted(found, "rules")]
    for number, name in _CHAPTERS.items():
        chapter = [one for one in found if one.id.startswith(f"{number}.")]
        lines += [f"\n## {number} {name}\n", *_table(chapter, {"id": "id", "statement": "rule"})]
    return lines


def _rulings(of: Mapping[str, list[Citable]]) -> list[str]:
    found = of["rulings.tsv"]
    columns: dict[str, str | WeightsUpdate] = {
        "id": "id",
        "card": lambda row: f"{row['name']} ({row['card']})",
        "question": "question",
        "answer": lambda row: (
            row["answer"] + (f"; **in 5.0** {row['in_5.0']}" if row["in_5.0"] else "")
        ),
    }
    tested = sum(one.tested for one in found)
    return [f"{len(found)} rulings: {tested} tested.\n", *_table(found, columns)]


def _mechanics(of: Mapping[str, list[Citable]]) -> list[str]:
    found = of["mechanics.tsv"]
    lines = [f"{len(found)} mechanics: {sum(one.tested for one in found)} tested."]
    for group, members in groupby(found, lambda one: one.id.partition("/")[0]):
        table = _table(members, {"id": "id", "mechanic": "mechanic"})
        lines += [f"\n## {group.capitalize()}\n", *table]
    return lines


PAGES = {
    "rules.md": (
        """\
# The rules, and the tests that check them

Generated by `make docs` from `docs/seed-statements.tsv` and the tests; do not edit. A statement
stands here with the tests that check it, or with the reason why none does. One that *deviates* is
played otherwise by decision: the reason stands with the tests of what is played. The numbers are
those of the glossary of September 2024; other letters stand for the starter rules (ST, TB, DB, GL),
remarks (RM) and examples (EX). The rules of 5.0 have a page of their own,
[complete-rules.md](complete-rules.md).
""",
        _rules,
    ),
    "complete-rules.md": (
        """\
# The Complete Rules 5.0, and the tests that check them

Generated by `make docs` from `docs/complete-rules.tsv` and the tests; do not edit. Each numbered
rule stands here in our words, with the tests that check it under `rules="5.0"`, or with the reason
why none does. One that *deviates* is played otherwise by decision: the reason stands with the tests
of what is played.
""",
        _complete_rules,
    ),
    "rulings.md": (
        """\
# The official rulings, and the tests that check them

Generated by `make docs` from `docs/rulings.tsv` and the tests; do not edit. The questions and
answers are ours, in short; the cards are those they were asked about. They are played under the
ruleset `"5.0"`. Where a later version of the rules has overtaken a ruling, it says so.
""",
        _rulings,
    ),
    "mechanics.md": (
        """\
# Every mechanic, and the tests that check it

Generated by `make docs` from `docs/mechanics.tsv` and the tests; do not edit. Each of these tests
plays the mechanic at a table, most of them with a card of the pool, and fails if it is wrong. How
each is written: [language.md](language.md#every-mechanic).
""",
        _mechanics,
    ),
}
"""The generated pages: how each begins, and what makes the rest of the rows by their source."""


def render(page: str, found: Iterable[Citable]) -> str:
    """A generated page."""
    of: dict[str, list[Citable]] = {name: [] for name in SOURCES}
    for one in found:
        of[one.source].append(one)
    head, rest = PAGES[page]
    return "\n".join([head, *rest(of)]) + "\n"


def main() -> int:
    """Write the pages, or list what is missing."""
    found, wrong = collect()
    for problem in wrong:
        print(problem, file=sys.stderr)
    without = missing(found)
    if "--missing" in sys.argv[1:]:
        print("\n".join(without))
    else:
        for page in PAGES:
            (DOCS / "reference" / page).write_text(render(page, found.values()), "utf-8")
            print(f"wrote docs/reference/{page}")
    print(f"{len(without)} of {len(found)} rows without a test or a reason")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
