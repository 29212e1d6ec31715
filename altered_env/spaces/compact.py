"""The compact view: observations with only the rows in use, as small integers, and the cards that
are still unseen.

An observation has room for every game; most of its rows are empty and most of its numbers are
small. Here each table is cut to a number of rows, card numbers are apart from the rest, and the
rest takes a byte each. `altered_env.spaces.card_features` describes a card by its number.

>>> layout = CompactLayout(2)
>>> layout.bytes, layout.rows
(3986, 82)
>>> layout.space["entities"].shape, layout.columns["entity_cards"]
((82, 26), ('card', 'gained_ability'))
"""

from __future__ import annotations

import functools
import warnings
from dataclasses import dataclass
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from altered_env.batch.layout import Field
from altered_env.engine.terms import RULE, C, Z
from altered_env.game.kernels import Kernel, kernel_for
from altered_env.spaces.callers import stack_level
from altered_env.spaces.gym_spaces import flat_size, tables_of

Compact = dict[str, NDArray[Any]]
"""The arrays of the view by name, for one game or many."""
ROWS: Final = {2: 82, 4: 144}
"""Rows of the entity table by default, by the number of players. In random play with random decks
two players needed at most 81, with rules 5.0 at most 82; four players more than 144 in one of 4,000
decisions, and at most 158."""
EMBLEM_ROWS: Final = 16
DECK_ROWS: Final = 64
"""Different cards of a player that are unseen."""
_STATISTICS = ("hand_cost", "reserve_cost", "forest", "mountain", "water")
_CARDS = {
    "entities": ("card", "gained_ability"),
    "emblems": ("card",),
    "events": ("card",),
}
_NAMES = {"entities": "entity", "emblems": "emblem", "events": "event"}


class TablesSpace(gymnasium.spaces.Dict):
    """The space of a view that is arrays by name. Errors of other libraries name it in short.

    >>> CompactLayout(2, rows=60).space
    view='compact', rows=60
    """

    cards: str = ""
    """A digest of the cards that numbers refer to (`card_features.digest_of`), empty if it is not
    known. Spaces with different ones are not equal."""
    card_rows: int = 0
    """The rows of the table of these cards (`CardFeatures.values`), 0 if it is not known."""

    def __eq__(self, other: object) -> bool:
        theirs = getattr(other, "cards", "")
        apart = self.cards and theirs and self.cards != theirs
        return not apart and bool(super().__eq__(other))

    def __repr__(self) -> str:
        return described(self)


@dataclass(frozen=True, slots=True)
class Known:
    """The view and the players of a space, and the rows of a tabular view."""

    view: str
    players: int
    rows: int | None = None


def known(space: Any) -> Known | None:
    """The view that observations of this space are of, if it is one without a change. Closed lists
    have the same space as open ones.

    >>> known(CompactLayout(4, 100).space)
    Known(view='compact', players=4, rows=100)
    """
    shape = getattr(space, "shape", None) or ()
    if tables := as_layout(space):
        rest = {n: box for n, box in space.spaces.items() if n != "features"}
        if gymnasium.spaces.Dict(rest) == tables.space:
            view = "cards" if "features" in space.spaces else "compact"
            return Known(view, tables.players, int(tables.rows))
    for count in (2, 4):
        for name, size in (("raw", kernel_for(count).layout.SIZE), ("flat", flat_size(count))):
            if shape == (size,):
                return Known(name, count)
    return None


def as_layout(space: Any) -> CompactLayout | None:
    """The layout that the arrays of a space are named and sized after, even if a wrapper changed
    them; None for other spaces."""
    names = ("entities", "globals", "unseen_cards")
    if not isinstance(space, gymnasium.spaces.Dict) or not set(names) <= set(space.spaces):
        return None
    shapes = [space[name].shape or () for name in names]
    rows, players = (shape[-2] if len(shape) > 1 else 0 for shape in (shapes[0], shapes[2]))
    players = players if players in ROWS else 2
    possible = 1 <= rows <= kernel_for(players).rules.OBJECTS
    return CompactLayout(players, rows if possible else None)


def described(space: Any) -> str:
    """The view that observations of this space are of, in words.

    >>> described(gymnasium.spaces.Box(-4, 4, (flat_size(4),), np.float32))
    "view='flat', of four players"
    """
    found, said = known(space), ""
    if found is not None:
        said = f"view={found.view!r}"
        if found.rows is not None:
            said += f", rows={found.rows}"
            if cards := getattr(space, "cards", ""):
                said += f", cards {cards}"
    else:
        arrays = dict(space) if isinstance(space, TablesSpace) else space
        said = f"observations of {arrays}"
    four = found is not None and found.players == 4
    return f"{said:.160}{', of four players' if four else ''}"


@dataclass(frozen=True)
class _Part:
    """An array of the view that is cut out of a table: the columns of the table, and the number of
    its rows."""

    name: str
    table: str
    rows: int
    columns: NDArray[np.intp]
    words: tuple[str, ...]
    dtype: type

    @functools.cached_property
    def runs(self) -> list[tuple[int, int, int]]:
        """The columns as runs of neighbours: where they belong in the array, the first of the
        table, and the end."""
        begins = np.flatnonzero(np.diff(self.columns, prepend=-2) != 1)
        ends = [*begins[1:], len(self.columns)]
        return [
            (int(a), int(self.columns[a]), int(self.columns[b - 1]) + 1)
            for a, b in zip(begins, ends, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class UsedRows:
    """The rows in use of a table of many observations, one after another; those of observation i
    are `rows[start[i]:start[i + 1]]`."""

    rows: NDArray[np.int16]
    start: NDArray[np.int64]


class CompactLayout:
    """The arrays of the view and their sizes. Rows beyond `rows` are left out: the number `rows` of
    the globals still counts them, and the first time a warning names this option; later positions
    have none."""

    def __init__(self, players: int = 2, rows: int | None = None) -> None:
        self.players = players
        most = self.kernel.rules.OBJECTS
        self.rows = ROWS[players] if rows is None else rows
        if isinstance(self.rows, bool) or not isinstance(self.rows, int | np.integer):
            raise TypeError(f"rows must be a whole number, found {rows!r:.40}")
        if not 1 <= self.rows <= most:
            raise ValueError(f"rows must be from 1 to {most}, found {self.rows}")
        self._parts = _parts(self.kernel, int(self.rows))
        width = self.kernel.layout.SLICES["globals"].stop
        shapes: dict[str, tuple[tuple[int, ...], type]] = {"globals": ((width,), np.int16)}
        for part in self._parts:
            shapes[part.name] = (part.rows, len(part.columns)), part.dtype
        shapes["unseen_cards"] = (players, DECK_ROWS), np.int16
        shapes["unseen_counts"] = (players, DECK_ROWS), np.uint8
        self._shapes = shapes
        self.columns: dict[str, tuple[str, ...]] = {part.name: part.words for part in self._parts}
        """The names of the columns of each table, as in docs/reference/observation.md. `cause` of
        an event has two: its lower and its higher eight bits."""
        self.raw_columns = {part.name: (part.table, part.columns) for part in self._parts}
        """The table that each array is cut out of, and the columns of it."""
        self._told: set[str] = set()
        """The tables of which a warning said that rows are left out."""

    @property
    def kernel(self) -> Kernel:
        """The compiled code for this number of players."""
        return kernel_for(self.players)

    @property
    def space(self) -> TablesSpace:
        """The space of one observation."""
        return TablesSpace(
            {
                name: gymnasium.spaces.Box(
                    int(np.iinfo(kind).min), int(np.iinfo(kind).max), shape, kind
                )
                for name, (shape, kind) in self._shapes.items()
            }
        )

    @property
    def bytes(self) -> int:
        """The size of one observation."""
        return sum(
            int(np.prod(shape)) * np.dtype(kind).itemsize for shape, kind in self._shapes.values()
        )

    def empty(self, n: int) -> Compact:
        """The arrays of `n` observations, all zeros."""
        return {name: np.zeros((n, *shape), kind) for name, (shape, kind) in self._shapes.items()}

    def of(self, observations: NDArray[np.int16], unseen: Unseen) -> Compact:
        """The view of raw observations, (n, SIZE)."""
        found = self.empty(len(observations))
        self.write(*self._used(observations), unseen, found)
        return found

    def write(
        self,
        numbers: NDArray[np.int16],
        tables: dict[str, UsedRows],
        unseen: Unseen,
        out: Compact,
    ) -> None:
        """Write the view to these arrays: `numbers` are the globals, (n, 166)."""
        out["globals"][:] = numbers
        out["unseen_cards"][:], out["unseen_counts"][:] = unseen
        places: dict[str, tuple[Any, NDArray[np.int16]]] = {}
        for part in self._parts:
            if part.table not in places:
                places[part.table] = self._places(part, tables[part.table])
            at, rows = places[part.table]
            target = out[part.name]
            target[:] = 0
            columns = np.empty((len(rows), len(part.columns)), dtype=np.int16)
            for to, begin, end in part.runs:
                columns[:, to : to + end - begin] = rows[:, begin:end]
            if part.table == "events" and part.dtype == np.uint8:
                _split_cause(columns, part.words)
            if part.dtype != np.int16:
                info = np.iinfo(part.dtype)
                columns = np.clip(columns, info.min, info.max, out=columns).astype(part.dtype)
            row = np.dtype((np.void, columns.shape[1] * columns.itemsize))  # moved as a whole
            target.reshape(-1, target.shape[-1]).view(row)[at] = columns.view(row)

    def read(self, compact: Compact, out: NDArray[np.int16]) -> None:
        """Write the raw observations of a view, (n, SIZE), but for rows that are not in use, which
        are left as they are; the opposite of `write`."""
        seen = self.kernel.layout
        out[:, seen.SLICES["globals"]] = compact["globals"]
        for part in self._parts:
            count, fields = tables_of(self.kernel)[part.table]
            table = out[:, seen.SLICES[part.table]].reshape(len(out), count, _width(fields))
            for to, begin, end in part.runs:
                table[:, : part.rows, begin:end] = compact[part.name][:, :, to : to + end - begin]
            if "cause" in part.words:
                low = part.words.index("cause")
                cause = compact[part.name][:, :, low : low + 2].astype(np.int16)
                table[:, : part.rows, part.columns[low]] = cause[..., 0] + (cause[..., 1] << 8)

    def _places(self, part: _Part, used: UsedRows) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """Where each row belongs among the rows of all observations, and the rows."""
        counts = np.diff(used.start)
        of = np.repeat(np.arange(len(counts)), counts)
        row = np.arange(len(of)) - used.start[of]
        rows = used.rows[: len(of)]
        if len(counts) and counts.max() > part.rows:
            if part.table not in self._told:
                self._told.add(part.table)
                text = self._left_out(part, int(counts.max()))
                warnings.warn(text, RuntimeWarning, stacklevel=stack_level())
            kept = row < part.rows
            of, row, rows = of[kept], row[kept], rows[kept]
        return of * part.rows + row, rows

    def _left_out(self, part: _Part, needed: int) -> str:
        """That a position has more rows of a table than are shown, in words."""
        shown, hint = str(part.rows), ""
        if part.table == "entities":
            shown = f"rows={part.rows} (default: {ROWS[self.players]})"
            hint = f"; rows={needed} shows all of this one"
        return (
            f"a position has {needed} rows of {part.table}, and the view only {shown}: the last "
            f"are left out, here and in later positions without another warning{hint}"
        )

    def _used(
        self, observations: NDArray[np.int16]
    ) -> tuple[NDArray[np.int16], dict[str, UsedRows]]:
        """The globals, and the rows in use, of raw observations."""
        seen = self.kernel.layout
        tables = {}
        counted = {"entities": seen.G.ROWS, "emblems": seen.G.EMBLEMS, "events": seen.G.EVENTS}
        for name, (count, fields) in tables_of(self.kernel).items():
            table = observations[:, seen.SLICES[name]].reshape(len(observations), count, -1)
            used = observations[:, counted[name]].astype(np.int64)
            rows = table[np.arange(count) < used[:, None]].reshape(-1, _width(fields))
            tables[name] = UsedRows(rows, np.concatenate(([0], used.cumsum())))
        return observations[:, seen.SLICES["globals"]], tables


def _width(fields: tuple[Field, ...]) -> int:
    return fields[-1].at + fields[-1].width


def _split_cause(columns: NDArray[np.int16], words: tuple[str, ...]) -> None:
    """Turn the two copies of `cause` into its lower and its higher eight bits."""
    low = words.index("cause")
    columns[:, low] &= 255
    columns[:, low + 1] >>= 8


@functools.cache
def _parts(kernel: Kernel, rows: int) -> tuple[_Part, ...]:
    """The arrays that are cut out of the tables, by the names of fields."""
    limits = {"entities": rows, "emblems": EMBLEM_ROWS, "events": kernel.layout.EVENTS}
    found = []
    for table, (_, fields) in tables_of(kernel).items():
        apart: dict[str, list[tuple[str, int]]] = {"cards": [], "": [], "statistics": []}
        for one in fields:
            if one.name in _CARDS[table]:
                apart["cards"].append((one.name, one.at))
                apart[""] += [(one.name, one.at + k) for k in range(1, one.width)]
            elif table == "entities" and one.name in _STATISTICS:
                apart["statistics"].append((one.name, one.at))
            elif one.name == "cause":
                apart[""] += [(one.name, one.at)] * 2
            else:
                apart[""] += [(one.name, one.at + k) for k in range(one.width)]
        kinds = {"cards": np.int16, "": np.uint8, "statistics": np.int8}
        for end, columns in apart.items():
            if columns:
                words, at = zip(*columns, strict=True)
                name = f"{_NAMES[table]}_{end}" if end else table
                found.append(_Part(name, table, limits[table], np.array(at), words, kinds[end]))
    return tuple(found)


Unseen = tuple[NDArray[np.int16], NDArray[np.uint8]]
"""The unseen cards of each player, clockwise from the viewer: their numbers as in observations, in
order, and how many there are of each; both (n, players, 64), padded with 0."""


def unseen_cards(
    records: NDArray[np.void], viewers: NDArray[np.integer[Any]], players: int, closed: bool = False
) -> Unseen:
    """The cards whose faces the viewer of each game does not know, by owner.

    Of the viewer they are in its Deck; of another player in the Deck, the hand or the Mana zone.
    They follow from the deck lists and the cards that the viewer has seen. With closed lists, those
    of the others are zeros. If there are more than 64 different cards of a player, the last number
    is 0 and counts the rest.
    """
    n = len(records)
    objects = records["obj"]

    def column(number: int) -> NDArray[np.int16]:
        """One field of all objects, side by side: (n, OBJECTS)."""
        return objects[:, :, number].copy()

    zone, owner = column(C.ZONE), column(C.OWNER)
    seat = np.asarray(viewers, dtype=np.int16)[:, None]
    hidden = (zone == Z.DECK) | ((zone > Z.DECK) & (zone <= Z.MANA) & (column(C.SIDE) != seat))
    hidden &= (column(C.KNOWN) >> seat & 1 == 0) & (column(C.LIFE) == 1)
    withheld = (records["rules"] & RULE.LISTS_CLOSED != 0) | closed
    if withheld.any():
        hidden &= (owner == seat) | ~withheld[:, None]
    at = np.flatnonzero(hidden)
    of = at // hidden.shape[1]
    player = (owner.ravel()[at] - seat[of, 0]) & (players - 1)
    kind = np.int32 if n * players < 1 << 15 else np.int64  # the smaller is sorted faster
    group = (of * players + player).astype(kind)
    keys = group << 16 | column(C.CARD).ravel()[at].astype(kind) + 1
    keys.sort()
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    counts = np.diff(first, append=len(keys))
    group, card = keys[first] >> 16, keys[first] & 0xFFFF
    row = np.arange(len(group)) - np.searchsorted(group, np.arange(n * players))[group]
    cards: NDArray[np.int16] = np.zeros((n * players, DECK_ROWS), dtype=np.int16)
    number: NDArray[np.int64] = np.zeros((n * players, DECK_ROWS), dtype=np.int64)
    if len(row) and row.max() >= DECK_ROWS:
        full = np.bincount(group, minlength=n * players)[group] > DECK_ROWS
        rest = full & (row >= DECK_ROWS - 1)
        card[rest] = 0
        row = np.minimum(row, DECK_ROWS - 1)
        np.add.at(number, (group, row), counts)
    else:
        number[group, row] = counts
    cards[group, row] = card
    shape = (n, players, DECK_ROWS)
    return cards.reshape(shape), number.astype(np.uint8).reshape(shape)
