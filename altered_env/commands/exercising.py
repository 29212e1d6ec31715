"""`altered exercise`: every card is played until everything it says has been seen to matter."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from altered_env.cards import Card, catalogue
from altered_env.exercise.trying import Report, exercise, explained, shared_book
from altered_env.game import Game
from training.arena.workers import Workers

__all__ = ["chosen", "exercise_all"]

CHUNK = 20


def chosen(names: Sequence[str], set_name: str | None) -> list[Card]:
    """The cards of these names, every version of each; or those of a set; or all there are."""
    if names:
        return [card for name in names for card in _versions(name)]
    return [card for card in catalogue() if set_name is None or card.set == set_name.upper()]


def _versions(name: str) -> Sequence[Card]:
    token = catalogue().tokens.get(name)
    if token is not None:
        return (token,)
    return catalogue().versions(name) or (catalogue().find(name),)


def exercise_all(cards: Sequence[Card], tries: int, jobs: int = 0, branches: bool = False) -> int:
    """Exercise cards on several processes and print what is wrong or was not seen; 1 if there is
    anything of it that is not explained."""
    start = time.monotonic()
    Game.start("axiom", "bravos")  # compiled once, before there are several of us
    reasons = explained()
    wrong = seen = steps = 0
    for report in _reports(cards, tries, jobs):
        steps += report.steps
        seen += not report.missing and not report.failures
        wrong += _print(report, reasons, branches)
    seconds = time.monotonic() - start
    print(
        f"{len(cards):,} cards in {steps:,} steps, {seconds:.0f} s: {seen:,} seen to do everything "
        f"they say, {wrong:,} with something wrong or not explained"
    )
    return 1 if wrong else 0


def _print(report: Report, reasons: dict[tuple[str, str], str], branches: bool) -> bool:
    """Print what is to be said about a card; True if something is wrong."""
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


def _reports(cards: Sequence[Card], tries: int, jobs: int) -> Iterator[Report]:
    chunks = [cards[i : i + CHUNK] for i in range(0, len(cards), CHUNK)]
    with Workers(jobs, len(chunks), first=lambda: None) as workers:
        for reports in workers.in_order(exercise_chunk, [(chunk, tries) for chunk in chunks]):
            yield from reports


def exercise_chunk(cards: Iterable[Card], tries: int) -> list[Report]:
    """Exercise some cards in this process."""
    return [exercise(card, book=shared_book(), tries=tries) for card in cards]
