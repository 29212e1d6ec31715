"""Options by name: what is no option is refused, with what may have been meant."""

from __future__ import annotations

import gymnasium
import pettingzoo
import pytest

import altered_env
from altered_env import altered_v0, draft_v0
from altered_env.envs.sb3 import AlteredVecEnv


@pytest.mark.parametrize(
    ("make", "strange", "meant"),
    [
        (altered_v0.env, "rule", "rules"),
        (altered_v0.raw_env, "day_limits", "day_limit"),
        (altered_v0.parallel_env, "ilegal", "illegal"),
        (draft_v0.env, "pilots", "pilot"),
        (draft_v0.raw_env, "round", "rounds"),
        (lambda **o: altered_env.make_vec(2, **o), "oponents", "opponents"),
        (lambda **o: AlteredVecEnv(2, **o), "formats", "format"),
        (lambda **o: gymnasium.make("Altered-v0", **o), "oponent", "opponent"),
        (lambda **o: pettingzoo.make("aec", "altered_v0", **o), "details", "detail"),
        (lambda **o: pettingzoo.make("parallel", "altered_v0", **o), "card", "cards"),
    ],
)
def test_a_misspelt_option_is_refused(make, strange, meant):
    with pytest.raises(TypeError, match=f"has no option '{strange}', did you mean '{meant}'"):
        make(**{strange: 1})


def test_where_nothing_is_near_all_options_are_listed():
    with pytest.raises(TypeError, match=r"no option 'xyz'; its options are decks, .*, illegal"):
        altered_v0.env(xyz=1)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"illegal": "loose"}, "illegal is raise or lose, found 'loose', did you mean 'lose'"),
        ({"masks": "int16"}, "masks is int8 or bool, found 'int16', did you mean 'int8'"),
        ({"detail": "ful"}, "did you mean 'full'"),
    ],
)
def test_a_value_that_there_is_not_is_refused(options, says):
    with pytest.raises(ValueError, match=says):
        altered_v0.env(**options)


def test_options_of_reset():
    env = altered_v0.raw_env()
    with pytest.raises(ValueError, match="did you mean 'game_seed'"):
        env.reset(options={"gameseed": 1})
