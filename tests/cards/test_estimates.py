"""Cards that were never measured have an estimate from their elements, marked as such."""

from __future__ import annotations

import gzip
from dataclasses import replace
from statistics import pvariance

import pytest

from altered_env import cards
from altered_env.cards.elements import described
from altered_env.cards.estimates import FILE, MEAN, Elements, estimates, read_elements, written
from altered_env.cards.worths import worths
from altered_env.cli import main


@pytest.fixture
def unmeasured(monkeypatch):
    """The package as if this card had never been dealt."""
    card = cards.find("Foundry Armorer C")
    found = worths()
    rest = {name: row for name, row in found.cards.items() if name != card.reference}
    monkeypatch.setattr("altered_env.cli.cards_show.worths", lambda: replace(found, cards=rest))
    return card


def test_elements_are_of_the_ranking_that_comes_along():
    found = estimates()
    assert FILE.stat().st_size < 1_000_000
    mine, its = found.head, worths().head
    assert {name: mine[name] for name in its} == dict(its) and found.as_now == worths().as_now
    assert (found.rows[0].kind, found.rows[0].name) == MEAN
    assert len({(row.kind, row.name) for row in found.rows}) == len(found.rows) > 2_000


def test_intervals_of_elements_are_wide_and_hold_most_of_what_was_measured():
    """A check of signs and sizes on cards that were part of the fit. For held-out cards, `altered
    rank --prove` gives the coverage of the intervals."""
    held, wide, measured, worth, found = 0, 0.0, 0.0, 0.0, []
    for reference, row in worths().cards.items():
        if reference not in cards.catalogue():
            continue
        said = estimates().estimate(cards.find(reference))
        found.append(row.worth)
        held += said.low <= row.worth <= said.high
        wide += said.high - said.low
        measured += row.high - row.low
        worth += (said.worth - row.worth) ** 2
        assert not said.beyond
    assert len(found) > 900 and held > 0.95 * len(found)
    assert wide > 1.2 * measured, "an estimate knows less than games do"
    left = worth / len(found) / pvariance(found)
    assert left < 0.5, (
        "a zero that is wrong by a point leaves two thirds, a sign four times as much"
    )


def test_what_a_ranking_never_saw_makes_an_interval_wider_and_is_named():
    card = cards.find("Foundry Armorer C")
    usual = estimates().estimate(card)
    assert usual.low < usual.worth < usual.high and not usual.remarks
    strange = estimates().estimate(replace(card, subtypes=(*card.subtypes, "unheard")))
    assert strange.worth == usual.worth and strange.high > usual.high
    assert strange.remarks == ("too few measured cards have 'unheard', which count as zero",)
    huge = estimates().estimate(replace(card, forest=60))
    assert "forest" in huge.beyond and huge.high - huge.low > 1.5 * (usual.high - usual.low)
    most = next(row.most for row in estimates().rows if row.name == "forest")
    assert abs(huge.worth) < 15 < huge.high, "beyond the range it counts as at its end"
    further = estimates().estimate(replace(card, forest=90))
    assert most < 60 and huge.high < further.high
    assert ("body", "Hand Cost") in described(card)


def test_heroes_and_tokens_have_no_estimate():
    hero = cards.search("", type="hero")[0]
    token = cards.catalogue().tokens["brassbug"]
    assert estimates().estimate(hero) is None and estimates().estimate(token) is None
    assert Elements({}, [], {}, {}).estimate(cards.find("Foundry Armorer C")) is None


def test_a_damaged_file_of_elements_is_named(tmp_path):
    file = tmp_path / "elements.tsv.gz"
    found = estimates()
    assert read_elements(file).rows == []
    whole = written(found.head, found.rows[:3], found.spreads, found.zeros)
    file.write_bytes(whole)
    assert len(read_elements(file).rows) == 3
    strange = [found.rows[0], replace(found.rows[1], kind="hue")]
    wrong = (
        b"",
        whole[:-9],
        gzip.compress(b"kind\tname\n"),
        written(found.head, found.rows[1:3], found.spreads, found.zeros),
        written(found.head, strange, found.spreads, found.zeros),
        written({**found.head, "zero axiom": "1"}, found.rows[:3], found.spreads, {}),
    )
    for data in wrong:
        file.write_bytes(data)
        with pytest.raises(ValueError, match=r"elements\.tsv\.gz is damaged"):
            read_elements(file)


def test_a_card_that_was_not_measured_is_shown_with_its_estimate(unmeasured, capsys):
    assert main(["cards", "show", unmeasured.reference]) == 0
    said = capsys.readouterr().out
    row = estimates().estimate(unmeasured)
    assert "not measured; estimated from its elements" in said
    assert f"{row.worth:+.1f} points of win rate ({row.low:+.1f} to {row.high:+.1f})" in said
    assert f"an estimate by {estimates().head['agent']}" in said
