"""Lasting and delayed effects refer to objects bound at their creation."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def cast(table, effect, mana=1):
    """A Spell of A with this effect, which A can play; and Characters of 1/1 and 3/3."""
    table.card("Decree", type="spell", abilities=[f"effect: {effect}"])
    table.card("Kid", stats="1/1/1")
    table.card("Elder", cost="3/3", stats="3/3/3")
    table.player("A").hand("Decree").mana(mana)
    return table


def settle(table, source):
    """The Reactions that wait, in their order."""
    while table.decision == "reaction":
        table.choose("A", f"{source} 1" if len(table.reactions()) > 1 else source)


def fillers(table, player="A"):
    return table.zone(player, "hand").count("Filler")


@pytest.mark.parametrize("chosen", ["A", "B"])
@RULES
def test_a_bound_player_s_characters(sit, rules, chosen):
    """This Day, of the player who was targeted."""
    table = sit(rules)
    line = "x = target(player); ongoing({have(all(character, hand_cost >= 3, x.play), tough(5))}"
    cast(table, f"{line}, this=day)")
    for player in "AB":
        table.player(player).hero_expedition("Elder").companion_expedition("Filler")
    table.begin()
    table.act("A", "play Decree", chosen)
    for player in "AB":
        assert table.find(f"{player} Elder").tough == (5 if player == chosen else 0)
        assert table.find(f"{player} Filler").tough == 0
    table.until("morning")
    assert table.find(f"{chosen} Elder").tough == 0


@cites("effect/cannot move this day", "duration/this day")
@RULES
def test_a_bound_expedition_cannot_move(sit, rules):
    table = cast(sit(rules), "x = target(expedition); ongoing({cant(moves(x))}, this=day)")
    for player in "AB":
        table.player(player).hero_expedition("Filler").companion_expedition("Filler", boosts=1)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Decree", "A companion")
    table.pass_turns()
    assert table.progress("A", "companion") == 0
    table.until("morning")


@RULES
def test_each_of_two_bound_expeditions(sit, rules):
    """Two names, and an event between the two Expeditions that they stand for."""
    line = (
        "x = target(expedition); y = target(expedition, ~x);"
        " ongoing({when(goes(character, from_=x, to=y)): draw(1)}, this=turn);"
        " switch(target(character)); switch(target(character, other))"
    )
    table = cast(sit(rules), line)
    table.player("A").hero_expedition("Kid").companion_expedition("Elder")
    table.begin()
    table.act("A", "play Decree", "A hero", "A companion", "Kid", "Elder")
    assert fillers(table) == 1


@RULES
def test_a_bound_object_for_as_long_as_it_is_there(sit, rules):
    """2.1.i: gone objects are not altered, and a returning one is another object."""
    table = sit(rules)
    line = "x = target(character); ongoing({have(x, tough(2))}, {have(x, forest=n + 3)}, this=day)"
    cast(table, line, mana=3)
    table.card("Bounce", type="spell", abilities=["effect: put(target(character), hand)"])
    table.player("A").hero_expedition("Kid").hand("Bounce")
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Decree")
    kid = table.find("Kid")
    assert (kid.tough, kid.forest) == (2, 4)
    table.act("B", "pass")
    table.act("A", "play Bounce")
    table.act("A", "play Kid to hero")
    kid = table.find("Kid in hero")
    assert (kid.tough, kid.forest) == (0, 1)


@RULES
def test_two_effects_at_once_each_know_their_own(sit, rules):
    """An object and a number each, as they were when it was said."""
    table = sit(rules)
    line = "x = target(character); many = count(card, you.hand)"
    cast(table, f"{line}; ongoing({{have(x, tough(many))}}, this=day)", mana=2)
    table.player("A").hand("Decree", "Filler")
    table.player("A").hero_expedition("Kid").companion_expedition("Elder")
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Decree", "Kid")
    table.act("B", "pass")
    table.act("A", "play Decree", "Elder")
    assert (table.find("Kid").tough, table.find("Elder").tough) == (2, 1)
    assert len(table.ongoing()) == 2


@cites("duration/next that joins", "condition/X", "cost/X mana")
@pytest.mark.parametrize("paid", [0, 1, 3])
@RULES
def test_x_of_the_cost_in_what_comes_later_in_the_turn(sit, rules, paid):
    """Rider's Mask: the next Character that joins, once, in this Expedition, this turn."""
    table = sit(rules)
    line = (
        "T, pay(X): ongoing({also(goes(character, to=me.expedition)): gain(it, boost=X)},"
        " this=turn, uses=1)"
    )
    table.card("Mask", type="expedition_permanent", subtypes=["gear"], abilities=[line])
    table.card("Pair", abilities=["J: create(woollyback, in_=me.expedition)"])
    table.player("A").hero_expedition("Mask").hand("Pair").mana(4)
    table.begin()
    table.act("A", "use Mask", paid)
    table.act("A", "play Pair to hero", "Mask")
    assert table.find("Pair").boosts == paid
    assert table.find("Woollyback").boosts == 0
    assert table.ongoing() == []


@pytest.mark.parametrize("way", ["hero", "companion"])
@RULES
def test_a_token_or_a_switch_joins_as_well(sit, rules, way):
    table = sit(rules)
    line = "T: ongoing({also(goes(character, to=me.expedition)): gain(it, boost=2)}, this=turn)"
    table.card("Mask", type="expedition_permanent", subtypes=["gear"], abilities=[line])
    cast(table, "create(woollyback, in_=you.expeditions); switch(choose(character))")
    table.player("A").hero_expedition("Mask").companion_expedition("Kid")
    table.begin()
    table.act("A", "use Mask")
    table.act("A", "play Decree", way, "Kid")
    settle(table, "Mask")
    assert table.find("Kid").boosts == 2
    assert table.find("Woollyback").boosts == (2 if way == "hero" else 0)


@RULES
def test_later_steps_speak_of_several_names(sit, rules):
    """A player, an Expedition, an object, a roll, and whether something was done."""
    line = (
        "p = target(player); e = target(expedition); x = target(character); r = roll(1);"
        " d = may(draw(1)); later(resupply(r, by=p), create(woollyback, in_=e),"
        " gain(x, boost=r + (2 if d else 0)))"
    )
    table = cast(sit(rules), line)
    table.player("B").companion_expedition("Kid")
    table.dice(3)
    table.begin()
    table.act("A", "play Decree", "B", "B hero", "yes")
    assert fillers(table) == 1
    assert table.zone("B", "reserve") == ["Filler"] * 3
    assert table.zone("B", "hero_expedition") == ["Woollyback"]
    assert table.find("Kid").boosts == 5


@RULES
def test_later_steps_speak_of_it(sit, rules):
    """The subject of the event: an object in its current and its last known state (2.1.h)."""
    table = sit(rules)
    line = "when(goes(character, other, from_=me.expedition)): later(gain(me, boost=it.forest))"
    table.card("Heir", abilities=[line])
    cast(table, "discard(target(character))")
    table.player("A").hero_expedition("Heir", "Kid")
    table.player("A").companion_expedition("Elder")
    table.begin()
    table.act("A", "play Decree", "Kid")
    assert table.find("Heir").boosts == 1


@cites("trigger/after rest")
@RULES
def test_later_steps_speak_of_the_expedition_that_moved(sit, rules):
    table = sit(rules)
    line = "when(moves(you.expeditions)): later(create(woollyback, in_=it), after=rest)"
    table.card("Herder", type="landmark_permanent", abilities=[line])
    cast(table, "move(target(expedition), 1)")
    table.player("A").landmarks("Herder")
    table.begin()
    table.act("A", "play Decree", "A companion")
    table.pass_turns()
    assert table.zone("A", "companion_expedition") == []
    table.until("morning")
    assert table.zone("A", "companion_expedition") == ["Woollyback"]


@RULES
def test_later_steps_speak_of_each_one(sit, rules):
    """`it` where `each` has come to."""
    line = "each(all(expedition, behind), later(create(woollyback, in_=it)))"
    table = cast(sit(rules), line)
    table.player("A").regions(hero=2)
    table.player("B").regions(companion=1)
    table.begin()
    table.act("A", "play Decree")
    settle(table, "Decree")
    for player, way in (("A", "companion"), ("B", "hero")):
        assert table.zone(player, f"{way}_expedition") == ["Woollyback"]


@RULES
def test_later_steps_speak_of_x(sit, rules):
    table = sit(rules)
    table.card("Fund", abilities=["T, pay(X): later(draw(X), after=rest)"])
    table.player("A").hero_expedition("Fund").mana(3)
    table.begin()
    table.act("A", "use Fund", 2)
    assert fillers(table) == 0
    table.until("morning")
    assert fillers(table) == 2


@RULES
def test_a_player_who_was_bound_cannot_play(sit, rules):
    """The subject of a pattern."""
    table = cast(sit(rules), "x = target(player); ongoing({cant(plays(x, spell))}, this=day)")
    table.card("Idea", type="spell", abilities=["effect: draw(1)"])
    for player in "AB":
        table.player(player).hand("Idea").mana(2)
    table.begin()
    table.act("A", "play Decree", "B")
    assert table.decider == "B"
    assert "play Idea (1)" not in [label for _, label in table.game.view("B").options]
    table.act("B", "pass")
    table.act("A", "play Idea")


@RULES
def test_a_cost_that_depends_on_what_was_bound(sit, rules):
    table = sit(rules)
    line = "r = roll(1); ongoing({less(r, plays(you, character))}, this=turn, uses=1)"
    table.card("Gamble", abilities=[f"T: {line}"])
    table.card("Colossus", cost="6/6")
    table.player("A").hero_expedition("Gamble").hand("Colossus").mana(2)
    table.dice(4)
    table.begin()
    table.act("A", "use Gamble")
    table.act("A", "play Colossus to hero")
    assert table.mana("A") == (0, 2)


@RULES
def test_a_target_that_depends_on_it_is_declared(sit, rules):
    """5.4 of the seeds: a Reaction knows its subject as its targets are declared."""
    table = sit(rules)
    line = "when(plays(you, character)): discard(target(character, hand_cost <= it.hand_cost))"
    table.card("Judge", type="landmark_permanent", abilities=[line])
    table.card("Kid")
    table.card("Elder", cost="3/3")
    table.player("A").landmarks("Judge").hand("Kid").mana(1)
    table.player("B").hero_expedition("Filler").companion_expedition("Elder")
    table.begin()
    table.act("A", "play Kid to hero", "B Filler")
    assert table.zone("B", "discard") == ["Filler"]


@RULES
def test_saved_and_cloned_with_what_they_speak_of(sit, rules):
    """Bytes hold everything."""
    line = "x = target(expedition); ongoing({cant(moves(x))}, this=day)"
    table = cast(sit(rules), line)
    table.player("A").hero_expedition("Filler").companion_expedition("Filler")
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Decree", "A hero")
    game = table.game.clone()
    again = type(game).from_bytes(game.to_bytes())
    for other in (game, again):
        while other.view().phase != "morning":
            other.act(other.legal_actions()[0])
        assert list(other.record["progress"][:2]) == [0, 1]
