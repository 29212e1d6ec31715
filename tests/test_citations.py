"""Each row of the rules, rulings and mechanics is cited by a test, deviates, or gives a reason."""

from __future__ import annotations

import ast
import re

import pytest

from tests.citations import (
    DOCS,
    PAGES,
    ROOT,
    TESTS,
    Citable,
    citations,
    collect,
    contradictions,
    find_tests,
    missing,
    plays,
    render,
)

PRINTED = ROOT / "../shared/rules/complete-rules-5.0.txt"
MANY = 9
"""The number of consecutive printed words that count as the printed sentence."""

DEFAULTS = {"tests/rules", "tests/rulings", "tests/mechanics"}
"""Where a table of `sit` plays by 5.0 unless it says otherwise: see conftest.py there."""


@pytest.fixture(scope="module")
def collected():
    return collect()


@pytest.fixture(scope="module")
def rules(collected):
    """The rules of 5.0."""
    return [one for one in collected[0].values() if one.source == "complete-rules.tsv"]


@pytest.fixture(scope="module")
def printed():
    if not PRINTED.exists():
        pytest.skip("the Complete Rules are not part of the project: ../shared/rules is not there")
    text = PRINTED.read_text("utf-8")
    # Without the table of contents and the changes from the previous version.
    start = re.search(r"1 +Overview\n1\.1 +General\n", text)
    end = re.search(r"8 +Changes From the Previous Version\nIn this", text)
    assert start and end
    return text[start.start() : end.start()]


def test_every_row_is_covered(collected):
    without = missing(collected[0])
    assert not without, f"{len(without)} rows without a test: {' '.join(without)}"


def test_every_citation_and_every_reason_is_of_a_row(collected):
    assert not collected[1]


@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_up_to_date(collected, page):
    written = (DOCS / "reference" / page).read_text("utf-8")
    assert written == render(page, collected[0].values()), "run `make docs`"


def test_citations_are_found_in_decorators_and_parameters(tmp_path):
    path = tmp_path / "test_x.py"
    path.write_text(
        '@cites("2024.09:1.1.4.b", "9.9.z")\n'
        '@pytest.mark.parametrize("a", [pytest.param(1, marks=cites("R001"))])\n'
        "def test_it(a): ...\n"
    )
    assert list(citations(path)) == [
        ("2024.09:1.1.4.b", "test_it", 1),
        ("9.9.z", "test_it", 1),
        ("R001", "test_it", 2),
    ]
    found = {"2024.09:1.1.4.b": Citable("", "1.1.4.b"), "R001": Citable("", "R001")}
    wrong = find_tests(found, tmp_path)
    assert wrong == ["tests/test_x.py:1: no table in docs/ has a row '9.9.z'"]
    assert [one.tests for one in found.values()] == [["test_x.py::test_it"]] * 2


def test_a_citation_that_is_no_literal_is_an_error(tmp_path):
    path = tmp_path / "test_x.py"
    path.write_text("@cites(RULE)\ndef test_it(): ...\n")
    with pytest.raises(ValueError):
        list(citations(path))


def test_what_deviates_needs_a_test_and_does_not_count_as_tested():
    found = {
        "tested": Citable("", "", tests=["test_x.py::test_it"]),
        "otherwise": Citable("", "", deviates="why", tests=["test_x.py::test_it"]),
        "untested": Citable("", "", deviates="why"),
        "explained": Citable("", "", why_not="why"),
        "forgotten": Citable("", ""),
    }
    assert missing(found) == ["untested", "forgotten"]
    assert [one.tested for one in found.values()] == [True, False, False, False, False]


def test_contradictions_are_found():
    found = [
        Citable("", "", why_not="why", tests=["test_x.py::test_it"]),
        Citable("", "", why_not="why", deviates="why"),
    ]
    assert len(contradictions(found)) == 2


def test_a_test_plays_by_the_rules_that_it_cites():
    assert plays(["2024.09:1.1.4.b", "5.0:1.1.4.c", "R001"]) == ["2024.09", "5.0"]
    assert plays(["rulesets:Modes", "trigger/at noon"]) == []


def test_every_numbered_rule_is_there(rules, printed):
    """Those with a letter, and the three statuses that are ruled without one."""
    found = re.findall(r"^\s*(\d+(?:\.\d+){1,2}\.[a-z])\s{2,}", printed, re.MULTILINE)
    assert {*found, "2.4.2", "2.4.3", "2.4.4"} == {rule.id for rule in rules}


def words(text: str) -> list[str]:
    """The words of a text, those that are divided at the end of a line made whole."""
    return re.findall(r"[a-z0-9]+(?:['\u2019][a-z]+)?", re.sub(r"-\n\s*", "", text).lower())


def test_no_printed_sentence_is_carried(rules, printed):
    found = words(printed)
    runs = {tuple(found[i : i + MANY]) for i in range(len(found) - MANY + 1)}
    for rule in rules:
        for text in (rule.row["rule"], rule.why_not, rule.deviates):
            ours = words(text)
            carried = [
                " ".join(ours[i : i + MANY])
                for i in range(len(ours) - MANY + 1)
                if tuple(ours[i : i + MANY]) in runs
            ]
            assert not carried, f"{rule.id}: {carried[0]}"


def rulesets_of(function: ast.FunctionDef, module: ast.Module, folder: str) -> set[str]:
    """The rulesets that a test names, itself or through what it uses of its module; `default`
    where it makes a game without naming one."""
    named = {
        node.name: node for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    for node in module.body:
        if isinstance(node, ast.Assign):
            named |= {t.id: node for t in node.targets if isinstance(t, ast.Name)}
    found: set[str] = set()
    seen: set[str] = set()
    games = sits = False
    waiting: list[ast.AST] = [function]
    while waiting:
        for node in ast.walk(waiting.pop()):
            if isinstance(node, ast.Constant) and node.value in ("2024.09", "5.0"):
                found.add(node.value)
            name = getattr(node, "id", getattr(node, "arg", None))
            if name == "RULESETS" or (isinstance(node, ast.Attribute) and node.attr == "RULESETS"):
                found |= {"2024.09", "5.0"}
            games = games or name in ("sit", "Scenario", "Game")
            sits = sits or (name == "sit" and folder in DEFAULTS)
            if name in named and name not in seen:
                seen.add(name)
                waiting.append(named[name])
    return found or ({"5.0"} if sits else {"default"} if games else set())


def test_what_cites_a_rule_of_5_0_plays_by_it():
    wrong = []
    for path in sorted(TESTS.rglob("test_*.py")):
        cited = {test for one, test, _ in citations(path) if one.startswith("5.0:")}
        if not cited:
            continue
        module = ast.parse(path.read_text("utf-8"))
        folder = path.parent.relative_to(ROOT).as_posix()
        for function in module.body:
            if isinstance(function, ast.FunctionDef) and function.name in cited:
                if (rulesets := rulesets_of(function, module, folder)) and "5.0" not in rulesets:
                    wrong.append(f"{path.relative_to(ROOT)}: {function.name}: {rulesets}")
    assert not wrong


def test_a_test_that_plays_by_other_rules_is_found():
    module = ast.parse(
        'BOTH = ["2024.09", "5.0"]\n'
        "def older():\n    return Scenario()\n"
        "def test_older():\n    assert older()\n"
        "@pytest.mark.parametrize('rules', BOTH)\n"
        "def test_both(rules):\n    Scenario(rules=rules)\n"
        "def test_by_itself(sit):\n    sit()\n"
        "def test_seeds(sit):\n    sit('2024.09')\n"
        "def test_words():\n    assert read('draw(1)')\n"
    )
    functions = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
    assert rulesets_of(functions["test_older"], module, "tests/game") == {"default"}
    assert rulesets_of(functions["test_both"], module, "tests/game") == {"2024.09", "5.0"}
    assert rulesets_of(functions["test_by_itself"], module, "tests/rules") == {"5.0"}
    assert rulesets_of(functions["test_by_itself"], module, "tests/game") == {"default"}
    assert rulesets_of(functions["test_seeds"], module, "tests/rules") == {"2024.09"}
    assert rulesets_of(functions["test_words"], module, "tests/game") == set()
