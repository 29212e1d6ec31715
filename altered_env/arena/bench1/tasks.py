"""The tasks of Altered-Bench 1, the panel of opponents, and the classes of entries.

>>> TASKS["T4"].title, len(PANEL), HEADLINE[0] in PANEL
('new cards', 6, True)
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Final

from altered_env._runtime.atomic_files import write_atomically
from altered_env.agents.bots import is_compiled
from altered_env.agents.registry import known_as
from altered_env.arena.versions import key_of_plays, plays_of
from altered_env.decks.bench1.frozen_files import FOLDER
from altered_env.engine import cache

BENCH: Final = "altered-bench1"
PROTOCOL: Final = 1
"""The version of the tasks and of result files."""
PRACTICE: Final = "practice"
"""The beacon of runs that are not for the table: it was known to everyone before."""
SEALED: Final = "sealed "
"""How the random beacons of maintainers' reruns begin."""


@dataclass(frozen=True, slots=True)
class Task:
    """A task."""

    name: str
    title: str
    asks: str
    decks: str
    """The decks, in words."""
    deals: int
    """The number of deals against each opponent of the headline, two games each."""


TASKS: Final = {
    task.name: task
    for task in (
        Task("T1", "starters", "play well at all", "the six starter decks, each pair in turn", 504),
        Task("T2", "any deck", "generalise over decks", "1,000 random decks, drawn anew", 1000),
        Task(
            "T3",
            "constructed decks",
            "transfer between plans",
            "constructed lists: one of each archetype in turn against any",
            1002,
        ),
        Task(
            "T4",
            "new cards",
            "play cards never seen in training",
            "500 random decks of which about half is FUGUE",
            1000,
        ),
        Task(
            "T5",
            "deck and pilot",
            "build a deck and play it",
            "the entrant's deck against constructed lists",
            504,
        ),
    )
}
HEADLINE: Final = ("net:v3", "rollout:v3,rollouts=24")
"""The two strongest members of the frozen panel: the win rate against them is the result."""
PANEL: Final = ("random", "greedy", "rules@1", "ismcts@1:iterations=1500", *HEADLINE)
"""The opponents. Each follows from its seed, so its moves can be checked."""
SLOW: Final = ("ismcts@1:iterations=1500", HEADLINE[1])
"""Those that take seconds for a game."""
CLASSES: Final = {"1ms": 1.0, "50ms": 50.0, "open": inf}
"""Milliseconds for a decision on the reference machine."""
TRAINED: Final = {"none": 0, "1e6": 10**6, "2e7": 2 * 10**7, "open": inf}
"""Choices that an entry was trained on, as declared."""
FROZEN: Final = FOLDER / "panel.json"
GAMES: Final = {True: 40, False: 2}
"""Games from which a member of the panel is recognised: compiled ones play more."""
ALIKE: Final = {"15c49bab64b7433b": "a529a0863bc19ba0"}
"""Hashes of members that play as they are frozen but for rounding: networks sum the embeddings of
cards in one order on all processors, and now and then rollouts decide otherwise."""


def panel_here() -> dict[str, str]:
    """The hash of each member of the panel as it plays here."""
    return {agent: _hash_of(agent) for agent in PANEL}


@functools.cache
def _hash_of(agent: str) -> str:
    """A hash of an agent's play, of its network, and of its options. Its games are played once for
    each state of the code, and the hash is cached."""
    games, known = GAMES[is_compiled(agent)], known_as(agent)
    key = key_of_plays(f"{BENCH} {known} {games}")
    kept = cache.fetch("version", key)
    if kept is not None:
        return kept.decode()
    said = f"{known} {plays_of(agent, games)}"
    found = hashlib.sha256(said.encode()).hexdigest()[:16]
    found = ALIKE.get(found, found)
    cache.keep("version", key, found.encode())
    return found


@functools.cache
def panel_frozen() -> dict[str, str]:
    """These hashes as they are frozen."""
    found: dict[str, str] = json.loads(FROZEN.read_text("utf-8"))
    return found


def refuse_another_panel(agents: Iterable[str] = PANEL) -> None:
    """Raise `ValueError` if one of these members of the panel does not play as it is frozen."""
    for agent in agents:
        found, frozen = _hash_of(agent), panel_frozen().get(agent, "none")
        if found != frozen:
            raise ValueError(
                f"{agent} of the panel plays differently than in Altered-Bench 1: its hash is"
                f" {found}, the benchmark's is {frozen}; run the benchmark with the version of"
                " altered-env that released it"
            )


def write_panel(path: Path) -> None:
    """Write these hashes as they are here."""
    write_atomically(path, (json.dumps(panel_here(), indent=1) + "\n").encode())
