"""The cards that a deck can be built from, with their worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from altered_env import decks, formats
from altered_env._runtime.plurals import counted
from altered_env.cards import Card, catalogue
from altered_env.cardstats.collection.card_values import values_of
from altered_env.cardstats.collection.phrases import own_phrases
from altered_env.cardstats.collection.reading_collections import read_files
from altered_env.decks import Deck
from altered_env.decks.legality import MAX_SAME_NAME
from altered_env.formats.card_alone import broken_by
from altered_env.game.books import book_for

UNKNOWN = -1.0
"""Standard deviations below the mean of a card of unknown worth."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The cards that a Hero's deck can hold in a format."""

    hero: Card
    format: str
    rules: str
    cards: tuple[Card, ...]
    worth: Mapping[str, float]
    """The worth of each card in percent of games, by reference."""
    owned: Mapping[str, int] | None = None
    """The copies of each card at hand; None for any number."""
    remarks: tuple[str, ...] = ()

    def by_type(self) -> dict[str, float]:
        """Return the worth of each card in standard deviations of its type."""
        known: dict[str, list[float]] = {}
        for card in self.cards:
            known.setdefault(card.type, []).append(self.worth.get(card.reference, 0.0))
        return {
            card.reference: (
                (self.worth[card.reference] - fmean(known[card.type]))
                / (pstdev(known[card.type]) or 1.0)
                if card.reference in self.worth
                else UNKNOWN
            )
            for card in self.cards
        }


def pool_of(
    hero: Card,
    format: str = "standard",
    rules: str = "2024.09",
    files: Sequence[str] = (),
    collection: bool = False,
    jobs: int = 1,
    uniques: Sequence[str] = (),
) -> Pool:
    """The pool of a Hero: the package's cards, or those of files; in a `collection` the copies
    count. Files of `uniques` are added to either.

    Raises `ValueError` if there are no such cards, and `InputFileError` for an unreadable file.
    """
    if hero.type != "hero":
        raise ValueError(f"{hero} is no Hero; name one, such as Rin or 'Waru & Mack'")
    remarks: list[str] = []
    owned: dict[str, int] | None = None
    every: list[Card] = [] if files else list(catalogue())
    if files or uniques:
        found = read_files([*files, *uniques], own_phrases(), jobs)
        if not found.held:
            why = f": {found.problems[0]}" if found.problems else ""
            raise ValueError(f"{', '.join([*files, *uniques])}: no card is in there{why}")
        if found.problems:
            remarks.append(
                f"{counted(len(found.problems), 'entry', 'entries')} of the files left out:"
                f" {found.problems[0]}"
            )
        if found.by_number:
            remarks.append(
                f"{len(found.by_number):,} texts are not understood, so the cards of their numbers"
                f" count: {found.by_number[0]}"
            )
        unknown = [held for held in found.held if held.card is None]
        if unknown:
            remarks.append(
                f"{counted(len(unknown), 'unique card')} without a known text left out"
                f" ({unknown[0].reference}, ...): give their official data or texts, or altered"
                " cards import them"
            )
        every += [held.card for held in found.held if held.card is not None]
        if collection:
            owned = {}
            for held in found.held:
                if held.card is not None:
                    reference = held.card.reference
                    owned[reference] = owned.get(reference, 0) + held.count
    form = formats.get(format)
    if wrong := broken_by(hero, None, form, rules):
        raise ValueError(f"no {format} deck can have this Hero: {wrong[0]}")
    of_faction = [card for card in every if card.faction == hero.faction]
    playable = decks.playable(of_faction, book_for(of_faction).unsupported).get(
        str(hero.faction), []
    )
    cards = [card for card in playable if card.type != "hero"]
    then = Deck("pool", hero, tuple(cards))
    cards = list(form.as_played(then).cards)
    every = list(dict.fromkeys(cards))
    allowed = tuple(card for card in every if not broken_by(card, hero, form, rules))
    if not allowed:
        raise ValueError(
            f"no card for {hero.name} ({hero.faction}) in {', '.join(files) or 'the package'}"
            f" is legal in {format}" + "".join(f"; {remark}" for remark in remarks)
        )
    if len(allowed) < len(every):
        remarks.append(
            f"{counted(len(every) - len(allowed), 'card')} of the faction left out: not legal in"
            f" {format}"
        )
    worth = {
        value.reference: value.worth for value in values_of(allowed) if value.worth is not None
    }
    return Pool(hero, format, rules, allowed, worth, _copies(allowed, owned), tuple(remarks))


def _copies(cards: Sequence[Card], owned: Mapping[str, int] | None) -> Mapping[str, int] | None:
    """The copies of each card at hand, at most one of a unique card: nobody has two."""
    if not any(card.rarity == "unique" for card in cards):
        return owned
    every = {card.reference: MAX_SAME_NAME for card in cards} if owned is None else owned
    uniques = {card.reference for card in cards if card.rarity == "unique"}
    return {name: min(count, 1) if name in uniques else count for name, count in every.items()}
