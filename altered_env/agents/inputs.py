"""What a network reads of an observation besides its plain numbers (`altered_env.envs.spaces`).

Whether an Expedition moves depends on a statistic being greater by one in a terrain that counts,
and what can be paid for on a single mana. Such things are hard to learn from scaled numbers, so
they are written out: small numbers as one of several, and for each row what its statistics would
change.

>>> from altered_env.kernels import kernel_for
>>> kernel = kernel_for(2)
>>> game = torch.zeros(2, kernel.layout.SLICES["globals"].stop, dtype=torch.int16)
>>> of_game(game, kernel).shape[-1] == game_width(kernel)
True
>>> rows = torch.zeros(5, N.COUNT, dtype=torch.int16)
>>> of_rows(rows, game[[0, 0, 1, 1, 1]], kernel).shape[-1] == ROW
True
"""

from __future__ import annotations

import torch
from torch import Tensor

from altered_env.batch.layout import N
from altered_env.engine.terms import Z
from altered_env.kernels import Kernel

__all__ = ["ADVICE", "ROW", "game_width", "of_advice", "of_game", "of_rows", "worse_than_best"]

TERRAINS = 3
MINE = 2
"""The viewer's Expeditions come first."""
GAPS = (-4, 4)
COUNTS = (0, 11)
COSTS = (0, 9)
LEFT = (-2, 6)
WORST = 30.0
"""How much worse than the best an action is at most, in the eyes of an adviser."""
ADVICE = 3
"""How many numbers say of a row what an adviser thinks of it."""


def _wide(bounds: tuple[int, int]) -> int:
    return bounds[1] - bounds[0] + 1


ROW = 2 * MINE * TERRAINS + 2 * MINE + _wide(COSTS) + _wide(LEFT)
"""How many numbers there are of each row of the entity table."""


def game_width(kernel: Kernel) -> int:
    """How many numbers there are of the game as a whole."""
    expeditions: int = kernel.rules.EXPEDITIONS
    counted = 4 * kernel.players + expeditions
    return expeditions * TERRAINS * _wide(GAPS) + counted * _wide(COUNTS) + 2 * MINE


def _one_of(values: Tensor, bounds: tuple[int, int]) -> Tensor:
    """Numbers as one of several, those beyond the bounds as the outermost."""
    low, high = bounds
    places = torch.arange(low, high + 1, dtype=values.dtype, device=values.device)
    return (values.clamp(low, high)[..., None] == places).flatten(1)


def _gaps(game: Tensor, kernel: Kernel) -> tuple[Tensor, Tensor]:
    """By how much each of the viewer's Expeditions is ahead in each terrain, and what counts."""
    G = kernel.layout.G
    gap = game[:, G.GAP : G.GAP + MINE * TERRAINS].reshape(-1, MINE, TERRAINS)
    bits = torch.tensor([1, 2, 4], dtype=game.dtype, device=game.device)
    return gap, game[:, G.COUNTED : G.COUNTED + MINE, None] & bits != 0


def _moving(gap: Tensor, counts: Tensor) -> Tensor:
    """Which of the viewer's Expeditions would move, and which of those facing them."""
    return torch.cat([((gap > 0) & counts).any(-1), ((gap < 0) & counts).any(-1)], dim=1)


def of_game(game: Tensor, kernel: Kernel) -> Tensor:
    """Of the game as a whole, (n, game_width)."""
    G, players, expeditions = kernel.layout.G, kernel.players, kernel.rules.EXPEDITIONS
    gaps = _one_of(game[:, G.GAP : G.GAP + expeditions * TERRAINS], GAPS)
    counted = [game[:, at : at + players] for at in (G.MANA, G.MANA_READY, G.HAND, G.RESERVE)]
    counted.append(game[:, G.DISTANCE : G.DISTANCE + expeditions])
    small = _one_of(torch.cat(counted, dim=1), COUNTS)
    return torch.cat([gaps, small, _moving(*_gaps(game, kernel))], dim=1).float()


def of_rows(rows: Tensor, game: Tensor, kernel: Kernel) -> Tensor:
    """Of rows of the entity table, each beside its game, (m, ROW): how far ahead the viewer's
    Expeditions would be with its statistics, what would move, its cost, and the mana left."""
    gap, counts = _gaps(game, kernel)
    after = gap + rows[:, None, N.FOREST : N.FOREST + TERRAINS]
    ahead = (after.clamp(*GAPS) * counts).flatten(1) / GAPS[1]
    passed = ((after > 0) & counts).flatten(1)
    reserve = rows[:, N.ZONE] == Z.RESERVE
    cost = torch.where(reserve, rows[:, N.RESERVE_COST], rows[:, N.HAND_COST])[:, None]
    left = game[:, kernel.layout.G.MANA_READY, None] - cost
    parts = [passed, _moving(after, counts), _one_of(cost, COSTS), _one_of(left, LEFT)]
    return torch.cat([ahead, torch.cat(parts, dim=1)], dim=1)


def worse_than_best(advice: Tensor, mask: Tensor) -> Tensor:
    """How much less than the best each legal action is worth, 0 or below; 0 where illegal.

    >>> worse_than_best(torch.tensor([[5.0, 7.0, 9.0]]), torch.tensor([[1, 1, 0]])).tolist()
    [[-2.0, 0.0, 0.0]]
    """
    illegal = mask == 0
    best = advice.masked_fill(illegal, -torch.inf).amax(dim=1, keepdim=True)
    return (advice - best).clamp(min=-WORST).masked_fill(illegal, 0)


def of_advice(worse: Tensor, legal: Tensor) -> Tensor:
    """Of rows, (m, ADVICE): whether an action points at it, and how the adviser likes that."""
    legal = legal.to(worse.dtype)
    return torch.stack([legal, legal * worse.exp(), worse / WORST], dim=1)
