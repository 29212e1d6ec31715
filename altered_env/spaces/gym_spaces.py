"""The spaces of the envs, and views of observations for networks.

An observation is one row of small integers (docs/reference/observation.md); an action is a row of
its entity table or one of a fixed set (docs/reference/actions.md). Everything here takes one
observation or many.

>>> import numpy as np
>>> from altered_env.batch.layout import SIZE
>>> parts = structured(np.zeros((5, SIZE), dtype=np.int16))
>>> parts["entities"].shape
(5, 192, 33)
>>> structured(np.zeros(kernel_for(4).layout.SIZE, dtype=np.int16))["entities"].shape
(384, 33)
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from altered_env.batch.flattening import COLUMN, flatten
from altered_env.batch.layout import Field
from altered_env.game.kernels import Kernel, kernel_for
from altered_env.spaces.masked_actions import discrete


def tables_of(kernel: Kernel) -> dict[str, tuple[int, tuple[Field, ...]]]:
    """The tables of an observation: the number of rows and the fields of each."""
    seen = kernel.layout
    return {
        "entities": (kernel.rules.OBJECTS, seen.ENTITY_FIELDS),
        "emblems": (kernel.rules.EMBLEMS, seen.EMBLEM_FIELDS),
        "events": (seen.EVENTS, seen.EVENT_FIELDS),
    }


TABLES = tables_of(kernel_for(2))


def _kernel_of(observation: NDArray[Any]) -> Kernel:
    """The number of players of an observation, from its size. Raises `TypeError` for a view that is
    arrays by name, and `ValueError` for another size."""
    if not hasattr(observation, "shape"):
        by_name = isinstance(observation, Mapping)
        found = f"arrays by name: {', '.join(map(str, observation))}" if by_name else observation
        hint = '. view="raw" has them; view.layout.columns names the columns of view="compact"'
        raise TypeError(
            f'expected observations of view="raw", found {found!s:.160}{hint if by_name else ""}'
        )
    sizes = {kernel_for(players).layout.SIZE: players for players in (2, 4)}
    if observation.ndim == 0 or observation.shape[-1] not in sizes:
        said = " or ".join(f"{size:,} (of {players} players)" for size, players in sizes.items())
        raise ValueError(
            f"an observation must have {said} numbers, found shape {observation.shape}"
        )
    return kernel_for(sizes[observation.shape[-1]])


def width(fields: tuple[Field, ...]) -> int:
    """The width of a row of these fields."""
    return fields[-1].at + fields[-1].width


def action_space(players: int = 2, masks: str = "int8") -> gymnasium.spaces.Discrete:
    """The actions: rows of the entity table, then actions without a row; `masks` is the dtype of
    the masks to sample with.

    >>> action_space().n, action_space(players=4).n
    (np.int64(392), np.int64(600))
    """
    return discrete(kernel_for(players).rules.ACTIONS, masks)


def observation_space(
    detail: str = "full", players: int = 2, masks: str = "int8"
) -> gymnasium.spaces.Dict:
    """An observation and a mask of the legal actions; with detail `mask`, the mask alone."""
    kernel = kernel_for(players)
    kind: Any = np.dtype(masks).type
    mask = gymnasium.spaces.Box(0, 1, (kernel.rules.ACTIONS,), kind)
    if detail == "mask":
        return gymnasium.spaces.Dict({"action_mask": mask})
    info = np.iinfo(np.int16)
    box = gymnasium.spaces.Box(int(info.min), int(info.max), (kernel.layout.SIZE,), np.int16)
    return gymnasium.spaces.Dict({"observation": box, "action_mask": mask})


def everything_space(players: int = 2) -> gymnasium.spaces.Box:
    """The full state, for a critic in training (docs/reference/observation.md).

    >>> everything_space().shape
    (969,)
    """
    info = np.iinfo(np.int16)
    shape = (kernel_for(players).layout.EVERYTHING,)
    return gymnasium.spaces.Box(int(info.min), int(info.max), shape, np.int16)


def everything_parts(everything: NDArray[Any], players: int = 2) -> dict[str, NDArray[Any]]:
    """The parts of `everything`, for one game or many: `rows`, `terrain` and the table `hidden`,
    rows by fields. Views, not copies.

    >>> everything_parts(np.zeros((5, 969), dtype=np.int16))["hidden"].shape
    (5, 192, 5)
    """
    kernel = kernel_for(players)
    seen = kernel.layout
    cut = width(seen.EVERYTHING_FIELDS)
    table = everything[..., cut:]
    return {
        "rows": everything[..., 0],
        "terrain": everything[..., 1:cut],
        "hidden": table.reshape(*everything.shape[:-1], kernel.rules.OBJECTS, seen.H.COUNT),
    }


def structured(observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The parts of observations, tables as rows by fields. Views, not copies."""
    kernel = _kernel_of(observation)
    slices = kernel.layout.SLICES
    found = {"globals": observation[..., slices["globals"]]}
    for name, (rows, fields) in tables_of(kernel).items():
        part = observation[..., slices[name]]
        found[name] = part.reshape(*observation.shape[:-1], rows, width(fields))
    return found


def field(observation: NDArray[Any], name: str) -> NDArray[Any]:
    """A field by name: of the globals, or `entities.zone` of a table.

    >>> from altered_env.batch.layout import SIZE
    >>> field(np.zeros(SIZE, dtype=np.int16), "entities.zone").shape
    (192,)
    """
    table, _, rest = name.rpartition(".")
    if table and table not in TABLES:
        there = ", ".join(TABLES)
        raise LookupError(f"no table of an observation is called {table[:40]!r}, there are {there}")
    fields = TABLES[table][1] if table else _kernel_of(observation).layout.GLOBALS
    part = structured(observation)[table or "globals"]
    for one in fields:
        if one.name == rest:
            if one.width == 1:
                return part[..., one.at]
            return part[..., one.at : one.at + one.width]
    raise LookupError(f"no field of {table or 'globals'} is called {rest[:40]!r}")


# The flat view: masks multi-hot, kinds one-hot, numbers scaled.


def spread(name: str, part: Any, players: int = 2) -> Any:
    """A part of observations (`globals` or the rows of a table, fields last) as floats: masks
    multi-hot, kinds one-hot, numbers scaled. Works on NumPy arrays and PyTorch tensors.

    >>> spread("events", np.zeros((32, 7), dtype=np.int16)).shape
    (32, 23)
    """
    kernel = kernel_for(players)
    fields = kernel.layout.GLOBALS if name == "globals" else tables_of(kernel)[name][1]
    if isinstance(part, np.ndarray):
        join: Any = np.concatenate
        wide: Any = np.float32
        bits: Any = np.arange(32, dtype=np.int16)
    else:
        import torch

        join, wide = torch.cat, torch.float32
        bits = torch.arange(32, dtype=torch.int16, device=part.device)
    found = []
    for one in fields:
        values = part[..., one.at : one.at + one.width]
        if not one.reads.flat:
            continue
        if one.reads.flat == "kind":
            columns = values[..., None] == bits[: one.reads.count]
        elif one.reads.flat == "bits":
            columns = (values[..., None] >> bits[: one.reads.count]) & 1
        else:
            columns = (values / one.reads.scale).clip(-4, 4)[..., None]
        columns = columns.reshape(*part.shape[:-1], one.flat_width)
        found.append(columns.astype(wide) if isinstance(part, np.ndarray) else columns.to(wide))
    return join(found, -1)


def flat_size(players: int = 2) -> int:
    """The size of the flat view."""
    kernel = kernel_for(players)
    parts = ((1, kernel.layout.GLOBALS), *tables_of(kernel).values())
    return sum(rows * sum(one.flat_width for one in fields) for rows, fields in parts)


FLAT = flat_size()


def flat(observation: NDArray[Any]) -> NDArray[np.float32]:
    """Observations as floats for a plain network (`spread`).

    They cannot tell which card is which: card numbers and abilities are left out, so two cards with
    the same costs, statistics, type and keywords look the same, and nothing is known of a Deck but
    its size. `view="compact"` has these (`spaces.compact`).

    >>> from altered_env.batch.layout import SIZE
    >>> flat(np.zeros(SIZE, dtype=np.int16)).shape == (FLAT,)
    True
    >>> four = np.zeros((3, kernel_for(4).layout.SIZE), dtype=np.int16)
    >>> flat(four).shape == (3, flat_size(4))
    True
    """
    players = _kernel_of(observation).players
    if observation.dtype != np.int16:
        observation = observation.astype(np.int16)
    rows = np.ascontiguousarray(observation).reshape(-1, observation.shape[-1])
    if not rows.flags.writeable:
        rows = rows.copy()  # compiled code takes no other
    out = np.empty((len(rows), flat_size(players)), dtype=np.float32)
    flatten(rows, *plan_of(players), out)
    return out.reshape(*observation.shape[:-1], -1)


_HOW = {"kind": COLUMN.KIND, "bits": COLUMN.BITS, "number": COLUMN.NUMBER}


@functools.cache
def plan_of(players: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The plan of `flatten` for this number of players: parts, fields, divisors, and the flat view
    of an empty observation."""
    kernel = kernel_for(players)
    empty = np.zeros(kernel.layout.SIZE, dtype=np.int16)
    parts: list[tuple[int, ...]] = []
    fields: list[tuple[int, ...]] = []
    scale: list[float] = []
    at = to = 0
    for rows, columns in ((1, kernel.layout.GLOBALS), *tables_of(kernel).values()):
        first, spread_to = len(fields), 0
        for one in columns:
            if not one.reads.flat:
                continue
            how = _HOW[one.reads.flat]
            fields.append((how, one.at, one.width, one.reads.count, spread_to))
            scale.append(one.reads.scale)
            spread_to += one.flat_width
        wide = width(columns)
        parts.append((at, rows, wide, to, spread_to, first, len(fields)))
        at, to = at + rows * wide, to + rows * spread_to
    whole = [spread(name, part, players).reshape(-1) for name, part in structured(empty).items()]
    return (
        np.array(parts, dtype=np.int64),
        np.array(fields, dtype=np.int64),
        np.array(scale, dtype=np.float64),
        np.concatenate(whole),
    )
