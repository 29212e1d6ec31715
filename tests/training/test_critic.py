"""The privileged critic: its inputs, its use, and its removal."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from altered_env.agents.net_module import Positions
from altered_env.agents.net_weights import NetWeights
from altered_env.game.kernels import kernel_for
from altered_env.spaces.gym_spaces import everything_parts
from altered_env.thinking.features import FEATURES
from altered_env.train import Config, Learner
from altered_env.train.critic import BANDS, bands_of

TINY = Config(
    decks="axiom+bravos", games=6, steps=8, minibatch=48, width=8, hidden=16, decisions=48,
    epochs=1, opponent_fraction=0.0, snapshots=0, file_every=0, tensorboard=False,
    opponents="random", critic=True,
)  # fmt: skip
MINE, THEIRS = 1, 2
DECK, HAND, MANA = 1, 2, 3


def cards_of(hidden, side, zone):
    """What lies there, Decks from the top."""
    rows = hidden[(hidden[:, 0] == side) & (hidden[:, 1] == zone)]
    return rows[np.argsort(rows[:, 3], kind="stable"), 2].tolist()


def test_it_is_shown_what_is_there(tmp_path):
    """The player's own hand as seen by the player; all other hands and Decks are in it too."""
    learner = Learner(TINY, tmp_path)
    found = learner.play()
    assert len(found.everything) == len(found.option) == 48
    starts = found.packed.start
    for p in range(48):
        parts = everything_parts(found.everything[p])
        hidden = parts["hidden"][: parts["rows"]]
        seen = found.packed.feature[starts[p, 0] : starts[p + 1, 0]].tolist()
        for card in cards_of(hidden, MINE, HAND):
            assert seen.count(FEATURES + card) >= 1
        sizes = [len(cards_of(hidden, side, DECK)) for side in (MINE, THEIRS)]
        assert min(sizes) > 20 and (parts["terrain"] > 0).all()
        hands = [len(cards_of(hidden, side, HAND)) for side in (MINE, THEIRS)]
        assert sum(hands) > 0
    assert not len(Learner(replace(TINY, critic=False), tmp_path).play().everything)


def test_a_deck_lies_as_it_is_drawn(tmp_path):
    """The top card is in the hand once it has one card more (4.2.1)."""
    learner = Learner(replace(TINY, games=2, steps=60, decisions=120), tmp_path)
    found = learner.play()
    drawn = 0
    for game in range(2):
        rows = range(game * 60, game * 60 + 60)
        tables = [everything_parts(found.everything[p])["hidden"] for p in rows]
        ended, seats = found.course.ended[:, game], found.course.seat[:, game]
        for k in range(59):
            if ended[k] or seats[k] != seats[k + 1]:
                continue
            before, after = (cards_of(tables[j], MINE, DECK) for j in (k, k + 1))
            gone = len(before) - len(after)
            if gone > 0 and before[gone:] == after:
                hand = cards_of(tables[k + 1], MINE, HAND) + cards_of(tables[k + 1], MINE, MANA)
                drawn += all(card in hand for card in before[:gone])
    assert drawn >= 4


def test_bands_are_of_a_side_and_follow_each_other():
    rows = [[1, DECK, 5, depth, 0] for depth in (1, 2, 3, 4, 5, 8, 9, 30)]
    assert bands_of(np.array(rows)).tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    rows = [[1, HAND, 5, 0, 0], [1, MANA, 5, 0, 0], [2, DECK, 5, 1, 0], [4, MANA, 5, 0, 0]]
    assert bands_of(np.array(rows)).tolist() == [4, 5, BANDS, 4 * BANDS - 1]


@pytest.mark.parametrize("form", ["standard", "free_for_all"])
def test_it_begins_with_what_the_network_expects(tmp_path, form):
    with_it = Learner(replace(TINY, format=form), tmp_path)
    without = Learner(replace(TINY, format=form, critic=False), tmp_path)
    mine, theirs = with_it.play(), without.play()
    assert np.array_equal(mine.option, theirs.option)
    assert np.allclose(mine.value, theirs.value, atol=1e-4)
    assert np.allclose(mine.advantage, theirs.advantage, atol=1e-3)
    assert with_it.critic.regions.in_features == 3 * kernel_for(with_it.players).rules.REGIONS


def test_it_learns_what_is_hidden_from_the_network(tmp_path):
    """If the opponent's next card decides everything, the critic learns it, and assigns credit."""
    learner = Learner(replace(TINY, learning_rate=0.01, steps=16, minibatch=96), tmp_path)
    played = learner.play()
    hidden = [everything_parts(all_of)["hidden"] for all_of in played.everything]
    tops = np.array([cards_of(table, THEIRS, DECK)[0] for table in hidden])
    wins = np.where(np.argsort(np.argsort(tops, kind="stable")) < len(tops) // 2, 1, -1)
    taught = replace(played, target=wins.astype(np.float32))
    said = [learner.learn(taught) for _ in range(30)]
    assert said[-1]["critic's error"] < 0.3 < said[0]["critic's error"]
    everything = np.arange(len(played.option))
    seen = Positions(played.packed, everything, learner.players)
    _, token = learner.module.tokens(seen)
    with torch.no_grad():
        expected = learner.critic(learner.module, token, played.everything).numpy()
    assert np.mean(np.sign(expected) == wins) > 0.9
    again = learner._credited(played, aged=False)
    assert np.allclose(again.value, expected, atol=1e-5)


def test_the_network_learns_nothing_from_it(tmp_path):
    """Its weights for hidden cards are not part of the network."""
    learner = Learner(TINY, tmp_path)
    played = learner.play()
    seen = Positions(played.packed, np.arange(48), learner.players)
    _, token = learner.module.tokens(seen)
    learner.critic(learner.module, token, played.everything).sum().backward()
    assert all(part.grad is None for part in learner.module.parts.values())
    assert all(part.grad is not None for part in learner.critic.last.parameters())


def test_it_is_thrown_away_and_goes_on_with_the_run(tmp_path):
    learner = Learner(replace(TINY, decisions=96), tmp_path)
    learner.train(show=False, until=48)
    net = NetWeights.load(tmp_path / "network.safetensors")
    assert set(net.parts) == set(learner.module.parts)
    again = Learner(replace(TINY, decisions=96), tmp_path)
    again.resume()
    for mine, theirs in zip(learner.critic.parameters(), again.critic.parameters(), strict=True):
        assert torch.equal(mine, theirs)
    assert learner.critic.last.weight.abs().max() > 0
