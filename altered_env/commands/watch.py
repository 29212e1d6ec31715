"""`altered watch`: a game between players of the program, step by step."""

from __future__ import annotations

import argparse

from altered_env import formats
from altered_env.commands.arguments import (
    AGENTS,
    add_conditions,
    add_format,
    add_plain,
    add_rules,
    add_seed,
    conditions,
)
from altered_env.commands.boards import Watching
from altered_env.commands.naming_decks import seated_decks
from altered_env.commands.screen import say, style_here
from altered_env.game import Game
from altered_env.game.replay import Replay
from altered_env.game.words import SEATS
from altered_env.whole_files import refuse_unwritable

__all__ = ["add", "run"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument(
        "agents",
        nargs="+",
        metavar="AGENT",
        help=AGENTS,
    )
    parser.add_argument(
        "--decks", nargs="+", default=(), metavar="DECK", help="one for each (axiom bravos)"
    )
    add_seed(parser, "another number, another game (1)", 1)
    parser.add_argument("--step", action="store_true", help="wait for Enter after each decision")
    parser.add_argument("--save", metavar="FILE", help="write the replay to a file")
    add_plain(parser)
    add_format(parser)
    add_rules(parser)
    add_conditions(parser)


def run(options: argparse.Namespace) -> int:
    """Show a game between agents, a board at the end of each day."""
    from agents import make, refuse_seats
    from agents.closed_lists import is_closed
    from agents.hosting import Host

    if options.save:
        refuse_unwritable(options.save)
    agents: list[str] = options.agents
    form = formats.get(options.format)
    also = [f"{len(agents)} agents, {form.title} is played by {form.players}"]
    names = seated_decks(
        options.decks, options.format, options.rules, also if len(agents) != form.players else ()
    )
    refuse_seats(agents, len(names))
    game = Game.start(
        *names,
        seed=options.seed,
        rules=options.rules,
        format=options.format,
        book="pool" if any(map(is_closed, agents)) else None,
    )
    players = [make(name, seed=options.seed + k) for k, name in enumerate(agents)]
    style = style_here(options.plain)
    at_table = zip(agents, names, SEATS, strict=False)
    meet = " against ".join(f"{agent} with {deck} ({seat})" for agent, deck, seat in at_table)
    say(meet, style)
    say(f"{formats.get(options.format).title}, rules {options.rules}, seed {options.seed}\n", style)
    watching = Watching(game, style, options.step)
    with Host(game, players, conditions(options)) as host:
        while not game.over and host.forfeit is None:
            action = host.choose()
            if action is None:
                break
            watching.acts(game, action)
            host.act(action)
            watching.goes_on(game)
    watching.end(game)
    if host.forfeit is not None and host.loser is not None:
        say(f"{SEATS[host.loser]} forfeits: {host.forfeit}", style)
    if options.save:
        Replay.of(game).save(options.save)
        say(f"The replay is in {options.save}.", style)
    return 0
