"""Results of `altered bench1` that do not compare are kept apart, in means, orders and tables."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from altered_env.arena.bench1.archetype_means import archetype_means, mean_over_archetypes
from altered_env.arena.bench1.bench_entries import entry_of
from altered_env.arena.bench1.result_files import finish, read_result
from altered_env.arena.bench1.scoring import mean_of_archetypes, result_of
from altered_env.arena.bench1.stability import stability_of
from altered_env.arena.bench1.standings import row_of, sorted_rows
from altered_env.cardstats.reporting import of_bench1
from altered_env.cardstats.reporting.made_files import MadeFiles
from altered_env.cli import bench1_table, main
from altered_env.decks.bench1.bench_pools import archetypes
from tests.training.bench1.bots import SHIPPED


@pytest.fixture(scope="module")
def greedy():
    return read_result(SHIPPED / "T3-greedy.jsonl.gz")


def entered(one, **changes):
    """A result as if it were of another entry."""
    entry = replace(one.entry, **changes)
    return replace(one, entry=entry, head={**one.head, "entry": entry.digest})


def of_each_archetype(one, **changes):
    return [entered(one, archetype=name, **changes) for name in archetypes()]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"lists": "closed"}, "lists is 'open' and 'closed'"),
        ({"time_class": "50ms"}, "class is '1ms' and '50ms'"),
        ({"trained": "1e6"}, "trained is 'none' and '1e6'"),
        ({"beacon": "drand 7"}, "practice is True and False"),
    ],
)
def test_a_mean_needs_results_of_one_kind(greedy, changes, said):
    *five, last = of_each_archetype(greedy)
    assert mean_of_archetypes([*five, last])["rate"] > 0
    with pytest.raises(ValueError, match=said):
        mean_of_archetypes([*five, entered(last, **changes)])


def test_peoples_lists_have_no_archetype():
    with pytest.raises(ValueError, match="people's lists have no archetypes: omit --archetype"):
        replace(entry_of("greedy", "T3", archetype="spells"), people="0" * 64)


def written(path, one, **changes):
    """A sound file of a result as if it were of another entry."""
    entry = replace(one.entry, **changes)
    last = result_of(entry, one.games, one.machine["calibration"], one.machine["cores"])
    finish(path, {**entry.head(), "machine": one.machine}, one.games, last)


def test_the_order_of_entries_is_of_one_variant(tmp_path, capsys, greedy):
    closed = entered(greedy, lists="closed", name="other")
    with pytest.raises(ValueError, match="variant is '' and 'closed lists'"):
        stability_of([greedy, closed])
    written(tmp_path / "open.jsonl.gz", greedy)
    written(tmp_path / "closed.jsonl.gz", greedy, lists="closed")
    assert main(["bench1", "stability", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "T3: greedy\n" in said and "T3, closed lists: greedy\n" in said


def test_runs_of_few_deals_do_not_stop_the_order_of_the_others(tmp_path, capsys, greedy):
    written(tmp_path / "whole.jsonl.gz", greedy)
    few = replace(greedy, games=tuple(one for one in greedy.games if one.number < 6))
    written(tmp_path / "few.jsonl.gz", few, name="few", deals=3)
    assert main(["bench1", "stability", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "T3: greedy\n" in said.out
    assert "left out: few in T3: too few for 5 parts, 3 deals" in said.err
    assert main(["bench1", "stability", str(tmp_path / "few.jsonl.gz")]) == 2
    assert "no result has 5 deals or more: lower --parts" in capsys.readouterr().err


def kinds(greedy):
    """A whole result, a short one that won more, and one with closed lists."""
    better = {**greedy.last, "result": {**greedy.last["result"], "rate": 0.9}}
    return [
        replace(entered(greedy, name="short"), last=better),
        replace(entered(greedy, name="closed", lists="closed"), last=better),
        entered(greedy, name="whole", deals=1002),
    ]


def test_a_table_keeps_variants_and_short_runs_apart(greedy):
    head, _, *rows = bench1_table.table(kinds(greedy))
    cells = [dict(zip(head.split(" | "), row.split(" | "), strict=True)) for row in rows]
    assert [(one["entry"], one["deals"]) for one in cells] == [
        ("`whole`", "1,002"),
        ("`short`", "120 of 1,002"),
        ("`closed`", "120 of 1,002"),
    ]
    assert rows[2].startswith("| T3, closed lists |")


def test_rows_of_the_browser_are_in_the_same_order(greedy):
    whole = row_of(greedy) | {"name": "whole", "deals": 1002}
    short, closed = (row_of(one) | {"name": one.entry.name} for one in kinds(greedy)[:2])
    assert [row["name"] for row in sorted_rows([closed, short, whole])] == [
        "whole", "short", "closed",
    ]  # fmt: skip


def test_the_leaderboard_has_a_table_for_each_kind(greedy):
    report = of_bench1.gather(kinds(greedy))
    sheets = {sheet.title: sheet for sheet in report.sheets}
    assert [[row["entry"] for row in sheet.rows] for sheet in sheets.values()] == [
        ["whole"], ["short"], ["closed"],
    ]  # fmt: skip
    whole, short, closed = sheets
    assert "fewer deals" not in whole
    assert short == "T3 constructed decks, fewer deals than the task asks for"
    assert closed == "T3 constructed decks, closed lists, fewer deals than the task asks for"
    assert [row["all_deals"] for sheet in sheets.values() for row in sheet.rows] == [
        "yes", "no", "no",
    ]  # fmt: skip
    assert [row["runs"] for sheet in sheets.values() for row in sheet.rows] == [1, 1, 1]


def test_the_mean_of_a_whole_result_is_that_of_its_archetypes(greedy):
    mean = mean_over_archetypes(greedy)
    rates = [one["rate"] for one in greedy.last["result"]["archetypes"].values()]
    assert mean["rate"] == pytest.approx(sum(rates) / 6, abs=1e-5)
    assert mean["low"] < mean["rate"] < mean["high"]
    assert mean_over_archetypes(read_result(SHIPPED / "T1-greedy.jsonl.gz")) is None
    (sheet,) = of_bench1.gather([greedy]).sheets
    assert sheet.rows[0]["archetypes"] == mean["rate"]
    assert "archetypes" in [column.key for column in sheet.columns]


def test_six_players_of_one_name_have_their_mean_on_the_leaderboard(tmp_path, greedy):
    six = [
        replace(one, end=one.entry.archetype.encode(), before=one.entry.archetype.encode())
        for one in of_each_archetype(greedy, name="mine")
    ]
    other = entered(greedy, name="other", archetype="spells")
    means, remarks = archetype_means([*six, other, greedy])
    assert [one.name for one in means] == ["mine"]
    assert remarks == [
        "other has no mean: there is no result with --archetype landmarks, tokens, boosts,"
        " reserve, asleep."
    ]
    report = of_bench1.gather([*six, other])
    (sheet,) = [one for one in report.sheets if one.name == "T3-mean"]
    assert sheet.title == "T3 constructed decks: the mean of six runs, one for each archetype"
    (row,) = sheet.rows
    assert row["entry"] == "mine" and row["all_deals"] == "no"
    assert row["rate"] == mean_of_archetypes(six)["rate"]
    assert row["spells"] == six[0].last["result"]["rate"]
    section = next(one for one in report.sections if one.key == "T3")
    assert remarks[0] in section.words
    page = of_bench1._of_entry(six[1], [], of_bench1.mean_with(six[1], means))
    rates = {row["of"]: row["rate"] for sheet in page.sheets for row in sheet.rows}
    assert rates["the mean of six runs, one for each archetype"] == row["rate"]
    assert rates["run of boosts"] == row["boosts"]
    pages = of_bench1.write_leaderboard([greedy], tmp_path, MadeFiles(tmp_path))
    assert re.search(r"mean of archetypes</td>", pages[1].read_text("utf-8"))
