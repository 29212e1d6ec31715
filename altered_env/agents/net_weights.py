"""The weights of a compiled network: in training, in a file, and in play.

Learned parameters are the parts of `thinking/neural.py`, the feature embeddings, and the card
encoder of printed features. For play, card embeddings are computed once per book, and all weights
are in one flat array. A file names the feature of each row, so a network with an earlier layout or
fewer card words still plays: features it does not know are zero, and unknown words are read as
`<other>`.

>>> net = NetWeights.new(16, 16)
>>> flat, header = net.flat(card_features())
>>> len(flat) > 16 * len(card_features().values), header[:2]
(True, [16, 16])
"""

from __future__ import annotations

import functools
import hashlib
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.input_files import NETWORK, InputFileError, opened, read_bytes
from altered_env.agents.named import KINDS
from altered_env.agents.tensor_files import UNREADABLE, FileOfTensorsError, numbers_of, read, write
from altered_env.game.kernels import kernel_for
from altered_env.spaces.card_features import OTHER, WORD, CardFeatures, card_features
from altered_env.spaces.layouts import layout_of

KIND = "altered net"
UNKNOWN = WORD + OTHER
"""The column of the words on cards that are not in the vocabulary."""
READ = 64
"""Width of the layer that reads cards."""
Floats = NDArray[np.float32]


def neural_for(players: int) -> Any:
    """The compiled network for this number of players."""
    return kernel_for(players).module("thinking.neural")


def features_for(players: int) -> Any:
    """The features of a network for this number of players."""
    return kernel_for(players).module("thinking.features")


def part_names(players: int) -> dict[str, list[str]]:
    """The names of each part's rows."""
    features = features_for(players)
    columns = card_features().names
    return {
        "features": features.row_names(),
        "fields": features.field_names(),
        "codes": features.code_names(),
        "groups": features.group_names(),
        "outcomes": features.afterstate_names(),
        "lists": list(features.LISTS),
        "card_plain": list(columns),
        "card_read": list(columns),
    }


def shapes_of(
    width: int, hidden: int, players: int, columns: int, deck_inputs: bool = False
) -> dict[str, tuple[int, ...]]:
    """Every learned part by name, with its shape."""
    found = dict(neural_for(players).parts_of(width, hidden))
    if deck_inputs:
        found["lists"] = (len(features_for(players).LISTS) * width, hidden)
    found["features"] = (features_for(players).FEATURES, width)
    found["card_plain"] = (columns, width)
    found["card_read"] = (columns, READ)
    found["card_read_bias"] = (READ,)
    found["card_out"] = (READ, width)
    return found


_RENAMED = {"event zone": "event from_zone"}
_UNUSED = {
    "rules&11",
    *(f"{what}{number}" for what in ("decision=", "row of ") for number in range(27, 32)),
}
"""In files of 0.1: fields whose features had other names, and unused features."""
_SPREAD = {"features": 0.3, "fields": 0.15, "codes": 0.3, "score": 0.02, "last": 0.02}
MOST_AFTERSTATES = 1000
LATER = ("asked", "outcomes", "lists")
"""Parts that older networks lack. They start as zeros, so such a network plays as before."""
PER_CARD = 1 / 64
"""The weight of an unseen card: embeddings are about 3, and some thirty cards are summed, so that
without it a step of the optimiser would change the first layer more than by all else. A power of
two, so that no digit is lost."""
_INPUTS = {"groups": 400.0, "card_plain": 40.0, "card_read": 40.0}


@dataclass(frozen=True, eq=False)
class NetWeights:
    """A network in training: its widths, and its parts by name."""

    width: int
    hidden: int
    players: int
    parts: dict[str, Floats]
    afterstates: int = 0
    """The number of afterstates it reads at a decision; 0 for none."""
    digest: str = ""
    """The hash of the file it was read from."""

    @property
    def deck_inputs(self) -> bool:
        """Does it read deck lists?"""
        return "lists" in self.parts

    def with_deck_inputs(self) -> NetWeights:
        """The same network, which reads deck lists from now on, but plays as before."""
        if self.deck_inputs:
            return self
        columns = len(card_features().names)
        shape = shapes_of(self.width, self.hidden, self.players, columns, True)["lists"]
        return replace(self, parts={**self.parts, "lists": np.zeros(shape, dtype=np.float32)})

    @classmethod
    def new(
        cls,
        width: int,
        hidden: int,
        players: int = 2,
        seed: int = 0,
        afterstates: int = 0,
        deck_inputs: bool = False,
    ) -> NetWeights:
        """An untrained network."""
        _refuse_widths(width, hidden)
        refuse_afterstates(afterstates)
        rng = np.random.default_rng(seed)
        columns = len(card_features().names)
        parts: dict[str, Floats] = {}
        for name, shape in shapes_of(width, hidden, players, columns, deck_inputs).items():
            inputs = _INPUTS.get(name, float(shape[0]))
            spread = _SPREAD.get(name, (2.0 / inputs) ** 0.5)
            zero = "bias" in name or name in LATER
            drawn = np.zeros(shape) if zero else rng.normal(0.0, spread, shape)
            parts[name] = drawn.astype(np.float32)
        return cls(width, hidden, players, parts, afterstates)

    @classmethod
    def load(cls, path: str | Path) -> NetWeights:
        """The network of a file. Raises `FileOfTensorsError`."""
        try:
            with opened(path, NETWORK) as file:
                written = os.fstat(file.fileno()).st_mtime_ns
            return _loaded(str(Path(path).resolve()), written)
        except (InputFileError, FileOfTensorsError) as error:
            raise FileOfTensorsError(f"{error}{_meant(Path(path))}") from None

    @classmethod
    def _read(cls, path: str) -> NetWeights:
        found, about = read(path, KIND)
        try:
            width, hidden, players = (_whole(about, k) for k in ("width", "hidden", "players"))
            afterstates = _whole({"afterstates": about.get("looks", 0), **about}, "afterstates")
            _refuse_widths(width, hidden)
            refuse_afterstates(afterstates)
            names = part_names(players)
            columns = len(card_features().names)
            shapes = shapes_of(width, hidden, players, columns, "lists" in found)
            parts = {}
            for name in LATER:
                if name in shapes:
                    found.setdefault(name, np.zeros(shapes[name], dtype=np.float32))
            for name, shape in shapes.items():
                part = numbers_of(name, found[name])
                if name in names and name in about["names"]:
                    part = by_name(part, names_in(about, name), names[name])
                if part.shape != shape:
                    raise ValueError(f"{name} has shape {part.shape}, expected {shape}")
                parts[name] = part
        except UNREADABLE as error:
            raise FileOfTensorsError(f"{path}: not a whole network: {str(error)[:200]}") from None
        digest = hashlib.sha256(read_bytes(path, NETWORK)).hexdigest()[:16]
        return cls(width, hidden, players, parts, afterstates, digest)

    def save(self, path: str | Path, about: dict[str, Any]) -> None:
        """Write it to a file, with additional metadata."""
        write(path, self.parts, {**about, **self.about()})

    def about(self) -> dict[str, Any]:
        """Its metadata in a file."""
        names = part_names(self.players)
        return {
            "kind": KIND,
            "width": self.width,
            "hidden": self.hidden,
            "players": self.players,
            "afterstates": self.afterstates,
            "names": {name: rows for name, rows in names.items() if name in self.parts},
            "layout": layout_of(self.players).hash,
        }

    def flat(self, cards: CardFeatures) -> tuple[Floats, list[int]]:
        """All weights in one array for play with these cards, and the offset of each part."""
        return _flat(self, cards)

    def _flat(self, cards: CardFeatures) -> tuple[Floats, list[int]]:
        neural = neural_for(self.players)
        parts = self.parts
        printed = np.log1p(cards.values.astype(np.float64)).astype(np.float32)
        read = np.maximum(_product(printed, parts["card_read"]) + parts["card_read_bias"], 0)
        embedded = _product(printed, parts["card_plain"]) + _product(read, parts["card_out"])
        lie = []
        for name, _ in neural.parts_of(self.width, self.hidden):
            lie.append(self.parts[name].ravel())
            if self.deck_inputs and name == "fields":
                lists = self.parts["lists"].reshape(-1, self.width, self.hidden)
                each = np.stack([_product(embedded, weights) for weights in lists], axis=1)
                lie.append((each * PER_CARD).ravel().astype(np.float32))
        lie += [self.parts["features"].ravel(), embedded.ravel()]
        header = neural.header_of(
            self.width, self.hidden, len(printed), self.afterstates, 0, self.deck_inputs
        )
        return np.concatenate(lie).astype(np.float32, copy=False), header


@functools.lru_cache(maxsize=8)
def _loaded(path: str, _written: int) -> NetWeights:
    """The network of a file, cached until the file is written again."""
    return NetWeights._read(path)


@functools.lru_cache(maxsize=8)
def _flat(net: NetWeights, cards: CardFeatures) -> tuple[Floats, list[int]]:
    return net._flat(cards)


def _product(rows: Floats, weights: Floats) -> Floats:
    """The product of matrices, each number summed in the order of the weights' rows: the same for a
    card whatever the processor and the other cards of the table, as those of libraries are not.

    >>> rows, weights = np.eye(3, dtype=np.float32) / 3, np.full((3, 2), 0.1, dtype=np.float32)
    >>> bool((_product(rows, weights)[1] == _product(rows[1:2], weights)[0]).all())
    True
    """
    found: Floats = np.zeros((len(rows), weights.shape[1]), dtype=np.float32)
    for k in np.flatnonzero(rows.any(axis=0)):
        found += rows[:, k, None] * weights[k]
    return found


def _meant(path: Path) -> str:
    """A suggestion for a path without a network: that of a run, or those of the package.

    >>> _meant(Path("v9"))
    '; the package has v5, v4, v3, v2, v1, four'
    """
    network = (path if path.is_dir() else path.parent) / "network.safetensors"
    if path != network and path.exists() and network.is_file():
        return f"; the network of that run is {network}"
    return f"; the package has {', '.join(KINDS['net'].shipped)}" if str(path) == path.stem else ""


def _whole(about: dict[str, Any], name: str) -> int:
    found = about[name]
    if type(found) is not int:
        raise ValueError(f"{name} must be a whole number, found {found!r:.40}")
    return found


def _refuse_widths(width: int, hidden: int) -> None:
    for name, number in (("width", width), ("hidden", hidden)):
        if not 4 <= number <= 1024:
            raise ValueError(f"{name} must be from 4 to 1024, found {number}")


def refuse_afterstates(afterstates: int) -> None:
    """Raise `ValueError` for an invalid number of answers to try."""
    if not 0 <= afterstates <= MOST_AFTERSTATES:
        raise ValueError(f"afterstates must be from 0 to {MOST_AFTERSTATES}, found {afterstates}")


def names_in(about: dict[str, Any], part: str) -> list[str]:
    """The current names of the rows of a part, from its file's metadata."""
    found: list[str] = about["names"][part]
    if "layout" in about:
        return found
    fields = (name.partition("=") for name in found)
    now = [_RENAMED.get(field, field) + sign + number for field, sign, number in fields]
    return ["" if name in _UNUSED else name for name in now]


def by_name(part: Floats, there: list[str], wanted: list[str]) -> Floats:
    """The rows of a part in the order of the requested names: zero for a missing one, and for a
    missing card word the row of `<other>`, which stands for unknown words."""
    if there == wanted:
        return part
    rows = part.reshape(len(there), -1, *part.shape[1:])
    found = np.zeros((len(wanted), *rows.shape[1:]), dtype=np.float32)
    where = {name: k for k, name in enumerate(there)}
    for k, name in enumerate(wanted):
        row = where.get(name, where.get(UNKNOWN) if name.startswith(WORD) else None)
        if row is not None:
            found[k] = rows[row]
    return found.reshape(-1, *part.shape[1:])
