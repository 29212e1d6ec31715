"""The entry point of the compiled engine, with its commands.

It takes an array of games and indices, since passing a record across the boundary is slow. The
Python API is in `altered_env/game/engine_api.py`.
"""

from .activating import ability_asked, ability_of_answer
from .capacities import end_overfull, measure
from .chance import below
from .choices import close
from .compiled import compiled, entry
from .conservation import check_cards
from .copying import copy_in_use
from .costs import play_cost
from .day import day_step, may_refill
from .events import continue_step
from .interpreter import run
from .layout import ACTIONS, F
from .night import enter_arena
from .objects import fail, place, ready_orbs
from .passives import outdate, refresh
from .play_preview import Play
from .playable import can_play
from .playing import go_on
from .setting_up import build_adventure, deal, open_table
from .staging import begin_step, stage
from .terms import DECIDE, ERROR, EV, STAGE, STEP, namespace
from .turns import ability_number, check_reactions, uses_of
from .worlds import resample

PATIENCE = 500_000
"""The maximum number of actions after one answer. The rules end loops of cards (1.4.6) long before;
more mean an endless loop within one step."""


@compiled
def _amid_an_effect(game):
    """Return whether a daily effect is in progress after its first events: Reactions are checked
    only after it (4.4.a)."""
    return (game.stage == STAGE.PROGRESS and game.step == 1) or may_refill(game)


@compiled
def advance(game, book):
    """Advance the current step, effect or play, a Reaction, or the day by one stage."""
    if game.dirty and game.commit == STEP.NONE:
        refresh(game, book)
    if game.commit != STEP.NONE and game.depth == game.commit_depth:
        continue_step(game, book)
    elif game.depth > 0:
        if game.frame[game.depth - 1, F.PC] >= 0:
            run(game, book)
        else:
            go_on(game, book)
    elif game.reactions > 0 and not _amid_an_effect(game):
        check_reactions(game, book)
    else:
        day_step(game, book)


@compiled
def proceed(game, book):
    """Advance until a decision opens, the game is over, or an error stops it."""
    left = PATIENCE
    while game.error == ERROR.NONE and game.over == 0 and game.decision == DECIDE.NONE:
        advance(game, book)
        left -= 1
        if left == 0:
            fail(game, ERROR.STEPS, PATIENCE)
    _settle(game, book)


@compiled
def _settle(game, book):
    """Bring passive abilities up to date for a decision, and end a game that has exceeded a
    capacity."""
    if game.error == ERROR.NONE and game.dirty and game.commit == STEP.NONE:
        refresh(game, book)
    end_overfull(game)


@compiled
def _measured(game, book, action, peaks):
    """Answer like `_answer`, and record the highest fill level of each capacity."""
    close(game)
    game.answer = action
    game.decisions += 1
    while game.error == ERROR.NONE and game.over == 0 and game.decision == DECIDE.NONE:
        advance(game, book)
        measure(game, book, peaks)
    _settle(game, book)


@compiled
def _advance_to(game, book, at, quiet):
    """Advance like `proceed`, but stop where the day enters stage `at` next (with `quiet`, and no
    Reaction waits). Return 1 if that is reached."""
    while game.error == ERROR.NONE and game.over == 0 and game.decision == DECIDE.NONE:
        if game.commit == STEP.NONE and game.depth == 0 and game.stage == at:
            if quiet == 0 or game.reactions == 0:
                return 1
        advance(game, book)
    return 0


@namespace
class COMMAND:
    """The commands of `step_engine`. One entry contains the whole engine, so it is compiled
    once."""

    OPEN = 0
    PUT = 1
    REFRESH = 2
    BEGIN = 3
    RESUME = 4
    ANSWER = 5
    RANDOM = 6
    ADVANCE = 7
    USES = 8
    QUICK = 9
    PLAYABLE = 10
    COST = 11
    ADVANCE_TO = 12
    ARENA = 13
    ABILITY = 14
    RESAMPLE = 15
    MEASURE = 16
    CHECK = 17
    ABILITY_OF = 18


@compiled
def _answer(game, book, action):
    close(game)
    game.answer = action
    game.decisions += 1
    proceed(game, book)


@compiled
def random_action(game, rng):
    """Return one of the offered actions, uniformly; -1 if there is none."""
    if game.offered == 0:
        return -1
    return int(game.options[below(rng, int(game.offered))])


@compiled
def _random(game, book, rng, steps):
    for n in range(steps):
        if game.decision == DECIDE.NONE:
            return n
        _answer(game, book, random_action(game, rng))
    return steps


@compiled
def _resume(game, book, at, phase, announce, go):
    close(game)
    game.stage = at
    game.phase = phase
    game.step = 0
    outdate(game)
    refresh(game, book)
    if announce:
        stage(game, EV.AT, 0, -1, -1, 1, 1 << phase, 0)
        begin_step(game, -1)
    if go:
        proceed(game, book)


@entry
def step_engine(games, first, last, book, command, a, b, c, d, e, rng):
    """Execute a command on games first .. last - 1. Return its result."""
    result = 0
    for i in range(first, last):
        game = games[i]
        if command == COMMAND.ANSWER:
            if a >= 0 and a < ACTIONS and game.decision != DECIDE.NONE and game.mask[a] != 0:
                _answer(game, book[0], a)
                result += 1
        elif command == COMMAND.RANDOM:
            result += _random(game, book[0], rng, a)
        elif command == COMMAND.OPEN:
            for k in range(4):
                game.rng[k] = rng[k]
            open_table(game, a, b)
        elif command == COMMAND.PUT:
            result = place(game, book[0], a, b, c, d, e)
        elif command == COMMAND.REFRESH:
            outdate(game)
            refresh(game, book[0])
        elif command == COMMAND.BEGIN:
            close(game)
            outdate(game)
            build_adventure(game)
            deal(game, book[0])
            proceed(game, book[0])
        elif command == COMMAND.RESUME:
            _resume(game, book[0], a, b, c, d)
        elif command == COMMAND.ADVANCE:
            advance(game, book[0])
        elif command == COMMAND.USES:
            result = uses_of(game, book[0], a, b, ready_orbs(game, a))
        elif command == COMMAND.QUICK:
            result = ability_number(game, book[0], a, b)
        elif command == COMMAND.PLAYABLE:
            result = 1 if can_play(game, book[0], a, b, 0, 0, c) else 0
        elif command == COMMAND.COST:
            result = play_cost(game, book[0], Play(int(a), int(b), int(c), int(d), 0, 0, 0), 0)
        elif command == COMMAND.ADVANCE_TO:
            if a >= 0:
                close(game)
                game.answer = a
                game.decisions += 1
            result = _advance_to(game, book[0], b, c)
        elif command == COMMAND.ARENA:
            enter_arena(game)
        elif command == COMMAND.ABILITY:
            result = ability_asked(game, book[0], a)
        elif command == COMMAND.RESAMPLE:
            resample(game, book[0], a, rng)
        elif command == COMMAND.MEASURE:
            _measured(game, book[0], a, rng)
        elif command == COMMAND.CHECK:
            check_cards(game, book[0])
        elif command == COMMAND.ABILITY_OF:
            result = ability_of_answer(game, book[0], a)
    return result


@entry
def clone(games, i, others, j):
    """Copy what is in use of game i of one array over game j of another."""
    copy_in_use(games[i], others[j])


@entry
def clone_often(games, i, others, j, times):
    """Copy game i over game j repeatedly, to time a clone in compiled code."""
    for _ in range(times):
        copy_in_use(games[i], others[j])
