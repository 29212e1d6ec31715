"""Which versions games were played with: of rules, players, and all else on a machine."""

from __future__ import annotations

import functools
import hashlib
import random
import sys
from importlib import metadata

from altered_env import decks
from altered_env.agents.registry import known_as
from altered_env.arena.match import Match, play
from altered_env.cards import Card, catalogue
from altered_env.engine import cache
from altered_env.engine.compiled import HOUSE, IS_COMPILED, version_of
from altered_env.game.books import digest, pool_book
from altered_env.native import PLACE

GAMES = 400
SETS = ("CORE", "ALIZE", "BISE", "CYCLONE", "DUSTER", "EOLE")
"""The card sets that decks of these games are drawn from. They are complete, so that a card which
joins the pool changes no deck."""
PLAYERS = {"greedy": 100, "rules": 60, "net:v3": 100}
"""The agents whose games distinguish versions of rules and players, and the number of games."""
AROUND = ("agents", "decks", "game")
"""The code around the compiled code that play depends on."""
LIBRARIES = ("numpy", "numba", "polars", "torch")
"""The environment that figures and file bytes depend on besides the code."""


@functools.cache
def version() -> str:
    """The version of rules and players: a short hash of the results of some games of `PLAYERS`.

    It follows from what the code does, not from its text, so an edit that changes no game keeps it.
    The games take some seconds; they are played once for each state of the code, the cards and the
    networks, and the hash is cached. Without compilation they would take minutes, so the version is
    then a hash of the code.

    >>> version() == version()
    True
    """
    if not IS_COMPILED:
        return version_of("thinking")
    about = (f"{known_as(agent)} {games}" for agent, games in PLAYERS.items())
    key = key_of_plays(*about)
    kept = cache.fetch("version", key)
    if kept is not None:
        return kept.decode()
    found = _hash_of([plays_of(agent, games) for agent, games in PLAYERS.items()])
    cache.keep("version", key, found.encode())
    return found


def key_of_plays(*about: str) -> str:
    """The key in the cache of what follows from games of `plays_of`: code, compiled and not, cards,
    and which of them decks may hold.

    >>> key_of_plays("greedy 2") == key_of_plays("greedy 3")
    False
    """
    held = sorted(card.reference for cards in _pool().values() for card in cards)
    code = version_of("thinking"), cache.syntax(*(HOUSE / name for name in AROUND))
    return cache.key_of(*code, digest(pool_book()), " ".join(held), *about)


def _pool() -> dict[str, list[Card]]:
    """The cards that decks of these games are drawn from."""
    return decks.playable(card for card in catalogue().package if card.set in SETS)


def plays_of(agent: str, games: int = GAMES) -> str:
    """A short hash of the results of an agent's games against itself: winners and days, with decks
    of `SETS`. While it stays the same, figures of earlier games remain valid, whatever has changed
    in the code: rules or play that differ in more than a few cards would change it.

    >>> plays_of("random", games=2) == plays_of("random", games=2)
    True
    """
    chance = random.Random(f"plays of {games}")
    pool = _pool()
    matches = [
        Match(
            (decks.random_deck(chance, pool), decks.random_deck(chance, pool)),
            (agent, agent),
            seed=number,
            chance=number,
        )
        for number in range(games)
    ]
    return _hash_of([(p.winner, p.first, p.days, p.decisions) for p in play(matches)])


def _hash_of(found: object) -> str:
    return hashlib.sha256(repr(found).encode()).hexdigest()[:16]


@functools.cache
def versions_here() -> dict[str, str]:
    """The versions in this process of everything that games depend on.

    >>> "Python" in versions_here()
    True
    """
    found = {
        "rules and players": version(),
        "code": _code(),
        "Python": sys.version.partition(" ")[0],
    }
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "none"
    return found


def _code() -> str:
    """A hash of all code and data of the package."""
    digest = hashlib.sha256()
    for path in sorted(HOUSE.rglob("*")):
        if PLACE in path.parents:
            continue  # what is built of the rest
        if path.is_file() and path.suffix not in (".pyc", ".nbi", ".nbc"):
            data = path.read_bytes()
            digest.update(f"{path.relative_to(HOUSE)} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:16]
