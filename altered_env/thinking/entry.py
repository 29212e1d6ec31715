"""The entries of compiled thought: what Python calls; they are handed `handle.engine()`."""

from __future__ import annotations

from math import exp

from ..batch.rows import slot_action
from ..engine.chance import next_bits
from ..engine.compiled import entry
from ..engine.handle import function_at
from ..engine.layout import ACTIONS
from .answering import ask_at
from .looking import DEPTH, best, look_ahead
from .matches import decide, play_all
from .mornings import hopes_of, play_nights, sort_hopes
from .neural import forward
from .reading import START
from .searching import search_on
from .steps import world
from .tree import NODE, SETTING, VALUE, child_of, grow, iterate, key_of

__all__ = [
    "PLACES",
    "advise",
    "answer_at",
    "ask",
    "expect",
    "hope",
    "look",
    "most_visited",
    "play_games",
    "play_on_nights",
    "search",
    "search_with",
]

PLACES = DEPTH + 4
"""The records that thinking takes: the game, a world, one that goes down a tree, and of an end to
which that is followed another world and one for each answer ahead."""

BUDGET = 40
"""About so many answers are tried in each world, where a search begins by looking ahead."""
HEAT = 2.0
"""A prior goes by this difference in worth: what is worth so much more is e times as likely."""
SPREAD = 0x9E3779B1
MIXED = 8
"""What makes generators of neighbouring decisions differ: a multiplier, and numbers drawn first."""


@entry
def look(engine, games, book, player, weights, worlds, budget, cursor, value, rng):
    """Look ahead in so many worlds; `value` is filled with the sums, the best answer returned."""
    rules = function_at(engine)
    value[:] = 0.0
    for _ in range(worlds):
        world(rules, games, 0, 1, book, player, rng)
        look_ahead(
            rules, games, 1, book, player, weights, None, -1, budget, cursor, value, rng, None
        )
    return best(games[0], value)


@entry
def advise(
    engine,
    source,
    book,
    desks,
    of,
    games,
    weights,
    worlds,
    budget,
    cursor,
    value,
    seed,
    rng,
    advice,
):
    """What each legal action of the desks `of` is worth to who must decide, as `look` finds it.
    The worlds follow from the seed and from how many decisions the game has had."""
    rules = function_at(engine)
    for n in range(len(of)):
        desk = desks[of[n]]
        seat = int(desk.seat)
        games[0] = source[of[n]]
        for k in range(4):
            rng[k] = seed[k]
        rng[0] ^= (int(games[0].decisions) * SPREAD) & 0xFFFFFFFF
        for _ in range(MIXED):
            next_bits(rng)
        value[:] = 0.0
        for _ in range(worlds if games[0].offered > 1 else 0):
            world(rules, games, 0, 1, book, seat, rng)
            look_ahead(
                rules, games, 1, book, seat, weights, None, -1, budget, cursor, value, rng, None
            )
        for a in range(ACTIONS):
            legal = desk.mask[a] != 0
            advice[n, a] = value[slot_action(games[0], desk, a, seat)] / worlds if legal else 0.0


@entry
def search(
    engine,
    games,
    book,
    player,
    weights,
    habits,
    settings,
    tree,
    value,
    path,
    root,
    used,
    times,
    rng,
):
    """So many iterations of tree search; returns how many nodes the tree has then."""
    rules = function_at(engine)
    return iterate(
        rules,
        games,
        0,
        book,
        player,
        weights,
        habits,
        settings,
        tree,
        value,
        path,
        root,
        used,
        times,
        rng,
    )


@entry
def search_with(engine, games, book, mind, player, told, tree, value, path, root, used, times, rng):
    """So many iterations of a search with the first network of a mind (`searching.py`)."""
    rules = function_at(engine)
    return search_on(
        rules, games, book, mind, 0, player, told, tree, value, path, root, used, times, rng
    )


@entry
def hope(engine, games, book, mind, player, hopes, rng):
    """Write what the first network of a mind would play on; how many there are (`mornings.py`)."""
    return hopes_of(function_at(engine), games, book, mind, 0, player, hopes, rng)


@entry
def play_on_nights(engine, games, book, mind, player, hopes, left, worlds, sharp, rng):
    """Play the first so many answers on in so many worlds, and bring them into order."""
    play_nights(function_at(engine), games, book, mind, 0, player, hopes, left, worlds, rng)
    sort_hopes(hopes, left, sharp)


@entry
def expect(
    engine,
    games,
    book,
    player,
    weights,
    settings,
    tree,
    value,
    root,
    used,
    worlds,
    cursor,
    ahead,
    rng,
):
    """Look ahead in so many worlds before the search: what that finds is the prior of the
    answers on offer. Returns how many nodes the tree has then."""
    rules = function_at(engine)
    ahead[:] = 0.0
    for _ in range(worlds):
        world(rules, games, 0, 1, book, player, rng)
        look_ahead(
            rules, games, 1, book, player, weights, None, -1, BUDGET, cursor, ahead, rng, None
        )
    game = games[0]
    top = ahead[best(game, ahead)]
    total = 0.0
    for a in range(ACTIONS):
        if game.mask[a] != 0:
            ahead[a] = exp((ahead[a] - top) / worlds / HEAT)
            total += ahead[a]
    for a in range(ACTIONS):
        if game.mask[a] != 0:
            key = key_of(game, a)
            k = child_of(tree, root, key)
            if k == 0:
                k = used
                used += 1
                grow(tree, value, root, k, key, player, 0.0)
                tree[k, NODE.AVAILABLE] = 1
            trust = settings[SETTING.TRUST]
            even = (1.0 - trust) / int(game.offered)
            value[k, VALUE.PRIOR] = even + trust * ahead[a] / total
    return used


@entry
def most_visited(games, tree, root, found):
    """Of the answers on offer in place 0, the one visited most, and its node, into `found`."""
    game = games[0]
    most = -1
    for a in range(ACTIONS):
        if game.mask[a] != 0:
            k = child_of(tree, root, key_of(game, a))
            visits = int(tree[k, NODE.VISITS]) if k > 0 else 0
            if visits > most:
                most = visits
                found[0] = a
                found[1] = k
    return most


@entry
def play_games(
    engine,
    games,
    book,
    layouts,
    table,
    bots,
    weights,
    mind,
    cursor,
    value,
    rng,
    copies,
    notes,
    answers,
):
    """Play each game of the table; returns how many decisions that took."""
    rules = function_at(engine)
    return play_all(
        rules,
        games,
        book,
        layouts,
        table,
        bots,
        weights,
        mind,
        cursor,
        value,
        rng,
        copies,
        notes,
        answers,
    )


@entry
def answer_at(
    engine, games, of, book, bots, weights, mind, who, places, cursor, value, rngs, rng, found
):
    """What compiled players answer in the games `of`, the player in row `who` of `bots` in each;
    each game has its own row of `rngs` to draw from."""
    rules = function_at(engine)
    for n in range(len(of)):
        i = int(of[n])
        b = int(who[n])
        places[0] = games[i]
        for k in range(4):
            rng[k] = rngs[i, k]
        found[n] = decide(rules, places, book, bots[b], weights[b], mind, cursor, value, rng)
        for k in range(4):
            rngs[i, k] = rng[k]


@entry
def ask(engine, games, book, mind, k, player, places, rng, found):
    """Ask network k what the player in game 0 should do: the options into `found`, as the engine
    knows them, their logits into those of the mind; how many there are, and the value in front.
    It tries answers in `places`, where it looks."""
    rules = function_at(engine)
    desk = mind.desks[0]
    packed = mind.packed
    ask_at(rules, games[0], places, 0, book, mind, k, player, desk, packed, 0, rng)
    value = forward(packed, 0, mind.nets[k], mind.numbers, mind.floats, mind.logits)
    n = int(packed.start[1, START.OPTION])
    for a in range(n):
        found[a] = slot_action(games[0], desk, int(packed.action[a]), player)
    return value, n
