"""`altered bench1 run`: play an agent's games of a task."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from altered_env._runtime.help_pages import option, rare
from altered_env._runtime.overwriting import output
from altered_env._runtime.progress import Progress, hint
from altered_env.cli.arguments import AGENTS, add_jobs, add_sandbox, tell_sandboxes
from altered_env.cli.bench1_verify import people_in

if TYPE_CHECKING:
    from altered_env.arena.bench1.bench_entries import Entry
    from altered_env.arena.bench1.result_files import ResultFile

_EXAMPLES = """examples:
  altered bench1 run greedy --task T1 --class 1ms --out greedy-T1.jsonl.gz
  altered bench1 run net:mine.safetensors --task T2 --class 1ms --trained 1e6 --out mine.jsonl.gz
  altered bench1 run mine.py:Bot --task T5 --deck mine.txt --trained none --out mine-T5.jsonl.gz
The same command resumes an interrupted run.
"""


# as in altered_env/arena/bench1/tasks.py, which a help page need not load
TASKS = ("T1", "T2", "T3", "T4", "T5")
CLASSES = ("1ms", "50ms", "open")
TRAINED = ("none", "1e6", "2e7", "open")
UNKNOWN = "unknown"
DECLARE = """\
Nothing says whether it has seen withheld cards. Declare it before its hash is published: --withheld
(seen, not seen)."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("agent", metavar="AGENT", help=AGENTS)
    parser.add_argument("--task", required=True, choices=TASKS, help="the task")
    output(parser, "--out", "the result file, .jsonl.gz", required=True)
    parser.add_argument(
        "--class", default="open", choices=CLASSES, help="class of time for a decision (open)"
    )
    parser.add_argument(
        "--trained", choices=TRAINED, help="choices it was trained on (as its network file says)"
    )
    option(parser, "--name", "that of the agent", "name in the table")
    option(parser, "--beacon", "practice", "a value published after the entry's hash", "TEXT")
    parser.add_argument("--deck", metavar="FILE", help="the entrant's deck in T5")
    parser.add_argument("--hash", action="store_true", help="print the entry's hash, and no more")
    add_jobs(parser)
    with rare(parser):
        parser.add_argument("--deals", type=int, help="another number of deals (that of the task)")
        parser.add_argument(
            "--against", nargs="+", default=(), metavar="AGENT", help="further members of the panel"
        )
        parser.add_argument("--archetype", default="", help="only this archetype of T3")
        parser.add_argument("--lists", default="open", choices=("open", "closed"))
        parser.add_argument(
            "--people", metavar="DIR", help="in T3, play with the deck lists of a folder instead"
        )
        parser.add_argument(
            "--uniques",
            action="store_true",
            help="in T4, also play with the withheld unique cards, once they are imported",
        )
        parser.add_argument(
            "--withheld",
            choices=("seen", "not seen", UNKNOWN),
            help="whether it has seen withheld cards, if its network file does not say",
        )
        parser.add_argument("--remark", default="", help="a line about the entry")
        option(parser, "--limit", 30.0, "seconds per decision of an external bot")
        add_sandbox(parser)


def run(options: argparse.Namespace) -> int:
    """Play, and print the result."""
    from altered_env.arena.bench1.bench_entries import entry_of
    from altered_env.arena.bench1.declarations import decks_with
    from altered_env.arena.bench1.people_lists import people_of
    from altered_env.arena.bench1.tasks import HEADLINE, PRACTICE

    path = Path(options.out)
    if not options.hash:  # before the hash of the rules and players is computed
        refuse_result(path)
    people = people_in(options)
    name = options.name if options.name != "that of the agent" else None
    entry = entry_of(
        options.agent,
        options.task,
        name=name,
        deck=options.deck,
        lists_of=people,
        withheld=options.withheld,
        deals=options.deals,
        time_class=getattr(options, "class"),
        trained=options.trained,
        remark=options.remark,
        lists=options.lists,
        archetype=options.archetype,
        uniques=options.uniques,
        against=(*HEADLINE, *(one for one in options.against if one not in HEADLINE)),
        beacon=options.beacon,
    )
    print(f"Entry {entry.digest}")
    if entry.archetype and (decks := decks_with(entry.archetype, entry.agent)):
        hint(
            f"Its network was trained on {decks}, with lists of {entry.archetype}: the result of T3"
            f" wants one trained without them, on bench1:T3-train-without-{entry.archetype}."
        )
    undeclared = entry.withheld == UNKNOWN
    if options.hash:
        if undeclared:
            print(DECLARE)
        return 0
    if entry.beacon == PRACTICE:
        print("This is practice: the table wants --beacon, a value published after this hash.")
    if people is not None:
        people_of(people, hint)
    play_entry(entry, path, options)
    print(f"The result is in {path}; altered bench1 verify {path} checks it.")
    if undeclared:
        print(DECLARE)
    return 0


def refuse_result(path: Path) -> None:
    """Raise `ValueError` or `OSError` for a result file that cannot be written."""
    from altered_env._runtime.atomic_files import make_folder_of, refuse_unwritable
    from altered_env.arena.bench1.result_files import SUFFIXES, lines_of

    if not path.name.endswith(SUFFIXES):
        raise ValueError(f"{path}: name a file that ends in {' or '.join(SUFFIXES)}")
    make_folder_of(path)
    for file in (path, lines_of(path)):
        refuse_unwritable(file)


def play_entry(entry: Entry, path: Path, options: argparse.Namespace) -> ResultFile:
    """Play the games of an entry with progress, and print the result."""
    from altered_env.agents.conditions import Conditions
    from altered_env.arena.bench1 import running
    from altered_env.cli.bench1_table import said

    people = people_in(options)
    held_to = Conditions(
        "",
        options.limit,
        lists=entry.lists,
        sandbox=options.sandbox,
        readable=tuple(options.readable),
    )
    progress = Progress(2 * entry.deals * len(entry.against), "games", games=True)
    begin = partial(tell_sandboxes, [entry.agent], held_to)
    found = running.run(entry, path, options.jobs, people, held_to, progress.say, begin)
    progress.clear()
    print("\n".join(said(found)))
    return found
