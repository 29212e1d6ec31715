"""Reactions activated by an event (6.3)."""

from . import sets
from .choices import answered, ask, offer_object, take, withdraw
from .compiled import compiled
from .emblems import new_emblem, use_emblem
from .forgetting import forget_uses
from .initiative import nth_player
from .layout import BITS, LOG, WORDS, M
from .matching import all_match, amount_of, matches, place_of, whole_of
from .objects import fail
from .passives import ability_works, zone_bit
from .prohibitions import cannot_activate
from .terms import ABILITY, ACT, DECIDE, EMBLEM, ERROR, EV, FN, RULE, TYPE, WHO, C, Z

LIMIT = 100
"""The number of uses per day of a Reaction or quick action of one object (1.4.6.b, 1.4.6.c)."""
NAME_LIMIT = 1000
"""The number of uses per day of a Reaction of all objects of one name (5.0 6.3.m)."""


@compiled
def times_used(game, key, a):
    for i in range(int(game.uses)):
        if game.use_object[i] == key and game.use_ability[i] == a:
            return int(game.use_count[i])
    return 0


@compiled
def count_use(game, key, a):
    """Count one use of ability a today by the object (or, negative, the name) `key`."""
    n = int(game.uses)
    for i in range(n):
        if game.use_object[i] == key and game.use_ability[i] == a:
            game.use_count[i] = int(game.use_count[i]) + 1
            return
    if n >= LOG:
        forget_uses(game)  # gone objects will not use theirs again
        n = int(game.uses)
        if n >= LOG:
            fail(game, ERROR.LOG, LOG)
            return
    game.use_object[n] = key
    game.use_ability[n] = a
    game.use_count[n] = 1
    game.uses = n + 1


@compiled
def activate(game, book, a, me, now, controller, it, n):
    """Activate Reaction a of object `me` by an event: an emblem with its effect (6.3.h)."""
    if times_used(game, me, a) >= LIMIT or cannot_activate(game, book, me, a):
        return -1
    if int(game.rules) & RULE.REACTION_NAME_CAP:
        name = -1 - int(book.card[game.obj[me, C.CARD]].name)
        text = int(book.ability[a].text)
        if times_used(game, name, text) >= NAME_LIMIT:
            return -1
        count_use(game, name, text)
    count_use(game, me, a)
    m = new_emblem(game, EMBLEM.REACTION, a, controller, me, now, n)
    if m >= 0 and it >= 0:
        sets.add(game.emblem_set[m], it)
    return m


@compiled
def _place_of(game, book, a, e):
    """Return the Expedition of event e, as a mask, if ability a is about it; otherwise 0."""
    if book.ability[a].about_place == 0:
        return 0
    return place_of(game.event[e])


@compiled
def plays_as_spell(kind):
    """Return whether a card of these types is played like a Spell (5.2.4). A Character or Permanent
    that is also a Spell is not."""
    return kind & TYPE.SPELL != 0 and kind & (TYPE.CHARACTER | TYPE.PERMANENT) == 0


@compiled
def _is_spell(game, book, e):
    """Return whether event e is about a Spell card, wherever it went."""
    x = int(game.event[e, ACT.OBJECT])
    return x >= 0 and plays_as_spell(int(book.card[game.obj[x, C.CARD]].type))


@compiled
def _is_reaction(book, a):
    """Return whether a is a Reaction, or creates one when a card is played (5.2.d)."""
    kind = int(book.ability[a].kind)
    return kind == ABILITY.REACTION or (kind == ABILITY.ALSO and book.ability[a].event == EV.PLAY)


@compiled
def _try(game, book, a, me, controller):
    """Match ability a of object me, a self-move Reaction or one that worked before, with every
    event."""
    if not _is_reaction(book, a):
        return
    whole = whole_of(game, book, a, me, 0)
    if whole:
        events = int(game.events)
        if not all_match(game, book, a, me, controller, 0, game.event, events, whole):
            return
    if book.ability[a].once != 0 and book.ability[a].who > WHO.YOU:
        for i in range(int(game.players)):  # actions of several players are separate events (6.3.g)
            player = nth_player(game, i)
            _try_events(game, book, a, me, controller, player, whole)
        return
    _try_events(game, book, a, me, controller, -1, whole)


@compiled
def _try_events(game, book, a, me, controller, player, whole):
    """Match the ability with the events, of one player if one is given; those of the Expeditions
    `whole` count as one."""
    kind = int(book.ability[a].kind)
    self_move = int(book.ability[a].works) & FN.SELF != 0
    once = book.ability[a].once != 0
    pending = -1
    for e in range(int(game.events)):
        if game.event[e, ACT.KIND] != book.ability[a].event:
            continue
        if player >= 0 and game.event[e, ACT.DOER] != player:
            continue
        now = me
        if self_move:
            if game.event[e, ACT.AFTER] != me:
                continue
        elif game.event[e, ACT.OBJECT] == me and game.event[e, ACT.AFTER] >= 0:
            now = int(game.event[e, ACT.AFTER])
        if not matches(game, book, a, me, controller, 0, game.event, e):
            continue
        if kind == ABILITY.ALSO and _is_spell(game, book, e):
            continue  # it applied as the Spell entered Limbo (5.2.4.a)
        it = int(game.event[e, ACT.AFTER])
        if it < 0:
            it = int(game.event[e, ACT.OBJECT])
        amount = amount_of(game.event[e])
        if once and book.ability[a].event != EV.ROLL:
            amount = 1  # the number of occurrences is counted
        if (once or whole) and pending >= 0:
            if it >= 0:
                sets.add(game.emblem_set[pending], it)
            places = max(0, -2 - int(game.emblem[pending, M.BEFORE])) | _place_of(game, book, a, e)
            if places != 0:
                game.emblem[pending, M.BEFORE] = -2 - places
            if once:
                game.emblem[pending, M.N] = int(game.emblem[pending, M.N]) + amount
            continue
        m = activate(game, book, a, me, now, controller, it, amount)
        if m >= 0:
            pending = m
            _note_before(game, book, a, m, e)


@compiled
def _note_before(game, book, a, m, e):
    """Record the last known state of the subject of event e, which activated ability a."""
    game.emblem[m, M.BEFORE] = game.event[e, ACT.OBJECT]
    if _place_of(game, book, a, e) != 0:
        game.emblem[m, M.BEFORE] = -2 - _place_of(game, book, a, e)


@compiled
def _listens(game, book, x, kinds):
    return int(book.card[game.obj[x, C.CARD]].listens) & kinds != 0


@compiled
def remember_reactions(game, book):
    """Record, just before a step, which Reactions do not work and which are granted: a Reaction
    that is not self-move must exist and work before the event (6.3.f)."""
    for w in range(WORDS):
        word = int(game.gated[w])
        while word != 0:
            x = w * BITS + sets.lowest(word)
            word &= word - 1
            first = int(book.card[game.obj[x, C.CARD]].first)
            for a in range(first, int(book.card[game.obj[x, C.CARD]].last)):
                if int(book.ability[a].works) & FN.SELF == 0 and _is_reaction(book, a):
                    if not ability_works(game, book, x, a):
                        game.idle[x] = int(game.idle[x]) | 1 << (a - first)
                        game.idles = 1
    for g in range(int(game.grants)):
        a = int(game.grant_ability[g])
        x = int(game.grant_object[g])
        if int(book.ability[a].works) & FN.SELF == 0 and _is_reaction(book, a):
            if ability_works(game, book, x, a):
                game.had_object[game.had] = x
                game.had_ability[game.had] = a
                game.had += 1


@compiled
def forget_reactions(game):
    """Clear the records at the end of the step."""
    if game.idles:
        game.idle[:] = 0
        game.idles = 0
    for g in range(int(game.had)):
        game.had_object[g] = 0
        game.had_ability[g] = 0
    game.had = 0


@compiled
def _arrival(game, book, x, kinds):
    """Activate the self-move Reactions of object x, which exist after the event (6.3.e)."""
    controller = int(game.obj[x, C.SIDE])
    if _listens(game, book, x, kinds):
        card = book.card[game.obj[x, C.CARD]]
        for a in range(int(card.first), int(card.last)):
            if (kinds >> int(book.ability[a].event)) & 1 == 0:
                continue
            if int(book.ability[a].works) & FN.SELF == 0:
                continue
            gate = int(book.ability[a].gate)
            if gate >= 0 and not _gate(game, book, x, a):
                continue
            if game.obj[x, C.MUTE] != 0 and zone_bit(int(game.obj[x, C.ZONE])) == FN.PLAY:
                continue
            _try(game, book, a, x, controller)
    for g in range(int(game.grants)):
        if game.grant_object[g] == x:
            a = int(game.grant_ability[g])
            if (kinds >> int(book.ability[a].event)) & 1 and int(book.ability[a].works) & FN.SELF:
                if _gate(game, book, x, a):
                    _try(game, book, a, x, controller)


@compiled
def _witness(game, book, x, kinds, controller):
    """Activate the other Reactions of object x, which existed and worked before the event."""
    card = book.card[game.obj[x, C.CARD]]
    if int(card.hears) & kinds and game.obj[x, C.MUTE] == 0:
        zone = zone_bit(int(game.obj[x, C.ZONE]))
        idle = int(game.idle[x])
        for a in range(int(card.first), int(card.last)):
            if (kinds >> int(book.ability[a].event)) & 1 == 0:
                continue
            works = int(book.ability[a].works)
            if works & FN.SELF == 0 and works & zone and (idle >> (a - int(card.first))) & 1 == 0:
                _try(game, book, a, x, controller)
    for g in range(int(game.had)):
        if game.had_object[g] == x:
            a = int(game.had_ability[g])
            if (kinds >> int(book.ability[a].event)) & 1:
                _try(game, book, a, x, controller)


@compiled
def _gate(game, book, x, a):
    works = int(book.ability[a].works)
    zone = zone_bit(int(game.obj[x, C.ZONE]))
    if works & zone == 0:
        return True  # self-move Reactions need not work at their destination (remark of 6.3.e)
    return ability_works(game, book, x, a)


@compiled
def _activates_already(game, book, a, x):
    """Return whether ability a only makes the played card x activate its abilities of a kind, and
    another such ability already did so for this play. They activate once (a ruling on The Foundry,
    Axiom Bastion)."""
    symbol = int(book.ability[a].symbol)
    if book.ability[a].kind != ABILITY.ALSO or symbol == 0:
        return False
    for m in range(int(game.emblems)):
        if game.emblem[m, M.KIND] == EMBLEM.REACTION and sets.has(game.emblem_set[m], x):
            other = int(game.emblem[m, M.ABILITY])
            if book.ability[other].kind == ABILITY.ALSO and book.ability[other].symbol == symbol:
                return True
    return False


@compiled
def _reacts(game, book, m, e):
    """Return whether the content of Ongoing Emblem m, a Reaction or an additive modifier of a play,
    reacts to event e."""
    a = int(game.emblem[m, M.ABILITY])
    kind = int(book.ability[a].kind)
    if game.event[e, ACT.KIND] != book.ability[a].event:
        return False
    if not _is_reaction(book, a):
        return False
    controller = int(game.emblem[m, M.CONTROLLER])
    me = int(game.emblem[m, M.ME])
    if not matches(game, book, a, me, controller, int(game.emblem[m, M.KEPT]), game.event, e):
        return False
    # abilities that applied as the Spell entered Limbo do not apply now (5.2.4.a)
    return kind != ABILITY.ALSO or not _is_spell(game, book, e)


@compiled
def _about(game, e):
    """Return the current subject of event e."""
    it = int(game.event[e, ACT.AFTER])
    return it if it >= 0 else int(game.event[e, ACT.OBJECT])


@compiled
def _next_ones(game, book, m, who):
    """Choose among simultaneous events if they outnumber the remaining uses of Ongoing Emblem m;
    the controller of the step chooses (6.2.g, 6.2.h). The choice is recorded as its subject. Return
    False while that is open."""
    uses = int(game.emblem[m, M.USES])
    chosen = game.emblem_set[m]
    while True:
        count = 0
        for e in range(int(game.events)):
            if _reacts(game, book, m, e):
                x = _about(game, e)
                if x < 0 or (1 << int(game.obj[x, C.ZONE])) & (Z.HIDDEN_MASK | 1 << Z.MANA):
                    withdraw(game)  # they cannot be distinguished
                    return True
                if not sets.has(chosen, x):
                    offer_object(game, x)
                    count += 1
        have = sets.size(chosen)
        if have >= uses or have + count <= uses:
            withdraw(game)
            return True
        if not answered(game):
            game.minimum = uses - have
            game.maximum = uses - have
            ask(game, DECIDE.OBJECTS, who, -1)
            return False
        withdraw(game)
        sets.add(chosen, take(game))


@compiled
def trigger_emblems(game, book, who):
    """Activate Reactions and additive modifiers in Ongoing Emblems; `who` controls the step. Return
    False while a decision is open."""
    top = int(game.emblems)
    if game.events > 1:
        for m in range(top):
            if game.emblem[m, M.KIND] == EMBLEM.ONGOING and game.emblem[m, M.USES] > 0:
                a = int(game.emblem[m, M.ABILITY])
                kind = int(book.ability[a].kind)
                if (kind == ABILITY.REACTION or kind == ABILITY.ALSO) and not book.ability[a].once:
                    if not _next_ones(game, book, m, who):
                        return False
    for m in range(top):
        if game.emblem[m, M.KIND] == EMBLEM.ONGOING:
            _emblem(game, book, m)
    return True


@compiled
def _emblem(game, book, m):
    """Activate Ongoing Emblem m after the event."""
    a = int(game.emblem[m, M.ABILITY])
    some = not sets.is_empty(game.emblem_set[m])
    me = int(game.emblem[m, M.ME])
    kept = int(game.emblem[m, M.KEPT])
    whole = whole_of(game, book, a, me, kept)
    if whole:
        who = int(game.emblem[m, M.CONTROLLER])
        if not all_match(game, book, a, me, who, kept, game.event, int(game.events), whole):
            return
    pending = -1
    for e in range(int(game.events)):
        if not _reacts(game, book, m, e):
            continue
        it = _about(game, e)
        if some and not sets.has(game.emblem_set[m], it):
            continue
        if _activates_already(game, book, a, it):
            if use_emblem(game, m):
                return
            continue
        amount = amount_of(game.event[e])
        if pending < 0 or book.ability[a].once == 0:
            controller = int(game.emblem[m, M.CONTROLLER])
            pending = new_emblem(game, EMBLEM.REACTION, a, controller, me, me, amount)
            if pending < 0:
                return
            game.emblem[pending, M.KEPT] = game.emblem[m, M.KEPT]
            _note_before(game, book, a, pending, e)
            if whole and book.ability[a].about_place:
                game.emblem[pending, M.BEFORE] = -2 - whole
        else:
            game.emblem[pending, M.N] = int(game.emblem[pending, M.N]) + amount
        if it >= 0:
            sets.add(game.emblem_set[pending], it)
        if book.ability[a].once == 0 and (use_emblem(game, m) or whole):
            return
    if some:
        sets.clear(game.emblem_set[m])
    if book.ability[a].once != 0 and pending >= 0:
        use_emblem(game, m)


@compiled
def _switched(game, e):
    """Return whether an object joined a part of a zone in event e, and stayed the same object."""
    if game.event[e, ACT.KIND] != EV.MOVE or game.event[e, ACT.AFTER] < 0:
        return False
    return game.event[e, ACT.OBJECT] == game.event[e, ACT.AFTER]


@compiled
def _around(game, w):
    """Return word w of the set of all objects in play, in a Hero zone or in Reserve."""
    word = 0
    for zone in (Z.HERO, Z.EXPEDITION, Z.LANDMARK, Z.RESERVE):
        for player in range(int(game.players)):
            word |= int(game.zone[zone, player, w])
    return word


@compiled
def trigger(game, book, stamp):
    """Activate every Reaction to the event that a step has become (6.3.h).

    Reactions other than self-move ones must have existed before the event, that is, at `stamp`;
    they need not exist after it (6.3.f).
    """
    kinds = 0
    switched = False
    events = int(game.events)
    for e in range(events):
        kinds |= 1 << int(game.event[e, ACT.KIND])
        switched = switched or _switched(game, e)
    if kinds == 0:
        return
    granted = game.grants > 0 or game.had > 0
    for w in range(WORDS):
        word = _around(game, w) if granted else int(game.reactive[w])
        while word != 0:
            x = w * BITS + sets.lowest(word)
            word &= word - 1
            card = book.card[game.obj[x, C.CARD]]
            if game.timestamp[x] > stamp:
                if granted or int(card.listens) & kinds:
                    _arrival(game, book, x, kinds)
                continue
            moved = _switch_of(game, x, events) if switched else -1
            if granted or int(card.hears) & kinds:
                # its abilities were controlled by its previous controller (7.5.5.c)
                side = int(game.event[moved, ACT.FROM_SIDE]) if moved >= 0 else game.obj[x, C.SIDE]
                _witness(game, book, x, kinds, int(side))
            if moved >= 0:
                _arrival(game, book, x, kinds)
    for e in range(events):
        x = int(game.event[e, ACT.OBJECT])
        y = int(game.event[e, ACT.AFTER])
        if x >= 0 and x != y and game.event[e, ACT.KIND] == EV.MOVE:
            if (1 << int(game.obj[x, C.ZONE])) & Z.HIDDEN_MASK == 0:
                _witness(game, book, x, kinds, int(game.obj[x, C.SIDE]))
        if game.event[e, ACT.KIND] == EV.MOVE and y >= 0:
            if game.event[e, ACT.TO] == Z.DISCARD or game.event[e, ACT.TO] == Z.MANA:
                _arrival(game, book, y, kinds)


@compiled
def _switch_of(game, x, events):
    """Return the event in which x, an earlier object, joined a part of a zone (switching, changing
    sides); -1 if there is none."""
    for e in range(events):
        if game.event[e, ACT.AFTER] == x and _switched(game, e):
            return e
    return -1
