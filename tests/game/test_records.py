"""External records: every number is checked, and valid ones are accepted."""

from __future__ import annotations

import copy
import hashlib
import pickle
import zlib

import numpy as np
import pytest

from altered_env import Game, Scenario
from altered_env.batch.layout import slot_t
from altered_env.engine.layout import F, M
from altered_env.engine.terms import ACT, DECIDE, EV, C, Z
from altered_env.envs import make_vec
from altered_env.envs.one_game import OneGame
from altered_env.envs.setup import Setup
from altered_env.game import saving
from altered_env.game.bounds import COLUMNS, columns_of, fields_of, of_columns, of_desk
from altered_env.game.errors import SaveError
from altered_env.game.kernels import games_for, kernel_for, kernel_of
from altered_env.game.records import wrong_with
from altered_env.game.states import State
from tests.game.test_saving import rewritten

FOUR = {"format": "free_for_all"}


def started(seed=1, decisions=0, players=2, **given):
    names = ("axiom", "bravos", "lyra", "muna")[:players]
    game = Game.start(*names, seed=seed, **(FOUR if players == 4 else {}), **given)
    for k in range(decisions):
        if not game.over:
            offered = game.legal_actions()
            game.act(offered[(seed + 7 * k) % len(offered)])
    return game


@pytest.fixture(scope="module")
def amid():
    """A game in which an effect is under way."""
    game = started(seed=5)
    for k in range(400):
        if int(game.record["depth"]) and int(game.record["emblems"]):
            return game
        offered = game.legal_actions()
        game.act(offered[(11 * k) % len(offered)])
    raise AssertionError("no effect was ever under way")


# the tables


@pytest.mark.parametrize("players", [2, 4])
def test_every_number_of_a_record_has_bounds(players):
    rules = kernel_for(players).rules
    fields = fields_of(rules, 10, 3)
    columns = of_columns(rules, 10, 3, 800)
    names = set(games_for(players).dtype.names) - {"spare"}
    assert set(fields) - {"spare"} | set(columns) == names
    assert not set(fields) & set(columns)
    for field, ranges in columns.items():
        there = columns_of(field)
        assert len(there) == games_for(players)[field].shape[-1] == COLUMNS[field][1]
        assert {name for name in there if name} == set(ranges)
    assert set(of_desk(rules, kernel_for(players).layout, 1)) == set(slot_t.names)


@pytest.mark.parametrize("players", [2, 4])
def test_each_field_is_held_against_its_bounds(players):
    game = started(players=players)
    fields = fields_of(kernel_of(game.games).rules, len(game.book.cards), len(game.book.counters))
    for name, (low, high) in fields.items():
        if name not in game.games.dtype.names or name == "spare":
            continue
        info = np.iinfo(np.asarray(game.record[name]).dtype)
        for number in (low - 1, high + 1):
            if not info.min <= number <= info.max:
                continue
            games = game.games.copy()
            games[name].reshape(-1)[-1] = number
            said = wrong_with(State(games, game.book))
            assert said.startswith(name) and f" is {number}; " in said, (name, number, said)


@pytest.mark.parametrize("field", COLUMNS)
def test_each_column_is_held_against_its_bounds(field):
    game = started()
    rules, sizes = kernel_of(game.games).rules, (len(game.book.cards), len(game.book.counters))
    ranges = of_columns(rules, *sizes, int(game.book.record[0]["length"]))[field]
    for column, name in enumerate(columns_of(field)):
        low, high = ranges[name]
        info = np.iinfo(game.record[field].dtype)
        for number in (low - 1, high + 1):
            if info.min <= number <= info.max:
                games = game.games.copy()
                games[field][0, -1, column] = number
                assert f"{name} of {field}[" in wrong_with(State(games, game.book))


# valid


@pytest.mark.parametrize("players", [2, 4])
def test_games_and_other_worlds_of_them_are_well(players):
    game = started(seed=players, players=players)
    for k in range(50):
        if game.over:
            break
        for one in (game, game.resample(k % players, k)):
            assert wrong_with(one) == ""
        offered = game.legal_actions()
        game.act(offered[(5 * k) % len(offered)])


def test_a_world_is_saved_without_a_story(amid):
    world = amid.resample("A", 3)
    again = Game.from_bytes(world.to_bytes())
    assert again == world and again.story.actions is None


def test_a_game_amid_what_is_done_instead_is_saved():
    """A replacement of a card's way from the Deck to Reserve remembers its destination (6.2)."""
    table = Scenario()
    bastion = "The Ouroboros, Lyra Bastion R2"
    table.player("A").hand("Merry Reunion C").landmarks(bastion).deck("Kappa C", "Kodama C").mana(9)
    table.begin()
    table.act("A", "play Merry Reunion")
    assert table.options() == ["A: Kodama in the Deck", "A: Kappa in the Deck"]
    assert table.game.record.frame[: table.game.record.depth, F.FREE].max() == 2 + Z.RESERVE
    assert Game.from_bytes(table.game.to_bytes()) == table.game


def test_a_table_between_two_decisions_is_saved():
    table = Scenario(seed=2)
    table.player("A").hand("Foundry Armorer R1").mana(4)
    table.begin("afternoon")
    table.until("dusk")
    assert Game.from_bytes(table.game.to_bytes()) == table.game


def test_a_game_goes_through_a_pickle_as_it_goes_through_a_file(amid):
    assert pickle.loads(pickle.dumps(amid)) == amid
    assert copy.deepcopy(amid) == amid == copy.copy(amid)
    assert len(pickle.dumps(amid)) < 50_000


# invalid


def put(name, *place, number):
    def edit(record):
        record[name][place] = number

    return edit


def give(name, number):
    def edit(record):
        record[name] = number

    return edit


AMID = {
    "PC of frame[0] is 12, which is inside an instruction": put("frame", 0, F.PC, number=12),
    "KIND of frame[0] is 9": put("frame", 0, F.KIND, number=9),
    "ABILITY of frame[0] is 30000, which is not a": put("frame", 0, F.ABILITY, number=30_000),
    "commit_depth is 7, but there are": lambda r: (
        give("commit", 1)(r),
        give("commit_depth", 7)(r),
    ),
    "modifier_now is 3, but there are 0": give("modifier_now", 3),
    "ABILITY of emblem is 30000": put("emblem", 0, M.ABILITY, number=30_000),
    "out is 3; expected 0": give("out", 3),
    "its random state is stuck at zero": lambda record: record["rng"].fill(0),
    "stage is 16, which is invalid": give("stage", 16),
    "a free slot is not empty": put("obj", -1, C.CARD, number=3),
    "slot 0 ": put("obj", 0, C.ZONE, number=Z.DISCARD),
    "it exceeded a capacity, but is not over": give("overfull", 2),
    "asks for a decision that does not follow": lambda record: give(
        "decider", 1 - int(record["decider"])
    )(record),
}


@pytest.mark.parametrize("said", AMID)
def test_what_does_not_go_together_is_named(said, amid):
    games = amid.games.copy()
    AMID[said](games[0])
    assert said in wrong_with(State(games, amid.book))


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({ACT.KIND: EV.MOVE, ACT.TO: 12}, "TO of act[0] is 12, which is not a zone"),
        ({ACT.KIND: EV.MOVE, ACT.TO: Z.EXPEDITION}, "TO_PRESENCE of act[0] is 0"),
        ({ACT.KIND: EV.MOVE, ACT.OBJECT: -1, ACT.WHAT: 30_000}, "WHAT of act[0] is 30000"),
        ({ACT.KIND: EV.PROGRESS, ACT.TO: 4}, "TO of act[0] is 4, which is not an Expedition"),
        ({ACT.KIND: EV.MARK, ACT.TO: 8}, "TO of act[0] is 8, which is not a region"),
        ({ACT.KIND: EV.TURN, ACT.DOER: -1}, "DOER of act[0] is -1: no player does it"),
        ({ACT.KIND: EV.GAIN, ACT.OBJECT: -1, ACT.WHAT: 1}, "OBJECT of act[0] is -1"),
        ({ACT.KIND: EV.GAIN, ACT.WHAT: 1900}, "WHAT of act[0] is 1900, which is not a counter"),
        (
            {ACT.KIND: EV.GRANT, ACT.WHAT: 31_000},
            "WHAT of act[0] is 31000, which is not an ability",
        ),
        ({ACT.KIND: EV.ACTIVATE, ACT.FLAGS: 1000}, "FLAGS of act[0] is 1000 without an object"),
    ],
)
def test_an_action_of_a_step_means_something(row, why, amid):
    games = amid.games.copy()
    games["acts"] = 1
    for column, number in row.items():
        games["act"][0, 0, column] = number
    assert why in wrong_with(State(games, amid.book))


def crafted(game, edit):
    """A saved world whose record was edited, its checksum right."""
    head, _ = saving._parts(game.resample("A", 1).to_bytes())
    games = game.games.copy()
    edit(games[0])
    return packed(head, zlib.compress(games.view(np.uint8).tobytes()))


def packed(head, body):
    data = saving._HEAD.pack(saving.MAGIC, saving.FORMAT, len(head), len(body)) + head + body
    return data + hashlib.sha256(data).digest()


def test_a_crafted_record_is_refused(amid):
    with pytest.raises(SaveError, match="is invalid: first_player is 9; expected 0 to 1"):
        Game.from_bytes(crafted(amid, give("first_player", 9)))
    with pytest.raises(SaveError, match="is invalid: it asks for a decision that does not follow"):
        Game.from_bytes(crafted(amid, give("decider", 1 - int(amid.record["decider"]))))


def test_a_record_that_its_story_does_not_lead_to_is_refused():
    game = started(seed=4, decisions=12)
    game.record["turn"] += 1
    with pytest.raises(SaveError, match="does not follow from its decks, seed and actions"):
        Game.from_bytes(game.to_bytes())


HEADERS = {
    "seed: expected a whole number, found '1'": {"seed": "1"},
    "seed: expected a whole number, found -1": {"seed": -1},
    "actions\\[1\\]: expected a whole number, found None": {"actions": [1, None]},
    "after 1 actions: action 391 is not offered": {"actions": [None, 391]},
    "decks\\[0\\]: expected a deck with name, hero": {"decks": [{}]},
    "decks\\[0\\].cards: expected a list, found 5": {
        "decks": [{"name": "", "hero": None, "cards": 5}]
    },
    "a deck of the saved game has x, which is not in its book": {
        "decks": [{"name": "", "hero": "x", "cards": []}] * 2
    },
    "cards\\[0\\]: expected a card, found 7": {"cards": [7]},
    "cards\\[0\\]: a card needs a reference, found none": {"cards": [{}]},
    "rules: expected one of 2024.09, 5.0; found 'mine'": {"rules": "mine"},
    "format: expected one of .*; found 'mine'": {"format": "mine"},
    "format: expected a text, found None": {"format": None},
    "day_limit: expected a number from 0": {"day_limit": 10**9},
    "pool: expected true or false": {"pool": "yes"},
    "book: expected a text": {"book": ["x"] * 30},
}


@pytest.mark.parametrize("why", HEADERS)
def test_a_crafted_header_is_refused_in_words(why):
    game = started(decisions=3)
    changes = dict(HEADERS[why])
    if changes.get("actions") == [None, 391]:
        changes["actions"] = [game.story.actions[0], 391]
    with pytest.raises(SaveError, match=why):
        Game.from_bytes(rewritten(game.to_bytes(), **changes))


@pytest.mark.parametrize(
    ("head", "why"),
    [
        (b"[" * 100_000, "nested too deeply"),
        (b"{", "it is not JSON"),
        (b"\xff", "it is not JSON"),
        (b"[]", "is not an object"),
        (b"{}", "lacks engine, book, pool"),
    ],
)
def test_a_header_that_is_none_is_refused_in_words(head, why):
    _, body = saving._parts(started().to_bytes())
    with pytest.raises(SaveError, match=why):
        Game.from_bytes(packed(zlib.compress(head), body))
    with pytest.raises(SaveError, match="cannot be unpacked"):
        Game.from_bytes(packed(head, body))


# batches and envs


def test_a_batch_is_restored_only_from_its_own_kind_of_state():
    vec, other = make_vec(2, seed=1, threads=1), make_vec(2, seed=2, threads=1)
    for _ in range(5):
        vec.step(vec.mask.argmax(axis=1))
    before = other.state()
    for name, edit, why in (
        ("games", give("day", -4), "game 0: day is -4"),
        ("games", give("decision", DECIDE.NONE), "game 0: "),
        ("desks", give("seat", 5), "slots: seat.* is 5; expected 0 to 1"),
        ("desks", put("deck", 0, number=-2), "slots: deck.* is -2"),
        ("desks", put("stale", 1, number=7000), "slots: stale"),
    ):
        state = vec.state()
        mine = {"games": vec._games, "desks": vec._slots}[name]
        edit(state[name].view(mine.dtype)[0])
        with pytest.raises(ValueError, match=f"this is not a state of a batch: {why}"):
            other.restore(state)
    with pytest.raises(ValueError, match="desks: expected bytes, found float32"):
        other.restore(vec.state() | {"desks": np.zeros(3, np.float32)})
    assert all((before[name] == now).all() for name, now in other.state().items())
    other.restore(vec.state())
    assert (other.observation == vec.observation).all()


def test_a_pickle_of_an_env_is_looked_through():
    one = OneGame(Setup.of())
    assert pickle.loads(pickle.dumps(one)).over  # it has not begun
    one.start(("axiom", "bravos"), seed=1)
    assert pickle.loads(pickle.dumps(one)).game == one.game
    one._games["subject"][0] = 500
    with pytest.raises(ValueError, match="game 0: subject is 500; expected -1 to 191"):
        pickle.loads(pickle.dumps(one))
