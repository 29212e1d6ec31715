"""Running games on disk, so that they survive a restart of the server.

They are kept in the user's own state folder, in files that only this user can read: each holds the
hidden cards and the secret of its game. A game is read when the page of one of its seats or of a
spectator asks for it, and removed a week after its last decision.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import time
from pathlib import Path
from typing import Any

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import DOCUMENT, read_bytes
from altered_env._runtime.json_text import parsed
from altered_env._runtime.seeds import Secret
from altered_env.game import Game
from altered_env.game.errors import SaveError
from altered_env.web.sessions import Session

WEEK = 7 * 24 * 3600.0
VERSION = 1


class KeptGames:
    """The games in a folder; none without one."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        if folder is not None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.sweep()

    def sweep(self, now: float | None = None) -> int:
        """Remove games that were not played for a week; their number."""
        gone = 0
        if self._folder is not None:
            for path in self._folder.iterdir():
                with contextlib.suppress(OSError):
                    if path.stat().st_mtime < (time.time() if now is None else now) - WEEK:
                        path.unlink()
                        gone += 1
        return gone

    def _path(self, token: str) -> Path:
        assert self._folder is not None
        return self._folder / hashlib.sha256(token.encode(errors="replace")).hexdigest()

    def keep(self, session: Session) -> None:
        """Write a game that people play: one file for each seat, and one for spectators that
        names a seat. The session must be locked."""
        if self._folder is None or not session.tokens:
            return
        secret, actions = session.secret, session.game.story.actions
        if session.begun is None or actions is None:
            start = base64.b64encode(session.game.to_bytes()).decode()
            session.begun = len(actions or ()), start
        before, game = session.begun
        told: dict[str, Any] = {
            "version": VERSION,
            "seats": list(session.seats),
            "tokens": session.tokens,
            "gallery": session.gallery,
            "seed": str(session.seed),
            "secret": None if secret is None else [str(secret.number), secret.is_public],
            "open": session.is_open,
            "conceded": session.conceded,
            "game": game,
            "actions": list(actions or ())[before:],
        }
        for token in session.tokens:
            self.write(token, told)
        if session.gallery:
            self.write(session.gallery, {"version": VERSION, "game_of": next(iter(session.tokens))})

    def write(self, name: str, told: dict[str, Any]) -> None:
        """Keep something under a secret name."""
        if self._folder is not None:
            write_atomically(self._path(name), json.dumps(told).encode(), mode=0o600)

    def read(self, name: str) -> dict[str, Any] | None:
        """What is kept under a name; None without a file of it that can be read."""
        try:
            found = parsed(read_bytes(self._path(name), DOCUMENT)) if self._folder else None
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def forget(self, session: Session) -> None:
        """Remove the files of a game."""
        if self._folder is not None:
            for token in filter(None, (*session.tokens, session.gallery)):
                self._path(token).unlink(missing_ok=True)

    def has(self, token: str) -> bool:
        """Is there a game of this token?"""
        return self._folder is not None and self._path(token).is_file()

    def find(self, token: str) -> Session | None:
        """The game of this token as it was left, with its log; None if it is not kept, or cannot be
        read any more."""
        told = self.read(token)
        if told and "game_of" in told:
            told = self.read(str(told["game_of"]))
        try:
            return _restored(told) if told and told["version"] == VERSION else None
        except (OSError, ValueError, KeyError, TypeError, LookupError, SaveError):
            return None


def _restored(told: dict[str, Any]) -> Session:
    game = Game.from_bytes(base64.b64decode(told["game"]))
    drawn = told["secret"]
    secret = None if drawn is None else Secret(int(drawn[0]), is_public=bool(drawn[1]))
    tokens = {str(token): int(player) for token, player in told["tokens"].items()}
    before = len(game.story.actions or ())
    session = Session.replayed(game, told["seats"], int(told["seed"]), secret=secret)
    for action in told["actions"]:
        session.act(int(action))
    session.tokens, session.begun = tokens, (before, told["game"])
    session.gallery = str(told.get("gallery") or session.gallery)
    if told["open"]:
        session.open("the game was open before the server was restarted")
    if told["conceded"] is not None:
        session.concede(int(told["conceded"]))
    return session
