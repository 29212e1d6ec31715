"""Reactions: what an event activates (6.3), and the emblems that wait in Limbo."""

from __future__ import annotations

from . import sets
from .choices import answered, ask, offer_object, take, withdraw
from .compiled import compiled
from .keeping import let_go
from .layout import BITS, EMBLEMS, LOG, WORDS, M
from .matching import all_match, amount_of, matches, place_of, whole_of
from .objects import fail
from .passives import ability_works, zone_bit
from .prohibitions import cannot_activate
from .reading import nth_player
from .terms import ABILITY, DECIDE, ERROR, EV, FN, RULE, TYPE, WHO, C, Z

__all__ = [
    "LIMIT",
    "activate",
    "count_use",
    "end_emblem",
    "expire",
    "new_emblem",
    "plays_as_spell",
    "times_used",
    "trigger",
    "trigger_emblems",
    "use_emblem",
]

LIMIT = 100
"""A Reaction or quick action of one object, a day (1.4.6.b, 1.4.6.c)."""
NAME_LIMIT = 1000
"""A Reaction of all objects of one name, a day (5.0 6.3.m)."""


@compiled
def times_used(game, key, a):
    for i in range(int(game.uses)):
        if game.use_object[i] == key and game.use_ability[i] == a:
            return int(game.use_count[i])
    return 0


@compiled
def count_use(game, key, a):
    """Count one use of ability a by the object (or, negative, the name) `key` this day."""
    n = int(game.uses)
    for i in range(n):
        if game.use_object[i] == key and game.use_ability[i] == a:
            game.use_count[i] = int(game.use_count[i]) + 1
            return
    if n >= LOG:
        # objects that are gone will not use theirs again
        kept = 0
        for i in range(n):
            x = int(game.use_object[i])
            if x < 0 or game.obj[x, C.LIFE] == 1:
                game.use_object[kept] = x
                game.use_ability[kept] = game.use_ability[i]
                game.use_count[kept] = game.use_count[i]
                kept += 1
        for i in range(kept, n):
            game.use_object[i] = 0
            game.use_ability[i] = 0
            game.use_count[i] = 0
        game.uses = kept
        n = kept
        if n >= LOG:
            fail(game, ERROR.LOG, LOG)
            return
    game.use_object[n] = key
    game.use_ability[n] = a
    game.use_count[n] = 1
    game.uses = n + 1


@compiled
def new_emblem(game, kind, a, controller, me, now, n):
    """A new emblem in Limbo with a new timestamp; returns its slot, -1 on error."""
    m = 0
    while m < EMBLEMS and game.emblem[m, M.KIND] != 0:
        m += 1
    if m == EMBLEMS:
        fail(game, ERROR.EMBLEMS, EMBLEMS)
        return -1
    if m >= game.emblems:
        game.emblems = m + 1
    game.emblem[m, M.KIND] = kind
    game.emblem[m, M.ABILITY] = a
    game.emblem[m, M.CONTROLLER] = controller
    game.emblem[m, M.ME] = me
    game.emblem[m, M.ME_NOW] = now
    game.emblem[m, M.N] = max(-30000, min(30000, n))
    game.emblem[m, M.DURATION] = 0
    game.emblem[m, M.USES] = 0
    game.emblem[m, M.BEFORE] = -1
    game.emblem[m, M.KEPT] = 0
    game.stamp += 1
    game.emblem_stamp[m] = game.stamp
    sets.clear(game.emblem_set[m])
    if kind == 1:
        game.reactions += 1
    return m


@compiled
def end_emblem(game, m):
    """An emblem ceases to exist."""
    if game.emblem[m, M.KIND] == 1:
        game.reactions -= 1
    if game.emblem[m, M.KIND] == 2:
        game.dirty = 1
    kept = int(game.emblem[m, M.KEPT])
    for column in range(M.COUNT):
        game.emblem[m, column] = 0
    game.emblem_stamp[m] = 0
    sets.clear(game.emblem_set[m])
    let_go(game, kept)
    while game.emblems > 0 and game.emblem[game.emblems - 1, M.KIND] == 0:
        game.emblems -= 1


@compiled
def use_emblem(game, m):
    """An Ongoing Emblem is used once; the last use ends it. True if it has ended."""
    uses = int(game.emblem[m, M.USES])
    if uses == 0:
        return False
    game.emblem[m, M.USES] = uses - 1
    if uses == 1:
        end_emblem(game, m)
    return uses == 1


@compiled
def expire(game, duration):
    """Ongoing Emblems of this duration cease to exist (2.2.15)."""
    for m in range(int(game.emblems) - 1, -1, -1):
        if game.emblem[m, M.KIND] == 2 and game.emblem[m, M.DURATION] == duration:
            end_emblem(game, m)


@compiled
def activate(game, book, a, me, now, controller, it, n):
    """An event activates Reaction a of object `me`: an emblem with its effect (6.3.h)."""
    if times_used(game, me, a) >= LIMIT or cannot_activate(game, book, me, a):
        return -1
    if int(game.rules) & RULE.REACTION_NAME_CAP:
        name = -1 - int(book.card[game.obj[me, C.CARD]].name)
        text = int(book.ability[a].text)
        if times_used(game, name, text) >= NAME_LIMIT:
            return -1
        count_use(game, name, text)
    count_use(game, me, a)
    m = new_emblem(game, 1, a, controller, me, now, n)
    if m >= 0 and it >= 0:
        sets.add(game.emblem_set[m], it)
    return m


@compiled
def _place_of(game, book, a, e):
    """The Expedition that event e is about, as a mask, if ability a speaks of it; else 0."""
    if book.ability[a].about_place == 0:
        return 0
    return place_of(game.event[e])


@compiled
def plays_as_spell(kind):
    """Is a card of these types played as Spells are (5.2.4)? A Character or Permanent that is a
    Spell as well is played as what it is."""
    return kind & TYPE.SPELL != 0 and kind & (TYPE.CHARACTER | TYPE.PERMANENT) == 0


@compiled
def _is_spell(game, book, e):
    """Is event e about a Spell card, wherever it went?"""
    x = int(game.event[e, EV.OBJECT])
    return x >= 0 and plays_as_spell(int(book.card[game.obj[x, C.CARD]].type))


@compiled
def _try(game, book, a, me, controller, old):
    """Match ability a of object me with every event; `old` says me was there before them."""
    kind = int(book.ability[a].kind)
    if kind != ABILITY.REACTION and (kind != ABILITY.ALSO or book.ability[a].event != EV.PLAY):
        return
    whole = whole_of(game, book, a, me, 0)
    if whole:
        events = int(game.events)
        if not all_match(game, book, a, me, controller, 0, game.event, events, whole):
            return
    if book.ability[a].once != 0 and book.ability[a].who > WHO.YOU:
        for i in range(int(game.players)):  # what several players do is not one thing (6.3.g)
            player = nth_player(game, i)
            _try_events(game, book, a, me, controller, old, player, whole)
        return
    _try_events(game, book, a, me, controller, old, -1, whole)


@compiled
def _try_events(game, book, a, me, controller, old, player, whole):
    """Match the ability with the events, of one player if one is given; those of the Expeditions
    `whole` are one."""
    kind = int(book.ability[a].kind)
    self_move = int(book.ability[a].works) & FN.SELF != 0
    once = book.ability[a].once != 0
    pending = -1
    for e in range(int(game.events)):
        if game.event[e, EV.KIND] != book.ability[a].event:
            continue
        if player >= 0 and game.event[e, EV.DOER] != player:
            continue
        now = me
        if self_move:
            if game.event[e, EV.AFTER] != me:
                continue
        else:
            if not old:
                continue
            if game.event[e, EV.OBJECT] == me and game.event[e, EV.AFTER] >= 0:
                now = int(game.event[e, EV.AFTER])
        if not matches(game, book, a, me, controller, 0, game.event, e):
            continue
        if kind == ABILITY.ALSO and _is_spell(game, book, e):
            continue  # it applied as the Spell entered Limbo (5.2.4.a)
        it = int(game.event[e, EV.AFTER])
        if it < 0:
            it = int(game.event[e, EV.OBJECT])
        amount = amount_of(game.event[e])
        if once and book.ability[a].event != EV.ROLL:
            amount = 1  # how often it happens is counted
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
    """What event e, which activated ability a, was about, as it was."""
    game.emblem[m, M.BEFORE] = game.event[e, EV.OBJECT]
    if _place_of(game, book, a, e) != 0:
        game.emblem[m, M.BEFORE] = -2 - _place_of(game, book, a, e)


@compiled
def _listens(game, book, x, kinds):
    return int(book.card[game.obj[x, C.CARD]].listens) & kinds != 0


@compiled
def _object(game, book, x, kinds, old, gone):
    """The Reactions of object x."""
    controller = int(game.obj[x, C.SIDE])
    if _listens(game, book, x, kinds):
        card = book.card[game.obj[x, C.CARD]]
        for a in range(int(card.first), int(card.last)):
            if (kinds >> int(book.ability[a].event)) & 1 == 0:
                continue
            if int(book.ability[a].works) & FN.SELF:
                if gone or old:
                    continue
                gate = int(book.ability[a].gate)
                if gate >= 0 and not _gate(game, book, x, a):
                    continue
                if game.obj[x, C.MUTE] != 0 and zone_bit(int(game.obj[x, C.ZONE])) == FN.PLAY:
                    continue
                _try(game, book, a, x, controller, False)
            elif old and ability_works(game, book, x, a):
                _try(game, book, a, x, controller, True)
    for g in range(int(game.grants)):
        if game.grant_object[g] == x:
            a = int(game.grant_ability[g])
            if (kinds >> int(book.ability[a].event)) & 1:
                self_move = int(book.ability[a].works) & FN.SELF != 0
                if self_move and not old and not gone:
                    if _gate(game, book, x, a):
                        _try(game, book, a, x, controller, False)
                elif not self_move and old and ability_works(game, book, x, a):
                    _try(game, book, a, x, controller, True)


@compiled
def _gate(game, book, x, a):
    works = int(book.ability[a].works)
    zone = zone_bit(int(game.obj[x, C.ZONE]))
    if works & zone == 0:
        return True  # self-move Reactions need not work where they arrive (remark of 6.3.e)
    return ability_works(game, book, x, a)


@compiled
def _activates_already(game, book, a, x):
    """Does ability a do nothing but say that x, which is played, activates its abilities of a
    kind, and did another such ability say the same of this play? They activate once (a ruling on
    The Foundry, Axiom Bastion)."""
    symbol = int(book.ability[a].symbol)
    if book.ability[a].kind != ABILITY.ALSO or symbol == 0:
        return False
    for m in range(int(game.emblems)):
        if game.emblem[m, M.KIND] == 1 and sets.has(game.emblem_set[m], x):
            other = int(game.emblem[m, M.ABILITY])
            if book.ability[other].kind == ABILITY.ALSO and book.ability[other].symbol == symbol:
                return True
    return False


@compiled
def _reacts(game, book, m, e):
    """Does what Ongoing Emblem m holds, a Reaction or an additive modifier of a play, react to
    event e?"""
    a = int(game.emblem[m, M.ABILITY])
    kind = int(book.ability[a].kind)
    if game.event[e, EV.KIND] != book.ability[a].event:
        return False
    if kind != ABILITY.REACTION and (kind != ABILITY.ALSO or book.ability[a].event != EV.PLAY):
        return False
    controller = int(game.emblem[m, M.CONTROLLER])
    me = int(game.emblem[m, M.ME])
    if not matches(game, book, a, me, controller, int(game.emblem[m, M.KEPT]), game.event, e):
        return False
    # what applied as the Spell entered Limbo does not now (5.2.4.a)
    return kind != ABILITY.ALSO or not _is_spell(game, book, e)


@compiled
def _about(game, e):
    """What event e is about, as it is now."""
    it = int(game.event[e, EV.AFTER])
    return it if it >= 0 else int(game.event[e, EV.OBJECT])


@compiled
def _next_ones(game, book, m, who):
    """Of several things that Ongoing Emblem m could be about at once, more than it is still good
    for, who controls the step chooses which (6.2.g, 6.2.h). They are noted as what it is about.
    False while that is open."""
    uses = int(game.emblem[m, M.USES])
    chosen = game.emblem_set[m]
    while True:
        count = 0
        for e in range(int(game.events)):
            if _reacts(game, book, m, e):
                x = _about(game, e)
                if x < 0 or (1 << int(game.obj[x, C.ZONE])) & (Z.HIDDEN_MASK | 1 << Z.MANA):
                    withdraw(game)  # nothing to tell them apart by
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
    """Reactions and additive modifiers that Ongoing Emblems hold; `who` controls the step. False
    while a decision is open."""
    top = int(game.emblems)
    if game.events > 1:
        for m in range(top):
            if game.emblem[m, M.KIND] == 2 and game.emblem[m, M.USES] > 0:
                a = int(game.emblem[m, M.ABILITY])
                kind = int(book.ability[a].kind)
                if (kind == ABILITY.REACTION or kind == ABILITY.ALSO) and not book.ability[a].once:
                    if not _next_ones(game, book, m, who):
                        return False
    for m in range(top):
        if game.emblem[m, M.KIND] == 2:
            _emblem(game, book, m)
    return True


@compiled
def _emblem(game, book, m):
    """What Ongoing Emblem m does after the event."""
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
            pending = new_emblem(game, 1, a, controller, me, me, amount)
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
    """Has an object joined a part of a zone in event e, and stayed the same object?"""
    if game.event[e, EV.KIND] != EV.MOVE or game.event[e, EV.AFTER] < 0:
        return False
    return game.event[e, EV.OBJECT] == game.event[e, EV.AFTER]


@compiled
def _around(game, w):
    """Word w of the set of all that is in play, in a Hero zone or in Reserve."""
    word = 0
    for zone in (Z.HERO, Z.EXPEDITION, Z.LANDMARK, Z.RESERVE):
        for player in range(int(game.players)):
            word |= int(game.zone[zone, player, w])
    return word


@compiled
def trigger(game, book, stamp):
    """After a step has become an event: every Reaction it activates (6.3.h).

    Reactions other than self-move ones must have existed before the event, that is, at
    `stamp`; they need not exist after it (6.3.f).
    """
    kinds = 0
    switched = False
    events = int(game.events)
    for e in range(events):
        kinds |= 1 << int(game.event[e, EV.KIND])
        switched = switched or _switched(game, e)
    if kinds == 0:
        return
    granted = game.grants > 0
    for w in range(WORDS):
        word = _around(game, w) if granted else int(game.reactive[w])
        while word != 0:
            x = w * BITS + sets.lowest(word)
            word &= word - 1
            card = book.card[game.obj[x, C.CARD]]
            if game.timestamp[x] > stamp:
                if granted or int(card.listens) & kinds:
                    _object(game, book, x, kinds, False, False)
                continue
            if granted or int(card.hears) & kinds:
                _object(game, book, x, kinds, True, False)
            if switched and _arrived(game, x, events):
                _object(game, book, x, kinds, False, False)
    for e in range(events):
        x = int(game.event[e, EV.OBJECT])
        y = int(game.event[e, EV.AFTER])
        if x >= 0 and x != y and game.event[e, EV.KIND] == EV.MOVE:
            if (1 << int(game.obj[x, C.ZONE])) & Z.HIDDEN_MASK == 0:
                _object(game, book, x, kinds, True, True)
        if game.event[e, EV.KIND] == EV.MOVE and y >= 0:
            if game.event[e, EV.TO] == Z.DISCARD or game.event[e, EV.TO] == Z.MANA:
                _object(game, book, y, kinds, False, False)


@compiled
def _arrived(game, x, events):
    """Did x, an object of before, join a part of a zone (switching, changing sides)?"""
    for e in range(events):
        if game.event[e, EV.AFTER] == x and _switched(game, e):
            return True
    return False
