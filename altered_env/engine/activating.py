"""Activation of objects' abilities (7.3.1.b): finding and executing them."""

from . import sets
from .choices import answered, ask, offer, take
from .compiled import compiled
from .layout import ACTIONS, OBJECTS, F, M
from .objects import fail, note
from .prohibitions import cannot_activate
from .reactions import LIMIT, activate, times_used
from .reading import evaluate, value
from .staging import stage
from .terms import ABILITY, ACT, CODE, DECIDE, ERROR, EV, FLAG, FRAME, C

SYMBOLS = 5
MODES = CODE.NUMBER - CODE.MODE


@compiled
def _nth(game, book, x, number):
    """Return the ability of x with this number, granted ones last; -1 beyond them."""
    card = book.card[game.obj[x, C.CARD]]
    first = int(card.first)
    if first + number < int(card.last):
        return first + number
    count = int(card.last) - first
    for g in range(int(game.grants)):
        if game.grant_object[g] == x:
            if count == number:
                return int(game.grant_ability[g])
            count += 1
    return -1


@compiled
def can_activate(game, book, x, a, bearer, symbols):
    """Return whether ability a of x has one of these symbols and could be activated by `bearer`.
    A Reaction must exist (7.3.1.a), and nothing may prevent its activation (7.3.1.e, 7.3.19)."""
    kind = int(book.ability[a].kind)
    if kind != ABILITY.REACTION and kind != ABILITY.QUICK:
        return False
    if int(book.ability[a].symbol) & symbols == 0 or game.obj[x, C.MUTE] != 0:
        return False
    gate = int(book.ability[a].gate)
    if gate >= 0 and evaluate(game, book, gate, int(game.obj[bearer, C.SIDE]), bearer, -1, 0) == 0:
        return False
    return times_used(game, bearer, a) < LIMIT and not cannot_activate(game, book, bearer, a)


@compiled
def _has_any(game, book, x, bearer, symbols):
    number = 0
    a = _nth(game, book, x, 0)
    while a >= 0:
        if can_activate(game, book, x, a, bearer, symbols):
            return True
        number += 1
        a = _nth(game, book, x, number)
    return False


@compiled
def keep_activatable(game, book, f, pc):
    """Keep the objects of a set that have an ability that could be activated."""
    row = game.set[f, int(book.code[pc + 1])]
    symbols = int(book.code[pc + 2])
    bearer = sets.first(game.set[f, int(book.code[pc + 3])]) if book.code[pc + 3] >= 0 else -1
    x = sets.first(row)
    while x >= 0:
        if not _has_any(game, book, x, bearer if bearer >= 0 else x, symbols):
            sets.remove(row, x)
        x = sets.after(row, x)


@compiled
def stage_activation(game, book, x, symbols, bearer, doer):
    """Stage the activation of all abilities of x with these symbols."""
    for k in range(SYMBOLS):
        if (symbols >> k) & 1 and _has_any(game, book, x, bearer if bearer >= 0 else x, 1 << k):
            i = stage(game, EV.ACTIVATE, 0, x, doer, 1, 1 << k, 0)
            game.act[i, ACT.FLAGS] = bearer + 1


@compiled
def _staged(game, x, a):
    """Return whether ability a of x is among those about to be activated."""
    for i in range(int(game.acts)):
        if game.act[i, ACT.KIND] == EV.ACTIVATE and game.act[i, ACT.OBJECT] == x:
            if game.act[i, ACT.AMOUNT] == a + 2:
                return True
    return False


@compiled
def ability_asked(game, book, number):
    """Return the object and ability, as object * 65536 + ability, of an answer to `ask_abilities`
    in the top frame; -1 if there is none."""
    f = int(game.depth) - 1
    pc = int(game.frame[f, F.PC])
    row = game.set[f, int(book.code[pc + 1])]
    symbols = int(book.code[pc + 2])
    bearer = sets.first(game.set[f, int(book.code[pc + 5])]) if book.code[pc + 5] >= 0 else -1
    count = 0
    x = sets.first(row)
    while x >= 0:
        k = 0
        a = _nth(game, book, x, 0)
        while a >= 0:
            if can_activate(game, book, x, a, bearer if bearer >= 0 else x, symbols):
                if count == number:
                    return x * 65536 + a
                count += 1
            k += 1
            a = _nth(game, book, x, k)
        x = sets.after(row, x)
    return -1


@compiled
def ability_of_answer(game, book, action):
    """Return the ability of the book that an offered answer is or belongs to: a Reaction, a
    modifier, an ability to activate, one with modes. -1 for other answers."""
    if action < OBJECTS or action >= ACTIONS or game.mask[action] == 0:
        return -1
    m = action - OBJECTS - CODE.EMBLEM
    if m >= 0 and game.decision == DECIDE.REACTION:
        return int(game.emblem[m, M.ABILITY])
    k = action - OBJECTS - CODE.MODE
    if k >= 0 and game.decision == DECIDE.ABILITY:
        return ability_asked(game, book, k) % 65536
    if k >= 0 and (game.decision == DECIDE.MODIFIER or game.decision == DECIDE.RAISE):
        return int(game.modifier_ability[k])
    if k >= 0 and game.decision == DECIDE.MODE:
        for f in range(int(game.depth) - 1, -1, -1):
            if game.frame[f, F.ABILITY] >= 0:
                return int(game.frame[f, F.ABILITY])
            if game.frame[f, F.KIND] == FRAME.PLAY:
                return -1
    return -1


@compiled
def ask_abilities(game, book, f, pc):
    """Choose which abilities of some objects are activated, and stage it; False while waiting for
    the answer."""
    code = book.code
    bearer = sets.first(game.set[f, int(code[pc + 5])]) if code[pc + 5] >= 0 else -1
    least = value(game, f, int(code[pc + 3]))
    most = value(game, f, int(code[pc + 4]))
    doer = int(game.frame[f, F.DOER])
    while True:
        if answered(game):
            k = take(game) - OBJECTS - CODE.MODE
            if k < 0:  # done
                break
            found = ability_asked(game, book, k)
            a = found % 65536
            symbol = int(book.ability[a].symbol)
            i = stage(game, EV.ACTIVATE, 0, found // 65536, doer, a + 2, symbol, 0)
            game.act[i, ACT.FLAGS] = bearer + 1
            game.frame[f, F.PICKED] = int(game.frame[f, F.PICKED]) + 1
        picks = int(game.frame[f, F.PICKED])
        if picks >= most:
            break
        number = 0
        found = ability_asked(game, book, 0)
        while found >= 0:
            if number >= MODES:
                fail(game, ERROR.ABILITIES, MODES)
                return False
            if not _staged(game, found // 65536, found % 65536):
                offer(game, CODE.MODE + number)
            number += 1
            found = ability_asked(game, book, number)
        if game.offered == 0:
            break
        if picks >= least:
            offer(game, CODE.DONE)
        if not ask(game, DECIDE.ABILITY, doer, int(game.frame[f, F.ME])):
            return False
    game.frame[f, F.PICKED] = 0
    return True


@compiled
def perform_activation(game, book, i):
    """Activate the abilities of action i. The object creates the Reaction (7.3.1.d), unless another
    one activates it as its own; an ability with a cost is activated without paying it."""
    x = int(game.act[i, ACT.OBJECT])
    bearer = (int(game.act[i, ACT.FLAGS]) & FLAG.OF) - 1
    if bearer < 0:
        bearer = x
    only = int(game.act[i, ACT.AMOUNT]) - 2
    symbols = int(game.act[i, ACT.WHAT])
    controller = int(game.obj[bearer, C.SIDE])
    number = 0
    a = _nth(game, book, x, 0)
    while a >= 0:
        if (only < 0 or a == only) and can_activate(game, book, x, a, bearer, symbols):
            m = activate(game, book, a, bearer, bearer, controller, bearer, 0)
            if m >= 0:
                symbol = int(book.ability[a].symbol) & symbols
                note(game, EV.ACTIVATE, 0, x, x, int(game.act[i, ACT.DOER]), 1, symbol)
                sets.add(game.result, x)
                game.result_number += 1
        number += 1
        a = _nth(game, book, x, number)
