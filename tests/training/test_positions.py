"""Positions in which it is plain what is right: each can be solved, and not by just anything."""

from __future__ import annotations

import pytest

from training import positions
from training.positions import POSITIONS, Position, share_solved, solves


def test_there_are_some_and_no_two_alike():
    assert len({position.says for position in POSITIONS}) == len(POSITIONS) >= 30
    assert sum(position.wrong for position in POSITIONS) >= 5


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_a_position_can_be_solved_and_missed(number):
    """Random play does what is right with some seed, and with another does not."""
    found = set()
    for seed in range(60):
        found.add(solves("random", POSITIONS[number], seed))
        if len(found) == 2:
            break
    assert found == {True, False}, POSITIONS[number].says


def test_passing_does_not_hold_what_must_be_held():
    must = [p for p in POSITIONS if p.their_way == positions.NEAR]
    assert len(must) >= 5
    for position in must:
        table = position.table()
        table.act("A", "pass")
        assert not position.solved(table.game), position.says


def test_a_share_is_of_the_seeds():
    easy = Position("nothing can be missed", lambda game: True, "Two")
    hard = Position("nothing is right", lambda game: False, "Two")
    assert share_solved("random", [easy, hard], seeds=2) == [1.0, 0.0]


def test_what_each_agent_solves_is_printed(capsys, monkeypatch):
    monkeypatch.setattr(positions, "POSITIONS", (POSITIONS[0], POSITIONS[19]))
    assert positions.main(["greedy", "--seeds", "1"]) == 0
    said = capsys.readouterr().out
    assert "2 positions, in 1 of which the natural move is wrong; 1 seeds each." in said
    assert said.splitlines()[-1].startswith("greedy ") and said.count("%") == 2
    assert positions.main(["gredy"]) == 2
    assert "did you mean 'greedy'" in capsys.readouterr().out
    assert positions.main(["--seeds", "0"]) == 2
    assert "--seeds is 1 or more" in capsys.readouterr().out
