"""Every kind of decision can be answered on a page: all options are sent and clickable."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from altered_env import Game, Scenario
from altered_env.agents.seated import PERSON
from altered_env.engine.terms import DECIDE, names
from altered_env.web.sessions import Session

RUSH = "J: may(play(choose(card), cost=hand_cost | reserve_cost))"
Setting = Callable[[Scenario], None]
MADE: dict[str, Setting] = {}


def decision(kind: str) -> Callable[[Setting], Setting]:
    def keep(setting: Setting) -> Setting:
        MADE[kind] = setting
        return setting

    return keep


def at_table(kind: str) -> Scenario:
    """A table at which this kind of decision is open, for A."""
    table = Scenario(rules="5.0", seed=1)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.card("Taker", cost="1/1", stats="1/1/1")
    for player in "AB":
        table.player(player).hero("Idler")
    MADE[kind](table)
    return table


def cast(table: Scenario, effect: str, *answers: str) -> None:
    """A plays a Spell of this effect."""
    table.card("Decree", type="spell", cost="1/1", abilities=["fleeting", f"effect: {effect}"])
    table.player("A").hand("Decree").mana(1)
    table.begin()
    table.act("A", "play Decree", *answers)


@decision("turn")
def _(table: Scenario) -> None:
    table.player("A").hand("Taker").mana(1)
    table.begin()


@decision("use")
def _(table: Scenario) -> None:
    table.card("Double", cost="1/1", support=["D: draw(1)"])
    table.player("A").reserve("Double").mana(1)
    table.begin()
    (one,) = [o for o in table.game.options() if o.object and o.object.name == "Double"][:1]
    table.game.act(one.action)


@decision("objects")
def _(table: Scenario) -> None:
    table.player("A").hero_expedition("Taker", "Filler")
    cast(table, "sacrifice(choose(character))")


@decision("target")
def _(table: Scenario) -> None:
    table.player("B").hero_expedition("Taker", "Filler")
    cast(table, "discard(target(character))")


@decision("expedition")
def _(table: Scenario) -> None:
    cast(table, "create(brassbug, in_=target(expedition))")


@decision("player")
def _(table: Scenario) -> None:
    cast(table, "draw(1, by=target(player))")


@decision("region")
def _(table: Scenario) -> None:
    cast(table, "place(forest_marker, target(region, visible))")


@decision("yes_no")
def _(table: Scenario) -> None:
    cast(table, "may(draw(1))")


@decision("number")
def _(table: Scenario) -> None:
    table.card("Laden", type="landmark_permanent")
    table.player("A").landmarks("Laden", counters={"kelon": 3})
    cast(table, "lose(target(card, play), kelon=up_to(2))")


@decision("mode")
def _(table: Scenario) -> None:
    cast(table, "modes(1, draw(1), resupply())")


@decision("terrain")
def _(table: Scenario) -> None:
    markers = {"forest_marker": 1, "water_marker": 1}
    table.card("Chart", type="landmark_permanent", abilities=["T, spend(marker=1): draw(1)"])
    table.player("A").landmarks("Chart", counters=markers)
    table.begin()
    table.act("A", "use Chart")


@decision("reaction")
def _(table: Scenario) -> None:
    for name in ("One", "Two"):
        table.card(name, type="landmark_permanent", abilities=["when(draws(you)): resupply()"])
    table.player("A").landmarks("One", "Two")
    cast(table, "draw(1)")


@decision("modifier")
def _(table: Scenario) -> None:
    more = "instead(moves(me.expedition, during=dusk)): move(it, n + 1)"
    for name in ("Golem", "Giant"):
        table.card(name, stats="1/1/1", abilities=[more])
    table.player("A").hero_expedition("Golem", "Giant")
    table.begin("dusk")


@decision("first_mana")
def _(table: Scenario) -> None:
    pass


@decision("expand")
def _(table: Scenario) -> None:
    table.player("A").deck("Filler", "Filler", "Filler")
    table.begin("morning", first="B")


@decision("keep_reserve")
def _(table: Scenario) -> None:
    table.player("A").reserve("Taker", "Filler", "Taker")
    table.begin("night", first="A")


@decision("keep_landmarks")
def _(table: Scenario) -> None:
    for name in ("Oak", "Elm", "Fir"):
        table.card(name, type="landmark_permanent")
    table.player("A").landmarks("Oak", "Elm", "Fir")
    table.begin("night", first="A")


@decision("scout")
def _(table: Scenario) -> None:
    table.card("Ranger", cost="3/3", abilities=["scout(1)"])
    table.player("A").hand("Ranger").mana(3)
    table.begin()
    table.act("A", "play Ranger to hero")


@decision("hand_cost")
def _(table: Scenario) -> None:
    table.card("Trainer", cost="1/1", abilities=[RUSH])
    table.card("Veteran", cost="4/2", stats="2/2/2")
    table.player("A").hand("Trainer").reserve("Veteran").mana(5)
    table.begin()
    table.act("A", "play Trainer to hero", "Veteran", "hero")


@decision("reduction")
def _(table: Scenario) -> None:
    line = "less(2, plays(you, me), may, cost=discard(choose(card, you.reserve)))"
    table.card("Ferryman", cost="3/3", abilities=[line])
    table.player("A").hand("Ferryman").reserve("Filler", "Filler").mana(3)
    table.begin()
    table.act("A", "play Ferryman to hero")


@decision("die")
def _(table: Scenario) -> None:
    line = "instead(rolls(you)): roll(n + 1, ignore=1)"
    table.card("Ouroboros", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Ouroboros")
    table.dice(1, 5)
    cast(table, "r = roll(1); if_(r >= 4, draw(1))")


@decision("raise")
def _(table: Scenario) -> None:
    table.card("Raiser", abilities=["instead(rolls(you), may): roll(n, plus=1)"])
    table.player("A").hero_expedition("Raiser")
    table.dice(3)
    cast(table, "r = roll(1); if_(r >= 4, draw(1))")


@decision("reshuffle")
def _(table: Scenario) -> None:
    table.player("A").deck("Filler").discard("Taker", "Taker", "Taker")
    table.begin("morning", first="B")


@decision("timestamp")
def _(table: Scenario) -> None:
    table.card("Wood", abilities=["have(all(region), only(forest))"])
    table.card("Lake", abilities=["have(all(region), only(water))"])
    table.player("A").reserve("Wood", "Lake", "Filler")
    cast(table, "put(all(character, you.reserve), you.hero_expedition)")


@decision("ability")
def _(table: Scenario) -> None:
    table.card("Twice", type="landmark_permanent", abilities=["J: draw(1)", "J: resupply()"])
    table.player("A").landmarks("Twice")
    cast(table, "activate(J, target(permanent, you.play), n=1)")


@decision("counter")
def _(table: Scenario) -> None:
    table.player("A").reserve("Taker", boosts=1, counters={"kelon": 1, "trial": 1})
    cast(table, "lose(target(card, reserve), counter=up_to(2))")


def opened(kind: str) -> Game:
    """A game in which this kind of decision is open, for A."""
    if kind == "first_mana":
        game = Game.start("axiom", "bravos", seed=1)
        while game.decider != 0:
            game.act(game.legal_actions()[0])
        return game
    return at_table(kind).game


def test_every_kind_of_decision_is_made_here():
    assert {"none", *MADE} == {name.lower() for name in names(DECIDE).values()}


@pytest.mark.parametrize("kind", sorted(MADE))
def test_every_kind_of_decision_can_be_answered(kind):
    """Each legal action is an option, in words, or a copy in one; its subject is on the board sent
    with it, or its face is sent; and the server accepts it."""
    game = opened(kind)
    assert (game.decider, game.decision) == (0, kind)
    session = Session(game.clone(), [PERSON, "random"], 1)
    message = session.message(0, set())
    options = message["options"]
    covered = [a for o in options for a in o.get("slots") or o.get("alike") or [o["action"]]]
    assert sorted(covered) == game.legal_actions() and options
    assert all(option["action"] in option.get("slots", covered) for option in options)
    labels = [option["label"] for option in options]
    assert all(labels) and len(set(labels)) == len(labels)
    assert message["board"]["question"]
    shown = slots(message["board"])
    faces = {face["reference"] for face in message["faces"]}
    for option in options:
        assert "slot" not in option or option["slot"] in shown or option.get("reference") in faces
        if option["kind"] == "expedition":
            assert option["value"] in range(2 * len(message["board"]["players"]))
        elif option["kind"] in ("player", "region"):
            assert isinstance(option["value"], int)
        other = Session(game.clone(), [PERSON, "random"], 1)
        other.act(option["action"])
        assert other.steps == 1 and other.message(0, set())["step"] == 1


def test_identical_reactions_are_one_answer():
    """Three of one Landmark react alike; that of another card is an answer of its own."""
    table = Scenario(rules="5.0", seed=1)
    for name in ("One", "Two"):
        table.card(name, type="landmark_permanent", abilities=["when(draws(you)): resupply()"])
    table.player("A").landmarks("One", "One", "Two", "One")
    cast(table, "draw(1)")
    options = Session(table.game, [PERSON, "random"], 1).message(0, set())["options"]
    assert [len(o.get("alike", [0])) for o in options] == [3, 1]
    assert options[0]["label"].startswith("Reaction of One: ") and "#" not in options[0]["label"]


def test_reactions_of_cards_in_different_states_are_not_identical():
    table = Scenario(rules="5.0", seed=1)
    line = "when(draws(you)): gain(me, boost=1)"
    table.card("Eager", cost="1/1", stats="1/1/1", abilities=[line])
    table.player("A").hero_expedition("Eager", "Eager").companion_expedition("Eager")
    cast(table, "draw(1)")
    options = Session(table.game, [PERSON, "random"], 1).message(0, set())["options"]
    assert sorted(len(o.get("alike", [0])) for o in options) == [1, 2]


def slots(board) -> set[int]:
    """The objects on a board, by slot."""
    found = set()
    for player in board["players"]:
        zones = [v for v in player.values() if isinstance(v, list)]
        zones += [expedition["objects"] for expedition in player["expeditions"]]
        zones.append([player["hero"]] if player["hero"] else [])
        every = [seen for zone in zones for seen in zone if isinstance(seen, dict)]
        found |= {seen["slot"] for seen in every if "slot" in seen}
    return found
