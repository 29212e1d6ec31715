"""The entries of the built engine: each function that Python calls, for how many players, with its
parameters and result.

The engine is compiled from this table, and calls are bound by it. Types are written as Numba
writes them, shortened: `i64`, `f32[:]`, `game[:]` for an array of records, `const` for one that is
only read, `Name(...)` for a named tuple of a module below; `rules` is the engine itself, which the
library knows (`engine/handle.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from altered_env.native.argument_types import Type, read

RECORDS: Final = {
    "game": "engine.layout.game_t",
    "book": "engine.layout.book_t",
    "slot": "batch.layout.slot_t",
}
"""The records of arrays, and where each is laid out."""

PACKED = f"thinking.encode.Packed(i64[:,:]{', i16[:]' * 9})"
BUFFERS = (
    f"thinking.neural.NetBuffers(i64[:,:], f32[:], slot[:], {PACKED}, f32[:], f32[:], i64[:], "
    "f32[:], i64[:,:], f64[:], i64[:], i64[:,:], f64[:,:])"
)
BATCH = f"thinking.collate.Batch(i32[:]{', i32[:]' * 12})"
TERMS = "thinking.collector.Terms(i32[:,:], i32[:,:], i64, i64, f64[:], f64)"
PLAYERS = f"thinking.collector.Players(i64[:,:], f64[:,:], {BUFFERS}, i64[:], f64[:])"
SEATS = "thinking.collector.Seats(i64[:], i64[:], i64[:,:])"
SCRATCH = "thinking.collector.Scratch(game[:], i64[:], f64[:], i64[:])"
ROLLOUT_BUFFER = (
    f"thinking.collector.RolloutBuffer({PACKED}, i64[:], f32[:], f32[:], i64[:], f32[:,:], i8[:], "
    "f32[:], i16[:,:], f32[:], i64[:], i64[:], i64[:,:], i64[:])"
)


@dataclass(frozen=True, slots=True)
class Row:
    """An entry: its module and name, its parameters and result, and for how many players it is."""

    module: str
    name: str
    takes: str
    gives: str = "none"
    players: tuple[int, ...] = (2, 4)

    @property
    def floor(self) -> str:
        """The folder of compiled code that it is in.

        >>> Row("batch.entries", "take_actions", "slot[:], i64[:]", "i64").floor
        'batch'
        """
        return self.module.partition(".")[0]

    @property
    def types(self) -> tuple[Type, ...]:
        """The types of its parameters."""
        return read(self.takes)


TABLE: Final = (
    Row("engine.table", "step_engine",
        "game[:], i64, i64, book[:] const, i64, i64, i64, i64, i64, i64, i64[:]", "i64"),
    Row("engine.table", "clone", "game[:], i64, game[:], i64"),
    Row("engine.table", "clone_often", "game[:], i64, game[:], i64, i64", players=(2,)),
    Row("batch.flattening", "flatten",
        "i16[:,:], i64[:,:], i64[:,:], f64[:], f32[:], f32[:,:]", players=(2,)),
    Row("batch.output", "copy_seen", "slot[:], i64, i64, i16[:,:], i64[:,:]"),
    Row("batch.output", "flatten_seen",
        "slot[:], i64, i64, i64[:,:], i64[:,:], f64[:], f32[:], f32[:,:], i64[:,:]"),
    Row("batch.output", "pack_seen",
        "slot[:], i64, i64, i64[:,:], i16[:,:], i16[:,:], i16[:,:], i16[:,:]"),
    Row("batch.output", "finals_seen",
        "game[:], i64, book[:] const, slot[:], i64, i64[:], i64[:], i16[:,:]"),
    Row("batch.entries", "serve_desks",
        "i64, rules, game[:], i64, i64, book[:] const, slot[:], i32[:,:], i32[:,:], i64, i64, i64, "
        "i64[:]", "i64"),
    Row("batch.entries", "take_actions", "slot[:], i64[:]", "i64"),
    Row("batch.entries", "everything_desks", "game[:], i64, i64, slot[:], i16[:,:]"),
    Row("batch.entries", "everything_at", "game[:], i64, slot[:], i64, i16[:]"),
    Row("batch.entries", "deal_at",
        "rules, game[:], i64, book[:] const, slot[:], i32[:,:], i64, i64, i64[:]"),
    Row("batch.entries", "act_and_show",
        "rules, game[:], i64, book[:] const, slot[:], i64, i64[:]", "bool"),
    Row("batch.entries", "show_desk", "game[:], i64, book[:] const, slot[:], i64, i64, i64"),
    Row("batch.entries", "engine_actions", "game[:], i64, slot[:], i64, i32[:]"),
    Row("batch.entries", "seen_actions", "game[:], slot[:], i64[:], i64[:]"),
    Row("thinking.slots_entry", "serve_learners",
        "i64, rules, game[:], i64, i64, book[:] const, slot[:], i32[:,:], i32[:,:], i64, i64, i64, "
        f"i64[:], i64[:,:], f64[:,:], {BUFFERS}, i64[:], game[:], i64[:], f64[:], i64[:,:], "
        "i64[:]", "i64"),
    Row("thinking.slots_entry", "play_seat",
        "i64, i64, rules, game[:], book[:] const, slot[:], i64, i64, i64[:], i64[:,:], f64[:,:], "
        f"{BUFFERS}, i64, game[:], i64[:], f64[:], i64[:], i64[:]", "i64"),
    Row("thinking.entry", "answer_at",
        f"rules, game[:], i64[:], book[:] const, i64[:,:], f64[:,:], {BUFFERS}, i64[:], game[:], "
        "i64[:], f64[:], i64[:,:], i64[:], i64[:]"),
    Row("thinking.entry", "ask",
        f"rules, game[:], book[:] const, {BUFFERS}, i64, i64, game[:], i64[:], i64[:]",
        "f32, i64"),
    Row("thinking.entry", "search",
        f"rules, game[:], book[:] const, {BUFFERS}, i64, i64, f64[:], f64[:], f64[:], i64[:,:], "
        "f64[:,:], i64[:], i64, i64, i64, i64, i64[:], f64[:], i64[:]", "i64"),
    Row("thinking.entry", "visits_of", "game[:], i64[:,:], i64, i64[:,:]", "i64"),
    Row("thinking.entry", "list_arms",
        f"rules, game[:], book[:] const, {BUFFERS}, i64, f64[:,:], i64, i64[:]", "i64",
        players=(2,)),
    Row("thinking.entry", "play_out_arms",
        f"rules, game[:], book[:] const, {BUFFERS}, i64, f64[:,:], i64, i64, i64, i64, i64[:]",
        "i64", players=(2,)),
    Row("thinking.matches", "play_games",
        "rules, game[:], book[:] const, game[:], i64[:,:], i64[:,:], f64[:,:], "
        f"{BUFFERS}, i64[:], f64[:], i64[:], i64[:,:,:], i64[:], i64[:,:]", "i64", players=(2,)),
    Row("thinking.learning_entry", "pack_desks", f"slot[:], i64[:], {PACKED}, i64", "i64"),
    Row("thinking.learning_entry", "think",
        f"{PACKED}, i64, i64, {BUFFERS}, i64, f32[:], f64[:]"),
    Row("thinking.learning_entry", "measure_positions", f"{PACKED}, i64[:], i64[:]"),
    Row("thinking.learning_entry", "gather_positions", f"{PACKED}, i64[:], i64, {BATCH}"),
    Row("thinking.learning_entry", "play_learners",
        f"rules, game[:], i64, i64, book[:] const, slot[:], {TERMS}, {PLAYERS}, {SEATS}, "
        f"{SCRATCH}, i64, {ROLLOUT_BUFFER}", "i64"),
    Row("thinking.learning_entry", "sum_bags", "i32[:], i32[:], f32[:,:], f32[:,:]",
        players=(2,)),
    Row("thinking.learning_entry", "sum_bags_back", "i32[:], i32[:], f32[:,:], f32[:,:]",
        players=(2,)),
    Row("thinking.learning_entry", "sum_rows",
        "i32[:], i32[:], i32[:], f32[:,:], f32[:,:], f32[:,:]", players=(2,)),
    Row("thinking.learning_entry", "sum_rows_back",
        "i32[:], i32[:], i32[:], f32[:,:], i32[:], f32[:,:], f32[:,:], i32[:], f32[:], f32[:,:]",
        players=(2,)),
)  # fmt: skip


def symbol(name: str, players: int) -> str:
    """What an entry is called in the library.

    >>> symbol("step_engine", 4)
    'altered_step_engine_4'
    """
    return f"altered_{name}_{players}"
