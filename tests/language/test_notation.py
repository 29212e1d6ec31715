"""Lines of notation are read into the model and written back unchanged."""

import ast
import threading
import time

import pytest

from altered_env.language.errors import NotationError
from altered_env.language.kinds import KNOWN, SUBTYPES, Names
from altered_env.language.model import (
    Ability,
    Apply,
    Arithmetic,
    Attribute,
    Bind,
    Compare,
    Conditional,
    Granted,
    Logic,
    Number,
    Steps,
    Word,
)
from altered_env.language.notation import read_ability
from altered_env.language.vocabulary import CALLS
from altered_env.language.writing import write_ability


def test_a_line_survives_reading_and_writing(case):
    ability = read_ability(case)
    written = write_ability(ability)
    assert read_ability(written) == ability
    assert write_ability(read_ability(written)) == written


def test_every_mechanic_has_a_canonical_line(mechanic):
    assert write_ability(read_ability(mechanic)) == mechanic


def test_every_line_of_the_card_files_survives(lines_of_cards):
    for place, support, line in lines_of_cards:
        ability = read_ability(line, place=place, support=support)
        assert read_ability(write_ability(ability), support=support) == ability, place


def test_the_lines_use_every_word_with_slots(every_line):
    text = "\n".join(every_line)
    assert [name for name in CALLS if f"{name}(" not in text] == []


def test_a_reaction():
    assert read_ability("R: create(brassbug, in_=target(expedition))") == Ability(
        "reaction",
        head=Word("R"),
        body=Steps(
            (
                Apply(
                    "create",
                    (Word("brassbug"),),
                    (("in_", Apply("target", (Word("expedition"),))),),
                ),
            )
        ),
    )


def test_gates_come_first():
    ability = read_ability("completed, while_(day > 1), T, you.first_player, pay(2): draw()")
    assert ability.kind == "quick"
    assert ability.gates == (
        Word("completed"),
        Apply("while_", (Compare(">", Word("day"), Number(1)),)),
    )
    assert ability.costs == (
        Word("T"),
        Attribute(Word("you"), "first_player"),
        Apply("pay", (Number(2),)),
    )


def test_a_gated_passive_may_follow_the_colon_of_its_gate():
    line = "I, have(all(player), reserve_limit=n - 1)"
    assert read_ability("I: have(all(player), reserve_limit=n - 1)") == read_ability(line)
    assert read_ability(line).kind == "passive"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("gigantic", "keyword"),
        ("tough(1)", "keyword"),
        ("fleeting", "keyword"),
        ("while_(me.in_contact), eternal", "keyword"),
        ("less(1, plays(you, spell))", "passive"),
        ("begin(heroism=5)", "passive"),
        ("effect: draw(1)", "effect"),
        ("instead(gains(me, fleeting)): draw(1)", "modifier"),
        ("also(plays(you, spell)): draw(1)", "modifier"),
        ("D: draw(1)", "quick"),
        ("X <= 3, pay(X): draw(X)", "quick"),
        ("at(dusk, me.boosted): draw(1)", "reaction"),
    ],
)
def test_the_head_says_the_kind(line, kind):
    assert read_ability(line).kind == kind


def body(text, head="J"):
    return read_ability(f"{head}: {text}").body.parts


def test_values():
    assert body("draw(1 if me.fleeting else 2)")[0].args == (
        Conditional(Number(1), Attribute(Word("me"), "fleeting"), Number(2)),
    )
    assert body("move(me.expedition, -1)")[0].args[1] == Number(-1)
    assert body("draw(me.boost * 2 - 1)")[0].args == (
        Arithmetic("-", Arithmetic("*", Attribute(Word("me"), "boost"), Number(2)), Number(1)),
    )
    boost = Attribute(Word("me"), "boost")
    assert body("if_(1 <= me.boost <= 3, draw())")[0].args[0] == Logic(
        "and", (Compare("<=", Number(1), boost), Compare("<=", boost, Number(3)))
    )
    assert body("discard(target(robot | (spell | feat) & ~other))")[0].args[0].args == (
        Logic(
            "|",
            (
                Word("robot"),
                Logic(
                    "&", (Logic("|", (Word("spell"), Word("feat"))), Logic("~", (Word("other"),)))
                ),
            ),
        ),
    )


def test_bindings():
    assert body("x = sabotage(); draw(x.n)") == (
        Bind("x", Apply("sabotage")),
        Apply("draw", (Attribute(Word("x"), "n"),)),
    )
    assert body("if_(x := sabotage(), (draw(), discard(x)))")[0].args == (
        Bind("x", Apply("sabotage")),
        Steps((Apply("draw"), Apply("discard", (Word("x"),)))),
    )


def test_granted_abilities():
    granted = body("gain(me, {(T, pay(1)): (draw(1), sabotage())}, {tough(2)})")[0].args[1:]
    assert granted == (
        Granted(
            (
                Ability(
                    "quick",
                    costs=(Word("T"), Apply("pay", (Number(1),))),
                    body=Steps((Apply("draw", (Number(1),)), Apply("sabotage"))),
                ),
            )
        ),
        Granted((Ability("keyword", head=Apply("tough", (Number(2),))),)),
    )


def test_a_granted_ability_sees_what_is_bound():
    read_ability("J: x = sabotage(); later(gain(me, {T: discard(x)}))")
    with pytest.raises(NotationError):
        read_ability("J: gain(me, {T: (y := draw())}); discard(y)")


def test_a_pool_may_know_more_names():
    names = Names(KNOWN.tokens | {"clockwork_owl"}, KNOWN.counters | {"glory"})
    line = "J: create(clockwork_owl, in_=me.expedition); gain(me, glory=me.glory + 1)"
    assert write_ability(read_ability(line, names=names)) == line
    with pytest.raises(NotationError, match="unknown token 'clockwork_owl'"):
        read_ability(line)


def test_the_subtypes_are_those_of_the_card_files():
    vocabulary = pytest.importorskip("altered_env.cards.printed_words")
    assert set(vocabulary.SUBTYPES) <= SUBTYPES


def test_threads_read_one_after_the_other(monkeypatch):
    """Python 3.11 cannot build trees in two threads at once."""
    inside, most, parse = [], [], ast.parse

    def slowly(*args, **named):
        inside.append(None)
        most.append(len(inside))
        time.sleep(0.002)
        found = parse(*args, **named)
        inside.pop()
        return found

    monkeypatch.setattr(ast, "parse", slowly)
    threads = [threading.Thread(target=read_ability, args=("H: draw()",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(most) >= 8 and set(most) == {1}
