"""A checked game, played in a batch as well: it must be the same there, decision by decision,
regardless of its neighbours."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from altered_env.decks import Deck
from altered_env.envs.setup import Setup
from altered_env.envs.vec import Vec
from altered_env.game import Game


class InBatch:
    """A batch of two games: one that must equal a given game, and a neighbour."""

    def __init__(self, game: Game, decks: tuple[Deck, ...], format: str, seed: int) -> None:
        setup = Setup.of(decks, rules=game.rules, format=format, day_limit=None, legal=False)
        self._vec = Vec(2, replace(setup, book=game.book), seed=seed, threads=1)
        self._vec.begin(0, game)
        self._chance = random.Random(seed)

    def follow(self, game: Game, action: int) -> str:
        """Take the game's last action; return the differences."""
        vec = self._vec
        slots = [slot for slot, known in vec.game_actions(0).items() if known == action]
        if len(slots) != 1:
            return f"in a batch, action {action} is legal as {len(slots)} numbers"
        beside = self._chance.choice(np.flatnonzero(vec.mask[1]).tolist())
        vec.step([slots[0], beside])
        if game.truncated:
            return ""  # the batch has no limit of days
        if bool(vec.terminated[0]) != game.over:
            return "in a batch it ends at another time"
        if game.over:
            won = [1.0 if p in game.winners else -1.0 for p in range(game.players)]
            return "" if vec.reward[0].tolist() == won else "in a batch the reward differs"
        mine, theirs = game.clone().record, vec.game(0).record
        mine["day_limit"] = theirs["day_limit"]
        return "" if mine.tobytes() == theirs.tobytes() else "in a batch it ended differently"
