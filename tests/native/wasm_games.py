"""Games that Python has played, for the JavaScript package to play again: `wasm_games.mjs`.

python -m tests.native.wasm_games FILE --games 400
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from pathlib import Path
from typing import Any

from altered_env import Game, decks
from altered_env.agents.net import NetAgent
from altered_env.agents.registry import make
from altered_env.batch.layout import new_slots
from altered_env.batch.slots import DETAIL
from altered_env.cards import catalogue
from altered_env.decks import Deck
from altered_env.game.books import pool_book
from altered_env.game.kernels import kernel_for
from altered_env.render.views import ObjectView, View
from tests.native.wasm_data import AGENTS

ADVISED = 7
"""Agents are asked at every decision of this number."""


def seen(one: ObjectView) -> dict[str, Any]:
    """An object as the JavaScript package shows it."""
    return {
        "name": one.name, "version": one.version, "reference": one.reference, "owner": one.owner,
        "controller": one.controller, "zone": one.zone, "expedition": one.expedition,
        "presence": sorted(one.presence), "type": one.type, "statuses": sorted(one.statuses),
        "keywords": sorted(one.keywords), "handCost": one.hand_cost,
        "reserveCost": one.reserve_cost, "forest": one.forest, "mountain": one.mountain,
        "water": one.water, "boosts": one.boosts, "counters": dict(one.counters),
        "tough": one.tough, "muted": one.muted,
    }  # fmt: skip


def told(view: View) -> dict[str, Any]:
    """A view as the JavaScript package shows it."""
    return {
        "seat": view.seat, "day": view.day, "phase": view.phase, "arena": view.arena,
        "firstPlayer": view.first_player, "turnPlayer": view.turn_player,
        "decider": view.decider, "decision": view.decision, "over": view.over,
        "winner": view.winner,
        "players": [
            {
                "seat": one.seat, "handCount": one.hand_count, "deckCount": one.deck_count,
                "manaReady": one.mana_ready, "reserveLimit": one.reserve_limit,
                "landmarkLimit": one.landmark_limit, "passed": one.passed,
                "setAside": one.set_aside,
                **{zone: [seen(obj) for obj in getattr(one, zone)]
                   for zone in ("hand", "deck", "mana", "reserve", "discard", "landmarks",
                                "limbo")},
                "hero": seen(one.hero) if one.hero else None,
                "expeditions": [
                    {"name": e.name, "distance": e.distance, "region": e.region,
                     "ascended": e.ascended, "movedToday": e.moved_today, "forest": e.forest,
                     "mountain": e.mountain, "water": e.water,
                     "objects": [seen(obj) for obj in e.objects]}
                    for e in one.expeditions
                ],
            }
            for one in view.players
        ],
    }  # fmt: skip


def digest(value: Any) -> str:
    """A hash of a value that is JSON."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def observation(game: Game, player: int) -> str:
    """A hash of what a player sees, in numbers."""
    desk = new_slots(1)
    kernel_for(2).entries.show_desk(
        game.games, 0, game.book.record, desk, 0, player, int(DETAIL.OBSERVATION)
    )
    return hashlib.sha256(desk["observation"].tobytes()).hexdigest()[:16]


def dealt(k: int, chance: random.Random) -> tuple[list[Deck], list[Any]]:
    """The decks of game k, and as the JavaScript package takes them: a name, or the numbers of
    cards; every other one is drawn from all cards."""
    pool, index = decks.playable(catalogue().package), pool_book().index
    found: list[Deck] = []
    given: list[Any] = []
    for player in range(2):
        if (k + player) % 2:
            name = chance.choice(decks.names())
            found.append(decks.load(name))
            given.append(name)
        else:
            deck = decks.random_deck(chance, pool)
            assert deck.hero is not None
            cards = [index[card.reference] for card in deck.cards]
            found.append(deck)
            given.append({"hero": index[deck.hero.reference], "cards": cards})
    return found, given


def played(k: int, agents: dict[str, Any]) -> dict[str, Any]:
    """Game k at random, with what was seen and advised before each answer."""
    chance = random.Random(k)
    pair, given = dealt(k, chance)
    game = Game.start(*pair, seed=k, day_limit=100)
    steps: list[dict[str, Any]] = []
    while game.decider is not None:
        step: dict[str, Any] = {
            "views": [digest(told(game.view(player))) for player in range(2)],
            "observations": [observation(game, player) for player in range(2)],
            "labels": [option.label for option in game.options()],
        }
        if len(steps) % ADVISED == 0:
            step["advised"] = _advised(game, agents, len(steps))
        legal = game.legal_actions()
        step["taken"] = chance.randrange(len(legal))
        steps.append(step)
        game.act(legal[step["taken"]])
    return {
        "decks": given, "seed": k, "steps": steps, "winner": game.winner,
        "record": hashlib.sha256(game.games.tobytes()).hexdigest(),
    }  # fmt: skip


def _advised(game: Game, agents: dict[str, Any], seed: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    legal, seat = game.legal_actions(), game.seat()
    for name, agent in agents.items():
        agent.start(seed)
        if isinstance(agent, NetAgent):
            chances, value = agent.weighed(seat)
            logits = agent.buffers.logits[: len(chances)].tolist()
            of = dict(zip(chances, logits, strict=True))
            found[name] = {"value": value, "logits": [of[action] for action in legal]}
        else:
            found[name] = legal.index(agent.act(seat))
    return found


def main() -> None:
    """Play, and write them a line each."""
    parser = argparse.ArgumentParser(description="Play games for the JavaScript package.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=400)
    options = parser.parse_args()
    agents = {name: make(name) for name in AGENTS}
    with options.file.open("w", encoding="utf-8") as out:
        for k in range(options.games):
            out.write(json.dumps(played(k, agents)) + "\n")


if __name__ == "__main__":
    main()
