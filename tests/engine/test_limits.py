"""Loops end as the rules say, and no capacity is passed on the way (1.4.6)."""

from __future__ import annotations

import pytest

from altered_env.scenario import Scenario


@pytest.mark.rule("1.4.6.a", "1.4.6.b")
def test_several_loops_of_a_hundred_fit_into_one_day() -> None:
    table = Scenario()
    table.card("Wheel", type="landmark_permanent", abilities=["pay(0): gain(me, arcane=1)"])
    table.player("A").landmarks("Wheel", "Wheel", "Wheel").hand("Filler").mana(9)
    table.begin("afternoon", first="A")
    uses = 0
    while True:
        wheels = [a for a, label in table.game.labels().items() if "Wheel" in label]
        if not wheels:
            break
        table.game.act(wheels[0])
        uses += 1
    assert uses == 300
    assert sorted(wheel.counters["arcane"] for wheel in table.all("Wheel")) == [100, 100, 100]
