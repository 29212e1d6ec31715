"""Afterstate features of a network's options, in a determinization."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from altered_env import Scenario
from altered_env.agents import make
from altered_env.agents.net_module import NetModule, Positions
from altered_env.agents.net_weights import NetWeights
from altered_env.thinking.features import afterstate_names
from altered_env.train.learner import Config, Learner

torch.set_num_threads(1)
NAMES = afterstate_names()
SMALL = {
    "games": 3, "steps": 6, "decks": "axiom+lyra", "opponents": "", "width": 8, "hidden": 8,
    "minibatch": 64, "tensorboard": False, "snapshots": 0,
}  # fmt: skip


@pytest.fixture(scope="module")
def looking(tmp_path_factory):
    """A network that looks, and the same that does not."""
    folder = tmp_path_factory.mktemp("looking")
    net = NetWeights.new(8, 8, seed=3)
    net.save(folder / "blind.safetensors", {})
    replace(net, afterstates=24).save(folder / "net-v2.safetensors", {})
    return f"net:{folder / 'net-v2.safetensors'}", f"net:{folder / 'blind.safetensors'}"


def told(agent, seat):
    """By option, in order: its label, and the names of its afterstate features."""
    agent.chances(seat)
    packed = agent.buffers.packed
    found, at = {}, 0
    for k in range(packed.start[1, 3]):
        end = at + packed.told[k]
        found[int(agent._found[k])] = {NAMES[f] for f in packed.outcome[at:end]}
        at = end
    assert at == packed.start[1, 4]
    return found


def table(hand, **mine):
    """A's turn, each side with a Two in its first Expedition, B with as much to answer."""
    table = Scenario()
    table.card("Two", cost="2/2", stats="2/2/2")
    table.card("Six", cost="2/2", stats="6/6/6")
    table.card("Burn", type="spell", cost="2/2", abilities=["effect: discard(target(character))"])
    table.player("B").deck(*["Two"] * 12).hero_expedition("Two").mana(2).hand("Two")
    side = table.player("A").deck(*["Two"] * 12).hero_expedition("Two").mana(2).hand(*hand)
    if "reserve" in mine:
        side.reserve(*mine["reserve"])
    table.begin("afternoon", first="A")
    return table


def test_it_reads_which_expedition_moves_then(looking):
    """A Character that is stronger moves an Expedition (4.2.4.j); to pass moves none."""
    game = table(["Six"]).game
    agent = make(looking[0])
    found = told(agent, game.seat())
    labels = game.seat().labels()
    play = next(said for a, said in found.items() if "Six" in labels[a])
    leave = next(said for a, said in found.items() if "ass" in labels[a])
    assert "move gained&0" in play or "move gained&1" in play
    assert not any(name.startswith("move gained") for name in leave)
    assert "worth less=0" in play and "worth less=0" not in leave


def test_it_reads_of_each_target_what_becomes_of_it(looking):
    """A Spell that discards: at their Character its own moves, at its own theirs does."""
    game = table(["Burn"]).game
    agent = make(looking[0])
    play = next(a for a, label in game.seat().labels().items() if "Burn" in label)
    game.act(play)
    while len(game.legal_actions()) == 1:
        game.act(game.legal_actions()[0])
    found = told(agent, game.seat())
    assert len(found) == 2
    one, other = found.values()
    good, bad = (one, other) if "move gained&0" in one else (other, one)
    assert "move gained&0" in good and "move gained&2" in bad
    assert "worth less=0" in good and "worth less=0" not in bad
    assert any(name.startswith("gap gained 0") for name in good)


def test_it_sees_no_more_than_the_player_does(looking):
    """Two games that differ only in hidden cards: the afterstate of drawing from the deck is the
    same in both, not the card on top."""
    ends = []
    for top in ("Dear", "Cheap"):
        scenario = Scenario()
        scenario.card("Dear", cost="7/7", stats="1/1/1")
        scenario.card("Cheap", cost="1/1", stats="1/1/1")
        scenario.card("Search", type="spell", cost="1/1", abilities=["effect: resupply()"])
        rest = ["Dear", "Cheap"] * 4
        rest.remove(top)
        scenario.player("B").deck(*rest)
        scenario.player("A").deck(top, *rest).mana(3).hand("Search")
        scenario.begin("afternoon", first="A")
        game = scenario.game
        agent = make(looking[0])
        worths = set()
        for seed in range(12):
            agent.start(seed)
            said = told(agent, game.seat())
            play = next(a for a, label in game.seat().labels().items() if "Search" in label)
            worths.add(frozenset(n for n in said[play] if n.startswith("worth")))
        ends.append(worths)
    assert ends[0] == ends[1] and len(ends[0]) == 2


def test_before_it_has_learned_what_to_make_of_it_it_plays_as_without(looking):
    game = table(["Six", "Burn"], reserve=["Two"]).game
    one, other = (make(name).weighed(game.seat()) for name in looking)
    assert one == other


def test_what_it_learns_from_is_what_it_played_by(tmp_path):
    """The chances by which a looking network chose in compiled code are those PyTorch finds."""
    learner = Learner(Config(**SMALL, afterstates=8), tmp_path)
    part = learner.module.parts["outcomes"]
    with torch.no_grad():
        part.copy_(torch.from_numpy(np.random.default_rng(2).normal(0, 0.2, part.shape)))
    played = learner.play()
    order = np.arange(len(played.option))
    assert played.packed.start[len(order), 4] > 5 * len(order)
    seen = Positions(played.packed, order)
    with torch.no_grad():
        logits, _ = NetModule.of(learner.module.weights(), learner.vec.card_features)(seen)
    first, chosen = seen.option_first.numpy(), played.option
    for n in order.tolist():
        log_probs = torch.log_softmax(logits[first[n] : first[n + 1]], 0)
        assert log_probs[chosen[n]] == pytest.approx(played.log_prob[n], abs=1e-4)
    before = part.detach().clone()
    learner.learn(played)
    assert not torch.equal(before, part)  # it learns what to make of it


def test_a_run_goes_on_looking_as_the_network_that_it_begins_from(tmp_path):
    net = replace(NetWeights.new(8, 8, seed=1), afterstates=12)
    net.save(tmp_path / "net.safetensors", {})
    start = str(tmp_path / "net.safetensors")
    assert Learner(Config(**SMALL, start=start), tmp_path / "a").module.afterstates == 12
    assert (
        Learner(Config(**SMALL, start=start, afterstates=5), tmp_path / "b").module.afterstates == 5
    )
    with pytest.raises(ValueError, match="afterstates must be from 0 to 1000, found -1"):
        Config(**SMALL, afterstates=-1)
