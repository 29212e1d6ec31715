"""Learning in pieces: the gradients of the whole minibatch, whatever the pieces and threads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from altered_env.agents.net_module import NetModule, Positions
from altered_env.thinking.encode import new_packed
from altered_env.train import Config, Learner, collection, learner, measure
from altered_env.train.played import ENDS, without_room
from altered_env.train.processor_time import PARTS

CONFIG = Config(
    decks="axiom+bravos", games=6, steps=8, minibatch=24, width=6, hidden=8, epochs=2,
    opponents="greedy", tensorboard=False, file_every=0, afterstates=4,
)  # fmt: skip


def learned(config, folder, size, monkeypatch):
    """The weights after a round."""
    monkeypatch.setattr(learner, "PIECE", size)
    run = Learner(config, folder)
    said = run.learn(run.play())
    return run.module.weights().parts, said


@pytest.mark.parametrize(
    "option", [{}, {"critic": True}, {"kl_coef": 0.5}, {"expert": "greedy", "distill_until": 1.0}]
)
def test_pieces_are_learned_from_as_one_minibatch(tmp_path, monkeypatch, option):
    config = replace(CONFIG, **option)
    whole, said = learned(config, tmp_path / "whole", 24, monkeypatch)
    pieces, again = learned(config, tmp_path / "pieces", 7, monkeypatch)
    for name, part in whole.items():
        assert np.allclose(part, pieces[name], atol=2e-5), name
    assert said == pytest.approx(again, abs=1e-4)


def test_threads_change_nothing(tmp_path, monkeypatch):
    one, _ = learned(CONFIG, tmp_path / "one", 5, monkeypatch)
    two, _ = learned(replace(CONFIG, threads=2), tmp_path / "two", 5, monkeypatch)
    assert all(np.array_equal(part, two[name]) for name, part in one.items())


def test_only_groups_with_rows_are_multiplied(tmp_path):
    """Their products are those over all groups, forward and back; so are the sums of deck lists."""
    run = Learner(CONFIG, tmp_path)
    played = run.play()
    seen = Positions(played.packed, np.arange(48)[::-1].copy())
    pairs = len(seen.sums.position)
    assert 48 < pairs < 48 * seen.groups
    assert pairs == len(np.unique(seen.group[seen.group >= 0]))
    found = []
    for compiled in (True, False):
        module = NetModule.of(run.module.weights(), run.vec.card_features)
        module.compiled_sums = compiled
        chance = torch.Generator().manual_seed(1)
        torch.nn.init.normal_(module.parts["lists"], generator=chance)  # it begins with zeros
        pointed, token = module.tokens(seen)
        (pointed.square().sum() + token.square().sum()).backward()
        names = ("groups", "features", "lists", "card_plain", "card_out")
        found.append((pointed, token, *(module.parts[name].grad for name in names)))
        assert module.parts["lists"].grad.any()
    assert all(torch.allclose(a, b, atol=1e-4) for a, b in zip(*found, strict=True))


def test_only_what_is_short_of_room_grows(tmp_path, monkeypatch):
    """And the round is the same, however little room there was."""
    config = replace(CONFIG, games=8, steps=24, expert="greedy")
    plenty = without_room(Learner(config, tmp_path / "plenty").play())
    monkeypatch.setattr(collection, "SHARE", 1e-6)
    short = Learner(config, tmp_path / "short").play()
    times = {
        name: len(getattr(short.packed, name)) // len(getattr(new_packed(1), name)) for name in ENDS
    }
    assert times["outcome"] < times["size"] and times["feature"] < times["field"]
    assert len(short.worth) == len(short.packed.code)
    again = without_room(short)
    for name in ("start", *ENDS):
        assert np.array_equal(getattr(plenty.packed, name), getattr(again.packed, name)), name
    assert np.array_equal(plenty.log_prob, again.log_prob)
    assert np.array_equal(plenty.worth, again.worth)


def test_where_the_time_goes_is_printed(capsys, tmp_path):
    Learner(replace(CONFIG, decisions=48), tmp_path).train()
    said = capsys.readouterr().out
    assert all(f"\n{part} " in said for part in PARTS) and "choices a second" in said
    options = ["--decks", "axiom", "--games", "2", "--steps", "4", "--rounds", "1"]
    assert measure.main(options) == 0
    said = capsys.readouterr().out
    assert "\n  packing features " in said and " % of 1 core\n" in said
    assert measure.main([*options, "--rounds", "0"]) == 2
    assert "--rounds must be 1 or more, found 0" in capsys.readouterr().err
