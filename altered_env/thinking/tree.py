"""Information-set Monte Carlo tree search, for the one player who searches.

Each iteration goes down one tree in a world that the player cannot tell from the one at hand; all
worlds share the tree. An answer is known in the tree by what a player would call it: an object
by its card and place, so that a hidden card is another answer in another world, and equal
cards are one. Among the answers that a world offers, the one with the best sum is tried of what
it came to in the mean, and of its prior, the more the more often it was available and the less
often it was tried. The prior is what looking ahead finds, for the answers on offer to the player
now, and what a plan begins with, for those further on. From a node visited for the first time the
game is played on (`playing_on.py`), to its end or for some days, where the position is evaluated.
Whoever decides in a node wants what is good for them: between two, what is bad for the other; among
four the position is evaluated for each player by itself.
"""

from __future__ import annotations

from math import exp, sqrt

from ..engine.chance import next_bits
from ..engine.compiled import compiled
from ..engine.layout import ACTIONS, OBJECTS, PLAYERS
from ..engine.room import floats
from ..engine.terms import DECIDE, STATUS, C, Z, bits_of, namespace
from .evaluation import evaluate
from .planning import new_begin
from .playing_on import planned, play_on
from .steps import answer, copy, running, world

__all__ = [
    "NODE",
    "SETTING",
    "VALUE",
    "chance_of",
    "child_of",
    "grow",
    "iterate",
    "key_of",
    "select",
]

LESS = 0.05
"""By so much less than its parent an answer that was never tried is taken to be worth."""


@namespace
class NODE:
    """The columns of a node of the tree."""

    KEY = 0  # what the answer that leads here is known by
    PLAYER = 1  # whose answer it is
    CHILD = 2  # the first of its children, 0 none
    NEXT = 3  # the next of its parent's children, 0 none
    VISITS = 4
    AVAILABLE = 5
    SEEN = 6  # the iteration in which it was last counted as available
    COUNT = 7


@namespace
class SETTING:
    """What a search is told, as a row of numbers."""

    DAYS = 0  # how many days a rollout lasts, 0: to the end of the game
    POLICY = 1  # who plays on, as `playing_on.POLICY` has it
    EXPLORE = 2  # the weight of the prior of what was seldom tried
    SCALE = 3  # the value at which a position is as good as 73 % won
    DEPTH = 4  # how many answers deep the tree grows
    TRUST = 5  # the share of the prior that goes by preference, the rest is even
    SHARE = 6  # how many iterations share a world
    COUNT = 7


@namespace
class VALUE:
    """The columns of what a node is worth."""

    SUM = 0  # of the values of the visits, to whom the answer is
    PRIOR = 1  # how likely the answer seems before it is tried
    COUNT = 2


new_worth = floats(PLAYERS)


STATUSES = 1 << bits_of(STATUS)


@compiled
def key_of(game, action):
    """What an answer is known by in every world, and who gives it."""
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
def child_of(tree, node, key):
    """The child of a node that this answer leads to; 0 none."""
    k = int(tree[node, NODE.CHILD])
    while k > 0:
        if tree[k, NODE.KEY] == key:
            return k
        k = int(tree[k, NODE.NEXT])
    return 0


@compiled
def grow(tree, value, node, k, key, player, prior):
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
    """From what a position is worth to how likely it is won."""
    return 1.0 / (1.0 + exp(-min(30.0, max(-30.0, worth / scale))))


@compiled
def _mean(tree, value, node, mover):
    """What a node is worth to a player, in the mean of its visits."""
    visits = int(tree[node, NODE.VISITS])
    if visits == 0:
        return 0.5
    mean = value[node, VALUE.SUM] / visits
    return mean if tree[node, NODE.PLAYER] == mover else 1.0 - mean


@compiled
def _widen(game, tree, value, node, used, trust, habits, begin, rng):
    """Give each answer on offer a node; returns how many nodes there are then."""
    mover = int(game.decider)
    favourite = -1
    for n in range(int(game.offered)):
        key = key_of(game, int(game.options[n]))
        k = child_of(tree, node, key)
        if k == 0:
            if favourite < 0:
                begin[0] = -1
                favourite = key_of(game, planned(game, habits, begin, rng))
            k = used
            used += 1
            prior = (1.0 - trust) / int(game.offered)
            if key == favourite:
                prior += trust
            grow(tree, value, node, k, key, mover, prior)
        tree[k, NODE.AVAILABLE] += 1
    return used


@compiled
def select(game, tree, value, node, explore):
    """The answer on offer that is preferred."""
    top = -1e9
    found = -1
    untried = _mean(tree, value, node, int(game.decider)) - LESS
    for n in range(int(game.offered)):
        a = int(game.options[n])
        k = child_of(tree, node, key_of(game, a))
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
    engine, games, i, book, last_day, habits, settings, tree, value, path, used, begin, rng
):
    """Go down the tree from `path[0]` to a node visited for the first time, widening it on the
    way; returns how many nodes it has then. The path ends with -1."""
    depth = int(settings[SETTING.DEPTH])
    node = int(path[0])
    length = 1
    while running(games[i]) and length <= depth:
        game = games[i]
        if length > 1 and tree[node, NODE.VISITS] == 0:
            break
        if last_day > 0 and game.day > last_day and game.decision == DECIDE.EXPAND:
            break
        if used + int(game.offered) > len(tree):
            break
        used = _widen(game, tree, value, node, used, settings[SETTING.TRUST], habits, begin, rng)
        a = select(game, tree, value, node, settings[SETTING.EXPLORE])
        node = child_of(tree, node, key_of(game, a))
        path[length] = node
        length += 1
        answer(engine, games, i, book, a, rng)
    path[length] = -1
    return used


@compiled
def _judge(game, player, weights, scale, worth):
    """How likely each player is to win, from where a rollout ended."""
    if PLAYERS == 2:
        worth[player] = chance_of(evaluate(game, player, weights), scale)
        worth[1 - player] = 1.0 - worth[player]
    else:
        for p in range(PLAYERS):
            worth[p] = chance_of(evaluate(game, p, weights), scale)


@compiled
def iterate(
    engine,
    games,
    base,
    book,
    player,
    weights,
    habits,
    settings,
    tree,
    value,
    path,
    root,
    used,
    times,
    rng,
):
    """So many iterations from node `root` of a tree with `used` nodes; returns how many it has
    then. The world at hand is in place `base`; the next two places are used. Ends are evaluated
    by `weights`, and `habits` are the weights that both players plan with on the way."""
    i = base + 2
    begin = new_begin()
    worth = new_worth()
    days = int(settings[SETTING.DAYS])
    policy = int(settings[SETTING.POLICY])
    last_day = int(games[base].day) + days - 1 if days > 0 else 0
    path[0] = root
    for number in range(times):
        if number % max(1, int(settings[SETTING.SHARE])) == 0:
            world(engine, games, base, base + 1, book, player, rng)
        copy(games, base + 1, i)
        for word in range(4):
            games[i].rng[word] = next_bits(rng)
        used = _descend(
            engine, games, i, book, last_day, habits, settings, tree, value, path, used, begin, rng
        )
        play_on(engine, games, i, book, last_day, policy, habits, rng)
        _judge(games[i], player, weights, settings[SETTING.SCALE], worth)
        for n in range(len(path)):
            k = int(path[n])
            if k < 0:
                break
            tree[k, NODE.VISITS] += 1
            value[k, VALUE.SUM] += worth[tree[k, NODE.PLAYER]]
    return used
