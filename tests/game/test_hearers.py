"""The narration to players does not depend on cards they never saw."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from altered_env import Scenario
from altered_env.engine.terms import C
from altered_env.game import narration
from altered_env.game.invariants import owned_cards
from altered_env.game.narration import Narration, said_aloud
from altered_env.game.options import options
from altered_env.testing.fuzz import Reached, random_games
from tests.attack import told
from tests.attack.told import KINDS, run
from tests.citations import cites
from tests.game.hiding import games, twin


@cites("2024.09:3.2.2.a", "2024.09:3.2.5.a")
@pytest.mark.parametrize("kind", KINDS)
def test_cards_that_a_player_never_saw_change_nothing_that_is_sent(kind, monkeypatch):
    """The small version of `python -m tests.attack.told`."""
    monkeypatch.setattr(told, "LONGEST", 20)
    table = run(24, seed=3, kinds=[kind])
    row = table.counts[kind]
    assert table.differences == 0, table.examples[:3]
    assert row["decisions"] >= 24 and row["cards"] > 20


def test_labels_of_the_decider_are_found_out(monkeypatch):
    """The control: with the words of before, the same test finds that the log tells cards."""
    monkeypatch.setattr(narration, "announcement", _own_label)
    monkeypatch.setattr(told, "LONGEST", 30)
    faces = ("log", "play", "llm", "pages", "replay")
    table = run(60, seed=4, kinds=["standard, open"], faces=faces)
    row = table.counts["standard, open"]
    assert all(row[face] > 0 for face in faces), str(table)


def _own_label(game, action):
    """The earlier announcement: the label of the player to move."""
    found = {option.action: option.label for option in options(game)}
    return found[action] if game.decision == "turn" else ""


def table_of(*hand: str):
    table = Scenario(seed=1)
    table.player("B").hand(*hand).mana(8)
    table.begin("afternoon", first="B")
    return table


@pytest.mark.parametrize("others", [("Kitsune C",), ("Kitsune R1",), ("Tanuki C",)])
def test_a_play_is_said_in_the_same_words_whatever_else_is_in_hand(others):
    game = table_of("Kitsune C", *others).game
    (kitsune, *_) = [o for o in game.options() if o.object and o.object.version == "C"]
    assert "Kitsune" in kitsune.label
    assert said_aloud(game, kitsune.action) == "B: play Kitsune (2)"


def test_identical_copies_are_one_choice_and_two_options():
    game = table_of("Kitsune C", "Kitsune C", "Kitsune R1").game
    labels = [option.label for option in game.choices()]
    assert labels == ["play Kitsune (2) [C]", "play Kitsune (2) [R1]", "pass"]
    assert [label for _, label in game.view("B").options] == labels
    assert len(game.options()) == 4 and len(set(game.labels().values())) == 4
    (entry,) = [option for option in game.choices() if option.copies]
    assert len(entry.copies) == 2 and entry.action == entry.copies[0].slot
    for copy in entry.copies:
        assert game.label(copy.slot) == entry.label


def test_a_copy_that_others_know_of_is_the_one_that_is_taken():
    """Playing the other one would show that there are two."""
    game = table_of("Kitsune C", "Kitsune C").game
    two = [option.action for option in game.options() if option.kind == "turn"]
    for known, other in (two, two[::-1]):
        game.record.obj[[known, other], C.KNOWN] = [0b11, 0b10]
        assert next(o for o in game.choices() if o.copies).action == known


@cites("2024.09:3.2.2.a", "2024.09:3.2.5.a")
@pytest.mark.parametrize("players", [2, 4])
def test_the_seat_of_who_does_not_decide_shows_nothing_of_the_choice(players):
    """Records and options in the determinizations of every other player: independent of cards
    unknown to them, also if the player to move searches among these."""
    asked, searched = Counter(), 0
    for number, game in enumerate(islice(games(7, players), 1200 // (players // 2))):
        player = (game.decider + 1 + number % (players - 1)) % players
        other = twin(game, player, number)
        here, there = game.seat(player), other.seat(player)
        assert here.records()[0].tobytes() == there.records()[0].tobytes()
        asked[game.decision] += 1
        if number % 10 == 0 or game.decision == "objects":
            one, two = here.world(1), there.world(1)
            assert one.options() == two.options() and one == two
            searched += not one.legal_actions()
    assert searched > 3 and asked["objects"] > 20 and asked["first_mana"] > 20


def searching():
    """A table where B may choose one of the Spells in hand."""
    table = Scenario(seed=1)
    line = "J: may(discard(choose(spell, you.hand)))"
    table.card("Searcher", cost="1/1", stats="1/1/1", abilities=[line])
    table.card("Scroll", type="spell", cost="9/9", abilities=["effect: draw(1)"])
    table.player("B").hand("Searcher", "Scroll", "Scroll", "Kitsune C").mana(1)
    table.player("B").deck("Kitsune C", "Tanuki C", "Scroll", "Kappa")
    table.begin("afternoon", first="B")
    table.act("B", "play Searcher")
    while table.game.decision != "objects":
        table.game.act(table.game.legal_actions()[0])
    assert table.game.decider == 1
    return table


def test_a_search_through_a_hand_is_no_matter_of_other_worlds():
    """That B has Spells in hand, how many, and which, is hidden. The worlds of A have no options
    then, and say why; those of B have them."""
    table = searching()
    world = table.game.seat("A").world(1)
    assert world.decider == 1 and world.legal_actions() == [] and world.options() == ()
    with pytest.raises(ValueError, match="options depend on cards that the player does not know"):
        world.act(table.game.legal_actions()[0])
    hands = Counter(
        sum(seen.name == "Scroll" for seen in table.game.seat("A").world(s).view().players[1].hand)
        for s in range(60)
    )
    assert set(hands) == {0, 1, 2, 3}
    assert table.game.seat("B").world(1).labels() == table.game.labels()


def test_soak_knows_worlds_without_options(monkeypatch):
    """Worlds are valid; one that offers something is a fault."""
    game = searching().game

    def looked():
        return {
            random_games._aside(game, random.Random(seed), owned_cards(game), Reached())
            for seed in range(40)
        }

    assert looked() == {""}
    monkeypatch.setattr(random_games, "offers_nothing", lambda *_: True)
    told = "in a world at another's decision: options depend on hidden cards"
    assert looked() == {"", told}


def test_what_is_used_in_one_of_two_ways_is_said_once_it_is_known_how():
    table = Scenario(seed=1)
    table.card("Both", cost="1/1", support=["D: draw(1)"])
    table.player("B").reserve("Both").mana(4).deck("Kappa", "Kappa", "Kappa")
    table.begin("afternoon", first="B")
    game = table.game
    action = next(o.action for o in game.options() if o.object and o.object.name == "Both")
    heard = Narration(game.view("A"))
    lines = heard.acts(game, action)
    game.act(action)
    lines += heard.goes_on(game.view("A"))
    assert game.decision == "use" and not [text for kind, text in lines if kind == "said"]
    assert heard.acts(game, game.legal_actions()[0])[0] == ("said", "B: play Both from Reserve (1)")
