"""Progress: one line on a terminal, a line every few percent in a file, or nothing."""

from __future__ import annotations

import io
import re
import sys

import pytest

from altered_env import cli
from altered_env._runtime import progress, progress_counter
from altered_env._runtime.progress import Progress, be_quiet, end_all, hint
from altered_env.cli import main
from altered_env.train.refusing import refusing
from tests.patience import until


class Terminal(io.StringIO):
    """A standard error on a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    """Lines come as soon as there is something to say, and nothing is left over."""
    monkeypatch.setattr(progress, "APART", 0.0)
    yield
    end_all()
    be_quiet(False)


def test_in_a_file_there_is_a_line_every_few_percent(capsys):
    bar = Progress(270, "games")
    for done in range(0, 271, 4):
        bar.say(done)
    bar.say(270)
    bar.clear()
    lines = capsys.readouterr().err.splitlines()
    shares = [int(re.search(r"\] ([\d,]+) of 270 games", line)[1]) for line in lines]
    assert 15 <= len(lines) <= 21 and shares[-1] == 270 and shares == sorted(set(shares))
    assert all("\r" not in line for line in lines)


def test_in_a_file_there_is_a_line_every_minute(capsys, monkeypatch):
    """Five percent of 2,500 slow games take ten minutes."""
    bar = Progress(2_500, "games")
    bar.say(1)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "MINUTE", 0.0)
    bar.say(1)
    bar.say(1)
    bar.say(2)
    bar.clear()
    shares = re.findall(r"\] (\d) of 2,500 games", capsys.readouterr().err)
    assert shares == ["1", "2"]


def test_games_before_it_is_known_how_many_were_found_have_no_speed(monkeypatch):
    """Four games had ended while the earlier ones were read: this said 4,000 games a second."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    bar = Progress(2_500, "games", games=True)
    progress_counter.ended(4)
    bar.say(684, 684)
    assert "688 of 2,500 games" in shown.getvalue() and "/s" not in shown.getvalue()
    bar._begun -= 60
    progress_counter.ended(6)
    bar.say(690, 684)
    monkeypatch.setattr(progress, "BEAT", 0.01)
    assert until(lambda: "694 of 2,500 games, 10 s each" in shown.getvalue())
    bar.clear()


def test_on_a_terminal_there_is_one_line_which_is_taken_away(monkeypatch):
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    bar = Progress(3, "games")
    for done in (1, 2, 3):
        bar.say(done)
    bar.clear()
    said = shown.getvalue()
    assert "\n" not in said and "3 of 3 games" in said
    assert said.split("\r")[-2].strip() == "" and said.endswith("\r")


def test_the_bar_gives_way_to_what_is_to_be_said(monkeypatch):
    """Lost lines are readable, with the speed and the time left, also for millions of games."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    for total in (100, 2_600, 10_000_000):
        bar = Progress(total, "games")
        monkeypatch.setattr(progress_counter, "lost", lambda bar=bar: bar._lost + 12)
        bar._begun -= 60
        bar.say(total // 2)
        line = shown.getvalue().split("\r")[-1].rstrip()
        bar.clear()
        assert re.search(r", 60 s left; 12 lost and repeated$", line), line
        assert len(line) <= 79 and ("[###" in line) == (total < 10_000_000)


def test_what_takes_no_time_leaves_nothing_in_a_file(capsys, monkeypatch):
    monkeypatch.setattr(progress, "APART", 60.0)
    bar = Progress(3, "games")
    bar.say(1)
    bar.say(3)
    bar.clear()
    assert capsys.readouterr().err == ""


def test_quiet_says_nothing(capsys):
    be_quiet(True)
    bar = Progress(3, "games", games=True)
    bar.say(1)
    bar.say(3)
    hint("about a minute")
    bar.clear()
    assert capsys.readouterr().err == ""


def test_a_line_is_written_anew_while_nothing_is_heard(monkeypatch):
    """While a task runs, the games that have ended in it are counted."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(progress, "BEAT", 0.01)
    bar = Progress(40, "games", games=True)
    progress_counter.ended(7)
    assert until(lambda: "7 of 40 games" in shown.getvalue())
    bar.clear()
    assert bar._over.is_set()


def test_games_that_ended_are_not_counted_twice(capsys):
    bar = Progress(10, "games", games=True)
    progress_counter.ended(4)
    bar.say(4)
    bar.say(10, 0)
    bar.clear()
    assert "10 of 10" in capsys.readouterr().err.splitlines()[-1]


def test_an_error_comes_after_the_line_is_taken_away(monkeypatch, capsys):
    ended = []
    monkeypatch.setattr(cli, "end_all", lambda: ended.append(True))
    assert main(["cards", "show", "no such card at all"]) == 2
    assert ended and "no card is called" in capsys.readouterr().err


def test_times_are_said_as_people_say_them():
    assert Progress(100, "games").text(10, 0, 600).endswith("60 s each, 1.5 h left")
    assert Progress(100, "games").text(0, 0, 30).endswith("30 s so far")


@pytest.mark.parametrize(
    "command",
    ["arena", "simulate", "strength", "matchups", "rank", "fuzz", "cards cover", "decks improve"],
)
def test_what_plays_many_games_can_be_quiet(command, capsys):
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    assert "--quiet" in capsys.readouterr().out


def test_a_command_that_was_quiet_leaves_nobody_quiet(capsys, tmp_path):
    be_quiet(False)
    file = tmp_path / "none.json"
    file.write_text("[]")
    assert main(["cards", "check", str(file), "--quiet"]) in (0, 1, 2)
    assert not progress._quiet


def test_games_are_counted_by_who_still_looks_when_all_has_ended():
    """A progress thread may look again after the end: this used to raise."""
    with progress_counter.counted() as count:
        progress_counter.ended(3)
        assert count() == 3
    assert count() == 3


def test_a_training_command_that_was_quiet_leaves_nobody_quiet():
    refusing("a command")(lambda: be_quiet(True))()
    assert not progress._quiet
