"""The channels through which the adversary gets games, each played through its front door.

A channel reports a `Moment` at the adversary's first decision and at its first on the second day:
everything the adversary has received so far, and the true game, which only the judge uses.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import os
import re
import secrets
import shlex
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from altered_env import Game, draft_v0, formats
from altered_env._runtime.seeds import secrets_folder
from altered_env.agents.subprocess_agents import SubprocessAgent
from altered_env.arena.bench1.bench_entries import Entry, entry_of
from altered_env.arena.bench1.tasks import PRACTICE
from altered_env.arena.bench1.tasks import TASKS as BENCH_TASKS
from altered_env.cards import Card
from altered_env.cli import main as altered
from altered_env.cli.screen import drawn, style_here
from altered_env.envs.text_table import TextTable
from altered_env.formats.drafts import BOOSTERS
from altered_env.language.words import SEATS
from altered_env.protocol import messages as told
from altered_env.protocol import sandboxes
from altered_env.protocol.text_seat import describe

__all__ = ["DECKS", "PUBLIC_SEED", "Channel", "Moment", "Pack", "channels", "packs"]

PUBLIC_SEED = 5
"""The public seed of the first game of a control."""
WORLDS = 64
"""Number of worlds that the bot asks for."""
LATER = 2
"""The day of the second moment."""
SPY = Path(__file__).with_name("spy.py")
KEPT = "altered-spy-kept.json"
"""The file in which the bot tries to carry knowledge into the next game."""
HERE = "http://127.0.0.1:8420"
DECKS = ("axiom", "bravos")


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision of the adversary."""

    game: Game
    """The true game, for the judge."""
    player: int
    told: tuple[str, ...]
    """Everything the player received in this game, in order, and what its bot found by itself."""
    opening: bool
    """Whether this is the first decision of the player."""
    first: bool
    """Whether this is the first decision of the game."""
    began: float
    """When the game began, in seconds since the epoch."""
    entry: Entry | None = None
    """The entry that a game of a benchmark is of, as published before its beacon."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The first pick of a draft."""

    own: tuple[str, ...]
    """The pack to pick from."""
    next: tuple[str, ...]
    """The pack that is passed to the player next, as it is now."""
    later: tuple[str, ...]
    """The booster that the player opens in the next round."""
    set: str
    began: float


Hear = Callable[[Moment], object]


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to play a game."""

    name: str
    play: Callable[[int, bool, Hear], None]
    """Play this many games, with public seeds or not, and report each moment."""
    echo: Callable[[Game, int], Iterable[str]]
    """The messages that this player would get about its decision in another game."""
    pieces: Callable[[Sequence[str]], Iterable[str]]
    """The messages that it got, split in the same way."""
    names: tuple[str, ...] = ()
    """The agents, as the channel names them."""


@dataclass
class _Watch:
    """Reports the decisions of the player in the games of this process."""

    player: Callable[[], int]
    told: list[str]
    hear: Hear
    began: float = 0.0
    public: list[str] = field(default_factory=list)
    """Known before the first game."""
    entry: Entry | None = None
    _game: int = 0
    _said: set[bool] = field(default_factory=set)
    _one: threading.Lock = field(default_factory=threading.Lock)
    """The web server acts in several threads; moments are judged one at a time."""

    def acts(self, game: Game) -> None:
        """Notice that an action is about to be taken in a game."""
        with self._one:
            self._acts(game)

    def _acts(self, game: Game) -> None:
        if id(game) != self._game:
            self._game, self._said = id(game), set()
        player = self.player()
        if game.decider != player:
            return
        opening = not self._said
        if opening or (game.day >= LATER and False not in self._said):
            self._said.add(opening)
            first = int(game.record["decisions"]) == 0
            told = tuple(self.told)
            self.hear(Moment(game.clone(), player, told, opening, first, self.began, self.entry))

    @property
    def done(self) -> bool:
        """Return whether both moments of this game have been reported."""
        return len(self._said) == 2

    @contextlib.contextmanager
    def watching(self) -> Iterator[_Watch]:
        """Watch all games within this context."""
        act = Game.act

        def watched(game: Game, action: int) -> None:
            self.acts(game)
            act(game, action)

        Game.act = watched  # type: ignore[method-assign]
        try:
            yield self
        finally:
            Game.act = act  # type: ignore[method-assign]

    def begin(self) -> None:
        """Start another game."""
        with self._one:
            self.told[:] = self.public
            self.began, self._game, self._said = time.time(), 0, set()


@contextlib.contextmanager
def _heard_lines(watch: _Watch) -> Iterator[None]:
    """Record the lines between a program and its host."""
    log = SubprocessAgent._log

    def noted(bot: SubprocessAgent, way: str, line: bytes) -> None:
        text = line.decode("utf-8", "replace").rstrip("\n")
        if way == ">":
            if '"type":"hello"' in text[:40]:
                watch.begin()
            watch.told.append(text)
        elif '"note"' in text[:40]:
            watch.told.append(text)
        log(bot, way, line)

    SubprocessAgent._log = noted  # type: ignore[method-assign]
    try:
        yield
    finally:
        SubprocessAgent._log = log  # type: ignore[method-assign]


@contextlib.contextmanager
def _folder() -> Iterator[str]:
    """A fresh folder, with fresh secrets and without what an earlier bot kept."""
    kept = Path(tempfile.gettempdir(), KEPT)
    with tempfile.TemporaryDirectory() as folder:
        kept.unlink(missing_ok=True)
        try:
            with patch.dict(os.environ, XDG_STATE_HOME=str(Path(folder, "state"))):
                yield folder
        finally:
            kept.unlink(missing_ok=True)


def _seat_of(lines: list[str]) -> int:
    said = [line for line in lines if line.startswith('{"type":"game"')]
    return SEATS.index(json.loads(said[-1])["seat"]) if said else -1


@contextlib.contextmanager
def _quietly(folder: str) -> Iterator[io.TextIOWrapper]:
    """Work in a folder and capture the output."""
    printed = io.TextIOWrapper(io.BytesIO(), "utf-8")
    to_nobody = contextlib.redirect_stderr(io.StringIO())
    with contextlib.chdir(folder), contextlib.redirect_stdout(printed), to_nobody:
        yield printed


def _public(number: int = 0) -> list[str]:
    """The options for a public seed."""
    return ["--seed", str(PUBLIC_SEED + number), "--public-seed"]


@functools.cache
def _spy() -> str:
    """The name of the bot. In a sandbox without files of the host it also looks for files and tries
    to remember earlier games; without one this is not promised to fail."""
    words = [sys.executable, "-S", "-E", str(SPY), str(WORLDS)]
    return f"cmd:{shlex.join(words)} {'looks' if _is_hidden_from(words) else 'plays'}"


def _is_hidden_from(words: list[str]) -> bool:
    """Return whether this program runs in a sandbox that hides the files of its host."""
    return sandboxes.chosen("auto", words).kind == "bwrap"


def arena(games: int, public: bool, hear: Hear) -> None:
    """Play `altered arena` with a program."""
    lines: list[str] = []
    watch = _Watch(lambda: _seat_of(lines), lines, hear)
    words = ["arena", _spy(), "random", "--games", str(games + games % 2)]
    words += ["--decks", *_decks(), "--jobs", "1", *(_public() if public else [])]
    with _folder() as folder, watch.watching(), _heard_lines(watch), _quietly(folder):
        _went(altered(words))


def board(games: int, public: bool, hear: Hear) -> None:
    """Play `altered board` with a program; in the control it knows the secret number, as if that
    had been published too early."""
    lines: list[str] = []
    watch = _Watch(lambda: _seat_of(lines), lines, hear)
    bot = _spy()
    with _folder() as folder, watch.watching(), _heard_lines(watch), _quietly(folder):
        _went(altered(["board", "new", "it", "--agents", "rules@1", bot, "--decks", *_decks()]))
        if public:
            watch.public += [path.read_text("ascii") for path in secrets_folder().iterdir()]
        run = ["board", "run", "it", "--games", str(games), "--jobs", "1", "--bots", bot]
        _went(altered(run))


def _decks() -> list[str]:
    return [",".join(DECKS)]


def _went(status: int) -> None:
    if status:
        raise RuntimeError(f"the command ended with status {status}")


def bench(task: str, games: int, public: bool, hear: Hear) -> None:
    """Play a task of `altered bench1` with a program; in the control its beacon was published. All
    opponents get the same deals, so only the first game of a deal at a seat is a trial."""
    lines: list[str] = []
    beacon = PRACTICE if public else secrets.token_hex(16)
    deals = -(-games // 2)
    heard: set[tuple[int | None, int, bool]] = set()

    def once(moment: Moment) -> None:
        trial = (moment.game.story.seed, moment.player, moment.opening)
        if trial not in heard:
            heard.add(trial)
            hear(moment)

    deck = DECKS[0] if task == "T5" else None
    known = replace(entry_of(_spy(), task, deck=deck, deals=deals), beacon=PRACTICE)
    watch = _Watch(lambda: _seat_of(lines), lines, once, entry=known)
    words = ["bench1", "run", _spy(), "--task", task, "--deals", str(deals), "--beacon", beacon]
    words += ["--jobs", "1", "--out", "it.jsonl", *(["--deck", deck] if deck else [])]
    with _folder() as folder, watch.watching(), _heard_lines(watch), _quietly(folder):
        _went(altered(words))


def play(games: int, public: bool, hear: Hear) -> None:
    """Play `altered play` like a person at a terminal."""
    for number in range(games):
        _play_one(_public(number) if public else [], hear)


def _play_one(seed: list[str], hear: Hear) -> None:
    lines: list[str] = []
    watch = _Watch(lambda: 0, lines, hear)
    with tempfile.TemporaryDirectory() as folder, _quietly(folder) as printed:
        data: Any = printed.buffer

        def answered(prompt: str = "") -> str:
            printed.flush()
            lines[:] = [data.getvalue().decode("utf-8")]
            if watch.done:
                raise EOFError
            return "1"

        asked = sys.modules["builtins"].__dict__["input"]
        sys.modules["builtins"].__dict__["input"] = answered
        try:
            with watch.watching():
                watch.began = time.time()
                _went(altered(["play", "--opponent", "random", "--plain", *seed]))
        finally:
            sys.modules["builtins"].__dict__["input"] = asked


def llm(games: int, public: bool, hear: Hear) -> None:
    """Play at the table of `altered llm`."""
    lines: list[str] = []
    watch = _Watch(lambda: 0, lines, hear)
    with watch.watching():
        for number in range(games):
            watch.begin()
            table = TextTable()
            known = {"seed": PUBLIC_SEED + number} if public else {}
            lines.append(table.new_game(*DECKS, "random", **known))
            while not watch.done and "The game is over" not in lines[-1]:
                lines.append(table.act(_numbers(lines[-1])[0]))
            table.close()


def _numbers(text: str) -> list[str]:
    return re.findall(r"^ +(\d+)  \S", text, re.MULTILINE)


def web(games: int, public: bool, hear: Hear) -> None:
    """Play with the server of `altered web`, over HTTP and a WebSocket. The adversary names a seed
    first, and goes on without where that is refused."""
    from starlette.testclient import TestClient

    from altered_env.web.app import make_app

    lines: list[str] = []
    watch = _Watch(lambda: 0, lines, hear)
    with tempfile.TemporaryDirectory() as folder, watch.watching(), contextlib.ExitStack() as open_:
        app = make_app(Path(folder), public_seed=public)
        client = open_.enter_context(TestClient(app, base_url=HERE))
        for number in range(games):
            watch.begin()
            asked: dict[str, Any] = {"seats": ["person", "random"], "decks": _named_decks()}
            chosen = {**asked, "seed": PUBLIC_SEED + number}
            answer = client.post("/api/games", json=chosen)
            lines.append(f"{dict(answer.headers)} {answer.text}")
            if not answer.is_success:  # then without choosing the seed
                answer = client.post("/api/games", json=asked)
                lines.append(f"{dict(answer.headers)} {answer.text}")
            _play_at_page(client, answer.json()["tokens"]["A"], watch)


def _named_decks() -> list[Any]:
    return [{"name": name} for name in DECKS]


def _play_at_page(client: Any, token: str, watch: _Watch) -> None:
    replay = client.get(f"/api/games/{token}/replay")  # it would hold the seed
    watch.told.append(f"{dict(replay.headers)} {replay.text}")
    address = f"ws://127.0.0.1:8420/ws/seat/{token}"
    with client.websocket_connect(address, headers={"origin": HERE}) as socket:
        while not watch.done:
            text = socket.receive_text()
            watch.told.append(text)
            message = json.loads(text)
            if message["type"] != "state" or message["over"]:
                break
            if message["options"]:
                action = message["options"][0]["action"]
                socket.send_json({"do": "act", "action": action, "step": message["step"]})
    client.delete(f"/api/games/{token}")


# messages about the same decision in another world


def _line_echo(game: Game, player: int) -> Iterable[str]:
    seat = game.seat(player)
    yield from _fields(told.begun(seat, game.story.format))
    yield from _fields(told.decide(seat, 1, told.WORDS))


def _line_pieces(lines: Sequence[str]) -> Iterable[str]:
    for line in lines:
        if line.startswith(('{"type":"game"', '{"type":"decide"')):
            yield from _fields(json.loads(line))


def _fields(message: dict[str, Any]) -> Iterable[str]:
    """The fields of a message that follow from the position."""
    for name, value in message.items():
        if name not in ("clock", "time", "id", "events"):
            yield json.dumps([name, value], sort_keys=True)


def _web_echo(game: Game, player: int) -> Iterable[str]:
    from altered_env.web.sessions import Session

    return _web_fields(Session(game, ("person", "random"), 0).message(player, set()))


def _web_pieces(lines: Sequence[str]) -> Iterable[str]:
    for line in lines:
        if line.startswith('{"type":"state"'):
            yield from _web_fields(json.loads(line))


def _web_fields(message: dict[str, Any]) -> Iterable[str]:
    for name in ("you", "names", "board", "options", "over", "winners"):
        yield json.dumps([name, message[name]], sort_keys=True)


def _llm_echo(game: Game, player: int) -> Iterable[str]:
    return describe(game.seat(player)).splitlines()


def _play_echo(game: Game, player: int) -> Iterable[str]:
    view = game.view(player)
    options = tuple(enumerate((label for _, label in view.options), start=1))
    return drawn(game, replace(view, options=options), style_here(True)).splitlines()


def _lines(texts: Sequence[str]) -> Iterable[str]:
    for text in texts:
        yield from text.splitlines()


@functools.cache
def channels() -> dict[str, Channel]:
    """All channels of games, by name."""
    return {
        "arena": Channel("arena", arena, _line_echo, _line_pieces, (_spy(), "random")),
        "board": Channel("board", board, _line_echo, _line_pieces, ("rules@1", _spy())),
        **{
            f"bench1-{task}": Channel(
                f"bench1-{task}", functools.partial(bench, task), _line_echo, _line_pieces
            )
            for task in BENCH_TASKS
        },
        "web": Channel("web", web, _web_echo, _web_pieces),
        "llm": Channel("llm", llm, _llm_echo, _lines),
        "play": Channel("play", play, _play_echo, _lines),
    }


def packs(games: int, public: bool, hear: Callable[[Pack], object]) -> None:
    """Start drafts without a seed, of `formats.Draft` and of the environment in turn."""
    env = draft_v0.env(pilot="random")
    for number in range(games):
        began = time.time()
        seed = PUBLIC_SEED + number if public else None
        if number % 2:
            env.reset(seed=seed)
            draft = env.unwrapped.draft
        else:
            draft = formats.Draft(seed)
        first, last = (_references(draft.pack(player)) for player in (0, draft.players - 1))
        hear(Pack(first, last, _references(draft._opened[1][0].every_card), BOOSTERS[0], began))


def _references(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.reference for card in cards)
