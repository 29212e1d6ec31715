"""Determinizations: worlds consistent with a player's information.

Unknown cards are shuffled: the opponent's among the hand, the Deck and the face-down Mana Orbs, the
player's own in the Deck. With closed deck lists, the opponent's unknown cards are sampled
(`beliefs.py`). Face-down Tumult cards are laid out again, and the random generator is reseeded.
Every object keeps its slot, so that references stay valid.
"""

from . import sets
from .adventure import tumult_at
from .beliefs import believe
from .chance import below, next_bits
from .choices import withdraw
from .compiled import compiled
from .faces import found_by_face
from .knowing import knows
from .layout import DECK_MAX, FRAMES, KEPT_SETS, OBJECTS, PLAYERS, SETS, TUMULT, F, M
from .objects import settle
from .stack_arrays import counts
from .terms import DECIDE, EMBLEM, RULE, C, Z
from .turns import offer_turn

_new_held = counts(DECK_MAX)


@compiled
def _hide(game, player, row):
    """Collect the cards whose faces the player does not know in a set."""
    sets.clear(row)
    for who in range(int(game.players)):
        for zone in (Z.DECK, Z.HAND, Z.MANA):
            x = sets.first(game.zone[zone, who])
            while x >= 0:
                if not knows(game, x, player):
                    sets.add(row, x)
                x = sets.after(game.zone[zone, who], x)


@compiled
def _public(game, x):
    """Return whether a card is public because its ability is in progress or pending, wherever it
    is."""
    for f in range(int(game.depth)):
        if game.frame[f, F.ME] == x or game.frame[f, F.ME_NOW] == x:
            return True
    for m in range(int(game.emblems)):
        if game.emblem[m, M.KIND] != EMBLEM.NONE:
            if game.emblem[m, M.ME] == x or game.emblem[m, M.ME_NOW] == x:
                return True
    return False


@compiled
def _alike(game, player, x, y):
    """Return whether the effects in progress bind both objects in the same way.

    Cards that another player found by faces unknown to this one are shuffled among themselves. Any
    other place may hold any card, including the objects held by the player's own effects, which
    find nothing by an unknown face.
    """
    for f in range(int(game.depth)):
        bound = int(game.order[DECK_MAX + f])
        for k in range(SETS):
            if (bound >> k) & 1:
                if sets.has(game.set[f, k], x) != sets.has(game.set[f, k], y):
                    return False
    for m in range(int(game.emblems)):
        if game.emblem[m, M.KIND] != EMBLEM.NONE and game.emblem[m, M.CONTROLLER] != player:
            kept = int(game.emblem[m, M.KEPT])
            if kept > 0:
                for k in range(KEPT_SETS):
                    row = game.kept_set[kept - 1, k]
                    if sets.has(row, x) != sets.has(row, y):
                        return False
    return True


@compiled
def _is_found(game, player, x):
    """Return whether another player found this object by its face in an unfinished effect
    (`_alike`)."""
    for f in range(int(game.depth)):
        bound = int(game.order[DECK_MAX + f])
        for k in range(SETS):
            if (bound >> k) & 1 and sets.has(game.set[f, k], x):
                return True
    for m in range(int(game.emblems)):
        if game.emblem[m, M.KIND] != EMBLEM.NONE and game.emblem[m, M.CONTROLLER] != player:
            kept = int(game.emblem[m, M.KEPT])
            if kept > 0:
                for k in range(KEPT_SETS):
                    if sets.has(game.kept_set[kept - 1, k], x):
                        return True
    return False


@compiled
def _swap(game, x, y):
    card = int(game.obj[x, C.CARD])
    game.obj[x, C.CARD] = game.obj[y, C.CARD]
    game.obj[y, C.CARD] = card


@compiled
def _binds(game, player):
    """Return whether an effect holds some of the cards apart from others (`_alike`)."""
    for f in range(int(game.depth)):
        if game.order[DECK_MAX + f] != 0:
            return True
    for m in range(int(game.emblems)):
        if game.emblem[m, M.KIND] != EMBLEM.NONE and game.emblem[m, M.CONTROLLER] != player:
            if game.emblem[m, M.KEPT] > 0:
                return True
    return False


@compiled
def _mix(game, n, rng):
    """Shuffle the first n cards of `order`, like `_mix_alike` if all are alike."""
    row = game.order
    for i in range(1, n):
        j = i
        while j > 0 and game.obj[row[j - 1], C.CARD] > game.obj[row[j], C.CARD]:
            _swap(game, int(row[j - 1]), int(row[j]))
            j -= 1
    for i in range(n - 1, 0, -1):
        pick = below(rng, i + 1)
        if pick < i:
            _swap(game, int(row[i]), int(row[pick]))


@compiled
def _mix_alike(game, player, n, rng):
    """Shuffle the first n cards of `order`, each among those that are held alike."""
    row = game.order
    for i in range(n):
        x = int(row[i])
        for j in range(i):
            y = int(row[j])
            if game.obj[y, C.CARD] > game.obj[x, C.CARD] and _alike(game, player, x, y):
                _swap(game, x, y)
    for i in range(n - 1, 0, -1):
        x = int(row[i])
        alike = 1
        for j in range(i):
            if _alike(game, player, x, int(row[j])):
                alike += 1
        pick = below(rng, alike)
        for j in range(i):
            y = int(row[j])
            if _alike(game, player, x, y):
                if pick == 0:
                    _swap(game, x, y)
                    break
                pick -= 1


@compiled
def _change_places(game, book, player, owner, hidden, rng):
    """Shuffle the cards of one owner that the player does not know, each among those that are held
    alike; or, with a closed list, replace them.

    They are sorted first, so that the result does not reveal their true places. Usually nothing
    holds any of them, and pairs need not be compared.
    """
    row = game.order
    for f in range(int(game.depth)):
        own = game.frame[f, F.CONTROLLER] == player
        row[DECK_MAX + f] = 0 if own else found_by_face(game, book, f)
    n = 0
    x = sets.first(hidden)
    while x >= 0:
        if game.obj[x, C.OWNER] == owner and n < DECK_MAX and not _public(game, x):
            row[n] = x
            n += 1
        x = sets.after(hidden, x)
    if owner != player and int(game.rules) & RULE.LISTS_CLOSED:
        held = _new_held()
        if _binds(game, player):
            for i in range(n):
                held[i] = 1 if _is_found(game, player, int(row[i])) else 0
        believe(game, book, owner, row, held, n, rng)
    elif _binds(game, player):
        _mix_alike(game, player, n, rng)
    else:
        _mix(game, n, rng)
    for i in range(DECK_MAX + FRAMES):
        row[i] = 0


@compiled
def _follow_gone(game, hidden):
    """Make the last known state of a hidden card match its new card: until that is known, such a
    gone object names its successor, as -2 - slot."""
    x = sets.first(game.gone)
    while x >= 0:
        zone = int(game.obj[x, C.ZONE])
        if zone == Z.DECK or zone == Z.HAND or zone == Z.MANA:
            now = x
            for _ in range(OBJECTS):
                if now < 0 or game.obj[now, C.LIFE] != 2:
                    break
                now = int(game.obj[now, C.NEXT])
            if now >= 0 and sets.has(hidden, now):
                if game.obj[now, C.CARD] == game.obj[x, C.CARD]:
                    game.obj[x, C.CARD] = -2 - now
        x = sets.after(game.gone, x)


@compiled
def _settle_all(game, book, hidden):
    """Write the characteristics of the cards now in these slots, and of the gone objects they
    succeed."""
    x = sets.first(hidden)
    while x >= 0:
        settle(game, book, x)
        x = sets.after(hidden, x)
    x = sets.first(game.gone)
    while x >= 0:
        now = -2 - int(game.obj[x, C.CARD])
        if now >= 0:
            game.obj[x, C.CARD] = game.obj[now, C.CARD]
            settle(game, book, x)
        x = sets.after(game.gone, x)


@compiled
def _swap_tumult(game, q, r):
    for half in range(2):
        terrains = int(game.terrain[r + half])
        game.terrain[r + half] = game.terrain[q + half]
        game.terrain[q + half] = terrains


@compiled
def _turn_tumult(game, r):
    terrains = int(game.terrain[r])
    game.terrain[r] = game.terrain[r + 1]
    game.terrain[r + 1] = terrains


@compiled
def _single(game, r):
    """Return the identity of a Tumult card: the lower number of its halves."""
    return min(int(game.terrain[r]), int(game.terrain[r + 1]))


@compiled
def _lay_tumult(game, rng):
    """Lay out the face-down Tumult cards again, in any order and orientation (4.1.c)."""
    if game.arena:
        return
    for k in range(TUMULT):  # sorted first, like the cards
        r = tumult_at(k)
        if game.face_up[r] == 0 and game.terrain[r] != _single(game, r):
            _turn_tumult(game, r)
        for j in range(k):
            q = tumult_at(j)
            if game.face_up[r] == 0 and game.face_up[q] == 0:
                if _single(game, q) > _single(game, r):
                    _swap_tumult(game, q, r)
    for k in range(TUMULT - 1, -1, -1):
        r = tumult_at(k)
        if game.face_up[r]:
            continue
        down = 0
        for j in range(k + 1):
            if game.face_up[tumult_at(j)] == 0:
                down += 1
        pick = below(rng, down)
        for j in range(k + 1):
            q = tumult_at(j)
            if game.face_up[q] == 0:
                if pick == 0:
                    _swap_tumult(game, q, r)
                    break
                pick -= 1
        if below(rng, 2):
            _turn_tumult(game, r)
    if PLAYERS > 2:
        _turn_alike(game, tumult_at(1), tumult_at(4))


@compiled
def _turn_alike(game, q, r):
    """Turn the same half of the two central Tumult cards to their Hero regions (MP-09)."""
    one = int(game.terrain[q])
    other = int(game.terrain[r])
    if game.face_up[r] == 0 and (one & (one - 1) == 0) != (other & (other - 1) == 0):
        _turn_tumult(game, r)


@compiled
def _reopen_turn(game, book):
    """Offer the plays of the opponent's turn again, with other cards.

    If there are none, passing is offered: the decision stays open, since the player has seen it
    open.
    """
    withdraw(game)
    offer_turn(game, book, int(game.decider))


@compiled
def resample(game, book, player, rng):
    """Turn the game into another determinization for the player, drawn from `rng`."""
    hidden = game.keep  # free between steps
    _hide(game, player, hidden)
    _follow_gone(game, hidden)
    for owner in range(int(game.players)):
        _change_places(game, book, player, owner, hidden, rng)
    _settle_all(game, book, hidden)
    sets.clear(hidden)
    _lay_tumult(game, rng)
    for k in range(4):
        game.rng[k] = next_bits(rng)
    if game.rng[0] + game.rng[1] + game.rng[2] + game.rng[3] == 0:
        game.rng[0] = 1
    if game.decision == DECIDE.TURN and game.decider != player:
        _reopen_turn(game, book)
    for f in range(int(game.depth), FRAMES):  # trials there reveal hidden cards
        game.frame[f, :] = 0
        game.set[f, :, :] = 0
        game.targeted[f, :] = 0
