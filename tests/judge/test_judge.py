"""The judge: shares, losses, toss-ups, and win probabilities of both players."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest

from altered_env import Game
from altered_env.agents import make
from altered_env.agents.judge import CERTAIN, Calibration, Judge, group_of, rate
from altered_env.agents.judge_words import about_decision, about_options
from altered_env.arena.line_files import add_lines
from altered_env.game.seat import Seat
from tests.judge.calibration import (
    BEGIN,
    END,
    PAGE,
    PLOT,
    POSITIONS,
    Position,
    begun,
    fitted,
    jumps,
    pilots_of,
    reliability_of,
    report,
    write,
)


@pytest.fixture(scope="module")
def judge():
    return Judge(seeds=(1, 2), worlds=3)


@pytest.fixture(scope="module")
def game():
    game = Game.start("axiom", "bravos", seed=3)
    player = make("net:v3", seed=1)
    while game.day < 2 or len(game.legal_actions()) < 3:
        game.act(player.act(game.seat()))
    return game


def test_the_best_answer_is_the_one_the_search_prefers(judge, game):
    verdict = judge.options(game.seat())
    assert verdict.worlds == 6 and verdict.best.loss == 0.0
    assert sum(one.share for one in verdict.rated) == pytest.approx(1.0)
    for one in verdict.rated:
        assert one.low - 1e-9 <= one.share <= one.high + 1e-9 and one.loss_low <= one.loss_high
        assert len(one.moves) == 4
    assert judge.options(game.seat()) == verdict, "the same each time"


def test_unlikely_answers_are_judged(judge, game):
    """All of them, identical copies as one, though the network finds most all but impossible."""
    seat = game.seat()
    chances = make("net:v4").chances(seat)
    assert sum(chance < 1e-5 for chance in chances.values()) >= 1
    assert len(judge.options(seat).rated) == len({group_of(option) for option in seat.choices()})


def test_a_judge_without_rollouts_is_refused():
    with pytest.raises(ValueError, match="a judge is a rollout agent, found rules"):
        Judge(name="rules")


def test_a_decision_that_the_network_would_not_think_of_is_judged_too(judge, game):
    for action in game.legal_actions():
        assert judge.options(game.seat(), action).of(action) is not None


def test_what_is_hidden_from_a_player_does_not_change_its_hint(judge, game):
    """A seat whose hidden cards are others gets the same hint."""
    seat = game.seat()
    other = Seat(seat.world(77), game.decider)
    assert other.view == seat.view
    assert judge.options(other) == judge.options(seat)
    assert judge.expected_by(other) == judge.expected_by(seat)


def test_half_of_the_worlds_choose_and_the_other_half_judges():
    """Of answers of equal value none is far behind, however noisy the values are."""
    noise = np.random.default_rng(1).normal(0, 0.5, (8, 4000))
    for one in rate(noise, np.zeros(8)):
        assert one.loss < 0.03 and one.grade == "best"
    flattered = (noise.mean(axis=1).max() - noise.mean(axis=1)).max() / 2
    assert flattered > 0, "the maximum of the same values is"


def test_what_cannot_be_told_apart_is_a_toss_up():
    chance = np.random.default_rng(2).normal(0, 0.1, (1, 64))
    close = rate(np.concatenate([chance, chance + 0.001 * np.sign(chance)]), np.zeros(2))
    assert min(one.certainty for one in close) < CERTAIN
    far = rate(np.concatenate([chance, chance - 0.3]), np.zeros(2))
    assert far[1].certainty > CERTAIN and far[1].grade == "blunder" and far[0].grade == "best"


def test_words_name_the_worlds_and_the_loss(judge, game):
    verdict = judge.options(game.seat())
    said = about_options(verdict, game.seat())
    assert "worlds" in said[0] and said[0][0] in "A“"
    for one in verdict.rated:
        assert about_decision(verdict, one.action, game)


def test_both_players_count_alike(judge, game):
    """What a player expects of itself and what the other expects add up to nothing new: the value
    of the position is the same whoever decides."""
    assert -1 <= judge.expected(game) <= 1
    seats = [game.seat(player) for player in (0, 1)]
    values = [judge._values.of(seat, judge._worlds) for seat in seats]
    assert judge.expected(game) == pytest.approx((values[0] - values[1]) / 2)
    assert -1 <= judge.expected_by(game.seat()) <= 1


def test_a_finished_game_is_worth_its_result(judge):
    game, players = begun(2)
    while not game.over:
        seat = game.seat()
        game.act(players[seat.player].act(seat))
    assert judge.expected(game) == (1.0 if game.winner == 0 else -1.0)


def test_calibration_is_symmetric_and_fitted_to_results():
    curve = Calibration(1.4, "v3", 10)
    assert curve.chance(0.3) + curve.chance(-0.3) == pytest.approx(1.0)
    chance = np.random.default_rng(3)
    values = chance.uniform(-0.9, 0.9, 4000)
    won = chance.random(4000) < [Calibration(1.7, "", 0).chance(value) for value in values]
    assert fitted(values, won) == pytest.approx(1.7, abs=0.15)
    good = next(report("x", [0.8] * 10, [1] * 8 + [0] * 2))
    bad = next(report("x", [0.8] * 10, [1] * 2 + [0] * 8))
    assert good.endswith("error 0.000") and bad.endswith("error 0.600")


def test_plot_and_table_are_written_from_positions(tmp_path):
    """So no figure of them is typed: won against forecast, in groups, of curve and hint."""
    chance = np.random.default_rng(5)
    reports = tmp_path / "reports"
    reports.mkdir()
    (tmp_path / "images").mkdir()
    rows = [
        Position(seed, pilots_of(seed), value, -value, float(chance.random() < (value + 1) / 2))
        for seed, value in enumerate(np.linspace(-0.95, 0.95, 400).tolist())
    ]
    add_lines(reports / POSITIONS, [asdict(row) for row in reversed(rows)])
    (reports / PAGE).write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    write(reports)
    page = (reports / PAGE).read_text()
    assert page.startswith("before\n") and page.endswith("\nafter\n") and "old" not in page
    assert "400 positions, one a game: 200 of" in page
    curve, hint = reliability_of(rows, "curve"), reliability_of(rows, "hint")
    assert curve.error < 0.06 < 0.4 < hint.error and curve.brier < curve.coin < hint.brier
    assert f"| curve, by both hands | {curve.brier:.3f} |" in page
    drawing = (reports / PLOT).read_text()
    assert drawing.count("<circle") == 3 and "hint, by one hand" in drawing
    (reports / PAGE).write_text("a page without marks")
    with pytest.raises(ValueError, match="is missing"):
        write(reports)
    (reports / POSITIONS).write_text("")
    with pytest.raises(ValueError, match="has no positions"):
        write(reports)


def test_changes_of_the_curve_are_sorted_by_who_decides(judge, monkeypatch):
    """A value that is of the player to move would be told by another ratio."""
    monkeypatch.setattr(judge, "expected", lambda game: 0.9 if game.decider else -0.9)
    other, same = jumps(1, judge)
    assert min(other) > 0.5 and max(same) == 0.0
