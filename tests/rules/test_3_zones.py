"""Zones: ownership and visibility (3.1)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def full_table(rules):
    """A has a card in every zone."""
    table = Scenario(rules=rules)
    table.card("Leader", type="hero")
    table.card("Place", type="landmark_permanent")
    for name in ("Held", "Kept", "Lost", "Sent", "Buried"):
        table.card(name)
    side = table.player("A").hero("Leader").hand("Held").reserve("Kept").discard("Lost").mana(1)
    side.hero_expedition("Sent", boosts=1).landmarks("Place").deck("Buried", "Buried")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    return table


@cites(
    "5.0:3.2.3.a",
    "5.0:3.2.4.a",
    "5.0:3.2.6.a",
    "5.0:3.2.7.a",
    "5.0:3.2.10.a",
    "2024.09:3.1.3.a",
    "2024.09:3.1.3.b",
    "2024.09:RM-3.1.3.a-1",
    "2024.09:3.2.3.a",
    "2024.09:3.2.4.a",
    "2024.09:3.2.6.a",
    "2024.09:3.2.7.a",
    "2024.09:3.2.10.a",
)
@pytest.mark.parametrize("viewer", ("A", "B"))
@both_rulesets
def test_everyone_sees_the_objects_in_visible_zones(rules, viewer):
    player = full_table(rules).game.view(viewer).players[0]
    assert player.hero.name == "Leader"
    assert [seen.name for seen in player.reserve] == ["Kept"]
    assert [seen.name for seen in player.discard] == ["Lost"]
    assert [seen.name for seen in player.landmarks] == ["Place"]
    (sent,) = player.expeditions[0].objects
    assert (sent.name, sent.stats, sent.boosts) == ("Sent", "2/2/2", 1)


@cites(
    "5.0:3.1.3.d",
    "5.0:3.1.3.e",
    "5.0:3.1.3.f",
    "5.0:3.2.2.a",
    "5.0:3.2.5.a",
    "2024.09:3.1.3.d",
    "2024.09:3.1.3.e",
    "2024.09:3.1.3.f/en",
    "2024.09:3.1.3.f/fr",
    "2024.09:RM-3.1.3.d-1",
    "2024.09:3.2.5.a",
)
@both_rulesets
def test_hidden_zones_show_how_many_cards_they_have(rules):
    """A Deck is hidden even from its owner; only its player sees a Hand."""
    table = full_table(rules)
    mine, theirs = (table.game.view(viewer).players[0] for viewer in "AB")
    for player in (mine, theirs):
        assert (player.deck_count, player.deck, player.hand_count) == (2, (), 1)
    assert [seen.name for seen in mine.hand] == ["Held"]
    assert theirs.hand == ()


@cites("2024.09:3.2.2.a", "2024.09:3.2.5.a", "2024.09:3.2.9.a", "2024.09:3.1.3.f/en")
@both_rulesets
def test_what_cannot_be_seen_does_not_change_what_is_seen(rules):
    """B's view is the same whichever cards A holds, has buried or uses as mana."""
    views = []
    for name in ("Kelon Burst", "Filler"):
        table = Scenario(rules=rules)
        table.player("A").hand(name, "Filler").deck("Filler", name).mana(0)
        table.player("A").hand("Filler")
        table.player("B").hand("Filler").mana(2)
        table.begin("morning", first="B")
        table.choose("A", f"{name} in hand")
        views.append(table.game.view("B"))
    assert views[0] == views[1]


@cites("5.0:3.2.5.b", "5.0:3.2.9.d", "2024.09:3.2.5.b", "2024.09:3.2.9.d")
@both_rulesets
def test_players_always_see_their_own_hand_and_mana(rules):
    """Also in the other player's turn."""
    table = full_table(rules)
    table.act("A", "pass")
    assert table.decider == "B"
    player = table.game.view("A").players[0]
    assert [seen.name for seen in player.hand] == ["Held"]
    assert [seen.name for seen in player.mana] == ["Filler"]
    assert [seen.name for seen in table.game.view("B").players[0].mana] == [None]


@cites("5.0:3.1.3.c", "2024.09:3.1.3.c", "2024.09:3.2.9.c", "2024.09:RM-3.2.9.a-1")
@both_rulesets
def test_a_face_down_card_has_no_characteristics_but_is_a_mana_orb(rules):
    (orb,) = full_table(rules).game.view("B").players[0].mana
    assert (orb.type, orb.name, orb.stats, orb.hand_cost) == ("mana_orb", None, "0/0/0", None)
    assert (orb.subtypes, orb.reference, orb.rarity) == (frozenset(), None, None)


@cites("5.0:3.2.9.c", "2024.09:3.1.3.c", "2024.09:3.2.9.c")
@both_rulesets
def test_mana_orbs_are_no_characters(rules):
    """Counts of Characters exclude those face-down in Mana."""
    table = Scenario(rules=rules)
    line = "J: draw(count(character, you.mana)); resupply(count(mana_orb, you.mana))"
    table.card("Counter", abilities=[line])
    table.player("A").hand("Counter").mana(3)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Counter to hero")
    assert table.zone("A", "hand") == []
    assert len(table.zone("A", "reserve")) == 3


@cites(
    "5.0:3.1.2.c",
    "5.0:3.2.2.a",
    "5.0:3.2.3.a",
    "5.0:3.2.5.a",
    "5.0:3.2.9.a",
    "5.0:3.2.10.a",
    "2024.09:3.1.2.b",
    "2024.09:3.1.2.c",
    "2024.09:RM-3.1.2.b-1",
    "2024.09:3.2.10.a",
    "2024.09:3.2.3.a",
    "2024.09:3.2.5.a",
    "2024.09:3.2.2.a",
)
@both_rulesets
@pytest.mark.parametrize("zone", ("reserve", "hand", "deck", "discard", "mana"))
def test_a_card_goes_to_its_owners_zone(rules, zone):
    """For any controller and any player who sends it."""
    table = Scenario(rules=rules)
    word = "discard_pile" if zone == "discard" else zone
    table.card("Sweep", type="spell", abilities=[f"effect: put(target(character), {word})"])
    table.card("Guest")
    table.player("A").hero_expedition("Guest", owner="B").hand("Sweep").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Sweep")
    assert "Guest" in table.zone("B", zone)
    assert "Guest" not in table.zone("A", zone)


@cites(
    "5.0:1.2.3.c",
    "5.0:3.1.2.a",
    "5.0:3.2.4.a",
    "5.0:3.2.4.b",
    "5.0:3.2.4.e",
    "2024.09:3.1.2.a",
    "2024.09:3.2.4.a",
    "2024.09:3.2.4.b",
    "2024.09:RM-3.1.2.a-1",
    "2024.09:3.2.4.e",
)
@both_rulesets
def test_the_expedition_zone_is_one_for_all(rules):
    """`expeditions` is all of it, with each player's two Expeditions."""
    table = Scenario(rules=rules)
    table.card("Census", type="spell", abilities=["effect: draw(count(character, expeditions))"])
    table.player("A").hand("Census").mana(1).hero_expedition("Filler")
    table.player("A").companion_expedition("Filler")
    table.player("B").hand("Filler").mana(1).hero_expedition("Filler", "Filler")
    table.begin("afternoon", first="A")
    table.act("A", "play Census")
    assert len(table.zone("A", "hand")) == 4
    for viewer in "AB":
        players = table.game.view(viewer).players
        found = [[len(e.objects) for e in player.expeditions] for player in players]
        assert found == [[1, 1], [2, 0]]


@cites("5.0:3.2.4.d", "2024.09:3.2.4.d")
@both_rulesets
def test_changing_expeditions_is_not_changing_zones(rules):
    """Boosts and statuses stay, it is the same object, and it does not enter play again."""
    table = Scenario(rules=rules)
    table.card("Walker", abilities=["J: draw(1)", "when(goes(me, from_=expeditions)): resupply()"])
    table.card("Turn", type="spell", abilities=["effect: switch(target(character))"])
    table.player("A").hero_expedition("Walker", boosts=2, fleeting=True).hand("Turn").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    before = table.find("Walker").timestamp
    table.act("A", "play Turn")
    walker = table.find("Walker")
    assert (walker.expedition, walker.boosts, walker.statuses) == ("companion", 2, {"fleeting"})
    assert walker.timestamp == before
    assert (table.zone("A", "hand"), table.zone("A", "reserve")) == ([], ["Turn"])


@cites("5.0:3.1.4.a", "rulesets:Is the Hero zone in play?", "2024.09:3.1.4.a")
@both_rulesets
def test_in_play_is_the_expeditions_and_landmarks(rules):
    """5.0 3.1.4.a, which both rulesets follow: not Heroes, not Reserve, not Mana."""
    table = Scenario(rules=rules)
    table.card("Leader", type="hero")
    table.card("Place", type="landmark_permanent")
    table.card("Census", type="spell", abilities=["effect: draw(count(card, play))"])
    table.player("A").hero("Leader").landmarks("Place").hero_expedition("Filler")
    table.player("A").reserve("Filler").discard("Filler").hand("Census").mana(2)
    table.player("B").hand("Filler").mana(1).companion_expedition("Filler")
    table.begin("afternoon", first="A")
    table.act("A", "play Census")
    assert len(table.zone("A", "hand")) == 3


@cites("5.0:3.2.8.a", "2024.09:3.2.8.a", "2024.09:RM-3.1.2.a-1")
@both_rulesets
def test_a_card_being_played_is_in_limbo_for_all_to_see(rules):
    table = Scenario(rules=rules)
    table.card("Offer", type="spell", abilities=["effect: draw(1); may(draw(1))"])
    table.player("A").hand("Offer").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Offer")
    assert table.decision == "yes_no"
    assert table.find("Offer").zone == "limbo"
    assert [seen.name for seen in table.game.view("B").players[0].limbo] == ["Offer"]


@cites("5.0:3.2.5.c", "2024.09:3.2.5.c")
@both_rulesets
def test_who_chooses_a_card_of_a_hand_sees_that_hand(rules):
    table = Scenario(rules=rules)
    table.card("Spy", type="spell", abilities=["effect: discard(choose(card, opponent.hand))"])
    table.player("A").hand("Spy").mana(1)
    table.player("B").hand("Kelon Burst", "Filler").mana(2)
    table.begin("afternoon", first="A")
    assert table.game.view("A").players[1].hand == ()
    table.act("A", "play Spy")
    assert table.decider == "A"
    assert sorted(table.options("A")) == ["B: Filler in hand", "B: Kelon Burst in hand"]
    names = {seen.name for seen in table.game.view("A").players[1].hand}
    assert names == {"Kelon Burst", "Filler"}
    table.choose("A", "Kelon Burst")
    assert table.zone("B", "discard") == ["Kelon Burst"]


@cites("5.0:3.2.5.c", "5.0:6.5.j", "selector/random", "2024.09:3.2.5.c")
@both_rulesets
def test_a_card_picked_at_random_shows_no_other(rules):
    found = set()
    for seed in range(12):
        table = Scenario(rules=rules, seed=seed)
        table.card("Trip", type="spell", abilities=["effect: discard(random(card, opponent.hand))"])
        table.player("A").hand("Trip").mana(1)
        table.player("B").hand("Kelon Burst", "Filler", "Filler").mana(2)
        table.begin("afternoon", first="A")
        table.act("A", "play Trip")
        found.update(table.zone("B", "discard"))
        assert table.game.view("A").players[1].hand == ()
    assert found == {"Kelon Burst", "Filler"}


@cites("5.0:3.1.3.f", "2024.09:RM-3.1.3.f-1")
@both_rulesets
@pytest.mark.parametrize(
    ("line", "hand", "deck"),
    [
        ("put(choose(character, you.hand), deck, at=top)", [], ["Filler"]),
        ("put(choose(card, you.hand), deck, at=top)", [], []),
        ("x = draw(1); if_(is_(x, spell), gain(me, fleeting))", ["Kelon Burst"], []),
        ("x = draw(1); gain(me, fleeting)", [], []),
        ("x = top(you.deck); if_(x.hand_cost >= 3, gain(me, fleeting))", [], ["Kelon Burst"]),
        ("x = look(top(you.deck, 2)); put(choose(spell, x), hand)", ["Kelon Burst"], []),
        ("x = look(top(you.deck, 2)); put(choose(x), hand)", [], []),
        ("x = reveal(top(you.deck)); if_(is_(x, spell), put(x, hand))", ["Kelon Burst"], []),
    ],
)
def test_a_card_whose_characteristics_matter_is_revealed(rules, line, hand, deck):
    """Then everyone knows it, even while it stays hidden; other cards stay unknown."""
    table = Scenario(rules=rules)
    table.card("Peek", type="spell", abilities=[f"effect: {line}"])
    table.player("A").hand("Peek", "Filler").mana(1).deck("Kelon Burst", "Sap Overflow C")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Peek")
    if table.decision == "objects":
        table.choose("A", "Kelon Burst" if "look" in line else "Filler")
    seen = table.game.view("B").players[0]
    assert [card.name for card in seen.hand] == hand
    assert [card.name for card in seen.deck] == deck
