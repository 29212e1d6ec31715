"""Requests of language models: arbitrary calls of the tools of `altered llm`.

The tools are those that `make_server` gives to its server. Here that is one that keeps them, so the
library of MCP need not be there; as it does, this one lets only the types pass that a tool states.
"""

from __future__ import annotations

import importlib
import inspect
import random
import sys
import types
from collections.abc import Callable
from typing import Any, get_args, get_type_hints
from unittest import mock

from tests.attack.doors.judging import Fault, Try
from tests.attack.doors.mutating import NUMBERS, other_text, word
from tests.attack.doors.places import CANARY, ODD_PLACES, Places

__all__ = ["Llm"]

RIGHT = {
    "deck": ("axiom", "lyra", "muna"),
    "against": ("bravos", "yzmir"),
    "opponent": ("random", "random", "random", "greedy", "rules"),
    "rules": ("2024.09", "5.0"),
    "action": ("0", "1", "79", "80", "81", "pass", "play", "to hero", "hand"),
}
"""Usual values of an argument with this name."""
REFUSALS = ("No game was started", "There is no game", "Hints are off")


class Llm:
    """A table at which a language model plays."""

    def __init__(self, places: Places) -> None:
        """Make the server."""
        self._folder = places.folder
        self._tools: dict[str, Callable[..., str]] = {}
        with mock.patch.dict(sys.modules, _library(self._tools)):
            sys.modules.pop("altered_env.envs.mcp_server", None)
            module = importlib.import_module("altered_env.envs.mcp_server")
            module.make_server(hints=True)
        sys.modules.pop("altered_env.envs.mcp_server", None)
        if not self._tools:
            raise RuntimeError("the server has no tools")

    def attempt(self, rng: random.Random) -> Try:
        """A call."""
        name = rng.choice([*self._tools, *["act"] * 6])
        tool = self._tools[name]
        given = {}
        for argument, asked in inspect.signature(tool).parameters.items():
            if asked.default is inspect.Parameter.empty or rng.random() < 0.6:
                given[argument] = self._value(rng, argument, get_type_hints(tool)[argument])
        return Try(name, f"{name}({given!r:.250})", lambda: self._answered(tool, given))

    def close(self) -> None:
        """Nothing was changed."""

    def _value(self, rng: random.Random, name: str, hint: Any) -> Any:
        kinds = get_args(hint) or (hint,)
        kind = rng.choice(kinds)
        if kind is type(None):
            return None
        if kind is int:
            numbers = [number for number in NUMBERS if type(number) is int]
            return rng.choice((rng.choice(numbers), rng.randrange(700)))
        if kind is bool:
            return rng.random() < 0.5
        if kind is not str:
            raise RuntimeError(f"{name}: nothing here makes a {kind}")
        right = rng.choice(RIGHT.get(name, ("",)))
        if rng.random() < 0.6:
            return right
        if rng.random() < 0.4:
            place = str(self._folder / rng.choice(ODD_PLACES))
            return rng.choice((place, f"net:{place}", f"random:2:1:cards={place}", f"cmd:{place}"))
        return _as_sent(rng.choice((word(rng), other_text(rng, right))))

    @staticmethod
    def _answered(tool: Callable[..., str], given: dict[str, Any]) -> str:
        said = tool(**given)
        if not isinstance(said, str) or not said.strip():
            raise Fault("wrong", f"said {said!r:.60}")
        if CANARY in said:
            raise Fault("leak", f"{given!r:.200}")
        said.encode()
        refused = said.startswith(REFUSALS) or ("You: " not in said and "Seed" not in said)
        return "refused" if refused and given else "valid"


def _as_sent(text: str) -> str:
    """A text as JSON in UTF-8 brings it."""
    return text.encode("utf-8", "replace").decode()


def _library(tools: dict[str, Callable[..., str]]) -> dict[str, types.ModuleType]:
    """In place of the library: a server that keeps its tools."""

    class MCPServer:
        def __init__(self, *_: Any, **__: Any) -> None:
            pass

        def tool(self, *_: Any, **__: Any) -> Callable[[Callable[..., str]], Callable[..., str]]:
            def keep(function: Callable[..., str]) -> Callable[..., str]:
                tools[function.__name__] = function
                return function

            return keep

    found = types.ModuleType("mcp.server.mcpserver")
    found.MCPServer = MCPServer  # type: ignore[attr-defined]
    return {
        "mcp": types.ModuleType("mcp"),
        "mcp.server": types.ModuleType("mcp.server"),
        "mcp.server.mcpserver": found,
    }
