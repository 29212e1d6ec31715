"""One-action lookahead, to the end of the player's own action.

A decision is often a part of an action: a card, then its Expedition, then its targets. So each
legal answer is followed, answer by answer, until the action is complete: the other player has the
turn, or another part of the day begins. There the position is evaluated, and the value of an answer
is that of the best end it leads to. Other players' decisions on the way are random.

A leaf is valued by the evaluation or by a network.

Only some answers are tried, so their order matters (`ORDER`).
"""

from ..engine.compiled import compiled
from ..engine.layout import OBJECTS
from ..engine.table import random_action
from ..engine.terms import CODE, DECIDE, C, namespace
from .evaluation import evaluate
from .leaf_stats import measure_leaf
from .neural import value_of_net
from .steps import answer, copy, daily, eager_action, running, world

DEPTH = 8
"""The depth to which answers are enumerated; deeper ones are sampled."""
MOST = 400
"""The maximum depth of answers, after which the position is evaluated as it is."""


@namespace
class ORDER:
    """The orders in which answers are tried."""

    NUMBERS = 0  # of actions: the Expeditions, players and cards of A come before those of B
    OWN_FIRST = 1  # those of the player, then those of the others clockwise


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
def _place_of(game, a, player, order):
    """The place of an action among those to try, for this player."""
    if order == ORDER.NUMBERS:
        return a
    players = int(game.players)
    if a < OBJECTS:
        side = int(game.obj[a, C.SIDE]) - player
        return a + OBJECTS * (side + players if side < 0 else side)
    code = a - OBJECTS
    if CODE.EXPEDITION <= code < CODE.EXPEDITION + 2 * players:
        number = code - CODE.EXPEDITION - 2 * player
        code = CODE.EXPEDITION + (number + 2 * players if number < 0 else number)
    elif CODE.PLAYER <= code < CODE.PLAYER + players:
        number = code - CODE.PLAYER - player
        code = CODE.PLAYER + (number + players if number < 0 else number)
    return OBJECTS * players + code


@compiled
def _next_offered(game, after, player, order):
    """The first action on offer, or the next after this one; -1 if there is none."""
    begin = _place_of(game, after, player, order) if after >= 0 else -1
    found = -1
    nearest = 0
    for k in range(int(game.offered)):
        a = int(game.options[k])
        place = _place_of(game, a, player, order)
        if place > begin and (found < 0 or place < nearest):
            found = a
            nearest = place
    return found


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
    engine, games, base, book, player, kind, weights, buffers, net, share, order, cursor, rng,
    notes, first,
):  # fmt: skip
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
        a = _next_offered(games[i], int(cursor[d]), player, order)
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
    engine, games, base, book, player, weights, buffers, net, budget, order, cursor, values, rng,
    notes,
):  # fmt: skip
    """Add to `values` the player's value of each legal answer in place `base`: by network `net` of
    the buffers, or by the weights if `buffers` is None.

    Places base .. base + DEPTH are used; some `budget` answers are tried. Into `notes`, unless that
    is None, how it stands at the best end of each (`leaf_stats.py`).
    """
    kind = int(games[base].decision)
    share = max(4, budget // max(1, int(games[base].offered)))
    a = _next_offered(games[base], -1, player, order)
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
            order,
            cursor,
            rng,
            notes,
            a,
        )
        a = _next_offered(games[base], a, player, order)


@compiled
def look_into(
    engine, games, book, player, weights, buffers, net, worlds, budget, order, cursor, values, rng
):
    """Fill `values` with the sums over this number of determinizations of the values from
    `look_ahead` for the legal answers in place 0."""
    values[:] = 0.0
    for _ in range(worlds):
        world(engine, games, 0, 1, book, player, rng)
        look_ahead(
            engine, games, 1, book, player, weights, buffers, net, budget, order, cursor,
            values, rng, None,
        )  # fmt: skip


@compiled
def best(game, values, player, order):
    """The legal answer with the highest value; the first of equals."""
    chosen = -1
    a = _next_offered(game, -1, player, order)
    while a >= 0:
        if chosen < 0 or values[a] > values[chosen]:
            chosen = a
        a = _next_offered(game, a, player, order)
    return chosen
