"""Boosters, and the draft."""

from collections import Counter
from dataclasses import replace

import pytest

from altered_env import Game, cards, decks, formats
from altered_env.cards.printed_words import SETS
from tests.citations import cites


@cites("2024.09:BD-03", "2024.09:BW-03")
@pytest.mark.parametrize("name", SETS)
def test_what_is_in_a_booster(name):
    found = formats.boosters(40, name, 1)
    for booster in found:
        assert booster.hero is not None and booster.hero.type == "hero"
        rarities = Counter(card.rarity for card in booster.cards)
        assert rarities["common"] == 8
        assert rarities["rare"] + rarities["exalted"] == 3
        assert len(set(booster.cards)) == 11
        assert all(card.set == name and not card.token for card in booster.cards)
    exalted = sum(card.rarity == "exalted" for booster in found for card in booster.cards)
    assert (exalted > 0) == (name in ("DUSTER", "EOLE", "FUGUE"))


def test_contents_can_be_stated_otherwise():
    contents = formats.Contents(heroes=0, commons=5, rares=1, unique_one_in=1)
    unique = replace(cards.find("Foundry Armorer R1"), reference="CORE_AX_16_U_1", rarity="unique")
    first, second = formats.boosters(2, "CORE", 1, contents=contents, uniques=[unique])
    assert first.hero is None and len(first.cards) == contents.size == 6
    assert unique in first.cards and unique not in second.cards
    with pytest.raises(ValueError, match="no boosters of a set 'COR', did you mean 'CORE'"):
        formats.booster("COR")


@cites("2024.09:BD-01", "2024.09:BD-02")
def test_eight_players_with_four_boosters_each():
    draft = formats.Draft(seed=1)
    assert draft.players == len(draft.to_pick) == 8
    drafters = [formats.pick_at_random(player) for player in range(8)]
    while not draft.over:
        for player in draft.to_pick:
            draft.pick(player, drafters[player](draft.pack(player), draft.picked(player)))
    assert [len(draft.picked(player)) for player in range(8)] == [4 * 12] * 8


@cites("2024.09:BD-04", "2024.09:BD-05")
def test_boosters_are_passed_left_then_right_in_turn():
    draft = formats.Draft(seed=2, players=3, sets=("CORE", "ALIZE", "BISE"))
    for step in (1, -1, 1):
        packs = [draft.pack(player) for player in range(3)]
        for player in range(3):
            assert draft.pack(player) == packs[player]  # nothing is passed before all have picked
            assert draft.pick(player, 0) == packs[player][0]
        for player in range(3):
            assert draft.pack((player + step) % 3) == packs[player][1:]
        number = draft.round
        while draft.round == number:
            draft.pick(draft.to_pick[0], 0)
    assert draft.over and draft.pack(0) == () and draft.to_pick == ()


def test_a_draft_follows_its_seed():
    assert formats.Draft(seed=3).pack(5) == formats.Draft(seed=3).pack(5)
    assert formats.Draft(seed=3).pack(5) != formats.Draft(seed=4).pack(5)


def test_without_a_seed_boosters_cannot_be_foreseen():
    assert formats.Draft().pack(5) != formats.Draft().pack(5)
    assert formats.booster() != formats.booster()
    assert formats.boosters(2, "ALIZE") != formats.boosters(2, "ALIZE")


def test_what_cannot_be_picked():
    draft = formats.Draft(seed=2, players=2)
    with pytest.raises(ValueError, match="no card 12 in this pack, which has 0 to 11"):
        draft.pick(0, 12)
    draft.pick(0, 0)
    with pytest.raises(ValueError, match=r"player 0 has nothing to pick now; to pick are \(1,\)"):
        draft.pick(0, 0)
    with pytest.raises(ValueError, match="1 players; a draft has 2 to 16, ideally 8"):
        formats.Draft(players=1)
    with pytest.raises(ValueError, match="no boosters"):
        formats.Draft(sets=())


@cites("2024.09:BD-01", "2024.09:BD-06")
@pytest.mark.parametrize("rules", decks.RULESETS)
def test_drafted_decks_are_legal_and_play(rules):
    draft = formats.Draft(seed=5, players=4)
    drafters = [formats.pick_by_rating()] * 2 + [formats.pick_at_random(n) for n in (0, 1)]
    while not draft.over:
        for player in draft.to_pick:
            draft.pick(player, drafters[player](draft.pack(player), draft.picked(player)))
    built = [formats.build_deck(draft.picked(player), name=str(player)) for player in range(4)]
    for player, deck in enumerate(built):
        assert decks.limited(deck, draft.picked(player), rules) == []
        assert formats.get("booster_draft").of_deck(deck, rules) == []
    game = Game.start(built[0], built[2], rules=rules, format="booster_draft", seed=0)
    while not game.over:
        game.act(game.legal_actions()[0])
    assert game.winner in (0, 1)

    def worth(deck):
        return sum(formats.rating(card) for card in deck.cards if card.type != "mana")

    assert min(map(worth, built[:2])) > max(map(worth, built[2:]))


@cites("2024.09:BD-06")
def test_a_hero_that_was_picked_is_played():
    """It is one of the 30 cards: 29 besides any Hero (1.1.5.b, 1.1.5.c)."""
    missing = []
    for seed in range(6):
        draft = formats.Draft(seed=seed, players=8)
        drafter = formats.pick_by_rating()
        while not draft.over:
            for player in draft.to_pick:
                draft.pick(player, drafter(draft.pack(player), draft.picked(player)))
        for player in range(8):
            picked = draft.picked(player)
            if any(card.type == "hero" for card in picked):
                missing.append(formats.build_deck(picked).hero is None)
    assert len(missing) > 20 and not any(missing)


def test_a_pool_that_is_too_small_is_filled_with_mana_convergence():
    deck = formats.build_deck(formats.booster().every_card)
    assert len(deck.every_card) == 30
    assert sum(card.type == "mana" for card in deck.cards) >= 18
