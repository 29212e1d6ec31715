"""Gifts and receiving (5.0, 7.3.22, 7.3.29, 7.3.30)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
COUNT = ["when(gifts(you)): gain(me, luck=1)"]


def table_of(sit, rules, effect, whose="A"):
    """A has a Landmark that counts Gifts; `whose` has a Spell with this effect."""
    table = sit(rules)
    table.card("Ribbon", type="landmark_permanent", abilities=COUNT)
    table.card("Decree", type="spell", abilities=["fleeting", f"effect: {effect}"])
    table.player("A").landmarks("Ribbon")
    table.player(whose).hand("Decree").mana(1)
    table.begin(first=whose)
    table.act(whose, "play Decree")
    while table.decision == "reaction":
        table.game.act(table.game.options()[0].action)
    return table


@cites("5.0:7.3.22.a", "5.0:7.3.29.a", "5.0:7.3.30.a", "effect/gift", "keyword/gift")
@pytest.mark.parametrize(
    ("effect", "gifts"),
    [
        ("draw(1, by=opponent)", 1),
        ("draw(2, by=opponent)", 2),
        ("resupply(by=opponent)", 1),
        ("resupply(exhausted, by=opponent)", 1),
        ("create(woollyback, in_=opponent.companion_expedition)", 1),
        ("create(aerolith, 2, in_=opponent.landmarks)", 2),
    ],
)
@RULES
def test_a_gift_is_a_card_or_token_for_another_player(sit, rules, effect, gifts):
    """7.3.22.a, 7.3.29.a and its remark, 7.3.30.a: each card or token is a Gift of its own."""
    table = table_of(sit, rules, effect)
    assert table.find("Ribbon").counters == {"luck": gifts}


@cites("5.0:7.3.29.a")
@pytest.mark.parametrize(
    "effect",
    [
        "draw(1)",
        "resupply()",
        "create(woollyback, in_=you.companion_expedition)",
        "gain(all(character), boost=1)",
        "put(all(character), hand)",
    ],
)
@RULES
def test_what_is_not_given_is_no_gift(sit, rules, effect):
    """7.3.29.a."""
    table = table_of(sit, rules, effect)
    assert table.find("Ribbon").counters == {}


@cites("5.0:7.3.22.a")
@RULES
def test_what_another_player_takes_in_their_own_turn_is_no_gift(sit, rules):
    """7.3.22.a: "during their turn"."""
    table = table_of(sit, rules, "draw(1)", whose="B")
    assert table.find("Ribbon").counters == {}


@RULES
def test_the_draws_of_the_morning_are_no_gifts(sit, rules):
    """7.3.29.a: during another player's turn, and during no one's."""
    table = sit(rules)
    table.card("Ribbon", type="landmark_permanent", abilities=COUNT)
    table.player("A").landmarks("Ribbon")
    table.begin("morning")
    table.until("afternoon")
    assert table.find("Ribbon").counters == {}


def gift(rules, effect, cards=()):
    """Turuun & Benih receive what this effect gives."""
    from altered_env import Scenario

    table = Scenario(rules=rules)
    table.card("Decree", type="spell", abilities=["fleeting", f"effect: {effect}"])
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.player("A").hero("Turuun & Benih").hand("Decree").mana(1).deck("Inari C", "Kappa C")
    table.player("B").hero("Idler")
    table.begin(day=3)
    table.act("A", "play Decree", "yes")
    return table


@cites("5.0:7.3.29.b")
@pytest.mark.parametrize(
    ("effect", "zone", "statuses"),
    [
        ("draw(1, by=opponent)", "hand", frozenset()),
        ("resupply(by=opponent)", "reserve", frozenset()),
        ("resupply(exhausted, by=opponent)", "reserve", {"exhausted"}),
    ],
)
@RULES
def test_also_receiving_a_card_is_the_same_verb(rules, effect, zone, statuses):
    """7.3.29.b."""
    table = gift(rules, effect)
    assert table.find("Inari").zone == zone
    assert table.find("Inari").statuses == statuses
    assert table.find("Turuun & Benih").statuses == {"exhausted"}


@cites("5.0:7.3.29.b")
@pytest.mark.parametrize("place", ["hero", "companion"])
@RULES
def test_a_received_token_goes_where_its_receiver_wants(rules, place):
    """The example of 7.3.29.b: not necessarily in the Companion Expedition."""
    table = gift(rules, "create(woollyback, in_=opponent.companion_expedition)")
    table.choose("A", place)
    assert table.find("A Woollyback").expedition == place
    assert table.find("B Woollyback").expedition == "companion"


@RULES
def test_woolly_woolly_field_is_received(rules):
    """The example of 7.3.29.b with its own cards."""
    from altered_env import Scenario

    table = Scenario(rules=rules)
    table.player("A").hero("Turuun & Benih").hand("Woolly Woolly Field R1").mana(2)
    table.player("B").landmarks("Kelonic Generator C").mana(2)
    table.begin(day=3)
    table.act("A", "play Woolly Woolly Field", "yes", "hero")
    assert table.find("A Woollyback").expedition == "hero"
    assert table.find("B Woollyback").expedition == "companion"
    assert table.find("A Woollyback").stats == "1/1/1"


@cites("5.0:7.3.29.b", "5.0:2.2.1.d")
@RULES
def test_a_token_gift_in_landmarks_is_received_there(rules):
    """7.3.29.b: the same token in the same zone."""
    table = gift(rules, "create(aerolith, in_=opponent.landmarks)")
    assert table.zone("A", "landmarks") == table.zone("B", "landmarks") == ["Aerolith"]


def with_token(sit, rules, effect, *, token=True, whose="A", owner="A"):
    """A has a Landmark that counts Gifts and, in the Hero Expedition, a token or a card."""
    table = sit(rules)
    table.card("Ribbon", type="landmark_permanent", abilities=COUNT)
    table.card("Decree", type="spell", abilities=["fleeting", f"effect: {effect}"])
    table.player("A").landmarks("Ribbon")
    table.player(owner).hero_expedition("Brassbug" if token else "Filler")
    table.player(whose).hand("Decree").mana(1)
    table.begin(first=whose)
    table.act(whose, "play Decree")
    return table


@cites("5.0:7.3.22.a", "5.0:7.3.29.a", "5.0:7.3.30.a")
@pytest.mark.parametrize(("token", "gifts"), [(True, 1), (False, 0)])
@RULES
def test_a_token_that_defects_is_received(sit, rules, token, gifts):
    """7.3.29.a, 7.3.30.a: it joins the Expeditions of another player, regardless of its previous
    controller."""
    table = with_token(sit, rules, "defect(target(character))", token=token)
    assert table.zone("B", "hero_expedition") == ["Brassbug" if token else "Filler"]
    assert table.find("Ribbon").counters == ({"luck": 1} if gifts else {})


@pytest.mark.parametrize(
    ("effect", "whose", "owner"),
    [
        ("switch(target(character))", "A", "A"),  # it joins an Expedition of the same player
        ("defect(target(character))", "A", "B"),  # the player with the turn receives it
        ("defect(target(character))", "B", "A"),  # B makes no Gift to itself, A none in B's turn
        ("defect(target(character))", "B", "B"),  # a Gift of B
    ],
)
@RULES
def test_a_token_that_is_not_given_by_who_counts(sit, rules, effect, whose, owner):
    """7.3.22.a: "during their turn, another player"."""
    table = with_token(sit, rules, effect, whose=whose, owner=owner)
    assert table.find("Ribbon").counters == {}


@RULES
def test_a_token_that_is_put_elsewhere_is_received(sit, rules):
    """7.3.30.a: the verb does not matter."""
    effect = "put(target(character), opponent.companion_expedition)"
    table = with_token(sit, rules, effect)
    assert table.zone("B", "companion_expedition") == ["Brassbug"]
    assert table.find("Ribbon").counters == {"luck": 1}


@cites("5.0:7.3.29.b")
@RULES
def test_a_token_that_defects_is_also_received(rules):
    """7.3.29.b: Turuun & Benih create the same one in an Expedition of theirs."""
    from altered_env import Scenario

    table = Scenario(rules=rules)
    table.card("Decree", type="spell", abilities=["fleeting", "effect: defect(target(character))"])
    table.player("A").hero("Turuun & Benih").hero_expedition("Brassbug").hand("Decree").mana(1)
    table.player("B").landmarks("Kelonic Generator C").mana(2)
    table.begin(day=3)
    table.act("A", "play Decree", "yes", "companion")
    assert table.zone("B", "hero_expedition") == ["Brassbug"]
    assert table.zone("A", "companion_expedition") == ["Brassbug"]
    assert table.zone("A", "hero_expedition") == []


def test_a_gift_among_four(sit):
    """7.3.29.a: from one player to a third, in the turn of a first: another player receives it.
    From an ally it is received as well."""
    from altered_env import Scenario

    for format, controller in (("free_for_all", "B"), ("two_against_two", "B")):
        table = Scenario(format=format)
        table.card("Ribbon", type="landmark_permanent", abilities=COUNT)
        table.card("Decree", type="spell", abilities=["fleeting", "effect: defect(target(token))"])
        table.card("Idler", type="hero", abilities=["T: draw(1)"])
        for player in "ABCD":
            table.player(player).hero("Idler")
        table.player("A").landmarks("Ribbon").hand("Decree").mana(1)
        table.player(controller).companion_expedition("Brassbug")
        table.begin(first="A")
        table.act("A", "play Decree")
        assert table.find("Brassbug").controller == "C"
        assert table.find("Ribbon").counters == {"luck": 1}
