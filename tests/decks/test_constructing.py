"""Constructed lists: the package's, how they are made, and files that are no such lists."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from altered_env import cards, decks
from altered_env.arena.deck_sets import deck_of
from altered_env.decks import constructing
from altered_env.decks.constructing import (
    ARCHETYPES,
    Constructed,
    Listing,
    construct,
    for_bench,
    heroes,
    lists,
    plan,
    read,
    words_of,
    written,
)
from altered_env.decks.errors import DeckFileError
from altered_env.game.books import pool_book


def _count(deck, kind):
    return sum(kind in card.type for card in deck.cards)


def test_the_lists_of_the_package_are_legal_and_understood():
    unsupported = set(pool_book().unsupported)
    for one in lists():
        for rules in decks.RULESETS:
            assert decks.constructed(one.deck, rules) == [], one.deck.name
        assert unsupported.isdisjoint(card.reference for card in one.deck.every_card)
    assert len({(one.deck.hero, one.deck.cards) for one in lists()}) == len(lists()) >= 300


def test_no_list_has_a_card_that_is_held_out():
    sets = {card.set for one in lists() for card in one.deck.every_card}
    assert sets == {"CORE", "ALIZE", "BISE", "CYCLONE", "DUSTER", "EOLE"}


def test_the_heroes_without_a_list_are_those_of_the_page():
    every = [card for card in cards.catalogue().package if card.type == "hero"]
    without = [card.name for card in every if card not in {one.deck.hero for one in lists()}]
    page = " ".join((Path(__file__).parents[2] / "docs/decks.md").read_text("utf-8").split())
    assert f"for {len(every) - len(without)} of the {len(every)} Heroes" in page
    assert f"{', '.join(without[:-1])} and {without[-1]}." in page


def test_the_lists_are_those_of_the_plan():
    assert [one.deck.name for one in lists()] == [listing.name for listing in plan()]
    bench = {listing.name for listing in for_bench()}
    assert {one.deck.name for one in lists() if one.use == "bench"} == bench
    assert {one.deck.hero for one in lists()} == set(heroes())


def test_lists_have_the_cards_of_their_archetype():
    assert sum(_count(one.deck, "spell") >= 12 for one in lists()) >= len(lists()) / 3
    for one in lists():
        aim = ARCHETYPES[one.archetype]
        number = int(one.deck.name[-1]) - 1
        assert _count(one.deck, "spell") == aim.spells[number]
        assert _count(one.deck, "permanent") == aim.permanents
        serving = sum(not words_of(card).isdisjoint(aim.words) for card in one.deck.cards)
        assert serving >= 9, one.deck.name


def test_the_bench_has_every_archetype_and_faction_alike():
    chosen = [one for one in lists() if one.use == "bench"]
    assert set(Counter(one.archetype for one in chosen).values()) == {4}
    assert set(Counter(one.deck.hero.faction for one in chosen).values()) == {4}
    assert len({one.deck.hero for one in chosen}) == 24
    assert sum(_count(one.deck, "spell") >= 15 for one in chosen) >= 8


def test_pools_of_constructed_lists():
    training, bench = decks.pool("constructed"), decks.pool("constructed:bench")
    assert len(bench) == 24 and len(training) + len(bench) == len(lists())
    assert {deck.name for deck in training}.isdisjoint(deck.name for deck in bench)
    spells = decks.pool("constructed:spells")
    assert set(spells) < set(training) and all("-spells-" in deck.name for deck in spells)
    assert len(decks.pool("constructed:bench:asleep")) == 4
    with pytest.raises(ValueError, match="are called 'spell', did you mean 'spells'"):
        decks.pool("constructed:spell")


def test_a_list_follows_its_seed():
    listing = Listing(cards.find("Afanas & Senka"), "spells", 1)
    assert construct(listing, Random(1)) == construct(listing, Random(1))
    assert construct(listing, Random(1)) != construct(listing, Random(2))


def test_a_file_is_read_as_written(tmp_path):
    some = lists()[:3]
    (tmp_path / "some.tsv.gz").write_bytes(written(some))
    text = constructing.read_gzip(tmp_path / "some.tsv.gz", constructing.FIGURES).decode()
    assert read(text) == some
    assert all(isinstance(one, Constructed) for one in read(text))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("name\tarch", "title\tarch", r"mine.tsv:1: expected the columns name, archetype"),
        ("\ttraining\t", "\tplay\t", r"mine.tsv:2: use 'play', expected bench or training"),
        ("\tspells\t", "\tspell\t", r"mine.tsv:2: archetype 'spell', expected spells, "),
        ("\ttraining\t", "\t", r"mine.tsv:2: 3 columns, expected 4"),
        ("1 CORE_AX_01_C", "1 CORE_AX_999_C", r"mine.tsv:2.*CORE_AX_999_C"),
    ],
)
def test_a_damaged_file_is_refused(old, new, message):
    text = constructing.gzip.decompress(written(lists()[:1])).decode()
    assert old in text
    with pytest.raises(DeckFileError, match=message):
        read(text.replace(old, new, 1), "mine.tsv")


def test_a_list_is_found_by_its_name():
    for name in ("fen-asleep-1", "fen-asleep-2"):  # of the bench, and for training
        assert decks.load(name).name == name
        assert decks.pool(name) == (decks.load(name),)
        assert deck_of(name) == decks.load(name)
    with pytest.raises(LookupError, match="no deck is called 'fen-asleep-9'"):
        decks.load("fen-asleep-9")
    with pytest.raises(LookupError, match="'fen-aslep-1', did you mean 'fen-asleep-1'"):
        decks.pool("fen-aslep-1")
