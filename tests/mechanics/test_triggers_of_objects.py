"""Triggers on objects and Expeditions: joining, leaving, gaining, moving."""

from __future__ import annotations

import pytest

from tests.citations import cites


def cast(table, effect, player="A"):
    """A Spell that a player casts for 1."""
    table.card("Decree", type="spell", abilities=["fleeting", f"effect: {effect}"])
    return table.player(player).hand("Decree").mana(1)


@cites("trigger/joins")
@pytest.mark.parametrize(("expedition", "stays"), [("hero", False), ("companion", True)])
def test_amarok_has_those_who_join_it_sacrificed(sit, expedition, stays):
    table = sit()
    table.player("A").hero_expedition("Amarok C").hand("Filler").mana(1)
    table.begin()
    table.act("A", f"play Filler to {expedition}")
    assert table.zone("A", "hero_expedition") == ["Amarok"]
    assert (table.zone("A", "discard") == []) is stays


@cites("trigger/joins")
def test_amarok_is_not_another_character(sit):
    table = sit()
    table.player("A").hand("Amarok C").hero_expedition("Filler").mana(5)
    table.begin()
    table.act("A", "play Amarok to hero")
    assert table.zone("A", "hero_expedition") == ["Filler", "Amarok"]


@cites("trigger/joins facing expedition", "condition/facing characters")
@pytest.mark.parametrize(
    ("player", "expedition", "there", "resupplied"),
    [
        ("B", "hero", 0, 1),
        ("B", "hero", 1, 0),
        ("B", "companion", 0, 0),
        ("A", "hero", 0, 0),
    ],
)
def test_the_pelican_sees_the_only_character_that_faces_it(
    sit, player, expedition, there, resupplied
):
    table = sit()
    table.player("A").hero_expedition("Helpful Pelican R1")
    table.player("B").hero_expedition(*["Inari C"] * there)
    table.player(player).hand("Filler").mana(1)
    table.begin(first=player)
    table.act(player, f"play Filler to {expedition}")
    assert len(table.zone("A", "reserve")) == resupplied


@cites("trigger/I leave the expedition zone", "condition/status")
@pytest.mark.parametrize(("fleeting", "drawn"), [(True, 1), (False, 0)])
def test_a_fleeting_seiringar_draws_as_it_leaves(sit, fleeting, drawn):
    table = sit()
    cast(table, "put(target(character), reserve)", "B")
    table.player("A").hero_expedition("Haven Seiringar C", fleeting=fleeting)
    table.begin(first="B")
    table.act("B", "play Decree")
    assert table.zone("A", "hero_expedition") == []
    assert len(table.zone("A", "hand")) == drawn


@cites("trigger/another card leaves")
def test_the_refinery_counts_cards_that_leave_its_reserve_in_the_afternoon(sit):
    table = sit()
    table.player("A").landmarks("The Refinery C").reserve("Filler", "Inari C").mana(1)
    table.player("A").reserve("Atlas C")
    cast(table, "discard(target(card, reserve))", "B").reserve("Kappa C")
    table.begin()
    table.act("A", "play Filler from reserve to hero")
    assert table.find("The Refinery").counters == {"sap": 1}
    table.act("B", "play Decree", "Inari")
    assert table.find("The Refinery").counters == {"sap": 2}
    table.pass_turns()
    assert table.zone("A", "reserve") == ["Atlas"]
    assert table.find("The Refinery").counters == {"sap": 2}


@cites("trigger/another card leaves")
def test_the_refinery_sees_neither_the_night_nor_other_reserves(sit):
    table = sit()
    table.player("A").landmarks("The Refinery C").reserve("Inari C", "Atlas C", "Filler")
    cast(table, "discard(target(card, reserve))", "B").reserve("Kappa C")
    table.begin(first="B")
    table.act("B", "play Decree", "Kappa")
    table.pass_turns()
    table.choose("A", "Inari", "Atlas")  # to keep
    assert table.zone("A", "discard") == ["Filler"]
    assert table.find("The Refinery").counters == {}


@cites("trigger/I am sacrificed", "effect/sacrifice", "condition/status")
@pytest.mark.parametrize(
    ("verb", "fleeting", "zone"),
    [
        ("sacrifice", False, "reserve"),
        ("sacrifice", True, "discard"),
        ("discard", False, "discard"),
    ],
)
def test_the_jellyfish_swims_back_from_a_sacrifice(sit, verb, fleeting, zone):
    table = sit()
    what = "choose(character)" if verb == "sacrifice" else "target(character)"
    cast(table, f"{verb}({what})").hero_expedition("Moonlight Jellyfish C", fleeting=fleeting)
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Moonlight Jellyfish").zone == zone


@cites("trigger/you sacrifice", "selector/non-token")
@pytest.mark.parametrize(
    ("player", "card", "moths"), [("A", "Filler", 1), ("A", "Mana Moth", 0), ("B", "Filler", 0)]
)
def test_the_lantern_draws_a_moth_for_any_sacrifice_but_an_illusion(sit, player, card, moths):
    table = sit()
    cast(table, "sacrifice(choose(character))", player).companion_expedition(card)
    table.player("A").hero_expedition("Moth Lantern C")
    table.begin(first=player)
    table.act(player, "play Decree")
    assert table.zone(player, "companion_expedition") == []
    assert table.zone("A", "hero_expedition") == ["Moth Lantern", *["Mana Moth"] * moths]


@cites("trigger/discarded", "effect/discard from hand reserve deck")
def test_the_hunger_feeds_on_every_card_that_is_discarded(sit):
    table = sit()
    table.card("Loom", type="landmark_permanent")
    side = table.player("A").hand("The Hunger C").mana(9).reserve("Filler").landmarks("Loom")
    side.companion_expedition("Brassbug")
    table.player("B").hero_expedition("Inari C").reserve("Kappa C").hand("Filler")
    table.begin()
    table.act("A", "play The Hunger to hero")
    for waiting in (4, 3, 2):
        assert len(table.options("A")) == waiting
        table.choose("A", "The Hunger #1")
    assert table.find("The Hunger").boosts == 4  # tokens are gone, no card joins the pile
    assert table.zone("A", "companion_expedition") == []
    assert table.zone("B", "discard") == ["Inari", "Kappa"]
    assert table.zone("B", "hand") == ["Filler"]


@cites("trigger/gains boosts")
def test_akhlut_freezes_a_card_as_it_is_boosted(sit):
    for zone, boosts in (("reserve", 1), ("hand", 0)):
        table = sit()
        getattr(table.player("A"), zone)("Akhlut C").mana(5)
        table.player("B").reserve("Filler", "Kappa C")
        table.begin()
        table.act("A", "play Akhlut to hero")
        if boosts:
            table.choose("A", "Kappa")
            if table.decision == "yes_no":
                table.choose("A", "yes")
        assert table.find("Akhlut").boosts == boosts
        assert ("exhausted" in table.find("Kappa").statuses) is bool(boosts)
        assert table.find("Filler").statuses == set()


@cites("trigger/gains boosts")
def test_another_s_boosts_leave_akhlut_calm(sit):
    table = sit()
    cast(table, "gain(target(character, other), boost=1)").hero_expedition("Akhlut C", "Inari C")
    table.player("B").reserve("Filler", "Kappa C")
    table.begin()
    table.act("A", "play Decree", "Inari")
    assert (table.decider, table.decision) == ("B", "turn")


@cites("trigger/gains a status", "effect/gain status")
def test_gericht_gains_fleeting_again_and_again(sit):
    table = sit()
    side = cast(table, "gain(target(character), fleeting)").hero_expedition(
        "Gericht, Revered Duelist C", "Filler"
    )
    table.card("Rest", type="spell", abilities=["effect: gain(target(character), anchored)"])
    side.hand("Decree", "Rest").mana(2)
    table.begin(first="B")
    table.act("B", "pass")
    boosts = []
    for what in ("Rest", "Decree #1", "Decree"):
        table.act("A", f"play {what}", "Gericht, Revered Duelist")
        boosts.append(table.find("Gericht, Revered Duelist").boosts)
    assert boosts == [0, 1, 2]


@cites(
    "trigger/third counter",
    "trigger/goes to reserve",
    "effect/gain counters",
    "selector/each",
    "effect/ready a card",
)
def test_the_third_trial_frees_the_dragon_of_the_hollow(sit):
    """Cards from play do not count; the ones that go there are readied with the rest."""
    table = sit()
    side = cast(table, "resupply(1, exhausted)").landmarks(
        "Icebound Hollow C", counters={"trial": 2}
    )
    table.card("Recall", type="spell", abilities=["effect: put(target(character), reserve)"])
    side.hand("Recall").mana(1).hero_expedition("Inari C").reserve("Kappa C", exhausted=True)
    table.player("B").reserve("Filler", exhausted=True)
    table.begin(first="B")
    table.act("B", "pass")
    table.act("A", "play Recall")
    assert table.find("Icebound Hollow").counters == {"trial": 2}
    table.act("A", "play Decree", "A hero")
    assert table.find("Icebound Hollow").zone == "discard"
    assert table.find("Dragon Shade").controller == "A"
    assert table.find("Dragon Shade").expedition == "hero"
    assert all(
        "exhausted" not in table.find(f"A {x} in reserve").statuses for x in ("Kappa", "Filler")
    )
    assert table.find("B Filler").statuses == {"exhausted"}


@cites("trigger/you create", "condition/mana orbs", "keyword/boosted")
def test_gulrang_s_tokens_come_boosted_and_defend_until_eight_mana(sit):
    for mana, defends in ((7, True), (8, False)):
        table = sit("Gulrang & Tocsin C")
        cast(table, "create(ordis_recruit, in_=you.hero_expedition)").mana(mana - 1)
        table.player("A").hero_expedition("Ordis Recruit", "Filler")
        table.player("B").hero_expedition("Ordis Recruit", boosts=1)
        table.begin()
        table.act("A", "play Decree")
        made, old = table.all("A Ordis Recruit")[::-1]
        assert (made.boosts, old.boosts) == (1, 0)
        assert ("defender" in made.keywords) is defends
        assert "defender" not in old.keywords | table.find("B Ordis Recruit").keywords


@cites("trigger/you create")
def test_gulrang_does_not_boost_what_the_opponent_creates(sit):
    table = sit("Gulrang & Tocsin C")
    cast(table, "create(ordis_recruit, in_=you.hero_expedition)", "B")
    table.begin(first="B")
    table.act("B", "play Decree")
    assert table.find("Ordis Recruit").boosts == 0


@cites("trigger/moves forward", "effect/lose status")
@pytest.mark.parametrize(("boosts", "zone"), [(1, "reserve"), (0, "discard")])
def test_boots_keep_a_fleeting_character_if_their_expedition_moves(sit, boosts, zone):
    table = sit()
    table.player("A").hero_expedition("Technical Boots C")
    table.player("A").hero_expedition("Inari C", fleeting=True, boosts=boosts)
    table.player("A").companion_expedition("Kappa C", fleeting=True, boosts=3)
    table.player("B").hero_expedition("Inari C")
    table.begin("dusk")
    assert table.progress("A", "hero") == boosts
    table.until("morning")
    assert table.find("A Inari").zone == zone
    assert table.find("Kappa").zone == "discard"


@cites("trigger/moves due to terrain")
@pytest.mark.parametrize(
    ("terrains", "drawn"), [(["forest"], 1), (["forest", "water"], 1), (["water"], 0)]
)
def test_mighty_simbi_is_sacrificed_for_a_card_when_forest_carries_it(sit, terrains, drawn):
    table = sit()
    table.terrain(0, *terrains)
    table.player("A").hero_expedition("Mighty Simbi C")
    table.begin("dusk")
    assert table.progress("A", "hero") == 1
    if drawn:
        table.choose("A", "yes")
    assert len(table.zone("A", "hand")) == drawn + 2 * (table.day == 3)
    assert ("Mighty Simbi" in table.zone("A", "discard")) is bool(drawn)


@cites("trigger/moves due to ascension", "effect/ascend", "duration/until rest")
@pytest.mark.parametrize(
    ("zone", "facing", "drawn", "moves"),
    [("hand", 2, 1, 1), ("hand", 1, 0, 1), ("hand", 3, 0, 0), ("reserve", 2, 0, 0)],
)
def test_the_thunderbird_ascends_and_draws_if_a_tie_carries_it(sit, zone, facing, drawn, moves):
    """4.2.4.k: not if it would have moved anyway."""
    table = sit()
    getattr(table.player("A"), zone)("Thunderbird C").mana(3).deck(*["Kappa C"] * 9)
    table.player("B").hero_expedition("Filler", boosts=facing - 1)
    table.begin()
    table.act("A", "play Thunderbird to hero")
    assert table.ascended("A", "hero") is (zone == "hand")
    table.pass_turns()
    assert table.zone("A", "hand") == ["Kappa"] * drawn
    assert table.progress("A", "hero") == moves
    table.until("morning")
    assert not table.ascended("A", "hero")


@cites("trigger/fails to move", "trigger/after rest")
@pytest.mark.parametrize(("facing", "sabotaged"), [(3, True), (0, False)])
def test_the_legate_sabotages_after_rest_if_its_expedition_fails(sit, facing, sabotaged):
    table = sit()
    table.player("A").hero_expedition("Monolith Legate C")
    table.player("B").hero_expedition("Filler", boosts=facing).reserve("Kappa C")
    table.begin()
    table.pass_turns()
    assert table.zone("B", "reserve") == ["Kappa"]  # not before Rest
    if sabotaged:
        table.choose("A", "B Filler in reserve")
    assert ("Filler" in table.zone("B", "discard")) is sabotaged


@cites("trigger/you roll")
@pytest.mark.parametrize(("player", "dice", "boosts"), [("A", 1, 1), ("A", 2, 1), ("B", 1, 0)])
def test_lakshmi_is_boosted_when_her_player_rolls(sit, player, dice, boosts):
    """Once, however many dice it is."""
    table = sit()
    cast(table, f"roll({dice})", player)
    table.player("A").hero_expedition("Lakshmi C")
    table.begin(first=player)
    table.act(player, "play Decree")
    assert table.find("Lakshmi").boosts == boosts


@cites("trigger/support ability D", "cost/discard me from reserve", "effect/activate abilities")
def test_gibil_is_discarded_from_reserve_to_activate_a_permanent(sit):
    table = sit()
    table.card("Loom", type="landmark_permanent", abilities=["J: draw(1)"])
    table.player("A").reserve("Gibil C").hero_expedition("Gibil C").landmarks("Loom")
    table.player("B").landmarks("Loom")
    table.begin()
    assert not any("Gibil in hero" in option for option in table.options())
    table.act("A", "use Gibil")
    assert table.zone("A", "discard") == ["Gibil"]
    assert len(table.zone("A", "hand")) == 1
    assert table.decider == "A"  # a quick action leaves the turn going


@cites("cost/discard me from reserve")
def test_an_exhausted_card_has_no_support_ability(sit):
    table = sit()
    table.card("Loom", type="landmark_permanent", abilities=["J: draw(1)"])
    table.player("A").reserve("Gibil C", exhausted=True).landmarks("Loom")
    table.begin()
    assert not table.can("A", "use Gibil")


@cites("trigger/completed", "condition/completed", "effect/complete me", "keyword/completed")
@pytest.mark.parametrize(("others", "completed"), [(1, True), (0, False)])
def test_the_shields_are_deployed_with_three_landmarks(sit, others, completed):
    table = sit()
    table.card("Loom", type="landmark_permanent")
    side = table.player("A").hand("Deploy the Shields! E").mana(3).landmarks(*["Loom"] * others)
    table.card("Decree", type="spell", abilities=["effect: sacrifice(choose(permanent))"])
    side.hand("Decree").reserve("Filler", "Inari C").reserve("Kappa C", boosts=1)
    table.begin()
    table.act("A", "play Deploy the Shields!")
    assert table.zone("A", "landmarks") == [*["Loom"] * others, "Deploy the Shields!", "Aerolith"]
    table.act("B", "pass")
    table.act("A", "pass")
    table.until("afternoon")
    if table.decider == "B":
        table.act("B", "pass")
    assert ("completed" in table.find("Deploy the Shields!").statuses) is completed
    table.act("A", "play Decree", "Loom") if others else table.act("A", "play Decree", "Aerolith")
    if completed:
        assert sorted(table.options()) == ["A: Filler in Reserve", "A: Inari in Reserve"]
        table.choose("A", "Inari")
    assert table.find("Inari").boosts == int(completed)
