"""Agents without knowledge of the other decks."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from altered_env import Game, decks
from altered_env.agents import make
from altered_env.agents.closed_lists import is_closed, lists_told
from altered_env.agents.conditions import Conditions
from altered_env.agents.hosting import Host
from altered_env.arena.match import Match, play
from altered_env.arena.pairings import Arena, run
from altered_env.cli import main
from altered_env.game.books import book_of
from tests.game.hiding import games, other_lists

CLOSED = (
    "greedy:decks=closed",
    "rules:worlds=2,decks=closed",
    "ismcts:iterations=6,decks=closed",
    "ismcts@1:iterations=6,decks=closed",
    "net:v3,decks=closed",
    "net:v3,rollouts=1,decks=closed",
    "search:v1,iterations=6,decks=closed",
    "rollout:v3,rollouts=2,decks=closed",
)
PAIR = (decks.starter("axiom"), decks.starter("bravos"))


@pytest.mark.parametrize("spec", CLOSED)
def test_an_agent_does_the_same_whatever_the_other_deck_holds(spec):
    agent = make(spec)
    for number, game in enumerate(islice(games(9), 0, 120, 12)):
        other = other_lists(game, game.decider, number)
        answers = []
        for table in (game, other):
            agent.start(number)
            answers.append(agent.act(table.seat()))
        assert answers[0] == answers[1] and answers[0] in game.legal_actions()


def test_a_deck_list_that_is_known_is_made_use_of():
    """The agents above differ with open lists, so the test could fail."""
    agent = make("ismcts:iterations=24")
    different = 0
    for number, game in enumerate(islice(games(9), 0, 600, 10)):
        answers = []
        for table in (game, other_lists(game, game.decider, number)):
            agent.start(number)
            answers.append(agent.act(table.seat()))
        different += answers[0] != answers[1]
    assert different


@pytest.mark.parametrize("spec", ["rules:worlds=1", "net:v3", "net:v3,rollouts=1"])
def test_compiled_games_are_played_without_lists_too(spec):
    closed = f"{spec}{':' if ':' not in spec else ','}decks=closed"
    matches = [
        Match(PAIR, agents, seed=seed, chance=seed)
        for seed in range(6)
        for agents in ((closed, "greedy"), (spec, "greedy"))
    ]
    played = play(matches)
    assert played == play(matches)
    assert played[::2] != played[1::2]
    assert all(result.winner in (0, 1) for result in played)


def test_a_match_without_lists_has_the_book_of_all_cards():
    match = Match(PAIR, ("greedy:decks=closed", "random"), seed=1, chance=1)
    with pytest.raises(
        ValueError, match="greedy:decks=closed: deck lists are closed, but the book"
    ):
        play([match], book=book_of(card for deck in PAIR for card in deck.every_card))


def test_an_arena_holds_with_lists_closed_to_all(capsys):
    arguments = ["arena", "greedy", "random", "--games", "2", "--jobs", "1", "--lists", "closed"]
    assert main(arguments) == 0
    assert "Deck lists are closed: agents do not know the other decks." in _words(capsys)
    assert main(["arena", "greedy", "random", "--games", "2", "--jobs", "1"]) == 0
    assert "Deck lists are open: agents that search worlds know" in _words(capsys)
    closed = ["arena", "greedy:decks=closed", "random", "--games", "2", "--jobs", "1"]
    assert main(closed) == 0
    assert "Deck lists are open, but not to greedy:decks=closed." in _words(capsys)


def _words(capsys) -> str:
    return " ".join(capsys.readouterr().out.split())


def test_games_with_lists_open_and_closed_are_told_apart():
    plain = Arena(("greedy", "random"), ("axiom",), games=2)
    closed = replace(plain, conditions=Conditions(lists="closed"))
    assert plain.book is None and closed.book is not None
    keys = [{row.key for row in run(arena, jobs=1)} for arena in (plain, closed)]
    assert not keys[0] & keys[1]


def test_a_host_gives_closed_seats():
    class Looks:
        name = "looks"

        def start(self, seed):
            pass

        def act(self, seat):
            them = seat.world(1).view().players[1 - seat.player]
            seen.update(str(card.name) for card in them.hand)
            return seat.actions[0]

    for lists, told in (("open", True), ("closed", False)):
        seen: set[str] = set()
        game = Game.start(*PAIR, seed=1)
        with Host(game, {0: Looks()}, Conditions(lists=lists)) as host:
            host.choose()
        assert seen and (seen <= {card.name for card in PAIR[1].cards}) is told


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("rules:decks=hidden", "rules: decks must be open or closed, found 'hidden'"),
        ("rules:decks=open,decks=closed", "decks is given twice, open and closed"),
        ("random:decks=closed", "random: decks has no effect"),
        ("rules:deck=closed", "rules has no option 'deck'"),
    ],
)
def test_what_is_wrong_is_said(spec, says):
    with pytest.raises(ValueError, match=says):
        make(spec)


def test_open_is_what_agents_are():
    assert type(make("rules:decks=open")) is type(make("rules"))
    assert not is_closed("cmd:bot --decks=closed") and not is_closed("rules:decks=open")
    assert lists_told(["random"], "closed").startswith("Deck lists are closed")
