"""External agents in Python, named by file or module: `mine.py:MyBot` or `package.module:MyBot`,
optionally with arguments of the constructor, `mine.py:MyBot:depth=3`. While it is loaded, imports
find modules beside the file, or in the working folder.

The only required method is `act(seat)`, which returns one of `seat.actions`; `start(seed)`, called
at the start of a game, is optional. An exception in one is a `Forfeit`, which loses its game. It
runs in this process, where `os._exit` ends the whole arena. To rule that out, use a program
(`subprocess_agents.py`).
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import operator
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any

from altered_env._runtime import signals
from altered_env._runtime.input_files import PROGRAM, opened, read_bytes
from altered_env._runtime.suggestions import did_you_mean
from altered_env.agents.conditions import Clock, Place
from altered_env.agents.forfeits import Forfeit
from altered_env.agents.import_folders import importing_from
from altered_env.agents.interrupting import TooLateError, interrupted
from altered_env.game.seat import Seat

PATIENCE = 1.0
"""Seconds beyond its time before an agent is interrupted; until then, an error can say how late it
was."""


class PluginAgent:
    """An external agent, under its requested name."""

    def __init__(self, name: str, agent: Any, digest: str) -> None:
        self.name = name
        self.digest = digest
        """The hash of its source, since the file may be replaced."""
        self._agent = agent
        self._clock: Clock | None = None
        self._due: int | None = None
        """The seed of a new game, until the agent is notified."""

    def sit(self, place: Place) -> None:
        """Take a seat in a game, possibly with a clock: late answers lose. Raises `Forfeit`."""
        self._clock = place.conditions.new_clock()
        self._begin()

    def start(self, seed: int) -> None:
        """Start a new game; the agent is notified as it takes its seat or at its first decision, so
        that an error loses that game."""
        self._due = seed

    def _begin(self) -> None:
        seed, self._due = self._due, None
        start = getattr(self._agent, "start", None)
        if seed is not None and start is not None:
            self._asked(start, seed)

    def act(self, seat: Seat) -> int:
        """One of `seat.actions`.

        Raises `Forfeit` if the agent returns anything else, raises an exception, or is late.
        """
        self._begin()
        begun = time.perf_counter()
        action = self._asked(self._agent.act, seat)
        seconds = time.perf_counter() - begun
        if self._clock is not None:
            allowed = self._clock.allowed
            if seconds > allowed:
                problem = f"it answered after {seconds:.3g} s; it had {allowed:.3g} s"
                raise Forfeit("late", self.name, problem)
            self._clock.spend(seconds)
        if not _is_among(action, seat.actions):
            some = ", ".join(map(str, list(seat.actions)[:12]))
            raise Forfeit(
                "illegal",
                self.name,
                f"it answered {action!r:.40}, which is not on offer; seat.actions: {some}",
            )
        return int(action)

    def _asked(self, method: Callable[..., Any], *given: Any) -> Any:
        allowed = self._clock.allowed if self._clock is not None else inf
        try:
            with interrupted(allowed + PATIENCE):
                return method(*given)
        except TooLateError:
            raise Forfeit("late", self.name, f"no answer after {allowed:.3g} s") from None
        except BaseException as error:  # any exception is the agent's, except Ctrl-C
            if isinstance(error, KeyboardInterrupt) and not signals.is_held():
                raise
            frame = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(frame.filename).name}, line {frame.lineno}"
            problem = f"{type(error).__name__}: {error} ({where})"
            raise Forfeit("crashed", self.name, problem) from error


def _is_among(action: Any, actions: list[int]) -> bool:
    """Is this one of these numbers? An answer may be any object, such as an array."""
    try:
        return operator.index(action) in actions
    except TypeError:
        return False


def is_plugin(spec: str) -> bool:
    """Does this name a file or module, not an agent of the package?

    >>> is_plugin("mine.py:MyBot"), is_plugin("my.bots:MyBot:depth=3"), is_plugin("greedy:worlds=2")
    (True, True, False)
    """
    place = spec.partition(":")[0]
    return "." in place or "/" in place


def plugin_class(spec: str) -> tuple[Callable[..., Any], str, str]:
    """The class that a spec names, its options, and a hash of its source.

    Raises `LookupError`, which names the missing part.
    """
    place, _, rest = spec.partition(":")
    kind, _, options = rest.partition(":")
    if place.endswith(".safetensors"):
        raise LookupError(f"{spec[:80]}: a network is named net:PATH, as in net:{place[:80]}")
    if not kind:
        started = (
            f"python {place[:80]}" if place.endswith(".py") and " " not in place else place[:80]
        )
        raise LookupError(
            f"{spec[:80]}: name the class as well, as in {place[:80]}:MyBot; a program that speaks"
            f" JSON lines is named cmd:{started}"
        )
    module = _from_file(Path(place)) if place.endswith(".py") else _from_package(place)
    found = getattr(module, kind, None)
    players = [
        name
        for name, value in vars(module).items()
        if inspect.isclass(value) and callable(getattr(value, "act", None))
    ]
    if found is None:
        hint = did_you_mean(kind, players) or f", there are {', '.join(players) or 'none'}"
        raise LookupError(f"no agent of {place} is called {kind[:80]!r}{hint}")
    if not callable(getattr(found, "act", None)):
        raise LookupError(f"{place}:{kind} is not an agent: it has no method act(seat)")
    source = Path(module.__file__ or "")
    digest = (
        hashlib.sha256(read_bytes(source, PROGRAM)).hexdigest()[:16] if source.is_file() else ""
    )
    return found, options, digest


def digest_with(digest: str, given: Mapping[str, Any]) -> str:
    """A hash of an agent's source and of the files that its options name, such as a model: these
    may be replaced, too."""
    files = [path for value in given.values() if (path := _file(value)) is not None]
    if not files:
        return digest
    found = hashlib.sha256(digest.encode())
    for path in files:
        with opened(path, PROGRAM) as file:
            found.update(hashlib.file_digest(file, "sha256").digest())
    return found.hexdigest()[:16]


def _file(value: Any) -> Path | None:
    """The file that the value of an option names, if there is one."""
    try:
        return Path(value) if isinstance(value, str) and Path(value).is_file() else None
    except (ValueError, OSError):  # no name of a file
        return None


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise LookupError(f"{path}: there is no such file; name an agent as FILE.py:CLASS")
    name = f"guest_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # it ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with importing_from(path.parent, forget=True):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        place = path.resolve()
        remedy = (
            f"; name it from the folder above, as {place.parent.name}.{place.stem}:CLASS"
            if isinstance(error, ImportError) and "relative import" in str(error)
            else ""
        )
        raise LookupError(
            f"{path} does not load: {type(error).__name__}: {error}{remedy}"
        ) from error
    return module


def _from_package(place: str) -> ModuleType:
    try:
        with importing_from(Path.cwd(), forget=False):
            return importlib.import_module(place)
    except (Exception, SystemExit) as error:
        raise LookupError(f"{place} does not load: {type(error).__name__}: {error}") from error
