"""One-action lookahead, to the end of the player's own action.

A decision is often a part of an action: a card, then its Expedition, then its targets. So each
legal answer is followed, answer by answer, until the action is complete: the other player has the
turn, or another part of the day begins. There the position is evaluated, and the value of an answer
is that of the best end it leads to. Other players' decisions on the way are random.

A leaf is valued by the evaluation or by a network.
"""

from ..engine.compiled import compiled
from ..engine.layout import ACTIONS
from ..engine.table import random_action
from ..engine.terms import DECIDE
from .evaluation import evaluate
from .leaf_stats import measure_leaf
from .neural import value_of_net
from .steps import answer, copy, daily, eager_action, running, world

DEPTH = 8
"""The depth to which answers are enumerated; deeper ones are sampled."""
MOST = 400
"""The maximum depth of answers, after which the position is evaluated as it is."""


@compiled
def _settled(game, player, kind):
    """Is an action that began with a decision of this kind complete?"""
    if not running(game):
        return True
    now = int(game.decision)
    if now == DECIDE.TURN:
        return True
    return game.decider == player and daily(now) and now != kind


@compiled
def _let_others(engine, games, i, book, player, rng):
    """Answers of the opponent before the next turn are sampled."""
    for _ in range(MOST):
        game = games[i]
        if not running(game) or game.decider == player or game.decision == DECIDE.TURN:
            return
        answer(engine, games, i, book, random_action(game, rng), rng)


@compiled
def _run_on(engine, games, i, book, player, kind, rng):
    """Complete the action with random answers."""
    for _ in range(MOST):
        if _settled(games[i], player, kind):
            return
        answer(engine, games, i, book, eager_action(games[i], rng), rng)
        _let_others(engine, games, i, book, player, rng)


@compiled
def _next_offered(game, after):
    """The lowest action on offer above this one, or -1."""
    lowest = ACTIONS
    for k in range(int(game.offered)):
        a = int(game.options[k])
        if after < a < lowest:
            lowest = a
    return lowest if lowest < ACTIONS else -1


@compiled
def _worth(game, book, player, weights, buffers, net):
    """The value of an end for the player: by the weights if there is no network."""
    if buffers is None:
        return evaluate(game, player, weights)
    return value_of_net(game, book, buffers, net, player)


@compiled
def _note(game, player, notes, a):
    """Note the statistics of a position, if requested."""
    if notes is not None:
        measure_leaf(game, player, notes[a])


@compiled
def _follow(
    engine, games, base, book, player, kind, weights, buffers, net, share, cursor, rng, notes, first
):
    """The best end reached from the open decision in place base + 1, trying `share` answers; its
    statistics are noted for the first answer."""
    top = -1e9
    spent = 0
    d = 1
    cursor[1] = -1
    while d >= 1:
        i = base + d
        if cursor[d] < 0:
            settled = _settled(games[i], player, kind)
            if not settled and (d == DEPTH or spent >= share):
                _run_on(engine, games, i, book, player, kind, rng)
                settled = True
            if settled:
                worth = _worth(games[i], book, player, weights, buffers, net)
                if worth > top:
                    top = worth
                    _note(games[i], player, notes, first)
                d -= 1
                continue
        a = _next_offered(games[i], int(cursor[d]))
        if a < 0 or (spent >= share and cursor[d] >= 0):
            d -= 1
            continue
        cursor[d] = a
        copy(games, i, i + 1)
        answer(engine, games, i + 1, book, a, rng)
        _let_others(engine, games, i + 1, book, player, rng)
        spent += 1
        d += 1
        cursor[d] = -1
    return top


@compiled
def look_ahead(
    engine, games, base, book, player, weights, buffers, net, budget, cursor, values, rng, notes
):
    """Add to `values` the player's value of each legal answer in place `base`: by network `net` of
    the buffers, or by the weights if `buffers` is None.

    Places base .. base + DEPTH are used; some `budget` answers are tried. Into `notes`, unless that
    is None, how it stands at the best end of each (`leaf_stats.py`).
    """
    kind = int(games[base].decision)
    share = max(4, budget // max(1, int(games[base].offered)))
    a = _next_offered(games[base], -1)
    while a >= 0:
        copy(games, base, base + 1)
        answer(engine, games, base + 1, book, a, rng)
        _let_others(engine, games, base + 1, book, player, rng)
        values[a] += _follow(
            engine,
            games,
            base,
            book,
            player,
            kind,
            weights,
            buffers,
            net,
            share,
            cursor,
            rng,
            notes,
            a,
        )
        a = _next_offered(games[base], a)


@compiled
def look_into(
    engine, games, book, player, weights, buffers, net, worlds, budget, cursor, values, rng
):
    """Fill `values` with the sums over this number of determinizations of the values from
    `look_ahead` for the legal answers in place 0."""
    values[:] = 0.0
    for _ in range(worlds):
        world(engine, games, 0, 1, book, player, rng)
        look_ahead(
            engine, games, 1, book, player, weights, buffers, net, budget, cursor, values, rng, None
        )


@compiled
def best(game, values):
    """The legal answer with the highest value; the first of equals."""
    chosen = -1
    a = _next_offered(game, -1)
    while a >= 0:
        if chosen < 0 or values[a] > values[chosen]:
            chosen = a
        a = _next_offered(game, a)
    return chosen
