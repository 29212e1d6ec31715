"""`altered watch`: watch a game between agents, step by step."""

from __future__ import annotations

import argparse

from altered_env import formats
from altered_env._runtime.atomic_files import refuse_unwritable
from altered_env._runtime.help_pages import several
from altered_env._runtime.overwriting import output
from altered_env._runtime.plurals import counted
from altered_env._runtime.seeds import Secret
from altered_env.cli.arguments import (
    AGENTS,
    add_conditions,
    add_format,
    add_fresh_seed,
    add_plain,
    add_rules,
    conditions,
    refuse_open_seed,
    tell_sandboxes,
)
from altered_env.cli.naming_decks import seated_decks
from altered_env.cli.screen import Watching, say, style_here
from altered_env.game import Game
from altered_env.game.replay import Replay
from altered_env.language.words import SEATS


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument("agents", nargs="+", metavar="AGENT", help=AGENTS)
    several(parser, "--decks", "DECK", "one deck per player (axiom bravos)")
    add_fresh_seed(parser)
    parser.add_argument("--step", action="store_true", help="wait for Enter after each decision")
    output(parser, "--save", "write the replay to a file")
    add_plain(parser)
    add_format(parser)
    add_rules(parser)
    add_conditions(parser)


def run(options: argparse.Namespace) -> int:
    """Show a game between agents with a board at the end of each day."""
    from altered_env.agents import make, refuse_seats
    from altered_env.agents.closed_lists import is_closed
    from altered_env.agents.hosting import Host

    if options.save:
        refuse_unwritable(options.save)
    agents: list[str] = options.agents
    form = formats.get(options.format)
    also = [f"{len(agents)} agents, but {form.title} has {counted(form.players, 'player')}"]
    names = seated_decks(
        options.decks, options.format, options.rules, also if len(agents) != form.players else ()
    )
    refuse_seats(agents, len(names))
    refuse_open_seed(options, agents)
    secret = Secret.drawn(options.seed)
    game = Game.start(
        *names,
        seed=secret.game_seed,
        rules=options.rules,
        format=options.format,
        book="pool" if any(map(is_closed, agents)) else None,
    )
    players = [make(name, seed=secret.agent_seed(k)) for k, name in enumerate(agents)]
    held_to = conditions(options, agents)
    style = style_here(options.plain)
    at_table = zip(agents, names, SEATS, strict=False)
    meet = " against ".join(f"{agent} with {deck} ({seat})" for agent, deck, seat in at_table)
    tell_sandboxes(agents, held_to)
    say(meet, style)
    chance = f"seed {options.seed}" if secret.is_public else "a secret seed"
    say(f"{form.title}, rules {options.rules}, {chance}\n", style)
    watching = Watching(game, style, options.step)
    with Host(game, players, held_to) as host:
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
    if not secret.is_public:
        say(f"The seed was {secret.game_seed}.", style)
    if options.save:
        Replay.of(game).save(options.save)
        say(f"Replay written to {options.save}.", style)
    return 0
