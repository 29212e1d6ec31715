"""Play random games and print a hash of every byte, once compiled and once not.

python tests/engine/random_games.py GAMES
"""

from __future__ import annotations

import hashlib
import random
import sys

import numpy as np

from altered_env import decks
from altered_env.engine.chance import seed_words
from altered_env.game import Game
from altered_env.game.engine_api import random_steps


def play(seed: int) -> bytes:
    """The final bytes of one random game between two starter decks."""
    names = decks.names()
    pick = random.Random(seed)
    rules = ("2024.09", "5.0")[seed % 2]
    game = Game.start(pick.choice(names), pick.choice(names), seed=seed, rules=rules)
    rng = np.array(seed_words(seed + 1))
    steps = random_steps(game.games, 0, game.book.record, rng, 5000)
    assert game.over, f"seed {seed}: not over after {steps} decisions"
    return bytes(game.games[0].tobytes())


if __name__ == "__main__":
    digest = hashlib.sha256()
    for seed in range(int(sys.argv[1])):
        digest.update(play(seed))
    print(digest.hexdigest())
