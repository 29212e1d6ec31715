"""Decisions: opening one, and reading its answer.

A routine that needs an answer calls `answered`, which is True once there is one, and reads it with
`take`. Otherwise the routine fills the mask with `offer..` and calls `ask`, which opens the
decision, or takes a single option by itself. Routines are entered again after the answer, so
nothing recurses.
"""

from . import sets
from .compiled import compiled
from .layout import NO_ANSWER, OBJECTS
from .terms import CODE, DECIDE


@compiled
def answered(game):
    return game.answer != NO_ANSWER


@compiled
def take(game):
    """Return the answer: an object slot, or OBJECTS + CODE.x."""
    a = int(game.answer)
    game.answer = NO_ANSWER
    return a


@compiled
def offer_action(game, action):
    if game.mask[action] == 0:
        game.mask[action] = 1
        game.options[game.offered] = action
        game.offered += 1


@compiled
def offer_object(game, x):
    offer_action(game, x)


@compiled
def offer(game, code):
    offer_action(game, OBJECTS + code)


@compiled
def offer_set(game, row):
    x = sets.first(row)
    while x >= 0:
        offer_action(game, x)
        x = sets.after(row, x)


@compiled
def offer_places(game, base, mask):
    i = 0
    while mask >> i:
        if (mask >> i) & 1:
            offer_action(game, OBJECTS + base + i)
        i += 1


@compiled
def offer_numbers(game, low, high):
    for n in range(max(0, low), min(63, high) + 1):
        offer_action(game, OBJECTS + CODE.NUMBER + n)


@compiled
def close(game):
    """Close the decision."""
    game.decision = DECIDE.NONE
    game.decider = -1
    game.subject = -1
    game.minimum = 0
    game.maximum = 0
    withdraw(game)


@compiled
def withdraw(game):
    """Withdraw all options."""
    for k in range(int(game.offered)):
        game.mask[game.options[k]] = 0
        game.options[k] = 0
    game.offered = 0


@compiled
def _is_counted(kind):
    """Return whether a decision of this kind states the number of objects to choose."""
    return (
        kind == DECIDE.OBJECTS
        or kind == DECIDE.TARGET
        or kind == DECIDE.FIRST_MANA
        or kind == DECIDE.EXPAND
        or kind == DECIDE.KEEP_RESERVE
        or kind == DECIDE.KEEP_LANDMARKS
    )


@compiled
def ask(game, kind, player, subject):
    """Open the decision among the offered options. Return True if it needs no answer: a single
    option is taken at once, and without options there is no answer."""
    if game.offered <= 1:
        game.answer = NO_ANSWER
        if game.offered == 1:
            only = int(game.options[0])
            withdraw(game)
            game.answer = only
        return True
    if not _is_counted(kind):  # the previous question may have concerned another player's hand
        game.minimum = 0
        game.maximum = 0
    game.decision = kind
    game.decided_on = game.day
    game.decider = player
    game.subject = subject
    return False
