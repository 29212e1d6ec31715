"""`altered cards check`: which cards of a file of official data are understood, and why not."""

from __future__ import annotations

import argparse
import json
from typing import Any

from altered_env._runtime.plurals import counted
from altered_env.cards.exports import OfficialFile
from altered_env.cards.importing import Reading, Tally, tally
from altered_env.cli import cards_check_back
from altered_env.cli.arguments import add_quiet
from altered_env.cli.official_files import print_failures, print_remarks, share, understood

KINDS = 30
"""The number of failures to list; the rest is counted."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument("file", nargs="?", help="official card data: JSON, or JSON Lines")
    parser.add_argument(
        "--back",
        action="store_true",
        help="check the English wording by reading it back; without a file, for the whole pool",
    )
    parser.add_argument("--only-failures", action="store_true", help="list failures only")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Report for each card whether it is understood, or the part that is not; return 1 if any is
    not or cannot be played, or if there are none."""
    if options.back:
        return cards_check_back.check(options.file)
    if options.file is None:
        raise SystemExit("altered cards check: name a file, or use --back to check the pool")
    found, readings = understood(options.file)
    failed = not readings or bool(found.errors) or not all(reading.ok for reading in readings)
    if options.json:
        _print_json(found, readings)
        return 1 if failed else 0
    for error in found.errors:
        print(f"{error}\n")
    for reading in readings:
        if not reading.ok:
            print_failures(reading)
        elif not options.only_failures:
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
        print(f"\n{len(found.errors):,} of {found.entries:,} entries are not readable as cards")
    for remark in found.remarks:
        print(f"\nnote: {remark}")
    if every.kinds:
        print("\ncards  why not")
    for kind, count in every.kinds.most_common(KINDS):
        print(f"{count:>5}  {kind}")
    if (rest := len(every.kinds) - KINDS) > 0:
        print(f"       and {counted(rest, 'more reason')}")


def _row(name: str, row: Tally) -> str:
    lines = share(row.lines_understood, row.lines)
    return (
        f"{name:<12} {row.cards:>8,} {row.understood:>11,} {share(row.understood, row.cards):>7} "
        f"{row.playable:>9,} {row.lines:>9,} {row.lines_understood:>11,} {lines:>7}"
    )


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
