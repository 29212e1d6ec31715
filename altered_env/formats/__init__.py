"""Formats with their deck rules, boosters and drafts.

>>> from altered_env import Game, decks, formats
>>> formats.names()  # doctest: +NORMALIZE_WHITESPACE
('booster_draft', 'booster_war', 'booster_war_technical', 'first_game', 'free_for_all', 'limited',
'standard', 'two_against_two')
>>> game = Game.start(decks.first_game("axiom"), decks.first_game("lyra"), format="first_game")
>>> game.view().players[0].hero is None
True
"""

from __future__ import annotations

from altered_env._runtime.suggestions import did_you_mean
from altered_env.decks import constructed
from altered_env.engine.terms import RULE

from . import dated, deck_rules, named_decks, variants
from .boosters import (
    CONTENTS,
    Booster,
    Contents,
    booster,
    boosters,
    ordered_deck,
    simple_deck,
)
from .building import Building
from .drafts import Draft, Drafter, build_deck, pick_at_random, pick_by_rating, rating
from .format import Format
from .variants import without_its_file

__all__ = [
    "CONTENTS",
    "Booster",
    "Building",
    "Contents",
    "Draft",
    "Drafter",
    "Format",
    "booster",
    "boosters",
    "build_deck",
    "get",
    "named",
    "names",
    "ordered_deck",
    "pick_at_random",
    "pick_by_rating",
    "rating",
    "recorded",
    "simple_deck",
    "variants_named",
    "without_its_file",
]

_WAR = RULE.MANA_UNLIMITED | RULE.THREE_A_DAY | RULE.FOUR_DAYS

_FORMATS = {
    form.name: form
    for form in (
        Format(
            "standard",
            "Standard",
            "Constructed decks: a Hero and 39 cards or more.",
            constructed,
        ),
        Format(
            "first_game",
            "First Game",
            "Decks of 29 cards of one faction, without a Hero.",
            deck_rules.first_game,
            named=named_decks.first_game,
        ),
        Format(
            "limited",
            "Limited",
            "Smaller decks, as built from boosters: a Hero and 29 cards or more.",
            deck_rules.limited_deck,
        ),
        Format(
            "two_against_two",
            "Two against Two",
            "Four players with constructed decks, A and C against B and D.",
            constructed,
            RULE.TEAMS,
            4,
            "MP-05",
        ),
        Format(
            "free_for_all",
            "Free for All",
            "Four players with constructed decks, each alone.",
            constructed,
            players=4,
            told_by="FFA-03",
        ),
        Format(
            "booster_draft",
            "Booster Draft",
            "Decks drafted from boosters, of 30 cards or more with the Hero.",
            deck_rules.draft_deck,
            named=named_decks.drafted,
            defaults=("CORE",),
            from_boosters=True,
        ),
        Format(
            "booster_war",
            "Booster War",
            "One opened booster each: unlimited mana, three cards a day, four days.",
            deck_rules.booster_war,
            _WAR,
            named=named_decks.opened,
            defaults=("CORE",),
            from_boosters=True,
        ),
        Format(
            "booster_war_technical",
            "Technical Booster War",
            "Booster War with 12 cards in an order of the player's choice, never shuffled.",
            deck_rules.booster_war_technical,
            _WAR | RULE.DECKS_IN_ORDER,
            named=named_decks.opened_and_ordered,
            defaults=("CORE",),
            from_boosters=True,
        ),
    )
}


def names() -> tuple[str, ...]:
    """The names of the formats."""
    return tuple(sorted(_FORMATS))


def get(name: str, *, date: str | None = None, season: int | None = None) -> Format:
    """The format called `name`, now or at a `date` or in a `season`: card texts, suspensions and
    bans of then. `standard:date=2025-01-15` and `standard:season=3` are names, too.

    >>> get("standard").title, get("standard", season=3).name
    ('Standard', 'standard:season=3')
    """
    if date is not None and season is not None:
        raise ValueError("a format is of a date or of a season; found both")
    base, kind, value = dated.split(str(name))
    for other, asked in (("date", date), ("season", season)):
        if asked is not None:
            if kind:
                raise ValueError(f"{name[:60]!r} has a {kind} already; omit {other}={asked}")
            kind, value = other, str(asked)
    return dated.at(_today(base), kind, value) if kind else _today(base)


def _today(name: str) -> Format:
    if name in _FORMATS:
        return _FORMATS[name]
    found = variants.variant(name, _FORMATS)
    if found is not None:
        return found
    every = (*names(), *variants_named())
    hint = did_you_mean(name, every) or f", there are {', '.join(every)}"
    raise LookupError(f"no format is called {name[:40]!r}{hint}")


def named(name: str) -> Format:
    """The format of an untrusted name: one that needs a file of cards is refused, and the file is
    not read.

    >>> named("sealed:/etc/passwd")
    Traceback (most recent call last):
    LookupError: no format is called 'sealed:/etc/passwd' here, there are booster_draft, \
booster_war, booster_war_technical, first_game, free_for_all, limited, standard, two_against_two, \
all_uniques, no_unique, singleton, singleton_no_unique
    """
    every = (*names(), *(one for one in variants_named() if ":" not in one))
    if dated.split(name)[0] in every:
        return get(name)
    hint = did_you_mean(name, every) or f", there are {', '.join(every)}"
    raise LookupError(f"no format is called {name[:40]!r} here{hint}")


def recorded(name: str) -> Format:
    """The format of a recorded game: `Format.played_as`. Raises `LookupError` for another name.

    >>> recorded("standard:date=2025-02-22").day
    datetime.date(2025, 2, 22)
    """
    if dated.split(name)[0] not in _FORMATS:
        raise LookupError(f"expected one of {', '.join(names())}; found {name!r:.40}")
    return get(name)


def variants_named() -> tuple[str, ...]:
    """The formats that differ from another only in their deck rules; some need a file.

    >>> variants_named()  # doctest: +NORMALIZE_WHITESPACE
    ('all_uniques', 'frontier:FILE', 'no_unique', 'sealed:FILE', 'singleton',
    'singleton_no_unique')
    """
    return variants.NAMES
