"""Heroes with complex abilities play as printed."""

from __future__ import annotations

import pytest

from tests.citations import cites

both = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def hero(table, *lines, counters=None):
    """A Hero of A with these abilities."""
    table.card("Leader", type="hero", abilities=list(lines))
    return table.player("A").hero("Leader", counters=counters or {})


# Treyst & Rossum

SCRAP = (
    "when(goes(card, from_=you.reserve, during=afternoon)): if_(me.scrap < 5, gain(me, scrap=1));"
    "if_(me.scrap >= 5, gain(me, {T: (draw(1), put(choose(card, you.hand), reserve))}))"
)


@cites("effect/grant an ability")
@both
def test_the_fifth_counter_brings_an_ability(sit, rules):
    table = sit(rules)
    hero(table, SCRAP, counters={"scrap": 3}).reserve("Filler", "Filler", "Filler").mana(3)
    table.begin()
    table.act("A", "play Filler to hero")
    assert table.find("Leader").counters == {"scrap": 4}
    assert not table.can("A", "use Leader")
    table.act("B", "pass")
    table.act("A", "play Filler to hero")
    assert table.find("Leader").counters == {"scrap": 5}
    table.act("A", "use Leader")
    assert len(table.zone("A", "reserve")) == 2  # one of them drawn and put there
    assert table.find("Leader").counters == {"scrap": 5}


@both
def test_a_token_does_not_leave_the_reserve(sit, rules):
    """The ruling: it ceases to exist as it would enter it."""
    table = sit(rules)
    hero(table, SCRAP).hero_expedition("Brassbug")
    table.card("Off", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.player("B").hand("Off").mana(1)
    table.begin(first="B")
    table.act("B", "play Off")
    assert table.zone("A", "hero_expedition") == []
    assert table.find("Leader").counters == {}


@both
def test_only_in_the_afternoon(sit, rules):
    table = sit(rules)
    hero(table, SCRAP).reserve("Filler", "Filler", "Filler")
    table.begin("night")
    if table.decider == "A":
        table.choose("A", "Filler", "Filler")
    assert len(table.zone("A", "discard")) == 1  # the third one, at Clean-up
    assert table.find("Leader").counters == {}


# Sam & Spook: the action


@both
def test_only_the_first_player_draws_and_discards(sit, rules):
    table = sit(rules)
    hero(table, "T, you.first_player: draw(1); discard(choose(card, you.hand))")
    table.player("A").hand("Filler").deck("Kappa C")
    table.begin(first="A")
    table.act("A", "use Leader", "Filler")
    assert table.zone("A", "hand") == ["Kappa"]
    assert table.zone("A", "discard") == ["Filler"]


@both
def test_the_other_player_does_not(sit, rules):
    table = sit(rules)
    hero(table, "T, you.first_player: draw(1); discard(choose(card, you.hand))").mana(1)
    table.player("A").hand("Filler")
    table.begin(first="B")
    table.act("B", "pass")
    assert not table.can("A", "use Leader")


# Matz & Hive

HIVE = (
    "at(noon): if_(count(card, you.landmarks) >= 3, if_(x := may(sacrifice(choose(card,"
    "you.landmarks))), play(choose(landmark_permanent, hand_cost <= x.hand_cost + 2), free)))"
)


def hive(table, landmarks=("Hut", "Hut", "Hall")):
    hero(table, HIVE)
    for name, cost in (("Hut", 1), ("Hall", 3), ("Keep", 5), ("Citadel", 6)):
        table.card(name, type="landmark_permanent", cost=f"{cost}/{cost}")
    return table.player("A").landmarks(*landmarks).hand("Hut", "Keep", "Citadel")


@both
def test_a_landmark_makes_room_for_a_better_one(sit, rules):
    table = sit(rules)
    hive(table).reserve("Keep")
    table.begin("noon")
    table.choose("A", "Hall")
    assert {option.split(" in ")[0] for option in table.options("A")} == {"A: Hut", "A: Keep"}
    table.choose("A", "Keep in hand")
    assert sorted(table.zone("A", "landmarks")) == ["Hut", "Hut", "Keep"]
    assert table.zone("A", "discard") == ["Hall"]


@both
def test_nobody_has_to_sacrifice(sit, rules):
    table = sit(rules)
    hive(table)
    table.begin("noon")
    table.choose("A", "done")
    assert table.phase == "afternoon"
    assert len(table.zone("A", "landmarks")) == 3


@both
def test_two_landmarks_are_not_enough(sit, rules):
    table = sit(rules)
    hive(table, ("Hut", "Hall"))
    table.begin("noon")
    assert table.phase == "afternoon"


# Turuun & Benih

GIFT = "while_(day > 1), when(gifts(you)): if_(may(exhaust(me)), receive(it))"


@both
@pytest.mark.parametrize(("effect", "zone", "found"), [
    ("draw(1, by=opponent)", "hand", ["Kappa"]),
    ("resupply(by=opponent)", "reserve", ["Kappa"]),
    ("create(manaseed, in_=opponent.landmarks)", "landmarks", ["Manaseed"]),
])  # fmt: skip
def test_a_gift_is_received_as_well(sit, rules, effect, zone, found):
    """7.3.29.b."""
    table = sit(rules)
    hero(table, GIFT).deck("Kappa C")
    table.card("Present", type="spell", abilities=["fleeting", f"effect: {effect}"])
    table.player("A").hand("Present").mana(1)
    table.begin()
    table.act("A", "play Present", "yes")
    assert table.zone("A", zone) == found
    assert table.find("Leader").statuses == {"exhausted"}


@both
def test_a_resupply_that_exhausts_is_received_so(sit, rules):
    table = sit(rules)
    hero(table, GIFT).deck("Kappa C")
    table.card("Present", type="spell", abilities=[
        "fleeting", "effect: resupply(exhausted, by=opponent)"
    ])  # fmt: skip
    table.player("A").hand("Present").mana(1)
    table.begin()
    table.act("A", "play Present", "yes")
    assert table.find("Kappa").statuses == {"exhausted"}


@both
def test_a_token_is_received_where_one_chooses(sit, rules):
    """The example of 7.3.29: not necessarily in the Companion Expedition."""
    table = sit(rules)
    hero(table, GIFT)
    table.card("Present", type="spell", abilities=[
        "fleeting", "effect: create(woollyback, in_=opponent.companion_expedition)"
    ])  # fmt: skip
    table.player("A").hand("Present").mana(1)
    table.begin()
    table.act("A", "play Present", "yes", "hero")
    assert table.zone("A", "hero_expedition") == ["Woollyback"]
    assert table.zone("B", "companion_expedition") == ["Woollyback"]


@both
def test_not_on_the_first_day_and_not_on_their_turn(sit, rules):
    table = sit(rules)
    hero(table, GIFT)
    table.card("Present", type="spell", abilities=["fleeting", "effect: draw(1, by=opponent)"])
    table.player("A").hand("Present").mana(1)
    table.begin(day=1)
    table.act("A", "play Present")
    assert table.decider == "B"
    assert table.find("Leader").statuses == frozenset()


# Nadir & Bubbles

MARKERS = "at(noon): if_(x := may(spend(marker=1)), place(x, target(region, visible)))"


@both
def test_a_marker_of_a_hero_is_placed(sit, rules):
    table = sit(rules)
    hero(table, MARKERS, counters={"forest_marker": 1, "water_marker": 1})
    table.terrain(0, "mountain")
    table.terrain(7, "mountain")
    table.begin("noon")
    if rules == "2024.09":  # the region is declared first
        table.choose("A", "region 7", "yes", "water")
    else:
        table.choose("A", "yes", "water", "region 7")
    assert table.region(7) == {"water"}
    assert table.find("Leader").counters == {"forest_marker": 1}


# Auraq & Kibble

KIBBLE = (
    "at(noon): if_(may(spend(performance=5)), (x := reveal(top(you.deck)),"
    "may(modes(1, play(x, free), put(x, hand)))))"
)
TRACES = ["J: gain(me, luck=1)", "H: gain(me, scrap=1)", "R: gain(me, food=1)"]


def show(table):
    table.card("Actor", cost="6/6", abilities=TRACES)
    hero(table, KIBBLE, counters={"performance": 6}).deck("Actor", "Filler")
    table.card("Hood", abilities=["at_least(2, plays(opponent, card))"])
    table.player("B").hero_expedition("Hood")


@both
def test_the_top_card_is_played_for_free(sit, rules):
    """The rulings: only its {J} activates, and free is free against Robin Hood."""
    table = sit(rules)
    show(table)
    table.begin("noon")
    table.choose("A", "yes", "yes", "mode 1", "hero")
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])
    assert table.find("Actor").counters == {"luck": 1}
    assert table.find("Actor").statuses == frozenset()
    assert table.find("Leader").counters == {"performance": 1}


@both
def test_or_it_is_put_in_hand(sit, rules):
    table = sit(rules)
    show(table)
    table.begin("noon")
    table.choose("A", "yes", "yes", "mode 2")
    assert table.zone("A", "hand") == ["Actor"]


@both
def test_or_it_stays_where_it_is(sit, rules):
    table = sit(rules)
    show(table)
    table.begin("noon")
    table.choose("A", "yes", "no")
    assert table.zone("A", "deck") == ["Actor", "Filler"]


@both
def test_it_is_too_late_for_its_noon_ability(sit, rules):
    """The ruling: "At Noon" abilities activate as Noon begins."""
    table = sit(rules)
    hero(table, KIBBLE, counters={"performance": 5})
    table.card("Owl", abilities=["at(noon): draw(1)"])
    table.player("A").deck("Owl", "Filler")
    table.begin("noon")
    table.choose("A", "yes", "yes", "mode 1", "hero")
    assert table.phase == "afternoon"
    assert table.zone("A", "hand") == []
