"""Make and label the positions of `altered bench-play`.

The network values the answers of each position by rollouts (`labels.py`), some 0.4 s of processor
time a position. Without --new the positions of the package are labelled, so that a new network
adds its labels to earlier ones; with it, new positions are made.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import refuse_unwritable, write_atomically
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.help_pages import option
from altered_env._runtime.progress import Progress, be_quiet
from altered_env.agents.registry import known_as
from altered_env.arena.ledger import key_of
from altered_env.arena.line_files import add_lines, read_lines
from altered_env.arena.versions import version
from altered_env.arena.workers import AGAIN, Workers, add_jobs, reach
from altered_env.train.bench.labels import WORLDS, Labeller
from altered_env.train.bench.positions import Label, Positions, make, read, released
from altered_env.train.refusing import refusing

NAME = "altered_env.train.bench.labelling"


@functools.lru_cache(maxsize=2)
def _labeller(network: str) -> Labeller:
    return Labeller(network)


def _of_game(positions: Positions, network: str, number: int) -> tuple[int, list[Label]]:
    """The labels of a game's positions."""
    labeller, row = _labeller(network), positions.games[number]
    return number, [
        labeller.label(game, f"{row.seed}/{at}")
        for at, game in zip(row.at, positions.replayed(number), strict=True)
    ]


def label(
    positions: Positions,
    network: str,
    workers: Workers,
    log: Path | None = None,
    say: Callable[[int, int], None] = lambda _done, _found: None,
) -> Positions:
    """The positions with labels of this network besides those that they have. `say` hears of the
    games done, and those found in the log."""
    keys = [_key(positions, k, network) for k in range(len(positions.games))]
    logged = {} if log is None else _logged(log)
    known = {k: logged[key] for k, key in enumerate(keys) if key in logged}
    found = len(known)
    say(found, found)
    due = [(network, k) for k in range(len(keys)) if k not in known]
    for number, labels in workers.each(_of_game, due, (positions,)):
        known[number] = labels
        if log is not None:
            shown = [one.shown() for one in labels]
            add_lines(log, [{"key": keys[number], "labels": shown}])
        say(len(known), found)
    every = tuple(one for k in range(len(keys)) for one in known[k])
    about = {"network": known_as(network), "worlds": 2 * WORLDS, "version": version()}
    return replace(
        positions,
        labels={**positions.labels, network: every},
        about={**positions.about, network: about},
    )


def _key(positions: Positions, number: int, network: str) -> str:
    """A short hash of everything that the labels of a game follow from."""
    game = positions.games[number]
    lists = [key_of(positions.decks[k]) for k in game.decks]
    parts = (game, lists, known_as(network), WORLDS, version())
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _logged(log: Path) -> dict[str, list[Label]]:
    """The labels in the log, by the key of their game."""

    def of_line(line: Any) -> tuple[str, list[Label]]:
        if not isinstance(line, dict) or not isinstance(line.get("labels"), list):
            raise ValueError("expected key and labels")
        return str(line.get("key")), list(map(Label.read, line["labels"]))

    return dict(row for _, row in read_lines(log, of_line)) if log.exists() else {}


@refusing(NAME)
def main(arguments: Sequence[str] | None = None) -> int:
    """Label, and write the file; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {NAME}",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"example: python -m {NAME} net:v3 --log labels.jsonl --out positions.json.gz",
    )
    parser.add_argument("network", help="net:v3, or net:PATH")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--new", type=int, metavar="N", help="make at least N new positions")
    group.add_argument("--file", metavar="FILE", help="label this file (that of the package)")
    option(parser, "--seed", 1, "other new positions")
    parser.add_argument(
        "--log", metavar="FILE", help="record labels in this file, and resume from it"
    )
    parser.add_argument("--out", metavar="FILE", required=True, help="file of the positions")
    parser.add_argument("--quiet", action="store_true", help="no progress output")
    add_jobs(parser)
    options = parser.parse_args(arguments)
    be_quiet(options.quiet)
    reach(options.jobs)
    if options.new is not None and options.new < 1:
        raise ValueError(f"--new must be 1 or more, found {options.new}")
    out, log = Path(options.out), None if options.log is None else Path(options.log)
    for path in (out, *([] if log is None else [log])):
        refuse_unwritable(path)
    Labeller(options.network)
    if options.new is not None:
        positions = make(options.new, options.seed)
    else:
        positions = released() if options.file is None else read(Path(options.file))
    progress = Progress(len(positions.games), "games")
    kept = "nothing is saved" if log is None else f"the labels so far are in {log}; {AGAIN}"
    with writing_to(log, ", or give another --log"), signals.keeping(kept):
        with Workers(options.jobs, len(positions.games)) as workers:
            found = label(positions, options.network, workers, log, progress.say)
        progress.clear()
    write_atomically(out, found.packed())
    print(f"{found.count:,} positions with labels of {', '.join(found.labels)} written to {out}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
