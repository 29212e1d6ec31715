"""What has become of the games that a browser remembers."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env.web.kept_games import KeptGames
from altered_env.web.safety import bring_json
from altered_env.web.sessions import Sessions

MOST = 100
"""The maximum number of games to look up at once."""

Json = dict[str, Any]


class ListedGames:
    """Looks games up by the tokens of their seats."""

    def __init__(self, sessions: Sessions, kept: KeptGames) -> None:
        self._sessions, self._kept = sessions, kept

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [Route("/games/mine", self.mine, methods=["POST"])]

    async def mine(self, request: Request) -> Response:
        """Of each token how the game stands: null for one that is gone, and nothing for one that is
        kept and not in memory."""
        asked = await bring_json(request)
        tokens = asked.get("tokens")
        if not isinstance(tokens, list) or not all(isinstance(one, str) for one in tokens):
            raise ValueError(f"tokens must be a list of texts, found {tokens!r:.40}")
        if len(tokens) > MOST:
            raise ValueError(f"{len(tokens)} tokens; at most {MOST} are looked up at once")
        found = await asyncio.to_thread(lambda: {token: self._now(token) for token in tokens})
        return JSONResponse({"games": found})

    def _now(self, token: str) -> Json | None:
        session = self._sessions.here(token)
        if session is None:
            return {} if self._kept.has(token) else None
        if token not in session.tokens:
            return None  # spectators have no game of their own
        return {
            "day": session.game.day,
            "yours": not session.over and session.game.decider == session.tokens[token],
            "over": session.over,
            "winners": session.winners,
        }
