"""Conditions and amounts that depend on the game, on real cards."""

from __future__ import annotations

import pytest

from tests.citations import cites


@cites("condition/control several", "condition/otherwise", "effect/create")
@pytest.mark.parametrize(("mine", "theirs", "tokens"), [(2, 0, 2), (1, 3, 1)])
def test_gibil_creates_a_second_robot_with_two_permanents(sit, mine, theirs, tokens):
    table = sit()
    table.card("Loom", type="landmark_permanent")
    table.player("A").hand("Gibil R1").mana(6).landmarks(*["Loom"] * mine)
    table.player("B").landmarks(*["Loom"] * theirs)
    table.begin()
    table.act("A", "play Gibil to hero", "companion")
    assert table.zone("A", "companion_expedition") == ["Brassbug"] * tokens


@cites("condition/reserve")
@pytest.mark.parametrize(("reserve", "drawn"), [([], 2), (["Inari C"], 1)])
def test_the_little_match_girl_draws_for_an_empty_reserve(sit, reserve, drawn):
    """An empty hand is the other condition; its card comes first."""
    table = sit()
    table.player("A").reserve("The Little Match Girl R1", *reserve).mana(3)
    table.player("B").reserve("Kappa C")
    table.begin()
    table.act("A", "play The Little Match Girl to hero")
    assert len(table.zone("A", "hand")) == drawn


@cites("condition/exhausted in reserve", "effect/distribute boosts", "selector/distribution")
@pytest.mark.parametrize(("exhausted", "cost"), [(2, 5), (1, 6)])
def test_a_flutter_of_moths_counts_exhausted_cards_in_every_reserve(sit, exhausted, cost):
    table = sit()
    table.player("A").hand("Flutter of Moths C").mana(6).reserve("Filler", exhausted=True)
    table.player("B").reserve("Filler", exhausted=exhausted == 2)
    table.begin()
    table.act("A", "play Flutter of Moths")
    assert table.mana("A") == (6 - cost, 6)


@cites("condition/mana orbs", "keyword/defender")
@pytest.mark.parametrize(("orbs", "moves"), [(7, 0), (8, 1)])
def test_valemon_defends_until_there_are_eight_mana_orbs(sit, orbs, moves):
    table = sit()
    table.player("A").hero_expedition("Valemon C").mana(orbs, exhausted=orbs)
    table.begin("dusk")
    assert table.progress("A", "hero") == moves


@cites("condition/discard pile", "condition/otherwise")
@pytest.mark.parametrize(("cards", "boosts", "pile"), [(6, 1, 6), (5, 0, 6)])
def test_the_exorcist_looks_at_the_discard_pile(sit, cards, boosts, pile):
    """From six cards on there is a boost, otherwise one card more."""
    table = sit()
    table.player("A").hand("Qorgan Exorcist R1").mana(2).discard(*["Filler"] * cards)
    table.player("B").discard(*["Filler"] * 9)
    table.begin()
    table.act("A", "play Qorgan Exorcist to hero")
    assert table.find("Qorgan Exorcist").boosts == boosts
    assert len(table.zone("A", "discard")) == pile


@cites("condition/landmarks")
@pytest.mark.parametrize(("mine", "theirs", "boosts"), [(2, 0, 1), (1, 2, 0)])
def test_the_three_little_pigs_want_two_landmarks(sit, mine, theirs, boosts):
    """A Permanent in an Expedition is no Landmark."""
    table = sit()
    table.player("A").hand("Three Little Pigs C").mana(3).landmarks(*["Kelon Cylinder C"] * mine)
    table.player("A").hero_expedition("Technical Boots C")
    table.player("B").landmarks(*["Kelon Cylinder C"] * theirs)
    table.begin()
    table.act("A", "play Three Little Pigs to hero")
    assert table.find("Three Little Pigs").boosts == boosts


@cites("condition/landmarks", "effect/modes")
@pytest.mark.parametrize(("others", "recruits"), [(0, 1), (1, 2)])
def test_the_reunion_chooses_up_to_the_number_of_landmarks(sit, others, recruits):
    table = sit()
    table.player("A").landmarks("The Reunion C", *["Kelon Cylinder C"] * others)
    table.begin()
    table.act("A", "use The Reunion", "mode 1")
    if others:
        table.choose("A", "mode 2")
    while table.decision != "turn":
        assert table.decision == "expedition"
        table.choose("A", table.options()[0])
    made = table.zone("A", "hero_expedition") + table.zone("A", "companion_expedition")
    assert made == ["Ordis Recruit"] * recruits


@cites("condition/terrain of region", "effect/sabotage", "effect/exhaust a card")
@pytest.mark.parametrize(
    ("terrain", "zone", "statuses"),
    [("mountain", "discard", set()), ("forest", "reserve", {"exhausted"})],
)
def test_skadi_sabotages_in_the_mountains_and_exhausts_elsewhere(sit, terrain, zone, statuses):
    table = sit()
    table.terrain(0, terrain)
    table.terrain(7, "water")
    table.player("A").reserve("Skadi R1").mana(3)
    table.player("B").reserve("Filler", "Inari C")
    table.begin()
    table.act("A", "play Skadi to hero", "Inari")
    if table.decision == "yes_no":
        table.choose("A", "yes")
    assert table.find("Inari").zone == zone
    assert table.find("Inari").statuses == statuses


@cites("condition/single-terrain regions")
@pytest.mark.parametrize(("third", "boosts"), [(["water"], 1), (["water", "forest"], 0)])
def test_the_mapmaker_counts_visible_regions_of_one_terrain(sit, third, boosts):
    """Face-down regions do not count, whatever their terrain."""
    table = sit()
    for region, terrains in (
        (1, ["forest"]),
        (2, ["mountain"]),
        (6, third),
        (5, ["water", "forest"]),
    ):
        table.terrain(region, *terrains)
    table.player("A").hand("Lyra Mapmaker C").mana(2)
    table.begin()
    table.act("A", "play Lyra Mapmaker to hero")
    assert table.find("Lyra Mapmaker").boosts == boosts


@cites("condition/behind tied ahead")
@pytest.mark.parametrize(("mine", "theirs", "boosts"), [(0, 1, 1), (1, 1, 0), (1, 0, 0)])
def test_the_hound_hurries_after_an_expedition_that_is_ahead(sit, mine, theirs, boosts):
    table = sit()
    table.player("A").hand("Hound C").mana(2).regions(hero=mine)
    table.player("B").regions(hero=theirs, companion=3)
    table.begin()
    table.act("A", "play Hound to hero")
    assert table.find("Hound").boosts == boosts


@cites("condition/in contact", "keyword/in contact", "effect/exchange cards")
@pytest.mark.parametrize(
    ("theirs", "contact"),
    [({"hero": 2}, True), ({"companion": 5}, True), ({"companion": 2}, False)],
)
def test_nyala_exchanges_cards_where_expeditions_meet(sit, theirs, contact):
    """The other one that is in the same region need not be the one that faces hers."""
    table = sit()
    table.player("A").hand("Nyala, Night Reveler C", "Inari C").reserve("Kappa C").mana(2)
    table.player("A").regions(hero=2)
    table.player("B").regions(**theirs)
    table.begin()
    table.act("A", "play Nyala, Night Reveler to hero", *["yes"] * contact)
    assert table.zone("A", "hand") == ["Kappa" if contact else "Inari"]
    assert table.zone("A", "reserve") == ["Inari" if contact else "Kappa"]


@cites("condition/ascended")
@pytest.mark.parametrize("ascended", [True, False])
def test_the_pelican_of_an_ascended_expedition_resupplies(sit, ascended):
    table = sit()
    table.card(
        "Rise",
        type="spell",
        cost="0/0",
        abilities=["fleeting", "effect: gain(you.hero_expedition, ascended)"],
    )
    table.player("A").hero_expedition("Helpful Pelican R2").hand(*["Rise"] * ascended)
    table.player("B").hand("Filler", "Filler").mana(2)
    table.begin(first="A" if ascended else "B")
    if ascended:
        table.act("A", "play Rise")
    table.act("B", "play Filler to hero")
    assert len(table.zone("A", "reserve")) == int(ascended)


@cites("condition/base statistic of 0", "cost/own reduction")
@pytest.mark.parametrize(("cards", "cost"), [(["Reed", "Mole"], 2), (["Reed", "Tall Reed"], 4)])
def test_breaking_the_ice_is_cheaper_for_three_statistics_of_0(sit, cards, cost):
    """Base statistics: boosts change nothing."""
    table = sit()
    table.card("Reed", stats="0/1/0")
    table.card("Tall Reed", stats="1/2/1")
    table.card("Mole", stats="1/0/1")
    table.player("A").hand("Break the Ice C").mana(4).hero_expedition(*cards, boosts=1)
    table.player("B").hero_expedition("Reed", "Reed")
    table.begin()
    table.act("A", "play Break the Ice", "B Reed #1")
    assert table.mana("A") == (4 - cost, 4)
    assert table.zone("B", "hero_expedition") == ["Reed"]
    assert table.find("B Reed in reserve").statuses == {"exhausted"}


@cites(
    "condition/die result",
    "effect/roll",
    "effect/resupply",
    "effect/exhausted resupply",
    "keyword/exhausted resupply",
)
@pytest.mark.parametrize(("die", "statuses"), [(3, {"exhausted"}), (4, set())])
def test_nisse_resupplies_as_the_die_falls(sit, die, statuses):
    table = sit()
    table.player("A").hand("Nisse C").mana(3).deck("Inari C")
    table.dice(die)
    table.begin()
    table.act("A", "play Nisse to hero")
    assert table.find("Inari").zone == "reserve"
    assert table.find("Inari").statuses == statuses


@cites("condition/boosted", "passive/instead", "effect/lose or double boosts", "keyword/boosted")
@pytest.mark.parametrize(("boosts", "place"), [(2, "hero_expedition"), (0, "reserve")])
def test_the_floral_tent_keeps_a_boosted_character(sit, boosts, place):
    table = sit()
    table.card("Recall", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.player("A").hero_expedition("Floral Tent R2").hero_expedition("Inari C", boosts=boosts)
    table.player("B").hand("Recall").mana(1)
    table.begin(first="B")
    table.act("B", "play Recall")
    assert "Inari" in table.zone("A", place)
    assert table.find("Inari").boosts == 0


@cites("condition/boosted", "duration/during a phase")
def test_the_floral_tent_keeps_nobody_at_night(sit):
    table = sit()
    table.player("A").hero_expedition("Floral Tent R2").hero_expedition("Inari C", boosts=2)
    table.begin("night")
    assert "Inari" in table.zone("A", "reserve")


@cites("condition/played from", "effect/activate abilities", "keyword/rush")
@pytest.mark.parametrize(("zone", "boosts"), [("hand", 2), ("reserve", 0)])
def test_the_deep_cloud_instructor_trains_those_from_hand(sit, zone, boosts):
    table = sit()
    table.card("Pupil", abilities=["R: gain(me, boost=2)"])
    table.card("Master", abilities=["J: gain(me, boost=1)"])
    getattr(table.player("A").hand("Deep-Cloud Instructor C").mana(3), zone)("Pupil")
    table.begin()
    table.act("A", "play Deep-Cloud Instructor to hero", "Pupil", "companion")
    assert table.find("Pupil").boosts == 2


@cites("condition/last known cost", "cost/sacrifice", "condition/if you do")
@pytest.mark.parametrize(
    ("card", "boosts"), [("Kelonic Generator C", 3), ("Kelon Cylinder C", 0), ("Brassbug", 0)]
)
def test_the_flawed_prototype_weighs_what_was_sacrificed(sit, card, boosts):
    """The Hand Cost that the object had; a token has none."""
    table = sit()
    side = table.player("A").hand("Flawed Prototype R1").mana(4)
    (side.hero_expedition if card == "Brassbug" else side.landmarks)(card)
    table.player("B").landmarks("Kelonic Generator C")
    table.begin()
    table.act("A", "play Flawed Prototype to hero")
    assert table.find("Flawed Prototype").boosts == boosts
    assert table.zone("A", "landmarks") == []
    assert table.zone("A", "hero_expedition") == ["Flawed Prototype"]
    assert table.zone("B", "landmarks") == ["Kelonic Generator"]


@cites("condition/if you do", "effect/sacrifice", "cost/sacrifice")
def test_a_flawed_prototype_that_cannot_sacrifice_another_is_sacrificed(sit):
    table = sit()
    table.player("A").hand("Flawed Prototype C").mana(4).hero_expedition("Filler")
    table.player("B").landmarks("Kelonic Generator C")
    table.begin()
    table.act("A", "play Flawed Prototype to hero")
    assert table.zone("A", "hero_expedition") == ["Filler"]
    assert table.zone("A", "discard") == ["Flawed Prototype"]


@cites("condition/if you do", "effect/gain boosts")
@pytest.mark.parametrize(("answer", "boosts"), [("Filler", 1), ("done", 0)])
def test_the_puffin_is_boosted_if_it_readies_a_card(sit, answer, boosts):
    table = sit()
    table.player("A").hand("Rocket Puffin R1").mana(2).reserve("Filler", exhausted=True)
    table.begin()
    table.act("A", "play Rocket Puffin to hero", answer)
    assert table.find("Rocket Puffin").boosts == boosts
    assert ("exhausted" in table.find("Filler").statuses) is (boosts == 0)


@cites("condition/history", "cost/own reduction")
def test_wanax_is_cheaper_for_each_card_played_this_turn(sit):
    """Played by its player, in the same turn: only what others bring into play counts."""
    table = sit()
    table.card("Dash", cost="1/1", abilities=["J: if_(may(play(choose(card))), gain(me, boost=1))"])
    table.player("A").hand("Dash", "Dash", "Wanax, Reka Hexarch E").mana(8)
    table.player("B").hand("Filler").mana(1)
    table.begin(first="B")
    table.act("B", "play Filler to hero")
    table.act("A", "play Dash #1 to hero", "Dash", "hero", "Wanax, Reka Hexarch", "hero")
    assert table.mana("A") == (8 - 1 - 1 - 3, 8)


@cites("condition/history")
@pytest.mark.parametrize(
    ("zone", "turn", "stays"), [("hand", 0, True), ("hand", 1, False), ("reserve", 0, False)]
)
def test_the_occultist_stays_if_a_card_was_discarded_from_hand_this_turn(sit, zone, turn, stays):
    table = sit()
    line = f"T: discard(choose(card, you.{zone}))"
    table.card("Pit", type="landmark_permanent", abilities=[line])
    side = table.player("A").hand("Qorgan Occultist C", "Filler", "Filler").mana(2).landmarks("Pit")
    side.reserve("Inari C")
    table.begin()
    table.act("A", "use Pit", *["Filler #1"] * (zone == "hand"))
    if turn:
        table.act("A", "play Filler to hero")
        table.act("B", "pass")
    table.act("A", "play Qorgan Occultist to hero")
    assert ("fleeting" not in table.find("Qorgan Occultist").statuses) is stays


@cites("condition/for each")
def test_the_trailblazer_is_boosted_for_each_fleeting_character_of_its_player(sit):
    table = sit()
    table.player("A").hand("Bravos Trailblazer R1").mana(2).companion_expedition("Filler")
    table.player("A").hero_expedition("Filler", "Inari C", fleeting=True)
    table.player("B").hero_expedition("Filler", fleeting=True)
    table.begin()
    table.act("A", "play Bravos Trailblazer to hero")
    assert table.find("Bravos Trailblazer").boosts == 2


@cites("condition/X", "cost/tough", "keyword/tough")
@pytest.mark.parametrize(("mana", "answer"), [(3, True), (2, False)])
def test_the_snow_queen_is_as_tough_as_cards_are_exhausted(sit, mana, answer):
    """Two in one Reserve, none of the ready ones: the Spell for 1 costs 2 more."""
    table = sit()
    table.card("Recall", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.player("A").hero_expedition("The Snow Queen R1").reserve("Filler", exhausted=True)
    table.player("A").reserve("Filler")
    table.player("B").hand("Recall").mana(mana).reserve("Filler", exhausted=True)
    table.begin(first="B")
    assert table.find("The Snow Queen").tough == 2
    if answer:
        table.act("B", "play Recall", "The Snow Queen")
        assert table.mana("B") == (0, 3)
        assert table.find("The Snow Queen").zone == "reserve"
    else:
        assert not table.can("B", "play Recall", "The Snow Queen")
