"""Which version of the rules and the players games were played with."""

from __future__ import annotations

import hashlib
import random

from altered_env import decks
from altered_env.arena.match import Match, play
from altered_env.cards import catalogue
from altered_env.engine.compiled import version_of

__all__ = ["plays_of", "version"]

GAMES = 400
SETS = ("CORE", "ALIZE", "BISE", "CYCLONE", "DUSTER", "EOLE")
"""The sets that the decks of these games are drawn from: closed ones, so that a card which joins
the pool changes no deck."""


def version() -> str:
    """The version of the rules and the players, as a short hash: others may play other games."""
    return version_of("thinking")


def plays_of(agent: str, games: int = GAMES) -> str:
    """What games of an agent against itself come to, as a short hash: who won and when, with
    decks of `SETS`. While it stays, figures of earlier games hold, whatever of the code has
    changed: rules or play that differ in more than a few cards would show here.

    >>> plays_of("random", games=2) == plays_of("random", games=2)
    True
    """
    chance = random.Random(f"plays of {games}")
    pool = decks.playable(card for card in catalogue().package if card.set in SETS)
    matches = [
        Match(
            (decks.random_deck(chance, pool), decks.random_deck(chance, pool)),
            (agent, agent),
            seed=number,
            chance=number,
        )
        for number in range(games)
    ]
    came = [(p.winner, p.first, p.days, p.decisions) for p in play(matches)]
    return hashlib.sha256(repr(came).encode()).hexdigest()[:16]
