"""A network that reads entities: cards and state into tokens, attention, actions by pointing.

A card is read from what is printed on it (`altered_env.envs.features`), so the network plays cards
that it never saw. An action that points at a row is scored by that row's token, the others by the
token of the game as a whole.

>>> import numpy as np
>>> from altered_env.batch.layout import SIZE
>>> network = Network(Shape(width=16, layers=1))
>>> logits, value = network(torch.zeros(2, SIZE, dtype=torch.int16), torch.ones(2, 392))
>>> tuple(logits.shape), tuple(value.shape)
((2, 392), (2,))
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from altered_env.batch.layout import CHOICES, N, V, X
from altered_env.batch.rooms import Room, room_for
from altered_env.engine.terms import CODE
from altered_env.envs.features import CardFeatures, card_features
from altered_env.envs.spaces import spread, tables_of, width

__all__ = ["Network", "Shape", "layout_hash"]

LEAST = -1e9
"""The logit of what is not legal."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a network is."""

    width: int = 64
    layers: int = 1
    heads: int = 4
    players: int = 2
    """For games of so many: their observations have other layouts."""

    def __post_init__(self) -> None:
        room_for(self.players)
        if self.width < 1 or self.layers < 0 or self.heads < 1 or self.width % self.heads:
            raise ValueError(
                f"width {self.width}, layers {self.layers}, heads {self.heads}: width is a "
                "multiple of heads, layers are 0 or more"
            )


def layout_hash(players: int = 2) -> str:
    """A hash of what the numbers that a network reads and gives mean: observation, actions, and
    the columns of what is printed on cards."""
    room = room_for(players)
    parts = [[(f.name, f.width, f.says) for f in room.layout.GLOBALS]]
    parts += [[(f.name, f.width, f.says) for f in fields] for _, fields in tables_of(room).values()]
    columns = card_features().names
    text = json.dumps([parts, columns, room.rules.ACTIONS, sorted(vars_of(CODE).items())])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def vars_of(space: type) -> dict[str, int]:
    """The numbers of a namespace."""
    return {name: n for name, n in vars(space).items() if isinstance(n, int)}


class Network(nn.Module):
    """From observations and masks to logits of actions and the value for who is to act."""

    cards: Tensor

    def __init__(self, shape: Shape | None = None, features: CardFeatures | None = None) -> None:
        super().__init__()
        self.shape = shape or Shape()
        self.room = room_for(self.shape.players)
        wide = self.shape.width
        table = features or card_features()
        self.register_buffer("cards", torch.from_numpy(table.values).log1p(), persistent=False)
        self.card = nn.Linear(self.cards.shape[1], wide)
        self.entity = nn.Linear(_columns("entities", self.room), wide)
        self.emblem = nn.Linear(_columns("emblems", self.room), wide)
        self.event = nn.Linear(_columns("events", self.room), wide)
        self.game = nn.Linear(_columns("globals", self.room), wide)
        self.source = nn.Linear(wide, wide)
        blocks = (_Block(wide, self.shape.heads) for _ in range(self.shape.layers))
        self.blocks = nn.ModuleList(blocks)
        self.token = nn.Sequential(nn.LayerNorm(wide), nn.Linear(wide, wide), nn.GELU())
        self.whole = nn.Sequential(nn.LayerNorm(2 * wide), nn.Linear(2 * wide, 2 * wide), nn.GELU())
        self.query = nn.Linear(2 * wide, wide)
        self.plain = nn.Linear(wide, 1)
        rules = self.room.rules
        self.codes = nn.Linear(2 * wide, rules.ACTIONS - rules.OBJECTS)
        last = nn.Linear(wide, 1)
        self.value = nn.Sequential(nn.Linear(2 * wide, wide), nn.GELU(), last)
        for head in (self.codes, last, self.plain):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def read(self, features: CardFeatures) -> None:
        """Read cards from another table: that of an env with cards beyond the pool."""
        values = torch.from_numpy(features.values).log1p()
        self.cards = values.to(self.card.weight.device)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (n, ACTIONS), very low where illegal, and values (n,) in -1 to 1."""
        many, players, rules = len(observation), self.room.players, self.room.rules
        slices, G = self.room.layout.SLICES, self.room.layout.G
        game = observation[:, slices["globals"]]
        used = [max(1, int(game[:, at].max())) for at in (G.ROWS, G.EMBLEMS, G.EVENTS)]
        entities, emblems, events = (
            observation[:, slices[name]].reshape(many, rows, width(fields))[:, :most]
            for (name, (rows, fields)), most in zip(tables_of(self.room).items(), used, strict=True)
        )
        read = self.card(self.cards)
        tokens = (
            self.entity(spread("entities", entities, players)) + read[entities[..., N.CARD].long()]
        )
        emblem = (
            self.emblem(spread("emblems", emblems, players)) + read[emblems[..., X.CARD].long()]
        )
        event = self.event(spread("events", events, players)) + read[events[..., V.CARD].long()]
        source = self.source(read[game[:, G.SOURCE].long()])
        total = self.game(spread("globals", game, players)) + source
        total = total + _mean(emblem, game[:, G.EMBLEMS]) + _mean(event, game[:, G.EVENTS])
        sequence = torch.cat([total[:, None], tokens], dim=1)
        where = torch.arange(used[0] + 1, device=game.device)
        there = where[None] <= game[:, G.ROWS, None]
        for block in self.blocks:
            sequence = block(sequence, there)
        tokens = self.token(sequence[:, 1:])
        pooled = _mean(tokens, game[:, G.ROWS])
        whole = self.whole(torch.cat([sequence[:, 0], pooled], dim=1))
        query = self.query(whole)
        scale = self.shape.width**-0.5
        logits = observation.new_full((many, rules.ACTIONS), 0, dtype=query.dtype)
        pointed = torch.einsum("nrw,nw->nr", tokens, query) * scale + self.plain(tokens)[..., 0]
        logits[:, : used[0]] = pointed
        codes = self.codes(whole)
        choices = game[:, G.CHOICES : G.CHOICES + 3 * CHOICES].reshape(many, CHOICES, 3)
        named = torch.einsum("nkw,nw->nk", read[choices[..., 1].long()], query) * scale
        codes[:, CODE.MODE : CODE.MODE + CHOICES] += named * (choices[..., 1] > 0)
        last = CODE.EMBLEM + used[1]
        codes[:, CODE.EMBLEM : last] += torch.einsum("nmw,nw->nm", emblem, query) * scale
        logits[:, rules.OBJECTS :] = codes
        logits = logits.masked_fill(mask == 0, LEAST)
        return logits, torch.tanh(self.value(whole)[:, 0])

    def describe(self) -> dict[str, int]:
        """Its shape, for a checkpoint."""
        return asdict(self.shape)


class _Block(nn.Module):
    """Attention and a layer over each token, both added to what came in."""

    def __init__(self, wide: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before = nn.LayerNorm(wide)
        self.all = nn.Linear(wide, 3 * wide)
        self.out = nn.Linear(wide, wide)
        self.each = nn.Sequential(
            nn.LayerNorm(wide), nn.Linear(wide, 2 * wide), nn.GELU(), nn.Linear(2 * wide, wide)
        )

    def forward(self, tokens: Tensor, there: Tensor) -> Tensor:
        many, rows, wide = tokens.shape
        split = self.all(self.before(tokens)).reshape(many, rows, 3, self.heads, -1)
        query, key, value = split.permute(2, 0, 3, 1, 4)
        found = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=there[:, None, None]
        )
        tokens = tokens + self.out(found.transpose(1, 2).reshape(many, rows, wide))
        added: Tensor = self.each(tokens)
        return tokens + added


def _mean(rows: Tensor, count: Tensor) -> Tensor:
    """The mean over the rows in use."""
    used = torch.arange(rows.shape[1], device=rows.device)[None] < count[:, None]
    return (rows * used[..., None]).sum(1) / count.clamp(min=1)[:, None]


def _columns(name: str, room: Room) -> int:
    fields = room.layout.GLOBALS if name == "globals" else tables_of(room)[name][1]
    probe = torch.zeros(1, width(fields), dtype=torch.int16)
    return int(spread(name, probe, room.players).shape[-1])
