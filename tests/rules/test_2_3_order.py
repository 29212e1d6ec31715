"""The order in which passive abilities apply: timestamps and dependency (2.3.1.m; 5.0 2.3.2)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
EITHER_WAY = pytest.mark.parametrize("turned", [False, True], ids=["in order", "turned"])


def put_out(table, player: str, names: tuple[str, ...], turned: bool) -> None:
    """These Characters, the first with the earliest timestamp, or the other way round."""
    for name in reversed(names) if turned else names:
        table.player(player).hero_expedition(name)


@cites("5.0:2.3.1.g", "5.0:2.3.3.b", "2024.09:2.3.1.m", "2024.09:2.3.1.l")
@EITHER_WAY
@RULES
def test_the_later_timestamp_has_the_last_word(sit, rules, turned):
    table = sit(rules)
    table.card("Wood", abilities=["have(all(region), only(forest))"])
    table.card("Lake", abilities=["have(all(region), only(water))"])
    put_out(table, "A", ("Wood", "Lake"), turned)
    table.begin()
    assert table.region(0) == ({"forest"} if turned else {"water"})


@cites("2024.09:2.3.1.m")
@RULES
def test_the_timestamp_is_that_of_the_object_in_its_zone(sit, rules):
    """Played again it is a new object, and speaks last."""
    table = sit(rules)
    table.card("Wood", abilities=["have(all(region), only(forest))"])
    table.card("Lake", abilities=["have(all(region), only(water))"])
    table.card("Call", type="spell", abilities=["effect: put(target(character), hand)"])
    table.player("A").hero_expedition("Wood", "Lake").hand("Call").mana(2)
    table.begin()
    assert table.region(0) == {"water"}
    table.act("A", "play Call", "Wood")
    table.act("B", "pass")
    table.act("A", "play Wood to hero")
    assert table.region(0) == {"forest"}


@cites("5.0:2.3.3.b", "2024.09:2.3.1.m")
@EITHER_WAY
@RULES
def test_numbers_change_in_the_order_of_timestamps(sit, rules, turned):
    table = sit(rules)
    table.card("Adder", stats="1/0/0", abilities=["have(all(character), forest=n + 3)"])
    table.card("Setter", stats="1/0/0", abilities=["have(all(character), forest=2)"])
    put_out(table, "A", ("Adder", "Setter"), turned)
    table.begin()
    assert [card.forest for card in (table.find("Adder"), table.find("Setter"))] == (
        [5, 5] if turned else [2, 2]
    )


@cites("5.0:2.3.1.g", "5.0:2.3.2.f", "2024.09:2.3.1.m")
@EITHER_WAY
@RULES
def test_what_a_passive_does_may_depend_on_another(sit, rules, turned):
    """5.0 2.3.2.f: "if I am in Forest" waits for "all regions are Forests", regardless of age."""
    table = sit(rules)
    table.card("Stag", abilities=["while_(is_(me, in_(forest))), have(me, gigantic)"])
    table.card("Wood", abilities=["have(all(region), only(forest))"])
    table.terrain(1, "water")
    table.player("A").regions(hero=1)
    put_out(table, "A", ("Stag", "Wood"), turned)
    table.begin()
    assert table.region(1) == {"forest"}
    assert "gigantic" in table.find("Stag").keywords


@cites("5.0:2.3.3.c", "2024.09:2.3.1.m")
@EITHER_WAY
@RULES
def test_and_the_other_way_it_ends_what_the_other_did(sit, rules, turned):
    table = sit(rules)
    table.card("Stag", abilities=["while_(is_(me, in_(forest))), have(me, gigantic)"])
    table.card("Lake", abilities=["have(all(region), only(water))"])
    put_out(table, "A", ("Stag", "Lake"), turned)
    table.begin()
    assert table.find("Stag").keywords == frozenset()


@cites("5.0:2.3.2.e", "2024.09:2.3.1.m")
@EITHER_WAY
@RULES
def test_what_a_passive_applies_to_may_depend_on_another(sit, rules, turned):
    """5.0 2.3.2.e: "all Elementals" waits for "all Characters are Elementals"."""
    table = sit(rules)
    table.card("King", abilities=["have(all(elemental), gigantic)"])
    table.card("Priest", abilities=["have(all(character), elemental)"])
    put_out(table, "A", ("King", "Priest"), turned)
    table.player("B").hero_expedition("Filler")
    table.begin()
    for name in ("King", "Priest", "Filler"):
        assert table.find(name).keywords == {"gigantic"}


@cites("2024.09:2.3.1.m")
@EITHER_WAY
@RULES
def test_only_mine_become_what_the_other_speaks_of(sit, rules, turned):
    table = sit(rules)
    table.card("King", abilities=["have(all(elemental), tough(1))"])
    table.card("Priest", abilities=["have(all(character, you.play), elemental)"])
    put_out(table, "A", ("King", "Priest"), turned)
    table.player("B").hero_expedition("Filler")
    table.begin()
    assert [table.find(name).tough for name in ("King", "Priest", "Filler")] == [1, 1, 0]


@cites("5.0:2.3.2.d", "2024.09:2.3.1.m")
@EITHER_WAY
@RULES
def test_whether_a_passive_exists_may_depend_on_another(sit, rules, turned):
    """5.0 2.3.2.d: it waits for the ability that ends it, regardless of age."""
    table = sit(rules)
    line = "while_(count(elemental) == 0), have(all(region), only(forest))"
    table.card("Wood", abilities=[line])
    table.card("Priest", abilities=["have(all(character), elemental)"])
    put_out(table, "A", ("Wood", "Priest"), turned)
    table.begin()
    assert table.region(0) == {"forest", "mountain", "water"}


@cites("5.0:2.3.2.g", "2024.09:2.3.1.m")
@pytest.mark.parametrize("order", ["Sun King Priest", "Priest Sun King", "King Priest Sun"])
@RULES
def test_one_waits_for_another_that_waits_for_a_third(sit, rules, order):
    table = sit(rules)
    table.card("Sun", abilities=["have(all(character, gigantic), tough(1))"])
    table.card("King", abilities=["have(all(elemental), gigantic)"])
    table.card("Priest", abilities=["have(all(character), elemental)"])
    table.card("Sprite", subtypes=["elemental"])
    table.player("A").hero_expedition(*order.split(), "Sprite")
    table.begin()
    assert [table.find(name).tough for name in ("Sun", "King", "Priest", "Sprite")] == [1] * 4


@cites("5.0:2.3.2.g", "5.0:2.3.3.a", "2024.09:2.3.1.m")
@pytest.mark.parametrize(
    ("order", "marks"),
    [
        ("Elf Bot Big", {"Giant": 3, "Sprite": 3, "Robot": 2}),
        ("Bot Big Elf", {"Giant": 2, "Sprite": 3, "Robot": 3}),
        ("Big Elf Bot", {"Giant": 3, "Sprite": 2, "Robot": 3}),
    ],
)
@RULES
def test_in_a_circle_of_three_the_timestamps_decide(sit, rules, order, marks):
    """5.0 2.3.2.g, 2.3.3.a: each depends on the next and so, in the end, on itself."""
    table = sit(rules)
    table.card("Elf", abilities=["have(all(character, gigantic), elemental)"])
    table.card("Bot", abilities=["have(all(elemental), robot)"])
    table.card("Big", abilities=["have(all(robot), gigantic)"])
    table.card("Giant", abilities=["gigantic"])
    table.card("Sprite", subtypes=["elemental"])
    table.card("Robot", subtypes=["robot"])
    table.player("A").hero_expedition(*order.split(), "Giant", "Sprite", "Robot")
    table.begin()
    found = {name: table.find(name) for name in marks}
    assert {name: len(seen.subtypes | seen.keywords) for name, seen in found.items()} == marks


@cites("5.0:2.3.3.a", "2024.09:2.3.1.m")
@EITHER_WAY
@RULES
def test_in_a_circle_of_dependency_the_timestamps_decide(sit, rules, turned):
    """5.0 2.3.3.a: each ends the other, so neither waits: the older one applies first."""
    table = sit(rules)
    table.card("Flood", abilities=["while_(is_(me, in_(forest))), have(all(region), only(water))"])
    line = "while_(is_(me, in_(forest))), have(all(region), only(mountain))"
    table.card("Quake", abilities=[line])
    put_out(table, "A", ("Flood", "Quake"), turned)
    table.begin()
    assert table.region(0) == ({"mountain"} if turned else {"water"})


@cites("5.0:2.3.3.c", "2024.09:2.3.1.m")
@EITHER_WAY
@RULES
def test_a_granted_statement_applies_too(sit, rules, turned):
    table = sit(rules)
    table.card("Teacher", abilities=["have(all(character, other), {have(me, elemental)})"])
    table.card("King", abilities=["have(all(elemental), tough(2))"])
    table.card("Pupil")
    put_out(table, "A", ("Teacher", "King"), turned)
    table.player("A").companion_expedition("Pupil")
    table.begin()
    assert table.find("Pupil").subtypes == {"elemental"}
    # Before it is granted it is not there to be waited for.
    tough = 0 if turned else 2
    assert [table.find(name).tough for name in ("Pupil", "King", "Teacher")] == [tough, tough, 0]


@cites("2024.09:2.3.1.m", "2024.09:2.3.1.k")
@RULES
def test_the_order_is_found_anew_when_one_leaves(sit, rules):
    table = sit(rules)
    table.card("Wood", abilities=["have(all(region), only(forest))"])
    table.card("Lake", abilities=["have(all(region), only(water))"])
    table.card("Stag", abilities=["while_(is_(me, in_(forest))), have(me, gigantic)"])
    table.card("Axe", type="spell", abilities=["effect: discard(target(character))"])
    table.player("A").hero_expedition("Stag", "Wood", "Lake").hand("Axe").mana(1)
    table.begin()
    assert table.find("Stag").keywords == frozenset()
    table.act("A", "play Axe", "Lake")
    assert table.find("Stag").keywords == {"gigantic"}
    assert table.find("Stag").presence == {"A hero", "A companion"}


@cites("5.0:2.2.16.d", "2024.09:2.3.1.m")
@pytest.mark.parametrize("first", ["Wood", "Lake"])
@RULES
def test_who_moves_objects_at_once_says_which_is_older(sit, rules, first):
    """5.0 2.2.16.d. Only where it matters: the Filler comes without a question."""
    table = sit(rules)
    table.card("Wood", abilities=["have(all(region), only(forest))"])
    table.card("Lake", abilities=["have(all(region), only(water))"])
    line = "effect: put(all(character, you.reserve), you.hero_expedition)"
    table.card("Call", type="spell", abilities=[line])
    table.player("A").reserve("Wood", "Lake", "Filler").hand("Call").mana(1)
    table.begin()
    table.act("A", "play Call")
    assert (table.decider, table.decision) == ("A", "timestamp")
    assert len(table.game.legal_actions()) == 2
    table.choose("A", first)
    if table.decision == "timestamp":
        table.choose("A", "Lake" if first == "Wood" else "Wood")
    assert table.region(0) == ({"water"} if first == "Wood" else {"forest"})
