"""Morning (4.2.1): Succeed, Prepare, Draw, Expand."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


@cites("5.0:4.2.1.b", "2024.09:4.2.1.b", "2024.09:ST-35")
@both_rulesets
def test_each_morning_the_other_player_becomes_first(rules):
    table = Scenario(rules=rules)
    table.begin("morning", first="A")
    assert (table.decision, table.first) == ("expand", "B")
    table.until("morning")
    assert table.first == "B"  # not before Succeed has resolved
    assert (table.decision, table.first) == ("expand", "A")


@cites("5.0:4.2.e", "5.0:4.2.1.a", "2024.09:4.2.1.a")
@both_rulesets
def test_the_four_effects_of_morning_come_in_order(rules):
    """Reactions to Prepare find the new first player and are played before Draw; Expand
    offers what was drawn (5.0 4.2.1.a, 4.2.d)."""
    table = Scenario(rules=rules)
    line = "when(readies(me)): if_(you.first_player, put(top(you.deck), reserve))"
    table.card("Clock", type="landmark_permanent", abilities=[line])
    for name in ("One", "Two", "Three", "Four"):
        table.card(name)
    side = table.player("A").landmarks("Clock", exhausted=True)
    side.deck("One", "Two", "Three", "Four")
    table.begin("morning", first="B")
    assert table.zone("A", "reserve") == ["One"]
    assert table.zone("A", "hand") == ["Two", "Three"]
    assert table.options("A") == ["A: Two in hand", "A: Three in hand", "done"]


@cites("5.0:4.2.1.c", "2024.09:4.2.1.c", "2024.09:ST-31", "2024.09:ST-36")
@both_rulesets
def test_prepare_readies_everything_that_is_exhausted(rules):
    """Heroes, Characters, Permanents, Mana Orbs and cards in Reserve, of each player."""
    table = Scenario(rules=rules)
    table.card("Leader", type="hero")
    table.card("Place", type="landmark_permanent")
    table.card("Tool", type="expedition_permanent", subtypes=["gear"])
    for player in "AB":
        side = table.player(player).mana(3, exhausted=2)
        side.hero("Leader", exhausted=True)
        side.landmarks("Place", exhausted=True)
        side.hero_expedition("Filler", "Tool", exhausted=True)
        side.reserve("Filler", exhausted=True)
    table.begin("morning")
    for player in "AB":
        assert table.mana(player) == (3, 3)
        for zone in ("hero", "landmarks", "hero_expedition", "reserve"):
            for name in table.zone(player, zone):
                assert "exhausted" not in table.find(f"{player} {name} in {_word(zone)}").statuses


def _word(zone):
    return zone.removesuffix("_expedition")


@cites("2024.09:4.2.1.c", "2024.09:ST-31", "2024.09:ST-36")
def test_nothing_is_readied_before_the_morning():
    table = Scenario()
    table.card("Place", type="landmark_permanent")
    table.player("A").mana(2, exhausted=2).landmarks("Place", exhausted=True)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="B")
    table.until("night")
    assert table.mana("A") == (0, 2)
    table.until("morning")
    assert table.mana("A") == (0, 2)
    assert "exhausted" in table.find("Place").statuses
    assert table.decision == "expand"
    assert table.mana("A") == (2, 2)
    assert "exhausted" not in table.find("Place").statuses


@cites("5.0:1.2.6.a", "5.0:4.2.1.d", "2024.09:4.2.1.d", "2024.09:ST-37")
@both_rulesets
def test_each_player_draws_the_top_two_cards(rules):
    table = Scenario(rules=rules)
    for name in ("One", "Two", "Three"):
        table.card(name)
    for player in "AB":
        table.player(player).deck("One", "Two", "Three").hand("Filler")
    table.begin("morning")
    for player in "AB":
        assert table.zone(player, "hand") == ["Filler", "One", "Two"]
        assert table.zone(player, "deck") == ["Three"]


@cites("5.0:4.2.1.e", "2024.09:4.2.1.e", "2024.09:ST-38")
@both_rulesets
def test_each_player_may_put_one_card_in_mana_the_first_player_decides_first(rules):
    table = Scenario(rules=rules)
    table.player("A").hand("Kelon Burst").mana(2)
    table.player("B").hand("Kelon Burst").mana(2)
    table.begin("morning", first="B")
    assert table.decider == "A"
    assert "done" in table.options("A")
    table.choose("A", "Kelon Burst")
    assert (table.decider, table.decision) == ("B", "expand")
    table.choose("B", "done")
    assert table.zone("A", "hand") == ["Filler", "Filler"]
    assert table.zone("B", "hand") == ["Kelon Burst", "Filler", "Filler"]
    assert table.mana("A") == (3, 3)  # it is ready
    assert table.mana("B") == (2, 2)
    assert table.phase == "afternoon"


@cites("2024.09:4.2.1.e", "2024.09:RM-3.2.9.b-1", "2024.09:RM-3.2.9.a-1", "2024.09:3.2.9.d")
@both_rulesets
def test_a_card_put_in_mana_is_face_down(rules):
    """Its player still knows it, and the others do not learn it."""
    table = Scenario(rules=rules)
    table.player("A").hand("Kelon Burst").mana(0)
    table.begin("morning", first="B")
    table.choose("A", "Kelon Burst")
    table.choose("B", "done")
    assert [orb.name for orb in table.game.view("A").players[0].mana] == ["Kelon Burst"]
    assert [orb.name for orb in table.game.view("B").players[0].mana] == [None]


@cites("2024.09:ST-99", "2024.09:ST-100", "2024.09:3.2.2.d")
def test_2024_09_drawing_from_a_deck_that_is_too_small_reshuffles_at_once():
    table = Scenario(rules="2024.09")
    table.card("Last")
    table.player("A").deck("Last").discard("Kelon Burst", "Kelon Burst", "Kelon Burst")
    table.begin("morning", first="B")
    assert table.decision == "expand"  # there was no decision
    assert table.zone("A", "hand") == ["Last", "Kelon Burst"]
    assert table.zone("A", "deck") == ["Kelon Burst", "Kelon Burst"]
    assert table.zone("A", "discard") == []


@cites("5.0:7.3.9.c", "rulesets:A Deck without the card that is needed", "2024.09:4.2.1.d")
@pytest.mark.parametrize("answer", ("yes", "no"))
def test_5_0_a_player_decides_whether_to_reshuffle_while_drawing(answer):
    """5.0 7.3.9.c."""
    table = Scenario(rules="5.0")
    table.card("Last")
    table.player("A").deck("Last").discard("Kelon Burst", "Kelon Burst", "Kelon Burst")
    table.begin("morning", first="B")
    assert (table.decider, table.decision) == ("A", "reshuffle")
    table.choose("A", answer)
    if answer == "no":
        assert (table.decider, table.decision) == ("A", "reshuffle")  # after Draw, once more
        table.choose("A", "no")
    assert table.decision == "expand"
    hand, deck, discard = (table.zone("A", zone) for zone in ("hand", "deck", "discard"))
    if answer == "yes":
        assert (sorted(hand), len(deck), discard) == (["Kelon Burst", "Last"], 2, [])
    else:
        assert (hand, deck, len(discard)) == (["Last"], [], 3)


@cites("5.0:4.2.1.f", "2024.09:4.2.1.a")
@pytest.mark.parametrize("answer", ("yes", "no"))
def test_5_0_an_empty_deck_may_be_refilled_after_expand(answer):
    """5.0 4.2.1.f: in turn order, and only those with an empty Deck."""
    table = Scenario(rules="5.0")
    for player in "AB":
        table.player(player).deck("Filler", "Filler").discard("Kelon Burst")
    table.begin("morning", first="B")
    for player in "AB":  # after Draw
        assert (table.decider, table.decision) == (player, "reshuffle")
        table.choose(player, "no")
    table.choose("A", "done")
    table.choose("B", "done")
    assert (table.decider, table.decision) == ("A", "reshuffle")
    table.choose("A", answer)
    assert (table.decider, table.decision) == ("B", "reshuffle")
    assert table.zone("A", "deck") == (["Kelon Burst"] if answer == "yes" else [])
    table.choose("B", "no")
    assert table.zone("B", "discard") == ["Kelon Burst"]


@cites("5.0:4.2.1.f", "2024.09:4.2.1.d")
def test_5_0_no_question_where_the_deck_suffices():
    """5.0 4.2.1.f: three cards are enough for Draw, and one is left."""
    table = Scenario(rules="5.0")
    table.player("A").deck("Filler", "Filler", "Filler").discard("Kelon Burst").mana(1)
    table.begin("morning", first="B")
    table.choose("A", "done")
    table.choose("B", "done")
    assert table.phase == "afternoon"
    assert table.zone("A", "discard") == ["Kelon Burst"]


@both_rulesets
@cites("2024.09:4.2.1.d")
def test_who_has_too_few_cards_draws_those(rules):
    """5.0 3.2.2.e: as much as possible, and no one loses for it."""
    table = Scenario(rules=rules)
    table.player("A").deck("Kelon Burst")
    table.player("B").deck()
    table.begin("morning", first="B")
    assert table.zone("A", "hand") == ["Kelon Burst"]
    assert table.zone("B", "hand") == []
    assert not table.over


@cites("5.0:7.3.9.c", "5.0:7.3.31.b", "2024.09:4.2.1.d")
@pytest.mark.parametrize("verb", ("draw(2)", "resupply(2)"))
def test_5_0_the_same_question_is_asked_whatever_draws_in_the_morning(verb):
    """5.0 7.3.9.c, 7.3.31.b: here a Reaction to the beginning of Morning."""
    table = Scenario(rules="5.0")
    table.card("Cock", type="landmark_permanent", abilities=[f"at(morning): {verb}"])
    table.player("A").landmarks("Cock").deck("Filler").discard("Filler", "Filler", "Filler")
    table.begin("morning", first="B")
    assert (table.decider, table.decision, table.first) == ("A", "reshuffle", "B")
    table.choose("A", "yes")
    zone = "hand" if verb.startswith("draw") else "reserve"
    assert table.decision == "expand"
    assert len(table.zone("A", zone)) == (4 if zone == "hand" else 2)


def moments(table, player="A"):
    """A player's decisions in the Morning, without shuffling: kinds, in order."""
    found, day = [], table.day
    while (table.day, table.phase) == (day, "morning"):
        if table.decider == player:
            found.append(table.decision)
        table.choose(table.decider, "no" if table.decision == "reshuffle" else "done")
    return found


@cites("5.0:4.2.1.f", "2024.09:4.2.1.a")
def test_5_0_an_empty_deck_may_be_refilled_before_and_after_each_daily_effect():
    """5.0 4.2.1.f: before Succeed, before Prepare, before Draw (that is while drawing, 7.3.9.c),
    before Expand and after it."""
    table = Scenario(rules="5.0")
    table.player("A").deck().discard("Kelon Burst").hand("Kelon Burst")
    table.begin("morning", first="B")
    assert moments(table) == ["reshuffle"] * 4 + ["expand", "reshuffle"]


@cites("2024.09:4.2.1.a")
def test_2024_09_nobody_is_asked():
    table = Scenario(rules="2024.09")
    table.player("A").deck().hand("Kelon Burst")
    table.player("B").deck().discard("Kelon Burst")
    table.begin("morning", first="B")
    assert moments(table) == ["expand"]


@pytest.mark.parametrize("when", range(3))
@cites("5.0:4.2.1.f", "2024.09:4.2.1.a")
def test_5_0_a_reaction_to_prepare_finds_the_deck_as_it_was_refilled(when):
    """5.0 4.2.1.f, 4.4.a: the Deck is refilled before Succeed, after it, or after Prepare and
    before the Reactions to that; and once more after those (here they empty it again)."""
    table = Scenario(rules="5.0")
    table.card(
        "Cock", type="landmark_permanent", abilities=["when(readies(me)): discard(top(you.deck))"]
    )
    table.player("A").landmarks("Cock", exhausted=True).deck().discard("Kelon Burst").mana(1)
    table.begin("morning", first="B")
    for _ in range(when):
        assert table.decision == "reshuffle"
        table.choose("A", "no")
    table.choose("A", "yes")
    assert (table.decider, table.decision) == ("A", "reshuffle")
    assert table.zone("A", "discard") == ["Kelon Burst"]  # it was on top as Cock was readied
    table.choose("A", "yes")
    assert table.zone("A", "hand") == ["Kelon Burst"]
