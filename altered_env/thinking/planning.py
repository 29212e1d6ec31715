"""The best use of the mana left this Afternoon: which cards, in which Expeditions.

A person at the table asks before every turn: with this mana, these cards in hand and in
Reserve, where can I win, and where is it lost? So sets of cards that the mana pays for are
tried, each card in either Expedition. A card counts by its statistics and by what becomes of it:
from hand it goes to Reserve at Rest, where there is room for few; from Reserve it is gone.
What the other player may still do with their mana is an estimate.
"""

from __future__ import annotations

from ..engine import sets
from ..engine.adventure import region_of
from ..engine.compiled import compiled
from ..engine.dusk import statistic
from ..engine.layout import EXPEDITIONS
from ..engine.objects import ready_orbs
from ..engine.room import counts, floats
from ..engine.terms import KW, STATUS, TYPE, C, Z, namespace
from .belongings import in_hand, in_reserve, kept, reserved
from .chances import odds, on_the_way, unspent
from .weights import W

__all__ = ["best_plan", "find_plan", "new_begin"]

MOST_CARDS = 10
MOST_PLAYED = 5


@namespace
class CARD:
    """The columns of a card to plan with: what it costs, and what it changes."""

    COST = 0
    STATISTIC = 1  # three
    HAND = 4  # the worth of the hand, once it is played
    KEPT = 5  # the worth of what is kept in Reserve
    COUNT_KEPT = 6  # how many cards are kept
    TEXT = 7
    BOTH = 8  # it is present in both Expeditions (7.4.4)
    SLOT = 9
    COUNT = 10


@namespace
class SUM:
    """The columns of a plan so far."""

    LEFT = 0  # mana
    HAND = 1
    KEPT = 2
    COUNT_KEPT = 3
    TEXT = 4
    STATISTIC = 5  # three of each of one's Expeditions
    COUNT = 11


new_begin = counts(2)
new_cards = floats(MOST_CARDS, CARD.COUNT)
new_sums = floats(MOST_PLAYED + 1, SUM.COUNT)
new_played = counts(MOST_PLAYED + 1)
new_table = floats(EXPEDITIONS, 3)
new_side = floats(3)


@compiled
def _text(game, x, cost):
    """What a card must do besides, since its statistics are low for its cost."""
    mean = (game.obj[x, C.FOREST] + game.obj[x, C.MOUNTAIN] + game.obj[x, C.WATER]) / 3.0
    return max(0.0, 0.9 * cost - mean)


@compiled
def _candidates(game, p, orbs, weights, card):
    """The Characters that the player could play, into `card`; how many."""
    n = 0
    for zone in (Z.HAND, Z.RESERVE):
        row = game.zone[zone, p]
        x = sets.first(row)
        while x >= 0:
            column = C.HAND_COST if zone == Z.HAND else C.RESERVE_COST
            cost = int(game.obj[x, column])
            playable = int(game.obj[x, C.TYPE]) & TYPE.CHARACTER and cost >= 0
            if zone == Z.RESERVE and int(game.obj[x, C.STATUS]) & STATUS.EXHAUSTED:
                playable = False
            if playable and n < MOST_CARDS:
                here = card[n]
                here[CARD.SLOT] = x
                here[CARD.COST] = cost
                for t in range(3):
                    here[CARD.STATISTIC + t] = int(game.obj[x, C.FOREST + t])
                stays = in_reserve(game, x, orbs, weights)
                if zone == Z.HAND:
                    here[CARD.HAND] = -in_hand(game, x, orbs, weights)
                    here[CARD.KEPT] = stays
                    here[CARD.COUNT_KEPT] = 1
                    here[CARD.TEXT] = _text(game, x, cost)
                else:
                    here[CARD.HAND] = 0
                    here[CARD.KEPT] = -stays
                    here[CARD.COUNT_KEPT] = -1
                    here[CARD.TEXT] = 0.0
                here[CARD.BOTH] = int(game.obj[x, C.KEYWORDS]) & KW.GIGANTIC
                n += 1
            x = sets.after(row, x)
    return n


@compiled
def _move(game, e, forward, back, doubt):
    """How likely Expedition e is to move, with these statistics against those."""
    best = -100.0
    for t in range(3):
        if (int(game.terrain_now[region_of(game, e)]) >> t) & 1 and forward[t] > 0:
            tied = 1.0 if (int(game.ascended) >> e) & 1 else 0.0
            best = max(best, forward[t] - back[t] - 0.5 + tied)
    return odds(best / doubt)


@compiled
def _worth(game, p, weights, now, so_far, mine, theirs, answer, doubt):
    """What a plan comes to: Expeditions of both sides, hand, Reserve."""
    way = 0.0
    against = 0.0
    for e in range(2 * p, 2 * p + 2):
        d = int(game.facing[e])
        for t in range(3):
            mine[t] = now[e, t] + so_far[SUM.STATISTIC + 3 * (e % 2) + t]
            theirs[t] = now[d, t] + answer
        way += int(game.progress[e]) + _move(game, e, mine, theirs, doubt)
        against += int(game.progress[d]) + _move(game, d, theirs, mine, doubt)
    value = on_the_way(way, weights) - on_the_way(against, weights)
    limit = max(0, int(game.reserve_limit[p]))
    value += so_far[SUM.HAND] + weights[W.TEXT] * so_far[SUM.TEXT]
    return value + reserved(so_far[SUM.KEPT], int(so_far[SUM.COUNT_KEPT]), limit, weights)


@compiled
def _play(card, way, before, after):
    """The plan `before` and one card more, in one Expedition or in both."""
    for k in range(SUM.COUNT):
        after[k] = before[k]
    after[SUM.LEFT] -= card[CARD.COST]
    after[SUM.HAND] += card[CARD.HAND]
    after[SUM.KEPT] += card[CARD.KEPT]
    after[SUM.COUNT_KEPT] += card[CARD.COUNT_KEPT]
    after[SUM.TEXT] += card[CARD.TEXT]
    for side in range(2):
        if side == way or card[CARD.BOTH] > 0:
            for t in range(3):
                after[SUM.STATISTIC + 3 * side + t] += card[CARD.STATISTIC + t]


@compiled
def best_plan(game, p, weights):
    """The worth of a player's cards and Expeditions, less that of the Expeditions against them,
    after the best use of the mana left that was found."""
    begin = new_begin()
    return find_plan(game, p, weights, weights[W.PLAN], begin)


@compiled
def find_plan(game, p, weights, most, begin):
    """The worth of the best plan, of so many at most; into `begin` the card that it plays first,
    -1 for none, and which of the player's Expeditions it goes to."""
    begin[0] = -1
    orbs = sets.size(game.zone[Z.MANA, p])
    card = new_cards()
    so_far = new_sums()
    took = new_played()
    now = new_table()
    mine = new_side()
    theirs = new_side()
    for e in range(EXPEDITIONS):
        for t in range(3):
            now[e, t] = statistic(game, e, t)
    x = sets.first(game.zone[Z.HAND, p])
    while x >= 0:
        so_far[0, SUM.HAND] += in_hand(game, x, orbs, weights)
        x = sets.after(game.zone[Z.HAND, p], x)
    worth, count = kept(game, p, orbs, weights)
    so_far[0, SUM.KEPT] = worth
    so_far[0, SUM.COUNT_KEPT] = count
    # of those whose Expeditions face the player's: between two players that is one
    theirs_left = max(
        unspent(game, int(game.facing[2 * p]) // 2), unspent(game, int(game.facing[2 * p + 1]) // 2)
    )
    answer = weights[W.ANSWER] * theirs_left
    doubt = weights[W.DOUBT] + weights[W.DOUBT_MANA] * theirs_left
    best = _worth(game, p, weights, now, so_far[0], mine, theirs, answer, doubt)
    if (int(game.passed) >> p) & 1:
        return best
    so_far[0, SUM.LEFT] = ready_orbs(game, p)
    n = _candidates(game, p, orbs, weights, card)
    tried = 0
    depth = 0
    option = 0
    while True:
        while option < 2 * n and card[option // 2, CARD.COST] > so_far[depth, SUM.LEFT]:
            option += 2 - option % 2
        if option < 2 * n and depth < MOST_PLAYED and tried < most:
            took[depth] = option
            here = card[option // 2]
            _play(here, option % 2, so_far[depth], so_far[depth + 1])
            depth += 1
            tried += 1
            worth = _worth(game, p, weights, now, so_far[depth], mine, theirs, answer, doubt)
            if worth > best:
                best = worth
                begin[0] = int(card[took[0] // 2, CARD.SLOT])
                begin[1] = took[0] % 2
            option = 2 * (option // 2) + 2
        elif depth == 0:
            return best
        else:
            depth -= 1
            option = took[depth] + 1
