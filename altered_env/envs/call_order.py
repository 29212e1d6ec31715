"""Errors for calls out of order, as PettingZoo raises them: of raw AEC envs, and its wrapper.

>>> from altered_env import altered_v0
>>> altered_v0.raw_env().step(0)
Traceback (most recent call last):
    ...
AssertionError: reset() needs to be called before step.
"""

from __future__ import annotations

from typing import Any, Final

from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

SET_BY_RESET: Final = ("agent_selection", "rewards", "terminations", "truncations", "infos")


class InOrder(AECEnv[str, Any, Any]):  # type: ignore[misc]  # it comes without types
    """An AEC env, which `reset` gives its `agent_selection`."""

    def __getattr__(self, name: str) -> Any:
        early = "agent_selection" not in self.__dict__
        kind = type(self)
        later = isinstance(getattr(kind, name, None), property) or name in kind.__annotations__
        if name in SET_BY_RESET or (early and later):
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents to act, in turn."""
        self._needs_reset("agent_iter")
        return super().agent_iter(max_iter)

    def _needs_reset(self, method: str) -> None:
        """Raise `AssertionError` before `reset`, as PettingZoo does."""
        if "agent_selection" not in self.__dict__:
            getattr(EnvLogger, f"error_{method}_before_reset", lambda: None)()
            raise AssertionError(f"reset() needs to be called before {method}.")

    def _set_by_reset(self, name: str) -> None:
        """Raise `AttributeError` for a property before `reset`, as PettingZoo does for
        attributes; `__getattr__` words it."""
        if "agent_selection" not in self.__dict__:
            raise AttributeError(name)


class Ordered(OrderEnforcingWrapper[str, Any, Any]):  # type: ignore[misc]  # without types
    """PettingZoo's check that methods are called in order. It passes `last` and `step` on at once;
    by default each attribute that they need is looked up through two functions."""

    def last(self, observe: bool = True) -> Any:
        """What the agent to act sees, and what came of its actions."""
        if not self._has_reset:
            return super().last(observe)
        return self.env.last(observe)

    def step(self, action: Any) -> None:
        """Take an action for the agent to act."""
        if not self._has_reset or not self.env.agents:
            super().step(action)
            return
        self._has_updated = True
        self.env.step(action)

    def __str__(self) -> str:
        return str(self.env)
