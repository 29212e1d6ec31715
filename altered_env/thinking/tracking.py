"""Tracking each card copy in a game: when it was drawn, put into mana and played.

An object exists only while in one zone, and gone ones are soon reused: a copy is followed from
decision to decision. Copies whose object is gone are matched with new objects of the same card and
owner, the likeliest move first; copies of one card are alike, so nothing else is lost.

Plays are those that the engine remembers for the day. It forgets them when a new day begins, which
may be within one answer; then the play that this answer ended is the one counted.
"""

from ..engine.compiled import compiled
from ..engine.layout import LOG, OBJECTS
from ..engine.terms import CODE, DECIDE, EV, NOTED, TYPE, C, Z, namespace

NOTES = LOG + OBJECTS + 2
"""Words of scratch: lines of the day's log as last seen, objects that are accounted for, the copy
that is being played, the day."""
PENDING = LOG + OBJECTS
DAY = PENDING + 1


@namespace
class COPY:
    """The columns of a card copy; days are 0 where that did not happen."""

    CARD = 0  # row of the book
    OWNER = 1  # -1: the row is not used
    OPENING = 2  # was it in the opening hand?
    DRAWN = 3  # the day on which it came from Deck to hand
    LEFT = 4  # the day on which it left the Deck for elsewhere
    MANA = 5  # the day on which it became a Mana Orb
    HAND = 6  # the day on which it was first played from hand
    RESERVE = 7  # the day on which it was first played from Reserve
    PLAYED = 8  # how often it was played from hand
    PLAYED_AGAIN = 9  # how often from Reserve
    COUNT = 10
    # state of the tracking itself
    SLOT = 10
    STAMP = 11
    ZONE = 12
    FROM = 13  # the zone it was in before, Limbo left out
    CREDITED = 14  # its last move is accounted for as a play
    COLUMNS = 15


@compiled
def start_tracking(game, rows, notes):
    """The copies of a game that has just begun: a row for each card of the Decks and hands."""
    for k in range(len(rows)):
        for column in range(COPY.COLUMNS):
            rows[k, column] = 0
        rows[k, COPY.OWNER] = -1
    notes[:] = 0
    notes[PENDING] = -1
    notes[DAY] = game.day
    k = 0
    for x in range(OBJECTS):
        zone = int(game.obj[x, C.ZONE])
        if game.obj[x, C.LIFE] == 1 and (zone == Z.DECK or zone == Z.HAND) and k < len(rows):
            rows[k, COPY.CARD] = game.obj[x, C.CARD]
            rows[k, COPY.OWNER] = game.obj[x, C.OWNER]
            rows[k, COPY.OPENING] = 1 if zone == Z.HAND else 0
            rows[k, COPY.SLOT] = x
            rows[k, COPY.STAMP] = game.timestamp[x]
            rows[k, COPY.ZONE] = zone
            k += 1


@compiled
def _copy_in(rows, x):
    """The copy whose object is x; -1: none."""
    for k in range(len(rows)):
        if rows[k, COPY.OWNER] >= 0 and rows[k, COPY.SLOT] == x:
            return k
    return -1


@compiled
def intend(game, rows, notes, action, uses):
    """Before an answer is given: is it a play of a card? `uses` are the uses of the object of a
    turn: bit 0 to play it."""
    if game.decision == DECIDE.TURN:
        notes[PENDING] = -1
        if action < OBJECTS and uses == 1:
            notes[PENDING] = _copy_in(rows, action)
    elif game.decision == DECIDE.USE and action == OBJECTS + CODE.MODE:
        notes[PENDING] = _copy_in(rows, int(game.subject))


@compiled
def _unlikely(old, new):
    """How unlikely it is that a card has come from one zone to another."""
    if new == Z.DECK or new == Z.HAND:
        if old == Z.DECK:
            return 0
        return 2 if old == new else 1
    if new == Z.MANA:
        return 0 if old == Z.HAND else 1
    if old == Z.LIMBO:
        return 0
    if old == new:
        return 1
    if old == Z.EXPEDITION or old == Z.LANDMARK:
        return 2
    if old == Z.HAND:
        return 3
    if old == Z.RESERVE:
        return 4
    return 6 if old == Z.DECK else 5


@compiled
def _moved(game, rows, k, x):
    """Copy k is now object x: what happened to it on the way."""
    old = int(rows[k, COPY.ZONE])
    new = int(game.obj[x, C.ZONE])
    day = max(1, int(game.day))
    rows[k, COPY.SLOT] = x
    rows[k, COPY.STAMP] = game.timestamp[x]
    rows[k, COPY.ZONE] = new
    if old == new:
        return
    if old == Z.DECK:
        if new == Z.HAND:
            if rows[k, COPY.DRAWN] == 0:
                rows[k, COPY.DRAWN] = day
        elif rows[k, COPY.LEFT] == 0:
            rows[k, COPY.LEFT] = day
    if new == Z.MANA and rows[k, COPY.MANA] == 0:
        rows[k, COPY.MANA] = day
    if old != Z.LIMBO:
        rows[k, COPY.FROM] = old
        rows[k, COPY.CREDITED] = 0


@compiled
def _follow(game, rows, notes):
    """Find where each copy is now."""
    lost = 0
    for x in range(OBJECTS):
        notes[LOG + x] = 0
    for k in range(len(rows)):
        if rows[k, COPY.OWNER] < 0:
            continue
        x = int(rows[k, COPY.SLOT])
        here = x >= 0 and game.obj[x, C.LIFE] == 1 and game.timestamp[x] == rows[k, COPY.STAMP]
        if here and game.obj[x, C.CARD] == rows[k, COPY.CARD]:
            notes[LOG + x] = 1
            if game.obj[x, C.ZONE] != rows[k, COPY.ZONE]:
                _moved(game, rows, k, x)
        else:
            rows[k, COPY.SLOT] = -1
            lost += 1
    if lost == 0:
        return
    for x in range(OBJECTS):
        if notes[LOG + x] != 0 or game.obj[x, C.LIFE] != 1:
            continue
        found = -1
        least = 99
        for k in range(len(rows)):
            if rows[k, COPY.SLOT] >= 0 or rows[k, COPY.OWNER] != game.obj[x, C.OWNER]:
                continue
            if rows[k, COPY.CARD] != game.obj[x, C.CARD]:
                continue
            cost = _unlikely(int(rows[k, COPY.ZONE]), int(game.obj[x, C.ZONE]))
            if cost < least:
                least = cost
                found = k
        if found >= 0 and int(game.obj[x, C.TYPE]) & TYPE.HERO == 0:
            _moved(game, rows, found, x)


@compiled
def _credit(rows, k, zone, day):
    """Copy k was played from this zone."""
    rows[k, COPY.CREDITED] = 1
    if zone == Z.HAND:
        rows[k, COPY.PLAYED] += 1
        if rows[k, COPY.HAND] == 0:
            rows[k, COPY.HAND] = day
    elif zone == Z.RESERVE:
        rows[k, COPY.PLAYED_AGAIN] += 1
        if rows[k, COPY.RESERVE] == 0:
            rows[k, COPY.RESERVE] = day


@compiled
def _credit_log(game, rows, notes, line):
    """A play more in this line of the log: of the copy that came from there last."""
    zone = int(game.log[line, NOTED.PLACE]) % Z.COUNT
    for k in range(len(rows)):
        if rows[k, COPY.OWNER] < 0 or rows[k, COPY.CREDITED] != 0:
            continue
        if rows[k, COPY.CARD] == game.log[line, NOTED.CARD] and rows[k, COPY.FROM] == zone:
            _credit(rows, k, zone, int(game.day))
            if notes[PENDING] == k:
                notes[PENDING] = -1
            return


@compiled
def track(game, rows, notes):
    """An answer has been given: follow the copies, and count what was played."""
    for k in range(len(rows)):
        if rows[k, COPY.ZONE] != Z.LIMBO:
            rows[k, COPY.CREDITED] = 1  # a move before this answer was no play, or is counted
    day = int(notes[DAY])
    pending = int(notes[PENDING])
    if game.day != day:
        # plays that this answer ended, and the day with them
        for k in range(len(rows)):
            if rows[k, COPY.ZONE] == Z.LIMBO and rows[k, COPY.CREDITED] == 0:
                if rows[k, COPY.OWNER] >= 0:
                    _credit(rows, k, int(rows[k, COPY.FROM]), day)
                    pending = -1 if pending == k else pending
        if pending >= 0 and rows[pending, COPY.ZONE] != Z.LIMBO:
            _credit(rows, pending, int(rows[pending, COPY.ZONE]), day)
            _follow(game, rows, notes)
            rows[pending, COPY.CREDITED] = 1
        else:
            _follow(game, rows, notes)
        notes[PENDING] = -1
        notes[DAY] = game.day
        for line in range(LOG):
            notes[line] = 0
    else:
        _follow(game, rows, notes)
    for line in range(int(game.logged)):
        if game.log[line, NOTED.KIND] == EV.PLAY:
            while notes[line] < game.log[line, NOTED.TIMES]:
                notes[line] += 1
                _credit_log(game, rows, notes, line)
