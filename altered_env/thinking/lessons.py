"""Expert evaluations of a learner's options, for distillation.

A teacher is a player that looks ahead, `greedy` or `rules`, or the learner itself. The learner
itself rates an option by following it to the end of the action, or by rollouts to the second
Morning (`mornings.py`): the likeliest options in the same worlds, so that only their consequences
differ. The change of preference is the target.
"""

from __future__ import annotations

from math import exp

from ..batch.rows import slot_action
from ..engine.compiled import compiled
from .answering import keep_liking
from .looking import look_into
from .matches import BOT
from .mornings import HOPE, hopes_from, new_hopes, play_nights
from .reading import START

__all__ = ["SURE", "teach"]

SURE = 0.99
"""The learner does not ask itself where it is as sure as that."""


@compiled
def _teach_by_nights(engine, places, book, mind, net, player, n, nights, sharp, rng, worth):
    """Add to the options' values the advantage of the likeliest ones at the second Morning over the
    policy's expected value."""
    hopes = new_hopes()
    count = hopes_from(mind, n, hopes)
    if count < 2:
        return
    worlds = max(1, nights // count)
    play_nights(engine, places, book, mind, net, player, hopes, count, worlds, rng)
    likely = 0.0
    expected = 0.0
    for j in range(count):
        share = exp(hopes[j, HOPE.LIKING])
        likely += share
        expected += share * hopes[j, HOPE.WORTH]
    for j in range(count):
        more = hopes[j, HOPE.WORTH] - expected / likely
        worth[int(hopes[j, HOPE.OPTION])] += sharp * more


@compiled
def teach(
    engine, game, book, desk, teacher, weight, mind, net, packed, p, places, cursor, value, rng,
    all_worth,
):  # fmt: skip
    """The teacher's value of each option of position p; if the teacher is the learner itself,
    network `net`, which has just evaluated them, the change of preference by its search, unless it
    is certain already."""
    player = int(game.decider)
    worlds = int(teacher[BOT.WORLDS])
    nights = int(teacher[BOT.NIGHTS])
    budget = int(teacher[BOT.BUDGET])
    sharp = float(teacher[BOT.SHARP])
    itself = teacher[BOT.KIND] == BOT.NEURAL
    begin = int(packed.start[p, START.OPTION])
    end = int(packed.start[p + 1, START.OPTION])
    worth = all_worth[begin:end]
    n = end - begin
    if itself:
        keep_liking(mind, n)
        sure = 0
        for k in range(n):
            worth[k] = mind.liking[k]
            if mind.logits[k] > SURE:
                sure = 1
        if sure == 1:
            return
    places[0] = game
    for k in range(n):
        mind.action[k] = slot_action(game, desk, int(packed.action[begin + k]), player)
    if itself and nights > 0:
        _teach_by_nights(engine, places, book, mind, net, player, n, nights, sharp, rng, worth)
        return
    if itself:
        look_into(
            engine, places, book, player, weight, mind, net, worlds, budget, cursor, value, rng
        )
    else:
        look_into(
            engine, places, book, player, weight, None, -1, worlds, budget, cursor, value, rng
        )
    for k in range(n):
        said = value[int(mind.action[k])] / worlds
        worth[k] = worth[k] + sharp * said if itself else said
