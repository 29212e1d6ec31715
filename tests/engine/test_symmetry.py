"""Seat symmetry: random games with the seats rotated (1.2.1, 1.4.5), and a check that asymmetries
are found. `make symmetry` plays more of them, and every test of rules and cards."""

from __future__ import annotations

import random

import pytest

from altered_env import Game, decks, formats
from altered_env.engine import table
from altered_env.game import engine_api
from tests.turning import NotSymmetricError, Turning, checked, differences, turned, turned_action

FORMS = pytest.mark.parametrize("form", ["standard", "two_against_two", "free_for_all"])
BOTH = pytest.mark.parametrize("rules", decks.RULESETS)


def start(form: str, rules: str, seed: int) -> Game:
    """A game between decks of the starters, and of the whole pool for odd numbers."""
    players = formats.get(form).players
    chance = random.Random(seed)
    pick = [decks.random(chance.randrange(1 << 30)) for _ in range(players)]
    names = chance.sample(decks.names(), players)
    return Game.start(*(pick if seed % 2 else names), seed=seed, rules=rules, format=form)


@FORMS
@BOTH
def test_random_games_are_the_same_with_the_seats_turned(form, rules, pytestconfig):
    games = 40 if pytestconfig.getoption("--symmetry") == "all" else 2
    for seed in range(games):
        game = start(form, rules, seed)
        chance = random.Random(seed)
        with checked() as turning:
            while not game.over:
                game.act(chance.choice(game.legal_actions()))
        assert turning.compared > 20 and turning.passed_over == 0


@FORMS
def test_turned_twice_a_game_is_as_it_was(form):
    game = start(form, "5.0", 1)
    chance = random.Random(5)
    for _ in range(60):
        once = turned(game.games)
        assert once.tobytes() != game.games.tobytes()
        assert {told.split(":")[0] for told in differences(turned(once), game.games)} <= {"options"}
        for action in game.legal_actions():
            assert turned_action(once, turned_action(game.games, action)) == action
        game.act(chance.choice(game.legal_actions()))


def test_what_depends_on_the_seats_is_found():
    """An engine that lets the one who sits first keep a card more."""
    game = start("standard", "5.0", 0)
    honest = engine_api.ask

    def partial(games, i, book, command, *numbers, **more):
        result = honest(games, i, book, command, *numbers, **more)
        games[i]["reserve_limit"][0] += 1
        return result

    turning = Turning(partial, 10)
    action = game.legal_actions()[0]
    numbers = (game.games, 0, game.book.record, table.COMMAND.ANSWER, action)
    with pytest.raises(NotSymmetricError, match=r"ANSWER .* seats; .*\n.*reserve_limit"):
        turning(*numbers)
