"""`altered bench1`: runs can be verified, and changes are found."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from altered_env import Game, decks
from altered_env.arena.bench1 import calibration, running, scoring, tasks
from altered_env.arena.bench1.bench_entries import BenchArena, arena_of, entry_of
from altered_env.arena.bench1.result_files import (
    PlayedGame,
    last_line,
    line,
    read_result,
    results_in,
)
from altered_env.arena.bench1.scoring import (
    gap,
    mean_of_archetypes,
    milliseconds,
    rate_of,
    told,
)
from altered_env.arena.bench1.stability import stability_of
from altered_env.arena.bench1.tasks import HEADLINE, PANEL, TASKS
from altered_env.arena.bench1.verifying import problems
from altered_env.cards import catalogue
from altered_env.cli import bench1_plot, bench1_run, bench1_table, main
from altered_env.decks.bench1 import unique_decks
from altered_env.decks.bench1.bench_pools import archetypes, task_decks, written
from altered_env.decks.bench1.withheld import is_withheld, withheld_uniques
from altered_env.game import Replay

SHIPPED = Path(__file__).parents[2] / "docs/boards/bench1"
BOT = '''
"""A bot that counts how often it is loaded."""
with open("runs.txt", "a") as file:
    file.write("x")


class Bot:
    def act(self, seat):
        return seat.actions[{pick}]
'''


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench1")
    (folder / "bot.py").write_text(BOT.format(pick=0))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        command = "bench1 run bot.py:Bot --task T2 --deals 1 --jobs 1 --out bot.jsonl --quiet"
        assert main([*command.split(), "--name", "first"]) == 0
    return folder


@pytest.fixture
def here(home, monkeypatch):
    monkeypatch.chdir(home)
    return home


def changed(home, change, name="changed.jsonl", signed=True):
    """The file with its rows changed, and its hash and result made anew where that can be done."""
    rows = [json.loads(text) for text in (home / "bot.jsonl").read_text().splitlines()]
    change(rows)
    before = b"".join(line(row) for row in rows[:-1])
    end = last_line(before, rows[-1]["result"]) if signed else line(rows[-1])
    (home / name).write_bytes(before + end)
    return home / name


def test_what_is_run_can_be_verified_without_its_agent(here, capsys):
    found = read_result(here / "bot.jsonl")
    assert found.entry.name == "first"
    assert {game.number for game in found.games} == {0, 1}
    assert len(found.games) == 2 * len(HEADLINE)
    assert found.last["result"]["games"] == 4
    before = (here / "runs.txt").read_text()
    (here / "bot.py").rename(here / "gone.py")
    try:
        assert main(["bench1", "verify", "bot.jsonl", "--moves", "4"]) == 0
    finally:
        (here / "gone.py").rename(here / "bot.py")
    assert (here / "runs.txt").read_text() == before
    assert "are consistent" in capsys.readouterr().out


def test_any_changed_byte_is_found(here):
    """In the entry, in games, and in the last line."""
    data = (here / "bot.jsonl").read_bytes()
    rng = np.random.default_rng(5)
    places = {*rng.integers(0, len(data), 25).tolist(), 5, len(data) - 1, len(data) - 40}
    for place in sorted(places):
        other = bytes([data[place] ^ 1])
        (here / "byte.jsonl").write_bytes(data[:place] + other + data[place + 1 :])
        try:
            assert problems(here / "byte.jsonl", replays=0, moves=0), place
        except ValueError as error:
            assert "byte.jsonl" in str(error)


def _drop(rows):
    del rows[3]


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
        (_drop, "1 games are missing"),
        (_swap, "not in order"),
        (_double, "a game is there twice"),
        (_cut, "its actions end before the game does"),
        (_move, "action 11, 10000, is not legal there|action 11 is 10000, but net:v3 takes"),
        (_longer, "1 actions after its end"),
        (_forfeit, "listed as forfeited, but ends normally"),
    ],
)
def test_a_change_that_is_signed_anew_is_found(here, change, said):
    found = problems(changed(here, change))
    assert any(re.search(said, one) for one in found), found


def test_a_claimed_win_is_found(here):
    lost = [g.score for g in read_result(here / "bot.jsonl").games]
    assert lost[0] == 0, "the first game must be lost for this test"
    found = problems(changed(here, _win))
    assert any("winner is" in one for one in found), found


def test_moves_that_the_panel_would_not_make_are_found(here):
    """A legal move of the panel that it would not take."""
    number, action, other = _choice(read_result(here / "bot.jsonl"))

    def weaker(rows):
        rows[1]["actions"][number - 1 :] = [other]

    said = f"action {number} is {other}, but net:v3 takes {action}"
    found = problems(changed(here, weaker), replays=0, moves=8)
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


def _key(rows):
    rows[0]["sponsor"] = "me"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_version, "played with version '0123456789abcdef' of rules and players"),
        (_deals, "line 1: entry is .* the file was changed"),
        (_pool, "line 1: pools is"),
        (_unnamed, "line 1: pools is None"),
        (_protocol, "of protocol 2 of Altered-Bench 1, this package has 1"),
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
    assert main([*command.split(), "--name", "first"]) == 0
    one, two = read_result(here / "bot.jsonl"), read_result(here / "again.jsonl")
    assert [replace(game, seconds=0.0) for game in one.games] == [
        replace(game, seconds=0.0) for game in two.games
    ]
    assert one.games[:2] == two.games[:2]
    assert main([*command.split(), "--name", "other"]) == 2
    assert "holds another entry: its name is 'first', now it is 'other'" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="Windows has other permissions")
@pytest.mark.parametrize("name", ["mine.jsonl", "mine.jsonl.gz"])
def test_no_other_user_can_read_an_unfinished_file(tmp_path, monkeypatch, name):
    """It holds the beacon, from which a program that runs as another user would know all seeds."""
    path, modes = tmp_path / name, []

    def played(arena, agent, against, number):
        modes.append(stat.S_IMODE((tmp_path / "mine.jsonl").stat().st_mode))
        return PlayedGame(against, number, 1.0, number % 2, 0, 5, 9, 0.01, "", ())

    monkeypatch.setattr(running, "play_game", played)
    monkeypatch.setattr(running, "refuse_another_panel", lambda agents: None)
    found = running.run(entry_of("greedy", "T1", deals=1), path, jobs=1)
    assert modes == [0o600] * 4 and found.last["result"]["rate"] == 1
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask  # what is finished may be read
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_an_entry_of_another_agent_has_other_games(here):
    one = entry_of("bot.py:Bot", "T2", deals=2)
    (here / "bot2.py").write_text(BOT.format(pick=-1))
    entries = {
        "itself": one,
        "name": replace(one, name="x"),
        "beacon": replace(one, beacon="x"),
        "agent": entry_of("bot2.py:Bot", "T2", deals=2),
        "task": entry_of("bot.py:Bot", "T1", deals=2),
    }
    seeds = [arena_of(e).drawn("", "", 0).seed for e in entries.values()]
    assert len(set(seeds)) == len(seeds)
    assert entries["beacon"].digest == one.digest  # it is published before the beacon is


# deals


def test_both_games_of_a_deal_differ_in_the_seats_alone():
    arena = arena_of(entry_of("greedy", "T2"))
    for number in range(0, 10, 2):
        one, two = arena.drawn("a", "b", number), arena.drawn("a", "b", number + 1)
        assert one == two
    assert arena.drawn("a", "b", 0) == arena.drawn("a", "c", 0)  # all opponents have the same


def test_the_starters_meet_equally_often():
    arena = arena_of(entry_of("greedy", "T1"))
    pairs = [tuple(arena.drawn("a", "b", 2 * k).decks) for k in range(TASKS["T1"].deals)]
    assert {pairs.count(pair) for pair in pairs} == {TASKS["T1"].deals // 36}


def test_the_archetypes_of_t3_take_turns():
    arena = arena_of(entry_of("greedy", "T3"))
    assert isinstance(arena, BenchArena)
    for k in range(12):
        first, _ = arena.drawn("a", "b", 2 * k).decks
        assert archetypes()[k % 6] in arena.listed[first].marks
    only = arena_of(entry_of("greedy", "T3", archetype="spells"))
    assert all(
        "spells" in only.listed[only.drawn("a", "b", 2 * k).decks[0]].marks for k in range(5)
    )


def test_the_book_has_withheld_cards_in_t4_alone():
    for task in ("T1", "T2", "T3", "T4"):
        book = arena_of(entry_of("greedy", task)).book
        assert any(map(is_withheld, book.cards)) == (task == "T4")


def test_the_entrant_of_t5_keeps_its_deck(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(decks.load("demo-atsadi").to_text())
    arena = arena_of(entry_of("greedy", "T5", deck=str(path)))
    field = {one.deck.name for one in task_decks("T5")}
    for number in range(8):
        mine, theirs = arena.drawn("a", "b", number).decks[:: -1 if number % 2 else 1]
        assert mine == "mine"
        assert theirs in field


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"task": "T6"}, "no task is called 'T6'"),
        ({"task": "T5"}, "T5 needs the entrant's deck"),
        ({"task": "T1", "deck": "axiom"}, "T5 needs the entrant's deck"),
        ({"task": "T2", "time_class": "5ms"}, "no class is called '5ms', did you mean '50ms'"),
        ({"task": "T2", "archetype": "spells"}, "are of T3, not of T2"),
        ({"task": "T3", "archetype": "spell"}, "no archetype is called 'spell'"),
        ({"task": "T2", "deals": 0}, "1 deal or more"),
        ({"task": "T2", "against": ("greedy",)}, "the opponents must be different, among them"),
        ({"task": "T2", "against": (*HEADLINE, "rules")}, "no opponent is called 'rules'"),
        ({"task": "T2", "withheld": "not seen", "agent": "net:v3"}, "has seen withheld cards"),
    ],
)
def test_a_wrong_entry_is_named(given, said):
    with pytest.raises((ValueError, LookupError), match=said):
        entry_of(**{"agent": "greedy", **given})


def test_a_deck_of_t5_is_legal_and_has_no_withheld_card(tmp_path):
    path = tmp_path / "mine.txt"
    text = decks.load("axiom").to_text()
    path.write_text(text.replace("3 ", "2 ", 1))
    with pytest.raises(ValueError, match="at least 39 are required"):
        entry_of("greedy", "T5", deck=str(path))
    new = next(one.deck for one in task_decks("T4"))
    path.write_text(new.to_text())
    with pytest.raises(ValueError, match="has cards that only T4 has"):
        entry_of("greedy", "T5", deck=str(path))


def test_a_constructed_list_can_be_entered_by_its_name():
    """One of the field, too: it gets a name of its own."""
    for name, its in (("fen-asleep-2", "fen-asleep-2"), ("fen-asleep-1", "of the entrant")):
        arena = arena_of(entry_of("greedy", "T5", deck=name))
        mine, *field = arena.decks
        assert its in mine and len(field) == 24 and mine not in field
        assert arena.deck(mine).cards == decks.load(name).cards


def test_a_deck_in_a_file_is_checked_again():
    """Whoever writes a file by hand has not been through the command."""
    entry = entry_of("greedy", "T5", deck="axiom")
    new = written([next(one for one in task_decks("T4"))])
    for text, said in (
        (new, "has cards that only T4 has"),
        (entry.deck.replace("3 ", "4 ", 1), "axiom is not legal: 4 cards called"),
        (entry.deck.replace("CORE_AX", "CORE_ZZ", 1), "cannot be read: no card has the reference"),
        (entry.deck * 2, "cannot be read"),
        ("axiom", "cannot be read"),
    ):
        with pytest.raises(ValueError, match=said):
            arena_of(replace(entry, deck=text))


def test_peoples_lists_are_verified_with_the_same_folder(tmp_path):
    for name in ("demo-atsadi", "axiom"):
        (tmp_path / f"{name}.txt").write_text(decks.load(name).to_text())
    entry = entry_of("greedy", "T3", lists_of=tmp_path)
    assert set(arena_of(entry, tmp_path).decks) == {"demo-atsadi", "axiom"}
    with pytest.raises(ValueError, match="name their folder"):
        arena_of(entry)
    other = tmp_path / "other"
    other.mkdir()
    (other / "axiom.txt").write_text(decks.load("lyra").to_text())
    with pytest.raises(ValueError, match="not the lists that the games were played with"):
        arena_of(entry, other)


# unique cards


@pytest.fixture
def imported(monkeypatch):
    """Cards with the references of the withheld ones, which the package does not have."""
    factions = {"AX": "axiom", "BR": "bravos", "LY": "lyra", "MU": "muna", "OR": "ordis"}
    (like,) = [card for card in catalogue() if card.reference == "CORE_AX_16_C"]
    cards = tuple(
        replace(
            like,
            reference=reference,
            name=f"card {k % 40}",
            faction=factions.get(reference.split("_")[1], "yzmir"),
            rarity="unique",
            hand_cost=k % 7,
        )
        for k, reference in enumerate(sorted(withheld_uniques()))
    )
    monkeypatch.setattr(unique_decks, "catalogue", lambda: cards)
    unique_decks.withheld_cards.cache_clear()
    yield cards
    unique_decks.withheld_cards.cache_clear()


def test_each_deck_of_t4_gets_three_unique_cards_of_its_faction(imported):
    with_them = unique_decks.decks_with(imported)
    there = set()
    for before, after in zip(task_decks("T4"), with_them, strict=True):
        new = [card for card in after.deck.cards if card.rarity == "unique"]
        kept = [card for card in after.deck.cards if card.rarity != "unique"]
        assert len(new) == 3 and {card.faction for card in new} == {before.deck.hero.faction}
        assert Counter(kept) <= Counter(before.deck.cards)
        gone = Counter(before.deck.cards) - Counter(kept)
        assert all(card.set != "FUGUE" for card in gone) and gone.total() == 3
        assert decks.constructed(after.deck) == []
        there |= set(new)
    assert len(there) > 700


def test_a_result_with_unique_cards_is_verified_with_the_same_ones(imported, monkeypatch):
    entry = entry_of("greedy", "T4", deals=1, uniques=True)
    assert entry.variant == "with unique cards" and len(entry.uniques) == 64
    arena = arena_of(entry)
    names = {card.rarity for name in arena.decks for card in arena.deck(name).cards}
    assert "unique" in names
    assert set(imported) <= set(arena.book.cards)
    unique_decks.withheld_cards.cache_clear()
    other = (replace(imported[0], hand_cost=9), *imported[1:])
    monkeypatch.setattr(unique_decks, "catalogue", lambda: other)
    with pytest.raises(ValueError, match="the unique cards here are not those"):
        arena_of(entry)
    unique_decks.withheld_cards.cache_clear()
    moved = (replace(imported[0], source="elsewhere:1"), *imported[1:])
    monkeypatch.setattr(unique_decks, "catalogue", lambda: moved)
    assert arena_of(entry).decks == arena.decks


def test_missing_unique_cards_are_named(imported, monkeypatch):
    monkeypatch.setattr(unique_decks, "catalogue", lambda: imported[2:])
    unique_decks.withheld_cards.cache_clear()
    said = f"needs the 1,000 withheld ones, and 2 are not there, such as {imported[0].reference}"
    with pytest.raises(ValueError, match=said):
        entry_of("greedy", "T4", uniques=True)
    with pytest.raises(ValueError, match="--uniques is for T4, not for T2"):
        entry_of("greedy", "T2", uniques=True)


def test_an_entry_without_unique_cards_is_the_same_as_before_there_were_any():
    """Its hash, from which its seeds derive, and its line."""
    entry = read_result(SHIPPED / "T4-greedy.jsonl.gz").entry
    assert "uniques" not in entry.head() and entry.uniques == ""
    assert entry.digest != replace(entry, uniques="0" * 64).digest


# the panel


def test_the_panel_plays_as_it_is_frozen():
    assert tasks.panel_here() == tasks.panel_frozen()
    assert tuple(tasks.panel_frozen()) == PANEL


def test_another_panel_is_refused(monkeypatch):
    monkeypatch.setattr(tasks, "panel_frozen", lambda: {"greedy": "0" * 16})
    with pytest.raises(ValueError, match="greedy of the panel plays otherwise"):
        tasks.refuse_another_panel(["greedy"])


# results


def test_intervals_are_those_of_deals():
    """Games of one deal say the same thing: more of them do not narrow the interval."""
    rng = np.random.default_rng(3)
    deals = rng.random(400).tolist()
    once = rate_of(deals)
    assert once["high"] - once["low"] == pytest.approx(2 * 1.96 * np.std(deals) / 20, rel=0.1)
    alike = rate_of([0.0] * 50)
    assert alike["low"] == 0 < alike["high"] < 0.1


def test_power_grows_with_the_square_root_of_deals():
    assert told(0.2, 400)[1] == pytest.approx(2 * told(0.2, 1600)[1])


def test_a_gap_needs_results_of_one_task(here):
    one = read_result(here / "bot.jsonl")
    assert gap(one, one)["rate"] == 0
    other = replace(one, entry=replace(one.entry, lists="closed"))
    with pytest.raises(ValueError, match="lists is 'open' and 'closed'"):
        gap(one, other)


def test_time_is_that_of_the_reference_machine(here):
    found = read_result(here / "bot.jsonl")
    took = milliseconds(found.games)
    half = scoring.result_of(found.entry, found.games, 2 * calibration.REFERENCE)
    assert half["reference milliseconds"] == pytest.approx(took / 2, abs=1e-3)


def test_an_agent_over_its_time_is_named(here):
    slow = [replace(game, seconds=1.0) for game in read_result(here / "bot.jsonl").games]
    entry = replace(read_result(here / "bot.jsonl").entry, time_class="1ms")
    said = scoring.late(entry, slow, calibration.REFERENCE)
    assert re.search(r"takes .* ms a decision .* class 1ms has 1 ms: make it faster, or", said)
    assert not scoring.result_of(entry, slow, calibration.REFERENCE)["in time"]
    assert not scoring.late(replace(entry, time_class="open"), slow, calibration.REFERENCE)


def test_its_commands_print(here, capsys):
    for command in (
        "list",
        "table bot.jsonl",
        "power bot.jsonl --deals 1000",
        "gap bot.jsonl bot.jsonl",
    ):
        assert main(["bench1", *command.split()]) == 0
        assert capsys.readouterr().out.strip()


def test_a_forfeited_game_can_be_verified(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = BOT.format(pick=0).replace("return seat", "1 / 0\n        return seat")
    Path("bot.py").write_text(text)
    command = "bench1 run bot.py:Bot --task T1 --deals 1 --jobs 1 --out lost.jsonl.gz --quiet"
    assert main(command.split()) == 0
    found = read_result(Path("lost.jsonl.gz"))
    assert found.last["result"]["forfeits"] == {"crashed": 4}
    assert found.last["result"]["rate"] == 0
    assert problems(Path("lost.jsonl.gz")) == []
    assert not Path("lost.jsonl").exists()  # its lines are in it


def test_the_leaderboard_leaves_out_what_is_not_consistent(here, tmp_path, capsys):
    """Its page shows each task; each entry has a page with games that can be replayed."""
    (tmp_path / "good.jsonl").write_bytes((here / "bot.jsonl").read_bytes())
    (tmp_path / "bad.jsonl").write_bytes(changed(here, _drop).read_bytes())
    command = ["bench1", "page", str(tmp_path), "--out", str(tmp_path / "page"), "--replays", "1"]
    assert main(command) == 1
    said = capsys.readouterr()
    assert "bad.jsonl: 1 games are missing" in said.err
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
    assert problems(here / "sealed.jsonl") == []
    assert [game.actions for game in before.games] != [game.actions for game in after.games]
    other = "bench1 rerun bot.jsonl --agent greedy --out other.jsonl"
    assert main(other.split()) == 2
    assert "greedy is not the agent of bot.jsonl" in capsys.readouterr().err
    assert main(["bench1", "rerun", "bot.jsonl", "--out", "other"]) == 2
    assert "name a file that ends in .jsonl" in capsys.readouterr().err


def test_the_order_of_entries_is_compared_over_disjoint_deals(capsys):
    two = [one for one in results_in([SHIPPED]) if one.entry.task == "T1"]
    found = stability_of(two)
    assert found.names == ("greedy", "random") and found.agreement == 1.0
    whole = [one.last["result"]["rate"] for one in sorted(two, key=lambda one: one.entry.name)]
    assert [np.mean(rates) for rates in found.rates] == pytest.approx(whole, abs=0.01)
    with pytest.raises(ValueError, match="there are two results named greedy"):
        stability_of([*two, *two])
    with pytest.raises(ValueError, match="greedy has 108 deals, for 109 parts"):
        stability_of(two, 109)
    assert main(["bench1", "stability", str(SHIPPED)]) == 0
    assert "the same order in 5 of 5 parts" in capsys.readouterr().out
    assert main(["bench1", "stability", str(SHIPPED / "T1-greedy.jsonl.gz")]) == 0
    assert "one entry has no order" in capsys.readouterr().out


def test_the_result_of_t3_is_the_mean_of_its_archetypes():
    one = read_result(SHIPPED / "T3-greedy.jsonl.gz")
    six = [replace(one, entry=replace(one.entry, archetype=name)) for name in archetypes()]
    mean = mean_of_archetypes(six)
    assert mean["rate"] == pytest.approx(one.last["result"]["rate"])
    assert mean["high"] - mean["low"] < one.last["result"]["high"] - one.last["result"]["low"]
    with pytest.raises(ValueError, match="there is no result with --archetype"):
        mean_of_archetypes(six[1:])
    with pytest.raises(ValueError, match="there are two results with --archetype"):
        mean_of_archetypes([*six, six[0]])
    with pytest.raises(ValueError, match="not of an archetype of T3"):
        mean_of_archetypes([one])


def test_results_are_drawn_with_their_intervals(tmp_path, capsys):
    shipped = results_in([SHIPPED])
    marks = bench1_plot.by_task(shipped)
    assert {(mark.name, mark.group) for mark in marks} == {
        (one.entry.task, one.entry.name) for one in shipped
    }
    (greedy,) = [one for one in shipped if (one.entry.name, one.entry.task) == ("greedy", "T3")]
    rates = greedy.last["result"]["archetypes"]
    drawn = [mark for mark in bench1_plot.by_archetype(shipped) if mark.group == "greedy"]
    assert {mark.name: (mark.low, mark.value, mark.high) for mark in drawn} == {
        name: (rate["low"], rate["rate"], rate["high"]) for name, rate in rates.items()
    }
    assert main(["bench1", "plot", str(SHIPPED), "--out", str(tmp_path / "new")]) == 0
    said = capsys.readouterr().out
    for name in (bench1_plot.TASKS, bench1_plot.ARCHETYPES):
        assert str(tmp_path / "new" / name) in said
        svg = (tmp_path / "new" / name).read_text("utf-8")
        assert svg == (SHIPPED.parents[1] / "images" / name).read_text("utf-8"), "draw them again"
        assert svg.startswith("<svg") and "greedy" in svg
    one = str(SHIPPED / "T1-greedy.jsonl.gz")
    assert main(["bench1", "plot", one, "--out", str(tmp_path / "one")]) == 0
    assert [path.name for path in (tmp_path / "one").iterdir()] == [bench1_plot.TASKS]


def test_the_table_of_the_page_is_that_of_the_shipped_results():
    page = (SHIPPED.parents[1] / "bench.md").read_text("utf-8")
    _, _, *rows = bench1_table.table(results_in([SHIPPED]))
    for row in rows:
        cells = " | ".join(row.split(" | ")[:7])
        assert f"\n{cells} |\n" in page, "make the table again"


def test_exploitability_is_measured_within_a_budget(tmp_path, capsys):
    command = "bench1 exploit greedy --task T1 --budget 64 --measure 4 --jobs 1 --quiet --out"
    assert main([*command.split(), str(tmp_path / "run")]) == 0
    said = capsys.readouterr().out
    assert "games of T1, after 64 choices" in said and "Exploitability: at least 0.0" in said
    assert json.loads((tmp_path / "run/exploit.json").read_text())["games"] == 4
