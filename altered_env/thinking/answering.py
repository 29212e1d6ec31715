"""Network inference: evaluation of the options of the player to move, and its answer.

A network with afterstates tries answers in records from place `free` on, which are overwritten.
"""

from ..batch.rows import slot_action
from ..batch.slots import DETAIL, show
from ..engine.compiled import compiled
from .afterstates import encode_afterstates
from .elementary import log
from .encode import START, read
from .neural import draw, forward, likeliest, reads_lists, soften
from .unseen import encode_unseen


@compiled
def ask_at(engine, game, places, free, book, buffers, k, player, closed, slot, packed, p, rng):
    """Observe a game for a player in a slot, and encode it for network k as position p; if
    `closed`, the network does not read the other lists, whatever the rules of the game."""
    show(game, book[0], slot, player, DETAIL.OBSERVATION)
    read(slot, packed, p)
    if reads_lists(buffers.nets[k]):
        encode_unseen(game, player, closed, packed, p)
    encode_afterstates(engine, game, places, free, book, buffers, k, player, slot, packed, p, rng)


@compiled
def answer_of_net(engine, game, places, free, book, buffers, k, player, closed, drawn, rng):
    """The engine action that network k chooses, the most likely or a sampled one; `closed` as of
    `ask_at`."""
    if game.offered == 1:
        return int(game.options[0])
    slot = buffers.slots[0]
    packed = buffers.packed
    ask_at(engine, game, places, free, book, buffers, k, player, closed, slot, packed, 0, rng)
    forward(packed, 0, buffers.nets[k], buffers.numbers, buffers.floats, buffers.logits)
    n = int(packed.start[1, START.OPTION])
    if drawn != 0:
        found = draw(buffers.logits, n, rng, buffers.floats)
    else:
        found = likeliest(buffers.logits, n)
    return slot_action(game, slot, int(packed.action[found]), player)


@compiled
def keep_log_priors(buffers, n):
    """Store the log probabilities of this many options, which are in the logits by now."""
    for i in range(n):
        buffers.log_prior[i] = log(max(float(buffers.logits[i]), 1e-12))


@compiled
def think_of_options(engine, game, places, free, book, buffers, k, player, rng):
    """Evaluate a player's options with network k: their engine actions and log probabilities go to
    the buffers; return their number and the value."""
    slot = buffers.slots[0]
    packed = buffers.packed
    ask_at(engine, game, places, free, book, buffers, k, player, 0, slot, packed, 0, rng)
    worth = forward(packed, 0, buffers.nets[k], buffers.numbers, buffers.floats, buffers.logits)
    n = int(packed.start[1, START.OPTION])
    soften(buffers.logits, n)
    keep_log_priors(buffers, n)
    for i in range(n):
        buffers.action[i] = slot_action(game, slot, int(packed.action[i]), player)
    return n, worth
