"""The table of `reset` options in docs/environments.md, against the envs."""

from __future__ import annotations

from pathlib import Path

import pytest

from altered_env import altered_v0, decks, draft_v0
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


def decks_of(env, options):
    """The decks of the first games, by player."""
    if isinstance(env, AlteredVecEnv):
        env.set_options(options)
        env.reset()
    else:
        env.reset(seed=1, options=options)
    if hasattr(env, "vec"):
        return {tuple(deck.name for deck in env.vec.decks(i)) for i in range(env.vec.n)}
    game = env.aec.game if hasattr(env, "aec") else env.game
    return {tuple(deck.name for deck in game.story.decks)}


ENVS = {
    "AEC": altered_v0.raw_env,
    "parallel": altered_v0.parallel_env,
    "make": AlteredGymEnv,
    "make_vec": lambda: AlteredVectorEnv(8, threads=1),
    "SB3": lambda: AlteredVecEnv(8, threads=1),
}


@pytest.mark.parametrize("env", ENVS)
def test_decks_mean_the_same_in_every_env(env):
    """One for each player, by seat, whichever seat is the learner's."""
    made = ENVS[env]()
    wanted = tuple(decks.starter(name).name for name in ("muna", "lyra"))
    for _ in range(4):
        assert decks_of(made, {"decks": ["muna", "lyra"]}) == {wanted}
        assert decks_of(made, {"decks": (decks.starter("muna"), "lyra")}) == {wanted}
    assert decks_of(made, {"decks": {"player_0": "muna", "player_1": ["lyra"]}}) == {wanted}
    assert decks_of(made, {"decks": "lyra"}) == {wanted[1:] * 2}
    found = decks_of(made, {"decks": dict.fromkeys(("player_0", "player_1"), "starters")})
    assert len(found) > 1 or not hasattr(made, "vec")
    for wrong in (["muna"], ["muna", "lyra", "axiom"], []):
        with pytest.raises(ValueError, match=rf"{len(wrong)} decks?; a game of .* needs 2|decks"):
            decks_of(made, {"decks": wrong})
    for wrong in (7, {"player_0": "muna"}):
        with pytest.raises((TypeError, ValueError), match="decks"):
            decks_of(made, {"decks": wrong})


@pytest.mark.parametrize("seed", ["5", 1.5, -1, True])
def test_a_game_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="game_seed: expected a whole number from 0 on, found"):
        altered_v0.raw_env().reset(options={"game_seed": seed})
