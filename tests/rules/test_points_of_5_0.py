"""Points of docs/rulesets.tsv on which both rulesets follow 5.0 instead of the seeds."""

from __future__ import annotations

import pytest

from altered_env.language.english import understand
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
WATCH = [
    "when(goes(card, to=you.expeditions)): gain(me, luck=1)",
    "when(goes(card, to=play)): gain(me, food=1)",
    "when(goes(card, from_=play)): gain(me, scrap=1)",
]


def cast(table, effect, mana=1):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", type="spell", abilities=["fleeting", f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(mana)


def settle(table):
    """Play the Reactions that wait, in the order in which they are offered."""
    while table.decision == "reaction":
        table.choose(table.decider, table.options()[0])


@cites(
    "rulesets:Counters between Expedition and Landmarks",
    "rulesets:The arrow icon",
    "2024.09:2.5.i",
    "2024.09:1.1.6.e",
    "5.0:2.5.k",
    "5.0:7.3.10.a",
    "5.0:7.3.20.a",
)
@pytest.mark.parametrize("way", ["out", "back"])
@RULES
def test_between_expedition_and_landmarks_nothing_enters_or_leaves_play(sit, rules, way):
    """Its counters stay, and its arrow is silent: it joins the Expedition zone and was in play."""
    table = sit(rules)
    table.card("Kite", type="expedition_permanent", abilities=["J: draw(1)"])
    table.card("Watch", type="landmark_permanent", abilities=WATCH)
    place = "you.landmarks" if way == "out" else "you.hero_expedition"
    side = cast(table, f"put(choose(expedition_permanent), {place})").landmarks("Watch")
    put_down = side.hero_expedition if way == "out" else side.landmarks
    put_down("Kite", counters={"arcane": 2}, boosts=1)
    table.begin()
    table.act("A", "play Decree")
    settle(table)
    kite = table.find("Kite")
    assert kite.zone == ("landmarks" if way == "out" else "expedition")
    assert (kite.counters, kite.boosts) == ({"arcane": 2}, 1)
    assert table.find("Watch").counters == ({} if way == "out" else {"luck": 1})
    assert table.zone("A", "hand") == []


@cites(
    "rulesets:The arrow icon",
    "2024.09:1.1.6.e",
    "2024.09:5.1.2.e",
    "2024.09:5.2.2.a",
    "5.0:1.1.6.e",
    "5.0:7.1.1.a",
    "5.0:2.2.3.a",
    "5.0:2.2.3.b",
    "5.0:2.2.3.d",
    "5.0:2.2.3.e",
)
@pytest.mark.parametrize("kind", ["character", "expedition_permanent", "landmark_permanent"])
@RULES
def test_the_arrow_is_about_entering_play_wherever_that_is(sit, rules, kind):
    table = sit(rules)
    table.card("Comer", type=kind, abilities=["J: draw(1)"])
    table.player("A").hand("Comer").mana(1)
    table.begin()
    table.act("A", "play Comer" + (" to hero" if kind != "landmark_permanent" else ""))
    zone = "landmarks" if kind == "landmark_permanent" else "expedition"
    assert table.find("Comer").zone == zone
    assert table.zone("A", "hand") == ["Filler"]


@cites(
    "rulesets:Counters of a card in the Discard pile",
    "2024.09:2.5.i",
    "2024.09:2.5.j",
    "2024.09:RM-2.4.4.b-1",
    "5.0:2.5.b",
    "5.0:2.5.l",
    "5.0:2.4.1.c",
)
@pytest.mark.parametrize("origin", ["reserve", "play"])
@RULES
def test_a_card_in_the_discard_pile_has_no_counters(sit, rules, origin):
    """It loses them on its way, cannot gain any there, and comes back without."""
    table = sit(rules)
    table.card("Pet")
    which = "choose(card, you.reserve)" if origin == "reserve" else "choose(character)"
    gain = "gain(x, fleeting, anchored, arcane=1, boost=1)"
    side = cast(table, f"x = discard({which}); {gain}; may(draw(1)); put(x, reserve)")
    put_down = side.reserve if origin == "reserve" else side.hero_expedition
    put_down("Pet", boosts=2, counters={"kelon": 3})
    table.begin()
    table.act("A", "play Decree")
    assert table.decision == "yes_no"
    pet = table.find("Pet")
    assert (pet.zone, pet.boosts, pet.counters, pet.statuses) == ("discard", 0, {}, frozenset())
    table.choose("A", "no")
    pet = table.find("Pet")
    assert (pet.zone, pet.boosts, pet.counters, pet.statuses) == ("reserve", 0, {}, frozenset())


@cites("rulesets:Is the Hero zone in play?", "2024.09:3.1.4.a", "5.0:3.1.4.a")
@RULES
def test_a_hero_is_no_card_in_play(sit, rules):
    """It is no target of what augments cards in play, and is not discarded with all of them."""
    table = sit(rules)
    table.card("Leader", type="hero", abilities=["T: draw(1)"])
    cast(table, "augment(target(card, play)); discard(all(card, play))")
    table.player("A").hero("Leader", counters={"luck": 2}).hero_expedition("Filler", boosts=1)
    table.begin()
    table.act("A", "play Decree")
    leader = table.find("Leader")
    assert (leader.zone, leader.counters) == ("hero", {"luck": 2})
    assert "Filler" in table.zone("A", "discard")


LEAVES = "when(goes(me, from_=expeditions, to=reserve)): draw(1)"


@cites(
    "rulesets:A Reaction to going from Expedition to Reserve",
    "2024.09:6.3.d",
    "5.0:6.3.d",
    "5.0:6.3.f",
)
@pytest.mark.parametrize(("works", "drawn"), [("in play", 1), ("in Reserve", 0)])
@RULES
def test_going_from_expedition_to_reserve_is_seen_from_the_expedition(sit, rules, works, drawn):
    """The same words as a Support ability, which it has only once it is there, do not react."""
    table = sit(rules)
    if works == "in play":
        table.card("Guest", abilities=[LEAVES])
    else:
        table.card("Guest", support=[f"I, {LEAVES}"])
    cast(table, "put(target(character), reserve)").hero_expedition("Guest")
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Guest").zone == "reserve"
    assert len(table.zone("A", "hand")) == drawn


@cites("2024.09:6.3.d", "5.0:6.3.c", "5.0:6.3.e")
@RULES
def test_going_to_reserve_from_hand_is_seen_from_reserve(sit, rules):
    """A self-move Reaction: it is there after the event, and that is enough."""
    table = sit(rules)
    table.card("Guest", abilities=["when(goes(me, from_=hand, to=reserve)): draw(1)"])
    cast(table, "put(choose(character, you.hand), reserve)").hand("Guest")
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Guest").zone == "reserve"
    assert len(table.zone("A", "hand")) == 1


@cites(
    "rulesets:Landmark zone",
    "2024.09:3.2.7.a",
    "2024.09:1.2.1.d",
    "2024.09:1.2.3.d",
    "2024.09:RM-3.1.2.a-1",
    "2024.09:RM-3.1.2.b-1",
    "5.0:1.2.3.d",
    "5.0:1.2.3.e",
    "5.0:3.1.2.a",
    "5.0:3.2.7.a",
    "5.0:3.2.7.b",
)
@RULES
def test_landmarks_change_sides_and_stay_in_the_one_landmark_zone(sit, rules):
    """It is the same object, with its counters, among the Landmarks of another player."""
    table = sit(rules)
    table.card("Place", type="landmark_permanent")
    table.card("Watch", type="landmark_permanent", abilities=WATCH)
    cast(table, "take_control(choose(permanent, opponent.play))").landmarks("Watch")
    table.player("B").landmarks("Place", counters={"arcane": 2})
    table.begin()
    before = table.find("Place")
    table.act("A", "play Decree")
    place = table.find("Place")
    assert (place.owner, place.controller, place.zone) == ("B", "A", "landmarks")
    assert (place.timestamp, place.counters) == (before.timestamp, before.counters)
    assert table.zone("A", "landmarks") == ["Watch", "Place"]
    assert table.zone("B", "landmarks") == []
    assert table.find("Watch").counters == {}


@cites(
    "2024.09:ST-97",
    "2024.09:ST-79",
    "2024.09:RM-5.2.2.a-1",
    "5.0:2.4.7.a",
    "5.0:2.4.7.c",
    "5.0:5.2.2.b",
    "5.0:5.2.2.c",
    "5.0:5.2.3.a",
    "5.0:2.2.3.d",
)
@pytest.mark.parametrize(
    ("kind", "fleeting"), [("landmark_permanent", False), ("expedition_permanent", True)]
)
@RULES
def test_a_permanent_from_reserve_costs_its_reserve_cost_and_may_be_fleeting(
    sit, rules, kind, fleeting
):
    """One of an Expedition gains Fleeting, as a Character does; a Landmark never has it."""
    table = sit(rules)
    table.card("Thing", type=kind, cost="3/1")
    table.player("A").reserve("Thing").mana(2)
    table.begin()
    table.act("A", "play Thing" + (" to hero" if fleeting else ""))
    assert table.mana("A") == (1, 2)
    assert ("fleeting" in table.find("Thing").statuses) is fleeting


@cites("5.0:5.2.2.c", "5.0:5.2.1.c", "5.0:7.5.4.a")
@pytest.mark.parametrize("kind", ["expedition_permanent", "character"])
def test_fleeting_is_gained_in_a_step_of_its_own(sit, kind):
    """A card from Reserve joins its Expedition first, and is not yet Fleeting then."""
    table = sit("5.0")
    table.card("Kite", type=kind)
    lines = [
        "when(goes(card, fleeting, to=you.expeditions)): gain(me, luck=1)",
        "when(goes(card, ~fleeting, to=you.expeditions)): gain(me, food=1)",
        "when(gains(card, fleeting)): gain(me, scrap=1)",
    ]
    table.card("Watch", type="landmark_permanent", abilities=lines)
    table.player("A").reserve("Kite").mana(1).landmarks("Watch")
    table.begin()
    table.act("A", "play Kite to hero")
    settle(table)
    assert table.find("Kite").statuses == {"fleeting"}
    assert table.find("Watch").counters == {"food": 1, "scrap": 1}


@cites("2024.09:ST-102")
@RULES
def test_a_target_need_not_be_ones_own(sit, rules):
    table = sit(rules)
    cast(table, "gain(target(character), asleep)").hero_expedition("Filler")
    table.player("B").hero_expedition("Filler").companion_expedition("Filler")
    table.begin()
    table.act("A", "play Decree")
    assert sorted(option[0] for option in table.options("A")) == ["A", "B", "B"]


@cites(
    "2024.09:7.3.15.b",
    "2024.09:7.3.17.c",
    "2024.09:7.3.20.b",
    "5.0:7.3.27.b",
    "5.0:7.3.32.c",
    "5.0:7.3.37.b",
)
@pytest.mark.parametrize(
    "english",
    [
        "Put target Character in Reserve.",
        "Send target Character to Reserve.",
        "Return target Character to its owner's Reserve.",
    ],
)
def test_put_return_and_send_are_read_alike(english):
    assert understand(f"{{J}} {english}").abilities == ("J: put(target(character), reserve)",)
