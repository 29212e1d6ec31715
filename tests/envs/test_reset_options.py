"""The table of `reset` options in docs/environments.md, against the envs."""

from __future__ import annotations

from pathlib import Path

import pytest

from altered_env import altered_v0, draft_v0
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.sb3 import AlteredVecEnv

PAGE = Path(__file__).parents[2] / "docs/environments.md"


def of_sb3(options):
    env = AlteredVecEnv(2, threads=1)
    env.set_options(options)
    env.reset()


RESETS = {
    "AEC, parallel": lambda options: (
        altered_v0.raw_env().reset(options=options),
        altered_v0.parallel_env().reset(options=options),
    ),
    "`make`": lambda options: AlteredGymEnv().reset(options=options),
    "`make_vec`": lambda options: AlteredVectorEnv(2, threads=1).reset(options=options),
    "SB3": of_sb3,
    "draft": lambda options: draft_v0.raw_env().reset(options=options),
}


def table():
    """For each env, the options that the page says it has."""
    rows = PAGE.read_text("utf-8").split("`reset(options=...)`")[1].split("\n\n")[1].splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    head, body = cells[0], cells[2:]
    return {
        env: [row[0].strip("`") for row in body if row[column]]
        for column, env in enumerate(head)
        if column > 1
    }


@pytest.mark.parametrize("env", RESETS)
def test_the_page_names_the_options_of_each_env(env):
    named, every = table(), {option for options in table().values() for option in options}
    assert every == {"decks", "game_seed", "seat", "start", "reset_mask"}
    with pytest.raises(ValueError, match="options of reset are") as refused:
        RESETS[env]({"strange": 1})
    for option in every:
        if option in named.get(env, ()):
            RESETS[env]({option: None})
            assert option in str(refused.value)
        else:
            with pytest.raises(ValueError, match="options of reset are"):
                RESETS[env]({option: None})
