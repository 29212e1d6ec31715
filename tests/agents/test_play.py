"""`altered play`: boards that fit a terminal in any style, hints, no undo, save and resume."""

from __future__ import annotations

import random
import re

import pytest

from altered_env import Game, Scenario, decks
from altered_env.cli import main, screen
from altered_env.cli.looking_up import look_up
from altered_env.render.style import Style, choose, dress
from altered_env.render.text import WIDTH

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
STYLES = [Style(colour, unicode) for colour in (False, True) for unicode in (False, True)]


def widest(text):
    return max(len(COLOUR.sub("", line)) for line in text.split("\n"))


@pytest.fixture
def answers(monkeypatch):
    """The input at the terminal."""

    def type_in(*lines):
        left = iter(lines)

        def read(prompt):
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)

    return type_in


@pytest.mark.parametrize("seed", range(6))
def test_no_line_of_a_board_is_wider_than_80_columns(seed):
    assert WIDTH == 80
    game = Game.start(decks.random(seed), decks.random(seed + 50), seed=seed)
    chance = random.Random(seed)
    while not game.over:
        for seat in ("A", "B", None):
            text = game.show(seat)
            for style in STYLES:
                assert widest(dress(text, style)) <= 80
        game.act(chance.choice(game.legal_actions()))


def test_both_expeditions_of_a_player_fit_one_region():
    table = Scenario()
    table.player("A").regions(hero=7)
    table.begin("afternoon", first="A")
    rows = table.game.show("A").splitlines()
    assert any(re.fullmatch(r"A +hero\+comp", row) for row in rows)


def test_styles_differ_in_nothing_but_colours_and_signs():
    table = Scenario()
    table.card("Éléonore\u2019s Œuvre", stats="1/2/3")
    table.player("A").hero_expedition("Éléonore\u2019s Œuvre")
    table.begin("afternoon")
    text = table.game.show("A")
    plain = dress(text, Style(False, False))
    assert plain.isascii() and "Eleonore's" in plain
    pretty = dress(text, Style(True, True))
    assert (
        "\x1b[32mF1\x1b[0m" in pretty and "Éléonore\u2019s Œuvre" in pretty and "─" * 80 in pretty
    )
    assert COLOUR.sub("", pretty) == dress(text, Style(False, True))
    assert "\x1b" in dress(text, Style(True, False)) and "─" not in dress(text, Style(True, False))


@pytest.mark.parametrize(
    ("plain", "terminal", "encoding", "environment", "style"),
    [
        (False, True, "utf-8", {}, Style(True, True)),
        (False, True, "UTF8", {"NO_COLOR": "1"}, Style(False, True)),
        (False, True, "utf-8", {"NO_COLOR": ""}, Style(True, True)),
        (False, True, "utf-8", {"TERM": "dumb"}, Style(False, True)),
        (False, False, "utf-8", {}, Style(False, True)),
        (False, True, "ascii", {}, Style(True, False)),
        (True, True, "utf-8", {}, Style(False, False)),
    ],
)
def test_a_style_is_chosen_by_what_the_terminal_can(plain, terminal, encoding, environment, style):
    assert choose(plain, terminal, encoding, environment) == style


def test_a_person_gets_a_hint_and_no_undo(capsys, answers):
    answers("hint", "undo", "help", "fly", "save", "save /nowhere/at/all", "q")
    assert main(["play", "--opponent", "greedy", "--seed", "3", "--plain"]) == 0
    said = capsys.readouterr().out
    assert said.isascii() and widest(said) <= 80
    assert "rules would: " in said and "There is no undo" in said
    assert "'fly' matches no option above" in said
    assert "Not saved: name a file: save FILE" in said and said.count("Not saved") == 2


def test_a_game_is_saved_and_gone_on_with(capsys, answers, tmp_path):
    path = tmp_path / "game.save"
    answers("Kelon Burst", f"save {path}", "1", "q")
    assert main(["play", "--seed", "3"]) == 0
    saved = Game.load(path)
    assert saved.story.seed == 3 and len(saved.story.actions) >= 1
    assert f"altered play --resume {path}" in " ".join(capsys.readouterr().out.split())
    later = tmp_path / "later.save"
    answers("1")
    assert main(["play", "--resume", str(path), "--save", str(later)]) == 0
    assert "Day 0 of the game in" in capsys.readouterr().out
    gone_on = Game.load(later).story.actions
    assert gone_on[: len(saved.story.actions)] == saved.story.actions
    assert len(gone_on) > len(saved.story.actions)


def test_a_saved_game_remembers_its_opponent(capsys, answers, tmp_path):
    path, later = str(tmp_path / "game.save"), str(tmp_path / "later.save")
    answers("1", "q")
    assert main(["play", "--seed", "3", "--opponent", "rules:worlds=2", "--save", path]) == 0
    assert Game.load(path).story.opponent == "rules:worlds=2"
    capsys.readouterr()
    answers("q")
    assert main(["play", "--resume", path, "--save", later]) == 0
    assert "You are A, against rules:worlds=2." in capsys.readouterr().out
    answers(f"save {later}")
    assert main(["play", "--resume", later, "--opponent", "random"]) == 0
    assert "You are A, against random." in capsys.readouterr().out
    assert Game.load(later).story.opponent == "random"
    Game.start("axiom", "bravos", seed=3).save(path)
    answers("q")
    assert main(["play", "--resume", path]) == 0
    assert "You are A, against greedy." in capsys.readouterr().out


def test_a_game_that_others_sat_at_goes_on_with_all_of_them(capsys, answers, tmp_path):
    """The form saved by a page: a name for each seat, if they differ."""
    path, later = str(tmp_path / "four.game"), str(tmp_path / "later.game")
    game = Game.start("axiom", "bravos", "lyra", "muna", seed=3, format="free_for_all")
    game.save(path, "random | greedy | random")
    answers("1", "q")
    assert main(["play", "--resume", path, "--save", later]) == 0
    assert "You are A, against random, greedy." in capsys.readouterr().out
    assert Game.load(later).story.opponent == "random | greedy | random"
    Game.start("axiom", "bravos", seed=3).save(path, "rules | person")
    assert main(["play", "--resume", path]) == 2
    assert "rules, person" in capsys.readouterr().err
    answers("q")
    assert main(["play", "--resume", path, "--opponent", "random"]) == 0


@pytest.mark.parametrize("named", [["--deck", "muna"], ["--against", "muna"], ["--seed", "4"]])
def test_a_saved_game_has_its_own_decks_and_seed(capsys, tmp_path, named):
    path = str(tmp_path / "game.save")
    Game.start("axiom", "bravos", seed=3).save(path)
    assert main(["play", "--resume", path, *named]) == 2
    assert "has its own decks and seed" in capsys.readouterr().err


def test_what_cannot_be_gone_on_with_is_said(capsys, tmp_path):
    path = tmp_path / "game.save"
    path.write_bytes(b"no game")
    assert main(["play", "--resume", str(path)]) == 2
    assert str(path) in capsys.readouterr().err
    assert main(["play", "--resume", str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err


def test_a_whole_game_can_be_played(capsys, monkeypatch):
    chance = random.Random(1)
    offered = []

    def read(prompt):
        text = capsys.readouterr().out
        assert widest(text) <= 80
        found = re.findall(r"^ +(\d+)  ", text[text.rindex("\n\n") - 1 :], re.M) or re.findall(
            r"^ +(\d+)  ", text, re.M
        )
        offered.append(len(found))
        return chance.choice(found)

    monkeypatch.setattr("builtins.input", read)
    assert main(["play", "--seed", "5", "--opponent", "random"]) == 0
    assert "the game is over" in capsys.readouterr().out
    assert len(offered) > 10


def test_hands_and_boards_say_what_cards_do(capsys, answers):
    answers("q")
    assert main(["play", "--seed", "3", "--plain"]) == 0
    said = capsys.readouterr().out
    assert "    Axiom Scrambler R1  3/3  2/4/2  When I enter play from hand: Sabotage." in said
    assert "    1  A: " in said and "\n    5  A: " in said and "\n    6  A: " not in said
    assert said.count("A: Axiom Salvager in hand") == 1  # of which there are two


def test_cards_are_looked_up_at_the_table(capsys, answers):
    answers("show", "show 1", "show salvager", "show Kappa", "show 99", "show nonsense", "q")
    assert main(["play", "--seed", "3", "--plain"]) == 0
    said = capsys.readouterr().out
    assert "Name a card: show NAME" in said
    assert "Axiom Scrambler R1   CORE_AX_15_R1" in said
    assert said.count("  - hand of A: Axiom Salvager (1)") == 2
    assert "Kappa" in said and "Not visible." in said
    assert "no card is called '99'" in said and "no card is called 'nonsense'" in said


def test_looking_up_says_nothing_of_hidden_cards():
    """The same in every determinization for A."""
    game = Game.start("axiom", "bravos", seed=3)
    other = game.resample("A", 5)
    assert other != game
    for name in ("Haven Warrior", "Kojo", "Axiom Salvager"):
        told = [look_up(g.view("A"), (), g.book.cards, name) for g in (game, other)]
        assert told[0] == told[1]
    assert "  Not visible." in look_up(game.view("A"), (), game.book.cards, "Haven Warrior")


def test_what_happened_since_the_last_decision_is_told(capsys, answers):
    answers("1", "1", "1", "pass", "log", "q")
    assert main(["play", "--seed", "3", "--plain"]) == 0
    said = capsys.readouterr().out
    assert "B puts 3 cards into the Mana zone" in said
    assert "  B: play Haven Warrior (3)\n      Haven Warrior: from the hand of B" in said
    since = said[said.index("A: pass") :]
    for line in ("A: hero Expedition stays: forest 0 against 4", "A draws ", "B draws 2"):
        assert line in since
    assert said.count("B puts 3 cards into the Mana zone") == 2  # then, and in the log


def test_the_terminal_is_used_as_wide_as_it_is(capsys, answers, monkeypatch):
    monkeypatch.setattr(screen, "width_here", lambda: 120)
    answers("show 1", "q")
    assert main(["play", "--seed", "3", "--plain"]) == 0
    said = capsys.readouterr().out
    assert 100 < widest(said) <= 120 and "-" * 120 in said


@pytest.mark.parametrize(("columns", "wide"), [("60", 80), ("80", 80), ("132", 132), ("400", 160)])
def test_a_terminal_is_taken_for_80_columns_or_more(monkeypatch, columns, wide):
    monkeypatch.setattr(screen.sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", columns)
    assert screen.width_here() == wide


def test_who_watches_is_told_what_came_of_each_step(capsys):
    assert main(["watch", "random", "random", "--seed", "2", "--plain"]) == 0
    said = capsys.readouterr().out
    assert widest(said) <= 80 and "Expedition stays: " in said and " draws " in said
    assert re.search(r"\n    \S.* C  \d/\d  \d/\d/\d", said)
