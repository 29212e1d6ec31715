"""From steps to events (chapter 6).

A step is a set of simultaneous atomic actions, staged in `game.act`. Just before it happens,
prohibitions remove actions (1.4.1), replacing modifiers change it, then additive ones (6.2.g). It
then happens as one event, passives are re-evaluated, and Reactions activate.
"""

from . import sets
from .arrivals import (
    conflicting_arrivals,
    forget_presence,
    note_presence,
    order_arrivals,
    remember_moved,
    remember_presence,
)
from .atomic import perform, possible
from .chance import below
from .choices import answered, ask, offer, take
from .compiled import compiled
from .layout import OBJECTS, WORDS, F, M
from .modifiers import find_modifiers, go_on_modifying, start_modifier, step_controller
from .passives import refresh
from .prohibitions import forbidden, stuck
from .reactions import forget_reactions, remember_reactions, trigger, trigger_emblems
from .since_conditions import latch
from .staging import begin_step, push_effect, record, stage
from .terms import (
    ABILITY,
    ACT,
    AS,
    CAUSE,
    CODE,
    DECIDE,
    EMBLEM,
    EV,
    FLAG,
    FRAME,
    STATUS,
    STEP,
    C,
    Z,
)

MODIFIERS = (1 << ABILITY.WHOLE) | (1 << ABILITY.INSTEAD) | (1 << ABILITY.ALSO)


@compiled
def continue_step(game, book):
    """Continue the current step. Return True when it has happened, False while a decision is open
    or a modifier is being executed."""
    if game.modifier_now >= 0:
        go_on_modifying(game, book)
        return False
    if game.commit == STEP.HAPPENED or game.commit == STEP.FOLLOWED:
        return _follow_up(game, book)
    listening = int(game.listening)
    cant = (listening >> ABILITY.CANT) & 1
    for i in range(int(game.acts)):
        if stuck(game, book, i) or (cant and forbidden(game, book, i)):
            game.act[i, ACT.KIND] = EV.NONE
    if game.commit == STEP.MODIFIED and listening & MODIFIERS:
        for kind in (ABILITY.WHOLE, ABILITY.INSTEAD, ABILITY.ALSO):
            if answered(game):
                k = take(game) - OBJECTS - CODE.MODE
                start_modifier(game, book, k)
                return False
            if (listening >> kind) & 1:
                count = find_modifiers(game, book, kind)
                if count > 0:
                    if not ask(game, DECIDE.MODIFIER, step_controller(game), -1):
                        return False
                    k = take(game) - OBJECTS - CODE.MODE
                    start_modifier(game, book, k)
                    return False
    game.commit = STEP.SETTLED  # nothing modifies the step from here on (6.2.m)
    if not _roll(game, book):
        return False
    _happen(game, book)
    game.commit = STEP.HAPPENED
    if conflicting_arrivals(game, book):
        return False
    return _follow_up(game, book)


@compiled
def _follow_up(game, book):
    """Perform the consequences of the event. Return False while a decision is open."""
    if game.commit == STEP.HAPPENED:
        if not sets.is_empty(game.arrived) and not order_arrivals(game):
            return False
        _settle(game, book)
        game.commit = STEP.FOLLOWED
    if game.events > 0:
        if game.emblems > game.reactions:  # some may be Ongoing
            if not trigger_emblems(game, book, step_controller(game)):
                return False
        if (int(game.listening) >> ABILITY.SINCE) & 1:
            latch(game, book)
        if game.dirty:
            refresh(game, book)
    _conclude(game, book)
    return not _follows(game)


@compiled
def _follows(game):
    """Begin the step after an Exhausted Resupply: its owner exhausts the resupplied card
    (7.3.14.a). Return False if there is none."""
    if sets.is_empty(game.resupplied):
        return False
    x = sets.first(game.resupplied)
    while x >= 0:
        stage(game, EV.GAIN, 0, x, int(game.obj[x, C.SIDE]), 1, STATUS.EXHAUSTED, 0)
        x = sets.after(game.resupplied, x)
    sets.clear(game.resupplied)
    begin_step(game, int(game.commit_controller))
    game.following = 1
    return True


@compiled
def _die(game):
    """Roll a fair die (1.1.7.d); in a scenario the next dice are fixed."""
    n = int(game.rigged_count)
    if n == 0:
        return 1 + below(game.rng, 6)
    v = int(game.rigged[0])
    for k in range(1, n):
        game.rigged[k - 1] = game.rigged[k]
    game.rigged[n - 1] = 0
    game.rigged_count = n - 1
    return v


@compiled
def _roll(game, book):
    """Roll the dice of the step and let its controller ignore as many as a modifier says; the
    result is visible before that (7.3.33.c)."""
    for i in range(int(game.acts)):
        if game.act[i, ACT.KIND] != EV.ROLL:
            continue
        if int(game.act[i, ACT.FLAGS]) & FLAG.DONE == 0:
            game.act[i, ACT.FLAGS] = int(game.act[i, ACT.FLAGS]) | FLAG.DONE
            n = min(16, int(game.act[i, ACT.AMOUNT]))
            game.dice_count = n
            for d in range(n):
                game.dice[d] = _die(game)
        while game.act[i, ACT.WHAT] > 0 and game.dice_count > 0:
            if not answered(game):
                for d in range(int(game.dice_count)):
                    offer(game, CODE.NUMBER + int(game.dice[d]))
                if not ask(game, DECIDE.DIE, int(game.act[i, ACT.DOER]), -1):
                    return False
            v = take(game) - OBJECTS - CODE.NUMBER
            gone = False
            n = int(game.dice_count)
            for d in range(n):
                if not gone and game.dice[d] == v:
                    gone = True
                if gone and d + 1 < n:
                    game.dice[d] = game.dice[d + 1]
            game.dice_count = n - 1
            game.act[i, ACT.WHAT] = int(game.act[i, ACT.WHAT]) - 1
        game.act[i, ACT.AMOUNT] = game.dice_count
        if (int(game.listening) >> ABILITY.RAISE) & 1 and not _raise(game, book, i):
            return False
    return True


@compiled
def _raise(game, book, i):
    """Apply additions to a roll after its dice are visible (7.3.33.c)."""
    while int(game.act[i, ACT.FLAGS]) & FLAG.SETTLED == 0:
        if not answered(game):
            if find_modifiers(game, book, ABILITY.RAISE) == 0:
                break
            offer(game, CODE.DONE)
            if not ask(game, DECIDE.RAISE, int(game.act[i, ACT.DOER]), -1):
                return False
        k = take(game) - OBJECTS - CODE.MODE
        if k < 0:  # done
            game.act[i, ACT.FLAGS] = int(game.act[i, ACT.FLAGS]) | FLAG.SETTLED
            break
        game.act[i, ACT.USED] = int(game.act[i, ACT.USED]) | (1 << k)
        a = int(game.modifier_ability[k])
        x = int(game.modifier_slot[k])
        game.act[i, ACT.TO_SIDE] = int(game.act[i, ACT.TO_SIDE]) + int(book.ability[a].value)
        if book.ability[a].property != 0 and x >= 0:  # exhausted as the cost, in the same step
            stage(game, EV.GAIN, CAUSE.COST, x, int(game.obj[x, C.SIDE]), 1, STATUS.EXHAUSTED, 0)
    return True


@compiled
def _follow(game):
    """Redirect an ability to the new objects of what its effect moved (2.1.f, 2.1.g)."""
    f = int(game.commit_depth) - 1
    for e in range(int(game.events)):
        if game.event[e, ACT.KIND] != EV.MOVE or f < 0:
            continue
        x = int(game.event[e, ACT.OBJECT])
        y = int(game.event[e, ACT.AFTER])
        if x >= 0 and y >= 0 and x != y and game.frame[f, F.ME_NOW] == x:
            game.frame[f, F.ME_NOW] = y
            if game.obj[x, C.PLAYED_AS] == AS.SCOUT and game.event[e, ACT.TO] == Z.RESERVE:
                # its other Reactions also find a Scout in Reserve (7.4.5.e)
                for m in range(int(game.emblems)):
                    if game.emblem[m, M.KIND] == EMBLEM.REACTION and game.emblem[m, M.ME_NOW] == x:
                        game.emblem[m, M.ME_NOW] = y


@compiled
def _log_events(game, book):
    for e in range(int(game.events)):
        kind = int(game.event[e, ACT.KIND])
        cause = int(game.event[e, ACT.CAUSE])
        if kind == EV.ACTIVATE:  # queries about it read the kind of ability
            cause = int(game.event[e, ACT.WHAT])
        kept = kind == EV.PASS or kind == EV.ROLL or kind == EV.ACTIVATE
        kept = kept or kind == EV.PROGRESS or kind == EV.FAIL
        if kind == EV.MOVE:
            kept = cause & (CAUSE.SACRIFICE | CAUSE.DISCARD | CAUSE.SABOTAGE) != 0
        if kept:
            x = int(game.event[e, ACT.OBJECT])
            if x < 0:
                x = int(game.event[e, ACT.AFTER])
            doer, side = int(game.event[e, ACT.DOER]), int(game.event[e, ACT.FROM_SIDE])
            record(game, book, kind, cause, doer, x, int(game.event[e, ACT.FROM]), side)


@compiled
def _perform_aside(game, book, i):
    """Perform an atomic action that does not count as a result of the step."""
    number = int(game.result_number)
    sets.copy(game.arrived, game.result)
    perform(game, book, i)
    sets.copy(game.result, game.arrived)
    sets.clear(game.arrived)
    game.result_number = number


@compiled
def _happen(game, book):
    """Perform the step, which becomes an event (6.2.m)."""
    game.stamp_before = game.stamp
    remember_reactions(game, book)
    game.events = 0
    sets.clear(game.result)
    game.result_number = 0
    started = 0
    for i in range(int(game.acts)):
        if game.act[i, ACT.USED] != 0 or possible(game, book, i):
            started = 1
        if int(game.act[i, ACT.FLAGS]) & FLAG.ASIDE:
            _perform_aside(game, book, i)
        else:
            perform(game, book, i)
    for i in range(int(game.acts)):
        for column in range(ACT.COLUMNS):
            game.act[i, column] = 0
    game.acts = 0
    f = int(game.commit_depth) - 1
    if f >= 0 and game.following == 0:  # an effect keeps its initial subject
        sets.copy(game.set[f, 1], game.result)
        game.frame[f, F.RESULT] = game.result_number
        game.frame[f, F.STARTED] = started
    _follow(game)


@compiled
def _settle(game, book):
    """Re-evaluate passives (2.3.1.e), then activate Reactions (6.3.h)."""
    if game.dirty or (int(game.listening) >> ABILITY.VOLATILE) & 1:
        remember_presence(game)
        refresh(game, book)
        note_presence(game)
    else:
        remember_moved(game)
    if game.events > 0:
        _log_events(game, book)
        trigger(game, book, int(game.stamp_before))


@compiled
def _conclude(game, book):
    """End the step."""
    game.commit = STEP.NONE
    forget_presence(game)
    for i in range(int(game.events)):
        for column in range(ACT.COLUMNS):
            game.event[i, column] = 0
    game.events = 0
    forget_reactions(game)
    for w in range(WORDS):
        game.result[w] = 0
    for k in range(int(game.otherwises)):
        number = int(game.otherwise[k])
        source = int(game.modifier_slot[number])
        a = int(game.modifier_ability[number])
        if source >= 0:
            controller = int(game.obj[source, C.SIDE])
            pc = int(book.ability[a].otherwise)
            push_effect(game, pc, controller, source, source, 0, FRAME.EFFECT)
    if game.modifiers > 0:
        game.modifier_slot[:] = 0
        game.modifier_ability[:] = 0
        game.otherwise[:] = 0
    if game.dice_count > 0:
        game.dice[:] = 0
    game.modifiers = 0
    game.modified_whole = 0
    game.otherwises = 0
    game.dice_count = 0
    game.following = 0
    game.commit_depth = 0
