"""Many games at once in one server: `make soak-web`. Fails at any error, and prints the figures."""

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


def begin(address: str, seed: int, opponent: str) -> str:
    """A new game; the token of its person."""
    decks = [{"random": ""}, {"random": ""}]
    asked = {"seats": ["person", opponent], "seed": seed, "decks": decks}
    request = urllib.request.Request(
        f"{address}/api/games", json.dumps(asked).encode(), {"content-type": "application/json"}
    )
    token: str = json.load(urllib.request.urlopen(request))["tokens"]["A"]
    return token


async def play(address: str, seed: int, opponent: str) -> int:
    """Play a game at random to its end; how many actions it took."""
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
                await socket.send(
                    json.dumps({"do": "act", "action": action, "step": message["step"]})
                )
                actions += 1
    raise RuntimeError(f"game {seed}: the server closed it")


async def everybody(address: str, games: int, opponent: str) -> list[int]:
    """All games, at once."""
    return await asyncio.gather(*(play(address, seed, opponent) for seed in range(games)))


def main() -> int:
    """Play so many games at once, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--opponent", default="rules")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address:
        start = time.monotonic()
        played = asyncio.run(
            asyncio.wait_for(everybody(address, options.games, options.opponent), LONGEST)
        )
        took, found = time.monotonic() - start, health(address)
    print(
        f"{len(played)} games at once against {options.opponent}: {sum(played):,} actions in "
        f"{took:.0f} s, no error; median {found['median_ms']:.1f} ms of server time an action"
    )
    return 0 if len(played) == options.games else 1


if __name__ == "__main__":
    sys.exit(main())
