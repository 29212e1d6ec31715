"""Simultaneous arrivals: the order of timestamps, and Gigantic's second Expedition."""

from . import sets
from .choices import answered, ask, offer_object, take
from .compiled import compiled
from .initiative import nth_player
from .objects import note
from .terms import ABILITY, ACT, DECIDE, EV, C, Z


@compiled
def _passives_clash(game, book, x, y):
    """Return whether the order of x and y could matter: one writes what the other reads or
    writes."""
    one = book.card[game.obj[x, C.CARD]]
    other = book.card[game.obj[y, C.CARD]]
    for a in range(int(one.first), int(one.last)):
        if book.ability[a].kind != ABILITY.HAVE:
            continue
        for b in range(int(other.first), int(other.last)):
            if book.ability[b].kind != ABILITY.HAVE or a == b:
                continue
            mine = int(book.ability[a].writes)
            if mine & (int(book.ability[b].writes) | int(book.ability[b].reads)):
                return True
    return False


@compiled
def conflicting_arrivals(game, book):
    """Mark objects that entered play together and whose timestamp order could matter (2.2.16.d).
    Return False if there are none."""
    sets.clear(game.arrived)
    if game.events < 2:
        return False
    found = False
    for e in range(int(game.events)):
        x = int(game.event[e, ACT.AFTER])
        if game.event[e, ACT.KIND] != EV.MOVE or x < 0 or x == game.event[e, ACT.OBJECT]:
            continue
        card = book.card[game.obj[x, C.CARD]]
        if (int(card.statements) >> ABILITY.HAVE) & 1 == 0 or game.obj[x, C.ZONE] < Z.EXPEDITION:
            continue
        for d in range(int(game.events)):
            y = int(game.event[d, ACT.AFTER])
            if d == e or game.event[d, ACT.KIND] != EV.MOVE or y < 0 or y == x:
                continue
            if game.obj[y, C.ZONE] >= Z.EXPEDITION:
                if _passives_clash(game, book, x, y) or _passives_clash(game, book, y, x):
                    sets.add(game.arrived, x)
                    found = True
    return found


@compiled
def order_arrivals(game):
    """Let each player, in initiative order, choose the order in which their objects arrived. Return
    True when it is settled."""
    for i in range(int(game.players)):
        p = nth_player(game, i)
        while True:
            if answered(game):
                x = take(game)
            else:
                count = 0
                x = sets.first(game.arrived)
                while x >= 0:
                    if game.obj[x, C.SIDE] == p:
                        offer_object(game, x)
                        count += 1
                    x = sets.after(game.arrived, x)
                if count == 0:
                    break
                if not ask(game, DECIDE.TIMESTAMP, p, -1):
                    return False
                x = take(game)
            sets.remove(game.arrived, x)
            game.stamp += 1
            game.timestamp[x] = game.stamp
    return True


@compiled
def remember_presence(game):
    """Record, after the event and before passives are re-evaluated, the Expeditions in which
    objects were before it: only the objects that it moved have left theirs."""
    for p in range(int(game.players)):
        row = game.zone[Z.EXPEDITION, p]
        x = sets.first(row)
        while x >= 0:
            game.was_in[x] = game.obj[x, C.PRESENCE]
            x = sets.after(row, x)
    remember_moved(game)


@compiled
def remember_moved(game):
    """Record the former Expeditions of the objects that the event moved."""
    for e in range(int(game.events)):
        if game.event[e, ACT.KIND] == EV.MOVE:
            x = int(game.event[e, ACT.OBJECT])
            y = int(game.event[e, ACT.AFTER])
            if y >= 0:
                game.was_in[y] = 0
            if x >= 0:
                game.was_in[x] = game.event[e, ACT.FROM_PRESENCE]


@compiled
def note_presence(game):
    """Record Characters that joined or left an Expedition by gaining or losing Gigantic (7.4.4.o,
    7.4.4.p), or joined both by entering play Gigantic (7.4.4.c). Only records about the objects of
    an event remain."""
    known = int(game.events)
    for i in range(int(game.players)):
        p = nth_player(game, i)
        row = game.zone[Z.EXPEDITION, p]
        x = sets.first(row)
        while x >= 0:
            now = int(game.obj[x, C.PRESENCE])
            was = int(game.was_in[x])
            if now != was:
                came = False
                for e in range(known):
                    if game.event[e, ACT.KIND] == EV.MOVE and game.event[e, ACT.AFTER] == x:
                        game.event[e, ACT.TO_PRESENCE] = now
                        came = True
                if not came and was != 0:
                    e = note(game, EV.MOVE, 0, x, x, -1, 1, 0)
                    game.event[e, ACT.FROM_PRESENCE] = was
                    game.event[e, ACT.FLAGS] = Z.EXPEDITION
            else:
                game.was_in[x] = 0
            x = sets.after(row, x)


@compiled
def forget_presence(game):
    """Clear the records of a completed step before its events."""
    for e in range(int(game.events)):
        x = int(game.event[e, ACT.OBJECT])
        if x >= 0:
            game.was_in[x] = 0
