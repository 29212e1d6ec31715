"""Official English is parsed to its meaning; parts that are not understood are shown exactly.

The sentences here are ours, put together from the vocabulary of the rules.
"""

import json
from pathlib import Path

import pytest

from altered_env.language.english import understand
from altered_env.language.english.grammar import Grammar
from tests.citations import cites

REFERENCE = Path(__file__).resolve().parents[3] / "shared" / "cards"
MEANINGS = [
    row.split(" => ")
    for row in (Path(__file__).parent / "english.txt").read_text("utf-8").splitlines()
    if row and not row.startswith("# ")
]
KINDS = {"PERMANENT": "landmark_permanent", "TOKEN_MANA": "mana"}


@pytest.mark.parametrize(("english", "notation"), MEANINGS)
def test_a_sentence_is_read_as_what_it_means(english, notation):
    kind = "spell" if english.startswith("(Spell) ") else "character"
    found = understand(english.removeprefix("(Spell) "), kind=kind)
    assert not found.problems, found.problems
    assert " ‖ ".join(found.abilities) == notation


@pytest.mark.parametrize(
    ("english", "span"),
    [
        ("{J} Draw a crad.", "crad."),
        ("{R} Sabotage. {H} Juggle three Brassbugs.", "Juggle three Brassbugs."),
        ("{J} It gains 1 boost.", "{J} It gains 1 boost."),
        ("{J} Target Character gains", "gains"),
        ("{J} If you control two or more Plants, frobnicate.", "frobnicate."),
    ],
)
def test_the_exact_span_that_is_not_understood(english, span):
    problems = understand(english).problems
    assert [problem.text for problem in problems] == [span]
    assert problems[0].why


def test_what_follows_a_sentence_that_is_not_understood_is_read():
    found = understand("{J} Juggle. {R} [Resupply].")
    assert found.abilities == ("R: resupply()",)
    assert len(found.problems) == 1


@pytest.mark.parametrize(
    "printed",
    [
        "{R}\u00a0[Resupply].",
        "#{R}# [[Resupply]]. (Put the top card of your deck in Reserve.)",
        "[]{R} []Resupply.",
        "{R}  Resupply (that is (as everybody knows) a keyword) .",
    ],
)
@cites("5.0:2.2.12.c")
def test_marks_of_print_mean_nothing(printed):
    assert understand(printed).abilities == ("R: resupply()",)


def test_both_ways_of_writing_a_condition():
    comma = understand("{J} If you control a Robot, draw two cards.")
    colon = understand("{J} If you control a Robot: Draw two cards.")
    assert comma.ok and comma.abilities == colon.abilities


def test_every_slot_of_the_grammar_is_filled():
    wrong = Grammar(["[steps]", "draw <n> <crads> => draw(<number>)", "[n]", "<number>"]).check()
    assert [problem.partition(": ")[2] for problem in wrong] == [
        "no phrase is called <crads>",
        "nothing fills <number>",
    ]


def test_a_very_long_text_is_refused():
    (problem,) = understand("{J} Draw a card. " * 400_000).problems
    assert "characters" in problem.why


def reference(name):
    path = REFERENCE / name
    if not path.is_file():
        pytest.skip("the reference data is not here")
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def lines_of(cards):
    for card in cards:
        kind = KINDS.get(card["type"], card["type"].lower())
        found = understand(
            card["main_text"] or "", card["echo_text"] or "", kind=kind, name=card["name"]
        )
        for line in found.lines:
            yield card, line


def test_every_line_of_the_official_pool_is_understood():
    failed = [
        (card["reference"], line.problem.text, line.problem.why)
        for card, line in lines_of(reference("official-text.jsonl"))
        if line.problem
    ]
    assert failed == []


def test_unique_cards_are_understood():
    lines = [line for _, line in lines_of(reference("unique-sample.jsonl"))]
    understood = sum(line.problem is None for line in lines)
    assert understood >= 0.99 * len(lines)
