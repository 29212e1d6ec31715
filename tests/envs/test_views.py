"""The option `view`: the same observations everywhere, the cards that each view distinguishes, and
refused combinations."""

from __future__ import annotations

import pickle
import warnings
from dataclasses import replace

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test

from altered_env import Game, altered_v0, cards, decks, make_vec
from altered_env._runtime import renamed
from altered_env.decks import Deck
from altered_env.engine.terms import C, Z
from altered_env.envs.env_options import SeenOptions
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.envs.setup import Setup
from altered_env.envs.view_option import VIEWS, View
from altered_env.spaces.compact import DECK_ROWS, CompactLayout, unseen_cards
from altered_env.spaces.gym_spaces import field, flat, structured

BLIND = ("flat",)
"""Views that cannot tell which card is which."""
TABULAR = ("compact", "cards")


def steps(vec, count, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))


def same(one, other):
    if isinstance(one, dict):
        return all(np.array_equal(one[name], other[name]) for name in one)
    return np.array_equal(one, other)


@pytest.mark.parametrize("view", VIEWS)
def test_every_env_has_it_with_the_same_space(view):
    envs = [
        altered_v0.env(view=view).observation_space("player_0"),
        altered_v0.parallel_env(view=view).observation_space("player_1"),
        gymnasium.make("Altered-v0", view=view, disable_env_checker=True).observation_space,
        gymnasium.make_vec("Altered-v0", num_envs=2, view=view).unwrapped.single_observation_space,
    ]
    assert all(space == envs[0] for space in envs)
    assert AlteredVecEnv(2, view=view, threads=1).observation_space == envs[0]["observation"]
    assert make_vec(2, view=view, threads=1).view.space == envs[0]["observation"]


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # not one array, but a dictionary
@pytest.mark.parametrize("view", VIEWS)
def test_what_is_observed_is_in_the_space(view):
    api_test(altered_v0.env(decks="starters", view=view), num_cycles=20)
    envs = gymnasium.make_vec("Altered-v0", num_envs=2, view=view)
    seen, _ = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    finals = 0
    for _ in range(60):
        assert envs.observation_space.contains(seen)
        masks = seen["action_mask"]
        seen, *_, infos = envs.step((rng.random(masks.shape) * masks).argmax(axis=1))
        for final in infos.get("final_obs", ()):
            if final is not None:
                assert envs.unwrapped.single_observation_space.contains(final)
                finals += 1
    assert finals


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_game_ends_with_its_last_observation(view, mode):
    """Every view agrees with the raw observation of the same env."""
    mode = gymnasium.vector.AutoresetMode(mode)
    envs = [
        gymnasium.make_vec("Altered-v0", num_envs=3, view=name, autoreset_mode=mode)
        for name in (view, "raw")
    ]
    seen, raw = (env.reset(seed=1)[0] for env in envs)
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(60):
        masks = seen["action_mask"]
        assert np.array_equal(masks, raw["action_mask"])
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        (seen, _, ended, *_, infos), (raw, *_, raw_infos) = (env.step(actions) for env in envs)
        ends += ended.sum()
        told = [(seen["observation"], raw["observation"])]
        finals = zip(infos.get("final_obs", ()), raw_infos.get("final_obs", ()), strict=True)
        told += [(one["observation"], two["observation"]) for one, two in finals if one is not None]
        for one, two in told:
            if view in TABULAR:
                assert np.array_equal(one["globals"], structured(two)["globals"])
            else:
                assert np.array_equal(one, flat(two) if view == "flat" else two)
    assert ends


@pytest.mark.parametrize("view", VIEWS)
def test_a_batch_and_one_game_show_the_same(view):
    """The batch writes from packed rows, an env of one game from its observation."""
    vec = make_vec(4, "random:20:3", view=view, seed=2, threads=2, finals=True)
    for k in range(30):
        steps(vec, 1, k)
        raw = vec.slots["observation"]
        assert same(vec.observation, vec.view.of(raw, vec.records, vec.seat))
    again = pickle.loads(pickle.dumps(vec))
    assert same(again.observation, vec.observation)


@pytest.mark.parametrize("view", VIEWS)
def test_other_cards_look_different_but_to_the_blind(view):
    """The known card numbers of eight positions are replaced by random ones."""
    vec = make_vec(8, "random:20:3", seed=4, threads=1)
    steps(vec, 40)
    shown = View(vec.setup, view)
    raw = vec.observation.copy()
    rows = structured(raw)["entities"]
    known = rows[..., 0] > 0
    assert known.sum() > 100
    before = shown.of(raw.copy(), vec.records, vec.seat)
    rng = np.random.default_rng(0)
    rows[..., 0][known] = rng.integers(1, len(vec.setup.book.cards), known.sum())
    after = shown.of(raw, vec.records, vec.seat)
    assert same(before, after) == (view in BLIND)
    if view == "cards":
        assert not np.array_equal(before["features"], after["features"])


def test_a_card_never_seen_is_described():
    model = cards.find("Foundry Armorer C")
    unique = replace(model, reference="CORE_B_AX_16_U_77", rarity="unique", hand_cost=5, prints=())
    starter = decks.starter("axiom")
    others = [card for card in starter.cards if card.name != model.name]
    deck = Deck("mine", starter.hero, (unique, unique, unique, *others))
    env = altered_v0.raw_env(decks=deck, view="cards", legal=False)
    number = env.card_features.number(unique.reference)
    column = env.card_features.names.index("hand_cost")
    found = 0
    for seed in range(12):
        env.reset(seed=seed)
        seen = env.observe(env.agent_selection)["observation"]
        at = seen["entity_cards"][:, 0] == number
        assert (seen["features"][at, column] == 5).all()
        left = seen["unseen_counts"][0][seen["unseen_cards"][0] == number].sum()
        assert at.sum() + left == 3  # in hand or in the Deck
        found += at.sum()
    assert found


@pytest.mark.parametrize("players", [2, 4])
def test_the_numbers_are_those_of_the_raw_observation(players):
    form = "standard" if players == 2 else "free_for_all"
    vec = make_vec(6, "random:20:3", format=form, seed=5, threads=1, view="compact")
    for k in range(20):
        steps(vec, 2, k)
        shown, raw = vec.observation, structured(vec.slots["observation"])
        assert np.array_equal(shown["globals"], raw["globals"])
        for name, (table, columns) in vec.view.layout.raw_columns.items():
            rows = shown[name].shape[1]
            wanted = raw[table][:, :rows, columns]
            if name == "events":
                low = vec.view.layout.columns[name].index("cause")
                cause = shown[name].astype(int)
                cause = cause[..., low] + 256 * cause[..., low + 1]
                assert np.array_equal(cause, wanted[..., low])
                wanted[..., low : low + 2] = shown[name][..., low : low + 2]
            assert np.array_equal(shown[name], wanted)
        observations = vec.slots["observation"]
        again = np.zeros_like(observations)
        vec.view.layout.read(shown, again)
        assert np.array_equal(again, observations)


def test_unseen_cards_are_those_of_the_deck_lists_that_were_not_seen():
    vec = make_vec(6, "starters", seed=6, threads=1, view="compact")
    for k in range(25):
        steps(vec, 1, k)
        shown = vec.observation
        for i in range(vec.n):
            seat, record = int(vec.seat[i]), vec.records[i]
            for player in range(2):
                owner = (seat + player) % 2
                hidden = [
                    int(row[C.CARD]) + 1
                    for row in record["obj"]
                    if row[C.LIFE] == 1
                    and row[C.OWNER] == owner
                    and not (row[C.KNOWN] >> seat) & 1
                    and (row[C.ZONE] == Z.DECK or (row[C.ZONE] in (Z.HAND, Z.MANA) and player))
                ]
                said = zip(
                    shown["unseen_cards"][i, player], shown["unseen_counts"][i, player], strict=True
                )
                assert sorted(hidden) == [int(card) for card, n in said for _ in range(n)]


def test_closed_lists_say_nothing_of_others():
    vec = make_vec(4, "starters", seed=6, threads=1, view="compact", lists="closed")
    steps(vec, 10)
    for name in ("unseen_cards", "unseen_counts"):
        assert vec.observation[name][:, 0].any() and not vec.observation[name][:, 1:].any()
    game = Game.start("axiom", "bravos", seed=1)
    closed = game.clone()
    closed.games["rules"] |= 1024
    for one, told in ((game, True), (closed, False)):
        assert unseen_cards(one.games, np.array([0]), 2)[1][0, 1].any() == told


def test_more_different_cards_than_rows_are_counted_together():
    record = Game.start("axiom", "bravos", seed=1).games.copy()
    slots = np.flatnonzero(record["obj"][0, :, C.LIFE] != 1)[: DECK_ROWS + 10]
    for number, slot in enumerate(slots):
        record["obj"][0, slot, [C.LIFE, C.ZONE, C.OWNER, C.SIDE]] = 1, Z.DECK, 0, 0
        record["obj"][0, slot, C.CARD] = 900 + number
    numbers, counts = unseen_cards(record, np.array([0]), 2)
    hidden = (record["obj"][0, :, C.LIFE] == 1) & (record["obj"][0, :, C.ZONE] == Z.DECK)
    hidden &= record["obj"][0, :, C.OWNER] == 0
    assert counts[0, 0].sum() == hidden.sum() and numbers[0, 0, -1] == 0 < counts[0, 0, -1]


def test_rows_that_do_not_fit_are_told():
    vec = make_vec(2, seed=1, threads=1)
    steps(vec, 30)
    needed = int(vec.rows.max())
    small = View(vec.setup, "compact", rows=needed - 1)
    with pytest.warns(RuntimeWarning, match=rf"{needed} rows of entities.*rows={needed} shows"):
        shown = small.of(vec.observation, vec.records, vec.seat)
    assert shown["entities"].shape[1] == needed - 1
    assert field(vec.observation, "rows").max() == needed  # still in the globals


def of_the_batch(**view):
    vec = make_vec(4, seed=1, threads=1, **view)
    return vec.step, lambda: vec.mask.argmax(axis=1)


def of_sb3(**view):
    env = AlteredVecEnv(4, seed=1, threads=1, **view)
    env.reset()
    return env.step, lambda: env.action_masks().argmax(axis=1)


def of_gymnasium(**view):
    env = gymnasium.make("Altered-v0", **view)
    env.reset(seed=1)
    return env.step, lambda: int(env.unwrapped.action_masks().argmax())


@pytest.mark.parametrize("made", [of_the_batch, of_sb3, of_gymnasium])
def test_an_env_tells_once_and_where_it_was_called(made):
    """Each number of rows was another warning: 27 in 300 steps."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        step, first = made(view="compact", rows=8)
        for _ in range(25):
            step(first())
    about = [one for one in told if "rows of entities" in str(one.message)]
    assert len(about) == 1 and about[0].filename == __file__
    assert "rows=8 (default: 82)" in str(about[0].message)


def test_a_decision_takes_at_most_4_kilobytes():
    assert CompactLayout(2).bytes <= 4000
    env = AlteredVecEnv(8, view="compact", threads=1)
    box = env.observation_space
    held = sum(int(np.prod(one.shape)) * one.dtype.itemsize for one in box.values())
    masks = 4 * env.action_space.n  # sb3-contrib keeps them as float32
    assert 8 * 2048 * (held + masks) < 110e6


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"view": "compcat"}, "did you mean 'compact'"),
        ({"view": "compact", "rows": 0}, "rows must be from 1 to 192"),
        ({"view": "compact", "rows": 193}, "rows must be from 1 to 192"),
        ({"rows": 80}, "needs view='compact' or 'cards'"),
        ({"view": "compact", "lists": "shut"}, "lists must be open or closed"),
        ({"view": "flat", "detail": "mask"}, "not available with detail="),
    ],
)
def test_what_is_wrong_is_named(options, says):
    with pytest.raises(ValueError, match=says):
        altered_v0.raw_env(**options)
    with pytest.raises(ValueError, match=says):
        make_vec(2, threads=1, **options)


def test_the_old_option_of_a_batch_is_read(monkeypatch):
    monkeypatch.setattr(renamed, "_told", set())
    with pytest.warns(renamed.RenamedWarning, match="now called view='flat'; packed needs no"):
        vec = make_vec(2, seed=1, threads=1, views=("flat", "packed"))
    assert vec.view.name == "flat" and len(vec.packed.entities) == vec.rows.sum()
    with pytest.raises(ValueError, match="both"):
        make_vec(2, views=("flat",), view="flat")
    with pytest.raises(ValueError, match="flatt"):
        make_vec(2, views=("flatt",))


def test_the_options_of_the_view_are_declared_once():
    assert {"view", "rows", "lists"} <= set(SeenOptions.__annotations__)
    assert View(Setup.of(), **{"view": "compact", "rows": 90}).layout.rows == 90


@pytest.mark.parametrize("view", ["raw", "flat"])
def test_closed_lists_need_a_view_that_has_lists(view):
    for make in (lambda **o: make_vec(1, threads=1, **o), altered_v0.env, altered_v0.parallel_env):
        with pytest.raises(ValueError, match=f"lists='closed' needs view='compact' .* '{view}'"):
            make(view=view, lists="closed")
        make(view=view, lists="open")


@pytest.mark.parametrize("call", [structured, flat, lambda seen: field(seen, "day")])
def test_a_view_by_name_is_no_raw_observation(call):
    seen = make_vec(1, view="compact", threads=1).observation
    with pytest.raises(TypeError, match=r'view="raw", found arrays by name: .*entities.* columns'):
        call(seen)
    with pytest.raises(TypeError, match=r'expected observations of view="raw", found \[1, 2\]'):
        call([1, 2])


def test_a_table_that_there_is_not_is_named():
    seen = make_vec(1, threads=1).observation
    with pytest.raises(LookupError, match=r"no table .* 'entity', there are entities, emblems,"):
        field(seen, "entity.zone")
