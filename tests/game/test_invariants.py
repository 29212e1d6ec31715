"""Invariants hold in random games, and violations are found."""

from __future__ import annotations

import random

import pytest

from altered_env import Game, Scenario
from altered_env.engine.layout import M
from altered_env.engine.terms import STATUS, C, Z
from altered_env.game import record_invariants, records
from altered_env.game.invariants import InvariantError, check, owned_cards
from altered_env.game.kernels import kernel_of
from altered_env.game.record_invariants import table
from altered_env.game.states import State, duplicate, members


@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
@pytest.mark.parametrize("seed", [21, 22, 23])
def test_random_games_keep_every_invariant(rules, seed):
    chance = random.Random(seed)
    names = ("axiom", "bravos", "lyra", "muna", "ordis", "yzmir")
    game = Game.start(chance.choice(names), chance.choice(names), seed=seed, rules=rules)
    step = 0
    while not game.over:
        check(game, thorough=step % 20 == 0)
        game.act(chance.choice(game.legal_actions()))
        step += 1
    check(game, thorough=True)


def test_tables_keep_every_invariant():
    table = Scenario()
    side = table.player("A").hero("Sierra & Oddball").hero_expedition("Ordis Recruit", boosts=2)
    side.reserve("Kelon Burst").landmarks("Brassbug Hive").mana(3, exhausted=1).hand("Kitsune C")
    table.begin("afternoon")
    owned = owned_cards(table.game)
    assert owned[0]["CORE_AX_01_C"] == 1 and "ordis_recruit" not in owned[0]
    check(table.game, owned, thorough=True)
    table.until("morning")
    check(table.game, owned)


def in_hand(game):
    return game.view().players[0].hand[0].slot


def on_top(game):
    return int(game.record.deck[0, game.record.deck_size[0] - 1])


def lose_a_card(game):
    game.record.obj[in_hand(game), C.CARD] = game.record.obj[on_top(game), C.CARD]


def give_a_card_away(game):
    game.record.obj[in_hand(game), C.SIDE] = 1


def forget_a_zone(game):
    game.record.zone[Z.HAND, 0][:] = 0


def shorten_the_deck(game):
    game.record.deck_size[0] -= 1


def leave_something_behind_the_deck(game):
    game.record.deck[0, 70] = 5


def exhaust_the_hand(game):
    game.record.obj[in_hand(game), C.STATUS] = STATUS.EXHAUSTED


def boost_the_deck(game):
    game.record.obj[on_top(game), C.BOOSTS] = 2


def show_a_card_of_the_deck(game):
    game.record.obj[on_top(game), C.KNOWN] = 2


def show_a_card_of_the_hand(game):
    game.record.obj[in_hand(game), C.KNOWN] = 3


def miscount_reactions(game):
    game.record.reactions += 1


def leave_an_emblem(game):
    game.record.emblem[7, M.KIND] = 2


def close_all_options(game):
    game.record.mask[:] = 0


def offer_what_is_gone(game):
    game.record.mask[190] = 1


def change_what_was_computed(game):
    game.record.reserve_limit[1] += 1


def move_too_far(game):
    game.record.progress[2] = 8


def list_another_option(game):
    game.record.options[0] += 40


def leave_something_behind_the_options(game):
    game.record.options[100] = 3


def _hero(game):
    return game.record.zone[Z.HERO, 0]


def mistake_whether_a_hero_has_reactions(game):
    game.record.reactive[:] ^= _hero(game)


def mistake_whether_a_hero_has_statements(game):
    game.record.stating[:] ^= _hero(game)


def alter_an_object(game):
    game.record.altered[:] ^= _hero(game)


def strengthen_a_hero(game):
    game.record.obj[members(_hero(game))[0], C.TOUGH] += 1


def leave_the_bounds(game):
    game.record.turn_player = 2


def set_an_error(game):
    game.record.error = 1


FAULTS = [
    (lose_a_card, "player 0 owned"),
    (give_a_card_away, "should be in"),
    (forget_a_zone, "is in \\[\\]"),
    (shorten_the_deck, "the Deck of player 0 and its order differ"),
    (leave_something_behind_the_deck, "after its end"),
    (exhaust_the_hand, "has a status or counters"),
    (boost_the_deck, "has a status or counters"),
    (show_a_card_of_the_deck, "the Deck of player 0 has a known card"),
    (show_a_card_of_the_hand, "the hand of player 0 has a known card"),
    (miscount_reactions, "0 Reactions wait, but 1 are counted"),
    (leave_an_emblem, "emblems reach to 8"),
    (close_all_options, "without an option"),
    (offer_what_is_gone, "offered objects that do not exist: \\[190\\]"),
    (change_what_was_computed, "reserve_limit is stored as"),
    (move_too_far, "Expedition 2 is 8 from its start"),
    (list_another_option, "the options are .*, but the mask has"),
    (leave_something_behind_the_options, "entries after the last option"),
    (mistake_whether_a_hero_has_reactions, "reactive are .*; expected"),
    (mistake_whether_a_hero_has_statements, "stating are .*; expected"),
    (alter_an_object, "altered is stored as"),
    (strengthen_a_hero, "TOUGH of slot .* is stored as 1, but evaluates to 0"),
    (leave_the_bounds, "turn_player is 2; expected -1 to 1"),
    (set_an_error, "error 1 is set"),
]


@pytest.mark.parametrize(("fault", "message"), FAULTS, ids=[f.__name__ for f, _ in FAULTS])
def test_a_fault_is_found(fault, message):
    game = Game.start("axiom", "bravos", seed=1)
    check(game)
    fault(game)
    with pytest.raises(InvariantError, match=message):
        check(game)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_looked_at_at_once_is_what_is_looked_at_one_by_one(seed, monkeypatch):
    """Numbers of objects and sets are changed at random: both ways find something, or nothing."""
    chance = random.Random(seed)
    four = {"format": "free_for_all"} if seed % 2 else {}
    names = ("axiom", "bravos", "lyra", "muna")[: 4 if four else 2]
    game = Game.start(*names, seed=seed, **four)
    for _ in range(35):
        game.act(chance.choice(game.legal_actions()))
    states = [State(duplicate(game.games), game.book) for _ in range(60)]
    for state in states[1:]:
        field = state.record[chance.choice(("obj", "obj", "zone", "timestamp"))]
        at = tuple(chance.randrange(size) for size in field.shape)
        changed = int(field[at]) ^ 1 << chance.randrange(12)
        field[at] = changed if len(at) == 3 or chance.random() < 0.5 else -7

    def found():
        book, rules = game.book, kernel_of(game.games).rules
        return [
            [bool(table(state)), bool(list(records._numbers(state.record, book, rules)))]
            for state in states
        ]

    at_once = found()
    for module, name in (
        (record_invariants, "_slots_stand"),
        (record_invariants, "_objects_stand"),
        (records, "_within"),
    ):
        monkeypatch.setattr(module, name, lambda *_: False)
    assert at_once == found()
    assert at_once[0] == [False, False]
    assert all(any(wrong) for wrong in zip(*at_once, strict=True))
