"""Whole games between compiled players, without leaving compiled code."""

from __future__ import annotations

from ..engine.compiled import compiled
from ..engine.layout import OBJECTS
from ..engine.table import random_action
from ..engine.terms import DECIDE, RULE, namespace
from .answering import answer_of_net, think_of_options
from .looking import best, look_ahead
from .mornings import answer_of_nights
from .searching import answer_of_search
from .steps import COMMAND, answer, eager_action, running, world
from .tracking import intend, start_tracking, track

__all__ = ["BOT", "GAME", "decide", "play_all"]

ENDLESS = 20_000
"""Decisions after which a game is given up, without a winner."""


@namespace
class BOT:
    """The columns of a compiled player, and its kinds."""

    KIND = 0
    WORLDS = 1
    BUDGET = 2
    NET = 3  # which network
    DRAWS = 4  # 0: its likeliest action, 1: one drawn
    SHARP = 5  # how much what a network foresees counts beside how likely an action is to it
    ITERATIONS = 6  # of a search with a network
    NIGHTS = 7  # on which it plays its answers on, in all
    CLOSED = 8  # 1: it is not told what the other decks hold
    COUNT = 9
    RANDOM = 0
    EAGER = 1
    GREEDY = 2
    NEURAL = 3


@namespace
class GAME:
    """The columns of a game to play: what it is begun with, then what came of it."""

    LAYOUT = 0
    RULES = 1
    SEED = 2  # four words
    CHANCE = 6  # four words, for the players
    WINNER = 10
    DAYS = 11
    DECISIONS = 12
    FIRST = 13  # who was first player on day one
    ERROR = 14
    OVERFULL = 15  # the capacity that it passed, and so ended without a winner
    COUNT = 16


@compiled
def decide(engine, games, book, bot, weights, mind, cursor, value, rng):
    """What a compiled player answers in place 0; the other places are to think with."""
    if bot[BOT.CLOSED] == 0:
        return _answer_of(engine, games, book, bot, weights, mind, cursor, value, rng)
    rules = int(games[0].rules)
    games[0].rules = rules | RULE.LISTS_CLOSED
    found = _answer_of(engine, games, book, bot, weights, mind, cursor, value, rng)
    games[0].rules = rules
    return found


@compiled
def _answer_of(engine, games, book, bot, weights, mind, cursor, value, rng):
    """What a compiled player answers in place 0, with the deck lists that the record tells it."""
    game = games[0]
    p = int(game.decider)
    if bot[BOT.KIND] == BOT.NEURAL:
        net = int(bot[BOT.NET])
        if bot[BOT.ITERATIONS] > 0:
            iterations = int(bot[BOT.ITERATIONS])
            sharp = int(bot[BOT.SHARP])
            return answer_of_search(engine, games, book, mind, net, iterations, sharp, rng)
        if bot[BOT.NIGHTS] > 0:
            nights = int(bot[BOT.NIGHTS])
            sharp = int(bot[BOT.SHARP])
            return answer_of_nights(engine, games, book, mind, net, nights, sharp, rng)
        if bot[BOT.WORLDS] == 0:
            draws = int(bot[BOT.DRAWS])
            return answer_of_net(engine, game, games, 1, book, mind, net, p, draws, rng)
        return _with_foresight(engine, games, book, bot, weights, mind, cursor, value, rng)
    if bot[BOT.KIND] == BOT.RANDOM:
        return random_action(game, rng)
    if bot[BOT.KIND] == BOT.EAGER:
        return eager_action(game, rng)
    value[:] = 0.0
    budget = int(bot[BOT.BUDGET])
    for _ in range(int(bot[BOT.WORLDS])):
        world(engine, games, 0, 1, book, p, rng)
        look_ahead(engine, games, 1, book, p, weights, None, -1, budget, cursor, value, rng, None)
    return best(games[0], value)


@compiled
def _with_foresight(engine, games, book, bot, weights, mind, cursor, value, rng):
    """What a network answers in place 0 that looks to the end of its action in some worlds, and
    likes an answer by how likely it was to it and by what it expects of the end that it leads
    to."""
    p = int(games[0].decider)
    net = int(bot[BOT.NET])
    if games[0].offered == 1:
        return int(games[0].options[0])
    n, _ = think_of_options(engine, games[0], games, 1, book, mind, net, p, rng)
    worlds = int(bot[BOT.WORLDS])
    value[:] = 0.0
    for _ in range(worlds):
        world(engine, games, 0, 1, book, p, rng)
        look_ahead(
            engine, games, 1, book, p, weights, mind, net, int(bot[BOT.BUDGET]), cursor, value, rng,
            None,
        )  # fmt: skip
    chosen = -1
    most = 0.0
    for k in range(n):
        a = int(mind.action[k])
        liked = mind.liking[k] + int(bot[BOT.SHARP]) * value[a] / worlds
        if chosen < 0 or liked > most:
            chosen = a
            most = liked
    return chosen


@compiled
def _uses(engine, games, book, action, rng):
    """What can be done with the object of a turn, as a mask: bit 0 to play it."""
    if games[0].decision != DECIDE.TURN or action >= OBJECTS:
        return 0
    player = int(games[0].decider)
    return engine(games, 0, 1, book, COMMAND.USES, player, action, 0, 0, 0, rng)


@compiled
def play_all(
    engine,
    games,
    book,
    layouts,
    table,
    bots,
    weights,
    mind,
    cursor,
    value,
    rng,
    copies,
    notes,
    answers,
):
    """Play each game of the table; returns how many decisions that took.

    `copies` has rows for the card copies of each game, to be filled, or no games: then nobody
    looks at them. `answers` is filled with those of each game, as many as there is room for.
    """
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
            a = decide(engine, games, book, bots[p], weights[p], mind, cursor, value, rng)
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
