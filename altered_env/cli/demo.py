"""`altered demo`: a game between two random players."""

from __future__ import annotations

import argparse
import random
import time

from altered_env._runtime.atomic_files import refuse_unwritable
from altered_env._runtime.overwriting import output
from altered_env._runtime.plurals import counted
from altered_env.cli.arguments import add_rules, add_seed
from altered_env.cli.screen import still
from altered_env.game import Game
from altered_env.game.replay import Replay, log
from altered_env.language.words import SEATS
from altered_env.render.text import board

_MOST = 20_000


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument(
        "--decks",
        nargs=2,
        default=("axiom", "bravos"),
        metavar=("A", "B"),
        help="two starter decks or paths of lists (axiom bravos)",
    )
    add_seed(parser, "seed of the game", 1)
    parser.add_argument("--log", action="store_true", help="narrate the whole game")
    output(parser, "--save", "write the replay to a file")
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Play a game between two random players and show it, a board at the end of each day."""
    if options.save:
        refuse_unwritable(options.save)
    first, second = options.decks
    seed: int = options.seed
    print(f"{first} (A) against {second} (B), rules {options.rules}, seed {seed}\n", flush=True)
    game = Game.start(first, second, seed=seed, rules=options.rules)
    chance = random.Random(seed)
    day = 0
    begun = time.perf_counter()
    spent = 0.0
    for count in range(_MOST):
        if game.over:
            break
        if game.day != day and not options.log:
            if day:
                print(f"End of day {day}, after {counted(count, 'decision')}.\n")
                print(board(still(game.view())))
            day = game.day
        if not options.log and game.decision == "turn" and game.decider is not None:
            _say_turn(game, chance.getstate())
        start = time.perf_counter()
        game.act(chance.choice(game.legal_actions()))
        spent += time.perf_counter() - start
    replay = Replay.of(game)
    if options.log:
        print("\n".join(log(replay)), end="\n\n")
    print(board(still(game.view())))
    total = len(replay.actions)
    print(
        f"{counted(total, 'decision')} in {game.day} days, {total / max(spent, 1e-9):,.0f} per"
        " second; "
        f"{time.perf_counter() - begun:.1f} s including the pictures."
    )
    if options.save:
        replay.save(options.save)
        print(f"Replay written to {options.save}.")
    return 0


def _say_turn(game: Game, state: tuple[object, ...]) -> None:
    """Announce the turn that the random player is about to take."""
    chance = random.Random()
    chance.setstate(state)
    action = chance.choice(game.legal_actions())
    print(f"  {SEATS[game.decider or 0]}: {game.label(action)}")
