"""What can be read of a batch with a learner in one seat of each game.

>>> from altered_env.envs import make_vec
>>> vec = make_vec(2, learner=True, seed=1, threads=1)
>>> vec.seat.shape, len(vec.labels(0)) == int(vec.mask[0].sum())
((2,), True)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.envs.observation_output import Packed
from altered_env.envs.reset_needed import needs_reset, needs_turn
from altered_env.envs.setup import needs_ended, number_of_game
from altered_env.envs.vec import Vec
from altered_env.envs.view_option import View
from altered_env.game import Game
from altered_env.protocol.text_seat import describe
from altered_env.spaces.card_features import CardFeatures

Indices = NDArray[np.int64]


class Learners:
    """The observations and results of the learners of a batch."""

    vec: Vec
    begun: bool
    """Has `reset` been called?"""
    truncated: NDArray[np.bool_]
    """Games that ended in the last step at the day limit."""
    illegal: NDArray[np.bool_]
    """Games ended by an illegal action; `loser` is the seat that took it."""
    loser: NDArray[np.int32]
    _names: tuple[str, ...]

    def _needs_turn(self, call: str) -> None:
        """Raise `ResetNeeded` unless all learners are to move: whoever steps or looks now would do
        so for an opponent."""
        needs_reset(self.begun, call)
        if not self.at_turn:
            needs_turn(call)

    @property
    def at_turn(self) -> bool:
        """Are all learners to move? Not after an opponent failed or was interrupted."""
        return self.vec.seat.tobytes() == self.seat.tobytes()

    @property
    def observation(self) -> Any:
        """Observations in the `view` asked for, by default (n, SIZE), overwritten by each step."""
        self._needs_turn("observation")
        return self.vec.observation

    @property
    def mask(self) -> NDArray[np.int8]:
        """Legal actions, (n, ACTIONS)."""
        self._needs_turn("mask")
        return self.vec.mask

    @property
    def seat(self) -> NDArray[np.int32]:
        """The learner's seat in each game."""
        found: NDArray[np.int32] = self.vec.slots["learner"]
        return found

    @property
    def last_seat(self) -> NDArray[np.int32]:
        """The learner's seat in the last game of each slot; `last_against` is the opponent of that
        game, by number."""
        found: NDArray[np.int32] = self.vec.slots["last_learner"]
        return found

    @property
    def against(self) -> NDArray[np.int32]:
        """The opponent of each current game, by number."""
        found: NDArray[np.int32] = self.vec.slots["against"]
        return found

    @property
    def last_against(self) -> NDArray[np.int32]:
        """The opponent of the last game of each slot, by number."""
        found: NDArray[np.int32] = self.vec.slots["last_against"]
        return found

    @property
    def opponent_names(self) -> tuple[str, ...]:
        """The names of the opponents by number, as in `against` and `last_against`: those drawn
        for new games, then others whose games go on or have just ended."""
        return self._names

    @property
    def card_features(self) -> CardFeatures:
        """Features of the printed cards, indexed by card number in observations."""
        return self.vec.card_features

    @property
    def decisions(self) -> NDArray[np.int32]:
        """Number of decisions taken in each current game."""
        return self.vec.decisions

    @property
    def packed(self) -> Packed:
        """The rows in use of all raw observations, concatenated, in arrays that the next step
        overwrites."""
        self._needs_turn("packed")
        return self.vec.packed

    @property
    def everything(self) -> NDArray[np.int16]:
        """The full state of each game, for a critic in training (`Vec.everything`)."""
        self._needs_turn("everything")
        return self.vec.everything

    @property
    def last(self) -> dict[str, NDArray[Any]]:
        """The last finished game of each slot (`Vec.last`)."""
        needs_reset(self.begun, "last")
        return self.vec.last

    def handing_out(self, view: View | None = None) -> Callable[[], Any]:
        """A function that returns the observations in arrays of the caller (`Vec.handing_out`)."""
        return self.vec.handing_out(view)

    def game(self, i: int) -> Game:
        """A copy of game i as a `Game`, to display or to try actions in."""
        needs_reset(self.begun, "game")
        return self.vec.game(i)

    def show(self, i: int, agent: str | int | None = None) -> str:
        """The board of game i in an agent's view, by default the learner's."""
        needs_reset(self.begun, "show")
        mine = int(self.seat[number_of_game(i, self.vec.n)])
        return self.vec.show(i, mine if agent is None else agent)

    def describe(self, i: int) -> str:
        """What the learner of game i sees and may do, in words; each action with its number."""
        self._needs_turn("describe")
        return self.vec.describe(i)

    def labels(self, i: int) -> dict[int, str]:
        """The legal actions of the learner of game i, in words."""
        self._needs_turn("labels")
        return self.vec.labels(i)

    def finals(self, of: Indices, view: View | None = None) -> Any:
        """The final observations of the last games of the slots `of`, by default in the batch's
        view."""
        needs_reset(self.begun, "finals")
        return self.vec.finals_of(of, self.last_seat[of].astype(np.int64), view)

    def last_info(self, i: int, text: bool = False) -> dict[str, Any]:
        """The info of the learner at the end of the last game of slot i, as of the single-seat
        env."""
        needs_reset(self.begun, "last_info")
        vec, slot = self.vec, self.vec.slots[number_of_game(i, self.vec.n)]
        needs_ended(int(slot["games"]), i)
        agents, winner, seat = vec.setup.agents, int(slot["last_winner"]), int(slot["last_learner"])
        info: dict[str, Any] = {
            "decisions": int(slot["last_answers"]),
            "day": int(slot["last_day"]),
            "seat": agents[seat],
            "opponent": self.opponent_names[int(slot["last_against"])],
        }
        game = vec.final_game(i)
        info["winner"] = agents[winner] if winner >= 0 else None
        info["winners"] = [agents[who] for who in game.winners] if winner >= 0 else []
        if self.illegal[i]:
            info["illegal"] = agents[self.loser[i]]
        if vec.setup.detail == "everything":
            info["everything"] = vec.final(i, seat)["everything"]
        if text:
            info["text"] = describe(game.seat(seat), rows=True)
        return info
