"""Play many games in every way and print a hash of each, to compare engines.

ALTERED_ENGINE=aot python -m tests.native.playing [--games 400]
"""

from __future__ import annotations

import argparse
import hashlib
import random

import numpy as np

from altered_env import decks
from altered_env.agents import make
from altered_env.arena.match import Match, play
from altered_env.cards import catalogue
from altered_env.decks import Deck
from altered_env.engine.compiled import ENGINE
from altered_env.envs.single_agent_vec import make_vec
from altered_env.envs.view_option import VIEWS, View
from altered_env.game import Game

GAMES = 400
"""Random games of two players, and of four; there are a tenth as many matches of each bot."""
STEPS = 300
NETWORKS = {"net:v1": 2, "net": 2, "net:four": 4}
"""Networks, and for how many players they are."""
POSITIONS = 60


def said(what: str, digest: hashlib._Hash) -> None:
    """Print a hash and its name."""
    print(f"{what}\t{digest.hexdigest()[:20]}", flush=True)


def drawn(chance: random.Random, count: int) -> list[Deck]:
    """Legal decks drawn from all cards."""
    pool = decks.playable(catalogue().package)
    return [decks.random_deck(chance, pool) for _ in range(count)]


def games(form: str, players: int, count: int) -> hashlib._Hash:
    """Every decision of random games: the legal actions and the resulting records."""
    digest, chance = hashlib.sha256(), random.Random(form)
    for seed in range(count):
        game = Game.start(*drawn(chance, players), seed=seed, format=form)
        while not game.over:
            options = game.legal_actions()
            digest.update(repr(options).encode())
            game.act(chance.choice(options))
        digest.update(game.record.tobytes())
    return digest


def observations(form: str, steps: int) -> hashlib._Hash:
    """The observations of a batch of random games, in every view."""
    digest, rng = hashlib.sha256(), np.random.default_rng(1)
    vec = make_vec(32, format=form, seed=1, detail="everything")
    views = [vec.handing_out(View(vec.setup, name)) for name in VIEWS]
    for _ in range(steps):
        vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))
        for array in (vec.observation, vec.mask, vec.everything, vec.reward):
            digest.update(np.ascontiguousarray(array).tobytes())
    for hand_out in views:
        seen = hand_out()
        for array in seen.values() if isinstance(seen, dict) else [seen]:
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest


def matches(agent: str, count: int) -> hashlib._Hash:
    """Games against a bot."""
    digest, chance = hashlib.sha256(), random.Random(agent)
    played = play([Match(tuple(drawn(chance, 2)), (agent, "greedy"), n, n) for n in range(count)])
    digest.update(repr(played).encode())
    return digest


def thoughts(name: str, players: int, count: int) -> hashlib._Hash:
    """The logits, values and actions of a network in positions of random games."""
    digest, chance = hashlib.sha256(), random.Random(name)
    form = "standard" if players == 2 else "free_for_all"
    agent = make(name)
    for n in range(count):
        game = Game.start(*drawn(chance, players), seed=n, format=form)
        for _ in range(chance.randrange(200)):
            if game.over:
                break
            game.act(chance.choice(game.legal_actions()))
        if game.over:
            continue
        agent.start(n)
        seat = game.seat()
        chances, value = agent.weighed(seat)
        digest.update(agent.buffers.logits[: len(chances)].tobytes())
        digest.update(repr((float(value), int(agent.act(seat)))).encode())
    return digest


def main() -> None:
    """Play, and print the hashes."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each kind; {GAMES}")
    options = parser.parse_args()
    print(f"engine\t{ENGINE}")
    count = options.games
    said("two players", games("standard", 2, count))
    said("four players", games("free_for_all", 4, count))
    said("two against two", games("two_against_two", 4, count))
    said("observations of two", observations("standard", min(count, STEPS)))
    said("observations of four", observations("free_for_all", min(count, STEPS)))
    for agent in ("random", "greedy", "rules", "net"):
        said(agent, matches(agent, -(-count // 10)))
    for name, players in NETWORKS.items():
        said(f"thoughts of {name}", thoughts(name, players, min(count, POSITIONS)))


if __name__ == "__main__":
    main()
