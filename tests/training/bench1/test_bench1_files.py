"""Result files of `altered bench1` can be verified, and changes are found."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from altered_env import Game
from altered_env.arena.bench1 import calibration, result_files, running, verifying
from altered_env.arena.bench1.bench_entries import arena_of, entry_of
from altered_env.arena.bench1.result_files import PlayedGame, read_result
from altered_env.arena.bench1.tasks import HEADLINE
from altered_env.arena.bench1.verifying import problems
from altered_env.cli import main
from tests.training.bench1.bots import BOT, SHIPPED, changed, drop_a_game


def test_what_is_run_can_be_verified_without_its_agent(here, capsys):
    found = read_result(here / "bot.jsonl")
    assert found.entry.name == "first"
    assert {game.number for game in found.games} == {0, 1}
    assert len(found.games) == 2 * len(HEADLINE)
    assert found.last["result"]["games"] == 4
    before = (here / "runs.txt").read_text()
    (here / "bot.py").rename(here / "gone.py")
    try:
        assert main(["bench1", "verify", "bot.jsonl", "--slow", "1"]) == 0
    finally:
        (here / "gone.py").rename(here / "bot.py")
    assert (here / "runs.txt").read_text() == before
    said = capsys.readouterr().out
    assert f"bot.jsonl: entry {found.entry.digest}, beacon practice\n" in said
    assert "its games and its result are consistent: 4 of its 4 games were replayed" in said
    assert f"decided again: {HEADLINE[0]} in 2 of 2, {HEADLINE[1]} in 1 of 2." in said


def test_what_was_not_replayed_is_not_called_consistent(here, capsys):
    assert main(["bench1", "verify", "bot.jsonl", "--replays", "0"]) == 0
    said = capsys.readouterr().out
    assert "consistent" not in said and "none of its 4 games was replayed" in said
    assert main(["bench1", "verify", "bot.jsonl", "--replays", "2", "--slow", "0"]) == 0
    said = capsys.readouterr().out
    assert "no fault in a random sample: 2 of its 4 games were replayed" in said


def test_nobody_knows_which_games_are_replayed():
    path = SHIPPED / "T1-random.jsonl.gz"
    sample = lambda seed: _sample(path, seed)  # noqa: E731
    assert sample(1) == sample(1)
    assert len({tuple(sample(None)) for _ in range(4)}) == 4


def _sample(path, seed):
    """The games that a verification replays."""
    seen = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verifying, "_of_game", lambda a, b, game, c: seen.append(game.number) or ())
        assert problems(path, replays=10, slow=0, seed=seed) == []
    return seen


@pytest.mark.parametrize(("what", "right"), [("--entry", ""), ("--beacon", "practice")])
def test_an_entry_is_compared_with_what_was_published(here, capsys, what, right):
    right = right or read_result(here / "bot.jsonl").entry.digest
    command = ["bench1", "verify", "bot.jsonl", "--replays", "0", what]
    assert main([*command, f" {right}\n"]) == 0
    assert main([*command, "other"]) == 1
    assert f"line 1: the {what[2:]} is {right}, not other" in capsys.readouterr().out


def test_any_changed_byte_is_found(here):
    """In the entry, in games, and in the last line."""
    data = (here / "bot.jsonl").read_bytes()
    rng = np.random.default_rng(5)
    places = {*rng.integers(0, len(data), 25).tolist(), 5, len(data) - 1, len(data) - 40}
    for place in sorted(places):
        other = bytes([data[place] ^ 1])
        (here / "byte.jsonl").write_bytes(data[:place] + other + data[place + 1 :])
        try:
            assert problems(here / "byte.jsonl", replays=0), place
        except ValueError as error:
            assert "byte.jsonl" in str(error)


def _swap(rows):
    rows[1], rows[2] = rows[2], rows[1]


def _double(rows):
    rows.insert(2, rows[1])


def _win(rows):
    seat = rows[1]["number"] % 2
    rows[1].update(winner=seat, score=1.0)


def _cut(rows):
    rows[1]["actions"] = rows[1]["actions"][:-3]


def _move(rows):
    rows[1]["actions"][10] = 10_000


def _longer(rows):
    rows[1]["actions"].append(0)


def _forfeit(rows):
    rows[1].update(forfeit="late")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (drop_a_game, "1 missing game"),
        (_swap, "not in order"),
        (_double, "a game is there twice"),
        (_cut, "its actions end before the game does"),
        (_move, "action 11, 10000, is not legal there|action 11 is 10000, but net:v3 takes"),
        (_longer, "1 actions after its end"),
        (_forfeit, "listed as forfeited, but ends normally"),
    ],
)
def test_a_change_that_is_signed_anew_is_found(here, change, said):
    found = problems(changed(here, change), slow=0)
    assert any(re.search(said, one) for one in found), found


def test_a_claimed_win_is_found(here):
    lost = [g.score for g in read_result(here / "bot.jsonl").games]
    assert lost[0] == 0, "the first game must be lost for this test"
    found = problems(changed(here, _win), slow=0)
    assert any("winner is" in one for one in found), found


def test_moves_that_the_panel_would_not_make_are_found(here):
    """A legal move of the panel that it would not take."""
    number, action, other = _choice(read_result(here / "bot.jsonl"))

    def weaker(rows):
        rows[1]["actions"][number - 1 :] = [other]

    said = f"action {number} is {other}, but net:v3 takes {action}"
    found = problems(changed(here, weaker), slow=0)
    assert any(said in one for one in found), found


def _choice(found):
    """The number of an action of the panel in the first game, it, and another that was legal."""
    arena = arena_of(found.entry)
    dealt, seed, _ = arena.drawn("bot.py:Bot", HEADLINE[0], 0)
    game = Game.start(*map(arena.deck, dealt), seed=seed, book=arena.book)
    for number, action in enumerate(found.games[0].actions, 1):
        others = [other for other in game.legal_actions() if other != action]
        if game.seat().player == 1 and others:
            return number, action, others[0]
        game.act(action)
    raise AssertionError("the panel had no choice")


def _version(rows):
    rows[0]["version"] = "0123456789abcdef"


def _deals(rows):
    rows[0]["deals"] = 2


def _pool(rows):
    rows[0]["pools"] = {"T2": "00"}


def _unnamed(rows):
    del rows[0]["pools"]


def _protocol(rows):
    rows[0]["protocol"] = 2


def _unentered(rows):
    del rows[0]["entry"]


def _key(rows):
    rows[0]["sponsor"] = "me"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_version, "played with version '0123456789abcdef' of rules and players"),
        (_deals, "line 1: entry is '[0-9a-f]{12}\\.\\.\\.', but .* the file was changed"),
        (_pool, "line 1: pools is"),
        (_unnamed, "line 1: 'pools' is missing"),
        (_unentered, "line 1: 'entry' is missing"),
        (_protocol, "of protocol 2 of Altered-Bench 1, but this package has 1"),
        (_key, "no key is called 'sponsor'"),
    ],
)
def test_another_entry_is_named(here, change, said):
    with pytest.raises(ValueError, match=said):
        read_result(changed(here, change))


def test_an_unfinished_file_is_named(here):
    data = (here / "bot.jsonl").read_bytes().splitlines(keepends=True)
    (here / "part.jsonl").write_bytes(b"".join(data[:-1]))
    with pytest.raises(ValueError, match="it is not finished"):
        read_result(here / "part.jsonl")
    (here / "part.jsonl").write_bytes(b"".join(data)[:-2])
    with pytest.raises(ValueError, match="its last line is cut off"):
        read_result(here / "part.jsonl")


def test_a_run_resumes(here, capsys):
    """From any place, a truncated line included; times differ."""
    whole = (here / "bot.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    (here / "again.jsonl").write_bytes(b"".join(lines[:3]) + lines[3][:50])
    command = "bench1 run bot.py:Bot --task T2 --deals 1 --jobs 1 --out again.jsonl --quiet"
    assert main([*command.split(), "--trained", "none", "--name", "first"]) == 0
    one, two = read_result(here / "bot.jsonl"), read_result(here / "again.jsonl")
    assert [replace(game, seconds=0.0) for game in one.games] == [
        replace(game, seconds=0.0) for game in two.games
    ]
    assert one.games[:2] == two.games[:2]
    assert main([*command.split(), "--trained", "none", "--name", "other"]) == 2
    assert "holds another entry: its name is 'first', now it is 'other'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["mine.jsonl", "mine.jsonl.gz"])
def test_a_finished_file_that_lacks_games_gets_them(tmp_path, monkeypatch, name):
    """One with a changed game or head is refused, and a whole one is left as it is."""
    path, entry = tmp_path / name, entry_of("greedy", "T1", deals=2)
    played = []

    def won(arena, agent, against, number):
        played.append((against, number))
        return PlayedGame(against, number, 1.0, number % 2, 0, 5, 9, 0.01, "", ()), ""

    monkeypatch.setattr(running, "play_game", won)
    monkeypatch.setattr(running, "refuse_another_panel", lambda agents: None)
    whole = running.run(entry, path, jobs=1)
    mode = path.stat().st_mode
    assert running.run(entry, path, jobs=1).digest == whole.digest and len(played) == 8
    assert path.stat().st_mode == mode and [one.name for one in tmp_path.iterdir()] == [name]
    result_files.finish(path, whole.head, whole.games[1:], whole.last["result"])
    again = running.run(entry, path, jobs=1)
    assert again.games == whole.games and played[8:] == [(HEADLINE[0], 0)]
    assert [one.name for one in tmp_path.iterdir()] == [name]
    other = replace(whole.games[0], score=0.0)
    result_files.finish(path, whole.head, (other, *whole.games[1:]), whole.last["result"])
    with pytest.raises(ValueError, match=r"result and hash do not follow .* it was changed; remov"):
        running.run(entry, path, jobs=1)
    head = {**whole.head, "machine": {"calibration": "fast"}}
    lines = b"".join(map(result_files.line, [head, *map(asdict, whole.games[:2])]))
    path.unlink()
    (tmp_path / "mine.jsonl").write_bytes(lines)
    with pytest.raises(
        ValueError,
        match=r"mine.jsonl, line 1: the calibration of its machine is 'fast': remove the",
    ):
        running.run(entry, path, jobs=1)


@pytest.mark.skipif(os.name != "posix", reason="Windows has other permissions")
@pytest.mark.parametrize("name", ["mine.jsonl", "mine.jsonl.gz"])
def test_no_other_user_can_read_an_unfinished_file(tmp_path, monkeypatch, name):
    """It holds the beacon, from which a program that runs as another user would know all seeds."""
    path, modes = tmp_path / name, []

    def played(arena, agent, against, number):
        modes.append(stat.S_IMODE((tmp_path / "mine.jsonl").stat().st_mode))
        return PlayedGame(against, number, 1.0, number % 2, 0, 5, 9, 0.01, "", ()), ""

    monkeypatch.setattr(running, "play_game", played)
    monkeypatch.setattr(running, "refuse_another_panel", lambda agents: None)
    found = running.run(entry_of("greedy", "T1", deals=1), path, jobs=1)
    assert modes == [0o600] * 4 and found.last["result"]["rate"] == 1
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask  # what is finished may be read
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_the_faster_calibration_counts_and_a_slow_agent_is_refused(tmp_path, monkeypatch):
    """That before the games or that after them; a changed agent needs a new file."""

    def slow(arena, agent, against, number):
        return PlayedGame(against, number, 1.0, number % 2, 0, 5, 10, 0.1, "", ()), ""

    monkeypatch.setattr(running, "play_game", slow)
    monkeypatch.setattr(running, "refuse_another_panel", lambda agents: None)
    calibrations = iter([0.03, 0.02, 0.02])
    monkeypatch.setattr(calibration, "calibrate", lambda: next(calibrations))
    found = running.run(entry_of("greedy", "T1", deals=1), tmp_path / "open.jsonl", jobs=1)
    assert found.machine["calibration"] == 0.02
    assert found.last["result"]["reference milliseconds"] == pytest.approx(10)
    entry, path = entry_of("greedy", "T1", time_class="1ms", deals=9), tmp_path / "slow.jsonl"
    with pytest.raises(ValueError, match=f"enter a slower class, and remove {path}$"):
        running.run(entry, path, jobs=1)


def test_a_bot_that_only_crashes_is_refused_with_the_cause(tmp_path, monkeypatch, capsys):
    def lost(arena, agent, against, number):
        game = PlayedGame(against, number, 0.0, 1 - number % 2, 0, 1, 1, 0.01, "crashed", ())
        return game, "ZeroDivisionError: division by zero"

    monkeypatch.setattr(running, "play_game", lost)
    monkeypatch.setattr(running, "refuse_another_panel", lambda agents: None)
    with pytest.raises(ValueError, match="all of its first 8 games: ZeroDivisionError: division"):
        running.run(entry_of("greedy", "T1", deals=50), tmp_path / "lost.jsonl", jobs=1)
    assert capsys.readouterr().err.count("The first forfeited game: ZeroDivisionError") == 1


def test_a_forfeited_game_can_be_verified(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = BOT.format(pick=0).replace("return seat", "1 / 0\n        return seat")
    Path("bot.py").write_text(text)
    command = "bench1 run bot.py:Bot --task T1 --deals 1 --jobs 1 --out lost.jsonl.gz --quiet"
    assert main([*command.split(), "--trained", "none"]) == 0
    found = read_result(Path("lost.jsonl.gz"))
    assert found.last["result"]["forfeits"] == {"crashed": 4}
    assert found.last["result"]["rate"] == 0
    assert problems(Path("lost.jsonl.gz"), slow=1) == []
    assert not Path("lost.jsonl").exists()  # its lines are in it


def _many(rows):
    rows[0]["deals"] = 10**12


def _control(rows):
    rows[0]["remark"] = "a\x1b[2Jb"


def _long(rows):
    rows[0]["known"] = "k" * 3000


def _spaced(rows):
    rows[0]["beacon"] = " 1 "


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_many, "line 1: there must be at most 8,000 deals, found 1,000,000,000,000"),
        (_control, "line 1: the remark must have at most 500 characters, all printable"),
        (_long, "line 1: the known must have at most 2,000 characters"),
        (_spaced, "line 1: the beacon has spaces around it"),
    ],
)
def test_a_head_beyond_all_measure_is_refused(here, change, said):
    with pytest.raises(ValueError, match=said):
        read_result(changed(here, change))


def test_a_file_of_many_empty_lines_is_refused_at_once(here, monkeypatch):
    """None is parsed, if there are too many; otherwise the first that is no game stops it."""
    head, *_, last = (here / "bot.jsonl").read_bytes().splitlines(keepends=True)
    path = here / "flood.jsonl"
    path.write_bytes(head + b"{}\n" * 1000 + last)
    with pytest.raises(ValueError, match="it has 1,002 lines, for 4 games of its entry"):
        read_result(path)
    parsed = []
    real = result_files._parsed
    monkeypatch.setattr(
        result_files, "_parsed", lambda path, k, text: parsed.append(k) or real(path, k, text)
    )
    path.write_bytes(head + b"{}\n" * 5 + last)
    with pytest.raises(ValueError, match=r"flood\.jsonl, line 2: 'against' is missing"):
        read_result(path)
    assert parsed == [1, 7, 2]
