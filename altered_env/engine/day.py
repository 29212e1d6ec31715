"""The day (chapter 4): five phases with their daily effects.

Each stage stages its effect as one step; then Reactions are checked (4.4) before the next.
"""

from . import sets
from .choices import answered, ask, offer, offer_set, take
from .compiled import compiled
from .conservation import end_game
from .dusk import arena, progress
from .forgetting import forget
from .initiative import nth_player
from .layout import EXPEDITIONS, OBJECTS
from .night import LAST_DAY, check_victory, clean_up, rest
from .objects import reshuffle, take_top
from .passives import refresh
from .setting_up import DRAWN_OF_THREE, first_mana, stage_draw, to_mana
from .staging import begin_step, stage
from .terms import CAUSE, CODE, DECIDE, EV, NOTED, PHASE, RULE, STAGE, STATUS, C, Z
from .turns import turn

DRAWN = 2


STILL_DAYS = 100
"""The number of consecutive days without a decision after which a game ends without a winner; by
the rules it would never end."""


@compiled
def _begin_phase(game, phase, next_stage):
    """Begin a phase, which is an event of its own (4.2.b)."""
    game.phase = phase
    game.stage = next_stage
    game.step = 0
    stage(game, EV.AT, 0, -1, -1, 1, 1 << phase, 0)
    begin_step(game, -1)


@compiled
def _new_day(game, book):
    game.day += 1
    if game.day - game.decided_on > STILL_DAYS or game.day > game.day_limit > 0:
        end_game(game, book, -1)
    game.moved_today = 0
    for e in range(EXPEDITIONS):
        game.stood_at[e] = 0
    for i in range(int(game.logged)):
        for column in range(NOTED.COLUMNS):
            game.log[i, column] = 0
    game.logged = 0
    for i in range(int(game.uses)):
        game.use_object[i] = 0
        game.use_ability[i] = 0
        game.use_count[i] = 0
    game.uses = 0
    game.passed = game.out


@compiled
def _succeed(game):
    """Make the next player to the left who still plays the first player (4.2.1.b)."""
    game.first_player = (int(game.first_player) + 1) % int(game.players)
    while (int(game.out) >> int(game.first_player)) & 1:
        game.first_player = (int(game.first_player) + 1) % int(game.players)
    game.step = 0
    game.stage = STAGE.PREPARE


@compiled
def _prepare(game):
    """Ready every exhausted card: Heroes, Characters, Permanents, Mana Orbs, Reserve."""
    for i in range(int(game.players)):
        p = nth_player(game, i)
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
    """Under 5.0, let a player shuffle the Discard pile back (4.2.1.f, 7.3.9.c). Return True when
    settled."""
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
def may_refill(game):
    """Return whether players may still shuffle after a daily effect of Morning, before the
    Reactions to that effect are played."""
    at = int(game.stage)
    after = at == STAGE.RESHUFFLE or STAGE.SUCCEED < at <= STAGE.EXPAND
    return after and game.step < game.players


@compiled
def _drawn(game):
    """Return the number of cards each player draws; in Booster War three, and none after its
    days."""
    if int(game.rules) & RULE.FOUR_DAYS and game.day > LAST_DAY:
        return 0
    return DRAWN_OF_THREE if int(game.rules) & RULE.THREE_A_DAY else DRAWN


@compiled
def _refill(game, book):
    """Under 5.0, let players with empty Decks shuffle before and after each daily effect of Morning
    (4.2.1.f): after the effect, and again before the next one if Reactions were played between.
    Each effect begins with this; return True when it is settled, and `game.step` continues from
    there."""
    n = int(game.players)
    asks = int(game.rules) & RULE.RESHUFFLE_ON_DEMAND == 0
    if game.stage == STAGE.DRAW and game.reactions == 0 and _drawn(game) > 0:
        asks = False  # a player with too few cards is asked while drawing (7.3.9.c)
    while game.step < 2 * n:
        p = nth_player(game, int(game.step) % n)
        if asks and game.deck_size[p] == 0 and not _may_reshuffle(game, book, p):
            return False
        game.step += 1
        if game.step == n:
            if game.reactions > 0:
                return False
            game.step = 2 * n
    return True


@compiled
def _draw(game, book):
    """Let each player draw two cards."""
    drawn = _drawn(game)
    n = int(game.players)
    while game.step < 3 * n:
        p = nth_player(game, int(game.step) % n)
        if int(game.rules) & RULE.RESHUFFLE_ON_DEMAND == 0 and game.deck_size[p] < drawn:
            if not _may_reshuffle(game, book, p):
                return
        game.step += 1
    for i in range(n):
        p = nth_player(game, i)
        sets.clear(game.chosen[p])
        take_top(game, book, p, drawn, CAUSE.DRAW, game.chosen[p])
        stage_draw(game, p)
    game.step = 0
    game.stage = STAGE.EXPAND
    begin_step(game, -1)


@compiled
def _expand(game):
    """Let each player, in initiative order, put one card from hand in the Mana zone."""
    n = int(game.players)
    while game.step < 3 * n:
        p = nth_player(game, int(game.step) % n)
        if not answered(game):
            offer_set(game, game.zone[Z.HAND, p])
            offer(game, CODE.DONE)
            game.minimum = 0
            game.maximum = 1
            if not ask(game, DECIDE.EXPAND, p, -1):
                return
        x = take(game)
        if x < OBJECTS:
            sets.add(game.chosen[p], x)
        game.step += 1
    game.step = 0
    game.stage = STAGE.RESHUFFLE
    to_mana(game)


@compiled
def _daily_effect(game, book):
    """Perform the daily effects of Morning (4.2.1.a)."""
    at = int(game.stage)
    if at == STAGE.SUCCEED:
        _succeed(game)
    elif at == STAGE.PREPARE:
        _prepare(game)
    elif at == STAGE.DRAW:
        _draw(game, book)
    elif at == STAGE.EXPAND:
        _expand(game)
    else:
        game.step = 0
        game.stage = STAGE.NOON


@compiled
def day_step(game, book):
    """Advance the day by one stage; called when nothing is in progress."""
    forget(game)
    if game.dirty:
        refresh(game, book)
    at = int(game.stage)
    if at == STAGE.FIRST_MANA:
        first_mana(game)
    elif at == STAGE.MORNING:
        _new_day(game, book)
        _begin_phase(game, PHASE.MORNING, STAGE.SUCCEED)
    elif STAGE.SUCCEED <= at <= STAGE.EXPAND or at == STAGE.RESHUFFLE:
        if _refill(game, book):
            _daily_effect(game, book)
    elif at == STAGE.NOON:
        _begin_phase(game, PHASE.NOON, STAGE.AFTERNOON)
    elif at == STAGE.AFTERNOON:
        _begin_phase(game, PHASE.AFTERNOON, STAGE.TURN)
        game.end_turn = 0
    elif at == STAGE.TURN:
        if game.turn_player < 0:
            game.turn_player = game.first_player
            game.turn += 1
        turn(game, book)
    elif at == STAGE.DUSK:
        _begin_phase(game, PHASE.DUSK, STAGE.PROGRESS)
    elif at == STAGE.PROGRESS:
        if game.arena:
            arena(game, book)
        else:
            progress(game)
    elif at == STAGE.NIGHT:
        _begin_phase(game, PHASE.NIGHT, STAGE.REST)
    elif at == STAGE.REST:
        rest(game)
    elif at == STAGE.CLEAN_UP:
        clean_up(game, book)
    elif at == STAGE.CHECK_VICTORY:
        check_victory(game, book)
