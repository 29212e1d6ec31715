"""Replay of a game of a dataset."""

from __future__ import annotations

from pathlib import Path

from altered_env.arena.match import play, recorded
from altered_env.arena.versions import version
from altered_env.cardstats.dataset import files, plan_of, polars, reading
from altered_env.cardstats.sharding import changed_decks
from altered_env.cardstats.simulation import Simulation, row_of
from altered_env.game.replay import Replay


def replay_of(folder: Path, number: int) -> Replay:
    """Play a game of a dataset again, and return its replay.

    Raises `ValueError` if its outcome differs from the dataset, as it may with another version of
    the rules or the players, or with lists that have changed.
    """
    pl = polars()
    said = plan_of(folder)
    decks, agents = tuple(said["decks"]), tuple(said["agents"])
    format = said.get("format", "standard")
    plan = Simulation(decks, agents, said["seed"], said["rules"], format)
    with reading(folder, ("games",)):
        rows = pl.scan_parquet(files(folder)).filter(pl.col("game") == number).collect().to_dicts()
    if not rows:
        raise ValueError(f"{folder} holds no game {number}")
    names, match = plan.game(number)
    game = recorded(match, plan.rules)
    (again,) = play([match], plan.rules)
    if row_of(number, names, match, again) != rows[0]:
        by = (
            f"; it was played with version {said['version']}"
            if said["version"] != version()
            else ""
        )
        if changed := changed_decks(said):
            by += f"; cards have changed in {', '.join(changed)}"
        raise ValueError(
            f"game {number} ends differently than {folder} says{by}, and this is {version()}"
        )
    return Replay.of(game)
