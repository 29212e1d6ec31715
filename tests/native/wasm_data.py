"""`python -m tests.native.wasm_data FOLDER`: what the JavaScript package of the engine reads.

`memory.bin.gz` is the memory of the module after start: the book, weights and work arrays.
`engine.json` says where each array lies and what each entry takes; `words.json` has the words for
the numbers of an observation.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from altered_env import decks as deck_lists
from altered_env.agents.bots import Bots
from altered_env.agents.registry import make
from altered_env.game.books import pool_book
from altered_env.game.kernels import kernel_for
from altered_env.game.lines import in_english, mode_lines
from altered_env.game.options import _QUESTIONS
from altered_env.language import words
from altered_env.native.argument_types import Array, Rules, Tuple, Type
from altered_env.native.entry_table import TABLE, symbol
from altered_env.thinking.matches import BOT
from altered_env.thinking.rollouts import ARM, MORNINGS, MOST, VALUE_WEIGHT

AGENTS: Final = ("greedy", "rules", "net")
"""The agents of the package; one of them is a network."""
ALIGNED: Final = 64
KERNEL: Final = kernel_for(2)
DAY_LIMIT: Final = 100


class Memory:
    """Arrays, one after the other, by name."""

    def __init__(self) -> None:
        self.size = 0
        self.arrays: list[tuple[int, Any]] = []
        self.places: dict[str, int] = {}

    def lay(self, name: str, array: Any) -> None:
        """Give an array its place."""
        self.places[name] = self.size
        self.arrays.append((self.size, array))
        self.size += -(-max(array.nbytes, 1) // ALIGNED) * ALIGNED

    def image(self) -> bytes:
        """All of it."""
        found = bytearray(self.size)
        for at, array in self.arrays:
            data = array.tobytes()
            found[at : at + len(data)] = data
        return bytes(found)


def slots_of(kind: Type, given: Any, at: Memory) -> list[Any]:
    """An argument, flattened as compiled code takes it: an address is a text, a number to be given
    later is None."""
    match kind:
        case Rules():
            return [0]
        case Array():
            place = f"+{at.places[given[0]]}"
            array = given[1]
            return [0, 0, array.size, array.itemsize, place, *array.shape, *array.strides]
        case Tuple(_, _, parts):
            return [
                word
                for part, one, name in zip(parts, given[1], given[1]._fields, strict=True)
                for word in slots_of(part, (f"{given[0]}.{name}", one), at)
            ]
    return [given]


def lay_tuple(memory: Memory, name: str, value: Any) -> None:
    """Lay the arrays of a named tuple, and of those in it."""
    for field, one in zip(value._fields, value, strict=True):
        if isinstance(one, tuple):
            lay_tuple(memory, f"{name}.{field}", one)
        else:
            memory.lay(f"{name}.{field}", one)


def layout_of(memory: Memory) -> dict[str, Any]:
    """The arrays of the module, laid out, and what each of its entries takes."""
    book = pool_book()
    rules, layout = KERNEL.rules, KERNEL.layout
    entry = KERNEL.module("thinking.entry")
    bots = Bots([make(name) for name in AGENTS], book)  # type: ignore[misc]  # all are compiled
    i8: dict[str, Any] = {"dtype": np.int64}
    arrays = {
        "games": rules.new_games(3),  # the game, a copy to ask about, an empty one
        "desks": layout.new_slots(2),
        "lists": np.full((2, 2 + rules.DECK_MAX), -1, dtype=np.int32),
        "words": np.zeros(4, **i8),
        "found": np.zeros(rules.ACTIONS, dtype=np.int32),
        "chosen": np.zeros(1, **i8),
        "offered": np.zeros(rules.ACTIONS, **i8),
        "first": np.zeros(1, **i8),
        "who": np.zeros(1, **i8),
        "bots": bots.rows,
        "weights": bots.weights,
        "places": rules.new_games(entry.PLACES),
        "cursor": np.zeros(64, **i8),
        "values": np.zeros(rules.ACTIONS),
        "arms": np.zeros((MOST, ARM.COUNT)),
        "rngs": np.zeros((1, 4), **i8),
        "rng": np.zeros(4, **i8),
        "result": np.zeros(4, **i8),
        "book": book.record,
    }
    for name, array in arrays.items():
        memory.lay(name, array)
    buffers = bots.buffers()
    lay_tuple(memory, "buffers", buffers)
    a = {name: (name, array) for name, array in arrays.items()} | {"buffers": ("buffers", buffers)}
    detail = int(KERNEL.module("batch.slots").DETAIL.OBSERVATION)
    ruleset = words.rule_bits("2024.09")
    takes: dict[str, list[Any]] = {
        "step_engine": [a["games"], 1, 2, a["book"], *[None] * 6, a["words"]],
        "deal_at": [0, a["games"], 0, a["book"], a["desks"], a["lists"], ruleset, detail,
                    a["words"]],
        "act_and_show": [0, a["games"], 0, a["book"], a["desks"], detail, a["words"]],
        "show_desk": [a["games"], 0, a["book"], a["desks"], None, None, detail],
        "engine_actions": [a["games"], 0, a["desks"], 0, a["found"]],
        "seen_actions": [a["games"], a["desks"], a["first"], a["chosen"]],
        "answer_at": [0, a["games"], a["first"], a["book"], a["bots"], a["weights"], a["buffers"],
                      a["who"], a["places"], a["cursor"], a["values"], a["rngs"], a["rng"],
                      a["chosen"]],
        "ask": [0, a["games"], a["book"], a["buffers"], 0, None, a["places"], a["rng"],
                a["offered"]],
        "list_arms": [0, a["places"], a["book"], a["buffers"], None, a["arms"], 1, a["rng"]],
        "play_out_arms": [0, a["places"], a["book"], a["buffers"], None, a["arms"], None, None,
                          MORNINGS, VALUE_WEIGHT, a["rng"]],
    }  # fmt: skip
    rows = {row.name: row for row in TABLE}
    entries = {
        name: {
            "symbol": symbol(name, 2),
            "slots": [
                word
                for kind, one in zip(rows[name].types, given, strict=True)
                for word in slots_of(kind, one, memory)
            ],
        }
        for name, given in takes.items()
    }
    most = max(len(entry["slots"]) for entry in entries.values())
    memory.lay("slots", np.zeros(most, **i8))
    slot = layout.slot_t.fields
    command = KERNEL.table.COMMAND
    return {
        "size": memory.size,
        "places": memory.places,
        "slots": most,
        "entries": entries,
        "game": {"bytes": rules.game_t.itemsize}
        | {name: rules.game_t.fields[name][1] for name in ("day_limit", "decider")},
        "desk": {"bytes": layout.slot_t.itemsize}
        | {name: slot[name][1] for name in ("deck", "seed", "action", "mask", "observation")},
        "observation": layout.SIZE,
        "actions": rules.ACTIONS,
        "deck_max": rules.DECK_MAX,
        "day_limit": DAY_LIMIT,
        "agents": list(AGENTS),
        "networks": [
            name for name, row in zip(AGENTS, bots.rows, strict=True) if row[BOT.KIND] == BOT.NEURAL
        ],
        "commands": {
            name: int(getattr(command, name))
            for name in ("USES", "QUICK", "COST", "RESAMPLE", "RANDOM", "ABILITY_OF")
        },
    }


def _terms(found: dict[int, str]) -> dict[str, str]:
    return {str(int(number)): word for number, word in found.items()}


def words_of() -> dict[str, Any]:
    """The words for the numbers of an observation, and for the answers."""
    book, layout, terms = pool_book(), KERNEL.layout, KERNEL.module("engine.terms")
    code = terms.CODE
    modes = {str(a): list(mode_lines(one.line)) for a, one in book.abilities.items()}
    return {
        "globals": {field.name: [field.at, field.width] for field in layout.GLOBALS},
        "entity": {field.name: [field.at, field.width] for field in layout.ENTITY_FIELDS},
        "emblem": {field.name: [field.at, field.width] for field in layout.EMBLEM_FIELDS},
        "parts": {
            name: [part.start, width]
            for (name, part), width in zip(
                list(layout.SLICES.items())[1:],
                (layout.N.COUNT, layout.X.COUNT, layout.V.COUNT), strict=True,
            )
        },
        "objects": KERNEL.rules.OBJECTS,
        "region_code": KERNEL.rules.REGION_CODE,
        "codes": {name: int(getattr(code, name)) for name in (
            "PASS", "DONE", "YES", "NO", "EXPEDITION", "PLAYER", "REGION", "TERRAIN", "MODE",
            "NUMBER", "EMBLEM", "COUNT")},
        "type_bits": {"token": int(terms.TYPE.TOKEN)},
        "zones": _terms(words.ZONES),
        "statuses": _terms(words.STATUSES),
        "keywords": _terms(words.KEYWORDS),
        "types": _terms(words.TYPES),
        "terrains": _terms(words.TERRAINS),
        "phases": _terms(words.PHASES),
        "decisions": _terms(words.DECISIONS),
        "questions": _terms(_QUESTIONS),
        "counters": list(book.counters),
        "cards": [[card.name, card.version, card.reference] for card in book.cards],
        "abilities": {str(a): in_english(one.line) for a, one in book.abilities.items()},
        "modes": {a: lines for a, lines in modes.items() if lines},
        "decks": {name: _listed(name) for name in deck_lists.names()},
    }  # fmt: skip


def _listed(name: str) -> dict[str, Any]:
    found, index = deck_lists.load(name), pool_book().index
    hero = -1 if found.hero is None else index[found.hero.reference]
    return {"hero": hero, "cards": [index[card.reference] for card in found.cards]}


def write(folder: Path) -> None:
    """Write the data of the package."""
    memory = Memory()
    about = layout_of(memory)
    (folder / "engine.json").write_text(json.dumps(about), "utf-8")
    (folder / "words.json").write_text(json.dumps(words_of(), ensure_ascii=False), "utf-8")
    (folder / "memory.bin.gz").write_bytes(gzip.compress(memory.image(), 6, mtime=0))


def main() -> None:
    """Write it where the engine was built."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.native.wasm_data",
        description="Write what the JavaScript package of the engine reads.",
    )
    parser.add_argument("folder", type=Path, help="the package")
    write(parser.parse_args().folder)


if __name__ == "__main__":
    main()
