"""The functions of the batch that Python calls.

They take `handle.engine()`. Each works on the slots from `first` to before `last`, so that several
threads can share the batch.
"""

from ..engine.compiled import entry
from ..engine.handle import function_at
from ..engine.terms import DECIDE, ERROR
from . import slots as at
from .output import copy_seen, finals_seen, flatten_seen, pack_seen
from .privileged import write_privileged
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
    what, engine, games, first, last, book, slots, lists, choices, rules, day_limit, detail, words
):
    """Run a command (`SERVE`) on these slots, advance to the next external decisions and write
    their observations. Waiting slots and those with an illegal action stay unchanged. Returns the
    number of games that have met an error."""
    call = function_at(engine)
    errors = 0
    for i in range(first, last):
        slot = slots[i]
        if at.step_engine(
            what, call, games, i, book, slots, lists, choices, rules, day_limit, words
        ):
            at.show(games[i], book[0], slot, int(games[i].decider), detail)
        elif games[i].error != ERROR.NONE:
            errors += 1
    return errors


@entry
def take_actions(slots, actions):
    """Write the legal actions to the slots; return the number of illegal ones."""
    illegal = 0
    for i in range(len(actions)):
        slot = slots[i]
        action = int(actions[i])
        if action == at.WAIT or (0 <= action < len(slot.mask) and slot.mask[action] != 0):
            slot.action = action
        else:
            illegal += 1
    return illegal


@entry
def everything_desks(games, first, last, slots, out):
    """Write the full state of the games of these slots, laid out for the player to move."""
    for i in range(first, last):
        write_privileged(games[i], slots[i], int(slots[i].seat), out[i])


@entry
def everything_at(games, i, slots, k, out):
    """Write the full state of game i in the layout of slot k's viewer."""
    write_privileged(games[i], slots[k], int(slots[k].seat), out)


@entry
def deal_at(engine, games, i, book, slots, lists, rules, detail, words):
    """Begin a game in one slot, with the decks and the seed in the slot."""
    at.deal(function_at(engine), games, i, book, slots[i], lists, rules, words)
    at.show(games[i], book[0], slots[i], int(games[i].decider), detail)


@entry
def act_and_show(engine, games, i, book, slots, detail, words):
    """Take the action of one slot, and write the next observation for the player to move. Return
    False, and change nothing, if the action is illegal."""
    slot = slots[i]
    if not at.act(function_at(engine), games, i, book, slot, words):
        return False
    if games[i].decision != DECIDE.NONE:
        at.show(games[i], book[0], slot, int(games[i].decider), detail)
    return True


@entry
def show_desk(games, i, book, slots, k, viewer, detail):
    """Write a player's observation and legal actions in game i to slot k."""
    at.show(games[i], book[0], slots[k], viewer, detail)


@entry
def engine_actions(games, i, slots, k, found):
    """Translate actions of slot k to engine actions in game i; -1 for illegal ones."""
    slot = slots[k]
    for action in range(len(found)):
        found[action] = -1
        if slot.mask[action]:
            found[action] = slot_action(games[i], slot, action, int(slot.seat))


@entry
def seen_actions(games, slots, of, chosen):
    """Translate engine actions, one for each of the slots `of`, into those of the player to move
    there; -1 for an illegal one."""
    for n in range(len(of)):
        slot = slots[of[n]]
        found = action_seen(games[of[n]], slot, int(chosen[n]), int(slot.seat))
        legal = found >= 0 and slot.mask[found] != 0
        chosen[n] = found if legal else -1
