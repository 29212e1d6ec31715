"""The learner's seat, compiled: in one call every game of a batch goes on, opponents answer until
each learner must decide, games begin anew, and only then is anything written down to be seen."""

from __future__ import annotations

from ..batch import desks as at
from ..batch.layout import BUILT_IN
from ..engine.compiled import entry
from ..engine.handle import function_at
from .matches import decide

__all__ = ["serve_learners"]


@entry
def serve_learners(
    what,
    engine,
    games,
    first,
    last,
    book,
    desks,
    lists,
    choices,
    rules,
    day_limit,
    detail,
    words,
    bots,
    weights,
    mind,
    who,
    places,
    cursor,
    value,
    rngs,
    rng,
):
    """As `serve_desks`; besides, compiled players answer at once: whoever sits opposite at a desk
    is the player in row `who` of `bots` for that opponent. Each game has a row of `rngs`."""
    call = function_at(engine)
    for i in range(first, last):
        desk = desks[i]
        asked = at.serve(what, call, games, i, book, desk, lists, choices, rules, day_limit, words)
        while asked and desk.player[int(games[i].decider)] == BUILT_IN.BOT:
            b = int(who[int(desk.against)])
            places[0] = games[i]
            for k in range(4):
                rng[k] = rngs[i, k]
            action = decide(call, places, book, bots[b], weights[b], mind, cursor, value, rng)
            for k in range(4):
                rngs[i, k] = rng[k]
            at.answer(call, games, i, book, desk, action, words)
            asked = at.until_asked(
                call, games, i, book, desk, lists, choices, rules, day_limit, words
            )
        if asked:
            at.show(games[i], book[0], desk, int(games[i].decider), detail)
