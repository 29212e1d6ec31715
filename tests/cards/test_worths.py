"""The package contains worths of cards with their conditions."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from altered_env import cards
from altered_env.arena.versions import plays_of
from altered_env.cards import worths as figures
from altered_env.cards.exports import read_official
from altered_env.cards.importing import names_with
from altered_env.cards.measured_texts import FILE as FILE_OF_MARKS
from altered_env.cards.measured_texts import is_as_measured, measured_marks
from altered_env.cards.worths import (
    FILE,
    MENDED,
    PLAYS,
    Worth,
    Worths,
    of_others,
    read_worths,
    worths,
    written,
)
from altered_env.cardstats.reading_texts import read_all
from altered_env.cli import main

UNIQUES = Path(__file__).resolve().parents[3] / "shared" / "cards" / "unique-sample.jsonl"
HEAD = {"agent": "greedy", "games": "1000", "rules": "2024.09", "mode": "limited", "seed": "0"}


def some(count=3):
    names = [card.reference for card in cards.search("Foundry Armorer")][:count]
    return [Worth(name, 1.0 - k, -k, 2.0, k + 1, 1, 3, 10.0, 40) for k, name in enumerate(names)]


@pytest.fixture
def measured(monkeypatch):
    """The package as if these had been measured, with the rules and players of now."""
    rows = {row.reference: row for row in some()}
    found = Worths(HEAD | {"version": "other", "plays": PLAYS["greedy"]}, rows)
    for module in ("cards_show", "cards_search"):
        monkeypatch.setattr(f"altered_env.cli.{module}.worths", lambda: found)
    return found


def test_figures_are_read_as_they_are_written(tmp_path):
    file = tmp_path / "worths.tsv.gz"
    head = HEAD | {"version": "other"}
    file.write_bytes(written(head, some()))
    found = read_worths(file)
    assert found.head == head and list(found.cards.values()) == some()
    assert written(found.head, found.cards.values()) == file.read_bytes()
    assert not found.as_now and "have changed since" in found.conditions
    assert read_worths(tmp_path / "nothing.gz") == Worths({}, {})


def test_a_damaged_file_is_named(tmp_path):
    file = tmp_path / "worths.tsv.gz"
    whole = written(HEAD | {"version": "x"}, some())
    for data in (b"", b"no gzip", whole[:-9], gzip.compress(b"reference\tworth\n1\t2\n")):
        file.write_bytes(data)
        with pytest.raises(ValueError, match=r"worths\.tsv\.gz is damaged"):
            read_worths(file)


def test_a_card_is_shown_with_its_worth(measured, capsys):
    first, *_ = measured.cards.values()
    assert main(["cards", "show", first.reference]) == 0
    said = capsys.readouterr().out
    assert any(f"Worth: +1.0 points of win rate ({sign}0.0 to +2.0)" in said for sign in "-+")
    assert "place 1 of 3" in said and "by greedy, 1,000 games" in said and "now" not in said
    assert main(["cards", "show", "Haven Bouncer C"]) == 0
    assert "Worth: not measured" in capsys.readouterr().out


def test_a_card_is_shown_with_what_it_is_worth_to_others(measured, monkeypatch, capsys):
    first, *_ = measured.cards.values()
    head = HEAD | {"agent": "rules", "version": "x"}
    other = Worths(head, {first.reference: replace(first, worth=0.5, place=2)})
    monkeypatch.setattr("altered_env.cli.cards_show.of_others", lambda: (other,))
    assert main(["cards", "show", first.reference]) == 0
    said = capsys.readouterr().out
    assert "Worth to rules: +0.5 points of win rate (" in said
    assert "place 2 of 1" in said and "by rules, 1,000 games" in said


def test_cards_are_sorted_by_worth_and_those_not_measured_come_last(measured, capsys):
    assert main(["cards", "search", "armorer", "--sort", "worth"]) == 0
    lines = capsys.readouterr().out.splitlines()
    places = [k for k, row in enumerate(measured.cards) for line in lines if row in line]
    assert places == sorted(places)
    assert lines[0].lstrip().startswith("+1.0") and "by greedy" in lines[-2]


def test_what_comes_along_is_facts_of_cards_that_fit_in():
    found = worths()
    assert FILE.stat().st_size < 3_000_000
    assert found.head["rules"] == "2024.09" and int(found.head["games"]) > 100_000
    assert len(found.cards) == int(found.head["cards"]) > 4_900
    assert sorted(row.place for row in found.cards.values()) == list(range(1, len(found.cards) + 1))
    for row in found.cards.values():
        assert row.low <= row.worth <= row.high and row.place_low <= row.place <= row.place_high
    assert set(figures.COLUMNS) == set(Worth.__slots__)


def test_what_comes_along_holds_for_the_rules_and_players_of_now():
    """If this fails, games have changed: set PLAYS to the new value, so that figures are marked as
    older than the rules or players, then rank and ship again (docs/ranking.md)."""
    for found in (worths(), *of_others()):
        agent = found.head["agent"]
        assert plays_of(agent) == PLAYS[agent]
        assert found.as_now and set(MENDED) <= set(found.cards)
        assert found.conditions_of("CORE_AX_01_C") == found.conditions
        assert found.conditions_of(MENDED[0]).endswith("; the card has been corrected since")


def test_games_that_come_out_otherwise_are_others(monkeypatch):
    head = HEAD | {"version": "x", "plays": PLAYS["greedy"]}
    assert Worths(head, {}).as_now
    assert not Worths(head | {"agent": "random"}, {}).as_now
    monkeypatch.setitem(PLAYS, "greedy", "otherwise")
    assert not Worths(head, {}).as_now
    assert (
        len({plays_of("random", games=2), plays_of("random", games=3), plays_of("greedy", games=2)})
        == 3
    )


def test_every_measured_card_has_a_mark_of_its_text():
    """If this fails after a card was corrected, its figures no longer count: that is right; take
    its number into `MENDED`, or write its mark anew if only its notation has changed."""
    marks = measured_marks()
    assert set(worths().cards) <= set(marks) and FILE_OF_MARKS.stat().st_size < 100_000
    other = [name for name in marks if "_U_" not in name and not is_as_measured(cards.find(name))]
    assert not other


def test_the_texts_of_measured_uniques_are_as_measured():
    names = cards.catalogue().names
    if not UNIQUES.exists():
        pytest.skip("the official card data is not beside the project")
    official = list(read_official(UNIQUES).cards)[::20]
    read = read_all(official, names_with(names, official), 1)
    assert all(one.card is not None and is_as_measured(one.card) for one in read)


def test_a_changed_card_is_shown_with_an_estimate(monkeypatch, capsys):
    other = replace(cards.find("Foundry Armorer C"), forest=5)
    monkeypatch.setattr("altered_env.cli.cards_show._one", lambda name: other)
    assert main(["cards", "show", "CORE_AX_16_C"]) == 0
    said = capsys.readouterr().out
    assert "Worth: not measured; estimated" in said and "another text was measured" in said
