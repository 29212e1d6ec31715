"""Which objects and Reactions are identical copies: no rule and no current effect distinguishes
them.

>>> from altered_env import Scenario
>>> table = Scenario()
>>> _ = table.player("A").hand("Kitsune C", "Kitsune C", "Kitsune R1").mana(8)
>>> _ = table.begin("afternoon", first="A")
>>> [option.label for option in table.game.choices() if option.kind == "turn"]
['play Kitsune (2) [C]', 'play Kitsune (2) [R1]']
"""

from __future__ import annotations

from typing import Any

import numpy as np

from altered_env.engine.layout import BITS, EMBLEMS, F, M
from altered_env.engine.terms import EMBLEM, C
from altered_env.game.states import State
from altered_env.game.visibility import see_object
from altered_env.render.views import ObjectView


def marks_of_reaction(state: State, m: int) -> tuple[Any, ...]:
    """Everything that distinguishes a Reaction (emblem `m`) from others, except the slot of its
    source, of which only the marks count."""
    record = state.record
    row = record["emblem"][m].copy()
    x, now = int(row[M.ME]), int(row[M.ME_NOW])
    if x < 0 or now not in (-1, x):
        return (m,)
    row[[M.ME, M.ME_NOW]] = 0, int(now < 0)
    held = record["emblem_set"][m].tobytes()
    return (row.tobytes(), held, *marks(state, see_object(state, x), but=m))


def marks(state: State, seen: ObjectView, but: int = -1) -> tuple[Any, ...]:
    """Everything that distinguishes an object from others, except its slot and timestamp. Which
    other players know its face is left out: its own player would not choose by that. The Reaction
    `but` may name it."""
    record, x = state.record, seen.slot
    row = record["obj"][x].copy()
    row[C.KNOWN] = 0
    frames = record["frame"][: int(record["depth"])]
    emblems = record["emblem"][: min(int(record["emblems"]), EMBLEMS)]
    lasting = emblems[:, M.KIND] != EMBLEM.NONE
    others = lasting & (np.arange(len(emblems)) != but)
    kept = emblems[lasting, M.KEPT]
    word, bit = divmod(x, BITS)
    held = [
        record["set"][: len(frames), :, word],
        record["targeted"][: len(frames), word],
        record["emblem_set"][: len(emblems), word][lasting],
        record["kept_set"][kept[kept > 0] - 1, :, word],
    ]
    spoken_of = (
        (frames[:, [F.ME, F.ME_NOW, F.SLOT, F.BEFORE]] == x).any()
        or (emblems[others][:, [M.ME, M.ME_NOW, M.BEFORE]] == x).any()
        or (record["grant_source"][: int(record["grants"])] == x).any()
    )
    uses = int(record["uses"])
    mine = record["use_object"][:uses] == x
    used = zip(record["use_ability"][:uses][mine], record["use_count"][:uses][mine], strict=True)
    return (
        row.tobytes(),
        int(record["subtypes"][x]),
        seen.gained,
        tuple(sorted((int(ability), int(count)) for ability, count in used)),
        *(((row >> bit) & 1).tobytes() for row in held),
        x if spoken_of else -1,
    )
