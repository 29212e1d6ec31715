"""`policy:PATH`: a trained network. `policy:default` is the one that comes with the package, and
`policy:first` the first that did.

Options: `pick`, `best` for its likeliest action, `draw` for one drawn by its probabilities.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import torch

from altered_env.agents.checkpoints import load_network
from altered_env.envs.features import card_features
from altered_env.game.seat import Seat
from altered_env.input_files import NETWORK, read_bytes

__all__ = ["DEFAULT", "PolicyAgent"]

FIRST = Path(__file__).parent / "first.safetensors"
DEFAULT = FIRST
_SHIPPED = {"default": DEFAULT, "first": FIRST}


@contextmanager
def _one_thread() -> Iterator[None]:
    """For a single row, threads wait for each other longer than they work."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


class PolicyAgent:
    """A network, asked for the action that it holds likeliest."""

    def __init__(self, name: str = "policy", path: str = "default", pick: str = "best") -> None:
        if pick not in ("best", "draw"):
            raise ValueError(f"policy: pick is best or draw, found {pick[:40]!r}")
        self.name = name
        file = _SHIPPED.get(path) or Path(path)
        self.network, self.about = load_network(file)
        self.digest = hashlib.sha256(read_bytes(file, NETWORK)).hexdigest()[:16]
        """Of the file: another network may come to lie under the same name."""
        self.draws = pick == "draw"
        self._rng = np.random.default_rng(0)
        self.kernel = self.network.kernel
        self._desks = self.kernel.layout.new_desks(1)
        self._found = np.empty(self.kernel.rules.ACTIONS, dtype=np.int32)
        self._book: object = None

    def start(self, seed: int) -> None:
        """Draw from this seed from here on."""
        self._rng = np.random.default_rng(seed)

    def chances(self, seat: Seat) -> dict[int, float]:
        """How likely it is to take each action on offer."""
        return self.weighed(seat)[0]

    def value(self, seat: Seat) -> float:
        """What it expects of the game: 1 to win it, -1 to lose it."""
        return self.weighed(seat)[1]

    def weighed(self, seat: Seat) -> tuple[dict[int, float], float]:
        """Both: how likely it is to take each action, and what it expects of the game."""
        rows, value = self._ask(seat)
        return {int(self._found[row]): chance for row, chance in rows.items()}, value

    def act(self, seat: Seat) -> int:
        """The action that it holds likeliest, or one drawn."""
        if len(seat.actions) == 1:
            return seat.actions[0]
        chances = self._ask(seat)[0]
        rows = list(chances)
        if self.draws:
            weights = np.array(list(chances.values()))
            row = rows[int(self._rng.choice(len(rows), p=weights / weights.sum()))]
        else:
            row = max(rows, key=chances.__getitem__)
        return int(self._found[row])

    def _ask(self, seat: Seat) -> tuple[dict[int, float], float]:
        games, _ = seat.records()
        if games.dtype != self.kernel.rules.game_t:
            raise ValueError(
                f"{self.name[:80]}: a network for games of {self.kernel.players}, this is one of "
                f"{len(games[0]['team'])}"
            )
        book = seat.book
        if book is not self._book:
            self.network.read(card_features(book))
            self._book = book
        entries = self.kernel.entries
        entries.show_desk(games, 0, book.record, self._desks, 0, seat.player, 1)
        entries.engine_actions(games, 0, self._desks, 0, self._found)
        adviser = self.network.adviser
        if adviser is not None:
            advice = adviser.worth(games, book.record, self._desks)
        with torch.inference_mode(), _one_thread():
            logits, value = self.network(
                torch.from_numpy(self._desks["observation"].copy()),
                torch.from_numpy(self._desks["mask"].copy()),
                None if adviser is None else torch.from_numpy(advice),
            )
        chances = torch.softmax(logits[0], dim=0).numpy()
        legal = np.flatnonzero(self._desks["mask"][0])
        return {int(row): float(chances[row]) for row in legal}, float(value[0])
