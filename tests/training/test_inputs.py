"""What a network reads besides plain numbers, reckoned again one row at a time."""

from __future__ import annotations

import numpy as np
import torch

from altered_env import make_vec
from altered_env.agents import inputs
from altered_env.batch.layout import SLICES, G, N, S
from altered_env.engine.terms import Z
from altered_env.kernels import kernel_for


def positions():
    vec = make_vec(32, "public", seed=3, threads=1)
    rng = np.random.default_rng(0)
    for step in range(80):
        vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))
        if step % 8 == 7:
            yield from vec.observation.copy()


def one_of(number, low, high):
    return [float(min(max(number, low), high) == k) for k in range(low, high + 1)]


def moving(gap, counts):
    return [float(max([g * c for g, c in zip(gap[e], counts[e], strict=True)]) > 0) for e in (0, 1)]


def test_rows_are_read_beside_their_game():
    found = some = 0
    for seen in positions():
        game = seen[SLICES["globals"]]
        counts = [[int(game[G.COUNTED + e]) >> t & 1 for t in range(3)] for e in (0, 1)]
        for r in range(int(game[G.ROWS])):
            row = seen[S.ENTITIES + r * N.COUNT :][: N.COUNT]
            stats = [int(row[N.FOREST + t]) for t in range(3)]
            gap = [[int(game[G.GAP + 3 * e + t]) + stats[t] for t in range(3)] for e in (0, 1)]
            behind = [[-g for g in line] for line in gap]
            cost = int(row[N.RESERVE_COST if row[N.ZONE] == Z.RESERVE else N.HAND_COST])
            flat = [(g, c) for e in (0, 1) for g, c in zip(gap[e], counts[e], strict=True)]
            wanted = [
                *(min(max(g, -4), 4) * c / 4 for g, c in flat),
                *(float(g > 0 and c > 0) for g, c in flat),
                *moving(gap, counts),
                *moving(behind, counts),
                *one_of(cost, 0, 9),
                *one_of(int(game[G.MANA_READY]) - cost, -2, 6),
            ]
            rows, games = torch.from_numpy(row[None].copy()), torch.from_numpy(game[None].copy())
            assert inputs.of_rows(rows, games, kernel_for(2))[0].tolist() == wanted
            found += 1
            some += int(any(wanted[12:16]))
    assert found > 1000
    assert some > 100


def test_the_game_is_read_by_its_small_numbers():
    for seen in positions():
        game = seen[SLICES["globals"]]
        wanted: list[float] = []
        for k in range(12):
            wanted += one_of(int(game[G.GAP + k]), -4, 4)
        for at in (G.MANA, G.MANA_READY, G.HAND, G.RESERVE, G.DISTANCE, G.DISTANCE + 2):
            wanted += one_of(int(game[at]), 0, 11) + one_of(int(game[at + 1]), 0, 11)
        gap = [[int(game[G.GAP + 3 * e + t]) for t in range(3)] for e in (0, 1)]
        counts = [[int(game[G.COUNTED + e]) >> t & 1 for t in range(3)] for e in (0, 1)]
        wanted += moving(gap, counts) + moving([[-g for g in line] for line in gap], counts)
        assert (
            inputs.of_game(torch.from_numpy(game[None].copy()), kernel_for(2))[0].tolist() == wanted
        )
