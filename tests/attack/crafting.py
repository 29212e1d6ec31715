"""Saved games and replays crafted to crash the process: valid checksums with invalid numbers,
headers and histories.

A try depends only on the seed and its number.
"""

from __future__ import annotations

import functools
import hashlib
import json
import random
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from altered_env import Game, Scenario, decks
from altered_env.cards import catalogue
from altered_env.game import saving
from altered_env.game.bounds import Range, columns_of, fields_of, of_columns
from altered_env.game.kernels import kernel_of
from altered_env.game.replay import Replay
from altered_env.game.states import from_state

__all__ = ["KINDS", "Crafted", "craft"]

KINDS = ("numbers", "bits", "mixed", "header", "story", "frame", "replay")
"""The crafted parts: numbers of the record, its bits, parts of another record, the header, the
history in it, the bytes around both, and replays."""

_SHARE = (45, 10, 10, 15, 10, 5, 5)
_BASES = 24
_STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 10**6, 10**30, 0.5, float("nan"), float("inf")),
    *("", "x", "standard", "5.0", "\ud800", "\0", "CORE_AX_01_C", "9" * 3000),
    *([], [[]], {}, {"name": 1}, [None], [0], ["CORE_AX_01_C"] * 200, {"cards": {}}, [1e300]),
)


@dataclass(frozen=True, slots=True)
class Crafted:
    """One try: a saved game, or a replay."""

    kind: str
    data: bytes


@dataclass(frozen=True, slots=True)
class _Base:
    """A valid game, taken apart."""

    header: dict[str, Any]
    state: bytes
    ranges: dict[str, Range]
    columns: dict[str, dict[str, Range]]


def craft(seed: int, number: int) -> Crafted:
    """Try `number` of a seed."""
    rng = random.Random(f"{seed} {number}")
    kind = rng.choices(KINDS, _SHARE)[0]
    bases = _bases()
    base = rng.choice(bases)
    if kind == "replay":
        return Crafted(kind, _replay(rng, rng.choice(_replays())))
    header, state = base.header, base.state
    if kind in ("numbers", "bits", "mixed"):
        header = _untold(header)
    if kind == "numbers":
        state = _other_numbers(rng, base)
    elif kind == "bits":
        state = _other_bits(rng, state)
    elif kind == "mixed":
        state = _other_parts(rng, base, rng.choice(bases))
    elif kind == "header":
        header = _other_header(rng, header)
    elif kind == "story":
        header = _other_story(rng, header, rng.choice(bases).header)
    data = _packed(header, state)
    return Crafted(kind, _other_frame(rng, data) if kind == "frame" else data)


@functools.cache
def _bases() -> tuple[_Base, ...]:
    """Games of both rulesets, of two and of four players, at many decisions; a table with cards of
    its own."""
    rng = random.Random(7)
    pool = decks.pool("random:24:11")
    found = []
    for n in range(_BASES):
        four = n % 6 == 5
        game = Game.start(
            *rng.sample(pool, 4 if four else 2),
            seed=n,
            rules="5.0" if n % 2 and not four else "2024.09",
            format="free_for_all" if four else "standard",
            legal=False,
        )
        wanted = _WANTED[n % len(_WANTED)]
        for decision in range(400):
            if game.over or (decision > 30 and game.decision == wanted):
                break
            game.act(rng.choice(game.legal_actions()))
        found.append(_base(game.to_bytes()))
    table = Scenario(seed=1)
    table.card("Bee", stats="0/0/1", abilities=["J: resupply()"])
    table.player("A").hand("Bee", "Foundry Armorer R1").mana(4)
    table.player("B").hero_expedition("Ordis Trooper C", boosts=1).hand("Kappa").mana(4)
    table.begin("afternoon", first="A")
    table.act("A", "play Foundry Armorer to hero")
    found.append(_base(table.game.to_bytes()))
    return tuple(found)


_WANTED = (
    "target",
    "yes_no",
    "reaction",
    "turn",
    "mode",
    "objects",
    "modifier",
    "number",
    "expand",
)


def _base(data: bytes) -> _Base:
    head, body = saving._parts(data)
    header, state = json.loads(zlib.decompress(head)), zlib.decompress(body)
    found, book, _ = saving.unpack(data)
    assert found is not None
    rules, sizes = kernel_of(found.games).rules, (len(book.cards), len(book.counters))
    columns = of_columns(rules, *sizes, int(book.record[0]["length"]))
    return _Base(header, state, fields_of(rules, *sizes), columns)


@functools.cache
def _replays() -> tuple[dict[str, Any], ...]:
    game = Game.start("axiom", "bravos", seed=3)
    for _ in range(60):
        if not game.over:
            game.act(game.legal_actions()[-1])
    return (json.loads(Replay.of(game).to_json()),)


def _untold(header: dict[str, Any]) -> dict[str, Any]:
    """The same without its actions: nothing can be played again, the record alone counts."""
    return {**header, "actions": None}


def _packed(header: dict[str, Any], state: bytes) -> bytes:
    text = json.dumps(header) if isinstance(header, dict) else header
    head, body = zlib.compress(text.encode("utf-8", "surrogatepass"), 1), zlib.compress(state, 1)
    data = saving._HEAD.pack(saving.MAGIC, saving.FORMAT, len(head), len(body)) + head + body
    return data + hashlib.sha256(data).digest()


def _other_numbers(rng: random.Random, base: _Base) -> bytes:
    """A few numbers of the record are others, most of them such as their field may hold."""
    games = from_state(base.state)
    record = games[0]
    names = [name for name in record.dtype.names or () if name != "spare"]
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        name = rng.choice(names)
        field = record[name]
        values = np.atleast_1d(np.asarray(field))
        place = tuple(rng.randrange(size) for size in values.shape)
        used = np.argwhere(values)
        if len(used) and rng.random() < 0.7:  # where something is
            place = tuple(used[rng.randrange(len(used))].tolist())
        low, high = base.ranges.get(name, (0, 0))
        if name in base.columns:
            low, high = base.columns[name].get(columns_of(name)[place[-1]], (0, 0))
        info = np.iinfo(values.dtype)
        now = int(values[place])
        number = rng.choice(
            (
                *(rng.randint(low, high), rng.randint(low, high), now + 1, now - 1, now ^ 1),
                *(low, high, low - 1, high + 1, -1, 0, info.max, info.min),
                rng.randint(int(info.min), int(info.max)),
            )
        )
        number = max(int(info.min), min(int(info.max), number))
        if np.ndim(field):
            field[place] = number
        else:
            record[name] = number
    return games.view(np.uint8).tobytes()


def _other_bits(rng: random.Random, state: bytes) -> bytes:
    changed = bytearray(state)
    for _ in range(rng.choice((1, 2, 5, 50))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    if rng.random() < 0.1:
        return bytes(changed[: rng.randrange(len(changed))])
    return bytes(changed)


def _other_parts(rng: random.Random, base: _Base, other: _Base) -> bytes:
    """Some fields are those of another game."""
    if len(other.state) != len(base.state):
        return other.state
    games, others = from_state(base.state), from_state(other.state)
    names = list(games.dtype.names or ())
    for name in rng.sample(names, rng.choice((1, 2, 6, 40))):
        games[name] = others[name]
    return games.view(np.uint8).tobytes()


def _other_header(rng: random.Random, header: dict[str, Any]) -> Any:
    """Entries of the header that are missing, or of another kind, or too deep, or too many."""
    changed = json.loads(json.dumps(header))
    kind = rng.randrange(8)
    if kind == 0:
        del changed[rng.choice(list(changed))]
    elif kind == 1:
        return rng.choice(
            ("[" * 50_000, '{"a":' * 5_000, "", "null", "[]", "\0", "{" * 10, "1e999")
        )
    elif kind == 2 and changed["cards"]:
        changed["cards"] = [*changed["cards"], _strange_card(rng)]
    elif kind == 3 and changed["decks"]:
        deck = rng.choice(changed["decks"])
        deck[rng.choice(list(deck))] = rng.choice(_STRANGE)
    else:
        for _ in range(rng.choice((1, 1, 3))):
            changed[rng.choice(list(changed))] = rng.choice(_STRANGE)
    return changed


def _strange_card(rng: random.Random) -> Any:
    card: dict[str, Any] = {
        "reference": "TABLE_NE_01_C",
        "name": "Bee",
        "faction": "neutral",
        "rarity": "common",
        "type": rng.choice(("character", "spell", "hero", "landmark_permanent")),
        "abilities": [rng.choice(("J: resupply()", "J: " + "(" * 900, "x", "R: draw(30000)"))],
    }
    for _ in range(rng.choice((0, 1, 1, 2))):
        card[rng.choice([*card, "token", "forest", "subtypes", "hand_cost"])] = rng.choice(_STRANGE)
    return card


def _other_story(
    rng: random.Random, header: dict[str, Any], other: dict[str, Any]
) -> dict[str, Any]:
    """Another story for the same record: other actions, cards, seed, rules, format."""
    changed = json.loads(json.dumps(header))
    kind = rng.randrange(7)
    actions = changed["actions"] or [0]
    if kind == 0:
        actions[rng.randrange(len(actions))] = rng.randrange(600)
    elif kind == 1:
        changed["actions"] = actions[: rng.randrange(len(actions))]
    elif kind == 2:
        changed["actions"] = actions * rng.choice((2, 50))
    elif kind == 3:
        changed["seed"] = rng.choice((0, 10**40, 2**64, changed["seed"] + 1))
    elif kind == 4 and changed["decks"]:
        known = [card.reference for card in catalogue().package]
        deck = rng.choice(changed["decks"])
        deck["cards"] = [rng.choice(known) for _ in range(rng.choice((0, 1, 5, 40, 80, 81, 500)))]
        deck["hero"] = rng.choice((None, deck["hero"], rng.choice(known)))
        changed["actions"] = []
        changed["book"] = "0" * 16  # the pool has changed: only playing it again can tell
    elif kind == 5:
        for name in ("decks", "actions"):
            changed[name] = other[name]
    else:
        changed["rules"] = rng.choice(("2024.09", "5.0"))
        changed["format"] = rng.choice(
            ("standard", "free_for_all", "two_against_two", "booster_war", "limited")
        )
    return changed


def _other_frame(rng: random.Random, data: bytes) -> bytes:
    """Lengths and compressed parts that do not fit, under a right checksum."""
    changed = bytearray(data[:-32])
    for _ in range(rng.choice((1, 3))):
        changed[rng.randrange(8, len(changed))] ^= 1 << rng.randrange(8)
    if rng.random() < 0.3:
        changed = changed[: rng.randrange(len(changed))]
    return bytes(changed) + hashlib.sha256(bytes(changed)).digest()


def _replay(rng: random.Random, replay: dict[str, Any]) -> bytes:
    changed = json.loads(json.dumps(replay))
    for _ in range(rng.choice((1, 1, 2))):
        if rng.random() < 0.4:
            actions = changed["actions"]
            if isinstance(actions, list) and actions:
                actions[rng.randrange(len(actions))] = rng.choice((*range(-2, 500, 50), 10**20))
        else:
            changed[rng.choice(list(changed))] = rng.choice(_STRANGE)
    return json.dumps(changed).encode("utf-8", "surrogatepass")
