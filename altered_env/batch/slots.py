"""Batches of games: stepped together, each restarted when it ends.

The learner of a slot acts through `step`; built-in opponents act at once. The learner's seat and
the opponent may be drawn for each game. All randomness of a slot comes from its own generator, so
results do not depend on the number of threads.

`engine` is the compiled rules, called as `step_engine` is. The last place of `games` is an empty
record, from which new games are made.
"""

from ..engine.chance import below, next_bits
from ..engine.compiled import compiled
from ..engine.knowing import reveal_to
from ..engine.layout import PLAYERS
from ..engine.table import COMMAND
from ..engine.terms import DECIDE, ERROR, RULE, Z, namespace
from .layout import BUILT_IN, OPPONENTS
from .observing import observe
from .prefetching import fetch_desk_after, fetch_game
from .rows import lay_rows, slot_action, write_mask


@namespace
class SERVE:
    """The commands of a slot."""

    RESET = 0  # a new game
    STEP = 1  # answer with the action on the slot
    FORFEIT = 2  # the player to move has lost
    BEGIN = 3  # go on from a game that was put here


@namespace
class DETAIL:
    """The output for the player to move."""

    MASK = 0
    OBSERVATION = 1


@compiled
def _put(engine, games, i, book, card, player, zone, words):
    return engine(games, i, i + 1, book, COMMAND.PUT, card, player, zone, player, -1, words)


@compiled
def deal(engine, games, i, book, slot, lists, rules, words):
    """A new game with the slot's decks and seed. Rows of `lists` are a Hero, or -1, a number of
    cards, and the cards, the first on top if decks are not shuffled."""
    for k in range(4):
        words[k] = slot.seed[k]
    games[i] = games[len(games) - 1]
    engine(games, i, i + 1, book, COMMAND.OPEN, PLAYERS, rules, 0, 0, 0, words)
    in_order = rules & RULE.DECKS_IN_ORDER != 0
    for p in range(PLAYERS):
        cards = lists[slot.deck[p]]
        if cards[0] >= 0:
            _put(engine, games, i, book, int(cards[0]), p, Z.HERO, words)
        for k in range(int(cards[1])):
            n = int(cards[1]) - 1 - k if in_order else k
            x = _put(engine, games, i, book, int(cards[2 + n]), p, Z.DECK, words)
            if in_order:
                reveal_to(games[i], x, 1 << p)
    engine(games, i, i + 1, book, COMMAND.BEGIN, 0, 0, 0, 0, 0, words)
    slot.answers = 0


@compiled
def _seat_anew(slot):
    """Draw the learner's seat and the opponent, if they are drawn for each game."""
    total = 0
    for k in range(OPPONENTS):
        total += int(slot.weight[k])
    if total == 0:
        return
    seat = int(slot.place)
    if seat < 0:
        seat = below(slot.rng, PLAYERS)
    drawn = below(slot.rng, total)
    k = 0
    while drawn >= int(slot.weight[k]):
        drawn -= int(slot.weight[k])
        k += 1
    slot.against = k
    slot.learner = seat
    for p in range(PLAYERS):
        slot.player[p] = BUILT_IN.LEARNER if p == seat else int(slot.kind[k])


@compiled
def deal_again(engine, games, i, book, slot, lists, choices, rules, words):
    """A new game with a random seed, for which each player draws a deck: a row of `choices` has
    their number and the decks. There is a row for each player, or for each player of each game."""
    first = PLAYERS * i if len(choices) > PLAYERS else 0
    for p in range(PLAYERS):
        row = choices[first + p]
        slot.deck[p] = row[1 + below(slot.rng, int(row[0]))]
    _seat_anew(slot)
    for k in range(4):
        slot.seed[k] = next_bits(slot.rng)
    deal(engine, games, i, book, slot, lists, rules, words)


@compiled
def _keep_result(game, slot):
    slot.last_error = game.error
    slot.last_winner = -1
    slot.last_day = game.day
    slot.last_answers = slot.answers
    slot.last_learner = slot.learner
    slot.last_against = slot.against
    for p in range(PLAYERS):
        slot.last_deck[p] = slot.deck[p]
    for k in range(4):
        slot.last_seed[k] = slot.seed[k]
    slot.games += 1


@compiled
def _is_cut_off(game, day_limit):
    return game.over == 0 and day_limit > 0 and game.day > day_limit


@compiled
def _check(engine, games, i, book, words):
    """Check that no card is lost in a game that is cut off; the rules check games that end."""
    engine(games, i, i + 1, book, COMMAND.CHECK, 0, 0, 0, 0, 0, words)


@compiled
def ended(game, slot, day_limit):
    """If the game is over or cut off, record its result and rewards; return whether it is."""
    if game.over == 0 and game.error == ERROR.NONE and not _is_cut_off(game, day_limit):
        return False
    slot.terminated = 1 if game.over and game.overfull == 0 else 0
    slot.truncated = 1 - int(slot.terminated)
    _keep_result(game, slot)
    slot.last_winner = game.winner if game.over else -1
    if slot.last_winner >= 0:
        for p in range(PLAYERS):
            won = game.team[p] == game.team[slot.last_winner]
            slot.reward[p] = 1.0 if won else -1.0
    return True


WAIT = -1
"""The action of a slot that is skipped in a step."""


@compiled
def _legal_action(game, slot):
    """The engine action for the slot's action; -1, noted in the slot, if it is illegal."""
    action = int(slot.action)
    slot.illegal = 0
    if action < 0 or action >= len(slot.mask) or slot.mask[action] == 0:
        slot.illegal = 1
        return -1
    slot.engine_action = slot_action(game, slot, action, int(game.decider))
    return int(slot.engine_action)


@compiled
def _clear_result(slot):
    slot.terminated = 0
    slot.truncated = 0
    slot.lost_by_it = 0
    for p in range(PLAYERS):
        slot.reward[p] = 0.0


@compiled
def show(game, book, slot, viewer, detail):
    """Write the viewer's observation and mask, or only the mask."""
    slot.seat = viewer
    if detail == DETAIL.MASK:
        lay_rows(game, slot, viewer)
        write_mask(game, slot, viewer)
    else:
        observe(game, book, slot, viewer)


@compiled
def until_asked(engine, games, i, book, slot, lists, choices, rules, day_limit, words):
    """Advance a slot to the next external decision: built-in opponents answer, a finished game
    restarts. False if the engine has met an error, which the caller reports."""
    while True:
        game = games[i]
        if _is_cut_off(game, day_limit):
            _check(engine, games, i, book, words)
        if ended(game, slot, day_limit):
            if game.error != ERROR.NONE:  # it would occur again and again
                return False
            if slot.final > 0:
                games[int(slot.final)] = games[i]
            deal_again(engine, games, i, book, slot, lists, choices, rules, words)
        elif slot.player[int(game.decider)] == BUILT_IN.RANDOM:
            slot.answers += 1
            for k in range(4):
                words[k] = slot.rng[k]
            engine(games, i, i + 1, book, COMMAND.RANDOM, 1, 0, 0, 0, 0, words)
            for k in range(4):
                slot.rng[k] = words[k]
        else:
            return True


@compiled
def answer(engine, games, i, book, slot, action, words):
    """Answer with an action of the engine, which is legal."""
    slot.answers += 1
    engine(games, i, i + 1, book, COMMAND.ANSWER, action, 0, 0, 0, 0, words)


@compiled
def act(engine, games, i, book, slot, words):
    """Take the action of the slot; return False, and change nothing, if it is illegal."""
    if games[i].decision == DECIDE.NONE:
        slot.illegal = 1
        return False
    action = _legal_action(games[i], slot)
    if action < 0:
        return False
    answer(engine, games, i, book, slot, action, words)
    return True


@compiled
def _forfeit(games, i, slot):
    """End the game with a loss for the player to move, for an illegal action."""
    _keep_result(games[i], slot)
    slot.terminated = 1
    slot.lost_by_it = 1
    slot.reward[int(games[i].decider)] = -1.0
    if slot.final > 0:
        games[int(slot.final)] = games[i]


@compiled
def step_engine(what, engine, games, i, book, slots, lists, choices, rules, day_limit, words):
    """Run a command (`SERVE`) on a slot and advance to the next external decision. Return False if
    there is nothing to observe: the slot waits, the action is illegal, or there is an error. Slots
    are processed in order, so the next one is prefetched."""
    slot = slots[i]
    fetch_game(games, slots, i + 1)
    _clear_result(slot)
    if what == SERVE.STEP and slot.action == WAIT:
        return False
    if what == SERVE.BEGIN:
        slot.answers = games[i].decisions
    elif what == SERVE.STEP:
        if not act(engine, games, i, book, slot, words):
            return False
    else:
        if what == SERVE.FORFEIT:
            _check(engine, games, i, book, words)
            if games[i].error != ERROR.NONE:
                return False
            _forfeit(games, i, slot)
        deal_again(engine, games, i, book, slot, lists, choices, rules, words)
    asked = until_asked(engine, games, i, book, slot, lists, choices, rules, day_limit, words)
    fetch_desk_after(slot)
    return asked
