"""Finding cards."""

import importlib
import pickle
import time
from dataclasses import replace

import pytest

from altered_env import cards
from altered_env.cards.catalogue import HERE


def test_by_reference_short_and_official():
    card = cards.catalogue()["CORE_AX_16_R1"]
    assert (card.name, card.set, card.version) == ("Foundry Armorer", "CORE", "R1")
    for reference in ("ALT_CORE_B_AX_16_R1", "ALT_COREKS_B_AX_16_R1", "CORE_AX_16_R1"):
        assert cards.find(reference) is card


def test_by_the_reference_of_another_print():
    card = replace(cards.find("Foundry Armorer C"), prints=("FAIR_P_AX_16_C", "CORE_A_AX_16_C"))
    pool = cards.Catalogue([card])
    for reference in ("ALT_FAIR_P_AX_16_C", "FAIR_AX_16_C", "alt_core_a_ax_16_c"):
        assert pool.find(reference) is card
        assert reference in pool
    with pytest.raises(cards.UnknownCardError, match="did you mean 'CORE_AX_16_C'"):
        pool.find("ALT_CORE_B_AX_116_C")


def test_the_uniques_of_a_reprint_are_cards_of_their_own():
    card = replace(cards.find("Foundry Armorer C"), reference="CORE_AX_16_U_7", rarity="unique")
    assert "ALT_COREKS_B_AX_16_U_7" not in cards.Catalogue([card])


@pytest.mark.parametrize("reference", ["FAIR_AX_16_C", "OTHER_AX_16_C"])
def test_a_print_belongs_to_one_card(reference):
    card = replace(cards.find("Foundry Armorer C"), prints=("FAIR_P_AX_16_C",))
    other = replace(cards.find("Amelia Earhart C"), reference=reference, prints=card.prints)
    for first, second in ((card, other), (other, card)):
        with pytest.raises(cards.CardFileError, match=" already has a "):
            cards.Catalogue([first, second])
        pool = cards.Catalogue([first])
        with pytest.raises(cards.CardFileError, match=" already has a "):
            pool.add([second])
        assert len(pool) == 1


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("Foundry Armorer", "CORE_AX_16_C"),
        ("foundry  armorer c", "CORE_AX_16_C"),
        ("Foundry Armorer R1", "CORE_AX_16_R1"),
        ("Foundry Armorer R", "CORE_AX_16_R1"),
        ("Foundry Armorer F", "CORE_AX_16_R2"),
        (" Sierra & Oddball ", "CORE_AX_01_C"),
    ],
)
def test_by_name(text, reference):
    assert cards.find(text).reference == reference


def test_accents_and_apostrophes_do_not_matter():
    assert cards.find("coppelia c").name == "Coppélia"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Foundry Armoror C", "no card is called .*did you mean 'Foundry Armorer'"),
        ("Foundry Armorer E", "has no version E; it has C, R1, R2"),
        ("CORE_AX_160_C", "no card has the reference .*did you mean 'CORE_AX_16_C'"),
        ("", "no card is called"),
        ("%" * 10_000, "no card is called"),
    ],
)
def test_what_is_not_there_is_said_with_a_suggestion(text, message):
    with pytest.raises(cards.UnknownCardError, match=message):
        cards.find(text)


def test_search():
    found = cards.search("armorer", faction="axiom", type="character", subtype="engineer")
    assert [card.reference for card in found] == ["CORE_AX_16_C", "CORE_AX_16_R1"]
    assert cards.search("create(brassbug", rarity="rare", set="core")
    assert not any(card.token for card in cards.search())
    assert all(card.token for card in cards.search(token=True))


def test_the_order_is_fixed_and_tokens_come_first():
    order = [card.reference for card in cards.catalogue()]
    assert order == [card.reference for card in cards.Catalogue.of_package()]
    tokens = [card.token for card in cards.catalogue()]
    assert tokens == sorted(tokens, reverse=True)


def test_every_card_is_found_by_its_reference_and_its_words():
    for card in cards.catalogue():
        assert cards.catalogue()[card.reference] is card
        if not card.token:
            assert cards.find(str(card)) is card
        assert card in cards.catalogue()


def test_where_a_card_was_read():
    card = cards.find("Foundry Armorer R1")
    file, line = card.source.split(":")
    text = (HERE / file).read_text("utf-8").splitlines()[int(line) - 1]
    assert "AX_16_R1" in text


def test_unsupported_cards_are_listed_with_the_reason():
    def understand(card):
        if card.name == "Foundry Armorer":
            raise ValueError("unknown word")

    reasons = cards.catalogue().unsupported(understand)
    assert set(reasons) == {"CORE_AX_16_C", "CORE_AX_16_R1", "CORE_AX_16_R2"}
    assert set(reasons.values()) == {"unknown word"}


def test_cards_and_errors_survive_pickling():
    card = cards.find("Foundry Armorer C")
    assert pickle.loads(pickle.dumps(card)) == card
    error = cards.CardFileError("f.yaml", "is wrong", line=3, card="Kuwat C", field="cost")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert str(error) == "f.yaml:3, Kuwat C, cost: is wrong"


def test_the_pool_loads_fast():
    took = []
    for _ in range(3):
        start = time.process_time()
        cards.Catalogue.of_package()
        took.append(time.process_time() - start)
    assert min(took) < 0.5


def test_similar_cards_are_found_among_thousands():
    pool = cards.catalogue()
    for wrong, right in [
        ("COER_AX_16_C", "CORE_AX_16_C"),
        ("CORE_AX_116_C", "CORE_AX_16_C"),
        ("Foundry Armourer", "Foundry Armorer"),
        ("Kelon Brst", "Kelon Burst"),
    ]:
        with pytest.raises(cards.UnknownCardError, match=f"did you mean '{right}'"):
            pool.find(wrong)


def test_a_suggestion_is_looked_up_once_until_there_are_other_cards(monkeypatch):
    asked = []

    def look_up(word, choices):
        asked.append(word)
        return ", did you mean x?"

    module = importlib.import_module("altered_env.cards.catalogue")
    monkeypatch.setattr(module, "did_you_mean", look_up)
    armorer = cards.find("Foundry Armorer C")
    pool = cards.Catalogue([armorer])
    for _ in range(3):
        for wrong in ("CORE_AX_17_C", "Foundry Armourer"):
            with pytest.raises(cards.UnknownCardError, match="did you mean x"):
                pool.find(wrong)
    assert asked == ["CORE_AX_17_C", "Foundry Armourer"]
    pool.add([replace(armorer, reference="CORE_AX_18_C", prints=())])
    with pytest.raises(cards.UnknownCardError):
        pool.find("CORE_AX_17_C")
    assert len(asked) == 3
