"""Output of bots: almost valid messages of the protocol, one dialogue per input."""

from __future__ import annotations

import random
import sys
from unittest import mock

from altered_env import Game
from altered_env.agents import make, subprocess_agents
from altered_env.agents.forfeits import Forfeit
from altered_env.protocol import messages
from altered_env.protocol.replies import LONGEST, MalformedError, greeting, reply
from tests.attack.doors.judging import Fault, Try
from tests.attack.doors.mutating import as_json, other_bytes, other_json, value
from tests.attack.doors.places import Places
from tests.protocol.test_fuzz import RIGHT, Said

__all__ = ["Bots"]

HELLO = messages.line({"type": "hello", "protocol": 1, "name": "fuzz", "wants": []}).strip()


class Bots:
    """Bots at the end of two pipes, without the pipes."""

    def __init__(self, places: Places) -> None:
        """Begin the games that they play in."""
        self._games = [Game.start("axiom", "bravos", seed=seed) for seed in range(3)]
        for number, game in enumerate(self._games):
            for _ in range(7 * number):
                game.act(game.legal_actions()[0])
        self._before = [game.state() for game in self._games]

    def attempt(self, rng: random.Random) -> Try:
        """A greeting and a few lines."""
        which = rng.randrange(len(self._games))
        actions = self._games[which].legal_actions()
        said = [self._line(rng, actions) for _ in range(rng.choice((1, 2, 4)))]
        first = HELLO if rng.random() < 0.9 else other_bytes(rng, HELLO, said)
        lines = [line.replace(b"\n", b" ") for line in (first, *said)]
        return Try("lines", repr(lines)[:300], lambda: self._answered(which, lines))

    def close(self) -> None:
        """Nothing was changed."""

    @staticmethod
    def _line(rng: random.Random, actions: list[int]) -> bytes:
        action = rng.choice((rng.choice(actions), rng.choice(actions), rng.randrange(600)))
        right = rng.choice((RIGHT[0], RIGHT[0], *RIGHT[:5], *RIGHT))
        if "action" in right:
            right = {**right, "action": action}
        kind = rng.random()
        if kind < 0.5:
            return as_json(rng, right)
        if kind < 0.8:
            return as_json(rng, other_json(rng, right, ("id", "type", "wants", "seed", "world")))
        if kind < 0.95:
            return other_bytes(rng, as_json(rng, right))
        return b"x" * (LONGEST + 1) if kind > 0.995 else as_json(rng, value(rng))

    def _answered(self, which: int, lines: list[bytes]) -> str:
        for line in lines:
            for reader in (reply, greeting):
                try:
                    reader(line)
                except MalformedError as error:
                    _refuse_odd(str(error))
        game = self._games[which]
        seat = game.seat()
        with mock.patch.object(
            subprocess_agents, "Child", lambda *_, **__: Said([*lines, b"done"])
        ):
            bot = make(f"cmd:{sys.executable}")
            try:
                action = bot.act(seat)
            except Forfeit as forfeit:
                _refuse_odd(str(forfeit))
                outcome = "refused"
            else:
                if action not in seat.actions:
                    raise Fault("wrong", f"{action!r:.40} was taken, and is no option")
                outcome = "valid"
            bot.leave("A", "B")
        if game.state() != self._before[which]:
            raise Fault("wrong", "the game is another than before")
        return outcome


def _refuse_odd(words: str) -> None:
    if not 10 < len(words) < 1_000 or not words.isprintable():
        raise Fault("wrong", f"no sentence to be printed: {words!r:.200}")
