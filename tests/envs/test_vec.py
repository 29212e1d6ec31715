"""The native batch: the same games with any number of threads, stable results, clear errors."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from altered_env import Game, cards, make_vec
from altered_env.batch.layout import new_slots
from altered_env.batch.slots import WAIT
from altered_env.engine.terms import ERROR
from altered_env.game.errors import IllegalActionError
from altered_env.game.kernels import kernel_for
from altered_env.spaces.gym_spaces import field, flat, structured

UNIQUE = replace(
    cards.find("Foundry Armorer C"), reference="CORE_B_AX_16_U_81", rarity="unique", prints=()
)


def choose(vec, rng):
    return (rng.random(vec.mask.shape) * vec.mask).argmax(axis=1)


def trace(vec, steps=150, seed=0):
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(steps):
        vec.step(choose(vec, rng))
        found.append(
            (
                vec.observation.copy(),
                vec.mask.copy(),
                vec.seat.copy(),
                vec.reward.copy(),
                vec.terminated.copy(),
                vec.truncated.copy(),
            )
        )
    return found


def same(one, other):
    return all(
        np.array_equal(a, b)
        for mine, yours in zip(one, other, strict=True)
        for a, b in zip(mine, yours, strict=True)
    )


def test_the_same_seed_gives_the_same_games_whatever_the_threads():
    games = [trace(make_vec(24, seed=3, threads=threads)) for threads in (1, 2, 5)]
    assert same(games[0], games[1])
    assert same(games[0], games[2])
    assert not same(games[0], trace(make_vec(24, seed=4, threads=1)))


def test_a_desk_plays_the_same_whoever_sits_beside_it():
    few, many = make_vec(2, seed=5), make_vec(9, seed=5)
    for _ in range(200):
        actions = few.mask.argmax(axis=1)
        few.step(actions)
        many.step(many.mask.argmax(axis=1))
        assert np.array_equal(few.mask, many.mask[:2])
        assert np.array_equal(few.observation, many.observation[:2])


def test_games_end_and_begin_anew_and_keep_their_results():
    vec = make_vec(32, seed=1)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(400):
        vec.step(choose(vec, rng))
        done = vec.terminated
        ended += int(done.sum())
        assert np.array_equal(vec.reward.any(axis=1), done)
        assert np.all(vec.reward.sum(axis=1) == 0)
        winners = vec.last["winner"][done]
        assert np.all(vec.reward[done][np.arange(len(winners)), winners] == 1)
        assert np.all(vec.decisions[done] == 0)
        assert np.all(field(vec.observation, "phase")[done] == 0)  # already the new game
    assert ended > 64
    assert vec.last["games"].sum() == ended
    assert np.all(vec.last["day"] >= 3)
    decks = {vec.setup.decks[k].name for k in vec.last["decks"].ravel()}
    assert len(decks) == 6


def test_a_day_limit_cuts_games_off():
    vec = make_vec(8, seed=1, day_limit=1)
    rng = np.random.default_rng(1)
    for _ in range(200):
        vec.step(choose(vec, rng))
        assert not vec.reward.any()
        assert not vec.terminated.any()
    assert np.all(vec.last["games"] > 2)
    assert np.all(vec.last["winner"] == -1)


@pytest.mark.parametrize("learner", [0, 1])
def test_a_built_in_opponent_plays_inside_the_step(learner):
    seats = ["random", "random"]
    seats[learner] = None
    vec = make_vec(16, seed=2, seats=seats)
    rng = np.random.default_rng(2)
    for _ in range(150):
        assert np.all(vec.seat == learner)
        assert np.all(vec.mask.any(axis=1))
        vec.step(choose(vec, rng))
    assert vec.last["games"].sum() > 16
    assert set(vec.last["winner"].tolist()) <= {0, 1}


def test_a_game_can_sit_a_step_out():
    vec = make_vec(3, seed=2)
    before = [vec.game(i).state() for i in range(3)]
    actions = vec.mask.argmax(axis=1)
    actions[1] = WAIT
    vec.step(actions)
    assert [vec.game(i).state() == before[i] for i in range(3)] == [False, True, False]


def test_what_a_desk_shows_is_what_the_game_offers():
    vec = make_vec(4, seed=6, rules="5.0", decks="random:8:2")
    rng = np.random.default_rng(6)
    for _ in range(200):
        for i in range(4):
            game = vec.game(i)
            assert game.decider == vec.seat[i]
            assert vec.mask[i].sum() == len(game.legal_actions())
        vec.step(choose(vec, rng))


def test_a_batch_can_be_pickled_and_continued():
    vec = make_vec(6, seed=7, threads=1)
    trace(vec, 30)
    other = pickle.loads(pickle.dumps(vec))
    assert same(trace(vec, 60, seed=1), trace(other, 60, seed=1))


def test_without_observations_the_games_are_the_same():
    full, bare = make_vec(6, seed=7), make_vec(6, seed=7, detail="mask")
    for _ in range(100):
        actions = full.mask.argmax(axis=1)
        full.step(actions)
        bare.step(actions)
        assert np.array_equal(full.mask, bare.mask)
    assert not bare.observation.any()


@pytest.mark.parametrize(
    ("actions", "error", "says"),
    [
        (lambda mask: mask.argmax(axis=1)[:2], ValueError, r"shape \(4,\), found \(2,\)"),
        (lambda mask: mask, ValueError, r"shape \(4,\), found \(4, 392\)"),
        (lambda mask: mask.argmax(axis=1) * 1.0, ValueError, "whole numbers, found .* float64"),
        (lambda mask: mask.argmin(axis=1), IllegalActionError, "4 illegal .* in game 0"),
        (
            lambda mask: np.full(4, 2**64 - 1, np.uint64),
            IllegalActionError,
            "4 illegal .* in game 0",
        ),
        (lambda mask: np.array([*mask[:3].argmax(axis=1), 392]), IllegalActionError, "action 392"),
        (lambda mask: np.array([*mask[:3].argmax(axis=1), -2]), IllegalActionError, "-2 in game 3"),
    ],
)
def test_wrong_actions_are_refused_and_no_game_changes(actions, error, says):
    vec = make_vec(4, seed=1)
    vec.step(vec.mask.argmax(axis=1))
    before = [vec.game(i).state() for i in range(4)]
    with pytest.raises(error, match=says):
        vec.step(actions(vec.mask))
    assert [vec.game(i).state() for i in range(4)] == before


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"n": 0}, ValueError, "from 1 on"),
        ({"n": True}, ValueError, "from 1 on"),
        ({"threads": 0}, ValueError, "threads"),
        ({"seed": -1}, ValueError, "seed"),
        ({"seats": ["random", "random"]}, ValueError, "none is left to step"),
        ({"seats": ["greedy", None]}, ValueError, "found 'greedy'; other opponents need make_vec"),
        ({"seats": "random"}, ValueError, r"who plays each of 2, .* \(None, 'random'\); found"),
        ({"seats": 1}, ValueError, "found 1"),
        ({"opponent": "random"}, TypeError, r"opponent needs a learner: make_vec\(..., learner"),
        ({"decks": lambda rng: None}, TypeError, "return 2 Decks"),
    ],
)
def test_options_that_are_wrong_are_named(options, error, says):
    with pytest.raises(error, match=says):
        make_vec(**{"n": 2, **options})


def test_a_final_observation_is_of_a_seat_that_exists():
    vec = make_vec(1, finals=True, seed=3, day_limit=1, threads=1)
    with pytest.raises(ValueError, match="no game of it has ended yet"):
        vec.final(0, 0)
    for _ in range(200):
        vec.step(choose(vec, np.random.default_rng(0)))
        if vec.terminated[0] or vec.truncated[0]:
            break
    seen = [vec.final(0, seat)["observation"] for seat in ("player_1", 1, 0)]
    assert (seen[0] == seen[1]).all() and (seen[0] != seen[2]).any()
    for seat in (-1, 2, 64, 10**6, "player_2"):
        with pytest.raises(ValueError, match="expected one of player_0, player_1"):
            vec.final(0, seat)


def test_an_engine_that_stops_is_reported_with_the_game():
    vec = make_vec(3, seed=1)
    vec._games["error"][1] = ERROR.OPCODE
    with pytest.raises(Exception, match="in game 1 of the batch"):
        vec.step(vec.mask.argmax(axis=1))


def test_views_are_views_and_flat_is_for_one_and_for_many():
    vec = make_vec(3, seed=1)
    parts = structured(vec.observation)
    assert np.shares_memory(parts["entities"], vec.observation)
    assert parts["globals"].shape[0] == 3
    floats = flat(vec.observation)
    assert floats.dtype == np.float32
    assert np.isfinite(floats).all()
    assert np.array_equal(flat(vec.observation[1]), floats[1])
    assert len({row.tobytes() for row in floats}) == 3
    with pytest.raises(LookupError, match="zones"):
        field(vec.observation, "entities.zones")


def test_rows_that_are_not_in_use_are_empty():
    vec = make_vec(8, seed=3)
    rng = np.random.default_rng(3)
    for _ in range(120):
        vec.step(choose(vec, rng))
        entities = structured(vec.observation)["entities"]
        for i in range(8):
            assert not entities[i, vec.rows[i] :].any()
            assert np.all(entities[i, : vec.rows[i]].any(axis=1))
            assert not vec.mask[i, vec.rows[i] : 192].any()
        assert not vec._slots["lost"].any()


def test_a_game_of_the_batch_can_be_looked_at():
    vec = make_vec(2, seed=3)
    assert isinstance(vec.game(1), Game)
    assert "Hero" in vec.game(1).show("A") or vec.game(1).show("A")
    with pytest.raises(IndexError, match="there is no game 2; the batch has 2"):
        vec.game(2)
    assert new_slots(1)["games"][0] == 0


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_asked_for_ahead_lies_in_the_records(players):
    """Lines of a game and of a slot, each once, with what every decision looks at."""
    kernel = kernel_for(players)
    ahead = kernel.module("batch.prefetching")
    for record, lines, needed in (
        (kernel.rules.game_t, ahead.GAME_LINES, ("decision", "decider", "zone", "timestamp")),
        (kernel.layout.slot_t, ahead.DESK_LINES, ("action", "rows", "slot", "mask", "observation")),
    ):
        asked = lines.tolist()
        assert asked == sorted(set(asked))
        assert all(at % ahead.LINE == 0 and 0 <= at < record.itemsize for at in asked)
        for name in needed:
            assert record.fields[name][1] // ahead.LINE * ahead.LINE in asked, name
    objects, offset = kernel.rules.game_t.fields["obj"][:2]
    assert (ahead.OBJECTS_AT, ahead.OBJECT * objects.shape[0]) == (offset, objects.itemsize)
    assert len(ahead.GAME_LINES) < 0.5 * kernel.rules.game_t.itemsize / ahead.LINE


@pytest.mark.parametrize("state", [{}, {"desks": b""}, None])
def test_what_is_no_state_is_refused(state):
    with pytest.raises(ValueError, match="not a state of a batch: it has no games"):
        make_vec(2, threads=1).restore(state)


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"rules": "5.0"}, "of rules='5.0'; this batch has rules='2024.09'"),
        ({"format": "singleton"}, "of format='singleton'; this batch has format='standard'"),
        ({"decks": ["bravos", "axiom"]}, "of other decks, or of the same in another order"),
        ({"decks": {"player_0": "axiom", "player_1": "bravos"}}, "for other seats"),
        ({"cards": [UNIQUE]}, "of other cards"),
    ],
    ids=str,
)
def test_the_state_of_another_setup_is_refused(other, says):
    vec = make_vec(2, decks=["axiom", "bravos"], seed=1, threads=1)
    before, games = vec.state(), vec.observation.copy()
    given = {"decks": ["axiom", "bravos"], "legal": False, **other}
    with pytest.raises(ValueError, match=f"this is a state of a batch .*{says}"):
        vec.restore(make_vec(2, seed=9, threads=1, **given).state())
    assert np.array_equal(vec.observation, games)
    vec.restore({name: part for name, part in before.items() if name != "options"})
    for wrong in (b"[", b"3"):
        with pytest.raises(ValueError, match="this is not a state of a batch: options"):
            vec.restore({**before, "options": np.frombuffer(wrong, dtype=np.uint8)})


def test_more_games_than_memory_holds_are_refused():
    with pytest.raises(ValueError, match="the number of games must be at most 1,000,000, found"):
        make_vec(10**12)
