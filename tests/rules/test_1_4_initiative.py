"""The order of decisions, and the information that others have about them (1.4.5)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:1.4.5.a", "2024.09:1.4.5.a")
@pytest.mark.parametrize("first", "AB")
@RULES
def test_the_turn_player_decides_first_in_the_afternoon(sit, rules, first):
    """Even where the other one is the first player."""
    table = sit(rules)
    line = "J: discard(choose(card, they.hand), by=all(player))"
    table.card("Storm", abilities=[line])
    table.card("Pet")
    for player in "AB":
        table.player(player).hand("Storm", "Filler", "Pet").mana(1)
    table.begin(first=first)
    if first == "B":
        table.act("B", "pass")
    table.act("A", "play Storm to hero")
    assert table.decider == "A"
    table.choose("A", "Filler")
    assert table.decider == "B"


@cites("5.0:1.4.5.a", "2024.09:1.4.5.a")
@pytest.mark.parametrize("first", "AB")
@RULES
def test_outside_the_afternoon_the_first_player_decides_first(sit, rules, first):
    table = sit(rules)
    line = "at(noon): sacrifice(choose(character, they.play), by=all(player))"
    table.card("Volcano", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Volcano").hero_expedition("Filler").companion_expedition("Filler")
    table.player("B").hero_expedition("Filler").companion_expedition("Filler")
    table.begin("noon", first=first)
    other = "B" if first == "A" else "A"
    assert table.decider == first
    table.choose(first, "Filler in hero")
    assert table.decider == other
    # Nothing has happened yet: both happen together.
    assert len(table.all("Filler in hero")) == 2
    table.choose(other, "Filler in hero")
    assert table.zone("A", "hero_expedition") == table.zone("B", "hero_expedition") == []
    assert table.zone("A", "companion_expedition") == ["Filler"]


@cites("5.0:1.4.5.a", "2024.09:1.4.5.a")
@RULES
def test_a_card_of_a_hidden_zone_is_chosen_without_showing_it(sit, rules):
    table = sit(rules)
    table.card("Storm", abilities=["J: discard(choose(card, they.hand), by=all(player))"])
    table.card("Gem", type="landmark_permanent")
    table.player("A").hand("Storm", "Gem", "Filler").mana(1)
    table.player("B").hand("Gem", "Filler")
    table.begin()
    table.act("A", "play Storm to hero", "Gem")
    assert table.decider == "B"
    seen = table.game.view("B").players[0]
    assert seen.hand == ()
    assert seen.discard == ()
    table.choose("B", "Filler")
    assert table.zone("A", "discard") == ["Gem"]
    assert table.zone("B", "discard") == ["Filler"]


@cites("2024.09:1.4.5.a")
@RULES
def test_the_cards_of_the_morning_are_chosen_without_showing_them(sit, rules):
    table = sit(rules)
    table.card("Gem", type="landmark_permanent")
    table.player("B").hand("Gem")
    table.begin("morning", first="A")
    table.choose("B", "Gem")
    assert (table.decision, table.decider) == ("expand", "A")
    seen = table.game.view("A").players[1]
    assert "Gem" not in {card.name for card in (*seen.hand, *seen.mana)}
    table.choose("A", "done")
    seen = table.game.view("A").players[1]
    assert [orb.name for orb in seen.mana] == [None]


@cites("2024.09:EX-1.4.5.a-1")
@pytest.mark.parametrize("answers", [("yes", "yes"), ("yes", "no"), ("no", "yes")])
def test_each_player_may_resupply(sit, answers):
    """The turn player says yes or no first; the other one decides before the card is seen."""
    table = sit()
    table.card("Fox", abilities=["H: resupply(may, by=all(player))"])
    table.card("Gem", type="landmark_permanent")
    table.player("A").hand("Fox").mana(1).deck("Gem", "Filler")
    table.player("B").deck("Gem", "Filler")
    table.begin()
    table.act("A", "play Fox to hero")
    assert (table.decision, table.decider) == ("yes_no", "A")
    table.choose("A", answers[0])
    assert (table.decision, table.decider) == ("yes_no", "B")
    assert table.zone("A", "reserve") == []
    table.choose("B", answers[1])
    for player, answer in zip("AB", answers, strict=True):
        assert table.zone(player, "reserve") == (["Gem"] if answer == "yes" else [])


@cites("2024.09:EX-1.4.5.a-1")
@RULES
def test_kitsune(sit, rules):
    table = sit(rules)
    table.card("Gem", type="landmark_permanent")
    table.player("A").hand("Kitsune R1").mana(2).deck("Gem")
    table.player("B").deck("Gem")
    table.begin()
    table.act("A", "play Kitsune to hero")
    assert table.zone("A", "reserve") == table.zone("B", "reserve") == ["Gem"]


@cites("selector/chosen by another player", "2024.09:EX-1.4.5.a-2")
@RULES
def test_anubis(sit, rules):
    """Each player sacrifices a Character: chosen in public, done together."""
    table = sit(rules)
    table.card("Mourner", abilities=["when(sacrifices(character)): gain(me, boost=1)"])
    table.player("A").hand("Anubis C").mana(5).companion_expedition("Mourner")
    table.player("B").hero_expedition("Mourner").companion_expedition("Filler")
    table.begin()
    table.act("A", "play Anubis to hero")
    assert table.options("A") and table.options("B") == []
    assert not any(option.startswith("B") for option in table.options("A"))
    table.choose("A", "Mourner")
    assert table.find("A Mourner").zone == "expedition"
    assert table.decider == "B"
    table.choose("B", "Mourner")
    while table.decision == "reaction":
        table.choose(table.decider, table.options()[0])
    assert table.zone("A", "discard") == table.zone("B", "discard") == ["Mourner"]
    assert [card.boosts for card in table.all("Mourner")] == [0, 0]
