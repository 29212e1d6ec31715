"""Rates, intervals, order and plots of `altered bench1`."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from altered_env.arena.bench1 import calibration, scoring
from altered_env.arena.bench1.archetype_means import mean_over_archetypes
from altered_env.arena.bench1.result_files import finish, read_result
from altered_env.arena.bench1.scoring import gap, mean_of_archetypes, milliseconds, rate_of, told
from altered_env.arena.bench1.sound_results import sound_results
from altered_env.arena.bench1.stability import room_above, stability_of
from altered_env.arena.bench1.standings import row_of, sorted_rows
from altered_env.cli import bench1_plot, bench1_table, main
from altered_env.decks.bench1.bench_pools import archetypes
from tests.training.bench1.bots import SHIPPED


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


def test_a_bot_that_sleeps_in_some_games_is_over_its_time(here):
    """The slowest games count, but for the first of each process, which compiles."""
    one = replace(read_result(here / "bot.jsonl").games[0], seconds=0.05, decisions=100)
    sleeps = [replace(one, number=k, seconds=0.05 if k % 3 else 2.0) for k in range(60)]
    assert milliseconds(sleeps, 2) > 5
    compiles = [replace(one, number=k, seconds=9.0 if k < 2 else 0.05) for k in range(60)]
    assert milliseconds(compiles, 2) == pytest.approx(0.5)
    assert milliseconds([one] * 8, 10**9) == pytest.approx(0.5)  # never without any game


def test_few_or_equal_deals_have_an_interval(here):
    one = read_result(here / "bot.jsonl")
    found = gap(one, one)
    assert found["low"] < -0.3 and found["high"] > 0.3
    many = [replace(g, number=g.number + 2 * k) for k in range(100) for g in one.games]
    found = gap(replace(one, games=tuple(many)), replace(one, games=tuple(many)))
    assert -0.1 < found["low"] < -0.01 < 0.01 < found["high"] < 0.1


def test_other_work_does_not_make_a_machine_look_slow(monkeypatch):
    """Nor a calibration before the games, if that after them is faster."""
    wall, processor = itertools.count(), iter([0.0, calibration.TIMES * 0.025])
    busy = SimpleNamespace(perf_counter=lambda: next(wall), thread_time=lambda: next(processor))
    monkeypatch.setattr(calibration, "time", busy)
    assert calibration.calibrate() == pytest.approx(0.025)
    monkeypatch.setattr(calibration, "calibrate", lambda: 0.02)
    for before, counts in ((0.03, 0.02), (0.01, 0.01)):
        said = {"calibration": before, "cores": 2}
        assert calibration.again(said) == {"calibration": counts, "cores": 2}


def test_one_figure_has_one_interval():
    """The mean of a run of all archetypes, each with as many deals, is its result."""
    for name in ("greedy", "random"):
        one = read_result(SHIPPED / f"T3-{name}.jsonl.gz")
        result = one.last["result"]
        mean = mean_over_archetypes(one)
        assert mean == {key: result[key] for key in ("rate", "low", "high")}
        odd = replace(one, entry=replace(one.entry, deals=119))
        assert 0 <= mean_over_archetypes(odd)["low"] <= mean["rate"]


@pytest.mark.parametrize("score", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("deals", [1, 2, 40])
def test_no_interval_leaves_its_range(score, deals):
    one = read_result(SHIPPED / "T3-greedy.jsonl.gz").games[0]
    games = [
        replace(one, against=against, number=number, score=float(number % 4 < 4 * score))
        for against in scoring.HEADLINE
        for number in range(2 * deals)
    ]
    mean = scoring.mean_of([games] * 6)
    assert 0 <= mean["low"] <= mean["rate"] <= mean["high"] <= 1
    alone = scoring.mean_of([games])
    whole = rate_of(list(scoring.deals_of(games, scoring.HEADLINE).values()))
    assert [alone[key] for key in ("low", "high")] == pytest.approx([whole["low"], whole["high"]])
    assert whole["high"] - whole["low"] > (0.6 if deals < 3 else 0.05)
    won = [replace(game, score=1.0) for game in games]
    least = scoring._combined([games, won], (1.0, -1.0))
    assert -1 <= least["low"] <= least["rate"] <= least["high"] <= 1


def test_an_agent_over_its_time_is_named(here):
    slow = [replace(game, seconds=1.0) for game in read_result(here / "bot.jsonl").games]
    entry = replace(read_result(here / "bot.jsonl").entry, time_class="1ms")
    said = scoring.late(entry, slow, calibration.REFERENCE)
    assert re.search(r"takes .* ms a decision .* class 1ms has 1 ms: make it faster, or", said)
    assert not scoring.result_of(entry, slow, calibration.REFERENCE)["in time"]
    assert not scoring.late(replace(entry, time_class="open"), slow, calibration.REFERENCE)


def test_the_order_of_entries_is_compared_over_disjoint_deals(capsys):
    two = [
        one
        for one in sound_results([SHIPPED])[0]
        if one.entry.task == "T1" and one.entry.name in ("greedy", "random")
    ]
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


def test_entries_that_are_equal_have_no_order(tmp_path, capsys):
    one = read_result(SHIPPED / "T1-random.jsonl.gz")
    entry = replace(one.entry, name="other")
    finish(tmp_path / "one.jsonl.gz", one.head, one.games, one.last["result"])
    head = {**entry.head(), "machine": one.machine}
    finish(tmp_path / "other.jsonl.gz", head, one.games, one.last["result"])
    assert main(["bench1", "stability", str(tmp_path), "--parts", "2"]) == 0
    said = capsys.readouterr().out
    assert "the same order in 0 of 2 parts (2 more but for equal entries), tau 0.00" in said


def test_room_is_open_where_the_interval_crosses_its_limit(capsys):
    for low, high, said in (
        (0.7, 0.84, "it leaves room (at"),
        (0.8, 0.9, "whether it leaves room is open"),
        (0.86, 0.9, "it leaves little room"),
    ):
        assert room_above({"low": low, "high": high}).startswith(said)
    assert main(["bench1", "stability", str(SHIPPED / "T5-rollout-v4.jsonl.gz")]) == 0
    said = "the best wins 84.9 % (79.7 to 90.1): whether it leaves room is open (at most 85 %)"
    assert said in capsys.readouterr().out


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
    shipped = sound_results([SHIPPED])[0]
    marks = bench1_plot.by_task(shipped)
    assert [(mark.group[:2], mark.value) for mark in marks] == [
        (row["task"], row["rate"]) for row in sorted_rows(map(row_of, shipped))
    ]
    assert {(mark.name, mark.group[:2]) for mark in marks} == {
        (one.entry.name, one.entry.task) for one in shipped
    }
    assert {mark.group[2:] for mark in marks if mark.group.startswith("T1")} == {
        " starters, fewer deals than the task asks for"
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
    _, _, *rows = bench1_table.table(sound_results([SHIPPED])[0])
    for row in rows:
        assert f"\n{row}\n" in page, "make the table again"


def test_the_report_agrees_with_the_shipped_results(capsys):
    """The best fast agents, and the order of entries."""
    page = " ".join((SHIPPED.parents[1] / "reports/bench1.md").read_text("utf-8").split())
    best = {}
    for one in sound_results([SHIPPED])[0]:
        best.setdefault(one.entry.task, []).append(one)
    for task in ("T2", "T3"):
        first = max(best[task], key=lambda one: one.last["result"]["rate"])
        assert f"{bench1_table.percent(first.last['result'])} in {task}" in page
    assert main(["bench1", "stability", str(SHIPPED)]) == 0
    said = capsys.readouterr().out
    for same, tau in set(re.findall(r"in (\d) of 5 parts, tau ([\d.]+)", said)):
        words = "" if tau == "1.00" else f" (tau {tau})"
        assert f"in {same} of 5{words}" in page or f"in {same} of 5 disjoint parts{words}" in page


def test_a_table_marks_what_is_over_its_time_and_practice(here):
    one = read_result(here / "bot.jsonl")
    late = {**one.last, "result": {**one.last["result"], "in time": False}}
    head, _, row = bench1_table.table([replace(one, last=late)])
    cells = dict(zip(head.split(" | "), row.split(" | "), strict=True))
    assert cells["class"] == "open, over its time"
    assert cells["Elo"].startswith(f"{one.last['result']['elo']['elo']:.0f} (")
    assert row.endswith("| `practice` |")
