"""Turns (4.2.3) and the checking of Reactions (4.4)."""

from . import sets
from .choices import answered, ask, offer, offer_object, take
from .compiled import compiled
from .emblems import expire
from .initiative import nth_player
from .layout import OBJECTS, WORDS, M
from .objects import ready_orbs
from .playable import any_play, can_play_for, can_use
from .playing import play_card, play_quick_action, play_reaction
from .staging import begin_step, stage
from .terms import ABILITY, CODE, DECIDE, DURATION, EMBLEM, EV, STAGE, C, Z


@compiled
def _quick_actions(game, book, p, x):
    """Return the quick actions of x that p could play, as a mask over the abilities of its card;
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
    """Return the ability of x with this number in `_quick_actions`."""
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
def uses_of(game, book, p, x, mana):
    """Return what p could do with x this turn for this much mana: bit 0 to play it, then its quick
    actions."""
    mask = 0
    zone = int(game.obj[x, C.ZONE])
    if zone == Z.HAND or zone == Z.RESERVE:
        if can_play_for(game, book, any_play(game, p, x, 0, 0, -1), mana):
            mask |= 1
    if zone != Z.HAND and (
        (int(book.card[game.obj[x, C.CARD]].statements) >> ABILITY.QUICK) & 1 or game.grants > 0
    ):
        mask |= _quick_actions(game, book, p, x)
    return mask


@compiled
def _next_turn(game):
    """End the turn: the next player who has not passed, or Dusk (4.2.3.e)."""
    game.end_turn = 0
    expire(game, DURATION.TURN)
    if (int(game.listening) >> ABILITY.VOLATILE) & 1:
        game.dirty = 1
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
def offer_turn(game, book, p):
    """Offer everything p may play or use, and passing."""
    mana = ready_orbs(game, p)
    for zone in (Z.HAND, Z.RESERVE, Z.HERO, Z.EXPEDITION, Z.LANDMARK):
        row = game.zone[zone, p]
        x = sets.first(row)
        while x >= 0:
            if uses_of(game, book, p, x, mana):
                offer_object(game, x)
            x = sets.after(row, x)
    offer(game, CODE.PASS)


@compiled
def turn(game, book):
    """Take a player's turn: quick actions, then a card or pass (4.2.3.d)."""
    if game.end_turn:
        _next_turn(game)
        return
    p = int(game.turn_player)
    if (int(game.passed) >> p) & 1:
        game.end_turn = 1
        return
    if game.step == 0:
        if not answered(game):
            offer_turn(game, book, p)
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
        mask = uses_of(game, book, p, x, ready_orbs(game, p))
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
def _same(game, a, b):
    """Return whether two pending Reactions are indistinguishable to players."""
    for column in range(M.COUNT):
        if game.emblem[a, column] != game.emblem[b, column]:
            return False
    for w in range(WORDS):
        if game.emblem_set[a, w] != game.emblem_set[b, w]:
            return False
    return True


@compiled
def check_reactions(game, book):
    """Let the first player in initiative order with a Reaction in Limbo play one (4.4.b)."""
    for i in range(int(game.players)):
        p = nth_player(game, i)
        if not answered(game):
            count = 0
            for m in range(int(game.emblems)):
                if game.emblem[m, M.KIND] == EMBLEM.REACTION and game.emblem[m, M.CONTROLLER] == p:
                    twin = False
                    for k in range(m):
                        if game.emblem[k, M.KIND] == EMBLEM.REACTION and _same(game, k, m):
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
