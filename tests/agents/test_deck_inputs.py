"""Networks that read deck lists: what they see of them, and that others play as before."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import torch

from altered_env import Game
from altered_env.agents.net import NetAgent
from altered_env.agents.net_module import NetModule, Positions
from altered_env.agents.net_weights import NetWeights
from altered_env.arena.match import Match, play
from altered_env.decks import starter
from altered_env.engine.terms import C, Z
from altered_env.game.books import pool_book
from altered_env.spaces.compact import unseen_cards
from altered_env.thinking.encode import START
from altered_env.thinking.features import FIELDS, LISTS
from altered_env.thinking.unseen import OWN_DECK, UNSEEN
from altered_env.train import Config, Learner

torch.set_num_threads(1)
TINY = Config(
    decks="axiom+bravos", games=8, steps=6, minibatch=16, width=8, hidden=12, decisions=96,
    epochs=1, snapshot_every=1, save_every=1, opponent_fraction=0.5, snapshots=1, file_every=0,
    tensorboard=False, opponents="greedy",
)  # fmt: skip


def random_net(deck_inputs=True, players=2, afterstates=0):
    """A network whose weights of deck lists are not zero."""
    net = NetWeights.new(8, 12, players, 3, afterstates, deck_inputs)
    if deck_inputs:
        shape = net.parts["lists"].shape
        net.parts["lists"][:] = np.random.default_rng(4).normal(0.0, 3.0, shape)
    return net


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    file = tmp_path_factory.mktemp("net") / "reads.safetensors"
    random_net().save(file, {})
    return file


@pytest.fixture(scope="module")
def agent(path):
    return NetAgent(path=str(path))


def midgame(seed=5, decisions=60):
    """A game in which the players have this many decisions behind them, or a few more."""
    game = Game.start("axiom", "bravos", seed=seed)
    rng = np.random.default_rng(seed)
    while not game.over and (len(game.seat().actions) < 2 or decisions > 0):
        game.act(int(rng.choice(game.seat().actions)))
        decisions -= 1
    return game


def said(agent, game, closed=False):
    """The logits and the value of the player to move, to the last bit."""
    chances, value = agent.weighed(game.seat(closed=closed))
    return (*agent.buffers.logits[: len(chances)].tolist(), value)


def with_another_card(game, side, zone):
    """The game with the first card of this Deck , or zone, exchanged for one of no list."""
    other = game.clone()
    objects = other.games["obj"][0]
    here = (objects[:, C.ZONE] == zone) & (objects[:, C.SIDE] == side) & (objects[:, C.LIFE] == 1)
    x = int(np.flatnonzero(here & (objects[:, C.KNOWN] >> game.decider & 1 == 0))[0])
    objects[x, C.CARD] = other.book.index["CORE_YZ_16_C"]
    return other


def test_it_reads_what_remains_in_its_own_deck(agent):
    game = midgame()
    assert said(agent, game) != said(agent, with_another_card(game, game.decider, Z.DECK))


@pytest.mark.parametrize("zone", [Z.DECK, Z.MANA])
def test_it_reads_the_unseen_cards_of_an_open_list_only(agent, zone):
    game = midgame()
    changed = with_another_card(game, 1 - game.decider, zone)
    assert said(agent, game) != said(agent, changed)
    assert said(agent, game, closed=True) == said(agent, changed, closed=True)
    assert said(agent, game, closed=True) != said(agent, game)


def test_what_is_hidden_changes_no_bit(agent):
    """Another order of the Decks, other cards in the opponent's hand."""
    game = midgame()
    expected = said(agent, game)
    for seed in range(8):
        assert said(agent, game.resample(game.decider, seed)) == expected


def listed(packed, p, of):
    """The cards of one of `LISTS`: how many there are of each number of observations."""
    first, last = packed.start[p : p + 2, START.FIELD]
    beyond = packed.field[first:last].astype(int) - FIELDS
    cards = beyond[(beyond >= 0) & (beyond % len(LISTS) == of)] // len(LISTS)
    assert (np.diff(cards) >= 0).all()
    return Counter(cards.tolist())


def unseen_of(game, closed):
    """The same of the compact view."""
    cards, counts = unseen_cards(game.games, np.array([game.decider]), 2, closed)
    return [
        Counter({card: n for card, n in zip(*row, strict=True) if n})
        for row in zip(cards[0].tolist(), counts[0].tolist(), strict=True)
    ]


@pytest.mark.parametrize("closed", [False, True])
def test_it_reads_the_unseen_cards_of_the_compact_view(agent, closed):
    games = [midgame(decisions, decisions) for decisions in range(2, 130, 8)]
    assert sum(not game.over for game in games) > 6
    for game in games:
        if game.over:
            continue
        said(agent, game, closed)
        packed = agent.buffers.packed
        found = [listed(packed, 0, of) for of in (OWN_DECK, UNSEEN)]
        assert found == unseen_of(game, closed)
        assert sum(found[0].values()) > 0


def test_compiled_code_and_pytorch_agree(tmp_path):
    """In rounds of training, half of whose games have closed lists."""
    file = tmp_path / "start.safetensors"
    random_net(afterstates=6).save(file, {})
    learner = Learner(replace(TINY, start=str(file)), tmp_path / "run")
    played = learner.play()
    log_prob, value = learner._as_seen_now(played)
    assert np.abs(log_prob - played.log_prob).max() < 1e-4
    assert np.abs(value - played.value).max() < 1e-4
    there = [bool(listed(played.packed, p, UNSEEN)) for p in range(len(played.option))]
    by_game = np.array(there).reshape(TINY.games, -1)
    assert (by_game.min(1) == by_game.max(1)).mean() > 0.5 and 0 < by_game.mean() < 1
    seen = Positions(played.packed, np.arange(len(played.option)))
    module = learner.module
    module.compiled_sums = False
    with torch.no_grad():
        plain = module(seen)[1].numpy()
    assert np.abs(plain - value).max() < 1e-4


def test_a_run_learns_from_deck_lists_and_resumes(tmp_path):
    whole = Learner(TINY, tmp_path / "whole")
    whole.train(show=False)
    first = Learner(TINY, tmp_path / "parts")
    first.train(show=False, until=48)
    second = Learner(TINY, tmp_path / "parts")
    second.resume()
    second.train(show=False)
    one, other = (run.module.weights().parts for run in (whole, second))
    assert all(np.array_equal(one[name], other[name]) for name in one)
    for part in np.split(one["lists"], 2):
        assert np.abs(part).max() > 0


def test_a_start_without_them_plays_on_as_it_did(tmp_path):
    """The first round is the same with the inputs and without."""
    file, reads = tmp_path / "start.safetensors", tmp_path / "reads.safetensors"
    random_net(deck_inputs=False).save(file, {})
    config = replace(TINY, start=str(file))
    with_them = Learner(config, tmp_path / "one")
    without = Learner(replace(config, deck_inputs=False), tmp_path / "other")
    assert not with_them.module.parts["lists"].any()
    assert "lists" not in without.module.parts
    one, other = with_them.play(), without.play()
    assert np.array_equal(one.option, other.option)
    assert np.array_equal(one.log_prob, other.log_prob)
    with_them.learn(one)
    assert with_them.module.parts["lists"].any()
    with_them.write_network(reads)
    with pytest.raises(ValueError, match=r"reads\.safetensors: .* omit --no-deck-inputs"):
        Learner(replace(config, start=str(reads), deck_inputs=False), tmp_path / "none")


def test_a_file_without_them_is_written_as_before(tmp_path):
    net = random_net(deck_inputs=False)
    net.save(tmp_path / "old.safetensors", {})
    assert b"lists" not in (tmp_path / "old.safetensors").read_bytes()
    again = NetWeights.load(tmp_path / "old.safetensors")
    assert not again.deck_inputs and again.with_deck_inputs().deck_inputs
    random_net().save(tmp_path / "new.safetensors", {})
    read = NetWeights.load(tmp_path / "new.safetensors")
    assert np.array_equal(read.parts["lists"], random_net().parts["lists"])
    assert NetModule.of(read).weights().deck_inputs


@pytest.mark.parametrize("option", ["pick=draw", "rollouts=6", "worlds=1", "decks=closed"])
def test_it_plays_whole_games(path, option):
    """Each determinization has lists of its own."""
    pair = starter("axiom"), starter("bravos")
    (played,) = play([Match(pair, (f"net:{path},{option}", "random"), 5, 1)], book=pool_book())
    assert played.winner in (-1, 0, 1)


def test_it_plays_games_of_four(tmp_path):
    file = tmp_path / "four.safetensors"
    random_net(players=4).save(file, {})
    game = Game.start("axiom", "bravos", "lyra", "muna", seed=1, format="free_for_all")
    agent = NetAgent(path=str(file))
    while len(game.seat().actions) < 2:
        game.act(game.seat().actions[0])
    assert said(agent, game) != said(agent, with_another_card(game, (game.decider + 2) % 4, Z.DECK))
