"""The rollout collector: a round of play in one call, with all games, seats and opponents.

Each game goes on until the learner has made a number of choices. Forced answers are given, and
opponents answer as compiled players; only the learner's choices are recorded, with the action, its
probability, the value, and the reward before the next choice in that game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..batch.layout import EVERYTHING
from ..batch.privileged import write_privileged
from ..batch.rows import slot_action
from ..batch.slots import DETAIL, deal_again, ended, show
from ..engine.chance import below, next_bits
from ..engine.compiled import compiled
from ..engine.copying import copy_in_use
from ..engine.layout import PLAYERS
from ..engine.terms import ERROR, namespace
from .answering import answer_of_net, ask_at
from .encode import START, Packed, has_room, new_packed, read
from .expert import ask_expert
from .matches import BOT, decide
from .neural import NetBuffers, draw, forward, reads_lists
from .steps import COMMAND
from .unseen import encode_unseen

LEARNER = -1
"""The player of a game without an opponent."""
SPARE = 64
"""The room for results required before another choice."""


@namespace
class RESULT:
    """The columns of a game that ended against someone else."""

    WHO = 0
    SEAT = 1
    WON = 2  # by them: 1, 0 none, -1
    COUNT = 3


@namespace
class TALLY:
    """The counters of a round."""

    RESULTS = 0
    GAMES = 1
    CHOICES = 2  # of the learner
    OTHERS = 3  # answers of opponents
    FORCED = 4  # answers where there was only one
    COUNT = 5


class RolloutBuffer(NamedTuple):
    """The rollout buffer: position `game * steps + step` for each choice."""

    packed: Packed
    option: np.ndarray
    """The option that was chosen."""
    log_prob: np.ndarray
    """The log probability of that option."""
    value: np.ndarray
    """The values."""
    seat: np.ndarray
    """The player who chose."""
    reward: np.ndarray
    """Of each seat, before the next choice in that game."""
    ended: np.ndarray
    """1 where the game ended before that."""
    worth: np.ndarray
    """The expert's evaluation of each option, if there is one, in the layout of options."""
    everything: np.ndarray
    """The full state at each choice (`batch/layout.py`) for a privileged critic; no rows without
    one."""
    last_value: np.ndarray
    """The value of each game's open choice at the end."""
    last_seat: np.ndarray
    """The player of that choice."""
    done: np.ndarray
    """The number of choices made in each game; one more when the game is done."""
    results: np.ndarray
    """The finished games against opponents, with the columns `RESULT`."""
    tally: np.ndarray
    """The counters (`TALLY`)."""


def new_harvest(games: int, steps: int, share: float) -> RolloutBuffer:
    """Room for a round; `share` as of `new_packed`."""
    count = games * steps
    packed = new_packed(count, share)

    def floats(*shape: int) -> np.ndarray:
        return np.zeros(shape, dtype=np.float32)

    return RolloutBuffer(
        packed,
        np.zeros(count, dtype=np.int64),
        floats(count),
        floats(count),
        np.zeros(count, dtype=np.int64),
        floats(count, PLAYERS),
        np.zeros(count, dtype=np.int8),
        floats(len(packed.code)),
        np.zeros((0, EVERYTHING), dtype=np.int16),
        floats(games),
        np.zeros(games, dtype=np.int64),
        np.zeros(games, dtype=np.int64),
        np.zeros((4 * SPARE + 4 * games, RESULT.COUNT), dtype=np.int64),
        np.zeros(TALLY.COUNT, dtype=np.int64),
    )


def with_everything(rollout_buffer: RolloutBuffer, wanted: bool) -> RolloutBuffer:
    """The same buffer with room for the full state at each choice, or without."""
    rows = len(rollout_buffer.option) if wanted else 0
    if len(rollout_buffer.everything) == rows:
        return rollout_buffer
    return rollout_buffer._replace(everything=np.zeros((rows, EVERYTHING), dtype=np.int16))


class Terms(NamedTuple):
    """The games, and the frequencies of opponents."""

    lists: np.ndarray
    choices: np.ndarray
    rules: int
    day_limit: int
    odds: np.ndarray
    """Cumulative odds of the opponents."""
    share: float
    """Of the games, that in which there is one."""


class Players(NamedTuple):
    """The learner in row 0, the opponents after it, and the expert."""

    bots: np.ndarray
    weights: np.ndarray
    buffers: NetBuffers
    expert: np.ndarray
    """A compiled player that looks ahead; with zero worlds there is no expert."""
    weight: np.ndarray
    """The weights of the expert."""


class Seats(NamedTuple):
    """Of each game."""

    against: np.ndarray
    """The opponent in each game, -1 if the learner plays every seat."""
    theirs: np.ndarray
    """In which seat."""
    rngs: np.ndarray
    """The random state of its players."""


class Scratch(NamedTuple):
    """The work buffers."""

    places: np.ndarray
    cursor: np.ndarray
    value: np.ndarray
    rng: np.ndarray


@compiled
def _seat_anew(i, terms, seats, rng):
    """Draw the opponent of a new game."""
    odds = terms.odds
    seats.against[i] = LEARNER
    if len(odds) == 0 or next_bits(rng) >= terms.share * 4294967296.0:
        return
    drawn = next_bits(rng) / 4294967296.0 * odds[len(odds) - 1]
    k = 0
    while k < len(odds) - 1 and odds[k] <= drawn:
        k += 1
    seats.against[i] = k
    seats.theirs[i] = below(rng, PLAYERS)


@compiled
def _is_closed(slot):
    """Do the networks of this game not read each other's lists? In half of the games, drawn with
    the seed of the game, so that a network learns to play with closed lists, too."""
    return int(slot.seed[0]) & 1


@compiled
def _answer_of_other(engine, games, i, book, slot, players, k, scratch):
    """The action of opponent k in game i."""
    bot = players.bots[k + 1]
    rng = scratch.rng
    places = scratch.places
    alone = bot[BOT.WORLDS] == 0 and bot[BOT.ITERATIONS] == 0 and bot[BOT.ROLLOUTS] == 0
    alone = alone and bot[BOT.CLOSED] == 0
    if bot[BOT.KIND] == BOT.NEURAL and alone:
        p = int(games[i].decider)
        net = int(bot[BOT.NET])
        draws = int(bot[BOT.DRAWS])
        buffers = players.buffers
        closed = _is_closed(slot)
        return answer_of_net(engine, games[i], places, 1, book, buffers, net, p, closed, draws, rng)
    copy_in_use(games[i], places[0])
    weights = players.weights[k + 1]
    return decide(
        engine, places, book, bot, weights, players.buffers, scratch.cursor, scratch.value, rng
    )


@compiled
def _play_on(engine, games, i, book, slot, terms, players, seats, scratch, rollout_buffer, reward):
    """Advance game i until the learner has a choice; `reward` is filled with that of the first game
    that ended on the way. Return whether one did, or -1 if the engine failed."""
    over = 0
    tally = rollout_buffer.tally
    against = seats.against
    theirs = seats.theirs
    rng = scratch.rng
    while True:
        game = games[i]
        if ended(game, slot, terms.day_limit):
            if game.error != ERROR.NONE:
                return -1
            if over == 0:
                for p in range(PLAYERS):
                    reward[p] = slot.reward[p]
            over = 1
            tally[TALLY.GAMES] += 1
            if against[i] >= 0:
                row = rollout_buffer.results[int(tally[TALLY.RESULTS])]
                row[RESULT.WHO] = against[i]
                row[RESULT.SEAT] = theirs[i]
                row[RESULT.WON] = int(slot.reward[int(theirs[i])])
                tally[TALLY.RESULTS] += 1
            for p in range(PLAYERS):
                slot.reward[p] = 0.0
            deal_again(
                engine,
                games,
                i,
                book,
                slot,
                terms.lists,
                terms.choices,
                terms.rules,
                scratch.cursor,
            )
            _seat_anew(i, terms, seats, slot.rng)
            continue
        if game.offered == 1:
            action = int(game.options[0])
            tally[TALLY.FORCED] += 1
        elif against[i] >= 0 and game.decider == theirs[i]:
            k = int(against[i])
            action = _answer_of_other(engine, games, i, book, slot, players, k, scratch)
            tally[TALLY.OTHERS] += 1
        else:
            return over
        slot.answers += 1
        engine(games, i, i + 1, book, COMMAND.ANSWER, action, 0, 0, 0, 0, rng)


@compiled
def _choose(engine, games, i, book, slot, players, scratch, rollout_buffer, p):
    """The learner chooses in game i: position p."""
    packed = rollout_buffer.packed
    buffers = players.buffers
    seat = int(games[i].decider)
    k = int(players.bots[0, BOT.NET])
    ask_at(
        engine, games[i], scratch.places, 1, book, buffers, k, seat, _is_closed(slot), slot, packed,
        p, scratch.rng,
    )  # fmt: skip
    rollout_buffer.value[p] = forward(
        packed, p, buffers.nets[k], buffers.numbers, buffers.floats, buffers.logits
    )
    begin = int(packed.start[p, START.OPTION])
    n = int(packed.start[p + 1, START.OPTION]) - begin
    k = draw(buffers.logits, n, scratch.rng, buffers.floats)
    rollout_buffer.option[p] = k
    rollout_buffer.log_prob[p] = buffers.floats[0]
    if players.expert[BOT.WORLDS] > 0:
        net = int(players.bots[0, BOT.NET])
        ask_expert(
            engine, games[i], book, slot, players.expert, players.weight, buffers, net, packed, p,
            scratch.places, scratch.cursor, scratch.value, scratch.rng, rollout_buffer.worth,
        )  # fmt: skip
    if len(rollout_buffer.everything) > 0:
        write_privileged(games[i], slot, seat, rollout_buffer.everything[p])
    rollout_buffer.seat[p] = seat
    for s in range(PLAYERS):
        rollout_buffer.reward[p, s] = 0.0
    action = slot_action(games[i], slot, int(packed.action[begin + k]), seat)
    slot.answers += 1
    engine(games, i, i + 1, book, COMMAND.ANSWER, action, 0, 0, 0, 0, scratch.rng)


@compiled
def play_round(
    engine, games, first, last, book, slots, terms, players, seats, scratch, steps, rollout_buffer
):
    """Play the games from `first` to before `last` until the learner has chosen `steps` times in
    each. Return 1 when done; 0 if the buffers are full, to be called again with more room; -1 - i
    if the engine failed in game i."""
    packed = rollout_buffer.packed
    tally = rollout_buffer.tally
    done = rollout_buffer.done
    buffers = players.buffers
    for i in range(first, last):
        at = i - first
        if done[at] > steps:
            continue
        slot = slots[i]
        for k in range(4):
            scratch.rng[k] = seats.rngs[i, k]
        if done[at] == 0:  # at the start the learner may not be the player to move
            found = _play_on(
                engine, games, i, book, slot, terms, players, seats, scratch, rollout_buffer,
                rollout_buffer.reward[at * steps],
            )  # fmt: skip
            if found < 0:
                return -1 - i
        while done[at] < steps:
            p = at * steps + int(done[at])
            if not has_room(packed, p) or tally[TALLY.RESULTS] + SPARE > len(
                rollout_buffer.results
            ):
                for k in range(4):
                    seats.rngs[i, k] = scratch.rng[k]
                return 0
            _choose(engine, games, i, book, slot, players, scratch, rollout_buffer, p)
            found = _play_on(
                engine, games, i, book, slot, terms, players, seats, scratch, rollout_buffer,
                rollout_buffer.reward[p],
            )  # fmt: skip
            if found < 0:
                return -1 - i
            rollout_buffer.ended[p] = found
            done[at] += 1
            tally[TALLY.CHOICES] += 1
        seat = int(games[i].decider)
        show(games[i], book[0], slot, seat, DETAIL.OBSERVATION)
        read(slot, buffers.packed, 0)
        net = buffers.nets[int(players.bots[0, BOT.NET])]
        if reads_lists(net):
            encode_unseen(games[i], seat, _is_closed(slot), buffers.packed, 0)
        rollout_buffer.last_seat[at] = seat
        rollout_buffer.last_value[at] = forward(
            buffers.packed, 0, net, buffers.numbers, buffers.floats, buffers.logits
        )
        done[at] += 1  # and it is not begun again
        for k in range(4):
            seats.rngs[i, k] = scratch.rng[k]
    return 1
