"""Decks by name, for arenas, datasets and studies, so that workers and files need only names.

`POOL#3` is the fourth deck of a pool; anything else is interpreted by the format.

>>> deck_set("axiom,random:2:7")
('axiom', 'random:2:7#0', 'random:2:7#1')
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from altered_env import decks, formats
from altered_env._runtime.plurals import counted
from altered_env.decks import Deck
from altered_env.formats.usual_decks import is_made
from altered_env.game.errors import IllegalDeckError, listed

ROWS = 12
"""The maximum number of illegal decks to name."""


@functools.lru_cache(maxsize=64)
def _pool(name: str, format: str) -> tuple[Deck, ...]:
    return formats.get(format).pool(name)


def _is_one(name: str, format: str) -> bool:
    """Is this the name of a single deck?"""
    if formats.get(format).is_opened(name):
        return True
    known = name in decks.names() or name in decks.lists() or is_made(name)
    return known or Path(name).is_file()


def deck_set(text: str, format: str = "standard") -> tuple[str, ...]:
    """The decks of a set: `usual`, the default decks of the format; `starters`; or comma-separated
    names, paths and pools (`altered_env.decks.POOLS`).

    Raises as pools do, for an unknown name.
    """
    if text == "usual":
        return formats.get(format).usual
    if text == "starters":
        return decks.names()
    found: list[str] = []
    for part in filter(None, text.split(",")):
        if _is_one(part, format):
            found.append(part)
        else:
            found += [f"{part}#{k}" for k in range(len(_pool(part, format)))]
    return tuple(found)


def deck_named(name: str, format: str = "standard") -> Deck | str:
    """The deck of this name in a set; a plain name is returned as it is, for the format to read.

    >>> deck_named("random:5:1:lyra#4").hero.faction
    'lyra'
    """
    pool, _, number = name.rpartition("#")
    if not pool:
        return name
    found = _pool(pool, format)
    if not number.isdecimal() or int(number) >= len(found):
        raise LookupError(f"{name[:80]!r}: the pool has decks 0 to {len(found) - 1}")
    return found[int(number)]


def deck_of(name: str, format: str = "standard") -> Deck:
    """The deck itself; for boosters, the first one opened."""
    path = Path(name)
    return _deck(name, format, path.stat().st_mtime_ns if path.is_file() else 0)


@functools.lru_cache(maxsize=100_000)
def _deck(name: str, format: str, _written: int) -> Deck:
    """The deck itself, cached until a file is written again."""
    found = deck_named(name, format)
    return formats.get(format).deck(found) if isinstance(found, str) else found


def refuse_illegal(names: Iterable[str], format: str = "standard", rules: str = "2024.09") -> None:
    """Raise `IllegalDeckError` with every reason why any of these decks is illegal.

    >>> refuse_illegal(["axiom", "random:2:7#1"])
    """
    refuse(_illegal(names, format, rules))


def refuse(wrong: Mapping[str, Sequence[str]]) -> None:
    """Raise `IllegalDeckError` if there is an illegal deck, by name with the reasons."""
    if wrong:
        raise IllegalDeckError(_refusal(wrong))


def _illegal(names: Iterable[str], format: str, rules: str) -> dict[str, list[str]]:
    """The reasons why decks are illegal, for those that are."""
    played = formats.get(format)
    wrong: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        deck = deck_of(name, format)
        if found := [str(violation) for violation in played.of_deck(deck, rules)]:
            wrong[name if "#" in name else deck.name] = found
    return wrong


def _refusal(wrong: Mapping[str, Sequence[str]]) -> str:
    """The illegal decks and why: a line for one, a short table for several.

    >>> _refusal({"mine": ["38 cards, at least 39"]})
    'illegal decks: mine: 38 cards, at least 39'
    >>> print(_refusal({"mine": ["38 cards, at least 39", "no Hero"], "his": ["no Hero"]}))
    2 decks are illegal:
      mine  38 cards, at least 39; and 1 more
      his   no Hero
    `altered decks check NAME` lists everything wrong with one.
    """
    if len(wrong) == 1:
        ((name, found),) = wrong.items()
        return f"illegal decks: {name}: {listed(found)}"
    wide = min(40, max(map(len, wrong)))
    lines = [f"{len(wrong)} decks are illegal:"]
    for name, (first, *rest) in list(wrong.items())[:ROWS]:
        more = f"; and {len(rest)} more" if rest else ""
        lines.append(f"  {name[:40]:{wide}}  {first[:80]}{more}")
    if len(wrong) > ROWS:
        lines.append(f"  and {counted(len(wrong) - ROWS, 'more deck')}")
    return "\n".join([*lines, "`altered decks check NAME` lists everything wrong with one."])


def legal_decks(text: str, rules: str = "2024.09", format: str = "standard") -> tuple[Deck, ...]:
    """The decks of a set, in a format. Raises `IllegalDeckError` as `refuse_illegal` does.

    >>> [deck.hero.faction for deck in legal_decks("axiom,random:1:7:lyra")]
    ['axiom', 'lyra']
    """
    found, wrong = legal_ones(text, rules, format)
    refuse(wrong)
    return found


def legal_ones(
    text: str, rules: str = "2024.09", format: str = "standard"
) -> tuple[tuple[Deck, ...], dict[str, list[str]]]:
    """The legal decks of a set, and the others by name with the reasons why they are illegal.
    Different decks of one name get names of their own."""
    found: list[tuple[str, Deck]] = []
    wrong: dict[str, list[str]] = {}
    for name in deck_set(text, format):
        illegal = _illegal([name], format, rules)
        for called, reasons in illegal.items():
            wrong[name if called in wrong else called] = reasons
        if not illegal:
            found.append((name, deck_of(name, format)))
    return _told_apart(found), wrong


def _told_apart(found: Sequence[tuple[str, Deck]]) -> tuple[Deck, ...]:
    """The decks, those that share their name with another list named by their file or number."""
    lists: dict[str, list[Deck]] = {}
    for _, deck in found:
        mine = lists.setdefault(deck.name, [])
        if deck not in mine:
            mine.append(deck)
    named = []
    for text, deck in found:
        number = lists[deck.name].index(deck) + 1
        if len(lists[deck.name]) > 1:
            file = Path(text).is_file()
            name = str(Path(text).with_suffix("")) if file else f"{deck.name} {number}"
            named.append(replace(deck, name=name))
        else:
            named.append(deck)
    return tuple(named)


def known_again(names: Iterable[str]) -> None:
    """Load the card files from which random decks of a dataset were generated."""
    for pool in dict.fromkeys(name.partition("#")[0] for name in names if ":cards=" in name):
        _pool(pool, "standard")


def deck_words(names: Sequence[str]) -> str:
    """Names of decks for a line of a table; a pool is abbreviated to its name.

    >>> deck_words(["axiom", "random:2:7#0", "random:2:7#1"])
    'axiom, random:2:7'
    """
    return ", ".join(dict.fromkeys(name.partition("#")[0] for name in names))
