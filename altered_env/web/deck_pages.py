"""Decks: statistics, legality, and results against a field."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import io
from collections.abc import Sequence
from dataclasses import asdict, replace
from random import Random
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env import decks, formats
from altered_env.agents import STRONGEST_FAST
from altered_env.arena.match import Match, both_ways, play
from altered_env.arena.paired import difference
from altered_env.cards import Catalogue
from altered_env.decks import Deck, constructing
from altered_env.game.books import book_for
from altered_env.web.game_choices import heroes_of_decks
from altered_env.web.jobs import Job, Jobs
from altered_env.web.messages import face_of
from altered_env.web.safety import bring_json

AGENTS = {
    STRONGEST_FAST: f"{STRONGEST_FAST}, the strongest of these",
    "greedy": "greedy",
    "rules": "rules, slower",
}
"""The agents that may play the decks, with descriptions, the default first."""
DEALS = (10, 500)
MET = (2, 12)
"""The number of decks that may meet each other in matchups."""
MOST_DEALS = 3_000
"""The number of deals of a test, over all decks of the field."""
MOST_DECKS = 24
"""The number of decks of a field."""
CHUNK = 10
"""Deals between progress reports."""

Json = dict[str, Any]


class DeckPages:
    """Decks in the form for pages."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [
            Route("/decks", self.there, methods=["GET"]),
            Route("/decks", self.examine, methods=["POST"]),
            Route("/decks/test", self.test, methods=["POST"]),
        ]

    async def there(self, request: Request) -> Response:
        """The decks of the package, and the agents that may play them."""
        there: Json = {"starters": list(decks.names()), "lists": list(decks.lists())}
        there |= {"heroes": heroes_of_decks(), "fields": list(fields().items())}
        there |= {"met": MET}
        titles = [(name, formats.get(name).title) for name in formats.names()]
        return JSONResponse({**there, "agents": list(AGENTS.items()), "formats": titles})

    async def examine(self, request: Request) -> Response:
        """All about a deck: `{"text": ..}` in any form, or `{"name": ..}`."""
        asked = await bring_json(request)
        return JSONResponse(await asyncio.to_thread(lambda: examined(deck_of(asked))))

    async def test(self, request: Request) -> Response:
        """Let a deck meet the decks of a field, as a job."""
        asked = await bring_json(request)
        deck = await asyncio.to_thread(deck_of, asked)
        agent, deals = str(asked.get("agent", next(iter(AGENTS)))), asked.get("deals", 50)
        if agent not in AGENTS:
            raise ValueError(f"{agent[:40]!r}: decks are tested with {' or '.join(AGENTS)}")
        if type(deals) is not int or not DEALS[0] <= deals <= DEALS[1]:
            raise ValueError(
                f"deals must be {DEALS[0]} to {DEALS[1]} per deck, found {deals!r:.40}"
            )
        field = str(asked.get("field", "starters"))
        if field not in fields():
            raise ValueError(f"no field is called {field[:40]!r}: {', '.join(fields())}")
        others = await asyncio.to_thread(decks_of_field, field)
        if deals * len(others) > MOST_DEALS:
            raise ValueError(
                f"{deals} deals against each of {len(others)} decks; at most {MOST_DEALS:,} in all"
            )
        wrong = formats.get("standard").of_deck(deck, "2024.09")
        if wrong:
            raise ValueError(f"{deck.name} is illegal: {'; '.join(map(str, wrong))}")
        title = f"{deck.name} against {fields()[field]}, {deals} deals each, {agent}"
        job = self._jobs.begin(title, lambda job: tested(deck, agent, deals, job, others), "/decks")
        return JSONResponse({"id": job.id})


@functools.cache
def fields() -> dict[str, str]:
    """The fields that a deck can be tested against, with their names in a sentence.

    >>> fields()["public"], fields()["spells"]
    ('the public lists', 'lists of spells')
    """
    return {
        "starters": "the starters",
        "public": "the public lists",
        "bench": "the lists of the bench",
        **{name: f"lists of {name}" for name in constructing.ARCHETYPES},
    }


def decks_of_field(field: str) -> list[Deck]:
    """The decks of a field: of a large one some, evenly chosen, so that every faction is there.

    >>> len(decks_of_field("starters")), len(decks_of_field("spells"))
    (6, 24)
    """
    name = field if field in ("starters", "public") else f"constructed:{field}"
    every = list(decks.pool(name))
    if field == "public":
        every = every[len(decks.names()) :]
    step = max(1.0, len(every) / MOST_DECKS)
    return [every[int(k * step)] for k in range(min(len(every), MOST_DECKS))]


def deck_of(asked: Json, pool: Catalogue | None = None) -> Deck:
    """The deck of `{"text": ..}`, in any form, or of `{"name": ..}`."""
    name = str(asked.get("name") or "")
    if text := str(asked.get("text") or ""):
        return pasted(text, name, pool)
    if not name:
        raise ValueError("no deck is given: paste a list or a deck code")
    return decks.named(name)


def pasted(text: str, name: str = "", pool: Catalogue | None = None) -> Deck:
    """The deck of a text in any form. Its name is that of the text, or `name`, or its Hero's.

    >>> pasted("Hero: Sierra & Oddball").name, pasted("3 Kappa C", "mine").name
    ('Sierra & Oddball', 'mine')
    """
    with contextlib.redirect_stderr(io.StringIO()):  # the decoded list, which pages show
        deck = Deck.from_text(text, name=name.strip()[:60], file="the pasted deck", pool=pool)
    if deck.name:
        return deck
    return replace(deck, name="pasted deck" if deck.hero is None else deck.hero.name)


def examined(deck: Deck) -> Json:
    """Cards, legality in each format under each ruleset, statistics, other forms."""
    found = decks.stats(deck)
    unsupported = book_for(deck.every_card).unsupported
    try:
        code = deck.to_code()
    except ValueError as error:
        code = f"no code: {error}"
    return {
        "name": deck.name,
        "summary": deck.summary,
        "hero": None if deck.hero is None else face_of(deck.hero),
        "cards": [
            {"count": count, "face": face_of(card)}
            for card, count in deck.counted.items()
            if card != deck.hero
        ],
        "formats": [
            {
                "title": formats.get(name).title,
                "rules": rules,
                "wrong": [str(wrong) for wrong in formats.get(name).of_deck(deck, rules)],
            }
            for name in formats.names()
            for rules in decks.RULESETS
        ],
        "unplayable": [str(card) for card in deck.counted if card.reference in unsupported],
        "stats": {
            "curve": list(found.curve.items()),
            "reserve_curve": list(found.reserve_curve.items()),
            "mean": [found.mean_hand_cost, found.mean_reserve_cost],
            "early": found.early,
            "types": list(found.types.items()),
            "rarities": list(found.rarities.items()),
            "sets": list(found.sets.items()),
            "roles": list(found.roles.items()),
            "terrains": {name: asdict(row) for name, row in found.terrains.items()},
            "hints": [str(hint) for hint in found.hints],
        },
        "code": code,
        "text": deck.to_text(),
    }


def tested(
    deck: Deck, agent: str, deals: int, job: Job, others: Sequence[Deck], seed: int = 0
) -> Json:
    """The deck against each other deck: deals of one seed from both seats, with intervals."""
    rows: list[Json] = []
    every: list[float] = []
    for number, other in enumerate(others):
        scores: list[float] = []
        while len(scores) < deals:
            matches: list[Match] = []
            for k in range(len(scores), min(deals, len(scores) + CHUNK)):
                chance = Random(f"{seed}/{other.name}/{k}")
                table, players = chance.getrandbits(48), chance.getrandbits(48)
                matches += both_ways([deck], other, agent, table, players)
            played = play(matches)
            for one, two in zip(played[::2], played[1::2], strict=True):
                scores.append(one.score(0) + two.score(1) - 1)
            job.say((number + len(scores) / deals) / len(others), {"rows": [*rows]})
        rows.append({"deck": other.name, **_rate(scores)})
        every += scores
    return {"rows": rows, "all": _rate(every), "agent": agent, "games": 2 * len(every)}


def _rate(scores: list[float]) -> Json:
    """The win rate with its interval, from what deals came to, -1 to 1."""
    found = difference(scores)
    return {name: round(0.5 + getattr(found, name) / 2, 4) for name in ("mean", "low", "high")}
