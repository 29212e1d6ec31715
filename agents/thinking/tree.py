"""Information-set Monte Carlo tree search, for the one player who searches.

Each iteration draws a world that the player cannot tell from the one at hand and goes down one
tree that all worlds share. An answer is known in the tree by what a player would call it: an object
by its card and place, so that a hidden card is another answer in another world, and equal
cards are one. Among the answers that a world offers, one never tried is tried; else UCB decides,
which counts how often an answer was available rather than how often its parent was visited.
From the new node the game is played on by the rollout policy, to its end or for some days, where
the position is evaluated. Whoever decides in a node wants what is good for them.
"""

from __future__ import annotations

from math import exp, log, sqrt

from agents.thinking.evaluation import evaluate
from agents.thinking.steps import answer, eager_action, running, world
from altered_env.engine.chance import below
from altered_env.engine.compiled import compiled
from altered_env.engine.layout import ACTIONS, OBJECTS
from altered_env.engine.table import random_action
from altered_env.engine.terms import DECIDE, PHASE, C, Z, namespace

__all__ = ["NODE", "SETTING", "child_of", "iterate", "key_of"]

MOST = 2_000
"""So many decisions are a rollout, however the game goes."""


@namespace
class NODE:
    """The columns of a node of the tree."""

    KEY = 0  # what the answer that leads here is known by
    PLAYER = 1  # whose answer it is
    CHILD = 2  # the first of its children, 0 none
    NEXT = 3  # the next of its parent's children, 0 none
    VISITS = 4
    AVAILABLE = 5
    COUNT = 6


@namespace
class SETTING:
    """What a search is told, as a row of numbers."""

    DAYS = 0  # how many days a rollout lasts, 0: to the end of the game
    POLICY = 1  # 0 random, 1 random but eager to play
    EXPLORE = 2  # the weight of what was seldom tried
    SCALE = 3  # the value at which a position is as good as 73 % won
    DEPTH = 4  # how many answers deep the tree grows
    COUNT = 5


@compiled
def key_of(game, action):
    """What an answer is known by in every world."""
    if action >= OBJECTS:
        return action
    row = game.obj[action]
    key = int(row[C.CARD]) * Z.COUNT + int(row[C.ZONE])
    key = key * 2 + int(row[C.SIDE])
    key = key * 8 + int(row[C.EXPEDITION]) + 1
    key = key * 16 + (int(row[C.STATUS]) & 15)
    key = key * 64 + (int(row[C.BOOSTS]) & 63)
    return key * 1024 + 1023


@compiled
def child_of(tree, node, key):
    """The child of a node that this answer leads to; 0 none."""
    k = int(tree[node, NODE.CHILD])
    while k > 0:
        if tree[k, NODE.KEY] == key:
            return k
        k = int(tree[k, NODE.NEXT])
    return 0


@compiled
def _try_new(game, tree, node, rng):
    """An answer on offer that has no node yet, drawn; -1 where there is none."""
    found = -1
    count = 0
    for a in range(ACTIONS):
        if game.mask[a] != 0:
            k = child_of(tree, node, key_of(game, a))
            if k == 0:
                count += 1
                if below(rng, count) == 0:
                    found = a
            else:
                tree[k, NODE.AVAILABLE] += 1
    return found


@compiled
def _select(game, tree, value, node, explore):
    """The answer on offer that UCB prefers."""
    top = -1.0
    found = -1
    for a in range(ACTIONS):
        if game.mask[a] != 0:
            k = child_of(tree, node, key_of(game, a))
            visits = int(tree[k, NODE.VISITS])
            score = 1e9
            if visits > 0:
                score = value[k] / visits
                score += explore * sqrt(log(max(2.0, 1.0 * tree[k, NODE.AVAILABLE])) / visits)
            if score > top:
                top = score
                found = a
    return found


@compiled
def _roll_out(engine, games, i, book, last_day, policy, rng):
    """Play on until the game is over, or the day after `last_day` has got to its Expand."""
    for _ in range(MOST):
        game = games[i]
        if not running(game):
            return
        if last_day > 0 and game.day > last_day:
            if game.decision == DECIDE.EXPAND or game.phase >= PHASE.NOON:
                return
        a = eager_action(game, rng) if policy == 1 else random_action(game, rng)
        answer(engine, games, i, book, a, rng)


@compiled
def iterate(
    engine, games, base, book, player, weights, settings, tree, value, path, root, used, times, rng
):
    """So many iterations from node `root` of a tree with `used` nodes; returns how many it has
    then. The world at hand is in place `base`; the next place is used."""
    i = base + 1
    depth = int(settings[SETTING.DEPTH])
    days = int(settings[SETTING.DAYS])
    policy = int(settings[SETTING.POLICY])
    last_day = int(games[base].day) + days - 1 if days > 0 else 0
    for _ in range(times):
        world(engine, games, base, i, book, player, rng)
        node = root
        length = 0
        grown = False
        while running(games[i]) and length < depth and not grown:
            game = games[i]
            if last_day > 0 and game.day > last_day and game.decision == DECIDE.EXPAND:
                break
            mover = int(game.decider)
            a = _try_new(game, tree, node, rng)
            if a < 0:
                a = _select(game, tree, value, node, settings[SETTING.EXPLORE])
                node = child_of(tree, node, key_of(game, a))
            elif used < len(tree):
                grown = True
                k = used
                used += 1
                tree[k, NODE.KEY] = key_of(game, a)
                tree[k, NODE.PLAYER] = mover
                tree[k, NODE.CHILD] = 0
                tree[k, NODE.NEXT] = tree[node, NODE.CHILD]
                tree[k, NODE.VISITS] = 0
                tree[k, NODE.AVAILABLE] = 1
                value[k] = 0.0
                tree[node, NODE.CHILD] = k
                node = k
            else:
                break
            path[length] = node
            length += 1
            answer(engine, games, i, book, a, rng)
        _roll_out(engine, games, i, book, last_day, policy, rng)
        worth = evaluate(games[i], player, weights) / settings[SETTING.SCALE]
        worth = 1.0 / (1.0 + exp(-min(30.0, max(-30.0, worth))))
        for n in range(length):
            k = int(path[n])
            tree[k, NODE.VISITS] += 1
            value[k] += worth if tree[k, NODE.PLAYER] == player else 1.0 - worth
    return used
