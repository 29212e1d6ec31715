"""Entries of a collection whose text is not that of the card of their number."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from altered_env import cards
from altered_env.cards.worths import worths
from altered_env.cardstats.collection import reading_collections as reading
from altered_env.cardstats.collection.card_values import BY_NUMBER, valued
from altered_env.cardstats.collection.reading_collections import read_collection
from altered_env.cardstats.context.worth_model import model
from altered_env.cli import main
from altered_env.language.notation import read_ability
from altered_env.language.wording import word
from tests.cards.test_collection import ARMORER, MEASURED, first_of, names, unique
from tests.cards.test_official import flat


def official_of(reference):
    """The entry of a card of the package, as in official data."""
    card = cards.find(reference)
    return flat(
        reference=f"ALT_CORE_B_{reference.removeprefix('CORE_')}",
        name=card.name,
        set="CORE",
        rarity=card.rarity.upper(),
        faction="AX",
        type=card.type.upper(),
        subtypes=list(card.subtypes),
        hand_cost=card.hand_cost,
        reserve_cost=card.reserve_cost,
        forest=card.forest,
        mountain=card.mountain,
        ocean=card.water,
        main_text=" ".join(word(read_ability(line)) for line in card.abilities),
        echo_text=None,
    )


def test_an_entry_that_says_the_same_is_the_card_of_the_package():
    (one,) = read_collection(json.dumps([official_of(ARMORER)])).held
    assert one.card is cards.find(ARMORER)
    (value,) = valued([one])
    assert value.source == "measured" and not value.remarks


@pytest.mark.parametrize("change", [{"forest": 5}, {"main_text": "{J} Draw a card."}])
def test_another_text_under_the_number_of_a_measured_card_is_estimated(change):
    found = read_collection(json.dumps([{**official_of(ARMORER), **change}]))
    (value,) = valued(found.held)
    assert value.card is not None and value.card != cards.find(ARMORER)
    assert value.source == "estimated" and value.worth != worths().cards[ARMORER].worth
    assert value.remarks[0] == "another text was measured under this number; this is an estimate"


def test_a_text_of_a_known_number_that_is_not_understood_is_named(tmp_path, capsys):
    found = read_collection(json.dumps([{**official_of(ARMORER), "main_text": "{R} Frob."}]))
    assert found.held[0].card is cards.find(ARMORER) and not found.problems
    assert str(found.by_number[0]).startswith("entry 1: Foundry Armorer C: its text is not underst")
    (value,) = valued(found.held)
    assert value.source == "measured" and value.remarks == (BY_NUMBER,)
    entry = {**unique(main_text="{R} Frob."), "reference": f"ALT_{MEASURED.replace('E_', 'E_B_')}"}
    (value,) = valued(read_collection(json.dumps([entry])).held)
    assert (value.reference, value.source, value.remarks) == (MEASURED, "measured", (BY_NUMBER,))
    path = tmp_path / "one.json"
    path.write_text(json.dumps([{**official_of(ARMORER), "main_text": "{R} Frob."}]))
    assert main(["cards", "value", str(path)]) == 1
    said = capsys.readouterr().out
    assert (
        "Texts not understood, so the cards of their numbers count: 1\n  entry 1: Foundry" in said
    )
    path.write_text(json.dumps([official_of(ARMORER)]))
    assert main(["cards", "value", str(path)]) == 0


def test_another_text_under_the_number_of_a_measured_unique_is_estimated():
    entry = {**unique(), "reference": "ALT_CORE_B_AX_13_U_380", "name": "Ada Lovelace"}
    (value,) = valued(read_collection(json.dumps([entry])).held)
    assert value.source == "estimated" and "another text was measured" in value.remarks[0]


def test_the_worth_in_context_of_another_text_is_not_that_of_the_measured_one():
    other = replace(cards.find(ARMORER), forest=5, mountain=5)
    plain = replace(other, reference="CORE_AX_99_C")
    assert not model().answer(other).measured and model().answer(cards.find(ARMORER)).measured
    assert first_of(model().answer(other)) == first_of(model().answer(plain))


def test_texts_of_two_files_are_two_cards(tmp_path):
    for name, forest in (("one.txt", 1), ("two.txt", 3)):
        (tmp_path / name).write_text(f"Owl {forest} (Axiom Character, Robot) 3/2 {forest}/2/3\n")
    found = reading.read_files([str(tmp_path / "one.txt"), str(tmp_path / "two.txt")])
    assert [(one.count, one.card.forest) for one in found.held] == [(1, 1), (1, 3)]


def test_two_texts_under_one_number_are_told():
    found = read_collection(json.dumps([unique(), unique(forest=5)]))
    assert names(found) == [(1, "CORE_AX_16_U_7")]
    assert "CORE_AX_16_U_7 has another text than at entry 1" in str(found.problems[0])
