"""Heuristic value of a player's cards in hand, in Reserve and in play."""

from ..engine import sets
from ..engine.compiled import compiled
from ..engine.terms import KW, STATUS, TYPE, C, Z
from .weights import W


@compiled
def of_hand(cost, orbs, weights):
    """A card in hand of this Hand Cost, for a player with this mana."""
    return weights[W.HAND] + weights[W.COST] * cost - weights[W.DEAR] * max(0, cost - orbs)


@compiled
def of_reserve(cost, reserve_cost, orbs, weights):
    """A card in Reserve of these costs, if it were the only one, for a player with this mana."""
    dear = max(0, reserve_cost - orbs)
    return weights[W.RESERVE] + weights[W.COST] * cost - weights[W.DEAR] * dear


@compiled
def in_hand(game, x, orbs, weights):
    """An object in hand."""
    return of_hand(int(game.obj[x, C.HAND_COST]), orbs, weights)


@compiled
def in_reserve(game, x, orbs, weights):
    """An object in Reserve, or one that will go there."""
    costs = game.obj[x]
    return of_reserve(int(costs[C.HAND_COST]), int(costs[C.RESERVE_COST]), orbs, weights)


@compiled
def reserved(worth, count, limit, weights):
    """The number of cards in Reserve: beyond the limit they are discarded at Clean-up."""
    if count <= limit:
        return worth
    return worth * (limit + weights[W.SPARE] * (count - limit)) / count


@compiled
def kept(game, p, orbs, weights):
    """The value and number of the cards in Reserve and those that go there at Rest."""
    total = 0.0
    count = 0
    for zone in (Z.RESERVE, Z.EXPEDITION):
        row = game.zone[zone, p]
        x = sets.first(row)
        while x >= 0:
            if zone == Z.RESERVE or goes_to_reserve(game, x):
                count += 1
                total += in_reserve(game, x, orbs, weights)
            x = sets.after(row, x)
    return total, count


@compiled
def cards(game, p, known, weights):
    """Hand, Reserve and what will go there; the other's hand is counted, not read."""
    orbs = sets.size(game.zone[Z.MANA, p])
    total = 0.0
    x = sets.first(game.zone[Z.HAND, p])
    while x >= 0:
        total += in_hand(game, x, orbs, weights) if known else weights[W.HAND]
        x = sets.after(game.zone[Z.HAND, p], x)
    worth, count = kept(game, p, orbs, weights)
    return total + reserved(worth, count, max(0, int(game.reserve_limit[p])), weights)


@compiled
def goes_to_reserve(game, x):
    """Will this object of the Expedition zone go to its owner's Reserve at Rest (4.2.5.b)?"""
    leaves = int(game.obj[x, C.TYPE]) & TYPE.CHARACTER and not stays(game, x)
    whole = int(game.obj[x, C.TYPE]) & TYPE.TOKEN == 0
    fleeting = int(game.obj[x, C.STATUS]) & STATUS.FLEETING
    return leaves and whole and not fleeting and game.obj[x, C.OWNER] == game.obj[x, C.SIDE]


@compiled
def stays(game, x):
    """Does this object stay where it is at Rest (4.2.5.b)?"""
    return (
        int(game.obj[x, C.STATUS]) & (STATUS.ANCHORED | STATUS.ASLEEP)
        or int(game.obj[x, C.KEYWORDS]) & KW.ETERNAL
    )


@compiled
def table(game, p, weights):
    """Objects that stay in play: Permanents, Characters that do not rest, counters."""
    total = 0.0
    for zone in (Z.EXPEDITION, Z.LANDMARK, Z.HERO):
        row = game.zone[zone, p]
        x = sets.first(row)
        while x >= 0:
            kind = int(game.obj[x, C.TYPE])
            if kind & TYPE.CHARACTER:
                if stays(game, x):
                    both = game.obj[x, C.FOREST] + game.obj[x, C.MOUNTAIN] + game.obj[x, C.WATER]
                    total += weights[W.STAYS] * int(both) / 3.0
            else:
                if kind & TYPE.PERMANENT:
                    cost = max(0, int(game.obj[x, C.HAND_COST]))
                    total += weights[W.PERMANENT] * (1 + cost)
                for k in range(3):
                    number = min(8, int(game.obj[x, C.COUNTER_NUMBER + k]))
                    total += weights[W.COUNTER] * number
            x = sets.after(row, x)
    return total
