"""False declarations of an entry are refused wherever the package knows better."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest

from altered_env.agents.net_weights import NetWeights
from altered_env.agents.network_cards import shipped_path
from altered_env.agents.registry import known_as
from altered_env.arena.bench1 import running
from altered_env.arena.bench1.bench_entries import Entry
from altered_env.arena.bench1.result_files import finish, read_result
from altered_env.arena.bench1.scoring import result_of
from altered_env.cli import main
from tests.training.bench1.bots import SHIPPED

FALSE = {"trained": "none", "withheld": "not seen"}


def declared(path, one, **changes):
    """A file of a result as if its entry had declared something else."""
    entry = replace(one.entry, **changes)
    last = result_of(entry, one.games, one.machine["calibration"], one.machine["cores"])
    finish(path, {**entry.head(), "machine": one.machine}, one.games, last)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"trained": "none"}, "net:v4 was trained on more choices than --trained none has"),
        ({"withheld": "not seen"}, "declared as 'not seen' of withheld cards, but it is 'seen'"),
        ({"agent": "greedy", "known": "greedy"}, "declared as 'seen' of withheld cards, but it is"),
    ],
)
def test_a_player_of_the_package_cannot_be_declared_as_another(tmp_path, capsys, changes, said):
    path = tmp_path / "one.jsonl.gz"
    declared(path, read_result(SHIPPED / "T4-net-v4.jsonl.gz"), **changes)
    assert main(["bench1", "verify", str(path), "--replays", "0"]) == 1
    assert f"{path}, line 1: " in (out := capsys.readouterr().out) and said in out
    for command in ("table", "page", "rerun"):
        more = {"rerun": ["--out", str(tmp_path / "new.jsonl")], "page": ["--replays", "0"]}
        given = tmp_path if command == "page" else path
        assert main(["bench1", command, str(given), *more.get(command, [])]) in (1, 2)
        assert said in capsys.readouterr().err
    assert not list(tmp_path.glob("new*"))


def test_a_copy_of_a_network_of_the_package_is_known_by_its_hash(tmp_path, capsys):
    mine = tmp_path / "mine.safetensors"
    shutil.copy(shipped_path("v4"), mine)
    agent, path = f"net:{mine}", tmp_path / "one.jsonl.gz"
    one = read_result(SHIPPED / "T4-net-v4.jsonl.gz")
    declared(path, one, agent=agent, known=known_as(agent), withheld="not seen")
    mine.unlink()
    assert main(["bench1", "table", str(path)]) == 2
    assert "net:v4: declared as 'not seen'" in capsys.readouterr().err
    declared(path, one, agent=agent, known=f"{agent} {'0' * 16}", withheld="not seen")
    assert main(["bench1", "table", str(path)]) == 0


def test_a_false_entry_is_neither_run_nor_rerun(tmp_path, capsys):
    """Also of a network file, which a run has at hand."""
    mine = tmp_path / "mine.safetensors"
    NetWeights.new(8, 8).save(mine, {"decisions": 2_000_000, "config": {"decks": "starters"}})
    for agent in ("net:v4", f"net:{mine}"):
        entry = Entry("honest", agent, known_as(agent), "T4", deals=2, **FALSE)
        with pytest.raises(ValueError, match=r"than --trained none has|is not none"):
            running.run(entry, tmp_path / "new.jsonl", jobs=1)
    agent, path = f"net:{mine}", tmp_path / "one.jsonl.gz"
    one = read_result(SHIPPED / "T4-net-v4.jsonl.gz")
    declared(path, one, agent=agent, known=known_as(agent), trained="1e6", withheld="not seen")
    assert main(["bench1", "rerun", str(path), "--out", str(tmp_path / "new.jsonl")]) == 2
    assert "more choices than --trained 1e6 has: it is 2e7" in capsys.readouterr().err
    assert not list(tmp_path.glob("new*"))


def test_a_network_that_knows_the_archetype_it_plays_is_named(tmp_path, capsys):
    mine = tmp_path / "mine.safetensors"
    for decks, archetype, known in (
        ("bench1:T3-train", "spells", True),
        ("starters+bench1:T3-train-without-tokens", "spells", True),
        ("starters+bench1:T3-train-without-spells", "spells", False),
        ("bench1:T2-train", "spells", False),
        ("bench1:T3-train", "", False),
    ):
        NetWeights.new(8, 8).save(mine, {"decisions": 5, "config": {"decks": decks}})
        command = ["bench1", "run", f"net:{mine}", "--task", "T3", "--archetype", archetype]
        assert main([*command, "--hash", "--out", str(tmp_path / "new.jsonl")]) == 0
        said = f"trained on {decks}, with lists of spells: the result of T3 wants one trained"
        assert (said in capsys.readouterr().err) is known
