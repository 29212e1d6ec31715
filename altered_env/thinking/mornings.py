"""Playing on to the second Morning: what an answer came to, when nights are over.

What an answer is worth often shows only at Night: what the other player does about it, and which
Expeditions move. So the answers that a network holds likeliest are each played on until the day is
over, by the network in the place of both players; when the player next decides it says how it
expects the game to go. What it then sees at a glance is not all that the day led to: a day later
it is asked again. The more worlds there were, the more of what that changed is believed.
They are tried in the same worlds, that the player cannot tell from the one at hand, with the same
chance to come, so that what differs is what they lead to. In each of a few rounds the half that did
worse is left out, and what is left is played on in more worlds. What an answer came to counts
`sharp` times, beside the logarithm of how likely it was to the network before.
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
"""So many answers are played on."""
LEAST = 10.0
"""One less likely than the likeliest by this much, in logarithms, is not."""
STEPS = 500
"""After so many decisions the network says what it expects, whatever the time of day."""
DOUBT = 10.0
"""Of what the second day changed as much is believed as not after so many worlds."""


@namespace
class HOPE:
    """The columns of an answer that is played on."""

    ACTION = 0
    LIKING = 1  # the logarithm of how likely it is to the network
    SUM = 2  # of what it came to by the next Morning: 1 to win, -1 to lose
    LATER = 3  # and by the one after
    WORLDS = 4  # in so many worlds
    WORTH = 5  # what is made of that: between 1 and -1
    OPTION = 6  # which of the options that were thought of
    COUNT = 7


new_hopes = floats(MOST, HOPE.COUNT)
new_words = counts(4)


@compiled
def hopes_from(mind, n, hopes):
    """Write the likeliest of so many options that were thought of, the likeliest first; how many
    there are. How likely they are is then no longer in the mind."""
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
    """Play the first so many answers on in so many worlds, and say what they are worth; places
    behind the first are used."""
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
    """What is answered in place 0 after this number of nights in all, or a few more: each answer is
    played on at least once in each round."""
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
