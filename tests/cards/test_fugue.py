"""New mechanics of FUGUE in play: tables, copies, effects that last a Day.

It is long, and one thing: a set of cards, in its order.
"""

from __future__ import annotations

import pytest

from altered_env import Scenario
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
RARES = pytest.mark.parametrize("version", ["R1", "R2"])
ALL = pytest.mark.parametrize("version", ["C", "R1", "R2"])


def at_table(rules="5.0"):
    table = Scenario(rules=rules, seed=2)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.player("A").hero("Idler")
    table.player("B").hero("Idler")
    return table


# -- tables: if an amount is so, and so


@RULES
@cites("condition/a table of comparisons")
@pytest.mark.parametrize(
    ("mine", "theirs", "boosts", "sabotaged", "moved"),
    [(1, 2, 0, 0, 0), (2, 2, 1, 0, 0), (3, 3, 1, 1, 0), (4, 4, 1, 1, 1)],
)
def test_scylla_by_how_many_hands_hold(rules, mine, theirs, boosts, sabotaged, moved):
    table = at_table(rules)
    side = table.player("A").hand("Scylla E", *["Filler"] * mine).mana(7).deck(*["Kappa"] * 9)
    side.regions(hero=2, companion=2)
    table.player("B").hand(*["Filler"] * theirs).reserve("Foundry Armorer C").regions(2, 2)
    table.begin()
    table.act("A", "play Scylla to hero")
    for _ in range(6):
        if table.decision == "turn":
            break
        offered = table.options("A")
        table.choose("A", next((o for o in offered if o.startswith("B")), offered[0]))
    assert len(table.zone("A", "hand")) == len(table.zone("B", "hand")) == 3
    assert table.find("Scylla").boosts == boosts
    assert table.zone("B", "reserve") == ["Foundry Armorer"] * (1 - sabotaged)
    now = [table.progress("B", place) for place in ("hero", "companion")]
    assert sorted(now) == ([1, 2] if moved else [2, 2])


@RULES
@cites("condition/a table of comparisons")
@pytest.mark.parametrize(
    ("top", "status"),
    [("Kappa", "anchored"), ("Foundry Armorer C", None), ("Charging Ram C", "fleeting")],
)
def test_lyra_highroller_by_the_card_on_top(rules, top, status):
    table = at_table(rules)
    table.player("A").hand("Lyra Highroller R2").mana(3).deck(top)
    table.begin()
    table.act("A", "play Lyra Highroller to hero")
    assert table.find("Lyra Highroller").statuses == frozenset({status} - {None})


@cites("condition/a table of comparisons")
def test_lyra_highroller_with_an_empty_deck():
    table = at_table()
    table.card(
        "Nothing", type="spell", cost="0/0", abilities=["effect: put(top(you.deck, 40), hand)"]
    )
    table.player("A").hand("Lyra Highroller R2", "Nothing").mana(3).deck("Kappa")
    table.begin()
    table.act("A", "play Nothing")
    table.act("B", "pass")
    table.act("A", "play Lyra Highroller to hero")
    assert table.find("Lyra Highroller").statuses == frozenset()


@RULES
@cites("condition/a table of comparisons")
@pytest.mark.parametrize(("version", "die"), [("R1", 6), ("R2", 4), ("R1", 1), ("R1", 5)])
def test_lyra_gambler(rules, version, die):
    table = at_table(rules)
    table.player("A").hand(f"Lyra Gambler {version}").mana(2)
    table.dice(die)
    table.begin()
    table.act("A", "play Lyra Gambler to hero")
    said = {1: {"fleeting"}, 5: set()}.get(die, {"anchored"})
    assert table.find("Lyra Gambler").statuses == said


# -- one for each player, all others


@RULES
@RARES
@cites("selector/one for each player")
def test_ordis_counterspy_leaves_one_card_in_each_reserve(rules, version):
    table = at_table(rules)
    table.player("A").hand(f"Ordis Counterspy {version}").mana(3).reserve("Kappa", "Filler")
    table.player("B").reserve("Foundry Armorer C", "Ordis Trooper C", "Echo")
    table.begin()
    table.act("A", "play Ordis Counterspy to hero", "Filler", "Ordis Trooper")
    assert table.zone("A", "reserve") == ["Filler"]
    assert table.zone("B", "reserve") == ["Ordis Trooper"]


@RARES
@cites("selector/one for each player")
def test_ordis_counterspy_where_one_reserve_is_empty(version):
    table = at_table()
    table.player("A").hand(f"Ordis Counterspy {version}").mana(3)
    table.player("B").reserve("Foundry Armorer C", "Ordis Trooper C")
    table.begin()
    table.act("A", "play Ordis Counterspy to hero", "Foundry Armorer")
    assert table.zone("B", "reserve") == ["Foundry Armorer"]


@cites("selector/one for each player")
def test_one_in_each_expedition():
    table = at_table()
    each = ["effect: discard(choose(character, expeditions, per=expedition))"]
    table.card("Net", type="spell", cost="0/0", abilities=each)
    table.player("A").hand("Net").hero_expedition("Kappa", "Filler")
    table.player("B").hero_expedition("Foundry Armorer C").companion_expedition("Ordis Trooper C")
    table.begin()
    table.act("A", "play Net", "Filler")
    assert table.zone("A", "hero_expedition") == ["Kappa"]
    assert table.zone("B", "hero_expedition") == table.zone("B", "companion_expedition") == []


# -- another one like it


@RULES
@cites("effect/create alike")
@pytest.mark.parametrize(("place", "answer", "made"), [("hero", "yes", 2), ("companion", "no", 1)])
def test_troy_creates_another_in_the_same_place(rules, place, answer, made):
    table = at_table(rules)
    table.player("A").landmarks("Troy C").hand("Foundry Armorer C").reserve("Foundry Armorer C")
    table.player("A").mana(3)
    table.begin()
    table.act("A", "play Foundry Armorer from Reserve to hero", f"A {place}", answer)
    assert table.zone("A", f"{place}_expedition").count("Brassbug") == made
    assert ("exhausted" in table.find("Troy").statuses) == (answer == "yes")


@RULES
@cites("effect/create alike")
def test_troy_copies_a_token_in_an_expedition_of_the_opponent(rules):
    table = at_table(rules)
    table.player("A").landmarks("Troy C").reserve("Foundry Armorer C").mana(3)
    table.begin()
    table.act("A", "play Foundry Armorer to hero", "B hero", "yes")
    assert table.zone("B", "hero_expedition") == ["Brassbug", "Brassbug"]


@RULES
@cites("effect/create alike")
def test_troy_copies_a_token_in_reserve(rules):
    table = at_table(rules)
    table = Scenario(rules=rules, seed=2)
    table.player("B").hand("Filler").mana(1)
    table.player("A").hero("Eyota").landmarks("Troy C").hand("Echo Chamber C").mana(1)
    table.begin()
    table.act("A", "play Echo Chamber", "yes")
    assert table.zone("A", "reserve") == ["Echo", "Echo"]


@RULES
@RARES
@cites("passive/create more instead", "effect/create alike")
def test_troy_doubles_each_token_and_only_its_players(rules, version):
    table = at_table(rules)
    table.player("A").landmarks(f"Troy {version}").hand("Helen of Troy R1").mana(3)
    table.player("B").hand("Helen of Troy R1").mana(3)
    table.begin()
    table.act("A", "play Helen of Troy to hero")
    table.act("B", "play Helen of Troy to hero")
    assert table.zone("A", "companion_expedition") == ["Ordis Recruit"] * 2
    assert table.zone("A", "hero_expedition").count("Ordis Recruit") == 2
    assert table.zone("B", "companion_expedition") == ["Ordis Recruit"]


@RARES
@cites("passive/create more instead")
def test_two_troys_make_four(version):
    table = at_table()
    table.player("A").landmarks(f"Troy {version}", f"Troy {version}").reserve("Paris C").mana(2)
    table.begin()
    table.act("A", "play Paris to hero")
    while table.decision != "turn":
        table.choose("A", table.options("A")[0])
    assert table.zone("A", "hero_expedition").count("Ordis Recruit") == 4


# -- what lasts a Day, whose reserve


@RULES
@RARES
@cites("duration/cards of a name this day")
def test_the_security_officer_keeps_a_name_from_being_played(rules, version):
    table = at_table(rules)
    table.player("A").hand(f"Ship Security Officer {version}").mana(2).reserve("Kappa")
    table.player("B").reserve("Kappa", "Foundry Armorer C").hand("Filler").mana(9)
    table.begin()
    table.act("A", "play Ship Security Officer to hero", "Kappa")
    if table.decision == "yes_no":
        table.choose("A", "yes")
    assert sorted(table.zone("B", "hand")) == ["Filler", "Kappa"]
    assert not table.can("B", "play Kappa") and table.can("B", "play Foundry Armorer")
    assert table.can("B", "play Filler")


@cites("duration/cards of a name this day")
def test_its_own_player_may_play_that_name():
    table = at_table()
    table.player("A").hand("Ship Security Officer R1", "Kappa").mana(9)
    table.player("B").reserve("Kappa", "Filler").mana(9)
    table.begin()
    table.act("A", "play Ship Security Officer to hero", "Kappa")
    if table.decision == "yes_no":
        table.choose("A", "yes")
    table.act("B", "pass")
    assert table.can("A", "play Kappa")


@RULES
@cites("selector/in another player's zone")
def test_the_security_officer_targets_no_card_of_its_player(rules):
    table = at_table(rules)
    table.player("A").hand("Ship Security Officer C").mana(2).reserve("Kappa")
    table.begin()
    table.act("A", "play Ship Security Officer to hero")
    assert table.zone("A", "reserve") == ["Kappa"] and table.decision == "turn"


# -- targets by an amount, by revealed cards


@RULES
@cites("selector/by what was revealed")
@pytest.mark.parametrize(
    ("top", "offered"),
    [("Foundry Armorer C", ["Charging Ram"]), ("Kappa", ["Charging Ram", "Kappa"])],
)
def test_demodocus_by_the_hand_cost_of_the_revealed_card(rules, top, offered):
    table = at_table(rules)
    table.player("A").hand("Demodocus, Weaver of Tales R2").mana(3).deck(top)
    table.player("B").hero_expedition("Charging Ram C", "Kappa")
    table.begin()
    table.act("A", "play Demodocus, Weaver of Tales to hero")
    seen = [
        name for name in ("Charging Ram", "Kappa") if any(name in o for o in table.options("A"))
    ]
    assert seen == offered
    table.choose("A", "Charging Ram")
    assert "fleeting" in table.find("Charging Ram").statuses


@RULES
@cites("selector/no statistic over an amount")
@pytest.mark.parametrize(("soldiers", "possible"), [(2, False), (3, True)])
def test_strength_in_numbers_counts_soldiers(rules, soldiers, possible):
    table = at_table(rules)
    side = table.player("A").hand("Strength in Numbers C").mana(2)
    side.hero_expedition(*["Ordis Recruit"] * soldiers)
    table.player("B").hero_expedition("Trireme Shipchandler C")
    table.begin()
    if table.can("A", "play Strength in Numbers"):
        table.act("A", "play Strength in Numbers")
        for _ in range(2):
            if table.decision != "turn":
                table.choose("A", table.options("A")[-1])
    assert ("Trireme Shipchandler" in table.zone("B", "reserve")) is possible


@RULES
@cites("selector/no statistic over an amount")
def test_strength_in_numbers_counts_the_token_that_it_makes(rules):
    table = at_table(rules)
    table.player("A").hand("Strength in Numbers R1").mana(2)
    table.player("B").hero_expedition("Echo", "Kappa").companion_expedition("Echo")
    table.begin()
    table.act("A", "play Strength in Numbers", "A hero")
    assert table.zone("B", "hero_expedition") == ["Kappa"]
    assert table.zone("B", "companion_expedition") == ["Echo"]


@RULES
@ALL
@cites("effect/as many boosts as")
@pytest.mark.parametrize(("boosts", "gained"), [(0, 2), (1, 3), (9, 9)])
def test_rinku_gains_up_to_a_maximum(rules, version, boosts, gained):
    table = at_table(rules)
    table.player("A").hand(f"Rinku, Altrun Ace {version}").mana(2)
    table.player("A").companion_expedition("Charging Ram C", boosts=boosts)
    table.begin()
    table.act("A", "play Rinku, Altrun Ace to hero", "Charging Ram")
    assert table.find("Rinku, Altrun Ace").boosts == min(gained, 3 if version == "C" else 4)


@RULES
@ALL
@cites("effect/who it was facing sacrifices")
def test_offering_to_the_gods(rules, version):
    table = at_table(rules)
    table.player("A").hand(f"Offering to the Gods {version}").mana(3).hero_expedition("Kappa")
    table.player("B").hero_expedition("Filler").companion_expedition("Foundry Armorer C")
    table.begin()
    table.act("A", "play Offering to the Gods")
    assert table.zone("B", "hero_expedition") == [] == table.zone("A", "hero_expedition")
    assert table.zone("B", "companion_expedition") == ["Foundry Armorer"]


@RULES
@RARES
@cites("condition/what was revealed")
@pytest.mark.parametrize(
    ("shown", "answer", "fleeting", "drawn"),
    [(4, "yes", False, 0), (7, "yes", False, 1), (7, "no", True, 0), (3, None, True, 0)],
)
def test_cassandra(rules, version, shown, answer, fleeting, drawn):
    table = at_table(rules)
    kind = "spell" if version == "R1" else "landmark_permanent"
    body = ["effect: draw(1)"] if version == "R1" else []
    table.card("Vision", type=kind, cost=f"{shown}/{shown}", abilities=body)
    table.player("A").hand(f"Cassandra, Cursed Prophetess {version}", "Vision").mana(2)
    table.begin()
    table.act("A", "play Cassandra, Cursed Prophetess to hero")
    if answer is not None:
        table.choose("A", {"yes": "Vision", "no": "done"}[answer])
    cassandra = table.find("Cassandra, Cursed Prophetess")
    assert ("fleeting" in cassandra.statuses) is fleeting
    assert len(table.zone("A", "hand")) == 1 + drawn


@RULES
@RARES
@cites("effect/more modes on a face")
@pytest.mark.parametrize(("die", "both"), [(6, True), (5, False)])
def test_demodocus_tale(rules, version, die, both):
    table = at_table(rules)
    table.player("A").hand(f"Demodocus' Tale {version}").mana(2).hero_expedition("Kappa")
    table.dice(die)
    table.begin()
    table.act("A", "play Demodocus' Tale")
    table.choose("A", next(one for one in table.options("A") if "boost" in one))
    if both and table.decision == "mode":
        table.choose("A", next(one for one in table.options("A") if "leeting" in one))
    kappa = table.find("Kappa")
    assert (kappa.boosts, "fleeting" in kappa.statuses) == (1, both)


# -- the rest


@RULES
@cites("passive/sacrificed to reserve")
@pytest.mark.parametrize(("state", "where"), [({}, "reserve"), ({"fleeting": True}, "discard")])
def test_polyxena_goes_to_reserve_where_she_was_not_fleeting(rules, state, where):
    table = at_table(rules)
    table.player("A").hand("Agamemnon C").mana(3).hero_expedition("Polyxena R1", **state)
    table.begin()
    table.act("A", "play Agamemnon to hero", "Polyxena")
    assert table.zone("A", where) == ["Polyxena"]


@RULES
@ALL
@cites("effect/by my owner")
def test_the_trojan_horse_leaves_recruits_to_its_owner(rules, version):
    table = at_table(rules)
    table.player("A").hand(f"The Trojan Horse {version}").mana(5)
    table.player("B").hand("Wave Away C").mana(2)
    table.card("Push", type="spell", cost="0/0", abilities=["effect: discard(target(character))"])
    table.player("B").hand("Push")
    table.begin()
    table.act("A", "play The Trojan Horse to hero")
    assert table.zone("B", "hero_expedition") == ["The Trojan Horse"]
    assert ("fleeting" in table.find("The Trojan Horse").statuses) is (version == "C")
    table.act("B", "play Push")
    assert table.zone("A", "hero_expedition") == ["Ordis Recruit"]
    assert table.zone("A", "companion_expedition") == ["Ordis Recruit"]
    assert table.zone("B", "hero_expedition") == [] == table.zone("B", "companion_expedition")


@RULES
@ALL
@cites("effect/choose an expedition of theirs")
def test_between_a_rock_and_a_hard_place(rules, version):
    table = at_table(rules)
    table.player("A").hand(f"Between a Rock and a Hard Place {version}").mana(4)
    table.player("B").hero_expedition("Filler", "Kappa").companion_expedition("Foundry Armorer C")
    table.begin()
    table.act("A", "play Between a Rock and a Hard Place", "B")
    assert table.decider == "B"
    table.choose("B", "B companion")
    assert table.zone("B", "companion_expedition") == []
    assert len(table.zone("B", "hero_expedition")) == 2


@RULES
@ALL
@cites("passive/restricted targets")
def test_blinding_blow_for_less_hits_the_gigantic_alone(rules, version):
    table = at_table(rules)
    table.player("A").hand(f"Blinding Blow {version}").mana(2)
    table.player("B").hero_expedition("Kappa").landmarks("Fane of Circe C")
    table.begin()
    assert table.can("A", "play Blinding Blow") is (rules == "5.0")  # it would do nothing
    table = at_table(rules)
    table.player("A").hand(f"Blinding Blow {version}").mana(3)  # 1 of it for Tough, in water
    table.player("B").hero_expedition("Charybdis E").landmarks("Fane of Circe C")
    table.begin()
    table.act("A", "play Blinding Blow")
    while table.decision != "turn":
        wanted = ("yes", "eserve", "mode 1", "Charybdis")
        table.choose("A", next(o for w in wanted for o in table.options("A") if w in o))
    assert table.zone("B", "reserve") == ["Charybdis"]
    assert table.zone("B", "landmarks") == ["Fane of Circe"]


@RULES
@cites("effect/ready mana orbs")
def test_treacherous_loop_readies_eight_mana_orbs(rules):
    table = at_table(rules)
    table.player("A").hand("Treacherous Loop E").mana(12, exhausted=2)
    table.begin()
    table.act("A", "play Treacherous Loop")
    while table.decision != "turn" and table.options("A") != ["done"]:
        table.choose("A", table.options("A")[0])
    assert table.mana("A") == (11, 12)


@RULES
@cites("effect/place a marker of a choice")
def test_shrewd_odysseus_places_a_marker_and_counts_regions(rules):
    table = at_table(rules)
    table.terrain(1, "forest")
    table.terrain(2, "mountain", "water")
    table.player("A").hand("Shrewd Odysseus E").mana(4).regions(hero=2)
    table.begin()
    before = [table.region(number) for number in range(8)]
    table.act("A", "play Shrewd Odysseus to hero")
    while table.decision != "turn":
        wanted = ("from hand", "Forest", "region 2")
        offered = table.options("A")
        table.choose("A", next((o for w in wanted for o in offered if w in o), offered[0]))
    after = [table.region(number) for number in range(8)]
    assert [one for one, was in zip(after, before, strict=True) if one != was] == [{"forest"}]
    assert table.find("Shrewd Odysseus").boosts == 2  # regions 1 and 2


@RULES
def test_hector_targets_two_others(rules):
    table = at_table(rules)
    side = table.player("A").hand("Hector C").mana(3)
    side.hero_expedition("Ordis Trooper C").companion_expedition("Ordis Recruit")
    table.begin()
    table.act("A", "play Hector to hero", "Ordis Trooper", "Ordis Recruit")
    found = [table.find(name).boosts for name in ("Hector", "Ordis Trooper", "Ordis Recruit")]
    assert found == [0, 1, 1]


@RULES
@RARES
def test_circe_makes_one_where_each_was(rules, version):
    table = at_table(rules)
    table.player("A").hand(f"Circe {version}").mana(3).companion_expedition("Kappa")
    table.player("B").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Circe to hero", "Kappa")
    assert table.zone("A", "companion_expedition") == ["Woollyback"]
    assert table.zone("B", "hero_expedition") == ["Woollyback"]


@RULES
@pytest.mark.parametrize(("die", "left"), [(6, 1), (5, 2)])
def test_a_six_lets_the_lotus_eater_sabotage_another(rules, die, left):
    table = at_table(rules)
    table.player("A").hand("Lotus-Eater R1").mana(3)
    table.player("B").reserve("Filler", "Kappa", "Foundry Armorer C")
    table.dice(die)
    table.begin()
    table.act("A", "play Lotus-Eater to hero")
    for name in ("Filler", "Kappa", "Foundry"):
        while table.decision != "turn" and "yes" in table.options("A"):
            table.choose("A", "yes")
        if table.decision != "turn":
            table.choose("A", next(one for one in table.options("A") if name in one))
    assert len(table.zone("B", "reserve")) == left


@RULES
def test_the_fane_of_helios_readies_what_it_puts_in_mana(rules):
    table = at_table(rules)
    table.player("A").landmarks("Fane of Helios E").deck("Kappa", "Filler")
    table.begin("noon")
    table.choose("A", "Kappa")
    assert table.mana("A") == (1, 1)


# -- read last: another card to play, a surcharge on a condition, limits for each player, a price


@RULES
@ALL
def test_ajax_lets_another_character_be_played_for_two_less(rules, version):
    table = at_table(rules)
    send = "effect: put(target(character, play), reserve)"
    table.card("Send", type="spell", cost="0/0", abilities=[send])
    side = table.player("A").hand("Send").hero_expedition(f"Ajax {version}").mana(2)
    side.reserve("Treacherous Loop E", "Foundry Armorer C")  # a Spell, and a Character of 3
    table.begin()
    table.act("A", "play Send")
    assert table.options("A") == ["A: Foundry Armorer in Reserve", "done"]  # not Ajax itself
    table.choose("A", "Foundry Armorer", "hero")
    assert table.mana("A") == (1, 2)
    assert table.find("Foundry Armorer").expedition == "hero"


@RULES
@pytest.mark.parametrize(("version", "offered"), [("C", False), ("R1", True), ("R2", True)])
def test_ajax_that_is_discarded_has_left_the_expedition_zone(rules, version, offered):
    table = at_table(rules)
    table.card("Rid", type="spell", cost="0/0", abilities=["effect: discard(target(character))"])
    side = table.player("A").hand("Rid").hero_expedition(f"Ajax {version}").mana(2)
    side.reserve("Foundry Armorer C")
    table.begin()
    table.act("A", "play Rid")
    assert (table.decision != "turn") is offered


@RULES
@pytest.mark.parametrize(
    ("version", "reserves", "kept"), [("C", 3, 3), ("R1", 3, 2), ("R2", 2, 2), ("R1", 1, 1)]
)
@pytest.mark.parametrize(("theirs", "left"), [(5, 3), (3, 3), (1, 1)])
def test_double_cross_spares_who_has_few(rules, version, reserves, kept, theirs, left):
    table = at_table(rules)
    table.player("A").hand(f"Double-Cross {version}").mana(2).deck("Kappa")
    table.player("B").hand(*["Filler"] * theirs).reserve(*["Kappa"] * reserves)
    table.begin()
    table.act("A", "play Double-Cross")
    while table.decision != "turn":
        table.choose("B", table.options("B")[0])
    assert table.zone("A", "hand") == ["Kappa"]
    assert len(table.zone("B", "hand")) == left
    assert len(table.zone("B", "reserve")) == kept


@RULES
@RARES
@pytest.mark.parametrize(("reserve", "cost"), [([], 1), (["Kappa"], 2)])
def test_the_fane_of_nausicaa_taxes_the_hand_beside_a_reserve(rules, version, reserve, cost):
    table = at_table(rules)
    side = table.player("A").hand("Filler").mana(2).reserve(*reserve)
    side.landmarks(f"Fane of Nausicaa {version}")
    table.begin()
    table.act("A", "play Filler to hero")
    assert table.mana("A") == (2 - cost, 2)


@RULES
@RARES
@pytest.mark.parametrize("place", ["hero_expedition", "reserve"])
def test_the_famed_mycologist_pays_with_a_token_from_either_place(rules, version, place):
    table = at_table(rules)
    side = table.player("A").hand(f"Famed Mycologist {version}").mana(3)
    getattr(side, place)("Echo")
    table.player("B").reserve("Filler")
    table.begin()
    table.act("A", "play Famed Mycologist to hero")
    price = "Sacrifice" if place == "hero_expedition" else "Discard"
    while table.decision != "turn":
        offered = table.options("A")
        table.choose("A", next((o for w in (price, "B: ") for o in offered if w in o), offered[0]))
    assert not table.all("Echo")
    assert table.zone("B", "reserve") == []


@RULES
@pytest.mark.parametrize(
    ("version", "hero", "reserve", "drawn"),
    [
        ("R1", ["Ordis Trooper C"], ["Ordis Trooper C"], 1),
        ("R1", ["Ordis Trooper C"], [], 0),  # she is no other Soldier
        ("R2", ["Echo"], ["Charging Ram C"], 1),  # a Companion and an Animal
        ("R2", [], ["Charging Ram C"], 0),
    ],
)
def test_nausicaa_counts_reserve_and_expeditions(rules, version, hero, reserve, drawn):
    table = at_table(rules)
    side = table.player("A").hand(f"Nausicaa {version}").mana(2).deck("Filler")
    side.hero_expedition(*hero).reserve(*reserve)
    table.begin()
    table.act("A", "play Nausicaa to companion")
    assert len(table.zone("A", "hand")) == drawn


@RULES
@ALL
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_fane_of_calypso_is_the_price_of_staying(rules, version, answer):
    status = "asleep" if version == "R2" else "anchored"
    table = at_table(rules)
    send = "effect: put(target(character, play), reserve)"
    table.card("Send", type="spell", cost="0/0", abilities=[send])
    side = table.player("A").hand("Send").landmarks(f"Fane of Calypso {version}")
    side.hero_expedition("Kappa", **{status: True})
    table.begin()
    table.act("A", "play Send", answer)
    paid = answer == "yes"
    assert table.zone("A", "landmarks") == [] if paid else ["Fane of Calypso"]
    assert table.find("Kappa").zone == ("expedition" if paid else "reserve")
    # Anchored is lost instead; Asleep stays, since only the Fane is sacrificed instead
    assert table.find("Kappa").statuses == ({"asleep"} if paid and version == "R2" else set())
