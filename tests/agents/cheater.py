"""An agent that looks for leaks: it claims to know a card on which all its worlds agree.

It uses nothing but what an agent is given. Among cards that it does not know, no world should tell
it more than another, so its claims should be as good as chance: none, where many cards may lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from altered_env.engine.terms import C
from altered_env.game.seat import Seat
from altered_env.game.visibility import hidden_from

__all__ = ["claims"]

WORLDS = 16


def claims(seat: Seat, worlds: int = WORLDS) -> Iterator[tuple[int, int]]:
    """Slots of hidden cards and the card that is there in every world, where that says something:
    no card makes up more than a quarter of those of its owner that may lie there."""
    records = [seat.world(seed).record for seed in range(worlds)]
    here = records[0]
    hidden = hidden_from(here, seat.player)
    pools: dict[int, Counter[int]] = {}
    for slot in hidden:
        pools.setdefault(int(here.obj[slot, C.OWNER]), Counter())[int(here.obj[slot, C.CARD])] += 1
    for slot in hidden:
        pool = pools[int(here.obj[slot, C.OWNER])]
        if 4 * max(pool.values()) > pool.total():
            continue
        if len({int(record.obj[slot, C.CARD]) for record in records}) == 1:
            yield slot, int(here.obj[slot, C.CARD])
