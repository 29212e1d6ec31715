"""Passive abilities that change characteristics (2.3): re-evaluated after each event.

Characteristics start from their base values; then the abilities apply one at a time, by timestamp
and dependency (2.3.2, 2.3.3). The results are columns of the record, so choices and views read them
at no cost.
"""

from . import sets
from .captures import load_kept
from .compiled import compiled
from .layout import EVERY_BIT, GAINED, GRANTS, PASSIVES, REGIONS, WORDS, F, M
from .objects import fail, settle
from .reading import evaluate, evaluate_with
from .terms import ABILITY, EMBLEM, ERROR, FN, HAVE, KW, STATUS, TERRAIN, TYPE, C, Z

NO_MAXIMUM = 30000


@compiled
def zone_bit(zone):
    """Return the FN bit of an object's zone."""
    if zone == Z.EXPEDITION or zone == Z.LANDMARK:
        return FN.PLAY
    if zone == Z.HERO:
        return FN.HERO
    if zone == Z.RESERVE:
        return FN.RESERVE
    if zone == Z.HAND:
        return FN.HAND
    if zone == Z.LIMBO:
        return FN.LIMBO
    return 0


@compiled
def ability_works(game, book, x, a):
    """Return whether ability a of object x works in the place of x (1.2.4.d, 2.2.12.g-j)."""
    zone = int(game.obj[x, C.ZONE])
    if int(book.ability[a].works) & zone_bit(zone) == 0 or game.obj[x, C.MUTE] != 0:
        return False
    if zone == Z.RESERVE and int(game.obj[x, C.STATUS]) & STATUS.EXHAUSTED:
        if book.ability[a].works == FN.RESERVE:
            return False
    gate = int(book.ability[a].gate)
    if gate >= 0:
        return evaluate(game, book, gate, int(game.obj[x, C.SIDE]), x, -1, 0) != 0
    return True


@compiled
def _heard(book, a):
    """Return the events to listen for if an object or emblem has ability a, as a mask."""
    kind = int(book.ability[a].kind)
    return (1 << kind) | ((1 << ABILITY.VOLATILE) if kind == ABILITY.HAVE else 0)


@compiled
def add_grant(game, book, x, a, source):
    """Give object x ability a: from a passive of `source`, or permanently if it is -1."""
    for i in range(int(game.grants)):
        if game.grant_object[i] == x and game.grant_ability[i] == a:
            if game.grant_source[i] == source:
                return
    n = int(game.grants)
    if n >= GRANTS:
        fail(game, ERROR.GRANTS, GRANTS)
        return
    game.grant_object[n] = x
    game.grant_ability[n] = a
    game.grant_source[n] = source
    game.grants = n + 1
    game.listening = int(game.listening) | _heard(book, a)


@compiled
def gain_subtypes(game, x, subtypes):
    """Add these sub-types to object x permanently."""
    n = int(game.gained)
    i = 0
    while i < n and game.gained_object[i] != x:
        i += 1
    if i >= GAINED:
        fail(game, ERROR.GRANTS, GAINED)
        return
    if i == n:
        game.gained = n + 1
        game.gained_object[i] = x
    game.gained_subtypes[i] = int(game.gained_subtypes[i]) | subtypes
    game.dirty = 1


@compiled
def _add_gained(game):
    """Restore permanently gained abilities and sub-types."""
    for i in range(int(game.gained)):
        x = int(game.gained_object[i])
        if game.obj[x, C.LIFE] == 1:
            game.subtypes[x] = int(game.subtypes[x]) | int(game.gained_subtypes[i])
            sets.add(game.altered, x)


@compiled
def _reset(game, book):
    """Reset every characteristic to its base value."""
    n = 0
    for i in range(int(game.grants)):
        x = int(game.grant_object[i])
        if game.grant_source[i] == -1 and game.obj[x, C.LIFE] == 1:
            game.grant_object[n] = x
            game.grant_ability[n] = game.grant_ability[i]
            game.grant_source[n] = -1
            n += 1
    for i in range(n, int(game.grants)):
        game.grant_object[i] = 0
        game.grant_ability[i] = 0
        game.grant_source[i] = 0
    game.grants = n
    game.behind_as = 0
    game.contact_as = 0
    for player in range(int(game.players)):
        game.reserve_limit[player] = 2  # 3.2.10.b, 3.2.7.c
        game.landmark_limit[player] = 2
        row = game.zone[Z.HERO, player]
        x = sets.first(row)
        while x >= 0:
            card = book.card[game.obj[x, C.CARD]]
            game.reserve_limit[player] = card.reserve_limit
            game.landmark_limit[player] = card.landmark_limit
            x = sets.after(row, x)
    x = sets.first(game.altered)
    while x >= 0:
        if game.obj[x, C.LIFE] == 1:
            settle(game, book, x)
        x = sets.after(game.altered, x)
    sets.clear(game.altered)
    listening = 0
    x = sets.first(game.stating)
    while x >= 0:
        listening |= int(book.card[game.obj[x, C.CARD]].statements)
        x = sets.after(game.stating, x)
    if game.gained > 0:
        _add_gained(game)
    for i in range(n):
        listening |= _heard(book, int(game.grant_ability[i]))
    for m in range(int(game.emblems)):
        if game.emblem[m, M.KIND] == EMBLEM.ONGOING:
            listening |= _heard(book, int(game.emblem[m, M.ABILITY]))
    game.listening = listening
    for r in range(REGIONS):
        game.terrain_now[r] = game.terrain[r] if game.face_up[r] != 0 else 0
    if game.arena:
        game.terrain_now[0] = TERRAIN.ALL
    # Terrain Markers first, by their own timestamps (3.2.1.e)
    for k in range(int(game.markers)):
        game.terrain_now[game.marker_region[k]] = game.marker_terrains[k]


@compiled
def _add_passive(game, source, a, stamp):
    n = int(game.passives)
    for i in range(n):
        if game.passive_source[i] == source and game.passive_ability[i] == a:
            return
    if n >= PASSIVES:
        fail(game, ERROR.DEPENDENCY, PASSIVES)
        return
    game.passive_source[n] = source
    game.passive_ability[n] = a
    game.passive_stamp[n] = stamp
    game.passive_done[n] = 0
    game.passives = n + 1


@compiled
def _collect(game, book):
    """Collect the current passive abilities; those already known keep their place."""
    want = 1 << ABILITY.HAVE
    x = sets.first(game.stating)
    while x >= 0:
        card = book.card[game.obj[x, C.CARD]]
        if int(card.statements) & want:
            zone = zone_bit(int(game.obj[x, C.ZONE]))
            for a in range(int(card.first), int(card.last)):
                if book.ability[a].kind == ABILITY.HAVE:
                    if int(book.ability[a].works) & zone:
                        _add_passive(game, x, a, int(game.timestamp[x]))
        x = sets.after(game.stating, x)
    for i in range(int(game.grants)):
        a = int(game.grant_ability[i])
        if book.ability[a].kind == ABILITY.HAVE:
            x = int(game.grant_object[i])
            _add_passive(game, x, a, int(game.timestamp[x]))
    for m in range(int(game.emblems)):
        if game.emblem[m, M.KIND] == EMBLEM.ONGOING:
            a = int(game.emblem[m, M.ABILITY])
            if book.ability[a].kind == ABILITY.HAVE:
                _add_passive(game, -2 - m, a, int(game.emblem_stamp[m]))


@compiled
def _exists(game, book, i):
    source = int(game.passive_source[i])
    a = int(game.passive_ability[i])
    if source <= -2:
        return True
    card = book.card[game.obj[source, C.CARD]]
    if a < card.first or a >= card.last:
        granted = False
        for g in range(int(game.grants)):
            if game.grant_object[g] == source and game.grant_ability[g] == a:
                granted = True
        if not granted:
            return False
    return ability_works(game, book, source, a)


@compiled
def _evaluate_passive(game, book, i, was):
    """Evaluate passive i into set 1 and registers 0 (value), 1 (mask) of the frame above; `was` is
    the value that it changes."""
    source = int(game.passive_source[i])
    a = int(game.passive_ability[i])
    f = int(game.depth)
    if source <= -2:
        m = -2 - source
        sets.copy(game.set[f, 0], game.emblem_set[m])
        controller = int(game.emblem[m, M.CONTROLLER])
        me = int(game.emblem[m, M.ME])
        load_kept(game, f, int(game.emblem[m, M.KEPT]))
    else:
        sets.clear(game.set[f, 0])
        controller = int(game.obj[source, C.SIDE])
        me = source
    sets.clear(game.set[f, 1])
    game.frame[f, F.REGISTER + 1] = 0
    evaluate_with(game, book, f, int(book.ability[a].subject), controller, me, was)


@compiled
def _apply(game, book, i):
    """Apply passive i."""
    if not _exists(game, book, i):
        return
    _evaluate_passive(game, book, i, 0)
    f = int(game.depth)
    a = int(game.passive_ability[i])
    kind = int(book.ability[a].property)
    what = int(book.ability[a].value)
    number = int(game.frame[f, F.REGISTER])
    mask = int(game.frame[f, F.REGISTER + 1])
    if kind == HAVE.TERRAIN_ONLY or kind == HAVE.TERRAIN_ALSO:
        for r in range(REGIONS):
            if (mask >> r) & 1 and (game.face_up[r] != 0 or game.arena):
                if kind == HAVE.TERRAIN_ONLY:
                    game.terrain_now[r] = what
                else:
                    game.terrain_now[r] = int(game.terrain_now[r]) | what
        return
    if kind == HAVE.BEHIND:
        game.behind_as = int(game.behind_as) | mask
        return
    if kind == HAVE.IN_CONTACT:
        game.contact_as = int(game.contact_as) | mask
        return
    if kind == HAVE.RESERVE_LIMIT or kind == HAVE.LANDMARK_LIMIT:
        for player in range(int(game.players)):
            if (mask >> player) & 1:
                if kind == HAVE.RESERVE_LIMIT:
                    _evaluate_passive(game, book, i, int(game.reserve_limit[player]))
                    game.reserve_limit[player] = int(game.frame[f, F.REGISTER])
                else:
                    _evaluate_passive(game, book, i, int(game.landmark_limit[player]))
                    game.landmark_limit[player] = int(game.frame[f, F.REGISTER])
        return
    x = sets.first(game.set[f, 1])
    while x >= 0:
        if game.obj[x, C.LIFE] != 1:
            x = sets.after(game.set[f, 1], x)
            continue  # the object captured by an emblem is gone (2.1.i)
        sets.add(game.altered, x)
        if kind == HAVE.KEYWORDS:
            game.obj[x, C.KEYWORDS] = int(game.obj[x, C.KEYWORDS]) | what
            if what & KW.GIGANTIC and game.obj[x, C.EXPEDITION] >= 0:
                game.obj[x, C.PRESENCE] = 3 << (2 * int(game.obj[x, C.SIDE]))
        elif kind == HAVE.TOUGH:
            game.obj[x, C.TOUGH] = int(game.obj[x, C.TOUGH]) + number
        elif kind == HAVE.ABILITY:
            add_grant(game, book, x, what, int(game.passive_source[i]))
        elif kind == HAVE.STATISTIC:
            game.obj[x, what] = number + int(game.obj[x, C.BOOSTS])
        elif kind == HAVE.STATISTIC_MORE:
            if int(game.obj[x, C.TYPE]) & TYPE.CHARACTER:  # others have none (2.2.11.c)
                game.obj[x, what] = int(game.obj[x, what]) + number
        elif kind == HAVE.HIGHEST:
            best = max(
                int(game.obj[x, C.FOREST]), int(game.obj[x, C.MOUNTAIN]), int(game.obj[x, C.WATER])
            )
            for t in range(3):
                game.obj[x, C.FOREST + t] = best
        elif kind == HAVE.SUBTYPES:
            game.subtypes[x] = int(game.subtypes[x]) | (1 << what)
        elif kind == HAVE.TYPE:
            game.obj[x, C.TYPE] = int(game.obj[x, C.TYPE]) | what
        elif kind == HAVE.MAXIMUM:
            game.obj[x, C.BEYOND] = min(NO_MAXIMUM, int(game.obj[x, C.BEYOND]) + number)
        elif kind == HAVE.MUTE:
            game.obj[x, C.MUTE] = 1
        x = sets.after(game.set[f, 1], x)


@compiled
def _signature(game, book, i):
    """Return a number that changes when passive i's existence, subjects or effect change."""
    if not _exists(game, book, i):
        return -1
    _evaluate_passive(game, book, i, 0)
    f = int(game.depth)
    mark = int(game.frame[f, F.REGISTER]) * 31 + int(game.frame[f, F.REGISTER + 1])
    for w in range(WORDS):
        mark = (mark * 1_000_003 + int(game.set[f, 1, w])) & 0xFFFFFFFFFFF
    return mark


@compiled
def _replay(game, book):
    """Restore the state after the passives applied so far, in their order."""
    _reset(game, book)
    order = 1
    found = True
    while found:
        found = False
        for i in range(int(game.passives)):
            if game.passive_done[i] == order:
                _apply(game, book, i)
                found = True
        order += 1


@compiled
def _next_passive(game, book):
    """Return the unapplied passive with the smallest timestamp that is free from dependency
    (2.3.3), found by the rules' own test: apply B, see whether A changed."""
    n = int(game.passives)
    clash = False
    for i in range(n):
        if game.passive_done[i] == 0:
            for j in range(n):
                if i != j and game.passive_done[j] == 0:
                    reads = int(book.ability[game.passive_ability[i]].reads)
                    if reads & int(book.ability[game.passive_ability[j]].writes):
                        clash = True
    for i in range(n):
        game.passive_needs[i] = 0
    if clash:
        for j in range(n):
            if game.passive_done[j] != 0:
                continue
            for i in range(n):
                if i == j or game.passive_done[i] != 0:
                    continue
                reads = int(book.ability[game.passive_ability[i]].reads)
                if reads & int(book.ability[game.passive_ability[j]].writes) == 0:
                    continue
                before = _signature(game, book, i)
                _apply(game, book, j)
                after = _signature(game, book, i)
                _replay(game, book)
                if before != after:
                    game.passive_needs[i] = int(game.passive_needs[i]) | (1 << j)
        for k in range(n):  # transitive closure (2.3.2.g)
            for i in range(n):
                if (int(game.passive_needs[i]) >> k) & 1:
                    game.passive_needs[i] = int(game.passive_needs[i]) | int(game.passive_needs[k])
    best = -1
    for i in range(n):
        if game.passive_done[i] != 0:
            continue
        free = True
        for j in range(n):
            if j != i and (int(game.passive_needs[i]) >> j) & 1 and game.passive_done[j] == 0:
                if (int(game.passive_needs[j]) >> i) & 1 == 0:
                    free = False
        if free and (best < 0 or game.passive_stamp[i] < game.passive_stamp[best]):
            best = i
    return best


@compiled
def outdate(game):
    """Invalidate cached characteristics: `refresh` starts again from the objects' cards."""
    for w in range(WORDS):
        game.altered[w] = EVERY_BIT
    game.dirty = 1


@compiled
def refresh(game, book):
    """Re-evaluate every passive ability that changes a characteristic."""
    game.dirty = 0
    _reset(game, book)
    if int(game.listening) & (1 << ABILITY.HAVE) == 0:
        return
    game.passives = 0
    _collect(game, book)
    order = 0
    while True:
        i = _next_passive(game, book)
        if i < 0:
            break
        order += 1
        grants = int(game.grants)
        _apply(game, book, i)
        game.passive_done[i] = order
        if game.grants != grants:
            _collect(game, book)
        if order > PASSIVES:
            break
    for i in range(int(game.passives)):
        game.passive_source[i] = 0
        game.passive_ability[i] = 0
        game.passive_stamp[i] = 0
        game.passive_done[i] = 0
        game.passive_needs[i] = 0
    game.passives = 0
