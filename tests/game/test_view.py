"""Views and pictures: visible information only."""

from __future__ import annotations

import dataclasses

import pytest

from altered_env import Game, Scenario


def table_with_secrets() -> Scenario:
    table = Scenario()
    table.card("Secret Hand")
    table.card("Secret Orb")
    table.card("Secret Deck")
    table.card("Open Reserve", stats="3/0/1")
    side = table.player("B").hand("Secret Hand").deck("Secret Deck").reserve("Open Reserve")
    side.companion_expedition("Open Reserve", boosts=2, asleep=True).mana(1, exhausted=1)
    side.orbs("Secret Orb")
    table.player("A").hand("Open Reserve").mana(2)
    table.begin("afternoon", first="A")
    return table


SECRETS = ("Secret Hand", "Secret Orb", "Secret Deck")


def test_one_seat_sees_no_hidden_card():
    table = table_with_secrets()
    above, mine, theirs = (repr(table.game.view(seat)) for seat in (None, "A", "B"))
    for secret in SECRETS:
        assert secret in above
        assert secret not in mine
        assert secret not in table.game.show("A")
    assert "Secret Hand" in theirs and "Secret Orb" in theirs
    assert "Secret Deck" not in theirs  # a Deck is hidden from all (3.1.3.f)


def test_counts_of_hidden_zones_are_public():
    other = table_with_secrets().game.view("A").players[1]
    assert (other.hand_count, other.hand) == (1, ())
    assert (other.deck_count, other.deck) == (1, ())
    assert (other.mana_ready, len(other.mana)) == (1, 2)
    assert [orb.name for orb in other.mana] == [None, None]
    assert {frozenset(orb.statuses) for orb in other.mana} == {
        frozenset(),
        frozenset({"exhausted"}),
    }


def test_objects_show_what_they_are_now():
    seen = table_with_secrets().game.view("A").players[1].expeditions[1].objects[0]
    assert (seen.name, seen.stats, seen.boosts) == ("Open Reserve", "5/2/3", 2)
    assert seen.statuses == {"asleep"} and seen.presence == {"B companion"}
    assert (seen.hand_cost, seen.reserve_cost, seen.base_cost) == (1, 1, 1)


def test_sleepers_do_not_count_for_an_expedition():
    view = table_with_secrets().game.view("A").players[1].expeditions[1]
    assert (view.forest, view.mountain, view.water) == (0, 0, 0)


def test_the_decision_is_shown_to_the_one_who_decides():
    game = table_with_secrets().game
    mine, theirs = game.view("A"), game.view("B")
    assert mine.decider == theirs.decider == "A"
    assert mine.decision == "turn" and dict(mine.options) == game.labels()
    assert theirs.decision is None and theirs.options == () and theirs.question == ""
    assert "A decides." in game.show("B")


def test_a_view_is_plain_and_frozen():
    view = Game.start("axiom", "bravos", seed=0).view("A")
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.day = 3
    assert view == Game.start("axiom", "bravos", seed=0).view("A")


def test_only_printed_regions_that_are_face_up_are_seen():
    table = Scenario()
    table.terrain(3, "forest")
    table.begin("morning")
    assert [r.number for r in table.game.view("A").regions if r.printed] == [0, 3, 4, 7]
    assert all(r.printed for r in table.game.view().regions)
    assert "?" in table.game.show("A") and "?" not in table.game.show().partition("\n\n")[2][:300]


def test_the_board_reads_well():
    table = table_with_secrets()
    text = table.game.show("A")
    lines = text.splitlines()
    assert lines[0] == "Day 2, afternoon. First player: A. A's turn."
    assert any("Open Reserve 5/2/3 (2 boosts, asleep)" in line for line in lines)
    assert any(line.startswith("B: no Hero   hand 1, Deck 1, mana 1/2") for line in lines)
    assert text.index("\nB: no Hero") < text.index("\nA: no Hero")
    assert "  play Open Reserve (1)" in text
    assert max(map(len, lines)) <= 120
    assert not [line for line in lines if line != line.rstrip()]
    assert str(table.game) == table.game.show()


def test_the_end_is_said(played):
    game = played(seed=1)
    assert f"the game is over, {'AB'[game.winner]} has won." in str(game).splitlines()[0]


def test_emblems_in_limbo_are_shown():
    table = Scenario()
    table.card("Herald", type="landmark_permanent", abilities=["at(noon): may(draw(1))"])
    table.player("A").landmarks("Herald")
    table.begin("noon")
    table.until("noon")
    assert table.game.view("B").emblems[0].source == "Herald"
    assert "Limbo\n  A: Reaction of Herald: at(noon): may(draw(1))" in table.game.show("B")


@pytest.mark.parametrize("seat", ["C", 2, -1, "", None])
def test_an_unknown_seat_is_refused(seat):
    game = Game.start("axiom", "bravos", seed=0)
    if seat is None:
        assert game.view(seat).seat is None
        return
    with pytest.raises(ValueError, match="no player is called"):
        game.view(seat)
