"""Cards in the format of public databases, imported by folder; cards that a deck names."""

from __future__ import annotations

import json

import pytest

from altered_env.cards import catalogue
from altered_env.cards.exports import read_official
from altered_env.cli import main
from altered_env.decks import Deck, starter


def entry(reference, text, **more):
    """A unique card as a database that keeps a file for each card has it."""
    return {
        "id": reference,
        "reference": reference,
        "type": "CHARACTER",
        "subtypes": ["ENGINEER"],
        "mainFaction": "AX",
        "rarity": "UNIQUE",
        "name": {"en": "Foundry Armorer", "fr": "Forgeuse"},
        "elements": {
            "MAIN_COST": "#3#",
            "RECALL_COST": "3",
            "FOREST_POWER": "2",
            "MOUNTAIN_POWER": "2",
            "OCEAN_POWER": "2",
            "MAIN_EFFECT": {"en": text, "fr": "..."},
        },
        **more,
    }


MINE, OTHER = "ALT_CORE_B_AX_16_U_71", "ALT_CORE_B_AX_16_U_72"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ALTERED_HOME", str(tmp_path / "home"))
    catalogue.cache_clear()
    place = tmp_path / "CARDS" / "EN" / "CORE" / "AX"
    place.mkdir(parents=True)
    (place / f"{MINE}.json").write_text(json.dumps(entry(MINE, "{J} Draw a card.")))
    (tmp_path / "CARDS" / "set.json").write_text(json.dumps({OTHER: entry(OTHER, "{R} Resupply.")}))
    (tmp_path / "CARDS" / "README.md").write_text("not a card")
    yield tmp_path / "CARDS"
    catalogue.cache_clear()


def test_a_folder_is_read_with_all_its_files(folder):
    found = read_official(folder)
    assert not found.errors and found.entries == 2
    assert {card.reference for card in found.cards} == {"CORE_AX_16_U_71", "CORE_AX_16_U_72"}


def test_what_is_there_twice_is_named_with_its_file(folder):
    (folder / "again.json").write_text(json.dumps([entry(MINE, "{J} Draw a card.")]))
    (error,) = read_official(folder).errors
    assert "occurs twice, first in ALT_CORE_B_AX_16_U_71.json, entry 1" in str(error)
    assert str(error).startswith("again.json:1, entry 1, ALT_CORE_B_AX_16_U_71")


def test_the_unique_cards_of_a_deck_come_by_reference(folder, tmp_path, capsys):
    lists = starter("axiom")
    path = tmp_path / "mine.json"
    cards = [{"cardReference": "ALT_CORE_B_AX_01_C", "quantity": 1}]
    cards += [{"cardReference": card.reference, "quantity": 1} for card in lists.cards[1:]]
    cards.append({"cardReference": MINE, "quantity": 1})
    path.write_text(json.dumps(cards))
    assert main(["decks", "check", str(path)]) == 2
    assert "AX_16_U_71" in capsys.readouterr().err
    assert main(["cards", "import", str(folder), "--deck", str(path)]) == 0
    assert "CORE_AX_16_U_71" in catalogue() and "CORE_AX_16_U_72" not in catalogue()
    deck = Deck.from_file(path)
    assert Deck.from_text(deck.to_exchange(), name=deck.name) == deck
    capsys.readouterr()
    assert main(["decks", "check", str(path), "--format", "no_unique", "--rules", "5.0"]) == 1
    assert "is a unique card; none are allowed" in capsys.readouterr().out


def test_a_list_without_references_is_refused(folder, tmp_path, capsys):
    (tmp_path / "names.txt").write_text("3 Kelon Burst C\n")
    assert main(["cards", "import", str(folder), "--deck", str(tmp_path / "names.txt")]) == 2
    assert "names.txt contains no reference" in capsys.readouterr().err
