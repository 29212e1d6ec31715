"""What random games came to: cards, words of the language, instructions, decisions, capacities.

A card is reached where it was in play, in Limbo, or a Hero; a word or an instruction where a card
that has it was. Only games that are looked at decision by decision count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.capacities import CAPACITIES
from altered_env.engine.opcodes import OP
from altered_env.engine.terms import DECIDE, C, Z, names
from altered_env.game.kernels import kernel_for
from altered_env.language.book import Book
from altered_env.language.vocabulary import CALLS, WORDS
from altered_env.testing.card_coverage.programs import programs_of

_WORD: Final = re.compile(r"[a-z_]+|[A-Z]\b")
_PLACES: Final = (Z.EXPEDITION, Z.LANDMARK, Z.HERO, Z.LIMBO)
_SHOWN: Final = 12


@dataclass(slots=True)
class Reached:
    """Coverage, as counts or fill levels."""

    cards: Counter[str] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    """Operations besides play: clones, saves, determinizations, games in a batch."""
    peaks: dict[int, NDArray[np.int64]] = field(default_factory=dict)
    """The highest fill of each capacity, by the number of players."""

    def add(self, other: Reached) -> None:
        """Take in what further games reached."""
        self.cards += other.cards
        self.decisions += other.decisions
        self.done += other.done
        for players, peaks in other.peaks.items():
            np.maximum(self.peaks_of(players), peaks, out=self.peaks_of(players))

    def peaks_of(self, players: int) -> NDArray[np.int64]:
        """The highest fill levels of games with this many players, to be updated."""
        return self.peaks.setdefault(players, np.zeros(len(CAPACITIES), dtype=np.int64))

    def look(self, record: Any, book: Book) -> None:
        """Note the decision that is open, and which cards are in play."""
        self.decisions[int(record["decision"])] += 1
        obj = record["obj"]
        there = (obj[:, C.LIFE] == 1) & np.isin(obj[:, C.ZONE], _PLACES)
        for number in np.unique(obj[there, C.CARD]).tolist():
            self.cards[book.cards[number].reference] += 1

    def lines(self, book: Book, playable: Iterable[str]) -> Iterator[str]:
        """The coverage in words, with the parts not reached."""
        wanted = set(playable)
        yield _line("cards in play", self.cards.keys() & wanted, wanted)
        said = {card.reference: _words_of(card) for card in book.cards}
        words = set[str]().union(*(said[name] for name in wanted))
        met = set[str]().union(*(said[name] for name in self.cards))
        yield _line("words of the language", met & words, words)
        ops, seen = _instructions(book, wanted), _instructions(book, self.cards)
        yield _line("instructions", _named(seen & ops, OP), _named(ops, OP))
        kinds = {number for number in names(DECIDE) if number != DECIDE.NONE}
        yield _line(
            "decisions", _named(self.decisions.keys() & kinds, DECIDE), _named(kinds, DECIDE)
        )
        done = ", ".join(f"{count:,} {what}" for what, count in sorted(self.done.items()))
        yield f"besides: {done or 'nothing'}"
        for players, peaks in sorted(self.peaks.items()):
            fills = zip(
                CAPACITIES, peaks.tolist(), kernel_for(players).capacities.values(), strict=True
            )
            full = ", ".join(f"{name} {most} of {room}" for name, most, room in fills)
            yield f"fullest, of {players} players: {full}"


def _line(what: str, met: set[str], every: set[str]) -> str:
    left = sorted(every - met)
    more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
    never = f"; not {', '.join(left[:_SHOWN])}{more}" if left else ""
    return f"{what}: {len(met):,} of {len(every):,}{never}"


def _words_of(card: Any) -> set[str]:
    found = set(_WORD.findall(" ".join((*card.abilities, *card.support))))
    return found & (CALLS.keys() | WORDS.keys())


def _named(numbers: Iterable[int], space: Any) -> set[str]:
    said = names(space)
    return {said[number].lower() for number in numbers}


def _instructions(book: Book, references: Iterable[str]) -> set[int]:
    """The instructions of all programs of these cards."""
    wanted = set(references)
    code = book.record["code"][0]
    return {
        int(code[at])
        for row, info in book.abilities.items()
        if info.reference in wanted
        for program in programs_of(book, row)
        for at in program.places
    }
