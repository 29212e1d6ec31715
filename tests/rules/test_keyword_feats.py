"""Feats: abilities after `completed` work among the Landmarks once the Feat is completed."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def with_vow(sit, rules, line, *, completed):
    """A has a Feat that says this once it is completed."""
    table = sit(rules)
    table.card("Vow", type="landmark_permanent", subtypes=["feat"], support=[line])
    table.player("A").landmarks("Vow", completed=completed).mana(2)
    return table


@cites("keyword/completed")
@RULES
def test_a_completed_feat_is_used(sit, rules):
    table = with_vow(sit, rules, "completed, T: draw(1)", completed=True)
    table.begin()
    table.act("A", "use Vow")
    assert len(table.zone("A", "hand")) == 1


@RULES
def test_a_feat_that_is_not_completed_is_not_used(sit, rules):
    table = with_vow(sit, rules, "completed, T: draw(1)", completed=False)
    table.begin()
    assert not table.can("A", "use Vow")


@pytest.mark.parametrize(("completed", "cards"), [(True, 1), (False, 0)])
@RULES
def test_a_completed_feat_reacts(sit, rules, completed, cards):
    table = with_vow(sit, rules, "completed, at(noon): draw(1)", completed=completed)
    table.begin("noon")
    assert len(table.zone("A", "hand")) == cards


@pytest.mark.parametrize(("completed", "tough"), [(True, 1), (False, 0)])
@RULES
def test_a_completed_feat_has_a_passive_ability(sit, rules, completed, tough):
    line = "completed, have(all(character, you.expeditions), tough(1))"
    table = with_vow(sit, rules, line, completed=completed)
    table.player("A").hero_expedition("Inari C")
    table.begin()
    assert table.find("Inari").tough == tough
