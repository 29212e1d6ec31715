"""Moving cards: Create, Discard, Draw, Put, Resupply, Sabotage, Sacrifice, Exchange (5.0, 7.3)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
SPELL = {"type": "spell", "cost": "1/1"}


def cast(table, effect):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", **SPELL, abilities=["fleeting", f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(1)


@cites(
    "5.0:7.3.5.a",
    "5.0:7.3.5.b",
    "2024.09:7.3.3.a",
    "2024.09:7.3.3.b",
    "2024.09:EX-7.3.3.b-1",
    "2024.09:EX-6.1.e-1",
)
@RULES
def test_open_the_gates_creates_four_recruits(sit, rules):
    table = sit(rules)
    table.player("A").hand("Open the Gates C").mana(5)
    table.begin()
    table.act("A", "play Open the Gates")
    recruits = table.all("Ordis Recruit")
    assert sorted(recruit.expedition for recruit in recruits) == ["companion"] * 2 + ["hero"] * 2
    for recruit in recruits:
        assert (recruit.name, recruit.type, recruit.token) == ("Ordis Recruit", "character", True)
        assert (recruit.subtypes, recruit.stats, recruit.controller) == ({"soldier"}, "1/1/1", "A")
        assert (recruit.keywords, recruit.gained) == (frozenset(), ())


@cites("5.0:7.3.7.a", "effect/discard from hand reserve deck", "2024.09:7.3.4.a")
@pytest.mark.parametrize(
    ("zone", "what"),
    [
        ("hand", "choose(character, you.hand)"),
        ("reserve", "choose(character, you.reserve)"),
        ("deck", "top(you.deck)"),
        ("hero_expedition", "choose(character)"),
        ("landmarks", "choose(permanent)"),
    ],
)
@RULES
def test_discarding_moves_it_to_the_discard_pile_from_anywhere(sit, rules, zone, what):
    table = sit(rules)
    table.card("Rock", type="landmark_permanent")
    name = "Rock" if zone == "landmarks" else "Inari C"
    getattr(cast(table, f"discard({what})"), zone)(name)
    table.begin()
    table.act("A", "play Decree")
    assert name.removesuffix(" C") in table.zone("A", "discard")
    assert table.zone("A", zone) == []


@cites("5.0:7.3.9.a", "5.0:7.3.9.b", "effect/draw", "2024.09:7.3.5.a")
@RULES
def test_drawing_moves_the_top_cards_to_hand(sit, rules):
    table = sit(rules)
    cast(table, "draw(2)").deck("Inari C", "Kappa C", "Atlas C")
    table.begin()
    table.act("A", "play Decree")
    assert sorted(table.zone("A", "hand")) == ["Inari", "Kappa"]
    assert table.zone("A", "deck") == ["Atlas"]


@cites(
    "5.0:7.3.27.a",
    "5.0:7.3.32.a",
    "5.0:7.3.32.b",
    "5.0:7.3.37.a",
    "effect/send to reserve",
    "effect/return to hand",
    "2024.09:7.3.15.a",
    "2024.09:7.3.15.b",
    "2024.09:7.3.17.a",
    "2024.09:7.3.17.b",
    "2024.09:7.3.20.a",
    "2024.09:7.3.20.b",
    "2024.09:7.3.17.c",
)
@pytest.mark.parametrize(
    ("to", "zone"),
    [("reserve", "reserve"), ("hand", "hand"), ("mana", "mana"), ("deck", "deck")],
)
@RULES
def test_put_return_and_send_all_move_it(sit, rules, to, zone):
    """One verb for the three; where the object has been before does not matter."""
    table = sit(rules)
    cast(table, f"put(target(character), {to})").hero_expedition("Inari C").deck("Kappa C")
    table.begin()
    table.act("A", "play Decree")
    assert "Inari" in table.zone("A", zone)
    assert table.zone("A", "hero_expedition") == []


@cites("5.0:7.1.1.a", "5.0:7.1.1.b", "5.0:7.1.1.c")
@pytest.mark.parametrize("destination", ["you.hero_expedition", "you.expeditions"])
@RULES
def test_what_is_put_in_play_is_not_played(sit, rules, destination):
    """The remark of 7.1.1: it enters play; "when played" does not happen."""
    table = sit(rules)
    table.card("Comer", abilities=["J: gain(me, luck=1)", "H: draw(1)", "R: draw(1)"])
    cast(table, f"put(choose(character, you.reserve), {destination})").reserve("Comer")
    table.begin()
    table.act("A", "play Decree", *(["hero"] if destination.endswith("s") else []))
    assert table.find("Comer").expedition == "hero"
    assert table.find("Comer").counters == {"luck": 1}
    assert table.zone("A", "hand") == []


@cites("5.0:7.3.31.a", "effect/resupply")
@RULES
def test_resupply_puts_the_top_card_in_reserve(sit, rules):
    """7.3.31.a."""
    table = sit(rules)
    cast(table, "resupply()").deck("Inari C", "Kappa C")
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("A", "reserve") == ["Inari"]
    assert table.find("Inari").statuses == frozenset()


@cites("5.0:7.3.31.c")
@RULES
def test_resupply_from_an_empty_deck_shuffles_the_discard_pile(sit, rules):
    """7.3.31.c: under both rulesets."""
    table = sit(rules)
    cast(table, "resupply()").deck().discard("Inari C")
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("A", "reserve") == ["Inari"]


@cites("5.0:7.3.31.c")
@RULES
def test_resupply_without_any_card_does_nothing(sit, rules):
    """7.3.31.c."""
    table = sit(rules)
    cast(table, "resupply()").deck()
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("A", "reserve") == []


@cites("5.0:7.3.14.a", "effect/exhausted resupply", "keyword/exhausted resupply")
@RULES
def test_exhausted_resupply_exhausts_the_card(sit, rules):
    """7.3.14.a: it cannot be played from Reserve this Day."""
    table = sit(rules)
    cast(table, "resupply(exhausted)").deck("Inari C", "Kappa C").mana(9)
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Inari").statuses == {"exhausted"}
    table.act("B", "pass")
    assert not table.can("A", "play Inari to hero")


@cites("5.0:7.3.14.a")
@RULES
def test_what_reacts_to_resupply_reacts_to_exhausted_resupply(sit, rules):
    """The remark of 7.3.14, and the Reaction finds the card exhausted."""
    table = sit(rules)
    line = "when(resupplies(you)): if_(is_(it, exhausted), draw(1))"
    table.card("Scribe", type="landmark_permanent", abilities=[line])
    cast(table, "resupply(exhausted)").landmarks("Scribe")
    table.begin()
    table.act("A", "play Decree")
    assert len(table.zone("A", "hand")) == 1


@cites("5.0:7.3.14.a")
@RULES
def test_a_modifier_of_resupply_applies_to_exhausted_resupply(sit, rules):
    """The remark of 7.3.14: The Ouroboros shows two cards, and one is put there."""
    table = sit(rules)
    cast(table, "resupply(exhausted)").landmarks("The Ouroboros, Lyra Bastion R2")
    table.player("A").deck("Inari C", "Kappa C", "Atlas C")
    table.begin()
    table.act("A", "play Decree", "Kappa")
    assert table.zone("A", "reserve") == ["Kappa"]
    assert "Inari" in table.zone("A", "discard")


@cites("5.0:7.3.35.a", "effect/sabotage", "selector/card in a reserve")
@pytest.mark.parametrize("card", ["A Inari", "B Kappa"])
@RULES
def test_sabotage_discards_a_card_of_any_reserve(sit, rules, card):
    """7.3.35.a and its remark: also of the own."""
    table = sit(rules)
    cast(table, "sabotage()").reserve("Inari C")
    table.player("B").reserve("Kappa C")
    table.begin()
    table.act("A", "play Decree", card)
    assert table.find(card).zone == "discard"
    assert len(table.zone("A", "reserve") + table.zone("B", "reserve")) == 1


@cites("5.0:7.3.35.a")
@RULES
def test_sabotage_may_choose_nothing(sit, rules):
    """7.3.35.a: "up to one"."""
    table = sit(rules)
    cast(table, "sabotage()").reserve("Inari C")
    table.begin()
    table.act("A", "play Decree", "done")
    assert table.zone("A", "reserve") == ["Inari"]


@pytest.mark.parametrize("version", ["C", "R1", "R2"])
@RULES
def test_a_sabotage_that_says_what_may_choose_nothing_too(sit, rules, version):
    """7.3.35.a: the Stern Sentinel and the Wolf need not discard their own player's card."""
    for name in ("Stern Sentinel", "The Big Bad Wolf"):
        table = sit(rules)
        table.player("A").hand(f"{name} {version}").mana(9).reserve("Filler")
        table.begin()
        table.act("A", f"play {name} to hero", "done")
        assert table.zone("A", "reserve") == ["Filler"]


@RULES
def test_a_sabotage_that_finds_no_target_hinders_nothing(sit, rules):
    """The branch of Stern Sentinel that is not taken would have none."""
    table = sit(rules)
    table.card("Vow", type="landmark_permanent", subtypes=["feat"])
    table.card("Grand", cost="5/5")
    table.player("A").hand("Stern Sentinel R1").mana(9).landmarks("Vow")
    table.player("B").reserve("Grand")
    table.begin()
    table.act("A", "play Stern Sentinel to hero", "Grand")
    assert table.find("Grand").zone == "discard"


@cites("5.0:7.3.36.a")
@RULES
def test_only_what_you_control_can_be_sacrificed(sit, rules):
    """7.3.36.a: an object in play of the player who sacrifices."""
    table = sit(rules)
    cast(table, "sacrifice(choose(character))").hero_expedition("Inari C", "Atlas C")
    table.player("A").reserve("Cernunnos C")
    table.player("B").hero_expedition("Kappa C")
    table.begin()
    table.act("A", "play Decree")
    assert [label.split(" in ")[0] for label in table.options("A")] == ["A: Inari", "A: Atlas"]
    table.choose("A", "Inari")
    assert table.find("Inari").zone == "discard"


@cites("5.0:7.3.36.b")
@RULES
def test_a_sacrificed_token_was_sacrificed(sit, rules):
    """7.3.36.b and its remark: although it ceases to exist instead."""
    table = sit(rules)
    line = "when(sacrifices(you, character)): draw(1)"
    table.card("Altar", type="landmark_permanent", abilities=[line])
    cast(table, "sacrifice(choose(character))").landmarks("Altar").hero_expedition("Brassbug")
    table.begin()
    table.act("A", "play Decree")
    assert table.all("Brassbug") == []
    assert len(table.zone("A", "hand")) == 1


@cites("5.0:7.3.36.a")
@RULES
def test_a_discard_is_no_sacrifice(sit, rules):
    """7.3.36.a: the Jellyfish comes back from one and not from the other."""
    table = sit(rules)
    cast(table, "discard(target(character))").hero_expedition("Moonlight Jellyfish C")
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Moonlight Jellyfish").zone == "discard"


@cites("5.0:7.3.12.a")
@RULES
def test_exchanged_cards_go_where_the_other_was(sit, rules):
    """7.3.12.a."""
    table = sit(rules)
    table.player("A").hand("Sleight of Hand R1", "Inari C").reserve("Kappa C").mana(1)
    table.begin()
    table.act("A", "play Sleight of Hand")
    assert table.zone("A", "hand") == ["Kappa"]
    assert table.find("Inari").zone == "reserve"


@cites("5.0:7.3.12.b")
@pytest.mark.parametrize("missing", ["hand", "reserve"])
def test_an_exchange_with_nothing_does_not_happen(sit, missing):
    """The example of 7.3.12.b."""
    table = sit("5.0")
    side = table.player("A").hand("Sleight of Hand R1").mana(1)
    if missing == "hand":
        side.reserve("Kappa C")
    else:
        side.hand("Kappa C")
    table.begin()
    table.act("A", "play Sleight of Hand")
    assert table.find("Kappa").zone == ("reserve" if missing == "hand" else "hand")


@cites("5.0:7.3.18.a")
@RULES
def test_a_player_may_have_an_object_do_something(sit, rules):
    """The example of 7.3.18: Lyra Cloth Dancer; declining leaves it as it was."""
    for answers, statuses in ((["Kappa"], {"fleeting"}), ([], frozenset())):
        table = sit(rules)
        table.player("A").hand("Lyra Cloth Dancer C").mana(3)
        table.player("B").hero_expedition("Kappa C")
        table.begin()
        table.act("A", "play Lyra Cloth Dancer to hero", *answers)
        while table.decision != "turn":
            table.choose("A", "yes" if answers else table.options("A")[-1])
        assert table.find("Kappa").statuses == statuses


@pytest.mark.parametrize(
    ("where", "count"),
    [
        ("aerolith, exhausted, in_=you.landmarks", 1),
        ("aerolith, 2, exhausted, in_=you.landmarks", 2),
        ("brassbug, exhausted, in_=target(expedition)", 1),
        ("brassbug, 2, exhausted, in_=you.expeditions", 2),
    ],
)
@RULES
def test_a_token_may_be_created_exhausted(sit, rules, where, count):
    """It becomes so, by the remark of 7.5.4.a: triggers on that see it."""
    table = sit(rules)
    line = "when(exhausts(permanent | character)): gain(me, arcane=1)"
    table.card("Watch", type="landmark_permanent", abilities=[line])
    cast(table, f"create({where})").landmarks("Watch")
    table.begin()
    table.act("A", "play Decree")
    while table.decision != "turn":
        table.choose("A", table.options("A")[0])
    found = table.all("Aerolith") + table.all("Brassbug")
    assert [token.statuses for token in found] == [{"exhausted"}] * count
    assert table.find("Watch").counters == {"arcane": count}
