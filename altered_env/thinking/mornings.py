"""Playing on to the second Morning: what an answer came to, when nights are over.

The value of an answer often shows only at Night, after the opponent's reply and the Expeditions'
moves. So a network's likeliest answers are each rolled out to the end of the day, with the network
as both players; at the player's next decision it gives the value. A day later it is asked again,
since the first value misses some consequences; the more worlds, the more weight the change gets.
All answers are tried in the same determinizations with the same future dice, so that only their
consequences differ. Sequential halving: each of a few rounds drops the worse half and rolls out the
rest in more worlds. The mean value of an answer is weighted by `sharp` and added to its log prior.
"""

from __future__ import annotations

import numpy as np

from ..engine.chance import next_bits
from ..engine.compiled import compiled
from ..engine.room import counts, floats
from ..engine.terms import namespace
from .answering import answer_of_net, think_of_options
from .neural import value_of_net
from .steps import answer, copy, running, world

__all__ = [
    "HOPE",
    "MOST",
    "SHARP",
    "answer_of_nights",
    "halve",
    "hopes_from",
    "hopes_of",
    "new_hopes",
    "play_nights",
]

SHARP = 300
"""By how much what an answer came to counts, unless told otherwise."""
MOST = 8
"""The number of answers to roll out."""
LEAST = 10.0
"""One less likely than the likeliest by this much, in logarithms, is not."""
STEPS = 500
"""The maximum length of a rollout in decisions, after which the network's value is used at any time
of day."""
DOUBT = 10.0
"""The number of worlds at which half of the second day's change counts."""


@namespace
class HOPE:
    """The columns of an answer that is played on."""

    ACTION = 0
    LIKING = 1  # the logarithm of how likely it is to the network
    SUM = 2  # of its value at the next Morning: 1 for a win, -1 for a loss
    LATER = 3  # and by the one after
    WORLDS = 4  # in so many worlds
    WORTH = 5  # the resulting estimate, between 1 and -1
    OPTION = 6  # which of the options that were thought of
    COUNT = 7


new_hopes = floats(MOST, HOPE.COUNT)
new_words = counts(4)


@compiled
def hopes_from(mind, n, hopes):
    """Write the likeliest of the evaluated options in descending order; return their number. Their
    probabilities in the buffers are overwritten."""
    count = 0
    while count < min(n, MOST):
        top = 0
        for k in range(n):
            if mind.liking[k] > mind.liking[top]:
                top = k
        liking = float(mind.liking[top])
        if count > 0 and liking < hopes[0, HOPE.LIKING] - LEAST:
            break
        hopes[count, HOPE.ACTION] = mind.action[top]
        hopes[count, HOPE.LIKING] = liking
        hopes[count, HOPE.SUM] = 0.0
        hopes[count, HOPE.LATER] = 0.0
        hopes[count, HOPE.WORLDS] = 0.0
        hopes[count, HOPE.WORTH] = 0.0
        hopes[count, HOPE.OPTION] = top
        mind.liking[top] = -np.inf
        count += 1
    return count


@compiled
def hopes_of(engine, games, book, mind, net, player, hopes, rng):
    """Write the likeliest answers of place 0, the likeliest first; how many there are."""
    n, _ = think_of_options(engine, games[0], games, 1, book, mind, net, player, rng)
    return hopes_from(mind, n, hopes)


@compiled
def _to_mornings(engine, games, i, day, book, mind, net, player, rng, hope):
    """Play game i on until a day is over; add to a hope what the network expects of it for a player
    when these first decide on that day, and after it."""
    said = 0
    for _ in range(STEPS):
        game = games[i]
        if not running(game) or game.day > day:
            break
        if said == 0 and game.day == day and game.decider == player:
            hope[HOPE.SUM] += value_of_net(game, book, mind, net, player)
            said = 1
        a = answer_of_net(engine, game, games, i + 1, book, mind, net, int(game.decider), 0, rng)
        answer(engine, games, i, book, a, rng)
    value = value_of_net(games[i], book, mind, net, player)
    if said == 0:
        hope[HOPE.SUM] += value
    hope[HOPE.LATER] += value


@compiled
def play_nights(engine, games, book, mind, net, player, hopes, left, worlds, rng):
    """Roll out the first answers in this many worlds and estimate their values; places after the
    first are scratch."""
    words = new_words()
    day = int(games[0].day) + 1
    for _ in range(worlds):
        world(engine, games, 0, 1, book, player, rng)
        for w in range(4):
            words[w] = next_bits(rng)
        for k in range(left):
            copy(games, 1, 2)
            for w in range(4):
                games[2].rng[w] = words[w]
            answer(engine, games, 2, book, int(hopes[k, HOPE.ACTION]), rng)
            _to_mornings(engine, games, 2, day, book, mind, net, player, rng, hopes[k])
            hopes[k, HOPE.WORLDS] += 1.0
    for k in range(left):
        n = hopes[k, HOPE.WORLDS]
        changed = (hopes[k, HOPE.LATER] - hopes[k, HOPE.SUM]) / n
        hopes[k, HOPE.WORTH] = hopes[k, HOPE.SUM] / n + changed * n / (n + DOUBT)


@compiled
def _liked(hopes, k, sharp):
    return hopes[k, HOPE.LIKING] + sharp * hopes[k, HOPE.WORTH]


@compiled
def _sort(hopes, left, sharp):
    """Bring the first `left` answers, all played on by now, into order, the best first."""
    for k in range(1, left):
        j = k
        while j > 0 and _liked(hopes, j, sharp) > _liked(hopes, j - 1, sharp):
            for c in range(HOPE.COUNT):
                kept = hopes[j, c]
                hopes[j, c] = hopes[j - 1, c]
                hopes[j - 1, c] = kept
            j -= 1


@compiled
def halve(engine, games, book, mind, net, player, hopes, left, worlds, sharp, rng):
    """A round of sequential halving: play the first `left` answers on in these worlds and bring
    them into order; how many of them go on to the next round."""
    play_nights(engine, games, book, mind, net, player, hopes, left, worlds, rng)
    _sort(hopes, left, sharp)
    return (left + 1) // 2


@compiled
def answer_of_nights(engine, games, book, mind, net, nights, sharp, rng):
    """The answer in place 0 after this number of rollouts in total, or a few more: each answer is
    rolled out at least once per round."""
    if games[0].offered == 1:
        return int(games[0].options[0])
    player = int(games[0].decider)
    hopes = new_hopes()
    left = hopes_of(engine, games, book, mind, net, player, hopes, rng)
    rounds = 0
    while 2**rounds < left:
        rounds += 1
    while left > 1:
        worlds = max(1, nights // (rounds * left))
        left = halve(engine, games, book, mind, net, player, hopes, left, worlds, sharp, rng)
    return int(hopes[0, HOPE.ACTION])
