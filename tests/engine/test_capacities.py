"""A game ends without a winner if, and only if, it exceeds a capacity of the engine."""

from __future__ import annotations

import random

import numpy as np

from altered_env import Game, Scenario, altered_v0, decks, make_vec
from altered_env.arena import match
from altered_env.arena.match import Match, play
from altered_env.engine.capacities import CAPACITIES
from altered_env.engine.layout import MARKERS
from altered_env.engine.terms import TERRAIN
from altered_env.game.engine_api import answer_measured
from altered_env.game.invariants import check

PAINTER = "pay(0): place(water_marker, choose(region, visible, n=1))"


def painted(n):
    """A table at which A has placed this many Terrain Markers."""
    table = Scenario()
    table.card("Painter", type="landmark_permanent", abilities=[PAINTER])
    table.player("A").landmarks("Painter").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    game = table.game
    chance = random.Random(1)
    while int(game.record["markers"]) < n and not game.over:
        labels = game.labels()
        paint = [a for a, label in labels.items() if "Painter" in label]
        game.act(chance.choice(paint or list(labels)))
    return game


def test_more_markers_than_regions_may_lie_there():
    """8 of 2,000 games of decks full of what places them once passed a limit of eight."""
    game = painted(MARKERS)
    assert not game.over and game.overfull is None
    check(game)


def test_a_game_that_passes_a_capacity_is_over_without_a_winner(tmp_path):
    game = painted(MARKERS + 1)
    assert (game.over, game.winner, game.truncated, game.legal_actions()) == (True, None, True, [])
    assert game.overfull == f"more than {MARKERS} Terrain Markers"
    check(game)
    game.save(tmp_path / "game.altered")
    assert Game.load(tmp_path / "game.altered").overfull == game.overfull


def full(record):
    """Let the next Terrain Marker be one too many."""
    record["markers"] = MARKERS
    record["marker_terrains"] = TERRAIN.WATER


NADIR = "demo-sdu-nadir"
"""A deck whose Hero places Terrain Markers."""


def test_environments_cut_such_a_game_off():
    env = altered_v0.env(decks=NADIR)
    env.reset(seed=1)
    full(env.unwrapped._one._record)
    while env.agents:
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        if any(env.truncations.values()):
            break
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_a_batch_goes_on_with_the_next_game():
    vec = make_vec(2, decks=NADIR)
    vec.reset(seed=1)
    for game in vec._games[:2]:
        full(game)
    cut = np.zeros(2, dtype=bool)
    for _ in range(2000):
        vec.step(np.argmax(vec.mask, axis=1))
        cut |= vec.truncated
        if cut.all():
            break
    assert cut.all()
    vec.step(np.argmax(vec.mask, axis=1))


def test_the_fill_of_every_capacity_is_measured():
    game = Game.start("axiom", "bravos", seed=3)
    peaks = np.zeros(len(CAPACITIES), dtype=np.int64)
    chance = random.Random(2)
    twin = game.clone()
    while not game.over:
        action = chance.choice(game.legal_actions())
        answer_measured(game.games, 0, game.book.record, action, peaks)
        twin.act(action)
    assert game.state_hash() == twin.state_hash()
    fills = dict(zip(CAPACITIES, peaks.tolist(), strict=True))
    assert fills["objects"] > 82 and fills["deck"] == 33 and fills["frames"] >= 1
    assert fills["passives"] == 0  # none of these decks has any


def test_passives_are_measured_while_they_are_there():
    table = Scenario()
    table.card("Beacon", type="landmark_permanent", abilities=["have(all(character), fleeting)"])
    table.player("A").landmarks("Beacon", "Beacon").hand("Filler").mana(2)
    table.begin("afternoon", first="A")
    game, peaks = table.game, np.zeros(len(CAPACITIES), dtype=np.int64)
    answer_measured(game.games, 0, game.book.record, game.legal_actions()[0], peaks)
    fills = dict(zip(CAPACITIES, peaks.tolist(), strict=True))
    assert fills["passives"] == 2
    assert all(fills[name] <= most for name, most in CAPACITIES.items())


def test_matches_are_played_on(monkeypatch, capsys):
    laid = match.layouts_of

    def laid_full(*given):
        layouts, table = laid(*given)
        for record in layouts[: len(layouts)]:
            full(record)
        return layouts, table

    monkeypatch.setattr(match, "layouts_of", laid_full)
    deck = decks.load(NADIR)
    pair = [Match((deck, deck), ("random", "random"), seed, 7) for seed in range(3)]
    played = play(pair)
    assert [one.winner for one in played] == [-1, -1, -1]
    assert "exceeded a capacity (more than 64 Terrain Markers)" in capsys.readouterr().err
