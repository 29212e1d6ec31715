"""The entry points of the compiled engine: begin a game, answer a decision, play at random.

They take an array of games and an index, since passing a record across the boundary is slow.
"""

from __future__ import annotations

from altered_env.engine.chance import below
from altered_env.engine.choices import close
from altered_env.engine.compiled import compiled
from altered_env.engine.day import build_adventure, check_reactions, day_step, deal, open_table
from altered_env.engine.events import begin_step, continue_step, stage
from altered_env.engine.interpreter import run
from altered_env.engine.layout import ACTIONS, F
from altered_env.engine.objects import place
from altered_env.engine.passives import refresh
from altered_env.engine.playing import go_on
from altered_env.engine.terms import DECIDE, ERROR, EV, STAGE

__all__ = [
    "answer",
    "begin",
    "clone",
    "open_game",
    "proceed",
    "put_object",
    "random_action",
    "random_steps",
    "refresh_game",
    "resume",
]


@compiled
def proceed(game, book):
    """Go on until someone must decide, the game is over, or an error stops it."""
    while game.error == ERROR.NONE and game.over == 0 and game.decision == DECIDE.NONE:
        if game.commit != 0 and game.depth == game.commit_depth:
            continue_step(game, book)
        elif game.depth > 0:
            if game.frame[game.depth - 1, F.PC] >= 0:
                run(game, book)
            else:
                go_on(game, book)
        elif game.reactions > 0 and not (game.stage == STAGE.PROGRESS and game.step == 1):
            check_reactions(game, book)
        else:
            day_step(game, book)


@compiled
def open_game(games, i, rng, players, rules):
    """An empty table in place i, with its generator's words."""
    game = games[i]
    for k in range(4):
        game.rng[k] = rng[k]
    open_table(game, players, rules)


@compiled
def put_object(games, i, book, card, owner, zone, side, expedition):
    """Put the card into a zone, before the game or in a scenario; returns its object."""
    return place(games[i], book[0], card, owner, zone, side, expedition)


@compiled
def refresh_game(games, i, book):
    """Re-evaluate passive abilities."""
    refresh(games[i], book[0])


@compiled
def begin(games, i, book):
    """Set-up (4.1), up to the first decision. Heroes and Decks are in place."""
    game = games[i]
    close(game)
    build_adventure(game)
    deal(game, book[0])
    proceed(game, book[0])


@compiled
def resume(games, i, book, stage_number, phase, announce):
    """Let a table that was set up go on from a stage of the day; `announce` says whether the
    beginning of that phase is an event."""
    game = games[i]
    close(game)
    game.stage = stage_number
    game.phase = phase
    game.step = 0
    refresh(game, book[0])
    if announce:
        stage(game, EV.AT, 0, -1, -1, 1, 1 << phase, 0)
        begin_step(game, -1)
    proceed(game, book[0])


@compiled
def answer(games, i, book, action):
    """Answer the open decision. False, and nothing changed, if the action is not offered."""
    game = games[i]
    if action < 0 or action >= ACTIONS or game.decision == DECIDE.NONE:
        return False
    if game.mask[action] == 0:
        return False
    close(game)
    game.answer = action
    game.decisions += 1
    proceed(game, book[0])
    return True


@compiled
def clone(games, i, others, j):
    """Copy game i of one array over game j of another."""
    others[j] = games[i]


@compiled
def random_action(game, rng):
    """One of the offered actions, uniformly."""
    count = 0
    for a in range(ACTIONS):
        count += int(game.mask[a])
    if count == 0:
        return -1
    pick = below(rng, count)
    for a in range(ACTIONS):
        if game.mask[a] != 0:
            if pick == 0:
                return a
            pick -= 1
    return -1


@compiled
def random_steps(games, i, book, rng, steps):
    """Play game i at random for up to `steps` decisions; returns how many were taken."""
    game = games[i]
    for n in range(steps):
        if game.decision == DECIDE.NONE:
            return n
        action = random_action(game, rng)
        close(game)
        game.answer = action
        game.decisions += 1
        proceed(game, book[0])
    return steps

