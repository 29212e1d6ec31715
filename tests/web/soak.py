"""Many games at once in one server: `make soak-web`. Fails at any error, and prints the figures.

They are played twice: with people who think, each for about a second before an answer, and with
answers that come at once, as no people give them. The first says how long people wait, the second
how much the server can do: there an answer waits for those of all other games.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from websockets.asyncio.client import connect

from tests.web.serving import health, served

LONGEST = 900.0
"""Seconds after which it is given up."""
THINKS = 1.0
"""People's mean thinking time before an answer, in seconds."""


def begin(address: str, seed: int, opponent: str) -> str:
    """A new game; the token of its person."""
    decks = [{"random": ""}, {"random": ""}]
    asked = {"seats": ["person", opponent], "seed": seed, "decks": decks}
    request = urllib.request.Request(
        f"{address}/api/games", json.dumps(asked).encode(), {"content-type": "application/json"}
    )
    token: str = json.load(urllib.request.urlopen(request))["tokens"]["A"]
    return token


async def play(address: str, seed: int, opponent: str, thinks: float) -> int:
    """Play a random game to its end, with this mean delay before each answer; return the number of
    actions."""
    token = await asyncio.to_thread(begin, address, seed, opponent)
    chance, actions = random.Random(seed), 0
    where = address.replace("http", "ws") + f"/ws/seat/{token}"
    async with connect(where, origin=address, max_size=2**22) as socket:  # type: ignore[arg-type]  # any text is one
        async for text in socket:
            message = json.loads(text)
            if message["type"] != "state":
                raise RuntimeError(f"game {seed}: {message}")
            if message["over"]:
                return actions
            if message["options"]:
                action = chance.choice(message["options"])["action"]
                await asyncio.sleep(thinks * 2 * chance.random())
                await socket.send(
                    json.dumps({"do": "act", "action": action, "step": message["step"]})
                )
                actions += 1
    raise RuntimeError(f"game {seed}: the server closed it")


async def everybody(address: str, games: int, opponent: str, thinks: float) -> list[int]:
    """All games, at once."""
    return await asyncio.gather(*(play(address, seed, opponent, thinks) for seed in range(games)))


def soak(games: int, opponent: str, thinks: float) -> bool:
    """Play this many games at once in a separate server, and report."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address:
        start, before = time.monotonic(), health(address)["processor_s"]
        played = asyncio.run(asyncio.wait_for(everybody(address, games, opponent, thinks), LONGEST))
        took, found = time.monotonic() - start, health(address)
    pace = f"each answer after {thinks:g} s of thought" if thinks else "each answer at once"
    print(
        f"{len(played)} games at once against {opponent}, {pace}: {sum(played):,} actions in "
        f"{took:.0f} s, no error; server time of an answer: median {found['median_ms']:.1f} ms, "
        f"19 of 20 within {found['p95_ms']:.1f} ms; of a processor "
        f"{1000 * (found['processor_s'] - before) / sum(played):.1f} ms an answer",
        flush=True,
    )
    return len(played) == games


def main() -> int:
    """Play, as people and as fast as can be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--opponent", default="rules")
    parser.add_argument(
        "--thinks", type=float, nargs="*", default=[THINKS, 0.0], help="seconds before an answer"
    )
    options = parser.parse_args()
    return 0 if all(soak(options.games, options.opponent, one) for one in options.thinks) else 1


if __name__ == "__main__":
    sys.exit(main())
