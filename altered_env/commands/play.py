"""`altered play`: a person against an agent, in the terminal."""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING

from altered_env import formats, stopping
from altered_env.commands.arguments import (
    add_conditions,
    add_format,
    add_plain,
    add_rules,
    conditions,
)
from altered_env.commands.naming_decks import seated_decks
from altered_env.commands.screen import say, style_here
from altered_env.game import Game
from altered_env.game.words import SEATS
from altered_env.render.style import Style, dress

if TYPE_CHECKING:
    from agents.hosting import Host

__all__ = ["add", "run"]

USUAL = "greedy"
"""The opponent where none is named."""
_HELP = (
    "The number of an option, or a part of its words. Besides: hint, save FILE, board, q to end."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument(
        "--opponent",
        default=None,
        metavar="AGENT",
        help="random, greedy, rules, ismcts:ms=200, or your own: mine.py:MyBot, 'cmd:PROGRAM'"
        " (greedy, or whom a saved game was against)",
    )
    parser.add_argument("--deck", default=None, help="your deck: a starter, or a path (axiom)")
    parser.add_argument(
        "--against", nargs="+", default=(), metavar="DECK", help="the other deck or decks (bravos)"
    )
    parser.add_argument("--seed", type=int, default=None, help="play the same game again")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--save", metavar="FILE", help="save the game there when you leave it")
    add_plain(parser)
    add_format(parser)
    add_rules(parser)
    add_conditions(parser)


def run(options: argparse.Namespace) -> int:
    """Play as A against an agent: a new game, or one that was saved, against whom it was begun
    unless another is named."""
    from agents import make, refuse_seats
    from agents.hosting import Host

    resume, save, opponent = options.resume, options.save, options.opponent
    others = options.against or [None] * (formats.get(options.format).players - 1)
    decks, seed = [options.deck, *others], options.seed
    if resume is not None and (any(decks) or seed is not None):
        raise ValueError(f"the game in {resume} has its decks and its seed: name none beside it")
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    if resume is None:
        opponent = opponent or USUAL
        refuse_seats([opponent], formats.get(options.format).players)
        game = Game.start(
            *seated_decks(decks, options.format, options.rules),
            seed=seed,
            rules=options.rules,
            format=options.format,
        )
        begun = f"Seed {seed}."
    else:
        game = Game.load(resume)
        opponent = opponent or game.story.opponent or USUAL
        refuse_seats([opponent], game.players)
        begun = f"Day {game.day} of the game in {resume}."
    held_to = conditions(options)
    others_at = {who: make(opponent, seed=seed + who - 1) for who in range(1, game.players)}
    style = style_here(options.plain)
    say(f"You are A, against {opponent}. {begun}", style)
    say(f"{_HELP}\n", style)
    unkept = "the game is not kept; --save FILE keeps it, also when it is left like this"
    leaving = stopping.softly(lambda: None, "leaving the game", lambda: save is not None)
    with stopping.keeping(unkept), leaving, Host(game, others_at, held_to) as host:
        if _is_left(host, opponent, style) and save is not None:
            _save(game, save, opponent, style)
    return stopping.status()


def _is_left(host: Host, opponent: str, style: Style) -> bool:
    """Play on, until the game is over or the person leaves it."""
    game = host.game
    while not game.over and host.forfeit is None:
        if game.decider:
            action = host.choose()
            if action is None:
                break
            if game.decision == "turn":
                say(f"{SEATS[game.decider]}: {game.labels()[action]}", style)
            host.act(action)
            continue
        print(dress(game.show("A"), style))
        answer = _ask(game, opponent, style)
        if answer is None:
            return True
        host.act(answer)
    print(dress(game.show("A"), style))
    if host.forfeit is not None and host.loser is not None:
        won = "you have won" if 0 in host.winners else "your side has lost"
        say(f"{SEATS[host.loser]} forfeits, {won}: {host.forfeit}", style)
    return False


def _save(game: Game, path: str, opponent: str, style: Style) -> None:
    game.save(path, opponent)
    say(f"The game is in {path}; altered play --resume {path} goes on with it.", style)


def _hint(game: Game) -> str:
    """What the hand-written player would do."""
    from agents import make

    return f"rules would: {game.labels()[make('rules').act(game.seat())]}"


def _ask(game: Game, opponent: str, style: Style) -> int | None:
    """The action that the person at the terminal chooses; None to end."""
    while True:
        try:
            text = stopping.answer("> ").strip()
        except EOFError:
            return None
        word, _, rest = text.partition(" ")
        if text in ("q", "quit", "exit"):
            return None
        if text in ("hint", "?"):
            say(_hint(game), style)
        elif text == "undo":
            say("There is no undo: what is played is played.", style)
        elif text in ("help", "h"):
            say(_HELP, style)
        elif text == "board":
            print(dress(game.show("A"), style))
        elif word == "save":
            try:
                if not rest.strip():
                    raise ValueError("say where: save FILE")
                _save(game, rest.strip(), opponent, style)
            except (OSError, ValueError) as error:
                say(f"Not saved: {error}", style)
        else:
            chosen = _chosen(game, text)
            if chosen is not None:
                return chosen
            say(f"{text!r:.40} is none of the options above, or more than one. {_HELP}", style)


def _chosen(game: Game, text: str) -> int | None:
    """The action that a number, or a part of one label only, means."""
    if text.isdecimal() and int(text) in game.legal_actions():
        return int(text)
    labels = game.labels()
    found = [a for a, label in labels.items() if text and text.casefold() in label.casefold()]
    return found[0] if len(found) == 1 else None
