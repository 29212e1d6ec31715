"""Files to write: none of them is a file that the same command reads, or writes otherwise."""

from __future__ import annotations

import argparse
import importlib

import pytest

from altered_env import cli
from altered_env._runtime.overwriting import is_output, paths_in
from altered_env.cli import main
from altered_env.cli.collecting import _Command
from tests.attack.file_arguments import GIVEN, READ, THERE, WRITTEN

FILES = [one for one in GIVEN if one.what == WRITTEN]
GOES_ON = {("play", "resume")}
"""A game is saved where it was resumed from."""
PAIRS = [
    (source, target)
    for target in FILES
    for source in GIVEN
    if source.command == target.command
    and source.what == READ
    and (source.command, source.argument) not in GOES_ON
]
OTHERS = {("decks practise", "out"), ("bench1 rerun", "out")}
"""Files to write that `GIVEN` does not hold."""


def outputs(parser, words=()):
    if isinstance(parser, _Command) and parser.file is not None:
        file, parser.file = importlib.import_module(parser.file), None
        file.add(parser)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield from outputs(command, (*words, name))
        elif is_output(action):
            yield " ".join(words), action.dest


def test_every_file_to_write_is_known_as_one():
    assert set(outputs(cli.parser())) == {(one.command, one.argument) for one in FILES} | OTHERS


def option_of(one):
    return one.line[one.line.index(THERE) - 1]


@pytest.mark.parametrize(
    ("source", "target"),
    PAIRS,
    ids=[f"{one.command}:{one.argument}:{two.argument}" for one, two in PAIRS],
)
def test_a_file_that_is_read_is_not_written(source, target, tmp_path, capsys):
    path = tmp_path / f"it{target.ending}"
    path.write_text("1 CORE_AX_16_C\n")
    given = [word.replace(THERE, str(path)) for word in source.line]
    with pytest.raises(SystemExit) as caught:
        main([*source.command.split(), *given, option_of(target), str(path)])
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert f"{option_of(target)} {path}: " in said and "names the same file; name another" in said
    assert path.read_text() == "1 CORE_AX_16_C\n"


def test_a_link_and_a_longer_path_are_the_same_file(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.txt"
    path.write_text("CORE_AX_16_C")
    (tmp_path / "link.txt").hardlink_to(path)
    for other in ("link.txt", "./mine.txt", str(path)):
        with pytest.raises(SystemExit):
            main(["cards", "value", "mine.txt", "--csv", other])
        assert f"--csv {other}: FILE names the same file" in capsys.readouterr().err


def test_two_outputs_are_two_files(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.txt"
    path.write_text("CORE_AX_16_C")
    with pytest.raises(SystemExit):
        main(["cards", "value", str(path), "--csv", "new.html", "--html", "./new.html"])
    said = capsys.readouterr().err
    assert "--html ./new.html: --csv names the same file; name another" in said
    assert not (tmp_path / "new.html").exists()


def test_the_name_of_a_deck_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("CORE_AX_16_C")
    assert main(["cards", "value", "mine.txt", "--deck", "axiom", "--csv", "axiom"]) == 0


def test_a_game_is_saved_where_it_was_resumed(tmp_path, capsys):
    path = tmp_path / "it.game"
    path.write_text("no game")
    assert main(["play", "--resume", str(path), "--save", str(path)]) == 2
    assert "names the same file" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (("games", "import", "{}", "--out", "."), "rates.csv"),
        (("games", "import", "{}", "--out", "."), "tournaments.jsonl"),
        (("decks", "improve", "{}", "--out", "it.txt", "--jobs", "1"), "it.txt"),
        (("decks", "build", "--hero", "Sierra", "--start", "{}"), "sierra-built.txt"),
        (("decks", "build", "--hero", "Sierra", "--start", "{}"), "sierra-built-tokens.txt"),
        (("meta", "{}", "--out", "."), "meta-standings.csv"),
    ],
)
def test_files_with_a_name_of_the_command_are_not_lost(line, name, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    field, deck = "deck,share\naxiom,1\nbravos,1\n", "1 CORE_AX_01_C\n3 CORE_AX_16_C\n"
    text = field if line[0] == "meta" else deck
    (tmp_path / name).write_text(text)
    try:
        status = main([word.format(name) for word in line])
    except SystemExit as ended:
        status = ended.code
    assert status == 2 and "names the same file; name another" in capsys.readouterr().err
    assert (tmp_path / name).read_text() == text


def test_a_path_may_be_a_part_of_an_argument():
    for text in ("net:a.b", "axiom+a.b", "random:3:1:cards=a.b", "x,a.b", "a.b"):
        assert "a.b" in list(paths_in(text))
