"""Legal plays: cards with their choices, and quick actions (5.1.2.g, 5.3, 6.4.c)."""

from . import sets
from .compiled import compiled
from .costs import gate_open, own_cost, play_cost, quick_cost, reduction_payable, tough_slack
from .declaring import can_declare
from .in_force import next_in_force
from .matching import matches
from .objects import as_temple, ready_orbs
from .passives import ability_works
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
from .prohibitions import cannot_activate
from .reactions import times_used
from .terms import ABILITY, ACT, AS, EV, FN, RULE, STATUS, TERMS, TYPE, C, Z

PLAYABLE = TYPE.CHARACTER | TYPE.EXPEDITION_PERMANENT | TYPE.LANDMARK_PERMANENT | TYPE.SPELL
"""The types of card that the rules let players play (5.2.1 to 5.2.4)."""


_ALTERED = (1 << ABILITY.COST) | (1 << ABILITY.CANT) | (1 << ABILITY.SCOUT) | (1 << ABILITY.TEMPLE)
"""Statements that change a card's cost or make it playable."""


@compiled
def _prohibited(game, book, play):
    """Return whether a prohibition matches this play (1.4.1)."""
    x = play.card
    card = book.card[game.obj[x, C.CARD]]
    if ((int(game.listening) | int(card.statements)) >> ABILITY.CANT) & 1 == 0:
        return False
    result = False
    if (int(card.statements) >> ABILITY.CANT) & 1:
        sketch(game, play)
        for a in range(int(card.first), int(card.last)):
            if book.ability[a].kind == ABILITY.CANT and book.ability[a].event == EV.PLAY:
                if int(book.ability[a].works) & FN.HAND and not result:
                    if gate_open(game, book, a, play.player, x):
                        result = matches(game, book, a, x, play.player, 0, game.act, ROW)
    if (int(game.listening) >> ABILITY.CANT) & 1 and not result:
        sketch(game, play)
        k = -1
        while not result:
            k, a, me, side, kept = next_in_force(game, book, ABILITY.CANT, k, x)
            if k < 0:
                break
            result = matches(game, book, a, me, side, kept, game.act, ROW)
    erase(game)
    return result


@compiled
def feasible(game, book, play, mana):
    """Return whether a play can be completed as it is with this much mana (6.4.c, 5.1.2.g). For its
    Temple cost the card is treated as the Landmark it would be."""
    x = play.card
    if play.options & TEMPLED == 0 or game.obj[x, C.PLAYED_AS] == AS.TEMPLE:
        return _feasible(game, book, play, mana)
    kind = int(game.obj[x, C.TYPE])
    subtypes = int(game.subtypes[x])
    forest = int(game.obj[x, C.FOREST])
    mountain = int(game.obj[x, C.MOUNTAIN])
    water = int(game.obj[x, C.WATER])
    as_temple(game, book, x)
    result = _feasible(game, book, play, mana)
    game.obj[x, C.TYPE] = kind
    game.subtypes[x] = subtypes
    game.obj[x, C.FOREST] = forest
    game.obj[x, C.MOUNTAIN] = mountain
    game.obj[x, C.WATER] = water
    return result


@compiled
def _feasible(game, book, play, mana):
    x, options = play.card, play.options
    cost = play_cost(game, book, play, 0)
    if cost < 0:
        return False
    whole = cost
    free = play.terms & TERMS.FREE
    extra = 0
    for k in range(int(book.card[game.obj[x, C.CARD]].reductions)):
        if (options >> k) & 1:
            part = reduction_payable(game, book, play.player, x, k)
            if part < 0:
                return False
            extra += part
    if free:
        cost = 0
    if cost + extra > mana:
        return False
    if _prohibited(game, book, play):
        return False
    if int(game.rules) & RULE.DECLARE_FIRST and int(game.obj[x, C.TYPE]) & TYPE.SPELL:
        a = int(book.card[game.obj[x, C.CARD]].spell)
        if a >= 0:
            declare = int(book.ability[a].declare)
            slack = 0
            if declare >= 0:
                slack = tough_slack(game, book, play, whole)
            spent = cost + extra
            return can_declare(game, book, declare, play.player, x, spent, free, slack, options)
    return True


@compiled
def _permitted(game, book, play):
    """Return whether an ability lets this exhausted card in Reserve be played (2.4.6.d)."""
    if (int(game.listening) >> ABILITY.CAN) & 1 == 0:
        return False
    sketch(game, play)
    game.act[ROW, ACT.FROM] = Z.RESERVE  # also if it counts as being in Hand
    result = False
    k = -1
    while not result:
        k, a, me, side, kept = next_in_force(game, book, ABILITY.CAN, k, -1)
        if k < 0:
            break
        if int(book.ability[a].even) & STATUS.EXHAUSTED:
            result = matches(game, book, a, me, side, kept, game.act, ROW)
    erase(game)
    return result


@compiled
def can_be_temple(game, book, x, terms):
    """Return whether x may be played for a Temple cost on these terms, without an Expedition."""
    if (int(book.card[game.obj[x, C.CARD]].statements) >> ABILITY.TEMPLE) & 1 == 0:
        return False
    return place_allowed(terms, -1)


@compiled
def can_play(game, book, player, x, terms, less, expedition):
    """Return whether the player could play x from its place on these terms, in this Expedition (-1:
    any)."""
    mana = ready_orbs(game, player)
    return can_play_for(game, book, any_play(game, player, x, terms, less, expedition), mana)


@compiled
def can_play_beside(game, book, player, x, terms, less, others):
    """Return whether the player could play x as well as the cards of a set, with all of them paid
    for (5.2.c)."""
    mana = ready_orbs(game, player)
    y = sets.first(others)
    while y >= 0:
        beside = any_play(game, player, y, terms, less, -1)
        cost = 0
        while cost < mana and not can_play_for(game, book, beside, cost):
            cost += 1
        mana -= cost
        y = sets.after(others, y)
    return can_play_for(game, book, any_play(game, player, x, terms, less, -1), mana)


@compiled
def any_play(game, player, x, terms, less, expedition):
    """Return the play of x on these terms, in this Expedition (-1: any), without any choices
    yet."""
    origin = origin_of(game, x, terms)
    return Play(int(player), int(x), origin, int(expedition), 0, int(terms), int(less))


@compiled
def can_play_for(game, book, play, mana):
    """Return whether this play is possible with some choices, in its Expedition (-1: any), for this
    much mana."""
    player, x, origin, terms = play.player, play.card, play.origin, play.terms
    kind = int(game.obj[x, C.TYPE])
    if kind & PLAYABLE == 0:
        return False  # a Hero, a Mana Orb, or a card without a type yet
    exhausted = int(game.obj[x, C.STATUS]) & STATUS.EXHAUSTED and game.obj[x, C.ZONE] == Z.RESERVE
    placed = kind & (TYPE.CHARACTER | TYPE.EXPEDITION_PERMANENT)
    card = int(game.obj[x, C.CARD])
    heard = int(game.listening) | int(book.card[card].statements)
    if play.expedition < 0 and terms == 0 and play.less == 0:
        if heard & _ALTERED == 0 and not exhausted:
            if kind & TYPE.SPELL == 0 or int(game.rules) & RULE.DECLARE_FIRST == 0:
                cost = own_cost(book.card[card], origin)  # nothing changes or forbids it
                return cost >= 0 and cost <= mana
    count = int(book.card[card].reductions)
    other = 0  # an alternative cost: Scout from Hand, the Hand Cost from Reserve
    if origin == Z.HAND and (int(book.card[card].statements) >> ABILITY.SCOUT) & 1:
        other = SCOUTED
    elif origin == Z.RESERVE and terms & TERMS.HAND_COST:
        other = AT_HAND_COST
    if play.expedition < 0 and can_be_temple(game, book, x, terms):
        if not exhausted or _permitted(game, book, play):
            for options in range(1 << count):
                if feasible(game, book, with_choices(play, -1, options | TEMPLED), mana):
                    return True
    for way in range(2):
        e = -1
        if placed:
            e = 2 * player + way
            if (play.expedition >= 0 and e != play.expedition) or not place_allowed(terms, e):
                continue
        elif way == 1:
            continue
        if exhausted and not _permitted(game, book, with_choices(play, e, 0)):
            continue
        for paid in range(2 if other else 1):
            for options in range(1 << count):
                chosen = options | (other if paid else 0)
                if feasible(game, book, with_choices(play, e, chosen), mana):
                    return True
        if heard & ((1 << ABILITY.COST) | (1 << ABILITY.CANT)) == 0:
            if not exhausted:
                break  # the other Expedition would be the same
    return False


@compiled
def can_use(game, book, player, x, a):
    """Return whether the player could play quick action a of x now (5.3)."""
    if book.ability[a].kind != ABILITY.QUICK or not ability_works(game, book, x, a):
        return False
    if times_used(game, x, a) >= 100 or cannot_activate(game, book, x, a):
        return False  # 1.4.6.b, 1.4.1
    cost = quick_cost(game, book, player, x, a)
    if cost < 0 or cost > ready_orbs(game, player):
        return False
    declare = int(book.ability[a].declare)
    if int(game.rules) & RULE.DECLARE_FIRST and declare >= 0:
        return can_declare(game, book, declare, player, x, cost, 0, 0, 0)
    return True
