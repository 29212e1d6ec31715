"""A network over what `encode.py` reads: embeddings summed, small layers, actions by pointing.

Each row is the ReLU of the sum of its features' embeddings. Rows are summed by group; groups and
the features of the game go through one dense layer into the game's token, and that through a
second. An option is the sum of its kind, the row it points at and the token, through two small
layers; the token weighs the outputs of the last. The value is read from the token. All weights of
all networks are in one flat array, including card embeddings computed once for a book; a row of
`NET` has the offset of each part.

>>> [name for name, _ in parts_of(64, 128)][:3], HEADER
(['groups', 'fields', 'first_bias'], 22)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..batch.layout import new_slots
from ..batch.slots import DETAIL, show
from ..engine.chance import next_bits
from ..engine.compiled import compiled
from ..engine.layout import ACTIONS
from ..engine.terms import DECIDE, namespace
from .elementary import exp, log, tanh
from .encode import MOST_ROWS, START, Packed, new_packed, read
from .features import AFTERSTATE_FEATURES, CODES, FEATURES, FIELDS, GROUPS, LISTS
from .leaf_stats import LEAF
from .simd import add_product, add_rows, dot
from .unseen import encode_unseen

VALUE = 32
"""Width of the layer that the value is read from."""


@namespace
class NET:
    """The columns of a network: its widths, how many rows its table has, where its parts begin."""

    WIDTH = 0
    HIDDEN = 1
    ROWS = 2
    AFTERSTATES = 3  # the number of answers it tries at a decision for afterstates
    GROUPS = 4
    FIELDS = 5
    FIRST_BIAS = 6
    SECOND = 7
    SECOND_BIAS = 8
    THIRD = 9
    THIRD_BIAS = 10
    LAST = 11
    LAST_BIAS = 12
    CODES = 13
    POINT = 14
    CONTEXT = 15
    MIX = 16
    MIX_BIAS = 17
    SCORE = 18
    ASKED = 19
    AFTERSTATE_FEATURES = 20
    TABLE = 21


HEADER = NET.TABLE + 1


def parts_of(width: int, hidden: int) -> list[tuple[str, tuple[int, ...]]]:
    """The parts of a network and their shapes, in the order in which they lie, but for the table
    of rows, which comes last and is as long as the book has cards."""
    return [
        ("groups", (GROUPS * width, hidden)),
        ("fields", (FIELDS, hidden)),
        ("first_bias", (hidden,)),
        ("second", (hidden, hidden)),
        ("second_bias", (hidden,)),
        ("third", (hidden, VALUE)),
        ("third_bias", (VALUE,)),
        ("last", (VALUE,)),
        ("last_bias", (1,)),
        ("codes", (CODES, width)),
        ("point", (width, width)),
        ("context", (hidden, width)),
        ("mix", (width, width)),
        ("mix_bias", (width,)),
        ("score", (width,)),
        ("asked", (hidden, width)),
        ("outcomes", (AFTERSTATE_FEATURES, width)),
    ]


def header_of(
    width: int,
    hidden: int,
    cards: int,
    afterstates: int = 0,
    at: int = 0,
    deck_inputs: bool = False,
) -> list[int]:
    """The row of `NET` of a network at offset `at`, for a book of this many cards, including the
    unknown one. With `deck_inputs`, the features of the game are followed by those of cards."""
    found = [width, hidden, FEATURES + cards, afterstates]
    for name, shape in parts_of(width, hidden):
        found.append(at)
        at += int(np.prod(shape))
        if deck_inputs and name == "fields":
            at += len(LISTS) * cards * hidden
    return [*found, at]


class NetBuffers(NamedTuple):
    """Networks and their work buffers."""

    nets: np.ndarray
    """A row of `NET` each."""
    numbers: np.ndarray
    """The weights of all of them."""
    slots: np.ndarray
    """A slot for observations."""
    packed: Packed
    """The encoded position."""
    floats: np.ndarray
    """Work arrays."""
    logits: np.ndarray
    """Of the options."""
    action: np.ndarray
    """The engine action of each option, while leaves are evaluated."""
    log_prior: np.ndarray
    """The log probability of each option."""
    stands: np.ndarray
    """The statistics at the end of each option (`leaf_stats.py`), followed by the current ones."""
    worths: np.ndarray
    """The values of those ends."""
    cursor: np.ndarray
    """The answers that are being followed."""
    tree: np.ndarray
    """Room for a tree to search in (`tree.py`)."""
    value: np.ndarray
    """The values of its nodes."""


def new_net_buffers(
    nets: np.ndarray, numbers: np.ndarray, tree: np.ndarray, value: np.ndarray
) -> NetBuffers:
    """Work buffers with these networks, or with none."""
    wide = int(nets[:, NET.WIDTH].max()) if len(nets) else 1
    high = int(nets[:, NET.HIDDEN].max()) if len(nets) else 1
    room = (MOST_ROWS + GROUPS + 5) * wide + 4 * high + GROUPS + VALUE
    return NetBuffers(
        nets,
        numbers,
        new_slots(1),
        new_packed(1),
        np.zeros(room, dtype=np.float32),
        np.zeros(ACTIONS, dtype=np.float32),
        np.zeros(ACTIONS, dtype=np.int64),
        np.zeros(ACTIONS, dtype=np.float32),
        np.zeros((ACTIONS + 1, LEAF.COUNT), dtype=np.int64),
        np.zeros(ACTIONS),
        np.zeros(64, dtype=np.int64),
        tree,
        value,
    )


@compiled
def _lay(row, out):
    """Fill with these numbers."""
    for j in range(len(out)):
        out[j] = row[j]


@compiled
def _cut(x):
    """ReLU, in place."""
    for j in range(len(x)):
        x[j] = max(x[j], np.float32(0.0))


@compiled
def _sum_rows(packed, p, table, hidden, pooled, touched):
    """The rows of position p, and their sums by group."""
    pooled[:] = 0.0
    touched[:] = 0.0
    at = int(packed.start[p, START.FEATURE])
    first = int(packed.start[p, START.ROW])
    for r in range(int(packed.start[p + 1, START.ROW]) - first):
        row = hidden[r]
        row[:] = 0.0
        end = at + int(packed.size[first + r])
        add_rows(table, packed.feature, at, end, row)
        at = end
        _cut(row)
        group = int(packed.group[first + r])
        if group >= 0:
            total = pooled[group]
            for j in range(len(row)):
                total[j] += row[j]
            touched[group] = 1.0


@compiled
def reads_lists(net):
    """Does this network read deck lists?"""
    return net[NET.FIRST_BIAS] - net[NET.FIELDS] > FIELDS * net[NET.HIDDEN]


@compiled
def expect(packed, p, net, numbers, floats):
    """The value of position p for the player to move; `floats` holds the inputs of its options."""
    wide = int(net[NET.WIDTH])
    high = int(net[NET.HIDDEN])
    rows = int(net[NET.ROWS])
    at = int(net[NET.TABLE])
    table = numbers[at : at + rows * wide].reshape(rows, wide)
    n = MOST_ROWS * wide
    hidden = floats[:n].reshape(MOST_ROWS, wide)
    pooled = floats[n : n + GROUPS * wide].reshape(GROUPS, wide)
    n += GROUPS * wide
    touched = floats[n : n + GROUPS]
    n += GROUPS
    first = floats[n : n + high]
    second = floats[n + high : n + 2 * high]
    n += 2 * high
    third = floats[n : n + VALUE]

    _sum_rows(packed, p, table, hidden, pooled, touched)
    at = int(net[NET.FIRST_BIAS])
    _lay(numbers[at : at + high], first)
    at = int(net[NET.FIELDS])
    end = int(net[NET.FIRST_BIAS])
    fields = numbers[at:end].reshape((end - at) // high, high)
    begin, end = int(packed.start[p, START.FIELD]), int(packed.start[p + 1, START.FIELD])
    add_rows(fields, packed.field, begin, end, first)
    at = int(net[NET.GROUPS])
    groups = numbers[at : at + GROUPS * wide * high].reshape(GROUPS * wide, high)
    for g in range(GROUPS):
        if touched[g] != 0.0:
            add_product(pooled[g], groups, g * wide, first)
    _cut(first)
    at = int(net[NET.SECOND_BIAS])
    _lay(numbers[at : at + high], second)
    at = int(net[NET.SECOND])
    add_product(first, numbers[at : at + high * high].reshape(high, high), 0, second)
    _cut(second)
    for j in range(high):
        second[j] += first[j]
    at = int(net[NET.THIRD_BIAS])
    _lay(numbers[at : at + VALUE], third)
    at = int(net[NET.THIRD])
    add_product(second, numbers[at : at + high * VALUE].reshape(high, VALUE), 0, third)
    _cut(third)
    last = int(net[NET.LAST])
    value = numbers[int(net[NET.LAST_BIAS])] + dot(third, numbers[last : last + VALUE])
    return np.float32(tanh(value))


@compiled
def forward(packed, p, net, numbers, floats, logits):
    """Compute the logits of the options of position p; return the value for the player to move."""
    worth = expect(packed, p, net, numbers, floats)
    wide = int(net[NET.WIDTH])
    high = int(net[NET.HIDDEN])
    hidden = floats[: MOST_ROWS * wide].reshape(MOST_ROWS, wide)
    n = (MOST_ROWS + GROUPS) * wide + GROUPS
    second = floats[n + high : n + 2 * high]
    n += 2 * high + VALUE
    context = floats[n : n + wide]
    option = floats[n + wide : n + 2 * wide]
    mixed = floats[n + 2 * wide : n + 3 * wide]
    asked = floats[n + 3 * wide : n + 4 * wide]
    context[:] = 0.0
    at = int(net[NET.CONTEXT])
    add_product(second, numbers[at : at + high * wide].reshape(high, wide), 0, context)
    at = int(net[NET.SCORE])
    _lay(numbers[at : at + wide], asked)
    at = int(net[NET.ASKED])
    add_product(second, numbers[at : at + high * wide].reshape(high, wide), 0, asked)
    at = int(net[NET.CODES])
    codes = numbers[at : at + CODES * wide].reshape(CODES, wide)
    at = int(net[NET.POINT])
    point = numbers[at : at + wide * wide].reshape(wide, wide)
    at = int(net[NET.MIX])
    mix = numbers[at : at + wide * wide].reshape(wide, wide)
    bias = int(net[NET.MIX_BIAS])
    at = int(net[NET.AFTERSTATE_FEATURES])
    outcomes = numbers[at : at + AFTERSTATE_FEATURES * wide].reshape(AFTERSTATE_FEATURES, wide)
    told = int(packed.start[p, START.AFTERSTATE])
    begin = int(packed.start[p, START.OPTION])
    for k in range(int(packed.start[p + 1, START.OPTION]) - begin):
        _lay(context, option)
        add_rows(codes, packed.code, begin + k, begin + k + 1, option)
        r = int(packed.row[begin + k])
        if r >= 0:
            add_product(hidden[r], point, 0, option)
        end = told + int(packed.told[begin + k])
        add_rows(outcomes, packed.outcome, told, end, option)
        told = end
        _cut(option)
        _lay(numbers[bias : bias + wide], mixed)
        add_product(option, mix, 0, mixed)
        _cut(mixed)
        for j in range(wide):
            mixed[j] += option[j]
        logits[k] = dot(mixed, asked)
    return worth


@compiled
def likeliest(logits, n):
    """The first maximum of these logits."""
    found = 0
    for k in range(1, n):
        if logits[k] > logits[found]:
            found = k
    return found


@compiled
def soften(logits, n):
    """Convert logits to probabilities."""
    top = logits[0]
    for k in range(1, n):
        top = max(top, logits[k])
    total = np.float32(0.0)
    for k in range(n):
        logits[k] = exp(logits[k] - top)
        total += logits[k]
    for k in range(n):
        logits[k] /= total


@compiled
def draw(logits, n, rng, chance):
    """Sample one of the options by their logits; its log probability goes to chance[0]."""
    soften(logits, n)
    left = (next_bits(rng) + 0.5) / 4294967296.0
    found = 0
    for k in range(n):
        if logits[k] > 0.0:
            found = k
            left -= logits[k]
            if left < 0.0:
                break
    chance[0] = log(max(float(logits[found]), 1e-12))
    return found


@compiled
def value_of_net(game, book, buffers, k, player):
    """The value of a game for a player by network k, from the view of the next player to move; 1, 0
    or -1 if it is over."""
    if game.over or game.decision == DECIDE.NONE:
        if game.winner < 0:
            return 0.0
        return 1.0 if game.team[game.winner] == game.team[player] else -1.0
    decider = int(game.decider)
    show(game, book[0], buffers.slots[0], decider, DETAIL.OBSERVATION)
    read(buffers.slots[0], buffers.packed, 0)
    if reads_lists(buffers.nets[k]):
        encode_unseen(game, decider, 0, buffers.packed, 0)
    value = expect(buffers.packed, 0, buffers.nets[k], buffers.numbers, buffers.floats)
    return value if game.team[decider] == game.team[player] else -value
