"""The server: its pages and the choices for a new game at once, and everything that needs the
engine as soon as that is loaded.

The engine takes seconds to load, the first time minutes; so nothing here imports it. It is loaded
in a thread while the browser shows the page.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from importlib import import_module
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from altered_env.web.safety import LOOPBACK, Guard

STATIC = Path(__file__).parent / "static"
PAGES = (
    *("", "learn", "play", "draft", "watch", "replay", "cards", "collection", "decks"),
    *("rankings", "matchups", "board", "bench", "reports"),
)
PARTS = {"decks": ("build",), "rankings": ("heroes",)}
"""The pages below these."""
OPEN = ("play", "draft", "watch", "replay", "cards", "reports")
"""Those with a page for each table, draft, replay, card or report; whether there is one, they say
themselves."""


def _is_there(name: str, rest: str) -> bool:
    """Whether there may be a page below this one."""
    if "\N{REPLACEMENT CHARACTER}" in rest:  # an address that is no UTF-8
        return False
    return name in OPEN or rest.strip("/") in ("", *PARTS.get(name, ()))


class _Later:
    """The part that needs the engine, loaded in a thread."""

    def __init__(self, make: Callable[[], ASGIApp]) -> None:
        self._make = make
        self._loading: asyncio.Task[ASGIApp] | None = None

    def load(self) -> asyncio.Task[ASGIApp]:
        """Start loading, unless it has started."""
        if self._loading is None:
            self._loading = asyncio.create_task(asyncio.to_thread(self._make))
        return self._loading

    @property
    def ready(self) -> bool:
        return self._loading is not None and self._loading.done()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = await asyncio.shield(self.load())
        await app(scope, receive, send)


def make_app(
    data: Path | None = None,
    hosts: Iterable[str] = LOOPBACK,
    public_seed: bool = False,
    kept: Path | None = None,
    elements: Path | None = None,
) -> Starlette:
    """The server as an ASGI application. `data`: the folder whose files it may open; none without.
    `hosts`: the host names it answers for; None for any. `public_seed`: may a page choose the seed
    of a game played by people? `kept`: the folder in which running games survive a restart.
    `elements`: a table of phrases with which cards of another language are read."""

    def engine() -> ASGIApp:
        import_module("altered_env.web.game_choices")  # a form waits for that: it comes first
        api = import_module("altered_env.web.api")
        made: ASGIApp = api.make_api(data, public_seed, kept, elements)
        return made

    later = _Later(engine)

    async def page(request: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    async def missing(request: Request) -> Response:
        """Another address: the page says where to go instead."""
        return FileResponse(STATIC / "index.html", 404, headers={"cache-control": "no-cache"})

    def below(name: str) -> Callable[[Request], Awaitable[Response]]:
        async def found(request: Request) -> Response:
            there = _is_there(name, request.path_params["rest"])
            return await (page if there else missing)(request)

        return found

    async def ready(request: Request) -> Response:
        loading = later.load()
        failed = str(loading.exception()) if loading.done() and loading.exception() else None
        return JSONResponse({"ready": later.ready, "failed": failed})

    async def told(request: Request) -> Response:
        module = await asyncio.to_thread(import_module, "altered_env.web.game_choices")
        found = await asyncio.to_thread(module.choices, data)
        return JSONResponse({**found, "public_seed": public_seed})

    async def palette(request: Request) -> Response:
        from altered_env.render.palette import css_of_pages

        return Response(css_of_pages(), media_type="text/css")

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _static_names():
            return PlainTextResponse("there is no such file", 404)
        return FileResponse(STATIC / name, headers={"cache-control": "no-cache"})

    def prepare(loading: asyncio.Task[ASGIApp]) -> None:
        if not loading.cancelled() and loading.exception() is None:
            work = import_module("altered_env.web.card_pages").prepare
            threading.Thread(target=work, daemon=True).start()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        later.load().add_done_callback(prepare)
        yield

    routes = [
        Route("/api/ready", ready),
        Route("/api/choices", told),
        Mount("/api", app=later),
        Mount("/ws", app=later),
        Route("/static/palette.css", palette),
        Route("/static/{name:path}", static),
        *[Route(f"/{name}", page) for name in PAGES],
        *[Route(f"/{name}/{{rest:path}}", below(name)) for name in PAGES if name],
        Route("/{rest:path}", missing),
    ]
    return Starlette(
        routes=routes, lifespan=lifespan, middleware=[Middleware(Guard, hosts=tuple(hosts))]
    )


def _static_names() -> set[str]:
    return {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
