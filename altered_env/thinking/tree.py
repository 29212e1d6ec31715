"""Information-set Monte Carlo tree search for one player.

Each iteration descends a tree in a determinization for the player; all determinizations share the
tree. An answer is keyed as a player would describe it, an object by its card and place: a hidden
card is a different answer in each world, and equal cards are one. Among the answers on offer the
descent takes the one with the best sum of its mean value and its prior; the prior counts the more
the more often the answer was available and the less often it was tried. Each player maximises their
own chance of winning.

Without a network, the root's priors come from looking ahead, deeper ones from the first move of a
plan; a leaf is played on (`playing_on.py`) and evaluated, among four players for each of them.
With a network, priors and values are the network's, asked from the seat of the player to move. It
is asked at the first visit of a node, and again where a world offers answers that the node lacks.
Forced answers are then no nodes.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from ..engine.chance import next_bits
from ..engine.compiled import compiled
from ..engine.layout import ACTIONS, OBJECTS, PLAYERS
from ..engine.stack_arrays import counts, floats
from ..engine.terms import DECIDE, STATUS, C, Z, bits_of, namespace
from .answering import think_of_options
from .elementary import exp
from .evaluation import evaluate
from .lookahead import best, look_into
from .neural import value_of_net
from .plan import new_begin
from .playing_on import planned, play_on
from .steps import answer, copy, running, world

LESS = 0.05
"""The value of an untried answer is taken to be this much below its parent's."""
BUDGET = 40
"""The approximate number of answers to try in each world for a search's prior."""
HEAT = 2.0
"""The temperature of the prior: the value difference that makes an answer e times as likely."""
STEPS = 600
"""Forced answers after which a descent ends."""
EXPLORE = 3.0
DEPTH = 40
SHARE = 2
"""Default settings of a search with a network; `EXPLORE` is divided by `value_weight`."""
ROOM = 12
SPARE = 2_000
"""Room for nodes in a search with a network: for each iteration, and in addition."""


@namespace
class NODE:
    """The columns of a node of the tree."""

    KEY = 0  # the key of the answer that leads here
    PLAYER = 1  # whose answer it is
    CHILD = 2  # the first of its children, 0 none
    NEXT = 3  # the next of its parent's children, 0 none
    VISITS = 4
    AVAILABLE = 5
    SEEN = 6  # the iteration in which it was last counted as available
    COUNT = 7


@namespace
class SETTING:
    """The settings of a search; with a network the first three count."""

    EXPLORE = 0  # the weight of the prior of rarely tried answers
    DEPTH = 1  # how many answers deep the tree grows
    SHARE = 2  # how many iterations share a world
    DAYS = 3  # how many days a rollout lasts, 0: to the end of the game
    POLICY = 4  # the rollout policy, from `playing_on.POLICY`
    SCALE = 5  # the value at which a position is as good as 73 % won
    TRUST = 6  # the share of the prior that goes by preference, the rest is even
    ORDER = 7  # in which the look-ahead of the prior tries answers (`lookahead.py`)
    COUNT = 8


@namespace
class VALUE:
    """The columns of a node's values."""

    SUM = 0  # of the values of the visits, for the player who answers
    PRIOR = 1  # the prior
    COUNT = 2


new_worth = floats(PLAYERS)
new_path = counts(DEPTH + 2)
new_settings = floats(SETTING.COUNT)
new_visits = counts(ACTIONS, 2)


STATUSES = 1 << bits_of(STATUS)


@compiled
def _key_of(game, action):
    """The key of an answer in every determinization, and its player."""
    if action >= OBJECTS:
        return action + ACTIONS * int(game.decider)
    row = game.obj[action]
    key = int(row[C.CARD]) * Z.COUNT + int(row[C.ZONE])
    key = key * PLAYERS + int(row[C.SIDE])
    key = key * max(8, 2 * PLAYERS + 1) + int(row[C.EXPEDITION]) + 1
    key = key * STATUSES + int(row[C.STATUS])
    key = key * 64 + (int(row[C.BOOSTS]) & 63)
    return key * 1024 + 1023


@compiled
def _child_of(tree, node, key):
    """The child of a node that this answer leads to; 0 none."""
    k = int(tree[node, NODE.CHILD])
    while k > 0:
        if tree[k, NODE.KEY] == key:
            return k
        k = int(tree[k, NODE.NEXT])
    return 0


@compiled
def _grow(tree, value, node, k, key, player, prior):
    """Make k a child of the node."""
    tree[k, NODE.KEY] = key
    tree[k, NODE.PLAYER] = player
    tree[k, NODE.CHILD] = 0
    tree[k, NODE.NEXT] = tree[node, NODE.CHILD]
    tree[k, NODE.VISITS] = 0
    tree[k, NODE.AVAILABLE] = 0
    tree[k, NODE.SEEN] = 0
    value[k, VALUE.SUM] = 0.0
    value[k, VALUE.PRIOR] = prior
    tree[node, NODE.CHILD] = k


@compiled
def chance_of(worth, scale):
    """Convert the value of a position to a win probability."""
    return 1.0 / (1.0 + exp(-min(30.0, max(-30.0, worth / scale))))


@compiled
def _mean(tree, value, node, mover):
    """The mean value of a node's visits to a player."""
    visits = int(tree[node, NODE.VISITS])
    if visits == 0:
        return 0.5
    mean = value[node, VALUE.SUM] / visits
    return mean if tree[node, NODE.PLAYER] == mover else 1.0 - mean


@compiled
def expect(
    engine, games, book, player, habits, settings, tree, value, root, used, worlds, cursor, ahead,
    rng,
):  # fmt: skip
    """Set the priors of the root's answers by looking ahead in some worlds; return the number of
    nodes."""
    order = int(settings[SETTING.ORDER])
    look_into(
        engine, games, book, player, habits, None, -1, worlds, BUDGET, order, cursor, ahead, rng
    )
    game = games[0]
    top = ahead[best(game, ahead, player, order)]
    total = 0.0
    for a in range(ACTIONS):
        if game.mask[a] != 0:
            ahead[a] = exp((ahead[a] - top) / worlds / HEAT)
            total += ahead[a]
    trust = settings[SETTING.TRUST]
    even = (1.0 - trust) / int(game.offered)
    for a in range(ACTIONS):
        if game.mask[a] != 0:
            key = _key_of(game, a)
            k = _child_of(tree, root, key)
            if k == 0:
                k = used
                used += 1
                _grow(tree, value, root, k, key, player, 0.0)
                tree[k, NODE.AVAILABLE] = 1
            value[k, VALUE.PRIOR] = even + trust * ahead[a] / total
    return used


@compiled
def _widen(game, tree, value, node, used, trust, habits, begin, rng):
    """Give each answer on offer a node, with its prior by a plan; return the number of nodes."""
    mover = int(game.decider)
    favourite = -1
    for n in range(int(game.offered)):
        key = _key_of(game, int(game.options[n]))
        k = _child_of(tree, node, key)
        if k == 0:
            if favourite < 0:
                begin[0] = -1
                favourite = _key_of(game, planned(game, habits, begin, rng))
            k = used
            used += 1
            prior = (1.0 - trust) / int(game.offered)
            if key == favourite:
                prior += trust
            _grow(tree, value, node, k, key, mover, prior)
        tree[k, NODE.AVAILABLE] += 1
    return used


@compiled
def _open(engine, games, i, book, buffers, net, tree, value, node, used, rng):
    """Give each answer on offer a node, with its prior by the network; return the number of nodes
    and the win probability of the player to move."""
    game = games[i]
    player = int(game.decider)
    n, worth = think_of_options(engine, game, games, i + 1, book, buffers, net, player, rng)
    before = used
    for k in range(n):
        key = _key_of(game, int(buffers.action[k]))
        likely = exp(float(buffers.log_prior[k]))
        child = _child_of(tree, node, key)
        if child == 0:
            _grow(tree, value, node, used, key, player, likely)
            used += 1
        elif child >= before:  # cards that are alike are one answer
            value[child, VALUE.PRIOR] += likely
    return used, 0.5 + 0.5 * worth


@compiled
def _available(game, tree, node, number):
    """Count the answers on offer as available, each once; is there one without a node?"""
    lacking = False
    for n in range(int(game.offered)):
        k = _child_of(tree, node, _key_of(game, int(game.options[n])))
        if k == 0:
            lacking = True
        elif tree[k, NODE.SEEN] != number:
            tree[k, NODE.SEEN] = number
            tree[k, NODE.AVAILABLE] += 1
    return lacking


@compiled
def _select(game, tree, value, node, explore):
    """The preferred legal answer."""
    top = -1e9
    found = -1
    untried = _mean(tree, value, node, int(game.decider)) - LESS
    for n in range(int(game.offered)):
        a = int(game.options[n])
        k = _child_of(tree, node, _key_of(game, a))
        visits = int(tree[k, NODE.VISITS])
        score = value[k, VALUE.SUM] / visits if visits > 0 else untried
        seldom = sqrt(1.0 * tree[k, NODE.AVAILABLE]) / (1 + visits)
        score += explore * value[k, VALUE.PRIOR] * seldom
        if score > top:
            top = score
            found = a
    return found


@compiled
def _descend(
    engine, games, i, book, buffers, net, last_day, habits, settings, tree, value, path, used,
    number,
    begin, rng,
):  # fmt: skip
    """Descend from `path[0]` to a node visited for the first time, adding nodes on the way. Return
    the number of nodes and the win probability of player 0's side, -1 if no network was asked at
    the leaf. The path ends with -1."""
    depth = int(settings[SETTING.DEPTH])
    node = int(path[0])
    length = 1
    chance = -1.0
    for _ in range(depth + STEPS):
        game = games[i]
        if not running(game) or length > depth or used + 2 * int(game.offered) > len(tree):
            break
        if net < 0:
            if length > 1 and tree[node, NODE.VISITS] == 0:
                break
            if last_day > 0 and game.day > last_day and game.decision == DECIDE.EXPAND:
                break
            trust = settings[SETTING.TRUST]
            used = _widen(game, tree, value, node, used, trust, habits, begin, rng)
        elif game.offered == 1:
            answer(engine, games, i, book, int(game.options[0]), rng)
            continue
        else:
            opened = tree[node, NODE.CHILD] > 0
            if not opened or _available(game, tree, node, number):
                used, worth = _open(
                    engine, games, i, book, buffers, net, tree, value, node, used, rng
                )
                _available(game, tree, node, number)
                if not opened and length > 1:
                    chance = worth if game.team[game.decider] == game.team[0] else 1.0 - worth
                    break
        a = _select(game, tree, value, node, settings[SETTING.EXPLORE])
        node = _child_of(tree, node, _key_of(game, a))
        path[length] = node
        length += 1
        answer(engine, games, i, book, a, rng)
    path[length] = -1
    return used, chance


@compiled
def _judge(
    engine, games, i, book, buffers, net, player, last_day, weights, habits, settings, chance,
    worth,
    rng,
):  # fmt: skip
    """Write each player's win probability at the leaf to `worth`."""
    if net >= 0:
        if chance < 0.0:
            chance = 0.5 + 0.5 * value_of_net(games[i], book, buffers, net, 0)
        for p in range(PLAYERS):
            mine = games[i].team[p] == games[i].team[0]
            worth[p] = chance if mine else 1.0 - chance
        return
    play_on(engine, games, i, book, last_day, int(settings[SETTING.POLICY]), habits, rng)
    scale = settings[SETTING.SCALE]
    if PLAYERS == 2:
        worth[player] = chance_of(evaluate(games[i], player, weights), scale)
        worth[1 - player] = 1.0 - worth[player]
    else:
        for p in range(PLAYERS):
            worth[p] = chance_of(evaluate(games[i], p, weights), scale)


@compiled
def iterate(
    engine, games, book, buffers, net, player, weights, habits, settings, tree, value, path, root,
    used, times, rng,
):  # fmt: skip
    """Search from node `root` of a tree with `used` nodes; return the number of nodes. The game is
    in place 0, later places are overwritten. Without a network, `net` is -1, leaves are evaluated
    by `weights`, and both players plan by `habits` on the way."""
    begin = new_begin()
    worth = new_worth()
    days = int(settings[SETTING.DAYS])
    last_day = int(games[0].day) + days - 1 if days > 0 else 0
    path[0] = root
    for n in range(times):
        if n % max(1, int(settings[SETTING.SHARE])) == 0:
            world(engine, games, 0, 1, book, player, rng)
        copy(games, 1, 2)
        for word in range(4):
            games[2].rng[word] = next_bits(rng)
        number = int(tree[root, NODE.VISITS]) + 1
        used, chance = _descend(
            engine, games, 2, book, buffers, net, last_day, habits, settings, tree, value, path,
            used,
            number, begin, rng,
        )  # fmt: skip
        _judge(
            engine, games, 2, book, buffers, net, player, last_day, weights, habits, settings,
            chance,
            worth, rng,
        )  # fmt: skip
        for at in range(len(path)):
            k = int(path[at])
            if k < 0:
                break
            tree[k, NODE.VISITS] += 1
            value[k, VALUE.SUM] += worth[tree[k, NODE.PLAYER]]
    return used


@compiled
def most_visited(game, tree, root, found):
    """Write the visits of each action, -1 where it is not on offer, and its node, 0 for none;
    return the first of the actions visited most."""
    most = -1
    for a in range(ACTIONS):
        found[a, 0] = -1
        found[a, 1] = 0
        if game.mask[a] != 0:
            k = _child_of(tree, root, _key_of(game, a))
            found[a, 0] = tree[k, NODE.VISITS] if k > 0 else 0
            found[a, 1] = k
            if most < 0 or found[a, 0] > found[most, 0]:
                most = a
    return most


def new_tree(iterations: int) -> tuple[np.ndarray, np.ndarray]:
    """Buffers for a tree of this many iterations, or none: nodes and their values."""
    count = ROOM * iterations + SPARE if iterations else 0
    return np.zeros((count, NODE.COUNT), dtype=np.int64), np.zeros((count, VALUE.COUNT))


@compiled
def answer_of_tree(engine, games, book, buffers, net, weights, iterations, value_weight, rng):
    """Answer place 0 by a search with a network, from an empty tree."""
    if games[0].offered == 1:
        return int(games[0].options[0])
    player = int(games[0].decider)
    nodes = ROOM * iterations + SPARE  # regardless of the room of others in these games
    tree = buffers.tree[:nodes]
    value = buffers.value[:nodes]
    tree[:] = 0
    value[:] = 0.0
    settings = new_settings()
    settings[SETTING.EXPLORE] = EXPLORE / max(1, value_weight)
    settings[SETTING.DEPTH] = DEPTH
    settings[SETTING.SHARE] = SHARE
    tree[0, NODE.PLAYER] = player
    iterate(
        engine, games, book, buffers, net, player, weights, weights, settings, tree, value,
        new_path(),
        0, 1, iterations, rng,
    )  # fmt: skip
    return most_visited(games[0], tree, 0, new_visits())
