"""Loops end by the rules, without exceeding a capacity (1.4.6)."""

from __future__ import annotations

import random

from altered_env.cards import catalogue
from altered_env.engine.opcodes import OP
from altered_env.engine.terms import ERROR
from altered_env.testing.card_coverage.programs import programs_of, rows_of
from altered_env.testing.card_coverage.random_tables import lay_table
from altered_env.testing.card_coverage.speaking import topic_of
from altered_env.testing.card_coverage.trying import shared_book
from altered_env.testing.scenario import Scenario
from tests.citations import cites


@cites("2024.09:1.4.6.a", "2024.09:1.4.6.b")
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


def test_what_goes_round_in_one_step_is_stopped():
    """No compiled program goes round for ever, and one that did is an error and no game that
    hangs."""
    line = "instead(moves(me.expedition, during=dusk)): r = roll(1)"
    subject = next(c for c in catalogue() if any(a.startswith(line) for a in c.abilities))
    book = shared_book()
    assert book.record.base is not None
    code = book.record.base["code"][0]
    (row,) = rows_of(book, subject.reference)
    (effect,) = (p for p in programs_of(book, row) if p.name == "effect")
    at = effect.start
    kept = code[at : at + 2].copy()
    code[at : at + 2] = OP.JMP, at
    try:
        error = ERROR.NONE
        for number in range(200):
            table = lay_table(book, subject, topic_of(subject), random.Random(number))
            table.begin(table.games)
            if error := int(table.games[0]["error"]):
                break
    finally:
        code[at : at + 2] = kept
    assert error == ERROR.STEPS
