"""The learner's seat, compiled: one call advances every game of a batch, opponents answer until
each learner is to move, finished games restart, and only then are observations written."""

from ..batch import slots as at
from ..batch.layout import BUILT_IN
from ..engine.compiled import entry
from ..engine.copying import copy_in_use
from ..engine.handle import function_at
from ..engine.table import random_action
from ..engine.terms import DECIDE, ERROR
from .matches import BOT, decide, decide_in


@entry
def serve_learners(
    what,
    engine,
    games,
    first,
    last,
    book,
    slots,
    lists,
    choices,
    rules,
    day_limit,
    detail,
    words,
    bots,
    weights,
    buffers,
    who,
    places,
    cursor,
    value,
    rngs,
    rng,
):
    """As `serve_desks`, with compiled players acting at once: the opponent in a slot is the player
    in row `who` of `bots`. Each game has a row of `rngs`."""
    call = function_at(engine)
    errors = 0
    for i in range(first, last):
        slot = slots[i]
        asked = at.step_engine(
            what, call, games, i, book, slots, lists, choices, rules, day_limit, words
        )
        while asked and slot.player[int(games[i].decider)] == BUILT_IN.BOT:
            b = int(who[int(slot.against)])
            action = decide_in(
                call, games, i, book, bots[b], weights[b], buffers, places, cursor, value, rngs, rng
            )
            at.answer(call, games, i, book, slot, action, words)
            asked = at.until_asked(
                call, games, i, book, slot, lists, choices, rules, day_limit, words
            )
        if asked:
            at.show(games[i], book[0], slot, int(games[i].decider), detail)
        elif games[i].error != ERROR.NONE:
            errors += 1
    return errors


@entry
def play_seat(
    action,
    learner,
    engine,
    games,
    book,
    slots,
    day_limit,
    detail,
    words,
    bots,
    weights,
    buffers,
    b,
    places,
    cursor,
    value,
    rng,
    taken,
):
    """Take the learner's action in game 0, if there is one, and let the player in row `b` answer
    until the learner is to move, while `taken` has room for the answers; return their number. Then
    slot 0 shows the decision to the player to move."""
    call = function_at(engine)
    slot = slots[0]
    count = 0
    if action >= 0:
        slot.action = action
        if not at.act(call, games, 0, book, slot, words):
            return 0
        taken[0] = slot.engine_action
        count = 1
    while games[0].decision != DECIDE.NONE and games[0].error == ERROR.NONE:
        if games[0].decider == learner or count == len(taken):
            break
        if day_limit > 0 and games[0].day > day_limit:
            break
        if bots[b, BOT.KIND] == BOT.RANDOM:  # it needs no scratch game
            answer = random_action(games[0], rng)
        else:
            copy_in_use(games[0], places[0])
            answer = decide(call, places, book, bots[b], weights[b], buffers, cursor, value, rng)
        at.answer(call, games, 0, book, slot, answer, words)
        taken[count] = answer
        count += 1
    if games[0].decision != DECIDE.NONE:
        at.show(games[0], book[0], slot, int(games[0].decider), detail)
    return count
