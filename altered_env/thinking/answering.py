"""Network inference: evaluation of the options of the player to move, and its answer.

A network that looks tries answers in records from place `free` on, which are overwritten.
"""

from __future__ import annotations

from math import log

from ..batch.desks import DETAIL, show
from ..batch.rows import slot_action
from ..engine.compiled import compiled
from .neural import draw, forward, likeliest, soften
from .outcomes import foretell
from .reading import START, read

__all__ = ["answer_of_net", "ask_at", "keep_liking", "think_of_options"]


@compiled
def ask_at(engine, game, places, free, book, mind, k, player, desk, packed, p, rng):
    """Let a player see a game at a desk, and write as position p what network k reads of it."""
    show(game, book[0], desk, player, DETAIL.OBSERVATION)
    read(desk, packed, p)
    foretell(engine, game, places, free, book, mind, k, player, desk, packed, p, rng)


@compiled
def answer_of_net(engine, game, places, free, book, mind, k, player, drawn, rng):
    """What network k answers, the likeliest or one drawn, as the engine knows it."""
    if game.offered == 1:
        return int(game.options[0])
    desk = mind.desks[0]
    packed = mind.packed
    ask_at(engine, game, places, free, book, mind, k, player, desk, packed, 0, rng)
    forward(packed, 0, mind.nets[k], mind.numbers, mind.floats, mind.logits)
    n = int(packed.start[1, START.OPTION])
    if drawn != 0:
        found = draw(mind.logits, n, rng, mind.floats)
    else:
        found = likeliest(mind.logits, n)
    return slot_action(game, desk, int(packed.action[found]), player)


@compiled
def keep_liking(mind, n):
    """Store the log probabilities of this many options, which are in the logits by now."""
    for i in range(n):
        mind.liking[i] = log(max(float(mind.logits[i]), 1e-12))


@compiled
def think_of_options(engine, game, places, free, book, mind, k, player, rng):
    """Evaluate a player's options with network k: their engine actions and log probabilities go to
    the buffers; return their number and the value."""
    desk = mind.desks[0]
    packed = mind.packed
    ask_at(engine, game, places, free, book, mind, k, player, desk, packed, 0, rng)
    worth = forward(packed, 0, mind.nets[k], mind.numbers, mind.floats, mind.logits)
    n = int(packed.start[1, START.OPTION])
    soften(mind.logits, n)
    keep_liking(mind, n)
    for i in range(n):
        mind.action[i] = slot_action(game, desk, int(packed.action[i]), player)
    return n, worth
