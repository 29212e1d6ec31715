"""Playing (chapter 5): cards, quick actions and Reactions, each a frame with a stage.

A card: declare intent, move to Limbo, pay costs, resolve (5.1.2.a). A quick action or a Reaction:
declare intent, pay, resolve (5.1.2.b). Nothing recurses: a play inside an effect is a frame above
the effect's.

The file is long because the stages follow each other and are best read in one place.
"""

from . import sets
from .captures import load_kept
from .choices import answered, ask, offer, take
from .compiled import compiled
from .costs import play_cost, quick_cost, reduction_payable, spend_emblems, tough_slack
from .declaring import can_declare_reaction
from .emblems import end_emblem, use_emblem
from .in_force import emblem_of, next_in_force
from .knowing import reveal_to
from .layout import OBJECTS, F, M
from .matching import matches
from .objects import ready_orbs, settle
from .passives import refresh
from .play_preview import (
    AT_HAND_COST,
    ROW,
    SCOUTED,
    TEMPLED,
    Play,
    erase,
    origin_of,
    place_allowed,
    sketch,
    with_choices,
)
from .playable import can_be_temple, feasible
from .reactions import count_use, plays_as_spell
from .staging import begin_step, push_effect, record, stage, stage_move
from .terms import (
    ABILITY,
    ACT,
    AS,
    CAUSE,
    CODE,
    COST,
    DECIDE,
    EV,
    FLAG,
    FN,
    FRAME,
    KW,
    RULE,
    STATUS,
    TERMS,
    TYPE,
    USE,
    C,
    Z,
    namespace,
)


@namespace
class AT:
    """Stages of a play."""

    EXPEDITION = 0
    ALTERNATIVE = 1
    REDUCTION = 2
    DECLARE = 3
    DECLARING = 4
    LIMBO = 5
    SPELL_ALSO = 6
    COSTS = 7
    PAY = 8
    RESOLVE = 9
    SPELL_DONE = 10
    ENTERED = 11
    DONE = 12
    COOLING = 13


@compiled
def play_card(game, player, x, terms, less):
    """Begin to play the card of x on these terms, in a new top frame. The card is revealed first
    (5.0 5.1.2.c)."""
    reveal_to(game, x, (1 << int(game.players)) - 1)
    f = push_effect(game, -1, player, x, x, 0, FRAME.PLAY)
    game.frame[f, F.USE] = USE.CARD
    game.frame[f, F.SLOT] = x
    game.frame[f, F.ORIGIN] = origin_of(game, x, terms)
    game.frame[f, F.FREE] = terms & TERMS.FREE
    game.frame[f, F.TERMS] = terms
    game.frame[f, F.BEFORE] = x
    game.frame[f, F.BUDGET] = less


@compiled
def play_quick_action(game, book, player, x, a):
    """Begin to play quick action a of object x."""
    f = push_effect(game, -1, player, x, x, 0, FRAME.PLAY)
    game.frame[f, F.USE] = USE.QUICK
    game.frame[f, F.SLOT] = x
    game.frame[f, F.ABILITY] = a
    game.frame[f, F.STAGE] = AT.DECLARE
    game.frame[f, F.COST] = quick_cost(game, book, player, x, a)


@compiled
def play_reaction(game, book, m):
    """Begin to play the Reaction of emblem m (5.4)."""
    controller = int(game.emblem[m, M.CONTROLLER])
    me = int(game.emblem[m, M.ME])
    now = int(game.emblem[m, M.ME_NOW])
    f = push_effect(game, -1, controller, me, now, int(game.emblem[m, M.N]), FRAME.PLAY)
    sets.copy(game.set[f, 0], game.emblem_set[m])
    load_kept(game, f, int(game.emblem[m, M.KEPT]))
    game.frame[f, F.USE] = USE.REACTION
    game.frame[f, F.ABILITY] = game.emblem[m, M.ABILITY]
    game.frame[f, F.BEFORE] = game.emblem[m, M.BEFORE]
    game.frame[f, F.STAGE] = AT.DECLARE
    if me >= 0:
        game.frame[f, F.ORIGIN] = game.obj[me, C.ORIGIN]
    end_emblem(game, m)


@compiled
def _alternative(game, book, f):
    """Return the available alternative cost, as an option: from Hand, that of Scout (7.4.5); from
    Reserve, the Hand Cost, if an effect allows it (5.1.2.e). 0: there is none."""
    x = int(game.frame[f, F.SLOT])
    if game.frame[f, F.ORIGIN] == Z.HAND:
        if (int(book.card[game.obj[x, C.CARD]].statements) >> ABILITY.SCOUT) & 1:
            return SCOUTED
    elif game.frame[f, F.ORIGIN] == Z.RESERVE:
        if int(game.frame[f, F.TERMS]) & TERMS.HAND_COST and game.frame[f, F.FREE] == 0:
            return AT_HAND_COST
    return 0


@compiled
def _reduction(book, card, number):
    count = 0
    for a in range(int(book.card[card].first), int(book.card[card].last)):
        if book.ability[a].kind == ABILITY.COST and book.ability[a].optional != 0:
            if int(book.ability[a].works) & FN.HAND:
                if count == number:
                    return a
                count += 1
    return -1


@compiled
def _play_of(game, f):
    """Return the play of a card in frame f, as far as it is settled."""
    return Play(
        int(game.frame[f, F.CONTROLLER]),
        int(game.frame[f, F.SLOT]),
        int(game.frame[f, F.ORIGIN]),
        int(game.frame[f, F.EXPEDITION]),
        int(game.frame[f, F.OPTIONS]),
        int(game.frame[f, F.TERMS]),
        int(game.frame[f, F.BUDGET]),
    )


@compiled
def _can_end(game, book, f, expedition, options, settled):
    """Return whether the play can be completed, `options` fixed for the first `settled`
    reductions."""
    play = _play_of(game, f)
    mana = ready_orbs(game, play.player)
    count = int(book.card[game.obj[play.card, C.CARD]].reductions)
    for rest in range(1 << (count - settled)):
        chosen = options | (rest << settled)
        if feasible(game, book, with_choices(play, expedition, chosen), mana):
            return True
    return False


@compiled
def _can_be_placed(game, book, f, player):
    """Return whether the play can be completed in an Expedition."""
    other = _alternative(game, book, f)
    for way in range(2):
        if place_allowed(int(game.frame[f, F.TERMS]), 2 * player + way):
            for paid in range(2 if other else 1):
                if _can_end(game, book, f, 2 * player + way, other if paid else 0, 0):
                    return True
    return False


@compiled
def _choose_temple(game, book, f):
    """Choose whether the Temple cost is paid. PICKED is 1 once that is settled."""
    x = int(game.frame[f, F.SLOT])
    player = int(game.frame[f, F.CONTROLLER])
    if not answered(game):
        if _can_end(game, book, f, -1, TEMPLED, 0):
            offer(game, CODE.YES)
        if _can_be_placed(game, book, f, player):
            offer(game, CODE.NO)
        if not ask(game, DECIDE.SCOUT, player, x):
            return False
    if answered(game) and take(game) == OBJECTS + CODE.YES:
        game.frame[f, F.OPTIONS] = TEMPLED
        game.obj[x, C.PLAYED_AS] = AS.TEMPLE
        settle(game, book, x)
    game.frame[f, F.PICKED] = 1
    return True


@compiled
def _choose_expedition(game, book, f):
    x = int(game.frame[f, F.SLOT])
    if game.frame[f, F.PICKED] == 0 and can_be_temple(game, book, x, int(game.frame[f, F.TERMS])):
        if not _choose_temple(game, book, f):
            return False
    if int(game.obj[x, C.TYPE]) & (TYPE.CHARACTER | TYPE.EXPEDITION_PERMANENT):
        player = int(game.frame[f, F.CONTROLLER])
        if not answered(game):
            other = _alternative(game, book, f)
            for way in range(2):
                if not place_allowed(int(game.frame[f, F.TERMS]), 2 * player + way):
                    continue
                for paid in range(2 if other else 1):
                    if _can_end(game, book, f, 2 * player + way, other if paid else 0, 0):
                        offer(game, CODE.EXPEDITION + 2 * player + way)
            if not ask(game, DECIDE.EXPEDITION, player, x):
                return False
        if answered(game):
            game.frame[f, F.EXPEDITION] = take(game) - OBJECTS - CODE.EXPEDITION
        else:
            game.frame[f, F.EXPEDITION] = 2 * player
    game.frame[f, F.PICKED] = 0
    game.frame[f, F.STAGE] = AT.ALTERNATIVE
    if int(game.frame[f, F.OPTIONS]) & TEMPLED:
        game.frame[f, F.STAGE] = AT.REDUCTION
    return True


@compiled
def _choose_alternative(game, book, f):
    x = int(game.frame[f, F.SLOT])
    other = _alternative(game, book, f)
    if other != 0:
        e = int(game.frame[f, F.EXPEDITION])
        if not answered(game):
            if _can_end(game, book, f, e, other, 0):
                offer(game, CODE.YES)
            if _can_end(game, book, f, e, 0, 0):
                offer(game, CODE.NO)
            kind = DECIDE.SCOUT if other == SCOUTED else DECIDE.HAND_COST
            if not ask(game, kind, int(game.frame[f, F.CONTROLLER]), x):
                return False
        if answered(game) and take(game) == OBJECTS + CODE.YES:
            game.frame[f, F.OPTIONS] = other
    game.frame[f, F.STAGE] = AT.REDUCTION
    return True


@compiled
def _choose_reductions(game, book, f):
    """Choose optional costs, one after the other; PICKED counts those settled."""
    x = int(game.frame[f, F.SLOT])
    e = int(game.frame[f, F.EXPEDITION])
    count = int(book.card[game.obj[x, C.CARD]].reductions)
    if game.frame[f, F.FREE]:
        count = 0
    while game.frame[f, F.PICKED] < count:
        k = int(game.frame[f, F.PICKED])
        options = int(game.frame[f, F.OPTIONS])
        if not answered(game):
            if _can_end(game, book, f, e, options | (1 << k), k + 1):
                offer(game, CODE.YES)
            if _can_end(game, book, f, e, options, k + 1):
                offer(game, CODE.NO)
            if not ask(game, DECIDE.REDUCTION, int(game.frame[f, F.CONTROLLER]), x):
                return False
        if answered(game) and take(game) == OBJECTS + CODE.YES:
            game.frame[f, F.OPTIONS] = options | (1 << k)
        game.frame[f, F.PICKED] = k + 1
    game.frame[f, F.PICKED] = 0
    game.frame[f, F.STAGE] = AT.DECLARE
    return True


@compiled
def _declare(game, book, f):
    """Fix the cost; under `declare_first` choose targets and modes before it is paid."""
    use = int(game.frame[f, F.USE])
    player = int(game.frame[f, F.CONTROLLER])
    x = int(game.frame[f, F.SLOT])
    a = int(game.frame[f, F.ABILITY])
    game.frame[f, F.STAGE] = AT.DECLARING
    if use == USE.CARD:
        options = int(game.frame[f, F.OPTIONS])
        card = int(game.obj[x, C.CARD])
        a = int(book.card[card].spell)
        game.frame[f, F.ABILITY] = a
        cost = 0
        slack = 0
        if game.frame[f, F.FREE] == 0:
            play = _play_of(game, f)
            cost = play_cost(game, book, play, 0)
            slack = tough_slack(game, book, play, cost)
            for k in range(int(book.card[card].reductions)):
                if (options >> k) & 1:
                    cost += max(0, reduction_payable(game, book, player, x, k))
        game.frame[f, F.COST] = cost
        game.frame[f, F.BUDGET] = slack
    if a >= 0 and (int(game.rules) & RULE.DECLARE_FIRST or book.ability[a].declares != 0):
        pc = int(book.ability[a].declare)
        if pc >= 0 and (use != USE.CARD or book.ability[a].kind == ABILITY.SPELL):
            if use == USE.REACTION and not can_declare_reaction(game, book, f, pc):
                # a Reaction without a legal declaration leaves Limbo without effect
                game.frame[f, F.STAGE] = AT.DONE
                return True
            game.frame[f, F.PC] = pc
    return True


@compiled
def _to_limbo(game, book, f):
    x = int(game.frame[f, F.SLOT])
    player = int(game.frame[f, F.CONTROLLER])
    origin = int(game.frame[f, F.ORIGIN])
    spend_emblems(game, book, _play_of(game, f))
    if game.dirty:
        refresh(game, book)
    flags = 0
    kind = int(game.obj[x, C.TYPE])
    if origin == Z.RESERVE and kind & TYPE.LANDMARK_PERMANENT == 0:
        flags = FLAG.FLEETING  # 2.4.7.a
    card = book.card[game.obj[x, C.CARD]]
    if kind & TYPE.SPELL and int(card.keywords) & KW.FLEETING:
        flags = FLAG.FLEETING  # 2.4.7.b
    if int(game.frame[f, F.TERMS]) & TERMS.FLEETING and plays_as_spell(kind):
        flags = FLAG.FLEETING  # 5.2.4.a; anything else gains it once it has been played
    stage_move(game, x, Z.LIMBO, player, -1, CAUSE.PLAY, player, flags, 0)
    begin_step(game, player)
    game.frame[f, F.STAGE] = AT.SPELL_ALSO


@compiled
def _paid_more(game, book, f):
    """Return whether an optional increase of the card's cost was chosen."""
    card = int(game.obj[game.frame[f, F.SLOT], C.CARD])
    for k in range(int(book.card[card].reductions)):
        if (int(game.frame[f, F.OPTIONS]) >> k) & 1:
            if book.ability[_reduction(book, card, k)].property == COST.MORE:
                return True
    return False


@compiled
def _in_limbo(game, book, f):
    """Continue the play with the new object in Limbo. Effects by which a Spell gains or loses
    something as it is played act now (5.2.4.a)."""
    x = sets.first(game.set[f, 1])
    if x < 0:
        x = int(game.frame[f, F.ME_NOW])
    game.frame[f, F.SLOT] = x
    game.frame[f, F.ME] = x
    game.frame[f, F.ME_NOW] = x
    game.obj[x, C.ORIGIN] = game.frame[f, F.ORIGIN]
    if int(game.frame[f, F.OPTIONS]) & SCOUTED:
        game.obj[x, C.PLAYED_AS] = AS.SCOUT
    if game.obj[x, C.PLAYED_AS] == 0 and _paid_more(game, book, f):
        game.obj[x, C.PLAYED_AS] = AS.PAID_MORE
    game.frame[f, F.STAGE] = AT.COSTS
    game.frame[f, F.PICKED] = 0
    if not plays_as_spell(int(game.obj[x, C.TYPE])):
        return
    player = int(game.frame[f, F.CONTROLLER])
    record(game, book, EV.PLAY, 0, player, x, int(game.frame[f, F.ORIGIN]), player)
    if (int(game.listening) >> ABILITY.ALSO) & 1 == 0:
        return
    sketch(game, with_choices(_play_of(game, f), -1, 0))
    k = -1
    while True:
        k, a, me, side, kept = next_in_force(game, book, ABILITY.ALSO, k, -1)
        if k < 0:
            break
        if book.ability[a].event == EV.PLAY and matches(
            game, book, a, me, side, kept, game.act, ROW
        ):
            t = push_effect(game, int(book.ability[a].effect), side, me, me, 1, FRAME.EFFECT)
            sets.add(game.set[t, 0], x)
            m = emblem_of(k)
            if m >= 0:
                load_kept(game, t, kept)
                use_emblem(game, m)
    erase(game)


@compiled
def _costs(game, book, f):
    """Stage the costs other than mana: every part of a cost is one step (6.4.a)."""
    use = int(game.frame[f, F.USE])
    if use == USE.QUICK:
        game.frame[f, F.STAGE] = AT.PAY
        game.frame[f, F.PC] = book.ability[game.frame[f, F.ABILITY]].cost
        return
    if use == USE.CARD and game.frame[f, F.FREE] == 0:
        x = int(game.frame[f, F.SLOT])
        card = int(game.obj[x, C.CARD])
        count = int(book.card[card].reductions)
        while game.frame[f, F.PICKED] < count:
            k = int(game.frame[f, F.PICKED])
            game.frame[f, F.PICKED] = k + 1
            if (int(game.frame[f, F.OPTIONS]) >> k) & 1:
                a = _reduction(book, card, k)
                pc = int(book.ability[a].cost)
                if pc >= 0:
                    player = int(game.frame[f, F.CONTROLLER])
                    push_effect(game, pc, player, x, x, 0, FRAME.COST)
                    return
    game.frame[f, F.PICKED] = 0
    game.frame[f, F.STAGE] = AT.PAY


@compiled
def _pay(game, book, f):
    use = int(game.frame[f, F.USE])
    player = int(game.frame[f, F.CONTROLLER])
    a = int(game.frame[f, F.ABILITY])
    mana = max(0, int(game.frame[f, F.SPENT]) - int(game.frame[f, F.BUDGET]))
    game.frame[f, F.BUDGET] = 0
    if use == USE.CARD:
        staged = 0
        for i in range(int(game.acts)):
            if game.act[i, ACT.KIND] == EV.PAY:
                staged += int(game.act[i, ACT.AMOUNT])
        mana += max(0, int(game.frame[f, F.COST]) - staged)
    if use == USE.QUICK:
        x = int(game.frame[f, F.SLOT])
        count_use(game, x, a)
        stage(game, EV.ACTIVATE, CAUSE.PLAY, x, player, 1, int(book.ability[a].symbol), 0)
    game.frame[f, F.SPENT] = 0
    game.frame[f, F.COST] = 0
    game.frame[f, F.STAGE] = AT.RESOLVE
    if mana > 0:
        i = stage(game, EV.PAY, CAUSE.COST, -1, player, mana, 0, 0)
        game.act[i, ACT.DOER] = player
    if game.acts > 0:
        begin_step(game, player)


@compiled
def _resolve(game, book, f):
    use = int(game.frame[f, F.USE])
    a = int(game.frame[f, F.ABILITY])
    if use != USE.CARD:
        game.frame[f, F.STAGE] = AT.DONE
        game.frame[f, F.PC] = book.ability[a].effect
        return
    x = int(game.frame[f, F.SLOT])
    player = int(game.frame[f, F.CONTROLLER])
    if game.obj[x, C.LIFE] != 1:
        game.frame[f, F.STAGE] = AT.DONE
        return
    kind = int(game.obj[x, C.TYPE])
    spell = plays_as_spell(kind)
    if not spell:  # a Spell counted as it entered Limbo
        record(game, book, EV.PLAY, 0, player, x, int(game.frame[f, F.ORIGIN]), player)  # 5.1.2.k
    fleeting = int(game.obj[x, C.STATUS]) & STATUS.FLEETING
    if spell:
        game.frame[f, F.STAGE] = AT.SPELL_DONE
        if a >= 0:
            game.frame[f, F.PC] = book.ability[a].effect
        return
    flags = 0
    if fleeting and int(game.rules) & RULE.FLEETING_ON_ENTRY:
        flags = FLAG.FLEETING
    if kind & TYPE.LANDMARK_PERMANENT:
        stage_move(game, x, Z.LANDMARK, player, -1, CAUSE.PLAY, player, 0, 0)
    else:
        e = int(game.frame[f, F.EXPEDITION])
        stage_move(game, x, Z.EXPEDITION, player, e, CAUSE.PLAY, player, flags, 0)
    begin_step(game, player)
    game.frame[f, F.STAGE] = AT.ENTERED


@compiled
def _entered(game, book, f):
    """Under 5.0 5.2.1.c, let it gain Fleeting in another step if it had it in Limbo."""
    x = int(game.frame[f, F.SLOT])
    y = sets.first(game.set[f, 1])
    game.frame[f, F.STAGE] = AT.DONE
    sets.copy(game.set[f, 2], game.set[f, 1])
    if y >= 0 and int(game.rules) & RULE.FLEETING_ON_ENTRY == 0:
        if int(game.obj[x, C.STATUS]) & STATUS.FLEETING:
            if int(game.obj[y, C.TYPE]) & TYPE.LANDMARK_PERMANENT == 0:
                stage(game, EV.GAIN, 0, y, int(game.frame[f, F.CONTROLLER]), 1, STATUS.FLEETING, 0)
                begin_step(game, int(game.frame[f, F.CONTROLLER]))


@compiled
def _spell_done(game, book, f):
    """Move a Spell to its owner's Reserve, or, if Fleeting, to the Discard pile (5.2.4.b)."""
    x = int(game.frame[f, F.SLOT])
    game.frame[f, F.STAGE] = AT.COOLING
    sets.clear(game.set[f, 1])
    if game.obj[x, C.LIFE] == 1 and game.obj[x, C.ZONE] == Z.LIMBO:
        player = int(game.frame[f, F.CONTROLLER])
        to = Z.RESERVE
        if int(game.obj[x, C.STATUS]) & STATUS.FLEETING:
            to = Z.DISCARD
        stage_move(game, x, to, player, -1, CAUSE.PLAY, player, 0, 0)
        begin_step(game, player)


@compiled
def _cooling(game, f):
    """Exhaust a Spell with Cooldown that went to Reserve, in another step (5.2.4.b, 7.4.1.c)."""
    x = int(game.frame[f, F.SLOT])
    y = sets.first(game.set[f, 1])
    game.frame[f, F.STAGE] = AT.DONE
    sets.copy(game.set[f, 2], game.set[f, 1])
    if y >= 0 and game.obj[y, C.ZONE] == Z.RESERVE and int(game.obj[x, C.KEYWORDS]) & KW.COOLDOWN:
        player = int(game.frame[f, F.CONTROLLER])
        stage(game, EV.GAIN, 0, y, player, 1, STATUS.EXHAUSTED, 0)
        begin_step(game, player)


@compiled
def _done(game, f):
    """End the play and report the played card to the effect below, if any."""
    use = int(game.frame[f, F.USE])
    before = int(game.frame[f, F.BEFORE])
    played = sets.first(game.set[f, 2])
    game.depth = f
    sets.clear(game.targeted[f])
    for column in range(F.COUNT):
        game.frame[f, column] = 0
    if use != USE.CARD:
        return
    if f == 0:
        game.end_turn = 1
        return
    sets.clear(game.set[f - 1, 1])
    if played >= 0:
        sets.add(game.set[f - 1, 1], played)
        if game.frame[f - 1, F.ME_NOW] == before:
            game.frame[f - 1, F.ME_NOW] = played  # it played itself (2.1.f)
    game.frame[f - 1, F.RESULT] = 1
    game.frame[f - 1, F.STARTED] = 1


@compiled
def go_on(game, book):
    """Advance the top play by one stage."""
    f = int(game.depth) - 1
    at = int(game.frame[f, F.STAGE])
    if at == AT.EXPEDITION:
        _choose_expedition(game, book, f)
    elif at == AT.ALTERNATIVE:
        _choose_alternative(game, book, f)
    elif at == AT.REDUCTION:
        _choose_reductions(game, book, f)
    elif at == AT.DECLARE:
        _declare(game, book, f)
    elif at == AT.DECLARING:
        if game.frame[f, F.USE] == USE.REACTION and game.frame[f, F.OPTIONS] < 0:
            game.frame[f, F.STAGE] = AT.DONE  # the Tough cost is declined: no effect
        else:
            game.frame[f, F.STAGE] = AT.LIMBO if game.frame[f, F.USE] == USE.CARD else AT.COSTS
    elif at == AT.LIMBO:
        _to_limbo(game, book, f)
    elif at == AT.SPELL_ALSO:
        _in_limbo(game, book, f)
    elif at == AT.COSTS:
        _costs(game, book, f)
    elif at == AT.PAY:
        _pay(game, book, f)
    elif at == AT.RESOLVE:
        _resolve(game, book, f)
    elif at == AT.SPELL_DONE:
        _spell_done(game, book, f)
    elif at == AT.ENTERED:
        _entered(game, book, f)
    elif at == AT.COOLING:
        _cooling(game, f)
    else:
        _done(game, f)
