"""Whole games between compiled players, without leaving compiled code."""

from ..engine.compiled import compiled, entry
from ..engine.copying import copy_in_use
from ..engine.handle import function_at
from ..engine.layout import OBJECTS
from ..engine.table import random_action
from ..engine.terms import DECIDE, RULE, namespace
from .answering import answer_of_net, think_of_options
from .lookahead import best, look_into
from .rollouts import answer_of_rollouts
from .steps import COMMAND, answer, eager_action, running
from .tracking import intend, start_tracking, track
from .tree import answer_of_tree

ENDLESS = 20_000
"""Decisions after which a game ends without a winner."""


@namespace
class BOT:
    """The columns of a compiled player, and its kinds."""

    KIND = 0
    WORLDS = 1
    BUDGET = 2
    NET = 3  # which network
    DRAWS = 4  # 0: the most likely action, 1: a sampled one
    VALUE_WEIGHT = 5  # the weight of a network's search value against the log prior
    ITERATIONS = 6  # of a search with a network
    ROLLOUTS = 7  # the total number of rollouts
    CLOSED = 8  # 1: it does not know the other deck lists
    ORDER = 9  # in which a look-ahead tries answers (`lookahead.py`)
    EVERY = 10  # 1: rollouts of all answers, 0: of likely ones
    COUNT = 11
    RANDOM = 0
    EAGER = 1
    GREEDY = 2
    NEURAL = 3


@namespace
class GAME:
    """The columns of a game to play: its setup, then its result."""

    LAYOUT = 0
    RULES = 1
    SEED = 2  # four words
    CHANCE = 6  # four words, for the players
    WINNER = 10
    DAYS = 11
    DECISIONS = 12
    FIRST = 13  # first player on day one
    ERROR = 14
    OVERFULL = 15  # the exceeded capacity that ended it without a winner
    COUNT = 16


@compiled
def decide(engine, games, book, bot, weights, buffers, cursor, value, rng):
    """A compiled player's answer in place 0; the other places are scratch."""
    if bot[BOT.CLOSED] == 0:
        return _answer_of(engine, games, book, bot, weights, buffers, cursor, value, rng)
    rules = int(games[0].rules)
    games[0].rules = rules | RULE.LISTS_CLOSED
    found = _answer_of(engine, games, book, bot, weights, buffers, cursor, value, rng)
    games[0].rules = rules
    return found


@compiled
def decide_in(engine, games, i, book, bot, weights, buffers, places, cursor, value, rngs, rng):
    """A compiled player's answer in game i, which has its own row of `rngs`."""
    copy_in_use(games[i], places[0])
    for k in range(4):
        rng[k] = rngs[i, k]
    found = decide(engine, places, book, bot, weights, buffers, cursor, value, rng)
    for k in range(4):
        rngs[i, k] = rng[k]
    return found


@compiled
def _answer_of(engine, games, book, bot, weights, buffers, cursor, value, rng):
    """A compiled player's answer in place 0, with the deck lists of the record."""
    game = games[0]
    value_weight = int(bot[BOT.VALUE_WEIGHT])
    net = -1
    if bot[BOT.KIND] == BOT.RANDOM:
        return random_action(game, rng)
    if bot[BOT.KIND] == BOT.EAGER:
        return eager_action(game, rng)
    if bot[BOT.KIND] == BOT.NEURAL:
        net = int(bot[BOT.NET])
        iterations = int(bot[BOT.ITERATIONS])
        rollouts = int(bot[BOT.ROLLOUTS])
        if iterations > 0:
            return answer_of_tree(
                engine, games, book, buffers, net, weights, iterations, value_weight, rng
            )
        if rollouts > 0:
            every = bot[BOT.EVERY] != 0
            return answer_of_rollouts(
                engine, games, book, buffers, net, rollouts, every, value_weight, rng
            )
        if bot[BOT.WORLDS] == 0:
            p = int(game.decider)
            draws = int(bot[BOT.DRAWS])
            return answer_of_net(engine, game, games, 1, book, buffers, net, p, 0, draws, rng)
    return _foreseen(engine, games, book, bot, weights, buffers, net, cursor, value, rng)


@compiled
def _foreseen(engine, games, book, bot, weights, buffers, net, cursor, value, rng):
    """The action in place 0 by look-ahead to the end of the action in some determinizations; with a
    network (-1 for none), combined with its prior."""
    p = int(games[0].decider)
    worlds = int(bot[BOT.WORLDS])
    budget = int(bot[BOT.BUDGET])
    order = int(bot[BOT.ORDER])
    if net < 0:
        look_into(
            engine, games, book, p, weights, None, -1, worlds, budget, order, cursor, value, rng
        )
        return best(games[0], value, p, order)
    if games[0].offered == 1:
        return int(games[0].options[0])
    n, _ = think_of_options(engine, games[0], games, 1, book, buffers, net, p, rng)
    look_into(
        engine, games, book, p, weights, buffers, net, worlds, budget, order, cursor, value, rng
    )
    chosen = -1
    most = 0.0
    for k in range(n):
        a = int(buffers.action[k])
        score = buffers.log_prior[k] + int(bot[BOT.VALUE_WEIGHT]) * value[a] / worlds
        if chosen < 0 or score > most:
            chosen = a
            most = score
    return chosen


@compiled
def _uses(engine, games, book, action, rng):
    """The uses of the object of a turn, as a mask: bit 0 to play it."""
    if games[0].decision != DECIDE.TURN or action >= OBJECTS:
        return 0
    player = int(games[0].decider)
    return engine(games, 0, 1, book, COMMAND.USES, player, action, 0, 0, 0, rng)


@entry
def play_games(
    handle, games, book, layouts, table, bots, weights, buffers, cursor, value, rng, copies, notes,
    answers,
):  # fmt: skip
    """Play each game of the table; return the number of decisions taken.

    `copies` has rows for the card copies of each game, to be filled, or no games: then they are not
    tracked. `answers` is filled with those of each game, as far as there is room.
    """
    engine = function_at(handle)
    total = 0
    tracked = len(copies) > 0
    for k in range(len(table)):
        games[0] = layouts[table[k, GAME.LAYOUT]]
        game = games[0]
        game.rules = table[k, GAME.RULES]
        for w in range(4):
            game.rng[w] = table[k, GAME.SEED + w]
            rng[w] = table[k, GAME.CHANCE + w]
        engine(games, 0, 1, book, COMMAND.BEGIN, 0, 0, 0, 0, 0, rng)
        table[k, GAME.FIRST] = game.first_player
        if tracked:
            start_tracking(games[0], copies[k], notes)
        count = 0
        while running(games[0]) and count < ENDLESS:
            p = int(games[0].decider)
            a = decide(engine, games, book, bots[p], weights[p], buffers, cursor, value, rng)
            if count < answers.shape[1]:
                answers[k, count] = a
            if tracked:
                uses = _uses(engine, games, book, a, rng)
                intend(games[0], copies[k], notes, a, uses)
                answer(engine, games, 0, book, a, rng)
                track(games[0], copies[k], notes)
            else:
                answer(engine, games, 0, book, a, rng)
            count += 1
        table[k, GAME.WINNER] = games[0].winner
        table[k, GAME.DAYS] = games[0].day
        table[k, GAME.DECISIONS] = count
        table[k, GAME.ERROR] = games[0].error
        table[k, GAME.OVERFULL] = games[0].overfull
        total += count
    return total
