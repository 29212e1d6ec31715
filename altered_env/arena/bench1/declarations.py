"""What an entry declares of its agent: the class of its training, and whether it has seen withheld
cards. The package refutes what its own players, and network files at hand, say otherwise; nothing
refutes what is declared of other agents.
"""

from __future__ import annotations

import functools
from pathlib import Path

from altered_env.agents.named import is_program
from altered_env.agents.net_weights import KIND
from altered_env.agents.network_cards import (
    SHIPPED,
    UNKNOWN,
    choices_of,
    network_of,
    withheld_seen,
)
from altered_env.agents.plugin_agents import is_plugin
from altered_env.agents.registry import known_as
from altered_env.agents.tensor_files import read
from altered_env.arena.bench1.tasks import TRAINED
from altered_env.decks.bench1.bench_pools import BENCH, TRAIN, WITHOUT


def trained_of(agent: str, declared: str | None) -> str:
    """The class of training of an agent. Raises `ValueError` if a network says more than what is
    declared, and if nothing is declared for an agent that is not of the package.

    >>> trained_of("greedy", None), trained_of("net:v4", None)
    ('none', 'open')
    """
    choices = choices_of(agent)
    if choices is None:
        if declared is None:
            raise ValueError(
                f"{agent} is not of the package: declare the choices it was trained on, --trained"
                f" {', '.join(TRAINED)}"
            )
        if declared == "none" and network_of(agent):
            raise ValueError(f"{agent} has a network, so --trained is not none")
        return declared
    least = next(name for name, most in TRAINED.items() if choices <= most)
    if declared is not None and declared not in TRAINED:
        return declared  # refused with all other fields
    if declared is not None and TRAINED[declared] < choices:
        raise ValueError(
            f"{agent} was trained on more choices than --trained {declared} has: it is {least}"
        )
    return declared or least


def refuse_false(agent: str, trained: str, withheld: str) -> None:
    """Raise `ValueError` for declarations that the agent here refutes. A network file is read.

    >>> refuse_false("net:v4", "open", "not seen")
    Traceback (most recent call last):
    ValueError: net:v4: declared as 'not seen' of withheld cards, but it is 'seen'
    """
    trained_of(agent, trained)
    seen = withheld_seen(agent)
    if seen not in (UNKNOWN, withheld):
        raise ValueError(f"{agent}: declared as {withheld!r} of withheld cards, but it is {seen!r}")


def false_declaration(agent: str, known: str, trained: str, withheld: str) -> str:
    """Why the declarations of an entry are false, as far as the package knows without the entrant's
    files: of its own players, and of copies of its networks. Empty if nothing refutes them.

    >>> false_declaration("greedy", "greedy", "none", "no network")
    ''
    >>> false_declaration("net:mine.safetensors", "net:mine.safetensors 00", "1e6", "not seen")
    ''
    """
    network = "" if is_program(agent) or is_plugin(agent) else network_of(agent)
    if network and network not in SHIPPED:
        network = _shipped_hashes().get(known.rpartition(" ")[2], "")
        if not network:
            return ""
        agent = f"net:{network}"
    try:
        refuse_false(agent, trained, withheld)
    except (ValueError, LookupError) as error:
        return str(error)
    return ""


def decks_with(archetype: str, agent: str) -> str:
    """The decks that the network of an agent was trained on, if lists of an archetype were among
    them; empty if not, or if nobody knows.

    >>> decks_with("spells", "greedy"), "constructed" in decks_with("spells", "net:v4")
    ('', True)
    """
    network = "" if is_program(agent) or is_plugin(agent) else network_of(agent)
    if not network:
        return ""
    if network in SHIPPED:
        decks = SHIPPED[network].decks
    else:
        config = read(Path(network), KIND)[1].get("config")
        decks = str(config.get("decks", "")) if isinstance(config, dict) else ""
    split = f"{BENCH}:T3{TRAIN}"
    parts = [part.strip() for part in decks.split("+")]
    own = [
        part
        for part in parts
        if part.startswith(("constructed", split)) and part != f"{split}{WITHOUT}{archetype}"
    ]
    return decks if own else ""


@functools.cache
def _shipped_hashes() -> dict[str, str]:
    """The networks of the package by the hash of their files."""
    return {known_as(f"net:{name}").rpartition(" ")[2]: name for name in SHIPPED}
