"""Function-preserving widening of a network, as the start of a longer run.

New units of rows, options and the game's token are initialised as in a new network, but existing
units ignore them at first: the weights between them start at zero.

>>> net = NetWeights.new(8, 8)
>>> wide = widened(net, 12, 16, seed=1)
>>> wide.width, wide.hidden, bool((wide.parts["score"][8:] == 0).all())
(12, 16, True)
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.net_weights import NetWeights

_FROM_WIDTH = ("groups", "lists", "point", "mix", "score")
_FROM_HIDDEN = ("second", "third", "context", "asked")
_TO_WIDTH = (
    "codes", "point", "context", "mix", "mix_bias", "asked", "outcomes", "features", "card_plain",
    "card_out",
)  # fmt: skip
_TO_HIDDEN = ("groups", "lists", "fields", "first_bias", "second", "second_bias")
_SCORED = ("score", "asked")
"""The weights of an option's units."""
Floats = NDArray[np.float32]


def widened(net: NetWeights, width: int, hidden: int, seed: int = 0) -> NetWeights:
    """The network with rows of `width` and a token of `hidden` units. Raises `ValueError` if these
    are fewer than it has.
    """
    if width < net.width or hidden < net.hidden:
        raise ValueError(
            f"a network of width {net.width}, hidden {net.hidden} can only be widened; found"
            f" width {width}, hidden {hidden}"
        )
    new = NetWeights.new(width, hidden, net.players, seed, net.afterstates, net.deck_inputs)
    parts = {name: _part(name, part, new.parts[name], net) for name, part in net.parts.items()}
    return replace(new, parts=parts)


def _part(name: str, old: Floats, new: Floats, net: NetWeights) -> Floats:
    if name in ("groups", "lists"):  # a block of rows for each group
        count = old.shape[0] // net.width
        blocks = new.reshape(count, -1, new.shape[1])
        for block, was in zip(blocks, old.reshape(count, -1, old.shape[1]), strict=True):
            _lay(name, was, block)
        return blocks.reshape(new.shape)
    _lay(name, old, new)
    return new


def _lay(name: str, old: Floats, new: Floats) -> None:
    """Copy the old weights into the new ones; weights from new to old units are zero."""
    inputs = name in _FROM_WIDTH or name in _FROM_HIDDEN
    outputs = name in _TO_WIDTH or name in _TO_HIDDEN
    kept = tuple(slice(0, size) for size in old.shape)
    if name in _SCORED or (inputs and not outputs):
        new[:] = 0.0
    elif inputs:
        new[old.shape[0] :, : old.shape[1]] = 0.0
    new[kept] = old
