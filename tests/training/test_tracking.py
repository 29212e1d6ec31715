"""The tracking of each card copy, compared with the players' choices step by step."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

GAME = """
import random, sys
from collections import Counter
import numpy as np
from altered_env.thinking.tracking import COPY, NOTES, intend, start_tracking, track
from altered_env import Game
from altered_env.engine.layout import DECK_MAX

chance = random.Random(1)
game = Game.start("axiom", "bravos", seed=1)
rows = np.zeros((2 * DECK_MAX, COPY.COLUMNS), dtype=np.int64)
notes = np.zeros(NOTES, dtype=np.int64)
start_tracking(game.record, rows, notes)
hands = [[c.name for c in game.view(p).players[p].hand] for p in (0, 1)]
chosen, mana = Counter(), Counter()
while not game.over:
    options = {o.action: o for o in game.options()}
    actions = [a for a in options if options[a].kind != "pass"] or list(options)
    option = options[chance.choice(actions)]
    player, kind = game.decider, game.decision
    if option.kind == "turn":
        about = (player, str(option.object.name), option.object.zone)
        chosen[about] += option.value == 1
    elif option.kind == "use" and option.value == 0:
        chosen[about] += 1
    elif kind in ("first_mana", "expand") and option.object is not None:
        mana[player, str(option.object.name), game.day] += 1
    uses = option.value if option.kind == "turn" else 0
    intend(game.record, rows, notes, option.action, uses)
    game.act(option.action)
    track(game.record, rows, notes)

found, orbs, opening = Counter(), Counter(), [[], []]
for row in rows[rows[:, COPY.OWNER] >= 0]:
    name, owner = game.book.cards[row[COPY.CARD]].name, int(row[COPY.OWNER])
    found[owner, name, "hand"] += int(row[COPY.PLAYED])
    found[owner, name, "reserve"] += int(row[COPY.PLAYED_AGAIN])
    if row[COPY.MANA]:
        orbs[owner, name, int(row[COPY.MANA])] += 1
    if row[COPY.OPENING]:
        opening[owner].append(name)
    assert not row[COPY.HAND] or row[COPY.PLAYED]
    assert row[COPY.HAND] <= game.day and row[COPY.DRAWN] <= game.day
mana = Counter({(p, name, max(1, day)): n for (p, name, day), n in mana.items()})
assert +found == +chosen, (found - chosen, chosen - found)
assert orbs == mana, (orbs - mana, mana - orbs)
assert [sorted(names) for names in opening] == [sorted(map(str, names)) for names in hands]
print(sum(chosen.values()), "plays", sum(mana.values()), "orbs", game.day, "days")
"""


def test_each_copy_is_followed_to_where_it_goes():
    """Uncompiled, so that each step can be looked at: slow, so a single game."""
    done = subprocess.run(
        [sys.executable, "-c", GAME],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    plays, orbs, days = (int(word) for word in done.stdout.split()[::2])
    assert plays > 15 and orbs >= 6 and days > 3
