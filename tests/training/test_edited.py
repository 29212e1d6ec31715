"""Edited and truncated files and full disks: files are named, repaired, or left unchanged."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import typing
from dataclasses import asdict, replace

import polars as pl
import pytest

from altered_env._runtime.atomic_files import write_atomically
from altered_env.arena.ledger import Ledger, Table
from altered_env.arena.line_files import add_lines
from altered_env.arena.pairings import Outcome, load
from altered_env.arena.workers import Workers
from altered_env.cardstats import deals, simulation
from altered_env.cardstats.dataset import reading
from altered_env.cardstats.deals import Deal
from altered_env.cardstats.simulation import Simulation, run
from altered_env.cli import main
from altered_env.train import Config
from altered_env.train.settings import of_file

ROW = Outcome(
    *("greedy", "random", 0, "greedy", "random", "axiom", "muna", 7, "2024.09", 0, 1, 6, 50),
    *(30, 20, 0.5, 0.25),
)


def written(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


# lines


def test_what_a_line_may_say_is_worked_out_once(tmp_path, monkeypatch):
    """A ledger of 40 MB took 25 s to read, most of them for that."""
    asked = []
    hints = typing.get_type_hints
    monkeypatch.setattr(typing, "get_type_hints", lambda kind: asked.append(kind) or hints(kind))
    path = written(tmp_path / "games.jsonl", *(asdict(replace(ROW, number=n)) for n in range(50)))
    assert len(load(path)) == 50
    assert len(asked) <= 1


def test_a_row_behind_a_line_that_was_cut_off_is_kept(tmp_path):
    path = tmp_path / "games.jsonl"
    add_lines(path, [asdict(ROW)])
    with path.open("ab") as file:
        file.write(json.dumps(asdict(replace(ROW, number=1)))[:40].encode())
    assert load(path) == [ROW]
    add_lines(path, [asdict(replace(ROW, number=2))])
    assert [row.number for row in load(path)] == [0, 2]
    path.write_bytes(path.read_bytes()[:-1])  # only the end of the line is missing
    add_lines(path, [asdict(replace(ROW, number=3))])
    assert [row.number for row in load(path)] == [0, 2, 3]
    path.write_text(path.read_text() + '{"one": "gre\n')
    add_lines(path, [asdict(replace(ROW, number=4))])
    assert [row.number for row in load(path)] == [0, 2, 3, 4]


def test_a_line_that_was_cut_off_within_a_letter_does_not_count(tmp_path):
    path = written(tmp_path / "games.jsonl", asdict(ROW))
    path.write_bytes(path.read_bytes() + '{"one": "é'.encode()[:-1])
    assert load(path) == [ROW]
    path.write_bytes(b"\xff\xf9 no text")
    with pytest.raises(ValueError, match="is not a file of games: its byte 0"):
        load(path)


def test_a_file_of_something_else_is_not_added_to(tmp_path):
    path = tmp_path / "letter"
    path.write_text("dear")
    with pytest.raises(ValueError, match="does not hold games"):
        add_lines(path, [asdict(ROW)])
    assert path.read_text() == "dear"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"winner": 7}, "winner is 7; expected -1 to 1"),
        ({"winner": None}, "winner is None; expected a whole number"),
        ({"winner": 0.5}, "winner is 0.5; expected a whole number"),
        ({"first": 2}, "first is 2; expected 0 to 1"),
        ({"days": -3}, "days is -3; expected 0 or more"),
        ({"seconds_a": float("nan")}, "seconds_a is nan; expected a finite number"),
        ({"days": 10**400}, "days is 10{39}; expected a finite number"),
        ({"one": 5}, "one is 5; expected a text"),
        ({"agent_a": "rules"}, "rules against random is not a game between greedy and random"),
        ({"decisions": 51}, "decisions is 51, but 30 \\+ 20 = 50"),
        ({"won": 1}, "no key is called 'won'"),
    ],
)
def test_a_game_of_an_arena_that_was_edited_is_named(changed, why, tmp_path):
    path = written(tmp_path / "games.jsonl", asdict(ROW), asdict(ROW) | changed)
    with pytest.raises(ValueError, match=rf"games\.jsonl, line 2: {why}"):
        load(path)


@pytest.mark.parametrize(
    ("line", "why"),
    [('{"one": "gre', "it is not JSON"), ("[" * 100_000, "nested too deeply")],
)
def test_a_line_in_the_middle_that_is_none_is_named(line, why, tmp_path):
    path = written(tmp_path / "games.jsonl", asdict(ROW))
    path.write_text(path.read_text() + line + "\n" + json.dumps(asdict(ROW)) + "\n")
    with pytest.raises(ValueError, match=f"line 2: {why}; restore the line"):
        load(path)


def test_two_results_of_the_same_game_are_named(tmp_path):
    path = written(tmp_path / "games.jsonl", asdict(ROW), asdict(replace(ROW, seconds_a=9.0)))
    assert len(load(path)) == 2
    written(path, asdict(ROW), asdict(replace(ROW, winner=1)))
    with pytest.raises(ValueError, match="lines 1 and 2: two results of the same game"):
        load(path)


def test_scores_of_a_ledger_that_were_edited_are_named(tmp_path):
    table = Table((simulation.deck_of("axiom"),), "random")
    row = {"table": table.key(), "deck": "d", "deal": "x/1", "score": 0.75}

    def known(*rows):
        with Workers(1, 1) as workers:
            return Ledger(table, workers, written(tmp_path / "it", *rows))._known

    assert known(row, row) == {("d", "x/1"): 0.75}
    for score, why in ((7, "score is 7; expected 0 to 1"), (0.3, "a multiple of a quarter")):
        with pytest.raises(ValueError, match=why):
            known(row, row | {"score": score})
    with pytest.raises(ValueError, match="lines 1 and 2: two scores of deck d in deal x/1"):
        known(row, row | {"score": 0.5})


def test_deals_of_a_study_that_were_edited_are_named(tmp_path):
    deal = Deal("s", 3, (1.0, 0.5), (0.0, 0.0), 6.5)
    path = tmp_path / "deals"
    deals.add(path, [deal])
    assert deals.load(path) == [deal]
    for changed, why in (
        ({"with_card": [1, 0.3]}, "a score is 0.3; expected 0, 0.5 or 1"),
        ({"with_card": [1]}, "with_card is \\[1\\]; expected a list"),
        ({"without": [0, 2]}, "without\\[1\\] is 2; expected 0 to 1"),
        ({"days": "6"}, "days is '6'; expected a number"),
    ):
        with pytest.raises(ValueError, match=f"line 2: {why}"):
            deals.load(written(path, asdict(deal), asdict(deal) | changed))
    with pytest.raises(ValueError, match="lines 1 and 2: two results of deal 3 of study s"):
        deals.load(written(path, asdict(deal), asdict(deal) | {"days": 7}))


# datasets


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A dataset of two parts, of two games each."""
    folder = tmp_path_factory.mktemp("it") / "it"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulation, "PART", 2)
        run(Simulation(("axiom",), ("random",)), 4, folder, jobs=1)
    return folder


@pytest.fixture
def it(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "it")


EDITS = {
    "winner": ("games", pl.lit(7), "holds 7 as 'winner'; expected -1 to 1"),
    "first": ("games", pl.lit(None, pl.Int64), "lacks 'first' in 2 of its 2 rows"),
    "days": ("games", pl.lit(-1), "holds -1 as 'days'; expected 0 to"),
    "agent_a": ("games", pl.lit("me"), "holds 'me', not one of the agents of its plan"),
    "deck_b": ("games", pl.lit("mine"), "holds 'mine', not one of the decks of its plan"),
    "game": ("games", pl.col("game") + 1, "holds games 3 to 4; expected 2 to 3"),
    "player": ("cards", pl.lit(2), "holds 2 as 'player'; expected 0 to 1"),
    "won": ("cards", pl.lit(0.5), "says 0.5 for the result of a copy in game 2"),
    "opening": ("cards", pl.lit(9), "holds 9 as 'opening'; expected 0 to 1"),
    "hand": ("cards", pl.lit("x"), "holds 'hand' as String; expected numbers"),
    "card": ("cards", pl.lit(None, pl.String), "lacks 'card' in"),
}


@pytest.mark.parametrize("column", EDITS)
def test_a_dataset_that_was_edited_is_named(column, it, capsys):
    kind, value, why = EDITS[column]
    path = it / kind / "000001.parquet"
    pl.read_parquet(path).with_columns(value.alias(column)).write_parquet(path)
    assert main(["metrics", str(it), "--least", "1"]) == 2
    said = capsys.readouterr().err
    assert f"{path} {why}" in said and "plays this part again" in said


def test_parts_that_are_doubled_or_swapped_are_named(it):
    for kind in ("games", "cards"):
        one, two = (it / kind / f"00000{n}.parquet" for n in (0, 1))
        two.write_bytes(one.read_bytes())
    said = "holds games 0 to 1; expected 2 to 3"
    with pytest.raises(ValueError, match=said), reading(it):
        pass


def test_a_part_that_was_edited_is_played_again(it, whole, monkeypatch):
    monkeypatch.setattr(simulation, "PART", 2)
    path = it / "games" / "000001.parquet"
    pl.read_parquet(path).with_columns(winner=pl.lit(7)).write_parquet(path)
    assert run(Simulation(("axiom",), ("random",)), 4, it, jobs=1)[0] == 2
    assert pl.read_parquet(path).equals(pl.read_parquet(whole / "games" / path.name))


# full disks


def limited(code, *given):
    """The message of a program with a file size limit of 4,000 bytes."""
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, given)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000)),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    ).stderr


ADDS = """
import sys; from pathlib import Path; from altered_env.arena.line_files import add_lines
add_lines(Path(sys.argv[1]), [{"number": n} for n in range(1000)])
"""


def test_what_a_full_disk_cuts_off_is_taken_back(tmp_path):
    path = written(tmp_path / "games.jsonl", {"number": -1})
    before = path.read_bytes()
    said = limited(ADDS, path)
    assert f"{path} cannot be written, the disk is full: free some space" in said
    assert path.read_bytes() == before


SAYS = """
import sys; from altered_env.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_simulation_on_a_full_disk_says_so(tmp_path):
    out = tmp_path / "it"
    given = ("simulate", "--decks", "axiom", "--agents", "random", "--games", "1", "--jobs", "1")
    said = limited(SAYS, *given, "--out", out).splitlines()
    path = out / "cards" / "000000.parquet"
    assert said[-1].startswith(
        f"altered simulate: {path} cannot be written, the disk is full: free"
    )
    assert [found for found in out.rglob("*") if found.is_file()] == [out / "plan.json"]


def test_tables_and_lists_are_written_whole_or_not_at_all(it, tmp_path, monkeypatch, capsys):
    """`metrics --csv`, `decks random --out`: by what everything is written with."""
    table, lists = tmp_path / "cards.csv", tmp_path / "lists"
    commands = (
        ["metrics", str(it), "--least", "1", "--csv", str(table)],
        ["decks", "random", "1", "--out", str(lists)],
    )
    for command in commands:
        assert main(command) == 0
    (deck,) = lists.iterdir()
    before = table.read_bytes(), deck.read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    for command in commands:
        assert main(command) == 2
        assert "the disk is full: free some space" in capsys.readouterr().err
    assert (table.read_bytes(), deck.read_bytes()) == before


def full(*_):
    raise OSError(28, "No space left on device")


def test_who_may_not_write_is_told_where(tmp_path, monkeypatch):
    def locked(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "mkstemp", locked)
    with pytest.raises(
        PermissionError, match=r"it cannot be written .permission denied.: name a file"
    ):
        write_atomically(tmp_path / "it", b"")


# configs


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("seed: 1\nrules: '5.0'\nseed: 2\n", r"line 3: 'seed' is already given in line 1"),
        ("seed: " + "[" * 5000, r"line 1: an option must be a number or a text, not a list"),
        ("a: &a x\nb: *a\n", r"line 2: \*a: options have no aliases"),
        ("x" * 200_000, "a file of options has at most 100,000"),
        ("- 1\n", "expected one option per line"),
    ],
)
def test_options_that_are_none_are_named(text, why, tmp_path):
    path = tmp_path / "it.yaml"
    path.write_text(text)
    with pytest.raises(ValueError, match=rf"it\.yaml.*{why}"):
        of_file(Config, path)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"games": 10**9}, "games must be at most 65,536, found 1,000,000,000"),
        ({"steps": 10**9}, "times steps 1,000,000,000 must be at most 2,097,152"),
        ({"minibatch": 10**9}, "minibatch must be at most"),
        ({"threads": 10**6}, "threads must be at most 1,024"),
    ],
)
def test_sizes_beyond_reason_are_refused_before_memory_is_taken(given, why):
    with pytest.raises(ValueError, match=why):
        Config(**given)
