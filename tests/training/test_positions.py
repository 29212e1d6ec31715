"""Tactical test positions: each is solvable, but not by every agent."""

from __future__ import annotations

import pytest

from altered_env.train import positions
from altered_env.train.positions import POSITIONS, Position, share_solved, solves
from altered_env.train.positions.natural_is_right import NATURAL_IS_RIGHT
from altered_env.train.positions.natural_is_wrong import NATURAL_IS_WRONG
from altered_env.train.positions.plain_cards import PLAIN

PROVED = (*NATURAL_IS_RIGHT, *NATURAL_IS_WRONG)


def test_there_are_some_and_no_two_alike():
    assert len({position.says for position in POSITIONS}) == len(POSITIONS) >= 60
    assert sum(position.wrong for position in POSITIONS) >= 20


@pytest.mark.parametrize("number", range(len(PLAIN)))
def test_a_position_can_be_solved_and_missed(number):
    """Random play finds the right answer with some seed, and misses it with another."""
    found = set()
    for seed in range(60):
        found.add(solves("random", PLAIN[number], seed))
        if len(found) == 2:
            break
    assert found == {True, False}, PLAIN[number].says


def _let_b(position, game):
    """B gives forced answers only; nothing in the Afternoon, whatever A does."""
    while not position.ended(game) and game.decider != 0:
        assert game.phase != "afternoon", position.says
        game.act(game.legal_actions()[0])


def _after(position, answers):
    """The game after A's answers."""
    table = position.table()
    for answer in answers:
        _let_b(position, table.game)
        turn = answer == "pass" or answer.startswith(("play ", "use "))
        if turn:
            table.act("A", answer)
        else:
            table.choose("A", answer)
    return table.game


def _outcomes(position, game):
    """Whether it is solved at the end for all answers of A from here."""
    found, known, left = set(), set(), [game.clone()]
    while left and len(found) < 2:
        game = left.pop()
        _let_b(position, game)
        if position.ended(game):
            found.add(position.solved(game))
            continue
        if (state := game.state()) in known:
            continue
        known.add(state)
        for action in game.legal_actions():
            following = game.clone()
            following.act(action)
            left.append(following)
    return found


@pytest.mark.parametrize("position", PROVED, ids=lambda position: position.says)
def test_what_is_right_is_so_by_the_rules(position):
    """Played to the end in every way: it is solved after what is right, and never after what is
    natural."""
    assert True in _outcomes(position, _after(position, position.right)), position.why
    assert position.wrong or False in _outcomes(position, _after(position, ()))
    if position.wrong:
        assert _outcomes(position, _after(position, position.natural)) == {False}, position.why


def test_passing_does_not_hold_what_must_be_held():
    must = [p for p in PLAIN if p.their_way == positions.NEAR]
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
    assert "did you mean 'greedy'" in capsys.readouterr().err
    assert positions.main(["--seeds", "0"]) == 2
    assert "--seeds must be 1 or more" in capsys.readouterr().err
