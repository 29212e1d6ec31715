"""A network over the compact view: rows of tables are read with the features of their cards, so
that it can read a card it has never seen.

The table of card features lies in the network and is joined to the rows there. Rows in use are
embedded, summed by side and zone, and read with the globals.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn
from torch.nn.functional import embedding, relu

from altered_env.engine.terms import CODE, kinds_of
from altered_env.engine.terms import Z as ZONES
from altered_env.game.kernels import kernel_for
from altered_env.spaces.card_features import CardFeatures, card_features
from altered_env.spaces.compact import CompactLayout
from altered_env.spaces.gym_spaces import spread, tables_of

_ZONES = kinds_of(ZONES)
_CHOICE = 3
"""Numbers of a choice: its row, its card, its ability."""


class AlteredExtractor(BaseFeaturesExtractor):
    """From observations of the compact view to one row of features each.

    With `actions`, the features are followed by a score for each action: that of a row by the row,
    those of modes and emblems by what they stand for, others by an embedding.
    """

    cards: Tensor

    def __init__(
        self,
        observation_space: gymnasium.spaces.Dict,
        features: int = 128,
        width: int = 48,
        cards: CardFeatures | NDArray[np.float32] | None = None,
        actions: bool = False,
    ) -> None:
        """`width`: of the embedding of a row. `cards`: the table that card numbers refer to, by
        default the pool's; `env.card_features` if the env has cards of its own."""
        layout = _layout_of(observation_space)
        self.layout = layout
        rules = layout.kernel.rules
        count = int(rules.ACTIONS) if actions else 0
        super().__init__(observation_space, features + count)
        self.features, self.width, self.actions = features, width, count
        table = card_features() if cards is None else cards
        values = table.values if isinstance(table, CardFeatures) else np.asarray(table)
        self.register_buffer("cards", torch.from_numpy(values).log1p(), persistent=False)
        self._card = nn.Sequential(
            nn.Linear(values.shape[1], 2 * width), nn.ReLU(), nn.Linear(2 * width, width)
        )
        self._kept: tuple[tuple[int, ...], Tensor] | None = None
        """The embeddings of all cards while nothing is learned, with the state of the weights."""
        players = layout.players
        self._places = {name: _raw_columns(layout, name) for name in tables_of(layout.kernel)}
        self._rows = nn.ModuleDict()
        for name, (_, fields) in tables_of(layout.kernel).items():
            self._rows[name] = nn.Linear(sum(one.flat_width for one in fields), width)
        self._gained = nn.Linear(width, width, bias=False)
        self._mix = nn.Linear(width, width)
        flat = sum(one.flat_width for one in layout.kernel.layout.GLOBALS)
        self._groups = players * (_ZONES - 1)
        read = flat + self._groups * width + (3 + players) * width
        self._first = nn.Linear(read, features)
        self._second = nn.Linear(features, features)
        if actions:
            self._query = nn.Linear(features, width)
            self._codes = nn.Linear(features, count - int(rules.OBJECTS))
            self._point = nn.Linear(width, width)
            self._chosen = nn.Linear(width, width)

    def forward(self, observations: dict[str, Tensor]) -> Tensor:
        """The features, and with `actions` the scores behind them."""
        seen = observations
        numbers = seen["globals"].to(torch.int16)
        many = len(numbers)
        embed = self._embeddings(seen)
        rows, of, place = self._table("entities", seen, embed)
        rows = relu(rows + self._mix(relu(rows)))
        side, zone = (
            seen["entities"][of, place, self._column(name)].long() for name in ("side", "zone")
        )
        group = of * self._groups + (side - 1) * (_ZONES - 1) + zone - 1
        pooled = rows.new_zeros(many * self._groups, self.width).index_add(0, group, rows)
        parts = [
            spread("globals", numbers, self.layout.players),
            pooled.reshape(many, -1) / 4,
        ]
        emblems, emblem_of, emblem_place = self._table("emblems", seen, embed)
        events, event_of, _ = self._table("events", seen, embed)
        for table, owner in ((emblems, emblem_of), (events, event_of)):
            parts.append(rows.new_zeros(many, self.width).index_add(0, owner, relu(table)) / 4)
        parts.append(self._unseen(seen, embed) / 16)
        source = numbers[:, self.layout.kernel.layout.G.SOURCE]
        parts.append(embed(source))
        token = relu(self._first(torch.cat(parts, 1)))
        token = token + relu(self._second(token))
        if not self.actions:
            return token
        query = self._query(token)
        found = torch.cat([rows.new_zeros(many, self._objects), self._codes(token)], 1)
        found = found.index_put(
            (of, place), (self._point(rows) * query[of]).sum(1) / self.width**0.5
        )
        kernel = self.layout.kernel
        at = self._objects + CODE.MODE
        modes = kernel.layout.CHOICES
        first = kernel.layout.G.CHOICES
        choices = numbers[:, first : first + _CHOICE * modes].reshape(many, modes, _CHOICE)
        said = embed(choices[..., 1])
        told = (self._chosen(said) * query[:, None]).sum(2) / self.width**0.5
        found[:, at : at + modes] += told * (choices[..., 1] > 0)
        if len(emblems):
            points = (self._point(emblems) * query[emblem_of]).sum(1) / self.width**0.5
            found = found.index_put(
                (emblem_of, self._objects + CODE.EMBLEM + emblem_place), points, accumulate=True
            )
        return torch.cat([token, found], 1)

    def _unseen(self, seen: dict[str, Tensor], embed: Any) -> Tensor:
        """The sums of the embeddings of each player's unseen cards."""
        counts = seen["unseen_counts"]
        of, player, place = counts.nonzero(as_tuple=True)
        cards = embed(seen["unseen_cards"][of, player, place])
        players = self.layout.players
        found: Tensor = cards.new_zeros(len(counts) * players, self.width)
        weighted = cards * counts[of, player, place].to(cards.dtype)[:, None]
        found = found.index_add(0, of * players + player, weighted)
        return found.reshape(len(counts), -1)

    @property
    def _objects(self) -> int:
        return int(self.layout.kernel.rules.OBJECTS)

    def _column(self, name: str) -> int:
        return self.layout.columns["entities"].index(name)

    def _embeddings(self, seen: dict[str, Tensor]) -> Any:
        """A function from card numbers to embeddings; card 0 is an unknown one."""
        if torch.is_grad_enabled():
            names = ("entity_cards", "emblem_cards", "event_cards", "unseen_cards", "globals")
            used = torch.cat([self._numbers(name, seen[name]).reshape(-1) for name in names])
            self._check(used)
            present = torch.unique(used)
            place = torch.zeros(len(self.cards), dtype=torch.long, device=used.device)
            place[present] = torch.arange(len(present), device=used.device)
            table = self._card(self.cards[present])
            return lambda numbers: embedding(place[numbers.long()], table)
        state = tuple(part._version for part in self._card.parameters())
        kept = self._kept
        if kept is None or kept[0] != state or kept[1].device != self.cards.device:
            self._kept = kept = state, self._card(self.cards)
        whole = kept[1]
        self._check(seen["entity_cards"])
        return lambda numbers: embedding(numbers.long(), whole)

    def _numbers(self, name: str, part: Tensor) -> Tensor:
        """The card numbers in an array of the view."""
        if name != "globals":
            return part.long()
        layout = self.layout.kernel.layout
        first = layout.G.CHOICES
        choices = part[:, first + 1 : first + _CHOICE * layout.CHOICES : _CHOICE]
        return torch.cat([part[:, layout.G.SOURCE : layout.G.SOURCE + 1], choices], 1).long()

    def _check(self, numbers: Tensor) -> None:
        most = int(numbers.max()) if numbers.numel() else 0
        if most >= len(self.cards):
            raise ValueError(
                f"card {most} is not in the table of {len(self.cards) - 1} cards: pass the env's, "
                "cards=env.card_features"
            )

    def _table(
        self, name: str, seen: dict[str, Tensor], embed: Any
    ) -> tuple[Tensor, Tensor, Tensor]:
        """The embeddings of the rows in use of a table, the observation of each, and its place."""
        used = seen[name][..., 1 if name == "entities" else 0] > 0
        if name == "entities":
            used = used | (seen[name][..., 0] > 0)
        of, place = used.nonzero(as_tuple=True)
        width = max(int(at.max()) for _, at in self._places[name]) + 1
        raw = torch.zeros(len(of), width, dtype=torch.int16, device=of.device)
        for part, at in self._places[name]:
            raw[:, at] = seen[part][of, place].to(torch.int16)
        found = self._rows[name](spread(name, raw, self.layout.players))
        cards = seen[f"{_single(name)}_cards"][of, place]
        found = found + embed(cards[:, 0])
        if name == "entities":
            gained = cards[:, 1] > 0
            found = found + self._gained(embed(cards[:, 1])) * gained[:, None]
        return found, of, place


def _single(name: str) -> str:
    return {"entities": "entity", "emblems": "emblem", "events": "event"}[name]


def _raw_columns(layout: CompactLayout, table: str) -> list[tuple[str, Tensor]]:
    """The arrays of the view that hold the columns of a table, each with the columns of the raw
    table that they are; `cause`, which is in two columns, is left as its lower bits."""
    found = []
    for name, columns in layout.raw_columns.items():
        if columns[0] == table:
            found.append((name, torch.from_numpy(columns[1])))
    return found


def _layout_of(space: Any) -> CompactLayout:
    """The layout of a space of the compact view."""
    for players in (2, 4):
        wanted = CompactLayout(players)
        if isinstance(space, gymnasium.spaces.Dict) and "entities" in space.spaces:
            rows = (space["entities"].shape or (0,))[0]
            if 1 <= rows <= kernel_for(players).rules.OBJECTS:
                wanted = CompactLayout(players, rows)
            if wanted.space == space:
                return wanted
    raise ValueError(
        f'AlteredExtractor needs an env with view="compact", found observations of {space!s:.120}'
    )
