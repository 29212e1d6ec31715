"""Tree search with a network: information sets, the network's priors, its expectation of leaves.

The tree is that of `tree.py`: one over all worlds, answers known by card and place. Nothing is
played out and nothing is drawn up by hand. Where a node is visited for the first time the network
is asked, in the place of whoever decides there and by what they would see in that world: how
likely it would give each answer is the prior of the node's children, and how it expects the game to
go is what the visit was worth. Where a world offers answers that the node does not have yet, as of
a hand that another world held, it is asked again for those. What has one answer is no node.
"""

from __future__ import annotations

from math import exp

import numpy as np

from ..engine.chance import next_bits
from ..engine.compiled import compiled
from ..engine.room import counts, floats
from ..engine.terms import namespace
from .answering import think_of_options
from .neural import value_of_net
from .steps import answer, copy, running, world
from .tree import NODE, VALUE, child_of, grow, key_of, select

__all__ = ["DEPTH", "EXPLORE", "LOOK", "SHARE", "answer_of_search", "new_tree", "search_on"]

EXPLORE = 3.0
DEPTH = 40
SHARE = 2
"""What a search is told, unless told otherwise."""
ROOM = 12
SPARE = 2_000
"""So many nodes an iteration, and so many besides, there is room for."""
STEPS = 600
"""After so many answers down the tree the network says what it expects, however deep that is."""


@namespace
class LOOK:
    """What a search with a network is told, as a row of numbers."""

    EXPLORE = 0  # the weight of the prior of what was seldom tried
    DEPTH = 1  # how many answers deep the tree grows
    SHARE = 2  # how many iterations share a world
    COUNT = 3


new_path = counts(DEPTH + 2)
new_told = floats(LOOK.COUNT)


@compiled
def _open(engine, games, i, book, mind, net, tree, value, node, used, rng):
    """Give each answer on offer a node, with the prior that the network gives it; how many nodes
    there are then, and how likely it thinks that who decides will win."""
    game = games[i]
    player = int(game.decider)
    n, worth = think_of_options(engine, game, games, i + 1, book, mind, net, player, rng)
    before = used
    for k in range(n):
        key = key_of(game, int(mind.action[k]))
        likely = exp(float(mind.liking[k]))
        child = child_of(tree, node, key)
        if child == 0:
            grow(tree, value, node, used, key, player, likely)
            used += 1
        elif child >= before:  # cards that are alike are one answer
            value[child, VALUE.PRIOR] += likely
    return used, 0.5 + 0.5 * worth


@compiled
def _available(game, tree, node, number):
    """Count the answers on offer as available, each once; is there one without a node?"""
    lacking = False
    for n in range(int(game.offered)):
        k = child_of(tree, node, key_of(game, int(game.options[n])))
        if k == 0:
            lacking = True
        elif tree[k, NODE.SEEN] != number:
            tree[k, NODE.SEEN] = number
            tree[k, NODE.AVAILABLE] += 1
    return lacking


@compiled
def _descend(engine, games, i, book, mind, net, told, tree, value, path, used, number, rng):
    """Go down the tree from `path[0]` to what the network has not been asked about yet. How many
    nodes there are then; how likely player 0, or whoever is on their side, is to win."""
    node = int(path[0])
    length = 1
    depth = int(told[LOOK.DEPTH])
    for _ in range(STEPS):
        game = games[i]
        if not running(game) or length > depth or used + 2 * int(game.offered) > len(tree):
            break
        if game.offered == 1:
            answer(engine, games, i, book, int(game.options[0]), rng)
            continue
        opened = tree[node, NODE.CHILD] > 0
        if not opened or _available(game, tree, node, number):
            used, worth = _open(engine, games, i, book, mind, net, tree, value, node, used, rng)
            _available(game, tree, node, number)
            if not opened and length > 1:
                path[length] = -1
                return used, worth if game.team[game.decider] == game.team[0] else 1.0 - worth
        a = select(game, tree, value, node, told[LOOK.EXPLORE])
        node = child_of(tree, node, key_of(game, a))
        path[length] = node
        length += 1
        answer(engine, games, i, book, a, rng)
    path[length] = -1
    return used, 0.5 + 0.5 * value_of_net(games[i], book, mind, net, 0)


@compiled
def search_on(
    engine, games, book, mind, net, player, told, tree, value, path, root, used, times, rng
):
    """So many iterations from node `root` of a tree with `used` nodes; how many it has then. The
    game at hand is in place 0; those behind are used."""
    share = max(1, int(told[LOOK.SHARE]))
    path[0] = root
    for number in range(times):
        if number % share == 0:
            world(engine, games, 0, 1, book, player, rng)
        copy(games, 1, 2)
        for word in range(4):
            games[2].rng[word] = next_bits(rng)
        mark = int(tree[root, NODE.VISITS]) + 1
        used, worth = _descend(
            engine, games, 2, book, mind, net, told, tree, value, path, used, mark, rng
        )
        for n in range(len(path)):
            k = int(path[n])
            if k < 0:
                break
            tree[k, NODE.VISITS] += 1
            mine = games[2].team[int(tree[k, NODE.PLAYER])] == games[2].team[0]
            value[k, VALUE.SUM] += worth if mine else 1.0 - worth
    return used


def new_tree(iterations: int) -> tuple[np.ndarray, np.ndarray]:
    """Room for a tree of so many iterations, or none: nodes, and what they are worth."""
    count = ROOM * iterations + SPARE if iterations else 0
    return np.zeros((count, NODE.COUNT), dtype=np.int64), np.zeros((count, VALUE.COUNT))


@compiled
def answer_of_search(engine, games, book, mind, net, iterations, sharp, rng):
    """What tree search of so many iterations answers in place 0, from an empty tree."""
    game = games[0]
    if game.offered == 1:
        return int(game.options[0])
    player = int(game.decider)
    nodes = ROOM * iterations + SPARE  # whatever others in these games have room for
    tree = mind.tree[:nodes]
    value = mind.value[:nodes]
    tree[:] = 0
    value[:] = 0.0
    path = new_path()
    told = new_told()
    told[LOOK.EXPLORE] = EXPLORE / max(1, sharp)
    told[LOOK.DEPTH] = DEPTH
    told[LOOK.SHARE] = SHARE
    tree[0, NODE.PLAYER] = player
    search_on(
        engine, games, book, mind, net, player, told, tree, value, path, 0, 1, iterations, rng
    )
    chosen = -1
    most = -1
    for n in range(int(games[0].offered)):
        a = int(games[0].options[n])
        k = child_of(tree, 0, key_of(games[0], a))
        visits = int(tree[k, NODE.VISITS]) if k > 0 else 0
        if visits > most:
            most = visits
            chosen = a
    return chosen
