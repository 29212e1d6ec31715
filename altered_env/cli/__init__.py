"""The command `altered`: play, look up cards, measure, and search for errors.

Each command is a file in `altered_env/cli/`; here they are collected.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence

from altered_env._runtime import renamed
from altered_env._runtime.help_pages import HelpParser
from altered_env._runtime.optional_dependencies import needs
from altered_env._runtime.printable import REFUSED, refusal
from altered_env._runtime.progress import be_quiet, end_all
from altered_env._runtime.spinner import getting_ready
from altered_env.cli.collecting import UsageError, collect

__all__ = ["COMMANDS", "GROUPS", "main", "parser"]

GROUPS = {
    "Play": {
        "demo": "play and show a game between two random players",
        "play": "play against an agent in the terminal",
        "web": "play, watch, analyse replays and look up cards in a browser",
        "watch": "watch a game between agents, step by step",
        "replay": "show or narrate a recorded game",
    },
    "Rate and train agents": {
        "arena": "rate agents by games against each other",
        "bench-play": "measure regret and use of cards on fixed positions and lists",
        "bot": "check whether a bot is ready for a board",
        "board": "run a rated board of agents that anyone can verify",
        "bench1": "run, enter and verify the benchmark Altered-Bench 1",
        "train": "train a network by self-play",
        "evaluate": "rate the snapshots of a training run",
        "exploit": "train an opponent that exploits one agent",
    },
    "Measure cards and decks": {
        "strength": "measure the worth of a card by paired games with and without it",
        "rank": "rank any number of cards in one experiment",
        "simulate": "play many games into a dataset",
        "merge": "merge the shards of a dataset",
        "metrics": "print the metrics of each card in a dataset",
        "matchups": "measure win rates between decks",
        "meta": "work out the metagame of a field: what to play, and what a ban would change",
        "report": "write a report of a dataset as HTML and CSV",
        "games": "import people's games",
        "validate": "compare simulated figures with the results of people",
    },
    "Look up and edit": {
        "cards": "look up cards, and import official data",
        "decks": "check, show, generate and improve deck lists",
    },
    "Tools": {
        "bench": "measure speed on this machine",
        "llm": "serve a table to language models through MCP",
        "compile": "compile the engine and the players in advance",
        "fuzz": "play random games in search of errors",
    },
}
"""The commands by group, each with its help; `altered_env/cli/` has a file for each."""
COMMANDS = {name: says for group in GROUPS.values() for name, says in group.items()}


def _page() -> str:
    lines = []
    for title, commands in GROUPS.items():
        lines += [f"{title}:", *(f"  {name:12}{says}" for name, says in commands.items())]
    return "\n".join([*lines, "", "altered COMMAND --help explains a command."])


def parser() -> argparse.ArgumentParser:
    """The parser of the command line.

    >>> parser().parse_args(["demo", "--seed", "7"]).seed
    7
    """
    top = HelpParser(
        prog="altered",
        usage="%(prog)s command ...",
        description="The trading card game Altered as a reinforcement-learning environment.",
        epilog=_page(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,  # not listed, so that all commands fit a screen
    )
    top.add_argument("-h", "--help", action="help", help=argparse.SUPPRESS)
    collect(top, COMMANDS, "command", listed=False)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    renamed.in_a_line()
    given = renamed.arguments(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # in any case of letters, if the disk allows
            stream.reconfigure(errors="backslashreplace")
    with getting_ready("--quiet" in given):
        return _called(given)


def _called(given: Sequence[str]) -> int:
    try:
        options = parser().parse_args(given)  # imports the command, and the engine with it
    except LookupError as error:  # there is none (`altered_env.native`)
        print(refusal("altered", error), file=sys.stderr)
        return 2
    prog = getattr(options, "prog", "altered")
    be_quiet(getattr(options, "quiet", False))
    try:
        if "jobs" in options:
            from altered_env.arena.workers import reach  # a command may have no games to play

            reach(options.jobs)
        status: int = options.run(options)
        return status
    except ModuleNotFoundError as error:
        said = needs(f"altered {options.command}", error.name)
        if said is None:
            raise
        print(f"{prog}: {said}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except REFUSED as error:
        end_all()
        if isinstance(error, UsageError):
            print(options.usage, file=sys.stderr, end="")
        print(refusal(prog, error), file=sys.stderr)
        return 2
    finally:
        end_all()
        be_quiet(False)
