"""What networks were trained on, and whether they have seen the cards that Altered-Bench 1
withholds (`altered_env/decks/bench1`).

>>> withheld_seen("net:v3"), withheld_seen("greedy")
('seen', 'no network')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Final

from altered_env._runtime.input_files import NETWORK, read_bytes
from altered_env.agents.named import ANCHORS, KINDS, is_program, spelled_out
from altered_env.agents.plugin_agents import is_plugin
from altered_env.agents.tensor_files import read
from altered_env.decks.bench1.bench_pools import BENCH, TRAIN

STATES: Final = ("seen", "not seen", "unknown", "no network")
"""Whether a player has seen withheld cards in training."""
SEEN, NOT_SEEN, UNKNOWN, NONE = STATES
TAUGHT: Final = "taught by"
"""The key of a network file: the state of its opponents and its start when the training began."""


@dataclass(frozen=True, slots=True)
class NetworkCard:
    """The training of a network."""

    decks: str
    decisions: str
    withheld: str
    """Whether it has seen withheld cards."""
    about: str
    """How that is known."""


_DECKS = "starters + public + random:3000:1:curve, over the whole pool of the time"
_ABOUT = (
    "trained after FUGUE joined the pool, from which its random decks were drawn: 196 of the 294"
    " cards and tokens of the set; the other 98 joined later; no unique card"
)
SHIPPED: Final = {
    "v1": NetworkCard(_DECKS, "30 million, after 19 million", SEEN, _ABOUT),
    "v2": NetworkCard(_DECKS, "42 million, from net:v1", SEEN, _ABOUT),
    "v3": NetworkCard(_DECKS, "three runs from net:v2, about an hour each", SEEN, _ABOUT),
    "v4": NetworkCard(
        "starters + public + constructed + random:500:5:curve + 101 lists of people from seasons 1"
        " to 3",
        "49 million, from net:v3",
        SEEN,
        "random decks of the whole pool hold FUGUE; people's lists hold unique cards, none of them"
        " withheld",
    ),
    "v5": NetworkCard(
        "starters + public + constructed + random:150:5:curve + 115 lists of people from seasons 1"
        " to 3, most often those with twelve or more Spells",
        "84 million, from net:v4",
        SEEN,
        "as net:v4, from which it was trained further",
    ),
    "four": NetworkCard(_DECKS, "11.7 million", SEEN, _ABOUT),
}
"""The networks of the package."""


def network_of(agent: str) -> str:
    """The network of an agent, by name or path; empty for an agent without one.

    >>> network_of("rollout:v3,rollouts=24"), network_of("rules@1"), network_of("net:decks=closed")
    ('v3', '', 'v5')
    """
    if is_program(agent) or is_plugin(agent):
        return ""
    called, _, rest = spelled_out(agent).partition(":")
    kind = KINDS.get(ANCHORS[called][0] if called in ANCHORS else called)
    if kind is None or not kind.network:
        return ""
    first = rest.partition(",")[0]
    given = dict(part.split("=", 1) for part in rest.split(",") if "=" in part)
    return first if first and "=" not in first else given.get("path", kind.shipped[0])


def withheld_seen(agent: str) -> str:
    """Has the network of this agent seen withheld cards: `seen`, `not seen`, `unknown`, or `no
    network`? A file says what it was trained on; a program does not."""
    if is_program(agent) or is_plugin(agent):
        return UNKNOWN
    name = network_of(agent)
    if not name:
        return NONE
    if name in SHIPPED:
        return SHIPPED[name].withheld
    return _of_file(Path(name))


def choices_of(agent: str) -> float | None:
    """The training choices of an agent of the package or of a network file; infinite for networks
    that begin from another, and None if they are not known.

    >>> choices_of("greedy"), choices_of("net:v4"), choices_of("cmd:./mybot")
    (0, inf, None)
    """
    from altered_env.agents.net_weights import KIND

    if is_program(agent) or is_plugin(agent):
        return None
    name = network_of(agent)
    if not name or name in SHIPPED:
        return inf if name else 0
    _, about = read(Path(name), KIND)
    config, taken = about.get("config"), about.get("decisions")
    if isinstance(config, dict) and config.get("start"):
        return inf
    return taken if type(taken) is int and taken > 0 else None


def taught_by(agents: Iterable[str], start: str = "") -> str:
    """Whether the opponents of a network, or the network it begins from, have seen withheld cards:
    `seen` if one has, `unknown` if one cannot be examined, else `not seen`.

    >>> taught_by(["greedy", "net:v3"]), taught_by(["rules"], "gone.safetensors"), taught_by([])
    ('seen', 'unknown', 'not seen')
    """
    found = []
    for one in [*agents, *([f"net:{start}"] if start else [])]:
        try:
            found.append(withheld_seen(one))
        except (OSError, ValueError, LookupError):
            found.append(UNKNOWN)
    return worst(found)


def worst(states: Iterable[str]) -> str:
    """The state of a learner from all of these.

    >>> worst(["not seen", "unknown", "no network"]), worst([])
    ('unknown', 'not seen')
    """
    found = set(states)
    return next((one for one in (SEEN, UNKNOWN) if one in found), NOT_SEEN)


def _of_file(path: Path) -> str:
    """The same for a file of `altered train`: its decks were those of a split, and so were those of
    the network that it began from and of its opponents."""
    from altered_env.agents.net_weights import KIND

    _, about = read(path, KIND)
    if _is_copy(path):
        return SEEN
    config: Any = about.get("config")
    if not isinstance(config, dict):
        return UNKNOWN
    taught: Any = about.get(TAUGHT)
    if taught not in STATES:  # a file of before, whose paths cannot be trusted
        opponents = filter(None, str(config.get("opponents", "")).split("+"))
        others = [*opponents, *([f"net:{config['start']}"] if config.get("start") else [])]
        inside = [one for one in others if network_of(one) in ("", *SHIPPED)]
        taught = worst([*map(withheld_seen, inside), *[UNKNOWN] * (len(others) - len(inside))])
    return worst([taught, NOT_SEEN if is_of_splits(str(config.get("decks", ""))) else UNKNOWN])


def _is_copy(path: Path) -> bool:
    """Is this a copy of a network of the package?"""
    size = path.stat().st_size
    alike = [one for one in map(shipped_path, SHIPPED) if one.stat().st_size == size]
    return any(read_bytes(one, NETWORK) == read_bytes(path, NETWORK) for one in alike)


def shipped_path(name: str) -> Path:
    """The file of a network of the package."""
    from altered_env.agents.net import SHIPPED as FILES

    return FILES[name]


def is_of_splits(decks: str) -> bool:
    """Are these decks of a run all of training splits?"""
    return all(part == "starters" or _is_split(part) for part in decks.split("+"))


def _is_split(pool: str) -> bool:
    return pool.startswith(f"{BENCH}:") and TRAIN in pool


def refuse_seen(agents: Any, bench: str) -> None:
    """Raise `ValueError` if a network among these agents has seen withheld cards, since whoever
    trains against it on this split would learn from them."""
    for agent in agents:
        if isinstance(agent, str) and withheld_seen(agent) == SEEN:
            raise ValueError(
                f"bench={bench!r}: {agent} has seen withheld cards in its own training; train"
                " against random, greedy, rules or your own networks"
            )
