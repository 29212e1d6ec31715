"""Collections: pasted in any form, valued, compared, and searched for the best cards of a deck."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env import decks, formats
from altered_env._runtime.rounding import rounded
from altered_env.cards import Card, Catalogue, catalogue
from altered_env.cards.estimates import estimates
from altered_env.cards.worths import worths
from altered_env.cardstats.collection.card_values import (
    Value,
    ordered,
    valued,
    with_contexts,
)
from altered_env.cardstats.collection.for_deck import best_for
from altered_env.cardstats.collection.phrases import own_phrases
from altered_env.cardstats.collection.reading_collections import Collection, read_collection
from altered_env.cardstats.collection.tables import (
    ABOUT,
    CONTEXT,
    as_json,
    counts_of,
    picks_as_json,
    sheet_of,
    value_as_json,
)
from altered_env.cardstats.reporting.sheets import to_csv
from altered_env.web.card_pages import BY_HERO
from altered_env.web.deck_pages import deck_of
from altered_env.web.messages import face_of
from altered_env.web.safety import MOST_BYTES, TooLargeError, bring_json

HELD = 20
"""The number of collections to remember."""
PROBLEMS = 100
"""The number of problems to send; the rest is counted."""
COMPARED = 6
"""The maximum number of cards side by side."""
LISTED = 8
"""The number of lists that the collection may complete."""
PICKS = 10
"""The maximum number of cards to pick for a deck."""
FIELDS = (
    *("reference", "name", "count", "worth", "low", "high", "source", "place"),
    *("best_hero", "best_archetype", "gain", "there"),
    *("faction", "type", "rarity", "hand_cost", "reserve_cost", "forest", "mountain", "water"),
)
"""A row of the table, in this order."""
OF_CARD = FIELDS[FIELDS.index("faction") :]
"""The facts of the card among them."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Kept:
    """A collection that was read, with its values by reference."""

    found: Collection
    values: dict[str, Value]

    @property
    def cards(self) -> list[Card]:
        """Return its cards that the catalogue does not have."""
        pool = catalogue()
        held = (value.card for value in self.values.values())
        return [card for card in held if card is not None and card.reference not in pool]


class Collections:
    """The collections of a server, the last ones used."""

    def __init__(self, elements: Path | None = None) -> None:
        """`elements`: a table of the phrases of another language; see `own_phrases`."""
        self._elements = elements
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, text: str) -> tuple[str, Kept]:
        """Read a collection, and remember it."""
        found = read_collection(text, own_phrases(self._elements))
        values = ordered(with_contexts(valued(found.held)))
        kept = Kept(found, {value.reference: value for value in values})
        id = secrets.token_urlsafe(12)
        with self._lock:
            self._kept[id] = kept
            while len(self._kept) > HELD:
                self._kept.popitem(last=False)
        return id, kept

    def find(self, id: str) -> Kept:
        """Return a collection. Raises `LookupError`."""
        with self._lock:
            if id not in self._kept:
                raise LookupError("this collection is no longer there: read it again")
            self._kept.move_to_end(id)
            return self._kept[id]

    def pool(self, id: str) -> Catalogue:
        """Return the catalogue with the cards of a collection; without an id, the catalogue."""
        own = self.find(id).cards if id else []
        return Catalogue([*catalogue(), *own]) if own else catalogue()


class CollectionPages:
    """Collections in the form for pages."""

    def __init__(self, collections: Collections) -> None:
        self._collections = collections

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [
            Route("/collection", self.read, methods=["POST"]),
            Route("/collection/{id}/cards", self.about),
            Route("/collection/{id}/deck", self.for_deck, methods=["POST"]),
            Route("/collection/{id}/lists", self.lists),
            Route("/collection/{id}/export.{form}", self.export),
        ]

    async def read(self, request: Request) -> Response:
        """Read `{"text": ..}` in any form: a row for each card, and what could not be read."""
        try:
            asked = await bring_json(request, MOST_BYTES)
        except TooLargeError as error:
            raise TooLargeError(
                f"{error}: paste it in parts, or read the file with altered cards value FILE"
            ) from None
        text = asked.get("text")
        if not isinstance(text, str) or not text.strip():
            raise ValueError("paste a card a line, a deck code, CSV or JSON")
        id, kept = await asyncio.to_thread(self._collections.keep, text)
        return JSONResponse(await asyncio.to_thread(_told, id, kept))

    async def about(self, request: Request) -> Response:
        """Everything about a few cards, side by side: `?cards=A,B`."""
        kept = self._collections.find(request.path_params["id"])
        named = [name for name in request.query_params.get("cards", "").split(",") if name]
        if not 1 <= len(named) <= COMPARED:
            raise ValueError(f"name 1 to {COMPARED} cards, found {len(named)}")
        missing = [name for name in named if name not in kept.values]
        if missing:
            raise LookupError(f"the collection does not hold {missing[0][:80]!r}")

        def told() -> Json:
            return {"cards": [_about(kept.values[name]) for name in named]}

        return JSONResponse(await asyncio.to_thread(told))

    async def for_deck(self, request: Request) -> Response:
        """The best cards for `{"deck": {"text"|"name": ..}, "most": 3, "unique": true}`."""
        asked = await bring_json(request)
        id = request.path_params["id"]
        kept = self._collections.find(id)
        most = asked.get("most", 3)
        if type(most) is not int or not 1 <= most <= PICKS:
            raise ValueError(f"most must be 1 to {PICKS}, found {most!r:.40}")
        named, form = asked.get("deck"), str(asked.get("format", "standard"))
        if form not in formats.names():
            raise ValueError(f"unknown format {form[:40]!r}")

        def told() -> Json:
            deck = deck_of(named if isinstance(named, dict) else {}, self._collections.pool(id))
            values = list(kept.values.values())
            unique = bool(asked.get("unique", True))
            return picks_as_json(best_for(deck, values, most, only_unique=unique, format=form))

        return JSONResponse(await asyncio.to_thread(told))

    async def lists(self, request: Request) -> Response:
        """The lists of the package of which the collection holds most cards."""
        kept = self._collections.find(request.path_params["id"])
        return JSONResponse({"lists": await asyncio.to_thread(_owned_lists, kept)})

    async def export(self, request: Request) -> Response:
        """The table as CSV, or everything as JSON."""
        kept, form = self._collections.find(request.path_params["id"]), request.path_params["form"]
        if form not in ("csv", "json"):
            raise LookupError(f"a collection is exported as csv or json, not {form[:20]!r}")

        def text() -> str:
            values = list(kept.values.values())
            if form == "csv":
                return to_csv(sheet_of(values))
            return json.dumps(as_json(kept.found, values), indent=1)

        kinds = {"csv": "text/csv", "json": "application/json"}
        headers = {"content-disposition": f'attachment; filename="values.{form}"'}
        return Response(await asyncio.to_thread(text), media_type=kinds[form], headers=headers)


def _told(id: str, kept: Kept) -> Json:
    values = list(kept.values.values())
    return {
        "id": id,
        "counts": counts_of(kept.found, values),
        "fields": FIELDS,
        "rows": [_row(value) for value in values],
        "problems": [
            {"place": one.place[:200], "why": one.why[:500]}
            for one in kept.found.problems[:PROBLEMS]
        ],
        "about": ABOUT,
        "by_hero": BY_HERO,
        "context": CONTEXT,
        "conditions": {"measured": worths().conditions, "estimated": estimates().conditions},
    }


def _row(value: Value) -> list[Any]:
    card, known, best = value.card, value.worth is not None, value.best
    return [
        value.reference,
        value.name,
        value.count,
        None if value.worth is None else rounded(value.worth, 2),
        rounded(value.low, 2) if known else None,
        rounded(value.high, 2) if known else None,
        value.known_from,
        value.place or None,
        *((None, None) if best is None else (best.hero, best.archetype)),
        None if best is None else rounded(best.gain.mean, 2),
        None if best is None else rounded(best.worth.mean, 2),
        *(None if card is None else getattr(card, name) for name in OF_CARD),
    ]


def _owned_lists(kept: Kept) -> list[Json]:
    """The starters and public lists with the share of their cards that the collection holds, the
    largest first, and the missing cards."""
    rows: list[Json] = []
    for name in (*decks.names(), *decks.lists()):
        deck = decks.named(name)
        lacks = {}
        for card, count in deck.counted.items():
            held = kept.values.get(card.reference)
            if (missing := count - (0 if held is None else held.count)) > 0:
                lacks[str(card)] = missing
        every = len(deck.every_card)
        owned = every - sum(lacks.values())
        hero = "" if deck.hero is None else deck.hero.name
        missing_cards = [f"{count} {card}" for card, count in lacks.items()]
        rows.append(
            {"name": name, "hero": hero, "owned": owned, "of": every, "missing": missing_cards}
        )
    rows.sort(key=lambda row: -row["owned"] / row["of"])
    return rows[:LISTED]


def _about(value: Value) -> Json:
    return {
        **value_as_json(value),
        "face": None if value.card is None else face_of(value.card),
    }
