"""The decks that come with the package: starters, their first games, public lists.

Deck lists are facts: names and numbers. They are in three folders next to this file.
"""

from __future__ import annotations

import functools
from pathlib import Path

from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Catalogue, catalogue

from .constructing import by_name
from .deck import Deck

_HERE = Path(__file__).parent


@functools.cache
def _names(folder: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (_HERE / folder).glob("*.txt")))


def _read(folder: str, name: str, what: str) -> Deck:
    if name not in _names(folder):
        hint = did_you_mean(name, _names(folder)) or f", there are {', '.join(_names(folder))}"
        raise LookupError(f"no {what} is called {name[:80]!r}{hint}")
    return _list(folder, name, catalogue())


@functools.lru_cache(maxsize=256)
def _list(folder: str, name: str, _cards: Catalogue) -> Deck:
    """Return the list with this name, which is read once for a catalogue: an arena begins each game
    with a name."""
    path = _HERE / folder / f"{name}.txt"
    return Deck.from_text(path.read_text("utf-8"), name=name, file=f"{folder}/{path.name}")


def names() -> tuple[str, ...]:
    """Return the names of the starter decks: one for each faction.

    >>> names()
    ('axiom', 'bravos', 'lyra', 'muna', 'ordis', 'yzmir')
    """
    return _names("starters")


def starter(name: str) -> Deck:
    """Return the starter deck of a faction.

    >>> starter("muna").hero.name
    'Teija & Nauraa'
    """
    return _read("starters", name, "starter deck")


def first_game(name: str) -> Deck:
    """Return the 29 cards of a starter deck for a first game, without a Hero.

    >>> deck = first_game("muna")
    >>> deck.hero, len(deck.cards), set(deck.cards) < set(starter("muna").cards)
    (None, 29, True)
    """
    return _read("first_games", name, "starter deck")


def lists() -> tuple[str, ...]:
    """Return the names of the public lists: starters and demonstration decks of all sets.

    >>> lists()[:3]
    ('demo-akesha', 'demo-atsadi', 'demo-gulrang')
    """
    return _names("lists")


def public(name: str) -> Deck:
    """Return a public list by its name.

    >>> public("demo-atsadi").hero.name
    'Atsadi & Surge'
    """
    return _read("lists", name, "public list")


def named(name: str) -> Deck:
    """Return a starter deck or a public list; safe for untrusted names, as no other file is read.

    >>> named("/etc/passwd")
    Traceback (most recent call last):
    LookupError: no deck is called '/etc/passwd' here; name a starter or a public list
    """
    known = (*names(), *lists())
    if name not in known:
        hint = did_you_mean(name, known) or "; name a starter or a public list"
        raise LookupError(f"no deck is called {name[:80]!r} here{hint}")
    return load(name)


def load(path_or_name: str | Path) -> Deck:
    """Return a starter deck, a public or a constructed list by its name, or the deck of a file, in
    any form.

    >>> load("axiom") == starter("axiom"), len(load("atsadi-boosts-1").cards)
    (True, 39)
    """
    if isinstance(path_or_name, str):
        if path_or_name in names():
            return starter(path_or_name)
        if path_or_name in lists():
            return public(path_or_name)
    path = Path(path_or_name)
    if not path.exists() and not path.suffix and path.name == str(path_or_name):
        if made := by_name(path.name):
            return made
        known = (*names(), *lists())  # a misspelt name: list the known ones
        hint = did_you_mean(path.name, known) or f", there are {', '.join(known)}"
        raise LookupError(f"no deck is called {path.name[:80]!r}{hint}")
    return Deck.from_file(path)
