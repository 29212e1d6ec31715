"""Additional outputs of a batch: floats, packed rows, and arrays that stay valid while
referenced."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from altered_env import make_vec
from altered_env.envs.view_option import View
from altered_env.spaces.gym_spaces import flat, structured


def steps(vec, count, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))
        yield


@pytest.mark.parametrize("players", ["standard", "free_for_all"])
def test_the_views_say_what_the_observations_say(players):
    vec = make_vec(3, format=players, seed=1, threads=2, view="flat")
    fresh = 0
    for _ in steps(vec, 30 if players == "standard" else 8):
        raw = vec.slots["observation"]
        assert np.array_equal(vec.observation, flat(raw))
        packed = vec.packed
        for i in range(vec.n):
            parts = structured(raw[i])
            assert np.array_equal(packed.globals[i], parts["globals"])
            for name, start in (
                ("entities", packed.entity_start),
                ("emblems", packed.emblem_start),
                ("events", packed.event_start),
            ):
                rows = getattr(packed, name)[start[i] : start[i + 1]]
                assert np.array_equal(rows, parts[name][: len(rows)])
                assert not parts[name][len(rows) :].any()
        fresh += int(vec.terminated.sum())


def test_a_game_that_begins_anew_leaves_nothing_behind():
    """A game in its last days has more rows than one that begins."""
    vec = make_vec(1, seed=1, threads=1, view="flat")
    raw = vec.slots["observation"]
    handed = vec.handing_out(View(vec.setup))
    for _ in steps(vec, 40):
        seen = handed()
    before = int(vec.rows[0])
    vec.reset(2)
    assert vec.rows[0] < before
    assert np.array_equal(handed(), raw)
    assert np.array_equal(vec.flat, flat(raw))
    assert len(vec.packed.entities) == vec.rows[0]
    assert not np.array_equal(seen, raw)


def test_an_array_is_filled_again_only_once_nobody_holds_it():
    vec = make_vec(2, seed=1, threads=1)
    handed = vec.handing_out()
    held = [handed()]
    before = held[0].copy()
    for _ in steps(vec, 3):
        held.append(handed()[1])  # a view of it holds it as well
    assert len({id(one if one.base is None else one.base) for one in held}) == 4
    assert np.array_equal(held[0], before)
    ids = set()
    held.clear()
    for _ in steps(vec, 6):
        found = handed()
        ids.add(id(found))
        assert np.array_equal(found, vec.observation)
        del found
    assert len(ids) == 1


def test_what_was_not_asked_for_is_refused_by_name():
    vec = make_vec(2, seed=1, threads=1)
    with pytest.raises(ValueError, match='view="flat", not raw'):
        _ = vec.flat


def test_a_batch_that_goes_on_from_a_pickle_writes_them_too():
    vec = make_vec(2, seed=3, threads=1, view="flat")
    for _ in steps(vec, 4):
        pass
    again = pickle.loads(pickle.dumps(vec))
    assert np.array_equal(again.flat, vec.flat)
