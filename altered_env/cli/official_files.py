"""The cards of a file of official data: their parse, and its report."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from altered_env._runtime.progress import Progress
from altered_env.cards import catalogue
from altered_env.cards.catalogue import names_of
from altered_env.cards.exports import OfficialFile, read_official
from altered_env.cards.importing import Failure, Reading, names_with, of_its_family
from altered_env.cards.official import OfficialCard
from altered_env.cardstats.reading_texts import read_all, unplayable_of
from altered_env.formats.variants import short_reference

WIDTH = 100


def understood(
    path: str, only: Collection[str] | None = None
) -> tuple[OfficialFile, list[Reading]]:
    """Read a file or folder, parse its cards, and check that they can be played. `only` are the
    references of the wanted cards."""
    progress = Progress(None, "entries read")
    found = read_official(path, progress.say)
    progress.clear()
    if only is not None:
        wanted = tuple(card for card in found.cards if _is_among(card, only))
        found = replace(found, cards=wanted, errors=())
    pool = catalogue()
    names = names_with(pool.names, found.cards)
    steps = Progress(len(found.cards), "cards understood")
    every = [of_its_family(card, pool) for card in found.cards]
    readings = read_all(every, names, say=steps.say)
    steps.clear()
    cards = [reading.card for reading in readings if reading.card is not None]
    new = [token for reading in readings for token in reading.tokens]
    tokens = {t.reference: t for t in (*new, *cards) if t.token} | pool.tokens
    compiling = Progress(len(cards), "cards compiled")
    known = names_of((*pool, *cards, *tokens.values()))
    reasons = unplayable_of(cards, tokens, known, say=compiling.say)
    compiling.clear()
    return found, [_played(reading, reasons) for reading in readings]


def _is_among(card: OfficialCard, references: Collection[str]) -> bool:
    printed = (card.reference, *(one for one in (card.printed, *card.prints)))
    return any(short_reference(one) in references for one in printed)


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


def print_failures(reading: Reading) -> None:
    """Print the parts that are not understood, each span marked under its line."""
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
    """Print missing and assumed fields."""
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


def share(part: int, whole: int) -> str:
    """A percentage that is 100 only if nothing is missing."""
    if not whole:
        return ""
    return f"{min(100 * part / whole, 99.99 if part < whole else 100.0):.2f}%"
