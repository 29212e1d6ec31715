"""Shards of a dataset: merged they equal the output of one machine; missing parts are reported. And
places other than folders, through fsspec."""

from __future__ import annotations

import json
import shutil

import fsspec
import pytest

from altered_env.cardstats import simulation
from altered_env.cardstats.dataset_places import place_of
from altered_env.cardstats.sharding import Shard, merge
from altered_env.cardstats.simulation import Simulation, run, share
from altered_env.cli import main

PLAN = Simulation(("axiom",), ("random",), seed=3)
GAMES, OF = 7, 3


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The whole dataset, in parts of two games, and its shards."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulation, "PART", 2)
        run(PLAN, GAMES, folder / "whole", jobs=1)
        for number in range(1, OF + 1):
            run(PLAN, GAMES, folder / str(number), jobs=1, shard=Shard(number, OF))
    return folder


@pytest.fixture
def folder(played, tmp_path, monkeypatch):
    """A copy of them."""
    monkeypatch.setattr(simulation, "PART", 2)
    shutil.copytree(played, tmp_path / "it")
    return tmp_path / "it"


def shards(folder, *numbers):
    return [str(folder / str(number)) for number in numbers]


def test_shards_are_merged_to_the_same_bytes(folder, capsys):
    command = ["merge", *shards(folder, 2, 3, 1), "--out", str(folder / "merged")]
    assert main(command) == 0
    assert capsys.readouterr().out.startswith("7 games from 3 shards\n")
    assert contents(folder / "merged") == contents(folder / "whole")
    (folder / "merged/games/000001.parquet").write_bytes(b"half")  # as if it had been stopped
    assert main(command) == 0
    assert contents(folder / "merged") == contents(folder / "whole")


def test_each_game_is_of_one_shard(monkeypatch):
    monkeypatch.setattr(simulation, "PART", 2)
    every = [n for k in range(1, 4) for part in share(7, Shard(k, 3)).values() for n in part]
    assert sorted(every) == list(range(7))


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        ((1, 3), "shards are missing: 2/3; name all 3"),
        ((1,), "shards are missing: 2/3, 3/3; name all 3"),
        ((1, 2, 2), "shard 2/3 occurs twice"),
        ((1, 2, "whole"), "whole is not a shard"),
        ((1, 2, "nothing"), "nothing is not a shard"),
    ],
)
def test_shards_that_are_not_all_there_once_are_named(numbers, says, folder):
    with pytest.raises(ValueError, match=says):
        merge(shards(folder, *numbers), str(folder / "merged"))
    assert not (folder / "merged").exists()


def test_a_shard_that_is_not_at_its_end_is_named_and_goes_on(folder):
    (folder / "2/games/000001.parquet").unlink()
    with pytest.raises(ValueError, match=r"shard 2/3 in .* lacks games 2 to 3: resume it"):
        merge(shards(folder, 1, 2, 3), str(folder / "merged"))
    assert run(PLAN, GAMES, folder / "2", jobs=1, shard=Shard(2, OF))[0] == 2
    assert merge(shards(folder, 1, 2, 3), str(folder / "merged")) == GAMES


def test_shards_of_several_datasets_are_refused(folder):
    note = folder / "2/plan.json"
    note.write_text(note.read_text().replace('"seed": 3', '"seed": 4'))
    with pytest.raises(ValueError, match=r"of another dataset than .*: its seed is 4, not 3"):
        merge(shards(folder, 1, 2, 3), str(folder / "merged"))


def test_a_shard_is_not_gone_on_with_as_another(folder):
    with pytest.raises(ValueError, match="with other shard: found '1/3', asked for '2/3'"):
        run(PLAN, GAMES, folder / "1", jobs=1, shard=Shard(2, OF))
    with pytest.raises(ValueError, match="with other shard, games: found '1/3', asked for None"):
        run(PLAN, GAMES, folder / "1", jobs=1)
    with pytest.raises(ValueError, match="with other games: found 7, asked for 9"):
        run(PLAN, 9, folder / "1", jobs=1, shard=Shard(1, OF))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3", "write a shard as 3/16, the third of sixteen, found '3'"),
        ("0/4", "a shard must be 1/N to N/N, found 0/4"),
        ("5/4", "a shard must be 1/N to N/N, found 5/4"),
    ],
)
def test_what_is_no_shard_is_said(text, says, capsys, tmp_path):
    assert main(["simulate", "--shard", text, "--out", str(tmp_path / "it")]) == 2
    assert says in capsys.readouterr().err and not (tmp_path / "it").exists()


@pytest.mark.parametrize("protocol", ["file", "memory"])
def test_a_place_may_be_a_url(protocol, folder):
    root = f"{folder}/remote" if protocol == "file" else "/remote-of-this-test"
    url = f"{protocol}://{root}"
    files = fsspec.filesystem(protocol)
    assert run(PLAN, 3, url, jobs=1)[0] == 3  # stopped in the middle
    assert run(PLAN, GAMES, url, jobs=1)[0] == 5  # the part that was cut off comes again
    assert run(PLAN, GAMES, url, jobs=1)[0] == 0
    there = {name[len(root) + 1 :]: files.cat_file(name) for name in files.find(root)}
    assert there == contents(folder / "whole")
    with pytest.raises(ValueError, match="dataset with other seed"):
        run(Simulation(("axiom",), ("random",), seed=9), GAMES, url, jobs=1)
    files.rm(root, recursive=True)


def test_shards_are_merged_from_and_to_urls(folder):
    names = [f"file://{name}" for name in shards(folder, 1, 2, 3)]
    assert merge(names, "memory://merged-of-this-test") == GAMES
    place = place_of("memory://merged-of-this-test")
    assert {n: place.read(n) for n in contents(folder / "whole")} == contents(folder / "whole")
    fsspec.filesystem("memory").rm("/merged-of-this-test", recursive=True)


def test_a_place_that_cannot_be_written_is_said(capsys, tmp_path):
    (tmp_path / "file").write_text("in the way")
    for url, says in (
        ("nosuch://bucket/it", "nosuch://bucket/it is not a place to write to"),
        (f"file://{tmp_path}/file/it", "cannot be reached"),
    ):
        assert main(["simulate", "--games", "2", "--agents", "random", "--out", url]) == 2
        said = capsys.readouterr()
        assert says in said.err and said.out == ""


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("part", "two", "its 'part' is \"two\"; expected a whole number from 1"),
        ("part", 2.5, "its 'part' is 2.5"),
        ("part", 0, "its 'part' is 0"),
        ("games", -7, "its 'games' is -7; expected a whole number from 1"),
        ("games", 10**15, "lacks games 6 to 7"),
    ],
)
def test_a_shard_whose_plan_says_odd_numbers_is_refused(folder, capsys, name, value, says):
    for number in range(1, OF + 1):
        note = folder / str(number) / "plan.json"
        note.write_text(json.dumps({**json.loads(note.read_text()), name: value}))
    assert main(["merge", *shards(folder, 1, 2, 3), "--out", str(folder / "merged")]) == 2
    assert says in capsys.readouterr().err
