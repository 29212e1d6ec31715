"""A replay as a page, with the choices of strong agents at each decision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from altered_env.agents.judging import Judged, Judges, moments, outcome
from altered_env.game.game import Game
from altered_env.game.replay import Replay
from altered_env.language.words import side_name
from altered_env.render.replay_page import Evaluated, Frame, replay_page


def judged_page(record: Replay, judges: Judges, judged: Iterable[Judged]) -> str:
    """The page, with win probabilities if they were estimated; `judged` are these judges'
    evaluations of each decision."""
    how = judges.evaluated(len(record.decks))
    frames: list[Frame] = []
    thought = iter(judged)
    for frame, game in zip(record.frames(), record.steps(), strict=True):
        found = next(thought, None)
        if found is not None:
            frame = replace(frame, chances=found.chances, notes=opinions(found, game))
        elif how:
            frame = replace(frame, chances=outcome(game))
        frames.append(frame)
    evaluated = Evaluated(
        sides=tuple(side_name(side) for side in game.sides),
        how=how,
        moments=tuple(moments([frame.chances for frame in frames], judges.swing)),
    )
    return replay_page(record.title, frames, evaluated)


def opinions(judged: Judged, game: Game) -> tuple[str, ...]:
    """The choices of the network and the search, in words; empty if they match the action."""
    found = []
    for who, preferred in (("network", judged.likely), ("search", judged.searched)):
        if preferred:
            said = [f"{game.label(action)} ({share:.0%})" for action, share in preferred]
            found.append(f"The {who} would: {'; '.join(said)}.")
    return tuple(found)
