"""Objects: slots, a card's characteristics in each zone, and moves between zones.

An object is one stay of a card in one zone (2.1.d, 1.4.4). Moving takes a fresh slot with a new
timestamp; the old slot keeps the gone object in its last known state (2.1.h) until nothing can
refer to it any more. The file is long but has one subject: how objects come to be, and go.
"""

from . import sets
from .chance import shuffle
from .compiled import compiled
from .forgetting import forget
from .knowing import reveal_to
from .last_known import note_past
from .layout import BITS, DECK_MAX, OBJECTS, PASTS, STEP_ACTIONS, WORDS
from .terms import ABILITY, ACT, AS, CAUSE, ERROR, EV, FLAG, KW, RULE, STATUS, TYPE, C, Z


@compiled
def fail(game, error, detail):
    """Stop the game with an error; the first one counts."""
    if game.error == ERROR.NONE:
        game.error = error
        game.error_detail = detail


@compiled
def empty_slot(game):
    """Return a free slot without anything in it, or -1 on error."""
    x = sets.first(game.free)
    if x < 0:
        forget(game)
        x = sets.first(game.free)
        if x < 0:
            fail(game, ERROR.OBJECTS, OBJECTS)
            return -1
    for column in range(C.COUNT):
        game.obj[x, column] = 0
    game.subtypes[x] = 0
    game.timestamp[x] = 0
    return x


@compiled
def _take_slot(game):
    x = empty_slot(game)
    if x < 0:
        return OBJECTS - 1
    sets.remove(game.free, x)
    return x


@compiled
def as_temple(game, book, x):
    """Make a card played for its Temple cost a Landmark Permanent and a Construction, without other
    types."""
    card = book.card[game.obj[x, C.CARD]]
    for a in range(int(card.first), int(card.last)):
        if book.ability[a].kind == ABILITY.TEMPLE:
            game.obj[x, C.TYPE] = book.ability[a].property
            game.subtypes[x] = 1 << int(book.ability[a].floor)
            for column in (C.FOREST, C.MOUNTAIN, C.WATER):
                game.obj[x, column] = 0


@compiled
def settle(game, book, x):
    """Write an object's base characteristics, with its boosts (2.5.1.b)."""
    card = book.card[game.obj[x, C.CARD]]
    zone = int(game.obj[x, C.ZONE])
    boosts = int(game.obj[x, C.BOOSTS])
    kind = int(card.type)
    if zone == Z.MANA:
        kind = TYPE.MANA_ORB | (int(card.type) & TYPE.TOKEN)
    if kind & TYPE.CHARACTER == 0:
        boosts = 0
    game.obj[x, C.TYPE] = kind
    game.obj[x, C.FOREST] = int(card.forest) + boosts
    game.obj[x, C.MOUNTAIN] = int(card.mountain) + boosts
    game.obj[x, C.WATER] = int(card.water) + boosts
    game.obj[x, C.KEYWORDS] = card.keywords
    game.obj[x, C.TOUGH] = card.tough
    game.obj[x, C.HAND_COST] = card.hand_cost
    game.obj[x, C.RESERVE_COST] = card.reserve_cost
    game.obj[x, C.MUTE] = 0
    game.obj[x, C.BEYOND] = 0
    game.subtypes[x] = card.subtypes
    if game.obj[x, C.PLAYED_AS] == AS.TEMPLE:
        as_temple(game, book, x)
    expedition = int(game.obj[x, C.EXPEDITION])
    presence = (1 << expedition) if expedition >= 0 else 0
    if presence != 0 and int(card.keywords) & KW.GIGANTIC:
        presence = 3 << (2 * int(game.obj[x, C.SIDE]))  # it is in both
    game.obj[x, C.PRESENCE] = presence


@compiled
def place(game, book, card, owner, zone, side, expedition):
    """Create an object for a card and put it into a zone without an event."""
    x = _take_slot(game)
    for column in range(C.COUNT):
        game.obj[x, column] = 0
    game.obj[x, C.LIFE] = 1
    game.obj[x, C.CARD] = card
    game.obj[x, C.ZONE] = zone
    game.obj[x, C.OWNER] = owner
    game.obj[x, C.SIDE] = side
    game.obj[x, C.EXPEDITION] = expedition
    game.obj[x, C.NEXT] = -1
    game.stamp += 1
    game.timestamp[x] = game.stamp
    settle(game, book, x)
    if book.card[card].token == 0:
        game.owned[owner] += 1
    sets.add(game.zone[zone, side], x)
    _arrive(game, book, x)
    if zone == Z.DECK:
        n = int(game.deck_size[side])
        if n >= DECK_MAX:
            fail(game, ERROR.DECK, DECK_MAX)
        else:
            game.deck[side, n] = x
            game.deck_size[side] = n + 1
    if zone in (Z.EXPEDITION, Z.LANDMARK, Z.HERO, Z.RESERVE):
        game.dirty = 1
    return x


@compiled
def _arrive(game, book, x):
    """Set the abilities that the card of x has, if they may work in its new zone."""
    zone = game.obj[x, C.ZONE]
    if zone == Z.EXPEDITION or zone == Z.RESERVE or zone == Z.LANDMARK or zone == Z.HERO:
        card = book.card[game.obj[x, C.CARD]]
        if card.listens != 0:
            sets.add(game.reactive, x)
            if card.gated != 0:
                sets.add(game.gated, x)
        if card.statements != 0:
            sets.add(game.stating, x)
            game.dirty = 1


@compiled
def _leave_deck(game, side, x):
    n = int(game.deck_size[side])
    i = n - 1
    while i >= 0 and game.deck[side, i] != x:
        i -= 1
    if i >= 0:
        for j in range(i, n - 1):
            game.deck[side, j] = game.deck[side, j + 1]
        game.deck[side, n - 1] = 0
        game.deck_size[side] = n - 1


@compiled
def _enter_deck(game, side, x, depth):
    """Put x at `depth` cards from the top; beyond the Deck's size that is its bottom (3.2.2.f)."""
    n = int(game.deck_size[side])
    if n >= DECK_MAX:
        fail(game, ERROR.DECK, DECK_MAX)
        return
    i = n - depth
    if i < 0:
        i = 0
    for j in range(n, i, -1):
        game.deck[side, j] = game.deck[side, j - 1]
    game.deck[side, i] = x
    game.deck_size[side] = n + 1


@compiled
def note(game, kind, cause, x, y, doer, amount, what):
    """Add an event. Return its row."""
    e = int(game.events)
    if e >= STEP_ACTIONS:
        fail(game, ERROR.ACTIONS, STEP_ACTIONS)
        return STEP_ACTIONS - 1
    game.events = e + 1
    for column in range(ACT.COLUMNS):
        game.event[e, column] = 0
    game.event[e, ACT.KIND] = kind
    game.event[e, ACT.CAUSE] = cause
    game.event[e, ACT.OBJECT] = x
    game.event[e, ACT.AFTER] = y
    game.event[e, ACT.DOER] = doer
    game.event[e, ACT.AMOUNT] = amount
    game.event[e, ACT.WHAT] = what
    if x >= 0:
        game.event[e, ACT.FROM] = game.obj[x, C.ZONE]
        game.event[e, ACT.FROM_SIDE] = game.obj[x, C.SIDE]
        game.event[e, ACT.FROM_PRESENCE] = game.obj[x, C.PRESENCE]
        if kind == EV.MOVE:  # the Ascended ones among those Expeditions
            game.event[e, ACT.WHAT] = int(game.obj[x, C.PRESENCE]) & int(game.ascended)
    else:
        game.event[e, ACT.FROM_SIDE] = -1
    if y >= 0:
        game.event[e, ACT.TO] = game.obj[y, C.ZONE]
        game.event[e, ACT.TO_SIDE] = game.obj[y, C.SIDE]
        game.event[e, ACT.TO_PRESENCE] = game.obj[y, C.PRESENCE]
    return e


@compiled
def counter(game, x, kind):
    """Return the number of counters of a kind on x; kind 0 is boosts."""
    if kind == 0:
        return int(game.obj[x, C.BOOSTS])
    for i in range(3):
        if game.obj[x, C.COUNTER_KIND + i] == kind:
            return int(game.obj[x, C.COUNTER_NUMBER + i])
    return 0


@compiled
def add_counter(game, book, x, kind, n):
    """Put n counters on x, or remove -n; never below zero (2.5.f, 2.5.g)."""
    have = counter(game, x, kind)
    now = have + n
    if now < 0:
        now = 0
    if now > 30000:
        fail(game, ERROR.COUNTERS, kind)
        now = 30000
    if kind == 0:
        presence = int(game.obj[x, C.PRESENCE])
        game.obj[x, C.BOOSTS] = now
        settle(game, book, x)
        game.obj[x, C.PRESENCE] = presence  # only passives may change where it is
        game.dirty = 1
        return
    empty = -1
    for i in range(3):
        k = int(game.obj[x, C.COUNTER_KIND + i])
        if k == kind:
            game.obj[x, C.COUNTER_NUMBER + i] = now
            if now == 0:
                game.obj[x, C.COUNTER_KIND + i] = 0
            game.dirty = 1
            return
        if k == 0 and empty < 0:
            empty = i
    if now > 0:
        if empty < 0:
            fail(game, ERROR.COUNTERS, kind)
            return
        game.obj[x, C.COUNTER_KIND + empty] = kind
        game.obj[x, C.COUNTER_NUMBER + empty] = now
        game.dirty = 1


@compiled
def rest_destination(game, x, zone):
    """Return the actual destination of x: a Fleeting Character or Expedition Permanent that would
    go from the Expedition zone to Reserve is discarded instead (2.4.7.d; ST-80 for Limbo)."""
    if (
        zone == Z.RESERVE
        and (game.obj[x, C.ZONE] == Z.EXPEDITION or game.obj[x, C.ZONE] == Z.LIMBO)
        and int(game.obj[x, C.STATUS]) & STATUS.FLEETING
    ):
        return Z.DISCARD
    return zone


@compiled
def take_off(game, x):
    """Remove x from its zone, and keep it as gone, in its last known state."""
    zone = int(game.obj[x, C.ZONE])
    side = int(game.obj[x, C.SIDE])
    sets.remove(game.zone[zone, side], x)
    sets.remove(game.reactive, x)
    sets.remove(game.gated, x)
    if sets.has(game.stating, x):
        sets.remove(game.stating, x)
        game.dirty = 1
    if zone == Z.DECK:
        _leave_deck(game, side, x)
    if zone == Z.EXPEDITION and not note_past(game, x):
        fail(game, ERROR.PASTS, PASTS)
    game.obj[x, C.LIFE] = 2
    sets.add(game.gone, x)
    if zone in (Z.EXPEDITION, Z.LANDMARK, Z.HERO):
        game.dirty = 1


@compiled
def move(game, book, x, zone, side, expedition, cause, doer, flags, depth):
    """Move the card of x, record the event, and return its new object (-1: none, a token).

    `side` matters for zones in play and Limbo; a personal zone is that of the card's owner (1.4.3,
    3.1.2.c). `depth` is a position in the Deck from the top.
    """
    zone = rest_destination(game, x, zone)
    old = int(game.obj[x, C.ZONE])
    owner = int(game.obj[x, C.OWNER])
    card = int(game.obj[x, C.CARD])
    if zone != Z.EXPEDITION and zone != Z.LANDMARK and zone != Z.LIMBO:
        side = owner
    if old == zone and zone == Z.EXPEDITION:
        return _switch(game, book, x, side, expedition, cause, doer)
    if old == zone and zone == Z.LANDMARK:
        return _change_sides(game, x, side, cause, doer)
    in_play = old == Z.EXPEDITION or old == Z.LANDMARK
    to_play = zone == Z.EXPEDITION or zone == Z.LANDMARK
    token = int(book.card[card].token) != 0
    if token and not to_play and (old != Z.RESERVE or zone != Z.LIMBO):
        # 2.1.e: it ceases to exist instead, but still leaves; from Reserve it can be played
        e = note(game, EV.MOVE, cause, x, -1, doer, 1, 0)
        game.event[e, ACT.TO] = Z.NOWHERE
        game.event[e, ACT.FLAGS] = zone
        take_off(game, x)
        return -1
    y = _take_slot(game)
    for column in range(C.COUNT):
        game.obj[y, column] = 0
    game.obj[y, C.LIFE] = 1
    game.obj[y, C.CARD] = card
    game.obj[y, C.ZONE] = zone
    game.obj[y, C.OWNER] = owner
    game.obj[y, C.SIDE] = side
    game.obj[y, C.EXPEDITION] = expedition if zone == Z.EXPEDITION else -1
    game.obj[y, C.NEXT] = -1
    # counters (2.5.j-l): kept from Reserve and Limbo to a visible zone, and within play
    keep = (old == Z.RESERVE or old == Z.LIMBO) and zone != Z.DISCARD
    keep = keep or (in_play and to_play)
    if zone == Z.DECK or zone == Z.HAND:
        keep = False
    if keep:
        for column in range(C.COUNTER_KIND, C.COUNTER_KIND + 6):
            game.obj[y, column] = game.obj[x, column]
        game.obj[y, C.BOOSTS] = game.obj[x, C.BOOSTS]
    elif old == Z.EXPEDITION and zone == Z.RESERVE:
        if int(game.obj[x, C.KEYWORDS]) & KW.SEASONED or flags & FLAG.KEEP_BOOSTS:
            game.obj[y, C.BOOSTS] = game.obj[x, C.BOOSTS]
    if zone == Z.LIMBO or (old == Z.LIMBO and to_play):
        game.obj[y, C.ORIGIN] = game.obj[x, C.ORIGIN] if old == Z.LIMBO else old
        game.obj[y, C.PLAYED_AS] = game.obj[x, C.PLAYED_AS]
    status = 0
    if zone == Z.MANA:
        if flags & FLAG.READY == 0:
            status = STATUS.EXHAUSTED  # 3.2.9.b
    elif flags & FLAG.EXHAUSTED:
        status = STATUS.EXHAUSTED
    if flags & FLAG.FLEETING:
        status |= STATUS.FLEETING
    if flags & FLAG.ANCHORED:
        status |= STATUS.ANCHORED
    if flags & FLAG.ASLEEP:
        status |= STATUS.ASLEEP
    if zone == Z.DISCARD or zone == Z.DECK or zone == Z.HAND:
        status = 0  # 2.4.1.c
    game.obj[y, C.STATUS] = status
    known = int(game.obj[x, C.KNOWN])
    if (1 << old) & (Z.HIDDEN_MASK | (1 << Z.MANA)) == 0:
        known = (1 << int(game.players)) - 1
    if zone == Z.MANA and old == Z.HAND:
        # it is not revealed, and the remaining cards of that hand are not known either
        known = 0
        z = sets.first(game.zone[Z.HAND, owner])
        while z >= 0:
            game.obj[z, C.KNOWN] = 1 << owner
            z = sets.after(game.zone[Z.HAND, owner], z)
    if zone == Z.HAND or zone == Z.MANA:
        known |= 1 << owner
    reveal_to(game, y, known)
    game.stamp += 1
    game.timestamp[y] = game.stamp
    settle(game, book, y)
    e = note(game, EV.MOVE, cause, x, y, doer, 1, 0)
    game.event[e, ACT.FLAGS] = zone
    take_off(game, x)
    game.obj[x, C.NEXT] = y
    sets.add(game.zone[zone, side], y)
    _arrive(game, book, y)
    if zone == Z.DECK:
        _enter_deck(game, side, y, int(game.deck_size[side]) if flags & FLAG.BOTTOM else depth)
    if to_play or zone == Z.HERO:
        game.dirty = 1
    return y


@compiled
def _switch(game, book, x, side, expedition, cause, doer):
    """Move the same object from one Expedition to another: no change of zone (3.2.4.d)."""
    e = note(game, EV.MOVE, cause, x, x, doer, 1, 0)
    _stand_in(game, x, side, expedition)
    game.event[e, ACT.TO_SIDE] = side
    game.event[e, ACT.TO_PRESENCE] = game.obj[x, C.PRESENCE]
    game.event[e, ACT.FLAGS] = Z.EXPEDITION
    return x


@compiled
def _change_sides(game, x, side, cause, doer):
    """Move from one player's Landmarks to another's: no change of zone (5.0 3.2.7.b)."""
    e = note(game, EV.MOVE, cause, x, x, doer, 1, 0)
    _lie_at(game, x, side)
    game.event[e, ACT.TO_SIDE] = side
    game.event[e, ACT.FLAGS] = Z.LANDMARK
    return x


@compiled
def _lie_at(game, x, side):
    """Put the same object into this player's part of its zone."""
    zone = int(game.obj[x, C.ZONE])
    sets.remove(game.zone[zone, int(game.obj[x, C.SIDE])], x)
    sets.add(game.zone[zone, side], x)
    game.obj[x, C.SIDE] = side
    game.dirty = 1


@compiled
def _stand_in(game, x, side, expedition):
    """Put the same object into this Expedition."""
    _lie_at(game, x, side)
    game.obj[x, C.EXPEDITION] = expedition
    if int(game.obj[x, C.KEYWORDS]) & KW.GIGANTIC:
        game.obj[x, C.PRESENCE] = (3 << (2 * side)) if side >= 0 else 0
    else:
        game.obj[x, C.PRESENCE] = 1 << expedition


@compiled
def give_back(game, x):
    """Put x into its owner's part of its zone, or into the matching Expedition: it stays the same
    object, and nothing leaves or joins a zone (3.2.4.d, 7.3.40.b)."""
    owner = int(game.obj[x, C.OWNER])
    expedition = int(game.obj[x, C.EXPEDITION])
    if expedition >= 0:
        _stand_in(game, x, owner, 2 * owner + expedition % 2)
    else:
        _lie_at(game, x, owner)


@compiled
def create(game, book, card, side, zone, expedition, doer):
    """Create a token in an Expedition, or in a player's Landmarks or Reserve. Its creator owns it
    (5.0 1.1.7.b), but in a Reserve it belongs to the owner of that Reserve, like a card there."""
    owner = side if zone == Z.RESERVE else doer
    y = place(game, book, card, owner, zone, side, expedition)
    e = note(game, EV.MOVE, CAUSE.CREATE, -1, y, doer, 1, 0)
    game.event[e, ACT.FLAGS] = zone
    return y


MANA_WITHOUT_LIMIT = 60
"""Available mana if it is unlimited: more than any cost, and small enough for an answer that
chooses an amount."""


@compiled
def ready_orbs(game, player):
    """Return the mana that a player can pay (3.2.9.f)."""
    if int(game.rules) & RULE.MANA_UNLIMITED:
        return MANA_WITHOUT_LIMIT
    count = 0
    for w in range(WORDS):
        word = int(game.zone[Z.MANA, player, w])
        while word != 0:
            x = w * BITS + sets.lowest(word)
            word &= word - 1
            if int(game.obj[x, C.STATUS]) & STATUS.EXHAUSTED == 0:
                count += 1
    return count


@compiled
def reshuffle(game, book, player):
    """Shuffle the Discard pile and put it at the bottom of the Deck (3.2.2.d)."""
    row = game.order
    n = 0
    x = sets.first(game.zone[Z.DISCARD, player])
    while x >= 0:
        y = sets.after(game.zone[Z.DISCARD, player], x)
        row[n] = x
        n += 1
        x = y
    shuffle(game.rng, row, n)
    for i in range(n):
        # within the step: the cards go under the Deck, without a separate event
        x = int(row[i])
        sets.remove(game.zone[Z.DISCARD, player], x)
        card = int(game.obj[x, C.CARD])
        game.obj[x, C.LIFE] = 2
        sets.add(game.gone, x)
        y = _take_slot(game)
        for column in range(C.COUNT):
            game.obj[y, column] = 0
        game.obj[y, C.LIFE] = 1
        game.obj[y, C.CARD] = card
        game.obj[y, C.ZONE] = Z.DECK
        game.obj[y, C.OWNER] = player
        game.obj[y, C.SIDE] = player
        game.obj[y, C.EXPEDITION] = -1
        game.obj[y, C.NEXT] = -1
        game.stamp += 1
        game.timestamp[y] = game.stamp
        settle(game, book, y)
        sets.add(game.zone[Z.DECK, player], y)
        _enter_deck(game, player, y, int(game.deck_size[player]))
    for i in range(n):
        row[i] = 0


@compiled
def _is_leaving(game, x):
    """Return whether the step being prepared already moves x."""
    for i in range(int(game.acts)):
        if game.act[i, ACT.KIND] == EV.MOVE and game.act[i, ACT.OBJECT] == x:
            return True
    return False


@compiled
def take_top(game, book, player, count, verb, row):
    """Put the top `count` cards of a Deck, or as many as there are, into the set `row`.

    Cards that the same step already takes are no longer available to another part of it.
    `reshuffle_on_demand` (2024.09): if cards are missing, the Discard pile is shuffled under the
    Deck within the step (3.2.2.d). Otherwise only a Resupply from an empty Deck does so (5.0
    7.3.31.c).
    """
    have = int(game.deck_size[player])
    leaving = 0
    for place in range(have):
        if _is_leaving(game, int(game.deck[player, place])):
            leaving += 1
    if have - leaving < count:
        empty = verb == CAUSE.RESUPPLY and have == leaving
        if int(game.rules) & RULE.RESHUFFLE_ON_DEMAND or empty:
            reshuffle(game, book, player)
    taken = 0
    place = int(game.deck_size[player]) - 1
    while taken < count and place >= 0:
        x = int(game.deck[player, place])
        if not _is_leaving(game, x):
            sets.add(row, x)
            taken += 1
        place -= 1
    return taken


@compiled
def take_bottom(game, player, count, row):
    """Put the bottom `count` cards of a Deck, or as many as there are, into the set `row`."""
    for place in range(min(count, int(game.deck_size[player]))):
        sets.add(row, int(game.deck[player, place]))
