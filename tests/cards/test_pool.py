"""The package's cards against the official data, where that is at hand."""

import json
from pathlib import Path

import pytest

from altered_env import cards
from altered_env.cards.vocabulary import FACTION_CODES

OFFICIAL = Path(__file__).parents[3] / "shared/cards/official-text.jsonl"


@pytest.fixture(scope="module")
def official():
    """The official cards by short reference."""
    if not OFFICIAL.exists():
        pytest.skip("the official card data is not beside the project")
    found = {}
    for line in OFFICIAL.read_text("utf-8").splitlines():
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
            theirs["suspended"],
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
