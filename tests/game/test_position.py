"""Positions are values: copied, compared, saved, and played without a history."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import pytest

from altered_env import Game
from altered_env.game import Position
from altered_env.game.errors import SaveError
from altered_env.game.visibility import hidden_from, knows

ROOT = Path(__file__).parents[2]


@pytest.fixture
def game() -> Game:
    game = Game.start("axiom", "bravos", seed=4)
    for _ in range(12):
        game.act(game.legal_actions()[-1])
    return game


def test_a_world_of_a_seat_is_a_position_without_a_story(game):
    seat = game.seat("A")
    world = seat.world(5)
    assert type(world) is Position and not hasattr(world, "story")
    assert world.view("A") == game.view("A") == seat.view
    world.act(world.legal_actions()[0])
    assert seat.world(5) != world and seat.world(5) == seat.world(5)


@pytest.mark.parametrize("twin", [Position.clone, copy.copy, copy.deepcopy])
def test_a_copy_goes_its_own_way(game, twin):
    world = game.seat("B").world(1)
    other = twin(world)
    assert type(other) is Position and other == world
    other.act(other.legal_actions()[0])
    assert other != world and world == game.seat("B").world(1)


def test_a_copy_of_a_game_has_its_story_and_another_world_has_no_actions(game):
    assert game.clone().story == game.story == copy.copy(game).story
    assert game.resample("A", 1).story.actions is None
    assert game.resample("A", 1).story.decks == game.story.decks


def test_a_position_in_a_pickle_is_looked_through(game):
    world = game.seat("A").world(2)
    again = pickle.loads(pickle.dumps(world))
    assert type(again) is Position and again == world
    world.record["first_player"] = 7
    with pytest.raises(SaveError, match="first_player is 7; expected 0 to 1"):
        pickle.loads(pickle.dumps(world))


def test_what_is_hidden_is_what_is_not_known(game):
    for player in range(2):
        hidden = set(hidden_from(game.record, player))
        assert hidden
        for slot, row in enumerate(game.record["obj"].tolist()):
            assert knows(row, player) == (slot not in hidden)
            assert knows(row, None)


def test_nothing_reaches_into_a_game():
    """Parts private to a game, a seat or an environment are not used by other files."""
    private = re.compile(r"(?<!self)\._(?:games|book|position|story)\b")
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "altered_env").rglob("*.py")
        if private.search(path.read_text("utf-8"))
    }
    assert found <= {"altered_env/game/game.py"}  # where a game makes another


def test_any_number_salts_a_seat():
    """Also after the decision counter of a crafted game has overflowed."""
    game = Game.start("axiom", "bravos", seed=1)
    for salt in (-1, 0, 1 << 70):
        assert game.seat(0, salt=salt).view == game.view(0)
    game.record["decisions"] = -5
    assert game.seat(0).view == game.view(0)
