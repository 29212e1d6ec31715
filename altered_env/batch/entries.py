"""The entries of the batch: what Python calls.

They are handed `handle.engine()`. An entry takes the desks from `first` to before `last`, so that
several threads can share them.
"""

from __future__ import annotations

from ..engine.compiled import entry
from ..engine.handle import function_at
from ..engine.terms import DECIDE
from . import desks as at
from .everything import write_everything
from .rows import slot_action

__all__ = [
    "act_and_show",
    "begin_desks",
    "deal_at",
    "engine_actions",
    "everything_at",
    "everything_desks",
    "forfeit_desks",
    "reset_desks",
    "seen_actions",
    "show_desk",
    "step_desks",
]


@entry
def reset_desks(
    engine, games, first, last, book, desks, lists, choices, rules, day_limit, detail, words
):
    """Begin new games at desks."""
    serve = function_at(engine)
    for i in range(first, last):
        at.reset(serve, games, i, book, desks[i], lists, choices, rules, day_limit, detail, words)


@entry
def step_desks(
    engine, games, first, last, book, desks, lists, choices, rules, day_limit, detail, words
):
    """Answer with the action of each desk and go on until its learner must decide again; returns
    at how many the action was legal. At the others, and at those that wait, nothing changes."""
    serve = function_at(engine)
    legal = 0
    for i in range(first, last):
        if desks[i].action == at.WAIT:
            legal += 1
        elif at.step(
            serve, games, i, book, desks[i], lists, choices, rules, day_limit, detail, words
        ):
            legal += 1
    return legal


@entry
def forfeit_desks(
    engine, games, first, last, book, desks, lists, choices, rules, day_limit, detail, words
):
    """Who is to act at these desks has lost by an illegal action; new games begin."""
    serve = function_at(engine)
    for i in range(first, last):
        at.forfeit(serve, games, i, book, desks[i], lists, choices, rules, day_limit, detail, words)


@entry
def begin_desks(
    engine, games, first, last, book, desks, lists, choices, rules, day_limit, detail, words
):
    """Go on at desks from games that were put there."""
    serve = function_at(engine)
    for i in range(first, last):
        at.begin(serve, games, i, book, desks[i], lists, choices, rules, day_limit, detail, words)


@entry
def everything_desks(games, first, last, desks, out):
    """Write everything there is in the games of these desks, as who is to act would lay it out."""
    for i in range(first, last):
        write_everything(games[i], desks[i], int(desks[i].seat), out[i])


@entry
def everything_at(games, i, desks, k, out):
    """Write everything there is in game i, as the viewer of desk k would lay it out."""
    write_everything(games[i], desks[k], int(desks[k].seat), out)


@entry
def deal_at(engine, games, i, book, desks, lists, rules, detail, words):
    """Begin a game at one desk, with the decks and the seed that the desk says."""
    at.deal(function_at(engine), games, i, book, desks[i], lists, rules, words)
    at.show(games[i], book[0], desks[i], int(games[i].decider), detail)


@entry
def act_and_show(engine, games, i, book, desks, detail, words):
    """Answer with the action of one desk, and show the next decision to who must take it; False,
    and nothing has changed, if the action is illegal."""
    desk = desks[i]
    if not at.act(function_at(engine), games, i, book, desk, words):
        return False
    if games[i].decision != DECIDE.NONE:
        at.show(games[i], book[0], desk, int(games[i].decider), detail)
    return True


@entry
def show_desk(games, i, book, desks, k, viewer, detail):
    """Write to desk k what a player sees of game i and may do."""
    at.show(games[i], book[0], desks[k], viewer, detail)


@entry
def engine_actions(games, i, desks, k, found):
    """What each legal action of desk k is to the engine in game i; -1 for those that are not
    legal."""
    desk = desks[k]
    for action in range(len(found)):
        found[action] = -1
        if desk.mask[action]:
            found[action] = slot_action(games[i], desk, action, int(desk.seat))


@entry
def seen_actions(games, desks, of, chosen):
    """Turn actions of the engine, one for each of the desks `of`, into those of who is to act
    there; -1 for one that is not legal."""
    for n in range(len(of)):
        desk = desks[of[n]]
        game = games[of[n]]
        found = -1
        for action in range(len(desk.mask)):
            if desk.mask[action] and slot_action(game, desk, action, int(desk.seat)) == chosen[n]:
                found = action
                break
        chosen[n] = found
