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

from . import deck_rules, named_decks, variants
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
    "simple_deck",
    "variants_named",
    "without_its_file",
]

_WAR = RULE.MANA_UNLIMITED | RULE.THREE_A_DAY | RULE.FOUR_DAYS

_FORMATS = {
    form.name: form
    for form in (
        Format("standard", "Standard", constructed),
        Format("first_game", "First Game", deck_rules.first_game, named=named_decks.first_game),
        Format("limited", "Limited", deck_rules.limited_deck),
        Format("two_against_two", "Two against Two", constructed, RULE.TEAMS, 4, "MP-05"),
        Format("free_for_all", "Free for All", constructed, players=4, told_by="FFA-03"),
        Format(
            "booster_draft",
            "Booster Draft",
            deck_rules.draft_deck,
            named=named_decks.drafted,
            usual=("CORE",),
            from_boosters=True,
        ),
        Format(
            "booster_war",
            "Booster War",
            deck_rules.booster_war,
            _WAR,
            named=named_decks.opened,
            usual=("CORE",),
            from_boosters=True,
        ),
        Format(
            "booster_war_technical",
            "technical Booster War",
            deck_rules.booster_war_technical,
            _WAR | RULE.DECKS_IN_ORDER,
            named=named_decks.opened_and_ordered,
            usual=("CORE",),
            from_boosters=True,
        ),
    )
}


def names() -> tuple[str, ...]:
    """The names of the formats."""
    return tuple(sorted(_FORMATS))


def get(name: str) -> Format:
    """The format called `name`.

    >>> get("standard").title
    'Standard'
    """
    if name in _FORMATS:
        return _FORMATS[name]
    found = variants.variant(str(name), _FORMATS)
    if found is not None:
        return found
    every = (*names(), *variants_named())
    hint = did_you_mean(str(name), every) or f", there are {', '.join(every)}"
    raise LookupError(f"no format is called {str(name)[:40]!r}{hint}")


def named(name: str) -> Format:
    """The format of an untrusted name: one that needs a file of cards is refused, and the file is
    not read.

    >>> named("sealed:/etc/passwd")
    Traceback (most recent call last):
    LookupError: no format is called 'sealed:/etc/passwd' here, there are booster_draft, \
booster_war, booster_war_technical, first_game, free_for_all, limited, standard, two_against_two, \
no_unique, singleton
    """
    every = (*names(), *(one for one in variants_named() if ":" not in one))
    if name in every:
        return get(name)
    hint = did_you_mean(name, every) or f", there are {', '.join(every)}"
    raise LookupError(f"no format is called {name[:40]!r} here{hint}")


def variants_named() -> tuple[str, ...]:
    """The formats that differ from another only in their deck rules; some need a file.

    >>> variants_named()
    ('frontier:FILE', 'no_unique', 'sealed:FILE', 'singleton')
    """
    return variants.NAMES
