"""Forfeits: games lost because a bot crashed, answered too late, or gave an invalid answer.

>>> raise Forfeit("late", "cmd:slow", "no answer after 5 s")
Traceback (most recent call last):
altered_env.agents.forfeits.Forfeit: cmd:slow: no answer after 5 s
"""

from __future__ import annotations

from altered_env._runtime.printable import printable

HOW = {
    "crashed": "it ended, or raised an error",
    "late": "no answer in time",
    "illegal": "an action that is not on offer",
    "malformed": "a line that is not a message of the protocol",
}
"""The kinds of forfeit."""


class Forfeit(ValueError):  # its name at a table
    """An agent has lost its game by its own fault."""

    def __init__(self, how: str, agent: str, problem: str) -> None:
        problem = printable(problem)  # it may quote a bot's output
        super().__init__(f"{agent}: {problem}")
        self.how = how
        self.agent = agent
        self.problem = problem

    def __reduce__(self) -> tuple[object, ...]:
        return Forfeit, (self.how, self.agent, self.problem)
