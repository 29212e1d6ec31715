"""OpenSpiel supports the game: its API test passes, and its IS-MCTS plays it."""

from __future__ import annotations

import doctest
import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra peers")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from altered_env.envs import openspiel  # noqa: E402
from altered_env.envs.setup import Setup  # noqa: E402
from altered_env.envs.view_option import View  # noqa: E402
from altered_env.game.errors import IllegalActionError  # noqa: E402
from tests.envs import option_table  # noqa: E402


def begun(seed=3, days=1):
    state = pyspiel.load_game(
        "python_altered", {"seed": seed, "day_limit": days}
    ).new_initial_state()
    state.apply_action(0)
    return state


def test_the_example():
    assert doctest.testmod(openspiel).failed == 0


def test_it_passes_the_test_of_openspiel():
    game = pyspiel.load_game("python_altered", {"seed": 1, "day_limit": 1})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_clone_goes_its_own_way():
    state = begun()
    other = state.clone()
    assert str(other) == str(state) and other.legal_actions() == state.legal_actions()
    other.apply_action(other.legal_actions()[0])
    assert other.history() != state.history()
    assert state.position != other.position


def test_tensors_hold_what_a_player_knows_and_no_more():
    state, chance = begun(days=50), random.Random(1)
    game = state.get_game()
    seen = make_observation(game)
    recalled = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for _ in range(12):
        player = state.current_player()
        other = state.resample_from_infostate(player, chance.random)
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(player) == state.information_state_string(player)
        for observer in (seen, recalled):
            observer.set_from(state, player)
            here = observer.tensor.copy()
            observer.set_from(other, player)
            assert np.array_equal(here, observer.tensor)
            assert observer.string_from(other, player) == observer.string_from(state, player)
        state.apply_action(chance.choice(state.legal_actions()))


def test_information_states_tell_pasts_apart():
    one, two = begun(), begun()
    assert one.information_state_string(0) == two.information_state_string(0)
    first, second, *_ = one.legal_actions()
    one.apply_action(first)
    two.apply_action(second)
    assert one.information_state_string(0) != two.information_state_string(0)


def test_is_mcts_of_openspiel_plays():
    state = begun()
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=2,
        random_state=np.random.RandomState(2),
    )
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_a_game_ends_with_a_return_for_each():
    state, chance = begun(days=50), random.Random(4)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert sorted(state.returns()) in ([-1.0, 1.0], [0.0, 0.0])
    assert state.current_player() == pyspiel.PlayerId.TERMINAL and state.legal_actions() == []


def test_an_action_that_is_not_legal_is_refused():
    state = begun()
    wrong = next(action for action in range(392) if action not in state.legal_actions())
    with pytest.raises(IllegalActionError, match=f"action {wrong} is not legal; legal are"):
        state._apply_action(wrong)


@pytest.mark.parametrize("view", ["raw", "flat", "compact", "cards"])
def test_a_view_is_as_in_the_environments(view):
    game = pyspiel.load_game(f"python_altered(seed=7,view={view})")
    state = game.new_initial_state()
    observer = game.make_py_observer()
    observer.set_from(state, 0)  # before the deal
    state.apply_action(0)
    for _ in range(20):
        state.apply_action(state.legal_actions()[-1])
    shown = View(Setup.of(), view).of_one(state.observed(1), state.position.games, 1)
    observer.set_from(state, 1)
    parts = shown if isinstance(shown, dict) else {"observation": shown}
    assert set(observer.dict) == set(parts)
    assert all(np.array_equal(observer.dict[name], part) for name, part in parts.items())
    assert observer.tensor.size == sum(part.size for part in parts.values())


def test_an_unknown_view_is_named():
    with pytest.raises(Exception, match="did you mean 'compact'"):
        pyspiel.load_game("python_altered(view=compakt)")


def test_a_number_of_days_is_a_whole_number_from_one_on():
    with pytest.raises(ValueError, match="day_limit: expected a whole number from 1 on, found 0"):
        openspiel.AlteredGame({"day_limit": 0})


def test_the_parameters_are_those_of_the_page():
    own = {"deck_a", "deck_b", "days"}
    assert option_table.taken_by("OpenSpiel") == set(openspiel.USUAL) - own


def test_the_old_name_of_the_day_limit_is_read():
    with pytest.warns(FutureWarning, match="days of python_altered is now called day_limit"):
        game = pyspiel.load_game("python_altered(days=3)")
    assert game.given["day_limit"] == 3


def test_it_has_the_table_of_its_cards():
    game = pyspiel.load_game("python_altered")
    assert len(game.card_features.values) > 2000


def test_a_format_of_two_players():
    game = pyspiel.load_game("python_altered(format=limited,seed=1)")
    state = game.new_initial_state()
    state.apply_action(0)
    assert state.legal_actions()
    with pytest.raises(ValueError, match="a game of two, free_for_all one of 4"):
        openspiel.AlteredGame({"format": "free_for_all"})
