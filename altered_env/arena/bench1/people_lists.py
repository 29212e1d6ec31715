"""People's lists for T3: a folder of deck files, or of people's results (`decks.jsonl`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from altered_env import decks
from altered_env._runtime.input_files import LINES, read_text
from altered_env._runtime.json_text import parsed
from altered_env.cards import Card, catalogue
from altered_env.decks import Deck, constructed
from altered_env.decks.bench1.bench_pools import Listed
from altered_env.decks.bench1.withheld import withheld_in
from altered_env.decks.deck_names import fault_of_name
from altered_env.formats.plain_versions import plain_version
from altered_env.game.errors import listed

FILE: Final = "decks.jsonl"
NAMED: Final = 3
"""The lists to name of those that are left out."""


def people_of(folder: Path, tell: Callable[[str], None] = lambda _remark: None) -> list[Listed]:
    """People's lists in a folder.

    Those of `decks.jsonl` are played with today's texts, and unique cards as the rare or common
    card of their number. Lists that are illegal so, or have withheld cards, are left out; `tell` is
    called with a remark on them. Raises `ValueError` if none is left.
    """
    refuse_no_folder_of_lists(folder)
    path = folder / FILE
    if not path.is_file():
        return [Listed(deck) for deck in decks.pool(str(folder))]
    found: dict[str, Listed] = {}
    left: list[str] = []
    for name, deck in _lists(path):
        why = deck if isinstance(deck, str) else _unusable(deck)
        if not why and name in found:
            why = "the name occurs twice"
        if why or isinstance(deck, str):
            left.append(f"{name}: {why}")
        else:
            found[name] = Listed(replace(deck, cards=tuple(map(_played, deck.cards))))
    if left:
        total = len(left) + len(found)
        tell(f"{path}: {len(left)} of {total} lists left out: {listed(left, NAMED)}")
    if not found:
        raise ValueError(
            f"{path}: no list is legal today and without withheld cards ({listed(left, NAMED)})"
        )
    return list(found.values())


def refuse_no_folder_of_lists(folder: Path) -> None:
    """Raise `NotADirectoryError` if it is no folder."""
    if not folder.is_dir():
        raise NotADirectoryError(
            f"--people {folder}: there is no such folder; name one with deck lists, or with {FILE}"
        )


def _unusable(deck: Deck) -> str:
    """Why a list cannot be played; empty if it can. Its unique cards are still unique ones."""
    if wrong := constructed(deck):
        return str(wrong[0])
    withheld = withheld_in(deck.every_card)
    return f"{withheld[0]} is a withheld card" if withheld else ""


def _lists(path: Path) -> Iterator[tuple[str, Deck | str]]:
    """The lists of a file by name, or why they cannot be read."""
    for number, text in enumerate(read_text(path, LINES).splitlines(), 1):
        if not text.strip():
            continue
        name = f"line {number}"
        try:
            value = parsed(text)
            if wrong := fault_of_name(str(value["name"])):
                yield name, wrong
                continue
            name = str(value["name"])[:60]
            hero = catalogue()[str(value["hero"])]
            cards = [
                card
                for count, reference in value["cards"]
                for card in [_card(str(reference), hero)] * int(count)
            ]
            yield name, Deck(name, hero, tuple(cards))
        except LookupError as error:
            missing = isinstance(error, KeyError) and not str(error).startswith("no card")
            yield name, f"{error} is missing" if missing else str(error)
        except (TypeError, ValueError, OverflowError):
            yield name, "another form than docs/validity.md shows"


def _card(reference: str, hero: Card) -> Card:
    """The card of a reference; of a unique one, that which stands for it, as a unique card."""
    if "_U_" not in reference:
        return catalogue()[reference]
    return replace(plain_version(reference, hero.faction), rarity="unique")


def _played(card: Card) -> Card:
    """The card of the catalogue."""
    return catalogue()[card.reference]
