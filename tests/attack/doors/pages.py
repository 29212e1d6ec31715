"""Input of `altered web`: requests to every route, and messages to WebSockets.

The routes are taken from the application, so new ones are tried automatically. Valid requests are
in `RIGHT`; other routes get odd bodies with fields from the pages' sources.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import json
import os
import random
import re
import shutil
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import quote, unquote, urlencode

from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import Message

import altered_env.web
from altered_env.agents.judging import Judges
from altered_env.web import deck_pages
from altered_env.web.app import make_app
from tests.attack.doors.judging import Fault, Try, compiling, where
from tests.attack.doors.mutating import (
    as_json,
    huge,
    other_bytes,
    other_json,
    other_text,
    places_in,
    value,
    word,
)
from tests.attack.doors.places import CANARY, ODD_PLACES, Places

__all__ = ["Http", "WebSockets", "routes_of"]

HOST = "127.0.0.1:8420"
SECONDS = 25.0
"""An answer that takes longer does not come."""
Json = Any

_GAME = {"seats": ["person", "random"]}
RIGHT: dict[str, tuple[Json, ...]] = {
    "POST /api/games": (
        _GAME,
        {**_GAME, "seed": 3},
        {**_GAME, "format": "singleton", "rules": "5.0", "decks": [None, None]},
        {"seats": ["random", "random"], "format": "standard"},
        {**_GAME, "decks": [{"name": "lyra"}, {"random": "axiom"}]},
        {**_GAME, "decks": [{"text": "1 CORE_AX_01_C"}, {"name": "deck.txt"}]},
        {"seats": ["person", "random", "greedy", "random"], "format": "free_for_all"},
        {"seats": ["person", "random"], "format": "sealed:deck.txt"},
        {"seats": ["person", "random"], "format": "frontier:frontier.txt"},
    ),
    "POST /api/games/{token}/save": ({"name": "kept"}, {"name": "deep/kept.game"}),
    "POST /api/replays/open": ({"name": "replay.json"}, {"name": "games.parquet", "game": 1}),
    "POST /api/cards/try": (
        {
            **{"text": "J: draw(1)", "support": "", "type": "character", "name": "Bee"},
            **{"faction": "axiom", "subtypes": [], "hand_cost": 1, "reserve_cost": 1},
            **{"forest": 1, "mountain": 0, "water": 2},
        },
        {"text": "When you play me: draw a card.", "type": "spell", "hand_cost": 2},
    ),
    "POST /api/decks": ({"name": "axiom"}, {"text": "1 CORE_AX_01_C\n3 CORE_AX_05_C"}),
    "POST /api/decks/test": ({"name": "axiom", "agent": "random", "deals": 10},),
    "POST /api/reports": ({"dataset": "games.parquet"},),
}
"""The bodies of right requests, for routes that take JSON."""
FILES = {
    "POST /api/games/resume": ("game.altered",),
    "POST /api/replays": ("replay.json", "game.altered"),
}
"""Uploads."""
QUERIES: dict[str, tuple[dict[str, str], ...]] = {
    "/api/cards": ({}, {"text": "draw", "start": "0"}, {"faction": "axiom", "forest": "2"}),
    "/api/games/resume": ({}, {"name": "kept.game"}),
    "/api/replays/{id}/step/{step:int}": ({}, {"seat": "A"}),
    "/api/replays/{id}/judged": ({"from": "0"}, {"from": "3"}),
}
ALWAYS = ("/api/ready", "/api/choices", "/api/health", "/api/replays", "/api/reports", "/api/jobs")
"""They are always answered."""
HEADERS = (
    *(("host", HOST), ("origin", f"http://{HOST}")),
    *(("host", ""), ("host", "["), ("host", "elsewhere.example"), ("host", f"{HOST}, {HOST}")),
    *(("host", "127.0.0.1:99999"), ("host", "[::1"), ("host", "127.0.0.1@x"), ("origin", "null")),
    *(("origin", "http://["), ("origin", "http://elsewhere.example"), ("origin", "")),
    *(("content-type", "text/plain; charset=\xff"), ("host", "127.0.0.1")),
    *(
        ("content-length", "-1"),
        ("content-encoding", "gzip"),
        ("range", "bytes=-5"),
        ("cookie", "\0"),
    ),
    *(("range", "bytes=9-1,0-,-"), ("if-none-match", "*"), ("if-modified-since", "\xff")),
    *(("accept", "\xff"), ("transfer-encoding", "chunked"), ("x" * 4_000, "y" * 60_000)),
)
METHODS = ("GET", "POST", "DELETE", "HEAD", "PUT", "OPTIONS", "PATCH", "TRACE", "get", "\xff")


def _names() -> tuple[str, ...]:
    """Field names in the sources of the pages."""
    found: set[str] = set()
    for path in Path(altered_env.web.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"[a-z_]{2,16}", node.value):
                    found.add(node.value)
    return tuple(sorted(found))


class _Server:
    """The application without a network; the names in its answers are kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        data = folder / "data-of-the-pages"
        shutil.copytree(folder / "games.parquet", data / "games.parquet", dirs_exist_ok=True)
        for name in ("game.altered", "replay.json", "deck.txt", "frontier.txt"):
            shutil.copy(folder / name, data / name)
        shutil.copy(folder / "game.altered", data / "kept.game")
        for name, to in (("lost.game", "nowhere"), ("out.txt", "../outside.txt")):
            (data / name).symlink_to(to)
        (data / "pipe.game").unlink(missing_ok=True)
        os.mkfifo(data / "pipe.game")
        self.data = data
        self._patches = contextlib.ExitStack()
        # what thinks of a replay, or tests a deck, works for minutes in a thread of its own
        judges = classmethod(lambda cls, players: cls(None, None))
        self._patches.enter_context(mock.patch.object(Judges, "here", judges))
        self._patches.enter_context(
            mock.patch.object(deck_pages, "tested", lambda *_: {"rows": []})
        )
        self.app = make_app(data)
        self.runner = asyncio.Runner()
        self.routes = tuple(self.runner.run(routes_of(self.app.routes, "")))
        self.tokens: deque[str] = deque(["-"], maxlen=40)
        self.seats: deque[str] = deque(maxlen=8)
        """Tokens of games at an early stage."""
        self.names = _names()

    def call(self, scope: Json, receive: Callable[[], Awaitable[Message]], sent: list[Any]) -> None:
        """Let the application answer; its messages are in `sent`."""

        async def send(message: Message) -> None:
            sent.append(message)

        async def run() -> None:
            answer = asyncio.ensure_future(self.app(scope, receive, send))
            late = time.monotonic() + SECONDS
            while not answer.done():
                await asyncio.wait([answer], timeout=1.0)
                if compiling():
                    late = time.monotonic() + SECONDS
                elif time.monotonic() > late:
                    answer.cancel()
                    raise TimeoutError
            await answer

        try:
            self.runner.run(run())
        except TimeoutError:
            raise Fault("hang", f"no answer in {SECONDS:.0f} s") from None
        except Exception as error:
            raise Fault("5xx", where(error)) from None
        for message in sent:
            said = f"{message.get('text')} {message.get('body')!r}"
            if CANARY in said:
                raise Fault("leak", said[:300])

    def request(self, method: str, scope: Json, body: bytes = b"") -> tuple[int, bytes]:
        """The status and the body of an answer."""
        chunks = [body[at : at + 60_000] for at in range(0, len(body), 60_000)] or [b""]

        async def receive() -> Message:
            if chunks:
                more = len(chunks) > 1
                return {"type": "http.request", "body": chunks.pop(0), "more_body": more}
            await asyncio.sleep(SECONDS)
            return {"type": "http.disconnect"}

        sent: list[Any] = []
        self.call({**scope, "method": method}, receive, sent)
        begun = [message for message in sent if message["type"] == "http.response.start"]
        if len(begun) != 1:
            raise Fault("wrong", f"{len(begun)} answers")
        said = b"".join(message.get("body", b"") for message in sent)
        status = int(begun[0]["status"])
        if status >= 500:
            raise Fault("5xx", f"{status}: {said[:200]!r}")
        if status < 400:
            with contextlib.suppress(ValueError):
                self.keep(json.loads(said))
        return status, said

    def close(self) -> None:
        """Leave everything as it was."""
        self._patches.close()
        self.runner.close()
        _servers.pop(self.folder, None)

    def begin(self, seats: list[str]) -> None:
        """Begin a game, of which the tokens are known; where no more games may be, in a new
        server."""
        known = self.tokens[-1]
        scope = _scope("http", "/api/games", b"", HEADERS[:2])
        if self.request("POST", scope, json.dumps({"seats": seats}).encode())[0] >= 400:
            self.app = make_app(self.data)
            self.runner.run(routes_of(self.app.routes, ""))
            self.seats.clear()
        elif known != self.tokens[-1]:
            self.seats.append(self.tokens[-1])

    def path(self, rng: random.Random, route: str) -> str:
        """A path of a route, most of them of something that is there."""

        def fill(match: re.Match[str]) -> str:
            if rng.random() < 0.75:
                right = (rng.choice(self.tokens), rng.choice(self.tokens), *PARTS)
                if match["kind"] == ":int":
                    right = ("0", "1", "7", "60", "9" * 50)
                return quote(rng.choice(right))
            return quote(self.odd(rng), errors="replace")

        filled = re.sub(r"{\w+(?P<kind>:\w+)?}", fill, route)
        if rng.random() < 0.04:
            filled = quote(other_text(rng, filled), errors="replace")
        return filled

    def odd(self, rng: random.Random) -> str:
        """A text that leads elsewhere, or nowhere."""
        if rng.random() < 0.5:
            return word(rng)
        return f"{rng.choice(('', '', 'sealed:', 'frontier:', 'net:'))}{self.place(rng)}"

    def place(self, rng: random.Random) -> str:
        """A path to what no page may open."""
        place = rng.choice((*ODD_PLACES, *["outside.txt"] * 12))
        whole = str(self.folder / place)
        return rng.choice((place, f"../{place}", f"a/../../{place}", *[whole] * 4, "pipe.game"))

    def mutated(self, rng: random.Random, found: Json, names: Sequence[str] = ("do",)) -> Json:
        """A body with something changed; one of its texts, or of these names, leads elsewhere."""
        found = other_json(rng, found, self.names)
        kind = rng.random()
        if isinstance(found, dict) and kind < 0.3:
            found[rng.choice([*found, *names])] = self.odd(rng)
        elif kind < 0.6:
            texts = [(at, key) for at, key in places_in(found) if isinstance(at[key], str)]
            if texts:
                at, key = rng.choice(texts)
                start, colon, _ = at[key].rpartition(":")
                at[key] = f"{start}{colon}{self.place(rng)}"
        return found

    def keep(self, said: Json) -> None:
        """Remember what an answer names, for later requests."""
        if isinstance(said, dict):
            for one in said.values():
                self.keep(one)
        elif isinstance(said, str) and re.fullmatch(r"[\w-]{16,40}", said):
            self.tokens.append(said)


PARTS = ("CORE_AX_01_C", "index.html", "play.js", "games.parquet-report.html", "A", "kept")


async def routes_of(
    routes: list[BaseRoute], above: str
) -> list[tuple[str, Route | WebSocketRoute]]:
    """Every route of an application, with its whole path."""
    found: list[tuple[str, Route | WebSocketRoute]] = []
    for route in routes:
        if isinstance(route, (Route, WebSocketRoute)):
            found.append((above + route.path, route))
        elif isinstance(route, Mount):
            app = route.app
            if hasattr(app, "load"):
                app = await app.load()
            found += await routes_of(app.routes, above + route.path)
        else:
            raise TypeError(f"what is a {type(route).__name__} here?")
    return found


_servers: dict[Path, _Server] = {}


def _server(places: Places) -> _Server:
    """The one server in a folder."""
    if places.folder not in _servers:
        _servers[places.folder] = _Server(places.folder)
    return _servers[places.folder]


def _scope(kind: str, path: str, query: bytes, headers: list[tuple[str, str]]) -> dict[str, Any]:
    """Build the request as a server does from its first lines."""
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": unquote(path),
        "raw_path": path.encode("ascii", "replace"),
        "root_path": "",
        "query_string": query,
        "headers": [(k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in headers],
        "client": ("127.0.0.1", 4711),
        "server": ("127.0.0.1", 8420),
        "state": {},
    }


class Http:
    """Requests."""

    def __init__(self, places: Places) -> None:
        """Load the server."""
        self._begin(_server(places))

    def _begin(self, server: _Server) -> None:
        self._server = server
        self._routes = [
            (path, sorted(route.methods or ()))
            for path, route in self._server.routes
            if isinstance(route, Route)
        ]

    @classmethod
    def of(cls, server: _Server) -> Http:
        """Requests to a server that is there."""
        found = cls.__new__(cls)
        found._begin(server)
        return found

    def close(self) -> None:
        """Leave everything as it was."""
        self._server.close()

    @property
    def kinds(self) -> list[str]:
        """Every route with each of its methods."""
        return [f"{method} {path}" for path, methods in self._routes for method in methods]

    def attempt(self, rng: random.Random) -> Try:
        """A request."""
        server = self._server
        route, methods = rng.choice(self._routes)
        method = rng.choice(methods)
        kind = f"{method} {route}"
        if rng.random() < 0.4:  # where most is brought
            kind = rng.choice((*RIGHT, *FILES, *QUERIES, *["POST /api/games"] * 5))
            method, route = kind.split(" ") if " " in kind else ("GET", kind)
        right = rng.random() < 0.25
        body = self._body(rng, kind, right)
        query = dict(rng.choice(QUERIES.get(route, ({},))))
        headers = list(HEADERS[:2])
        path = server.path(rng, route)
        if not right:
            if rng.random() < 0.3:
                query = other_json(rng, query, server.names) if query else {}
                if isinstance(query, dict):
                    query[rng.choice((*server.names, "name", "seat"))] = server.odd(rng)
            if rng.random() < 0.25:
                headers = self._headers(rng, headers)
            if rng.random() < 0.05:
                method = rng.choice(METHODS)
            if body and rng.random() < 0.1:
                body = other_bytes(rng, body)
        sent = _query(rng, query)
        always = right and path == route and route in ALWAYS and method == "GET"
        said = f"{method} {path[:120]}?{sent[:80]!r} {headers[:4]!r:.200} {body[:200]!r}"
        return Try(
            kind.replace(" ", ":"),
            said,
            lambda: self._answered(method, _scope("http", path, sent, headers), body, always),
        )

    def _body(self, rng: random.Random, kind: str, right: bool) -> bytes:
        if kind in FILES:
            data = (self._server.folder / rng.choice(FILES[kind])).read_bytes()
            if rng.random() < 0.002:
                return huge(rng, data)
            return data if right else other_bytes(rng, data, [b"{}", b"altered"])
        if kind in RIGHT:
            found = rng.choice(RIGHT[kind])
            if right:
                return json.dumps(found).encode()
            names = sorted({name for one in RIGHT[kind] for name in one})
            return as_json(rng, self._server.mutated(rng, found, names))
        if kind.startswith(("GET", "HEAD")) and rng.random() < 0.9:
            return b""
        found = {rng.choice(self._server.names): value(rng) for _ in range(3)}
        return b"" if right else as_json(rng, self._server.mutated(rng, found))

    @staticmethod
    def _headers(rng: random.Random, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
        name, text = rng.choice(HEADERS)
        kept = [(k, v) for k, v in headers if k != name or rng.random() < 0.2]
        if rng.random() < 0.2:
            text = other_text(rng, text).encode("latin-1", "replace").decode("latin-1")
        return [*kept, (name, text)] if rng.random() < 0.9 else kept[1:]

    def _answered(self, method: str, scope: Json, body: bytes, always: bool) -> str:
        status, said = self._server.request(method, scope, body)
        if status < 400:
            return "valid"
        if always:
            raise Fault("wrong", f"what is always answered: {status} {said[:200]!r}")
        if method != "HEAD":
            _refuse_odd(said)
        return "refused"


def _query(rng: random.Random, query: Any) -> bytes:
    if not isinstance(query, dict):
        return quote(str(query), errors="replace").encode()
    return urlencode({str(k): str(v) for k, v in query.items()}, errors="replace").encode()


def _refuse_odd(said: bytes) -> None:
    """Raise `Fault` if a refusal has no message, or not in words."""
    try:
        told = json.loads(said)
    except ValueError:
        told = said.decode()
    words = told.get("error", "") if isinstance(told, dict) else told
    if not isinstance(words, str) or (len(words.split()) < 2 and words != "Not Found"):
        raise Fault("wrong", f"a refusal without a sentence: {said[:120]!r}")


WATCHING: tuple[Json, ...] = (
    *({"do": "new"}, {"do": "step"}, {"do": "seat", "seat": "A"}, {"do": "seat", "seat": None}),
)
PLAYING: tuple[Json, ...] = (
    *({"do": "new"}, {"do": "act", "action": 0, "step": 0}, {"do": "concede"}, {"do": "hint"}),
)
HINTS = 0.02
"""The share of requests for advice, each of which takes a search."""


class WebSockets:
    """Messages of a page that plays or watches."""

    def __init__(self, places: Places) -> None:
        """Load the server."""
        self._server = _server(places)
        self._routes = [
            path for path, route in self._server.routes if isinstance(route, WebSocketRoute)
        ]

    def close(self) -> None:
        """Leave everything as it was."""
        self._server.close()

    @property
    def kinds(self) -> list[str]:
        """Every route."""
        return self._routes

    def attempt(self, rng: random.Random) -> Try:
        """A connection and its messages."""
        server = self._server
        if rng.random() < 0.1 or not server.seats:
            server.begin(rng.choice((["person", "random"], ["random"] * 2, ["person"] * 2)))
        route = rng.choice(self._routes)
        path = server.path(rng, route)
        if server.seats and rng.random() < 0.85:
            path = re.sub(r"{\w+(:\w+)?}", rng.choice(server.seats), route)
        headers = list(HEADERS[:2])
        if rng.random() < 0.1:
            headers = Http._headers(rng, headers)
        seed, many = rng.getrandbits(60), rng.choice((1, 2, 5))
        scope = _scope("websocket", path, b"", headers) | {"subprotocols": []}
        return Try(
            route,
            f"{path[:100]} {many} messages, chance {seed}",
            lambda: self._answered(scope, random.Random(seed), many),
        )

    def _answered(self, scope: Json, rng: random.Random, many: int) -> str:
        sent: list[Any] = []
        messages = self._messages(rng, many, sent)

        async def receive() -> Message:
            return next(messages)

        self._server.call(scope, receive, sent)
        said = [json.loads(message["text"]) for message in sent if message.get("text")]
        for one in said:
            if one.get("type") == "error" and len(str(one.get("error", "")).split()) < 3:
                raise Fault("wrong", f"a refusal without a sentence: {one!r:.200}")
        refused = not said or any(one.get("type") in ("error", "gone") for one in said)
        return "refused" if refused else "valid"

    def _messages(self, rng: random.Random, many: int, sent: list[Any]) -> Iterator[Message]:
        """Messages of the page, some of them replies to the last message."""
        yield {"type": "websocket.connect"}
        for _ in range(many):
            state = _latest(sent) or {}
            right = rng.choice(PLAYING[:-1] if state.get("you") else WATCHING)
            if rng.random() < HINTS:
                right = PLAYING[-1]
            if state.get("options") and rng.random() < 0.6:
                action = rng.choice(state["options"])["action"]
                right = {"do": "act", "action": action, "step": state["step"]}
            kind = rng.random()
            if kind < 0.5:
                text = json.dumps(right).encode()
            elif kind < 0.8:
                text = as_json(rng, self._server.mutated(rng, right))
            else:
                text = other_bytes(rng, json.dumps(right).encode())
            if rng.random() < 0.05:
                yield {"type": "websocket.receive", "bytes": text}
            else:
                yield {"type": "websocket.receive", "text": text.decode(errors="replace")}
        while True:
            yield {"type": "websocket.disconnect", "code": 1001}


def _latest(sent: list[Any]) -> dict[str, Any] | None:
    """The last state sent to a page."""
    for message in reversed(sent):
        if message.get("text"):
            said = json.loads(message["text"])
            if said.get("type") == "state":
                return dict(said)
    return None
