"""The table of Altered-Bench 1 in the browser: the results that come with the package, and those in
the folder of `--data`."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

from altered_env.arena.bench1.sound_results import sound_results
from altered_env.arena.bench1.standings import row_of, shipped, sorted_rows
from altered_env.arena.bench1.tasks import TASKS
from tests.patience import until

RESULTS = Path(__file__).parents[2] / "docs/boards/bench1"


@pytest.fixture(scope="module")
def folder(data):
    """A sound result file, one with a changed result, and one that is none."""
    sound = RESULTS / "T1-greedy.jsonl.gz"
    shutil.copy(sound, data / "sound.jsonl.gz")
    *games, last = gzip.decompress(sound.read_bytes()).splitlines(keepends=True)
    said = json.loads(last)
    said["result"]["rate"] = 0.99
    changed = b"".join([*games, json.dumps(said).encode() + b"\n"])
    (data / "changed.jsonl.gz").write_bytes(gzip.compress(changed))
    (data / "other.jsonl.gz").write_bytes(gzip.compress(b'{"a": 1}\n'))
    return data


def test_the_rows_of_the_package_are_those_of_its_result_files():
    """`python -m altered_env.arena.bench1.standings docs/boards/bench1` writes them."""
    assert shipped() == sorted_rows(row_of(one) for one in sound_results([RESULTS])[0])


def test_the_table_has_every_task_and_the_files_of_the_folder(client, folder):
    told = client.get("/api/bench").json()
    assert [task["name"] for task in told["tasks"]] == list(TASKS)
    files = {row["file"]: row for row in told["rows"]}
    assert set(files) == {"", "sound.jsonl.gz"}
    assert len(told["rows"]) == len(shipped()) + 1
    of_task = [row["rate"] for row in told["rows"] if row["task"] == "T1"]
    assert of_task == sorted(of_task, reverse=True) and of_task[0] < 0.99
    changed, other = sorted(told["wrong"])
    assert changed.startswith("changed.jsonl.gz: the last line: result and hash do not follow")
    assert other.startswith("other.jsonl.gz, line 1:")
    assert str(folder) not in changed + other


@pytest.mark.parametrize(("name", "sound"), [("sound", True), ("changed", False)])
def test_a_file_is_verified_as_a_job(client, folder, name, sound):
    id = client.post("/api/bench/verify", json={"file": f"{name}.jsonl.gz"}).json()["id"]
    assert until(lambda: client.get(f"/api/jobs/{id}").json()["state"] in ("done", "failed"))
    job = client.get(f"/api/jobs/{id}").json()
    assert job["state"] == "done", job["error"]
    assert (job["result"]["problems"] == []) is sound
    assert ("40 of its 432 games were replayed" in job["result"]["said"]) is sound


@pytest.mark.parametrize("name", ["../sound.jsonl.gz", "gone.jsonl.gz", "", "/etc/passwd"])
def test_another_file_is_not_verified(client, folder, name):
    answer = client.post("/api/bench/verify", json={"file": name})
    assert answer.status_code == 400 and answer.json()["error"]


def test_a_copy_of_a_result_is_shown_once(client, folder):
    sound, copy = folder / "sound.jsonl.gz", folder / "the-same.jsonl.gz"
    shutil.copy(sound, copy)
    try:
        told = client.get("/api/bench").json()
    finally:
        copy.unlink()
    names = [row["file"] for row in told["rows"] if row["file"]]
    assert len(names) == 1
    assert any("it is a copy of " in wrong and names[0] in wrong for wrong in told["wrong"])
