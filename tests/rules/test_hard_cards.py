"""Cards with complex abilities play as printed."""

from __future__ import annotations

import pytest

from tests.citations import cites

both = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def cast(table, effect, mana=1):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", type="spell", cost="1/1", abilities=["fleeting", f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(mana)


def settle(table):
    """Play the Reactions that wait, in the order in which they are offered."""
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])


# Brainwash


@both
@pytest.mark.parametrize("whose", ["A", "B"])
def test_a_character_of_any_reserve_is_played(sit, rules, whose):
    table = sit(rules)
    cast(table, "x = target(character, reserve, reserve_cost <= 2); play(x, free)")
    table.card("Cheap", cost="5/2", abilities=["R: gain(me, boost=1)"])
    table.card("Dear", cost="1/3")
    table.player(whose).reserve("Cheap", "Dear")
    table.begin()
    table.act("A", "play Decree", "hero")
    cheap = table.find("Cheap")
    assert (cheap.controller, cheap.owner, cheap.expedition) == ("A", whose, "hero")
    assert (cheap.boosts, cheap.statuses) == (1, {"fleeting"})


# Romantic Encounter

ROMANCE = (
    "x = reveal(top(they.deck, 4), by=target(opponent));"
    "may(play(choose(character, x), free, fleeting)); discard(x)"
)


@both
def test_a_character_of_their_deck_is_played(sit, rules):
    table = sit(rules)
    table.card("Rock", type="landmark_permanent")
    cast(table, ROMANCE)
    table.player("B").deck("Rock", "Kappa C", "Filler", "Rock", "Atlas C")
    table.begin()
    table.act("A", "play Decree")
    assert {option.split(" in ")[0] for option in table.options("A")} == {
        "B: Kappa",
        "B: Filler",
        "done",
    }
    table.choose("A", "Kappa", "hero")
    kappa = table.find("Kappa")
    assert (kappa.controller, kappa.owner, kappa.statuses) == ("A", "B", {"fleeting"})
    assert sorted(table.zone("B", "discard")) == ["Filler", "Rock", "Rock"]
    assert table.zone("B", "deck") == ["Atlas"]


@both
def test_for_each_player_starting_with_you(sit, rules):
    table = sit(rules)
    effect = (
        "each(all(player), (x := reveal(top(they.deck, 2), by=it),"
        "may(play(choose(character, base_cost <= 3, x), free, fleeting)),"
        "discard(x)), starting=you)"
    )
    table.card("Small", cost="3/3")
    table.card("Large", cost="4/4")
    cast(table, effect).deck("Small", "Large", "Filler")
    table.player("B").deck("Large", "Large", "Filler")
    table.begin()
    table.act("A", "play Decree", "Small", "hero")
    assert table.zone("A", "hero_expedition") == ["Small"]
    assert sorted(table.zone("A", "discard")) == ["Decree", "Large"]
    assert table.zone("B", "discard") == ["Large", "Large"]


# Man in the Maze

MAZE = (
    "H: x = lose(all(character, play | reserve), boost=all); if_(1 <= x.n <= 4, gain(me, boost=2));"
    "if_(5 <= x.n <= 8, play(choose(card, hand_cost <= 3), free));"
    "if_(x.n >= 9, move(me.expedition, 1))"
)


@both
@pytest.mark.parametrize(("boosts", "gained", "played", "moved"), [
    ((0, 0, 0), 0, [], 0),
    ((1, 2, 1), 2, [], 0),
    ((2, 2, 1), 0, ["Guest"], 0),
    ((3, 3, 2), 0, ["Guest"], 0),
    ((3, 3, 3), 0, [], 1),
])  # fmt: skip
def test_depending_on_the_boosts_removed(sit, rules, boosts, gained, played, moved):
    table = sit(rules)
    table.card("Maze", abilities=[MAZE])
    table.card("Guest", type="landmark_permanent", cost="3/3")
    table.player("A").hand("Maze", "Guest").mana(1)
    table.player("A").companion_expedition("Filler", boosts=boosts[0])
    table.player("B").hero_expedition("Filler", boosts=boosts[1])
    table.player("B").reserve("Filler", boosts=boosts[2])
    table.begin()
    table.act("A", "play Maze to hero")
    assert [seen.boosts for seen in table.all("Filler")] == [0, 0, 0]
    assert table.find("Maze").boosts == gained
    assert table.zone("A", "landmarks") == played
    assert table.progress("A", "hero") == moved


# Feast of Thoughts: its support


@both
def test_each_spell_adds_a_counter_in_reserve(sit, rules):
    table = sit(rules)
    line = "I, when(plays(you, spell, other)): gain(me, arcane=1, max=6)"
    table.card("Feast", type="spell", cost="9/9", abilities=["effect: draw(1)"], support=[line])
    cast(table, "draw(1)", mana=2).hand("Decree").reserve("Feast", counters={"arcane": 5})
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Feast").counters == {"arcane": 6}
    table.act("B", "pass")
    table.act("A", "play Decree")
    assert table.find("Feast").counters == {"arcane": 6}


# Coppélia

DOLL = "when(goes(me, from_=you.hand, to=reserve)): if_(may(play(me, free)), gain(me, asleep))"


def doll(table):
    table.card("Doll", cost="2/2", abilities=[DOLL])
    return cast(table, "put(choose(card, you.hand), reserve)").hand("Doll")


@both
def test_what_goes_to_reserve_from_hand_plays_itself(sit, rules):
    """The rulings: it gains Fleeting as anything played from Reserve, and free is free."""
    table = sit(rules)
    doll(table)
    table.card("Hood", abilities=["at_least(2, plays(opponent, card))"])
    table.player("B").hero_expedition("Hood")
    table.player("A").mana(1)
    table.begin()
    table.act("A", "play Decree", "yes", "hero")
    assert table.find("Doll").expedition == "hero"
    assert table.find("Doll").statuses == {"fleeting", "asleep"}


@both
def test_it_need_not(sit, rules):
    table = sit(rules)
    doll(table)
    table.begin()
    table.act("A", "play Decree", "no")
    assert table.find("Doll").zone == "reserve"
    assert table.find("Doll").statuses == frozenset()


@both
def test_it_is_not_played_from_the_discard_pile(sit, rules):
    """The ruling: its effect does not find it there."""
    table = sit(rules)
    doll(table)
    table.card("Sweeper", type="landmark_permanent", abilities=[
        "when(goes(card, from_=you.hand, to=reserve)): discard(all(card, you.reserve))"
    ])  # fmt: skip
    table.player("A").landmarks("Sweeper")
    table.begin()
    table.act("A", "play Decree", "Sweeper")
    assert "Doll" in table.zone("A", "discard")
    assert table.decider == "B"


# Plagues


@both
@pytest.mark.parametrize(("completed", "modes", "boosts", "hand"), [
    (False, ["mode 3"], 2, 0),
    (True, ["mode 3", "mode 2"], 2, 1),
    (True, ["mode 2", "done"], 0, 1),
])  # fmt: skip
def test_a_feat_is_sacrificed_for_choices(sit, rules, completed, modes, boosts, hand):
    """Plague of Arrogance: a Completed one is a Feat, too, so one choice is enough for it."""
    table = sit(rules)
    line = (
        "J: if_(x := may(sacrifice(choose(feat))), modes(2 if x.completed else 1, sabotage(),"
        "draw(1), gain(me, boost=2), least=1))"
    )
    table.card("Plague", abilities=[line])
    table.card("Deed", type="landmark_permanent", subtypes=["feat"])
    table.player("A").hand("Plague").mana(1).landmarks("Deed", completed=completed)
    table.begin()
    table.act("A", "play Plague to hero", "Deed", *modes)
    assert table.find("Plague").boosts == boosts
    assert len(table.zone("A", "hand")) == hand
    assert table.decider == "B"


@both
def test_all_permanents_activate(sit, rules):
    """Plague of Avarice."""
    table = sit(rules)
    table.card("Plague", abilities=[
        "H: activate(J, all(permanent, you.play))",
        "when(passes(you)): sacrifice(choose(permanent))",
    ])  # fmt: skip
    table.card("Works", type="landmark_permanent", abilities=["J: gain(me, kelon=1)"])
    table.card("Cart", type="expedition_permanent", abilities=["J: gain(me, kelon=2)"])
    table.player("A").hand("Plague").mana(1).landmarks("Works").hero_expedition("Cart")
    table.player("B").landmarks("Works")
    table.begin()
    table.act("A", "play Plague to hero")
    settle(table)
    assert table.find("A Works").counters == {"kelon": 1}
    assert table.find("Cart").counters == {"kelon": 2}
    assert table.find("B Works").counters == {}
    table.act("B", "pass")
    table.act("A", "pass")
    offered = sorted(option.split(" in ")[0] for option in table.options("A"))
    assert offered == ["A: Cart", "A: Works"]


@both
@pytest.mark.parametrize(("others", "hand", "boosts", "theirs"), [
    (1, 0, 0, 0),
    (2, 1, 0, 0),
    (4, 1, 2, 0),
    (6, 1, 2, 1),
])  # fmt: skip
def test_depending_on_how_many_are_left(sit, rules, others, hand, boosts, theirs):
    """Plague of Intolerance; it is among them, and one is sacrificed first."""
    table = sit(rules)
    line = (
        "H: sacrifice(choose(character)); c = count(character, you.expeditions);"
        "if_(c >= 2, draw(1)); if_(c >= 4, gain(me, boost=2));"
        "if_(c >= 6, gain(all(character, other, you.expeditions), boost=1))"
    )
    table.card("Plague", abilities=[line])
    table.player("A").hand("Plague").mana(1).hero_expedition(*["Filler"] * others)
    table.begin()
    table.act("A", "play Plague to companion", "Filler")
    assert len(table.zone("A", "hand")) == hand
    assert table.find("Plague").boosts == boosts
    left = table.all("Filler in hero")
    assert [seen.boosts for seen in left] == [theirs] * (others - 1)


@both
def test_weaker_characters_are_sent_away(sit, rules):
    """Plague of Prejudice."""
    table = sit(rules)
    table.card("Plague", stats="3/1/1", abilities=[
        "J: gain(me, anchored)",
        "H: put(all(character, other, forest <= me.forest), reserve)",
    ])  # fmt: skip
    table.card("Weak", stats="3/9/9")
    table.card("Strong", stats="4/0/0")
    table.player("A").hand("Plague").mana(1).hero_expedition("Weak")
    table.player("B").hero_expedition("Weak").companion_expedition("Strong")
    table.begin()
    table.act("A", "play Plague to hero")
    settle(table)
    assert table.find("Plague").statuses == {"anchored"}
    assert table.zone("A", "reserve") == table.zone("B", "reserve") == ["Weak"]
    assert table.zone("B", "companion_expedition") == ["Strong"]


# Phoibos

PHOIBOS = (
    "H: x = reveal(random(card, they.hand), by=target(opponent));"
    "if_(not (me.in_contact and may(play(x, free, fleeting))), discard(x))"
)


@cites("effect/reveal from hand")
@both
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_card_of_their_hand_is_played_or_discarded(sit, rules, answer):
    table = sit(rules)
    table.card("Singer", abilities=[PHOIBOS])
    table.player("A").hand("Singer").mana(1).regions(hero=7)
    table.player("B").hand("Kappa C")
    table.begin()
    table.act("A", "play Singer to hero", answer)
    if answer == "yes":
        table.choose("A", "companion")
        kappa = table.find("Kappa")
        assert (kappa.controller, kappa.owner, kappa.expedition) == ("A", "B", "companion")
        assert kappa.statuses == {"fleeting"}
    else:
        assert table.zone("B", "discard") == ["Kappa"]


@both
def test_out_of_contact_it_is_discarded(sit, rules):
    table = sit(rules)
    table.card("Singer", abilities=[PHOIBOS])
    table.player("A").hand("Singer").mana(1).regions(hero=2)
    table.player("B").hand("Kappa C")
    table.begin()
    table.act("A", "play Singer to hero")
    assert table.zone("B", "discard") == ["Kappa"]


# Boom!


@both
def test_only_who_sacrifices_discards(sit, rules):
    table = sit(rules)
    any_of = "character | permanent"
    cast(table, f"if_(sacrifice(choose({any_of})), discard(target({any_of})))")
    table.player("B").hero_expedition("Filler")
    table.card("Rock", type="landmark_permanent")
    table.player("A").landmarks("Rock")
    table.begin()
    table.act("A", "play Decree", *(["B Filler"] if rules == "2024.09" else []))
    assert table.zone("A", "landmarks") == []
    assert table.zone("B", "hero_expedition") == []


@both
def test_who_cannot_does_not(sit, rules):
    table = sit(rules)
    cast(table, "if_(sacrifice(choose(character)), discard(target(character | permanent)))")
    table.player("B").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("B", "hero_expedition") == ["Filler"]


# Pegasus


@both
def test_one_region_more_due_to_ascension(sit, rules):
    table = sit(rules)
    table.card("Horse", stats="1/1/1", abilities=[
        "instead(moves(me.expedition, due_to=ascended)): move(it, n + 1)"
    ])  # fmt: skip
    cast(table, "gain(you.hero_expedition, ascended)").hero_expedition("Horse")
    table.player("B").hero_expedition("Filler")
    for region in (0, 1, 2):
        table.terrain(region, "forest")
    table.begin()
    table.act("A", "play Decree")
    table.pass_turns()
    assert table.progress("A", "hero") == 2


# Mechanical Training


@both
def test_up_to_two_permanents_activate(sit, rules):
    table = sit(rules)
    cast(table, "activate(J, target(permanent, you.play, up_to=2))")
    table.card("Works", type="landmark_permanent", abilities=["J: gain(me, kelon=1)"])
    table.card("Mill", type="landmark_permanent", abilities=["J: gain(me, food=1)"])
    table.player("A").landmarks("Works", "Mill", "Works")
    table.begin()
    table.act("A", "play Decree", "Mill", "Works")
    settle(table)
    assert table.find("Mill").counters == {"food": 1}
    assert sorted(seen.counters.get("kelon", 0) for seen in table.all("Works")) == [0, 1]


# The Reunion


@both
def test_tokens_in_an_expedition_of_a_kind(sit, rules):
    table = sit(rules)
    where = "choose(you.{0}_expedition | opponent.{0}_expedition)"
    line = (
        "T: modes(count(card, you.landmarks), up_to,"
        f"create(ordis_recruit, in_={where.format('companion')}),"
        f"create(ordis_recruit, in_={where.format('hero')}),"
        "gain(target(character, up_to=2), boost=1))"
    )
    table.card("Reunion", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Reunion", "Reunion")
    table.begin()
    table.act("A", "use Reunion", "mode 2", "mode 1", "B hero", "A companion")
    assert table.zone("B", "hero_expedition") == ["Ordis Recruit"]
    assert table.zone("A", "companion_expedition") == ["Ordis Recruit"]


# Fab Lab Unit


@both
def test_the_next_one_activates_one_ability(sit, rules):
    table = sit(rules)
    line = (
        "T: ongoing({also(plays(you, character, from_=you.hand, to=me.expedition)):"
        "(activate(R, it, n=1), gain(it, boost=1))}, this=turn, uses=1)"
    )
    table.card("Unit", type="expedition_permanent", abilities=[line])
    table.card("Model", abilities=["R: gain(me, scrap=1)", "R: gain(me, food=1)"])
    table.player("A").hero_expedition("Unit").hand("Model", "Model").mana(2)
    table.begin()
    table.act("A", "use Unit")
    table.act("A", "play Model to hero", "Model 2")
    settle(table)
    model = table.find("Model in hero")
    assert (model.boosts, model.counters) == (1, {"food": 1})
