"""`altered replay`: show a recorded game, also one of a file or folder of games."""

from __future__ import annotations

import argparse

from altered_env._runtime.atomic_files import refuse_no_folder, write_atomically
from altered_env._runtime.overwriting import output
from altered_env._runtime.progress import Progress
from altered_env.agents.judging import Judges, judged_page
from altered_env.cli.arguments import add_plain, add_quiet
from altered_env.cli.bench1_verify import people_in
from altered_env.cli.recorded_game import HELD, recorded_game
from altered_env.cli.screen import Watching, say, style_here, wait
from altered_env.game.replay import passages


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument("file", help=HELD)
    parser.add_argument(
        "--game", type=int, metavar="N", help="number of the game among several, from 0"
    )
    parser.add_argument("--people", metavar="DIR", help="the people's lists of a result file")
    output(parser, "--save", "write the game as a replay to a file")
    output(parser, "--html", "write a self-contained page with win probabilities")
    parser.add_argument("--log", action="store_true", help="narrate the whole game")
    parser.add_argument("--step", action="store_true", help="wait for Enter after each decision")
    add_plain(parser)
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Show a recorded game with a board at the end of each day, or narrate all of it. One of
    several games in a file or folder is played again."""
    for path in filter(None, (options.save, options.html)):
        refuse_no_folder(path)
    record = recorded_game(options.file, options.game, people_in(options))
    record.play()
    style = style_here(options.plain)
    if options.save:
        record.save(options.save)
        say(f"Replay written to {options.save}.", style)
    if options.html:
        judges = Judges.here(len(record.decks))
        judged = Progress(len(record.actions), "decisions judged").over(judges.of(record))
        write_atomically(options.html, judged_page(record, judges, judged).encode())
        say(f"Replay written to {options.html}: open it in a browser.", style)
        return 0
    if options.log:
        for passage in passages(record):
            say("\n".join(passage), style)
            if options.step:
                wait()
        return 0
    steps = record.steps()
    game = next(steps)
    watching = Watching(game, style, options.step)
    for action in record.actions:
        watching.acts(game, action)
        game = next(steps)
        watching.goes_on(game)
    watching.end(game)
    return 0
