"""Modifiers (6.2): what changes a step before it happens."""

from __future__ import annotations

from . import sets
from .choices import offer
from .compiled import compiled
from .costs import check_cost
from .keeping import load_kept
from .layout import F, M
from .matching import matches, place_of
from .objects import fail, ready_orbs
from .passives import ability_works
from .reactions import use_emblem
from .staging import push_effect
from .terms import ABILITY, CODE, ERROR, EV, FLAG, STATUS, C, Z

__all__ = ["FLEETING", "carry_out", "find_modifiers", "start_modifier"]

FLEETING = CODE.DONE - CODE.MODE
"""The number, beside those of abilities, of the rule that modifies where what is Fleeting goes."""
INSTEAD_OF_RESERVE = 100


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
def find_modifiers(game, book, kind):
    """Offer every modifier of this kind that applies; returns how many."""
    count = 0
    x = sets.first(game.stating)
    while x >= 0:
        card = book.card[game.obj[x, C.CARD]]
        if (int(card.statements) >> kind) & 1:
            side = int(game.obj[x, C.SIDE])
            for a in range(int(card.first), int(card.last)):
                if book.ability[a].kind == kind and ability_works(game, book, x, a):
                    count += _offer_modifier(game, book, x, a, side, x, 0)
        x = sets.after(game.stating, x)
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
                kept = int(game.emblem[m, M.KEPT])
                count += _offer_modifier(game, book, -2 - m, a, controller, me, kept)
    if count >= INSTEAD_OF_RESERVE:
        offer(game, CODE.MODE + FLEETING)
    return count


@compiled
def _exhausting(game, x):
    """Is x about to be exhausted in the step under way?"""
    for i in range(int(game.acts)):
        if game.act[i, EV.KIND] == EV.GAIN and game.act[i, EV.OBJECT] == x:
            if game.act[i, EV.WHAT] == STATUS.EXHAUSTED:
                return True
    return False


@compiled
def _payable(game, book, a, controller, me):
    """Can the cost of modifier a be paid, beside what the step already costs?"""
    mana = check_cost(game, book, int(book.ability[a].cost_check), controller, me)
    if mana < 0:
        return False
    for i in range(int(game.acts)):
        if game.act[i, EV.KIND] == EV.PAY and game.act[i, EV.DOER] == controller:
            mana += int(game.act[i, EV.AMOUNT])
    return mana <= ready_orbs(game, controller)


@compiled
def _offer_modifier(game, book, source, a, controller, me, kept):
    if book.ability[a].event == EV.PLAY:
        return 0  # it makes a Reaction when the card is played (5.2.d)
    if book.ability[a].cost_check >= 0 and not _payable(game, book, a, controller, me):
        return 0
    found = 0
    if book.ability[a].kind == ABILITY.RAISE and book.ability[a].property != 0:
        if int(game.obj[me, C.STATUS]) & STATUS.EXHAUSTED or _exhausting(game, me):
            return 0  # it cannot be exhausted
    for i in range(int(game.acts)):
        if game.act[i, EV.KIND] == EV.NONE:
            continue
        how = _applies(game, book, a, me, controller, kept, i)
        if how != 0:
            k = _known_modifier(game, source, a)
            if (int(game.act[i, EV.USED]) >> k) & 1 == 0:
                offer(game, CODE.MODE + k)
                found = max(found, how)
    return found


@compiled
def _applies(game, book, a, me, controller, kept, i):
    """Does modifier a apply to action i: 0 if not. That a Fleeting object is discarded instead of
    going to Reserve modifies the action as well (2.4.7.d); INSTEAD_OF_RESERVE if a applies only
    as long as that has not."""
    if matches(game, book, a, me, controller, kept, game.act, i):
        return 1
    if int(game.act[i, EV.FLAGS]) & FLAG.FLEES == 0 or book.ability[a].kind != ABILITY.INSTEAD:
        return 0
    game.act[i, EV.TO] = Z.RESERVE
    so = matches(game, book, a, me, controller, kept, game.act, i)
    game.act[i, EV.TO] = Z.DISCARD
    return INSTEAD_OF_RESERVE if so else 0


@compiled
def start_modifier(game, book, k):
    """Carry out modifier k on the first action it applies to."""
    if k == FLEETING:  # what is Fleeting is discarded
        for i in range(int(game.acts)):
            game.act[i, EV.FLAGS] = int(game.act[i, EV.FLAGS]) & ~FLAG.FLEES
        return
    source = int(game.modifier_slot[k])
    a = int(game.modifier_ability[k])
    controller = 0
    me = source
    kept = 0
    if source <= -2:
        m = -2 - source
        controller = int(game.emblem[m, M.CONTROLLER])
        me = int(game.emblem[m, M.ME])
        kept = int(game.emblem[m, M.KEPT])
    else:
        controller = int(game.obj[source, C.SIDE])
    for i in range(int(game.acts)):
        if game.act[i, EV.KIND] == EV.NONE or (int(game.act[i, EV.USED]) >> k) & 1:
            continue
        if _applies(game, book, a, me, controller, kept, i) == 0:
            continue
        game.act[i, EV.USED] = int(game.act[i, EV.USED]) | (1 << k)
        game.modified_act = i
        if book.ability[a].optional != 0:
            game.modifier_now = k
            return
        carry_out(game, book, k, i)
        return
    game.modifier_now = -1


@compiled
def carry_out(game, book, k, i):
    source = int(game.modifier_slot[k])
    a = int(game.modifier_ability[k])
    me = source
    if source <= -2:
        m = -2 - source
        controller = int(game.emblem[m, M.CONTROLLER])
        me = int(game.emblem[m, M.ME])
    else:
        controller = int(game.obj[source, C.SIDE])
    amount = int(game.act[i, EV.AMOUNT])
    f = push_effect(game, int(book.ability[a].effect), controller, me, me, amount, 2)
    if source <= -2:
        load_kept(game, f, int(game.emblem[-2 - source, M.KEPT]))
        use_emblem(game, -2 - source)
    if place_of(game.act[i]) != 0:
        game.frame[f, F.BEFORE] = -2 - place_of(game.act[i])
    game.frame[f, F.BUDGET] = game.acts
    game.frame[f, F.SPENT] = game.act[i, EV.USED]
    x = int(game.act[i, EV.OBJECT])
    if x >= 0:
        sets.add(game.set[f, 0], x)
    if book.ability[a].kind == ABILITY.INSTEAD:
        if game.act[i, EV.KIND] == EV.ROLL:
            game.frame[f, F.OPTIONS] = game.act[i, EV.WHAT]  # dice already to be ignored
        game.act[i, EV.KIND] = EV.NONE
    game.modifier_now = -1
