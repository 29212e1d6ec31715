"""Random legal decks, for training and fuzzing.

>>> from altered_env import decks
>>> deck = decks.random(7, faction="lyra", curve=True)
>>> deck.hero.faction, decks.constructed(deck, "5.0")
('lyra', [])
>>> deck == decks.random(7, faction="lyra", curve=True)
True
"""

from __future__ import annotations

import functools
import operator
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Final

from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card, catalogue
from altered_env.cards.printed_words import FACTIONS

from .deck import Deck
from .legality import MAX_RARITY, MAX_SAME_NAME, MIN_CONSTRUCTED, USUAL_BOUNDS, Bounds

MOST: Final = 59
CURVE: Final = {1: 6.0, 2: 14.5, 3: 10.5, 4: 4.0, 5: 2.0, 6: 1.0, 7: 0.6, 8: 0.4}
"""The number of cards of each Hand Cost among 39: the mean of public lists."""
COPIES: Final = (1, 2, 2, 3, 3, 3)
"""Usual numbers of copies of a card, equally likely."""

_WORD: Final = re.compile(r"[a-z_]{3,}")
_COMMON: Final = {"you", "card", "character", "target", "choose", "may", "effect", "gain"}

Pool = Mapping[str, Sequence[Card]]


def random(
    seed: int,
    faction: str | None = None,
    *,
    hero: Card | None = None,
    size: int | None = None,
    curve: bool = False,
    cards: Iterable[Card] | None = None,
    uniques: int | None = None,
) -> Deck:
    """A random deck that is legal in constructed play under both rulesets.

    The same arguments give the same deck. `faction` and `hero` are random unless given; `size`
    counts the cards besides the Hero, from 39 to 59. Without `curve` all cards are equally likely;
    with it the mana curve is about that of public lists, with several copies of most cards. `cards`
    are those to choose from, by default the package's; `uniques` is the number of unique cards in
    the deck, by default random.

    Raises `ValueError` for an unknown faction, or if these cards do not make a deck.
    """
    try:
        number = operator.index(seed)
    except TypeError:
        raise ValueError(f"a seed must be a whole number, found {seed!r:.40}") from None
    if hero is not None and hero.type != "hero":
        raise ValueError(f"{hero} is {hero.kind}, not a Hero")
    if faction is not None and faction not in FACTIONS:
        hint = did_you_mean(faction, FACTIONS) or f", there are {', '.join(FACTIONS)}"
        raise ValueError(f"no faction is called {faction[:40]!r}{hint}")
    if hero is not None and faction not in (None, hero.faction):
        raise ValueError(f"{hero} is from {hero.faction_name}, not from {faction.capitalize()}")
    if size is not None and not MIN_CONSTRUCTED <= size <= MOST:
        raise ValueError(f"{size} cards; a deck has {MIN_CONSTRUCTED} to {MOST} besides its Hero")
    if uniques is not None and not 0 <= uniques <= MAX_RARITY["unique"]:
        raise ValueError(f"{uniques} unique cards; a deck has 0 to {MAX_RARITY['unique']}")
    pool = _package() if cards is None else _playable(tuple(cards))
    chance = Random(f"deck {number}")
    if faction is None:
        of = sorted(pool)
        if uniques:
            of = [name for name in of if len(_uniques(pool[name])) >= uniques]
        if hero is None and not of:
            raise ValueError(
                f"no faction has {uniques} unique cards here: add them from official"
                " data with `altered cards import FILE`"
            )
        faction = hero.faction if hero is not None else chance.choice(of)
    heroes = [card for card in pool[faction] if card.type == "hero"]
    others = [card for card in pool[faction] if card.type != "hero"]
    first: list[Card] = []
    if uniques is not None:
        there = _uniques(others)
        if len(there) < uniques:
            raise ValueError(
                f"{len(there)} unique cards of {faction} are known here, but a deck needs "
                f"{uniques}:"
                " add more from official data with `altered cards import FILE`"
            )
        first = chance.sample(there, uniques)
        others = [card for card in others if card.rarity != "unique"]
    if hero is None and not heroes:
        raise ValueError(f"there is no Hero of {faction} among these cards")
    hero = hero or chance.choice(heroes)
    size = size or MIN_CONSTRUCTED
    drawn = _shaped if curve else _draw
    found = drawn(chance, others, size, first)
    return Deck(f"random {faction} {number}", hero, tuple(found))


def _uniques(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.rarity == "unique"]


@functools.cache
def _package() -> dict[str, list[Card]]:
    return playable(catalogue().package)


@functools.lru_cache(maxsize=8)
def _playable(cards: tuple[Card, ...]) -> dict[str, list[Card]]:
    return playable(cards)


def playable(cards: Iterable[Card], unsupported: Iterable[str] = ()) -> dict[str, list[Card]]:
    """The cards of each faction that may be in a constructed deck and are understood.

    >>> from altered_env import cards
    >>> sorted(playable(cards.catalogue()))
    ['axiom', 'bravos', 'lyra', 'muna', 'ordis', 'yzmir']
    """
    out = set(unsupported)
    pool: dict[str, list[Card]] = {faction: [] for faction in FACTIONS}
    for card in cards:
        if card.reference in out or card.token or card.suspended or card.type == "mana":
            continue
        if card.faction in pool:
            pool[card.faction].append(card)
    return pool


def random_deck(chance: Random, pool: Pool, starters: Sequence[Deck] = ()) -> Deck:
    """A deck from `pool`, the cards of each faction, that is legal under both rulesets.

    One in eight is one of `starters`, if there are any, so that fuzzing also covers decks that
    people play.

    >>> from altered_env import cards, decks
    >>> deck = random_deck(Random(5), playable(cards.catalogue()))
    >>> decks.constructed(deck)
    []
    """
    if chance.random() < 1 / 8 and starters:
        return chance.choice(starters)
    faction = chance.choice(sorted(pool))
    heroes = [card for card in pool[faction] if card.type == "hero"]
    others = [card for card in pool[faction] if card.type != "hero"]
    size = chance.randint(MIN_CONSTRUCTED, MOST if chance.random() < 0.3 else MIN_CONSTRUCTED + 3)
    found = _draw(chance, others, size)
    return Deck(f"random {faction}", chance.choice(heroes), tuple(found))


def themed_deck(chance: Random, pool: Pool, theme: Collection[str] = ()) -> Deck:
    """A deck of cards that share a word of their abilities, as far as the limits allow, filled up
    with others, to see each mechanic in quantity. The word is drawn, or is any of `theme`.

    >>> from altered_env import cards, decks
    >>> deck = themed_deck(Random(5), playable(cards.catalogue()))
    >>> decks.constructed(deck), decks.constructed(deck, "5.0")
    ([], [])
    """
    faction = chance.choice(sorted(pool))
    heroes = [card for card in pool[faction] if card.type == "hero"]
    others = [card for card in pool[faction] if card.type != "hero"]
    if theme:
        words, name = frozenset(theme), "/".join(theme)
    else:
        card = chance.choice([card for card in others if _words(card)])
        name = chance.choice(sorted(_words(card)))
        words = frozenset({name})
    limits = Limits()
    found: list[Card] = []
    for wanted in (True, False):
        for card in chance.sample(others, len(others)):
            room = min(limits.room(card), MIN_CONSTRUCTED - len(found))
            if (not words.isdisjoint(_words(card))) == wanted and room > 0:
                limits.add(card, room)
                found += [card] * room
    of_theme = [hero for hero in heroes if not words.isdisjoint(_words(hero))]
    return Deck(f"{name} of {faction}", chance.choice(of_theme or heroes), tuple(found))


def _words(card: Card) -> frozenset[str]:
    return _words_of((*card.abilities, *card.support))


@functools.cache
def _words_of(abilities: tuple[str, ...]) -> frozenset[str]:
    """The words of abilities, without those that nearly every card has."""
    return frozenset(_WORD.findall(" ".join(abilities))) - _COMMON


class Limits:
    """The number of cards of a name or a rarity that may still be added."""

    def __init__(self, first: Iterable[Card] = (), bounds: Bounds = USUAL_BOUNDS) -> None:
        self._bounds = bounds
        self._names: Counter[str] = Counter()
        self._rarities: Counter[str] = Counter()
        for card in first:
            self.add(card)

    def room(self, card: Card) -> int:
        bounds, rarity = self._bounds, card.rarity or ""
        name = bounds.same_name - self._names[card.name]
        if rarity not in bounds.rarities:
            return name
        return min(name, bounds.rarities[rarity] - self._rarities[rarity])

    def add(self, card: Card, copies: int = 1) -> None:
        self._names[card.name] += copies
        self._rarities[card.rarity or ""] += copies


def _draw(
    chance: Random, cards: Sequence[Card], size: int, first: Sequence[Card] = ()
) -> list[Card]:
    """Up to `size` cards that keep the limits of names and rarities, at least the legal number, the
    `first` among them."""
    copies = list(cards) * MAX_SAME_NAME
    found: list[Card] = []
    for most in (4 * size, len(copies)):  # a few are enough but where the pool is small
        limits = Limits(first)
        found = list(first)
        for card in chance.sample(copies, min(most, len(copies))):
            if len(found) == size:
                return found
            if limits.room(card) > 0:
                limits.add(card)
                found.append(card)
    if len(found) < MIN_CONSTRUCTED:
        raise ValueError(f"only {len(found)} cards of this pool fit into one deck")
    return found


def _shaped(
    chance: Random, cards: Sequence[Card], size: int, first: Sequence[Card] = ()
) -> list[Card]:
    """`size` cards, the `first` among them, whose costs are those people play, several copies of
    most."""
    by_cost: dict[int, list[Card]] = {}
    for card in chance.sample(list(cards), len(cards)):
        by_cost.setdefault(card.hand_cost, []).append(card)
    limits = Limits(first)
    found = list(first)
    while len(found) < size and any(by_cost.values()):
        costs = [cost for cost, left in by_cost.items() if left]
        weights = [CURVE.get(cost, 0.1) for cost in costs]
        card = by_cost[chance.choices(costs, weights)[0]].pop()
        copies = min(chance.choice(COPIES), limits.room(card), size - len(found))
        if copies > 0:
            limits.add(card, copies)
            found += [card] * copies
    if len(found) < size:
        raise ValueError(f"only {len(found)} cards of this pool fit into one deck")
    return found
