"""Built decks against people's best lists: which list is the best, and the command."""

from __future__ import annotations

import json
from datetime import date
from random import Random

import pytest

from altered_env import decks
from altered_env.arena import ledger as ledgers
from altered_env.arena.match import Played
from altered_env.cardstats.building_decks import against_people
from altered_env.cardstats.building_decks.against_people import tasks_of
from altered_env.cardstats.validity.people import PlayedList
from altered_env.decks.deck import official
from altered_env.formats.dated import seasons

FIRST, SECOND = (seasons()[number].start for number in (1, 2))


def played(name, place, day=FIRST, deck="axiom", illegal=()):
    return PlayedList(name, "cup", day, (), decks.starter(deck), 0, False, illegal, place=place)


def test_the_best_list_has_the_best_place_in_a_season():
    lists = [
        played("a", "9-16"),
        played("b", "5-8"),
        played("c", "5-8", SECOND),
        played("d", "group stage"),
        played("e", "1", illegal=("60 cards",)),
        played("f", "1", date(2024, 1, 1)),
        played("g", "", SECOND),
        played("h", "1", deck="muna"),
        played("i", "2", deck="muna"),
    ]
    (task,) = tasks_of(lists)
    assert (task.best.name, task.season, task.lists) == ("c", 2, 4)
    assert task.format == "standard:season=2"


@pytest.fixture
def people(tmp_path):
    there = tmp_path / "people"
    there.mkdir()
    rows = [
        {
            "name": f"list {name} {k}",
            "hero": official(decks.starter(name).hero),
            "cards": [[n, official(c)] for c, n in decks.starter(name).counted.items()
                      if c.type != "hero"],
            "date": str(FIRST),
            "event": "cup (online)",
            "place": place,
        }
        for name, places in (("axiom", ("1", "5-8", "group stage")), ("muna", ("2",)))
        for k, place in enumerate(places)
    ]  # fmt: skip
    (there / "decks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (there / "uniques.jsonl").write_text("")
    return there


def test_a_deck_is_built_judged_and_resumed(people, tmp_path, monkeypatch, capsys):
    """The judges' games are against the list of people alone, which the search never met."""
    met = []

    def play(matches, rules="2024.09", book=None):
        found = []
        for match in matches:
            met.append((match.agents[0], match.decks[0].name, match.decks[1].name))
            won = Random(f"{match.seed}/{match.decks[0].name}").random() < 0.5
            found.append(Played(0 if won else 1, 0, 7, 200))
        return found

    monkeypatch.setattr(ledgers, "play", play)
    out = tmp_path / "out"
    command = [str(people), "--out", str(out), "--agent", "greedy", "rules", "--judges", "random",
               "--games", "1", "--deals", "4", "--jobs", "1"]  # fmt: skip
    against_people.main(command)
    said = capsys.readouterr().out
    assert "Sierra & Oddball" in said and "1 win half" not in said.partition("\n")[0]
    best = {name for agent, *names in met if agent == "random" for name in names}
    assert "list axiom 0" in best and "list muna 0" not in best
    searched = [names for agent, *names in met if agent != "random"]
    assert all("list axiom 0" not in names for names in searched if "list muna 0" in names)
    assert {agent for agent, *names in met if "list muna 0" in names} == {"greedy", "rules"}
    assert "Searched with greedy and rules" in said
    rows = [json.loads(line) for line in (out / "against_people.jsonl").read_text().splitlines()]
    assert [row["judge"] for row in rows] == ["greedy", "rules", "random"]
    assert all(row["low"] <= row["won"] <= row["high"] for row in rows)
    assert not any("list axiom" in str(value) for row in rows for value in row.values())
    (deck,) = out.glob("*.txt")
    assert decks.load(deck).hero == decks.starter("axiom").hero
    done = len(met)
    against_people.main(command)
    assert len(met) == done and "Sierra" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--games", "0"], "--games must be 1 or more"),
        (["--heroes", "nobody"], "no such Hero has 3 legal lists"),
        (["--agent", "frog"], "frog"),
    ],
)
def test_wrong_options_are_refused(people, tmp_path, capsys, more, says):
    with pytest.raises(SystemExit):
        against_people.main([str(people), "--out", str(tmp_path / "out"), *more])
    assert says in capsys.readouterr().err
