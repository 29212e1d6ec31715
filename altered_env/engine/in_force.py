"""Statements in force: one iteration over all active statements of a kind, from any source.

Objects come first, in the order of their slots, then what they were granted, then emblems. Each
statement has a number from which the iteration continues:

    k = -1
    while True:
        k, a, me, controller, kept = next_in_force(game, book, ABILITY.CANT, k, -1)
        if k < 0:
            break

`a` is the ability, `me` its bearer (for an emblem, the object whose effect created it), and `kept`
the emblem's captures.

Passives have a separate iteration (`passives.py`): they are collected before it is known which of
them work (2.3).
"""

from . import sets
from .compiled import compiled
from .layout import GRANTS, OBJECTS, M
from .passives import ability_works
from .terms import EMBLEM, FN, C

WIDE = 1 << 12
"""More than the number of abilities on a card."""
GRANTED = OBJECTS * WIDE
"""The first number of grants."""
MADE = GRANTED + GRANTS
"""The first number of emblems."""
OF_EMBLEMS = MADE - 1
"""Iterating from here yields only statements of emblems."""


@compiled
def next_in_force(game, book, kind, k, played):
    """Return the next statement of this kind after number k, -1 for the first: its number, ability,
    bearer, controller and captures; number -1 for none. Statements printed on the card being
    `played` (-1 for none), and other cards' statements about playing themselves, are skipped: those
    are read from the card separately (5.1.2.d). Granted statements count."""
    if k < GRANTED - 1:
        x = k // WIDE
        skip = k % WIDE + 1
        if k < 0:
            x = sets.first(game.stating)
            skip = 0
        while x >= 0:
            card = book.card[game.obj[x, C.CARD]]
            if (int(card.statements) >> kind) & 1 and x != played:
                begin = int(card.first)
                for a in range(begin + skip, int(card.last)):
                    if book.ability[a].kind != kind:
                        continue
                    if played >= 0 and int(book.ability[a].works) & FN.HAND:
                        continue
                    if ability_works(game, book, x, a):
                        return x * WIDE + a - begin, a, x, int(game.obj[x, C.SIDE]), 0
            x = sets.after(game.stating, x)
            skip = 0
        k = GRANTED - 1
    if k < OF_EMBLEMS:
        for g in range(k + 1 - GRANTED, int(game.grants)):
            a = int(game.grant_ability[g])
            x = int(game.grant_object[g])
            if book.ability[a].kind == kind and ability_works(game, book, x, a):
                return GRANTED + g, a, x, int(game.obj[x, C.SIDE]), 0
        k = OF_EMBLEMS
    for m in range(k + 1 - MADE, int(game.emblems)):
        if game.emblem[m, M.KIND] == EMBLEM.ONGOING:
            a = int(game.emblem[m, M.ABILITY])
            if book.ability[a].kind == kind:
                me = int(game.emblem[m, M.ME])
                return (
                    MADE + m,
                    a,
                    me,
                    int(game.emblem[m, M.CONTROLLER]),
                    int(game.emblem[m, M.KEPT]),
                )
    return -1, -1, -1, -1, 0


@compiled
def emblem_of(k):
    """Return the emblem of the statement with number k; -1 if it has none."""
    return k - MADE if k >= MADE else -1
