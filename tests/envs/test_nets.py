"""The ready-made extractor and policy: they learn, distinguish cards, and report mismatches."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest

from altered_env import cards
from altered_env.engine.layout import ACTIONS
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.spaces.compact import CompactLayout

torch = pytest.importorskip("torch")
MaskablePPO = pytest.importorskip("sb3_contrib").MaskablePPO
nets = pytest.importorskip("altered_env.nets")


@pytest.fixture(scope="module")
def env():
    return AlteredVecEnv(8, decks="starters", seed=3, threads=1, view="compact")


@pytest.fixture(scope="module")
def model(env):
    torch.set_num_threads(1)
    return MaskablePPO(nets.AlteredPolicy, env, n_steps=16, batch_size=64, n_epochs=1, seed=0)


def played(env, count, seed=0):
    seen, rng = env.reset(), np.random.default_rng(seed)
    for _ in range(count):
        masks = env.action_masks()
        seen, *_ = env.step((rng.random(masks.shape) * masks).argmax(axis=1))
    return seen


def scores(model, seen):
    tensors, _ = model.policy.obs_to_tensor(seen)
    with torch.no_grad():
        return model.policy.get_distribution(tensors).distribution.logits


def test_a_model_learns_is_saved_and_answers_the_same(env, model, tmp_path):
    before = {name: part.detach().clone() for name, part in model.policy.named_parameters()}
    model.learn(256)
    after = dict(model.policy.named_parameters())
    assert not [name for name, part in before.items() if torch.equal(part, after[name])]
    seen = played(env, 12)
    masks = env.action_masks()
    actions, _ = model.predict(seen, action_masks=masks)
    assert masks[np.arange(8), actions].all()
    model.save(tmp_path / "model.zip")
    again = MaskablePPO.load(tmp_path / "model.zip")
    assert torch.equal(scores(again, seen), scores(model, seen))


def test_it_scores_the_same_while_it_learns_and_while_it_plays(env, model):
    """Without gradients the embeddings of all cards are kept, with them only those in use."""
    tensors, _ = model.policy.obs_to_tensor(played(env, 20))
    extractor = model.policy.features_extractor
    floats = {name: part.float() for name, part in tensors.items()}
    learning = extractor(floats).detach()
    with torch.no_grad():
        playing = extractor(floats)
    assert learning.shape == (8, extractor.features + ACTIONS)
    assert torch.allclose(learning, playing, atol=1e-5)


@pytest.mark.parametrize("name", ["entity_cards", "unseen_cards"])
def test_other_cards_are_scored_differently(env, model, name):
    seen = {part: numbers.copy() for part, numbers in played(env, 20).items()}
    before = scores(model, seen)
    rng = np.random.default_rng(1)
    known = seen[name] > 0
    seen[name][known] = rng.integers(1, 2000, known.sum())
    assert (scores(model, seen) != before).any(dim=1).all()


def test_the_score_of_a_row_is_that_of_its_card(env, model):
    """Two rows of the same observation change places, and their scores with them."""
    seen = {part: numbers.copy() for part, numbers in played(env, 3).items()}
    for name in ("entity_cards", "entities", "entity_statistics"):
        seen[name][:, [1, 2]] = seen[name][:, [2, 1]]
    swapped = scores(model, seen)
    for name in ("entity_cards", "entities", "entity_statistics"):
        seen[name][:, [1, 2]] = seen[name][:, [2, 1]]
    usual = scores(model, seen)
    assert torch.allclose(usual[:, 1], swapped[:, 2], atol=1e-5)
    assert torch.allclose(usual[:, 2], swapped[:, 1], atol=1e-5)


def test_a_card_that_is_not_in_the_table_is_named(env, model):
    seen = {part: numbers.copy() for part, numbers in played(env, 3).items()}
    seen["entity_cards"][0, 0, 0] = 20_000
    with pytest.raises(ValueError, match=r"card 20000 is not in.*cards=env\.card_features"):
        scores(model, seen)


def test_cards_of_ones_own_are_read_from_the_table_of_the_env():
    model = cards.find("Foundry Armorer C")
    unique = replace(model, reference="CORE_B_AX_16_U_79", rarity="unique", prints=())
    env = AlteredVecEnv(2, seed=1, threads=1, view="compact", cards=[unique])
    kwargs = {"cards": env.card_features}
    policy = {"features_extractor_kwargs": kwargs}
    learner = MaskablePPO(nets.AlteredPolicy, env, n_steps=8, batch_size=16, policy_kwargs=policy)
    seen = env.reset()
    seen["entity_cards"][:, 0, 0] = env.card_features.number(unique.reference)
    assert scores(learner, seen).isfinite().all()


def test_another_view_is_refused():
    flat = AlteredVecEnv(2, threads=1)
    with pytest.raises(ValueError, match='needs an env with view="compact"'):
        MaskablePPO(nets.AlteredPolicy, flat)


def test_more_rows_and_four_players():
    for options in ({"rows": 96}, {"format": "free_for_all"}):
        env = AlteredVecEnv(2, seed=1, threads=1, view="compact", **options)
        extractor = nets.AlteredExtractor(env.observation_space)
        seen = {name: torch.from_numpy(part).float() for name, part in env.reset().items()}
        assert extractor(seen).shape == (2, extractor.features)


def test_an_action_has_the_same_score_whichever_others_are_legal(env, model):
    tensors, _ = model.policy.obs_to_tensor(played(env, 9))
    extractor, masks = model.policy.features_extractor, env.action_masks()
    with torch.no_grad():
        every, legal = extractor(tensors), extractor(tensors, masks)
        one = np.zeros_like(masks)
        one[np.arange(8), masks.argmax(axis=1)] = True
        alone = extractor(tensors, one)
    at = extractor.features + torch.from_numpy(np.flatnonzero(masks[0]))
    assert torch.allclose(every[0, at], legal[0, at], atol=1e-5)
    assert torch.allclose(alone[0, at[0]], legal[0, at[0]], atol=1e-5)
    assert not alone[:, extractor.features :][torch.from_numpy(~one)].any()


@pytest.mark.parametrize("format", ["", "free_for_all"])
def test_any_observation_of_the_space_can_be_read(format):
    """Numbers that no game has are cut to what compiled code may look up."""
    options = {"format": format} if format else {}
    env = AlteredVecEnv(1, seed=1, threads=1, view="compact", **options)
    extractor = nets.AlteredExtractor(env.observation_space, actions=True)
    env.observation_space.seed(3)
    for _ in range(20):
        seen = env.observation_space.sample()
        cards = len(extractor.net.cards)
        for name in ("entity_cards", "emblem_cards", "event_cards", "unseen_cards", "globals"):
            seen[name] = np.abs(seen[name]) % cards
        tensors = {name: torch.from_numpy(part[None]) for name, part in seen.items()}
        assert extractor(tensors).isfinite().all()


def test_a_policy_is_copied(env, model):
    """Self-play keeps copies of earlier policies."""
    seen = played(env, 5)
    other = deepcopy(model.policy)
    tensors, _ = model.policy.obs_to_tensor(seen)
    with torch.no_grad():
        assert torch.equal(other.predict_values(tensors), model.policy.predict_values(tensors))


def test_cards_of_another_book_are_refused():
    """A split of the benchmark numbers other cards than the pool: every one would be another's."""
    split = AlteredVecEnv(2, view="compact", bench="T4-train", threads=1)
    whole = AlteredVecEnv(2, view="compact", threads=1)
    assert split.observation_space != whole.observation_space
    for env, table in ((split, None), (split, whole.card_features), (whole, split.card_features)):
        with pytest.raises(ValueError, match="numbers other cards"):
            nets.AlteredExtractor(env.observation_space, cards=table)
    kwargs = {"features_extractor_kwargs": {"cards": split.card_features, "features": 16}}
    model = MaskablePPO(nets.AlteredPolicy, split, policy_kwargs=kwargs, n_steps=8, batch_size=16)
    with pytest.raises(ValueError, match="cards"):
        model.set_env(whole)
    with pytest.raises(ValueError, match=r"was trained with .*cards"):
        AlteredVecEnv(2, view="compact", opponent=model, threads=1)
    assert AlteredVecEnv(2, view="compact", opponent=model, bench="T4-train", threads=1)


def test_an_array_of_another_size_is_no_table_of_the_env():
    """The pool's array was read in a split of the benchmark, and one of another width only failed
    at the first step."""
    split = AlteredVecEnv(2, view="compact", bench="T2-train", threads=1)
    whole = AlteredVecEnv(2, view="compact", threads=1).card_features.values
    own, space = split.card_features.values, split.observation_space
    nets.AlteredExtractor(space, cards=own, features=16, width=16)
    for array in (whole, own[:, :-1], own.astype(np.float64), own[0], np.float32(1) * np.array(1)):
        says = (
            rf"the env's table is float32 of shape \({len(own)}, {own.shape[1]}\): pass the env's"
        )
        with pytest.raises(ValueError, match=says):
            nets.AlteredExtractor(space, cards=np.asarray(array))
    with pytest.raises(ValueError, match=r"of shape \(cards \+ 1, 365\)"):
        nets.AlteredExtractor(CompactLayout(2).space, cards=own[:, 1:])
    with pytest.raises(TypeError, match="cards is a table of card features, found 'pool'"):
        nets.AlteredExtractor(space, cards="pool")


def test_a_space_says_its_cards_wherever_it_goes():
    space = AlteredVecEnv(2, view="compact", threads=1).observation_space
    assert space.cards == pickle.loads(pickle.dumps(space)).cards == deepcopy(space).cards != ""
    assert pickle.loads(pickle.dumps(space)).card_rows == deepcopy(space).card_rows > 1
    assert CompactLayout(2).space == space == CompactLayout(2).space, "none is said: any"


def critic(**options):
    env = AlteredVecEnv(1, seed=3, threads=1, view="compact")
    model = MaskablePPO(nets.AlteredPolicy, env, n_steps=2, batch_size=2, policy_kwargs=options)
    return model, [type(part).__name__ for part in model.policy.mlp_extractor._value], env


def test_the_value_has_the_layers_of_net_arch(tmp_path):
    model, layers, env = critic(net_arch={"vf": [32, 16]}, activation_fn=torch.nn.Tanh)
    assert layers == ["Linear", "Tanh"] * 2 and model.policy.value_net.in_features == 16
    assert critic()[1] == critic(net_arch={"pi": []})[1] == ["Linear", "ReLU"]
    assert critic(net_arch={"vf": []})[1] == []
    model.learn(4)
    seen = env.reset()
    model.policy.save(tmp_path / "policy.pt")
    again = nets.AlteredPolicy.load(tmp_path / "policy.pt")
    tensors, _ = model.policy.obs_to_tensor(seen)
    with torch.no_grad():
        assert torch.equal(again.predict_values(tensors), model.policy.predict_values(tensors))


@pytest.mark.parametrize(
    "net_arch", [[64, 64], {"pi": [64], "vf": [64]}, {"vf": 64}, {"fv": [64]}, {"vf": ["a"]}, 3]
)
def test_layers_that_it_does_not_have_are_refused(net_arch):
    with pytest.raises(ValueError, match=r'alone, {"vf": \[64, 64\]}, since actions .* Found'):
        critic(net_arch=net_arch)
    with pytest.raises(ValueError, match="leave out ortho_init"):
        critic(ortho_init=True)


def test_another_extractor_is_refused():
    with pytest.raises(ValueError, match="scores actions by AlteredExtractor: leave out"):
        critic(features_extractor_class=torch.nn.Linear)
