"""Starting a game, making decisions, and errors."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from altered_env import Game, cards, decks
from altered_env.decks import Deck
from altered_env.engine.layout import ACTIONS
from altered_env.game.books import pool_book
from altered_env.game.errors import (
    EngineError,
    IllegalActionError,
    IllegalDeckError,
    UnsupportedCardError,
)
from altered_env.game.replay import Replay


def test_a_game_goes_from_set_up_to_a_winner(played):
    game = Game.start("axiom", "bravos", seed=5)
    assert game.phase == "setup" and game.decision == "first_mana"
    assert game.decider == int(game.record.first_player)
    game = played(seed=5, decks=("axiom", "bravos"))
    assert game.over and game.winner in (0, 1)
    assert game.decider is None and game.decision is None
    assert game.legal_actions() == [] and not game.mask().any() and game.labels() == {}


@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_the_same_seed_gives_the_same_bytes(rules, played):
    first = played(seed=3, rules=rules)
    assert first.state() == played(seed=3, rules=rules).state()
    assert first.rules == rules
    assert first.state() != played(seed=4, rules=rules).state()


def test_decks_are_given_by_name_by_path_or_as_they_are(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(decks.starter("lyra").to_text(), "utf-8")
    game = Game.start(path, decks.starter("yzmir"), seed=1)
    assert game.state() == Game.start("lyra", "yzmir", seed=1).state()


def test_actions_mask_and_labels_speak_of_the_same(played):
    for decisions in range(0, 60, 7):
        game = played(seed=2, decisions=decisions)
        actions = game.legal_actions()
        assert actions == sorted(actions) == list(game.labels())
        assert np.flatnonzero(game.mask()).tolist() == actions
        assert game.mask().dtype == np.int8


def test_the_mask_is_a_copy():
    game = Game.start("axiom", "bravos", seed=0)
    game.mask()[:] = 1
    assert len(game.legal_actions()) == 6


@pytest.mark.parametrize("action", [-1, 0, ACTIONS - 1, ACTIONS, 10**30, -(10**30)])
def test_an_action_that_is_not_offered_changes_nothing(action):
    game = Game.start("axiom", "bravos", seed=1)
    before = game.state()
    with pytest.raises(IllegalActionError, match=r"not offered; on offer: .*in hand"):
        game.act(action)
    assert game.state() == before


@pytest.mark.parametrize("action", [None, "pass", 1.0, [3]])
def test_an_action_is_a_whole_number(action):
    game = Game.start("axiom", "bravos", seed=1)
    before = game.state()
    with pytest.raises(IllegalActionError, match="whole number"):
        game.act(action)
    assert game.state() == before


def test_an_action_may_be_a_numpy_integer():
    game = Game.start("axiom", "bravos", seed=1)
    game.act(np.flatnonzero(game.mask())[0])
    assert len(game.story.actions) == 1


def test_after_the_end_nothing_is_offered(played):
    game = played(seed=1)
    with pytest.raises(IllegalActionError, match="the game is over"):
        game.act(0)


def test_a_clone_goes_its_own_way(played):
    game = played(seed=6, decisions=30)
    before = game.state()
    copy = game.clone()
    assert copy == game and copy is not game
    copy.act(copy.legal_actions()[0])
    assert game.state() == before and copy != game
    assert len(copy.story.actions) == len(game.story.actions) + 1


def test_games_with_other_cards_are_not_equal():
    assert Game.start("axiom", "bravos", seed=1) != Game.start("lyra", "yzmir", seed=1)
    assert Game.start("axiom", "bravos", seed=1) != 3


def test_a_game_is_not_hashable():
    with pytest.raises(TypeError):
        hash(Game.start("axiom", "bravos", seed=0))


@pytest.mark.parametrize("seed", [-1, "x", 1.5])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="seed"):
        Game.start("axiom", "bravos", seed=seed)


def test_a_seed_may_be_large():
    assert (
        Game.start("axiom", "bravos", seed=2**100).state()
        != Game.start("axiom", "bravos", seed=0).state()
    )


def test_a_game_without_a_seed_cannot_be_foreseen():
    one, two = (Game.start("axiom", "bravos") for _ in range(2))
    assert one.story.seed != two.story.seed and one.state() != two.state()
    assert one.story.seed.bit_length() > 96
    assert Game.start("axiom", "bravos", seed=one.story.seed) == one


def test_unknown_rules_are_refused():
    with pytest.raises(ValueError, match=r"unknown ruleset '6', there are 2024\.09, 5\.0"):
        Game.start("axiom", "bravos", rules="6", seed=0)


def test_an_unknown_deck_is_refused():
    with pytest.raises(LookupError, match="did you mean 'axiom'"):
        Game.start("axion", "bravos", seed=0)


def test_an_illegal_deck_is_refused_with_every_reason():
    axiom = decks.starter("axiom")
    short = Deck("short", axiom.hero, axiom.cards[:20])
    with pytest.raises(IllegalDeckError, match=r"short: 20 cards .*\(1.1.4.c\)"):
        Game.start(short, "bravos", seed=0)
    game = Game.start(short, "bravos", legal=False, seed=0)
    assert game.view().players[0].deck_count == 14


def test_a_deck_that_the_engine_cannot_hold_is_refused():
    axiom = decks.starter("axiom")
    with pytest.raises(IllegalDeckError, match="117 cards"):
        Game.start(Deck("long", axiom.hero, axiom.cards * 3), "bravos", legal=False, seed=0)


def test_a_deck_with_a_card_that_is_not_understood_is_refused(monkeypatch):
    book = pool_book()
    card = cards.find("Kelon Burst C")
    monkeypatch.setitem(book.unsupported, card.reference, "an unknown word 'wibble'")
    try:
        with pytest.raises(UnsupportedCardError, match=r"Kelon Burst C .*wibble"):
            Game.start("axiom", "bravos", seed=0)
    finally:
        monkeypatch.undo()


def test_players_without_a_hero_may_play():
    axiom = decks.starter("axiom")
    game = Game.start(Deck("no hero", None, axiom.cards), "bravos", legal=False, seed=0)
    assert game.view().players[0].hero is None
    assert game.view().players[0].reserve_limit == 2


def test_an_error_of_the_engine_names_the_limit():
    game = Game.start("axiom", "bravos", seed=1)
    game.record.error = 3
    game.record.error_detail = 96
    with pytest.raises(EngineError, match="more than 96 emblems in Limbo") as caught:
        game.stop_at_error()
    assert caught.value.error == 3


def test_labels_are_distinct_and_say_what_they_are_about(played):
    chance = random.Random(8)
    game = Game.start("ordis", "lyra", seed=8)
    kinds = set()
    while not game.over:
        labels = game.labels()
        assert len(set(labels.values())) == len(labels)
        assert not any("?" in label or "None" in label for label in labels.values()), labels
        assert game.question.startswith(("A: ", "B: "))
        for option in game.options():
            kinds.add(option.kind)
            if option.object is not None:
                assert option.object.slot == option.action
                assert option.object.name in option.label
            assert option.label[0] != " " and "  " not in option.label
        game.act(chance.choice(list(labels)))
    assert {"turn", "pass", "object", "done", "expedition"} <= kinds


def test_importing_loads_nothing_heavy():
    code = (
        "import sys, altered_env; "
        "heavy = {'numba', 'numpy', 'yaml', 'torch', 'gymnasium', 'pettingzoo'}; "
        "assert not heavy & set(sys.modules), sorted(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_public_names_are_there():
    import altered_env

    for name in altered_env.__all__:
        assert getattr(altered_env, name) is not None
    assert set(dir(altered_env)) == set(altered_env.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = altered_env.nothing


def test_a_game_that_nobody_wins_ends_at_its_day_limit():
    """Two decks of Landmarks alone: neither side ever moves."""
    site = decks.starter("axiom")
    idle = [card for card in site.cards if card.type == "landmark_permanent"]
    deck = replace(site, cards=tuple(idle * 20)[:40])
    game = Game.start(deck, deck, seed=1, legal=False, day_limit=30)
    while not game.over:
        game.act(game.legal_actions()[-1])
    assert game.truncated and game.winner is None and game.winners == ()
    assert game.day == 31
    assert Game.from_bytes(game.to_bytes()).story.day_limit == 30
    assert Replay.of(game).play() == game
    assert Replay.from_json(Replay.of(game).to_json()).day_limit == 30


def test_the_day_limit_is_200_unless_told_and_none_may_be_told():
    assert Game.start("axiom", "bravos", seed=0).record.day_limit == 200
    assert Game.start("axiom", "bravos", day_limit=None, seed=0).record.day_limit == 0
    for wrong in (0, -1, 10**9, "ten", 2.5):
        with pytest.raises(ValueError, match="day_limit"):
            Game.start("axiom", "bravos", day_limit=wrong, seed=0)
