"""`altered bot`: is a bot ready for a board?"""

from __future__ import annotations

import argparse

from altered_env._runtime.help_pages import option
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.cli.arguments import add_conditions, add_seed, conditions, tell_sandboxes

_EXAMPLES = """examples:
  altered bot "cmd:python mybot.py"             all checks, in about a minute
  altered bot "cmd:./mybot" --games 50 --limit 1
  altered bot mine.py:MyBot                     a Python class
  The exit status is 1 if a check fails. docs/protocol.md describes the protocol."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("agent", help='"cmd:python mybot.py", mine.py:MyBot, or any agent')
    option(parser, "--games", 5, "games in each ruleset")
    add_seed(parser, "seed of decks and games")
    add_conditions(parser)


def run(options: argparse.Namespace) -> int:
    """Print each check, then statistics of the bot's play; return 1 if a check fails."""
    from altered_env.agents.conformance import Manner, checks
    from altered_env.engine.terms import DECIDE, names

    if options.games < 1:
        raise ValueError(f"--games must be 1 or more, found {options.games}")
    manner, wrong, number = Manner(), 0, 0
    progress = Progress(7 if options.agent.startswith("cmd:") else 4, "checks")
    held_to = conditions(options, [options.agent])
    tell_sandboxes([options.agent], held_to)
    for found in checks(options.agent, options.games, options.seed, held_to, manner):
        number += 1
        wrong += bool(found.problem)
        progress.clear()
        print(f"  {'wrong' if found.problem else 'right'}  {found.what}")
        if found.problem:
            print(f"         {found.problem}")
        progress.say(number)
    progress.clear()
    seconds = sorted(manner.seconds)
    if seconds:
        middle = seconds[len(seconds) // 2]
        print(
            f"{counted(manner.games, 'game')} finished, {manner.won} won, against random players;"
            f" {counted(len(seconds), 'decision')} of {len(manner.decisions)} of"
            f" {len(names(DECIDE)) - 1}"
            f" kinds; median {1000 * middle:.1f} ms, maximum {1000 * seconds[-1]:.0f} ms."
        )
    print(f"{wrong} of {number} checks failed." if wrong else "Ready for a board.")
    return 1 if wrong else 0
