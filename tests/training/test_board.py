"""A rated board: declared before it is played, resumable, and verifiable by others."""

from __future__ import annotations

import json
import re
import shutil
import stat
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from altered_env._runtime import seeds
from altered_env._runtime.input_files import InputFileError
from altered_env._runtime.seeds import Secret
from altered_env.agents.named import gone
from altered_env.arena.board import board_config, schedule
from altered_env.arena.board.archive import opened
from altered_env.arena.board.decklists import DECKS, digest_of, read_decklists, text_of
from altered_env.arena.board.resampling import Deal, paired_ratings, wins_of
from altered_env.arena.board.schedule import GAMES, RATINGS, REPLAYS, open_board
from altered_env.arena.board.verify import problems
from altered_env.arena.ratings import Rating
from altered_env.cli import main
from altered_env.decks import starter

AGENTS = ("random", "greedy", "rules@1")


def board_in(folder, *more):
    names = ["--agents", *AGENTS, "--decks", "axiom,lyra", "--most", "4", *more]
    assert main(["board", "new", str(folder), *names]) == 0
    return folder


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = board_in(tmp_path_factory.mktemp("boards") / "one")
    assert main(["board", "run", str(folder), "--jobs", "1"]) == 0
    assert main(["board", "publish", str(folder)]) == 0
    return folder


@pytest.fixture
def board(played, tmp_path):
    """A copy that may be damaged."""
    return shutil.copytree(played, tmp_path / "board")


def test_a_board_is_played_and_holds_together(played, capsys):
    board = open_board(played)
    assert len(board.rows) == 12 and len(board.deals) == 6
    assert main(["board", "verify", str(played), "--again", "2"]) == 0
    assert (
        "12 games, their replays, the seeds and the ratings are consistent"
        in capsys.readouterr().out
    )
    page = (played / "index.html").read_text()
    for words in ("Against each other", "Strength against time", "By faction", "seeds"):
        assert words in page
    for link in re.findall(r'href="(replays/[^"]+)"', page):
        assert (played / link).is_file()
    assert page.count('href="replays/') == 12


def test_no_more_games_are_played_than_asked_for(board):
    (board / GAMES).unlink()
    assert main(["board", "run", str(board), "--jobs", "1", "--games", "2"]) == 0
    assert len(open_board(board).rows) == 2


def with_slow(rows, agent, seconds):
    """These games, as if this agent took so long per decision."""
    slow = []
    for row in rows:
        for side in "ab":
            if getattr(row, f"agent_{side}") == agent:
                spent = seconds * getattr(row, f"decisions_{side}")
                row = replace(row, **{f"seconds_{side}": spent})
        slow.append(row)
    return tuple(slow)


def test_a_game_is_worth_less_the_longer_it_takes(played, monkeypatch):
    monkeypatch.setattr(schedule, "FIRST", 4)
    found = open_board(played)
    order = {"random": 0, "greedy": 1, "rules@1": 2}  # whoever is worse loses
    rows = tuple(
        replace(row, winner=int(order[row.agent_a] < order[row.agent_b]))
        for row in with_slow(with_slow(found.rows, "random", 0), "rules@1", 0)
    )
    config = replace(found.config, until=1.0, most=400)

    def first(seconds):
        board = replace(found, config=config, rows=with_slow(rows, "greedy", seconds))
        ((key, _),) = schedule._due(board, 1)
        return key[:2]

    assert first(0) == ("random", "greedy")  # less clear than ("random", "rules@1")
    assert first(10) == ("random", "rules@1")


def test_progress_tells_earlier_games_and_how_far_the_ratings_are(board):
    whole, told = (board / GAMES).read_text().splitlines(), []
    (board / GAMES).write_text("\n".join(whole[:8]) + "\n")
    schedule.run(board, 1, say=lambda *said: told.append(said))
    ((played, before, state),) = told
    assert (played, before) == (12, 8) and state.endswith(" Elo, to be ±40")


def test_slow_agents_have_a_target_of_their_own(played):
    """More than 10 ms per decision is slow; games go to pairs with an agent above its target."""
    found = open_board(played)
    rows = with_slow(found.rows, "greedy", 0.02)
    wide = max((one.high - one.low) / 2 for one in replace(found, rows=rows).ratings())
    config = replace(found.config, until=1.0, until_slow=wide, most=400)
    board = replace(found, config=config, rows=rows)
    assert board.targets() == {"random": 1.0, "greedy": wide, "rules@1": 1.0}
    assert board.unsettled() == ["random"]  # the anchor alone defines 0
    assert board.state().startswith("random ±") and board.state().endswith(" Elo, to be ±1")
    settled = replace(board, config=replace(config, until=wide))
    assert settled.is_settled() and settled.state() == "all intervals are narrow enough"
    assert replace(board, rows=()).state() == "first games of each two agents"
    same = replace(config, until_slow=0.0)
    assert set(replace(board, config=same).unsettled()) == {"random", "greedy"}


def test_it_goes_on_where_it_was_stopped(board, monkeypatch):
    whole = (board / GAMES).read_text().splitlines()
    (board / GAMES).write_text("\n".join(whole[:-3]) + "\n")
    again = []
    play = schedule.play_one

    def counted(*given):
        again.append(given[1:4])
        return play(*given)

    monkeypatch.setattr(schedule, "play_one", counted)
    assert main(["board", "run", str(board), "--jobs", "1"]) == 0
    assert len(again) == 3
    assert problems(board) == []


def test_a_board_that_is_stopped_has_its_ratings(board, monkeypatch):
    (board / GAMES).unlink()
    (board / RATINGS).unlink()

    class StoppedError(Exception):
        pass

    def due(board, tasks, due=schedule._due):
        if len(board.rows) == 12:
            raise StoppedError
        return due(board, tasks)

    monkeypatch.setattr(schedule, "_due", due)
    with pytest.raises(StoppedError):
        schedule.run(board, jobs=1)
    assert problems(board) == []


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ({"winner": 0}, "its replay is won by"),
        ({"winner": 1}, "its replay is won by"),
        ({"seed": 7}, "seed 7 do not follow from the seeds of the board"),
        ({"deck_a": "muna"}, "do not follow from the seeds"),
        ({"days": 99}, "its replay has"),
        ({"forfeit": "late"}, "its replay ends normally"),
        ({"number": 40}, "the board has at most 4 games of each pair"),
    ],
)
def test_what_was_edited_is_found(board, damage, says):
    lines = (board / GAMES).read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    at = next(k for k, row in enumerate(rows) if row["winner"] not in (damage.get("winner"), -1))
    rows[at] |= damage
    (board / GAMES).write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert any(says in problem for problem in problems(board)), problems(board)


def test_games_of_agents_that_the_charter_does_not_name_are_found(board, capsys):
    text = (board / board_config.FILE).read_text()
    (board / board_config.FILE).write_text(text.replace('"greedy"', '"net:v1"', 1))
    assert main(["board", "verify", str(board)]) == 1
    said = capsys.readouterr()
    assert "the board has no such pair or format" in said.out + said.err


def test_a_lost_or_other_replay_is_found(board):
    first, second, *_ = sorted((board / REPLAYS).iterdir())
    first.unlink()
    shutil.copy(sorted((board / REPLAYS).iterdir())[-1], second)
    found = problems(board)
    assert any("its replay cannot be played" in problem for problem in found)
    assert len(found) > 1


def test_a_game_that_was_taken_out_is_found(board):
    lines = (board / GAMES).read_text().splitlines(keepends=True)
    rows = [json.loads(line) for line in lines]
    at = next(k for k, row in enumerate(rows) if row["number"] == 1)
    (board / GAMES).write_text("".join(lines[:at] + lines[at + 1 :]))
    one, two = rows[at]["one"], rows[at]["two"]
    assert f"{GAMES}: {one} against {two}, standard: number 1 is missing" in problems(board)


def test_other_seeds_and_other_ratings_are_found(board, capsys):
    said = json.loads((board / RATINGS).read_text())
    said["ratings"][0]["elo"] += 1
    (board / RATINGS).write_text(json.dumps(said))
    assert any("the games give" in problem for problem in problems(board))
    path = board / board_config.FILE
    path.write_text(path.read_text().replace("\nseeds = ", "\nseeds = 'aa' # "))
    assert main(["board", "verify", str(board)]) == 2
    assert "do not match their commitment" in capsys.readouterr().err


def test_a_board_whose_seeds_are_secret_says_so(tmp_path):
    folder = board_in(tmp_path / "two")
    said = board_config.load(folder)
    path = seeds.secrets_folder() / said.commitment
    secret = path.read_text().strip()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert not any(secret in file.read_text() for file in folder.iterdir())
    assert said.commitment == seeds.commitment_of(secret) and not said.seeds
    assert board_config.secret_of(folder, said).digits == secret
    assert board_config.publish(folder).seeds == secret
    assert (
        board_config.secret_of(folder, board_config.load(folder)).digits == secret
        and not path.exists()
    )


def test_a_secret_number_may_be_brought_along(tmp_path):
    folder = board_in(tmp_path / "two")
    said = board_config.load(folder)
    path = seeds.secrets_folder() / said.commitment
    digits = path.read_text()
    path.unlink()
    with pytest.raises(ValueError, match=r"neither in .* nor in seeds\.secret"):
        board_config.secret_of(folder, said)
    (folder / board_config.SECRET).write_text(digits.replace(digits[0], "x"))
    with pytest.raises(ValueError, match="does not match its commitment"):
        board_config.secret_of(folder, said)
    (folder / board_config.SECRET).write_text(digits)
    assert board_config.secret_of(folder, said).digits == digits.strip()


def test_seeds_of_an_earlier_board_follow_as_they_did(played):
    """Its file says nothing of how; the seed is the one that it drew then."""
    before = replace(board_config.load(played), derivation=board_config.BEFORE)
    arena = before.arena("standard", Secret(7))
    assert arena.drawn("random", "greedy", 3).seed == 140015450316121
    assert (
        before.derivation
        == board_config.BoardConfig(before.commitment, listed=before.listed).derivation
    )
    assert board_config.load(played).derivation == seeds.DERIVATION


def test_programs_do_not_play_on_once_seeds_are_published(board, monkeypatch):
    (board / GAMES).unlink()
    program = f"cmd:{sys.executable} -c pass"
    path = board / board_config.FILE
    path.write_text(path.read_text().replace('"greedy"', json.dumps(program), 1))
    with pytest.raises(ValueError, match="its seeds are published, so cmd:"):
        schedule.run(board, jobs=1, own=[program])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "'commitment', the hash of the seeds, is missing"),
        ("commitment = 7", "commitment is a text, found 7"),
        ("commitment = 'x'\nagnets = []", "no key is called 'agnets', did you mean 'agents'"),
        ("commitment = 'x'\nagents = 'greedy'", "agents must be a list of names"),
        (
            "commitment = 'x'\nagents = ['rules', 'rules@1', 'rules@1']",
            "two or more different agents",
        ),
        ("commitment = 'x'\nanchors = ['rules']", "anchors cannot be changed"),
        ("commitment = 'x'\nagents = ['rules', 'net:x']", "no anchor plays (rules@1, ismcts@1)"),
        ("commitment = 'x'\nmost = 3", "an even number, found 3"),
        ("commitment = 'x'\nclock = 'long'", "a clock must be SECONDS"),
        ("commitment = 'x'\nuntil = 0", "until must be above 0"),
        ("commitment = 'x'\nuntil_slow = -1", "until_slow must be 0 or more"),
        ("commitment = 'x'\nformats = ['standart']", "did you mean 'standard'"),
        ("commitment = 'x'\nseeds = 'ff'", "do not match their commitment"),
        ("commitment = ", "board.toml: "),
    ],
)
def test_what_is_wrong_with_a_charter_is_said(tmp_path, line, says, capsys):
    (tmp_path / board_config.FILE).write_text(line + "\n")
    assert main(["board", "run", str(tmp_path)]) == 2
    assert says in capsys.readouterr().err


def test_a_board_of_agents_that_went_is_read_and_not_played(board, capsys):
    """A board as created by version 0.1."""
    path = board / board_config.FILE
    said = path.read_text()
    said = said.replace('agents = ["random"', 'agents = ["policy:first", "random"')
    path.write_text(said.replace('anchors = ["rules@1"]', 'anchors = ["rules@1", "policy:first"]'))
    found = open_board(board)
    assert found.config.anchors == ("rules@1", "policy:first") and len(found.rows) == 12
    assert main(["board", "run", str(board), "--jobs", "1"]) == 2
    assert capsys.readouterr().err.endswith(f"{gone('policy:first')}\n")


@pytest.mark.parametrize("anchor", ["random", "greedy", "policy:first"])
def test_no_board_begins_with_anchors_of_0_1(anchor, tmp_path):
    with pytest.raises(ValueError, match=f"anchors must be rules@1, ismcts@1; found {anchor}"):
        board_config.begin(tmp_path / "it", agents=(anchor, "rules@1"), anchors=(anchor, "rules@1"))


def test_there_is_one_charter_and_it_must_be_there(tmp_path, capsys):
    board_in(tmp_path)
    assert main(["board", "new", str(tmp_path)]) == 2
    assert "board.toml exists already" in capsys.readouterr().err
    assert main(["board", "verify", str(tmp_path / "none")]) == 2
    assert "create a board with" in capsys.readouterr().err


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A board with a user's list, in a format with a user's file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "mine.txt").write_text(starter("muna").to_text())
    (tmp_path / "lists" / "pool.txt").write_text("ALT_CORE_B_AX_16_U_380\n")
    names = ["--agents", "random", "rules@1", "--decks", "lists/mine.txt,lyra", "--most", "2"]
    formats = ["--formats", "standard", "frontier:lists/pool.txt"]
    assert main(["board", "new", "one", *names, *formats]) == 0
    return tmp_path / "one"


def test_who_has_the_folder_needs_no_file_of_its_founder(own, capsys):
    for path in (own.parent / "lists").iterdir():
        path.unlink()
    assert main(["board", "run", "one", "--jobs", "1"]) == 0
    assert main(["board", "publish", "one"]) == 0
    assert main(["board", "verify", "one", "--again", "4"]) == 0
    assert "4 games, their replays" in capsys.readouterr().out
    board = open_board(own)
    assert {row.format for row in board.rows} == {"standard", "frontier:lists/pool.txt"}
    assert board.config.listed["frontier:lists/pool.txt"].pool.endswith("of 1 references")
    names = {name for row in board.rows for name in (row.deck_a, row.deck_b)}
    assert names <= {"lists/mine.txt", "lyra"}
    assert len(list((own / REPLAYS).iterdir())) == 4


def test_decks_are_those_that_were_stated(own, capsys):
    path = own / DECKS
    path.write_text(path.read_text().replace("CORE_MU_", "CORE_AX_", 1))
    assert main(["board", "run", "one"]) == 2
    assert "these are not the decks of the board" in capsys.readouterr().err
    path.unlink()
    assert main(["board", "verify", "one"]) == 2
    assert "decks.json: there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[", "this is not JSON"),
        ("[" * 100_000, "this is not JSON: nested too deeply"),
        ("[]", "expected an object with formats"),
        ('{"standard": 7}', "standard: expected an object with played_as, pool, decks"),
        ('{"standard": {"played_as": "chess", "pool": "", "decks": {"x": null}}}', "chess"),
        ('{"standard": {"played_as": "standard", "pool": "", "decks": {}}}', "it has no deck"),
        (
            '{"standard": {"played_as": "standard", "pool": "", "decks": {"x": 1}}}',
            "x is not a deck",
        ),
    ],
)
def test_what_is_wrong_with_decks_is_said(own, text, says, capsys):
    (own / DECKS).write_text(text)
    assert main(["board", "run", "one"]) == 2
    said = capsys.readouterr().err
    assert f"{DECKS}: " in said and says in said


def test_decks_that_may_not_be_played_are_found(board):
    path = board / DECKS
    listed = read_decklists(path.read_text())
    del listed["standard"].decks["axiom"]["cards"][:5]
    path.write_text(text_of(listed))
    toml = board / board_config.FILE
    digest = digest_of(path.read_text())
    toml.write_text(re.sub('decklists = ".*"', f'decklists = "{digest}"', toml.read_text()))
    found = problems(board)
    assert any("axiom is not legal in standard: " in problem for problem in found)
    assert any("its replay has a deck other than axiom" in one for one in found)


def test_each_two_agents_have_deals_of_their_own(played):
    """Deals that all share say less than as many as there are games."""
    rows = open_board(played).rows
    seeds = {(row.one, row.two, row.number // 2): row.seed for row in rows}
    assert len(seeds) == len(set(seeds.values())) == 6
    stated = board_config.load(played)
    secret = Secret(7)
    one, two = (
        replace(stated.arena("standard", secret), format=f) for f in ("standard", "singleton")
    )
    assert one.drawn("a", "b", 0)[1] != two.drawn("a", "b", 0)[1]
    assert one.drawn("a", "b", 0)[1] == one.drawn("a", "b", 1)[1]


def test_games_of_another_version_are_put_aside_and_played_again(board, monkeypatch):
    monkeypatch.setattr("altered_env.arena.pairings.version", lambda: "a later one")
    monkeypatch.setattr(schedule, "version", lambda: "a later one")
    assert main(["board", "run", str(board), "--jobs", "1", "--games", "4"]) == 0
    assert len((board / "games.before.jsonl").read_text().splitlines()) == 12
    assert len(open_board(board).rows) == 4
    assert problems(board) == []


def test_what_another_version_has_played_is_said_to_be_so(board, monkeypatch):
    path = next(iter(sorted((board / REPLAYS).iterdir())))
    said = json.loads(path.read_text())
    said["actions"][3] = 9_999
    path.write_text(json.dumps(said))
    (wrong,) = problems(board)
    assert "cannot be played" in wrong and "version" not in wrong
    monkeypatch.setattr("altered_env.arena.board.verify.version", lambda: "a later one")
    (wrong,) = problems(board)
    assert wrong.endswith("this is a later one: verify it with that version")


def test_a_board_fits_in_a_file(played, tmp_path, capsys):
    one, two = tmp_path / "one.zip", tmp_path / "two.zip"
    for path in (one, two):
        assert main(["board", "pack", str(played), str(path)]) == 0
    assert one.read_bytes() == two.read_bytes()
    assert main(["board", "verify", str(one), "--replays", "3", "--again", "1"]) == 0
    said = capsys.readouterr().out
    assert "12 games, 3 of their replays, the seeds and the ratings are consistent" in said
    folder = tmp_path / "open"
    with zipfile.ZipFile(one) as file:
        file.extractall(folder)
    page = (folder / "index.html").read_text()
    assert all((folder / link).is_file() for link in re.findall(r'href="(replays/[^"]+)"', page))
    assert problems(folder) == []


def test_what_is_no_board_in_a_file_is_refused(played, own, tmp_path, capsys):
    assert main(["board", "pack", str(own), "x.zip"]) == 2
    assert "its seeds are not published" in capsys.readouterr().err
    good = tmp_path / "good.zip"
    assert main(["board", "pack", str(played), str(good)]) == 0
    cut = tmp_path / "cut.zip"
    cut.write_bytes(good.read_bytes()[:-30])
    out = tmp_path / "out.zip"
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("replays/../../out.json", "{}")
    for path, says in (
        (cut, "not a zip archive; expected a packed board"),
        (out, "is not a file of a board"),
    ):
        assert main(["board", "verify", str(path)]) == 2
        assert f"{path}: " in (said := capsys.readouterr().err) and says in said
    assert not (tmp_path / "out.json").exists()


def test_no_flipped_byte_of_a_board_in_a_file_is_a_traceback(played, tmp_path, capsys):
    good = tmp_path / "good.zip"
    assert main(["board", "pack", str(played), str(good)]) == 0
    data = bytearray(good.read_bytes())
    bad = tmp_path / "bad.zip"
    refused = {}
    for place in range(0, len(data), max(1, len(data) // 60)):
        data[place] ^= 0x5A
        bad.write_bytes(data)
        data[place] ^= 0x5A
        try:
            with opened(bad):
                pass
        except InputFileError as error:
            refused[place] = str(error)
            assert refused[place].startswith(f"{bad}: ") and "\n" not in refused[place]
    assert len(refused) > 50
    place = next(place for place, said in refused.items() if "damaged, cannot be unpacked" in said)
    data[place] ^= 0x5A
    bad.write_bytes(data)
    capsys.readouterr()
    assert main(["board", "verify", str(bad)]) == 2
    assert "damaged, cannot be unpacked" in capsys.readouterr().err


def test_a_board_that_unpacks_without_end_writes_nothing(tmp_path, monkeypatch, capsys):
    """A small file with two billion bytes in it is refused before the first is written."""
    monkeypatch.setattr(Path, "write_bytes", lambda *_: pytest.fail("something was written"))
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        file.writestr("board.toml", "x = 1")
        for number in range(20):
            file.writestr(f"replays/{number}.json", bytes(10_000_000))
    assert bomb.stat().st_size < 2_000_000
    assert main(["board", "verify", str(bomb)]) == 2
    assert "it unpacks to 200,000,005 bytes; at its size, at most" in capsys.readouterr().err


def test_before_its_seeds_are_published_nobody_is_said_to_have_cheated(own, capsys):
    assert main(["board", "run", str(own), "--jobs", "1"]) == 0
    capsys.readouterr()
    assert main(["board", "verify", str(own)]) == 1
    said = capsys.readouterr().out
    assert "The seeds are not yet published" in said and "are not consistent" not in said
    (seeds.secrets_folder() / board_config.load(own).commitment).unlink()
    assert main(["board", "verify", str(own)]) == 2
    said = capsys.readouterr().err
    assert "not yet published, so its games cannot be checked against them" in said


def chances(elo):
    return {(a, b): 1 / (1 + 10 ** ((elo[b] - elo[a]) / 400)) for a in elo for b in elo}


def test_intervals_hold_the_truth_as_often_as_they_say():
    """Boards whose strengths are known; games of a deal are alike, as those of one deck are."""
    elo = {"greedy": 0.0, "x": 120.0, "y": -90.0}
    chance = chances(elo)
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(30):
        deals = []
        for one, two in (("greedy", "x"), ("greedy", "y"), ("x", "y")):
            for _ in range(40):
                both = rng.random() < 0.5  # half of the deals: both games end as one does
                first = rng.random() < chance[one, two]
                second = first if both else rng.random() < chance[one, two]
                deals.append(Deal(one, two, float(first) + float(second)))
        found = paired_ratings(tuple(elo), deals, ("greedy",), draws=60)
        held += sum(
            r.low <= elo[name] <= r.high for r, name in zip(found[1:], ("x", "y"), strict=True)
        )
        assert (found[0].low, found[0].elo, found[0].high) == (0.0, 0.0, 0.0)
    assert held >= 51  # 57 of 60 on average


def test_who_lost_every_game_has_a_wide_interval():
    deals = [Deal("a", "b", 2.0)] * 20
    _, b = paired_ratings(("a", "b"), deals, ("a",), draws=40)
    assert b.elo < -500 and b.high - b.low > 300


def test_wins_are_counted_both_ways():
    wins = wins_of(("a", "b"), [Deal("a", "b", 1.5), Deal("b", "a", 2.0)])
    assert wins.tolist() == [[0, 1.5], [2.5, 0]]


def test_games_are_played_where_they_tell():
    ratings = {
        "a": Rating(0, 0, 0),
        "b": Rating(10, -90, 110),
        "c": Rating(900, 880, 920),
        "d": Rating(20, -80, 120),
    }

    targets = dict.fromkeys(ratings, 40)

    def tells(one, two, games=8):
        return schedule._tells(ratings, targets, (one, two, "standard"), games)

    assert tells("a", "c") == 0  # both are known well enough
    assert tells("a", "b") > tells("b", "c") > 0  # it is clear who wins
    assert tells("b", "d") > tells("a", "b")
    assert tells("a", "b", 8) > tells("a", "b", 80)
    both = tells("b", "d")
    targets["b"] = 100
    assert tells("a", "b") == 0 < tells("b", "d") < both
