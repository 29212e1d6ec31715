"""Games from a position: a scenario, a saved game, or a replay at a decision."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from altered_env import Game, altered_v0, decks, make_vec
from altered_env.game import Replay
from altered_env.testing.scenario import Scenario


def played(steps, seed=4, **options):
    game = Game.start("axiom", "bravos", seed=seed, **options)
    for _ in range(steps):
        game.act(game.legal_actions()[-1])
    return game


@pytest.fixture(scope="module")
def env():
    return altered_v0.raw_env(decks="starters")


def test_a_game_goes_on_in_an_env_and_is_replayed_from_its_start(env):
    game = played(9)
    env.reset(options={"start": game})
    assert env.agent_selection == env.possible_agents[game.decider]
    assert env.game.view() == game.view()
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert len(env.game.story.actions) == 10
    assert Replay.of(env.game).play() == env.game
    assert game.story.actions == env.game.story.actions[:9]  # the game itself stays where it is


def test_every_kind_of_position(env, tmp_path):
    game = played(9)
    game.save(tmp_path / "one.game")
    Replay.of(game).save(tmp_path / "one.replay")
    before = played(5)
    for start in (
        (game, 5),
        (Replay.of(game), 5),
        (str(tmp_path / "one.game"), 5),
        (tmp_path / "one.replay", 5),
    ):
        env.reset(options={"start": start})
        assert env.game.view() == before.view()
    env.reset(options={"start": tmp_path / "one.game"})
    assert env.game.view() == game.view()


def test_a_scenario_is_played_with_the_book_of_the_env():
    blank = Scenario()
    env = altered_v0.raw_env(cards=blank.cards)
    table = Scenario(book=env.book)
    table.player("A").hand("Foundry Armorer R1", "Kappa").mana(4)
    table.player("B").hero_expedition("Ordis Trooper C", boosts=1).mana(4)
    table.begin("afternoon", first="A")
    env.reset(options={"start": table})
    assert env.agent_selection == "player_0"
    assert any("Foundry Armorer" in label for label in env.labels().values())
    assert "Ordis Trooper" in env.show("player_1") and "Kappa" not in env.show("player_1")
    with pytest.raises(ValueError, match=r"Scenario\(book=env\.unwrapped\.book\)"):
        other = Scenario()
        other.player("A").hand("Kappa").mana(4)
        other.begin("afternoon", first="A")
        env.reset(options={"start": other})
    with pytest.raises(ValueError, match="missing from the book: Filler"):
        Scenario(book=altered_v0.raw_env().book).begin("afternoon")


def test_a_game_of_a_batch_begins_anew_after_one():
    vec = make_vec(2, seed=1, threads=1, day_limit=1)
    game = played(6)
    vec.begin(1, game)
    assert vec.decisions.tolist() == [0, 6]
    assert vec.decks(1) == () and len(vec.decks(0)) == 2
    while not vec.truncated[1]:
        vec.step(vec.mask.argmax(axis=1))
    assert vec.last["decks"][1].tolist() == [-1, -1]
    assert len(vec.decks(1)) == 2


def test_one_seat_begins_at_one_and_the_learner_decides():
    env = gymnasium.make("Altered-v0", seat="player_1").unwrapped
    game = played(7)
    _, info = env.reset(seed=1, options={"start": game})
    assert info["decisions"] >= 7
    assert env.game.decider == 1
    assert env.question == env.game.question
    assert sorted(env.labels()) == np.flatnonzero(env.action_masks()).tolist()
    assert env.show() == env.show("player_1") == env.game.show("B")
    assert env.show("player_0") == env.game.show("A")


def test_decks_at_reset_by_agent_and_by_function(env):
    env.reset(options={"decks": {"player_0": "lyra", "player_1": decks.starter("muna")}})
    assert [deck.name for deck in env.game.story.decks] == ["lyra", "muna"]
    env.reset(seed=1, options={"decks": lambda rng: [decks.starter("yzmir")] * 2})
    assert [deck.name for deck in env.game.story.decks] == ["yzmir", "yzmir"]
    one = gymnasium.make("Altered-v0", seat="player_1").unwrapped
    one.reset(seed=1, options={"decks": {"player_0": "lyra", "player_1": "muna"}})
    assert [deck.name for deck in one.game.story.decks] == ["lyra", "muna"]


def test_words_by_agent_everywhere(env):
    env.reset(seed=1)
    assert env.show("player_1") == env.game.show("B")
    assert env.show() == env.game.show()
    assert env.question == env.game.question
    vec = make_vec(2, seed=1, threads=1)
    assert vec.show(1, "player_1") == vec.game(1).show("B")
    assert vec.show(0) == vec.game(0).show(int(vec.seat[0]))
    assert sorted(vec.labels(1)) == np.flatnonzero(vec.mask[1]).tolist()
    with pytest.raises(ValueError, match="no agent is called 'player_2'"):
        env.show("player_2")


@pytest.mark.parametrize(
    ("start", "error", "says"),
    [
        (lambda: 7, TypeError, "found 7"),
        (lambda: "nowhere.game", ValueError, "start: nowhere.game"),
        (lambda: Replay.of(played(3)), ValueError, "a replay of 3 decisions: name one"),
        (lambda: (played(3), 4), ValueError, "decision 4 of a replay of 3"),
        (lambda: (played(3).resample("A", 1), 0), ValueError, "earlier decisions"),
        (
            lambda: Game.start("axiom", "bravos", "lyra", "muna", format="free_for_all", seed=0),
            ValueError,
            "a game of 4 players, expected 2",
        ),
    ],
)
def test_positions_that_are_wrong_are_named(env, start, error, says):
    with pytest.raises(error, match=says):
        env.reset(options={"start": start()})


def test_a_position_has_its_decks(env):
    with pytest.raises(ValueError, match="already has decks"):
        env.reset(options={"start": played(1), "game_seed": 1})
    short = altered_v0.raw_env(day_limit=1)
    late = played(0)
    while late.day < 2:
        late.act(late.legal_actions()[-1])
    with pytest.raises(ValueError, match="would be cut off at once"):
        short.reset(options={"start": late})


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            {"rules": "5.0"},
            "format='standard', rules='2024.09'; the env has format='standard', rules='5.0'",
        ),
        (
            {"format": "booster_war"},
            "a game of format='standard'.*the env has format='booster_war'",
        ),
    ],
)
def test_a_position_of_another_format_or_other_rules_is_refused(options, says):
    one = altered_v0.raw_env(**options)
    with pytest.raises(ValueError, match=says):
        one.reset(options={"start": played(3)})
    vec = make_vec(1, threads=1, **options)
    before = vec.observation.copy()
    with pytest.raises(ValueError, match=says):
        vec.begin(0, played(3))
    assert np.array_equal(before, vec.observation)


def test_a_world_of_a_closed_seat_is_a_start():
    """The env's option `lists` says what is seen, as in any other game of it."""
    world = played(7).seat(0).closed().world(seed=3)
    for lists in ("open", "closed"):
        env = altered_v0.raw_env(decks="starters", view="compact", lists=lists)
        env.reset(options={"start": world})
        seen = env.observe("player_0")["observation"]
        assert bool(seen["unseen_counts"][1:].any()) == (lists == "open")
        assert env.game.view(0) == world.view(0)
