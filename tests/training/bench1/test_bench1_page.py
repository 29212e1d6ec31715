"""`altered bench1 page`: the files that it makes and removes, and people's lists."""

from __future__ import annotations

import json

import pytest

from altered_env import decks
from altered_env.arena.bench1.result_files import read_result
from altered_env.cli import main
from tests.training.bench1.bots import SHIPPED


def files_in(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def page_of(folder, *more):
    return main(["bench1", "page", str(folder), "--replays", "0", *more])


def test_pages_of_removed_results_are_removed(tmp_path, capsys):
    """And no file that another made, nor one of its own that someone has changed."""
    for name in ("T1-greedy", "T1-random"):
        data = (SHIPPED / f"{name}.jsonl.gz").read_bytes()
        (tmp_path / f"{name}.jsonl.gz").write_bytes(data)
    assert page_of(tmp_path) == 0
    page = tmp_path / "page"
    both = files_in(page)
    own = {"notes.html", "entries/T1-mine-01234567.html", "entries/replays/mine.json"}
    for name in own:
        (page / name).write_text("mine")
    of_random = sorted(name for name in both if "T1-random" in name)
    assert len(of_random) > 12
    (page / of_random[0]).write_text("changed")
    (tmp_path / "T1-random.jsonl.gz").unlink()
    capsys.readouterr()
    assert page_of(tmp_path) == 0
    assert files_in(page) == (both - set(of_random)) | own | {of_random[0]}
    said = capsys.readouterr()
    assert f"Removed from earlier pages: {len(of_random) - 1} files." in said.out
    assert f"{of_random[0]} is of an earlier page and was changed by hand" in said.err
    assert page_of(tmp_path) == 0  # another run changes nothing
    assert "earlier pages" not in capsys.readouterr().out
    (tmp_path / "T1-greedy.jsonl.gz").write_bytes(b"damaged")
    assert page_of(tmp_path) == 1
    assert files_in(page) == own | {of_random[0], "index.html", "made.json"}


@pytest.mark.parametrize(
    "text", ["{", "{}", '{"kind": "altered made files", "files": {"../../x": "00"}}', "[" * 5000]
)
def test_a_damaged_list_of_files_is_named(tmp_path, capsys, text):
    (tmp_path / "T1-greedy.jsonl.gz").write_bytes((SHIPPED / "T1-greedy.jsonl.gz").read_bytes())
    (tmp_path / "page").mkdir()
    (tmp_path / "page/made.json").write_text(text)
    assert page_of(tmp_path) == 2
    said = capsys.readouterr().err
    assert "made.json: it is not the list of files that were made here; remove it" in said
    assert files_in(tmp_path / "page") == {"made.json"}


def test_a_page_of_results_with_peoples_lists_needs_their_folder(tmp_path, capsys):
    """Their games are verified with it, and no list is shown."""
    lists, results = tmp_path / "lists", tmp_path / "results"
    lists.mkdir(), results.mkdir()
    for name in ("axiom", "lyra"):
        (lists / f"of-somebody-{name}.txt").write_text(decks.load(name).to_text())
    out = results / "people.jsonl.gz"
    command = ["bench1", "run", "random", "--task", "T3", "--deals", "1", "--jobs", "1"]
    assert main([*command, "--people", str(lists), "--out", str(out), "--quiet"]) == 0
    assert read_result(out).entry.variant == "people's lists"
    checks = ["--replays", "2", "--slow", "0"]
    assert main(["bench1", "page", str(results), *checks]) == 1
    said = capsys.readouterr().err
    assert "it was played with people's lists: name their folder, --people DIR" in said
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text(decks.load("axiom").to_text())
    assert main(["bench1", "page", str(results), *checks, "--people", str(other)]) == 1
    assert "not the lists that the games were played with" in capsys.readouterr().err
    for command in ("page", "verify"):
        assert (
            main(["bench1", command, str(results), *checks, "--people", str(tmp_path / "no")]) == 2
        )
        assert "no: there is no such folder; name one with deck lists" in capsys.readouterr().err
    assert main(["bench1", "page", str(results), *checks, "--people", str(lists)]) == 0
    assert "2 of its 4 games were replayed" in capsys.readouterr().out
    page = results / "page"
    (entry,) = page.glob("entries/*.html")
    assert "people&#x27;s lists" in (page / "index.html").read_text("utf-8")
    assert not (page / "entries/replays").exists()
    for path in page.rglob("*"):
        assert not path.is_file() or b"of-somebody" not in path.read_bytes()
    made = json.loads((page / "made.json").read_text())
    assert f"entries/{entry.name}" in made["files"]
