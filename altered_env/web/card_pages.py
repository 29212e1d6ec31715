"""Card search, and the check of a text: its understood and other parts."""

from __future__ import annotations

import asyncio
import functools
import time
from math import inf
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env._runtime.rounding import rounded
from altered_env.cards import Card, catalogue, find
from altered_env.cards.estimates import estimates
from altered_env.cards.printed_words import FACTION_CODES, FACTIONS, RARITIES, SETS, TYPES
from altered_env.cards.worths import Worths, of_others, worths
from altered_env.cardstats.collection.card_values import worth_at_once
from altered_env.cardstats.context.many_cards import worths_with
from altered_env.cardstats.context.worth_model import model
from altered_env.decks.constructing import heroes
from altered_env.game.card_text import status_of, wording
from altered_env.game.word_search import searched
from altered_env.language.english import Problem, Understanding, understand
from altered_env.language.notation import read_ability
from altered_env.language.wording import word
from altered_env.web.card_players import by_player
from altered_env.web.data_folder import DataFolder
from altered_env.web.messages import face_of
from altered_env.web.safety import bring_json

PAGE = 60
"""The number of cards per answer."""
COSTS, STATISTICS = ("hand_cost", "reserve_cost"), ("forest", "mountain", "water")
HIGHEST = 99
"""No card of official data has a larger number."""
BY_HERO = (
    "a worth is the mean over the Heroes of the card's faction; the page of a card has its worth"
    " with each of them"
)
PAUSE = 0.001
"""Seconds between two cards that are prepared."""
LONGEST = 2_000
"""The maximum length of a text to try."""

Json = dict[str, Any]


class CardPages:
    """The pool in the form for pages."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [
            Route("/cards", self.search),
            Route("/cards/words", self.words),
            Route("/cards/try", self.attempt, methods=["POST"]),
            Route("/cards/{reference}", self.card),
            Route("/cards/{reference}/players", self.players),
            Route("/cards/{reference}/heroes", self.heroes),
        ]

    async def words(self, request: Request) -> Response:
        """The filters of a search."""
        return JSONResponse(filters())

    async def search(self, request: Request) -> Response:
        """The cards that fit, a page of them."""
        asked = dict(request.query_params)
        start = int(asked.pop("start", "0"))
        text, order = asked.pop("text", ""), asked.pop("order", "")
        wanted = {name: value for name, value in asked.items() if value}
        least = {
            name: wanted.pop(name) for name in ("forest", "mountain", "water") if name in wanted
        }

        def told() -> Json:
            fits, note = searched(text, wanted)
            found = [
                card
                for card in fits
                if all(getattr(card, name) >= int(value) for name, value in least.items())
            ]
            if order == "worth":
                found.sort(key=lambda card: -(worth_of(card) or {"worth": -inf})["worth"])
            elif order == "cost":
                found.sort(key=lambda card: card.hand_cost)
            elif order == "name":
                found.sort(key=lambda card: card.name)
            page = [{**face_of(c), "worth": worth_of(c)} for c in found[start : start + PAGE]]
            return {"count": len(found), "start": start, "cards": page, "note": note}

        return JSONResponse(await asyncio.to_thread(told))

    async def card(self, request: Request) -> Response:
        """Everything about a card."""
        return JSONResponse(await asyncio.to_thread(about, find(request.path_params["reference"])))

    async def players(self, request: Request) -> Response:
        """Studies and datasets of the card in the folder of `--data`, by player."""
        card = find(request.path_params["reference"])
        return JSONResponse(await asyncio.to_thread(by_player, self._folder, card.reference))

    async def heroes(self, request: Request) -> Response:
        """The worth of the card with each Hero of its faction."""
        card = find(request.path_params["reference"])
        return JSONResponse(await asyncio.to_thread(with_heroes, card))

    async def attempt(self, request: Request) -> Response:
        """The understood part of a text."""
        asked = await bring_json(request)
        return JSONResponse(await asyncio.to_thread(tried, asked))


def filters() -> Json:
    """The words by which cards can be filtered."""
    return {
        "factions": list(FACTION_CODES.values()),
        "types": [kind for kind in TYPES if kind],
        "rarities": list(RARITIES),
        "sets": list(SETS),
        "subtypes": sorted({s for card in catalogue() for s in card.subtypes}),
    }


@functools.lru_cache(maxsize=100_000)
def worth_of(card: Card) -> Json | None:
    """The worth of a card with its interval, measured or estimated; None if it has none."""
    value = worth_at_once(card)
    if value.worth is None:
        return None
    figures = {name: rounded(getattr(value, name), 2) for name in ("worth", "low", "high")}
    return {**figures, "source": value.known_from}


def prepare() -> None:
    """Word every card and find its worth, so that no page waits for that; others go first."""
    for card in list(catalogue()):
        wording(card)
        worth_of(card)
        time.sleep(PAUSE)


def _worth(card: Card) -> Json | None:
    """The measured worth of the card with its conditions; for a card without one, the estimate from
    its elements, or None."""
    measured = _measured(card, worths())
    return _estimate(card) if measured is None else measured


def _measured(card: Card, found: Worths) -> Json | None:
    row = found.of(card)
    if row is None:
        return None
    return {
        **{name: getattr(row, name) for name in ("worth", "low", "high", "place")},
        "of": len(found.cards),
        "by": found.head["agent"],
        "conditions": found.conditions_of(card.reference),
    }


def _estimate(card: Card) -> Json | None:
    """The estimated worth of a card from its elements."""
    found = estimates()
    row = found.estimate(card)
    if row is None:
        return None
    return {
        "alone": True,
        **{name: getattr(row, name) for name in ("worth", "low", "high")},
        "remarks": [*worths().other_text(card), *row.remarks],
        "conditions": found.conditions,
    }


def about(card: Card) -> Json:
    """The card, its notation and wording, its other versions."""
    lines = (*card.abilities, *card.support)
    return {
        "face": face_of(card),
        "lines": [
            {"notation": line, "wording": said}
            for line, said in zip(lines, wording(card), strict=True)
        ],
        "status": status_of(card),
        "worth": _worth(card),
        "to_others": [row for found in of_others() if (row := _measured(card, found))],
        "suspended": card.suspended,
        "prints": list(card.prints),
        "set": card.set,
        "versions": [face_of(other) for other in catalogue().versions(card.name)][:24],
    }


def with_heroes(card: Card) -> Json:
    """The worth of a card with each Hero of its faction, by the strongest player of the package's
    model; no rows for a card without a worth."""
    mine = [hero for hero in heroes() if hero.faction == card.faction]
    rows: list[Json] = []
    for hero in mine:
        (found,) = worths_with([card], [estimates().estimate(card)], hero)
        if found is not None:
            figures = {"worth": found.mean, "low": found.low, "high": found.high}
            named = {"hero": hero.name, "reference": hero.reference}
            rows.append({**named, **{key: rounded(value, 2) for key, value in figures.items()}})
    rows.sort(key=lambda row: -row["worth"])
    return {"player": model().players[0], "rows": rows}


def tried(asked: Json) -> Json:
    """The parse of an official text, the exact span of the first problem, and the wording read
    back."""
    main, support = str(asked.get("text", "")), str(asked.get("support", ""))
    kind = str(asked.get("type", "character"))
    if kind not in TYPES:
        raise ValueError(f"unknown type {kind[:40]!r}; expected one of {', '.join(TYPES)}")
    if len(main) > LONGEST or len(support) > LONGEST:
        raise ValueError(f"a text must have at most {LONGEST:,} characters")
    names = catalogue().names
    listed = asked.get("subtypes", [])
    if not isinstance(listed, list):
        raise ValueError(f"subtypes must be a list of words, found {listed!r:.40}")
    subtypes = tuple(map(str, listed))
    called = str(asked.get("name", ""))
    found = understand(main, support, kind=kind, subtypes=subtypes, name=called, names=names)
    abilities = []
    for where, lines in (("", found.abilities), ("support", found.support)):
        for line in lines:
            try:
                said = word(read_ability(line, names=names), names=names)
            except ValueError as error:
                said = f"(it uses words unknown to the pool: {error})"
            abilities.append({"where": where, "notation": line, "wording": said})
    card, without = _card_of(asked, kind, subtypes, found)
    return {
        "understood": not found.problems,
        "worth": None if card is None else _estimate(card),
        "without": without,
        "abilities": abilities,
        "problems": [
            {"why": problem.why, "where": problem.where, **_around(problem, main, support)}
            for problem in found.problems
        ],
    }


def _card_of(
    asked: Json, kind: str, subtypes: tuple[str, ...], found: Understanding
) -> tuple[Card | None, str]:
    """The card that has this text, or why there is none that could be estimated."""
    if found.problems:
        return None, "only a fully understood text has an estimate"
    if kind in ("hero", "mana"):
        return None, "only cards of a deck have an estimate"
    faction = str(asked.get("faction", ""))
    wanted = [*COSTS, *(STATISTICS if kind == "character" else ())]
    missing = [name for name in wanted if asked.get(name) is None]
    if not faction or missing:
        named = [*(() if faction else ("faction",)), *(name.replace("_", " ") for name in missing)]
        return None, f"an estimate also needs {', '.join(named)}"
    if faction not in FACTIONS:
        raise ValueError(f"unknown faction {faction[:40]!r}; expected one of {', '.join(FACTIONS)}")
    numbers = {name: asked[name] for name in wanted}
    for name, value in numbers.items():
        if type(value) is not int or not 0 <= value <= HIGHEST:
            said = name.replace("_", " ")
            raise ValueError(
                f"{said} must be a whole number from 0 to {HIGHEST}, found {value!r:.40}"
            )
    return Card(
        reference="",
        name=str(asked.get("name", "")),
        faction=faction,
        rarity=None,
        type=kind,
        subtypes=subtypes,
        abilities=found.abilities,
        support=found.support,
        **numbers,
    ), ""


def _around(problem: Problem, main: str, support: str) -> Json:
    """The span that is not understood, with the text before and after it."""
    text = support if problem.where == "support" else main
    at = text.find(problem.text)
    if at < 0:  # its own name stands there as a word for it
        return {"before": "", "span": problem.text, "after": ""}
    end = at + len(problem.text)
    return {"before": text[:at], "span": problem.text, "after": text[end:]}
