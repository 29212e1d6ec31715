"""`altered bench1`: the benchmark Altered-Bench 1."""

from __future__ import annotations

import argparse

from altered_env.cli.collecting import collect

COMMANDS = {
    "list": "list its tasks, and the hashes of its decks and of its panel",
    "run": "play an agent's games of a task, and write its result file",
    "verify": "verify a result file, without the agent that it is of",
    "table": "print the results of verified files as a table",
    "page": "make the leaderboard from a folder of result files",
    "dataset": "make a dataset of games for offline learning",
    "power": "print which difference a number of deals can tell",
    "gap": "compare results of two files, such as trained with and without",
    "mean": "the result of T3: the mean of its six runs",
    "stability": "compare the order of entries over disjoint seeds",
    "blind": "measure what an agent loses without the cards of an archetype",
    "plot": "draw the results of files as SVG",
    "exploit": "train an exploiter of an agent on the decks of a task",
    "rerun": "run a leader again on sealed seeds",
    "freeze": "make the files of the splits and the panel, or check them",
}
_EXAMPLES = """examples:
  altered bench1 list
  altered bench1 run net:mine.safetensors --task T2 --class 1ms --trained 1e6 --out mine-T2.jsonl.gz
  altered bench1 run "cmd:node bot.mjs" --task T1 --trained none --out bot-T1.jsonl.gz
  altered bench1 run mine.py:Bot --task T5 --deck mine.txt --trained none --out T5.jsonl.gz
  altered bench1 verify mine-T2.jsonl.gz
                                        replays every game; runs no code of the entrant
  altered bench1 page results           a page of all files of a folder
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its commands."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    collect(parser, COMMANDS, "does", "bench1_")
