"""Constructed lists chosen by games."""

from __future__ import annotations

import gzip

import pytest

from altered_env import cli
from altered_env.arena.workers import Workers
from altered_env.cardstats import choosing_lists
from altered_env.cardstats.choosing_lists import Choice, choose, to_choose
from altered_env.decks.constructing import for_bench, lists, plan, read


@pytest.fixture
def short(monkeypatch):
    """A plan of three lists, one of them for the bench."""
    one = next(iter(for_bench()))
    some = [one, *(listing for listing in plan() if listing not in for_bench())][:3]
    monkeypatch.setattr(choosing_lists, "plan", lambda: some)
    return some


def test_lists_are_chosen_and_resumed(short, tmp_path):
    choice, log = Choice(seed=2, tries=3, deals=2, players=("greedy", "random")), tmp_path / "l"
    told = []
    with Workers(1) as workers:
        made = choose(choice, workers, log)
        assert choose(choice, workers, log, lambda *said: told.append(said)) == made
        assert told == [(2, 2)]
        log.write_text(log.read_text().splitlines(keepends=True)[0])
        assert choose(choice, workers, log) == made
    assert [one.deck.name for one in made] == [listing.name for listing in short]
    assert [one.use for one in made] == ["bench", "training", "training"]
    candidates = [[choice.candidate(listing, k) for k in range(3)] for listing in to_choose()]
    assert all(one.deck in some for one, some in zip(made[1:], candidates, strict=True))
    assert made[0] in lists(), "the bench's lists stay as they are"


def test_games_are_counted(short, monkeypatch):
    choice, played = Choice(tries=3, deals=2, players=("random",)), []
    play = choosing_lists.play
    monkeypatch.setattr(
        choosing_lists,
        "play",
        lambda some, **given: played.append(len(some)) or play(some, **given),
    )
    with Workers(1) as workers:
        choose(choice, workers)
    assert sum(played) == choice.games * len(to_choose())


def test_the_command_writes_a_file_of_lists(short, tmp_path, capsys):
    out = tmp_path / "lists.tsv.gz"
    given = ["decks", "construct", "--tries", "1", "--jobs", "1", "--out", str(out), "--quiet"]
    assert cli.main(given) == 0
    assert "3 lists written to" in capsys.readouterr().out
    assert len(read(gzip.decompress(out.read_bytes()).decode())) == 3
    for wrong, says in (
        (["--tries", "0"], "tries must be 1 or more, found 0"),
        (["--agents", "nobody"], "no agent is called 'nobody'"),
    ):
        assert cli.main([*given, *wrong]) == 2
        assert says in capsys.readouterr().err
