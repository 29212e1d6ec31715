"""Deck lists as text."""

import pickle

import pytest

from altered_env import cards, decks
from altered_env.decks import Deck, DeckFileError
from tests.citations import cites


def test_a_list_is_read():
    deck = Deck.from_text(
        """
        # a small one
        1 Sierra & Oddball
        3 Foundry Armorer C     # by name
        2 CORE_AX_16_R1
        ALT_CORE_B_AX_04_C
        2x Kelon Elemental C
        """
    )
    assert deck.hero is cards.find("Sierra & Oddball")
    armorers = [card.version for card in deck.cards if card.name == "Foundry Armorer"]
    assert armorers == ["C", "C", "C", "R1", "R1"]
    assert len(deck.cards) == 8
    assert deck.every_card == (deck.hero, *deck.cards)


@cites("2024.09:RM-1.1.4.e-1")
def test_a_list_must_say_which_version():
    with pytest.raises(DeckFileError, match=r"deck:1: which Foundry Armorer.*: C, R1, R2"):
        Deck.from_text("3 Foundry Armorer")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n3 Foundry Armoror C", "deck:2: no card is called .*did you mean 'Foundry Armorer'"),
        ("3 CORE_AX_160_C", "deck:1: no card has the reference .*did you mean 'CORE_AX_16_C'"),
        ("3 Foundry Armorer E", "deck:1: Foundry Armorer has no version E; it has C, R1, R2"),
        ("0 CORE_AX_16_C", "deck:1: 0 copies, expected 1 to 99"),
        ("100 CORE_AX_16_C", "deck:1: 100 copies"),
        ("9" * 5_000 + " CORE_AX_16_C", "copies, expected 1 to 99"),
        ("99 CORE_AX_16_C\n" * 3, "deck:3: over 255 cards"),
        ("2 CORE_AX_01_C", "second Hero"),
        ("CORE_AX_01_C\nCORE_BR_01_C", "deck:2: .* second Hero"),
        ("-3 CORE_AX_16_C", "no card is called"),
        ("3", "no card is called '3'"),
        ("x" * 100_001, "over 100,000 characters"),
        ("\n" * 1_001, "1,001 lines"),
    ],
)
def test_wrong_lists_are_refused(text, message):
    with pytest.raises(DeckFileError, match=message) as caught:
        Deck.from_text(text)
    assert len(str(caught.value)) < 300


def test_files(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("\ufeff1 CORE_AX_01_C\r\n3 CORE_AX_16_C\r\n", "utf-8")
    deck = decks.load(path)
    assert (deck.name, len(deck.cards)) == ("mine", 3)
    path.write_text("3 CORE_AX_160_C")
    with pytest.raises(DeckFileError, match=r"mine\.txt:1: "):
        decks.load(path)
    path.write_bytes(b"\xff\x00")
    with pytest.raises(DeckFileError, match="not text in UTF-8"):
        decks.load(path)
    path.write_bytes(b" " * 100_001)
    with pytest.raises(DeckFileError, match="a deck list has at most 100,000"):
        decks.load(path)
    with pytest.raises(DeckFileError, match="No such file"):
        decks.load(tmp_path / "none.txt")
    with pytest.raises(LookupError, match="did you mean 'axiom'"):
        decks.load("axion")


def test_a_token_is_in_no_deck():
    with pytest.raises(DeckFileError, match="a token"):
        Deck.from_text("1 brassbug")


@pytest.mark.parametrize("name", decks.names())
def test_a_list_written_reads_back_the_same(name):
    deck = decks.starter(name)
    assert Deck.from_text(deck.to_text(), name=name) == deck
    assert pickle.loads(pickle.dumps(deck)) == deck


def test_starters():
    assert decks.names() == ("axiom", "bravos", "lyra", "muna", "ordis", "yzmir")
    for name in decks.names():
        deck = decks.starter(name)
        assert deck.hero is not None
        assert deck.hero.faction == name
        assert len(deck.cards) == 39
        for rules in decks.RULESETS:
            assert decks.constructed(deck, rules) == []
