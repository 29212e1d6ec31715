"""Formats on the command line."""

import re

import pytest

from altered_env import Game, decks, formats
from altered_env.arena.pairings import Arena, play_one
from altered_env.cli import main
from altered_env.game.replay import Replay

NAMES = ("axiom", "lyra")


def test_a_name_stands_for_what_a_format_is_played_with():
    game = Game.start(*NAMES, format="first_game", seed=0)
    assert game.story.decks == tuple(map(decks.first_game, NAMES))
    game = Game.start("CORE", "CORE", seed=4, format="booster_war")
    assert game.story.decks == tuple(
        formats.simple_deck(booster, name="CORE") for booster in formats.boosters(2, "CORE", 4)
    )
    game = Game.start("CORE", "BISE", seed=4, format="booster_war_technical")
    for deck, name in zip(game.story.decks, ("CORE", "BISE"), strict=True):
        costs = [card.hand_cost for card in deck.cards]
        assert costs == sorted(costs) and {card.set for card in deck.cards} == {name}
    game = Game.start("CORE", "CORE", seed=4, format="booster_draft")
    one, two = game.story.decks
    assert one != two
    assert formats.get("booster_draft").check([one, two], "5.0") == []
    assert formats.get("booster_war").deck("axiom") == decks.starter("axiom")


@pytest.mark.parametrize("name", formats.names())
def test_what_a_format_is_usually_played_with_is_legal(name):
    form = formats.get(name)
    usual = [form.deck(form.usual[seat % len(form.usual)], 7, seat) for seat in range(form.players)]
    for rules in decks.RULESETS:
        assert form.check(usual, rules) == []


@pytest.mark.parametrize("name", ["standard", "first_game", "booster_war_technical"])
def test_a_format_is_watched(name, capsys, tmp_path):
    path = tmp_path / "game.json"
    arguments = ["--format", name, "--seed", "3", "--save", str(path)]
    assert main(["watch", "random", "random", *arguments]) == 0
    said = capsys.readouterr().out
    assert f"{formats.get(name).title}, rules 2024.09, seed 3" in said
    record = Replay.load(path)
    assert record.format == name and record.play().over


def test_a_game_of_four_is_watched(capsys):
    agents = ["random"] * 4
    decks_of_four = ["--decks", "axiom", "lyra", "muna", "ordis"]
    assert main(["watch", *agents, *decks_of_four, "--format", "two_against_two"]) == 0
    said = capsys.readouterr().out
    assert "random with axiom (A) against random with lyra (B) against" in said
    assert re.search("^Region +8 +9 ", said, re.M) and "have won" in said


def test_a_game_of_four_is_played(capsys, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda _: "q")
    arguments = ["--format", "free_for_all", "--opponent", "random", "--deck", "yzmir"]
    assert main(["play", *arguments, "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "facing D companion" in said


def test_a_format_is_played(capsys, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda _: "q")
    assert main(["play", "--format", "booster_war", "--against", "ALIZE", "--seed", "3"]) == 0
    assert "hand 3" in capsys.readouterr().out


def test_an_arena_is_of_a_format(capsys):
    assert main(["arena", "greedy", "random", "--games", "2", "--format", "booster_war"]) == 0
    assert "decks CORE; booster_war;" in capsys.readouterr().out
    plan = Arena(("greedy", "random"), ("CORE",), 2, 1, format="booster_war")
    assert play_one(plan, "greedy", "random", 0).format == "booster_war"


def test_decks_are_checked_for_a_format(capsys):
    """The format decides what a name means: a starter's first game, a set's booster."""
    command = ["decks", "check", "--rules", "5.0", "--format"]
    assert main([*command, "first_game", "demo-teija", "axiom"]) == 1
    said = capsys.readouterr().out
    assert "demo-teija (39 cards, Teija & Nauraa), first_game, 5.0: 2 rules broken" in said
    assert said.count("(ST-12)") == 2
    assert "axiom (29 cards), first_game, 5.0: legal" in said
    assert main([*command, "booster_war", "CORE"]) == 0
    assert "CORE (11 cards, " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["watch", "random"], "1 agents, but Standard has 2 players"),
        (
            ["watch", "random", "random", "--decks", "axiom"],
            "1 deck; a game of Standard needs 2",
        ),
        (
            ["watch", "ismcts", "random", "net:v1", "greedy", "--format", "free_for_all"],
            "net:v1: trained for two players, but this game has 4",
        ),
        (["watch", "random", "random", "--format", "free_for_all"], "has 4 players"),
        (
            ["play", "--format", "free_for_all", "--opponent", "net:v1"],
            "trained for two players",
        ),
        (
            [
                "play",
                "--format",
                "two_against_two",
                "--opponent",
                "random",
                "--against",
                "muna",
                "lyra",
            ],
            "3 decks; a game of Two against Two needs 4",
        ),
        (["watch", "random", "random", "--format", "drafts"], "no format is called 'drafts'"),
        (["arena", "greedy", "random", "--format", "standart"], "did you mean 'standard'"),
        (["play", "--format", "limited", "--deck", "axion"], "did you mean 'axiom'"),
        (["decks", "check", "axiom", "--format", "first"], "did you mean 'first_game'"),
    ],
)
def test_what_is_wrong_is_said(arguments, message, capsys):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_all_that_keeps_a_game_from_being_played_is_said_at_once(tmp_path, capsys):
    short = tmp_path / "short.txt"
    short.write_text("Hero: Sierra & Oddball\n4 Kelon Burst C\n")
    command = ["watch", "random", "random", "--decks", "axiom", str(short)]
    assert main([*command, "--format", "two_against_two"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    for wrong in (
        "2 agents, but Two against Two has 4",
        "2 decks; a game of Two",
        "short: 4 cards called",
    ):
        assert wrong in said
