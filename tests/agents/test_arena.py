"""The arena: paired games, reproducible from a seed and resumable; ratings with intervals."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from types import SimpleNamespace

import polars
import pytest

from altered_env import decks
from altered_env.agents import STRONGEST, STRONGEST_FAST
from altered_env.agents.net_weights import NetWeights
from altered_env.arena import pairings
from altered_env.arena.deck_sets import deck_set
from altered_env.arena.pairings import Arena, Outcome, load, play_one, run, timeless
from altered_env.arena.ratings import bradley_terry, wilson
from altered_env.cli import arena, arena_promises, main
from altered_env.cli.arena import table

PLAN = Arena(("greedy", "random"), ("axiom", "muna"), games=8, seed=3)


def plain(rows):
    """The games without the time they took."""
    return [timeless(row) for row in rows]


def test_games_come_in_pairs_that_differ_in_seats():
    even, odd = (play_one(PLAN, "greedy", "random", n) for n in (2, 3))
    assert (even.agent_a, even.agent_b) == (odd.agent_b, odd.agent_a) == ("greedy", "random")
    assert (even.deck_a, even.deck_b, even.seed) == (odd.deck_a, odd.deck_b, odd.seed)
    assert even.first == odd.first


def test_a_seed_gives_one_arena():
    assert plain(run(PLAN, jobs=1)) == plain(run(PLAN, jobs=1))
    assert plain(run(PLAN, jobs=1)) != plain(run(replace(PLAN, seed=4), jobs=1))


def test_an_arena_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    path = tmp_path / "games.jsonl"
    whole = plain(run(PLAN, jobs=1, kept=path))
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:5], lines[5][:40]]) + "\n")
    assert len(load(path)) == 5
    played = []

    def counted(plan, one, two, number):
        played.append(number)
        return play_one(plan, one, two, number)

    monkeypatch.setattr(pairings, "play_one", counted)
    assert plain(run(PLAN, jobs=1, kept=path)) == whole
    assert played == [5, 6, 7]


def test_an_arena_ends_when_it_is_sure_enough(monkeypatch):
    monkeypatch.setattr(pairings, "ROUND", 4)
    assert len(run(replace(PLAN, games=40), jobs=1, until=0.3)) < 40


def test_intervals():
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(85, 100)
    assert 0.76 < low < 0.78 and 0.90 < high < 0.92
    assert wilson(50, 100)[1] - wilson(50, 100)[0] > wilson(500, 1000)[1] - wilson(500, 1000)[0]


def test_ratings_follow_the_wins():
    # 0 beats 1 three times in four, and so does 1 against 2
    ratings = bradley_terry([[0, 750, 900], [250, 0, 750], [100, 250, 0]])
    assert ratings[0].elo - ratings[1].elo == pytest.approx(190, abs=6)
    assert ratings[1].elo - ratings[2].elo == pytest.approx(190, abs=6)
    assert sum(r.elo for r in ratings) == pytest.approx(0, abs=1e-6)
    assert all(r.low < r.elo < r.high for r in ratings)
    wide = bradley_terry([[0, 75], [25, 0]])[0]
    narrow = bradley_terry([[0, 7500], [2500, 0]])[0]
    assert narrow.high - narrow.low < (wide.high - wide.low) / 5
    assert bradley_terry([[0, 10], [0, 0]])[0].elo < 1000


def test_the_table_says_what_it_holds_for():
    said = table(PLAN, run(PLAN, jobs=1))
    assert "8 games, seed 3, rules 2024.09, decks axiom, muna" in said
    assert "greedy beats random" in said and "s/decision" in said
    assert "The first player of day one wins" in said and "A game takes" in said


def made_up(one, two, seconds):
    """Games of two that were never played, of ten decisions each, each taking so long."""
    return [
        Outcome(
            *(one, two, n, one, two, "axiom", "muna", 1, "2024.09", 0, 0, 5, 20, 10, 10),
            *(10 * each, 10 * each),
        )
        for n, each in enumerate(seconds)
    ]


def test_names_are_whole_in_the_table():
    names = tuple(f"search:v1,iterations={number}" for number in (100, 1000))
    lines = table(replace(PLAN, agents=names), made_up(*names, [0.1] * 4)).splitlines()
    rows = [line for line in lines if line.startswith("search:v1")]
    assert [row.split()[0] for row in rows] == [names[0], *names]
    found = re.compile(r" +-?\d+ +-?\d+ - -?\d+ +0\.10000")
    assert all(found.fullmatch(row.removeprefix(n)) for n, row in zip(names, rows[1:], strict=True))
    header = next(line for line in lines if "s/decision" in line)
    assert len(header) == len(rows[1]) == len(rows[2])
    longer = "cmd:python " + 70 * "x"
    assert longer in table(replace(PLAN, agents=(longer, "rules")), made_up(longer, "rules", [1]))


@pytest.mark.parametrize("seconds", [[30.0, 0.25], [30.0, 0.25, 0.25, 0.25]])
def test_what_is_compiled_in_a_first_game_is_no_time_of_a_decision(seconds):
    said = table(PLAN, made_up("greedy", "random", seconds))
    assert [line.split()[-1] for line in said.splitlines() if "0.25" in line] == ["0.25000"] * 2


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        ("rollout:v2", True),
        ("search", True),
        ("ismcts:look=2", True),
        ("ismcts@1", True),
        ("search:v1,ms=5", True),
        ("mine.py:Mine:ms=5", True),
        ("rollout:v2,rollouts=2", False),
        ("search:v1,iterations=2", False),
        ("ismcts@1:iterations=3", False),
        ("greedy", False),
        ("cmd:python bot.py", False),
    ],
)
def test_it_is_said_where_milliseconds_count(capsys, monkeypatch, agent, told):
    monkeypatch.setattr(arena, "table", lambda *_: "")
    monkeypatch.setattr(arena, "announce", lambda *_, **__: None)
    monkeypatch.setattr(arena, "play_arena", lambda *_: [])
    monkeypatch.setattr(
        arena, "Arena", lambda agents, *_: SimpleNamespace(agents=agents, pairs=[1], format="")
    )
    assert main(["arena", agent, "random", "--games", "2", "--quiet"]) == 0
    assert ("Results with ms= depend on the machine" in capsys.readouterr().out) == told


def test_help_names_the_networks_and_three_tables(capsys):
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert all(name in said for name in (STRONGEST, STRONGEST_FAST))
    assert "three tables" in said and "two tables" not in said


def test_the_command(capsys, tmp_path):
    out = tmp_path / "games.jsonl"
    arguments = ["arena", "greedy", "random", "--games", "2", "--jobs", "1", "--decks", "axiom"]
    assert main([*arguments, "--out", str(out)]) == 0
    assert "2 games, secret seeds" in capsys.readouterr().out
    assert len(load(out)) == 2


def test_games_are_kept_as_a_table_that_is_gone_on_from(capsys, tmp_path, monkeypatch):
    out = tmp_path / "new" / "games.parquet"
    arguments = ["arena", "greedy", "random", "--jobs", "1", "--decks", "axiom"]
    assert main([*arguments, "--games", "4", "--out", str(out)]) == 0
    assert f"The games are in {out}." in capsys.readouterr().out
    rows = polars.read_parquet(out)
    assert rows.columns == [field.name for field in fields(Outcome)]
    assert rows["agent_a"].to_list() == ["greedy", "random"] * 2
    played = []

    def counted(plan, one, two, number):
        played.append(number)
        return play_one(plan, one, two, number)

    monkeypatch.setattr(pairings, "play_one", counted)
    out.with_suffix(".jsonl").unlink()  # the table alone is enough
    assert main([*arguments, "--games", "6", "--out", str(out)]) == 0
    assert played == [4, 5]
    assert polars.read_parquet(out)[:4].equals(rows)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["greedy"], "two or more different agents"),
        (["greedy", "random", "--games", "3"], "an even number, found 3"),
        (["greedy", "random", "--games", "0"], "an even number, 2 or more, found 0"),
        (["greedy", "random", "--games", "-2"], "an even number, 2 or more, found -2"),
        (["--strength", "--games", "0"], "an even number, 2 or more, found 0"),
        (["greedy", "random", "--out", "games.csv"], "ends in .jsonl or .parquet"),
        (["greedy", "gredy"], "did you mean 'greedy'"),
        (["greedy", "random", "--decks", "axion"], "did you mean 'axiom'"),
        (["greedy", "random", "--until", "-0.1"], "must be from 0 to 0.5, found -0.1"),
        (["greedy", "random", "--until", "nan"], "must be from 0 to 0.5, found nan"),
        (["--strength", "greedy"], "name none"),
        (["--strength", "--decks", "axiom"], "name none"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, capsys):
    assert main(["arena", *arguments]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("command", ["arena", "simulate", "matchups", "decks improve axiom"])
def test_illegal_decks_are_refused_with_a_reason_each(command, tmp_path, capsys):
    (tmp_path / "short.txt").write_text("Hero: Sierra & Oddball\n4 Kelon Burst C\n")
    (tmp_path / "none.txt").write_text("3 Kelon Burst C\n")
    sets = f"axiom,{tmp_path / 'short.txt'},{tmp_path / 'none.txt'}"
    given = {
        "arena": ["greedy", "random", "--games", "2", "--decks", sets],
        "simulate": ["--games", "2", "--decks", sets, "--out", str(tmp_path / "it")],
        "matchups": ["--deals", "1", "--decks", sets],
        "decks improve axiom": ["--opponents", sets],
    }[command]
    assert main([*command.split(), *given, "--jobs", "1"]) == 2
    said = capsys.readouterr().err
    assert "2 decks are illegal" in said and "`altered decks check NAME` lists everything" in said
    for wrong in ("short  4 cards besides the Hero", "none   no Hero", "; and 1 more"):
        assert wrong in said


@pytest.mark.parametrize(
    ("chosen", "form", "count"),
    [
        ("first-games", "first_game", 6),
        ("starters+random:2:1", "standard", 8),
        ("axiom,starters+random:2:1,FOLDER", "standard", 11),
        ("CORE:4:7", "booster_war", 4),
        ("CORE,CORE:4:7", "booster_war", 5),
    ],
)
def test_an_arena_takes_any_pool(chosen, form, count, tmp_path):
    for number in range(2):
        (tmp_path / f"{number}.txt").write_text(decks.random(number).to_text())
    names = deck_set(chosen.replace("FOLDER", str(tmp_path)), form)
    assert len(names) == count
    plan = Arena(("greedy", "random"), names, 2, 1, format=form)
    assert len(run(plan, jobs=1)) == 2


def test_games_with_what_lay_under_a_name_before_are_played_again(tmp_path, monkeypatch):
    """A network that was trained on, a list that was changed, other rules."""
    network, deck, kept = (tmp_path / name for name in ("it.safetensors", "it.txt", "it.jsonl"))
    NetWeights.new(4, 4, seed=1).save(network, {})
    deck.write_text(decks.starter("axiom").to_text())
    played = []

    def counted(plan, one, two, number):
        played.append(number)
        return play_one(replace(plan, agents=("greedy", "random")), "greedy", "random", number)

    def fresh():
        played.clear()
        plan = Arena((f"net:{network}", "random"), (str(deck),), games=2)
        run(plan, jobs=1, kept=kept)
        return len(played)

    def renamed(plan, *given):
        row, name = counted(plan, *given), plan.agents[0]
        mine = {seat: name for seat in ("agent_a", "agent_b") if getattr(row, seat) == "greedy"}
        return replace(row, one=name, **mine)

    monkeypatch.setattr(pairings, "play_one", renamed)
    assert (fresh(), fresh()) == (2, 0)
    NetWeights.new(4, 4, seed=2).save(network, {})
    assert (fresh(), fresh()) == (2, 0)
    deck.write_text(decks.random(5).to_text())
    assert (fresh(), fresh()) == (2, 0)
    monkeypatch.setattr(pairings, "version", lambda: "another")
    assert (fresh(), fresh()) == (2, 0)


def test_a_file_of_something_else_is_not_gone_on_with(tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff\xf9 no text")
    command = ["arena", "greedy", "random", "--games", "2", "--jobs", "1", "--out", str(path)]
    assert main(command) == 2
    assert "games.jsonl is not a file of games" in capsys.readouterr().err
    assert path.read_bytes() == b"\xff\xf9 no text"


def test_a_game_without_end_is_nobodys(monkeypatch):
    monkeypatch.setattr(pairings, "DAYS", 2)
    row = play_one(PLAN, "greedy", "random", 0)
    assert (row.winner, row.days) == (-1, 3)


def test_an_arena_that_is_not_settled_says_so(capsys):
    command = ["arena", "random", "greedy", "--games", "2", "--jobs", "1", "--until"]
    assert main([*command, "0.01"]) == 0
    assert "Not every interval is within ±0.01" in capsys.readouterr().out
    assert main([*command, "0.5"]) == 0
    assert "Not every interval" not in capsys.readouterr().out


def test_games_are_watched_and_shown_again(capsys, tmp_path):
    path = str(tmp_path / "game.json")
    assert main(["watch", "greedy", "random", "--save", path]) == 0
    said = capsys.readouterr().out
    assert "greedy with axiom (A) against random with bravos (B)" in said
    assert "the game is over" in said
    assert main(["replay", path]) == 0
    again = capsys.readouterr().out
    assert "the game is over" in again and "A: play a card" in again
    assert main(["replay", path, "--log"]) == 0
    told = capsys.readouterr().out
    assert "wins on day" in told
    lines = (said + again + told).replace(path, "").splitlines()  # a path is not broken
    assert max(map(len, lines)) <= 80
    for command in (["replay", path], ["replay", path, "--log"]):
        assert main([*command, "--plain"]) == 0
        assert capsys.readouterr().out.isascii()
    assert main(["watch", "random", "random", "--decks", "muna", "yzmir", "--plain"]) == 0
    plain = capsys.readouterr().out
    assert plain.isascii() and max(map(len, plain.splitlines())) <= 80


def test_a_game_that_is_watched_has_colours_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert main(["watch", "random", "random"]) == 0
    said = capsys.readouterr().out
    assert "\x1b[32mF" in said
    assert max(len(re.sub(r"\x1b\[\d*m", "", line)) for line in said.splitlines()) <= 80
    assert main(["watch", "random", "random", "--plain"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_strength_is_shown_in_three_tables_and_goes_on(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(
        arena_promises, "PROMISES", (("greedy", "random", 0.4), ("rules", "greedy", 1))
    )
    monkeypatch.setattr(arena_promises, "BUDGETS", (("ismcts:iterations=2", "rules"),))
    monkeypatch.setattr(arena_promises, "AIMS", (("net:v1", "random", 0.999),))
    out = tmp_path / "new" / "games.jsonl"
    command = ["arena", "--strength", "--games", "8", "--jobs", "1", "--out", str(out)]
    assert main(command) == 1  # nothing is certain after 8 games
    said = capsys.readouterr().out
    rows = [line for line in said.splitlines() if " - " in line]
    assert rows[0].endswith("yes") and rows[1].endswith("NO")
    assert rows[2].startswith("ismcts:iterations=2 - rules")
    assert rows[3].startswith("net:v1 - random") and rows[3].endswith("NO")
    assert "Decks axiom, bravos, lyra, muna, ordis, yzmir; rules 2024.09, seed 0." in said
    assert max(map(len, said.splitlines())) <= 80
    assert len(load(out)) == 8 + 8 + 2 + 8
    assert main(command) == 1
    assert capsys.readouterr().out == said and len(load(out)) == 26
