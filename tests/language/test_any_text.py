"""Any text is read or refused, without a crash or a hang."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from altered_env.language.errors import NotationError
from altered_env.language.kinds import COUNTERS, TOKENS
from altered_env.language.notation import read_ability
from altered_env.language.vocabulary import ATTRIBUTES, CALLS, WORDS
from altered_env.language.wording import word
from altered_env.language.writing import write_ability


def check(line):
    """A line is refused, or it is written, read again and said."""
    try:
        ability = read_ability(line)
    except NotationError as error:
        assert 1 <= error.column <= len(line) + 1
        assert error.problem
        return
    assert read_ability(write_ability(ability)) == ability
    assert word(ability)


@given(st.text())
@settings(max_examples=300, deadline=None)
def test_any_text(text):
    check(text)


SIGNS = [
    "(",
    ")",
    "{",
    "}",
    ", ",
    ": ",
    "; ",
    " = ",
    " := ",
    ".",
    " | ",
    " & ",
    "~",
    " <= ",
    " == ",
]
SIGNS += [" + ", " - ", "-", " if ", " else ", " and ", " not ", "x", "2", "0", "[", "'", "*", "**"]
TERMS = [f"{name}(" for name in CALLS] + [*WORDS, *ATTRIBUTES, *COUNTERS, *TOKENS]
TERMS += [f"{slot.name}=" for call in CALLS.values() for slot in call.keywords]


@given(st.lists(st.sampled_from(SIGNS + sorted(TERMS)), max_size=25))
@settings(max_examples=300, deadline=None)
def test_any_words(parts):
    check("".join(parts))


def values(names):
    """Expressions that are well formed, whether or not they mean anything."""
    leaves = st.sampled_from(names) | st.integers(0, 9).map(str)
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds("{}.{}".format, inner, st.sampled_from(sorted(ATTRIBUTES))),
            st.builds(
                lambda name, args: f"{name}({', '.join(args)})",
                st.sampled_from(sorted(CALLS)),
                st.lists(inner, max_size=3),
            ),
            st.builds(
                "({} {} {})".format, inner, st.sampled_from(["|", "&", "+", "<=", "and"]), inner
            ),
            st.builds("{{{}: {}}}".format, inner, inner),
            st.builds("(x := {})".format, inner),
        ),
        max_leaves=8,
    )


@given(st.sampled_from(["J", "T", "effect", "when(plays(you, spell))"]), values(sorted(WORDS)))
@settings(max_examples=500, deadline=None)
def test_any_value(head, value):
    check(f"{head}: {value}")


VALUES = ["0", "me", "card", "you", "fleeting", "me.boost", "me.expedition", "(x := 0)", "~me"]
VALUES += [f"(0 {sign} 0)" for sign in ("&", "|", "<=", "and", "+")] + ["(not 0)"]
VALUES += ["(1 if me else 2)", "(draw(1), draw(2))", "{J: draw(1)}", "{draw(1)}", "{gigantic}"]
SLOTS = ["", "0", "me", "me, 0", "0, 0", "card, you.hand", "(0 & 0)", "draw(1)", "draws(you)"]
PLACES = ["{}", "J: {}", "T: (x := {})", "J: draw({})", "J: gain({}, boost=1)", "J: may({})"]
PLACES += ["J: if_({}, draw(1))", "J: choose({})", "when({}): draw(1)", "J: (x := total({}))"]
PLACES += [f"J: (x := ({{}} {sign} 1))" for sign in ("&", "|", "<=", "and", "+")]
PLACES += ["J: (x := not {})", "J: (x := ~{})", "J: (x := {}.expedition)", "J: (x := {{J: {}}})"]
PLACES += ["J: discard(all(card, {}))", "J: draw(count(card, {}))", "J: pay({})", "at({}): draw(1)"]
PLACES += ["J: draw(total({}))", "J: each({}, draw(1))", "{}", "J: put({}, hand)", "{}: draw(1)"]


@pytest.mark.parametrize("place", PLACES)
def test_every_kind_of_value_in_every_kind_of_place(place):
    for value in [*VALUES, *(f"{name}({slots})" for name in CALLS for slots in SLOTS)]:
        check(place.format(value))


def calls(line):
    """Return the beginning and end of each word with slots in a line."""
    found = []
    for match in re.finditer(r"[a-z_]+\(", line):
        depth = 0
        for end in range(match.end() - 1, len(line)):
            depth += {"(": 1, ")": -1}.get(line[end], 0)
            if depth == 0:
                found.append((match.start(), end + 1))
                break
    return found


@pytest.mark.parametrize("seed", range(10))
def test_a_piece_of_one_line_in_another(every_line, seed):
    chance = random.Random(seed)
    for _ in range(100):
        line = chance.choice(every_line)
        for _ in range(chance.randint(1, 3)):
            places = calls(line) + [match.span() for match in re.finditer(r"[a-z_]+", line)]
            donor = chance.choice(every_line)
            pieces = [donor[i:j] for i, j in calls(donor)] or [donor]
            if not places:
                break
            start, end = chance.choice(places)
            piece = chance.choice(chance.choice([pieces, sorted(WORDS)]))
            line = line[:start] + piece + line[end:]
        check(line)


@pytest.mark.parametrize(
    "line",
    [
        "(" * 10_000,
        "J: " + "(" * 29 + "draw()" + ")" * 29,
        "J: " + "(" * 900 + "draw()" + ")" * 900,
        "J: " + "{J: " * 25 + "draw()" + "}" * 25,
        "J: draw(" + "-" * 1900 + "1)",
        "J: draw(" + "not " * 400 + "1)",
        "J: draw(" + "+".join("1" * 900) + ")",
        "J: draw(" + "9" * 1900 + ")",
        "J: draw(me" + ".expedition" * 150 + ")",
        "J: discard(target(" + "|".join(["card"] * 200) + "))",
        "J: draw(1 if me.fleeting else " * 20 + "1" + ")" * 20,
        "J: draw(\x00)",
        "J: draw()\nJ: draw()",
        "J: (lambda: 0)()",
        "J: draw(*(1, 2))",
        "J: gain(**{J: draw()})",
        "J: me.__class__.__bases__",
        "J: __import__('os')",
        "J: (x for x in deck)",
        "J: {x for x in deck}",
        "J: draw(1_0)",
        "J: draw(1e9)",
        "J: draw(...)",
        "J: draw(None)",
        "J: yield",
        "J: del x",
        "J: x += 1",
        "J: x: int = 1",
        "J: \ud800",
    ],
)
def test_hostile_lines(line):
    check(line)


@pytest.mark.parametrize("line", [None, 3, b"J: draw()", ["J: draw()"]])
def test_what_is_no_text(line):
    with pytest.raises(NotationError, match="a line of notation is text"):
        read_ability(line)
