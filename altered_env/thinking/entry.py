"""The functions of compiled search that Python calls; they take `handle.engine()`."""

from ..batch.rows import slot_action
from ..engine.compiled import entry
from ..engine.handle import function_at
from .answering import ask_at
from .encode import START
from .lookahead import DEPTH
from .matches import decide_in, play_games
from .neural import forward
from .rollouts import arms_of, halve
from .tree import expect, iterate, most_visited

__all__ = [
    "PLACES", "answer_at", "ask", "list_arms", "play_games", "play_out_arms", "search",
    "visits_of",
]  # fmt: skip

PLACES = DEPTH + 4
"""The number of records that a search needs: the game, a determinization, one that descends the
tree, and for a leaf another determinization and one for each answer ahead."""


@entry
def search(
    engine, games, book, buffers, net, player, weights, habits, settings, tree, value, path, root,
    used, times, look, cursor, ahead, rng,
):  # fmt: skip
    """Run iterations of tree search, after a look-ahead in `look` determinizations; return the
    number of nodes of the tree (`tree.py`)."""
    rules = function_at(engine)
    if look > 0:
        used = expect(
            rules, games, book, player, habits, settings, tree, value, root, used, look, cursor,
            ahead, rng,
        )  # fmt: skip
    return iterate(
        rules, games, book, buffers, net, player, weights, habits, settings, tree, value, path,
        root,
        used, times, rng,
    )  # fmt: skip


@entry
def visits_of(games, tree, root, found):
    """Write the visits of each action from place 0, and its node; return the most visited
    action."""
    return most_visited(games[0], tree, root, found)


@entry
def list_arms(engine, games, book, buffers, player, arms, every, rng):
    """Write the answers that the first network of the buffers would roll out, the likely ones or
    all; return their number (`rollouts.py`)."""
    return arms_of(function_at(engine), games, book, buffers, 0, player, arms, every != 0, rng)


@entry
def play_out_arms(
    engine, games, book, buffers, player, arms, left, worlds, mornings, value_weight, rng
):
    """Roll out the first `left` answers to this many Mornings in these determinizations, and sort
    them; return how many enter the next round."""
    return halve(
        function_at(engine), games, book, buffers, 0, player, arms, left, worlds, mornings,
        value_weight, rng,
    )  # fmt: skip


@entry
def answer_at(
    engine, games, of, book, bots, weights, buffers, who, places, cursor, value, rngs, rng, found
):
    """The actions of compiled players in the games `of`, the player in row `who` of `bots` in each;
    each game has its own row of `rngs`."""
    rules = function_at(engine)
    for n in range(len(of)):
        b = int(who[n])
        found[n] = decide_in(
            rules, games, int(of[n]), book, bots[b], weights[b], buffers, places, cursor, value,
            rngs,
            rng,
        )  # fmt: skip


@entry
def ask(engine, games, book, buffers, k, player, places, rng, found):
    """Evaluate the player's options in game 0 with network k: write the engine actions to `found`
    and the logits to the buffers; return their number and the value. Afterstates are tried in
    `places`."""
    rules = function_at(engine)
    slot = buffers.slots[0]
    packed = buffers.packed
    ask_at(rules, games[0], places, 0, book, buffers, k, player, 0, slot, packed, 0, rng)
    value = forward(packed, 0, buffers.nets[k], buffers.numbers, buffers.floats, buffers.logits)
    n = int(packed.start[1, START.OPTION])
    for a in range(n):
        found[a] = slot_action(games[0], slot, int(packed.action[a]), player)
    return value, n
