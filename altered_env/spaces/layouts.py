"""The layout of observations, as a value to store with a trained model.

>>> ours = layout_of(2)
>>> ours.version, len(ours.hash), ours.fields["entities.zone"]
(2, 16, (1, 10))
>>> ours.check(ours.data())
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from altered_env.game.kernels import kernel_for
from altered_env.spaces.gym_spaces import tables_of

VERSION: Final = 2
"""Increased when a field changes its meaning but not its name, which the hash does not show."""
_MOST = 8
"""The maximum number of fields named in an error."""


class LayoutError(ValueError):
    """Observations of another layout; the message names the fields that differ."""


@dataclass(frozen=True)
class Layout:
    """The fields of observations, for two or four players."""

    players: int
    version: int
    fields: Mapping[str, tuple[int, int]]
    """Fields by name (`day`, `entities.zone`), in order, with their widths in an observation and in
    the flat view."""

    @property
    def hash(self) -> str:
        """A short hash of the names and widths of all fields, in order."""
        text = json.dumps([self.players, self.version, list(self.fields.items())])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def data(self) -> dict[str, Any]:
        """The layout as JSON, for `check`."""
        fields = {name: list(widths) for name, widths in self.fields.items()}
        said = {"players": self.players, "version": self.version, "hash": self.hash}
        return {**said, "fields": fields}

    def check(self, data: Any) -> None:
        """Raise `LayoutError` unless `data`, from `Layout.data`, describes this layout."""
        if not isinstance(data, Mapping) or not _are_fields(data.get("fields")):
            raise LayoutError(f"a layout must be the result of Layout.data, found {data!r:.60}")
        if data.get("players") != self.players:
            raise LayoutError(
                f"observations of {data.get('players')!r:.20} players, expected {self.players}"
            )
        theirs = {str(name): tuple(widths) for name, widths in data["fields"].items()}
        mine = dict(self.fields)
        if list(theirs.items()) == list(mine.items()) and data.get("version") == self.version:
            return
        raise LayoutError(
            f"observation layout {data.get('version')!r:.20} ({data.get('hash')!r:.20}) is not "
            f"layout {self.version} ({self.hash!r}): {_difference(theirs, mine)}"
        )


def _are_fields(found: Any) -> bool:
    """Are these the fields of a layout: names, each with two numbers?"""
    return isinstance(found, Mapping) and all(
        isinstance(widths, list | tuple) and len(widths) == 2 for widths in found.values()
    )


def _difference(theirs: Mapping[str, Any], mine: Mapping[str, Any]) -> str:
    """The differences between two layouts, field by field."""
    found = [f"{name} is new" for name in mine if name not in theirs]
    found += [f"{name[:40]} is gone" for name in theirs if name not in mine]
    for name, widths in mine.items():
        if name in theirs and theirs[name] != widths:
            found.append(f"{name} has widths {theirs[name]!r:.40}, here {widths}")
    if not found:
        found = ["the fields differ in order or meaning"]
    more = len(found) - _MOST
    return ", ".join(found[:_MOST]) + (f", and {more} more" if more > 0 else "")


def as_bytes(players: int) -> NDArray[np.uint8]:
    """The current layout as bytes, to be stored in the state of a batch."""
    return np.frombuffer(json.dumps(layout_of(players).data()).encode(), dtype=np.uint8).copy()


def check_bytes(found: Any, players: int) -> None:
    """Raise `LayoutError` unless these bytes, from `as_bytes`, describe the current layout."""
    try:
        data = json.loads(bytes(found))
    except (TypeError, ValueError):
        raise LayoutError(f"a layout must be JSON as bytes, found {found!r:.60}") from None
    layout_of(players).check(data)


@functools.cache
def layout_of(players: int = 2) -> Layout:
    """The current layout of observations, for two or four players."""
    kernel = kernel_for(players)
    tables = {"": kernel.layout.GLOBALS}
    tables |= {f"{name}.": fields for name, (_, fields) in tables_of(kernel).items()}
    fields = {
        of + one.name: (one.width, one.flat_width) for of, those in tables.items() for one in those
    }
    return Layout(players, VERSION, fields)
