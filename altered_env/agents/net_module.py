"""The compiled network as a PyTorch module: the same parts, over a batch of packed positions.

>>> module = NetModule.of(NetWeights.new(8, 8))
>>> sorted(name for name, _ in module.named_parameters())[:2]
['parts.asked', 'parts.card_out']
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import embedding_bag, relu

from altered_env.agents.net_sums import SPARSE, Bags, GroupSums, Rows, SparseProduct, sparse
from altered_env.agents.net_weights import PER_CARD, NetWeights, features_for
from altered_env.agents.thoughts import entries_for
from altered_env.spaces.card_features import CardFeatures, card_features


class Positions:
    """A batch of positions as tensors, gathered from packed positions."""

    def __init__(
        self, packed: Any, order: NDArray[np.int64], players: int = 2, device: str = "cpu"
    ) -> None:
        entry = entries_for(players, "learning_entry")
        size = np.zeros(6, dtype=np.int64)
        entry.measure_positions(packed, order, size)
        groups = features_for(players).GROUPS
        new_batch = entries_for(players, "collate").new_batch
        batch = new_batch(*size.tolist(), len(order))
        entry.gather_positions(packed, order, groups, batch)
        self.many = len(order)
        self.groups = groups
        tensors = (torch.from_numpy(array).to(device) for array in batch)
        (
            self.feature,
            self.first,
            self.group,
            self.field,
            self.field_first,
            self.card,
            self.card_first,
            self.row,
            self.code,
            self.of,
            self.option_first,
            self.outcome,
            self.outcome_first,
        ) = tensors
        self.pointing = (self.row >= 0).nonzero()[:, 0]
        """The options that point at a row."""
        self.pointed = self.row[self.pointing]
        """And the rows."""

    @functools.cached_property
    def sums(self) -> GroupSums:
        """Which sums of rows there are."""
        return GroupSums.of(self.group.numpy(), self.many, self.groups)

    def spread(self, numbers: Tensor) -> tuple[Tensor, Tensor]:
        """Values of options as one row per position, and a mask of those in use."""
        first = self.option_first.long()
        of = self.of.long()
        place = torch.arange(len(of), device=of.device) - first[of]
        most = int((first[1:] - first[:-1]).max())
        mask = torch.zeros(self.many, most, dtype=torch.int8, device=of.device)
        mask[of, place] = 1
        table = numbers.new_zeros(self.many, most).index_put((of, place), numbers)
        return table, mask

    def options(self, packed: Any, order: NDArray[np.int64]) -> NDArray[np.int64]:
        """The indices of these options among the packed ones."""
        first = self.option_first.numpy(force=True)
        of = self.of.numpy(force=True)
        begins: NDArray[np.int64] = packed.start[order, 3]
        found: NDArray[np.int64] = begins[of] + np.arange(len(of)) - first[of]
        return found


class NetModule(nn.Module):
    """Maps positions to the logits of their options, concatenated, and values in -1 to 1."""

    cards: Tensor
    compiled_sums = True
    """On CPUs embeddings are summed in compiled code, which takes a fraction of the time."""

    def __init__(
        self,
        width: int,
        hidden: int,
        players: int,
        afterstates: int,
        cards: CardFeatures | NDArray[np.float32],
    ) -> None:
        super().__init__()
        self.width, self.hidden, self.players, self.afterstates = (
            width,
            hidden,
            players,
            afterstates,
        )
        self.groups = features_for(players).GROUPS
        self.parts = nn.ParameterDict()
        values = cards.values if isinstance(cards, CardFeatures) else cards
        self.register_buffer("cards", torch.from_numpy(values).log1p(), persistent=False)

    @classmethod
    def of(
        cls, net: NetWeights, cards: CardFeatures | NDArray[np.float32] | None = None
    ) -> NetModule:
        """The module with these weights, for the cards of this table; by default the pool's."""
        table = card_features() if cards is None else cards
        found = cls(net.width, net.hidden, net.players, net.afterstates, table)
        for name, part in net.parts.items():
            found.parts[name] = nn.Parameter(torch.from_numpy(part.copy()))
        return found

    def weights(self) -> NetWeights:
        """Its current weights."""
        parts = {name: part.detach().cpu().numpy().copy() for name, part in self.parts.items()}
        return NetWeights(self.width, self.hidden, self.players, parts, self.afterstates)

    def table(self) -> Tensor:
        """The embeddings of all features of rows, followed by those of cards."""
        parts = self.parts
        read = relu(self._of_cards(parts["card_read"]) + parts["card_read_bias"])
        embedded = self._of_cards(parts["card_plain"]) + read @ parts["card_out"]
        return torch.cat([parts["features"], embedded])

    def _of_cards(self, weights: Tensor) -> Tensor:
        """The features of cards, most of which are zero, times weights."""
        if self.compiled_sums and weights.device.type == "cpu" and SPARSE:
            found: Tensor = SparseProduct.apply(  # type: ignore[no-untyped-call]  # nor here
                *self._sparse_cards, weights
            )
            return found
        return self.cards @ weights

    @functools.cached_property
    def _sparse_cards(self) -> tuple[Tensor, Tensor]:
        return sparse(self.cards)

    def __getstate__(self) -> dict[str, Any]:
        """Without the sparse matrices, which PyTorch cannot copy."""
        return {name: part for name, part in self.__dict__.items() if name != "_sparse_cards"}

    def forward(self, seen: Positions) -> tuple[Tensor, Tensor]:
        """Logits (options,) and values (positions,)."""
        pointed, token = self.tokens(seen)
        return self.logits(seen, pointed, token), torch.tanh(self.expected_value(token))

    def tokens(
        self,
        seen: Positions,
        table: Tensor | None = None,
        more: Tensor | float = 0.0,
    ) -> tuple[Tensor, Tensor]:
        """The rows that options point at, and the token of each position, which summarises the
        visible state. `table`: what `table` returns, where several batches share it. `more` is
        added to the first layer."""
        parts = self.parts
        pointed, first, listed = self._rows(seen, self.table() if table is None else table)
        if "lists" in parts:
            listed = listed.reshape(seen.many, -1)
            first = torch.addmm(first, listed, parts["lists"], alpha=PER_CARD)
        first = first + parts["first_bias"] + more
        first = relu(first + self.bags(seen.field, parts["fields"], seen.field_first))
        return pointed, first + relu(torch.addmm(parts["second_bias"], first, parts["second"]))

    def expected_value(self, token: Tensor) -> Tensor:
        """The value of each position before squashing to -1 and 1."""
        parts = self.parts
        third = relu(torch.addmm(parts["third_bias"], token, parts["third"]))
        found: Tensor = third @ parts["last"] + parts["last_bias"]
        return found

    def logits(self, seen: Positions, pointed: Tensor, token: Tensor) -> Tensor:
        """The logits of the options, concatenated over positions."""
        parts = self.parts
        of = seen.of.long()
        option = (token @ parts["context"]).index_select(0, of)
        option = option + parts["codes"].index_select(0, seen.code.long())
        option = option.index_add(0, seen.pointing, pointed @ parts["point"])
        if len(seen.outcome):
            option = option + self.bags(seen.outcome, parts["outcomes"], seen.outcome_first)
        option = relu(option)
        mixed = relu(torch.addmm(parts["mix_bias"], option, parts["mix"]))
        asked = parts["score"] + token @ parts["asked"]
        found: Tensor = ((option + mixed) * asked.index_select(0, of)).sum(1)
        return found

    def _rows(self, seen: Positions, table: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The rows that options point at; for each position the product of the sums of its rows by
        group with their weights; and the sums of the cards in each of its deck lists."""
        if self.compiled_sums and table.device.type == "cpu":
            pointed, first, listed = Rows.apply(  # type: ignore[no-untyped-call]  # torch gives it no types
                table, self.parts["groups"], seen
            )
            return pointed, first, listed
        rows = relu(_bags_of_torch(seen.feature, table, seen.first))
        summed = seen.group >= 0
        pooled = rows.new_zeros(seen.many * self.groups, self.width)
        pooled = pooled.index_add(0, seen.group[summed].long(), rows[summed])
        first = pooled.reshape(seen.many, self.groups * self.width) @ self.parts["groups"]
        listed = _bags_of_torch(seen.card, table, seen.card_first)
        return rows.index_select(0, seen.pointed), first, listed

    def bags(self, index: Tensor, table: Tensor, first: Tensor) -> Tensor:
        """Sums of consecutive rows of a table, from each start to the next."""
        if self.compiled_sums and table.device.type == "cpu":
            found: Tensor = Bags.apply(table, index, first)  # type: ignore[no-untyped-call]  # nor here
            return found
        return _bags_of_torch(index, table, first)


def _bags_of_torch(index: Tensor, table: Tensor, first: Tensor) -> Tensor:
    return embedding_bag(index, table, first, mode="sum", include_last_offset=True)
