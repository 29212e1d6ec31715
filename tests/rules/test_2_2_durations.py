"""Durations of lasting effects (2.2.15): a turn, the Afternoon, the Day."""

import pytest

from altered_env import Scenario

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def spur(rules, duration, phase="afternoon"):
    """A's Character counts for more while its effect lasts; B has one that counts for 3."""
    table = Scenario(rules=rules)
    line = f"ongoing({{have(all(character, you.play), forest=n + 4)}}, this={duration})"
    table.card("Spur", type="hero", abilities=[f"T: {line}", f"at(noon): {line}"])
    table.card("Bush", type="landmark_permanent", abilities=["T: draw(1)"])
    table.card("Walker", stats="1/0/0")
    table.card("Wall", stats="3/0/0")
    table.player("A").hero("Spur").landmarks("Bush").hero_expedition("Walker")
    table.player("B").landmarks("Bush").hero_expedition("Wall")
    table.begin(phase, first="A")
    return table


@both_rulesets
@pytest.mark.parametrize("duration", ["turn", "afternoon", "day"])
def test_it_lasts_as_long_as_it_says(rules, duration):
    """The turn, though no other is between; the Afternoon, which ends before Dusk (5.0 2.2.15)."""
    table = spur(rules, duration)
    table.act("A", "use Spur 1")
    assert table.find("Walker").stats == "5/0/0"
    table.act("A", "pass")
    assert table.find("Walker").stats == ("1/0/0" if duration == "turn" else "5/0/0")
    assert table.progress("A", "hero") == 0
    table.act("B", "pass")
    assert table.progress("A", "hero") == (1 if duration == "day" else 0)
    assert not table.ongoing()


@both_rulesets
def test_this_afternoon_said_before_it_ends_with_it(rules):
    """5.0 2.2.15.e: created during Noon, it ends as the Afternoon does."""
    table = spur(rules, "afternoon", phase="noon")
    assert table.find("Walker").stats == "5/0/0"
    table.act("A", "pass")
    table.act("B", "pass")
    assert table.progress("A", "hero") == 0
    assert not table.ongoing()


@both_rulesets
@pytest.mark.parametrize("duration", ["turn", "afternoon"])
def test_what_would_last_for_what_is_over_is_not_created(rules, duration):
    """5.0 2.2.15.d, e: Dusk has no turn and no Afternoon during which it could last."""
    table = Scenario(rules=rules)
    line = f"ongoing({{have(all(character, you.play), forest=n + 4)}}, this={duration})"
    table.card("Late", abilities=[f"at(dusk): {line}"], stats="1/0/0")
    table.card("Wall", stats="3/0/0")
    table.player("A").hero_expedition("Late")
    table.player("B").hero_expedition("Wall")
    table.begin("dusk", first="A")
    assert table.progress("A", "hero") == 0
    assert not table.ongoing()
