"""The selection and order of cards in `altered metrics`."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from altered_env import cards
from altered_env.cli import main

DATASET = Path(__file__).parents[1] / "saved/0.1.0/games.parquet"


@pytest.fixture
def shown(tmp_path):
    """The rows of a table with these options."""

    def rows(*options):
        path = tmp_path / "metrics.csv"
        assert main(["metrics", str(DATASET), "--least", "1", "--csv", str(path), *options]) == 0
        return list(csv.DictReader(path.read_text("utf-8").splitlines()))

    return rows


def figures(rows, column):
    return [float(row[column]) for row in rows]


def test_what_compares_cards_comes_first(shown):
    improved = figures(shown(), "improvement")
    assert len(improved) > 20 and improved == sorted(improved, reverse=True)


@pytest.mark.parametrize(
    ("by", "column"), [("in_hand", "in_hand"), ("opening", "opening"), ("copies", "in_hand_copies")]
)
def test_another_order_is_to_be_had(shown, by, column):
    found = figures(shown("--sort", by), column)
    assert found == sorted(found, reverse=True) and len(set(found)) > 1
    assert found != figures(shown(), column)


def test_by_name_they_are_in_alphabetical_order(shown):
    names = [str(cards.find(row["card"])) for row in shown("--sort", "name")]
    assert names == sorted(names)


@pytest.mark.parametrize("named", ["axiom", "AX"])
def test_a_faction_or_a_type_alone(shown, named):
    every = [row["card"] for row in shown()]
    of_axiom = [row["card"] for row in shown("--faction", named)]
    assert of_axiom == [card for card in every if cards.find(card).faction == "axiom"] != []
    spells = [row["card"] for row in shown("--type", "spell")]
    assert spells == [card for card in every if cards.find(card).type == "spell"] != []


def test_only_the_first_and_that_there_are_more(shown, capsys):
    every = shown()
    assert shown("--top", "5") == every[:5]
    assert main(["metrics", str(DATASET), "--least", "1", "--top", "5"]) == 0
    assert f"5 of {len(every)} cards shown" in capsys.readouterr().out
    assert main(["metrics", str(DATASET), "--top", "0"]) == 2
    assert "--top must be 1 or more" in capsys.readouterr().err


def test_the_ends_of_intervals_are_printed_and_stay_within_all_games(capsys):
    """Beside a share near 0 or 100 % a half-width would reach beyond."""
    assert main(["metrics", str(DATASET), "--least", "1"]) == 0
    said = capsys.readouterr().out.partition("In percent")[0]
    shares = re.findall(r"(?<![+-])\b([\d.]+) ([\d.]+)\.\.([\d.]+)", said)
    assert len(shares) > 100 and "\u00b1" not in said
    for share, low, high in shares:
        assert 0 <= float(low) <= float(share) + 0.5 and float(share) - 0.5 <= float(high) <= 100
