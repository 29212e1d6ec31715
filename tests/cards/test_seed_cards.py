"""The Characters in the examples of the rules, each version in a short scenario.

It is long, and one thing: a scenario a version, in the order of the rules.
"""

from __future__ import annotations

import pytest

from altered_env.cards import catalogue
from tests.cards.seed_table import SHOWN, drawn, go, sit, versions
from tests.citations import cites

ONE, BOTH = (["no", "Inari"], 3), (["no", "Inari", "Kappa"], 4)


@cites("effect/augment", "selector/in play or in reserve")
@versions("Aby, Sap Courier", C=ONE, R1=BOTH, R2=BOTH)
def test_aby_augments(card, expected):
    answers, boosts = expected
    table = sit()
    table.player("A").hand(card).mana(3).hero_expedition("Inari C", boosts=1)
    table.player("B").reserve("Kappa C", boosts=1)
    table.begin()
    go(table, "play Aby, Sap Courier to hero", *answers)
    assert table.find("Inari").boosts + table.find("Kappa").boosts == boosts


@cites("cost/scout", "keyword/scout")
@versions("Aby, Sap Courier", C=1, R1=2, R2=2)
def test_aby_scouts(card, expected):
    table = sit()
    table.player("A").hand(card).mana(expected)
    table.begin()
    go(table, "play Aby, Sap Courier to hero")
    assert table.zone("A", "reserve") == ["Aby, Sap Courier"]
    assert table.mana("A") == (0, expected)


@pytest.mark.parametrize("shelved", ["Inari C", "Kelonic Generator C", "Spy Craft C"])
@versions("Ada Lovelace", C="Kelonic", R1="", R2="Spy")
def test_ada_lovelace_draws_for_what_she_shelves(card, expected, shelved):
    table = sit()
    table.player("A").reserve(card).mana(2).hand(shelved)
    table.begin()
    go(table, "play Ada Lovelace to hero")
    assert shelved.removesuffix(" C") in table.zone("A", "reserve")
    assert drawn(table) == (1 if shelved.startswith(expected) else 0)


@versions("Alice", C="2/2/4", R1="3/3/4", R2="3/3/4")
def test_alice_gives_the_turn_away(card, expected):
    table = sit()
    table.player("A").reserve(card).hero_expedition(card)
    table.begin()
    assert table.find("Alice in hero").stats == expected
    table.act("A", "use Alice")
    assert table.decider == "B"


@versions("Aloe Vera", C=None, R1="anchored", R2="anchored")
def test_aloe_vera_resupplies_at_noon(card, expected):
    table = sit()
    table.player("A").hero_expedition(card)
    table.begin("noon")
    assert table.zone("A", "reserve") == ["Filler"]


@cites("cost/optional payment")
@versions("Aloe Vera", C=frozenset(), R1={"anchored"}, R2={"anchored"})
def test_aloe_vera_may_pay_to_anchor(card, expected):
    table = sit()
    table.player("A").hand(card).mana(4)
    table.begin()
    go(table, "play Aloe Vera to hero")
    assert table.find("Aloe Vera").statuses == expected
    assert table.mana("A")[0] == (0 if expected else 1)


@versions("Amarok", C=0, R1=1, R2=0)
def test_amarok_sacrifices_who_joins(card, expected):
    table = sit()
    table.player("A").hero_expedition(card).hand("Inari C", "Inari C").mana(6)
    table.begin()
    go(table, "play Inari to companion")
    assert table.zone("A", "companion_expedition") == ["Inari"]
    table.act("B", "pass")
    go(table, "play Inari to hero")
    assert table.zone("A", "hero_expedition") == ["Amarok"]
    assert table.find("Amarok").boosts == expected


@cites("cost/own reduction")
@versions("Amarok", C=3, R1=3, R2=3)
def test_amarok_is_cheaper_where_no_character_is(card, expected):
    table = sit()
    table.player("A").hand(card).mana(expected).companion_expedition("Inari C")
    table.begin()
    assert not table.can("A", "play Amarok to companion")
    go(table, "play Amarok to hero")
    assert table.mana("A")[0] == 0


@cites("effect/opponent sacrifices")
@versions("Anubis", C="3/4/3", R1="3/3/3", R2="3/4/3")
def test_anubis_makes_each_player_sacrifice(card, expected):
    table = sit()
    table.player("A").hand(card).mana(5).hero_expedition("Inari C")
    table.player("B").hero_expedition("Kappa C", "Atlas C")
    table.begin()
    go(table, "play Anubis to hero", "Inari", "Kappa")
    assert table.find("Anubis").stats == expected
    assert (table.zone("A", "discard"), table.zone("B", "discard")) == (["Inari"], ["Kappa"])


@pytest.mark.parametrize("die", [3, 4])
@versions("Asmodeus", C=(5, 6), R1=(4, 5), R2=(5, 6))
def test_asmodeus_rolls(card, expected, die):
    statistic, mana = expected
    table = sit()
    table.player("A").hand(card).mana(mana)
    table.dice(die)
    table.begin()
    go(table, "play Asmodeus to hero")
    found = table.find("Asmodeus")
    assert found.statuses == ({"anchored"} if die == 4 else frozenset())
    assert found.forest == statistic + (0 if die == 4 else 3)


@versions("Atlas", C=(3, frozenset()), R1=(3, {"seasoned"}), R2=(1, frozenset()))
def test_atlas_is_gigantic(card, expected):
    statistic, keywords = expected
    table = sit()
    table.player("A").hero_expedition(card)
    table.begin()
    assert table.statistics("A", "companion") == (statistic,) * 3
    assert table.find("Atlas").keywords == {"gigantic", *keywords}


@cites("duration/next you play this turn")
@versions("Atlas", R1=2)
def test_atlas_in_reserve_boosts_the_next_character(card, expected):
    table = sit()
    table.player("A").reserve(card).hand("Inari C").mana(3)
    table.begin()
    table.act("A", "use Atlas")
    go(table, "play Inari to hero")
    assert table.find("Inari").boosts == expected


@cites("passive/keyword for others")
@versions("Atlas", R2={"A hero", "A companion"})
def test_atlas_makes_tokens_gigantic(card, expected):
    table = sit()
    table.player("A").hero_expedition(card, "Brassbug", "Inari C")
    table.begin()
    assert table.find("Brassbug").presence == expected
    assert table.find("Inari").presence == {"A hero"}


@versions("Bravos Tracer", C="3/3/3", R1="4/3/4", R2="3/3/3")
def test_bravos_tracer_gains_fleeting(card, expected):
    table = sit()
    table.player("A").hand(card).mana(2)
    table.begin()
    go(table, "play Bravos Tracer to hero")
    assert table.find("Bravos Tracer").statuses == {"fleeting"}
    assert table.find("Bravos Tracer").stats == expected


@versions("Coppélia", C="2/2/0", R1="3/3/0", R2="3/3/0")
def test_coppelia_wakes_when_shelved(card, expected):
    table = sit()
    table.card("Shelve", type="spell", abilities=["effect: put(choose(card, you.hand), reserve)"])
    table.player("A").hand("Shelve", card).mana(1)
    table.begin()
    go(table, "play Shelve", "yes", "hero")
    assert table.find("Coppélia").expedition == "hero"
    assert table.find("Coppélia").stats == expected
    assert "asleep" in table.find("Coppélia").statuses


@pytest.mark.parametrize("die", [3, 4])
@versions("Daedalus", C="reserve", R1="play", R2="play")
def test_daedalus_rolls_for_itself_and_another(card, expected, die):
    table = sit()
    side = table.player("A").hand(card).mana(3)
    if expected == "reserve":
        side.reserve("Inari C")
    else:
        side.hero_expedition("Inari C")
    table.dice(die)
    table.begin()
    go(table, "play Daedalus to companion", *([] if expected == "reserve" else ["no"]))
    assert table.find("Inari").boosts == 1
    assert table.find("Daedalus").boosts == (1 if die == 4 else 0)


@cites("effect/activate abilities")
@versions("Dr. Frankenstein", C=3, R1=2, R2=2)
def test_dr_frankenstein_activates_a_permanent(card, expected):
    table = sit()
    table.player("A").reserve(card).mana(expected).landmarks("Brassbug Hub C")
    table.begin()
    go(table, "play Dr. Frankenstein to hero")
    assert table.find("Brassbug Hub").counters == {"kelon": 3}
    assert table.mana("A")[0] == 0


@cites("cost/spend boosts")
@versions("Dredger Drone", C=(1, 0), R1=(0, 1), R2=(0, 1))
def test_dredger_drone_spends_for_a_resupply(card, expected):
    """The common one only its own boost."""
    mine, other = expected
    table = sit()
    table.player("A").reserve(card, boosts=mine).mana(3).hero_expedition("Inari C", boosts=other)
    table.begin()
    go(table, "play Dredger Drone to companion")
    assert table.find("Dredger Drone").boosts == table.find("Inari").boosts == 0
    assert table.zone("A", "reserve") == ["Filler"]


@versions("Dredger Drone", C=2, R1=2)
def test_dredger_drone_grows_in_reserve(card, expected):
    table = sit()
    table.player("A").reserve(card)
    table.begin("noon")
    table.choose("A", "mode 2", "yes")
    assert table.find("Dredger Drone").boosts == expected
    assert table.find("Dredger Drone").statuses == {"exhausted"}


@versions("Dredger Drone", R2=1)
def test_dredger_drone_grows_with_characters_lacking_a_statistic(card, expected):
    table = sit()
    table.player("A").reserve(card).hand("Jian, Assembly Overseer C", "Inari C").mana(5)
    table.begin()
    go(table, "play Inari to hero")
    assert table.find("Dredger Drone").boosts == 0
    table.act("B", "pass")
    go(table, "play Jian, Assembly Overseer to hero")
    assert table.find("Dredger Drone").boosts == expected


@versions("Ebenezer Scrooge", C=0, R1=1, R2=-1)
def test_ebenezer_scrooge_changes_what_reserve_costs(card, expected):
    table = sit()
    table.player("A").hero_expedition(card).reserve("Inari C").mana(9)
    table.begin()
    go(table, "play Inari to companion")
    assert table.mana("A")[0] == 9 - (2 + expected)


@versions("Ebenezer Scrooge", C="asleep", R1="asleep", R2="asleep")
def test_ebenezer_scrooge_in_reserve_puts_to_sleep(card, expected):
    table = sit()
    table.player("A").reserve(card).hero_expedition("Inari C", "Atlas C")
    table.begin()
    table.act("A", "use Ebenezer Scrooge")
    assert table.find("Inari").statuses == {expected}
    assert table.find("Atlas").statuses == frozenset()


@pytest.mark.parametrize("origin", ["hand", "reserve"])
@versions("Foundry Armorer", C="reserve", R1="", R2="reserve")
def test_foundry_armorer_makes_a_brassbug(card, expected, origin):
    table = sit()
    getattr(table.player("A").mana(3), origin)(card)
    table.begin()
    go(table, "play Foundry Armorer to hero")
    bugs = table.all("Brassbug")
    assert len(bugs) == (1 if expected in ("", origin) else 0)
    assert all((bug.stats, bug.subtypes) == ("2/2/2", {"robot"}) for bug in bugs)


@cites("effect/ascend")
@pytest.mark.parametrize("origin", ["hand", "reserve"])
@versions("Gargoyle", C="hand", R1="", R2="")
def test_gargoyle_ascends(card, expected, origin):
    table = sit()
    getattr(table.player("A").mana(2), origin)(card)
    table.begin()
    go(table, "play Gargoyle to hero")
    assert table.ascended("A", "hero") == (expected in ("", origin))


@versions("Gericht, Revered Duelist", C=({"fleeting"}, 2), R1=(frozenset(), 2), R2=(frozenset(), 2))
def test_gericht_takes_pride_in_fleeting(card, expected):
    statuses, boosts = expected
    table = sit()
    table.card("Dare", type="spell", abilities=["effect: gain(target(character), fleeting)"])
    table.player("A").hero_expedition(card).hand("Dare", "Dare").mana(2)
    table.begin()
    go(table, "play Dare")
    table.act("B", "pass")
    go(table, "play Dare")
    found = table.find("Gericht, Revered Duelist")
    assert (found.statuses, found.boosts) == (statuses, boosts)


@versions("Haven Seiringar", C="3/1/1", R1="4/1/1", R2="4/1/1")
def test_haven_seiringar_draws_as_it_leaves(card, expected):
    table = sit()
    table.player("A").reserve(card).mana(2)
    table.begin()
    go(table, "play Haven Seiringar to hero")
    assert table.find("Haven Seiringar").stats == expected
    table.until("morning")
    assert table.zone("A", "discard") == ["Haven Seiringar"]
    assert drawn(table) == 1


@versions("Haven Trainee", C=(2, 0), R1=(2, 0), R2=(0, 2))
def test_haven_trainee_from_reserve(card, expected):
    boosts, recruits = expected
    table = sit()
    table.player("A").reserve(card).mana(4)
    table.begin()
    go(table, "play Haven Trainee to hero")
    assert table.find("Haven Trainee").boosts == boosts
    assert len(table.all("Ordis Recruit")) == recruits


@versions("Haven Trainee", R1=1)
def test_haven_trainee_in_reserve_boosts_the_next_character(card, expected):
    table = sit()
    table.player("A").reserve(card).hand("Inari C").mana(3)
    table.begin()
    table.act("A", "use Haven Trainee")
    go(table, "play Inari to hero")
    assert table.find("Inari").boosts == expected


@cites("effect/lose status")
@versions("Hua Mulan", C="1/3/3", R1="1/2/2", R2="1/2/2")
def test_hua_mulan_loses_fleeting(card, expected):
    table = sit()
    table.player("A").reserve(card).mana(3)
    table.begin()
    go(table, "play Hua Mulan to hero")
    assert table.find("Hua Mulan").statuses == frozenset()
    assert table.find("Hua Mulan").stats == expected


@cites("effect/each player")
@versions("Kitsune", C="hand", R1="reserve", R2="hand")
def test_kitsune_gives_everyone_a_card(card, expected):
    table = sit()
    table.player("A").hand(card).mana(2)
    table.begin()
    go(table, "play Kitsune to hero")
    for player in "AB":
        assert table.zone(player, expected) == ["Filler"]


@cites("effect/sacrifice")
@pytest.mark.parametrize("where", ["hero", "companion"])
@versions("Kuwat, the Dissenter", C="hero", R1="", R2="hero")
def test_kuwat_sacrifices(card, expected, where):
    table = sit()
    side = table.player("A").hand(card).mana(4)
    getattr(side, f"{where}_expedition")("Inari C")
    table.begin()
    found = expected in ("", where)
    go(table, "play Kuwat, the Dissenter to hero", *(["Inari"] if found else []))
    assert table.zone("A", "discard") == ["Inari" if found else "Kuwat, the Dissenter"]


@versions("Lady of the Lake", C=None, R1="spell", R2="character")
def test_lady_of_the_lake_saves_the_next_one(card, expected):
    table = sit()
    table.player("A").reserve(card, "Inari C").hand("Spy Craft C").mana(4)
    table.begin()
    assert table.can("A", "use Lady of the Lake") == (expected is not None)
    if expected is None:
        assert table.find("Lady of the Lake").stats == "1/1/3"
        return
    table.act("A", "use Lady of the Lake")
    if expected == "spell":
        go(table, "play Spy Craft", "done")
        assert "Spy Craft" in table.zone("A", "reserve")
    else:
        go(table, "play Inari to hero")
        assert table.find("Inari").statuses == frozenset()


@cites("selector/expedition or player")
@versions("Lyra Cloth Dancer", C=["Kappa"], R1=["Kappa", "Atlas"], R2=["Kappa"])
def test_lyra_cloth_dancer_gives_fleeting(card, expected):
    table = sit()
    table.player("A").hand(card).mana(3)
    table.player("B").hero_expedition("Kappa C", "Atlas C")
    table.begin()
    go(table, "play Lyra Cloth Dancer to hero", "B" if len(expected) == 2 else "Kappa")
    fleeting = [n for n in ("Kappa", "Atlas") if "fleeting" in table.find(n).statuses]
    assert fleeting == expected


@cites("passive/instead")
@pytest.mark.parametrize("answer", ["yes", "no"])
@versions("Mighty Jinn", C=0, R1=1, R2=0)
def test_mighty_jinn_may_become_mana(card, expected, answer):
    table = sit()
    table.card("Home", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.player("A").hero_expedition(card).hand("Home").mana(1)
    table.begin()
    go(table, "play Home", answer)
    assert table.mana("A")[1] == (2 if answer == "yes" else 1)
    assert drawn(table) == (0 if answer == "yes" else expected)


@pytest.mark.parametrize("fleeting", [True, False])
@versions("Moonlight Jellyfish", C=0, R1=1, R2=0)
def test_moonlight_jellyfish_comes_back(card, expected, fleeting):
    table = sit()
    table.card("Rite", type="spell", abilities=["effect: sacrifice(choose(character))"])
    table.player("A").hero_expedition(card, fleeting=fleeting).hand("Rite").mana(1)
    table.begin()
    go(table, "play Rite")
    assert table.find("Moonlight Jellyfish").zone == ("discard" if fleeting else "reserve")
    assert drawn(table) == (expected if fleeting else 0)


@versions("Moonlight Jellyfish", R2=2)
def test_moonlight_jellyfish_gives_itself_for_a_robot(card, expected):
    table = sit()
    table.player("A").hero_expedition(card).hand("Foundry Armorer R1").mana(3)
    table.begin()
    go(table, "play Foundry Armorer to hero", "A hero", "yes")
    assert table.find("Brassbug").boosts == expected
    assert table.find("Moonlight Jellyfish").zone == "reserve"


@versions("Ordis Cadets", C="hero", R1="companion", R2="hero")
def test_ordis_cadets_bring_a_recruit(card, expected):
    table = sit()
    table.player("A").hand(card).mana(2)
    table.begin()
    go(table, "play Ordis Cadets to hero")
    assert table.find("Ordis Recruit").expedition == expected


@versions("Ordis Cadets", R2=1)
def test_ordis_cadets_in_reserve_make_a_spell_cheaper(card, expected):
    table = sit()
    table.player("A").reserve(card).hand("Spy Craft C").mana(2)
    table.begin()
    table.act("A", "use Ordis Cadets")
    go(table, "play Spy Craft")
    assert table.mana("A")[0] == expected


@pytest.mark.parametrize("ahead", [0, 1])
@versions("Ordis Overseer", C=1, R1=2, R2=1)
def test_ordis_overseer_recruits_when_behind(card, expected, ahead):
    table = sit()
    table.player("A").hand(card).mana(2).companion_expedition("The Frog Prince C")
    table.player("B").regions(hero=ahead)
    table.begin()
    go(table, "play Ordis Overseer to hero")
    assert len(table.all("Ordis Recruit in hero")) == expected * ahead


@versions("Ordis Overseer", C=1, R1=1, R2=1)
def test_ordis_overseer_in_reserve_recruits(card, expected):
    table = sit()
    table.player("A").reserve(card)
    table.begin()
    go(table, "use Ordis Overseer", "A companion")
    assert len(table.all("Ordis Recruit in companion")) == expected


ALSO, ONLY = (["forest", "mountain", "water"], ["water"]), (["forest"], ["forest"])


@versions("Persephone", C=ALSO, R1=ONLY, R2=ONLY)
def test_persephone_brings_spring(card, expected):
    mine, facing = expected
    table = sit()
    table.player("A").hero_expedition(card).regions(hero=2)
    table.player("B").regions(hero=5)
    table.terrain(2, "mountain", "water")
    table.terrain(5, "water")
    table.begin()
    assert sorted(table.region(2)) == mine
    assert sorted(table.region(5)) == facing


@versions("Ratatoskr", C=(2, 0), R1=(3, 0), R2=(0, 2))
def test_ratatoskr_from_reserve(card, expected):
    boosts, recruits = expected
    table = sit()
    table.player("A").reserve(card).mana(3)
    table.begin()
    go(table, "play Ratatoskr to hero")
    assert table.find("Ratatoskr").boosts == boosts
    assert len(table.all("Ordis Recruit in hero")) == recruits


@cites("passive/cost of others")
@pytest.mark.parametrize("played", ["Spindle Harvesters C", "Beauty Sleep C"])
@versions("Robin Hood", C="Spindle", R1="", R2="Spindle")
def test_robin_hood_makes_the_opponent_pay_two(card, expected, played):
    table = sit()
    table.player("A").hand(played).mana(3)
    table.player("B").hero_expedition(card)
    table.begin()
    go(table, f"play {played}")
    assert table.mana("A")[0] == (1 if played.startswith(expected) else 2)


@versions("Robin Hood", R2=1)
def test_robin_hood_in_reserve_makes_a_card_cheaper(card, expected):
    table = sit()
    table.player("A").reserve(card).hand("Spy Craft C").mana(2)
    table.begin()
    table.act("A", "use Robin Hood")
    go(table, "play Spy Craft")
    assert table.mana("A")[0] == expected


@versions("Sneezer Shroom", C=0, R1=1, R2=1)
def test_sneezer_shroom_stays_and_grows(card, expected):
    table = sit()
    table.player("A").hand(card).mana(2)
    table.begin()
    go(table, "play Sneezer Shroom to hero")
    assert table.find("Sneezer Shroom").statuses == {"anchored"}
    table.until("noon")
    table.until("afternoon")
    assert table.find("Sneezer Shroom").boosts == expected


@cites("passive/suppression")
@versions("The Council", C="4/4/4", R1="3/3/3", R2="4/4/4")
def test_the_council_silences_what_faces_it(card, expected):
    table = sit()
    table.player("A").hand("Baba Yaga C", "Baba Yaga C").mana(6)
    table.player("B").hero_expedition(card)
    table.begin()
    assert table.find("The Council").stats == expected
    go(table, "play Baba Yaga to hero")
    assert drawn(table) == 0
    table.act("B", "pass")
    go(table, "play Baba Yaga to companion")
    assert drawn(table) == 1


@versions("The Kraken", C=2, R1=1, R2=2)
def test_the_kraken_floods_and_devours(card, expected):
    table = sit()
    table.player("A").hand(card).mana(7).hero_expedition("Inari C", "Kappa C")
    table.begin()
    go(table, "play The Kraken to hero", *["Inari", "Kappa"][:expected])
    assert len(table.zone("A", "discard")) == expected
    assert table.region(0) == table.region(7) == {"water"}
    assert table.find("The Kraken").presence == {"A hero", "A companion"}


@versions("The Machine in the Ice", C="5/3/5", R1="4/2/4", R2="5/3/5")
def test_the_machine_in_the_ice_goes_to_reserve_exhausted(card, expected):
    table = sit()
    table.player("A").hand(card).mana(1).hero_expedition(card)
    table.begin()
    assert table.find("The Machine in the Ice in hero").stats == expected
    go(table, "play The Machine in the Ice to companion")
    assert table.find("The Machine in the Ice in reserve").statuses == {"exhausted"}


@versions("The Snow Maiden", C=1, R1=2, R2=1)
def test_the_snow_maiden_offers_cards(card, expected):
    table = sit()
    table.player("A").hand(card).mana(4)
    table.begin()
    go(table, "play The Snow Maiden to hero", *["yes"] * expected)
    found = table.all("B Filler in reserve")
    assert [seen.statuses for seen in found] == [{"exhausted"}] * expected


@pytest.mark.parametrize("landmarks", [0, 1, 2])
@versions("Three Little Pigs", C=(2, 1), R1=(2, 2), R2=(1, 1))
def test_three_little_pigs_count_landmarks(card, expected, landmarks):
    needed, boosts = expected
    table = sit()
    table.player("A").hand(card).mana(3).landmarks(*["Kelonic Generator C"] * landmarks)
    table.player("A").reserve("Kelonic Generator C").discard("Kelonic Generator C")
    table.begin()
    go(table, "play Three Little Pigs to hero")
    assert table.find("Three Little Pigs").boosts == (boosts if landmarks >= needed else 0)


@versions("Tinker Bell", C=3, R1=2, R2=2)
def test_tinker_bell_sabotages_from_reserve(card, expected):
    table = sit()
    table.player("A").hand(card).reserve(card).mana(9)
    table.player("B").reserve("Inari C")
    table.begin()
    go(table, "play Tinker Bell from hand to hero")
    assert table.mana("A")[0] == 9 - expected
    assert table.zone("B", "reserve") == ["Inari"]
    table.act("B", "pass")
    go(table, "play Tinker Bell from reserve to hero", "Inari")
    assert table.zone("B", "reserve") == []


@cites("effect/pass and extra turns")
@versions("Wanax, Reka Hexarch", E="6/6/6")
def test_wanax_passes_and_is_cheaper_after_another_card(card, expected):
    table = sit()
    table.card("Call", type="spell", abilities=["effect: play(choose(character, you.hand))"])
    table.player("A").hand(card, "Call").mana(5)
    table.begin()
    go(table, "play Call", "Wanax, Reka Hexarch", "hero")
    assert table.find("Wanax, Reka Hexarch").stats == expected
    assert table.mana("A")[0] == 0
    table.act("B", "use Idler")
    assert table.decider == "B"


def test_every_version_has_a_scenario():
    for name, shown in SHOWN.items():
        printed = {card.version for card in catalogue() if card.name == name}
        assert shown == printed, name
