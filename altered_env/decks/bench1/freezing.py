"""Making the files of the splits: `altered bench1 freeze`.

The same package writes the same files. They are written once for a version of the benchmark, and
not again when cards or lists change.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from altered_env._runtime.atomic_files import write_atomically
from altered_env.cards import Card, catalogue

from .. import constructing, library
from ..generating import random
from ..legality import constructed
from .bench_pools import HELD, RANDOM, SEED, Listed, generated_decks, written
from .frozen_files import HASHES, PEOPLE, TRAINING, UNIQUES, digest_of
from .withheld import SETS, WITHHELD_SET, chosen_uniques, trainable_cards, withheld_in

DECKS: Final = {"T2": 1000, "T4": 500}
"""The number of random decks of these tasks."""
LEAST: Final = 12
"""The least number of withheld cards in a deck of T4."""
WITHHELD_UNIQUES: Final = 1000
SOURCES: Final = (
    "Altered Rennes Cup season 4 (online, BGA)",
    "Altered Rennes Cup season 5 (online, BGA)",
    "Altered Rennes Cup season 6 (online, BGA)",
    "alteredcore-website, community lists",
)
"""People's lists that nobody trains on, by the name of their source."""


def freeze(folder: Path, references: Iterable[str] = ()) -> dict[str, str]:
    """Write the files into a folder; their hashes. `references` are those of the unique cards to
    choose from; without any, the withheld ones stay as they are."""
    texts = dict(_texts(tuple(references)))
    for name, text in texts.items():
        if name != TRAINING:
            data = gzip.compress(text.encode(), mtime=0)
            write_atomically(folder / f"{name}.txt.gz", data)
    found = {name: digest_of(text) for name, text in texts.items()}
    write_atomically(folder / HASHES.name, (json.dumps(found, indent=1) + "\n").encode())
    return found


def _texts(references: Sequence[str]) -> Iterator[tuple[str, str]]:
    from .frozen_files import frozen_text

    if references:
        chosen = chosen_uniques(references, WITHHELD_UNIQUES)
        yield UNIQUES, "".join(f"{one}\n" for one in chosen)
    else:
        yield UNIQUES, frozen_text(UNIQUES)
    yield PEOPLE, "".join(f"{one}\n" for one in SOURCES)
    starters = [Listed(library.starter(name)) for name in library.names()]
    yield "T1", written(starters)
    yield "T2", written(_any_decks())
    yield "T3", written(_constructed())
    yield "T4", written(_new_cards())
    yield TRAINING, written(map(Listed, generated_decks()))


def _any_decks() -> Iterator[Listed]:
    """Random decks without a withheld card, on the mana curve of people's lists."""
    cards = trainable_cards()
    for k in range(DECKS["T2"]):
        deck = random((SEED + 1) * RANDOM + k, curve=True, cards=cards)
        yield Listed(deck)


def _constructed() -> Iterator[Listed]:
    """The legal constructed lists of the package, each with its archetype; those held for measuring
    are the field of T5."""
    for one in constructing.lists():
        if constructed(one.deck):
            continue
        if withheld_in(one.deck.every_card):
            raise ValueError(f"{one.deck.name} has a withheld card")
        held = (HELD,) if one.use == "bench" else ()
        yield Listed(one.deck, (one.archetype, *held))


def _new_cards() -> Iterator[Listed]:
    """Random decks of which about half are withheld cards."""
    new = [card for card in catalogue().package if card.set == WITHHELD_SET and not card.token]
    others = [card for card in trainable_cards() if card.set in SETS]
    number, count = (SEED + 2) * RANDOM, 0
    while count < DECKS["T4"]:
        number += 1
        some = _as_many(new, others, Random(f"altered-bench1 T4 {number}"))
        deck = random(number, curve=True, cards=(*new, *some))
        if sum(card.set == WITHHELD_SET for card in deck.cards) >= LEAST:
            count += 1
            yield Listed(deck)


def _as_many(new: Sequence[Card], others: Sequence[Card], chance: Random) -> list[Card]:
    """As many of the other cards as there are new ones; Heroes apart, of which all stay."""
    heroes = [card for card in others if card.type == "hero"]
    rest = [card for card in others if card.type != "hero"]
    return [*heroes, *chance.sample(rest, len(new))]
