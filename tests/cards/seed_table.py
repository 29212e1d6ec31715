"""Short scenarios for single cards, one for each version."""

from __future__ import annotations

from typing import Any

import pytest

from altered_env import Scenario

SHOWN: dict[str, set[str]] = {}
"""The versions of each card that have a scenario."""


def versions(name: str, **expected: Any) -> pytest.MarkDecorator:
    """Run a test with each of these versions of a card and its expected value."""
    SHOWN.setdefault(name, set()).update(expected)
    rows = [(f"{name} {version}", value) for version, value in expected.items()]
    return pytest.mark.parametrize(("card", "expected"), rows, ids=[row[0] for row in rows])


def sit(hero: str = "Idler") -> Scenario:
    """A table without automatic passes; A has this Hero."""
    table = Scenario(seed=1)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.player("A").hero(hero)
    table.player("B").hero("Idler")
    return table


def go(table: Scenario, what: str, *answers: str | int) -> None:
    """A does this and gives these answers; whatever else is asked gets the first option."""
    table.act("A", what)
    for answer in answers:
        while table.decision == "reaction":
            table.game.act(table.game.options()[0].action)
        assert table.decider is not None
        table.choose(table.decider, answer)
    finish(table)


def finish(table: Scenario) -> None:
    """Take the first option until the next turn."""
    while table.decision not in ("turn", None):
        table.game.act(table.game.options()[0].action)


def drawn(table: Scenario, player: str = "A") -> int:
    """Return the number of cards drawn: Fillers, which are in hand for no other reason."""
    return table.zone(player, "hand").count("Filler")
