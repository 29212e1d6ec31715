"""Practice of lists: their decks, their pilot, and what that is worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from altered_env import decks
from altered_env.agents import STRONGEST_FAST
from altered_env.arena.pilots import ENDING, list_key, pilot_of, pilots_in
from altered_env.cardstats.metagame.meetings import Meetings
from altered_env.cli import main
from altered_env.train.actor_parts import vec_of
from altered_env.train.learner import Learner
from altered_env.train.practising import ITSELF, Practice, _deal, gains, games_of, write_pilot

AXIOM, FIELD = decks.load("axiom"), (decks.load("muna"), decks.load("lyra"))
PRACTICE = Practice((AXIOM,), FIELD, "net:v1")


def small(out):
    """The options of a run of a second."""
    whole = PRACTICE.config(out, minutes=1, threads=1)
    return replace(whole, games=4, steps=16, minibatch=64, decisions=64, opponents="random")


def test_the_list_is_in_one_seat_and_the_field_in_the_other(tmp_path):
    PRACTICE.write_decks(tmp_path)
    vec = vec_of(small(tmp_path), 12, 1)
    for game in range(12):
        mine, other = vec.decks(game)
        assert list_key(mine) == list_key(AXIOM)
        assert list_key(other) in {list_key(deck) for deck in FIELD}


def test_a_list_that_was_read_as_legal_is_practised(tmp_path):
    """A rare card in the place of an unknown unique card may be one rare card too many."""
    few = Practice((replace(AXIOM, cards=AXIOM.cards[:30]),), FIELD, "net:v1")
    few.write_decks(tmp_path)
    assert vec_of(few.config(tmp_path, minutes=1, threads=1), 4, 1).decks(0)
    with pytest.raises(ValueError, match="at least 39"):
        vec_of(replace(few.config(tmp_path, minutes=1, threads=1), legal=True), 4, 1)


def test_a_pilot_is_found_by_its_list(tmp_path):
    PRACTICE.write_decks(tmp_path / "run")
    learner = Learner(small(tmp_path / "run"), tmp_path / "run")
    learner.train(show=False)
    pilot = tmp_path / f"mine{ENDING}"
    write_pilot(learner, PRACTICE, pilot, 1)
    there = pilots_in(tmp_path)
    renamed = replace(AXIOM, name="other", cards=AXIOM.cards[::-1])
    assert pilot_of(renamed, there, "greedy") == f"net:{pilot}"
    assert pilot_of(FIELD[0], there, "greedy") == "greedy"
    plan = Meetings((AXIOM, FIELD[0]), (f"net:{pilot}", "random"))
    one, two = plan.matches((0, 1, 0))[:2]
    assert one.agents == two.agents[::-1] and one.agents[0] == f"net:{pilot}"
    found = gains(PRACTICE, f"net:{pilot}", 2, jobs=1)
    assert [row.against for row in found] == ["net:v1", "rules", "greedy", ITSELF]
    assert games_of(2) == 32 and all(row.change.deals == 2 for row in found)


def test_nothing_practised_changes_nothing():
    assert all(row.change.mean == 0 for row in gains(PRACTICE, "net:v1", 2, jobs=1))


def test_the_lists_of_a_folder_share_a_pilot(tmp_path, capsys):
    team = tmp_path / "team"
    team.mkdir()
    for deck in (AXIOM, *FIELD):
        (team / f"{deck.name}.txt").write_text(deck.to_text())
    line = ["decks", "practise", str(team), "--minutes", "0.01", "--deals", "6", "--jobs", "1"]
    assert main([*line, "--start", "net:v1"]) == 0
    said = capsys.readouterr().out
    assert "3 lists practised" in said and "Win rates of 3 lists against the field" in said
    there = pilots_in(tmp_path)
    assert there == {list_key(deck): f"net:{tmp_path / 'team'}{ENDING}" for deck in (AXIOM, *FIELD)}
    together = Practice((AXIOM, *FIELD), (AXIOM, *FIELD), "net:v1")
    dealt = [tuple(next(_deal(together, "a", "b", number)).decks) for number in range(6)]
    assert len({(mine.name, other.name) for mine, other in dealt}) == 6
    assert all(mine != other for mine, other in dealt)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["axiom", "--minutes", "0"], "--minutes must be above 0"),
        (["axiom", "--start", "greedy"], "--start greedy: expected a network"),
        (["axiom", "--field", "muna"], "a field needs two or more decks"),
        (["axiom", "--out", "mine.bin"], "a pilot's name ends in .pilot.safetensors"),
        (["axiom", "--start", "net:nowhere.safetensors"], "No such file"),
        (["axim"], "did you mean 'axiom'"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["decks", "practise", "--jobs", "1", *arguments]) == 2
    assert says in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_validate_gives_lists_their_pilots(tmp_path):
    from altered_env.cardstats.validity.deck_games import PRACTISED, Plan
    from altered_env.cli.validate import with_pilots

    class Listed:
        deck = AXIOM

    plan = Plan({"mine": Listed(), "other": type("Other", (), {"deck": FIELD[0]})()}, {})
    with_them = with_pilots(plan, {list_key(AXIOM): "net:mine"})
    assert with_them.player(PRACTISED, "mine") == "net:mine"
    assert with_them.player(PRACTISED, "other") == STRONGEST_FAST
    assert with_them.player("greedy", "mine") == "greedy"
    with pytest.raises(ValueError, match="no list has a pilot"):
        with_pilots(plan, {"other": "net:x"})
