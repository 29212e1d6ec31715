"""`altered cards cover`: play every card until each of its abilities has had an effect."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence

from altered_env._runtime.help_pages import option
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.arena.worker_engines import first_game
from altered_env.arena.workers import Jobs, Workers
from altered_env.cards import Card, catalogue
from altered_env.cli.arguments import add_jobs
from altered_env.game import Game
from altered_env.testing.card_coverage.trying import Report, exercise, explained, shared_book

CHUNK = 20


def _chosen(names: Sequence[str], set_name: str | None) -> list[Card]:
    """The cards of these names, every version of each; or those of a set; or all cards."""
    if names:
        return [card for name in names for card in _versions(name)]
    return [card for card in catalogue() if set_name is None or card.set == set_name.upper()]


def _versions(name: str) -> Sequence[Card]:
    token = catalogue().tokens.get(name)
    if token is not None:
        return (token,)
    return catalogue().versions(name) or (catalogue().find(name),)


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument("names", nargs="*", help="names or references (every card)")
    parser.add_argument("--set", default=None, help="every card of this set")
    option(parser, "--tries", 300, "maximum tables per card")
    add_jobs(parser)
    parser.add_argument("--branches", action="store_true", help="also list branches never taken")


def run(options: argparse.Namespace) -> int:
    """Exercise cards on several processes, and print errors and gaps; return 1 for an error or an
    unexplained gap."""
    cards = _chosen(options.names, options.set)
    start = time.monotonic()
    Game.start("axiom", "bravos", seed=0)  # compiled once, before there are several processes
    reasons = explained()
    wrong = seen = steps = 0
    progress = Progress(len(cards), "cards").begin()
    for done, report in enumerate(_reports(cards, options.tries, options.jobs), start=1):
        steps += report.steps
        seen += not report.missing and not report.failures
        wrong += _print(report, reasons, options.branches)
        progress.say(done)
    progress.clear()
    seconds = time.monotonic() - start
    print(
        f"{counted(len(cards), 'card')} in {counted(steps, 'step')}, {seconds:.0f} s: {seen:,}"
        " fully covered, "
        f"{wrong:,} with an error or an unexplained gap"
    )
    return 1 if wrong else 0


def _print(report: Report, reasons: dict[tuple[str, str], str], branches: bool) -> bool:
    """Print the findings about a card; return True if something is wrong."""
    card = report.card
    head = f"{card.reference} {card}"
    wrong = bool(report.failures)
    for failure in report.failures:
        print(f"{head}: table {failure.table}, step {failure.step}: {failure.problem}", flush=True)
    for what in report.missing:
        why = reasons.get((card.reference, what))
        wrong = wrong or why is None
        print(f"{head}: not seen: {what}" + (f" ({why})" if why else ""), flush=True)
    for what in report.untaken if branches else ():
        print(f"{head}: {what}", flush=True)
    return wrong


def _reports(cards: Sequence[Card], tries: int, jobs: Jobs) -> Iterator[Report]:
    chunks = [cards[i : i + CHUNK] for i in range(0, len(cards), CHUNK)]
    with Workers(jobs, len(chunks), first=first_game) as workers:
        for reports in workers.in_order(exercise_chunk, [(chunk, tries) for chunk in chunks]):
            yield from reports


def exercise_chunk(cards: Iterable[Card], tries: int) -> list[Report]:
    """Exercise some cards in this process."""
    return [exercise(card, book=shared_book(), tries=tries) for card in cards]
