"""The spaces of the envs, and views of observations for networks.

An observation is one row of small integers (docs/observation.md); an action is a row of its entity
table or one of a fixed set (docs/actions.md). Everything here works on one observation or on many.

>>> import numpy as np
>>> parts = structured(np.zeros((5, SIZE), dtype=np.int16))
>>> parts["entities"].shape
(5, 192, 33)
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from altered_env.batch.layout import (
    EMBLEM_FIELDS,
    ENTITY_FIELDS,
    EVENT_FIELDS,
    EVENTS,
    GLOBALS,
    SIZE,
    SLICES,
    Field,
)
from altered_env.engine.layout import ACTIONS, EMBLEMS, OBJECTS

__all__ = [
    "ACTIONS",
    "FLAT",
    "SIZE",
    "action_space",
    "field",
    "flat",
    "observation_space",
    "spread",
    "structured",
]

TABLES: dict[str, tuple[int, tuple[Field, ...]]] = {
    "entities": (OBJECTS, ENTITY_FIELDS),
    "emblems": (EMBLEMS, EMBLEM_FIELDS),
    "events": (EVENTS, EVENT_FIELDS),
}


def width(fields: tuple[Field, ...]) -> int:
    """How many numbers a row of these fields has."""
    return fields[-1].at + fields[-1].width


def action_space() -> gymnasium.spaces.Discrete:
    """The actions: rows of the entity table, then what has no row.

    >>> action_space().n
    np.int64(392)
    """
    return gymnasium.spaces.Discrete(ACTIONS)


def observation_space(detail: str = "full") -> gymnasium.spaces.Dict:
    """An observation and a mask of the legal actions; with detail `mask`, the mask alone."""
    mask = gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8)
    if detail == "mask":
        return gymnasium.spaces.Dict({"action_mask": mask})
    info = np.iinfo(np.int16)
    box = gymnasium.spaces.Box(int(info.min), int(info.max), (SIZE,), np.int16)
    return gymnasium.spaces.Dict({"observation": box, "action_mask": mask})


def structured(observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The parts of observations, tables as rows by fields: views, not copies."""
    found = {"globals": observation[..., SLICES["globals"]]}
    for name, (rows, fields) in TABLES.items():
        part = observation[..., SLICES[name]]
        found[name] = part.reshape(*observation.shape[:-1], rows, width(fields))
    return found


def field(observation: NDArray[Any], name: str) -> NDArray[Any]:
    """A field by name: of the globals, or `entities.zone` of a table.

    >>> field(np.zeros(SIZE, dtype=np.int16), "entities.zone").shape
    (192,)
    """
    table, _, rest = name.rpartition(".")
    fields = TABLES[table][1] if table else GLOBALS
    part = structured(observation)[table or "globals"]
    for one in fields:
        if one.name == rest:
            if one.width == 1:
                return part[..., one.at]
            return part[..., one.at : one.at + one.width]
    raise LookupError(f"no field of {table or 'globals'} is called {rest[:40]!r}")


# The flat view: masks as bits, kinds as one number of several, numbers as they are, scaled.

_KINDS = {
    "phase": 6,
    "turn_player": 3,
    "decider": 3,
    "decision": 27,
    "zone": 10,
    "side": 3,
    "owner": 3,
    "expedition": 3,
    "kind": 12,
}
_BITS = {
    "rules": 9,
    "presence": 4,
    "type": 7,
    "status": 5,
    "keywords": 8,
    "counted": 3,
    "terrain": 3,
}
_SKIPPED = {
    "card",
    "cause",
    "source",
    "source_ability",
    "gained_ability",
    "ability",
    "choices",
    "counter_kind",
}
"""Numbers of cards and abilities, which say nothing by their size. What they stand for is in the
columns beside them, or in the feature table (`altered_env.envs.features`)."""
_SCALE = {"rows": 64, "subject": 64, "source_row": 64, "day": 16, "offered": 16, "deck": 40}
SCALE = 8


def _columns(one: Field) -> int:
    if one.name in _SKIPPED:
        return 0
    return one.width * _KINDS.get(one.name, _BITS.get(one.name, 1))


def spread(name: str, part: Any) -> Any:
    """A part of observations (`globals` or the rows of a table, fields last) as floats: masks as
    bits, kinds as one of several, numbers scaled. Takes and gives NumPy arrays or PyTorch tensors.

    >>> spread("events", np.zeros((32, 7), dtype=np.int16)).shape
    (32, 18)
    """
    fields = GLOBALS if name == "globals" else TABLES[name][1]
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
        if one.name in _SKIPPED:
            continue
        if one.name in _KINDS:
            columns = values[..., None] == bits[: _KINDS[one.name]]
        elif one.name in _BITS:
            columns = (values[..., None] >> bits[: _BITS[one.name]]) & 1
        else:
            columns = (values / _SCALE.get(one.name, SCALE)).clip(-4, 4)[..., None]
        columns = columns.reshape(*part.shape[:-1], -1)
        found.append(columns.astype(wide) if isinstance(part, np.ndarray) else columns.to(wide))
    return join(found, -1)


_PARTS = (("globals", 1, GLOBALS), *((name, n, fields) for name, (n, fields) in TABLES.items()))
FLAT: int = sum(rows * sum(map(_columns, fields)) for _, rows, fields in _PARTS)
"""How many numbers the flat view has."""


def flat(observation: NDArray[Any]) -> NDArray[np.float32]:
    """Observations as floats for a plain network (`spread`). Which card is which is not in it
    beyond what each row says of it.

    >>> flat(np.zeros(SIZE, dtype=np.int16)).shape == (FLAT,)
    True
    """
    many = observation.shape[:-1]
    parts = structured(observation)
    return np.concatenate([spread(name, parts[name]).reshape(*many, -1) for name in parts], axis=-1)
