"""Running games: players, messages to each seat, and expiry.

A seat has an unguessable token, whose holder plays there. Messages are built from a `Seat`; those
of spectators from what all seats share (`game/public_view.py`).
"""

from __future__ import annotations

import copy
import secrets
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from altered_env._runtime.seeds import Secret
from altered_env.agents import Agent, make, refuse_seats
from altered_env.agents.seated import PERSON
from altered_env.game import Game
from altered_env.game.narration import Line, Moment, Narration
from altered_env.game.playback import is_told
from altered_env.game.public_view import PUBLIC, view_for
from altered_env.language.words import SEATS
from altered_env.render.views import View
from altered_env.web.game_choices import title_of
from altered_env.web.looking_ahead import following
from altered_env.web.messages import (
    board_of,
    choice_of,
    face_of,
    has_unlimited_mana,
    references_in,
)
from altered_env.web.taking_back import reveals

MOST = 200
"""The maximum number of games; further ones are refused."""
IDLE = 45 * 60.0
"""Seconds without a request after which a game is closed."""
LOG = 400
"""Lines of the log to send at once: the latest."""
SCENES = 60
"""Scenes that are kept for a page that falls behind."""
BACK = 100
"""Decisions that can be taken back in a row."""
GALLERY = -1
"""The player of spectators, who see what everybody sees."""

Json = dict[str, Any]


class UnknownTokenError(LookupError):
    """No game has this token: it was closed, or never existed."""


@dataclass
class _Scene:
    """A moment between two decisions at which something changed."""

    number: int
    moment: Moment
    lines: int
    """The lines of the log up to then."""


@dataclass
class _Told:
    """The log sent to a seat so far, and the latest moments."""

    telling: Narration
    lines: list[Line] = field(default_factory=list)
    scenes: deque[_Scene] = field(default_factory=lambda: deque(maxlen=SCENES))
    shown: int = 0
    """The number of all scenes."""

    def goes_on(self, view: View) -> None:
        """Narrate up to this view."""
        before = len(self.lines)
        self.lines += self.telling.goes_on(view)
        for moment in self.telling.moments:
            self.scenes.append(_Scene(self.shown, moment, before + moment.lines))
            self.shown += 1


@dataclass
class _Before:
    """The table before a decision that can be taken back."""

    game: Game
    told: dict[int | None, tuple[Narration, int]]
    """Of each seat, the narration and the number of lines."""


class Session:
    """A game between people and agents. One thread at a time may use it (`lock`)."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[str],
        seed: int,
        above: bool = False,
        secret: Secret | None = None,
    ) -> None:
        """`seats`: for each player `PERSON` or the name of an agent. `seed`: the source of the
        agents' randomness. `secret`: the source of the game's seed, if that is known."""
        refuse_seats([name for name in seats if name != PERSON], game.players)
        self.game, self.seed = game, seed
        self.seats = tuple(seats)
        self.agents: dict[int, Agent] = {
            player: make(name, seed=Secret(seed).agent_seed(player))
            for player, name in enumerate(seats)
            if name != PERSON
        }
        self.tokens = {
            secrets.token_urlsafe(24): player for player, name in enumerate(seats) if name == PERSON
        }
        self.watcher = secrets.token_urlsafe(24) if above else ""
        """The token for spectators with a full view, if no person plays."""
        self.gallery = "" if above else secrets.token_urlsafe(24)
        """The token for spectators of a game that people play."""
        self.rematch: Session | None = None
        """The game that follows this one with the same players and decks."""
        self.secret = secret
        self.is_open = False
        """May hidden cards have been revealed, by a save or by a given seed?"""
        self.conceded: int | None = None
        self.begun: tuple[int, str] | None = None
        """How it is kept: the number of actions before, and the game at that moment."""
        self.lock = threading.Lock()
        self.used = time.monotonic()
        self.steps = 0
        self.came: set[str] = set()
        """The seats whose pages have been connected."""
        self._taken = [0] * game.players
        """The number of decisions taken by each player."""
        self._told: dict[int | None, _Told] = {}
        self._before: list[_Before] = []
        """The decisions in a row that can be taken back, all of one person."""
        watched = (None, *range(game.players)) if above else ()
        for player in (*self.tokens.values(), *watched):
            self._begin_telling(player)

    def _begin_telling(self, player: int | None) -> None:
        telling = Narration(self._view(player))
        self._told[player] = _Told(telling, telling.begin())

    def open_gallery(self) -> None:
        """Narrate for spectators from now on, unless that has begun."""
        if GALLERY not in self._told:
            self._begin_telling(GALLERY)

    def _view(self, player: int | None) -> View:
        return view_for(self.game, _seat(player))

    @classmethod
    def replayed(
        cls,
        game: Game,
        seats: Sequence[str],
        seed: int,
        above: bool = False,
        secret: Secret | None = None,
    ) -> Session:
        """The session of a game as it was left, with its log: its actions are taken again."""
        story = game.story
        if story.decks is None or story.actions is None:
            return cls(game, seats, seed, above, secret)
        begun = Game.start(
            *story.decks,
            seed=story.seed,
            rules=story.rules,
            format=story.format,
            legal=False,
            day_limit=story.day_limit,
            book=game.book,
        )
        session = cls(begun, seats, seed, above, secret)
        for action in story.actions:
            session.act(action)
        session._before = []
        return session

    def open(self, why: str) -> None:
        """Mark the game as open, and tell every seat why."""
        self.is_open, self._before = True, []
        for told in self._told.values():
            told.lines.append(("said", f"{why}: hidden cards may be known"))

    @property
    def over(self) -> bool:
        """Is there nothing left to decide?"""
        return self.game.over or self.conceded is not None

    @property
    def waits_for_person(self) -> bool:
        """Is the open decision a person's?"""
        decider = self.game.decider
        return not self.over and decider is not None and decider not in self.agents

    def player_of(self, token: str) -> int | None:
        """The player of the token; None for who sees everything, `GALLERY` for a spectator."""
        if token == self.gallery:
            return GALLERY
        return None if token == self.watcher else self.tokens[token]

    def act(self, action: int, joined: bool = False) -> None:
        """Apply the player's action; every seat is sent its view of it. If it is `joined` to the
        player's last decision, the two are taken back together."""
        decider, before = self.game.decider, self._now()
        for told in self._told.values():
            told.lines += told.telling.acts(self.game, action)
        self.game.act(action)
        self.steps += 1
        if decider is not None:
            self._taken[decider] += 1
        for player, told in self._told.items():
            told.goes_on(self._view(player))
        if decider in self.agents or reveals(before.game, self.game, self.tokens.values()):
            self._before = []
        elif not joined:
            self._before = [*self._before, before][-BACK:]

    def _now(self) -> _Before:
        told = {
            player: (copy.copy(told.telling), len(told.lines))
            for player, told in self._told.items()
        }
        return _Before(self.game.clone(), told)

    def can_take_back(self, player: int | None) -> bool:
        """May the player take back the last decision? Only its own, and only if nothing hidden has
        been revealed since, and no dice were rolled."""
        return bool(self._before) and not self.over and self.game.decider == player

    def take_back(self, player: int) -> None:
        """Take back the player's last decision. Raises `ValueError` where that is too late."""
        if not self.can_take_back(player):
            raise ValueError("that cannot be taken back: something has been revealed since")
        before = self._before.pop()
        self.game = before.game
        self._taken[player] += 1  # an answer to the decision that is gone comes too late
        self.steps += 1
        for who in self._told.keys() - before.told.keys():  # spectators who came since
            self._begin_telling(who)
        for who, (telling, lines) in before.told.items():
            told = self._told[who]
            told.telling = telling
            del told.lines[lines:]
            told.scenes.clear()

    def step_of(self, player: int | None) -> int:
        """The progress of the game, in decisions of the player: the total would reveal how often
        others had to decide. For who sees everything, the total; for spectators, none."""
        if player == GALLERY:
            return 0
        return self.steps if player is None else self._taken[player]

    def is_told(self, player: int | None) -> bool:
        """Is this a moment for an update to a player?"""
        return self.over or is_told(self.game, _seat(player))

    def act_for_agent(self) -> bool:
        """Let the agent whose decision is open take it; False if it is a person's, or over."""
        decider = self.game.decider
        if self.over or decider is None or decider not in self.agents:
            return False
        self.act(self.agents[decider].act(self.game.seat(decider)))
        return True

    def concede(self, player: int) -> None:
        """Concede the game for this player."""
        if not self.over:
            self.conceded, self._before = player, []
            for told in self._told.values():
                told.lines.append(("said", f"{SEATS[player]} concedes"))

    def since(self, player: int | None, line: int) -> tuple[list[tuple[str, str]], int]:
        """The lines from this one on, and how many there are by now."""
        lines = self._told[player].lines
        return lines[max(line, len(lines) - LOG) :], len(lines)

    def message(
        self, player: int | None, known: set[str], line: int = 0, scene: int | None = None
    ) -> Json:
        """The message to a seat's page: the board, the options, the log since a given line, and the
        scenes since a given one; with None, none. `known`: the cards whose faces it has; newly sent
        ones are added.

        It is built from the player's `Seat`, a determinization, or for spectators from the public
        view, so nothing in it can depend on hidden information.
        """
        if player is None:
            view, options, asking = self.game.view(), self.game.choices(), self.game.asking
            then: dict[int, Json] = {}
        elif player == GALLERY:
            view, options, asking, then = self._view(player), (), None, {}
        else:
            seat = self.game.seat(player)
            view, options, asking = seat.view, seat.choices(), seat.asking
            then = following(seat, options)
        board = board_of(view)
        told = self._told[player]
        scenes = [
            {
                "board": board_of(one.moment.view),
                "lines": one.lines,
                "expedition": one.moment.expedition,
            }
            for one in told.scenes
            if scene is not None and one.number >= scene
        ]
        new = {o.object.reference for o in options if o.object} - {None}
        new |= references_in(board).union(*(references_in(one["board"]) for one in scenes))  # type: ignore[arg-type]
        index, every = self.game.book.index, self.game.book.cards
        faces = [face_of(every[index[ref]]) for ref in sorted(filter(None, new - known))]
        known |= new  # type: ignore[arg-type]  # None was taken out
        lines, total = self.since(player, line)
        return {
            "type": "state",
            "step": self.step_of(player),
            "you": _seat(player) or None,
            "gallery": player == GALLERY,
            "names": list(self.seats),
            "titles": [title_of(name) for name in self.seats],
            "board": board,
            "scenes": scenes,
            "shown": told.shown,
            "asking": asking,
            "back": player is not None and self.can_take_back(player),
            "options": [] if self.over else [choice_of(o, then.get(o.action)) for o in options],
            "faces": faces,
            "log": [list(entry) for entry in lines],
            "lines": total,
            "over": self.over,
            "winners": self.winners,
            "conceded": None if self.conceded is None else SEATS[self.conceded],
            "open": self.is_open,
            "unlimited_mana": has_unlimited_mana(self.game),
            **self._chance(),
        }

    def _chance(self) -> Json:
        """The commitment to the seeds of the game; with its secret number, once it is over."""
        secret = self.secret
        if secret is None or secret.is_public:
            return {"commitment": None, "secret": None}
        return {"commitment": secret.commitment, "secret": secret.digits if self.over else None}

    def again(self, secret: Secret) -> Session:
        """The rematch: the same decks and players, made when it is first asked for. Raises
        `ValueError` before the end."""
        story = self.game.story
        if not self.over or story.decks is None:
            raise ValueError("a rematch is for a game that is over")
        if self.rematch is None:
            game = Game.start(
                *story.decks,
                seed=secret.game_seed,
                rules=story.rules,
                format=story.format,
                legal=False,
                day_limit=story.day_limit,
                book=self.game.book,
            )
            self.rematch = Session(
                game, self.seats, secret.number, above=bool(self.watcher), secret=secret
            )
        return self.rematch

    def token_in(self, other: Session, token: str) -> str:
        """The token in another game of the one who holds this one here."""
        if token in (self.watcher, self.gallery):
            return other.watcher if token == self.watcher else other.gallery
        player = self.tokens[token]
        return next(one for one, who in other.tokens.items() if who == player)

    @property
    def winners(self) -> str:
        """The winners' seats; after a concession, all seats but that team's."""
        if self.conceded is None:
            return "".join(SEATS[player] for player in self.game.winners)
        lost = next(side for side in self.game.sides if self.conceded in side)
        return "".join(SEATS[player] for player in range(self.game.players) if player not in lost)


def _seat(player: int | None) -> str | None:
    return None if player is None else PUBLIC if player == GALLERY else SEATS[player]


class Sessions:
    """All running games, by their tokens."""

    def __init__(self, most: int = MOST, idle: float = IDLE) -> None:
        self._by_token: dict[str, Session] = {}
        self._lock = threading.Lock()
        self._most, self._idle = most, idle
        self.times: deque[float] = deque(maxlen=2000)
        """Milliseconds that actions took here, with the answers of the agents."""

    def __len__(self) -> int:
        return len({id(session) for session in self._by_token.values()})

    def add(self, session: Session) -> Session:
        """Register a game under its tokens. Raises `ValueError` if there are too many."""
        self.sweep()
        with self._lock:
            if len(self) >= self._most:
                raise ValueError(
                    f"{self._most} games are already running: end one or come back later"
                )
            for token in filter(None, (*session.tokens, session.watcher, session.gallery)):
                self._by_token[token] = session
        return session

    def here(self, token: str) -> Session | None:
        """The game of a token, if it is in memory. This is no request of its page."""
        return self._by_token.get(token)

    def find(self, token: str) -> Session:
        """The game of a token. Raises `UnknownTokenError`."""
        found = self.here(token)
        if found is None:
            raise UnknownTokenError(
                "there is no such game: it was closed, or closed after a week without a move"
            )
        found.used = time.monotonic()
        return found

    def end(self, token: str) -> None:
        """Close the game of this token, with all its tokens."""
        session = self.find(token)
        with self._lock:
            for other in [t for t, there in self._by_token.items() if there is session]:
                del self._by_token[other]

    def sweep(self, now: float | None = None) -> int:
        """Drop the games without recent requests; return their number."""
        before = (time.monotonic() if now is None else now) - self._idle
        with self._lock:
            gone = [token for token, s in self._by_token.items() if s.used < before]
            ended = {id(self._by_token[token]) for token in gone}
            for token in gone:
                del self._by_token[token]
        return len(ended)

    def watch_over(self, every: float = 60.0) -> None:
        """Drop abandoned games from time to time, for as long as the program runs."""

        def sweeping() -> None:
            while True:
                time.sleep(every)
                self.sweep()

        threading.Thread(target=sweeping, name="sweeper", daemon=True).start()

    def within_ms(self, share: float) -> float | None:
        """The milliseconds within which this share of the last actions was answered, half of them
        in the median; None before the first.

        >>> sessions = Sessions()
        >>> sessions.times.extend([4.0, 1.0, 3.0, 2.0])
        >>> sessions.within_ms(0.5), sessions.within_ms(0.95)
        (2.0, 4.0)
        """
        ordered = sorted(self.times)
        return ordered[ceil(share * len(ordered)) - 1] if ordered else None
