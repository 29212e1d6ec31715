"""The first game of a newcomer: the same cards and the same opponent for everyone.

Its rules are explained by the hints of static/lesson.json.
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env import decks
from altered_env._runtime.seeds import Secret
from altered_env.agents.seated import PERSON
from altered_env.game import Game
from altered_env.web.play_pages import PlayPages
from altered_env.web.sessions import Session

SEED = 5
"""Characters on the first day, a Spell by the third and a Landmark by the fifth. Random cards in
random places win most games of it."""
DECKS = ("ordis", "bravos")
OPPONENT = "random"
FORMAT = "first_game"
OPEN = "the first game is the same for everyone"


class LearnPages:
    """Begins first games."""

    def __init__(self, playing: PlayPages) -> None:
        self._playing = playing

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [Route("/learn", self.begin, methods=["POST"])]

    async def begin(self, request: Request) -> Response:
        """Begin the first game."""
        told: dict[str, Any] = await asyncio.to_thread(
            lambda: self._playing.seated(first_session())
        )
        return JSONResponse(told)


def first_session() -> Session:
    """The first game, before the first decision.

    >>> session = first_session()
    >>> len(session.game.view(0).players[0].hand), session.is_open
    (6, True)
    """
    secret = Secret.drawn(SEED)
    game = Game.start(*map(decks.first_game, DECKS), seed=secret.game_seed, format=FORMAT)
    session = Session(game, [PERSON, OPPONENT], secret.number, secret=secret)
    session.open(OPEN)
    return session
