"""`altered decks construct`: make the package's constructed lists."""

from __future__ import annotations

import argparse
from pathlib import Path

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import refuse_unwritable, write_atomically
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.help_pages import option
from altered_env._runtime.overwriting import output
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress, hint
from altered_env.arena.workers import AGAIN, Workers
from altered_env.cardstats.choosing_lists import PLAYERS, Choice, choose, to_choose
from altered_env.cli.arguments import COMPILED, add_agents, add_jobs, add_seed
from altered_env.decks.constructing import written


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_seed(parser, "other lists and games")
    option(parser, "--tries", 4, "candidates of each list; 1 plays no game")
    option(parser, "--deals", 6, "deals of the first round with each player, two games each")
    add_agents(parser, PLAYERS, "players who choose", COMPILED)
    add_jobs(parser)
    output(parser, "--log", "record the choices in this file, and resume from it")
    output(parser, "--out", "file of the lists", required=True)


def run(options: argparse.Namespace) -> int:
    """Choose the lists and write their file."""
    choice = Choice(options.seed, options.tries, options.deals, tuple(options.agents))
    out = Path(options.out)
    log = None if options.log is None else Path(options.log)
    for path in (out, *([] if log is None else [log])):
        refuse_unwritable(path)
    total = len(to_choose())
    hint(f"{counted(total, 'list')}, {counted(choice.games, 'game')} for each.")
    progress = Progress(total, "lists")
    kept = "nothing is saved" if log is None else f"the choices so far are in {log}; {AGAIN}"
    with writing_to(log, ", or give another --log"), signals.keeping(kept):
        with Workers(options.jobs) as workers:
            made = choose(choice, workers, log, progress.say)
        progress.clear()
    write_atomically(out, written(made))
    print(f"{counted(len(made), 'list')} written to {out}.")
    return 0
