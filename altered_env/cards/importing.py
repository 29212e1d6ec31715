"""From official wording to playable cards.

`altered_env.language.english` parses the English. A card is understood if every line of it is; any
other part is reported with its exact span. A card whose abilities the compiler refuses is not
playable either, and is reported too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from altered_env.language.compiler import BookFullError, build_book
from altered_env.language.english import Line, Problem, Understanding, understand
from altered_env.language.english.newnames import NewNames, NewToken
from altered_env.language.kinds import KNOWN, Names

from .card import Card
from .catalogue import Catalogue
from .official import NO_SUBTYPES, OfficialCard, token_word
from .printed_words import NEUTRAL, is_taken
from .reader import SUBTYPE_WORD

_AT_ONCE = 500
"""The number of cards to compile into one book as a check."""


Understand = Callable[[OfficialCard, Names], Understanding]


def english(card: OfficialCard, names: Names) -> Understanding:
    """Parse the text of an official card; `names` are the words of the pool."""
    return understand(
        card.main_text,
        card.support_text,
        kind=card.type,
        subtypes=card.subtypes,
        name=card.name,
        names=names,
    )


def names_with(pool: Names, cards: Iterable[OfficialCard]) -> Names:
    """Return the words with which these cards are understood: their new sub-types and tokens are
    known, while each card introduces its own counters."""
    subtypes, tokens = set(pool.subtypes), set(pool.tokens)
    for card in cards:
        subtypes.update(card.subtypes)
        if card.token:
            tokens.add(token_word(card.name))
    return Names(frozenset(tokens), KNOWN.counters, frozenset(subtypes))


def of_its_family(card: OfficialCard, pool: Catalogue) -> OfficialCard:
    """Return the card; if the file has no sub-types for it, with those of its other versions."""
    if card.subtypes or NO_SUBTYPES not in card.remarks:
        return card
    others = [other for other in pool.versions(card.name) if other.type == card.type]
    if not others:
        return card
    remark = f"{NO_SUBTYPES}: taken from {others[0]}"
    remarks = tuple(remark if said == NO_SUBTYPES else said for said in card.remarks)
    return replace(card, subtypes=others[0].subtypes, remarks=remarks)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a card is not understood: the reason, and the line with the span, if there is one."""

    why: str
    where: str = ""
    line: str = ""
    start: int = 0
    end: int = 0

    @property
    def kind(self) -> str:
        """The reason without the details of the card.

        >>> Failure("unknown word 'frobnicate'").kind
        "unknown word '..'"
        """
        return re.sub(r"'[^']*'|\"[^\"]*\"|“[^”]*”|\d+", "'..'", self.why)


@dataclass(frozen=True, slots=True)
class Reading:
    """An official card with the result of parsing it."""

    official: OfficialCard
    lines: tuple[Line, ...] = ()
    card: Card | None = None
    """The card, if all of it was understood."""
    failures: tuple[Failure, ...] = ()
    """The part that was not understood, or the ability that cannot be compiled."""
    tokens: tuple[Card, ...] = ()
    """New tokens that it creates."""

    @property
    def ok(self) -> bool:
        """Return whether all of it is understood and can be played."""
        return self.card is not None and not self.failures

    @property
    def understood(self) -> int:
        """Return the number of lines understood."""
        return sum(line.problem is None for line in self.lines)


def read_cards(
    cards: Iterable[OfficialCard], names: Names, understand: Understand = english
) -> Iterator[Reading]:
    """Parse cards one by one; `names` are the words of the pool and of these cards."""
    for official in cards:
        try:
            found = understand(official, names)
        except Exception as error:  # one card must not prevent the others from being imported
            reason = f"internal error of the importer: {error!r:.200}"
            yield Reading(official, failures=(Failure(reason),))
            continue
        lines = found.lines
        new = _used(found)
        failures = tuple(_failure(found, problem) for problem in found.problems)
        failures += tuple(_taken(new))
        if failures:
            yield Reading(official, lines, failures=failures)
            continue
        card = official.card(found.abilities, found.support, new.counters)
        yield Reading(official, lines, card, tokens=tuple(map(_token, new.tokens)))


def _used(found: Understanding) -> NewNames:
    """Return the new names that the abilities use."""
    words = set(re.findall(r"[a-z0-9_]+", " ".join((*found.abilities, *found.support))))
    return NewNames(
        tuple(token for token in found.new.tokens if token.word in words),
        tuple(counter for counter in found.new.counters if counter in words),
    )


def _token(token: NewToken) -> Card:
    """Return a token as defined by the card that creates it."""
    return Card(
        token.word,
        token.name,
        NEUTRAL,
        None,
        "character",
        token.subtypes,
        0,
        0,
        *token.stats,
        token=True,
    )


def _taken(new: NewNames) -> Iterator[Failure]:
    """Yield a failure for each name that a text cannot add to the language."""
    for counter in new.counters:
        if is_taken(counter):
            yield Failure(f"a counter cannot be called '{counter}', which is a word of abilities")
    for token in new.tokens:
        for word in (token.word, *token.subtypes):
            if is_taken(word) or not SUBTYPE_WORD.fullmatch(word):
                yield Failure(f"a token cannot be '{word}', which is not a new word for abilities")


def _failure(found: Understanding, problem: Problem) -> Failure:
    """Return the failure for a problem, with its line."""
    for line in found.lines:
        if line.where == problem.where and line.start <= problem.start <= line.end:
            start = problem.start - line.start
            end = min(problem.end - line.start, len(line.text))
            return Failure(problem.why, problem.where, line.text, start, max(start + 1, end))
    return Failure(problem.why, problem.where, problem.text, 0, len(problem.text))


def unplayable(
    cards: Iterable[Card],
    tokens: Mapping[str, Card],
    names: Names,
    progress: Callable[[int], None] | None = None,
) -> dict[str, str]:
    """Return the cards whose abilities cannot be compiled, by reference, with the reason.
    `progress` is called with the number checked."""
    every = list(cards)
    reasons: dict[str, str] = {}
    for start in range(0, len(every), _AT_ONCE):
        reasons |= _unsupported(every[start : start + _AT_ONCE], tokens, names)
        if progress is not None:
            progress(min(len(every), start + _AT_ONCE))
    return reasons


def _unsupported(cards: list[Card], tokens: Mapping[str, Card], names: Names) -> dict[str, str]:
    """Return those of a few cards that a book cannot hold."""
    try:
        return build_book(cards, tokens, names).unsupported
    except Exception as error:  # one card must not prevent the others from being imported
        if len(cards) == 1:
            full = isinstance(error, BookFullError)
            reason = str(error) if full else f"internal error of the compiler: {error!r:.200}"
            return {cards[0].reference: reason}
    half = len(cards) // 2
    parts = (cards[:half], cards[half:])
    return {k: v for part in parts for k, v in _unsupported(part, tokens, names).items()}


@dataclass(slots=True)
class Tally:
    """The numbers of cards and lines understood, for a set or for all."""

    cards: int = 0
    understood: int = 0
    playable: int = 0
    lines: int = 0
    lines_understood: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, reading: Reading) -> None:
        """Count one more card."""
        self.cards += 1
        self.understood += reading.card is not None
        self.playable += reading.ok
        self.lines += len(reading.lines)
        self.lines_understood += reading.understood
        self.kinds.update({failure.kind for failure in reading.failures})


def tally(readings: Iterable[Reading]) -> tuple[Tally, dict[str, Tally]]:
    """Count all readings, in total and by set."""
    every = Tally()
    by_set: dict[str, Tally] = {}
    for reading in readings:
        every.add(reading)
        by_set.setdefault(reading.official.set, Tally()).add(reading)
    return every, by_set
