"""A privileged (asymmetric) critic: a value function with access to hands, Deck order, Mana and
face-down regions.

It exists during training only; no player uses it, and at the end of a round within a game the
network's own value is used for bootstrapping. It predicts results better, so advantages contain
less noise from the next cards. It starts from the network's own value and learns a correction from
the hidden cards.

>>> bands_of(np.array([[[1, 1, 40, 1, 0], [2, 2, 7, 0, 0], [0, 0, 0, 0, 0]]]))[0].tolist()
[0, 10, -1]
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import relu

from altered_env.agents.net_module import NetModule
from altered_env.game.kernels import kernel_for
from altered_env.spaces.gym_spaces import everything_parts

DEPTHS = (2, 4, 8)
"""A Deck's cards count together down to these: tomorrow's, those of the day after, and so on."""
BANDS = len(DEPTHS) + 3
"""Of each side: its Deck's cards by depth, its hand, and its Mana."""
TERRAINS = 3
_SIDE, _ZONE, _CARD, _DEPTH = range(4)
_DECK = 1


def bands_of(hidden: NDArray[Any]) -> NDArray[np.int64]:
    """In which band each card of tables of hidden cards is, -1 where no card is: those of a side
    follow each other."""
    zone = hidden[..., _ZONE]
    band = np.searchsorted(np.array(DEPTHS), hidden[..., _DEPTH]).astype(np.int64)
    band[zone != _DECK] = (len(DEPTHS) - 1 + zone)[zone != _DECK]
    band += BANDS * (hidden[..., _SIDE].astype(np.int64) - 1)
    return np.where(hidden[..., _CARD] > 0, band, -1)


class Critic(nn.Module):
    """From a network's tokens and everything there is to values in -1 to 1."""

    def __init__(self, net: NetModule, width: int = 32, inner: int = 128) -> None:
        super().__init__()
        self.players, self.sides = net.players, net.players * BANDS
        regions = kernel_for(net.players).rules.REGIONS
        self.read = nn.Linear(net.cards.shape[1], inner)
        self.embed = nn.Linear(inner, width)
        self.token = nn.Linear(net.hidden, inner)
        self.hidden = nn.Linear(self.sides * width, inner, bias=False)
        self.regions = nn.Linear(regions * TERRAINS, inner, bias=False)
        self.mix = nn.Linear(inner, inner)
        self.last = nn.Linear(inner, 1)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    @classmethod
    def of(cls, net: NetModule, seed: int) -> Critic:
        """One for this network that has learned nothing, the same for the same seed."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            return cls(net)

    def table(self, net: NetModule) -> Tensor:
        """The embeddings of all cards."""
        found: Tensor = self.embed(relu(self.read(net.cards)))
        return found

    def forward(
        self,
        net: NetModule,
        token: Tensor,
        everything: NDArray[np.int16],
        table: Tensor | None = None,
    ) -> Tensor:
        """The values of the positions of these tokens, given their full state. No gradient flows
        into the network. `table`: what `table` returns, where several batches share it."""
        token = token.detach()
        parts = everything_parts(everything, self.players)
        bits = parts["terrain"][..., None] >> np.arange(TERRAINS) & 1
        regions = torch.from_numpy(bits.reshape(len(bits), -1).astype(np.float32))
        inner = self.token(token) + self.hidden(
            self._sums(net, parts["hidden"], self.table(net) if table is None else table)
        )
        inner = relu(inner + self.regions(regions.to(token.device)))
        more = self.last(inner + relu(self.mix(inner)))[:, 0]
        return torch.tanh(net.expected_value(token).detach() + more)

    def _sums(self, net: NetModule, hidden: NDArray[Any], table: Tensor) -> Tensor:
        """The embeddings of hidden cards, summed by bands."""
        band = bands_of(hidden)
        at, row = np.nonzero(band >= 0)
        where = at * self.sides + band[at, row]
        order = np.argsort(where, kind="stable")
        first = np.searchsorted(where[order], np.arange(len(hidden) * self.sides + 1))
        cards = hidden[at, row, _CARD][order].astype(np.int32)
        index = torch.from_numpy(cards).to(table.device)
        begins = torch.from_numpy(first.astype(np.int32)).to(table.device)
        return net.bags(index, table, begins).reshape(len(hidden), -1)
