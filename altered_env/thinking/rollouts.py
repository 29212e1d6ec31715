"""Rollouts to the second Morning, to compare a network's answers.

The value of an answer often shows only at Night, after the opponent's reply and the Expeditions'
moves. So a network's most likely answers, or all, are each rolled out to the end of the day, with
the network as both players; at the player's next decision it gives the value. A day later it is
asked again, since the first value misses some consequences; the more worlds, the more weight the
change gets. All answers are tried in the same determinizations with the same future dice, so that
only their consequences differ. Sequential halving: each of a few rounds drops the worse half and
rolls out the rest in more worlds. The mean value of an answer is weighted by `value_weight` and
added to its log prior.
"""

import numpy as np

from ..engine.chance import next_bits
from ..engine.compiled import compiled
from ..engine.stack_arrays import counts, floats
from ..engine.terms import namespace
from .answering import answer_of_net, think_of_options
from .neural import value_of_net
from .steps import answer, copy, running, world

VALUE_WEIGHT = 300
"""The default weight of an answer's result."""
MOST = 16
"""The number of answers to roll out at most."""
LIKELY = 8
"""And if only likely ones are."""
LEAST = 10.0
"""Answers whose log probability trails the best by more than this are not likely."""
FLOOR = -27.0
"""Equal log probabilities above this are those of identical copies; below it all are the same
(`keep_log_priors`)."""
MORNINGS = 2
"""How many Mornings a rollout goes on to, unless the game is over before."""
STEPS = 500
"""The maximum length of a rollout in decisions, after which the network's value is used at any time
of day."""
DOUBT = 10.0
"""The number of worlds at which half of the second day's change counts."""


@namespace
class ARM:
    """The columns of an answer that is played on."""

    ACTION = 0
    LOG_PRIOR = 1  # the network's log probability
    SUM = 2  # of its value at the next Morning: 1 for a win, -1 for a loss
    LATER = 3  # and by the last one
    WORLDS = 4  # the number of determinizations
    WORTH = 5  # the resulting estimate, between 1 and -1
    OPTION = 6  # the index of the evaluated option
    COUNT = 7


new_arms = floats(MOST, ARM.COUNT)
new_words = counts(4)


@compiled
def arms_from(buffers, n, arms, every):
    """Write the most likely of the evaluated options in descending order; with `every`, also
    unlikely ones, but one of identical copies. Return their number. Their probabilities in the
    buffers are overwritten."""
    count = 0
    last = 0.0
    for _ in range(n):
        if count == (MOST if every else LIKELY):
            break
        top = 0
        for k in range(n):
            if buffers.log_prior[k] > buffers.log_prior[top]:
                top = k
        log_prior = float(buffers.log_prior[top])
        buffers.log_prior[top] = -np.inf
        if count > 0 and every and log_prior == last and log_prior > FLOOR:
            continue
        if count > 0 and not every and log_prior < arms[0, ARM.LOG_PRIOR] - LEAST:
            break
        last = log_prior
        arms[count, ARM.ACTION] = buffers.action[top]
        arms[count, ARM.LOG_PRIOR] = log_prior
        arms[count, ARM.SUM] = 0.0
        arms[count, ARM.LATER] = 0.0
        arms[count, ARM.WORLDS] = 0.0
        arms[count, ARM.WORTH] = 0.0
        arms[count, ARM.OPTION] = top
        count += 1
    return count


@compiled
def arms_of(engine, games, book, buffers, net, player, arms, every, rng):
    """Write the answers in place 0 as `arms_from` does; return their number."""
    n, _ = think_of_options(engine, games[0], games, 1, book, buffers, net, player, rng)
    return arms_from(buffers, n, arms, every)


@compiled
def _to_mornings(engine, games, i, day, last, book, buffers, net, player, rng, list_arms):
    """Roll out game i until the `last` day is over; add to an arm the network's value for a player
    at their first decision on `day`, and at the end."""
    said = 0
    for _ in range(STEPS):
        game = games[i]
        if not running(game) or game.day > last:
            break
        if said == 0 and game.day == day and game.decider == player:
            list_arms[ARM.SUM] += value_of_net(game, book, buffers, net, player)
            said = 1
        p = int(game.decider)
        a = answer_of_net(engine, game, games, i + 1, book, buffers, net, p, 0, 0, rng)
        answer(engine, games, i, book, a, rng)
    value = value_of_net(games[i], book, buffers, net, player)
    if said == 0:
        list_arms[ARM.SUM] += value
    list_arms[ARM.LATER] += value


@compiled
def play_rollouts(engine, games, book, buffers, net, player, arms, left, worlds, mornings, rng):
    """Roll out the first answers to this many Mornings, in this many worlds, and estimate their
    values; places after the first are scratch."""
    words = new_words()
    day = int(games[0].day) + 1
    last = day + mornings - 2
    for _ in range(worlds):
        world(engine, games, 0, 1, book, player, rng)
        for w in range(4):
            words[w] = next_bits(rng)
        for k in range(left):
            copy(games, 1, 2)
            for w in range(4):
                games[2].rng[w] = words[w]
            answer(engine, games, 2, book, int(arms[k, ARM.ACTION]), rng)
            _to_mornings(engine, games, 2, day, last, book, buffers, net, player, rng, arms[k])
            arms[k, ARM.WORLDS] += 1.0
    for k in range(left):
        n = arms[k, ARM.WORLDS]
        changed = (arms[k, ARM.LATER] - arms[k, ARM.SUM]) / n
        arms[k, ARM.WORTH] = arms[k, ARM.SUM] / n + changed * n / (n + DOUBT)


@compiled
def _liked(arms, k, value_weight):
    return arms[k, ARM.LOG_PRIOR] + value_weight * arms[k, ARM.WORTH]


@compiled
def _sort(arms, left, value_weight):
    """Sort the first `left` answers, all rolled out by now, best first."""
    for k in range(1, left):
        j = k
        while j > 0 and _liked(arms, j, value_weight) > _liked(arms, j - 1, value_weight):
            for c in range(ARM.COUNT):
                kept = arms[j, c]
                arms[j, c] = arms[j - 1, c]
                arms[j - 1, c] = kept
            j -= 1


@compiled
def halve(
    engine, games, book, buffers, net, player, arms, left, worlds, mornings, value_weight, rng
):
    """A round of sequential halving: roll out the first `left` answers to this many Mornings in
    these determinizations, and sort them; return how many enter the next round."""
    play_rollouts(engine, games, book, buffers, net, player, arms, left, worlds, mornings, rng)
    _sort(arms, left, value_weight)
    return (left + 1) // 2


@compiled
def answer_of_rollouts(engine, games, book, buffers, net, rollouts, every, value_weight, rng):
    """The answer in place 0 after this number of rollouts in total, or a few more: each answer is
    rolled out at least once per round. `every` as of `arms_from`."""
    if games[0].offered == 1:
        return int(games[0].options[0])
    player = int(games[0].decider)
    arms = new_arms()
    left = arms_of(engine, games, book, buffers, net, player, arms, every, rng)
    rounds = 0
    while 2**rounds < left:
        rounds += 1
    while left > 1:
        worlds = max(1, rollouts // (rounds * left))
        left = halve(
            engine, games, book, buffers, net, player, arms, left, worlds, MORNINGS, value_weight,
            rng,
        )  # fmt: skip
    return int(arms[0, ARM.ACTION])
