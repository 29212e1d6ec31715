"""Constructed lists: legal decks built around an archetype, on people's mana curve.

An archetype asks for a number of Spells and of Permanents, and for cards whose abilities mention
its words. Cards also count by their measured worth among those of their type, so that a list of
Spells is one of good Spells. The lists of the package are in `constructed.tsv.gz`, written by
`altered decks construct`; each has its use, the bench or training.

No list has a card that is withheld from training (`bench1/withheld.py`).

>>> from altered_env import decks
>>> deck = construct(Listing(decks.load("demo-atsadi").hero, "boosts"), Random(1))
>>> decks.constructed(deck, "5.0"), len(deck.cards)
([], 39)
"""

from __future__ import annotations

import functools
import gzip
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from altered_env._runtime.input_files import FIGURES, read_gzip
from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card, catalogue
from altered_env.cards.worths import of_others, worths

from .bench1.withheld import WITHHELD_SET
from .deck import Deck
from .errors import DeckFileError
from .generating import CURVE, Limits, playable
from .legality import MIN_CONSTRUCTED, USUAL_BOUNDS, Bounds

FILE: Final = Path(__file__).with_name("constructed.tsv.gz")
USES: Final = ("bench", "training")
COLUMNS: Final = ("name", "archetype", "use", "cards")


@dataclass(frozen=True, slots=True)
class Archetype:
    """The cards that an archetype asks for."""

    words: frozenset[str]
    """Words of abilities that serve it."""
    spells: tuple[int, int]
    """The number of Spells in its first list for a Hero, and in its second."""
    permanents: int


ARCHETYPES: Final[Mapping[str, Archetype]] = {
    "spells": Archetype(frozenset({"spell"}), (18, 16), 2),
    "landmarks": Archetype(frozenset({"landmarks", "landmark_permanent", "permanent"}), (5, 7), 12),
    "asleep": Archetype(frozenset({"asleep"}), (7, 15), 3),
    "tokens": Archetype(frozenset({"create", "creates", "token", "augment"}), (6, 8), 4),
    "boosts": Archetype(frozenset({"boost", "boosted", "spread"}), (6, 15), 3),
    "reserve": Archetype(frozenset({"resupply", "resupplies", "seasoned", "scout"}), (6, 15), 3),
}
"""The archetypes by name."""
ENOUGH: Final = 12
"""The number of cards, by name, of an archetype that a faction needs for it."""
LISTS: Final = 2
"""Lists of each archetype for each Hero."""
BENCH: Final = 24

SERVES: Final = 2.2
"""The score of a card for a word of its archetype, in standard deviations of worth."""
FITS: Final = 0.8
"""The score of a card for each word that it shares with the Hero."""
CHANCE: Final = 0.5
"""The scale of the noise (Gumbel) that makes two lists differ."""

_WORD: Final = re.compile(r"[a-z_]{3,}")


def heroes() -> tuple[Card, ...]:
    """The Heroes of constructed lists, by faction and reference.

    >>> len(heroes())
    30
    """
    return tuple(
        card
        for _, cards in sorted(_pool().items())
        for card in sorted(cards, key=lambda card: card.reference)
        if card.type == "hero"
    )


@functools.cache
def _pool() -> dict[str, list[Card]]:
    return playable(card for card in catalogue().package if card.set != WITHHELD_SET)


def cards_of(faction: str) -> tuple[Card, ...]:
    """The cards of a faction that constructed lists are made of."""
    return tuple(card for card in _pool()[faction] if card.type != "hero")


@functools.lru_cache(maxsize=8192)
def words_of(card: Card) -> frozenset[str]:
    """The words of a card's abilities, with its type and sub-types.

    >>> from altered_env import cards
    >>> {"spell", "discard"} <= words_of(cards.find("Kelon Burst C"))
    True
    """
    return frozenset(_WORD.findall(" ".join((*card.abilities, *card.support)))) | {
        card.type,
        *card.subtypes,
    }


def serves(card: Card, archetype: str) -> bool:
    """Does a card have a word of an archetype?

    >>> from altered_env import cards
    >>> serves(cards.find("Kelon Burst C"), "spells")
    True
    """
    return not ARCHETYPES[archetype].words.isdisjoint(words_of(card))


_THEMES: Final = frozenset().union(*(archetype.words for archetype in ARCHETYPES.values()))


@functools.cache
def _telling() -> frozenset[str]:
    """The words that a Hero and a card may share: sub-types, and those of archetypes."""
    return _THEMES | {name for card in catalogue().package for name in card.subtypes}


@functools.cache
def _telling_words(hero: Card) -> frozenset[str]:
    return words_of(hero) & _telling()


def shared_words(card: Card, hero: Card) -> int:
    """The number of telling words that a card shares with a Hero.

    >>> from altered_env import cards, decks
    >>> shared_words(cards.find("Foundry Armorer R1"), decks.load("axiom").hero)
    1
    """
    return len(words_of(card) & _telling_words(hero))


@functools.cache
def worth_of_type() -> dict[str, float]:
    """The mean worth of each card by all measured players, in standard deviations from the mean of
    its type, by reference."""
    tables = [table.cards for table in (worths(), *of_others())]
    by_type: dict[str, dict[str, float]] = {}
    for card in catalogue().package:
        known = [table[card.reference].worth for table in tables if card.reference in table]
        if known:
            by_type.setdefault(card.type, {})[card.reference] = fmean(known)
    found: dict[str, float] = {}
    for measured in by_type.values():
        mean, spread = fmean(measured.values()), pstdev(measured.values()) or 1.0
        found |= {reference: (worth - mean) / spread for reference, worth in measured.items()}
    return found


class Listing(NamedTuple):
    """A list to be made."""

    hero: Card
    archetype: str
    number: int = 0
    """Which of the archetype's lists for the Hero."""

    @property
    def name(self) -> str:
        """The name of the list, with the first name of the Hero.

        >>> from altered_env import decks
        >>> Listing(decks.load("demo-atsadi").hero, "boosts").name
        'atsadi-boosts-1'
        """
        return f"{self.hero.name.split()[0].lower()}-{self.archetype}-{self.number + 1}"


def construct(
    listing: Listing,
    chance: Random,
    cards: Iterable[Card] | None = None,
    worth: Mapping[str, float] | None = None,
    owned: Mapping[str, int] | None = None,
    bounds: Bounds = USUAL_BOUNDS,
) -> Deck:
    """A list as planned; `chance` varies it.

    By default it is of the common and rare cards of the package. `cards` are others to choose from,
    with their `worth` in standard deviations of their type, and `owned` the copies of each, by
    reference. It has the fewest cards that the `bounds` of a format allow, and no more of a name or
    a rarity; where the cards are few, the curve gives way before the kinds of cards do.
    """
    hero, archetype, number = listing
    size, same = bounds.least, bounds.same_name
    aim = ARCHETYPES[archetype]
    worth = worth_of_type() if worth is None else worth
    score = {}
    for card in _pool()[str(hero.faction)] if cards is None else cards:
        if card.type == "hero" or (cards is None and card.rarity == "unique"):
            continue
        noise = -CHANCE * log(-log(chance.random()))
        served = SERVES * serves(card, archetype)
        score[card] = worth.get(card.reference, -1.0) + served + noise
        score[card] += FITS * shared_words(card, hero)
    ordered = sorted(score, key=lambda card: -score[card])
    spells = round(aim.spells[number] * size / MIN_CONSTRUCTED)
    permanents = round(aim.permanents * size / MIN_CONSTRUCTED)
    room = Counter(spell=spells, permanent=permanents, character=size - spells - permanents)
    whole = sum(CURVE.values())
    costs = Counter({cost: round(size * n / whole) for cost, n in CURVE.items()})
    limits = Limits(bounds=bounds)
    found: Counter[Card] = Counter()

    def add(card: Card, most: int) -> None:
        held = same if owned is None else owned.get(card.reference, 0)
        copies = min(most, limits.room(card), held - found[card], size - found.total())
        if copies > 0:
            limits.add(card, copies)
            room[_kind(card)] -= copies
            costs[card.hand_cost] -= copies
            found[card] += copies

    for slack in (0, 2, 4, size):
        for card in ordered:
            if not found[card]:
                add(card, min(same, room[_kind(card)], costs[card.hand_cost] + slack))
    for card in ordered:
        add(card, same)
    listed = sorted(
        found.elements(), key=lambda card: (_kind(card), card.hand_cost, card.reference)
    )
    return Deck(listing.name, hero, tuple(listed))


def _kind(card: Card) -> str:
    return "permanent" if card.type.endswith("permanent") else card.type


def plan() -> list[Listing]:
    """The constructed lists to make: of each Hero, those of the archetypes that its faction has
    cards for.

    >>> len(plan())
    330
    """
    return [
        Listing(hero, name, number)
        for hero in heroes()
        for name in ARCHETYPES
        if _has(str(hero.faction), name)
        for number in range(LISTS)
    ]


@functools.cache
def _has(faction: str, archetype: str) -> bool:
    words = ARCHETYPES[archetype].words
    names = {card.name for card in _pool()[faction] if not words.isdisjoint(words_of(card))}
    return len(names) >= ENOUGH


def for_bench() -> frozenset[Listing]:
    """Those of the plan that are for the bench: four of each archetype, four of each faction, of
    the Heroes that fit best, none twice.

    >>> len({listing.hero for listing in for_bench()})
    24
    """
    rarest = sorted(ARCHETYPES, key=lambda name: sum(_has(faction, name) for faction in _pool()))
    found: list[Listing] = []
    for n in range(BENCH):
        name = rarest[n % len(rarest)]
        used = Counter(listing.hero.faction for listing in found)
        free = [h for h in heroes() if h not in [listing.hero for listing in found]]
        there = [h for h in free if _has(str(h.faction), name)]
        words = ARCHETYPES[name].words
        hero = min(there, key=lambda h: (used[h.faction], -len(words_of(h) & words)))
        found.append(Listing(hero, name, n // len(rarest) % LISTS))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Constructed:
    """A constructed list and its use."""

    deck: Deck
    archetype: str
    use: str


def written(lists: Iterable[Constructed]) -> bytes:
    """The lists as a file."""
    lines = ["\t".join(COLUMNS)]
    for made in lists:
        cards = ", ".join(f"{n} {card.reference}" for card, n in made.deck.counted.items())
        lines.append("\t".join((made.deck.name, made.archetype, made.use, cards)))
    return gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0)


def read(text: str, file: str = FILE.name) -> tuple[Constructed, ...]:
    """The lists of a file. Raises `DeckFileError`, naming the line."""
    head, *rows = text.splitlines() or [""]
    if head != "\t".join(COLUMNS):
        raise DeckFileError(file, f"expected the columns {', '.join(COLUMNS)}", 1)
    found = []
    for number, row in enumerate(rows, start=2):
        fields = row.split("\t")
        if len(fields) != len(COLUMNS):
            raise DeckFileError(file, f"{len(fields)} columns, expected {len(COLUMNS)}", number)
        name, archetype, use, cards = fields
        if archetype not in ARCHETYPES:
            expected = ", ".join(ARCHETYPES)
            raise DeckFileError(file, f"archetype {archetype!r}, expected {expected}", number)
        if use not in USES:
            raise DeckFileError(file, f"use {use!r}, expected {' or '.join(USES)}", number)
        deck = Deck.from_text(cards.replace(", ", "\n"), name=name, file=f"{file}:{number}")
        found.append(Constructed(deck, archetype, use))
    return tuple(found)


@functools.cache
def lists() -> tuple[Constructed, ...]:
    """The constructed lists of the package."""
    return read(read_gzip(FILE, FIGURES).decode())


def by_name(name: str) -> Deck | None:
    """The constructed list of this name, if there is one.

    >>> by_name("atsadi-boosts-1").hero.name, by_name("axiom")
    ('Atsadi & Surge', None)
    """
    return next((one.deck for one in lists() if one.deck.name == name), None)


def named(words: Sequence[str]) -> tuple[Deck, ...]:
    """The constructed lists of a pool: those for training, or for the bench (`bench`); of one
    archetype (`spells`). Raises `ValueError` for another word."""
    known = ("bench", *ARCHETYPES)
    for word in words:
        if word not in known:
            hint = did_you_mean(word, known) or f", there are {', '.join(known)}"
            raise ValueError(f"no constructed lists are called {word[:40]!r}{hint}")
    use = "bench" if "bench" in words else "training"
    wanted = [word for word in words if word != "bench"] or list(ARCHETYPES)
    return tuple(one.deck for one in lists() if one.use == use and one.archetype in wanted)
