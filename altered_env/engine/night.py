"""Night (4.2.5): Rest, Clean-up, Check Victory."""

from . import sets
from .choices import answered, ask, offer, offer_object, take
from .compiled import compiled
from .conservation import check_cards, end_game
from .emblems import end_emblem, expire
from .initiative import nth_expedition, nth_player
from .layout import EMBLEMS, EXPEDITIONS, LENGTH, OBJECTS, PLAYERS, REGIONS, WORDS, M
from .objects import give_back, take_off
from .passives import ability_works
from .reading import evaluate
from .staging import begin_step, stage, stage_ascension, stage_move
from .terms import (
    ABILITY,
    CAUSE,
    CODE,
    DECIDE,
    DURATION,
    EMBLEM,
    EV,
    HAVE,
    KW,
    RULE,
    STAGE,
    STATUS,
    TERRAIN,
    TYPE,
    C,
    Z,
)

GEAR = 0
"""The number of the sub-type Gear, the first in the catalogue of sub-types."""


MEETING = 100
"""The score for a meeting of a player's Expeditions: more than the length of any track."""


LAST_DAY = 4
"""The last day of Booster War: the player who is farther after it wins."""


@compiled
def _wear_off(game, x, player):
    """Remove Anchored and Asleep from an object (2.4.2, 2.4.4)."""
    lost = int(game.obj[x, C.STATUS]) & (STATUS.ANCHORED | STATUS.ASLEEP)
    if lost:
        stage(game, EV.LOSE, CAUSE.REST, x, player, 1, lost, 0)


@compiled
def rest(game):
    """Send Characters, and Gears of Expeditions that moved forward today, to Reserve (4.2.5.b), and
    remove Ascended, and Anchored and Asleep from objects wherever they are (2.4.2-4)."""
    for i in range(int(game.players)):
        p = nth_player(game, i)
        for zone in (Z.HERO, Z.LANDMARK, Z.RESERVE, Z.MANA):
            x = sets.first(game.zone[zone, p])
            while x >= 0:
                _wear_off(game, x, p)
                x = sets.after(game.zone[zone, p], x)
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
            _wear_off(game, x, p)
            x = sets.after(row, x)
    for i in range(2 * int(game.players)):
        e = nth_expedition(game, i)
        if (int(game.ascended) >> e) & 1:
            stage_ascension(game, e, e // 2, 0)
    game.stage = STAGE.CLEAN_UP
    game.step = 0
    begin_step(game, -1)
    for m in range(EMBLEMS):
        if game.emblem[m, M.KIND] == EMBLEM.LATER:  # effects that wait for the end of Rest
            game.emblem[m, M.KIND] = EMBLEM.REACTION
            game.reactions += 1


@compiled
def _spare_of(game, book, p, zone, number):
    """Find the ability of player p with this number that lets an extra object be kept, and put its
    objects in this zone into set 1 of the frame above. Return False if there are fewer
    abilities."""
    if (int(game.listening) >> ABILITY.HAVE) & 1 == 0:
        return False
    f = int(game.depth)
    count = 0
    for place in (Z.HERO, Z.EXPEDITION, Z.LANDMARK, Z.RESERVE):
        row = game.zone[place, p]
        x = sets.first(row)
        while x >= 0:
            card = book.card[game.obj[x, C.CARD]]
            if (int(card.statements) >> ABILITY.HAVE) & 1:
                for a in range(int(card.first), int(card.last)):
                    if book.ability[a].kind != ABILITY.HAVE:
                        continue
                    if book.ability[a].property == HAVE.SPARE and ability_works(game, book, x, a):
                        if count == number:
                            sets.clear(game.set[f, 1])
                            evaluate(game, book, int(book.ability[a].subject), p, x, -1, 0)
                            for w in range(WORDS):
                                game.set[f, 1, w] &= game.zone[zone, p, w] & ~game.chosen[p, w]
                            return True
                        count += 1
            x = sets.after(row, x)
    return False


@compiled
def _keep_besides(game, book, p, zone, kind):
    """Choose objects kept beyond the limit first, one for each ability that allows it. Return True
    when settled."""
    while _spare_of(game, book, p, zone, int(game.spares_asked)):
        if not answered(game):
            row = game.set[game.depth, 1]
            x = sets.first(row)
            while x >= 0:
                if _counts(game, x):
                    offer_object(game, x)
                x = sets.after(row, x)
            if game.offered == 0:
                game.spares_asked += 1
                continue
            offer(game, CODE.DONE)
            game.minimum = 0
            game.maximum = 1
            if not ask(game, kind, p, -1):
                return False
        x = take(game)
        if x < OBJECTS:
            sets.add(game.chosen[p], x)
            game.spares_kept += 1
        game.spares_asked += 1
    return True


@compiled
def _keep(game, book, p, zone, limit, kind):
    """Choose the objects to keep, up to the limit (4.2.5.c). Return True when settled."""
    row = game.zone[zone, p]
    if limit < 0:
        limit = 0
    if _counted(game, row) > limit and not _keep_besides(game, book, p, zone, kind):
        return False
    kept = -int(game.spares_kept)
    x = sets.first(row)
    while x >= 0:
        if sets.has(game.chosen[p], x):
            kept += 1
        x = sets.after(row, x)
    need = min(limit, _counted(game, row) - int(game.spares_kept))
    every = _counted(game, row) - int(game.spares_kept) <= limit
    while kept < need and not every:
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
        if every or not _counts(game, x):
            sets.add(game.chosen[p], x)
        x = sets.after(row, x)
    game.spares_asked = 0
    game.spares_kept = 0
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
def clean_up(game, book):
    while game.step < 2 * game.players:
        p = nth_player(game, int(game.step) // 2)
        if game.step % 2 == 0:
            if not _keep(game, book, p, Z.RESERVE, int(game.reserve_limit[p]), DECIDE.KEEP_RESERVE):
                return
        elif not _keep(
            game, book, p, Z.LANDMARK, int(game.landmark_limit[p]), DECIDE.KEEP_LANDMARKS
        ):
            return
        game.step += 1
    sacrifice = int(game.rules) & RULE.CLEANUP_SACRIFICES_LANDMARKS
    for i in range(int(game.players)):
        p = nth_player(game, i)
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
def _leaders(game, met):
    """Return the leading teams, as a mask: those with more players whose Expeditions have met, then
    those farther beyond that (4.3, MP-12 to MP-14, FFA-06). With `met` only meetings count; 0 if
    there are none."""
    most = 0
    leaders = 0
    for team in range(int(game.players)):
        score = 0
        for p in range(int(game.players)):
            if game.team[p] == team:
                way = int(game.progress[2 * p]) + int(game.progress[2 * p + 1])
                if way >= LENGTH - 1:
                    score += MEETING + way
                elif not met:
                    score += way
        if score > most:
            most = score
            leaders = 1 << team
        elif score == most and score > 0:
            leaders |= 1 << team
    return leaders


@compiled
def check_victory(game, book):
    """Check 4.2.5.d, 4.3: met or crossed, and farther than everyone else; on a tie, the Arena."""
    game.stage = STAGE.MORNING
    game.step = 0
    expire(game, DURATION.DAY)
    if game.arena:
        return
    leaders = _leaders(game, True)
    met = leaders != 0
    if not met:
        if int(game.rules) & RULE.FOUR_DAYS == 0 or game.day < LAST_DAY:
            return
        leaders = _leaders(game, False)
    if leaders != 0 and leaders & (leaders - 1) == 0:
        winner = 0
        while (leaders >> winner) & 1 == 0:
            winner += 1
        end_game(game, book, winner)  # a team has the number of its first player
    elif met:  # Booster War: a tie after its days adds another day
        if PLAYERS > 2:
            _leave_out(game, book, leaders)
        enter_arena(game)


@compiled
def _leave_out(game, book, teams):
    """Remove players outside these teams from the tiebreaker (FFA-07), with the cards they own, in
    any zone. Objects they only control return to their owners: control does not change ownership
    (1.1.3.c, 1.1.3.d), and a token is a card, owned by its creator (1.1.7.b). None of that is an
    event."""
    for p in range(int(game.players)):
        if (teams >> int(game.team[p])) & 1 == 0:
            game.out = int(game.out) | 1 << p
    out = int(game.out)
    for i in range(int(game.players)):
        p = nth_player(game, i)
        for zone in range(Z.COUNT):
            x = sets.first(game.zone[zone, p])
            while x >= 0:
                y = sets.after(game.zone[zone, p], x)
                if (out >> int(game.obj[x, C.OWNER])) & 1:
                    take_off(game, x)
                elif (out >> p) & 1:
                    give_back(game, x)
                x = y
    for m in range(int(game.emblems) - 1, -1, -1):
        if game.emblem[m, M.KIND] != EMBLEM.NONE:
            if (out >> int(game.emblem[m, M.CONTROLLER])) & 1:
                end_emblem(game, m)
    check_cards(game, book)


@compiled
def enter_arena(game):
    """Replace all regions with one that contains every Expedition (4.3.a)."""
    game.arena = 1
    for r in range(REGIONS):
        game.terrain[r] = 0
        game.face_up[r] = 0
    game.terrain[0] = TERRAIN.ALL
    game.face_up[0] = 1
    for k in range(int(game.markers)):
        game.marker_terrains[k] = 0
        game.marker_region[k] = 0
    game.markers = 0
    for e in range(EXPEDITIONS):
        game.progress[e] = 0
    game.dirty = 1
