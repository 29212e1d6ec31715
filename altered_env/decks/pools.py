"""Sets of decks by name, for arenas and training.

>>> from altered_env import decks
>>> len(decks.pool("starters")), len(decks.pool("public")), len(decks.pool("random:5:1:lyra:curve"))
(6, 29, 5)
>>> {deck.hero.faction for deck in decks.pool("random:5:1:lyra:curve")}
{'lyra'}
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card, catalogue
from altered_env.cards.printed_words import FACTIONS

from . import constructing, library
from .bench1.bench_pools import BENCH, bench_pool
from .bench1.withheld import WITHHELD_SET
from .deck import Deck
from .generating import random

POOLS: Final = {
    "starters": "the starter deck of each faction",
    "public": "the starters and the public lists",
    "constructed": "the package's own lists for training, 11 or so for each Hero that is not of"
    f" {WITHHELD_SET}; then :spells, :landmarks, :asleep, :tokens, :boosts or :reserve for an"
    " archetype, :bench for the 24 lists of altered bench-play",
    "bench1:T2": "the decks of a task of Altered-Bench 1; :T2-train for those to train on",
    "first-games": "the 29 cards of each starter for a first game, without a Hero",
    "random:N:SEED": "N random legal decks; then :FACTION, :curve for people's mana curves, :own"
    " to add your own cards, :cards=FILE to add those of a file, :uniques=3 for 3 unique"
    " cards per deck",
}
"""The names of pools and their contents. Several are joined with `+`; a folder means the lists in
it, and a deck's name or path means that deck."""

MOST: Final = 100_000
_FILES: Final = (".txt", ".json", ".dek", ".deck")


@functools.lru_cache(maxsize=64)
def pool(name: str) -> tuple[Deck, ...]:
    """The decks of the pool called `name`, always in the same order (`POOLS`).

    Raises `LookupError` for an unknown name, `DeckFileError` for an invalid list, and `ValueError`
    for invalid numbers.
    """
    found: list[Deck] = []
    for part in name.split("+"):
        found += _part(part.strip())
    return tuple(found)


def _part(name: str) -> tuple[Deck, ...]:
    if name == "starters":
        return tuple(map(library.starter, library.names()))
    if name == "public":
        return (*_part("starters"), *map(library.public, library.lists()))
    if name == "first-games":
        return tuple(map(library.first_game, library.names()))
    if name.partition(":")[0] == "constructed":
        return constructing.named(name.split(":")[1:])
    if name.partition(":")[0] == BENCH:
        return bench_pool(name.partition(":")[2])
    if name.partition(":")[0] == "random":
        return _random(name)
    path = Path(name)
    if name and path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix.lower() in _FILES)
        if not files:
            raise LookupError(f"{path} contains no deck list ({', '.join(_FILES)})")
        return tuple(map(Deck.from_file, files))
    known = (*library.names(), *library.lists())
    is_file = (name and path.exists()) or path.name != name or path.suffix.lower() in _FILES
    if name in known or is_file:
        return (library.load(name),)
    if made := constructing.by_name(name):
        return (made,)
    pools = ("starters", "public", "constructed", "bench1", "first-games", "random", *known)
    pools = (*pools, *(one.deck.name for one in constructing.lists()))
    hint = did_you_mean(name, pools) or f", there are {', '.join(POOLS)}"
    raise LookupError(f"no pool of decks is called {name[:80]!r}{hint}")


def _random(name: str) -> tuple[Deck, ...]:
    _, *words = name.split(":")
    curve, own = "curve" in words, "own" in words
    given = dict(word.split("=", 1) for word in words if word.startswith(("cards=", "uniques=")))
    words = [word for word in words if word not in ("curve", "own") and "=" not in word]
    faction = next((word for word in words if word in FACTIONS), None)
    numbers = [word for word in words if word != faction]
    for word in numbers:
        if not word.isdecimal() and (hint := did_you_mean(word, (*FACTIONS, "curve", "own"))):
            raise ValueError(f"{name[:60]!r}: no faction is called {word[:20]!r}{hint}")
    if len(numbers) not in (1, 2) or not all(
        word.isdecimal() and len(word) < 19 for word in numbers
    ):
        raise ValueError(
            f"{name[:60]!r}: expected random:N:SEED, such as random:100:7, then :FACTION, :curve,"
            " :own, :cards=FILE and :uniques=3"
        )
    count, seed = int(numbers[0]), int(numbers[1]) if len(numbers) == 2 else 0
    if not 1 <= count <= MOST:
        raise ValueError(f"{count} random decks, expected 1 to {MOST:,}")
    wanted = given.get("uniques")
    if wanted is not None and not (wanted.isdecimal() and len(wanted) < 3):
        raise ValueError(f"{name[:60]!r}: uniques must be a number, found {wanted[:20]!r}")
    uniques = None if wanted is None else int(wanted)
    cards = _cards(own or uniques is not None, given.get("cards"))
    return tuple(
        random(seed * MOST + k, faction, curve=curve, cards=cards, uniques=uniques)
        for k in range(count)
    )


def _cards(own: bool, file: str | None) -> tuple[Card, ...] | None:
    """The cards for random decks: None for those of the package alone, or with the user's own and
    those of a file, which are added to the catalogue."""
    if not own and file is None:
        return None
    pool = catalogue()
    added = () if file is None else pool.add_file(file)
    begun = pool if own else (*pool.package, *added)
    return tuple({card.reference: card for card in begun}.values())
