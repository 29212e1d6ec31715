"""Steps, modifiers, events (chapter 6).

A step is a set of simultaneous atomic actions, staged in `game.act`. When it is about to
happen, prohibitions strike actions out (1.4.1), replacing modifiers change it, then additive
ones (6.2.g); then it happens as one event, passives are re-evaluated, and Reactions activate.
"""

from __future__ import annotations

from altered_env.engine import sets
from altered_env.engine.adventure import reveal_up_to
from altered_env.engine.chance import below
from altered_env.engine.choices import answered, ask, offer, take
from altered_env.engine.compiled import compiled
from altered_env.engine.layout import (
    FRAMES,
    LOG,
    MARKERS,
    OBJECTS,
    REGIONS,
    STEP_ACTIONS,
    WORDS,
    F,
    M,
)
from altered_env.engine.matching import matches
from altered_env.engine.objects import add_counter, create, fail, move, note
from altered_env.engine.passives import ability_works, add_grant, refresh
from altered_env.engine.prohibitions import cannot_activate, forbidden
from altered_env.engine.reactions import end_emblem, new_emblem, trigger
from altered_env.engine.reading import initiative
from altered_env.engine.terms import (
    ABILITY,
    CAUSE,
    CODE,
    DECIDE,
    ERROR,
    EV,
    FLAG,
    KW,
    PHASE,
    STATUS,
    TYPE,
    C,
    Z,
)

__all__ = ["begin_step", "continue_step", "push_effect", "record", "stage", "stage_move"]


@compiled
def stage(game, kind, cause, x, doer, amount, what, flags):
    """Add an atomic action to the step being prepared; returns its row."""
    i = int(game.acts)
    if i >= STEP_ACTIONS:
        fail(game, ERROR.ACTIONS, STEP_ACTIONS)
        return STEP_ACTIONS - 1
    game.acts = i + 1
    for column in range(EV.COLUMNS):
        game.act[i, column] = 0
    game.act[i, EV.KIND] = kind
    game.act[i, EV.CAUSE] = cause
    game.act[i, EV.OBJECT] = x
    game.act[i, EV.AFTER] = -1
    game.act[i, EV.AMOUNT] = max(-30000, min(30000, amount))
    game.act[i, EV.WHAT] = what
    game.act[i, EV.FLAGS] = flags
    if doer < 0 and x >= 0:
        doer = int(game.obj[x, C.SIDE])  # 1.4.7.d
    game.act[i, EV.DOER] = doer
    if x >= 0:
        game.act[i, EV.FROM] = game.obj[x, C.ZONE]
        game.act[i, EV.FROM_SIDE] = game.obj[x, C.SIDE]
        game.act[i, EV.FROM_PRESENCE] = game.obj[x, C.PRESENCE]
        if kind != EV.MOVE:
            game.act[i, EV.TO] = game.obj[x, C.ZONE]
            game.act[i, EV.TO_SIDE] = game.obj[x, C.SIDE]
            game.act[i, EV.TO_PRESENCE] = game.obj[x, C.PRESENCE]
    return i


@compiled
def stage_move(game, x, zone, side, expedition, cause, doer, flags, depth):
    """Stage a move of x; `expedition` is -1 outside the Expedition zone."""
    i = stage(game, EV.MOVE, cause, x, doer, depth, 0, flags)
    if zone == Z.RESERVE and game.obj[x, C.ZONE] == Z.EXPEDITION:
        if int(game.obj[x, C.STATUS]) & STATUS.FLEETING:
            zone = Z.DISCARD  # 2.4.7.d
    if zone != Z.EXPEDITION and zone != Z.LANDMARK and zone != Z.LIMBO:
        side = int(game.obj[x, C.OWNER])
    game.act[i, EV.TO] = zone
    game.act[i, EV.TO_SIDE] = side
    game.act[i, EV.TO_PRESENCE] = (1 << expedition) if expedition >= 0 else 0
    return i


@compiled
def push_effect(game, pc, controller, me, now, n, kind):
    """A frame that carries out the program at pc; its set 0 is empty. Returns the frame."""
    f = int(game.depth)
    if f >= FRAMES - 1:
        fail(game, ERROR.FRAMES, FRAMES)
        return f - 1
    for column in range(F.COUNT):
        game.frame[f, column] = 0
    for k in range(game.set.shape[1]):
        sets.clear(game.set[f, k])
    game.frame[f, F.KIND] = kind
    game.frame[f, F.PC] = pc
    game.frame[f, F.CONTROLLER] = controller
    game.frame[f, F.DOER] = controller
    game.frame[f, F.ME] = me
    game.frame[f, F.ME_NOW] = now
    game.frame[f, F.N] = n
    game.frame[f, F.SLOT] = -1
    game.frame[f, F.EMBLEM] = -1
    game.frame[f, F.ABILITY] = -1
    game.depth = f + 1
    return f


@compiled
def begin_step(game, controller):
    """The staged actions are about to happen; `controller` is -1 for a step without one."""
    game.commit = 1
    game.commit_depth = game.depth
    game.commit_controller = controller
    game.modifiers = 0
    game.otherwises = 0
    game.modifier_now = -1
    game.dice_count = 0


@compiled
def record(game, book, kind, cause, player, x):
    """Remember for today that something happened (`happened`, `nth`)."""
    n = int(game.logged)
    if n >= LOG:
        fail(game, ERROR.LOG, LOG)
        return
    game.log[n, 0] = kind
    game.log[n, 1] = cause
    game.log[n, 2] = max(0, player)
    game.log[n, 3] = game.obj[x, C.CARD] if x >= 0 else 0
    game.log[n, 4] = game.obj[x, C.ZONE] if x >= 0 else 0
    game.log[n, 5] = game.turn
    game.log[n, 6] = game.phase
    game.log[n, 7] = 0
    game.logged = n + 1


@compiled
def _known_modifier(game, source, a):
    """The number of a modifier in this step's list, entering it if it is new."""
    n = int(game.modifiers)
    for k in range(n):
        if game.modifier_slot[k] == source and game.modifier_ability[k] == a:
            return k
    if n >= 15:
        fail(game, ERROR.MODIFIERS, 15)
        return 14
    game.modifier_slot[n] = source
    game.modifier_ability[n] = a
    game.modifiers = n + 1
    return n


@compiled
def _find_modifiers(game, book, kind):
    """Offer every modifier of this kind that applies; returns how many."""
    count = 0
    for player in range(int(game.players)):
        for zone in (Z.HERO, Z.EXPEDITION, Z.LANDMARK, Z.RESERVE):
            row = game.zone[zone, player]
            x = sets.first(row)
            while x >= 0:
                card = book.card[game.obj[x, C.CARD]]
                if (int(card.statements) >> kind) & 1:
                    for a in range(int(card.first), int(card.last)):
                        if book.ability[a].kind == kind and ability_works(game, book, x, a):
                            count += _offer_modifier(game, book, x, a, player, x, 0)
                x = sets.after(row, x)
    for g in range(int(game.grants)):
        a = int(game.grant_ability[g])
        x = int(game.grant_object[g])
        if book.ability[a].kind == kind and ability_works(game, book, x, a):
            count += _offer_modifier(game, book, x, a, int(game.obj[x, C.SIDE]), x, 0)
    for m in range(int(game.emblems)):
        if game.emblem[m, M.KIND] == 2:
            a = int(game.emblem[m, M.ABILITY])
            if book.ability[a].kind == kind:
                controller = int(game.emblem[m, M.CONTROLLER])
                me = int(game.emblem[m, M.ME])
                bound = int(game.emblem[m, M.N])
                count += _offer_modifier(game, book, -2 - m, a, controller, me, bound)
    return count


@compiled
def _offer_modifier(game, book, source, a, controller, me, bound):
    if book.ability[a].event == EV.PLAY:
        return 0  # it makes a Reaction when the card is played (5.2.d)
    found = 0
    for i in range(int(game.acts)):
        if game.act[i, EV.KIND] == EV.NONE:
            continue
        if matches(game, book, a, me, controller, bound, game.act, i):
            k = _known_modifier(game, source, a)
            if (int(game.act[i, EV.USED]) >> k) & 1 == 0:
                offer(game, CODE.MODE + k)
                found = 1
    return found


@compiled
def _start_modifier(game, book, k):
    """Carry out modifier k on the first action it applies to."""
    source = int(game.modifier_slot[k])
    a = int(game.modifier_ability[k])
    controller = 0
    me = source
    bound = 0
    if source <= -2:
        m = -2 - source
        controller = int(game.emblem[m, M.CONTROLLER])
        me = int(game.emblem[m, M.ME])
        bound = int(game.emblem[m, M.N])
    else:
        controller = int(game.obj[source, C.SIDE])
    for i in range(int(game.acts)):
        if game.act[i, EV.KIND] == EV.NONE or (int(game.act[i, EV.USED]) >> k) & 1:
            continue
        if not matches(game, book, a, me, controller, bound, game.act, i):
            continue
        game.act[i, EV.USED] = int(game.act[i, EV.USED]) | (1 << k)
        game.modified_act = i
        if book.ability[a].optional != 0:
            game.modifier_now = k
            return
        _carry_out(game, book, k, i)
        return
    game.modifier_now = -1


@compiled
def _carry_out(game, book, k, i):
    source = int(game.modifier_slot[k])
    a = int(game.modifier_ability[k])
    me = source
    bound = 0
    if source <= -2:
        m = -2 - source
        controller = int(game.emblem[m, M.CONTROLLER])
        me = int(game.emblem[m, M.ME])
        uses = int(game.emblem[m, M.USES])
        if uses > 0:
            game.emblem[m, M.USES] = uses - 1
            if uses == 1:
                end_emblem(game, m)
    else:
        controller = int(game.obj[source, C.SIDE])
    bound = int(game.act[i, EV.AMOUNT])
    f = push_effect(game, int(book.ability[a].effect), controller, me, me, bound, 2)
    game.frame[f, F.BUDGET] = game.acts
    game.frame[f, F.SPENT] = game.act[i, EV.USED]
    x = int(game.act[i, EV.OBJECT])
    if x >= 0:
        sets.add(game.set[f, 0], x)
    if book.ability[a].kind == ABILITY.INSTEAD:
        game.act[i, EV.KIND] = EV.NONE
    game.modifier_now = -1


@compiled
def continue_step(game, book):
    """Go on with the step under way. True when it has happened; False when a decision is
    open or a modifier is being carried out."""
    if game.modifier_now >= 0:
        k = int(game.modifier_now)
        a = int(game.modifier_ability[k])
        source = int(game.modifier_slot[k])
        who = int(game.obj[source, C.SIDE]) if source >= 0 else int(game.commit_controller)
        if not answered(game):
            offer(game, CODE.YES)
            offer(game, CODE.NO)
            if not ask(game, DECIDE.YES_NO, who, max(-1, source)):
                return False
        if take(game) == OBJECTS + CODE.YES:
            _carry_out(game, book, k, int(game.modified_act))
            return False
        game.modifier_now = -1
        if book.ability[a].otherwise >= 0 and game.otherwises < 16:
            game.otherwise[game.otherwises] = k
            game.otherwises += 1
    listening = int(game.listening)
    if (listening >> ABILITY.CANT) & 1:
        for i in range(int(game.acts)):
            if game.act[i, EV.KIND] != EV.NONE and forbidden(game, book, i):
                game.act[i, EV.KIND] = EV.NONE
    if game.commit == 1 and listening & ((1 << ABILITY.INSTEAD) | (1 << ABILITY.ALSO)):
        for kind in (ABILITY.INSTEAD, ABILITY.ALSO):
            if answered(game):
                k = take(game) - OBJECTS - CODE.MODE
                _start_modifier(game, book, k)
                return False
            if (listening >> kind) & 1:
                count = _find_modifiers(game, book, kind)
                if count > 0:
                    who = int(game.commit_controller)
                    if who < 0:
                        who = initiative(game)
                    if not ask(game, DECIDE.MODIFIER, who, -1):
                        return False
                    k = take(game) - OBJECTS - CODE.MODE
                    _start_modifier(game, book, k)
                    return False
    game.commit = 2  # nothing modifies the step any more (6.2.m)
    if not _roll(game):
        return False
    _happen(game, book)
    return True


@compiled
def _die(game):
    """A fair die (1.1.7.d); in a scenario the dice to come are fixed."""
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
def _roll(game):
    """Roll the dice of the step, let its controller ignore as many as a modifier says; the
    result is looked at first (7.3.33.c)."""
    for i in range(int(game.acts)):
        if game.act[i, EV.KIND] != EV.ROLL:
            continue
        if int(game.act[i, EV.FLAGS]) & FLAG.DONE == 0:
            game.act[i, EV.FLAGS] = int(game.act[i, EV.FLAGS]) | FLAG.DONE
            n = min(16, int(game.act[i, EV.AMOUNT]))
            game.dice_count = n
            for d in range(n):
                game.dice[d] = _die(game)
        while game.act[i, EV.WHAT] > 0 and game.dice_count > 0:
            if not answered(game):
                for d in range(int(game.dice_count)):
                    offer(game, CODE.NUMBER + int(game.dice[d]))
                if not ask(game, DECIDE.DIE, int(game.act[i, EV.DOER]), -1):
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
            game.act[i, EV.WHAT] = int(game.act[i, EV.WHAT]) - 1
        game.act[i, EV.AMOUNT] = game.dice_count
    return True


@compiled
def _can_hold(game, x, status):
    """May x gain this status (2.4.1)?"""
    zone = int(game.obj[x, C.ZONE])
    if zone == Z.DISCARD or zone == Z.DECK or zone == Z.HAND:
        return False
    return not (status & STATUS.FLEETING and int(game.obj[x, C.TYPE]) & TYPE.LANDMARK_PERMANENT)


@compiled
def _gain_status(game, book, i, x):
    for bit in range(5):
        status = 1 << bit
        if int(game.act[i, EV.WHAT]) & status == 0 or not _can_hold(game, x, status):
            continue
        if int(game.obj[x, C.STATUS]) & status:
            if not _even(game, book, x, status):  # 2.4.1.f, g
                continue
        game.obj[x, C.STATUS] = int(game.obj[x, C.STATUS]) | status
        note(game, EV.GAIN, int(game.act[i, EV.CAUSE]), x, x, int(game.act[i, EV.DOER]), 1, status)
        game.dirty = 1
        sets.add(game.result, x)
        game.result_number += 1


@compiled
def _even(game, book, x, status):
    """Has x a passive ability that it can gain a status that it already has (2.4.1.g)?"""
    card = book.card[game.obj[x, C.CARD]]
    if (int(card.statements) >> ABILITY.CAN) & 1:
        for a in range(int(card.first), int(card.last)):
            if book.ability[a].kind == ABILITY.CAN and book.ability[a].event == EV.GAIN:
                if int(book.ability[a].even) & status and ability_works(game, book, x, a):
                    return True
    return False


@compiled
def _defended(game, expedition):
    """7.4.2.b: a Defender keeps its Expedition from moving forward during Dusk."""
    if game.phase != PHASE.DUSK:
        return False
    row = game.zone[Z.EXPEDITION, expedition // 2]
    x = sets.first(row)
    while x >= 0:
        if (int(game.obj[x, C.PRESENCE]) >> expedition) & 1:
            if int(game.obj[x, C.KEYWORDS]) & KW.DEFENDER:
                return True
        x = sets.after(row, x)
    return False


@compiled
def _advance(game, book, i):
    """Move an Expedition (7.3.24, 7.3.25); in the Arena nothing happens."""
    e = int(game.act[i, EV.TO])
    n = int(game.act[i, EV.AMOUNT])
    if game.arena or n == 0:
        return
    at = int(game.progress[e])
    to = min(REGIONS - 1, max(0, at + n))
    if to == at:
        return
    if n > 0:
        if _defended(game, e) and not _may_anyway(game, book, e):
            return
        reveal_up_to(game, e, to)
        game.moved_today = int(game.moved_today) | (1 << e)
    game.progress[e] = to
    row = note(
        game,
        EV.PROGRESS,
        int(game.act[i, EV.CAUSE]),
        -1,
        -1,
        int(game.act[i, EV.DOER]),
        to - at,
        int(game.act[i, EV.WHAT]),
    )
    game.event[row, EV.TO] = e
    game.dirty = 1
    game.result_number += abs(to - at)


@compiled
def _may_anyway(game, book, e):
    """An ability that lets an Expedition move although a Defender is in it."""
    row = game.zone[Z.EXPEDITION, e // 2]
    x = sets.first(row)
    while x >= 0:
        card = book.card[game.obj[x, C.CARD]]
        if (int(card.statements) >> ABILITY.CAN) & 1 and (int(game.obj[x, C.PRESENCE]) >> e) & 1:
            for a in range(int(card.first), int(card.last)):
                if book.ability[a].kind == ABILITY.CAN and book.ability[a].event == EV.PROGRESS:
                    if ability_works(game, book, x, a):
                        return True
        x = sets.after(row, x)
    return False


@compiled
def _pay(game, player, n):
    x = sets.first(game.zone[Z.MANA, player])
    while x >= 0 and n > 0:
        if int(game.obj[x, C.STATUS]) & STATUS.EXHAUSTED == 0:
            game.obj[x, C.STATUS] = int(game.obj[x, C.STATUS]) | STATUS.EXHAUSTED
            n -= 1
        x = sets.after(game.zone[Z.MANA, player], x)


@compiled
def _mark(game, i):
    """Place a Terrain Marker of these terrains on a region; one of them is moved there."""
    region = int(game.act[i, EV.TO])
    terrains = int(game.act[i, EV.WHAT])
    k = 0
    while k < MARKERS and game.marker_terrains[k] != 0:
        k += 1
    if k == MARKERS:
        fail(game, ERROR.MARKERS, MARKERS)
        return
    game.stamp += 1
    game.marker_region[k] = region
    game.marker_terrains[k] = terrains
    game.marker_stamp[k] = game.stamp
    game.dirty = 1
    note(game, EV.MARK, 0, -1, -1, int(game.act[i, EV.DOER]), 1, terrains)
    game.result_number += 1


@compiled
def _expedition_of(mask):
    """The one Expedition of a mask; -1 where there is none."""
    if mask == 0:
        return -1
    expedition = 0
    while (mask >> expedition) & 1 == 0:
        expedition += 1
    return expedition


@compiled
def _act_move(game, book, i, x):
    zone = int(game.act[i, EV.TO])
    expedition = -1
    if zone == Z.EXPEDITION:
        expedition = _expedition_of(int(game.act[i, EV.TO_PRESENCE]))
    from_limbo = game.obj[x, C.ZONE] == Z.LIMBO
    player = int(game.obj[x, C.SIDE])
    y = move(
        game,
        book,
        x,
        zone,
        int(game.act[i, EV.TO_SIDE]),
        expedition,
        int(game.act[i, EV.CAUSE]),
        int(game.act[i, EV.DOER]),
        int(game.act[i, EV.FLAGS]),
        int(game.act[i, EV.AMOUNT]),
    )
    if from_limbo:  # a card is played when it leaves Limbo (7.5.12)
        row = note(game, EV.PLAY, CAUSE.PLAY, x, y, player, 1, 0)
        game.event[row, EV.FROM] = game.obj[x, C.ORIGIN]
    if y >= 0:
        sets.add(game.result, y)
        status = int(game.obj[y, C.STATUS])
        for bit in range(5):  # 7.5.4.a remark: arriving with a status is becoming it
            if (status >> bit) & 1 and zone == Z.EXPEDITION and x != y:
                note(game, EV.GAIN, 0, y, y, int(game.act[i, EV.DOER]), 1, 1 << bit)
    game.result_number += 1


@compiled
def _perform(game, book, i):
    """One atomic action."""
    kind = int(game.act[i, EV.KIND])
    x = int(game.act[i, EV.OBJECT])
    doer = int(game.act[i, EV.DOER])
    amount = int(game.act[i, EV.AMOUNT])
    what = int(game.act[i, EV.WHAT])
    cause = int(game.act[i, EV.CAUSE])
    if kind == EV.NONE:
        return
    if x >= 0 and game.obj[x, C.LIFE] != 1:
        return  # an object that no longer exists cannot be altered (2.1.i, 6.3.j)
    if kind == EV.MOVE:
        if x >= 0:
            _act_move(game, book, i, x)
        else:  # a token
            expedition = _expedition_of(int(game.act[i, EV.TO_PRESENCE]))
            y = create(game, book, what, int(game.act[i, EV.TO_SIDE]), expedition, doer)
            sets.add(game.result, y)
            game.result_number += 1
    elif kind == EV.GAIN:
        if what >= 1000:
            zone = int(game.obj[x, C.ZONE])
            if zone != Z.DISCARD and zone != Z.DECK and zone != Z.HAND and amount > 0:
                add_counter(game, book, x, what - 1000, amount)
                note(game, EV.GAIN, cause, x, x, doer, amount, what)
                sets.add(game.result, x)
                game.result_number += amount
        else:
            _gain_status(game, book, i, x)
    elif kind == EV.LOSE:
        if what >= 1000:
            lost = min(amount, _counters(game, x, what - 1000))
            if lost > 0:
                add_counter(game, book, x, what - 1000, -lost)
                note(game, EV.LOSE, cause, x, x, doer, lost, what)
                sets.add(game.result, x)
                game.result_number += lost
        else:
            lost = int(game.obj[x, C.STATUS]) & what
            if lost != 0:
                game.obj[x, C.STATUS] = int(game.obj[x, C.STATUS]) & ~what
                note(game, EV.LOSE, cause, x, x, doer, 1, lost)
                game.dirty = 1
                sets.add(game.result, x)
                game.result_number += 1
    elif kind == EV.PAY:
        _pay(game, doer, amount)
        game.result_number += amount
        note(game, EV.PAY, cause, -1, -1, doer, amount, 0)
    elif kind == EV.PROGRESS:
        if cause & CAUSE.PUT and amount == 0:
            _ascend(game, i)
        else:
            _advance(game, book, i)
    elif kind == EV.FAIL:
        row = note(game, EV.FAIL, cause, -1, -1, doer, 1, 0)
        game.event[row, EV.TO] = game.act[i, EV.TO]
    elif kind == EV.ROLL:
        total = 0
        for d in range(int(game.dice_count)):
            total += int(game.dice[d])
        game.result_number += total
        note(game, EV.ROLL, cause, -1, -1, doer, int(game.dice_count), 0)
    elif kind == EV.REVEAL:
        game.obj[x, C.KNOWN] = int(game.obj[x, C.KNOWN]) | what
        note(game, EV.REVEAL, cause, x, x, doer, 1, 0)
        sets.add(game.result, x)
        game.result_number += 1
    elif kind == EV.PASS:
        game.passed = int(game.passed) | (1 << doer)
        game.end_turn = 1
        row = note(game, EV.PASS, cause, -1, -1, doer, 1, 0)
        everyone = (1 << int(game.players)) - 1
        game.event[row, EV.WHAT] = 1 if int(game.passed) == everyone else 2
    elif kind == EV.AT:
        note(game, EV.AT, cause, -1, -1, -1, 1, what)
    elif kind == EV.MARK:
        _mark(game, i)
    elif kind == EV.GRANT:
        add_grant(game, x, what, -1)
        game.dirty = 1
    elif kind == EV.TURN:
        _turn(game, i, doer, what)
    elif kind == EV.ACTIVATE:
        _activate(game, book, x, what, amount)


@compiled
def _counters(game, x, kind):
    if kind == 0:
        return int(game.obj[x, C.BOOSTS])
    for k in range(3):
        if game.obj[x, C.COUNTER_KIND + k] == kind:
            return int(game.obj[x, C.COUNTER_NUMBER + k])
    return 0


@compiled
def _activate(game, book, x, symbols, who):
    """Activate the Reactions of x that have these symbols (7.3.1.b); x creates them."""
    controller = int(game.obj[x, C.SIDE])
    card = book.card[game.obj[x, C.CARD]]
    for a in range(int(card.first), int(card.last)):
        if int(book.ability[a].symbol) & symbols and book.ability[a].kind == ABILITY.REACTION:
            if cannot_activate(game, book, x, a):
                continue
            m = new_emblem(game, 1, a, controller, x, x, 0)
            if m >= 0:
                sets.add(game.emblem_set[m], x)
                game.result_number += 1
    for g in range(int(game.grants)):
        if game.grant_object[g] == x:
            a = int(game.grant_ability[g])
            if int(book.ability[a].symbol) & symbols and book.ability[a].kind == ABILITY.REACTION:
                if cannot_activate(game, book, x, a):
                    continue
                m = new_emblem(game, 1, a, controller, x, x, 0)
                if m >= 0:
                    sets.add(game.emblem_set[m], x)
                    game.result_number += 1


@compiled
def _ascend(game, i):
    """An Expedition gains Ascended (7.3.3), or loses it where the flag says so."""
    e = int(game.act[i, EV.TO])
    if int(game.act[i, EV.FLAGS]) & FLAG.DONE:
        if (int(game.ascended) >> e) & 1:
            game.ascended = int(game.ascended) & ~(1 << e)
            game.result_number += 1
        return
    if (int(game.ascended) >> e) & 1 == 0:
        game.ascended = int(game.ascended) | (1 << e)
        row = note(game, EV.GAIN, 0, -1, -1, int(game.act[i, EV.DOER]), 1, 512)
        game.event[row, EV.TO] = Z.EXPEDITION
        game.event[row, EV.TO_SIDE] = e // 2
        game.event[row, EV.TO_PRESENCE] = 1 << e
        game.result_number += 1


@compiled
def _turn(game, i, player, what):
    if what == 1:  # After You (7.3.2)
        game.end_turn = 1
    elif what == 2:
        game.extra_turns[player] = int(game.extra_turns[player]) + 1
    elif what == 3:
        game.first_player = player
    elif what == 4 and game.winner < 0:
        game.winner = player
        game.over = 1


@compiled
def _follow(game):
    """An ability finds the new object of what its own effect moved (2.1.f, 2.1.g)."""
    f = int(game.commit_depth) - 1
    for e in range(int(game.events)):
        if game.event[e, EV.KIND] != EV.MOVE or f < 0:
            continue
        x = int(game.event[e, EV.OBJECT])
        y = int(game.event[e, EV.AFTER])
        if x >= 0 and y >= 0 and x != y and game.frame[f, F.ME_NOW] == x:
            game.frame[f, F.ME_NOW] = y


@compiled
def _log_events(game, book):
    for e in range(int(game.events)):
        kind = int(game.event[e, EV.KIND])
        cause = int(game.event[e, EV.CAUSE])
        kept = kind == EV.PASS or kind == EV.ROLL
        kept = kept or kind == EV.PROGRESS or kind == EV.FAIL
        if kind == EV.MOVE:
            kept = cause & (CAUSE.SACRIFICE | CAUSE.DISCARD | CAUSE.SABOTAGE) != 0
        if kept:
            x = int(game.event[e, EV.AFTER])
            if x < 0:
                x = int(game.event[e, EV.OBJECT])
            record(game, book, kind, cause, int(game.event[e, EV.DOER]), x)


@compiled
def _happen(game, book):
    """The step happens and becomes an event (6.2.m)."""
    stamp = int(game.stamp)
    game.events = 0
    sets.clear(game.result)
    game.result_number = 0
    started = 0
    for i in range(int(game.acts)):
        x = int(game.act[i, EV.OBJECT])
        if game.act[i, EV.USED] != 0 or (
            game.act[i, EV.KIND] != EV.NONE and (x < 0 or game.obj[x, C.LIFE] == 1)
        ):
            started = 1
        _perform(game, book, i)
    for i in range(int(game.acts)):
        for column in range(EV.COLUMNS):
            game.act[i, column] = 0
    game.acts = 0
    f = int(game.commit_depth) - 1
    if f >= 0:
        sets.copy(game.set[f, 1], game.result)
        game.frame[f, F.RESULT] = game.result_number
        game.frame[f, F.STARTED] = started
    _follow(game)
    if game.dirty:
        refresh(game, book)
    if game.events > 0:
        _log_events(game, book)
        trigger(game, book, stamp)
        if game.dirty:
            refresh(game, book)
    game.commit = 0
    for i in range(int(game.events)):
        for column in range(EV.COLUMNS):
            game.event[i, column] = 0
    game.events = 0
    for w in range(WORDS):
        game.result[w] = 0
    for k in range(int(game.otherwises)):
        number = int(game.otherwise[k])
        source = int(game.modifier_slot[number])
        a = int(game.modifier_ability[number])
        if source >= 0:
            controller = int(game.obj[source, C.SIDE])
            pc = int(book.ability[a].otherwise)
            push_effect(game, pc, controller, source, source, 0, 0)
    for k in range(16):
        game.modifier_slot[k] = 0
        game.modifier_ability[k] = 0
        game.otherwise[k] = 0
        game.dice[k] = 0
    game.modifiers = 0
    game.otherwises = 0
    game.dice_count = 0
    game.commit_depth = 0
