"""Batches of games: stepped together, each restarted when it ends.

A desk's learner steps; built-in opponents answer at once. The learner's seat and the opponent may
be drawn for each game. All randomness of a desk comes from its own generator, so results do not
depend on the number of threads.

`engine` is the compiled rules, called as `serve` is. The last place of `games` is an empty
record, from which new games are made.
"""

from __future__ import annotations

from ..engine.chance import below, next_bits
from ..engine.compiled import compiled
from ..engine.layout import PLAYERS
from ..engine.table import COMMAND
from ..engine.terms import DECIDE, ERROR, RULE, C, Z, namespace
from .layout import BUILT_IN, OPPONENTS
from .observing import observe
from .prefetching import fetch_desk_after, fetch_game
from .rows import lay_rows, slot_action, write_mask

__all__ = [
    "DETAIL",
    "SERVE",
    "WAIT",
    "act",
    "answer",
    "deal",
    "deal_anew",
    "ended",
    "serve",
    "show",
    "until_asked",
]


@namespace
class SERVE:
    """The commands of a desk."""

    RESET = 0  # a new game
    STEP = 1  # answer with the action on the desk
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
def deal(engine, games, i, book, desk, lists, rules, words):
    """A new game with the desk's decks, begun with the desk's seed. Rows of `lists` are a Hero,
    or -1, a number of cards, and the cards, the first on top where decks stay in order."""
    for k in range(4):
        words[k] = desk.seed[k]
    games[i] = games[len(games) - 1]
    engine(games, i, i + 1, book, COMMAND.OPEN, PLAYERS, rules, 0, 0, 0, words)
    in_order = rules & RULE.DECKS_IN_ORDER != 0
    for p in range(PLAYERS):
        cards = lists[desk.deck[p]]
        if cards[0] >= 0:
            _put(engine, games, i, book, int(cards[0]), p, Z.HERO, words)
        for k in range(int(cards[1])):
            n = int(cards[1]) - 1 - k if in_order else k
            x = _put(engine, games, i, book, int(cards[2 + n]), p, Z.DECK, words)
            if in_order:
                games[i].obj[x, C.KNOWN] = 1 << p
    engine(games, i, i + 1, book, COMMAND.BEGIN, 0, 0, 0, 0, 0, words)
    desk.answers = 0


@compiled
def _seat_anew(desk):
    """Draw the learner's seat and the opponent, if they are drawn for each game; or the opponent's
    single seat, if all others learn."""
    total = 0
    for k in range(OPPONENTS):
        total += int(desk.weight[k])
    if total == 0:
        return
    seat = int(desk.place)
    if seat < 0:
        seat = below(desk.rng, PLAYERS)
    drawn = below(desk.rng, total)
    k = 0
    while drawn >= int(desk.weight[k]):
        drawn -= int(desk.weight[k])
        k += 1
    desk.against = k
    desk.learner = seat
    alone = int(desk.kind[k]) & BUILT_IN.ALONE != 0
    for p in range(PLAYERS):
        theirs = (p == seat) == alone
        desk.player[p] = int(desk.kind[k]) & ~BUILT_IN.ALONE if theirs else BUILT_IN.LEARNER


@compiled
def deal_anew(engine, games, i, book, desk, lists, choices, rules, words):
    """A new game with a random seed; each player has one of the decks that are theirs to draw:
    a row of `choices` is how many, and which. There is one for each player, or for each player of
    each game."""
    first = PLAYERS * i if len(choices) > PLAYERS else 0
    for p in range(PLAYERS):
        row = choices[first + p]
        desk.deck[p] = row[1 + below(desk.rng, int(row[0]))]
    _seat_anew(desk)
    for k in range(4):
        desk.seed[k] = next_bits(desk.rng)
    deal(engine, games, i, book, desk, lists, rules, words)


@compiled
def _keep_result(game, desk):
    desk.last_error = game.error
    desk.last_winner = -1
    desk.last_day = game.day
    desk.last_answers = desk.answers
    desk.last_learner = desk.learner
    desk.last_against = desk.against
    for p in range(PLAYERS):
        desk.last_deck[p] = desk.deck[p]
    for k in range(4):
        desk.last_seed[k] = desk.seed[k]
    desk.games += 1


@compiled
def _is_cut_off(game, day_limit):
    return game.over == 0 and day_limit > 0 and game.day > day_limit


@compiled
def _check(engine, games, i, book, words):
    """See that no card is lost in a game that is broken off: the rules check those that end."""
    engine(games, i, i + 1, book, COMMAND.CHECK, 0, 0, 0, 0, 0, words)


@compiled
def ended(game, desk, day_limit):
    """Is the game over, or cut off? Then the result is kept and rewarded."""
    if game.over == 0 and game.error == ERROR.NONE and not _is_cut_off(game, day_limit):
        return False
    desk.terminated = 1 if game.over and game.overfull == 0 else 0
    desk.truncated = 1 - int(desk.terminated)
    _keep_result(game, desk)
    desk.last_winner = game.winner if game.over else -1
    if desk.last_winner >= 0:
        for p in range(PLAYERS):
            won = game.team[p] == game.team[desk.last_winner]
            desk.reward[p] = 1.0 if won else -1.0
    return True


WAIT = -1
"""The action of a desk that sits a step out."""


@compiled
def _legal_action(game, desk):
    """The engine's action for the one on the desk; -1, and the desk says so, if it is illegal."""
    action = int(desk.action)
    desk.illegal = 0
    if action < 0 or action >= len(desk.mask) or desk.mask[action] == 0:
        desk.illegal = 1
        return -1
    desk.engine_action = slot_action(game, desk, action, int(game.decider))
    return int(desk.engine_action)


@compiled
def _clear_result(desk):
    desk.terminated = 0
    desk.truncated = 0
    desk.lost_by_it = 0
    for p in range(PLAYERS):
        desk.reward[p] = 0.0


@compiled
def show(game, book, desk, viewer, detail):
    """Write what the viewer sees, or only what the viewer may do."""
    desk.seat = viewer
    if detail == DETAIL.MASK:
        lay_rows(game, desk, viewer)
        write_mask(game, desk, viewer)
    else:
        observe(game, book, desk, viewer)


@compiled
def until_asked(engine, games, i, book, desk, lists, choices, rules, day_limit, words):
    """Advance a desk to the next external decision: built-in opponents answer, a finished game
    restarts. False if the engine has met an error, which the caller reports."""
    while True:
        game = games[i]
        if _is_cut_off(game, day_limit):
            _check(engine, games, i, book, words)
        if ended(game, desk, day_limit):
            if game.error != ERROR.NONE:  # it would be met again and again
                return False
            if desk.final > 0:
                games[int(desk.final)] = games[i]
            deal_anew(engine, games, i, book, desk, lists, choices, rules, words)
        elif desk.player[int(game.decider)] == BUILT_IN.RANDOM:
            desk.answers += 1
            for k in range(4):
                words[k] = desk.rng[k]
            engine(games, i, i + 1, book, COMMAND.RANDOM, 1, 0, 0, 0, 0, words)
            for k in range(4):
                desk.rng[k] = words[k]
        else:
            return True


@compiled
def answer(engine, games, i, book, desk, action, words):
    """Answer with an action of the engine, which is legal."""
    desk.answers += 1
    engine(games, i, i + 1, book, COMMAND.ANSWER, action, 0, 0, 0, 0, words)


@compiled
def act(engine, games, i, book, desk, words):
    """Answer with the action on the desk; False, and nothing has changed, if it is illegal."""
    if games[i].decision == DECIDE.NONE:
        desk.illegal = 1
        return False
    action = _legal_action(games[i], desk)
    if action < 0:
        return False
    answer(engine, games, i, book, desk, action, words)
    return True


@compiled
def _forfeit(games, i, desk):
    """End the game with a loss for the player to move, for an illegal action."""
    _keep_result(games[i], desk)
    desk.terminated = 1
    desk.lost_by_it = 1
    desk.reward[int(games[i].decider)] = -1.0
    if desk.final > 0:
        games[int(desk.final)] = games[i]


@compiled
def serve(what, engine, games, i, book, desk, lists, choices, rules, day_limit, words):
    """Carry out a command at a desk (`SERVE`) and advance to the next external decision. False if
    there is nothing to show: the desk waits, the action is illegal, or there is an error. Desks are
    served in order, so the next one is prefetched."""
    fetch_game(games, i + 1)
    _clear_result(desk)
    if what == SERVE.STEP and desk.action == WAIT:
        return False
    if what == SERVE.BEGIN:
        desk.answers = games[i].decisions
    elif what == SERVE.STEP:
        if not act(engine, games, i, book, desk, words):
            return False
    else:
        if what == SERVE.FORFEIT:
            _check(engine, games, i, book, words)
            if games[i].error != ERROR.NONE:
                return False
            _forfeit(games, i, desk)
        deal_anew(engine, games, i, book, desk, lists, choices, rules, words)
    asked = until_asked(engine, games, i, book, desk, lists, choices, rules, day_limit, words)
    fetch_desk_after(desk)
    return asked
