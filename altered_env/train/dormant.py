"""Dormant units of a network, and how they are recycled (ReDo, Sokar et al. 2023).

A unit whose input is negative in all positions has no gradient: it never learns again, and what the
network can hold shrinks in silence. `dormant` finds such units in a batch of positions. `recycled`
gives them new incoming weights, with which they are active in a quarter of the positions, and
outgoing weights of zero, so that the network plays as before and learns with them.

The two layers of the token write to the same units, and so do the two of an option. Where only one
of the two is dormant, what reads the unit stays, and the new weights begin small.

>>> list(LAYERS)
['card_read', 'first', 'second', 'third', 'option', 'mix']
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from altered_env.agents.net_module import NetModule, Positions
from altered_env.agents.net_weights import NetWeights
from altered_env.spaces.card_features import CardFeatures

Floats = NDArray[np.float32]
Found = dict[str, NDArray[np.bool_]]
"""By layer, whether each unit is dormant."""
RARE: Final = 0.003
"""A unit that is active in fewer positions is dormant."""
ACTIVE: Final = 0.25
"""The share of positions in which a recycled unit is active."""
SMALL: Final = 0.03
"""The size of a recycled unit whose readers stay, relative to the other units."""


READERS: Final = {"token": (("context", "asked", "third"), ()), "option": (("score",), ("asked",))}
"""The parts that read units to which two layers write: with a row for each, and with a column."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The parts that write to the units of a layer, and those that read them."""

    incoming: tuple[str, ...]
    """Parts with a column for each unit; not every network has all of them."""
    bias: str
    """The part added to all inputs; of `codes` an option has one row."""
    rows: tuple[str, ...] = ()
    """Parts with a row for each unit."""
    shared: str = ""
    """Where another layer writes, too: the key of `READERS`."""


LAYERS: Final = {
    "card_read": Layer(("card_read",), "card_read_bias", ("card_out",)),
    "first": Layer(("groups", "fields", "lists"), "first_bias", ("second",), "token"),
    "second": Layer(("second",), "second_bias", (), "token"),
    "third": Layer(("third",), "third_bias", ("last",)),
    "option": Layer(("context", "point", "outcomes", "codes"), "codes", ("mix",), "option"),
    "mix": Layer(("mix",), "mix_bias", (), "option"),
}
"""In the order of computation."""


def inputs_of(net: NetWeights, cards: CardFeatures, seen: Positions) -> dict[str, Floats]:
    """The input of each unit before its activation, by layer: a row for each position, card or
    option."""
    module = NetModule.of(net, cards)
    with torch.no_grad(), module.recording() as found:
        module(seen)
    return {name: found[name].numpy() for name in LAYERS}


def dormant(net: NetWeights, cards: CardFeatures, seen: Positions) -> Found:
    """Which units are dormant in these positions."""
    return {
        name: np.asarray((inputs > 0).mean(axis=0) < RARE)
        for name, inputs in inputs_of(net, cards, seen).items()
    }


def counted(found: Found) -> tuple[int, int]:
    """The number of dormant units, and that of all."""
    return sum(int(one.sum()) for one in found.values()), sum(map(len, found.values()))


def recycled(
    net: NetWeights, cards: CardFeatures, seen: Positions, seed: int
) -> tuple[NetWeights, Found]:
    """The network with its dormant units recycled, and which these were."""
    found = dormant(net, cards, seen)
    parts = {name: part.copy() for name, part in net.parts.items()}
    net = replace(net, parts=parts)
    fresh = NetWeights.new(
        net.width, net.hidden, net.players, seed, net.afterstates, net.deck_inputs
    ).parts
    for name, layer in LAYERS.items():
        units = np.flatnonzero(found[name])
        if not len(units):
            continue
        sizes = _sizes(inputs_of(net, cards, seen)[name])[~found[name]]
        usual = float(np.median(sizes)) if len(sizes) else 1.0
        incoming = [part for part in layer.incoming if part in parts]
        for part in incoming:
            parts[part][:, units] = fresh[part][:, units]
        parts[layer.bias][..., units] = fresh[layer.bias][..., units]
        for part in layer.rows:
            parts[part][units] = 0.0
        alone = _alone(found, name)
        if layer.shared:
            rows, columns = READERS[layer.shared]
            for part in rows:
                parts[part][alone] = 0.0
            for part in columns:
                parts[part][:, alone] = 0.0
        inputs = inputs_of(net, cards, seen)[name][:, units]
        threshold = np.quantile(inputs, 1 - ACTIVE, axis=0).astype(np.float32)
        wanted = np.where(alone[units], usual, SMALL * usual)
        gain = (wanted / np.maximum(_sizes(inputs - threshold), 1e-6)).astype(np.float32)
        for part in incoming:
            parts[part][:, units] *= gain
        parts[layer.bias][..., units] -= threshold * gain
    return net, found


def _alone(found: Found, name: str) -> NDArray[np.bool_]:
    """The dormant units of a layer to which no layer writes that is awake."""
    shared = LAYERS[name].shared
    writing = [one for one, layer in LAYERS.items() if shared and layer.shared == shared]
    return np.asarray(np.logical_and.reduce([found[one] for one in writing or [name]]))


def _sizes(inputs: Floats) -> NDArray[np.float64]:
    """The root mean square of each unit's output."""
    return np.asarray(np.sqrt(np.square(np.maximum(inputs, 0), dtype=np.float64).mean(axis=0)))
