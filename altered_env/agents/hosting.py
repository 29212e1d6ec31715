"""Playing a game between agents, decision by decision, for the arena, `play` and `watch`.

A forfeit loses the game without affecting others. Optional methods of agents besides `act`:
`sit(place)` at the start, `watch(view)` for events, `leave(seat, winners, forfeit)` at the end.

>>> from altered_env.agents import make
>>> from altered_env import Game
>>> with Host(Game.start("axiom", "bravos", seed=1), [make("random"), make("random")]) as host:
...     while host.step():
...         pass
>>> host.game.over, host.forfeit, sum(host.decisions) > 50
(True, None, True)
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

from altered_env.agents.agent import Agent
from altered_env.agents.conditions import Conditions, Place
from altered_env.agents.forfeits import Forfeit
from altered_env.game import Game
from altered_env.game.playback import is_told, play_out
from altered_env.game.position import Position
from altered_env.game.states import duplicate
from altered_env.language.words import SEATS


class Host:
    """The agents of a game. The caller may act for some seats itself."""

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent] | Mapping[int, Agent],
        conditions: Conditions | None = None,
    ) -> None:
        self.game = game
        seated = agents if isinstance(agents, Mapping) else dict(enumerate(agents))
        self.agents: dict[int, Any] = dict(seated)
        self.conditions = conditions or Conditions()
        self.spent = [0.0] * game.players
        """Seconds of wall time of each player; for a program including its requests."""
        self.processor = [0.0] * game.players
        """Seconds of processor time of each player: for its decisions in this thread; for a program
        in total, once it has ended."""
        self.decisions = [0] * game.players
        self.forfeit: Forfeit | None = None
        self.loser: int | None = None
        """The players who have forfeited."""

    def __enter__(self) -> Host:
        story = self.game.story
        for player, agent in self.agents.items():
            if hasattr(agent, "sit") and self.forfeit is None:
                try:
                    agent.sit(Place(SEATS[player], story.format, self.conditions))
                except Forfeit as forfeit:
                    self.forfeit, self.loser = forfeit, player
        self._show()
        return self

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners, excluding teams with a forfeit."""
        if self.loser is None:
            return self.game.winners
        teams = self.game.record["team"][: self.game.players].tolist()
        return tuple(p for p, team in enumerate(teams) if team != teams[self.loser])

    def choose(self) -> int | None:
        """The action of the agent to move; None if it forfeits."""
        seat = self.game.seat(closed=self.conditions.lists == "closed")
        player = seat.player
        agent = self.agents[player]
        begun, processor = time.perf_counter(), time.thread_time()
        try:
            action: int = agent.act(seat)
        except Forfeit as forfeit:
            self.forfeit, self.loser = forfeit, player
            return None
        finally:
            self.spent[player] += _taken(agent, time.perf_counter() - begun, self.spent[player])
            self.processor[player] += time.thread_time() - processor
            self.decisions[player] += 1
        return action

    def act(self, action: int) -> None:
        """Apply an action and show it to the others, moment by moment, up to the last one to be
        narrated (`is_told`)."""
        watching = [player for player, agent in self.agents.items() if hasattr(agent, "watch")]
        if watching:
            at = Position(duplicate(self.game.games), self.game.book)
            for _ in play_out(at, action):
                for player in watching:
                    self.agents[player].watch(at.view(player))
        self.game.act(action)
        self._show()

    def step(self) -> bool:
        """Let the agent to move decide; False if there is none, or it forfeits."""
        if self.game.over or self.forfeit is not None:
            return False
        action = self.choose()
        if action is not None:
            self.act(action)
        return action is not None

    def _show(self) -> None:
        for player, agent in self.agents.items():
            if hasattr(agent, "watch") and is_told(self.game, SEATS[player]):
                agent.watch(self.game.view(player))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        winners = "".join(SEATS[player] for player in self.winners)
        for player, agent in self.agents.items():
            if hasattr(agent, "leave"):
                agent.leave(SEATS[player], winners, self.forfeit)
            if hasattr(agent, "processor"):
                self.processor[player] = agent.processor


def _taken(agent: Any, seconds: float, before: float) -> float:
    """The seconds that an agent took: for a program, from the request to its answer."""
    return float(agent.spent) - before if hasattr(agent, "spent") else seconds
