"""The option `view` of every env: what an observation is.

| view | observation |
|---|---|
| `raw` | one row of integers (docs/reference/observation.md) |
| `flat` | one row of floats; it cannot tell which card is which |
| `compact` | arrays of small integers with card numbers and unseen cards (`spaces.compact`) |
| `cards` | these, and `features`, a row of `card_features` for each row of the entity table |

>>> from altered_env.envs.setup import Setup
>>> view = View(Setup.of(), "compact")
>>> view.space["entities"].shape, view.bytes
((82, 26), 3986)
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from altered_env.envs.env_options import one_of
from altered_env.envs.setup import Setup
from altered_env.spaces.card_features import card_features, cards_of
from altered_env.spaces.compact import CompactLayout, TablesSpace, UsedRows, unseen_cards
from altered_env.spaces.gym_spaces import flat, flat_size, observation_space

VIEWS: Final = ("raw", "flat", "compact", "cards")
LISTS: Final = ("open", "closed")
_OPTIONS: Final = ("view", "rows", "lists")
Shown = NDArray[Any] | dict[str, NDArray[Any]]
"""An observation, or many: an array, or arrays by name."""


def split_options(options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options of an env without those of the view, and these.

    >>> split_options({"view": "flat", "rules": "5.0"})
    ({'rules': '5.0'}, {'view': 'flat'})
    """
    others = {name: value for name, value in options.items() if name not in _OPTIONS}
    return others, {name: value for name, value in options.items() if name in _OPTIONS}


class View:
    """A view of the observations of an env, and its space."""

    def __init__(
        self, setup: Setup, view: str = "raw", rows: int | None = None, lists: str = "open"
    ) -> None:
        self.setup = setup
        self.name = one_of(view, VIEWS, "view")
        self.options: dict[str, Any] = {"view": view, "rows": rows, "lists": lists}
        self._closed = one_of(lists, LISTS, "lists") == "closed"
        self.tabular = view in ("compact", "cards")
        """Is an observation a dictionary of arrays?"""
        if view != "raw" and setup.detail == "mask":
            raise ValueError(f'view={view!r} is not available with detail="mask"')
        for option, value in (("rows", rows), ("lists", lists if self._closed else None)):
            if value is not None and not self.tabular:
                raise ValueError(
                    f"{option}={value!r:.40} needs view='compact' or 'cards', found {view!r}"
                )
        self.layout = CompactLayout(setup.kernel.players, rows)

    @property
    def space(self) -> gymnasium.Space[Any]:
        """The space of one observation."""
        players = self.setup.kernel.players
        if self.name == "raw":
            return observation_space(players=players)["observation"]
        if self.name == "flat":
            return gymnasium.spaces.Box(-4, 4, (flat_size(players),), np.float32)
        space = self.layout.space
        if self.name == "cards":
            columns = len(card_features(self.setup.book).names)
            shape = (self.layout.rows, columns)
            space = TablesSpace(
                {**space, "features": gymnasium.spaces.Box(-np.inf, np.inf, shape, np.float32)}
            )
        space.cards, space.card_rows = cards_of(self.setup.book), 1 + len(self.setup.book.cards)
        return space

    @property
    def bytes(self) -> int:
        """The size of one observation."""
        space = self.space
        boxes = space.values() if isinstance(space, gymnasium.spaces.Dict) else [space]
        return sum(int(np.prod(box.shape or ())) * np.dtype(box.dtype).itemsize for box in boxes)

    def space_with_mask(self) -> gymnasium.spaces.Dict:
        """The space of an observation and its mask of legal actions."""
        setup = self.setup
        space = observation_space(setup.detail, setup.kernel.players, setup.masks)
        if "observation" not in space.spaces or self.name == "raw":
            return space
        return gymnasium.spaces.Dict(
            {"observation": self.space, "action_mask": space["action_mask"]}
        )

    def of(
        self,
        observations: NDArray[np.int16],
        records: NDArray[np.void],
        viewers: NDArray[np.integer[Any]],
    ) -> Shown:
        """The view of raw observations, (n, SIZE), of these games by these seats, in new arrays
        unless it is `raw`."""
        if self.name == "raw":
            return observations
        if self.name == "flat":
            return flat(observations)
        found = self.layout.of(observations, self._unseen(records, viewers))
        return self._joined(found)

    def of_one(self, observation: NDArray[np.int16], record: NDArray[np.void], seat: int) -> Shown:
        """The view of one raw observation; `record` is an array of one game."""
        if self.name == "raw":
            return observation
        return part_of(self.of(observation[None], record, np.array([seat])), 0)

    def write(
        self,
        numbers: NDArray[np.int16],
        tables: dict[str, UsedRows],
        records: NDArray[np.void],
        viewers: NDArray[np.integer[Any]],
        out: dict[str, NDArray[Any]],
    ) -> None:
        """Write a tabular view of packed observations to these arrays."""
        self.layout.write(numbers, tables, self._unseen(records, viewers), out)
        if self.name == "cards":
            np.take(self._features, out["entity_cards"][..., 0], axis=0, out=out["features"])

    def empty(self, n: int) -> dict[str, NDArray[Any]]:
        """The arrays of a tabular view of `n` observations."""
        return self._joined(self.layout.empty(n))

    @property
    def _features(self) -> NDArray[np.float32]:
        return card_features(self.setup.book).values

    def _joined(self, found: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        if self.name == "cards":
            found["features"] = self._features[found["entity_cards"][..., 0]]
        return found

    def _unseen(self, records: NDArray[np.void], viewers: NDArray[np.integer[Any]]) -> Any:
        return unseen_cards(records, viewers, self.setup.kernel.players, self._closed)


def part_of(shown: Shown, i: int) -> Shown:
    """Observation i of many.

    >>> part_of(np.arange(6).reshape(2, 3), 1).tolist()
    [3, 4, 5]
    """
    return {name: part[i] for name, part in shown.items()} if isinstance(shown, dict) else shown[i]


def put(shown: Shown, i: int, one: Shown) -> None:
    """Make this observation i of many."""
    if isinstance(shown, dict):
        assert isinstance(one, dict)
        for name, part in shown.items():
            part[i] = one[name]
    else:
        shown[i] = one


def copied(shown: Shown) -> Shown:
    """A copy."""
    return (
        {n: part.copy() for n, part in shown.items()} if isinstance(shown, dict) else shown.copy()
    )
