"""Matching of event patterns, shared by Reactions, modifiers, prohibitions, permissions and cost
alterations: `verb_s(who, filters.., from_=, to=, during=, due_to=)`."""

from .adventure import (
    expeditions_ahead,
    expeditions_behind,
    expeditions_in_contact,
    expeditions_tied,
    facing_of,
    other_of,
)
from .captures import load_kept
from .compiled import compiled
from .layout import FRAMES, F
from .preview_tokens import dismiss, foresee
from .reading import ROLLED, evaluate
from .terms import ACT, CAUSE, EV, KW, STATUS, TYPE, WHO, C, Z, namespace

ASCENSION = 8
"""In the cause of an Expedition's move, a bit after the terrains: Ascension (4.2.4.k)."""
EXCEPT = 16
"""In the terrains of a movement pattern: it also matches moves for reasons other than Progress
(4.2.4.d)."""
TIED = 5
"""In the terrains of an Expedition's move, the shift of the tied ones."""
ANY_COUNTER = 30000
"""In the column of gains and losses: a counter of any kind."""


@namespace
class PLACE:
    """The Expeditions meant by an area."""

    ANY = 0
    MINE = 1  # my Expedition
    FACING = 2  # the Expedition facing me
    OTHER = 3  # my other Expedition
    OTHER_FACING = 4
    BEHIND = 5
    AHEAD = 6
    TIED = 7
    ASCENDED = 8
    IN_CONTACT = 9
    KEPT = 16  # + number: those captured by an emblem (`captures.py`)


@compiled
def place_mask(game, place, me, kept):
    if place == PLACE.ANY:
        return (1 << (2 * int(game.players))) - 1
    if place == PLACE.BEHIND:
        return expeditions_behind(game)
    if place == PLACE.AHEAD:
        return expeditions_ahead(game)
    if place == PLACE.TIED:
        return expeditions_tied(game)
    if place == PLACE.ASCENDED:
        return int(game.ascended)
    if place == PLACE.IN_CONTACT:
        return expeditions_in_contact(game)
    if place >= PLACE.KEPT:
        return int(game.kept_number[kept - 1, place - PLACE.KEPT]) if kept > 0 else 0
    mine = 0
    if me >= 0:
        mine = int(game.obj[me, C.PRESENCE])
        if game.events > 0 and game.was_in[me] != 0:
            mine = int(game.was_in[me])  # its place before the event (6.3.f)
    if place == PLACE.MINE:
        return mine
    if place == PLACE.FACING:
        return facing_of(game, mine)
    if place == PLACE.OTHER_FACING:
        return facing_of(game, other_of(game, mine))
    return other_of(game, mine)


@compiled
def who_is(game, who, controller, kept, player):
    """Return whether `player` is meant by a pattern of `controller`."""
    if who == WHO.ANY:
        return True
    if player < 0:
        return False
    if who == WHO.YOU:
        return player == controller
    if who == WHO.PLAYER:
        return True
    if who >= WHO.KEPT:
        return kept > 0 and (int(game.kept_number[kept - 1, who - WHO.KEPT]) >> player) & 1 != 0
    return game.team[player] != game.team[controller]


@compiled
def _inside(game, zones, who, place, controller, me, kept, zone, side, presence):
    if (zones >> zone) & 1 == 0:
        return False
    if who != WHO.ANY and not who_is(game, who, controller, kept, side):
        return False
    if place != PLACE.ANY:
        return presence & place_mask(game, place, me, kept) != 0
    return True


@compiled
def amount_of(row):
    """Return the amount of a past or imminent event; for a roll, also its result, times ROLLED."""
    if row[ACT.KIND] == EV.MOVE:
        return 1  # of a staged move, AMOUNT is the depth in the Deck
    amount = int(row[ACT.AMOUNT])
    if row[ACT.KIND] == EV.ROLL:
        amount += ROLLED * int(row[ACT.TO_SIDE])
    return amount


@compiled
def place_of(row):
    """Return the Expedition of an event, or of an action of a step, as a mask; 0 for none."""
    kind = int(row[ACT.KIND])
    if kind == EV.PROGRESS or kind == EV.FAIL:
        return 1 << int(row[ACT.TO])
    if kind == EV.MOVE:  # the Ascended Expeditions that it left (7.5.11)
        if row[ACT.OBJECT] < 0:
            return 0
        return int(row[ACT.WHAT]) & ~int(row[ACT.TO_PRESENCE])
    if (kind == EV.GAIN or kind == EV.LOSE) and row[ACT.WHAT] == STATUS.ASCENDED:
        return int(row[ACT.TO_PRESENCE])
    return 0


@compiled
def _is_gift(game, row):
    """Return whether another player receives something in a player's turn (7.3.29.a): a card drawn
    or Resupplied, or a token that joins their objects in play or their Reserve (7.3.30.a)."""
    player = int(row[ACT.TO_SIDE])
    if game.turn_player < 0 or player < 0 or player == game.turn_player:
        return False
    if int(row[ACT.CAUSE]) & (CAUSE.DRAW | CAUSE.RESUPPLY):
        return True
    x = int(row[ACT.OBJECT])
    if x >= 0 and int(game.obj[x, C.TYPE]) & TYPE.TOKEN == 0:
        return False
    received = Z.PLAY_MASK | 1 << Z.RESERVE
    if (received >> int(row[ACT.TO])) & 1 == 0:
        return False
    return row[ACT.FROM_SIDE] != player or (received >> int(row[ACT.FROM])) & 1 == 0


@compiled
def matches(game, book, a, me, controller, kept, rows, e):
    """Return whether row e of `rows` (events, or actions of an imminent step) matches the pattern
    of ability a, borne by object `me` (-1 for an emblem) or by an emblem with captures `kept`
    (`captures.py`; 0: none)."""
    row = rows[e]
    if row[ACT.KIND] != book.ability[a].event:
        return False
    kind = int(row[ACT.KIND])
    cause = int(book.ability[a].cause)
    doer = int(row[ACT.DOER])
    if cause == CAUSE.GIFT:
        if not _is_gift(game, row):
            return False
        doer = int(game.turn_player)  # its creator (7.3.22.a)
    elif cause != 0 and int(row[ACT.CAUSE]) & cause == 0:
        return False
    if not who_is(game, int(book.ability[a].who), controller, kept, doer):
        return False
    phases = int(book.ability[a].phases)
    if phases != 0 and (phases >> int(game.phase)) & 1 == 0:
        return False
    before = int(row[ACT.OBJECT])
    after = int(row[ACT.AFTER])
    if book.ability[a].self != 0 and before != me and after != me:
        return False
    what = int(book.ability[a].what)
    if what != 0 and kind != EV.PROGRESS and kind != EV.FAIL:
        if kind == EV.MOVE:
            if place_of(row) == 0:
                return False
        elif what == ANY_COUNTER:
            if int(row[ACT.WHAT]) < 1000:
                return False
        elif what >= 1000:
            if int(row[ACT.WHAT]) != what:
                return False
        elif int(row[ACT.WHAT]) >= 1000 or int(row[ACT.WHAT]) & what == 0:
            return False
    from_zones = int(book.ability[a].from_zones)
    from_who = int(book.ability[a].from_who)
    from_place = int(book.ability[a].from_place)
    to_zones = int(book.ability[a].to_zones)
    to_who = int(book.ability[a].to_who)
    to_place = int(book.ability[a].to_place)
    if kind == EV.PROGRESS or kind == EV.FAIL:
        expedition = int(row[ACT.TO])
        if (place_mask(game, from_place, me, kept) >> expedition) & 1 == 0:
            return False
        if not who_is(game, from_who, controller, kept, expedition // 2):
            return False
        if what != 0 and int(row[ACT.WHAT]) & what == 0:
            if what & EXCEPT == 0 or row[ACT.WHAT] != 0:
                return False
        if kind == EV.PROGRESS and int(row[ACT.AMOUNT]) <= 0:
            return False
    elif kind == EV.PLAY:
        if from_zones != 0 and (from_zones >> int(row[ACT.FROM])) & 1 == 0:
            return False
        if to_place != 0:
            if int(row[ACT.TO_PRESENCE]) & place_mask(game, to_place, me, kept) == 0:
                return False
    else:
        was_side = int(row[ACT.FROM_SIDE])
        is_side = int(row[ACT.TO_SIDE])
        was = int(row[ACT.FROM])
        now = int(row[ACT.TO])
        was_in = int(row[ACT.FROM_PRESENCE])
        now_in = int(row[ACT.TO_PRESENCE])
        if after < 0 and before >= 0 and was == Z.EXPEDITION and now == Z.EXPEDITION:
            if int(game.obj[before, C.KEYWORDS]) & KW.GIGANTIC:
                now_in = 3 << (2 * is_side)  # it will be in both (7.4.4.n)
        if from_zones != 0:
            if not _inside(
                game, from_zones, from_who, from_place, controller, me, kept, was, was_side, was_in
            ):
                return False
            # an Expedition is also left for another one
            whole = kind == EV.MOVE and what == 0
            if whole and _inside(
                game, from_zones, from_who, from_place, controller, me, kept, now, is_side, now_in
            ):
                return False
        if to_zones != 0:
            if not _inside(
                game, to_zones, to_who, to_place, controller, me, kept, now, is_side, now_in
            ):
                return False
            if _inside(
                game, to_zones, to_who, to_place, controller, me, kept, was, was_side, was_in
            ):
                return False
    if book.ability[a].attempts != 0:
        # 7.5.3: an Expedition that is already Ascended attempts to Ascend
        if int(game.ascended) & int(row[ACT.TO_PRESENCE]) == 0:
            return False
    condition = int(book.ability[a].condition)
    if condition >= 0:
        it = after
        if book.ability[a].before != 0 or it < 0:
            it = before
        elif kind == EV.PLAY and int(game.obj[it, C.TYPE]) & TYPE.MANA_ORB:
            it = before  # a Spell that became a Mana Orb is the played card
        if game.depth < FRAMES:
            game.frame[game.depth, F.BEFORE] = -2 - place_of(row)
            load_kept(game, int(game.depth), kept)
        if it >= 0 or kind != EV.MOVE:
            return evaluate(game, book, condition, controller, me, it, amount_of(row)) != 0
        it = foresee(game, book, row)
        so = evaluate(game, book, condition, controller, me, it, 1) != 0
        dismiss(game, it)
        return so
    return True


@compiled
def whole_of(game, book, a, me, kept):
    """Return the Expeditions that must all match (7.4.4.k), as a mask, if the pattern of ability a
    treats those of a Gigantic object, or those facing it, as one; otherwise 0."""
    event = int(book.ability[a].event)
    place = PLACE.ANY
    if event == EV.PROGRESS or event == EV.FAIL:
        place = int(book.ability[a].from_place)
    elif (event == EV.GAIN or event == EV.LOSE) and book.ability[a].what == STATUS.ASCENDED:
        place = int(book.ability[a].to_place)
    if place == PLACE.ANY or place >= PLACE.KEPT:
        return 0
    mask = place_mask(game, place, me, kept)
    return mask if mask & (mask - 1) else 0


@compiled
def all_match(game, book, a, me, controller, kept, rows, count, mask):
    """Return whether the first `count` of these rows match the pattern of ability a for all the
    Expeditions of a mask."""
    for e in range(count):
        if rows[e, ACT.KIND] == book.ability[a].event and mask & place_of(rows[e]):
            if matches(game, book, a, me, controller, kept, rows, e):
                mask &= ~place_of(rows[e])
    return mask == 0
