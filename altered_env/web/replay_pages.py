"""Replays to step through and review: uploaded, of the folder of `--data`, or a game of a dataset
there. From any position the best line is shown, or the game is played on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env._runtime.input_files import REPLAY
from altered_env.agents import STRONGEST_FAST, make
from altered_env.agents.judge_words import labels_of
from altered_env.agents.judging import (
    Judged,
    Judges,
    costliest,
    judged_page,
    moments,
    opinions,
    outcome,
    scores,
)
from altered_env.game import Game
from altered_env.game.narration import Narration
from altered_env.game.options import source_under_way
from altered_env.game.playback import is_told
from altered_env.game.replay import Replay
from altered_env.language.words import SEATS, side_name
from altered_env.web.advising import verdict_of
from altered_env.web.data_folder import DataFolder
from altered_env.web.kept_games import KeptGames
from altered_env.web.messages import board_of, face_of, has_unlimited_mana, references_in
from altered_env.web.safety import bring, bring_json

MOST = 12
"""The number of replays in memory; the least recently used one makes room."""
MOST_KEPT = 1_000_000
"""The maximum number of characters of a replay that is kept."""
EVERY = 16
"""Decisions between the snapshots of a replay."""

LINE = 14
"""The maximum number of decisions of a line to show."""

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
        """For each decision its day, phase, player and action, and the card `of` which an
        Expedition is chosen; and the end."""
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
                    "of": source_under_way(game) if game.decision == "expedition" else "",
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
        """The review of a decision, as JSON."""
        game = self.at(judged.number)
        told: Json = {
            "number": judged.number,
            "grade": judged.grade,
            "loss": round(judged.loss, 4),
            "words": list(opinions(judged, game)),
        }
        if judged.verdict is not None:
            labels = labels_of(game.choices())
            found = verdict_of(judged.verdict)
            for one in found["rated"]:
                one["label"] = labels.get(one["actions"][0], "")
                one["taken"] = judged.action in one["actions"]
            told |= found
        return told

    def told(self, first: int) -> Json:
        """The known reviews of the decisions from one on, as JSON."""
        judges, judged, done = self.judges, list(self.judged), self.done
        if judges is None:
            return {
                "judged": [],
                "how": "",
                "chances": [],
                "moments": [],
                "costliest": [],
                "scores": [],
                "done": False,
            }
        how = judges.evaluated(len(self.record.decks))
        chances = [found.chances for found in judged] + [self._outcome] * (done and bool(how))
        return {
            "judged": [self.opinion(found) for found in judged[first:]],
            "how": how,
            "chances": [[round(chance, 4) for chance in found] for found in chances],
            "moments": moments(chances, judges.swing),
            "costliest": costliest(judged),
            "scores": [
                score
                and {
                    "accuracy": round(score.accuracy, 4),
                    "decisions": score.decisions,
                    "grades": dict(score.grades),
                }
                for score in scores(judged, len(self.record.decks))
            ],
            "done": done,
        }

    def line(self, step: int, seat: str | None) -> list[Json]:
        """The best line from a decision to the end of the day: the judge's answer, then those of
        the network for both players. Raises `ValueError` where the decision was not judged."""
        verdict = next((one.verdict for one in self.judged if one.number == step), None)
        if verdict is None:
            raise ValueError("this decision has not been judged")
        game, player = self.at(step), make(STRONGEST_FAST, seed=1)
        day, action = game.day, verdict.best.action
        frames: list[Json] = []
        while not game.over and game.day == day and len(frames) < LINE:
            who, label = game.decider, game.label(action)
            game.act(action)
            frames.append(
                {
                    "player": SEATS[who or 0],
                    "done": label,
                    "board": board_of(game.view(seat)),
                }
            )
            if not game.over:
                action = player.act(game.seat())
        return frames

    def misplay(self, step: int) -> Json:
        """A report of a judgement that looks wrong: the replay up to the decision, and what was
        said of it."""
        judged = next((one for one in self.judged if one.number == step), None)
        if judged is None or self.judges is None:
            raise ValueError("this decision has not been judged")
        judge = self.judges.judge
        return {
            "kind": "altered misplay",
            "format": 1,
            "judge": None if judge is None else judge.name,
            "step": step,
            "judged": self.opinion(judged),
            "replay": json.loads(self.record.to_json()),
        }

    def page(self) -> str:
        """The replay as a page. Raises `ValueError` while it is not all judged."""
        if self.judges is None or not self.done:
            raise ValueError("the page can be written once every decision is analysed")
        return judged_page(self.record, self.judges, self.judged)


def _faces(game: Game, boards: list[Json]) -> list[Json]:
    """The printed cards on these boards."""
    index, every = game.book.index, game.book.cards
    shown = set[str]().union(*map(references_in, boards))
    return [face_of(every[index[reference]]) for reference in sorted(shown)]


class ReplayPages:
    """The replays that a server holds."""

    def __init__(
        self,
        folder: DataFolder,
        play_on: Callable[[Game, str, str], Json],
        kept: KeptGames | None = None,
    ) -> None:
        """`play_on` begins a game from a position, of a seat against a level. `kept`: where replays
        survive a restart."""
        self._folder, self._play_on, self._kept = folder, play_on, kept or KeptGames(None)
        self._shown: OrderedDict[str, Shown] = OrderedDict()
        self._lock, self._finding = threading.Lock(), threading.Lock()

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
            Route("/replays/{id}/line/{step:int}", self.line),
            Route("/replays/{id}/misplay/{step:int}", self.misplay),
            Route("/replays/{id}/play", self.play, methods=["POST"]),
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
            found, id = Shown(read()), secrets.token_urlsafe(12)
            text = found.record.to_json()
            if len(text) <= MOST_KEPT:
                with contextlib.suppress(OSError):  # then it is lost at a restart
                    self._kept.write(_name(id), {"replay": text})
            self._add(id, found)
            return id

        return JSONResponse({"id": await asyncio.to_thread(shown)})

    def _add(self, id: str, found: Shown) -> None:
        with self._lock:
            self._shown[id] = found
            while len(self._shown) > MOST:
                self._shown.popitem(last=False)[1].dropped.set()
        threading.Thread(target=found.judge, name="judging", daemon=True).start()

    async def _find(self, request: Request) -> Shown:
        """The replay of a request, in memory or as it was kept. Raises `LookupError`."""
        id = request.path_params["id"]
        if id in self._shown:
            return self._open(id)

        def found() -> Shown:
            with self._finding:
                if id not in self._shown and (kept := self._read(id)):
                    self._add(id, kept)
                return self._open(id)

        return await asyncio.to_thread(found)

    def _open(self, id: str) -> Shown:
        """A replay in memory. Raises `LookupError`."""
        with self._lock:
            if id not in self._shown:
                raise LookupError("this replay is no longer open: open it again")
            self._shown.move_to_end(id)
            return self._shown[id]

    def _read(self, id: str) -> Shown | None:
        """A replay as it was kept; None where it is not, or can be read no more."""
        kept = self._kept.read(_name(id))
        try:
            return Shown(Replay.from_json(str(kept["replay"]))) if kept else None
        except (ValueError, LookupError):
            return None

    async def about(self, request: Request) -> Response:
        """The metadata of a replay and its timeline."""
        shown = await self._find(request)
        record = shown.record
        return JSONResponse(
            {
                "title": record.title,
                "players": len(record.decks),
                "sides": shown.sides,
                "steps": len(record.actions),
                "timeline": shown.timeline,
                "winners": shown.winners,
                "unlimited_mana": has_unlimited_mana(shown.at(0)),
            }
        )

    async def step(self, request: Request) -> Response:
        """The board before a decision, in full or from a seat, and the narration before it."""
        shown, step = await self._find(request), int(request.path_params["step"])
        seat = request.query_params.get("seat") or None

        def told() -> Json:
            game = shown.at(step)
            view = game.view(seat)
            board = board_of(view)
            return {
                "board": board,
                "faces": _faces(game, [board]),
                "came": shown.came(step, seat),
            }

        return JSONResponse(await asyncio.to_thread(told))

    async def judged(self, request: Request) -> Response:
        """The known reviews of the decisions from one on."""
        shown = self._open(request.path_params["id"])
        first = int(request.query_params.get("from", "0"))

        told = await asyncio.to_thread(shown.told, max(0, first))
        return JSONResponse({**told, "failed": shown.failed})

    async def line(self, request: Request) -> Response:
        """The best line from a decision, with its boards."""
        shown, step = await self._find(request), int(request.path_params["step"])
        seat = request.query_params.get("seat") or None

        def told() -> Json:
            frames = shown.line(step, seat)
            return {
                "frames": frames,
                "faces": _faces(shown.kept[0], [frame["board"] for frame in frames]),
            }

        return JSONResponse(await asyncio.to_thread(told))

    async def misplay(self, request: Request) -> Response:
        """A report about the judge, to download."""
        shown, step = await self._find(request), int(request.path_params["step"])
        told = await asyncio.to_thread(shown.misplay, step)
        headers = {"content-disposition": 'attachment; filename="altered-misplay.json"'}
        return JSONResponse(told, headers=headers)

    async def play(self, request: Request) -> Response:
        """Play on from a position: `{"step": .., "seat": "A", "level": ..}`."""
        shown, asked = await self._find(request), await bring_json(request)
        step = asked.get("step")
        if type(step) is not int:
            raise ValueError(f"step must be a whole number, found {step!r:.40}")
        seat, level = str(asked.get("seat", "A")), str(asked.get("level", "rules"))
        begun = await asyncio.to_thread(lambda: self._play_on(shown.at(step), seat, level))
        return JSONResponse(begun)

    async def html(self, request: Request) -> Response:
        """The replay as a page that needs nothing else, to keep."""
        shown = await self._find(request)
        text = await asyncio.to_thread(shown.page)
        headers = {"content-disposition": 'attachment; filename="altered-replay.html"'}
        return Response(text, media_type="text/html", headers=headers)


def _name(id: str) -> str:
    return f"replay {id}"
