"""`altered demo`, `watch` and `replay`: games that a person looks at."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from altered_env import formats
from altered_env.commands.playing import seated_decks
from altered_env.commands.screen import say, style_here
from altered_env.game import Game
from altered_env.game.replay import Replay, log
from altered_env.game.saving import refuse_no_folder
from altered_env.game.words import SEATS
from altered_env.render.style import Style, dress
from altered_env.render.text import board

__all__ = ["demo", "replay", "watch"]

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


def watch(
    agents: Sequence[str],
    decks: Sequence[str],
    seed: int,
    rules: str,
    step: bool = False,
    save: str | None = None,
    format: str = "standard",
    *,
    plain: bool = False,
) -> int:
    """Show a game between agents, a board at the end of each day."""
    from agents import make, refuse_seats

    form = formats.get(format)
    also = [f"{len(agents)} agents, {form.title} is played by {form.players}"]
    names = seated_decks(decks, format, rules, also if len(agents) != form.players else ())
    refuse_seats(agents, len(names))
    game = Game.start(*names, seed=seed, rules=rules, format=format)
    players = [make(name, seed=seed + k) for k, name in enumerate(agents)]
    style = style_here(plain)
    at_table = zip(agents, names, SEATS, strict=False)
    meet = " against ".join(f"{agent} with {deck} ({seat})" for agent, deck, seat in at_table)
    say(meet, style)
    say(f"{formats.get(format).title}, rules {rules}, seed {seed}\n", style)
    day = game.day
    while not game.over:
        seat = game.seat()
        action = players[seat.player].act(seat)
        _show_step(game, action, step, style)
        game.act(action)
        if game.day != day:
            print(dress(_still(game), style), flush=True)
            day = game.day
    print(dress(_still(game), style))
    if save:
        Replay.of(game).save(save)
        say(f"The replay is in {save}.", style)
    return 0


def replay(
    file: str,
    whole: bool = False,
    step: bool = False,
    game_number: int | None = None,
    save: str | None = None,
    *,
    plain: bool = False,
) -> int:
    """Show a recorded game, a board at the end of each day; or tell all that happens. A game of a
    dataset is played once more."""
    if save:
        refuse_no_folder(save)
    record = _record(file, game_number)
    record.play()
    style = style_here(plain)
    if save:
        record.save(save)
        say(f"The replay is in {save}.", style)
    if whole:
        say("\n".join(log(record)), style)
        return 0
    day = 0
    actions = iter(record.actions)
    for game in record.steps():
        if game.day != day:
            print(dress(_still(game), style))
            day = game.day
        action = next(actions, None)
        if action is not None:
            _show_step(game, action, step, style)
    print(dress(_still(game), style))
    return 0


def _record(file: str, number: int | None) -> Replay:
    if not Path(file).is_dir():
        if number is not None:
            raise ValueError(f"{file} is one game: --game is for datasets of altered simulate")
        return Replay.load(file)
    from training.analysis.replaying import replay_of

    if number is None:
        raise ValueError(f"{file} is a dataset: say which game of it (--game 0)")
    return replay_of(Path(file), number)


def _show_step(game: Game, action: int, wait: bool, style: Style) -> None:
    say(f"  {game.question}: {game.labels()[action]}", style)
    if wait:
        with contextlib.suppress(EOFError):
            input()
