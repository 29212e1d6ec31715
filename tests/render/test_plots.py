"""Plots: numbers at axes as one says them, and marks that cannot be taken for others."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from altered_env.render.plots import WIDE, Mark, curves, intervals, lines, sections


def texts(drawing):
    return [one.text for one in ElementTree.fromstring(drawing).iter("text")]


def test_large_numbers_at_axes_are_in_words():
    far = [Mark("a", 0.1, 0.0, 0.2, "a", at) for at in (0.0, 8_011_776.0)]
    for drawing in (
        curves({"trained": [(0, -900), (8_011_776, 120.44)]}, "decisions", "Elo"),
        lines(far, "decisions", "won"),
    ):
        assert {"0", "2 million", "8 million"} <= set(texts(drawing))
        assert not re.search(r"\de[+-]\d", drawing)
    assert "trained: 120.4 at 8,011,776" in curves({"trained": [(8_011_776, 120.44)]}, "x", "y")
    assert "800,000" in texts(curves({"a": [(0, 0), (800_000, 1)]}, "x", "y"))
    assert "-0.00002" in texts(curves({"a": [(0, -0.00002), (1, 0)]}, "x", "y"))


def heights(drawing, kind="span"):
    tree = ElementTree.fromstring(drawing)
    return [float(one.get("y1")) for one in tree.iter("line") if one.get("class") == kind]


def some(name, groups):
    return [Mark(name, 0.5, 0.4, 0.6, group) for group in groups]


def test_marks_stand_around_the_name_of_their_row():
    """Though rows have marks of different groups, as the tasks of a benchmark do."""
    marks = [*some("T1", "ab"), *some("T2", "abcdefgh"), *some("T3", "ah")]
    drawing = intervals(marks, "won")
    at = {one.text: float(one.get("y")) - 4 for one in ElementTree.fromstring(drawing).iter("text")}
    found = heights(drawing)
    for name, mine in (("T1", found[:2]), ("T2", found[2:10]), ("T3", found[10:])):
        assert sum(mine) / len(mine) == pytest.approx(at[name], abs=0.5)


def test_a_legend_stays_within_the_drawing():
    groups = [f"a player with a long name {k}" for k in range(12)]
    for drawing in (
        intervals(some("T1", groups), "won"),
        curves({group: [(0, 0), (1, 1)] for group in groups}, "x", "y"),
    ):
        tree = ElementTree.fromstring(drawing)
        names = [one for one in tree.iter("text") if one.text in groups]
        assert len(names) == 12 and len({one.get("y") for one in names}) > 1
        assert all(float(one.get("x")) + 7 * len(one.text) <= WIDE for one in names)
        assert min(heights(drawing, "grid")) > max(float(one.get("y")) for one in names)


def test_no_two_groups_look_the_same():
    drawing = intervals(some("T1", [str(k) for k in range(16)]), "won")
    shapes = re.findall(r'<(circle|rect|path)([^>]*) fill="([^"]+)"><title>\d+<', drawing)
    assert len(shapes) == 16
    assert len({(kind, where.count(" l"), colour) for kind, where, colour in shapes}) == 16


def test_sections_have_a_row_for_each_mark_below_their_heading():
    marks = [
        *(Mark(name, 0.2, 0.1, 0.3, "T1 starters") for name in ("greedy", "random")),
        *(Mark(name, 0.2, 0.1, 0.3, "T2 any deck") for name in ("greedy", "mine", "greedy")),
    ]
    drawing = sections(marks, "won", 0.5)
    tree = ElementTree.fromstring(drawing)
    words = {"T1 starters", "T2 any deck", "greedy", "random", "mine"}
    said = [(float(one.get("y")), one.text) for one in tree.iter("text") if one.text in words]
    assert [text for _, text in sorted(said)] == [
        "T1 starters", "greedy", "random", "T2 any deck", "greedy", "mine", "greedy",
    ]  # fmt: skip
    found = heights(drawing)
    assert found == sorted(found) and len(set(found)) == len(marks)
