"""Looking cards up, and trying a text: what of it is understood, and what is not."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env.cards import Card, catalogue, find
from altered_env.cards.printed_words import FACTION_CODES, RARITIES, SETS, TYPES
from altered_env.cards.worths import worths
from altered_env.commands.card_words import status_of, wording
from altered_env.commands.cards_search import fitting
from altered_env.language.english import Problem, understand
from altered_env.language.notation import read_ability
from altered_env.language.wording import word
from altered_env.web.messages import face_of
from altered_env.web.safety import bring_json

__all__ = ["CardPages", "tried"]

PAGE = 60
"""So many cards are told at once."""
LONGEST = 2_000
"""A text to be tried has no more letters."""

Json = dict[str, Any]


class CardPages:
    """The pool, as it is told to pages."""

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [
            Route("/cards", self.search),
            Route("/cards/words", self.words),
            Route("/cards/try", self.attempt, methods=["POST"]),
            Route("/cards/{reference}", self.card),
        ]

    async def words(self, request: Request) -> Response:
        """What can be chosen from in a search."""
        return JSONResponse(
            {
                "factions": list(FACTION_CODES.values()),
                "types": [kind for kind in TYPES if kind],
                "rarities": list(RARITIES),
                "sets": list(SETS),
                "subtypes": sorted({s for card in catalogue() for s in card.subtypes}),
            }
        )

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
            found = [
                card
                for card in fitting(text, wanted)
                if all(getattr(card, name) >= int(value) for name, value in least.items())
            ]
            if order == "cost":
                found.sort(key=lambda card: card.hand_cost)
            elif order == "name":
                found.sort(key=lambda card: card.name)
            page = found[start : start + PAGE]
            return {"count": len(found), "start": start, "cards": [face_of(card) for card in page]}

        return JSONResponse(await asyncio.to_thread(told))

    async def card(self, request: Request) -> Response:
        """All there is to say about a card."""
        return JSONResponse(await asyncio.to_thread(about, find(request.path_params["reference"])))

    async def attempt(self, request: Request) -> Response:
        """What is understood of a text."""
        asked = await bring_json(request)
        return JSONResponse(await asyncio.to_thread(tried, asked))


def _worth(card: Card) -> Json | None:
    """What the card was found to be worth, and what that holds for; None if it was not measured."""
    found = worths()
    row = found.cards.get(card.reference)
    if row is None:
        return None
    return {
        **{name: getattr(row, name) for name in ("worth", "low", "high", "place")},
        "of": len(found.cards),
        "conditions": found.conditions,
    }


def about(card: Card) -> Json:
    """The card, its notation beside its wording, its other versions."""
    lines = (*card.abilities, *card.support)
    return {
        "face": face_of(card),
        "lines": [
            {"notation": line, "wording": said}
            for line, said in zip(lines, wording(card), strict=True)
        ],
        "status": status_of(card),
        "worth": _worth(card),
        "suspended": card.suspended,
        "prints": list(card.prints),
        "set": card.set,
        "versions": [face_of(other) for other in catalogue().versions(card.name)][:24],
    }


def tried(asked: Json) -> Json:
    """What is understood of official text, the exact span of what is not, and the wording back."""
    main, support = str(asked.get("text", "")), str(asked.get("support", ""))
    kind = str(asked.get("type", "character"))
    if kind not in TYPES:
        raise ValueError(f"unknown type {kind[:40]!r}, there are {', '.join(TYPES)}")
    if len(main) > LONGEST or len(support) > LONGEST:
        raise ValueError(f"a text has at most {LONGEST:,} letters here")
    names = catalogue().names
    subtypes = tuple(str(s) for s in asked.get("subtypes", ()))
    found = understand(
        main, support, kind=kind, subtypes=subtypes, name=str(asked.get("name", "")), names=names
    )
    abilities = []
    for where, lines in (("", found.abilities), ("support", found.support)):
        for line in lines:
            try:
                said = word(read_ability(line, names=names), names=names)
            except ValueError as error:
                said = f"(it speaks of what the pool does not know: {error})"
            abilities.append({"where": where, "notation": line, "wording": said})
    return {
        "understood": not found.problems,
        "abilities": abilities,
        "problems": [
            {"why": problem.why, "where": problem.where, **_around(problem, main, support)}
            for problem in found.problems
        ],
    }


def _around(problem: Problem, main: str, support: str) -> Json:
    """The span that is not understood, and what stands before and behind it."""
    text = support if problem.where == "support" else main
    at = text.find(problem.text)
    if at < 0:  # its own name stands there as a word for it
        return {"before": "", "span": problem.text, "after": ""}
    end = at + len(problem.text)
    return {"before": text[:at], "span": problem.text, "after": text[end:]}
