"""The functions that a learner calls: packing, collating and evaluating positions of a batch."""

from ..engine.compiled import entry
from ..engine.handle import function_at
from .collate import gather, measure
from .collector import play_round
from .embedding_bag import bags, bags_back, rows_by_group, rows_by_group_back
from .encode import START, has_room, read
from .neural import forward
from .plan import foresee


@entry
def pack_desks(slots, of, packed, first):
    """Pack the observations of the slots `of` as positions from `first` on; return the number that
    fitted."""
    for n in range(len(of)):
        if not has_room(packed, first + n):
            return n
        read(slots[of[n]], packed, first + n)
    return len(of)


@entry
def plans_of(observation, card, plan, spending):
    """The plans that are read of an observation (`plan.py`), in the room given for them."""
    return foresee(observation, card, plan, spending)


@entry
def think(packed, first, last, buffers, k, logits, values):
    """Evaluate positions with network k: the logits of their options, concatenated, and their
    values."""
    for p in range(first, last):
        at = int(packed.start[p, START.OPTION])
        values[p] = forward(
            packed, p, buffers.nets[k], buffers.numbers, buffers.floats, logits[at:]
        )


@entry
def measure_positions(packed, order, found):
    """The numbers of features, rows, fields, options, afterstate features, and cards of deck lists
    of these positions."""
    measure(packed, order, found)


@entry
def gather_positions(packed, order, groups, batch):
    """Write these positions to a batch of exactly their size."""
    gather(packed, order, groups, batch)


@entry
def play_learners(
    engine, games, first, last, book, slots, terms, players, seats, scratch, steps, rollout_buffer
):
    """Play a round (`rounds.play_round`)."""
    rules = function_at(engine)
    return play_round(
        rules,
        games,
        first,
        last,
        book,
        slots,
        terms,
        players,
        seats,
        scratch,
        steps,
        rollout_buffer,
    )


@entry
def sum_bags(index, first, table, out):
    """Sums of embeddings (`embedding_bag.py`)."""
    bags(index, first, table, out)


@entry
def sum_bags_back(index, first, given, found):
    """The gradient of the table."""
    bags_back(index, first, given, found)


@entry
def sum_rows(index, first, group, table, rows, pooled):
    """Rows, and their sums by group."""
    rows_by_group(index, first, group, table, rows, pooled)


@entry
def sum_rows_back(index, first, group, rows, pointed, of_pointed, of_pooled, link, given, found):
    """The gradient of the table."""
    rows_by_group_back(
        index, first, group, rows, pointed, of_pointed, of_pooled, link, given, found
    )
