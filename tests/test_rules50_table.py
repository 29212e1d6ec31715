"""Each rule of the Complete Rules 5.0 is tested under 5.0, deviates, or says why not."""

from __future__ import annotations

import ast
import re

import pytest

from tests import rules50_table
from tests.marks import ROOT, TESTS, marks
from tests.statements import missing

PRINTED = ROOT / "../shared/rules/complete-rules-5.0.txt"
MANY = 9
"""So many printed words in a row would be the printed sentence."""

DEFAULTS = {"tests/rules", "tests/rulings", "tests/mechanics"}
"""Where the tables of `sit` are of 5.0 too, unless something else is said: their conftest.py."""


@pytest.fixture(scope="module")
def collected():
    return rules50_table.collect()


@pytest.fixture(scope="module")
def printed():
    if not PRINTED.exists():
        pytest.skip("the Complete Rules are not part of the project: ../shared/rules is not there")
    text = PRINTED.read_text("utf-8")
    # Without the table of contents, and what comes behind the rules.
    start = re.search(r"1 +Overview\n1\.1 +General\n", text)
    end = re.search(r"8 +Changes From the Previous Version\nIn this", text)
    assert start and end
    return text[start.start() : end.start()]


def words(text: str) -> list[str]:
    """The words of a text, those that are divided at the end of a line made whole."""
    return re.findall(r"[a-z0-9]+(?:['\u2019][a-z]+)?", re.sub(r"-\n\s*", "", text).lower())


def test_every_rule_is_tested_or_says_why_not(collected):
    without = missing(collected[0])
    assert not without, f"{len(without)} rules without a test: {' '.join(without)}"


def test_every_rule_that_is_cited_exists(collected):
    assert not collected[1]


def test_the_page_is_up_to_date(collected):
    page = rules50_table.render(collected[0])
    assert rules50_table.TABLE.read_text("utf-8") == page, "run `make docs`"


def test_every_numbered_rule_is_there(collected, printed):
    """Those with a letter, and the three statuses that are ruled without one."""
    found = re.findall(r"^\s*(\d+(?:\.\d+){1,2}\.[a-z])\s{2,}", printed, re.MULTILINE)
    assert {*found, "2.4.2", "2.4.3", "2.4.4"} == set(collected[0])


def test_no_printed_sentence_is_carried(collected, printed):
    rules = words(printed)
    runs = {tuple(rules[i : i + MANY]) for i in range(len(rules) - MANY + 1)}
    for rule in collected[0].values():
        for text in (rule.text, rule.why_not, rule.deviates):
            ours = words(text)
            carried = [
                " ".join(ours[i : i + MANY])
                for i in range(len(ours) - MANY + 1)
                if tuple(ours[i : i + MANY]) in runs
            ]
            assert not carried, f"{rule.id}: {carried[0]}"


def plays(function: ast.FunctionDef, module: ast.Module, folder: str) -> set[str]:
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
        cited = {test for _, test, _ in marks(path, "rule50")}
        if not cited:
            continue
        module = ast.parse(path.read_text("utf-8"))
        folder = path.parent.relative_to(ROOT).as_posix()
        for function in module.body:
            if isinstance(function, ast.FunctionDef) and function.name in cited:
                if (rulesets := plays(function, module, folder)) and "5.0" not in rulesets:
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
    assert plays(functions["test_older"], module, "tests/game") == {"default"}
    assert plays(functions["test_both"], module, "tests/game") == {"2024.09", "5.0"}
    assert plays(functions["test_by_itself"], module, "tests/rules") == {"5.0"}
    assert plays(functions["test_by_itself"], module, "tests/game") == {"default"}
    assert plays(functions["test_seeds"], module, "tests/rules") == {"2024.09"}
    assert plays(functions["test_words"], module, "tests/game") == set()
