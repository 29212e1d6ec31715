"""Replays to step through: uploaded, of the folder of `--data`, or a game of a dataset there."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections import OrderedDict
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env._runtime.input_files import REPLAY
from altered_env.agents.judging import Judged, Judges, judged_page, moments, outcome
from altered_env.game import Game
from altered_env.game.narration import Narration
from altered_env.game.playback import is_told
from altered_env.game.replay import Replay
from altered_env.language.words import SEATS, side_name
from altered_env.web.data_folder import DataFolder
from altered_env.web.messages import board_of, face_of, references_in
from altered_env.web.safety import bring, bring_json

MOST = 12
"""The number of replays in memory; the least recently used one makes room."""
EVERY = 16
"""Decisions between the snapshots of a replay."""

Json = dict[str, Any]


def replay_in(data: bytes) -> Replay:
    """The replay in a file: one, or that of a saved game. Raises `ReplayError` or `SaveError`."""
    if data[:7] == b"ALTERED":
        return Replay.of(Game.from_bytes(data))
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise ValueError("this is neither a replay nor a saved game") from None
    return Replay.from_json(text)


class Shown:
    """An open replay."""

    def __init__(self, record: Replay) -> None:
        record.play()
        self.record = record
        self.kept: list[Game] = []
        self.timeline: list[Json] = []
        """For each decision its day, phase, player and action; and the end."""
        actions = iter((*record.actions, None))
        for number, game in enumerate(record.steps()):
            if number % EVERY == 0:
                self.kept.append(game.clone())
            action = next(actions)
            self.timeline.append(
                {
                    "day": game.day,
                    "phase": game.phase,
                    "player": None if game.decider is None else SEATS[game.decider],
                    "question": game.question,
                    "done": "" if action is None else game.label(action),
                }
            )
        self.winners = "".join(SEATS[player] for player in game.winners)
        self.sides = [side_name(side) for side in game.sides]
        self._outcome = outcome(game)
        self.judges: Judges | None = None
        """The agent asked, once that is known."""
        self.judged: list[Judged] = []
        self.done = False
        self.failed = ""
        self.dropped = threading.Event()

    def at(self, step: int) -> Game:
        """The game before this decision."""
        if not 0 <= step <= len(self.record.actions):
            raise ValueError(f"the replay has steps 0 to {len(self.record.actions)}, found {step}")
        game = self.kept[step // EVERY].clone()
        for action in self.record.actions[step - step % EVERY : step]:
            game.act(action)
        return game

    def came(self, step: int, seat: str | None) -> list[str]:
        """The narration of the previous decision for a seat or for the full view. In full view the
        page itself shows the action."""
        if not step:
            return []
        first = step - 1
        while first and not is_told(self.at(first), seat):
            first -= 1
        game = self.at(first)
        telling = Narration(game.view(seat))
        telling.begin()
        for action in self.record.actions[first:step]:
            lines = telling.acts(game, action) if seat else []
            game.act(action)
            lines += telling.goes_on(game.view(seat))
        return [line for _, line in lines]

    def judge(self) -> None:
        """Evaluate each decision until all are done or no page is left."""
        try:
            self.judges = Judges.here(len(self.record.decks))
            for judged in self.judges.of(self.record):
                if self.dropped.is_set():
                    return
                self.judged.append(judged)
            self.done = True
        except Exception as error:  # shown on the page: a thread cannot raise it to a caller
            self.failed = f"{type(error).__name__}: {error}"[:500]

    def opinion(self, judged: Judged) -> Json:
        """The evaluation of a decision, as JSON."""
        game = self.at(judged.number)
        return {
            "number": judged.number,
            **{
                name: [[game.label(action), round(share, 4)] for action, share in preferred]
                for name, preferred in (("likely", judged.likely), ("searched", judged.searched))
            },
        }

    def told(self, first: int) -> Json:
        """The known evaluations of the decisions from one on, as JSON."""
        judges, judged, done = self.judges, list(self.judged), self.done
        if judges is None:
            return {
                "judged": [],
                "judges": {},
                "how": "",
                "chances": [],
                "moments": [],
                "done": False,
            }
        how = judges.evaluated(len(self.record.decks))
        chances = [found.chances for found in judged] + [self._outcome] * (done and bool(how))
        return {
            "judged": [self.opinion(found) for found in judged[first:]],
            "judges": {"network": judges.judge, "search": judges.search},
            "how": how,
            "chances": [[round(chance, 4) for chance in found] for found in chances],
            "moments": moments(chances, judges.swing),
            "done": done,
        }

    def page(self) -> str:
        """The replay as a page. Raises `ValueError` while it is not all judged."""
        if self.judges is None or not self.done:
            raise ValueError("the page can be written once every decision is analysed")
        return judged_page(self.record, self.judges, self.judged)


class ReplayPages:
    """The replays that a server holds."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self._shown: OrderedDict[str, Shown] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [
            Route("/replays", self.there, methods=["GET"]),
            Route("/replays", self.upload, methods=["POST"]),
            Route("/replays/open", self.open, methods=["POST"]),
            Route("/replays/{id}", self.about),
            Route("/replays/{id}/step/{step:int}", self.step),
            Route("/replays/{id}/judged", self.judged),
            Route("/replays/{id}/html", self.html),
        ]

    async def there(self, request: Request) -> Response:
        """The files that can be opened in the folder of `--data`."""
        datasets = self._folder.datasets()
        return JSONResponse(
            {
                "files": [
                    name
                    for name in self._folder.names("json", "game")
                    if name.rpartition("/")[0] not in datasets
                ],
                "datasets": datasets,
                "data": self._folder.root is not None,
            }
        )

    async def upload(self, request: Request) -> Response:
        """A replay or a saved game, as the body."""
        data = await bring(request)
        return await self._show(lambda: replay_in(data))

    async def open(self, request: Request) -> Response:
        """One of the folder of `--data`: `{"name": ..}`, of a dataset with `game`."""
        asked = await bring_json(request)
        name, number = str(asked.get("name", "")), asked.get("game")
        if number is None:
            return await self._show(lambda: replay_in(self._folder.read(name, REPLAY)))
        if type(number) is not int:
            raise ValueError(f"the number of a game must be a whole number, found {number!r:.40}")
        from altered_env.cardstats.replaying import replay_of

        return await self._show(lambda: replay_of(self._folder.path(name), number))

    async def _show(self, read: Any) -> Response:
        def shown() -> str:
            found = Shown(read())
            id = secrets.token_urlsafe(12)
            with self._lock:
                self._shown[id] = found
                while len(self._shown) > MOST:
                    self._shown.popitem(last=False)[1].dropped.set()
            threading.Thread(target=found.judge, name="judging", daemon=True).start()
            return id

        return JSONResponse({"id": await asyncio.to_thread(shown)})

    def _find(self, request: Request) -> Shown:
        id = request.path_params["id"]
        with self._lock:
            if id not in self._shown:
                raise LookupError("this replay is no longer open: open it again")
            self._shown.move_to_end(id)
            return self._shown[id]

    async def about(self, request: Request) -> Response:
        """The metadata of a replay and its timeline."""
        shown = self._find(request)
        record = shown.record
        return JSONResponse(
            {
                "title": record.title,
                "players": len(record.decks),
                "sides": shown.sides,
                "steps": len(record.actions),
                "timeline": shown.timeline,
                "winners": shown.winners,
            }
        )

    async def step(self, request: Request) -> Response:
        """The board before a decision, in full or from a seat, and the narration before it."""
        shown, step = self._find(request), int(request.path_params["step"])
        seat = request.query_params.get("seat") or None

        def told() -> Json:
            game = shown.at(step)
            view = game.view(seat)
            board = board_of(view)
            index, every = game.book.index, game.book.cards
            return {
                "board": board,
                "faces": [face_of(every[index[ref]]) for ref in sorted(references_in(board))],
                "came": shown.came(step, seat),
            }

        return JSONResponse(await asyncio.to_thread(told))

    async def judged(self, request: Request) -> Response:
        """The known evaluations of the decisions from one on."""
        shown = self._find(request)
        first = int(request.query_params.get("from", "0"))

        told = await asyncio.to_thread(shown.told, max(0, first))
        return JSONResponse({**told, "failed": shown.failed})

    async def html(self, request: Request) -> Response:
        """The replay as a page that needs nothing else, to keep."""
        shown = self._find(request)
        text = await asyncio.to_thread(shown.page)
        headers = {"content-disposition": 'attachment; filename="altered-replay.html"'}
        return Response(text, media_type="text/html", headers=headers)
