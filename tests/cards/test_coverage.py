"""Each card is played from hand and from Reserve, and every part of its text has an effect.

Of the whole pool a sample (`sample.py`); `make cards` covers all of it.
"""

from __future__ import annotations

import subprocess
from datetime import date, timedelta

import pytest

from altered_env.cards import catalogue
from altered_env.testing.card_coverage import exercise
from altered_env.testing.card_coverage.trying import explained, shared_book
from tests import changes
from tests.cards import sample

GROUPS = sorted({(card.set, card.printed_faction) for card in catalogue()})


@pytest.fixture(scope="session")
def part(pytestconfig):
    return pytestconfig.getoption("--cards")


@pytest.fixture(scope="session")
def chosen(part):
    return sample.sampled(catalogue(), part)


def not_seen(card):
    """Faults of a card, and parts without an effect, that have no explanation."""
    report = exercise(card, book=shared_book())
    missing = [what for what in report.missing if (card.reference, what) not in explained()]
    return [f"{card.reference} {card}: {what}" for what in [*report.failures, *missing]]


@pytest.mark.parametrize(
    ("set_name", "faction"), GROUPS, ids=["-".join(group).strip("-") for group in GROUPS]
)
def test_every_card_does_what_it_says(part, chosen, set_name, faction):
    cards = [card for card in chosen if (card.set, card.printed_faction) == (set_name, faction)]
    wrong = [line for card in cards for line in not_seen(card)]
    assert not wrong, f"again with `pytest --cards={part}` or `altered cards cover`: {wrong}"


def test_in_twenty_days_every_card_has_its_turn():
    parts = {(date(2026, 1, 1) + timedelta(days)).toordinal() % sample.PARTS for days in range(20)}
    covered = [card for part in parts for card in catalogue() if sample.part_of(card) == part]
    assert len(covered) == len(catalogue()) and sample.part_of_today() in parts


def test_cards_that_have_changed_are_covered_whichever_part_they_are_of(tmp_path, monkeypatch):
    """A card that is edited, and one that is new; not their neighbours."""
    card, other, *_ = (card for card in catalogue() if card.set == "CORE")
    path = tmp_path / sample.FOLDER / "core" / "axiom.yaml"
    path.parent.mkdir(parents=True)
    monkeypatch.setattr(changes, "ROOT", tmp_path)

    def commit(text, *words):
        path.write_text(text, "utf-8")
        who = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
        subprocess.run(["git", *who, "add", "-A"], cwd=tmp_path, check=True)
        subprocess.run(["git", *who, "commit", "-qm", "x"], cwd=tmp_path, check=True)

    subprocess.run(["git", "init", "-qb", "main"], cwd=tmp_path, check=True)
    commit(f"{card.name}: {{cost: 1/1}}\n{other.name}: {{cost: 2/2}}\n")
    assert sample.changed() == set()
    commit(f"{card.name}: {{cost: 1/2}}\n{other.name}: {{cost: 2/2}}\n")
    assert sample.changed() == {card.name}
    path.write_text(f"{card.name}: {{cost: 1/2}}\n{other.name}: {{cost: 3/3}}\nNew: {{}}\n")
    assert sample.changed() == {card.name, other.name, "New"}
    elsewhere = str((sample.part_of(card) + 1) % sample.PARTS)
    assert card in sample.sampled(catalogue(), elsewhere)
