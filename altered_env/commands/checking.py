"""`altered cards check`: which cards of a file of official data are understood, and why not."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from altered_env.cards import Catalogue, catalogue
from altered_env.cards.catalogue import names_of
from altered_env.cards.exports import OfficialFile, read_official
from altered_env.cards.importing import (
    Failure,
    Reading,
    Tally,
    english,
    names_with,
    read_cards,
    tally,
    unplayable,
)
from altered_env.cards.official import NO_SUBTYPES, OfficialCard

__all__ = [
    "Progress",
    "check",
    "print_failures",
    "print_remarks",
    "share",
    "under",
    "understood",
]

WIDTH = 100
KINDS = 30
"""So many kinds of failure are told; the rest is counted."""

_T = TypeVar("_T")


class Progress:
    """Says on the terminal how far one is, where somebody watches and it takes a while."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self.what = what
        self.of = "" if total is None else f" of {total:,}"
        self.shown = sys.stderr.isatty()
        self.next = time.monotonic() + 0.5
        self.said = False

    def __call__(self, count: int) -> None:
        """Tell that so many are done."""
        if self.shown and time.monotonic() >= self.next:
            self.next = time.monotonic() + 0.2
            self.said = True
            print(f"\r{self.what} {count:,}{self.of}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Clear the line."""
        if self.said:
            print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)

    def over(self, items: Iterable[_T]) -> Iterator[_T]:
        """The items, told one by one."""
        for count, item in enumerate(items, start=1):
            yield item
            self(count)
        self.end()


def understood(path: str) -> tuple[OfficialFile, list[Reading]]:
    """Read a file and understand its cards, and see that what is understood can be played."""
    progress = Progress("reading entry")
    found = read_official(path, progress)
    progress.end()
    pool = catalogue()
    names = names_with(pool.names, found.cards)
    steps = Progress("understanding card", len(found.cards))
    every = [_of_its_family(card, pool) for card in found.cards]
    readings = list(steps.over(read_cards(every, names, english)))
    cards = [reading.card for reading in readings if reading.card is not None]
    new = [token for reading in readings for token in reading.tokens]
    tokens = {t.reference: t for t in (*new, *cards) if t.token} | pool.tokens
    reasons = unplayable(cards, tokens, names_of((*pool, *cards, *tokens.values())))
    return found, [_played(reading, reasons) for reading in readings]


def _of_its_family(card: OfficialCard, pool: Catalogue) -> OfficialCard:
    """The card; where the file leaves its sub-types out, with those of its other versions."""
    if card.subtypes or NO_SUBTYPES not in card.remarks:
        return card
    others = [other for other in pool.versions(card.name) if other.type == card.type]
    if not others:
        return card
    remark = f"{NO_SUBTYPES}: taken from {others[0]}"
    remarks = tuple(remark if said == NO_SUBTYPES else said for said in card.remarks)
    return replace(card, subtypes=others[0].subtypes, remarks=remarks)


def _played(reading: Reading, reasons: dict[str, str]) -> Reading:
    """The reading, with the reason if its card cannot be played."""
    reason = None if reading.card is None else reasons.get(reading.card.reference)
    if reason is None or reading.card is None:
        return reading
    card = reading.card
    line = next((x for x in (*card.abilities, *card.support) if reason.startswith(x)), "")
    why = "cannot be played yet: " + reason.removeprefix(line).removeprefix(": ")
    failure = Failure(why, "notation", line, 0, len(line))
    return replace(reading, failures=(failure,))


def check(path: str, only_failures: bool = False, as_json: bool = False) -> int:
    """Say of each card whether it is understood, or what is not; 1 if any is not, or cannot be
    played, and if there are none."""
    found, readings = understood(path)
    failed = not readings or bool(found.errors) or not all(reading.ok for reading in readings)
    if as_json:
        _print_json(found, readings)
        return 1 if failed else 0
    for error in found.errors:
        print(f"{error}\n")
    for reading in readings:
        if not reading.ok:
            print_failures(reading)
        elif not only_failures:
            _print_understood(reading)
    if readings or found.errors:
        print()
    _print_table(found, readings)
    return 1 if failed else 0


def _print_understood(reading: Reading) -> None:
    print(f"{reading.official.reference} {reading.official.name}: understood")
    card = reading.card
    for line in (*card.abilities, *card.support) if card is not None else ():
        print(f"  {line}")
    print_remarks(reading)


def print_failures(reading: Reading) -> None:
    """Say what is not understood, each span marked under its line."""
    official = reading.official
    what = "not understood" if reading.card is None else "understood, but cannot be played yet"
    print(f"{official.reference} {official.name}: {what}   ({official.source})")
    for failure in reading.failures:
        if failure.line:
            for line in under(failure.line, failure.start, failure.end):
                print(f"  {line}")
        where = f" ({failure.where} text)" if failure.where not in ("", "main", "notation") else ""
        print(f"  {failure.why}{where}")
    print_remarks(reading)
    print()


def print_remarks(reading: Reading) -> None:
    """Say what was missing and assumed."""
    for remark in reading.official.remarks:
        print(f"  note: {remark}")


def under(line: str, start: int, end: int, width: int = WIDTH - 2) -> tuple[str, str]:
    """A line with a span of it marked below; a long one is cut around the span.

    >>> print("\\n".join(under("Create a Brassbog.", 9, 17)))
    Create a Brassbog.
             ^^^^^^^^
    """
    line = "".join(letter if letter.isprintable() else " " for letter in line)
    end = min(max(end, start + 1), max(len(line), start + 1))
    if len(line) > width:
        first = max(0, min(start - 20, len(line) - width))
        cut = line[first : first + width]
        before, after = "..." if first else "", "..." if first + width < len(line) else ""
        cut = before + cut[len(before) : len(cut) - len(after)] + after
        start, end = start - first, min(end - first, width)
        line = cut
    return line, " " * start + "^" * (end - start)


def _print_table(found: OfficialFile, readings: list[Reading]) -> None:
    every, by_set = tally(readings)
    head = (
        f"{'':<12} {'cards':>8} {'understood':>11} {'':>7} {'playable':>9} "
        f"{'lines':>9} {'understood':>11}"
    )
    print(head)
    rows = [*sorted(by_set.items()), ("all", every)] if len(by_set) != 1 else [("all", every)]
    for name, row in rows:
        print(_row(name, row))
    if found.errors:
        print(f"\n{len(found.errors):,} of {found.entries:,} entries are no cards that can be read")
    for remark in found.remarks:
        print(f"\nnote: {remark}")
    if every.kinds:
        print("\ncards  why not")
    for kind, count in every.kinds.most_common(KINDS):
        print(f"{count:>5}  {kind}")
    if (rest := len(every.kinds) - KINDS) > 0:
        print(f"       and {rest:,} more kinds")


def _row(name: str, row: Tally) -> str:
    lines = share(row.lines_understood, row.lines)
    return (
        f"{name:<12} {row.cards:>8,} {row.understood:>11,} {share(row.understood, row.cards):>7} "
        f"{row.playable:>9,} {row.lines:>9,} {row.lines_understood:>11,} {lines:>7}"
    )


def share(part: int, whole: int) -> str:
    """A percentage that is 100 only if nothing is missing."""
    if not whole:
        return ""
    return f"{min(100 * part / whole, 99.99 if part < whole else 100.0):.2f}%"


def _print_json(found: OfficialFile, readings: list[Reading]) -> None:
    every, by_set = tally(readings)
    print(
        json.dumps(
            {
                "cards": [_as_json(reading) for reading in readings],
                "errors": [
                    {
                        "entry": error.number,
                        "line": error.line,
                        "reference": error.reference,
                        "problem": error.problem,
                    }
                    for error in found.errors
                ],
                "remarks": list(found.remarks),
                "entries": found.entries,
                "all": _tally_as_json(every),
                "sets": {name: _tally_as_json(row) for name, row in sorted(by_set.items())},
            },
            indent=1,
        )
    )


def _as_json(reading: Reading) -> dict[str, Any]:
    card = reading.card
    return {
        "reference": reading.official.reference,
        "name": reading.official.name,
        "understood": card is not None,
        "playable": reading.ok,
        "abilities": None if card is None else list(card.abilities),
        "support": None if card is None else list(card.support),
        "lines": len(reading.lines),
        "lines_understood": reading.understood,
        "failures": [
            {
                "why": failure.why,
                "where": failure.where,
                "line": failure.line,
                "start": failure.start,
                "end": failure.end,
                "span": failure.line[failure.start : failure.end],
            }
            for failure in reading.failures
        ],
        "remarks": list(reading.official.remarks),
    }


def _tally_as_json(row: Tally) -> dict[str, Any]:
    return {
        "cards": row.cards,
        "understood": row.understood,
        "playable": row.playable,
        "lines": row.lines,
        "lines_understood": row.lines_understood,
        "failures": dict(row.kinds.most_common()),
    }
