"""Official cards read in bulk: each distinct part of their texts once, by several processes, and
never again.

Unique cards are made of a few hundred elements, so most of their lines occur on many of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from altered_env.arena.workers import Workers
from altered_env.cards import Card
from altered_env.cards.importing import Reading, english, read_cards, unplayable
from altered_env.cards.known_texts import load, save
from altered_env.cards.official import OfficialCard
from altered_env.language.english.understanding import (
    MOST_KNOWN,
    Line,
    Part,
    known_parts,
    parts_of,
    read_part,
)
from altered_env.language.kinds import Names

MANY = 100
"""The number of cards from which what was read is kept on disk."""
ENOUGH = 1_500
"""The number of new parts that a process of its own is worth: it starts in a second."""
PIECE = 100
"""The number of parts in a task."""
BOOK = 1_000
"""The number of cards in a task that compiles."""
COMPILED = 2_000
"""The number of cards to compile that a process of its own is worth."""

Say = Callable[[int], None]


def read_all(
    cards: Sequence[OfficialCard], names: Names, jobs: int = 0, say: Say | None = None
) -> list[Reading]:
    """Parse cards; `names` are the words of the pool and of these cards. `say` is called with the
    number of cards read, also while their parts are read in advance."""
    shown = 0
    """The number of cards that progress has shown as read."""
    if len(cards) >= MANY:
        load(names)
        new = _new_parts(cards, names)
        known = known_parts(names)
        done = 0
        with _workers(jobs, len(new) // ENOUGH) as workers:
            tasks = ((new[at : at + PIECE],) for at in range(0, len(new), PIECE))
            for found in workers.each(_read, tasks, (names,)):
                known.update(found)
                done += len(found)
                shown = done * len(cards) // (len(new) + 1)
                if say is not None:
                    say(shown)
        if new:
            save(names)
    readings = []
    for number, reading in enumerate(read_cards(cards, names, english), start=1):
        readings.append(reading)
        if say is not None and number >= shown:
            say(number)
    return readings


def _new_parts(cards: Iterable[OfficialCard], names: Names) -> list[Part]:
    """Return the distinct parts of texts that are not known yet."""
    known = known_parts(names)
    new: dict[Part, None] = {}
    for card in cards:
        for part, _, _ in parts_of(
            card.main_text, card.support_text, kind=card.type, name=card.name
        ):
            if part not in known:
                new[part] = None
    return list(new)[: max(0, MOST_KNOWN - len(known))]


def _read(names: Names, parts: Sequence[Part]) -> list[tuple[Part, tuple[Line, ...]]]:
    """In a worker: read parts. One that fails in another way than by a problem is left out, and
    reported with its card."""
    found = []
    for part in parts:
        try:
            found.append((part, read_part(part, names)))
        except Exception:  # read_cards meets it again, and names the card
            continue
    return found


def unplayable_of(
    cards: Sequence[Card],
    tokens: dict[str, Card],
    names: Names,
    jobs: int = 0,
    say: Say | None = None,
) -> dict[str, str]:
    """Return the cards whose abilities cannot be compiled, by reference, with the reason.

    A line compiles alike on every card, so a card is compiled only if it has a line that no
    playable card has.
    """
    new: list[Card] = []
    others: list[Card] = []
    seen: set[Hashable] = set()
    for card in cards:
        keys = _keys(card)
        (others if keys <= seen else new).append(card)
        seen |= keys
    reasons: dict[str, str] = {}
    with _workers(jobs, len(new) // COMPILED) as workers:

        def compile_all(some: Sequence[Card], done: int) -> None:
            tasks = ((some[at : at + BOOK],) for at in range(0, len(some), BOOK))
            for count, found in workers.each(_compiled, tasks, (tokens, names)):
                reasons.update(found)
                done += count
                if say is not None:
                    say(done)

        compile_all(new, 0)
        good: set[Hashable] = set().union(
            *(_keys(card) for card in new if card.reference not in reasons)
        )
        doubtful = [card for card in others if not _keys(card) <= good]
        compile_all(doubtful, len(cards) - len(doubtful))
    return reasons


def _keys(card: Card) -> set[Hashable]:
    """Return everything that whether a card can be compiled depends on, in parts."""
    spell = card.type == "spell"
    lines: list[Hashable] = [(line, False, spell) for line in card.abilities]
    return {
        (card.type, card.subtypes, card.counters, card.token),
        *lines,
        *((line, True, spell) for line in card.support),
    }


def _compiled(
    tokens: dict[str, Card], names: Names, cards: Sequence[Card]
) -> tuple[int, dict[str, str]]:
    return len(cards), unplayable(cards, tokens, names)


def _workers(jobs: int, most: int) -> Workers:
    """Workers for tasks without games, and no more of them than pays."""
    return Workers(jobs, max(1, most), first=lambda: None)
