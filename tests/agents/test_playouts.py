"""Win probabilities from playouts, as in four-player games."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from altered_env import Game
from altered_env.agents import make
from altered_env.agents.judging import Judges, moments, outcome
from altered_env.agents.playouts import MOMENTS, Playouts
from altered_env.cli import main
from altered_env.game.replay import Replay

NAMES = ("axiom", "bravos", "lyra", "muna")
FEW = Playouts("greedy", games=2)


def record(form, seed=3, after=0):
    """A game of four, up to this many decisions."""
    game = Game.start(*NAMES, seed=seed, format=form)
    player = make("greedy", seed=seed)
    while not game.over and (not after or len(game.story.actions) < after):
        game.act(player.act(game.seat()))
    return Replay.of(game)


@pytest.fixture(scope="module")
def whole():
    return record("free_for_all")


@pytest.mark.parametrize(("form", "sides"), [("two_against_two", 2), ("free_for_all", 4)])
def test_each_side_has_a_chance_and_they_sum_to_one(form, sides):
    *_, game = record(form, after=40).steps()
    before = game.state_hash()
    found = FEW.chances(game, seed=1)
    assert len(found) == sides and sum(found) == pytest.approx(1)
    assert FEW.chances(game, seed=1) == found and game.state_hash() == before


def test_they_are_the_same_in_worlds_that_who_decides_cannot_tell_apart():
    *_, game = record("two_against_two", after=60).steps()
    other = game.resample(game.decider, seed=9)
    assert other != game
    assert FEW.chances(other, seed=2) == FEW.chances(game, seed=2)


def test_who_wins_is_the_likeliest_shortly_before_the_end(whole):
    *_, end = whole.steps()
    game = next(islice(whole.steps(), len(whole.actions) - 2, None))
    found = Playouts("greedy", games=8).chances(game, seed=1)
    assert found.index(max(found)) == outcome(end).index(1.0)


def test_what_nobody_wins_says_nothing():
    game = Game.start(*NAMES, seed=1, format="free_for_all", day_limit=1)
    assert FEW.chances(game, seed=1) == ()
    while not game.over:
        game.act(game.legal_actions()[0])
    assert FEW.chances(game, seed=1) == outcome(game) == ()


@pytest.mark.parametrize("decisions", [1, 24, 25, 100, 999])
def test_moments_are_few_however_long_a_game_is(decisions):
    found = [n for n in range(decisions) if Playouts.is_moment(n, decisions)]
    assert found[0] == 0 and min(decisions, MOMENTS / 2) <= len(found) <= MOMENTS


@pytest.fixture(scope="module")
def judges(whole):
    """Such as have judged a game already."""

    class Known(Judges):
        def of(self, replay):
            assert replay == whole
            return iter(found)

    known = Known(None, None, FEW)
    found = list(Judges.of(known, whole))
    return known


def test_a_game_of_four_is_judged_from_its_moments(whole, judges):
    for judged in judges.of(whole):
        moment = Playouts.is_moment(judged.number, len(whole.actions))
        assert len(judged.chances) == (4 if moment else 0)
    said = judges.evaluated(4)
    assert "2 times" in said and "greedy" in said and f"{FEW.error:.0%}" in said
    assert judges.swing > FEW.error
    assert isinstance(Judges.here(4).playouts, Playouts) and Judges.here(2).playouts is None


def test_only_what_is_more_than_the_error_is_a_swing():
    chances = [(0.3, 0.7), (), (0.45, 0.55), (), (), (0.2, 0.8)]
    assert moments(chances, least=0.2) == [2]
    assert moments(chances, least=0.1) == [0, 2]


def test_the_page_of_four_has_the_curve_and_says_how_it_was_made(
    whole, judges, tmp_path, monkeypatch
):
    monkeypatch.setattr(Judges, "here", lambda players: judges)
    whole.save(tmp_path / "game.json")
    page = tmp_path / "game.html"
    assert main(["replay", str(tmp_path / "game.json"), "--html", str(page)]) == 0
    text = page.read_text()
    assert judges.evaluated(4) in text and '"sides": ["A", "B", "C", "D"]' in text
    data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    told = [judged.chances for judged in judges.of(whole)]
    assert [tuple(frame["w"]) for frame in data["frames"]][:-1] == told
    assert sorted(data["frames"][-1]["w"]) == [0, 0, 0, 1], "the end is certain"
    assert len(text.encode()) < 2_000_000
