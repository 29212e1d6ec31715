"""The deck builder: a deck in the making, its worths, suggestions, and saved lists."""

from __future__ import annotations

import asyncio
import functools
import re
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env import formats
from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import DECK
from altered_env._runtime.rounding import rounded
from altered_env._runtime.suggestions import at_most
from altered_env.cards import Card, Catalogue, catalogue
from altered_env.cardstats.collection.card_values import Value, ordered, values_of, worth_at_once
from altered_env.cardstats.collection.for_deck import best_for
from altered_env.cardstats.collection.tables import picks_as_json
from altered_env.decks import Deck
from altered_env.decks.constructing import lists
from altered_env.decks.deck import MAX_CARDS
from altered_env.web.card_pages import worth_of
from altered_env.web.collection_pages import Collections
from altered_env.web.data_folder import DataFolder
from altered_env.web.deck_pages import deck_of, examined
from altered_env.web.safety import bring_json

SUGGESTED = 5
"""The number of changes to suggest."""
HINTED = 20
"""The number of unknown cards for which a similar one is named."""
MOST_COPIES = 99
EARLIER = "earlier"
"""The folder of the lists that were saved over."""
_NAME = re.compile(r"[\w][\w ()+-]{0,59}", re.ASCII)

Json = dict[str, Any]


class BuildPages:
    """Decks in the making in the form for pages."""

    def __init__(self, folder: DataFolder, collections: Collections) -> None:
        self._folder, self._collections = folder, collections

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [
            Route("/decks/build", self.build, methods=["POST"]),
            Route("/decks/suggest", self.suggest, methods=["POST"]),
            Route("/decks/begun/{hero}", self.begun),
            Route("/decks/saved", self.saved, methods=["GET"]),
            Route("/decks/saved", self.save, methods=["POST"]),
            Route("/decks/saved/{name:path}", self.open),
        ]

    async def build(self, request: Request) -> Response:
        """A deck as far as it is: `{"hero": .., "cards": [{"reference", "count"}]}`, or
        `{"text": ..}`. Unknown cards are left out and named."""
        asked = await bring_json(request)
        return JSONResponse(await asyncio.to_thread(self._told, asked))

    def _told(self, asked: Json) -> Json:
        pool = self._collections.pool(str(asked.get("collection") or ""))
        with at_most(HINTED):
            deck, left = _deck(asked, pool)
        every = dict.fromkeys((*deck.cards, *((deck.hero,) if deck.hero else ())))
        cards = {card.reference: card for card in every}
        values = {card.reference: worth_at_once(card) for card in every}
        found = examined(deck)
        for entry in found["cards"]:
            entry["worth"] = worth_of(cards[entry["face"]["reference"]])
        known = [
            value for card in deck.cards if (value := values[card.reference]).worth is not None
        ]
        mean = sum(value.worth or 0.0 for value in known) / len(known) if known else None
        return {
            **found,
            "left_out": left,
            "worth": None if mean is None else rounded(mean, 2),
            "count": len(deck.cards),
        }

    async def suggest(self, request: Request) -> Response:
        """The changes that gain most by worth, among the package's cards."""
        asked = await bring_json(request)
        return JSONResponse(await asyncio.to_thread(self._suggested, asked))

    def _suggested(self, asked: Json) -> Json:
        form = str(asked.get("format", "standard"))
        if form not in formats.names():
            raise ValueError(f"unknown format {form[:40]!r}")
        deck, _ = _deck(asked, self._collections.pool(str(asked.get("collection") or "")))
        if deck.hero is None:
            raise ValueError("choose a Hero first: it says which cards fit")
        values = [v for v in package_values() if v.card is not None and _fits(v.card, deck)]
        found = picks_as_json(best_for(deck, values, SUGGESTED, only_unique=False, format=form))
        del found["unread"]  # the package's cards are all known in full
        return found

    async def begun(self, request: Request) -> Response:
        """The constructed lists of the package for a Hero, to start from, by archetype."""
        hero = request.path_params["hero"]

        def told() -> Json:
            mine = [one for one in lists() if one.deck.hero and one.deck.hero.reference == hero]
            return {
                "lists": [
                    {"name": one.deck.name, "archetype": one.archetype, "text": one.deck.to_text()}
                    for one in mine
                ]
            }

        return JSONResponse(await asyncio.to_thread(told))

    async def saved(self, request: Request) -> Response:
        """The lists in the folder of `--data`."""
        there = self._folder.root is not None
        return JSONResponse({"data": there, "files": self._folder.names("txt") if there else []})

    async def save(self, request: Request) -> Response:
        """Save `{"name": .., "text": ..}` as a list; `"replace": true` writes over one, which
        is kept in the folder `earlier`."""
        asked = await bring_json(request)
        name, text = str(asked.get("name", "")).strip(), str(asked.get("text", ""))
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"{name[:60]!r} cannot be the name of a saved deck: 1 to 60 letters, digits, spaces"
            )

        def write() -> Json:
            deck_of({"text": text})
            path = self._folder.path(f"{name}.txt")
            if path.exists() and asked.get("replace") is not True:
                raise ValueError(
                    f"{name}.txt is there already: save over it, or under another name"
                )
            kept = self._keep_earlier(name, path, text)
            write_atomically(path, text.encode())
            return {"file": f"{name}.txt", "earlier": kept}

        return JSONResponse(await asyncio.to_thread(write))

    def _keep_earlier(self, name: str, path: Path, text: str) -> str | None:
        """Keep the list that is about to be replaced, under a number; its name. None without one of
        another text."""
        if not path.exists():
            return None
        before = self._folder.read(path.name, DECK)
        if before == text.encode():
            return None
        number = 1
        while self._folder.path(kept := f"{EARLIER}/{name} ({number}).txt").exists():
            number += 1
        place = self._folder.path(kept)
        place.parent.mkdir(exist_ok=True)
        write_atomically(place, before)
        return kept

    async def open(self, request: Request) -> Response:
        """A saved list."""
        name = request.path_params["name"]

        def told() -> Json:
            path = self._folder.path(name)
            if path.suffix != ".txt":
                raise LookupError(f"there is no list {name[:80]!r}")
            return {"name": path.stem, "text": Deck.from_file(path).to_text()}

        return JSONResponse(await asyncio.to_thread(told))


def _deck(asked: Json, pool: Catalogue) -> tuple[Deck, list[str]]:
    """The deck, and what is left out of it."""
    name = str(asked.get("name") or "my deck")[:60]
    if asked.get("text"):
        return deck_of({"text": str(asked["text"]), "name": name}, pool), []
    entries = asked.get("cards", [])
    if not isinstance(entries, list):
        raise ValueError(f"cards must be a list, found {entries!r:.40}")
    left: list[str] = []
    cards: list[Card] = []
    hero: Card | None = None
    if asked.get("hero"):
        hero = _found(str(asked["hero"]), pool, left)
        if hero is not None and hero.type != "hero":
            raise ValueError(f"{hero} is {hero.kind}, not a Hero")
    for entry in entries:
        reference, count = (
            (str(entry.get("reference", "")), entry.get("count", 1))
            if isinstance(entry, dict)
            else ("", 1)
        )
        if type(count) is not int or not 1 <= count <= MOST_COPIES:
            raise ValueError(f"count must be 1 to {MOST_COPIES}, found {count!r:.40}")
        card = _found(reference, pool, left)
        if card is not None and card.type == "hero":
            raise ValueError(f"{card} is a Hero; a deck has one, in a place of its own")
        cards += [] if card is None else [card] * count
        if len(cards) > MAX_CARDS:
            raise ValueError(f"over {MAX_CARDS} cards, too many for a deck")
    return Deck(name, hero, tuple(cards)), left


def _found(reference: str, pool: Catalogue, left: list[str]) -> Card | None:
    try:
        return pool[reference]
    except LookupError as error:
        left.append(str(error))
        return None


@functools.cache
def package_values() -> list[Value]:
    """The cards of the package with their worths, the best first."""
    package = catalogue().package
    return ordered(values_of(card for card in package if not card.token and card.type != "hero"))


def _fits(card: Card, deck: Deck) -> bool:
    return deck.hero is not None and card.faction == deck.hero.faction
