"""Counts of different objects, choices of different ones, and simultaneous effects."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}
FREE = {"type": "spell", "cost": "0/0"}
FESTIVAL = (
    "at(dusk, different((character, you.play, fleeting), (character, you.play, anchored),"
    " (character, you.play, asleep))): win(you)"
)
F, N, S = "fleeting", "anchored", "asleep"


@cites("effect/win")
@pytest.mark.parametrize(
    ("characters", "wins"),
    [
        ([(F,), (N,), (S,)], True),
        ([(F, N, S), (F, N, S), (F, N, S)], True),
        ([(F, N), (N, S), (S, F)], True),
        ([(F,), (F, N), (F, N, S)], True),
        ([(F, N, S), (F,), (F,)], False),
        ([(F, N, S), (N, S)], False),
        ([(F,), (N,), ()], False),
        ([(F, N, S)], False),
        ([(F,), (F, S), (F, S), (S,)], False),
    ],
)
@RULES
def test_one_another_and_yet_another(sit, rules, characters, wins):
    """Lyra Festival: each of three Characters for a status of its own."""
    table = sit(rules)
    table.card("Festival", **GROUND, abilities=[FESTIVAL])
    table.card("Guest", stats="0/0/0")
    table.player("A").landmarks("Festival")
    for number, statuses in enumerate(characters):
        side = table.player("A")
        where = side.hero_expedition if number % 2 else side.companion_expedition
        where("Guest", **dict.fromkeys(statuses, True))
    table.player("B").hero_expedition("Guest", fleeting=True, anchored=True, asleep=True)
    table.begin("dusk")
    assert table.winner == ("A" if wins else None)


@RULES
def test_the_condition_is_tested_as_dusk_begins(sit, rules):
    """6.3.b: another Reaction of Dusk comes too late to fulfil it."""
    table = sit(rules)
    table.card("Festival", **GROUND, abilities=[FESTIVAL])
    table.card("Band", **GROUND, abilities=["at(dusk): gain(all(character), asleep)"])
    table.card("Guest", stats="0/0/0")
    table.player("A").landmarks("Band", "Festival").companion_expedition("Guest")
    table.player("A").hero_expedition("Guest", fleeting=True).hero_expedition(
        "Guest", anchored=True
    )
    table.begin("dusk")
    assert table.winner is None


@RULES
def test_different_things_of_different_kinds(sit, rules):
    """As a condition of an effect, with filters of any kind."""
    table = sit(rules)
    others = "character & you.play & other, card & you.reserve, permanent & play"
    table.card("Host", abilities=[f"J: if_(different({others}), draw(1))"])
    table.card("Rock", **GROUND)
    table.player("A").hero_expedition("Filler").reserve("Filler").hand("Host", "Host").mana(2)
    table.player("B").hand("Rock").mana(1)
    table.begin()
    table.act("A", "play Host to hero")
    assert table.zone("A", "hand") == ["Host"]
    table.act("B", "play Rock")
    table.act("A", "play Host to hero")
    assert table.zone("A", "hand") == ["Filler"]


@pytest.mark.parametrize(
    ("line", "costs", "completes"),
    [
        ("count(animal, you.expeditions, distinct=base_cost) >= 3", (1, 2, 3), True),
        ("count(animal, you.expeditions, distinct=base_cost) >= 3", (1, 2, 2), False),
        ("count(animal, you.expeditions, distinct=forest) >= 3", (1, 1, 1), True),
    ],
)
@RULES
def test_three_with_a_different_cost(sit, rules, line, costs, completes):
    """Gather the Pack and Sound the Howl: Base Costs; statistics, with their boosts."""
    table = sit(rules)
    table.card("Pack", **GROUND, abilities=[f"when(passes(you)): if_({line}, gain(me, completed))"])
    for number, cost in enumerate(costs):
        name = f"Animal {number}"
        table.card(name, cost=f"{cost}/5", subtypes=["animal"], stats="2/2/2")
        side = table.player("A")
        where = side.hero_expedition if number % 2 else side.companion_expedition
        where(name, boosts=number)
    table.player("A").landmarks("Pack")
    table.player("B").hero_expedition("Animal 0")
    table.begin()
    table.act("A", "pass")
    assert ("completed" in table.find("Pack").statuses) == completes


@cites("5.0:2.2.9.b")
@RULES
def test_a_fleeting_one_has_its_reserve_cost(sit, rules):
    """2.2.9.b: of equal cards, one is Fleeting."""
    table = sit(rules)
    table.card("Wolf", cost="2/3", subtypes=["animal"])
    line = "at(noon): draw(count(animal, you.expeditions, distinct=base_cost))"
    table.card("Pack", **GROUND, abilities=[line])
    table.player("A").landmarks("Pack").hero_expedition("Wolf", "Wolf")
    table.player("A").companion_expedition("Wolf", fleeting=True)
    table.begin("noon")
    assert len(table.zone("A", "hand")) == 2


BOTH = "when(moves(you.expeditions, due_to=ascended), n == 2, once): win(you)"
BOTH_THEN = "when(moves(you.expeditions, due_to=ascended), once): if_(n == 2, win(you))"


@pytest.mark.parametrize("line", [BOTH, BOTH_THEN])
@pytest.mark.parametrize(
    ("hero", "companion", "wins"), [("1/1/1", "1/1/1", True), ("1/1/1", "2/2/2", False)]
)
@RULES
def test_when_both_expeditions_move_due_to_ascension(sit, rules, line, hero, companion, wins):
    """Pegasus: tied in both; where one has more of everything, that one does not (4.2.4.k)."""
    table = sit(rules)
    table.card("Pegasus", **GROUND, abilities=[line])
    table.card("Hero Walker", stats=hero)
    table.card("Companion Walker", stats=companion)
    table.card("Rise", **FREE, abilities=["effect: gain(you.expeditions, ascended)"])
    table.player("A").landmarks("Pegasus").hand("Rise")
    table.player("A").hero_expedition("Hero Walker").companion_expedition("Companion Walker")
    table.player("B").hero_expedition("Filler").companion_expedition("Filler")
    table.begin()
    table.act("A", "play Rise")
    table.pass_turns()
    table.until("night")
    assert table.winner == ("A" if wins else None)


@RULES
def test_one_that_moves_two_regions_is_not_both(sit, rules):
    """With the common Pegasus in one Expedition: n counts what happened at once."""
    table = sit(rules)
    table.card("Crown", **GROUND, abilities=[BOTH])
    table.card(
        "Pegasus", abilities=["instead(moves(me.expedition, due_to=ascended)): move(it, n + 1)"]
    )
    table.card("Rise", **FREE, abilities=["effect: gain(you.hero_expedition, ascended)"])
    table.player("A").landmarks("Crown").hand("Rise").hero_expedition("Pegasus")
    table.player("B").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Rise")
    table.pass_turns()
    table.until("night")
    assert table.winner is None
    assert table.progress("A", "hero") == 2
