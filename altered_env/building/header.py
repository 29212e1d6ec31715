"""`altered.h`: the built engine for programs in C, and for languages that can call C."""

from __future__ import annotations

from typing import Any

from altered_env.game.kernels import Kernel, kernel_for
from altered_env.native.entry_table import TABLE, symbol

NAME = "altered.h"

HEAD = """/* The built engine of altered-env in C, made by `make engine`.

   A game is a record of ALTERED_GAME_2 bytes, or ALTERED_GAME_4 for four players; a copy of them
   is a clone, and they are what is saved. Python lays games out, and the book of the cards:
   `game.games.tobytes()` and `game.book.record.tobytes()`. Memory has to be aligned to eight bytes.
   A player sees what altered_observe writes to a slot, and nothing else of the record.

   Every entry of the package is here as well. What it takes is in
   altered_env/native/entry_table.py, and in which form in altered_env/building/bitcode.py. */
#ifndef ALTERED_H
#define ALTERED_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t altered_entry(void *result, const int64_t *slots);
"""

COMMON = """
/* Write an array of one dimension into slots; the next slot. */
static inline int64_t *altered_array(int64_t *slot, const void *data, int64_t items, int64_t bytes)
{
    const int64_t values[7] = {0, 0, items, bytes, (int64_t)(intptr_t)data, items, bytes};
    for (int k = 0; k < 7; k++)
        slot[k] = values[k];
    return slot + 7;
}
"""

OF_PLAYERS = """
/* Give an answer, one of altered_options; 1, or 0 and nothing has changed if it is not offered. */
static inline int64_t altered_step_PLAYERS(void *game, const void *book, int64_t answer)
{
    int64_t slots[29], rng[4] = {0}, result = 0;
    int64_t *slot = altered_array(slots, game, 1, ALTERED_GAME_PLAYERS);
    const int64_t given[6] = {ANSWER, answer, 0, 0, 0, 0};
    *slot++ = 0;
    *slot++ = 1;
    slot = altered_array(slot, book, 1, ALTERED_BOOK);
    for (int k = 0; k < 6; k++)
        *slot++ = given[k];
    altered_array(slot, rng, 4, 8);
    return altered_step_engine_PLAYERS(&result, slots) == 0 ? result : 0;
}

/* Write what a player sees to a slot, which is zeros at first; the ALTERED_OBSERVATION numbers are
   at altered_observation. */
static inline void altered_observe_PLAYERS(const void *game, const void *book, void *desk,
                                           int64_t player)
{
    int64_t slots[25], result[4], *slot = altered_array(slots, game, 1, ALTERED_GAME_PLAYERS);
    *slot++ = 0;
    slot = altered_array(slot, book, 1, ALTERED_BOOK);
    slot = altered_array(slot, desk, 1, ALTERED_SLOT_PLAYERS);
    *slot++ = 0;
    *slot++ = player;
    *slot++ = DETAIL;
    altered_show_desk_PLAYERS(result, slots);
}

static inline const int16_t *altered_observation_PLAYERS(const void *desk)
{
    return (const int16_t *)((const char *)desk + AT_OBSERVATION);
}

/* The answers that are offered, altered_offered of them; none where the game is over. */
static inline const int16_t *altered_options_PLAYERS(const void *game)
{
    return (const int16_t *)((const char *)game + AT_OPTIONS);
}

static inline int32_t altered_offered_PLAYERS(const void *game)
{
    return *(const int32_t *)((const char *)game + AT_DECISION)
        ? *(const int32_t *)((const char *)game + AT_OFFERED) : 0;
}

/* Who is to answer. */
static inline int32_t altered_player_PLAYERS(const void *game)
{
    return *(const int32_t *)((const char *)game + AT_DECIDER);
}

/* Who has won, or which side; -1 for nobody. */
static inline int32_t altered_winner_PLAYERS(const void *game)
{
    return *(const int32_t *)((const char *)game + AT_WINNER);
}
"""

TAIL = """
#ifdef __cplusplus
}
#endif
#endif
"""


def header() -> str:
    """The text of the file."""
    names = [symbol(row.name, players) for row in TABLE for players in row.players]
    text = HEAD + "".join(f"altered_entry {name};\n" for name in names)
    text += f"\nenum {{\n    ALTERED_BOOK = {kernel_for(2).rules.book_t.itemsize},\n"
    for players in (2, 4):
        text += "".join(
            f"    ALTERED_{name}_{players} = {value},\n"
            for name, value in _sizes(kernel_for(players)).items()
        )
    text += "};\n" + COMMON
    for players in (2, 4):
        part = OF_PLAYERS
        for word, value in _places(kernel_for(players)).items():
            part = part.replace(word, str(value))
        text += part.replace("PLAYERS", str(players))
    return text + TAIL


def _sizes(kernel: Kernel) -> dict[str, int]:
    return {
        "GAME": kernel.rules.game_t.itemsize,
        "SLOT": kernel.layout.slot_t.itemsize,
        "OBSERVATION": kernel.layout.SIZE,
    }


def _places(kernel: Kernel) -> dict[str, int]:
    """The values of this kernel in the template."""
    game: Any = kernel.rules.game_t.fields
    at = {f"AT_{name.upper()}": game[name][1] for name in
          ("options", "offered", "decision", "decider", "winner")}  # fmt: skip
    return at | {
        "AT_OBSERVATION": kernel.layout.slot_t.fields["observation"][1],
        "ANSWER": int(kernel.table.COMMAND.ANSWER),
        "DETAIL": int(kernel.module("batch.slots").DETAIL.OBSERVATION),
    }
