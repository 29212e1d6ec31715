"""Messages to a page contain no hidden information."""

from __future__ import annotations

import itertools
import json
import random
from itertools import islice

import pytest

from altered_env import Game, Scenario
from altered_env.agents.seated import PERSON
from altered_env.game.narration import changes
from altered_env.web.messages import board_of, face_of, references_in
from altered_env.web.sessions import Session
from tests.game.hiding import games, twin


def told(game: Game, player: int) -> str:
    """All messages to a seat's page as it joins the table."""
    seats = ["random"] * game.players
    seats[player] = PERSON
    return json.dumps(Session(game.clone(), seats, 1).message(player, set()), sort_keys=True)


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_that_differ_in_hidden_cards_alone_send_equal_messages(players):
    different = 0
    for number, game in enumerate(islice(games(11, players), 480 // players)):
        if number % (4 * players):
            continue
        for player in range(game.players):
            other = twin(game, player, number)
            different += other != game
            assert told(game, player) == told(other, player)
    assert different > 20


def test_a_message_that_told_the_game_itself_would_be_noticed():
    """The same comparison, of boards from above: hidden cards make a difference there."""
    game = next(islice(games(11), 20, None))
    other = twin(game, 0, 3)
    assert other != game
    assert json.dumps(board_of(game.view()), default=str) != json.dumps(
        board_of(other.view()), default=str
    )


def test_a_message_says_every_option_and_the_faces_of_what_is_shown():
    game = Game.start("axiom", "bravos", seed=1)
    session = Session(game, [PERSON, "random"], 1)
    player = game.decider
    known: set[str] = set()
    if player:
        session.act_for_agent()
    message = session.message(0, known)
    assert [o["action"] for o in message["options"]] == session.game.legal_actions()
    assert {face["reference"] for face in message["faces"]} == references_in(message["board"])
    assert session.message(0, known)["faces"] == [], "they have been told"


def test_what_changes_names_only_cards_that_the_player_sees():
    """The log of a seat, over a game of random play by both."""
    game = Game.start("lyra", "muna", seed=4)
    chance = random.Random(4)
    names = {card.name for deck in game.story.decks for card in deck.every_card}
    before = game.view("A")
    lines = 0
    while not game.over:
        game.act(chance.choice(game.legal_actions()))
        after = game.view("A")
        text = json.dumps([board_of(before), board_of(after)], ensure_ascii=False)
        for line in changes(before, after):
            lines += 1
            assert "None" not in line
            for name in names:
                assert name not in line or f'"{name}"' in text
        before = after
    assert lines > 50


def test_a_face_has_our_wording_of_each_ability():
    from altered_env import cards

    face = face_of(cards.find("Foundry Armorer R1"))
    assert face["costs"] == [3, 3] and len(face["text"]) == 1
    assert face["text"][0].endswith(".")


def test_dusk_is_shown_expedition_by_expedition_and_what_moved_why():
    """The scenes between two decisions, each with the log up to then."""
    table = Scenario(rules="5.0", seed=1)
    table.card("Walker", cost="1/1", stats="3/3/3")
    table.player("A").hand("Filler").mana(9).hero_expedition("Walker").deck(*["Filler"] * 4)
    table.player("B").hand("Filler").mana(9).deck(*["Filler"] * 4)
    table.begin("afternoon", first="A")
    session = Session(table.game, [PERSON, "random"], 1)
    known: set[str] = set()
    first = session.message(0, known)
    hero = first["board"]["players"][0]["expeditions"][0]
    assert hero["compared"][0][1:] == [3, 0, True]
    for _ in "AB":
        session.act(next(o.action for o in session.game.options() if o.kind == "pass"))
    message = session.message(0, known, first["lines"], first["shown"])
    scenes, log = message["scenes"], [text for _, text in message["log"]]
    assert {"dusk", "night"} <= {scene["board"]["phase"] for scene in scenes}
    assert [s["lines"] for s in scenes] == sorted(s["lines"] for s in scenes)
    moved = next(s for s in scenes if s["board"]["players"][0]["expeditions"][0]["distance"] == 1)
    upto = log[: moved["lines"] - first["lines"]]
    assert any(
        "A: hero Expedition moves 1 forward: " in line and " 3 against 0" in line for line in upto
    )
    assert session.message(0, known, 0, message["shown"])["scenes"] == []
    dusk = [s for s in scenes if s["board"]["phase"] == "dusk"]
    assert [s["expedition"] for s in dusk] == [None, 0, 1, 2, 3, None]
    assert {s["board"]["players"][0]["expeditions"][0]["distance"] for s in dusk[:-1]} == {0}
    said = [first["lines"], *(s["lines"] for s in dusk)]
    parts = [log[one - said[0] : two - said[0]] for one, two in itertools.pairwise(said)]
    assert parts[0][:2] == ["A: pass", "B: pass"], "the passes come first"
    assert all("Expedition" in line for (line,) in parts[1:5]) and "moves 1" in parts[1][0]
    assert not any("Expedition" in line for line in parts[5])


def test_an_expedition_with_a_defender_is_held():
    """7.4.2.b"""
    table = Scenario(seed=1)
    table.card("Guard", stats="1/1/1", abilities=["defender"])
    table.player("A").hero_expedition("Guard").hand("Kappa").deck("Kappa", "Kappa")
    table.player("B").deck("Kappa", "Kappa")
    table.begin("afternoon", first="A")
    board = board_of(table.game.view("A"))
    held = [one["held"] for player in board["players"] for one in player["expeditions"]]
    assert held == [True, False, False, False]
