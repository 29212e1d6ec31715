"""`altered cards check --back`: which abilities survive a round trip through English."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from altered_env._runtime.progress import Progress
from altered_env.cards import Card, catalogue
from altered_env.cards.catalogue import names_of
from altered_env.cli.official_files import share, under, understood
from altered_env.language.english.worded import Back, read_back
from altered_env.language.errors import NotationError
from altered_env.language.kinds import Names
from altered_env.language.model import Ability
from altered_env.language.notation import read_ability
from altered_env.language.writing import write_ability

_Found = tuple[Card, str, Back]


def check(path: str | None) -> int:
    """Word every ability of the file's cards, or of the pool's, and read it back. Print each that
    differs, and each wording shared by two; return 1 if there are any."""
    pool = catalogue()
    if path is None:
        cards: list[Card] = [*pool, *pool.tokens.values()]
        names = pool.names
    else:
        readings = understood(path)[1]
        cards = [reading.card for reading in readings if reading.card is not None]
        new = [token for reading in readings for token in reading.tokens]
        names = names_of((*pool, *pool.tokens.values(), *cards, *new))
        if missing := len(readings) - len(cards):
            print(
                f"{missing:,} of {len(readings):,} cards are not understood;"
                " omit --back to list them\n"
            )
    found = _read(cards, names)
    lost = [entry for entry in found if not entry[2].same]
    for entry in _once(lost):
        _print_lost(*entry)
    shared = _shared(found)
    for said, abilities in shared.items():
        _print_shared(said, abilities)
    _print_table(found)
    return 1 if lost or shared or not found else 0


def _read(cards: Iterable[Card], names: Names) -> list[_Found]:
    """Each line of each card, worded and read back; equal lines are read once."""
    progress = Progress(None, "abilities checked")
    done: dict[str, Back] = {}
    found: list[_Found] = []
    for card in cards:
        for line in (*card.abilities, *card.support):
            if line not in done:
                try:
                    done[line] = read_back(read_ability(line, names=names), names)
                except NotationError:
                    continue  # `altered cards status` lists invalid notation
                progress.say(len(done))
            found.append((card, line, done[line]))
    progress.clear()
    return found


def _once(found: Iterable[_Found]) -> Iterable[_Found]:
    """Each line once, at the first card that has it."""
    seen: set[str] = set()
    for card, line, back in found:
        if line not in seen:
            seen.add(line)
            yield card, line, back


def _print_lost(card: Card, line: str, back: Back) -> None:
    print(f"{card.reference} {card}\n  {write_ability(back.meant)}")
    if back.read is not None:
        print(f"  {back.said}\n  is read back as\n  {write_ability(back.read)}\n")
        return
    for shown in under(back.said, back.start, len(back.said)):
        print(f"  {shown}")
    print(f"  {back.why}\n")


def _shared(found: Iterable[_Found]) -> dict[str, set[Ability]]:
    """Wordings of two abilities that are not the same."""
    said: defaultdict[str, set[Ability]] = defaultdict(set)
    for _, _, back in found:
        said[back.said].add(back.meant)
    return {text: abilities for text, abilities in said.items() if len(abilities) > 1}


def _print_shared(said: str, abilities: Iterable[Ability]) -> None:
    print("one wording for different abilities:\n  " + said)
    for line in sorted(map(write_ability, abilities)):
        print(f"  {line}")
    print()


def _print_table(found: list[_Found]) -> None:
    every: Counter[str] = Counter()
    back: Counter[str] = Counter()
    distinct: defaultdict[str, set[str]] = defaultdict(set)
    for card, line, read in found:
        for row in (card.set or "tokens", "all"):
            every[row] += 1
            back[row] += read.same
            distinct[row].add(line)
    print(f"{'':<12} {'lines':>9} {'different':>10} {'read back':>10}")
    for row in [*sorted(every.keys() - {"all"}), *(["all"] if every else [])]:
        print(
            f"{row:<12} {every[row]:>9,} {len(distinct[row]):>10,} {back[row]:>10,}"
            f" {share(back[row], every[row]):>8}"
        )
