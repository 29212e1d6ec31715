"""The wording of all cards: articles, numbers, spaces, capitals and full stops."""

from __future__ import annotations

import re

import pytest

from altered_env.cards import catalogue
from altered_env.game.card_text import wording
from altered_env.language.wording.lexicon import article

FAULTS = {
    "a before a vowel": re.compile(r"\b[Aa] (?!uni|use|eu|one|[A-Z]\b)[aeiouAEIOU]\w"),
    "an before a consonant": re.compile(r"\b[Aa]n (?![aeiouAEIOU“]|uni|use|eu|one)\w"),
    "a doubled word": re.compile(r"\b([a-z]\w*) \1\b"),
    "a plural after 1": re.compile(
        r"\b1 (?:[A-Z][a-z]+ )*(?:(?!less|is|gains)[a-z]+|Orb|Marker)s\b"
    ),
    "a singular after 2": re.compile(r"\b(?:0|[2-9]|\d\d) (?:boost|card|region|Mana Orb)\b"),
    "a space too many": re.compile(r"  | [.,;:)]|\( "),
    "no capital": re.compile(r"^[a-z]|[.] [a-z]"),
    "no full stop": re.compile(r"[^.”]$"),
    "two full stops": re.compile(r"\.\."),
    "a symbol": re.compile(r"\{"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_no_line_of_a_card_has(fault):
    lines = {line for card in catalogue() for line in wording(card)}
    assert len(lines) > 1400
    assert [line for line in lines if FAULTS[fault].search(line)] == []


@pytest.mark.parametrize(
    ("noun", "said"),
    [("Ordis Recruit", "an Ordis Recruit"), ("unique card", "a unique card"), ("Mage", "a Mage")],
)
def test_articles(noun, said):
    assert article(noun) == said
