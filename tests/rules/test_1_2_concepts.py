"""Concepts of a game: zones, characteristics, tokens, events, and their causes (5.0, 1)."""

from __future__ import annotations

import pytest

from altered_env.language.english import understand
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("rulesets:Is a token a card?", "5.0:1.1.7.b", "5.0:2.1.b", "5.0:2.2.b")
@RULES
def test_a_token_is_a_card_and_belongs_to_who_created_it(sit, rules):
    """Also in the Expedition of another player, who controls it there."""
    table = sit(rules)
    line = "effect: create(brassbug, in_=opponent.hero_expedition)"
    table.card("Maker", type="spell", abilities=[line])
    table.card("Census", abilities=["J: gain(me, arcane=count(card, opponent.play))"])
    table.player("A").hand("Maker", "Census").mana(2)
    table.begin()
    table.act("A", "play Maker")
    bug = table.find("Brassbug")
    assert (bug.owner, bug.controller) == ("A", "B")
    table.act("B", "pass")
    table.act("A", "play Census to hero")
    assert table.find("Census").counters == {"arcane": 1}


@cites("5.0:1.2.2.c", "5.0:2.2.13.a", "5.0:2.2.14.a", "5.0:2.2.15.c")
@RULES
def test_the_characteristics_of_objects(sit, rules):
    """Shares of the thirteen for a card, a Hero and an Emblem."""
    table = sit(rules)
    table.card("Leader", type="hero", limits="3/1", faction="lyra", abilities=["T: draw(1)"])
    line = "T: ongoing({less(1, plays(you, card))}, this=afternoon)"
    table.card(
        "Smith",
        cost="2/3",
        stats="1/2/4",
        subtypes=["robot", "engineer"],
        faction="axiom",
        rarity="rare",
        abilities=[line],
    )
    table.player("A").hero("Leader").hero_expedition("Smith")
    table.begin()
    smith = table.find("Smith")
    assert (smith.type, smith.name, smith.rarity) == ("character", "Smith", "rare")
    assert (smith.hand_cost, smith.reserve_cost, smith.faction) == (2, 3, "axiom")
    assert (smith.subtypes, smith.stats) == ({"robot", "engineer"}, "1/2/4")
    assert smith.reference  # which version it is
    assert table.limits("A") == (3, 1)
    table.act("A", "use Smith")
    (emblem,) = table.ongoing()
    assert (emblem.kind, emblem.source, emblem.duration) == ("ongoing", "Smith", "afternoon")


@cites(
    "2024.09:1.2.3.b",
    "2024.09:1.2.3.e",
    "5.0:1.2.3.b",
    "5.0:1.2.3.g",
    "5.0:3.1.1.c",
    "5.0:3.1.3.a",
    "5.0:3.1.3.b",
    "5.0:2.1.a",
)
@pytest.mark.parametrize("viewer", "AB")
@RULES
def test_the_ten_kinds_of_zones(sit, rules, viewer):
    """A card of A lies in each. What lies in visible ones everyone sees: the Orb face-down."""
    table = sit(rules)
    for name in ("Held", "Kept", "Lost", "Buried"):
        table.card(name)
    table.card("Sent", stats="2/1/3")
    table.card("Place", type="landmark_permanent")
    table.card("Offer", type="spell", abilities=["effect: draw(1); may(draw(1))"])
    side = table.player("A").hand("Offer", "Held").reserve("Kept", exhausted=True).mana(1)
    side.discard("Lost").landmarks("Place", counters={"arcane": 2}).deck("Buried", "Buried")
    side.hero_expedition("Sent", boosts=1, fleeting=True)
    table.begin()
    table.act("A", "play Offer")
    assert table.decision == "yes_no"
    view = table.game.view(viewer)
    player = view.players[0]
    assert len(view.regions) == 8  # the Adventure
    assert (player.deck_count, player.hand_count) == (1, 2)
    assert [seen.name for seen in player.discard] == ["Lost"]
    (sent,) = player.expeditions[0].objects
    assert (sent.name, sent.stats, sent.boosts, sent.statuses) == ("Sent", "3/2/4", 1, {"fleeting"})
    assert player.hero is not None
    assert (player.hero.name, player.hero.zone) == ("Idler", "hero")
    assert [(seen.name, seen.counters) for seen in player.landmarks] == [("Place", {"arcane": 2})]
    assert [(seen.name, seen.zone) for seen in player.limbo] == [("Offer", "limbo")]
    assert [(orb.type, orb.statuses) for orb in player.mana] == [("mana_orb", {"exhausted"})]
    assert [(seen.name, seen.statuses) for seen in player.reserve] == [("Kept", {"exhausted"})]


@cites("2024.09:1.2.4.b", "5.0:1.2.4.b")
@RULES
def test_several_keywords_on_one_line_are_several_abilities(sit, rules):
    found = understand("[Gigantic]. [Defender]. [Tough 1].")
    assert (found.problems, len(found.abilities)) == ((), 3)
    table = sit(rules)
    table.card("Wall", stats="2/2/2", abilities=list(found.abilities))
    table.card("Lull", type="spell", abilities=["effect: gain(target(character), asleep)"])
    table.player("A").hand("Lull").mana(2)
    table.player("B").hero_expedition("Wall").companion_expedition("Filler")
    table.begin()
    assert table.statistics("B", "companion") == (3, 3, 3)  # Gigantic
    table.act("A", "play Lull", "B Wall")
    assert table.mana("A") == (0, 2)  # Tough
    table.until("morning")
    assert table.progress("B", "hero") == table.progress("B", "companion") == 0  # Defender


@cites("5.0:1.2.7.d")
@RULES
def test_an_event_may_change_nothing(sit, rules):
    """Showing a card, or acting on missing objects: the effect continues."""
    table = sit(rules)
    line = "effect: reveal(top(you.deck)); gain(all(robot), boost=1); draw(1)"
    table.card("Show", type="spell", abilities=[line])
    lines = ["when(reveals(you, card)): gain(me, luck=1)", "when(gains(robot, boost)): draw(5)"]
    table.card("Watch", type="landmark_permanent", abilities=lines)
    table.card("Top")
    table.player("A").hand("Show").mana(1).landmarks("Watch").deck("Top", "Filler")
    table.begin()
    table.act("A", "play Show")
    assert table.find("Watch").counters == {"luck": 1}
    assert table.zone("A", "hand") == ["Top"]
    assert table.zone("A", "deck") == ["Filler"]


def doing(sit, rules, verb, effect):
    """A plays a Spell with this effect; a Landmark of each player counts what "you" did."""
    table = sit(rules)
    line = f"when({verb}): gain(me, arcane=1)"
    table.card("Tally", type="landmark_permanent", abilities=[line])
    table.card("Decree", type="spell", abilities=["fleeting", f"effect: {effect}"])
    for player in "AB":
        table.player(player).landmarks("Tally").hero_expedition("Filler").hand("Filler").mana(1)
    table.player("A").hand("Decree")
    table.begin()
    table.act("A", "play Decree")
    return [table.find(f"{player} Tally").counters.get("arcane", 0) for player in "AB"]


@cites("5.0:1.4.7.a", "5.0:1.4.7.b", "5.0:7.5.6.a", "5.0:7.5.6.b")
@pytest.mark.parametrize(
    ("verb", "effect"),
    [
        ("draws(you)", "draw(1, by=opponent)"),
        ("resupplies(you)", "resupply(by=opponent)"),
        ("sacrifices(you, character)", "sacrifice(choose(character, they.play), by=opponent)"),
    ],
)
@RULES
def test_whom_the_effect_names_does_it(sit, rules, verb, effect):
    assert doing(sit, rules, verb, effect) == [0, 1]


@cites("5.0:1.4.7.a", "5.0:1.4.7.c", "5.0:7.5.6.a", "5.0:7.5.6.c")
@pytest.mark.parametrize(
    ("verb", "effect"),
    [
        ("discards(you, character)", "discard(choose(character, opponent.play))"),
        ("draws(you)", "draw(1)"),
        ("exhausts(you, character)", "exhaust(choose(character, opponent.play))"),
    ],
)
@RULES
def test_else_who_controls_the_effect_does_it(sit, rules, verb, effect):
    """Although it is done to an object of the other player."""
    assert doing(sit, rules, verb, effect) == [1, 0]


@cites("5.0:1.4.7.a", "5.0:1.4.7.d", "5.0:7.5.6.a", "5.0:7.5.6.d")
def test_else_who_controls_the_object_does_it(sit):
    """Clean-up has no controller: the controller of the Landmark sacrifices it, not its owner."""
    table = sit("5.0")
    table.card("Leader", type="hero", limits="2/1")
    lines = ["when(sacrifices(you, permanent)): resupply()", "T: draw(1)"]
    table.card("Tally", type="expedition_permanent", abilities=lines)
    table.card("Rock", type="landmark_permanent")
    table.player("A").hero("Leader").hero_expedition("Tally").landmarks("Rock", "Rock", owner="B")
    table.player("B").hero_expedition("Tally")
    table.begin("night")
    table.choose("A", "Rock")
    assert table.zone("B", "discard") == ["Rock"]
    assert (len(table.zone("A", "reserve")), len(table.zone("B", "reserve"))) == (1, 0)
