"""A network that reads entities: cards and state into tokens, attention, actions by pointing.

A card is read from what is printed on it (`altered_env.envs.features`), so the network plays cards
that it never saw. In each layer the token of the game looks at the tokens of all rows, by
attention, and then each row hears from the game: what that costs grows with the rows, not with
their square. Small numbers are written out beside the plain ones (`altered_env/agents/inputs.py`).
An action that points at a row is scored by that row's token, the others by the token of the game.
With an adviser (`altered_env/agents/advice.py`) it also reads what each action is worth in its
eyes: an action is the less likely the worse that says it is, by as much as the network trusts it
there.

Rows that are not in use take no part: the tokens of all games lie one after the other, and `of`
says whose each of them is.

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
from math import log

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu

from altered_env.agents import inputs
from altered_env.agents.advice import Adviser
from altered_env.batch.layout import CHOICES, N, V, X
from altered_env.engine.terms import CODE
from altered_env.envs.features import CardFeatures, card_features
from altered_env.envs.spaces import spread, tables_of, width
from altered_env.kernels import Kernel, kernel_for

__all__ = ["Network", "Shape", "layout_hash"]

LEAST = -1e9
"""The logit of what is not legal."""
LARGE = 20.0
"""No attention is greater than what e to this is worth."""
TRUST = 1.0
"""At first, what is worse by one over this to the adviser is e times less likely."""


WIDEST = 4_096
DEEPEST = 64
"""Far more than is of use; what is larger is a slip, and is refused before memory is taken."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a network is."""

    width: int = 64
    layers: int = 1
    heads: int = 4
    players: int = 2
    """For games of so many: their observations have other layouts."""
    adviser: str = ""
    """Whose advice it reads: greedy or rules, with options; empty for nobody's."""

    def __post_init__(self) -> None:
        for name in ("width", "layers", "heads", "players"):
            if type(getattr(self, name)) is not int:
                raise ValueError(f"{name} is a whole number, found {getattr(self, name)!r:.40}")
        kernel_for(self.players)
        if self.width > WIDEST or self.layers > DEEPEST:
            raise ValueError(
                f"width {self.width:,}, layers {self.layers:,}: a network has at most {WIDEST:,} "
                f"and {DEEPEST}"
            )
        if not isinstance(self.adviser, str):
            raise ValueError(f"adviser is greedy or rules, found {self.adviser!r:.40}")
        if self.width < 1 or self.layers < 0 or self.heads < 1 or self.width % self.heads:
            raise ValueError(
                f"width {self.width}, layers {self.layers}, heads {self.heads}: width is a "
                "multiple of heads, layers are 0 or more"
            )


def layout_hash(players: int = 2) -> str:
    """A hash of what the numbers that a network reads and gives mean: observation, actions, and
    the columns of what is printed on cards."""
    kernel = kernel_for(players)
    parts = [[(f.name, f.width, f.says) for f in kernel.layout.GLOBALS]]
    parts += [
        [(f.name, f.width, f.says) for f in fields] for _, fields in tables_of(kernel).values()
    ]
    columns = card_features().names
    text = json.dumps([parts, columns, kernel.rules.ACTIONS, sorted(vars_of(CODE).items())])
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
        self.kernel = kernel_for(self.shape.players)
        self._kept: tuple[tuple[object, ...], Tensor] | None = None
        wide = self.shape.width
        table = features or card_features()
        self.register_buffer("cards", torch.from_numpy(table.values).log1p(), persistent=False)
        self.card = nn.Linear(self.cards.shape[1], wide)
        self.entity = nn.Linear(_columns("entities", self.kernel), wide)
        self.emblem = nn.Linear(_columns("emblems", self.kernel), wide)
        self.event = nn.Linear(_columns("events", self.kernel), wide)
        self.game = nn.Linear(_columns("globals", self.kernel), wide)
        self.near = nn.Linear(inputs.game_width(self.kernel), wide)
        self.beside = nn.Linear(inputs.ROW, wide)
        self.source = nn.Linear(wide, wide)
        self.subject = nn.Linear(wide, wide)
        self.adviser = None
        """Who is to be asked for `advice`; None if it reads none."""
        layers = (_Layer(wide, self.shape.heads) for _ in range(self.shape.layers))
        self.layers = nn.ModuleList(layers)
        self.token = nn.Sequential(nn.LayerNorm(wide), nn.Linear(wide, wide), nn.GELU())
        self.whole = nn.Sequential(nn.LayerNorm(2 * wide), nn.Linear(2 * wide, 2 * wide), nn.GELU())
        self.query = nn.Linear(2 * wide, wide)
        self.plain = nn.Linear(wide, 1)
        rules = self.kernel.rules
        self.codes = nn.Linear(2 * wide, rules.ACTIONS - rules.OBJECTS)
        last = nn.Linear(wide, 1)
        self.value = nn.Sequential(nn.Linear(2 * wide, wide), nn.GELU(), last)
        for head in (self.codes, last, self.plain):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)
        if self.shape.adviser:
            self.adviser = Adviser(self.shape.adviser, players=self.shape.players)
            self.advised = nn.Linear(inputs.ADVICE, wide)
            self.trust = nn.Linear(2 * wide, 1)
            for part in (self.advised, self.trust):
                nn.init.zeros_(part.weight)
                nn.init.zeros_(part.bias)
            nn.init.constant_(self.trust.bias, log(TRUST))

    def read(self, features: CardFeatures) -> None:
        """Read cards from another table: that of an env with cards beyond the pool."""
        values = torch.from_numpy(features.values).log1p()
        self.cards = values.to(self.card.weight.device)

    def _cards_read(self) -> Tensor:
        """What it makes of every card; kept while nothing is learned."""
        if torch.is_grad_enabled():
            self._kept = None
            fresh: Tensor = self.card(self.cards)
            return fresh
        weight, bias = self.card.weight, self.card.bias
        of = (weight._version, bias._version, id(self.cards), torch.is_autocast_enabled("cpu"))
        if self._kept is None or self._kept[0] != of:
            self._kept = of, self.card(self.cards)
        return self._kept[1]

    def forward(
        self, observation: Tensor, mask: Tensor, advice: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Logits (n, ACTIONS), very low where illegal, and values (n,) in -1 to 1. `advice` is what
        `adviser` says, for a network that has one."""
        if (advice is None) != (self.adviser is None):
            raise ValueError(
                "this network reads the advice of " + self.shape.adviser
                if self.adviser
                else "this network reads no advice"
            )
        many, players, rules = len(observation), self.kernel.players, self.kernel.rules
        G = self.kernel.layout.G
        game = observation[:, self.kernel.layout.SLICES["globals"]]
        of, row, entities = self._in_use(observation, "entities", game[:, G.ROWS])
        on, place, emblems = self._in_use(observation, "emblems", game[:, G.EMBLEMS])
        at, _, events = self._in_use(observation, "events", game[:, G.EVENTS])
        read = self._cards_read()
        tokens = self.entity(spread("entities", entities, players))
        tokens = tokens + self.beside(inputs.of_rows(entities, game[of], self.kernel))
        tokens = tokens + read[entities[:, N.CARD].long()]
        if advice is not None:
            worse = inputs.worse_than_best(advice, mask)
            tokens = tokens + self.advised(inputs.of_advice(worse[of, row], mask[of, row]))
        emblem = self.emblem(spread("emblems", emblems, players)) + read[emblems[:, X.CARD].long()]
        event = self.event(spread("events", events, players)) + read[events[:, V.CARD].long()]
        first = game[:, G.ROWS].long().cumsum(0) - game[:, G.ROWS]
        whole = self.game(spread("globals", game, players))
        whole = whole + self.near(inputs.of_game(game, self.kernel))
        whole = whole + self.source(read[game[:, G.SOURCE].long()])
        whole = whole + self.subject(_pick(tokens, first, game[:, G.SUBJECT]))
        whole = whole + _mean(emblem, on, many) + _mean(event, at, many)
        for layer in self.layers:
            tokens, whole = layer(tokens, whole, of)
        tokens = self.token(tokens)
        whole = self.whole(torch.cat([whole, _mean(tokens, of, many)], dim=1))
        query = self.query(whole) * self.shape.width**-0.5
        logits = query.new_zeros(many, rules.ACTIONS)
        logits[of, row] = (tokens * query[of]).sum(1) + self.plain(tokens)[:, 0]
        codes = self.codes(whole)
        choices = game[:, G.CHOICES : G.CHOICES + 3 * CHOICES].reshape(many, CHOICES, 3)
        who, which = choices[..., :2].any(-1).nonzero(as_tuple=True)
        chosen = choices[who, which].long()
        named = read[chosen[:, 1]] + _pick(tokens, first[who], chosen[:, 0])
        pointed = torch.zeros_like(codes)
        pointed[who, CODE.MODE + which] = (named * query[who]).sum(1)
        pointed[on, CODE.EMBLEM + place] = (emblem * query[on]).sum(1)
        logits[:, rules.OBJECTS :] = codes + pointed
        if advice is not None:
            logits = logits + self.trust(whole).clamp(-LARGE, LARGE).exp() * worse
        logits = logits.masked_fill(mask == 0, LEAST)
        return logits, torch.tanh(self.value(whole)[:, 0])

    def _in_use(
        self, observation: Tensor, name: str, count: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """The rows of a table that are in use, of all games one after the other: whose each is,
        which of that game, and its numbers."""
        rows, fields = tables_of(self.kernel)[name]
        table = observation[:, self.kernel.layout.SLICES[name]]
        there = torch.arange(rows, device=count.device)[None] < count[:, None]
        of, row = there.nonzero(as_tuple=True)
        return of, row, table.reshape(-1, rows, width(fields))[of, row]

    def describe(self) -> dict[str, int | str]:
        """Its shape, for a checkpoint."""
        return asdict(self.shape)


class _Layer(nn.Module):
    """The game looks at its rows, and each row hears from the game."""

    def __init__(self, wide: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before = nn.LayerNorm(wide)
        self.ask = nn.Sequential(nn.LayerNorm(wide), nn.Linear(wide, wide))
        self.answer = nn.Linear(wide, 2 * wide)
        self.think = nn.Sequential(nn.Linear(2 * wide, wide), nn.GELU(), nn.Linear(wide, wide))
        self.tell = nn.Linear(wide, wide)
        self.own = nn.Linear(wide, wide)
        self.out = nn.Linear(wide, wide)

    def forward(self, tokens: Tensor, whole: Tensor, of: Tensor) -> tuple[Tensor, Tensor]:
        many, wide = whole.shape
        calm = self.before(tokens)
        split = (len(tokens), 2, self.heads, wide // self.heads)
        key, value = self.answer(calm).reshape(split).unbind(1)
        asked = self.ask(whole)[of].reshape(key.shape)
        score = (asked * key).sum(-1) * (wide / self.heads) ** -0.5
        weight = score.float().clamp(-LARGE, LARGE).exp()[..., None]
        sums = _sum(weight, of, many)
        heard = _sum(weight * value, of, many) / sums.clamp(min=1e-9)
        whole = whole + self.think(torch.cat([whole, heard.reshape(many, wide)], dim=1))
        tokens = tokens + self.out(gelu(self.own(calm) + self.tell(whole)[of]))
        return tokens, whole


def _pick(tokens: Tensor, first: Tensor, row: Tensor) -> Tensor:
    """The tokens of rows counted from 1 in games whose tokens begin at `first`; zero for row 0."""
    if not len(tokens):
        return tokens.new_zeros(len(row), tokens.shape[1])
    place = (first + row.long() - 1).clamp(min=0, max=len(tokens) - 1)
    return tokens[place] * (row > 0)[:, None]


def _sum(rows: Tensor, of: Tensor, many: int) -> Tensor:
    return rows.new_zeros(many, *rows.shape[1:]).index_add(0, of, rows)


def _mean(rows: Tensor, of: Tensor, many: int) -> Tensor:
    """The mean over the rows of each game; zero where it has none."""
    count = torch.bincount(of, minlength=many).clamp(min=1)
    return _sum(rows, of, many) / count[:, None]


def _columns(name: str, kernel: Kernel) -> int:
    fields = kernel.layout.GLOBALS if name == "globals" else tables_of(kernel)[name][1]
    probe = torch.zeros(1, width(fields), dtype=torch.int16)
    return int(spread(name, probe, kernel.players).shape[-1])
