"""A collection of cards, read from any form: references, `2 ALT_CORE_B_AX_16_C`, names, links, deck
codes, JSON, CSV, official data, and card texts.

The abilities of a unique card are in its text alone. One that is given by its reference is looked
up among your own cards and among the measured ones. A piece that cannot be read is reported with
its place, and the rest is read.

>>> found = read_collection("2 CORE_AX_16_C\\nhttps://example.org/cards/ALT_CORE_B_AX_16_R1\\nfrog")
>>> [(one.count, str(one.card)) for one in found.held], found.problems[0].place
([(2, 'Foundry Armorer C'), (1, 'Foundry Armorer R1')], 'line 3')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from altered_env._runtime.input_files import COLLECTION
from altered_env._runtime.input_files import read_text as text_of
from altered_env._runtime.suggestions import at_most
from altered_env.cards import Card, Catalogue, catalogue
from altered_env.cards.importing import Reading, names_with, of_its_family
from altered_env.cards.official import OfficialCard
from altered_env.cards.worths import worths
from altered_env.cardstats.collection.card_texts import OWN
from altered_env.cardstats.collection.forms import Found, items_in
from altered_env.cardstats.collection.given_texts import as_given, is_understood
from altered_env.cardstats.collection.phrases import GIVE, Phrases, is_foreign
from altered_env.cardstats.collection.printed_wording import in_own_words
from altered_env.cardstats.reading_texts import read_all
from altered_env.formats.variants import short_reference

MOST = 200_000
"""The maximum number of different cards."""
SUGGESTED = 200
"""The number of words for which a similar card is looked up."""
NO_TEXT = "no text is known for this unique card: give its official data, or import it"


@dataclass(frozen=True, slots=True)
class Problem:
    """A piece that was not read: its place, and why."""

    place: str
    why: str

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"


@dataclass(frozen=True, slots=True)
class Held:
    """A card of a collection."""

    reference: str
    count: int
    card: Card | None
    """None if only its reference is known."""
    name: str = ""
    """The name on a text that was not understood."""
    understood: bool = True
    """Is the text of the entry understood? If not, what is known of its number counts."""


@dataclass(frozen=True, slots=True)
class Collection:
    """The cards of a collection, and what could not be read."""

    held: tuple[Held, ...] = ()
    problems: tuple[Problem, ...] = ()
    by_number: tuple[Problem, ...] = ()
    """Texts that were not understood; the cards that are known by their numbers count."""

    @property
    def cards(self) -> int:
        """Return the number of cards, all copies counted."""
        return sum(one.count for one in self.held)


def read_files(
    files: list[str], phrases: Phrases | None = None, jobs: int = 0, say: Say | None = None
) -> Collection:
    """Read several files as one collection; unknown tokens that its texts create are added to the
    catalogue. Raises `InputFileError`."""
    texts = [(Path(name).name, text_of(name, COLLECTION)) for name in files]
    one = len(texts) == 1
    with at_most(SUGGESTED):
        found = [
            replace(item, place=item.place if one else f"{name}, {item.place}")
            for name, text in texts
            for item in items_in(text, phrases)
        ]
        return _collected(found, phrases, jobs, say, grow=True)


def read_collection(
    text: str, phrases: Phrases | None = None, jobs: int = 1, say: Say | None = None
) -> Collection:
    """Read a collection. `phrases` translate texts of another language; `say` is called with the
    number of texts read. The catalogue stays as it is, even if texts create unknown tokens."""
    with at_most(SUGGESTED):
        return _collected(items_in(text, phrases), phrases, jobs, say, grow=False)


Say = Callable[[int], None]


def _collected(
    items: Iterable[Found], phrases: Phrases | None, jobs: int, say: Say | None, *, grow: bool
) -> Collection:
    pool = catalogue()
    problems: list[tuple[int, Problem]] = []
    by_number: dict[str, Problem] = {}
    unread: set[str] = set()
    counts: dict[str, int] = {}
    cards: dict[str, Card] = {}
    places: dict[str, tuple[int, str]] = {}
    texts: dict[str, OfficialCard] = {}
    for number, item in enumerate(items):

        def left_out(why: str, number: int = number, place: str = item.place) -> None:
            problems.append((number, Problem(place, why)))

        if item.why:
            left_out(item.why)
            continue
        card, official = item.card, item.official
        if official is not None:
            official = _numbered(official, texts)
        if card is None:
            named = item.reference if official is None else official.reference
            card = pool.get(named)
        key = card.reference if card is not None else (official or item).reference
        if official is not None and (before := texts.get(key)) and not _alike(before, official):
            left_out(f"{key} has another text than at {places[key][1]}")
            continue
        if card is None and official is None and not _is_unique(key):
            left_out(_unknown(key, pool))
            continue
        if card is not None and card.token:
            left_out(f"{card.name} is a token; nobody owns tokens")
            continue
        if key not in counts and len(counts) == MOST:
            left_out(f"over {MOST:,} different cards; the rest is left out")
            break
        counts[key] = counts.get(key, 0) + item.count
        places.setdefault(key, (number, item.place))
        if card is not None:
            cards[key] = card
        if official is not None and (card is None or card.type not in ("hero", "mana")):
            texts.setdefault(key, official)
    for reading in _readings(list(texts.values()), pool, jobs, say, grow):
        key = reading.official.reference
        if not is_understood(reading):
            unread.add(key)
        if key in cards:
            cards[key] = as_given(cards[key], reading)
            if key in unread:
                why = f"{cards[key]}: {_why(reading, phrases)}"
                by_number[key] = Problem(places[key][1], why)
        elif reading.card is not None:
            cards[key] = reading.card
        else:
            at, place = places[key]
            problems.append(
                (at, Problem(place, f"{reading.official.name}: {_why(reading, phrases)}"))
            )
    measured = worths().cards
    for key in counts:
        if key not in cards and key not in texts and key not in measured:
            at, place = places[key]
            problems.append((at, Problem(place, f"{key}: {NO_TEXT}")))
    held = [
        Held(
            key,
            count,
            cards.get(key),
            texts[key].name if key in texts else "",
            key not in unread,
        )
        for key, count in counts.items()
    ]
    problems.sort(key=lambda row: row[0])
    told = tuple(problem for _, problem in problems)
    return Collection(tuple(held), told, tuple(by_number.values()))


def _alike(one: OfficialCard, other: OfficialCard) -> bool:
    """Return whether two entries have the same name, numbers and text."""
    fields = ("name", "type", "numbers", "main_text", "support_text")
    return all(getattr(one, name) == getattr(other, name) for name in fields)


def _numbered(official: OfficialCard, texts: dict[str, OfficialCard]) -> OfficialCard:
    """Return a card text of a file under a number of its own: each file counts its texts from 1."""
    number = 1
    while official.set == OWN and not _alike(texts.get(official.reference, official), official):
        stem = official.reference.rpartition("_")[0]
        number += 1
        official = replace(official, reference=f"{stem}_{number}")
    return official


def _is_unique(reference: str) -> bool:
    return "_U_" in reference


def _unknown(reference: str, pool: Catalogue) -> str:
    try:
        pool[reference]
    except LookupError as error:
        return str(error)
    return f"no card has the reference {reference[:80]!r}"


def _readings(
    official: list[OfficialCard], pool: Catalogue, jobs: int, say: Say | None, grow: bool
) -> list[Reading]:
    if not official:
        return []
    names = names_with(pool.names, official)
    every = [of_its_family(card, pool) for card in official]
    readings = [
        reading if reading.card is not None else in_own_words(reading, names)
        for reading in read_all(every, names, jobs, say)
    ]
    new = {token.reference: token for reading in readings for token in reading.tokens}
    if grow and new:  # the elements of their cards are read with these names
        pool.add(token for name, token in new.items() if name not in pool.tokens)
    return readings


def _why(reading: Reading, phrases: Phrases | None) -> str:
    failure = reading.failures[0]
    span = failure.line[failure.start : failure.end]
    why = f"its text is not understood at {span[:60]!r}: {failure.why}" if span else failure.why
    text = f"{reading.official.main_text} {reading.official.support_text}"
    return f"{why}; {GIVE}" if phrases is None and is_foreign(text) else why


def family_of(reference: str, pool: Catalogue) -> Card | None:
    """Return another version of the card of a reference, for its name.

    >>> str(family_of("ALT_COREKS_B_AX_16_U_99", catalogue()))
    'Foundry Armorer C'
    """
    stem = short_reference(reference).partition("_U_")[0]
    names = (f"{stem}_{version}" for version in ("C", "R1", "R2", "E"))
    return next((pool[name] for name in names if name in pool), None)
