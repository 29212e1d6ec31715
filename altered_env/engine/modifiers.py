"""Modifiers (6.2): changes to a step before it happens.

A replacing modifier concerns either an atomic action (`ABILITY.INSTEAD`), and then applies
separately to each one it matches, or the step (`ABILITY.WHOLE`), and then applies once, to
everything it matches together. For an additive one `once` makes this distinction.
"""

from . import sets
from .atomic import possible
from .captures import load_kept
from .choices import answered, ask, offer, offer_action, take
from .compiled import compiled
from .costs import check_cost
from .emblems import use_emblem
from .in_force import emblem_of, next_in_force
from .initiative import initiative
from .layout import MODIFIERS, OBJECTS, F, M
from .matching import all_match, matches, place_of, whole_of
from .objects import fail, ready_orbs
from .staging import push_effect
from .terms import ABILITY, ACT, CAUSE, CODE, DECIDE, ERROR, EV, FLAG, FRAME, STATUS, C, Z

FLEETING = CODE.DONE - CODE.MODE
"""The number, after those of abilities, of the rule that redirects Fleeting objects."""
INSTEAD_OF_RESERVE = 100


@compiled
def _known_modifier(game, source, a):
    """Return the number of a modifier in this step's list, adding it if it is new."""
    n = int(game.modifiers)
    for k in range(n):
        if game.modifier_slot[k] == source and game.modifier_ability[k] == a:
            return k
    if n >= MODIFIERS:
        fail(game, ERROR.MODIFIERS, MODIFIERS)
        return MODIFIERS - 1
    game.modifier_slot[n] = source
    game.modifier_ability[n] = a
    game.modifiers = n + 1
    return n


@compiled
def find_modifiers(game, book, kind):
    """Offer every modifier of this kind that applies. Return their number."""
    count = 0
    k = -1
    while True:
        k, a, me, side, kept = next_in_force(game, book, kind, k, -1)
        if k < 0:
            break
        m = emblem_of(k)
        source = me if m < 0 else -2 - m
        count += _offer_modifier(game, book, source, a, side, me, kept)
    if count >= INSTEAD_OF_RESERVE:
        offer(game, CODE.MODE + FLEETING)
    return count


@compiled
def _exhausting(game, x):
    """Return whether x is about to be exhausted in the current step."""
    for i in range(int(game.acts)):
        if game.act[i, ACT.KIND] == EV.GAIN and game.act[i, ACT.OBJECT] == x:
            if game.act[i, ACT.WHAT] == STATUS.EXHAUSTED:
                return True
    return False


@compiled
def _payable(game, book, a, controller, me):
    """Return whether the cost of modifier a can be paid on top of the step's own cost."""
    mana = check_cost(game, book, int(book.ability[a].cost_check), controller, me)
    if mana < 0:
        return False
    for i in range(int(game.acts)):
        if game.act[i, ACT.KIND] == EV.PAY and game.act[i, ACT.DOER] == controller:
            mana += int(game.act[i, ACT.AMOUNT])
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
        if game.act[i, ACT.KIND] == EV.NONE:
            continue
        how = _applies(game, book, a, me, controller, kept, i)
        if how != 0 and possible(game, book, i):  # 1.4.1.d
            k = _known_modifier(game, source, a)
            if (int(game.act[i, ACT.USED]) | int(game.modified_whole)) >> k & 1 == 0:
                offer(game, CODE.MODE + k)
                found = max(found, how)
    return found


@compiled
def _applies(game, book, a, me, controller, kept, i):
    """Return whether modifier a applies to action i: 0 if not. It applies to all moves of a
    Gigantic object's Expedition or to none (7.4.4.k). The rule that a Fleeting object is discarded
    instead of going to Reserve modifies the action as well (2.4.7.d); INSTEAD_OF_RESERVE means that
    a applies only before that."""
    if matches(game, book, a, me, controller, kept, game.act, i):
        whole = whole_of(game, book, a, me, kept)
        acts = int(game.acts)
        if whole and not all_match(game, book, a, me, controller, kept, game.act, acts, whole):
            return 0
        return 1
    kind = int(book.ability[a].kind)
    if int(game.act[i, ACT.FLAGS]) & FLAG.FLEES == 0:
        return 0
    if kind != ABILITY.INSTEAD and kind != ABILITY.WHOLE:
        return 0
    game.act[i, ACT.TO] = Z.RESERVE
    so = matches(game, book, a, me, controller, kept, game.act, i)
    game.act[i, ACT.TO] = Z.DISCARD
    if so and kind == ABILITY.WHOLE:
        return 1  # modifiers of the step come first (6.2.g)
    return INSTEAD_OF_RESERVE if so else 0


@compiled
def step_controller(game):
    """Return the player who chooses for the step (6.2.h): its controller, or the one with the
    initiative."""
    who = int(game.commit_controller)
    return who if who >= 0 else initiative(game)


@compiled
def _bearer(game, k):
    """Return the bearer of modifier k; for an emblem, the object whose effect created it."""
    source = int(game.modifier_slot[k])
    return source if source >= 0 else int(game.emblem[-2 - source, M.ME])


@compiled
def _controller(game, k):
    source = int(game.modifier_slot[k])
    return int(game.obj[source, C.SIDE] if source >= 0 else game.emblem[-2 - source, M.CONTROLLER])


@compiled
def _open_to(game, book, k, i):
    """Return whether modifier k applies to action i and has not been applied yet."""
    if game.act[i, ACT.KIND] == EV.NONE or (int(game.act[i, ACT.USED]) >> k) & 1:
        return False
    source = int(game.modifier_slot[k])
    kept = int(game.emblem[-2 - source, M.KEPT]) if source <= -2 else 0
    a = int(game.modifier_ability[k])
    if _applies(game, book, a, _bearer(game, k), _controller(game, k), kept, i) == 0:
        return False
    return possible(game, book, i)


@compiled
def _is_whole(book, a):
    """Return whether modifier a applies once to everything in a step that it matches."""
    return book.ability[a].kind == ABILITY.WHOLE or book.ability[a].once != 0


@compiled
def _is_seen(game, x):
    return (Z.HIDDEN_MASK | 1 << Z.MANA) >> int(game.obj[x, C.ZONE]) & 1 == 0


@compiled
def _answer_for(game, i):
    """Return the answer that represents action i: its object, if everyone sees it, or its
    Expedition; -1 if there is none."""
    x = int(game.act[i, ACT.OBJECT])
    if x >= 0:
        return x if _is_seen(game, x) else -1
    mask = place_of(game.act[i])
    if game.act[i, ACT.KIND] == EV.MOVE:
        mask = int(game.act[i, ACT.TO_PRESENCE])
    if mask == 0:
        return -1
    e = 0
    while (mask >> e) & 1 == 0:
        e += 1
    return OBJECTS + CODE.EXPEDITION + e


@compiled
def _one_of(game, book, k):
    """Return the action to which modifier k applies now. If its uses run out first, the controller
    of the step chooses (6.2.g); -1 while that is open."""
    source = int(game.modifier_slot[k])
    choosing = source <= -2 and game.emblem[-2 - source, M.USES] > 0
    choosing = choosing and not _is_whole(book, int(game.modifier_ability[k]))
    wanted = take(game) if answered(game) else -1
    first = -1
    for i in range(int(game.acts)):
        if not _open_to(game, book, k, i):
            continue
        if first < 0:
            first = i
        name = _answer_for(game, i) if choosing else -1
        if wanted >= 0 and name == wanted:
            return i
        choosing = choosing and name >= 0
    if not choosing or wanted >= 0:
        return first
    for i in range(int(game.acts)):
        if _open_to(game, book, k, i):
            offer_action(game, _answer_for(game, i))
    game.minimum = 1
    game.maximum = 1
    if not ask(game, DECIDE.OBJECTS, step_controller(game), -1):
        return -1
    game.minimum = 0
    game.maximum = 0
    wanted = take(game)
    i = first
    while _answer_for(game, i) != wanted or not _open_to(game, book, k, i):
        i += 1
    return i


@compiled
def start_modifier(game, book, k):
    """Begin to execute modifier k."""
    if k == FLEETING:  # Fleeting objects are discarded
        for i in range(int(game.acts)):
            game.act[i, ACT.FLAGS] = int(game.act[i, ACT.FLAGS]) & ~FLAG.FLEES
        return
    game.modifier_now = k
    game.modified_act = -1
    go_on_modifying(game, book)


@compiled
def go_on_modifying(game, book):
    """Continue the current modifier: settle which action it changes, and whether it does; then
    execute it."""
    k = int(game.modifier_now)
    a = int(game.modifier_ability[k])
    source = int(game.modifier_slot[k])
    if game.modified_act < 0:
        i = _one_of(game, book, k)
        if i < 0:
            return
        game.modified_act = i
        if _is_whole(book, a):
            game.modified_whole = int(game.modified_whole) | (1 << k)
            for j in range(int(game.acts)):
                if _open_to(game, book, k, j):
                    game.act[j, ACT.USED] = int(game.act[j, ACT.USED]) | (1 << k)
        kept = int(game.emblem[-2 - source, M.KEPT]) if source <= -2 else 0
        whole = whole_of(game, book, a, _bearer(game, k), kept)
        for j in range(int(game.acts)):
            row = game.act[j]
            row[ACT.FLAGS] = int(row[ACT.FLAGS]) & ~FLAG.MODIFIED
            if j == i or (row[ACT.KIND] == book.ability[a].event and whole & place_of(row)):
                row[ACT.USED] = int(row[ACT.USED]) | (1 << k)
                row[ACT.FLAGS] = int(row[ACT.FLAGS]) | FLAG.MODIFIED
    if book.ability[a].optional != 0:
        if not answered(game):
            offer(game, CODE.YES)
            offer(game, CODE.NO)
            subject = max(-1, int(game.modifier_slot[k]))
            if not ask(game, DECIDE.YES_NO, _controller(game, k), subject):
                return
        if take(game) == OBJECTS + CODE.NO:
            game.modifier_now = -1
            if book.ability[a].otherwise >= 0 and game.otherwises < 16:
                game.otherwise[game.otherwises] = k
                game.otherwises += 1
            return
    _carry_out(game, book, k, int(game.modified_act))


@compiled
def _carry_out(game, book, k, i):
    """Push a frame with the effect of modifier k on action i, or on its part of the step."""
    source = int(game.modifier_slot[k])
    a = int(game.modifier_ability[k])
    me = _bearer(game, k)
    controller = _controller(game, k)
    f = push_effect(game, int(book.ability[a].effect), controller, me, me, 0, FRAME.MODIFIER)
    if source <= -2:
        load_kept(game, f, int(game.emblem[-2 - source, M.KEPT]))
        use_emblem(game, -2 - source)
    whole = _is_whole(book, a)
    replaces = book.ability[a].kind != ABILITY.ALSO
    amount = 0
    places = 0
    used = int(game.act[i, ACT.USED])
    for j in range(int(game.acts)):
        if game.act[j, ACT.KIND] == EV.NONE or game.act[j, ACT.KIND] == EV.SPARED:
            continue
        also = whole and (int(game.act[j, ACT.USED]) >> k) & 1 != 0
        if int(game.act[j, ACT.FLAGS]) & FLAG.MODIFIED == 0 and not also:
            continue
        if j == i or also:
            amount += 1 if game.act[j, ACT.KIND] == EV.MOVE else int(game.act[j, ACT.AMOUNT])
            used |= int(game.act[j, ACT.USED])
        else:  # each of a Gigantic object's Expeditions takes the modifiers not yet applied to it
            used &= int(game.act[j, ACT.USED])
        places |= place_of(game.act[j])
        x = int(game.act[j, ACT.OBJECT])
        if x >= 0:
            sets.add(game.set[f, 0], x)
        if replaces:
            game.frame[f, F.USE] = game.act[j, ACT.KIND]
            game.frame[f, F.FREE] = int(x < 0 or not _is_seen(game, x))
            if x >= 0 and game.act[j, ACT.KIND] == EV.MOVE and game.obj[x, C.ZONE] == Z.DECK:
                game.frame[f, F.FREE] = 2 + int(game.act[j, ACT.TO])
            if game.act[j, ACT.KIND] == EV.ROLL:
                game.frame[f, F.OPTIONS] = game.act[j, ACT.WHAT]  # dice already to be ignored
            sacrificed = x >= 0 and int(game.act[j, ACT.CAUSE]) & CAUSE.SACRIFICE
            game.act[j, ACT.KIND] = EV.SPARED if sacrificed else EV.NONE
    game.frame[f, F.N] = amount
    if places != 0:
        game.frame[f, F.BEFORE] = -2 - places
    game.frame[f, F.BUDGET] = game.acts
    game.frame[f, F.SPENT] = used
    game.modifier_now = -1


@compiled
def _comes_of_it(game, f, i):
    """Return whether action i, inserted by the modifier of frame f, represents the replaced action:
    it has the same object, or the same kind of event if no known object was involved."""
    x = int(game.act[i, ACT.OBJECT])
    if game.frame[f, F.USE] == EV.NONE:
        return False
    if game.frame[f, F.FREE] >= 2:  # a card of the Deck had a destination: what goes there instead
        goes = game.act[i, ACT.KIND] == EV.MOVE
        return goes and game.frame[f, F.FREE] == 2 + int(game.act[i, ACT.TO])
    if x >= 0 and sets.has(game.set[f, 0], x):
        return True
    return game.frame[f, F.FREE] != 0 and game.frame[f, F.USE] == game.act[i, ACT.KIND]


@compiled
def end_modifier(game, f):
    """Keep the modifier of frame f from modifying the actions it inserted (6.2.j, 6.2.k); moving
    the object to be sacrificed still counts as a sacrifice (7.3.36.b)."""
    used = int(game.frame[f, F.SPENT])
    first = int(game.frame[f, F.BUDGET])
    for i in range(first, int(game.acts)):
        game.act[i, ACT.USED] = int(game.act[i, ACT.USED]) | used
        if not _comes_of_it(game, f, i):
            game.act[i, ACT.FLAGS] = int(game.act[i, ACT.FLAGS]) | FLAG.ASIDE
        if game.act[i, ACT.KIND] == EV.ROLL:
            ignored = int(game.frame[f, F.OPTIONS])
            game.act[i, ACT.WHAT] = int(game.act[i, ACT.WHAT]) + ignored
        elif game.act[i, ACT.KIND] == EV.MOVE and game.act[i, ACT.OBJECT] >= 0:
            for j in range(first):
                if game.act[j, ACT.KIND] == EV.SPARED:
                    if game.act[j, ACT.OBJECT] == game.act[i, ACT.OBJECT]:
                        game.act[i, ACT.CAUSE] = int(game.act[i, ACT.CAUSE]) | CAUSE.SACRIFICE
                        game.act[i, ACT.DOER] = game.act[j, ACT.DOER]
                        game.act[j, ACT.KIND] = EV.NONE
