"""Collate: gather packed positions in any order for a learner: rows, features and options
concatenated, each with its owner."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..engine.compiled import compiled
from .encode import START
from .features import FEATURES, FIELDS, LISTS


class Batch(NamedTuple):
    """Positions to learn from, in numbers of 32 bits."""

    feature: np.ndarray
    """The features of all rows."""
    first: np.ndarray
    """Where those of each row begin; one more than rows."""
    group: np.ndarray
    """The sum that each row is part of, of all positions one after the other; -1 none."""
    field: np.ndarray
    """The features of games."""
    field_first: np.ndarray
    """Where those of each position begin; one more than positions."""
    card: np.ndarray
    """The cards of deck lists, as rows of the table of features."""
    card_first: np.ndarray
    """Where those of each list of each position begin; one more than lists."""
    row: np.ndarray
    """The row that each option points at, of all rows; -1 none."""
    code: np.ndarray
    """The kind of each option."""
    of: np.ndarray
    """The position of each option."""
    option_first: np.ndarray
    """Where the options of each position begin; one more than positions."""
    outcome: np.ndarray
    """The features of afterstates."""
    outcome_first: np.ndarray
    """Where those of each option begin; one more than options."""


def new_batch(
    features: int,
    rows: int,
    fields: int,
    options: int,
    outcomes: int,
    cards: int,
    positions: int,
) -> Batch:
    """Buffers for this many."""

    def room(count: int) -> np.ndarray:
        return np.zeros(count, dtype=np.int32)

    return Batch(
        room(features),
        room(rows + 1),
        room(rows),
        room(fields),
        room(positions + 1),
        room(cards),
        room(len(LISTS) * positions + 1),
        room(options),
        room(options),
        room(options),
        room(positions + 1),
        room(outcomes),
        room(options + 1),
    )


@compiled
def measure(packed, order, found):
    """The numbers of features, rows, fields, options, afterstate features, and cards of deck lists
    of these positions."""
    for k in range(START.COUNT + 1):
        found[k] = 0
    for n in range(len(order)):
        p = int(order[n])
        for k in range(START.COUNT):
            found[k] += packed.start[p + 1, k] - packed.start[p, k]
        for k in range(int(packed.start[p, START.FIELD]), int(packed.start[p + 1, START.FIELD])):
            if packed.field[k] >= FIELDS:
                found[START.FIELD] -= 1
                found[START.COUNT] += 1


@compiled
def gather(packed, order, groups, batch):
    """Write these positions to a batch of exactly their size."""
    start = packed.start
    feature = 0
    row = 0
    field = 0
    card = 0
    option = 0
    outcome = 0
    for n in range(len(order)):
        p = int(order[n])
        for k in range(int(start[p, START.FEATURE]), int(start[p + 1, START.FEATURE])):
            batch.feature[feature + k - start[p, START.FEATURE]] = packed.feature[k]
        first_row = row
        for k in range(int(start[p, START.ROW]), int(start[p + 1, START.ROW])):
            batch.first[row] = feature
            feature += int(packed.size[k])
            group = int(packed.group[k])
            batch.group[row] = n * groups + group if group >= 0 else -1
            row += 1
        batch.field_first[n] = field
        of = 0
        batch.card_first[len(LISTS) * n] = card
        for k in range(int(start[p, START.FIELD]), int(start[p + 1, START.FIELD])):
            found = int(packed.field[k])
            if found < FIELDS:
                batch.field[field] = found
                field += 1
                continue
            while of < (found - FIELDS) % len(LISTS):
                of += 1
                batch.card_first[len(LISTS) * n + of] = card
            batch.card[card] = FEATURES + (found - FIELDS) // len(LISTS)
            card += 1
        while of < len(LISTS) - 1:
            of += 1
            batch.card_first[len(LISTS) * n + of] = card
        batch.option_first[n] = option
        for k in range(int(start[p, START.OPTION]), int(start[p + 1, START.OPTION])):
            r = int(packed.row[k])
            batch.row[option] = first_row + r if r >= 0 else -1
            batch.code[option] = packed.code[k]
            batch.of[option] = n
            batch.outcome_first[option] = outcome
            outcome += int(packed.told[k])
            option += 1
        first_outcome = int(start[p + 1, START.AFTERSTATE]) - outcome
        for k in range(int(start[p, START.AFTERSTATE]), int(start[p + 1, START.AFTERSTATE])):
            batch.outcome[k - first_outcome] = packed.outcome[k]
    batch.first[row] = feature
    batch.field_first[len(order)] = field
    batch.card_first[len(LISTS) * len(order)] = card
    batch.option_first[len(order)] = option
    batch.outcome_first[option] = outcome
