"""Bans and patches: the decks of a field without certain cards, or with other texts of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card, catalogue
from altered_env.cards.loading import File, load_files
from altered_env.cards.reader import OWN_SET
from altered_env.cardstats.contextual import alternatives
from altered_env.decks import Deck


@dataclass(frozen=True, slots=True)
class Changed:
    """A deck after a change; None if it cannot be played any more."""

    deck: Deck | None
    how: str = ""
    """What became of it; empty if nothing changed."""


def banned_cards(words: Sequence[str]) -> frozenset[str]:
    """The references of banned cards: a reference, a card with its version, or a name, which means
    all versions. Raises `LookupError` for an unknown one."""
    pool = catalogue()
    found = [card for word in words for card in pool.versions(word) or (pool.find(word),)]
    return frozenset(card.reference for card in found)


def without(deck: Deck, banned: frozenset[str], rules: str, format: str) -> Changed:
    """The deck with the best legal replacement by measured worth in place of each banned card."""
    if deck.hero is not None and deck.hero.reference in banned:
        return Changed(None, f"{deck.hero.name} is banned")
    said = []
    for card in dict.fromkeys(card for card in deck.cards if card.reference in banned):
        found = [
            change
            for change in alternatives(deck, card, 10_000, rules, format=format)
            if change.into.reference not in banned
        ]
        same_type = [change for change in found if change.into.type == card.type]
        if not found:
            return Changed(None, f"no legal card replaces {card}")
        change = (same_type or found)[0]
        deck = change.of(deck)
        said.append(str(change))
    return Changed(deck, "; ".join(said))


def read_patch(path: str | Path) -> dict[str, Card]:
    """The changed cards of a file in the notation of card files, by reference. A version without a
    set is that of the card of its name.

    Raises `CardFileError` for a damaged file and `ValueError` for a card that is not known, or not
    changed.
    """
    found = {}
    for given in load_files([File(Path(path), str(path), OWN_SET)]):
        card = given
        if given.reference not in catalogue() and given.reference.startswith(f"{OWN_SET}_"):
            card = known_as_printed(given, catalogue(), str(path))
        if card.reference not in catalogue():
            raise ValueError(
                f"{path}: {card.reference} is no card of the catalogue; a patch changes known cards"
            )
        if replace(card, source="") == replace(catalogue()[card.reference], source=""):
            raise ValueError(f"{path}: {card} ({card.reference}) is as it was")
        found[card.reference] = card
    if not found:
        raise ValueError(f"{path} changes no card")
    return found


def known_as_printed(card: Card, pool: Iterable[Card], place: str) -> Card:
    """A card of a file in which its version has no set, with the reference of the card in the pool
    with its name and version. Raises `ValueError` if there is none, or several."""
    cards = list(pool)
    version = card.reference.partition("_")[2]
    named = [one for one in cards if one.name == card.name]
    if not named:
        names = {one.name for one in cards}
        hint = did_you_mean(card.name, names) or "; a patch changes known cards"
        raise ValueError(f"{place}: no card is called {card.name!r:.60}{hint}")
    found = sorted(one.reference for one in named if one.reference.partition("_")[2] == version)
    if not found:
        there = sorted({one.reference.partition("_")[2] for one in named})
        raise ValueError(
            f"{place}: no version {version} of {card.name}: there are {', '.join(there)}"
        )
    if len(found) > 1:
        raise ValueError(
            f"{place}: {version} of {card.name} is in several sets, so name its set:"
            f" {' or '.join(found)}"
        )
    return replace(card, reference=found[0])


def patched(deck: Deck, patch: Mapping[str, Card]) -> Changed:
    """The deck with the changed cards."""
    held = [card for card in dict.fromkeys(deck.every_card) if card.reference in patch]
    if not held:
        return Changed(deck)
    hero = None if deck.hero is None else patch.get(deck.hero.reference, deck.hero)
    cards = tuple(patch.get(card.reference, card) for card in deck.cards)
    named = ", ".join(f"{card} ({card.reference})" for card in held)
    return Changed(replace(deck, hero=hero, cards=cards), f"patched: {named}")
