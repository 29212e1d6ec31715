"""The part of the API that needs the engine, imported when that is loaded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from altered_env.agents import make
from altered_env.engine.compiled import IS_COMPILED
from altered_env.game import Game
from altered_env.game.errors import EngineError
from altered_env.web.bench_pages import BenchPages
from altered_env.web.build_pages import BuildPages
from altered_env.web.card_pages import CardPages
from altered_env.web.collection_pages import CollectionPages, Collections
from altered_env.web.data_folder import DataFolder
from altered_env.web.deck_pages import DeckPages
from altered_env.web.draft_pages import DraftPages
from altered_env.web.fresh_cards import OwnCards
from altered_env.web.jobs import Jobs
from altered_env.web.kept_games import KeptGames
from altered_env.web.lessons import LearnPages
from altered_env.web.listed_games import ListedGames
from altered_env.web.play_pages import PlayPages
from altered_env.web.ranking_pages import RankingPages
from altered_env.web.replay_pages import ReplayPages
from altered_env.web.report_pages import ReportPages
from altered_env.web.safety import TooLargeError
from altered_env.web.sessions import Sessions, UnknownTokenError

Handler = Callable[[Request, Exception], Awaitable[Response]]


def make_api(
    data: Path | None,
    public_seed: bool = False,
    kept: Path | None = None,
    elements: Path | None = None,
) -> Starlette:
    """All routes below `/api` and `/ws`, with the engine loaded: a game is started and advice is
    asked for once, so that no one waits for that later. Running games are in the folder `kept`;
    `elements` is the table of phrases of another language."""
    if IS_COMPILED:
        seat = Game.start("axiom", "bravos", seed=1).seat()
        make("rules").act(seat)
    sessions = Sessions()
    sessions.watch_over()
    folder, jobs, collections = DataFolder(data), Jobs(), Collections(elements)
    games = KeptGames(kept)
    playing = PlayPages(sessions, folder, public_seed, games)
    routes: list[BaseRoute] = [
        *ListedGames(sessions, games).routes,
        *playing.routes,
        *LearnPages(playing).routes,
        *DraftPages(playing, games).routes,
        *ReplayPages(folder, playing.play_on, games).routes,
        *CardPages(folder).routes,
        *DeckPages(jobs).routes,
        *BuildPages(folder, collections).routes,
        *CollectionPages(collections).routes,
        *RankingPages(folder, jobs).routes,
        *BenchPages(folder, jobs).routes,
        *ReportPages(folder, jobs).routes,
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(OwnCards)],
        exception_handlers={
            UnknownTokenError: _saying(404, folder),
            TooLargeError: _saying(413, folder),
            ValueError: _saying(400, folder),
            LookupError: _saying(400, folder),
            OSError: _saying(400, folder),
            EngineError: _saying(500, folder),
        },
    )


def _saying(status: int, folder: DataFolder) -> Handler:
    """A handler that tells an error in its own words, without the path of the folder."""

    async def handler(request: Request, error: Exception) -> Response:
        text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
        return JSONResponse({"error": folder.without_path(text)[:2000]}, status)

    return handler
