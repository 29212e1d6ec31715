"""Games that two people play at random, with every message to their pages, for the site without a
server to play again: `tab_games.mjs`.

python -m tests.native.tab_games FILE --games 40
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

from altered_env import Game
from altered_env.game.replay import Replay
from altered_env.web.sessions import Session
from tests.native.wasm_games import dealt, digest

BACK = 0.2
"""How often a decision is taken back, if it can be."""


class Page:
    """What a page has been sent."""

    def __init__(self, player: int | None) -> None:
        self.player, self.known, self.line = player, set[str](), 0
        self.scene: int | None = None

    def sent(self, session: Session) -> dict[str, Any]:
        """The next message."""
        message = session.message(self.player, self.known, self.line, self.scene)
        self.line, self.scene = message["lines"], message["shown"]
        return message


def played(k: int, full: bool) -> dict[str, Any]:
    """Game k, with its messages; of each a hash unless they are wanted in full. Every fourth game
    is watched from above."""
    chance = random.Random(k)
    pair, given = dealt(k, chance)
    seats = ["random", "random"] if k % 4 == 3 else ["person", "person"]
    game = Game.start(*pair, seed=k, book="pool")
    session = Session(game, seats, k, above="person" not in seats)
    pages = [Page(player) for player in ((None, 0) if k % 4 == 3 else (0, 1))]
    steps: list[dict[str, Any]] = []
    while True:
        told = [page.sent(session) for page in pages]
        step: dict[str, Any] = {"told": told if full else [digest(one) for one in told]}
        steps.append(step)
        player = session.game.decider
        if player is None:
            break
        if session.can_take_back(player) and chance.random() < BACK:
            step["back"] = player
            session.take_back(player)
            for page in pages:
                page.line = 0
            continue
        step["action"] = chance.choice(session.game.choices()).action
        step["joined"] = chance.random() < BACK
        session.act(step["action"], step["joined"])
    replay = Replay.of(session.game)
    return {
        "decks": given, "seats": seats, "seed": k, "pages": [page.player for page in pages],
        "steps": steps, "state": replay.state, "actions": list(replay.actions),
    }  # fmt: skip


def main() -> None:
    """Play, and write them a line each."""
    parser = argparse.ArgumentParser(description="Play games for the site without a server.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--full", action="store_true", help="write messages, not their hashes")
    options = parser.parse_args()
    with options.file.open("w", encoding="utf-8") as out:
        for k in range(options.games):
            out.write(json.dumps(played(k, options.full), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
