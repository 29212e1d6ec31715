"""`altered demo` and `altered play`: games in the terminal."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from dataclasses import replace

from altered_env.game import Game
from altered_env.play.words import SEATS
from altered_env.render.text import board
from altered_env.replay import Replay, log

__all__ = ["demo", "play"]

_MOST = 20_000


def demo(
    decks: Sequence[str], seed: int, rules: str, whole: bool = False, save: str | None = None
) -> int:
    """Play a game between two random players and show it, a board at the end of each day."""
    print(f"{decks[0]} (A) against {decks[1]} (B), rules {rules}, seed {seed}\n", flush=True)
    game = Game.start(decks[0], decks[1], seed=seed, rules=rules)
    chance = random.Random(seed)
    day = 0
    begun = time.perf_counter()
    spent = 0.0
    for count in range(_MOST):
        if game.over:
            break
        if game.day != day and not whole:
            if day:
                print(f"The end of day {day}, after {count} decisions.\n")
                print(_still(game))
            day = game.day
        if not whole and game.decision == "turn" and game.decider is not None:
            _say_turn(game, chance.getstate())
        start = time.perf_counter()
        game.act(chance.choice(game.legal_actions()))
        spent += time.perf_counter() - start
    replay = Replay.of(game)
    if whole:
        print("\n".join(log(replay)), end="\n\n")
    print(_still(game))
    total = len(replay.actions)
    print(
        f"{total} decisions on {game.day} days, {total / max(spent, 1e-9):,.0f} a second; "
        f"{time.perf_counter() - begun:.1f} s with the pictures."
    )
    if save:
        replay.save(save)
        print(f"The replay is in {save}.")
    return 0


def _say_turn(game: Game, state: tuple[object, ...]) -> None:
    """Say which turn the random player is about to take."""
    chance = random.Random()
    chance.setstate(state)
    action = chance.choice(game.legal_actions())
    print(f"  {SEATS[game.decider or 0]}: {game.labels()[action]}")


def _still(game: Game) -> str:
    """The board from above, without the question."""
    return board(replace(game.view(), options=(), decider=None, question=""))


def play(deck: str, against: str, seed: int | None, rules: str) -> int:
    """Play as A against a random player."""
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    game = Game.start(deck, against, seed=seed, rules=rules)
    chance = random.Random(seed)
    print(f"You are A. Answer with a number; q ends. Seed {seed}.\n")
    while not game.over:
        if game.decider != 0:
            action = chance.choice(game.legal_actions())
            if game.decision == "turn":
                print(f"B: {game.labels()[action]}")
            game.act(action)
            continue
        print(game.show("A"))
        answer = _ask(game)
        if answer is None:
            return 0
        game.act(answer)
    print(game.show("A"))
    return 0


def _ask(game: Game) -> int | None:
    """The action that the person at the terminal chooses; None to end."""
    while True:
        try:
            text = input("> ").strip()
        except EOFError:
            return None
        if text in ("q", "quit", "exit"):
            return None
        if text.isdigit() and int(text) in game.legal_actions():
            return int(text)
        labels = game.labels()
        found = [action for action, label in labels.items() if text and text in label]
        if len(found) == 1:
            return found[0]
        print("One of the numbers above, or a part of one label; q ends.", file=sys.stderr)
