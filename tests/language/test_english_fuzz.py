"""Any text is read or its span is shown; no part is skipped."""

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from altered_env.language.english import understand
from altered_env.language.english.tokens import clean
from altered_env.language.kinds import KNOWN
from altered_env.language.notation import read_ability
from altered_env.language.wording import word

SENTENCES = [
    row.split(" => ")[0].removeprefix("(Spell) ")
    for row in (Path(__file__).parent / "english.txt").read_text("utf-8").splitlines()
    if row and not row.startswith("# ")
]
WORDS = sorted({part for sentence in SENTENCES for part in re.findall(r"\S+", sentence)})


def check(text, kind="character"):
    """Every letter of the text belongs to one line, which is read or has a problem."""
    found = understand(text, kind=kind)
    said = clean(text)
    at = 0
    for line in found.lines:
        assert not said[at : line.start].strip(), (text, said[at : line.start])
        assert line.text == said[line.start : line.end]
        assert bool(line.notation) != bool(line.problem), line
        if line.problem:
            assert line.start <= line.problem.start < line.problem.end <= line.end
            assert line.problem.text == said[line.problem.start : line.problem.end]
            assert line.problem.why
        at = line.end
    assert not said[at:].strip(), (text, said[at:])
    names = found.new.added(KNOWN)
    for notation in (*found.abilities, *found.support):
        assert word(read_ability(notation, names=names))


@given(st.text(max_size=200), st.sampled_from(["character", "spell"]))
@settings(max_examples=150, deadline=None)
def test_any_text(text, kind):
    check(text, kind)


@given(
    st.sampled_from(SENTENCES),
    st.lists(
        st.tuples(
            st.sampled_from(["drop", "double", "swap", "put"]), st.integers(0, 60), st.integers(0)
        ),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from(["character", "spell"]),
)
@settings(max_examples=300, deadline=None)
def test_sentences_with_mistakes(sentence, mistakes, kind):
    parts = sentence.split()
    for what, place, choice in mistakes:
        place %= len(parts) or 1
        if what == "drop" and parts:
            del parts[place]
        elif what == "double" and parts:
            parts.insert(place, parts[place])
        elif what == "swap" and len(parts) > 1:
            parts[place], parts[place - 1] = parts[place - 1], parts[place]
        elif what == "put":
            parts.insert(place, WORDS[choice % len(WORDS)])
    check(" ".join(parts), kind)


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=4))
@settings(max_examples=80, deadline=None)
def test_sentences_one_after_the_other(sentences):
    check(" ".join(sentences))


def test_hostile_texts_end():
    for text in ("(" * 3_000, "{J} " * 900, "• " * 1_900, '"' * 3_000, "If " * 1_200, "[" * 3_999):
        check(text)
    check("{J} Draw a card and " + "draw a card and " * 200 + "draw a card.")
    check("{J} If " + "you control a Robot and " * 100 + "you control a Plant, draw a card.")
