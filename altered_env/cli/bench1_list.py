"""`altered bench1 list`: the tasks and the frozen files."""

from __future__ import annotations

import argparse
from textwrap import wrap

from altered_env._runtime.plurals import counted


def add(_parser: argparse.ArgumentParser) -> None:
    """It has no arguments."""


def run(_options: argparse.Namespace) -> int:
    """Print the tasks."""
    from altered_env.arena.bench1.tasks import CLASSES, HEADLINE, TASKS, TRAINED, panel_frozen
    from altered_env.decks.bench1.frozen_files import PEOPLE, frozen_text, hashes
    from altered_env.decks.bench1.withheld import WITHHELD_SET, withheld_uniques

    wide = max(len(task.asks) for task in TASKS.values()) + 2
    print(f"{'task':6}{'':20}{'asks':{wide}}{'deals':>5}")
    for task in TASKS.values():
        print(f"{task.name:6}{task.title:20}{task.asks:{wide}}{task.deals:5,}")
        print(f"{'':6}{task.decks}")
    print("\nA deal is two games against each opponent, with seats swapped. The result is the win")
    print(f"rate against {' and '.join(HEADLINE)}.")
    print(f"Time classes: {', '.join(CLASSES)}. Training classes: {', '.join(TRAINED)} choices.")
    print("\nWithheld from training:")
    print(
        f"  the set {WITHHELD_SET}; {counted(len(withheld_uniques()), 'unique card')}, by reference"
    )
    for source in frozen_text(PEOPLE).splitlines():
        print(f"  people's lists: {source}")
    print("\nSHA-256 of the files:")
    for name, digest in hashes().items():
        print(f"  {name:18}{digest}")
    print("\nPanel, with hashes of its play:")
    for name, digest in panel_frozen().items():
        print(f"  {name:26}{digest}")
    for line in wrap("docs/bench.md explains the tasks and how to enter.", 80):
        print(f"\n{line}")
    return 0
