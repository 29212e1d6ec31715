"""The day (chapter 4): set-up, five phases with their daily effects, turns, the end.

Each stage stages its effect as one step; then Reactions are checked (4.4) before the next.
"""

from __future__ import annotations

from altered_env.engine import sets
from altered_env.engine.adventure import region_of
from altered_env.engine.chance import below, shuffle
from altered_env.engine.choices import answered, ask, offer, offer_object, offer_set, take
from altered_env.engine.compiled import compiled
from altered_env.engine.costs import can_play, can_use
from altered_env.engine.events import begin_step, stage, stage_move
from altered_env.engine.layout import (
    EMBLEMS,
    EXPEDITIONS,
    MARKERS,
    OBJECTS,
    PLAYERS,
    REGIONS,
    WORDS,
    M,
)
from altered_env.engine.objects import forget, reshuffle, take_top
from altered_env.engine.passives import refresh
from altered_env.engine.playing import play_card, play_quick_action, play_reaction
from altered_env.engine.reactions import expire
from altered_env.engine.reading import initiative
from altered_env.engine.terms import (
    ABILITY,
    CAUSE,
    CODE,
    DECIDE,
    DURATION,
    EV,
    FLAG,
    KW,
    PHASE,
    RULE,
    STAGE,
    STATUS,
    TERRAIN,
    TYPE,
    C,
    Z,
)

__all__ = [
    "ability_number",
    "build_adventure",
    "check_reactions",
    "day_step",
    "deal",
    "enter_arena",
    "open_table",
    "uses_of",
]

HAND_AT_START = 6
MANA_AT_START = 3
DRAWN = 2
STILL_DAYS = 100
"""A game in which nobody has had anything to decide for so many days is over, without a
winner: the rules would let it go on for ever."""
GEAR = 0
"""The number of the sub-type Gear; the catalogue of sub-types begins with it."""


@compiled
def open_table(game, players, rules):
    """An empty table: zones exist, and are empty (3.1.1.b, 4.1.a)."""
    game.players = players
    game.rules = rules
    game.winner = -1
    game.turn_player = -1
    game.first_player = 0
    game.answer = -1
    game.decider = -1
    game.subject = -1
    game.modifier_now = -1
    game.phase = PHASE.SETUP
    game.stage = STAGE.DEAL
    for x in range(OBJECTS):
        sets.add(game.free, x)
    for e in range(EXPEDITIONS):
        game.facing[e] = (e + 2) % EXPEDITIONS
    for p in range(PLAYERS):
        game.team[p] = p
        game.reserve_limit[p] = 2
        game.landmark_limit[p] = 2


@compiled
def build_adventure(game):
    """Hero region, three different Tumult cards in random order and orientation, face-down,
    Companion region (4.1.b-d)."""
    game.terrain[0] = TERRAIN.ALL
    game.face_up[0] = 1
    game.terrain[REGIONS - 1] = TERRAIN.ALL
    game.face_up[REGIONS - 1] = 1
    cards = game.order
    for k in range(3):
        cards[k] = k
    shuffle(game.rng, cards, 3)
    for k in range(3):
        single = 1 << int(cards[k])
        double = TERRAIN.ALL & ~single
        flipped = below(game.rng, 2)
        game.terrain[1 + 2 * k] = double if flipped else single
        game.terrain[2 + 2 * k] = single if flipped else double
    for k in range(3):
        cards[k] = 0
    game.dirty = 1


@compiled
def deal(game, book):
    """The first player at random, shuffled Decks, six cards each (4.1.f-h)."""
    game.first_player = below(game.rng, int(game.players))
    for p in range(int(game.players)):
        shuffle(game.rng, game.deck[p], int(game.deck_size[p]))
    for p in range(int(game.players)):
        row = game.chosen[p]
        sets.clear(row)
        n = min(HAND_AT_START, int(game.deck_size[p]))
        for i in range(n):
            sets.add(row, int(game.deck[p, int(game.deck_size[p]) - 1 - i]))
        _stage_draw(game, p)
    game.stage = STAGE.FIRST_MANA
    game.step = 0
    refresh(game, book)
    begin_step(game, -1)


@compiled
def _stage_draw(game, p):
    """Stage the move of the chosen cards of a Deck to the hand, from the top."""
    n = int(game.deck_size[p])
    for i in range(n - 1, -1, -1):
        x = int(game.deck[p, i])
        if sets.has(game.chosen[p], x):
            stage_move(game, x, Z.HAND, p, -1, CAUSE.DRAW, p, 0, 0)
    sets.clear(game.chosen[p])


@compiled
def _nth_player(game, i):
    """The players in initiative order."""
    return (initiative(game) + i) % int(game.players)


@compiled
def _first_mana(game):
    """Each player puts three of the six cards in the Mana zone, ready (4.1.i)."""
    while game.step < game.players:
        p = _nth_player(game, int(game.step))
        hand = game.zone[Z.HAND, p]
        need = min(MANA_AT_START, sets.size(hand))
        while sets.size(game.chosen[p]) < need:
            if not answered(game):
                x = sets.first(hand)
                while x >= 0:
                    if not sets.has(game.chosen[p], x):
                        offer_object(game, x)
                    x = sets.after(hand, x)
                game.minimum = need - sets.size(game.chosen[p])
                game.maximum = game.minimum
                if not ask(game, DECIDE.FIRST_MANA, p, -1):
                    return
            sets.add(game.chosen[p], take(game))
        game.step += 1
    game.step = 0
    game.stage = STAGE.NOON
    game.day = 1
    _to_mana(game)


@compiled
def _to_mana(game):
    """The chosen cards go to the Mana zone, ready, all at once."""
    for p in range(int(game.players)):
        x = sets.first(game.chosen[p])
        while x >= 0:
            stage_move(game, x, Z.MANA, p, -1, CAUSE.EXPAND, p, FLAG.READY, 0)
            x = sets.after(game.chosen[p], x)
        sets.clear(game.chosen[p])
    begin_step(game, -1)


@compiled
def _begin_phase(game, phase, next_stage):
    """The beginning of a phase is an event of its own (4.2.b)."""
    game.phase = phase
    game.stage = next_stage
    game.step = 0
    stage(game, EV.AT, 0, -1, -1, 1, 1 << phase, 0)
    begin_step(game, -1)


@compiled
def _new_day(game):
    game.day += 1
    if game.day - game.decided_on > STILL_DAYS:
        game.over = 1
    game.moved_today = 0
    for e in range(EXPEDITIONS):
        game.stood_at[e] = 0
    for i in range(int(game.logged)):
        for column in range(8):
            game.log[i, column] = 0
    game.logged = 0
    for i in range(int(game.uses)):
        game.use_object[i] = 0
        game.use_ability[i] = 0
        game.use_count[i] = 0
    game.uses = 0
    game.passed = 0


@compiled
def _prepare(game):
    """Every exhausted card is readied: Heroes, Characters, Permanents, Mana Orbs, Reserve."""
    for p in range(int(game.players)):
        for zone in (Z.HERO, Z.EXPEDITION, Z.LANDMARK, Z.RESERVE):
            row = game.zone[zone, p]
            x = sets.first(row)
            while x >= 0:
                if int(game.obj[x, C.STATUS]) & STATUS.EXHAUSTED:
                    stage(game, EV.LOSE, 0, x, p, 1, STATUS.EXHAUSTED, 0)
                x = sets.after(row, x)
        orb = sets.first(game.zone[Z.MANA, p])
        while orb >= 0:
            game.obj[orb, C.STATUS] = int(game.obj[orb, C.STATUS]) & ~STATUS.EXHAUSTED
            orb = sets.after(game.zone[Z.MANA, p], orb)
    game.stage = STAGE.DRAW
    game.step = 0
    begin_step(game, -1)


@compiled
def _may_reshuffle(game, book, p):
    """5.0: a player may shuffle the Discard pile back (4.2.1.f, 7.3.9.c). True when settled."""
    if not answered(game):
        if sets.is_empty(game.zone[Z.DISCARD, p]):
            return True
        offer(game, CODE.YES)
        offer(game, CODE.NO)
        if not ask(game, DECIDE.RESHUFFLE, p, -1):
            return False
    if take(game) == OBJECTS + CODE.YES:
        reshuffle(game, book, p)
    return True


@compiled
def _draw(game, book):
    """Each player draws two cards."""
    while game.step < game.players:
        p = _nth_player(game, int(game.step))
        if int(game.rules) & RULE.RESHUFFLE_ON_DEMAND == 0 and game.deck_size[p] < DRAWN:
            if not _may_reshuffle(game, book, p):
                return
        game.step += 1
    for p in range(int(game.players)):
        sets.clear(game.chosen[p])
        take_top(game, book, p, DRAWN, CAUSE.DRAW, game.chosen[p])
        _stage_draw(game, p)
    game.step = 0
    game.stage = STAGE.EXPAND
    begin_step(game, -1)


@compiled
def _expand(game):
    """In initiative order, each player may put one card from hand in the Mana zone."""
    while game.step < game.players:
        p = _nth_player(game, int(game.step))
        if not answered(game):
            offer_set(game, game.zone[Z.HAND, p])
            offer(game, CODE.DONE)
            game.maximum = 1
            if not ask(game, DECIDE.EXPAND, p, -1):
                return
        x = take(game)
        if x < OBJECTS:
            sets.add(game.chosen[p], x)
        game.step += 1
    game.step = 0
    game.stage = STAGE.RESHUFFLE
    _to_mana(game)


@compiled
def _reshuffle_stage(game, book):
    if int(game.rules) & RULE.RESHUFFLE_ON_DEMAND == 0:
        while game.step < game.players:
            p = _nth_player(game, int(game.step))
            if game.deck_size[p] == 0 and not _may_reshuffle(game, book, p):
                return
            game.step += 1
    game.step = 0
    game.stage = STAGE.NOON


@compiled
def _quick_actions(game, book, p, x):
    """The quick actions of x that p could play, as a mask over the abilities of its card;
    granted ones follow."""
    card = book.card[game.obj[x, C.CARD]]
    mask = 0
    first = int(card.first)
    for a in range(first, int(card.last)):
        if book.ability[a].kind == ABILITY.QUICK and can_use(game, book, p, x, a):
            mask |= 2 << (a - first)
    count = int(card.last) - first
    for g in range(int(game.grants)):
        if game.grant_object[g] == x:
            a = int(game.grant_ability[g])
            if book.ability[a].kind == ABILITY.QUICK and can_use(game, book, p, x, a):
                mask |= 2 << count
            count += 1
    return mask


@compiled
def ability_number(game, book, x, number):
    """The ability of x that `_quick_actions` numbers so."""
    card = book.card[game.obj[x, C.CARD]]
    first = int(card.first)
    if first + number < card.last:
        return first + number
    count = int(card.last) - first
    for g in range(int(game.grants)):
        if game.grant_object[g] == x:
            if count == number:
                return int(game.grant_ability[g])
            count += 1
    return -1


@compiled
def uses_of(game, book, p, x):
    """What p could do with x this turn: bit 0 to play it, then its quick actions."""
    mask = 0
    zone = int(game.obj[x, C.ZONE])
    if (zone == Z.HAND or zone == Z.RESERVE) and can_play(game, book, p, x, 0, 0, -1):
        mask |= 1
    if zone != Z.HAND and (
        (int(book.card[game.obj[x, C.CARD]].statements) >> ABILITY.QUICK) & 1 or game.grants > 0
    ):
        mask |= _quick_actions(game, book, p, x)
    return mask


@compiled
def _next_turn(game):
    """The turn ends: the next player who has not passed, or Dusk (4.2.3.e)."""
    game.end_turn = 0
    expire(game, DURATION.TURN)
    n = int(game.players)
    p = int(game.turn_player)
    if p >= 0 and game.extra_turns[p] > 0 and (int(game.passed) >> p) & 1 == 0:
        game.extra_turns[p] = int(game.extra_turns[p]) - 1
        game.turn += 1
        return
    for i in range(1, n + 1):
        q = (p + i) % n
        if (int(game.passed) >> q) & 1 == 0:
            game.turn_player = q
            game.turn += 1
            return
    game.turn_player = -1
    for q in range(n):
        game.extra_turns[q] = 0
    expire(game, DURATION.AFTERNOON)
    game.stage = STAGE.DUSK


@compiled
def _turn(game, book):
    """A player takes a turn: quick actions, then a card or pass (4.2.3.d)."""
    if game.end_turn:
        _next_turn(game)
        return
    p = int(game.turn_player)
    if (int(game.passed) >> p) & 1:
        game.end_turn = 1
        return
    if game.step == 0:
        if not answered(game):
            for zone in (Z.HAND, Z.RESERVE, Z.HERO, Z.EXPEDITION, Z.LANDMARK):
                row = game.zone[zone, p]
                x = sets.first(row)
                while x >= 0:
                    if uses_of(game, book, p, x):
                        offer_object(game, x)
                    x = sets.after(row, x)
            offer(game, CODE.PASS)
            if not ask(game, DECIDE.TURN, p, -1):
                return
        x = take(game)
        if x == OBJECTS + CODE.PASS:
            stage(game, EV.PASS, 0, -1, p, 1, 0, 0)
            begin_step(game, p)
            return
        game.step = x + 1
    x = int(game.step) - 1
    if not answered(game):
        mask = uses_of(game, book, p, x)
        k = 0
        while mask >> k:
            if (mask >> k) & 1:
                offer(game, CODE.MODE + k)
            k += 1
        if not ask(game, DECIDE.USE, p, x):
            return
    k = take(game) - OBJECTS - CODE.MODE
    game.step = 0
    if k == 0:
        play_card(game, p, x, 0, 0)
    else:
        play_quick_action(game, book, p, x, ability_number(game, book, x, k - 1))


@compiled
def statistic(game, expedition, terrain):
    """An Expedition's statistic: of its Characters that are not Asleep (4.2.4.b, 2.4.4)."""
    total = 0
    row = game.zone[Z.EXPEDITION, expedition // 2]
    x = sets.first(row)
    while x >= 0:
        if (int(game.obj[x, C.PRESENCE]) >> expedition) & 1:
            if int(game.obj[x, C.TYPE]) & TYPE.CHARACTER:
                if int(game.obj[x, C.STATUS]) & STATUS.ASLEEP == 0:
                    total += int(game.obj[x, C.FOREST + terrain])
        x = sets.after(row, x)
    return total


@compiled
def _due(game, e):
    """The terrains due to which Expedition e moves forward (4.2.4.j)."""
    d = int(game.facing[e])
    terrains = int(game.terrain_now[region_of(game, e)])
    due = 0
    for t in range(3):
        if (terrains >> t) & 1:
            mine = statistic(game, e, t)
            theirs = statistic(game, d, t)
            tied = mine == theirs and (int(game.ascended) >> e) & 1
            if mine > 0 and (mine > theirs or tied):
                due |= 1 << t
                if tied:
                    due |= 8  # due to Ascension (4.2.4.k)
    return due


@compiled
def _arena(game):
    """4.3.e: who has more of the Arena's terrains wins; else the game goes on."""
    game.stage = STAGE.NIGHT
    game.step = 0
    wins = game.order
    for p in range(int(game.players)):
        wins[p] = 0
    for t in range(3):
        best = -1
        top = 0
        tie = False
        for p in range(int(game.players)):
            total = statistic(game, 2 * p, t) + statistic(game, 2 * p + 1, t)
            if total > top:
                top = total
                best = p
                tie = False
            elif total == top:
                tie = True
        if best >= 0 and not tie:
            wins[best] = int(wins[best]) + 1
    winner = -1
    most = 0
    for p in range(int(game.players)):
        if wins[p] > most:
            most = int(wins[p])
            winner = p
        elif wins[p] == most:
            winner = -1
        wins[p] = 0
    if winner >= 0 and most > 0:
        game.winner = winner
        game.over = 1


@compiled
def _progress(game):
    if game.step == 0:
        for e in range(2 * int(game.players)):
            due = _due(game, e)
            if due:
                i = stage(game, EV.PROGRESS, 0, -1, e // 2, 1, due, 0)
                game.act[i, EV.TO] = e
                game.act[i, EV.DOER] = e // 2
        for e in range(EXPEDITIONS):
            game.stood_at[e] = game.progress[e]
        game.step = 1
        begin_step(game, -1)
        return
    for e in range(2 * int(game.players)):
        if game.progress[e] <= game.stood_at[e]:
            i = stage(game, EV.FAIL, 0, -1, e // 2, 1, 0, 0)
            game.act[i, EV.TO] = e
            game.act[i, EV.DOER] = e // 2
        game.stood_at[e] = 0
    game.step = 0
    game.stage = STAGE.NIGHT
    begin_step(game, -1)


@compiled
def _rest(game):
    """Characters, and Gears of Expeditions that moved forward today, go to Reserve; Anchored,
    Asleep and Ascended wear off (4.2.5.b, 2.4.2-4)."""
    for p in range(int(game.players)):
        row = game.zone[Z.EXPEDITION, p]
        x = sets.first(row)
        while x >= 0:
            status = int(game.obj[x, C.STATUS])
            stays = status & (STATUS.ANCHORED | STATUS.ASLEEP)
            if int(game.obj[x, C.TYPE]) & TYPE.CHARACTER:
                if stays == 0 and int(game.obj[x, C.KEYWORDS]) & KW.ETERNAL == 0:
                    stage_move(game, x, Z.RESERVE, p, -1, CAUSE.REST, p, 0, 0)
            elif (int(game.subtypes[x]) >> GEAR) & 1:
                if int(game.obj[x, C.PRESENCE]) & int(game.moved_today):
                    stage_move(game, x, Z.RESERVE, p, -1, CAUSE.REST, p, 0, 0)
            if stays:
                stage(game, EV.LOSE, CAUSE.REST, x, p, 1, stays, 0)
            x = sets.after(row, x)
    for e in range(2 * int(game.players)):
        if (int(game.ascended) >> e) & 1:
            i = stage(game, EV.PROGRESS, CAUSE.PUT, -1, e // 2, 0, 0, FLAG.DONE)
            game.act[i, EV.TO] = e
    game.stage = STAGE.CLEAN_UP
    game.step = 0
    begin_step(game, -1)
    for m in range(EMBLEMS):
        if game.emblem[m, M.KIND] == 3:  # what waits for the end of Rest
            game.emblem[m, M.KIND] = 1
            game.reactions += 1


@compiled
def _keep(game, p, zone, limit, kind):
    """Choose the objects to keep: as many as the limit (4.2.5.c). True when settled."""
    row = game.zone[zone, p]
    if limit < 0:
        limit = 0
    need = min(limit, _counted(game, row))
    kept = 0
    x = sets.first(row)
    while x >= 0:
        if sets.has(game.chosen[p], x):
            kept += 1
        x = sets.after(row, x)
    if _counted(game, row) <= limit:
        x = sets.first(row)
        while x >= 0:
            sets.add(game.chosen[p], x)
            x = sets.after(row, x)
        return True
    while kept < need:
        if not answered(game):
            x = sets.first(row)
            while x >= 0:
                if not sets.has(game.chosen[p], x) and _counts(game, x):
                    offer_object(game, x)
                x = sets.after(row, x)
            game.minimum = need - kept
            game.maximum = need - kept
            if not ask(game, kind, p, -1):
                return False
        sets.add(game.chosen[p], take(game))
        kept += 1
    x = sets.first(row)
    while x >= 0:
        if not _counts(game, x):
            sets.add(game.chosen[p], x)
        x = sets.after(row, x)
    return True


@compiled
def _counts(game, x):
    return int(game.obj[x, C.KEYWORDS]) & KW.UNCOUNTED == 0


@compiled
def _counted(game, row):
    n = 0
    x = sets.first(row)
    while x >= 0:
        if _counts(game, x):
            n += 1
        x = sets.after(row, x)
    return n


@compiled
def _clean_up(game):
    while game.step < 2 * game.players:
        p = _nth_player(game, int(game.step) // 2)
        if game.step % 2 == 0:
            if not _keep(game, p, Z.RESERVE, int(game.reserve_limit[p]), DECIDE.KEEP_RESERVE):
                return
        elif not _keep(game, p, Z.LANDMARK, int(game.landmark_limit[p]), DECIDE.KEEP_LANDMARKS):
            return
        game.step += 1
    sacrifice = int(game.rules) & RULE.CLEANUP_SACRIFICES_LANDMARKS
    for p in range(int(game.players)):
        for zone in (Z.RESERVE, Z.LANDMARK):
            row = game.zone[zone, p]
            x = sets.first(row)
            while x >= 0:
                if not sets.has(game.chosen[p], x):
                    cause = CAUSE.DISCARD | CAUSE.CLEAN_UP
                    if zone == Z.LANDMARK and sacrifice:
                        cause = CAUSE.DISCARD | CAUSE.CLEAN_UP | CAUSE.SACRIFICE
                    stage_move(game, x, Z.DISCARD, p, -1, cause, p, 0, 0)
                x = sets.after(row, x)
        sets.clear(game.chosen[p])
    game.step = 0
    game.stage = STAGE.CHECK_VICTORY
    begin_step(game, -1)


@compiled
def _check_victory(game):
    """4.2.5.d, 4.3: met or crossed, and farther than everyone else; tied, the Arena."""
    game.stage = STAGE.MORNING
    game.step = 0
    expire(game, DURATION.DAY)
    if game.arena:
        return
    best = -1
    most = 0
    tie = False
    for p in range(int(game.players)):
        total = int(game.progress[2 * p]) + int(game.progress[2 * p + 1])
        if total > most:
            most = total
            best = p
            tie = False
        elif total == most:
            tie = True
    if most < REGIONS - 1:
        return
    if tie:
        enter_arena(game)
    else:
        game.winner = best
        game.over = 1


@compiled
def enter_arena(game):
    """4.3.a: one region replaces all others; every Expedition is in it."""
    game.arena = 1
    for r in range(REGIONS):
        game.terrain[r] = 0
        game.face_up[r] = 0
    game.terrain[0] = TERRAIN.ALL
    game.face_up[0] = 1
    for k in range(MARKERS):
        game.marker_terrains[k] = 0
        game.marker_region[k] = 0
        game.marker_stamp[k] = 0
    for e in range(EXPEDITIONS):
        game.progress[e] = 0
    game.dirty = 1


@compiled
def day_step(game, book):
    """Take the day one stage further; called when nothing is under way."""
    forget(game)
    if game.dirty:
        refresh(game, book)
    at = int(game.stage)
    if at == STAGE.FIRST_MANA:
        _first_mana(game)
    elif at == STAGE.MORNING:
        _new_day(game)
        _begin_phase(game, PHASE.MORNING, STAGE.SUCCEED)
    elif at == STAGE.SUCCEED:
        game.first_player = (int(game.first_player) + 1) % int(game.players)
        game.stage = STAGE.PREPARE
    elif at == STAGE.PREPARE:
        _prepare(game)
    elif at == STAGE.DRAW:
        _draw(game, book)
    elif at == STAGE.EXPAND:
        _expand(game)
    elif at == STAGE.RESHUFFLE:
        _reshuffle_stage(game, book)
    elif at == STAGE.NOON:
        _begin_phase(game, PHASE.NOON, STAGE.AFTERNOON)
    elif at == STAGE.AFTERNOON:
        _begin_phase(game, PHASE.AFTERNOON, STAGE.TURN)
        game.end_turn = 0
    elif at == STAGE.TURN:
        if game.turn_player < 0:
            game.turn_player = game.first_player
            game.turn += 1
        _turn(game, book)
    elif at == STAGE.DUSK:
        _begin_phase(game, PHASE.DUSK, STAGE.PROGRESS)
    elif at == STAGE.PROGRESS:
        if game.arena:
            _arena(game)
        else:
            _progress(game)
    elif at == STAGE.NIGHT:
        _begin_phase(game, PHASE.NIGHT, STAGE.REST)
    elif at == STAGE.REST:
        _rest(game)
    elif at == STAGE.CLEAN_UP:
        _clean_up(game)
    elif at == STAGE.CHECK_VICTORY:
        _check_victory(game)


@compiled
def _same(game, a, b):
    """Are two pending Reactions alike in everything a player could tell?"""
    for column in range(M.COUNT):
        if game.emblem[a, column] != game.emblem[b, column]:
            return False
    for w in range(WORDS):
        if game.emblem_set[a, w] != game.emblem_set[b, w]:
            return False
    return True


@compiled
def check_reactions(game, book):
    """The first player in initiative order with a Reaction in Limbo plays one (4.4.b)."""
    for i in range(int(game.players)):
        p = _nth_player(game, i)
        if not answered(game):
            count = 0
            for m in range(int(game.emblems)):
                if game.emblem[m, M.KIND] == 1 and game.emblem[m, M.CONTROLLER] == p:
                    twin = False
                    for k in range(m):
                        if game.emblem[k, M.KIND] == 1 and _same(game, k, m):
                            twin = True
                    if not twin:
                        offer(game, CODE.EMBLEM + m)
                        count += 1
            if count == 0:
                continue
            if not ask(game, DECIDE.REACTION, p, -1):
                return
        play_reaction(game, book, take(game) - OBJECTS - CODE.EMBLEM)
        return
