"""The list of verified cards, and the totals of the README, are current."""

from __future__ import annotations

import ast

import pytest

from altered_env.cards.verified import FILE
from altered_env.cards.verified import verified as listed
from tests import verified_cards


@pytest.fixture(scope="module")
def today():
    return verified_cards.verified()


def test_the_list_is_up_to_date(today):
    assert FILE.read_text("utf-8") == verified_cards.table(today), "run `make docs`"
    assert listed() == frozenset(today)


def test_the_totals_of_the_readme_are_up_to_date(today):
    text = verified_cards.README.read_text("utf-8")
    assert text == verified_cards.readme(text, today), "run `make docs`"


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ('table.player("A").hand("Foundry Armorer")', {"CORE_AX_16_C"}),
        ('table.player("A").hand("Foundry Armorer R2")', {"CORE_AX_16_R2"}),
        ('table.player("A").hand("foundry armorer F")', {"CORE_AX_16_R2"}),
        ('put("CORE_AX_16_R1")', {"CORE_AX_16_R1"}),
        ('put("ALT_CORE_B_AX_16_R1")', {"CORE_AX_16_R1"}),
        ('assert table.find("Foundry Armorer")', set()),
        ('table.act("A", "play Foundry Armorer C to hero")', set()),
        ('put("Sierra & Oddball")', {"CORE_AX_01_C"}),  # a Hero has one version
        ('versions("Foundry Armorer", C=1, R1=2)', {"CORE_AX_16_C", "CORE_AX_16_R1"}),
        ('versions("Foundry Armorer", C=1, other=2)', set()),
        ('table.card("Foundry Armorer"); side.hand("Foundry Armorer")', set()),
        ('side.hand("Brassbug")', set()),  # a token
        ('side.hand("Nobody C")', set()),
        ('side.hand("")', set()),
        ('cards.find("Foundry Armorer C")', set()),
        ('F = {"C": 1}; versions("Foundry Armorer", **F, R1=2)', {"CORE_AX_16_C", "CORE_AX_16_R1"}),
        ('F = dict(C=1); versions("Foundry Armorer", **F)', {"CORE_AX_16_C"}),
    ],
)
def test_what_names_a_card(source, named):
    assert verified_cards.named_references(verified_cards.named_in(ast.parse(source))) == named


def test_only_files_with_tables_are_read():
    assert verified_cards.is_scenario(ast.parse('side.hand("Inari")'))
    assert not verified_cards.is_scenario(ast.parse("from altered_env import Scenario"))
    assert not verified_cards.is_scenario(ast.parse("state.hand()"))
    assert not verified_cards.is_scenario(ast.parse('cards.find("Inari C")'))


def test_versions_that_say_the_same_are_verified_together(today):
    assert today["CORE_AX_16_C"] == today["CORE_AX_16_R2"] == "Foundry Armorer"
