"""Queries on objects: a column of one, comparisons, aggregates over sets, and relations of sets."""

from . import sets
from .adventure import facing_of, other_of, region_of
from .compiled import compiled
from .last_known import FIRST, regions_then
from .objects import counter
from .opcodes import CMP, HOW, REL
from .terms import STATUS, TYPE, C, Z


@compiled
def column(game, book, x, col):
    """Return a characteristic of an object, as a number; an absent one is zero (2.2.f)."""
    if col == C.HAND_COST or col == C.RESERVE_COST:
        cost = int(game.obj[x, col])
        return cost if cost > 0 else 0
    if col < C.COUNT:
        return int(game.obj[x, col])
    if col >= C.COUNTER_OF:
        return counter(game, x, col - C.COUNTER_OF)
    if col == C.BASE_COST:  # 2.2.9
        zone = int(game.obj[x, C.ZONE])
        cost = int(game.obj[x, C.HAND_COST])
        if (
            int(game.obj[x, C.STATUS]) & STATUS.FLEETING
            or zone == Z.RESERVE
            or (zone == Z.LIMBO and game.obj[x, C.ORIGIN] == Z.RESERVE)
        ):
            cost = int(game.obj[x, C.RESERVE_COST])
        return cost if cost > 0 else 0
    if col == C.HIGHEST:
        return max(
            int(game.obj[x, C.FOREST]), int(game.obj[x, C.MOUNTAIN]), int(game.obj[x, C.WATER])
        )
    if col == C.LOWEST:
        return min(
            int(game.obj[x, C.FOREST]), int(game.obj[x, C.MOUNTAIN]), int(game.obj[x, C.WATER])
        )
    if col == C.READY:
        return 1 if int(game.obj[x, C.STATUS]) & STATUS.EXHAUSTED == 0 else 0
    if col == C.COUNTERS:
        total = int(game.obj[x, C.BOOSTS])
        for i in range(3):
            total += int(game.obj[x, C.COUNTER_NUMBER + i])
        return total
    if col == C.ZERO_STATISTICS:
        if int(game.obj[x, C.TYPE]) & TYPE.CHARACTER == 0:
            return 0
        card = book.card[game.obj[x, C.CARD]]
        return int(card.forest == 0) + int(card.mountain == 0) + int(card.water == 0)
    if col == C.STANDING:
        if game.obj[x, C.LIFE] == 1:
            return int(game.obj[x, C.PRESENCE])
        return int(game.obj[x, C.STOOD]) << FIRST
    if col == C.TIMESTAMP:
        return int(game.timestamp[x])
    card = book.card[game.obj[x, C.CARD]]
    if C.BASE_FOREST <= col <= C.BASE_WATER:  # those of the card (2.2.a), only for Characters
        if int(game.obj[x, C.TYPE]) & TYPE.CHARACTER == 0:
            return 0
        if col == C.BASE_FOREST:
            return int(card.forest)
        return int(card.mountain) if col == C.BASE_MOUNTAIN else int(card.water)
    if col == C.NAME:
        return int(card.name)
    if col == C.TOKEN:
        return int(card.token)
    if col == C.FACTION:
        return int(card.faction)
    if col == C.RARITY:
        return int(card.rarity)
    if col == C.HAS_SUPPORT:
        status = int(game.obj[x, C.STATUS])
        if game.obj[x, C.ZONE] == Z.RESERVE and status & STATUS.EXHAUSTED:
            return 0  # 2.4.6.e
        return int(card.supports)
    return 0


@compiled
def compare(how, a, b):
    if how == CMP.LT:
        return a < b
    if how == CMP.LE:
        return a <= b
    if how == CMP.EQ:
        return a == b
    if how == CMP.NE:
        return a != b
    if how == CMP.GE:
        return a >= b
    return a > b


@compiled
def over_set(game, book, row, col, how):
    result = 0
    seen = 0
    x = sets.first(row)
    while x >= 0:
        v = column(game, book, x, col)
        if how == HOW.SUM:
            result += v
        elif how == HOW.HIGHEST:
            if seen == 0 or v > result:
                result = v
        elif how == HOW.LOWEST:
            if seen == 0 or v < result:
                result = v
        elif how == HOW.ONE:
            return v
        elif how == HOW.ALL:
            result = v if seen == 0 else result & v
        elif how == HOW.DISTINCT:
            new = 1
            y = sets.first(row)
            while y >= 0 and y != x:
                if column(game, book, y, col) == v:
                    new = 0
                y = sets.after(row, y)
            result += new
        seen += 1
        x = sets.after(row, x)
    return result


@compiled
def relation(game, row, rel):
    result = 0
    x = sets.first(row)
    while x >= 0:
        if rel == REL.OWNER:
            result |= 1 << int(game.obj[x, C.OWNER])
        elif rel == REL.CONTROLLER:
            result |= 1 << int(game.obj[x, C.SIDE])
        elif rel == REL.EXPEDITION:
            result |= int(game.obj[x, C.PRESENCE])
        elif rel == REL.FACING:
            result |= facing_of(game, int(game.obj[x, C.PRESENCE]))
        elif rel == REL.OTHER:
            result |= other_of(game, int(game.obj[x, C.PRESENCE]))
        elif rel == REL.REGION and game.obj[x, C.LIFE] != 1:
            result |= regions_then(game, x)
        elif rel == REL.REGION:
            for e in range(2 * int(game.players)):
                if (int(game.obj[x, C.PRESENCE]) >> e) & 1:
                    result |= 1 << region_of(game, e)
        x = sets.after(row, x)
    return result
