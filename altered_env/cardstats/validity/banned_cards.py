"""Question (e): where suspended and banned cards stand among the worths shipped with the package.

A card counts with the text that it had when it was suspended or banned. Of a text that was
corrected later there is no measured worth: the player of the estimates has one from its elements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import numpy as np

from altered_env.cards import Card, catalogue
from altered_env.cards.earlier import as_of, suspensions
from altered_env.cards.estimates import estimates
from altered_env.cards.worths import Worths, worths
from altered_env.cardstats.validity.figures import Figure
from altered_env.formats.dated import seasons


def place_figures(shipped: Sequence[Worths]) -> list[Figure]:
    """The share of cards of the package that are no uniques with a lower worth than each of these
    cards, and its mean over those with a measured worth."""
    package = _package()
    found = []
    for table in shipped:
        rows = {c: table.cards[c.reference].worth for c in package if c.reference in table.cards}
        who, measured = str(table.head["agent"]), []
        for card, day in _wanted().items():
            then = as_of(card, day)
            row = table.of(then)
            if row is not None:
                measured.append(_place(rows, card, row.worth))
                found.append(Figure("e", who, str(card), measured[-1]))
            elif then != card and table.head == worths().head:
                told = estimates().estimate(then)
                if told is not None:
                    place, low, high = (
                        _place(rows, card, worth) for worth in (told.worth, told.low, told.high)
                    )
                    note = "estimated from its text"
                    found.append(Figure("e", who, _of(card, day), place, low, high, note=note))
        if measured:
            mean = float(np.mean(measured))
            found.append(Figure("e", who, "mean of the measured", mean, count=len(measured)))
    return found


def left_out(shipped: Sequence[Worths]) -> list[str]:
    """The suspended and banned cards that have no place, or not with every player, and why."""
    never, corrected = [], []
    for card, day in _wanted().items():
        then = as_of(card, day)
        if then != card:
            corrected.append(_of(card, day))
        elif all(table.of(card) is None for table in shipped):
            never.append(str(card))
    found = []
    if never:
        found.append(f"(e) left out: {', '.join(never)}: no player has measured them")
    if corrected:
        player = worths().head["agent"]
        found.append(
            f"(e) {', '.join(corrected)}: the text was corrected later, and only that of"
            f" now is measured; its place is by the estimate of {player}"
        )
    families = dict.fromkeys(
        family for season in seasons().values() for family in sorted(season.banned_uniques)
    )
    if families:
        names = ", ".join(_family(one) for one in families)
        found.append(f"(e) left out: banned unique cards: those of {names}")
    return found


def _package() -> list[Card]:
    return [card for card in catalogue().package if card.rarity in ("common", "rare")]


def _wanted() -> dict[Card, date]:
    """The suspended and banned cards with the first day of their suspension or ban."""
    days = {reference: day for reference, day in suspensions().items() if day is not None}
    for season in seasons().values():
        for reference in season.banned:
            days[reference] = min(season.start, days.get(reference, season.start))
    return {
        card: days.get(card.reference, date.max)
        for card in _package()
        if card.suspended or card.reference in days
    }


def _of(card: Card, day: date) -> str:
    return f"{card}, text of {day}"


def _family(name: str) -> str:
    """A family of unique cards in words.

    >>> _family("CORE_AX_16:bravos"), _family("CORE_YZ_05")
    ('Foundry Armorer (CORE_AX_16, Bravos)', 'Moonlight Jellyfish (CORE_YZ_05)')
    """
    family, _, faction = name.partition(":")
    told = f"{family}, {faction.capitalize()}" if faction else family
    return f"{catalogue()[f'{family}_C'].name} ({told})"


def _place(rows: Mapping[Card, float], card: Card, worth: float) -> float:
    """The share of the other cards with a lower worth."""
    others = [other for one, other in rows.items() if one != card]
    return 100 * sum(other < worth for other in others) / max(1, len(others))
