"""A replay as a page, with what strong players think of each decision."""

from __future__ import annotations

from dataclasses import replace

from agents.judging import Judged, Judges, moments
from altered_env.game.game import Game
from altered_env.game.replay import Replay
from altered_env.render.replay_page import Frame, replay_page

__all__ = ["judged_page", "opinions"]


def judged_page(record: Replay) -> str:
    """The page, with the chances to win where a network can be asked."""
    judges = Judges.here(len(record.decks))
    frames: list[Frame] = []
    actions = iter(record.actions)
    for number, (frame, game) in enumerate(zip(record.frames(), record.steps(), strict=True)):
        action = next(actions, None)
        if action is not None and not game.over:
            judged = judges.at(game, action, number)
            frame = replace(frame, chance=judged.chance, notes=opinions(judged, game))
        elif judges.reckons(game.players) and game.winner is not None:
            frame = replace(frame, chance=float(game.winner == 0))
        frames.append(frame)
    return replay_page(record.title, frames, moments([frame.chance for frame in frames]))


def opinions(judged: Judged, game: Game) -> tuple[str, ...]:
    """What the network and the search would have done, in words; nothing where it was that."""
    labels, found = game.labels(), []
    for who, preferred in (("network", judged.likely), ("search", judged.searched)):
        if preferred:
            said = [f"{labels[action]} ({share:.0%})" for action, share in preferred]
            found.append(f"The {who} would: {'; '.join(said)}.")
    return tuple(found)
