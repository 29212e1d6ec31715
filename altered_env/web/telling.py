"""What happens in a game in words, for one seat: what its player sees change, and the turns that
others say aloud.

>>> from altered_env import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> before = game.view("B")
>>> for _ in range(3):
...     game.act(game.legal_actions()[0])
>>> what_came(before, game.view("B"))
['A puts 3 cards into the Mana zone']
"""

from __future__ import annotations

from altered_env.game import Game
from altered_env.game.replay import changes
from altered_env.game.views import View

__all__ = ["moment", "said_aloud", "what_came"]


def moment(view: View) -> str:
    """The day and phase, as a heading."""
    if not view.day:
        return view.phase.capitalize()
    return f"Day {view.day}, {view.phase}"


def said_aloud(game: Game, action: int) -> str:
    """What the decider of a game says to all as it takes this action: a turn. What is chosen in
    the course of it is seen, or is nobody's business."""
    if game.decision != "turn" or game.decider is None:
        return ""
    label = game.labels()[action]
    return f"{'ABCD'[game.decider]}: {label}"


def what_came(before: View, after: View) -> list[str]:
    """What the player of these views sees change from one to the other."""
    lines = [line for line in changes(before, after) if not line.startswith("None")]
    for was, now in zip(before.players, after.players, strict=True):
        orbs = len(now.mana) - len(was.mana)
        unknown = sum(orb.name is None for orb in now.mana) - sum(
            orb.name is None for orb in was.mana
        )
        if orbs > 0 and unknown > 0:
            number = "a card" if unknown == 1 else f"{unknown} cards"
            lines.append(f"{now.seat} puts {number} into the Mana zone")
        seen = len(now.hand) - len(was.hand)
        drawn = was.deck_count - now.deck_count
        if now.hand_count - was.hand_count > seen and drawn > 0:
            lines.append(f"{now.seat} draws {drawn}")
        if now.passed and not was.passed:
            lines.append(f"{now.seat} has passed")
    return lines
