"""Dusk: Progress (4.2.4), and the tiebreaker in the Arena (4.3)."""

from . import sets
from .adventure import region_of
from .compiled import compiled
from .conservation import end_game
from .initiative import nth_expedition
from .layout import BITS, EXPEDITIONS, WORDS
from .matching import ASCENSION, TIED
from .staging import begin_step, stage
from .terms import ACT, EV, STAGE, STATUS, TYPE, C, Z


@compiled
def statistics(game, expedition):
    """Return an Expedition's three statistics, sums over Characters not Asleep (4.2.4.b, 2.4.4)."""
    forest = 0
    mountain = 0
    water = 0
    members = game.zone[Z.EXPEDITION, expedition // 2]
    for w in range(WORDS):
        left = int(members[w])
        while left != 0:
            row = game.obj[w * BITS + sets.lowest(left)]
            left &= left - 1
            counts = int(row[C.TYPE]) & TYPE.CHARACTER and int(row[C.STATUS]) & STATUS.ASLEEP == 0
            if counts and (int(row[C.PRESENCE]) >> expedition) & 1:
                forest += int(row[C.FOREST])
                mountain += int(row[C.MOUNTAIN])
                water += int(row[C.WATER])
    return forest, mountain, water


@compiled
def statistic(game, expedition, terrain):
    """Return one of an Expedition's statistics."""
    return statistics(game, expedition)[terrain]


@compiled
def _due(game, e):
    """Return the terrains by which Expedition e moves forward (4.2.4.j)."""
    d = int(game.facing[e])
    terrains = int(game.terrain_now[region_of(game, e)])
    due = 0
    ours = statistics(game, e)
    others = statistics(game, d)
    for t in range(3):
        if (terrains >> t) & 1:
            mine = ours[t]
            theirs = others[t]
            tied = mine == theirs and (int(game.ascended) >> e) & 1
            if mine > 0 and (mine > theirs or tied):
                due |= 1 << t
                if tied:
                    due |= ASCENSION | 1 << (t + TIED)
    return due


@compiled
def _of_team(game, team, terrain):
    """Return the statistics of a team's Characters (4.3.e, MP-15); except in two against two, each
    player is a team of one."""
    total = 0
    for p in range(int(game.players)):
        if game.team[p] == team:
            total += statistic(game, 2 * p, terrain) + statistic(game, 2 * p + 1, terrain)
    return total


@compiled
def arena(game, book):
    """Decide 4.3.e: the lead in more of the Arena's terrains wins; otherwise the game goes on."""
    game.stage = STAGE.NIGHT
    game.step = 0
    wins = game.order
    for team in range(int(game.players)):
        wins[team] = 0
    for t in range(3):
        best = -1
        top = 0
        tie = False
        for team in range(int(game.players)):
            total = _of_team(game, team, t)
            if total > top:
                top = total
                best = team
                tie = False
            elif total == top:
                tie = True
        if best >= 0 and not tie and (int(game.terrain_now[0]) >> t) & 1:
            wins[best] = int(wins[best]) + 1
    winner = -1
    most = 0
    for team in range(int(game.players)):
        if wins[team] > most:
            most = int(wins[team])
            winner = team
        elif wins[team] == most:
            winner = -1
        wins[team] = 0
    if winner >= 0 and most > 0:
        end_game(game, book, winner)  # a team has the number of its first player


@compiled
def progress(game):
    if game.step == 0:
        for i in range(2 * int(game.players)):
            e = nth_expedition(game, i)
            due = _due(game, e)
            if due:
                row = stage(game, EV.PROGRESS, 0, -1, e // 2, 1, due, 0)
                game.act[row, ACT.TO] = e
                game.act[row, ACT.DOER] = e // 2
        for e in range(EXPEDITIONS):
            game.stood_at[e] = game.progress[e]
        game.step = 1
        begin_step(game, -1)
        return
    for i in range(2 * int(game.players)):
        e = nth_expedition(game, i)
        if game.progress[e] <= game.stood_at[e]:
            row = stage(game, EV.FAIL, 0, -1, e // 2, 1, 0, 0)
            game.act[row, ACT.TO] = e
            game.act[row, ACT.DOER] = e // 2
        game.stood_at[e] = 0
    game.step = 0
    game.stage = STAGE.NIGHT
    begin_step(game, -1)
