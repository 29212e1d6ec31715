"""One of each file that the program writes, as this version writes it, kept for later versions.

`python -m tests.saved_files` writes them to `tests/saved/VERSION/`, before a release, without
overwriting. `test_saved_files.py` reads those of every version; docs/files.md states the
guarantees.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from altered_env import Game, __version__, decks
from altered_env.agents.net_weights import NetWeights
from altered_env.cardstats.simulation import Simulation, run
from altered_env.game.replay import Replay
from altered_env.protocol import messages as told

SAVED = Path(__file__).parent / "saved"
DECK = "muna"
CLOCK = {"left": None, "increment": 0.0, "limit": 5.0}


def write(folder: Path) -> None:
    """Write one of each into a new folder."""
    folder.mkdir(parents=True)
    game = Game.start("axiom", "bravos", seed=23)
    for number in range(60):
        actions = game.legal_actions()
        game.act(actions[number % len(actions)])
    game.save(folder / "game.altered")
    (folder / "game.txt").write_text(f"{game}\n", "utf-8")
    seat = game.seat()
    messages = [told.hello(), told.begun(seat, "standard", CLOCK)]
    messages.append(told.decide(seat, 1, told.WANTS, CLOCK, []))
    messages.append(told.ended("A", "B"))
    (folder / "messages.jsonl").write_bytes(b"".join(map(told.line, messages)))
    while not game.over:
        game.act(game.legal_actions()[-1])
    (folder / "replay.json").write_text(Replay.of(game).to_json(), "utf-8")
    deck = decks.load(DECK)
    (folder / "deck.txt").write_text(deck.to_text(), "utf-8")
    (folder / "deck.json").write_text(deck.to_json(), "utf-8")
    (folder / "deck.code").write_text(deck.to_code() + "\n", "utf-8")
    NetWeights.new(8, 12, seed=3).save(folder / "net.safetensors", {})
    run(Simulation(("axiom", "muna"), ("random",), seed=2), 4, folder / "games.parquet", jobs=1)
    facts = {"games": 4, "cards": len(deck.cards), "day": game.day, "winner": game.winner}
    (folder / "facts.json").write_text(json.dumps(facts) + "\n", "utf-8")


def main() -> int:
    folder = SAVED / __version__
    if folder.exists():
        print(f"{folder} is there already: what a version wrote is never changed", file=sys.stderr)
        return 1
    write(folder)
    print(f"wrote {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
