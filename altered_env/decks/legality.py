"""Deck legality: the rules of deck building, by format and ruleset.

Every violation cites its rule: the statement of the seeds under "2024.09", the paragraph of the
Complete Rules under "5.0". Where the two number one rule differently, `CITED` says how.

>>> from altered_env import decks
>>> decks.constructed(decks.starter("axiom"))
[]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from altered_env._runtime.plurals import counted
from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card
from altered_env.cards.printed_words import NEUTRAL

from .deck import Deck

RULESETS: Final = ("2024.09", "5.0")

MIN_CONSTRUCTED: Final = 39  # without the Hero, under both rulesets
MAX_CONSTRUCTED: Final = {"2024.09": None, "5.0": 60}  # with the Hero
MAX_SAME_NAME: Final = 3
MAX_RARITY: Final = {"rare": 15, "exalted": 3, "unique": 3}
MIN_LIMITED: Final = {"2024.09": 29, "5.0": 30}  # without the Hero; with it under 5.0
MAX_FACTIONS: Final = 3
MANA_CONVERGENCE: Final = "Mana Convergence"

CITED: Final = {
    # point: (2024.09, 5.0)
    "hero": ("1.1.4.b", "1.1.4.b"),
    "minimum": ("1.1.4.c", "1.1.4.b"),
    "maximum": ("", "1.1.4.b"),
    "faction": ("1.1.4.d", "1.1.4.c"),
    "name": ("1.1.4.e", "1.1.4.d"),
    "rare": ("1.1.4.f", "1.1.4.e"),
    "exalted": ("DB-05", "1.1.4.f"),
    "unique": ("1.1.4.g", "1.1.4.g"),
    "suspended": ("DB-12", "1.1.4"),
    "limited pool": ("1.1.5.a", "1.1.5.a"),
    "limited hero": ("1.1.5.b", "1.1.5.b"),
    "limited minimum": ("1.1.5.c", "1.1.5.b"),
    "limited factions": ("1.1.5.d", "1.1.5.c"),
    "token": ("1.1.3.b", "1.1.3.b"),
    "players": ("DB-11", "1.1.3.b"),
}


@dataclass(frozen=True, slots=True)
class Bounds:
    """The numbers of cards in a constructed deck of a format, where they differ from the rules'."""

    size: tuple[int, int] | None = None
    """The fewest and the most cards, with the Hero; None for the rules' numbers."""
    same_name: int = MAX_SAME_NAME
    """The most cards of one name."""
    rarities: Mapping[str, int] = field(default_factory=lambda: MAX_RARITY, hash=False)
    """The most cards of a rarity; those that are not named have no limit."""

    @property
    def least(self) -> int:
        """The fewest cards besides the Hero.

        >>> Bounds().least, Bounds(size=(60, 80)).least
        (39, 59)
        """
        return MIN_CONSTRUCTED if self.size is None else self.size[0] - 1

    @property
    def refused(self) -> tuple[str, ...]:
        """The rarities of which there is no card.

        >>> Bounds(rarities={"rare": 15, "unique": 0}).refused
        ('unique',)
        """
        return tuple(rarity for rarity, most in self.rarities.items() if not most)


USUAL_BOUNDS: Final = Bounds()


@dataclass(frozen=True, slots=True)
class Violation:
    """A reason why a deck is illegal."""

    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


def constructed(
    deck: Deck,
    rules: str = "2024.09",
    bounds: Bounds = USUAL_BOUNDS,
) -> list[Violation]:
    """The reasons why `deck` is illegal in constructed play; empty if it is legal.

    Of `bounds`, a format that has a smaller number of cards of a name, or refuses a rarity, says so
    itself (`formats/variants.py`).
    """
    report, size = _Report(rules), bounds.size
    _check_kinds(deck, report, "hero")
    if deck.hero is None:
        report.add("hero", "no Hero; a deck needs exactly one")
    count, most = len(deck.cards), MAX_CONSTRUCTED[rules]
    if size is not None and not size[0] <= len(deck.every_card) <= size[1]:
        least, most = size
        side = "minimum" if len(deck.every_card) < least else "maximum"
        report.add(
            side,
            f"{counted(len(deck.every_card), 'card')} with the Hero; {least} to {most} expected",
        )
    elif size is None and count < MIN_CONSTRUCTED:
        report.add(
            "minimum",
            f"{counted(count, 'card')} besides the Hero; at least {MIN_CONSTRUCTED} are required",
        )
    elif size is None and most is not None and len(deck.every_card) > most:
        report.add(
            "maximum",
            f"{counted(len(deck.every_card), 'card')} with the Hero; at most {most} are allowed",
        )
    if deck.hero is not None:
        for card, copies in Counter(deck.cards).items():
            if card.faction != deck.hero.faction:
                message = (
                    f"{copies} {card} is from {card.faction_name}, but the Hero is from "
                    f"{deck.hero.faction_name}"
                )
                report.add("faction", message)
    for name, copies in Counter(card.name for card in deck.cards).items():
        if copies > MAX_SAME_NAME:
            message = (
                f"{copies} cards called {name}; at most {MAX_SAME_NAME} are allowed, over "
                f"all versions"
            )
            report.add("name", message)
    by_rarity = Counter(card.rarity for card in deck.cards)
    for rarity, limit in bounds.rarities.items():
        if by_rarity[rarity] > limit > 0:
            report.add(
                rarity,
                f"{counted(by_rarity[rarity], f'{rarity} card')}; at most {limit} are allowed",
            )
    for card in dict.fromkeys(deck.every_card):
        if card.suspended:
            report.add("suspended", f"{card} is suspended from constructed play")
    return report.found


def limited(
    deck: Deck,
    pool: Iterable[Card] | None = None,
    rules: str = "2024.09",
    of_any_size: bool = False,
) -> list[Violation]:
    """The reasons why `deck` is illegal in limited play; empty if it is legal.

    `pool` are the cards given to the player. Without it the deck is not checked against one. Names
    and rarities have no limit (1.1.5.d, remark), and Mana Convergence may be added freely. With
    `of_any_size`, there may be any number of cards.
    """
    report = _Report(rules)
    _check_kinds(deck, report, "limited hero")
    least = MIN_LIMITED[rules]
    count = len(deck.cards) if rules == "2024.09" else len(deck.every_card)
    if count < least and not of_any_size:
        beside = "besides a Hero" if rules == "2024.09" else "with a Hero, if any"
        report.add(
            "limited minimum", f"{counted(count, 'card')} {beside}; at least {least} are required"
        )
    factions = {card.faction_name for card in deck.every_card if card.faction != NEUTRAL}
    if len(factions) > MAX_FACTIONS:
        message = (
            f"{len(factions)} factions ({', '.join(sorted(factions))}); at most three are allowed"
        )
        report.add("limited factions", message)
    if pool is not None:
        given = Counter(pool)
        for card, copies in Counter(deck.every_card).items():
            if card.name != MANA_CONVERGENCE and copies > given[card]:
                report.add("limited pool", f"{copies} {card}, but the pool has {given[card]}")
    return report.found


def standard(decks: Sequence[Deck], rules: str = "2024.09") -> list[Violation]:
    """The reasons why these decks cannot play a Standard match: one against one, both of them
    legal."""
    report = _Report(rules)
    if len(decks) != 2:
        report.add("players", f"{counted(len(decks), 'deck')}, but Standard is one against one")
    for deck in decks:
        report.found += [
            Violation(found.rule, f"{deck.name}: {found.message}")
            for found in constructed(deck, rules)
        ]
    return report.found


class _Report:
    """The violations found so far, each with the rule's number in the ruleset."""

    def __init__(self, rules: str) -> None:
        if rules not in RULESETS:
            hint = did_you_mean(rules, RULESETS) or f", expected one of {', '.join(RULESETS)}"
            raise ValueError(f"unknown ruleset {rules!r}{hint}")
        self._column = RULESETS.index(rules)
        self.found: list[Violation] = []

    def add(self, point: str, message: str) -> None:
        self.found.append(Violation(CITED[point][self._column], message))


def _check_kinds(deck: Deck, report: _Report, hero: str) -> None:
    """A deck created in code, not read from a list, may contain anything."""
    if deck.hero is not None and deck.hero.type != "hero":
        report.add(hero, f"{deck.hero} is {deck.hero.kind}, not a Hero")
    for card in dict.fromkeys(deck.cards):
        if card.type == "hero":
            report.add(hero, f"{card} is one Hero too many; a deck has at most one")
        if card.token:
            report.add("token", f"{card} is a token; tokens are not part of decks")
