"""Atomic actions: a step applied to one object, one Expedition or one player (6.1.e)."""

from . import sets
from .activating import perform_activation
from .adventure import reveal_up_to
from .compiled import compiled
from .knowing import reveal_to
from .layout import LENGTH, MARKERS, M
from .objects import add_counter, counter, create, fail, move, note
from .passives import ability_works, add_grant, gain_subtypes
from .reading import ROLLED
from .terms import ABILITY, ACT, CAUSE, EMBLEM, ERROR, EV, FLAG, RULE, STATUS, TYPE, C, Z


@compiled
def _can_hold(game, x, status):
    """Return whether x may gain this status (2.4.1)."""
    zone = int(game.obj[x, C.ZONE])
    if zone == Z.DISCARD or zone == Z.DECK or zone == Z.HAND:
        return False
    return not (status & STATUS.FLEETING and int(game.obj[x, C.TYPE]) & TYPE.LANDMARK_PERMANENT)


@compiled
def possible(game, book, i):
    """Return whether action i can happen. An object cannot gain a status that it has, unless an
    ability allows it, nor lose a status or counters that it lacks (2.4.1.f to h); and a player who
    has passed has no turn left to pass (1.3.2.d, 4.2.3.e)."""
    kind = int(game.act[i, ACT.KIND])
    x = int(game.act[i, ACT.OBJECT])
    what = int(game.act[i, ACT.WHAT])
    if kind == EV.NONE:
        return False
    if kind == EV.PASS:
        return (int(game.passed) >> int(game.act[i, ACT.DOER])) & 1 == 0
    if x < 0:
        return True
    if game.obj[x, C.LIFE] != 1:
        return False
    if kind == EV.LOSE:
        if what >= 1000:
            return counter(game, x, what - 1000) > 0
        return int(game.obj[x, C.STATUS]) & what != 0
    if kind == EV.GAIN and what < 1000:
        for bit in range(5):
            status = 1 << bit
            if what & status and _can_hold(game, x, status):
                if int(game.obj[x, C.STATUS]) & status == 0 or _even(game, book, x, status):
                    return True
        return False
    return True


@compiled
def _gain_status(game, book, i, x):
    for bit in range(5):
        status = 1 << bit
        if int(game.act[i, ACT.WHAT]) & status == 0 or not _can_hold(game, x, status):
            continue
        if int(game.obj[x, C.STATUS]) & status:
            if not _even(game, book, x, status):  # 2.4.1.f, g
                continue
        game.obj[x, C.STATUS] = int(game.obj[x, C.STATUS]) | status
        cause = int(game.act[i, ACT.CAUSE])
        note(game, EV.GAIN, cause, x, x, int(game.act[i, ACT.DOER]), 1, status)
        game.dirty = 1
        if cause & CAUSE.COST == 0:  # the action of a cost is not a result
            sets.add(game.result, x)
            game.result_number += 1


@compiled
def _even(game, book, x, status):
    """Return whether a passive ability lets x gain a status it already has (2.4.1.g)."""
    card = book.card[game.obj[x, C.CARD]]
    if (int(card.statements) >> ABILITY.CAN) & 1:
        for a in range(int(card.first), int(card.last)):
            if book.ability[a].kind == ABILITY.CAN and book.ability[a].event == EV.GAIN:
                if int(book.ability[a].even) & status and ability_works(game, book, x, a):
                    return True
    return False


@compiled
def _advance(game, i):
    """Move an Expedition if it can move (7.3.24, 7.3.25)."""
    e = int(game.act[i, ACT.TO])
    n = int(game.act[i, ACT.AMOUNT])
    at = int(game.progress[e])
    to = min(LENGTH - 1, max(0, at + n))
    if n > 0:
        reveal_up_to(game, e, to)
        game.moved_today = int(game.moved_today) | (1 << e)
    game.progress[e] = to
    row = note(
        game,
        EV.PROGRESS,
        int(game.act[i, ACT.CAUSE]),
        -1,
        -1,
        int(game.act[i, ACT.DOER]),
        to - at,
        int(game.act[i, ACT.WHAT]),
    )
    game.event[row, ACT.TO] = e
    game.dirty = 1
    game.result_number += abs(to - at)


@compiled
def _pay(game, player, n):
    if int(game.rules) & RULE.MANA_UNLIMITED:
        return
    x = sets.first(game.zone[Z.MANA, player])
    while x >= 0 and n > 0:
        if int(game.obj[x, C.STATUS]) & STATUS.EXHAUSTED == 0:
            game.obj[x, C.STATUS] = int(game.obj[x, C.STATUS]) | STATUS.EXHAUSTED
            n -= 1
        x = sets.after(game.zone[Z.MANA, player], x)


@compiled
def _mark(game, i):
    """Place a Terrain Marker of these terrains on a region, or move one from another region
    (3.2.1.d); a moved one is a new object with a new timestamp (7.3.23.b)."""
    region = int(game.act[i, ACT.TO])
    terrains = int(game.act[i, ACT.WHAT])
    source = int(game.act[i, ACT.FROM])  # a mask; 0 for a new one
    n = int(game.markers)
    k = 0
    if source != 0:
        while k < n and not (
            game.marker_terrains[k] == terrains and (source >> int(game.marker_region[k])) & 1
        ):
            k += 1
        if k == n:
            return
        for later in range(k + 1, n):
            game.marker_region[later - 1] = game.marker_region[later]
            game.marker_terrains[later - 1] = game.marker_terrains[later]
        n -= 1
    elif n == MARKERS:
        fail(game, ERROR.MARKERS, MARKERS)
        return
    game.marker_region[n] = region
    game.marker_terrains[n] = terrains
    game.markers = n + 1
    game.dirty = 1
    note(game, EV.MARK, 0, -1, -1, int(game.act[i, ACT.DOER]), 1, terrains)
    game.result_number += 1


@compiled
def _expedition_of(mask):
    """Return the one Expedition of a mask; -1 if it is empty."""
    if mask == 0:
        return -1
    expedition = 0
    while (mask >> expedition) & 1 == 0:
        expedition += 1
    return expedition


@compiled
def _act_move(game, book, i, x):
    zone = int(game.act[i, ACT.TO])
    expedition = -1
    if zone == Z.EXPEDITION:
        expedition = _expedition_of(int(game.act[i, ACT.TO_PRESENCE]))
    from_limbo = game.obj[x, C.ZONE] == Z.LIMBO
    flags = int(game.act[i, ACT.FLAGS])
    cause = int(game.act[i, ACT.CAUSE])
    exhausts = flags & FLAG.EXHAUSTED != 0 and cause & CAUSE.RESUPPLY != 0
    if exhausts:  # "they Resupply, then they exhaust the resupplied card" (7.3.14.a)
        flags &= ~FLAG.EXHAUSTED
    player = int(game.obj[x, C.SIDE])
    y = move(
        game,
        book,
        x,
        zone,
        int(game.act[i, ACT.TO_SIDE]),
        expedition,
        cause,
        int(game.act[i, ACT.DOER]),
        flags,
        int(game.act[i, ACT.AMOUNT]),
    )
    if from_limbo:  # a card is played when it leaves Limbo (7.5.12)
        row = note(game, EV.PLAY, CAUSE.PLAY, x, y, player, 1, 0)
        game.event[row, ACT.FROM] = game.obj[x, C.ORIGIN]
    if y >= 0:
        sets.add(game.result, y)
        if exhausts:
            sets.add(game.resupplied, y)
        status = int(game.obj[y, C.STATUS])
        if status != 0 and x != y and zone in (Z.EXPEDITION, Z.LANDMARK, Z.RESERVE):
            for bit in range(5):  # 7.5.4.a remark: arriving with a status counts as gaining it
                if (status >> bit) & 1:
                    note(game, EV.GAIN, 0, y, y, int(game.act[i, ACT.DOER]), 1, 1 << bit)
    else:
        sets.add(game.result, x)  # a former token: an effect may refer to what it was (2.1.h)
    game.result_number += 1


@compiled
def _passing_order(game, player):
    """Return the order of a pass: 2 for the first of all, 1 after all opponents, otherwise 0.
    Passes in one step are simultaneous."""
    now = 0
    for i in range(int(game.acts)):
        if game.act[i, ACT.KIND] == EV.PASS:
            now |= 1 << int(game.act[i, ACT.DOER])
    before = int(game.passed) & ~now
    if now == 1 << player and before & ~int(game.out) == 0:
        return 2
    for other in range(int(game.players)):
        if game.team[other] != game.team[player] and (before >> other) & 1 == 0:
            return 0
    return 1


@compiled
def perform(game, book, i):
    """Perform one atomic action."""
    kind = int(game.act[i, ACT.KIND])
    x = int(game.act[i, ACT.OBJECT])
    doer = int(game.act[i, ACT.DOER])
    amount = int(game.act[i, ACT.AMOUNT])
    what = int(game.act[i, ACT.WHAT])
    cause = int(game.act[i, ACT.CAUSE])
    if kind == EV.NONE:
        return
    if kind == EV.ACTIVATE and cause & CAUSE.PLAY:  # a quick action, even if its cost moved it
        note(game, EV.ACTIVATE, cause, x, -1, doer, 1, what)
        return
    if x >= 0 and game.obj[x, C.LIFE] != 1:
        if kind == EV.MOVE or game.act[i, ACT.USED] == 0 or game.obj[x, C.NEXT] < 0:
            return  # an object that no longer exists cannot be altered (2.1.i, 6.3.j)
        x = int(game.obj[x, C.NEXT])  # a modifier refers to the new object (2.1.f)
    if kind == EV.MOVE:
        if x >= 0:
            _act_move(game, book, i, x)
        else:  # a token
            expedition = _expedition_of(int(game.act[i, ACT.TO_PRESENCE]))
            to = int(game.act[i, ACT.TO])
            y = create(game, book, what, int(game.act[i, ACT.TO_SIDE]), to, expedition, doer)
            if int(game.act[i, ACT.FLAGS]) & FLAG.EXHAUSTED:  # 7.5.4.a remark: it becomes exhausted
                game.obj[y, C.STATUS] = STATUS.EXHAUSTED
                note(game, EV.GAIN, 0, y, y, doer, 1, STATUS.EXHAUSTED)
            sets.add(game.result, y)
            game.result_number += 1
    elif (kind == EV.GAIN or kind == EV.LOSE) and what == STATUS.ASCENDED:
        _ascend(game, i)
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
            lost = min(amount, counter(game, x, what - 1000))
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
    elif kind == EV.SPARED:  # it was sacrificed, whatever the outcome (7.3.36.b)
        note(game, EV.MOVE, CAUSE.SACRIFICE, x, x, doer, 1, 0)
    elif kind == EV.PAY:
        _pay(game, doer, amount)
        game.result_number += amount
        note(game, EV.PAY, cause, -1, -1, doer, amount, 0)
    elif kind == EV.PROGRESS:
        _advance(game, i)
    elif kind == EV.FAIL:
        row = note(game, EV.FAIL, cause, -1, -1, doer, 1, 0)
        game.event[row, ACT.TO] = game.act[i, ACT.TO]
    elif kind == EV.ROLL:
        total = int(game.act[i, ACT.TO_SIDE])  # the number added to the dice
        for d in range(int(game.dice_count)):
            total += int(game.dice[d])
        game.result_number += total
        row = note(game, EV.ROLL, cause, -1, -1, doer, int(game.dice_count), 0)
        game.event[row, ACT.TO_SIDE] = total
        for m in range(int(game.emblems)):  # Reactions created just before it happened
            if game.emblem[m, M.KIND] == EMBLEM.REACTION and game.emblem[m, M.USES] < 0:
                game.emblem[m, M.USES] = 0
                game.emblem[m, M.N] = ROLLED * total
    elif kind == EV.REVEAL:
        reveal_to(game, x, what)
        note(game, EV.REVEAL, cause, x, x, doer, 1, 0)
        sets.add(game.result, x)
        game.result_number += 1
    elif kind == EV.PASS:
        if not possible(game, book, i):
            return
        game.passed = int(game.passed) | (1 << doer)
        if doer == game.turn_player:
            game.end_turn = 1
        row = note(game, EV.PASS, cause, -1, -1, doer, 1, 0)
        game.event[row, ACT.WHAT] = _passing_order(game, doer)
    elif kind == EV.AT:
        note(game, EV.AT, cause, -1, -1, -1, 1, what)
    elif kind == EV.MARK:
        _mark(game, i)
    elif kind == EV.GRANT:
        source = (int(game.act[i, ACT.FLAGS]) & FLAG.OF) - 1
        if source >= 0:
            gain_subtypes(game, x, int(game.subtypes[source]))
        else:
            add_grant(game, book, x, what, -1)
        game.dirty = 1
    elif kind == EV.TURN:
        _turn(game, i, doer, what)
    elif kind == EV.ACTIVATE:
        perform_activation(game, book, i)


@compiled
def _ascend(game, i):
    """Let an Expedition gain Ascended (7.3.3) or lose it, if it can."""
    mask = int(game.act[i, ACT.TO_PRESENCE])
    kind = int(game.act[i, ACT.KIND])
    if (int(game.ascended) & mask != 0) == (kind == EV.GAIN):
        return
    game.ascended = int(game.ascended) ^ mask
    game.dirty = 1
    row = note(game, kind, 0, -1, -1, int(game.act[i, ACT.DOER]), 1, STATUS.ASCENDED)
    game.event[row, ACT.TO] = Z.EXPEDITION
    game.event[row, ACT.TO_SIDE] = game.act[i, ACT.TO_SIDE]
    game.event[row, ACT.TO_PRESENCE] = mask
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
        game.winner = game.team[player]  # a team has the number of its first player
        game.over = 1
