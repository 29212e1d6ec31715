"""Restoring games and slots from bytes, which are checked before use.

A pickle of an env or a checkpoint of a training run holds records, and compiled code does not check
these again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.json_text import parsed
from altered_env.engine.terms import DECIDE
from altered_env.game.books import digest
from altered_env.game.bounds import of_desk
from altered_env.game.kernels import Kernel
from altered_env.game.records import outside, wrong_with
from altered_env.game.states import State
from altered_env.spaces.layouts import check_bytes

if TYPE_CHECKING:
    from altered_env.envs.drawing import DrawnDecks
    from altered_env.language.book import Book

_HASHED: Final = {
    "decks": "decks, or of the same in another order or for other seats",
    "cards": "cards, or of another version of the rules",
}
"""The parts of a setup that are kept as hashes, in words."""


def put_back(
    state: Any,
    games: NDArray[np.void],
    slots: NDArray[np.void],
    kernel: Kernel,
    book: Book,
    lists: int,
) -> None:
    """Write the bytes of `state`, its `games` and `slots`, over these, after checks against the
    number of lists.

    Raises `ValueError`, which names the fault, and changes nothing then.
    """
    found = {}
    if isinstance(state, Mapping) and "layout" in state:
        check_bytes(state["layout"], kernel.players)
    for name, mine in (("games", games), ("desks", slots)):
        if not isinstance(state, Mapping) or name not in state:
            raise ValueError(f"this is not a state of a batch: it has no {name}")
        given = np.asarray(state[name])
        there = mine.view(np.uint8)
        if given.dtype != np.uint8 or given.shape != there.shape:
            raise ValueError(
                f"{name}: {given.size} bytes of another batch, expected {there.size}"
                if given.dtype == np.uint8
                else f"{name}: expected bytes, found {given.dtype}"
            )
        found[name] = np.ascontiguousarray(given).view(mine.dtype)
    for wrong in _wrong(found["games"], found["desks"], slots, kernel, book, lists):
        raise ValueError(f"this is not a state of a batch: {wrong}")
    for name, mine in (("games", games), ("desks", slots)):
        mine.view(np.uint8)[:] = found[name].view(np.uint8)


def as_bytes(words: Any) -> NDArray[np.uint8]:
    """These words as JSON in bytes, to be stored in the state of a batch."""
    return np.frombuffer(json.dumps(words).encode(), dtype=np.uint8).copy()


def words_in(state: Mapping[str, Any], name: str) -> Any:
    """What `as_bytes` stored. Raises `ValueError` for anything else."""
    try:
        return parsed(np.asarray(state[name], dtype=np.uint8).tobytes())
    except (TypeError, ValueError) as error:
        raise ValueError(f"this is not a state of a batch: {name}: {error}") from None


def setup_words(drawn: DrawnDecks) -> dict[str, str]:
    """What the state of a batch is of, apart from its games. Decks that a function draws are left
    out: they follow from the seeds."""
    setup = drawn.setup
    found = {"format": setup.format, "rules": setup.rules, "cards": digest(setup.book)}
    if not drawn.sampled:
        lists = drawn.lists.tobytes() + drawn.choices.tobytes()
        found["decks"] = hashlib.sha256(lists).hexdigest()[:16]
    return found


def refuse_other_setup(state: Any, drawn: DrawnDecks) -> None:
    """Raise `ValueError`, which names what differs, for a state of a batch of another setup."""
    if not isinstance(state, Mapping) or "options" not in state:
        return  # it is of an earlier version, or only of games
    theirs = words_in(state, "options")
    if not isinstance(theirs, dict):
        raise ValueError(f"this is not a state of a batch: options: found {theirs!r:.60}")
    for name, mine in setup_words(drawn).items():
        if theirs.get(name) == mine:
            continue
        if name in _HASHED:
            raise ValueError(f"this is a state of a batch of other {_HASHED[name]}")
        found = f"{name}={theirs.get(name)!r:.60}"
        raise ValueError(f"this is a state of a batch of {found}; this batch has {name}={mine!r}")


def _wrong(
    games: NDArray[np.void],
    slots: NDArray[np.void],
    mine: NDArray[np.void],
    kernel: Kernel,
    book: Book,
    lists: int,
) -> Iterator[str]:
    if games[-1].tobytes().strip(b"\0"):
        yield "the last game is not empty"
    for i in range(len(games) - 1):
        if not games[i].tobytes().strip(b"\0"):
            continue  # the game has not begun
        wrong = wrong_with(State(games[i : i + 1], book))
        record = games[i]
        if not wrong and record["decision"] == DECIDE.NONE:
            if not record["over"] and not record["error"]:
                wrong = "no player is to move, and it is not over"
        if wrong:
            yield f"game {i}: {wrong}"
    rules, layout = kernel.rules, kernel.layout
    ranges = of_desk(rules, layout, lists)
    for wrong in outside(slots, ranges):
        yield f"slots: {wrong}"
    if (slots["final"] != mine["final"]).any():
        yield "slots: finished games are kept elsewhere here"
    most = (rules.OBJECTS, rules.EMBLEMS, layout.EVENTS)
    if (slots["stale"] > most).any():
        yield (
            f"slots: stale is {slots['stale'].max(axis=0).tolist()}; expected at most {list(most)}"
        )
