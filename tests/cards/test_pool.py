"""The package's cards against the official data, if available."""

import json
from pathlib import Path

import pytest

from altered_env import cards
from altered_env.cards.exports import read_official
from altered_env.cards.printed_words import FACTION_CODES
from altered_env.language.english import understand
from altered_env.language.notation import read_ability
from altered_env.language.writing import write_ability

OFFICIAL = Path(__file__).parents[3] / "shared/cards/official-text.jsonl"
FUGUE = OFFICIAL.with_name("fugue-text.jsonl")
SUSPENDED_SINCE = {"CORE_LY_29_C", "CORE_LY_29_R1", "CORE_LY_29_R2"}
"""Suspended later than the data."""


@pytest.fixture(scope="module")
def official():
    """The official cards by short reference."""
    if not OFFICIAL.exists() or not FUGUE.exists():
        pytest.skip("the official card data is not beside the project")
    found = {}
    for line in [*OFFICIAL.read_text("utf-8").splitlines(), *FUGUE.read_text("utf-8").splitlines()]:
        card = json.loads(line)
        _, set_name, _, *rest = card["reference"].split("_")
        found["_".join([set_name, *rest])] = card
    return found


def test_costs_statistics_and_types_are_the_printed_ones(official):
    types = {"PERMANENT": "landmark_permanent", "TOKEN_MANA": "mana"}
    wrong = {}
    for card in cards.search():
        theirs = official[card.reference]
        ours = (
            card.name,
            card.faction,
            card.rarity,
            card.type,
            set(card.subtypes),
            card.hand_cost,
            card.reserve_cost,
            (card.forest, card.mountain, card.water),
            (card.reserve_limit, card.landmark_limit),
            card.suspended,
        )
        printed = (
            theirs["name"],
            FACTION_CODES[theirs["faction"]],
            theirs["rarity"].lower(),
            types.get(theirs["type"], theirs["type"].lower()),
            {word.lower() for word in theirs["subtypes"]} - {"landmark"},
            theirs["hand_cost"] or 0,
            theirs["reserve_cost"] or 0,
            tuple(theirs[word] or 0 for word in ("forest", "mountain", "ocean")),
            tuple(theirs[word] or 0 for word in ("reserve_limit", "landmark_limit")),
            theirs["suspended"] or card.reference in SUSPENDED_SINCE,
        )
        if ours != printed:
            wrong[card.reference] = (ours, printed)
    assert not wrong


def test_tokens_are_the_printed_ones(official):
    printed = {card["name"]: card for card in official.values() if card["type"].startswith("TOKEN")}
    for token in cards.search(token=True):
        theirs = printed[token.name]
        assert set(token.subtypes) == {word.lower() for word in theirs["subtypes"]}
        statistics = tuple(theirs[word] or 0 for word in ("forest", "mountain", "ocean"))
        assert (token.forest, token.mountain, token.water) == statistics
        assert token.reserve_cost == (theirs["reserve_cost"] or 0)


SAID_OTHERWISE = {
    "CORE_NE_01_C": "a card that is only ever a Mana Orb has no ability that says so",
    "CORE_YZ_02_C": "the token that it makes has the ability in quotes already",
}
"""Cards whose data differs from the grammar's reading, and why."""


def test_every_official_card_is_there(official):
    missing = [
        reference
        for reference, card in official.items()
        if not card["type"].startswith("TOKEN") and reference not in cards.catalogue()
    ]
    assert missing == []
    tokens = {card["name"] for card in official.values() if card["type"].startswith("TOKEN")}
    tokens.discard("Mana Convergence")  # a card of its own, printed as a token of mana
    assert tokens <= {token.name for token in cards.search(token=True)}


def test_each_card_does_what_the_grammar_reads_in_its_text(official):
    wrong = {}
    for card in cards.search():
        theirs = official[card.reference]
        read = understand(
            theirs["main_text"] or "", theirs["echo_text"] or "", kind=card.type, name=card.name
        )
        ours = tuple(lines(card.abilities)), tuple(lines(card.support))
        if ours != (read.abilities, read.support):
            wrong[card.reference] = (ours, read.abilities, read.support)
    assert set(wrong) == set(SAID_OTHERWISE), wrong


def lines(abilities):
    """Lines in their canonical form."""
    return [write_ability(read_ability(line)) for line in abilities]


def test_the_official_data_is_read_without_a_mistake():
    for name, count in (
        ("official-text.jsonl", 1_956),
        ("fugue-text.jsonl", 294),
        ("unique-sample.jsonl", 3_000),
    ):
        path = OFFICIAL.with_name(name)
        if not path.exists():
            pytest.skip("the official card data is not beside the project")
        found = read_official(path)
        assert (len(found.cards), found.errors, found.remarks) == (count, (), ())
        assert not any(card.remarks for card in found.cards)


def test_every_card_is_found_by_each_of_its_prints(official):
    tokens = {token.name for token in cards.search(token=True)}
    wrong = []
    for theirs in official.values():
        if theirs["name"] in tokens:
            continue
        card = cards.find(theirs["reference"])
        wrong += [alias for alias in theirs["aliases"] if cards.find(alias) is not card]
    assert not wrong
