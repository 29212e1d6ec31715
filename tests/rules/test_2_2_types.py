"""Types, sub-types and names of objects (2.2.1 to 2.2.3)."""

from __future__ import annotations

import pytest

from altered_env import Game
from altered_env.language.english import understand
from altered_env.language.notation import read_ability
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites(
    "5.0:2.2.1.a",
    "5.0:2.2.1.g",
    "2024.09:2.2.1.a",
    "2024.09:2.2.1.f",
    "2024.09:2.2.1.g",
    "2024.09:RM-2.2.1.g-1",
)
def test_the_types(sit):
    table = sit()
    table.card("Shrine", type="landmark_permanent")
    line = "effect: ongoing({less(1, plays(you, card))}, this=day)"
    table.card("Rite", type="spell", abilities=[line])
    table.player("A").hand("Rite").mana(1).landmarks("Shrine").hero_expedition("Filler")
    table.begin()
    found = {name: table.find(name).type for name in ("Shrine", "Rite", "Filler", "A Idler")}
    assert found == {
        "Shrine": "landmark_permanent",
        "Rite": "spell",
        "Filler": "character",
        "A Idler": "hero",
    }
    assert table.game.view("B").players[0].mana[0].type == "mana_orb"
    assert table.game.view("A").players[0].mana[0].type == "mana_orb"
    table.act("A", "play Rite")
    # Emblems are in Limbo only, made by effects; they are no cards anywhere.
    assert [emblem.source for emblem in table.ongoing()] == ["Rite"]
    assert table.zone("A", "limbo") == []


@cites("5.0:2.2.1.b", "5.0:2.2.1.f", "2024.09:2.2.1.f", "2024.09:2.2.1.i")
@RULES
def test_a_card_in_the_mana_zone_is_a_mana_orb_and_nothing_else(sit, rules):
    table = sit(rules)
    line = "J: x = put(choose(card, you.hand), mana); if_(is_(x, character), draw(1))"
    table.card("Sower", abilities=[line])
    line = "J: gain(me, arcane=count(character, you.mana), luck=count(mana_orb, you.mana))"
    table.card("Miner", abilities=[line])
    table.player("A").hand("Sower", "Filler").mana(1)
    table.player("B").hand("Miner").mana(2)
    table.begin()
    table.act("A", "play Sower to hero")
    assert table.zone("A", "hand") == []
    table.act("B", "play Miner to hero")
    assert table.find("Miner").counters == {"luck": 2}


@cites("5.0:1.2.6.c", "5.0:2.2.1.h", "selector/target", "2024.09:2.2.1.h", "2024.09:EX-2.2.1.h-1")
def test_banishing_gate_reaches_objects_in_play_only(sit):
    table = sit()
    table.card("Shrine", type="landmark_permanent")
    table.card("Pet")
    table.card("Ghost")
    table.player("A").hand("Banishing Gate C").mana(4).discard("Ghost")
    table.player("B").reserve("Pet").hero_expedition("Filler").landmarks("Shrine").discard("Ghost")
    table.begin()
    table.act("A", "play Banishing Gate")
    offered = " ".join(table.options("A"))
    assert "Filler" in offered
    assert "Shrine" in offered
    assert "Pet" not in offered
    assert "Ghost" not in offered
    assert "Idler" not in offered


@cites("2024.09:2.2.1.h")
def test_with_only_cards_elsewhere_there_is_nothing_to_name(sit):
    table = sit()
    table.player("A").hand("Banishing Gate C", "Filler").mana(4)
    table.player("B").reserve("Filler").discard("Filler").hand("Filler")
    table.begin()
    assert not table.can("A", "play Banishing Gate")


@cites("5.0:2.2.1.h", "5.0:2.2.2.n", "2024.09:2.2.1.h", "2024.09:2.2.2.n")
@pytest.mark.parametrize("what", ["character", "elemental", "permanent"])
@RULES
def test_a_type_or_subtype_means_an_object_in_play(sit, rules, what):
    table = sit(rules)
    table.card("Sprite", subtypes=["elemental"])
    table.card("Shrine", type="landmark_permanent")
    table.card("Census", abilities=[f"J: gain(me, arcane=count({what}, other))"])
    side = table.player("A").hand("Census", "Sprite", "Shrine").mana(1)
    side.reserve("Sprite", "Shrine").discard("Sprite", "Shrine")
    side.companion_expedition("Sprite").landmarks("Shrine")
    table.begin()
    table.act("A", "play Census to hero")
    assert table.find("Census").counters == {"arcane": 1}


@cites("5.0:2.2.1.i", "2024.09:2.2.1.i", "2024.09:EX-2.2.1.i-1")
@pytest.mark.parametrize(("kind", "drawn"), [("landmark_permanent", 1), ("character", 0)])
@RULES
def test_ada_lovelace_asks_for_the_type_out_of_play(sit, rules, kind, drawn):
    table = sit(rules)
    table.card("Gem", type=kind)
    table.player("A").reserve("Ada Lovelace C").hand("Gem").mana(2)
    table.begin()
    table.act("A", "play Ada Lovelace to hero", "Gem")
    assert table.find("Gem").zone == "reserve"
    assert len(table.zone("A", "hand")) == drawn


@cites("5.0:2.2.2.o", "2024.09:2.2.2.o")
@pytest.mark.parametrize("place", ["hand", "reserve", "discard_pile"])
@RULES
def test_a_subtype_is_seen_in_any_zone(sit, rules, place):
    for name in ("Sprite", "Filler"):
        table = sit(rules)
        table.card("Sprite", subtypes=["elemental", "spirit"])
        line = f"J: x = choose(card, you.{place}); if_(is_(x, elemental), gain(me, boost=1))"
        table.card("Asker", abilities=[line])
        side = table.player("A").hand("Asker").mana(1)
        getattr(side, place.removesuffix("_pile"))(name)
        table.begin()
        table.act("A", "play Asker to hero")
        assert table.find("Asker").boosts == int(name == "Sprite")


@cites("5.0:2.2.2.n", "2024.09:2.2.2.n", "2024.09:EX-2.2.2.n-1")
@pytest.mark.parametrize(("in_play", "boosts"), [(2, 1), (1, 0)])
@RULES
def test_three_little_pigs_count_landmarks_in_play(sit, rules, in_play, boosts):
    table = sit(rules)
    table.card("Hut", type="landmark_permanent")
    side = table.player("A").hand("Three Little Pigs C").mana(3)
    side.landmarks(*["Hut"] * in_play).reserve("Hut", "Hut").discard("Hut", "Hut")
    table.player("B").landmarks("Hut", "Hut")
    table.begin()
    table.act("A", "play Three Little Pigs to hero")
    assert table.find("Three Little Pigs").boosts == boosts


@cites("2024.09:2.2.2.n")
@RULES
def test_landmarks_are_counted_when_it_resolves(sit, rules):
    table = sit(rules)
    table.card("Hut", type="landmark_permanent")
    line = "when(goes(character, to=you.expeditions)): sacrifice(choose(permanent, you.play))"
    table.card("Trap", type="landmark_permanent", abilities=[line])
    table.player("A").hand("Three Little Pigs C").mana(3).landmarks("Hut", "Trap")
    table.begin()
    table.act("A", "play Three Little Pigs to hero", "Trap", "Hut")
    assert table.find("Three Little Pigs").boosts == 0


@cites(
    "5.0:2.2.b",
    "5.0:2.2.1.d",
    "5.0:2.2.2.j",
    "5.0:2.2.11.e",
    "5.0:7.3.5.b",
    "2024.09:2.2.2.j",
    "2024.09:EX-2.2.2.j-1",
    "2024.09:2.3.1.b",
)
@RULES
def test_foundry_armorer_makes_a_robot(sit, rules):
    table = sit(rules)
    table.player("A").reserve("Foundry Armorer C").mana(3)
    table.begin()
    table.act("A", "play Foundry Armorer to hero", "B companion")
    bug = table.find("Brassbug")
    assert (bug.controller, bug.expedition) == ("B", "companion")
    assert (bug.stats, bug.subtypes, bug.type) == ("2/2/2", {"robot"}, "character")
    assert bug.token


@cites(
    "5.0:2.2.2.a",
    "5.0:2.2.2.f",
    "5.0:2.2.2.k",
    "5.0:2.2.2.l",
    "5.0:3.1.3.c",
    "5.0:7.1.2.a",
    "2024.09:2.2.2.f",
    "2024.09:2.2.2.k",
    "2024.09:2.2.2.l",
    "2024.09:RM-2.2.2.k-1",
)
def test_terrains_of_regions(sit):
    table = sit()
    table.terrain(3, "mountain")
    table.begin()
    assert table.region(0) == table.region(7) == {"forest", "mountain", "water"}
    assert table.region(3) == {"mountain"}
    assert table.region(4) == {"forest", "water"}
    # Face-down Tumult cards have no sub-types.
    for number in (1, 2, 5, 6):
        assert table.region(number) == frozenset()
        assert not table.game.view().regions[number].face_up


@cites("5.0:2.2.2.k", "5.0:3.2.1.c", "2024.09:2.2.2.k")
def test_terrains_of_the_arena(sit):
    table = sit()
    table.arena()
    table.begin()
    assert table.region(0) == {"forest", "mountain", "water"}
    assert len(table.game.view().regions) == 1


@cites("passive/terrain of region", "2024.09:2.2.2.p", "2024.09:EX-2.2.2.p-1")
@RULES
def test_the_kraken_changes_the_terrains(sit, rules):
    table = sit(rules)
    table.card("Axe", type="spell", abilities=["effect: discard(target(leviathan))"])
    table.terrain(1, "forest")
    table.player("A").hand("Axe").mana(1).companion_expedition("The Kraken C").regions(hero=1)
    table.begin()
    face_up = (0, 1, 2, 7)
    assert all(table.region(number) == {"water"} for number in face_up)
    assert len(table.game.view().regions) == 8  # regions still
    table.act("A", "play Axe")
    assert table.region(0) == {"forest", "mountain", "water"}
    assert table.region(1) == {"forest"}


@cites("2024.09:2.2.2.p", "2024.09:EX-2.2.2.p-1")
def test_under_the_kraken_only_water_counts(sit):
    table = sit()
    table.card("Woods", stats="9/9/0")
    table.terrain(1, "forest")
    table.player("A").hero_expedition("Woods").companion_expedition("The Kraken C")
    table.player("A").regions(hero=1)
    table.player("B").hero_expedition("Filler")
    table.begin()
    assert table.statistics("A", "hero") == (9, 9, 8)  # the Kraken is Gigantic
    table.pass_turns()
    assert table.progress("A", "hero") == 2  # due to water alone, 8 against 1


@cites("2024.09:2.2.2.p")
@RULES
def test_gained_subtypes_are_had(sit, rules):
    table = sit(rules)
    table.card("Priest", type="landmark_permanent", abilities=["have(all(character), elemental)"])
    line = "J: gain(me, arcane=count(elemental, other))"
    table.card("Census", abilities=[line])
    table.card("Sprite", subtypes=["robot"])
    table.player("A").landmarks("Priest").companion_expedition("Sprite").hand("Census").mana(1)
    table.begin()
    assert table.find("Sprite").subtypes == {"robot", "elemental"}
    table.act("A", "play Census to hero")
    assert table.find("Census").counters == {"arcane": 1}


@cites(
    "5.0:1.2.4.c",
    "5.0:2.2.2.h",
    "5.0:2.2.2.m",
    "2024.09:2.2.2.h",
    "2024.09:2.2.2.m",
    "2024.09:EX-2.2.2.m-1",
)
@RULES
def test_aloe_vera_makes_a_reaction(sit, rules):
    table = sit(rules)
    table.player("A").hero_expedition("Aloe Vera C")
    table.begin("morning", first="B")
    table.until("noon")
    assert table.reactions() == [("A", "Aloe Vera", 0)]
    assert table.zone("A", "reserve") == []
    assert table.decision == "turn"  # it was played and is gone
    assert table.reactions() == []
    assert table.zone("A", "reserve") == ["Filler"]


@cites(
    "5.0:2.2.2.a",
    "5.0:2.2.2.h",
    "5.0:2.2.2.m",
    "5.0:2.2.15.b",
    "5.0:2.2.15.c",
    "2024.09:2.2.2.h",
    "2024.09:2.2.2.m",
    "2024.09:EX-2.2.2.m-2",
)
@RULES
def test_celebration_day_makes_an_ongoing_emblem(sit, rules):
    table = sit(rules)
    table.card("Giant", stats="9/9/9", abilities=["gigantic"])
    table.player("A").hero_expedition("Giant", anchored=True).hand("Celebration Day R1").mana(8)
    table.begin()
    table.act("A", "play Celebration Day")
    (emblem,) = table.ongoing()
    assert (emblem.controller, emblem.source, emblem.duration) == ("A", "Celebration Day", "day")
    table.pass_turns()
    assert table.progress("A", "hero") == table.progress("A", "companion") == 0
    table.until("morning")
    assert table.ongoing() == []  # it lasted for the Day
    table.until("afternoon")
    table.pass_turns()
    assert table.progress("A", "companion") == 1


@cites("2024.09:2.2.3.c")
@RULES
def test_a_name_means_objects_that_have_it(sit, rules):
    table = sit(rules)
    table.card("Twin", stats="2/2/2")
    line = "J: x = target(character, other); gain(me, arcane=count(character, named(x)))"
    table.card("Seeker", abilities=[line])
    table.player("A").hand("Seeker").mana(1).hero_expedition("Twin", "Filler").reserve("Twin")
    table.player("B").companion_expedition("Twin").discard("Twin")
    table.begin()
    table.act("A", "play Seeker to companion", "Twin in hero")
    assert table.find("Seeker").counters == {"arcane": 2}


@cites("2024.09:2.2.3.a", "5.0:2.2.4.a", "5.0:2.2.4.b", "5.0:2.2.4.f")
@RULES
def test_every_object_has_one_name_of_words_and_symbols(sit, rules):
    """In each zone; a token has the one of who creates it. A word of a name is not a name."""
    table = sit(rules)
    table.card("Kuwat, the Younger")
    table.card("Kuwat & Co.", type="landmark_permanent")
    line = "J: gain(me, arcane=count(character, named(choose(character, other, you.play))))"
    table.card("Asker", abilities=[line])
    line = "effect: create(ordis_recruit, in_=opponent.hero_expedition)"
    table.card("Maker", type="spell", abilities=[line])
    table.player("A").hero_expedition("Kuwat, the Younger").reserve("Kuwat, the Younger")
    table.player("A").landmarks("Kuwat & Co.").hand("Asker", "Maker").mana(2)
    table.player("B").hero_expedition("Kuwat, the Dissenter C").discard("Filler")
    table.begin()
    table.act("A", "play Maker")
    table.act("B", "pass")
    table.act("A", "play Asker to companion")
    assert table.find("Asker").counters == {"arcane": 1}
    view = table.game.view("A")
    objects = [seen for player in view.players for seen in (*player.reserve, *player.landmarks)]
    objects += [seen for p in view.players for e in p.expeditions for seen in e.objects]
    objects += [seen for player in view.players for seen in (*player.discard, player.hero)]
    names = sorted({seen.name for seen in objects})
    assert names == [
        "Asker",
        "Filler",
        "Idler",
        "Kuwat & Co.",
        "Kuwat, the Dissenter",
        "Kuwat, the Younger",
        "Maker",
        "Ordis Recruit",
    ]


@cites("5.0:2.1.b", "5.0:2.2.1.e", "2024.09:2.1.b/en", "2024.09:2.2.1.e")
@RULES
def test_every_region_is_an_object_of_its_own(rules):
    view = Game.start("axiom", "bravos", seed=3, rules=rules).view()
    assert [region.number for region in view.regions] == list(range(8))


@cites("5.0:2.2.4.g", "5.0:2.2.7.d", "5.0:2.2.8.d", "5.0:2.2.10.d")
@RULES
def test_an_emblem_is_no_object_of_that_name(sit, rules):
    """While both kinds are in Limbo, only the cards answer to the name, to costs and a faction."""
    table = sit(rules)
    line = "effect: ongoing({less(1, plays(you, card))}, this=day); may(resupply())"
    table.card("Rite", type="spell", cost="4/4", abilities=[line])
    table.card("Bell", type="landmark_permanent", abilities=["when(plays(you, spell)): draw(1)"])
    table.player("A").hand("Rite").mana(9).landmarks("Bell")
    table.begin()
    table.act("A", "play Rite")
    assert [seen.zone for seen in table.all("Rite")] == ["limbo"]
    assert [emblem.kind for emblem in table.game.view("A").emblems] == ["ongoing"]
    table.choose("A", "no")
    assert [seen.zone for seen in table.all("Rite")] == ["reserve"]
    assert [seen.zone for seen in table.all("Bell")] == ["landmarks"]
    (emblem,) = table.ongoing()
    assert not {"name", "hand_cost", "reserve_cost", "faction"} & set(dir(emblem))


@cites("5.0:2.2.15.d", "5.0:2.2.15.a")
@pytest.mark.parametrize(("duration", "costs"), [("turn", 3), ("afternoon", 1), ("day", 1)])
def test_what_lasts_for_a_turn_is_said_in_a_turn(sit, duration, costs):
    """At Noon it could be for no turn; this Afternoon is the one to come."""
    table = sit("5.0")
    line = f"at(noon): ongoing({{less(2, plays(you, card))}}, this={duration})"
    table.card("Bell", type="landmark_permanent", abilities=[line])
    table.card("Ox", cost="3/3")
    table.player("A").landmarks("Bell").hand("Ox").mana(3)
    table.begin("noon")
    assert [emblem.duration for emblem in table.ongoing()] == ([duration] if costs == 1 else [])
    table.act("A", "play Ox to hero")
    assert table.mana("A") == (3 - costs, 3)


@cites(
    "5.0:2.2.12.a", "5.0:2.2.12.k", "5.0:2.2.12.l", "5.0:2.2.12.m", "5.0:2.2.12.n", "5.0:1.2.4.c"
)
@pytest.mark.parametrize(
    ("english", "kind"),
    [
        ("{T}: Draw a card.", "quick"),
        ("When I leave the Expedition zone — Draw a card.", "reaction"),
        ("Characters facing me are [Fleeting].", "passive"),
        ("(Spell) Draw a card.", "effect"),
    ],
)
def test_how_an_ability_is_written_says_which_kind_it_is(english, kind):
    what = "spell" if english.startswith("(Spell)") else "character"
    found = understand(english.removeprefix("(Spell) "), kind=what)
    assert not found.problems
    assert [read_ability(line).kind for line in found.abilities] == [kind]


@RULES
def test_mana_convergence_can_be_discarded_and_put_in_mana_and_not_played(sit, rules):
    """A card of no type that can be played (5.2.1 to 5.2.4), for its cost of nothing or free."""
    for line in ("play(choose(card), free)", "play(choose(card, hand_cost <= 3), less=3)"):
        table = sit(rules)
        table.card("Decree", type="spell", cost="1/1", abilities=["fleeting", f"effect: {line}"])
        side = table.player("A").hand("Decree", "Mana Convergence").reserve("Mana Convergence")
        side.mana(5)
        table.begin()
        assert not table.can("A", "play Mana Convergence")
        assert not table.can("A", "play Mana Convergence in Reserve")
        table.act("A", "play Decree")
        assert table.turn == "B"  # nothing was asked
        assert table.zone("A", "hand") == table.zone("A", "reserve") == ["Mana Convergence"]
    for place, zone in (("discard_pile", "discard"), ("mana", "mana")):
        table = sit(rules)
        line = f"effect: put(choose(card, you.hand), {place})"
        table.card("Decree", type="spell", cost="1/1", abilities=["fleeting", line])
        table.player("A").hand("Decree", "Mana Convergence").mana(1)
        table.begin()
        table.act("A", "play Decree")
        assert table.find("Mana Convergence").zone == zone
