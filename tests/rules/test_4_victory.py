"""Night: Check Victory (5.0 4.2.5.d)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def at_night(rules, a, b):
    """A table at which the Expeditions have moved so far, after its Night."""
    table = Scenario(rules=rules)
    table.player("A").regions(*a)
    table.player("B").regions(*b)
    table.begin("night")
    return table


@cites(
    "5.0:1.3.3.a",
    "5.0:1.3.3.b",
    "5.0:4.2.5.d",
    "2024.09:ST-02",
    "2024.09:ST-94",
    "2024.09:ST-95",
    "2024.09:ST-96",
    "2024.09:TB-01",
    "2024.09:TB-02",
)
@both_rulesets
@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [
        ((3, 3), (0, 0), None),  # one region apart
        ((4, 3), (3, 3), "A"),  # in the same region
        ((0, 7), (6, 0), "A"),
        ((3, 3), (2, 5), "B"),
        ((4, 4), (0, 0), "A"),  # crossed
        ((4, 4), (4, 3), "A"),  # 8 against 7
        ((3, 4), (5, 3), "B"),
        ((5, 4), (4, 4), "A"),  # 9 against 8
    ],
)
def test_who_has_reunited_both_expeditions_wins(rules, a, b, winner):
    """If two have crossed, the one who went further; starting regions are seven apart."""
    table = at_night(rules, a, b)
    assert table.winner == winner
    assert table.over == (winner is not None)
    assert not table.game.view().arena


@cites("5.0:1.3.3.c", "5.0:4.2.5.d", "2024.09:TB-03", "2024.09:3.2.1.c")
@both_rulesets
@pytest.mark.parametrize("sums", [((4, 3), (3, 4)), ((4, 4), (5, 3)), ((7, 7), (7, 7))])
def test_if_both_went_equally_far_another_day_is_played_in_the_arena(rules, sums):
    table = at_night(rules, *sums)
    assert not table.over
    assert table.game.view("A").arena
    assert (table.phase, table.day) == ("morning", 3)


@cites("5.0:1.3.3.a", "2024.09:ST-74", "2024.09:ST-94", "2024.09:ST-95")
@both_rulesets
def test_victory_is_checked_at_the_end_of_night(rules):
    """Meeting in the Afternoon wins nothing yet, and nothing at all if they part again."""
    table = Scenario(rules=rules)
    table.card("Step", type="spell", abilities=["effect: move(you.hero_expedition, 1)"])
    table.card(
        "Back",
        type="landmark_permanent",
        abilities=["at(night): move(opponent.hero_expedition, -1)"],
    )
    table.player("A").regions(hero=3, companion=3).hand("Step").mana(1)
    table.player("B").hand("Filler").mana(1).landmarks("Back")
    table.begin("afternoon", first="A")
    table.act("A", "play Step")
    assert table.progress("A", "hero") == 4
    assert not table.over
    table.act("B", "pass")
    assert table.decision != "turn"  # the day has moved on
    assert table.progress("A", "hero") == 3
    assert not table.over


@both_rulesets
@cites("2024.09:ST-74", "2024.09:ST-94")
def test_who_meets_later_in_the_day_can_still_win(rules):
    """A meets by a Spell in the Afternoon, B crosses at Dusk: B went further."""
    table = Scenario(rules=rules)
    table.card("Step", type="spell", abilities=["effect: move(you.hero_expedition, 1)"])
    table.player("A").regions(hero=3, companion=3).hand("Step").mana(1)
    table.player("B").regions(hero=3, companion=3).hero_expedition("Filler").companion_expedition(
        "Filler"
    )
    table.begin("afternoon", first="A")
    table.act("A", "play Step")
    assert table.decision is None
    assert table.winner == "B"


@cites("5.0:1.3.2.f", "5.0:4.2.5.a", "2024.09:ST-74", "2024.09:4.2.5.a")
@both_rulesets
def test_victory_is_checked_after_clean_up_and_its_reactions(rules):
    """Rest and Clean-up can still move Expeditions."""
    table = Scenario(rules=rules)
    line = "when(discards(you, card, from_=you.reserve)): move(you.hero_expedition, 1)"
    table.card("Push", type="landmark_permanent", abilities=[line])
    table.card("Leader", type="hero", limits="0/2")
    table.player("A").regions(hero=3, companion=3).hero("Leader").landmarks("Push").reserve(
        "Filler"
    )
    table.begin("night")
    assert table.winner == "A"
    assert table.zone("A", "discard") == ["Filler"]


@both_rulesets
@cites("2024.09:ST-96")
def test_progress_at_dusk_leads_to_victory_at_night(rules):
    table = Scenario(rules=rules)
    table.player("A").regions(hero=3, companion=3).hero_expedition("Filler")
    table.begin("dusk")
    assert (table.winner, table.progress("A", "hero"), table.phase) == ("A", 4, "night")
    assert table.zone("A", "reserve") == ["Filler"]  # Rest came first
