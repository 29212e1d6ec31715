"""The command `altered`: play, look up cards, measure, and search for errors.

Each command is a file in `altered_env/commands/`; here they are collected.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence

from altered_env.commands.collecting import UsageError, collect
from altered_env.extras import needs
from altered_env.progress import be_quiet, end_all
from altered_env.protocol.printable import REFUSED, refusal
from altered_env.waiting import getting_ready

__all__ = ["COMMANDS", "main", "parser"]

COMMANDS = {
    "demo": "play and show a game between two random players",
    "play": "play against a player of the program",
    "web": "play, watch, step through replays and look cards up in a browser",
    "watch": "watch two players of the program, step by step",
    "replay": "show a recorded game, or tell it",
    "arena": "let players of the program meet, and rate them",
    "bot": "is a bot ready for a board? What may meet it, tried",
    "board": "a rated board of agents, which anybody can check",
    "train": "train a network by self-play",
    "evaluate": "how strong a trained network became, over time",
    "exploit": "how far someone gets who learns against one agent alone",
    "strength": "what a card is worth: games with it and without it, else the same",
    "rank": "rank any number of cards by what they are worth, all in one experiment",
    "simulate": "play games in numbers into a dataset",
    "merge": "join the shards of a dataset that several machines have played",
    "metrics": "what a dataset says about each card",
    "matchups": "which deck beats which, and the meta",
    "report": "all that a dataset says, as a page of HTML with plots, and as CSV",
    "cards": "look cards up, and add cards from official data",
    "decks": "check, show and count deck lists, and make random ones",
    "bench": "measure speed on this machine",
    "llm": "a table for language models, as an MCP server",
    "warm": "compile ahead what is compiled when it is first needed",
    "soak": "play random games with random decks, in search of errors",
    "exercise": "play cards until everything they say has been seen to matter",
}
"""The commands, each with its help; its file in `altered_env/commands/` has its name."""
_EXAMPLES = """examples:
  altered demo                          watch two random players
  altered demo --decks lyra yzmir --seed 7 --rules 5.0
  altered play --deck muna --opponent greedy   play against a player of the program
  altered web                           all of it in a browser
  altered watch ismcts greedy           watch two players of the program
  altered replay game.json              show a recorded game
  altered arena greedy random --games 200      let players meet, and rate them
  altered bot "cmd:python mybot.py"     is a bot ready for a board?
  altered board new mine --agents rules@1 "cmd:python mybot.py"   found a rated board
  altered train --config demo --out runs/first   train a first network; altered evaluate, exploit
  altered strength "Foundry Armorer R1"  what a card is worth, measured by games
  altered rank uniques.jsonl --out ranking   rank any number of cards at once
  altered simulate --games 10000 --out games.parquet   games in numbers; altered metrics
  altered matchups --decks starters     which deck beats which, and the meta
  altered cards search robot --cost 2-4 look cards up
  altered cards show "Foundry Armorer"  everything about one card
  altered cards import official.json    add cards from official data, to be used in decks
  altered decks check mine.txt          which rules a deck breaks; show, stats, random, ...
  altered bench                         how fast it is on this machine
  altered warm                          compile everything now, and wait for nothing later
  altered soak --games 10000            random games in search of errors
  altered exercise "Haven Bouncer"      try whether everything a card says can be seen to matter
"""


def parser() -> argparse.ArgumentParser:
    """The parser of the command line.

    >>> parser().parse_args(["demo", "--seed", "7"]).seed
    7
    """
    top = argparse.ArgumentParser(
        prog="altered",
        description="The trading card game Altered as a reinforcement-learning environment.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    collect(top, COMMANDS, "command")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # in any case of letters, if the disk allows
            stream.reconfigure(errors="backslashreplace")
    with getting_ready("--quiet" in given):
        return _called(given)


def _called(given: Sequence[str]) -> int:
    options = parser().parse_args(given)
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


if __name__ == "__main__":
    sys.exit(main())
