"""Decks of the package, pools of decks, random decks."""

from collections import Counter

import pytest

from altered_env import cards, decks
from altered_env.decks.generating import CURVE


@pytest.mark.parametrize("name", decks.lists())
def test_public_lists_are_legal(name):
    deck = decks.load(name)
    assert deck.name == name
    for rules in decks.RULESETS:
        assert decks.constructed(deck, rules) == []


@pytest.mark.parametrize("name", decks.names())
def test_a_first_game_is_played_with_29_cards_of_the_starter(name):
    first, whole = decks.first_game(name), decks.starter(name)
    assert first.hero is None
    assert len(first.cards) == 29
    assert Counter(first.cards) <= Counter(whole.cards)
    assert len(whole.cards) == 29 + 10


def test_pools():
    starters = decks.pool("starters")
    assert [deck.name for deck in starters] == list(decks.names())
    public = decks.pool("public")
    assert public[:6] == starters
    assert len({deck.counted.__repr__() for deck in public}) == len(public) == 6 + 23
    assert [len(deck.cards) for deck in decks.pool("first-games")] == [29] * 6
    assert decks.pool("axiom + demo-atsadi") == (decks.load("axiom"), decks.load("demo-atsadi"))
    assert decks.pool("starters+random:4:9")[6:] == decks.pool("random:4:9")


def test_a_folder_is_a_pool(tmp_path):
    (tmp_path / "b.txt").write_text(decks.starter("muna").to_text())
    (tmp_path / "a.json").write_text(decks.starter("lyra").to_json())
    (tmp_path / "notes.md").write_text("no deck")
    assert [deck.hero.faction for deck in decks.pool(str(tmp_path))] == ["lyra", "muna"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(LookupError, match="contains no deck list"):
        decks.pool(str(tmp_path / "empty"))


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("starter", LookupError, "no pool of decks is called 'starter', did you mean 'starters'"),
        ("", LookupError, "there are starters, public"),
        ("random", ValueError, "expected random:N:SEED"),
        ("random:0:1", ValueError, "0 random decks, expected 1 to 100,000"),
        ("random:5:1:lira", ValueError, "no faction is called 'lira', did you mean 'lyra'"),
        ("random:5:-1", ValueError, "expected random:N:SEED"),
        ("nowhere/at_all.txt", ValueError, "No such file"),
        ("mine.txt", ValueError, "mine.txt: No such file; expected a deck list"),
    ],
)
def test_wrong_pools_are_refused(name, error, message):
    with pytest.raises(error, match=message):
        decks.pool(name)


def test_random_decks_are_legal_under_both_rulesets():
    factions = set()
    for seed in range(60):
        for curve in (False, True):
            deck = decks.random(seed, curve=curve)
            assert len(deck.cards) == 39
            factions.add(deck.hero.faction)
            for rules in decks.RULESETS:
                assert decks.constructed(deck, rules) == []
    assert len(factions) == 6


def test_random_decks_follow_their_seed():
    assert decks.random(5) == decks.random(5)
    assert len({decks.random(seed).cards for seed in range(20)}) == 20
    hero = cards.find("Basira & Kaizaimon")
    deck = decks.random(5, hero=hero, size=59)
    assert (deck.hero, len(deck.cards), deck.hero.faction) == (hero, 59, "bravos")


def test_the_curve_is_that_of_people():
    costs = Counter(
        card.hand_cost for seed in range(100) for card in decks.random(seed, curve=True).cards
    )
    share = {cost: 39 * count / costs.total() for cost, count in costs.items()}
    assert all(abs(share[cost] - CURVE[cost]) < 1.5 for cost in range(1, 6))
    flat = Counter(card.hand_cost for seed in range(100) for card in decks.random(seed).cards)
    assert sum(flat[cost] for cost in range(5, 10)) > 1.15 * sum(
        costs[cost] for cost in range(5, 10)
    )
    assert len(set(decks.random(1, curve=True).cards)) < 25 < len(set(decks.random(1).cards))


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"faction": "lira"}, "no faction is called 'lira', did you mean 'lyra'"),
        ({"size": 38}, "38 cards; a deck has 39 to 59 besides its Hero"),
        ({"hero": cards.find("Kelon Burst C")}, "Kelon Burst C is a spell, not a Hero"),
        ({"hero": cards.find("Kojo & Booda"), "faction": "lyra"}, "is from Bravos, not from Lyra"),
        ({"cards": cards.search(faction="lyra"), "faction": "muna"}, "no Hero of muna"),
        (
            {"cards": [*cards.search(type="hero"), cards.find("Kappa C")], "faction": "bravos"},
            "fit into one deck",
        ),
    ],
)
def test_what_no_random_deck_can_be(wanted, message):
    with pytest.raises(ValueError, match=message):
        decks.random(1, **wanted)
    with pytest.raises(ValueError, match="a seed must be a whole number, found 'x'"):
        decks.random("x")
