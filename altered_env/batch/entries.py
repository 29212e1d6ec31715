"""The entries of the batch: what Python calls.

They are handed `handle.engine()`. An entry takes the desks from `first` to before `last`, so that
several threads can share them.
"""

from __future__ import annotations

from ..engine.compiled import entry
from ..engine.handle import function_at
from ..engine.terms import DECIDE, ERROR
from . import desks as at
from .everything import write_everything
from .handing import copy_seen, finals_seen, flatten_seen, pack_seen
from .rows import action_seen, slot_action

__all__ = [
    "act_and_show",
    "copy_seen",
    "deal_at",
    "engine_actions",
    "everything_at",
    "everything_desks",
    "finals_seen",
    "flatten_seen",
    "pack_seen",
    "seen_actions",
    "serve_desks",
    "show_desk",
    "take_actions",
]


@entry
def serve_desks(
    what, engine, games, first, last, book, desks, lists, choices, rules, day_limit, detail, words
):
    """Carry out a command at these desks (`SERVE`), advance to the next external decisions and
    write their observations. Waiting desks and those with an illegal action stay unchanged. Returns
    the number of games that have met an error."""
    call = function_at(engine)
    errors = 0
    for i in range(first, last):
        desk = desks[i]
        if at.serve(what, call, games, i, book, desk, lists, choices, rules, day_limit, words):
            at.show(games[i], book[0], desk, int(games[i].decider), detail)
        elif games[i].error != ERROR.NONE:
            errors += 1
    return errors


@entry
def take_actions(desks, actions):
    """Lay the legal actions on the desks; returns how many are illegal."""
    illegal = 0
    for i in range(len(actions)):
        desk = desks[i]
        action = int(actions[i])
        if action == at.WAIT or (0 <= action < len(desk.mask) and desk.mask[action] != 0):
            desk.action = action
        else:
            illegal += 1
    return illegal


@entry
def everything_desks(games, first, last, desks, out):
    """Write the full state of the games of these desks, laid out for the player to move."""
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
    """The engine's actions in game i for the actions of desk k; -1 for illegal ones."""
    desk = desks[k]
    for action in range(len(found)):
        found[action] = -1
        if desk.mask[action]:
            found[action] = slot_action(games[i], desk, action, int(desk.seat))


@entry
def seen_actions(games, desks, of, chosen):
    """Translate engine actions, one for each of the desks `of`, into those of the player to move
    there; -1 for an illegal one."""
    for n in range(len(of)):
        desk = desks[of[n]]
        found = action_seen(games[of[n]], desk, int(chosen[n]), int(desk.seat))
        legal = found >= 0 and desk.mask[found] != 0
        chosen[n] = found if legal else -1
