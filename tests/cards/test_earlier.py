"""Cards as of a date: the earlier texts are playable, and chosen by date."""

import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from altered_env import cards
from altered_env.cards.earlier import as_of, corrections, is_suspended, of_unknown_text
from altered_env.cards.importing import english
from altered_env.cards.official import read_entry
from altered_env.game.books import book_for, book_of, pool_book
from altered_env.language.notation import read_ability

PRINTED = Path(__file__).parents[3] / "shared/cards/earlier-text.jsonl"
DATED = {reference: day for reference, day in corrections().items() if day is not None}
DAY = timedelta(days=1)


@pytest.mark.parametrize("reference", DATED)
def test_the_earlier_text_holds_until_the_day_of_the_correction(reference):
    now, day = cards.find(reference), DATED[reference]
    then = as_of(now, day - DAY)
    assert as_of(now, day) is now
    assert (then.abilities, then.support) != (now.abilities, now.support)
    assert (then.reference, then.name, then.prints) == (now.reference, now.name, now.prints)


def test_every_earlier_text_can_be_played():
    then = [as_of(cards.find(reference), date(2024, 10, 1)) for reference in DATED]
    assert book_of(then).unsupported == {}


def test_earlier_texts_are_the_printed_ones():
    if not PRINTED.exists():
        pytest.skip("the earlier texts are not beside the project")
    names = cards.catalogue().names
    for line in PRINTED.read_text("utf-8").splitlines():
        entry = json.loads(line)
        official = read_entry(entry)
        then = as_of(cards.find(entry["reference"]), date.fromisoformat(entry["until"]) - DAY)
        found = english(official, names)
        assert [read_ability(one) for one in then.abilities] == [
            read_ability(one) for one in found.abilities
        ]
        assert (then.hand_cost, then.reserve_cost) == official.numbers[:2]
        assert DATED.pop(official.reference) == date.fromisoformat(entry["until"])
    assert not DATED


def test_a_correction_without_a_date_changes_nothing():
    (daedalus, *_) = lost = of_unknown_text(cards.catalogue())
    assert len(lost) == 9
    assert as_of(daedalus, date(2024, 10, 1)) is daedalus


@pytest.mark.parametrize(
    ("card", "first"),
    [
        ("Lyra Festival R2", date(2026, 7, 22)),
        ("Helping Hand R2", date(2025, 8, 5)),
        ("Baba Yaga R2", date(2025, 8, 5)),
    ],
)
def test_suspensions_have_a_first_day(card, first):
    card = cards.find(card)
    assert is_suspended(card) and is_suspended(card, first)
    assert not is_suspended(card, first - DAY)


def test_the_dates_agree_with_the_cards():
    """A card that is suspended today has a date, and no other has one."""
    today = {card for card in cards.catalogue().package if card.suspended}
    assert today == {card for card in cards.catalogue().package if is_suspended(card, date.max)}


def test_a_book_holds_one_text_of_a_card():
    now = cards.find("Afanas & Senka")
    then = as_of(now, date(2025, 1, 3))
    assert len(book_for([then]).cards[book_for([then]).index[now.reference]].abilities) == 1
    book = pool_book([then])
    assert book.cards[book.index[now.reference]] == then
    assert len(book.cards) == len(pool_book().cards)
    for make in (book_for, pool_book):
        with pytest.raises(ValueError, match="two texts of Afanas & Senka"):
            make([now, then, as_of(cards.find("Robin Hood C"), date(2024, 10, 1))])


def test_a_card_of_two_files_is_one_card():
    """A unique card that was imported, and the same among people's texts."""
    now = cards.find("Afanas & Senka")
    other = replace(now, source="uniques.jsonl:7")
    assert other == now and other.source != now.source
    assert len(book_for([now, other]).cards) == len(book_for([now]).cards)
