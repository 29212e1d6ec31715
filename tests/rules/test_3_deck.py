"""The Deck (3.2.2), and missing cards."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def cast(rules, line, deck, discard=()):
    """A plays a Spell with this effect; the Deck has these cards, the top one first."""
    table = Scenario(rules=rules)
    for name in ("One", "Two", "Three", "Four", "Five"):
        table.card(name)
    table.card("Trick", type="spell", abilities=["fleeting", f"effect: {line}"])
    table.player("A").hand("Trick").mana(1).deck(*deck).discard(*discard)
    table.player("A").hero_expedition("Five")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Trick")
    return table


@cites("5.0:3.2.2.b", "5.0:3.2.2.c", "2024.09:3.2.2.b", "2024.09:3.2.2.c")
@both_rulesets
def test_the_deck_has_a_top_and_a_bottom(rules):
    deck = ("One", "Two", "Three")
    table = cast(rules, "put(top(you.deck), hand); put(bottom(you.deck), reserve)", deck)
    assert table.zone("A", "hand") == ["One"]
    assert table.zone("A", "reserve") == ["Three"]
    assert table.zone("A", "deck") == ["Two"]


@cites("5.0:3.2.2.c", "5.0:3.2.2.f", "effect/return to deck", "2024.09:3.2.2.c", "2024.09:3.2.2.f")
@both_rulesets
@pytest.mark.parametrize(
    ("at", "deck"),
    [
        ("top", ["Five", "One", "Two", "Three"]),
        ("1", ["Five", "One", "Two", "Three"]),
        ("3", ["One", "Two", "Five", "Three"]),
        ("bottom", ["One", "Two", "Three", "Five"]),
        ("4", ["One", "Two", "Three", "Five"]),
        ("6", ["One", "Two", "Three", "Five"]),  # deeper than the Deck: its bottom (3.2.2.f)
    ],
)
def test_a_card_is_put_at_its_place_in_the_deck(rules, at, deck):
    line = f"put(choose(character, you.play), deck, at={at})"
    table = cast(rules, line, ("One", "Two", "Three"))
    assert table.zone("A", "deck") == deck


@cites(
    "5.0:3.2.2.e",
    "rulesets:A Deck without the card that is needed",
    "2024.09:3.2.2.d",
    "2024.09:ST-99",
    "2024.09:ST-100",
)
@pytest.mark.parametrize(("rules", "drawn"), [("2024.09", 3), ("5.0", 1)])
def test_drawing_more_than_the_deck_has(rules, drawn):
    """The switch reshuffle_on_demand: 2024.09 shuffles the Discard pile under the Deck within
    the step; 5.0 draws what there is (5.0 3.2.2.e)."""
    table = cast(rules, "draw(3)", ["One"], discard=["Two", "Three", "Four"])
    hand = table.zone("A", "hand")
    assert (hand[0], len(hand)) == ("One", drawn)
    discard = table.zone("A", "discard")
    if rules == "2024.09":
        assert (len(table.zone("A", "deck")), discard) == (1, ["Trick"])
        assert {*hand, *table.zone("A", "deck")} == {"One", "Two", "Three", "Four"}
    else:
        assert (table.zone("A", "deck"), len(discard)) == ([], 4)


@cites("2024.09:3.2.2.d")
def test_2024_09_what_is_drawn_then_comes_after_what_was_in_the_deck():
    """The Discard pile goes under the Deck, in an order of chance."""
    first = set()
    for seed in range(12):
        table = Scenario(seed=seed)
        for name in ("One", "Two", "Three"):
            table.card(name)
        table.card("Trick", type="spell", abilities=["effect: draw(2)"])
        table.player("A").hand("Trick").mana(1).deck("One").discard("Two", "Three")
        table.player("B").hand("Filler").mana(1)
        table.begin("afternoon", first="A")
        table.act("A", "play Trick")
        assert table.zone("A", "hand")[0] == "One"
        first.add(table.zone("A", "hand")[1])
    assert first == {"Two", "Three"}


@cites("rulesets:A Deck without the card that is needed", "2024.09:3.2.2.d", "2024.09:ST-99")
@both_rulesets
def test_resupply_from_an_empty_deck_reshuffles(rules):
    """Under both (5.0 7.3.31.c)."""
    table = cast(rules, "resupply()", [], discard=["One", "Two"])
    assert len(table.zone("A", "reserve")) == 1
    assert len(table.zone("A", "deck")) == 1
    assert table.zone("A", "discard") == ["Trick"]


@both_rulesets
@cites("2024.09:3.2.2.e")
def test_resupply_does_nothing_if_the_discard_pile_is_empty_too(rules):
    """5.0 7.3.31.c."""
    table = cast(rules, "resupply(); draw(2)", [])
    assert (table.zone("A", "reserve"), table.zone("A", "hand")) == ([], [])
    assert table.decider == "B"


@cites(
    "5.0:3.2.2.d",
    "rulesets:A Deck without the card that is needed",
    "2024.09:3.2.2.d",
    "2024.09:3.2.2.e",
)
@pytest.mark.parametrize(("rules", "discard"), [("2024.09", ["Trick"]), ("5.0", ["One", "Trick"])])
def test_any_other_action_on_a_place_that_is_missing(rules, discard):
    """Here putting the top card in Mana. 5.0 does nothing (3.2.2.d)."""
    table = cast(rules, "put(top(you.deck), mana)", [], discard=["One"])
    assert table.zone("A", "discard") == discard
    assert table.mana("A") == (0, 2 if rules == "2024.09" else 1)


@cites(
    "5.0:3.2.2.e",
    "rulesets:A Deck without the card that is needed",
    "2024.09:3.2.2.d",
    "2024.09:3.2.2.e",
)
@pytest.mark.parametrize(("rules", "found"), [("2024.09", 4), ("5.0", 1)])
def test_revealing_several_cards_takes_those_there_are(rules, found):
    """The example of 5.0 3.2.2.e."""
    line = "x = reveal(top(you.deck, 4)); put(x, hand)"
    table = cast(rules, line, ["One"], discard=["Two", "Three", "Four"])
    assert len(table.zone("A", "hand")) == found


@cites("5.0:3.2.2.e", "2024.09:3.2.2.e")
@both_rulesets
def test_the_rest_of_an_effect_happens_although_there_was_no_card(rules):
    table = cast(rules, "draw(1); gain(all(character, you.play), boost=1)", [])
    assert table.find("Five").boosts == 1
    assert not table.over
