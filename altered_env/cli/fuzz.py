"""`altered fuzz`: random games with random decks, in search of engine errors."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import make_folder
from altered_env._runtime.help_pages import option
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.arena.alike import files_alike
from altered_env.arena.worker_engines import first_game
from altered_env.arena.workers import Workers
from altered_env.cli.arguments import add_jobs, add_seed
from altered_env.testing.fuzz import Failure, Plan, Result, play_chunk
from altered_env.testing.fuzz.plans import book_of_plan

CHUNK = 500


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    option(parser, "--games", 1000, "number of games")
    add_seed(parser, "seed of decks and games")
    option(parser, "--first", 0, "number of the first game")
    add_jobs(parser)
    option(parser, "--check", 50, "check invariants in 1 of N games", metavar="N")
    parser.add_argument(
        "--keep",
        metavar="FOLDER",
        default=".",
        help="folder for replays of failures (current folder)",
    )
    option(parser, "--format", "standard", "formats, comma-separated, or all", metavar="NAMES")
    option(
        parser,
        "--themed",
        0.4,
        "share of decks built around one word of the notation",
        metavar="SHARE",
    )
    parser.add_argument(
        "--theme",
        metavar="WORDS",
        help="comma-separated words of the notation to build such decks around (any word)",
    )
    parser.add_argument(
        "--cards",
        action="append",
        default=[],
        metavar="FILE",
        help="additional cards; may be repeated",
    )
    parser.add_argument(
        "--reached",
        action="store_true",
        help="print coverage of cards, words, instructions and decisions, and fill levels of "
        "capacities",
    )


def run(options: argparse.Namespace) -> int:
    """Play the games of a plan on several processes, with progress and final coverage; return 1 if
    any failed."""
    if options.games < 1:
        raise ValueError(f"--games must be 1 or more, found {options.games}")
    plan = Plan(
        seed=options.seed,
        first=options.first,
        games=options.games,
        check=options.check,
        keep=options.keep,
        formats=options.format,
        themed=options.themed,
        theme=tuple(options.theme.split(",")) if options.theme else (),
        cards=tuple(options.cards),
    )
    checked = f", invariants checked in 1 of {plan.check}" if plan.check else ""
    what = f"{counted(plan.games, 'random game')} of {plan.formats}"
    make_folder(plan.keep)  # failures must not be lost
    first_game()  # not part of the speed
    total = Result()
    workers = Workers(options.jobs, first=first_game, alike=partial(files_alike, plan.cards))
    with signals.keeping(lambda: _so_far(plan, total)), workers:
        print(f"{what}, seed {plan.seed}, {workers.where}{checked}", flush=True)
        progress = Progress(plan.games, "games").begin()
        for result in _results(plan, workers):
            total.add(result)
            for failure in result.failures:
                _report(plan, failure)
            progress.say(total.games, note=_so_well(total, progress.seconds))
    progress.clear()
    for what, count in sorted(total.unfinished.items()):
        print(f"{counted(count, 'game')} without a winner: {what}")
    if options.reached:
        book, cards = book_of_plan(plan.cards)
        print(f"reached in the {counted(total.checked, 'checked game')}:")
        for line in total.reached.lines(book, [c.reference for of in cards.values() for c in of]):
            print(f"  {line}")
    print(
        f"{counted(total.games, 'game')}, {counted(total.decisions, 'decision')},"
        f" {total.checked:,} checked: "
        f"{len(total.failures)} failed"
    )
    return 1 if total.failures else 0


def _results(plan: Plan, workers: Workers) -> Iterator[Result]:
    """The results of the chunks, in order."""
    size = max(1, min(CHUNK, -(-plan.games // workers.count)))
    last = plan.first + plan.games
    chunks = ((first, min(size, last - first)) for first in range(plan.first, last, size))
    yield from workers.in_order(play_chunk, chunks, (plan,))


def _so_far(plan: Plan, total: Result) -> str:
    """The message when it is interrupted."""
    done = plan.first + total.games
    return (
        f"{total.games:,} of {plan.games:,} games were played, {len(total.failures)} failed; "
        f"--first {done} --games {plan.games - total.games} plays the rest"
    )


def _so_well(total: Result, seconds: float) -> str:
    rate = total.decisions / max(seconds, 1e-9)
    return f"{rate:,.0f} decisions/s, {len(total.failures)} failed"


def _report(plan: Plan, failure: Failure) -> None:
    print(
        f"\nGAME {failure.number} FAILED: {failure.problem}\n"
        f"reproduce: altered fuzz --seed {plan.seed} --first {failure.number} --games 1 --jobs 1 "
        f"--check 1{_options(plan)}\n{failure.format}, rules {failure.rules}" + failure.keep(plan),
        file=sys.stderr,
    )
    for seat, deck in zip("ABCD", failure.decks, strict=False):
        print(f"deck of {seat}: {deck}", file=sys.stderr, flush=True)


def _options(plan: Plan) -> str:
    """The options that affect the games."""
    usual = Plan()
    said = "" if plan.formats == usual.formats else f" --format {plan.formats}"
    said += "" if plan.themed == usual.themed else f" --themed {plan.themed}"
    said += f" --theme {','.join(plan.theme)}" if plan.theme else ""
    return said + "".join(f" --cards {file}" for file in plan.cards)
