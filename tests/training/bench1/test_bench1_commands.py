"""The commands of `altered bench1`."""

from __future__ import annotations

import csv
import gzip
import hashlib
import re
from dataclasses import replace

import pytest

from altered_env.agents.net_weights import NetWeights
from altered_env.arena.bench1 import tasks
from altered_env.arena.bench1.bench_entries import entry_of
from altered_env.arena.bench1.declarations import trained_of
from altered_env.arena.bench1.result_files import finish, read_result
from altered_env.arena.bench1.scoring import result_of
from altered_env.arena.bench1.tasks import HEADLINE, TASKS
from altered_env.arena.bench1.verifying import problems
from altered_env.cli import bench1_run, bench1_table, main
from altered_env.game import Replay
from tests.training.bench1.bots import SHIPPED, changed, drop_a_game


def test_its_commands_print(here, capsys):
    for command in (
        "list",
        "table bot.jsonl",
        "power bot.jsonl --deals 1000",
        f"gap {SHIPPED}/T4-net-v4.jsonl.gz {SHIPPED}/T4-net-v3.jsonl.gz",
    ):
        assert main(["bench1", *command.split()]) == 0
        assert capsys.readouterr().out.strip()


def test_a_gap_needs_two_results_in_their_order(here, capsys):
    (here / "copy.jsonl").write_bytes((here / "bot.jsonl").read_bytes())
    assert main(["bench1", "gap", "bot.jsonl", "copy.jsonl"]) == 2
    assert "bot.jsonl and copy.jsonl are the same result: name that of" in capsys.readouterr().err
    files = [f"{SHIPPED}/T2-{name}.jsonl.gz" for name in ("altered-train-1e6-0", "net-v4")]
    told = "altered train, seed 0 has not seen withheld cards, and net:v4 has: the first file"
    for given, wrong in ((files, True), (files[::-1], False)):
        assert main(["bench1", "gap", *given]) == 0
        assert (told in capsys.readouterr().err) is wrong


def test_the_leaderboard_leaves_out_what_is_not_consistent(here, tmp_path, capsys):
    """Its page shows each task; each entry has a page with games that can be replayed."""
    (tmp_path / "good.jsonl").write_bytes((here / "bot.jsonl").read_bytes())
    (tmp_path / "bad.jsonl").write_bytes(changed(here, drop_a_game).read_bytes())
    command = ["bench1", "page", str(tmp_path), "--out", str(tmp_path / "page"), "--slow", "0"]
    assert main(command) == 1
    said = capsys.readouterr()
    assert "4 of its 4 games were replayed, and the panel decided again: net:v3 in 2" in said.out
    assert "bad.jsonl: 1 missing game" in said.err
    (table,) = (tmp_path / "page").glob("*.csv")
    with table.open(encoding="utf-8-sig") as file:
        (row,) = csv.DictReader(file)
    assert row["in_time"] == "yes"
    page = (tmp_path / "page/index.html").read_text("utf-8")
    assert page.count("No result yet.") == 4
    assert '<body class="tabs">' in page
    assert all(f"<option>{name}</option>" in page for name in tasks.CLASSES)
    (entry,) = (tmp_path / "page/entries").glob("*.html")
    assert f'<a href="entries/{entry.name}">first</a>' in page
    assert page.count('<svg class="interval"') == 1
    watched = re.findall(r'href="(replays/[^"]*\.html)"', entry.read_text("utf-8"))
    assert len(watched) == len(HEADLINE)
    assert all("<html" in (entry.parent / one).read_text("utf-8") for one in watched)
    replays = sorted((tmp_path / "page/entries/replays").glob("*.json"))
    assert len(replays) == 4
    Replay.load(replays[0]).play()


def _damaged(folder, good):
    """A folder with a good file and some of which nothing can be read."""
    packed = bytearray(gzip.compress(good, mtime=0))
    (folder / "good.jsonl.gz").write_bytes(packed)
    (folder / "cut.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    (folder / "plain.jsonl.gz").write_bytes(good)
    (folder / "empty.jsonl").touch()
    packed[len(packed) // 2] ^= 1
    (folder / "flipped.jsonl.gz").write_bytes(packed)
    return "cut.jsonl.gz", "plain.jsonl.gz", "empty.jsonl", "flipped.jsonl.gz"


def test_a_copy_of_a_result_is_listed_once(here, tmp_path, capsys):
    """Named and left out: the same file under another name, packed, or given twice."""
    data, first = (here / "bot.jsonl").read_bytes(), tmp_path / "a.jsonl"
    first.write_bytes(data)
    (tmp_path / "b.jsonl").write_bytes(data)
    (tmp_path / "c.jsonl.gz").write_bytes(gzip.compress(data))
    for files in ([tmp_path], [first, tmp_path], [first, first, tmp_path]):
        assert main(["bench1", "table", *map(str, files)]) == 1
        said = capsys.readouterr()
        assert said.out.count("`first`") == 1
        for name in ("b.jsonl", "c.jsonl.gz"):
            copy = tmp_path / name
            assert said.err.count(f"left out: {copy}: it is a copy of {first}\n") == 1
        assert "a.jsonl: it is" not in said.err
    assert main(["bench1", "table", str(first), str(first)]) == 0
    out = tmp_path / "page"
    assert main(["bench1", "page", str(tmp_path), "--out", str(out), "--replays", "0"]) == 1
    said = capsys.readouterr()
    assert f"left out: {tmp_path / 'b.jsonl'}: it is a copy of {first}\n" in said.err
    assert len(list((out / "entries").glob("*.html"))) == 1


def test_a_damaged_file_does_not_stop_the_others(here, tmp_path, capsys):
    wrong = _damaged(tmp_path, (here / "bot.jsonl").read_bytes())
    out = ["--out", str(tmp_path / "page"), "--replays", "1", "--slow", "0"]
    page = ["page", str(tmp_path), *out]
    for command in (page, ["table", str(tmp_path)], ["power", str(tmp_path)]):
        assert main(["bench1", *command]) == 1
        said = capsys.readouterr()
        for name in wrong:
            assert said.err.count(f"left out: {tmp_path / name}: ") == 1, said.err
        assert said.out.strip()
    assert (tmp_path / "page/index.html").exists()
    assert main(["bench1", "verify", str(tmp_path), "--replays", "1", "--slow", "0"]) == 2
    said = capsys.readouterr()
    assert f"{tmp_path / 'good.jsonl.gz'}: no fault in a random sample: 1 of its 4" in said.out
    assert all(said.err.count(f"{tmp_path / name}: ") == 1 for name in wrong)


def test_a_result_of_too_few_deals_for_its_spread_is_named(here, capsys):
    assert main(["bench1", "power", str(here / "bot.jsonl")]) == 0
    said = capsys.readouterr()
    assert "its spread is not measured with fewer than 20 deals, found" in said.err
    assert "four independent games" in said.out


def test_equal_deals_show_no_spread(capsys):
    assert main(["bench1", "power", str(SHIPPED / "T1-random.jsonl.gz")]) == 0
    said = capsys.readouterr()
    assert "random in T1: all its deals are alike, so they show no spread" in said.err
    assert "random" not in said.out


def test_a_forged_result_is_left_out(here, tmp_path, capsys):
    """Of the table, of drawings, and of whatever else shows results."""

    def forge(rows):
        rows[-1]["result"]["rate"] = 0.99

    (tmp_path / "good.jsonl").write_bytes((here / "bot.jsonl").read_bytes())
    (tmp_path / "forged.jsonl").write_bytes(changed(here, forge).read_bytes())
    said = f"left out: {tmp_path / 'forged.jsonl'}: the last line: result and hash do not follow"
    for command in ("table", "plot", "stability", "power"):
        more = ["--out", str(tmp_path)] if command == "plot" else []
        assert main(["bench1", command, str(tmp_path), *more]) in (1, 2)
        found = capsys.readouterr()
        assert said in found.err and "99.0 %" not in found.out
    assert main(["bench1", "table", str(tmp_path / "forged.jsonl")]) == 2
    files = [str(tmp_path / name) for name in ("forged.jsonl", "good.jsonl")]
    assert main(["bench1", "gap", *files]) == 2


def test_verification_says_what_is_over_its_time(here, capsys, monkeypatch):
    found = read_result(here / "bot.jsonl")
    entry = replace(found.entry, time_class="1ms")
    games = [replace(game, seconds=9.0) for game in found.games]
    head = {**entry.head(), "machine": found.machine}
    slow = here / "slow.jsonl"
    finish(slow, head, games, result_of(entry, games, found.machine["calibration"]))
    main(["bench1", "verify", str(slow), "--replays", "0"])
    assert "it is over the time of class 1ms, with" in capsys.readouterr().out


def test_who_is_not_of_the_package_is_told_what_to_declare(here, capsys):
    """Before the hash is published: both are part of it."""
    command = "bench1 run {} --task T2 --deals 1 --out hash.jsonl --hash"
    bot = command.format("bot.py:Bot").split()
    assert main(bot) == 2
    assert "bot.py:Bot is not of the package: declare the choices" in capsys.readouterr().err
    for trained, declared, asked in (
        ("1e6", [], True),
        ("1e6", ["--withheld", "not seen"], False),
        ("none", [], False),  # nothing was trained that could have seen a card
    ):
        assert main([*bot, "--trained", trained, *declared]) == 0
        assert ("--withheld" in capsys.readouterr().out) is asked
    assert main(command.format("greedy").split()) == 0
    assert "--withheld" not in capsys.readouterr().out


def test_what_was_not_trained_has_not_seen_withheld_cards(here):
    assert entry_of("bot.py:Bot", "T2", trained="none").withheld == "not seen"
    assert entry_of("bot.py:Bot", "T2", trained="none", withheld="unknown").withheld == "unknown"
    assert entry_of("bot.py:Bot", "T2", trained="1e6").withheld == "unknown"
    assert entry_of("greedy", "T2").withheld == "no network"


def test_the_class_of_training_is_that_of_the_network_file(tmp_path):
    path = tmp_path / "one.safetensors"
    for about, least in (
        ({"decisions": 5}, "1e6"),
        ({"decisions": 2_000_000}, "2e7"),
        ({"decisions": 5, "config": {"start": "other.safetensors"}}, "open"),
    ):
        NetWeights.new(8, 8).save(path, about)
        assert trained_of(f"net:{path}", None) == least
        assert trained_of(f"net:{path}", "open") == "open"
        with pytest.raises(ValueError, match=f"than --trained none has: it is {least}"):
            trained_of(f"net:{path}", "none")
    NetWeights.new(8, 8).save(path, {})
    with pytest.raises(ValueError, match="has a network, so --trained is not none"):
        trained_of(f"net:{path}", "none")


def test_an_empty_folder_is_named(tmp_path, capsys):
    assert main(["bench1", "page", str(tmp_path)]) == 2
    assert "there is no result file" in capsys.readouterr().err


def test_its_command_knows_all_tasks_and_classes():
    """Written out there, so that its help does not load the engine."""
    assert tuple(TASKS) == bench1_run.TASKS
    assert tuple(tasks.CLASSES) == bench1_run.CLASSES
    assert tuple(tasks.TRAINED) == bench1_run.TRAINED


def test_a_leader_is_run_again_on_sealed_seeds(here, capsys):
    command = "bench1 rerun bot.jsonl --jobs 1 --quiet --out sealed.jsonl"
    assert main(command.split()) in (0, 1)
    said = capsys.readouterr().out
    before, after = read_result(here / "bot.jsonl"), read_result(here / "sealed.jsonl")
    assert hashlib.sha256(after.entry.beacon.encode()).hexdigest() in said
    assert "Before less now" in said
    assert problems(here / "sealed.jsonl", slow=0) == []
    assert [game.actions for game in before.games] != [game.actions for game in after.games]
    assert "Too few for a verdict, 1 deal: play 20 or more" in said
    assert not list(here.glob("*.beacon"))
    assert main(command.split()) == 2
    assert "sealed.jsonl is finished, so it would not be played now" in capsys.readouterr().err
    other = "bench1 rerun bot.jsonl --agent greedy --out other.jsonl"
    assert main(other.split()) == 2
    assert "greedy is not the agent of bot.jsonl" in capsys.readouterr().err
    assert main(["bench1", "rerun", "bot.jsonl", "--out", "other"]) == 2
    assert "name a file that ends in .jsonl" in capsys.readouterr().err


def test_a_rerun_resumes_only_what_it_began(here, capsys):
    """Neither a copy of the entry's file, nor one with a sealed beacon that another wrote."""
    lines = (here / "bot.jsonl").read_bytes().splitlines(keepends=True)
    path = here / "mine.jsonl"
    command = ["bench1", "rerun", "bot.jsonl", "--jobs", "1", "--quiet", "--out", "mine.jsonl"]
    sealed = [lines[0].replace(b'"practice"', b'"sealed 00"'), *lines[1:3]]
    for begun in (lines[:3], sealed):
        path.write_bytes(b"".join(begun))
        assert main(command) == 2
        assert "mine.jsonl was not begun by this command" in capsys.readouterr().err
    (here / "mine.jsonl.beacon").write_text("sealed 00\n")
    assert main(command) in (0, 1)
    assert read_result(path).entry.beacon == "sealed 00"


def test_no_text_of_a_file_breaks_the_table(here):
    """Neither its name nor its beacon."""
    one = read_result(here / "bot.jsonl")
    entry = replace(one.entry, name="a`|<b>", beacon="[x](y)|*`")
    _, _, row = bench1_table.table([replace(one, entry=entry)])
    assert row.count("|") == bench1_table.table([one]).__next__().count("|")
    assert "`a'/<b>`" in row and row.endswith("| `[x](y)/*'` |")
