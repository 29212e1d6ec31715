"""Plays many games in all ways and prints a hash of each, to compare engines.

ALTERED_ENGINE=aot python -m tests.native.playing
"""

from __future__ import annotations

import hashlib
import random

import numpy as np

from altered_env import decks
from altered_env.arena.match import Match, play
from altered_env.cards import catalogue
from altered_env.decks import Deck
from altered_env.engine.compiled import ENGINE
from altered_env.envs.single_agent_vec import make_vec
from altered_env.game import Game

GAMES = 200
"""Random games of two players, and of four."""
MATCHES = 40
STEPS = 300


def said(what: str, digest: hashlib._Hash) -> None:
    """Print a hash and its name."""
    print(f"{what}\t{digest.hexdigest()[:20]}", flush=True)


def drawn(chance: random.Random, count: int) -> list[Deck]:
    """Legal decks drawn from all cards."""
    pool = decks.playable(catalogue().package)
    return [decks.random_deck(chance, pool) for _ in range(count)]


def games(form: str, players: int) -> hashlib._Hash:
    """Every decision of random games: the legal actions and the resulting records."""
    digest, chance = hashlib.sha256(), random.Random(form)
    for seed in range(GAMES):
        game = Game.start(*drawn(chance, players), seed=seed, format=form)
        while not game.over:
            options = game.legal_actions()
            digest.update(repr(options).encode())
            game.act(chance.choice(options))
        digest.update(game.record.tobytes())
    return digest


def observations(form: str) -> hashlib._Hash:
    """The observations of a batch of random games, in every view."""
    digest, rng = hashlib.sha256(), np.random.default_rng(1)
    vec = make_vec(32, format=form, seed=1, detail="everything", views=("flat", "packed"))
    for _ in range(STEPS):
        vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))
        for array in (vec.observation, vec.mask, vec.everything, vec.reward):
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest


def matches(agent: str) -> hashlib._Hash:
    """Games between bots that compute whole numbers, or floating ones in a fixed order."""
    digest, chance = hashlib.sha256(), random.Random(agent)
    played = play([Match(tuple(drawn(chance, 2)), (agent, "greedy"), n, n) for n in range(MATCHES)])
    digest.update(repr(played).encode())
    return digest


def main() -> None:
    """Play, and print the hashes."""
    print(f"engine\t{ENGINE}")
    said("two players", games("standard", 2))
    said("four players", games("free_for_all", 4))
    said("two against two", games("two_against_two", 4))
    said("observations of two", observations("standard"))
    said("observations of four", observations("free_for_all"))
    for agent in ("random", "greedy", "rules"):
        said(agent, matches(agent))


if __name__ == "__main__":
    main()
