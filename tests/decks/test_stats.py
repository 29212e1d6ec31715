"""Deck statistics and archetypes."""

from dataclasses import replace

import pytest

from altered_env import cards, decks
from altered_env.decks import Deck, roles_of


def test_a_deck_is_counted():
    deck = Deck.from_text(
        """
        1 Sierra & Oddball
        3 Foundry Armorer C
        2 Kelon Burst C
        1 The Frog Prince R2
        2 Mana Convergence
        """
    )
    found = decks.stats(deck)
    assert found.cards == 8
    assert found.curve == {0: 0, 1: 0, 2: 1, 3: 5}  # Mana Convergence is never played
    assert found.early == 6
    assert found.mean_hand_cost == pytest.approx((9 + 6 + 2) / 6)
    assert found.types == {"character": 4, "spell": 2, "mana": 2}
    assert found.rarities == {"common": 7, "rare": 1}
    assert found.factions == {"axiom": 6, "neutral": 2}
    assert found.subtypes["engineer"] == 3
    forest = found.terrains["forest"]
    assert (forest.total, forest.per_character, forest.best) == (9, 9 / 4, 4)
    assert forest.per_mana == pytest.approx(9 / 11)
    assert found.terrains["mountain"].best == 3
    assert found.roles == {"ramp": 0, "disrupt": 2, "card advantage": 0, "vanilla": 0}


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Kelon Burst C", {"disrupt"}),
        ("Foundry Armorer C", set()),
        ("Kappa C", {"vanilla"}),
        ("CORE_BR_27_C", {"ramp"}),
        ("CORE_MU_26_C", {"disrupt"}),
    ],
)
def test_what_a_card_does(name, role):
    assert roles_of(cards.find(name)) == role


@pytest.mark.parametrize(
    ("name", "archetype"),
    [
        ("demo-atsadi", "ramp"),
        ("demo-so-zhen", "aggro"),
        ("demo-so-moyo", "control"),
        ("axiom", "midrange"),
    ],
)
def test_what_a_deck_leans_to(name, archetype):
    hint = decks.archetypes(decks.load(name))[0]
    assert hint.archetype == archetype
    assert 0 < hint.score <= 1
    assert str(hint).startswith(f"{archetype} 0." if hint.score < 1 else archetype)


def test_a_deck_without_cards():
    empty = Deck("none", None, ())
    assert decks.archetypes(empty) == ()
    assert decks.stats(empty).curve == {0: 0}
    mana = replace(empty, cards=(cards.find("Mana Convergence"),))
    assert decks.stats(mana).mean_hand_cost == 0.0
