"""Drafts on the pages: begun, picked, built and played; kept as games are."""

from __future__ import annotations

import asyncio
import secrets
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env._runtime.seeds import Secret
from altered_env.agents.seated import PERSON
from altered_env.cards.printed_words import SETS
from altered_env.game import Game
from altered_env.web.card_pages import worth_of
from altered_env.web.draft_seat import FORMAT, RULES, YOU, Drafting
from altered_env.web.game_choices import LEVELS
from altered_env.web.kept_games import KeptGames
from altered_env.web.play_pages import PlayPages
from altered_env.web.safety import bring_json
from altered_env.web.sessions import Session, UnknownTokenError

MOST = 100
"""The number of drafts in memory; the least recently used one makes room."""
VERSION = 1

Json = dict[str, Any]


class DraftPages:
    """The drafts of one server."""

    def __init__(self, playing: PlayPages, kept: KeptGames) -> None:
        self._playing, self._kept = playing, kept
        self._drafts: OrderedDict[str, Drafting] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [
            Route("/drafts", self.choices, methods=["GET"]),
            Route("/drafts", self.begin, methods=["POST"]),
            Route("/drafts/{token}", self.about),
            Route("/drafts/{token}/worths", self.worths),
            Route("/drafts/{token}/pick", self.pick, methods=["POST"]),
            Route("/drafts/{token}/deck", self.build, methods=["POST"]),
            Route("/drafts/{token}/play", self.play, methods=["POST"]),
        ]

    async def choices(self, request: Request) -> Response:
        """The sets of boosters, and the levels of opponents."""
        return JSONResponse({"sets": list(SETS), "levels": LEVELS})

    async def begin(self, request: Request) -> Response:
        """A new draft: `{"set": ..}`."""
        asked = await bring_json(request)

        def begun() -> str:
            found, token = Drafting(Secret.drawn(), str(asked.get("set", "CORE"))), _token()
            with self._lock:
                self._add(token, found)
                self._keep(token, found)
            return token

        return JSONResponse({"token": await asyncio.to_thread(begun)})

    async def about(self, request: Request) -> Response:
        """The draft as it is."""
        return await self._answer(request, Drafting.told)

    async def worths(self, request: Request) -> Response:
        """The worth of each card to pick from, after the last pick of each card picked."""

        def told(found: Drafting) -> Json:
            cards = found.draft.pack(YOU) or found.picked
            return {"worths": [worth_of(card) for card in cards]}

        return await self._answer(request, told)

    async def pick(self, request: Request) -> Response:
        """Pick `{"place": .., "picks": ..}`: a card of the booster, after a number of picks."""
        asked = await bring_json(request)
        place, picks = _whole(asked, "place"), _whole(asked, "picks")

        def picked(found: Drafting) -> Json:
            if picks != len(found.picked):
                raise ValueError("that booster has been passed on; this is the current one")
            found.pick(place)
            return found.told()

        return await self._answer(request, picked, changes=True)

    async def build(self, request: Request) -> Response:
        """The deck: `{"inside": [places of picks], "mana": ..}`, or the one that is suggested."""
        asked = await bring_json(request)
        inside = asked.get("inside")

        def built(found: Drafting) -> Json:
            if inside is None:
                found.build((), 0)
                found.suggest()
            elif isinstance(inside, list) and all(type(place) is int for place in inside):
                found.build(inside, _whole(asked, "mana"))
            else:
                raise ValueError(f"inside must be a list of whole numbers, found {inside!r:.40}")
            return found.told()

        return await self._answer(request, built, changes=True)

    async def play(self, request: Request) -> Response:
        """Play `{"against": 1 to 7, "level": ..}` with the deck: the tokens of a new game."""
        asked = await bring_json(request)
        player, level = _whole(asked, "against"), str(asked.get("level", "rules"))
        if level not in LEVELS:
            raise ValueError(f"unknown level {level[:40]!r}, there are {', '.join(LEVELS)}")

        def begun(found: Drafting) -> Json:
            other = found.deck_of(player)
            if found.wrong:
                raise ValueError(f"the deck is illegal: {'; '.join(found.wrong)}")
            secret = Secret.drawn()  # that of the draft stays secret after the game
            seed = secret.game_seed
            game = Game.start(found.deck, other, seed=seed, rules=RULES, format=FORMAT)
            return self._playing.seated(
                Session(game, [PERSON, level], secret.number, secret=secret)
            )

        return await self._answer(request, begun)

    async def _answer(
        self, request: Request, work: Callable[[Drafting], Json], changes: bool = False
    ) -> Response:
        """What becomes of the draft of a request, which one at a time may use."""
        token = request.path_params["token"]

        def done() -> Json:
            with self._lock:
                found = self._find(token)
                told = work(found)
                if changes:
                    self._keep(token, found)
                return told

        return JSONResponse(await asyncio.to_thread(done))

    def _add(self, token: str, found: Drafting) -> None:
        self._drafts[token] = found
        while len(self._drafts) > MOST:
            self._drafts.popitem(last=False)

    def _find(self, token: str) -> Drafting:
        if token not in self._drafts:
            kept = self._kept.read(_name(token))
            try:
                if kept is None or kept["version"] != VERSION:
                    raise UnknownTokenError
                self._add(token, _restored(kept))
            except (ValueError, LookupError, TypeError):
                raise UnknownTokenError(
                    "there is no such draft: no one opened it for a week"
                ) from None
        self._drafts.move_to_end(token)
        return self._drafts[token]

    def _keep(self, token: str, found: Drafting) -> None:
        told = {
            "version": VERSION,
            "secret": str(found.secret.number),
            "set": found.set,
            "picked": [card.reference for card in found.picked],
            "inside": found.inside,
            "mana": found.mana,
        }
        try:
            self._kept.write(_name(token), told)
        except OSError as error:
            print(f"a draft would be lost at a restart: {error}", file=sys.stderr)


def _restored(kept: Json) -> Drafting:
    """A draft as it was left: its picks are made again. Raises `ValueError` where the cards or the
    drafters are others by now."""
    found = Drafting(Secret(int(kept["secret"])), kept["set"])
    for reference in kept["picked"]:
        found.pick([card.reference for card in found.draft.pack(YOU)].index(reference))
    if found.draft.over:
        found.build(kept["inside"], kept["mana"])
    return found


def _token() -> str:
    return secrets.token_urlsafe(24)


def _name(token: str) -> str:
    return f"draft {token}"


def _whole(asked: Json, name: str) -> int:
    value = asked.get(name)
    if type(value) is not int:
        raise ValueError(f"{name} must be a whole number, found {value!r:.40}")
    return value
