"""A network over the compact view: that of `altered train`, which reads the rows in use with the
features of their cards, so that it can read a card it has never seen.

What it reads of a position is that of the project's own networks (`thinking/features.py`): numbers
one-hot, the statistics of a card next to the gaps of each Expedition, the best use of the mana. To
this come the cards that are unseen. Features are found and summed in compiled code.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from altered_env.agents.net_module import NetModule, Positions
from altered_env.agents.net_weights import NetWeights, features_for
from altered_env.agents.thoughts import entries_for
from altered_env.spaces.card_features import CardFeatures, cards_of, column_names
from altered_env.spaces.compact import Compact, CompactLayout, as_layout, described, known

_AT_ONCE = 256
"""Observations that are laid out at once, to be read."""
_CHOICE = 3
"""Numbers of a choice: its row, its card, its ability."""
_DECK = 16
"""Divides sums over cards of a Deck."""
_SHARE = 0.03
"""Room for features, of the most that there can be."""
_VALUE = ("third", "third_bias", "last", "last_bias", "outcomes")
_HEAD = ("codes", "point", "context", "mix", "mix_bias", "score", "asked")
"""Parts of a network of `altered train`: those not used here, and those that score actions."""
_CARDS = ("entity_cards", "emblem_cards", "event_cards", "unseen_cards")


class AlteredExtractor(BaseFeaturesExtractor):
    """From observations of the compact view to one row of features each.

    With `actions`, the features are followed by a score for each action: that of a row by the row,
    those of Expeditions, modes and emblems by what they stand for, others by an embedding.
    """

    def __init__(
        self,
        observation_space: gymnasium.spaces.Dict,
        features: int = 128,
        width: int = 64,
        cards: CardFeatures | NDArray[np.float32] | None = None,
        actions: bool = False,
    ) -> None:
        """`width`: of the embedding of a row. `cards`: the table that card numbers refer to, by
        default the pool's; `env.card_features` if the env has cards of its own or a split of the
        benchmark (`bench`)."""
        layout = _layout_of(observation_space)
        _refuse_other_cards(observation_space, cards)
        self.layout = layout
        kernel, players = layout.kernel, layout.players
        count = int(kernel.rules.ACTIONS) if actions else 0
        super().__init__(observation_space, features + count)
        self.features, self.width, self.actions = features, width, count
        seed = int(torch.randint(1 << 31, ()))
        self.net = NetModule.of(NetWeights.new(width, features, players, seed), cards)
        for name in (*_VALUE, *(() if actions else _HEAD)):
            del self.net.parts[name]
        self._first_card = int(features_for(players).FEATURES)
        self._unseen = nn.Linear(players * width, features, bias=False)
        self._kept: tuple[tuple[int, ...], Tensor] | None = None
        """The embeddings of features while nothing is learned, with the state of the weights."""
        self._slots = kernel.layout.new_slots(_AT_ONCE)

    def forward(self, observations: dict[str, Tensor], legal: Any = None) -> Tensor:
        """The features, and with `actions` the scores behind them; if `legal` is given, (n,
        ACTIONS), of these actions alone."""
        device = self._unseen.weight.device
        seen = {name: part.numpy(force=True) for name, part in observations.items()}
        self._check(seen)
        packed, actions = self._packed(seen, legal)
        many = len(seen["globals"])
        read = Positions(packed, np.arange(many), self.layout.players, str(device))
        table = self._table()
        unseen = self._unseen(self._unseen_cards(seen, table) / _DECK)
        pointed, token = self.net.tokens(read, table, unseen)
        if not self.actions:
            return token
        found = token.new_zeros(many, self.actions)
        at = read.of.long(), torch.from_numpy(actions).to(device)
        return torch.cat([token, found.index_put(at, self.net.logits(read, pointed, token))], 1)

    def _packed(self, seen: Compact, legal: Any) -> tuple[Any, NDArray[np.int64]]:
        """The features of the observations, and the actions that are scored, one after another."""
        many, share = len(seen["globals"]), _SHARE
        if legal is not None:
            legal = np.asarray(legal).reshape(many, -1)
        players = self.layout.players
        pack, new = entries_for(players, "learning_entry"), entries_for(players, "encode")
        while True:
            packed, done = new.new_packed(many, share), 0
            for first in range(0, many, _AT_ONCE):
                part = slice(first, min(first + _AT_ONCE, many))
                self._lay_out(
                    {name: one[part] for name, one in seen.items()},
                    None if legal is None else legal[part],
                )
                of = np.arange(part.stop - first)
                done += pack.pack_desks(self._slots, of, packed, first)
                if done < part.stop:
                    break
            if done == many:
                last = int(packed.start[many, new.START.OPTION])
                return packed, packed.action[:last].astype(np.int64)
            share *= 2  # these observations are larger than most

    def _lay_out(self, seen: Compact, legal: NDArray[Any] | None) -> None:
        """Lay out observations in the first slots, cut to the limits of compiled code."""
        layout, rules = self.layout.kernel.layout, self.layout.kernel.rules
        at, columns = layout.G, layout.N
        terms = self.layout.kernel.module("engine.terms")
        many = len(seen["globals"])
        out, mask = self._slots["observation"][:many], self._slots["mask"][:many]
        self.layout.read(seen, out)
        most = {
            at.DECISION: terms.kinds_of(terms.DECIDE) - 1,
            at.ROWS: self.layout.rows,
            at.EMBLEMS: seen["emblems"].shape[1],
            at.EVENTS: seen["events"].shape[1],
            at.SUBJECT: self.layout.rows,
            at.SOURCE_ROW: self.layout.rows,
            **{at.CHOICES + _CHOICE * k: self.layout.rows for k in range(layout.CHOICES)},
        }
        for one in layout.GLOBALS:
            if one.name == "facing":  # with four players
                most |= dict.fromkeys(range(one.at, one.at + one.width), one.width)
        out[:, list(most)] = out[:, list(most)].clip(0, list(most.values()))
        rows = out[:, layout.SLICES["entities"]].reshape(many, int(rules.OBJECTS), -1)
        emblems = out[:, layout.SLICES["emblems"]].reshape(many, int(rules.EMBLEMS), -1)
        players = self.layout.players
        for column, highest in (
            (rows[..., columns.ZONE], terms.kinds_of(terms.Z) - 1),
            (rows[..., columns.SIDE], players),
            (emblems[..., layout.X.SIDE], players),
        ):
            np.clip(column, 0, highest, out=column)
        if legal is None:
            mask[:, : rules.OBJECTS] = rows[..., columns.OFFERED]
            mask[:, rules.OBJECTS :] = 1
        else:
            mask[:] = legal
        mask[:, : rules.OBJECTS] &= np.arange(int(rules.OBJECTS)) < out[:, [at.ROWS]]
        codes = slice(rules.OBJECTS + terms.CODE.EMBLEM, rules.OBJECTS + terms.CODE.COUNT)
        mask[:, codes] &= np.arange(int(rules.EMBLEMS)) < out[:, [at.EMBLEMS]]

    def _unseen_cards(self, seen: Compact, table: Tensor) -> Tensor:
        """The sums of the embeddings of each player's unseen cards, side by side."""
        counts = seen["unseen_counts"].astype(np.int32)
        index = np.repeat(seen["unseen_cards"].ravel().astype(np.int32), counts.ravel())
        index += np.int32(self._first_card)
        first = np.zeros(counts.shape[0] * counts.shape[1] + 1, dtype=np.int32)
        np.cumsum(counts.sum(2).ravel(), out=first[1:])
        where = [torch.from_numpy(part).to(table.device) for part in (index, first)]
        return self.net.bags(where[0], table, where[1]).reshape(len(counts), -1)

    def _table(self) -> Tensor:
        """The embeddings of features and cards, kept while nothing is learned."""
        if torch.is_grad_enabled():
            return self.net.table()
        state = tuple(part._version for part in self.net.parts.values())
        kept = self._kept
        if kept is None or kept[0] != state or kept[1].device != self.net.cards.device:
            self._kept = kept = state, self.net.table()
        return kept[1]

    def _check(self, seen: Compact) -> None:
        """Refuse what is not an observation of the env, and cards that are not in the table."""
        for name, part in seen.items():
            if part.dtype.kind == "f" and (part != np.rint(part)).any():
                raise ValueError(
                    f"{name} has numbers that are not whole: AlteredExtractor reads observations "
                    "as they are, VecNormalize(env, norm_obs=False)"
                )
        layout = self.layout.kernel.layout
        first = layout.G.CHOICES + 1
        choices = seen["globals"][:, first : first + _CHOICE * layout.CHOICES : _CHOICE]
        parts = [*(seen[name] for name in _CARDS), choices, seen["globals"][:, layout.G.SOURCE]]
        cards = len(self.net.cards)
        for part in parts:
            if part.size and (part.max() >= cards or part.min() < 0):
                wrong = int(part.max() if part.max() >= cards else part.min())
                raise ValueError(
                    f"card {wrong} is not in the table of {cards - 1} cards: pass the env's, "
                    "cards=env.card_features"
                )


_PASS = (
    "pass the env's table, "
    'policy_kwargs={"features_extractor_kwargs": {"cards": env.card_features}}'
)


def _refuse_other_cards(space: Any, cards: Any) -> None:
    """Raise `ValueError` or `TypeError` if the table is not of the env's cards: every number would
    be another card's. A `CardFeatures` is known by its digest, an array by its size."""
    wanted: str = getattr(space, "cards", "")
    if cards is None or isinstance(cards, CardFeatures):
        if wanted and wanted != (cards_of() if cards is None else cards.digest):
            table = "the pool" if cards is None else "this table"
            raise ValueError(f"the env numbers other cards than {table}: {_PASS}")
        return
    if not isinstance(cards, np.ndarray):
        raise TypeError(f"cards is a table of card features, found {cards!r:.60}: {_PASS}")
    columns, rows = len(column_names()), getattr(space, "card_rows", 0)
    fits = cards.dtype == np.float32 and cards.ndim == 2 and cards.shape[1] == columns
    if not fits or (rows and len(cards) != rows):
        raise ValueError(
            f"cards is {cards.dtype} of shape {cards.shape}, the env's table is float32 of shape "
            f"({rows or 'cards + 1'}, {columns}): {_PASS}"
        )


def _layout_of(space: Any) -> CompactLayout:
    """The layout of a space of the compact view."""
    found, layout = known(space), as_layout(space)
    if found is not None and found.view == "compact" and layout is not None:
        return layout
    if isinstance(space, gymnasium.spaces.Dict) and "observation" in space.spaces:
        raise ValueError(
            "AlteredExtractor reads observations without a mask beside them: wrap the env, "
            "altered_env.envs.MaskApart(env)"
        )
    if found is None and layout is not None and "features" not in space.spaces:
        raise ValueError(
            "AlteredExtractor reads observations of the view compact as they are, and something "
            f"changed them: {_change(space, layout.space)}. Leave out wrappers such as "
            "VecFrameStack: events tell what has happened"
        )
    raise ValueError(f'AlteredExtractor needs an env with view="compact", found {described(space)}')


def _change(found: Any, wanted: Any) -> str:
    """The first array by which a space differs from the one it should be, in words."""
    names = [*wanted, *(name for name in found if name not in wanted.spaces)]
    parts = {name: [space.spaces.get(name) for space in (found, wanted)] for name in names}
    name = next(name for name, (one, due) in parts.items() if one != due)
    one, due = parts[name]
    if one is None or due is None:
        return f"{name} is {'missing' if one is None else 'new'}"
    return f"{name} is {_box(one)}, not {_box(due)}"


def _box(box: Any) -> str:
    if not isinstance(box, gymnasium.spaces.Box):
        return f"{box!s:.80}"
    return f"{box.dtype} of shape {box.shape} from {box.low.min():g} to {box.high.max():g}"
