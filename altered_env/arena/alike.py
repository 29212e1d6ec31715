"""What must be the same wherever games are played, so that they come out the same: what lies behind
the names of agents and decks, and in files; versions are besides (`altered_env/arena/versions.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from altered_env._runtime.input_files import NETWORK, read_bytes
from altered_env.agents.registry import known_as
from altered_env.arena.deck_sets import deck_of
from altered_env.arena.ledger import key_of


def names_alike(
    agents: Iterable[str], decks: Iterable[str] = (), format: str = "standard"
) -> dict[str, str]:
    """Hashes of the agents and decks with these names.

    >>> names_alike(["greedy"])
    {'agent greedy': 'greedy'}
    """
    of = "" if format == "standard" else f" of {format}"
    found = {f"agent {name}": known_as(name) for name in agents}
    return found | {f"deck {name}{of}": key_of(deck_of(name, format)) for name in decks}


def files_alike(paths: Iterable[str]) -> dict[str, str]:
    """Hashes of files.

    >>> files_alike([])
    {}
    """
    return {
        f"file {path}": hashlib.sha256(read_bytes(path, NETWORK)).hexdigest()[:16] for path in paths
    }
