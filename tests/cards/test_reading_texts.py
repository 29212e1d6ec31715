"""Reading official cards in bulk: each part of a text once, kept on disk, by several processes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from altered_env.cards import catalogue, known_texts
from altered_env.cards.importing import english, read_cards
from altered_env.cards.official import read_entry
from altered_env.cardstats import reading_texts
from altered_env.cardstats.reading_texts import read_all, unplayable_of
from altered_env.engine import cache
from altered_env.language.english import understanding

LINES = ("{J} Draw a card.", "{R} I gain 2 boosts.", "{H} Target Character gains 1 boost.")


def official(number, main, support=""):
    return read_entry(
        {
            "reference": f"ALT_CORE_B_AX_16_U_{number}",
            "name": "Foundry Armorer",
            "faction": "AX",
            "type": "CHARACTER",
            "subtypes": ["ENGINEER"],
            **dict.fromkeys(("hand_cost", "reserve_cost", "forest", "mountain", "ocean"), 2),
            "main_text": main,
            "echo_text": support,
        }
    )


@pytest.fixture
def names(tmp_path, monkeypatch):
    """The pool's names, with nothing known and a cache of its own."""
    monkeypatch.setattr(cache, "root", lambda: tmp_path)
    monkeypatch.setattr(understanding, "_KNOWN", {})
    return catalogue().names


@pytest.fixture
def read(monkeypatch):
    """The parts that are read, in order."""
    found = []
    whole = understanding.read_part

    def counted(part, names):
        found.append(part.text)
        return whole(part, names)

    monkeypatch.setattr(understanding, "read_part", counted)
    monkeypatch.setattr(reading_texts, "read_part", counted)
    return found


def some(count):
    return [
        official(k, f"{LINES[k % 3]} {LINES[(k + 1) % 3]}", "{D} : Draw a card.")
        for k in range(count)
    ]


def test_a_part_is_read_once(names, read):
    readings = list(read_cards(some(30), names, english))
    assert sorted(read) == sorted({*LINES, "{D} : Draw a card."})
    assert all(reading.ok for reading in readings)
    lines = readings[1].lines
    assert [line.where for line in lines] == ["main", "main", "support"]
    assert lines[1].text == LINES[2] and lines[1].start == len(LINES[1]) + 1


def test_a_problem_is_marked_at_its_place_however_often_its_part_occurs(names):
    cards = [official(1, "Draw two crads."), official(2, "{J} Draw a card. {R} Draw two crads.")]
    places = [reading.failures[0] for reading in read_cards([*cards, *cards], names, english)]
    spans = [failure.line[failure.start : failure.end] for failure in places]
    assert spans == ["crads."] * 4


def test_what_was_read_is_kept_for_the_next_run(names, read, monkeypatch):
    cards = some(reading_texts.MANY)
    before = read_all(cards, names, 1)
    assert len(read) == 4
    monkeypatch.setattr(understanding, "_KNOWN", {})
    assert read_all(cards, names, 1) == before
    assert len(read) == 4, "the second run reads nothing again"


def test_texts_of_another_grammar_or_pool_are_not_used(names, monkeypatch):
    read_all(some(reading_texts.MANY), names, 1)
    monkeypatch.setattr(understanding, "_KNOWN", {})
    other = type(names)(names.tokens | {"clockwork_owl"}, names.counters, names.subtypes)
    assert known_texts.load(other) == 0
    assert known_texts.load(names) == 4


def test_several_processes_read_the_same(names, monkeypatch):
    monkeypatch.setattr(reading_texts, "ENOUGH", 1)
    monkeypatch.setattr(reading_texts, "PIECE", 2)
    monkeypatch.setattr(reading_texts, "COMPILED", 1)
    monkeypatch.setattr(reading_texts, "BOOK", 50)
    cards = [*some(reading_texts.MANY), official(999, "{J} Draw two crads.")]
    found = read_all(cards, names, 2)
    monkeypatch.setattr(understanding, "_KNOWN", {})
    assert found == list(read_cards(cards, names, english))
    ready = [reading.card for reading in found if reading.card is not None]
    assert len(ready) == reading_texts.MANY
    assert unplayable_of(ready, catalogue().tokens, names, 2) == {}


def test_a_card_is_compiled_only_for_a_line_that_no_playable_card_has(names, monkeypatch):
    wholes = []
    whole = reading_texts.unplayable

    def counted(cards, *given):
        wholes.append([card.reference for card in cards])
        return whole(cards, *given)

    monkeypatch.setattr(reading_texts, "unplayable", counted)
    readings = read_cards([official(k, LINES[k % 2]) for k in range(6)], names, english)
    cards = [reading.card for reading in readings]
    wrong = "J: draw(a_hundred)"
    bad = [replace(card, abilities=(*card.abilities, wrong)) for card in cards[4:]]
    other = replace(cards[3], abilities=(wrong,))
    found = unplayable_of([*cards[:3], *bad, other], catalogue().tokens, names, 1)
    assert set(found) == {card.reference for card in (*bad, other)}
    assert wholes == [
        [c.reference for c in (*cards[:2], bad[0])],
        [bad[1].reference, other.reference],
    ]
