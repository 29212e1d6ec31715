"""Structure of the compiler: every word has its function, context is restored, and imports go one
way."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from altered_env.cards import Card, catalogue
from altered_env.engine.opcodes import OP
from altered_env.language import compiler
from altered_env.language.compiler import build_book
from altered_env.language.compiler.abilities import KINDS, STATEMENTS, Entry, compile_ability
from altered_env.language.compiler.ability_rows import Rows
from altered_env.language.compiler.bindings import Binding
from altered_env.language.compiler.numbering import Numbering
from altered_env.language.compiler.program import Assembler
from altered_env.language.compiler.scope import Manner, Scope
from altered_env.language.compiler.steps import VERBS
from altered_env.language.compiler.steps.verbs import CHANGES, CHECKS, step
from altered_env.language.kinds import KNOWN
from altered_env.language.notation import read_ability
from altered_env.language.vocabulary import CALLS

ROOT = Path(__file__).parents[2]
TOKENS = catalogue().tokens


def scope_of() -> Scope:
    return Scope(Assembler(0), Numbering(TOKENS, KNOWN), Rows())


def card(line: str) -> Card:
    return Card(
        reference="OWN_AX_1_C",
        name="Subject",
        faction="axiom",
        rarity="common",
        type="character",
        abilities=(line,),
    )


def count(line: str, op: int) -> int:
    """Return the number of instructions of a kind in a compiled line."""
    book = build_book([card(line)], TOKENS)
    assert book.unsupported == {}
    record = book.record[0]
    return int((record["code"][: record["length"]].reshape(-1, 8)[:, 0] == op).sum())


def words(*groups: str) -> set[str]:
    return {name for name, call in CALLS.items() if call.group in groups}


def test_every_step_of_the_vocabulary_has_its_function():
    assert set(VERBS) == words("step", "structure")
    assert set(CHECKS) <= set(VERBS) == set(CHANGES)


def test_every_passive_statement_has_its_function():
    assert set(STATEMENTS) == words("passive")


def test_every_kind_of_ability_has_its_function(lines_of_cards):
    kinds = {read_ability(line).kind for _, _, line in lines_of_cards}
    assert set(KINDS) == kinds


def test_a_verb_has_one_function():
    with pytest.raises(AssertionError, match="draw is compiled in two ways"):
        step("draw")(lambda scope, node: None)


@pytest.mark.parametrize(
    "line",
    [
        "T, pay(X): if_(may(pay(1)), draw(1)); modes(1, draw(1), exhaust(target(character)))",
        "J: each(all(player), may(discard(choose(card, it.hand)), by=it)); times(2, draw(1))",
        "also(draws(you), cost=exhaust(me)): x = roll(1); together(draw(1), resupply())",
        "when(plays(you, spell)) : if_(not me.fleeting, gain(me, boost=1), else_=draw(1))",
    ],
)
def test_when_an_ability_is_compiled_nothing_is_meant_any_more(line):
    scope = scope_of()
    compile_ability(Entry(scope, read_ability(line), 0, 0))
    assert scope.now == Manner()
    assert scope.declared == []


def test_what_is_meant_is_as_it_was_also_after_an_error():
    scope = scope_of()
    with scope.inside(paying=True):
        inside, apart = scope.inside(paying=False, together=True), scope.apart(x=Binding(3))
        with pytest.raises(ZeroDivisionError), inside, apart:
            raise ZeroDivisionError
        assert scope.now == Manner(paying=True)
    assert scope.now == Manner() and scope.names == {}


@pytest.mark.parametrize(
    "form",
    [
        "{}, {}: draw(1)",
        "T, together({}, {}): draw(1)",
        "less(2, plays(you, me), cost=together({}, {}))",
    ],
)
def test_what_follows_a_choice_in_a_cost_is_still_a_cost(form):
    """Each part is paid only with what that can happen to, whichever of them comes first."""
    parts = "may(discard(choose(card, you.reserve)))", "sacrifice(choose(character, you.play))"
    assert count(form.format(*parts), OP.ALLOW) == count(form.format(*reversed(parts)), OP.ALLOW)


@pytest.mark.parametrize(
    "line",
    [
        "J: ongoing({signature(oddball)}, this=day)",
        "J: gain(me, {signature(oddball)})",
        "have(me, {signature(oddball)})",
    ],
)
def test_the_signature_token_of_a_hero_cannot_be_granted(line):
    why = build_book([card(line)], TOKENS).unsupported["OWN_AX_1_C"]
    assert why == f"{line}: signature(..) of an ability that is granted"


def imported(path: Path, package: str) -> set[str]:
    """The files of the package that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package):
            inside = (node.module or "").removeprefix(package).lstrip(".")
            for name in node.names:
                for whole in (f"{inside}.{name.name}".lstrip("."), inside):
                    if whole in FILES:
                        found.add(whole)
                        break
    return found


HOME = Path(compiler.__file__).parent
FILES = {
    ".".join(path.relative_to(HOME).with_suffix("").parts).removesuffix("__init__").strip("."): path
    for path in HOME.rglob("*.py")
}


def test_files_of_the_compiler_import_one_way():
    """Taken away one by one, each imports only what is left already."""
    left = {name: imported(path, compiler.__name__) for name, path in FILES.items()}
    assert len(left) > 50 and left["scope"] >= {"program", "numbering"}
    while free := [name for name, needs in left.items() if not needs & set(left)]:
        for name in free:
            del left[name]
    assert not left, "these import each other"


def test_the_verb_that_contributing_shows_is_there_as_shown():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("\nA verb is")[2].partition("\n## ")[0]
    blocks = re.findall(r"(.*?)```\w*\n(.*?)```", section, re.DOTALL)
    assert len(blocks) == 4
    for before, block in blocks:
        files = re.findall(r"`(altered_env/[\w/.]+)`", before)
        assert files
        for file in files:
            assert block in (ROOT / file).read_text("utf-8"), f"{file} has no {block}"
