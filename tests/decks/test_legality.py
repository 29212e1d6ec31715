"""Deck building, under both rulesets."""

from dataclasses import replace

import pytest

from altered_env import cards, decks
from altered_env.decks import Deck
from tests.citations import cites

BOTH = pytest.mark.parametrize("rules", decks.RULESETS)


def copies(number, *, names=None, **changes):
    """`number` different cards of Axiom, or as many as there are `names`."""
    card = replace(cards.find("Foundry Armorer C"), **changes)
    names = [f"Card {i}" for i in range(number)] if names is None else names
    return tuple(
        replace(card, name=name, reference=f"OWN_AX_{i}_C") for i, name in enumerate(names)
    )


def deck(number=39, *more):
    """A deck of that many commons, and `more`."""
    return Deck("mine", cards.find("Sierra & Oddball"), copies(number) + more)


def cited(found):
    return [violation.rule for violation in found]


@cites("5.0:1.1.4.b", "2024.09:1.1.4.b", "2024.09:DB-02", "2024.09:DB-01")
@BOTH
def test_a_constructed_deck_has_exactly_one_hero(rules):
    assert decks.constructed(deck(), rules) == []
    without = decks.constructed(replace(deck(), hero=None), rules)
    assert cited(without) == ["1.1.4.b"]
    second = decks.constructed(deck(39, cards.find("Sierra & Oddball")), rules)
    assert cited(second) == ["1.1.4.b"]


@cites(
    "rulesets:Cards in a constructed deck",
    "5.0:1.1.4.b",
    "2024.09:1.1.4.c",
    "2024.09:DB-02",
    "2024.09:DB-01",
)
@BOTH
def test_at_least_39_cards_beside_the_hero(rules):
    assert decks.constructed(deck(39), rules) == []
    assert cited(decks.constructed(deck(38), rules)) == [
        {"2024.09": "1.1.4.c", "5.0": "1.1.4.b"}[rules]
    ]


@cites("rulesets:Cards in a constructed deck", "2024.09:1.1.4.c", "2024.09:DB-02")
def test_no_maximum_in_2024_09():
    assert decks.constructed(deck(70), "2024.09") == []


@cites("rulesets:Cards in a constructed deck", "5.0:1.1.4.b", "2024.09:DB-01")
def test_at_most_60_with_the_hero_in_5_0():
    assert decks.constructed(deck(59), "5.0") == []
    (violation,) = decks.constructed(deck(60), "5.0")
    assert str(violation) == "61 cards with the Hero; at most 60 are allowed (1.1.4.b)"


@cites("5.0:1.1.4.c", "2024.09:1.1.4.d", "2024.09:DB-01", "2024.09:DB-02")
@BOTH
def test_all_cards_share_the_heros_faction(rules):
    (violation,) = decks.constructed(deck(39, cards.find("Foundry Armorer R2")), rules)
    assert violation.rule == {"2024.09": "1.1.4.d", "5.0": "1.1.4.c"}[rules]
    assert "from Bravos, but the Hero is from Axiom" in violation.message
    # An out-of-faction rare counts by the faction that it has, not by its number.
    assert decks.constructed(deck(39, cards.find("The Frog Prince R2")), rules) == []


@cites("5.0:1.1.4.d", "2024.09:1.1.4.e", "2024.09:DB-03", "2024.09:2.2.3.d")
@BOTH
def test_at_most_three_of_one_name_in_all_versions(rules):
    three = copies(0, names=["Kuwat"] * 3)
    assert decks.constructed(deck(39, *three), rules) == []
    fourth = copies(0, names=["Kuwat"], rarity="rare")
    (violation,) = decks.constructed(deck(39, *three, *fourth), rules)
    assert violation.rule == {"2024.09": "1.1.4.e", "5.0": "1.1.4.d"}[rules]
    assert "4 cards called Kuwat" in violation.message


@cites("rulesets:Exalted cards in a constructed deck", "5.0:1.1.4.e", "5.0:1.1.4.f", "5.0:1.1.4.g")
@pytest.mark.parametrize(
    ("rarity", "most", "rule"),
    [
        pytest.param(
            "rare",
            15,
            {"2024.09": "1.1.4.f", "5.0": "1.1.4.e"},
            marks=cites("2024.09:1.1.4.f", "2024.09:DB-04"),
        ),
        pytest.param(
            "exalted",
            3,
            {"2024.09": "DB-05", "5.0": "1.1.4.f"},
            marks=cites("2024.09:DB-05"),
        ),
        pytest.param(
            "unique",
            3,
            {"2024.09": "1.1.4.g", "5.0": "1.1.4.g"},
            marks=cites("2024.09:1.1.4.g", "2024.09:DB-06"),
        ),
    ],
)
@BOTH
def test_each_rarity_has_its_limit(rules, rarity, most, rule):
    names = [f"{rarity} {i}" for i in range(most + 1)]
    allowed = copies(0, names=names[:most], rarity=rarity)
    assert decks.constructed(deck(39, *allowed), rules) == []
    too_many = copies(0, names=names, rarity=rarity)
    assert cited(decks.constructed(deck(39, *too_many), rules)) == [rule[rules]]


@cites("5.0:1.1.4.e", "5.0:2.2.5.b", "2024.09:2.2.4.b", "2024.09:1.1.4.f")
def test_an_out_of_faction_rare_is_a_rare():
    prince = cards.find("The Frog Prince F")
    rares = copies(0, names=[f"rare {i}" for i in range(15)], rarity="rare")
    assert cited(decks.constructed(deck(39, *rares, prince))) == ["1.1.4.f"]


@BOTH
def test_suspended_cards_are_refused_in_constructed_and_not_in_limited(rules):
    banned = deck(39, *copies(0, names=["Banned"], suspended=True))
    (violation,) = decks.constructed(banned, rules)
    assert "suspended" in violation.message
    assert decks.limited(banned, rules=rules) == []


def test_a_token_is_in_no_deck():
    (violation,) = decks.constructed(deck(39, replace(copies(1)[0], token=True)))
    assert "token" in violation.message


@cites("5.0:1.1.5.a", "2024.09:1.1.5.a")
@BOTH
def test_a_limited_deck_comes_from_its_pool_and_mana_convergence(rules):
    hero, *given = deck(24).every_card
    mana = (cards.find("Mana Convergence"),) * 9
    mine = Deck("mine", hero, (*given, *mana))
    assert decks.limited(mine, [hero, *given], rules) == []
    assert decks.limited(mine, [hero, *given, *given], rules) == []
    (violation,) = decks.limited(mine, [hero, *given[1:]], rules)
    assert (violation.rule, violation.message[-14:]) == ("1.1.5.a", "the pool has 0")
    assert cited(decks.limited(mine, given, rules)) == ["1.1.5.a"]


@cites("5.0:1.1.5.b", "2024.09:1.1.5.b")
@BOTH
def test_a_limited_deck_has_one_hero_or_none(rules):
    assert decks.limited(deck(30), rules=rules) == []
    assert decks.limited(replace(deck(30), hero=None), rules=rules) == []
    two = deck(30, cards.find("Sierra & Oddball"))
    assert cited(decks.limited(two, rules=rules)) == ["1.1.5.b"]


@cites("rulesets:Cards in a limited deck", "5.0:1.1.5.b", "2024.09:1.1.5.c")
def test_the_size_of_a_limited_deck():
    without = replace(deck(29), hero=None)
    assert decks.limited(deck(29), rules="2024.09") == []
    assert decks.limited(without, rules="2024.09") == []
    assert cited(decks.limited(deck(28), rules="2024.09")) == ["1.1.5.c"]
    assert decks.limited(deck(29), rules="5.0") == []
    assert cited(decks.limited(without, rules="5.0")) == ["1.1.5.b"]
    assert cited(decks.limited(deck(28), rules="5.0")) == ["1.1.5.b"]


@cites("5.0:1.1.5.c", "2024.09:1.1.5.d")
@BOTH
def test_a_limited_deck_has_at_most_three_factions_its_hero_included(rules):
    two = copies(1, faction="lyra") + copies(1, faction="muna")
    neutral = (cards.find("Mana Convergence"),)
    assert decks.limited(deck(30, *two, *neutral), rules=rules) == []
    third = copies(1, faction="ordis")
    (violation,) = decks.limited(deck(30, *two, *third), rules=rules)
    assert violation.rule == {"2024.09": "1.1.5.d", "5.0": "1.1.5.c"}[rules]
    heroless = Deck("mine", None, copies(28, faction="lyra") + two + third)
    assert decks.limited(heroless, rules=rules) == []
    hero = Deck("mine", cards.find("Sierra & Oddball"), heroless.cards)
    assert decks.limited(hero, rules=rules) != []


@cites("2024.09:RM-1.1.5.d-1")
@BOTH
def test_limited_has_no_cap_on_names_and_rarities(rules):
    same = copies(0, names=["Kuwat"] * 40, rarity="unique")
    assert decks.limited(Deck("mine", None, same), rules=rules) == []


@cites("2024.09:DB-11")
@BOTH
def test_standard_is_one_against_one_with_two_legal_decks(rules):
    axiom, bravos = decks.starter("axiom"), decks.starter("bravos")
    assert decks.standard([axiom, bravos], rules) == []
    assert len(decks.standard([axiom, bravos, axiom], rules)) == 1
    short = replace(bravos, name="short", cards=bravos.cards[1:])
    (violation,) = decks.standard([axiom, short], rules)
    assert violation.message.startswith("short: 38 cards")


def test_an_unknown_ruleset():
    with pytest.raises(ValueError, match=r"unknown ruleset '2024.9', did you mean '2024.09'"):
        decks.constructed(deck(), "2024.9")
