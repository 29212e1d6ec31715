"""Writing a player's visible information as a row of numbers; the layout is in `layout.py`."""

from ..engine import sets
from ..engine.activating import ability_asked
from ..engine.adventure import expeditions_behind, expeditions_in_contact, region_of
from ..engine.compiled import compiled
from ..engine.dusk import statistics
from ..engine.knowing import face_known, knows
from ..engine.layout import BITS, EXPEDITIONS, FRAMES, OBJECTS, PLAYERS, REGIONS, SETS, WORDS, F, M
from ..engine.opcodes import OP
from ..engine.terms import CODE, DECIDE, EV, NOTED, PHASE, RULE, STATUS, TYPE, C, Z
from ..engine.turns import ability_number
from .copied_columns import copy_characteristics, copy_counters
from .layout import CHOICES, EVENTS, G, N, S, V, X
from .rows import (
    expedition_meant,
    expedition_seen,
    lay_rows,
    player_meant,
    player_seen,
    region_seen,
    write_mask,
)


@compiled
def observe(game, book, slot, viewer):
    """Write the viewer's observation and legal actions to the slot."""
    lay_rows(game, slot, viewer)
    write_mask(game, slot, viewer)
    _write_table(game, slot, viewer)
    _write_decision(game, book, slot, viewer)
    _write_players(game, slot, viewer)
    _write_adventure(game, slot, viewer)
    _write_entities(game, book, slot, viewer)
    _write_emblems(game, book, slot, viewer)
    _write_events(game, slot, viewer)


@compiled
def _who(player, viewer):
    """1 for the viewer, 2 for the next player, and so on; 0 for none."""
    if player < 0:
        return 0
    return 1 + player_seen(player, viewer)


@compiled
def _write_table(game, slot, viewer):
    o = slot.observation
    o[G.RULES] = int(game.rules) & ~RULE.LISTS_CLOSED  # nothing that the rules speak of
    o[G.DAY] = min(30000, int(game.day))
    o[G.PHASE] = game.phase
    o[G.ARENA] = game.arena
    o[G.FIRST_PLAYER] = 1 if game.first_player == viewer else 0
    o[G.TURN_PLAYER] = _who(int(game.turn_player), viewer)
    o[G.OVER] = game.over
    winner = int(game.winner)
    won = winner >= 0 and game.team[winner] == game.team[viewer]
    o[G.RESULT] = 0 if winner < 0 else (1 if won else -1)
    o[G.ROWS] = slot.rows
    o[G.EMBLEMS] = slot.emblems
    n = int(game.dice_count)
    o[G.DICE] = n
    for i in range(16):
        o[G.DIE + i] = game.dice[i] if i < n else 0


@compiled
def _card(game, x):
    """The number of an object's card, plus 1; 0 for no object."""
    return 1 + int(game.obj[x, C.CARD]) if x >= 0 else 0


_OF_THE_DECISION = (
    G.DECIDER,
    G.DECISION,
    G.SUBJECT,
    G.MINIMUM,
    G.MAXIMUM,
    G.OFFERED,
    G.SOURCE,
    G.SOURCE_ABILITY,
    G.SOURCE_ROW,
)
"""The fields of the question."""


@compiled
def _write_decision(game, book, slot, viewer):
    """The question, if it is the viewer's."""
    o = slot.observation
    for k in _OF_THE_DECISION:
        o[k] = 0
    for k in range(G.CHOICES, G.CHOICES + 3 * CHOICES):
        o[k] = 0
    if game.decision == DECIDE.NONE:
        return
    o[G.DECIDER] = _who(int(game.decider), viewer)
    if game.decider != viewer:
        return
    o[G.DECISION] = game.decision
    o[G.MINIMUM] = game.minimum
    o[G.MAXIMUM] = min(30000, int(game.maximum))
    o[G.OFFERED] = game.offered
    subject = int(game.subject)
    if subject >= 0:
        o[G.SUBJECT] = int(slot.row[subject]) + 1
    for f in range(int(game.depth) - 1, -1, -1):
        me = int(game.frame[f, F.ME])
        ability = int(game.frame[f, F.ABILITY])
        if me >= 0 or ability >= 0:
            o[G.SOURCE] = _card(game, me)
            if me >= 0:
                o[G.SOURCE_ROW] = int(slot.row[me]) + 1
            if ability >= 0:
                o[G.SOURCE] = int(book.ability[ability].card) + 1
                o[G.SOURCE_ABILITY] = int(book.ability[ability].index) + 1
            break
    _write_choices(game, book, slot)


@compiled
def _write_choices(game, book, slot):
    """The meaning of the actions `mode k`, if it is one of a list."""
    o = slot.observation
    kind = int(game.decision)
    for k in range(CHOICES):
        if game.mask[OBJECTS + CODE.MODE + k] == 0:
            continue
        at = G.CHOICES + 3 * k
        x = -1
        a = -1
        if kind == DECIDE.MODIFIER or kind == DECIDE.RAISE:
            x = int(game.modifier_slot[k])
            a = int(game.modifier_ability[k])
            if x < 0:
                x = int(game.emblem[-2 - x, M.ME])
        elif kind == DECIDE.ABILITY:
            found = _ability_asked(game, book, slot, k)
            x = found // 65536 if found >= 0 else -1
            a = found % 65536 if found >= 0 else -1
        elif kind == DECIDE.COUNTER and k > 0:
            x = int(game.subject)
            o[at + 2] = game.obj[x, C.COUNTER_KIND + k - 1]
        elif kind == DECIDE.USE:
            x = int(game.subject)
            if k > 0:
                a = ability_number(game, book, x, k - 1)
        if x >= 0:
            o[at] = int(slot.row[x]) + 1
            o[at + 1] = _card(game, x)
        if a >= 0:
            o[at + 1] = int(book.ability[a].card) + 1
            o[at + 2] = int(book.ability[a].index) + 1


@compiled
def _ability_asked(game, book, slot, k):
    """As `ability_asked`, without changing the frame it evaluates in."""
    f = int(game.depth)
    if f >= FRAMES:
        return -1
    for column in range(F.COUNT):
        slot.frame[column] = game.frame[f, column]
    for n in range(SETS):
        for w in range(WORDS):
            slot.sets[n, w] = game.set[f, n, w]
    found = ability_asked(game, book, k)
    for column in range(F.COUNT):
        game.frame[f, column] = slot.frame[column]
    for n in range(SETS):
        for w in range(WORDS):
            game.set[f, n, w] = slot.sets[n, w]
    return found


@compiled
def _picks(game, book):
    """The set of the top frame that holds what was chosen so far; -1 if that is not asked."""
    if game.depth == 0 or (game.decision != DECIDE.OBJECTS and game.decision != DECIDE.TARGET):
        return -1
    f = int(game.depth) - 1
    pc = int(game.frame[f, F.PC])
    if pc < 0 or game.frame[f, F.PICKED] == 0 or book.code[pc] != OP.ASK_OBJECTS:
        return -1
    return int(book.code[pc + 1])


@compiled
def _write_players(game, slot, viewer):
    o = slot.observation
    for i in range(PLAYERS):
        p = player_meant(i, viewer)
        if PLAYERS > 2:
            o[G.TEAM + i] = 1 if game.team[p] == game.team[viewer] else 0
            o[G.OUT + i] = (int(game.out) >> p) & 1
        o[G.HAND + i] = sets.size(game.zone[Z.HAND, p])
        o[G.DECK + i] = game.deck_size[p]
        o[G.RESERVE + i] = sets.size(game.zone[Z.RESERVE, p])
        o[G.DISCARD + i] = sets.size(game.zone[Z.DISCARD, p])
        o[G.LANDMARKS + i] = sets.size(game.zone[Z.LANDMARK, p])
        o[G.RESERVE_LIMIT + i] = game.reserve_limit[p]
        o[G.LANDMARK_LIMIT + i] = game.landmark_limit[p]
        passed = (int(game.passed) >> p) & 1
        o[G.PASSED + i] = passed if game.phase == PHASE.AFTERNOON else 0
        o[G.SET_ASIDE + i] = sets.size(game.chosen[p])
        ready = 0
        for w in range(WORDS):
            left = int(game.zone[Z.MANA, p, w])
            while left != 0:
                x = w * BITS + sets.lowest(left)
                left &= left - 1
                ready += 1 if int(game.obj[x, C.STATUS]) & STATUS.EXHAUSTED == 0 else 0
        o[G.MANA + i] = sets.size(game.zone[Z.MANA, p])
        o[G.MANA_READY + i] = ready


@compiled
def _write_adventure(game, slot, viewer):
    o = slot.observation
    for r in range(REGIONS):
        at = region_seen(game, r, viewer)
        o[G.FACE_UP + at] = game.face_up[r]
        o[G.TERRAIN + at] = int(game.terrain_now[r]) if game.face_up[r] else 0
    behind = expeditions_behind(game)
    contact = expeditions_in_contact(game)
    for i in range(EXPEDITIONS):
        e = expedition_meant(i, viewer)
        region = region_of(game, e)
        o[G.DISTANCE + i] = game.progress[e]
        o[G.REGION + i] = region_seen(game, region, viewer)
        o[G.ASCENDED + i] = (int(game.ascended) >> e) & 1
        o[G.MOVED_TODAY + i] = (int(game.moved_today) >> e) & 1
        o[G.BEHIND + i] = (behind >> e) & 1
        o[G.CONTACT + i] = (contact >> e) & 1
        o[G.COUNTED + i] = int(game.terrain_now[region]) if game.face_up[region] else 0
        o[G.FOREST + i], o[G.MOUNTAIN + i], o[G.WATER + i] = statistics(game, e)
    for i in range(EXPEDITIONS):
        facing = expedition_seen(int(game.facing[expedition_meant(i, viewer)]), viewer)
        if PLAYERS > 2:
            o[G.FACING + i] = facing + 1
        for t in range(3):
            at = G.FOREST + EXPEDITIONS * t
            o[G.GAP + 3 * i + t] = int(o[at + i]) - int(o[at + facing])


@compiled
def _write_entities(game, book, slot, viewer):
    """Write what the viewer sees of each object. A function for one would cost a seventh more."""
    o = slot.observation
    in_decks = False
    rows = int(slot.rows)
    for r in range(rows):
        x = int(slot.slot[r])
        at = S.ENTITIES + r * N.COUNT
        out = o[at : at + N.COUNT]
        row = game.obj[x]
        for k in range(N.COUNT):
            out[k] = 0
        zone = int(row[C.ZONE])
        side = int(row[C.SIDE])
        known = int(row[C.KNOWN])
        in_decks = in_decks or zone == Z.DECK
        out[N.ZONE] = zone
        out[N.SIDE] = 1 + player_seen(side, viewer)
        out[N.OWNER] = 1 + player_seen(int(row[C.OWNER]), viewer)
        if not face_known(zone, side, known, viewer):
            out[N.STATUS] = row[C.STATUS]
            copy_counters(out, row)
            if zone == Z.MANA:
                out[N.TYPE] = TYPE.MANA_ORB
            continue
        copy_characteristics(out, row)
        card = int(row[C.CARD])
        out[N.CARD] = card + 1
        out[N.MUTED] = 1 if row[C.MUTE] != 0 else 0
        out[N.ORIGIN] = row[C.ORIGIN]
        if zone == Z.DECK or zone == Z.HAND or zone == Z.MANA:
            others = ((1 << PLAYERS) - 1) & ~(1 << viewer)
            if (side != viewer and zone != Z.DECK) or known & others:
                out[N.SHOWN] = 1
        if zone == Z.EXPEDITION:
            out[N.EXPEDITION] = 1 + (int(row[C.EXPEDITION]) & 1)
        presence = int(row[C.PRESENCE])
        later = 2 * viewer
        presence = (presence >> later) | (presence << (EXPEDITIONS - later))
        out[N.PRESENCE] = presence & ((1 << EXPEDITIONS) - 1)
        # no other object's are changed: the book need not be read, which is far away
        if sets.has(game.altered, x) or row[C.PLAYED_AS] != 0:
            out[N.SUBTYPES_CHANGED] = 1 if game.subtypes[x] != book.card[card].subtypes else 0
    _clear(slot, 0, rows, S.ENTITIES, N.COUNT)
    if game.decision != DECIDE.NONE and game.decider == viewer:
        _write_answers(game, book, slot, viewer)
    if in_decks:
        _write_depths(game, slot)
    _write_gained(game, book, slot, viewer)


@compiled
def _write_gained(game, book, slot, viewer):
    """Write the abilities that objects have been granted."""
    o = slot.observation
    for g in range(int(game.grants)):
        x = int(game.grant_object[g])
        if x >= 0 and slot.row[x] >= 0 and knows(game, x, viewer):
            at = S.ENTITIES + int(slot.row[x]) * N.COUNT
            o[at + N.GAINED] = int(o[at + N.GAINED]) + 1
            if o[at + N.GAINED] == 1:
                ability = int(game.grant_ability[g])
                o[at + N.GAINED_ABILITY] = int(book.ability[ability].card) + 1
                o[at + N.GAINED_ABILITY + 1] = int(book.ability[ability].index) + 1


@compiled
def _note(slot, members, column):
    """Write 1 in this column of the rows of a set."""
    for w in range(WORDS):
        left = int(members[w])
        while left != 0:
            r = int(slot.row[w * BITS + sets.lowest(left)])
            left &= left - 1
            if r >= 0:
                slot.observation[S.ENTITIES + r * N.COUNT + column] = 1


@compiled
def _write_answers(game, book, slot, viewer):
    """Of the viewer's decision: the objects that are offered, those chosen, and its subject."""
    o = slot.observation
    for k in range(int(game.offered)):
        action = int(game.options[k])
        if action < OBJECTS and slot.row[action] >= 0:
            o[S.ENTITIES + int(slot.row[action]) * N.COUNT + N.OFFERED] = game.mask[action]
    _note(slot, game.chosen[viewer], N.CHOSEN)
    picks = _picks(game, book)
    if picks >= 0:
        _note(slot, game.set[game.depth - 1, picks], N.CHOSEN)
    subject = int(game.subject)
    if subject >= 0 and slot.row[subject] >= 0:
        o[S.ENTITIES + int(slot.row[subject]) * N.COUNT + N.SUBJECT] = 1


@compiled
def _write_depths(game, slot):
    """The depth in its Deck of each card that has a row."""
    o = slot.observation
    for side in range(PLAYERS):
        size = int(game.deck_size[side])
        for i in range(size):
            r = int(slot.row[game.deck[side, i]])
            if r >= 0:
                o[S.ENTITIES + r * N.COUNT + N.DEPTH] = size - i


@compiled
def _clear(slot, part, used, start, width):
    """Clear the rows of a table that were in use at the last observation and are not now."""
    o = slot.observation
    for k in range(start + used * width, start + int(slot.stale[part]) * width):
        o[k] = 0
    slot.stale[part] = used


@compiled
def _write_emblems(game, book, slot, viewer):
    o = slot.observation
    at = S.EMBLEMS
    for m in range(int(slot.emblems)):
        row = game.emblem[slot.emblem[m]]
        ability = int(row[M.ABILITY])
        o[at + X.KIND] = row[M.KIND]
        o[at + X.SIDE] = _who(int(row[M.CONTROLLER]), viewer)
        o[at + X.CARD] = _card(game, int(row[M.ME]))
        o[at + X.ABILITY] = int(book.ability[ability].index) + 1 if ability >= 0 else 0
        o[at + X.DURATION] = row[M.DURATION]
        o[at + X.USES] = row[M.USES]
        at += X.COUNT
    _clear(slot, 1, int(slot.emblems), S.EMBLEMS, X.COUNT)


@compiled
def _write_events(game, slot, viewer):
    """The latest events of the day, latest first. All are public: plays, uses, passes, rolls, and
    moves to a Discard pile."""
    o = slot.observation
    last = int(game.logged)
    n = min(EVENTS, last)
    at = S.EVENTS
    for i in range(n):
        line = game.log[last - 1 - i]
        kind = int(line[NOTED.KIND])
        o[at + V.KIND] = kind
        o[at + V.CAUSE] = line[NOTED.CAUSE]
        o[at + V.SIDE] = _who(int(line[NOTED.PLAYER]), viewer)
        named = kind == EV.PLAY or kind == EV.MOVE or kind == EV.ACTIVATE
        card = int(line[NOTED.CARD]) if line[NOTED.CARD] >= 0 else -1 - int(line[NOTED.CARD])
        o[at + V.CARD] = card + 1 if named else 0
        o[at + V.FROM_ZONE] = int(line[NOTED.PLACE]) % Z.COUNT
        o[at + V.TURNS_AGO] = min(30000, int(game.turn) - int(line[NOTED.TURN]))
        o[at + V.TIMES] = line[NOTED.TIMES]
        at += V.COUNT
    o[G.EVENTS] = n
    _clear(slot, 2, n, S.EVENTS, V.COUNT)
