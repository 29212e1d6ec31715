"""The golden rules (1.4), except for loops."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def ban(table, event: str, who: str = "B") -> None:
    """A Landmark that forbids something."""
    table.card("Ban", type="landmark_permanent", abilities=[f"cant({event})"])
    table.player(who).landmarks("Ban")


@cites("5.0:1.2.6.f", "5.0:1.4.1.a", "5.0:1.4.1.c", "2024.09:1.4.1.a", "2024.09:1.4.1.c")
@RULES
def test_what_is_impossible_is_skipped_and_the_rest_happens(sit, rules):
    table = sit(rules)
    ban(table, "gains(character, boost)")
    table.card("Coach", abilities=["J: gain(me, anchored, boost=2); draw(1)"])
    table.player("A").hand("Coach").mana(1)
    table.begin()
    table.act("A", "play Coach to hero")
    coach = table.find("Coach")
    assert coach.boosts == 0
    assert "anchored" in coach.statuses
    assert table.zone("A", "hand") == ["Filler"]


@cites("5.0:1.4.1.a", "5.0:2.4.6.d", "passive/cannot", "2024.09:1.4.1.a")
@RULES
def test_a_prohibition_beats_a_permission(sit, rules):
    table = sit(rules)
    ban(table, "plays(opponent, card, from_=reserve)")
    table.card(
        "Key",
        type="landmark_permanent",
        abilities=["can(plays(you, card, from_=you.reserve), even=exhausted)"],
    )
    table.player("A").landmarks("Key").reserve("Filler", exhausted=True).mana(2)
    table.begin()
    assert not table.can("A", "play Filler from reserve to hero")


@cites("5.0:1.4.1.b", "2024.09:1.4.1.b")
@pytest.mark.parametrize(
    ("cost", "event"),
    [
        ("T, sacrifice(choose(character, you.play))", "sacrifices(opponent, character)"),
        ("T, discard(choose(card, you.hand))", "discards(opponent, card)"),
        ("T, put(choose(card, you.hand), reserve)", "goes(card, to=reserve)"),
        ("T, gain(me, arcane=1)", "gains(permanent, arcane)"),
        ("exhaust(choose(character, ready, you.play))", "exhausts(character)"),
    ],
)
@RULES
def test_a_cost_that_is_impossible_cannot_be_paid(sit, rules, cost, event):
    for forbidden in (False, True):
        table = sit(rules)
        if forbidden:
            ban(table, event)
        table.card("Altar", type="landmark_permanent", abilities=[f"{cost}: draw(1)"])
        table.player("A").landmarks("Altar").hero_expedition("Filler").hand("Filler").mana(1)
        table.begin()
        assert table.can("A", "use Altar") is not forbidden


@cites("5.0:1.4.1.c", "2024.09:1.4.1.b", "2024.09:1.4.1.c")
@RULES
def test_if_you_do_fails_when_the_cost_is_impossible(sit, rules):
    table = sit(rules)
    ban(table, "sacrifices(opponent, character)")
    line = "J: if_(may(sacrifice(choose(character, you.play))), draw(2))"
    table.card("Cultist", abilities=[line])
    table.player("A").hand("Cultist").mana(1)
    table.begin()
    table.act("A", "play Cultist to hero")
    if table.decision == "yes_no":
        table.choose("A", "yes")
    while table.decision == "objects":
        table.choose("A", "Cultist")
    assert table.zone("A", "hand") == []
    assert table.find("Cultist").zone == "expedition"


@cites("5.0:1.4.1.d", "2024.09:1.4.1.d")
@RULES
def test_an_impossible_event_is_not_modified(sit, rules):
    for forbidden in (False, True):
        table = sit(rules)
        if forbidden:
            ban(table, "gains(character, fleeting)")
        table.card("Alchemist", abilities=["instead(gains(me, fleeting)): gain(me, boost=1)"])
        table.card("Fader", type="spell", abilities=["effect: gain(all(character), fleeting)"])
        table.player("A").hero_expedition("Alchemist").hand("Fader").mana(1)
        table.begin()
        table.act("A", "play Fader")
        assert table.find("Alchemist").boosts == int(not forbidden)
        assert "fleeting" not in table.find("Alchemist").statuses


@cites("5.0:1.4.1.d", "2024.09:1.4.1.d")
@RULES
def test_an_impossible_event_gets_nothing_added(sit, rules):
    for forbidden in (False, True):
        table = sit(rules)
        if forbidden:
            ban(table, "gains(character, fleeting)")
        table.card(
            "Choir",
            type="landmark_permanent",
            abilities=["also(gains(character, fleeting)): gain(it, boost=1)"],
        )
        table.card("Fader", type="spell", abilities=["effect: gain(all(character), fleeting)"])
        table.player("A").landmarks("Choir").hero_expedition("Filler").hand("Fader").mana(1)
        table.begin()
        table.act("A", "play Fader")
        assert table.find("Filler").boosts == int(not forbidden)


@cites("5.0:1.4.2.a", "5.0:2.4.6.d", "2024.09:1.4.2.a")
@RULES
def test_a_card_may_allow_what_the_rules_do_not(sit, rules):
    for allowed in (False, True):
        table = sit(rules)
        line = "can(plays(you, card, from_=you.reserve), even=exhausted)"
        table.card("Key", type="landmark_permanent", abilities=[line] if allowed else [])
        table.player("A").landmarks("Key").reserve("Filler", exhausted=True).mana(1)
        table.begin()
        assert table.can("A", "play Filler from reserve to hero") is allowed


@cites("5.0:1.4.2.a", "2024.09:1.4.2.a")
@RULES
def test_a_card_may_be_played_another_way_than_the_rules_say(sit, rules):
    table = sit(rules)
    table.card("Rusher", abilities=["J: may(play(choose(card, you.hand, ~named(me)), free))"])
    table.card("Costly", cost="9/9")
    table.player("A").hand("Rusher", "Costly").mana(1)
    table.begin()
    table.act("A", "play Rusher to hero", "Costly", "hero")
    # A second card in one turn, without mana.
    assert table.find("Costly").expedition == "hero"
    assert table.turn == "B"


@cites("5.0:1.4.3.a", "2024.09:1.4.3.a")
@pytest.mark.parametrize(
    ("step", "zone"),
    [
        ("put(x, hand)", "hand"),
        ("put(x, you.hand)", "hand"),
        ("put(x, reserve)", "reserve"),
        ("put(x, mana)", "mana"),
        ("put(x, deck, at=1)", "deck"),
        ("discard(x)", "discard"),
        ("sacrifice(x)", "discard"),
    ],
)
@RULES
def test_a_card_goes_to_the_zone_of_its_owner(sit, rules, step, zone):
    table = sit(rules)
    table.card("Stolen", stats="3/3/3")
    table.card("Fence", type="spell", abilities=[f"effect: x = target(character); {step}"])
    table.player("A").hand("Fence").mana(1).hero_expedition("Stolen", owner="B")
    table.begin()
    assert table.find("Stolen").controller == "A"
    table.act("A", "play Fence")
    assert "Stolen" in table.zone("B", zone)
    assert "Stolen" not in table.zone("A", zone)


@cites("5.0:1.4.3.a", "2024.09:1.4.3.a")
@RULES
def test_at_rest_a_card_goes_to_the_reserve_of_its_owner(sit, rules):
    table = sit(rules)
    table.card("Stolen", stats="0/0/0")
    table.player("A").hero_expedition("Stolen", owner="B")
    table.begin()
    table.until("morning")
    assert table.zone("B", "reserve") == ["Stolen"]


@cites("5.0:1.4.4.a", "5.0:2.1.d", "2024.09:1.4.4.a")
@RULES
def test_what_acted_on_the_old_object_does_not_follow_it(sit, rules):
    table = sit(rules)
    table.card(
        "Teacher",
        type="spell",
        abilities=["effect: gain(target(character), {R: gain(me, boost=3)}, boost=2)"],
    )
    table.card("Pupil", stats="1/1/1")
    table.card("Call", type="spell", abilities=["effect: put(target(character), hand)"])
    table.player("A").hero_expedition("Pupil").hand("Teacher", "Call").mana(9)
    table.begin()
    table.act("A", "play Teacher")
    table.act("B", "pass")
    assert table.find("Pupil").boosts == 2
    table.act("A", "play Call")
    assert table.find("Pupil").gained == ()
    table.act("A", "play Pupil to hero")
    pupil = table.find("Pupil")
    assert (pupil.boosts, pupil.gained) == (0, ())


@cites("5.0:1.4.4.a", "2024.09:1.4.4.a")
@RULES
def test_the_effect_that_moves_a_card_finds_it_there(sit, rules):
    table = sit(rules)
    table.card(
        "Sender",
        type="spell",
        abilities=["effect: x = put(target(character), reserve); exhaust(x); gain(x, boost=2)"],
    )
    table.card("Away")
    table.player("A").hand("Sender").mana(1)
    table.player("B").hero_expedition("Away")
    table.begin()
    table.act("A", "play Sender")
    away = table.find("Away")
    assert (away.zone, away.boosts) == ("reserve", 2)
    assert "exhausted" in away.statuses


@cites("5.0:1.4.3.a", "5.0:3.1.2.c", "2024.09:1.4.3.a")
@pytest.mark.parametrize(("whose", "gains"), [("you.reserve", 0), ("opponent.reserve", 1)])
@RULES
def test_what_is_about_to_go_to_a_reserve_goes_to_its_owners(sit, rules, whose, gains):
    """A controls it, B owns it: a modifier of A sees it go to B's Reserve."""
    table = sit(rules)
    table.card("Turn", type="spell", abilities=["effect: put(target(character), reserve)"])
    line = f"also(goes(card, to={whose}, from_=expeditions)): gain(me, quest=1)"
    table.card("Toll", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Toll").hand("Turn").mana(1)
    table.player("A").hero_expedition("Filler", owner="B")
    table.begin()
    table.act("A", "play Turn")
    assert table.zone("B", "reserve") == ["Filler"]
    assert table.find("Toll").counters.get("quest", 0) == gains
