"""Playing and watching: a game is begun over HTTP, and played over a WebSocket.

A message to the server is JSON with `do`: `act` (with `action`, and the `step` that the page has
seen; `joined` if it is taken back together with the action before), `back` (with `step`) to take
back a decision, `hint`, `concede`, `new` for the whole board; of who watches, `step` for one more
action, and `seat`, whose view is shown, or null for everything.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import time
from dataclasses import replace
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from altered_env import decks, formats
from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import SAVED_GAME
from altered_env._runtime.json_text import parsed
from altered_env._runtime.plurals import counted
from altered_env._runtime.seeds import Secret, fresh_seed
from altered_env.agents.closed_lists import is_closed
from altered_env.agents.seated import PERSON, said_of, seats_of
from altered_env.agents.trust import refuse_foreign
from altered_env.decks import Deck
from altered_env.game import Game
from altered_env.game.replay import Replay
from altered_env.game.seat import Seat
from altered_env.language.words import SEATS, seat
from altered_env.web.advising import Advisers
from altered_env.web.data_folder import DataFolder
from altered_env.web.deck_pages import pasted
from altered_env.web.kept_games import KeptGames
from altered_env.web.safety import bring, bring_json
from altered_env.web.sessions import GALLERY, Session, Sessions, UnknownTokenError

Json = dict[str, Any]
_LONGEST = 4_000
"""The maximum length of a page's message."""
_SHOW = 0.25
"""Seconds between updates of the other players' progress."""


class _Line:
    """A page that is connected to a seat."""

    def __init__(self, socket: WebSocket, player: int | None) -> None:
        self.socket, self.player = socket, player
        self.watches = player is None
        """Does it see the views of all seats?"""
        self.plays = player is not None and player != GALLERY
        self.known: set[str] = set()
        self.line = 0
        self.scene: int | None = None
        """The scenes that it has been sent; None before the first message."""
        self.wanted: tuple[Seat, Json] | None = None
        """The next decision for the judge, and its message."""
        self.asks: asyncio.Task[None] | None = None

    @property
    def open(self) -> bool:
        """Is the page still there? Either side may have noticed that it is not."""
        states = self.socket.client_state, self.socket.application_state
        return states == (WebSocketState.CONNECTED, WebSocketState.CONNECTED)

    async def send(self, message: Json) -> None:
        """Tell the page, if it is still there."""
        if self.open:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self.socket.send_json(message)


class PlayPages:
    """The games of one server."""

    def __init__(
        self,
        sessions: Sessions,
        folder: DataFolder,
        public_seed: bool = False,
        kept: KeptGames | None = None,
    ) -> None:
        """With `public_seed` a page may name the seed of a game that people play."""
        self._sessions, self._folder, self._public_seed = sessions, folder, public_seed
        self._kept, self._finding = kept or KeptGames(None), threading.Lock()
        self._lines: dict[int, set[_Line]] = {}
        self._busy: set[int] = set()
        self._advisers = Advisers()

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api` and `/ws`."""
        return [
            Route("/games", self.begin, methods=["POST"]),
            Route("/games/resume", self.resume, methods=["POST"]),
            Route("/games/{token}/save", self.save, methods=["POST"]),
            Route("/games/{token}/rematch", self.rematch, methods=["POST"]),
            Route("/games/{token}/replay", self.replay),
            Route("/games/{token}", self.end, methods=["DELETE"]),
            Route("/health", self.health),
            WebSocketRoute("/seat/{token}", self.seat),
        ]

    async def begin(self, request: Request) -> Response:
        """A new game: format, rules, decks and players."""
        asked = await bring_json(request)
        return JSONResponse(await asyncio.to_thread(self._begin, asked))

    def _begin(self, asked: Json) -> Json:
        form = formats.named(str(asked.get("format", "standard")))
        rules = str(asked.get("rules", "2024.09"))
        seed = asked.get("seed")
        if seed is not None and type(seed) is not int:
            raise ValueError(f"a seed must be a whole number, found {seed!r:.40}")
        seats = asked.get("seats", [PERSON, "rules"])
        if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
            raise ValueError(
                f"seats must be a list of names, {PERSON} or agents, found {seats!r:.60}"
            )
        if len(seats) != form.players:
            raise ValueError(
                f"{counted(len(seats), 'seat')}; a game of {form.title} has {form.players}"
            )
        wanted = asked.get("decks") or [None] * form.players
        if not isinstance(wanted, list) or len(wanted) != form.players:
            raise ValueError(f"a game of {form.title} needs {form.players} decks")
        refuse_foreign(seats)
        if seed is not None and PERSON in seats and not self._public_seed:
            raise ValueError(
                "whoever chooses the seed could rebuild the game and see every hidden card: omit"
                " it, or start the server with --public-seed"
            )
        secret = Secret.drawn(seed)
        dealt = [self._deck(entry, form, secret, k) for k, entry in enumerate(wanted)]
        book: Literal["pool"] | None = "pool" if any(map(is_closed, seats)) else None
        game = Game.start(*dealt, seed=secret.game_seed, rules=rules, format=form.name, book=book)
        session = Session(game, seats, secret.number, PERSON not in seats, secret)
        if secret.is_public:
            session.open("the seed of the game was chosen")
        return self.seated(session)

    def _find(self, token: str) -> Session:
        """The game of a token, in memory or as it was kept. Raises `UnknownTokenError`."""
        with self._finding:
            try:
                return self._sessions.find(token)
            except UnknownTokenError:
                found = self._kept.find(token)
                if found is None:
                    raise
                return self._sessions.add(found)

    def _keep(self, session: Session) -> None:
        try:
            with session.lock:
                self._kept.keep(session)
        except OSError as error:
            print(f"a game would be lost at a restart: {error}", file=sys.stderr)

    def seated(self, session: Session) -> Json:
        """Add a game that has begun; its tokens, for the page that asked."""
        self._sessions.add(session)
        self._keep(session)
        return {
            "tokens": {SEATS[player]: token for token, player in session.tokens.items()},
            "watch": session.watcher or None,
            "gallery": session.gallery or None,
        }

    def _find_playing(self, token: str) -> Session:
        """The game of a player's token. Raises `ValueError` for one of spectators."""
        session = self._find(token)
        if token == session.gallery:
            raise ValueError("spectators cannot do that")
        return session

    def _deck(self, entry: Any, form: formats.Format, secret: Secret, seat: int) -> Deck:
        """The deck that a page asks for: `{"name": ..}`, `{"text": ..}`, `{"random": faction}`."""
        seed = secret.game_seed
        usual = form.usual[seat % len(form.usual)]
        if entry is None:
            return form.deck(usual, seed, seat)
        if not isinstance(entry, dict):
            raise ValueError(f"a deck must be named, pasted or random, found {entry!r:.40}")
        if text := entry.get("text"):
            return pasted(str(text), str(entry.get("name") or ""))
        if "random" in entry:
            faction = entry["random"] or None
            number = seed * 8 + seat if secret.is_public else secret.derive("deck", seat)
            found = decks.random(number, None if faction is None else str(faction))
            return replace(found, name=f"random {SEATS[seat]}")
        name = str(entry.get("name") or usual)
        if name.endswith(".txt"):
            return Deck.from_file(self._folder.path(name))
        if not form.is_opened(name):
            decks.named(name)
        return form.deck(name, seed, seat)

    async def resume(self, request: Request) -> Response:
        """Resume a saved game: by its name in the folder of `--data`, or uploaded."""
        name = request.query_params.get("name")
        if name is not None:
            data = await asyncio.to_thread(self._folder.read, name, SAVED_GAME)
        else:
            data = await bring(request)
        return JSONResponse(await asyncio.to_thread(self._resume, data))

    def _resume(self, data: bytes) -> Json:
        game = Game.from_bytes(data)
        seats = seats_of(game.story.opponent, game.players)
        refuse_foreign(seats)
        session = Session.replayed(game, seats, fresh_seed(), PERSON not in seats)
        session.open("the game was loaded from a save")
        return self.seated(session)

    def play_on(self, game: Game, person: str, level: str) -> Json:
        """Begin a game from a position of a replay: a person at a seat, all others of a level.
        Raises `ValueError` for an unknown seat, and as agents do."""
        if game.over:
            raise ValueError("the game is over there: go back to a decision")
        refuse_foreign([level])
        mine = seat(person, game.players)
        seats = [PERSON if player == mine else level for player in range(game.players)]
        session = Session(game, seats, fresh_seed())
        session.open("the game was taken from a replay")
        return self.seated(session)

    async def save(self, request: Request) -> Response:
        """Keep the game as a file in the folder of `--data`. Opening it there shows every hidden
        card, so the game is marked as open from here on."""
        session = await asyncio.to_thread(self._find_playing, request.path_params["token"])
        asked = await bring_json(request)
        name = str(asked.get("name", "")).removesuffix(".game") + ".game"
        path = self._folder.path(name)
        if path.exists() and asked.get("over") is not True:
            raise ValueError(f"there is already a game called {name}: save over it, or rename it")

        def keep() -> None:
            path.parent.mkdir(parents=True, exist_ok=True)
            with session.lock:
                data = session.game.to_bytes(said_of(session.seats))
                write_atomically(path, data, mode=0o600)
                session.open("the game was saved")
            self._keep(session)

        await asyncio.to_thread(keep)
        await self._tell_all(session)
        return JSONResponse({"saved": name})

    async def rematch(self, request: Request) -> Response:
        """The place in the game that follows, which is begun when the first player asks for it: the
        same decks and players. The others are told."""
        token = request.path_params["token"]
        session = await asyncio.to_thread(self._find, token)

        def begun() -> tuple[Session, bool]:
            with session.lock:
                new = session.rematch is None
                if new and token == session.gallery:
                    raise ValueError("no player has asked for a rematch yet")
                return session.again(Secret.drawn()), new

        again, new = await asyncio.to_thread(begun)
        if new:
            await asyncio.to_thread(self.seated, again)
            for line in list(self._lines.get(id(session), ())):
                await line.send({"type": "rematch"})
        mine = session.token_in(again, token)
        plays = mine in again.tokens
        return JSONResponse(
            {
                "tokens": {SEATS[again.tokens[mine]]: mine} if plays else {},
                "watch": None if plays else mine,
                "gallery": again.gallery if plays else None,
            }
        )

    async def replay(self, request: Request) -> Response:
        """The replay of a finished game, or of one without people. Before that it would reveal
        hidden cards."""
        token = request.path_params["token"]
        session = await asyncio.to_thread(self._find, token)
        if not session.over and session.tokens:
            raise ValueError(
                "the replay shows every hidden card, so it is available once the game is over"
            )
        text = await asyncio.to_thread(lambda: Replay.of(session.game).to_json())
        headers = {"content-disposition": 'attachment; filename="altered-replay.json"'}
        return Response(text, media_type="application/json", headers=headers)

    async def end(self, request: Request) -> Response:
        """Close a game."""
        token = request.path_params["token"]
        self._kept.forget(await asyncio.to_thread(self._find_playing, token))
        self._sessions.end(token)
        return JSONResponse({"ended": True})

    async def health(self, request: Request) -> Response:
        """The state of the server."""
        return JSONResponse(
            {
                "games": len(self._sessions),
                "actions": len(self._sessions.times),
                "median_ms": self._sessions.within_ms(0.5),
                "p95_ms": self._sessions.within_ms(0.95),
                "processor_s": time.process_time(),
            }
        )

    # a page that plays

    async def seat(self, socket: WebSocket) -> None:
        """The actions and messages of a seat, for as long as its page is connected."""
        await socket.accept()
        token = socket.path_params["token"]
        try:
            session = await asyncio.to_thread(self._find, token)
        except UnknownTokenError as error:
            await socket.send_json({"type": "gone", "error": str(error)})
            await socket.close(4404)
            return
        line = _Line(socket, session.player_of(token))
        if line.player == GALLERY:
            with session.lock:
                session.open_gallery()
        lines = self._lines.setdefault(id(session), set())
        lines.add(line)
        if line.plays:
            session.came.add(SEATS[line.player or 0])
        try:
            await self._tell(session, line)
            await self._say_who_is_here(session, line)
            if session.tokens and not session.over and not session.waits_for_person:
                await self._drive(session)
            while line.open:
                text = await socket.receive_text()
                await asyncio.to_thread(self._find, token)
                await self._heard(session, line, text)
        except WebSocketDisconnect:
            pass  # the page is gone; the game waits for it
        except UnknownTokenError as error:
            await line.send({"type": "gone", "error": str(error)})
        finally:
            lines.discard(line)
            if not lines:
                self._lines.pop(id(session), None)
            await self._say_who_is_here(session, line)

    async def _heard(self, session: Session, line: _Line, text: str) -> None:
        try:
            asked = parsed(text) if len(text) <= _LONGEST else None
            if not isinstance(asked, dict):
                raise ValueError("a message must be a JSON object")
            await self._do(session, line, asked)
        except (ValueError, LookupError, RecursionError) as error:
            await self._tell(session, line)
            await line.send({"type": "error", "error": str(error)[:500]})

    async def _do(self, session: Session, line: _Line, asked: Json) -> None:
        player = line.player
        match asked.get("do"):
            case "act":
                start = time.perf_counter()
                if not line.plays or player is None:
                    raise ValueError("spectators cannot play")
                action, step = asked.get("action"), asked.get("step")
                if type(action) is not int or type(step) is not int:
                    raise ValueError("action and step must be whole numbers")
                joined = asked.get("joined") is True
                await asyncio.to_thread(self._act, session, player, action, step, joined)
                await self._drive(session, start, line)
            case "back" if player is not None and line.plays:
                await asyncio.to_thread(self._take_back, session, player, asked.get("step"))
                for other in self._lines.get(id(session), ()):
                    other.line = 0
                await asyncio.to_thread(self._keep, session)
                await self._tell_all(session, line)
            case "seat" if line.watches:
                wanted = asked.get("seat")
                line.player = None if wanted is None else seat(wanted, session.game.players)
                line.line, line.scene = 0, None
                await self._tell(session, line)
            case "step" if line.watches:
                start = time.perf_counter()
                await asyncio.to_thread(self._once, session)
                self._sessions.times.append(1000 * (time.perf_counter() - start))
                await self._tell_all(session, line)
            case "hint" if player is not None and line.plays:
                if session.over or session.game.decider != player:
                    raise ValueError("there is no decision to make")
                await self._hint(session, line, player)
            case "concede" if player is not None and line.plays:
                session.concede(player)
                await asyncio.to_thread(self._keep, session)
                await self._tell_all(session)
            case "new":
                line.line, line.scene = 0, None
                await self._tell(session, line)
            case other:
                raise ValueError(f"unknown message {other!r:.40}")

    def _act(self, session: Session, player: int, action: int, step: int, joined: bool) -> None:
        with session.lock:
            if session.over:
                raise ValueError("the game is over")
            self._refuse_late(session, player, step)
            session.act(action, joined)

    def _take_back(self, session: Session, player: int, step: Any) -> None:
        with session.lock:
            self._refuse_late(session, player, step)
            session.take_back(player)

    @staticmethod
    def _refuse_late(session: Session, player: int, step: Any) -> None:
        if step != session.step_of(player) or session.game.decider != player:
            raise ValueError("that decision is over; this is the current table")

    @staticmethod
    def _once(session: Session) -> bool:
        with session.lock:
            return session.act_for_agent()

    async def _hint(self, session: Session, line: _Line, player: int) -> None:
        """The judge's view of the decision, in the background; among four that of `rules`."""
        with session.lock:
            seat, step = session.game.seat(player), session.step_of(player)
        told = {"type": "hint", "step": step}
        if len(seat.view.players) != 2:
            worth = await asyncio.to_thread(self._advisers.worth, seat)
            await line.send({**told, **worth, "more": False})
            return
        await line.send({**told, "more": True})
        line.wanted = (seat, told)
        if line.asks is None or line.asks.done():
            line.asks = asyncio.create_task(self._judge(line))

    async def _judge(self, line: _Line) -> None:
        while line.wanted is not None and line.open:
            seat, told = line.wanted
            line.wanted = None
            found = await asyncio.to_thread(self._advisers.judged, seat)
            await line.send({**told, **found, "more": False})

    async def _drive(
        self, session: Session, start: float | None = None, asks: _Line | None = None
    ) -> None:
        """Let agents act until a person must, and update all pages."""
        if id(session) in self._busy:
            return
        self._busy.add(id(session))
        begun = shown = time.perf_counter()
        try:
            while await asyncio.to_thread(self._once, session):
                late = time.perf_counter() - shown > _SHOW
                if late and not session.over and not session.waits_for_person:
                    await self._tell_all(session)
                    shown = time.perf_counter()
        finally:
            self._busy.discard(id(session))
        if start is not None:
            self._sessions.times.append(1000 * (time.perf_counter() - min(start, begun)))
        await asyncio.to_thread(self._keep, session)
        await self._tell_all(session, asks)

    async def _tell_all(self, session: Session, asks: _Line | None = None) -> None:
        """Update the pages: the one that asked, and those whose players may be updated at this
        moment."""
        for line in list(self._lines.get(id(session), ())):
            if line is asks or session.is_told(line.player):
                await self._tell(session, line)

    async def _tell(self, session: Session, line: _Line) -> None:
        def told() -> Json:
            with session.lock:
                return session.message(line.player, line.known, line.line, line.scene)

        message = await asyncio.to_thread(told)
        line.line, line.scene = message["lines"], message["shown"]
        message |= self._presence(session)
        message["saves"] = self._folder.root is not None
        message["ms"] = round(self._sessions.times[-1], 1) if self._sessions.times else None
        await line.send(message)

    def _presence(self, session: Session) -> Json:
        """The seats of the people whose pages are connected, and of those that were."""
        lines = self._lines.get(id(session), ())
        here = {SEATS[one.player or 0] for one in lines if one.plays}
        return {"here": "".join(sorted(here)), "left": "".join(sorted(session.came - here))}

    async def _say_who_is_here(self, session: Session, came: _Line) -> None:
        """Tell the others that this page has come or gone."""
        for line in list(self._lines.get(id(session), ())):
            if line.player != came.player:
                await line.send({"type": "here", **self._presence(session)})
