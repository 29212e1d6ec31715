"""The unique cards of T4 in `altered bench1`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from altered_env import decks
from altered_env.arena.bench1.bench_entries import arena_of, entry_of
from altered_env.arena.bench1.result_files import read_result
from altered_env.cards import catalogue
from altered_env.decks.bench1 import unique_decks
from altered_env.decks.bench1.bench_pools import task_decks
from altered_env.decks.bench1.withheld import withheld_uniques
from tests.training.bench1.bots import SHIPPED


@pytest.fixture
def imported(monkeypatch):
    """Cards with the references of the withheld ones, which the package does not have."""
    factions = {"AX": "axiom", "BR": "bravos", "LY": "lyra", "MU": "muna", "OR": "ordis"}
    (like,) = [card for card in catalogue() if card.reference == "CORE_AX_16_C"]
    cards = tuple(
        replace(
            like,
            reference=reference,
            name=f"card {k % 40}",
            faction=factions.get(reference.split("_")[1], "yzmir"),
            rarity="unique",
            hand_cost=k % 7,
        )
        for k, reference in enumerate(sorted(withheld_uniques()))
    )
    monkeypatch.setattr(unique_decks, "catalogue", lambda: cards)
    unique_decks.withheld_cards.cache_clear()
    yield cards
    unique_decks.withheld_cards.cache_clear()


def test_each_deck_of_t4_gets_three_unique_cards_of_its_faction(imported):
    with_them = unique_decks.decks_with(imported)
    there = set()
    for before, after in zip(task_decks("T4"), with_them, strict=True):
        new = [card for card in after.deck.cards if card.rarity == "unique"]
        kept = [card for card in after.deck.cards if card.rarity != "unique"]
        assert len(new) == 3 and {card.faction for card in new} == {before.deck.hero.faction}
        assert Counter(kept) <= Counter(before.deck.cards)
        gone = Counter(before.deck.cards) - Counter(kept)
        assert all(card.set != "FUGUE" for card in gone) and gone.total() == 3
        assert decks.constructed(after.deck) == []
        there |= set(new)
    assert len(there) > 700


def test_a_result_with_unique_cards_is_verified_with_the_same_ones(imported, monkeypatch):
    entry = entry_of("greedy", "T4", deals=1, uniques=True)
    assert entry.variant == "with unique cards" and len(entry.uniques) == 64
    arena = arena_of(entry)
    names = {card.rarity for name in arena.decks for card in arena.deck(name).cards}
    assert "unique" in names
    assert set(imported) <= set(arena.book.cards)
    unique_decks.withheld_cards.cache_clear()
    other = (replace(imported[0], hand_cost=9), *imported[1:])
    monkeypatch.setattr(unique_decks, "catalogue", lambda: other)
    with pytest.raises(ValueError, match="the unique cards here are not those"):
        arena_of(entry)
    unique_decks.withheld_cards.cache_clear()
    moved = (replace(imported[0], source="elsewhere:1"), *imported[1:])
    monkeypatch.setattr(unique_decks, "catalogue", lambda: moved)
    assert arena_of(entry).decks == arena.decks


def test_missing_unique_cards_are_named(imported, monkeypatch):
    monkeypatch.setattr(unique_decks, "catalogue", lambda: imported[2:])
    unique_decks.withheld_cards.cache_clear()
    said = f"needs the 1,000 withheld ones, but 2 are missing, such as {imported[0].reference}"
    with pytest.raises(ValueError, match=said):
        entry_of("greedy", "T4", uniques=True)
    with pytest.raises(ValueError, match="--uniques is for T4, not for T2"):
        entry_of("greedy", "T2", uniques=True)


def test_an_entry_without_unique_cards_is_the_same_as_before_there_were_any():
    """Its hash, from which its seeds derive, and its line."""
    entry = read_result(SHIPPED / "T4-greedy.jsonl.gz").entry
    assert "uniques" not in entry.head() and entry.uniques == ""
    assert entry.digest != replace(entry, uniques="0" * 64).digest
