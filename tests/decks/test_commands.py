"""`altered decks`."""

import pytest

from altered_env import decks
from altered_env.cli import main
from altered_env.decks import Deck


def test_check_names_every_rule(capsys, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("1 Kojo & Booda\n4 Foundry Armorer C\n30 Kelon Elemental C\n")
    assert main(["decks", "check", str(path), "--rules", "2024.09"]) == 1
    said = capsys.readouterr().out
    assert "mine (34 cards, Kojo & Booda), standard, 2024.09: 5 rules broken" in said
    for rule in ("1.1.4.c", "1.1.4.d", "1.1.4.e"):
        assert f"({rule})" in said
    assert main(["decks", "check", "axiom"]) == 0
    assert capsys.readouterr().out.count(": legal") == 2
    assert main(["decks", "check", str(path), "--format", "limited"]) == 0


@pytest.mark.parametrize("form", ["references", "official", "names", "json", "code"])
def test_show_writes_what_can_be_read(form, capsys):
    assert main(["decks", "show", "axiom", "--form", form]) == 0
    deck = Deck.from_text(capsys.readouterr().out)
    assert deck.counted == decks.starter("axiom").counted


def test_show_for_people(capsys):
    assert main(["decks", "show", "axiom", "EBAgeUA"]) == 0
    said = capsys.readouterr().out
    assert "Characters (25)" in said and "3 Axiom Salvager C" in said


def test_stats(capsys):
    assert main(["decks", "stats", "axiom", "demo-atsadi"]) == 0
    said = capsys.readouterr().out
    assert "Archetype   midrange" in said and "Archetype   ramp" in said
    assert "   2   7 ####" in said


def test_random(capsys, tmp_path):
    assert main(["decks", "random", "--seed", "3", "--faction", "lyra", "--curve"]) == 0
    said = capsys.readouterr().out
    assert decks.constructed(Deck.from_text(said)) == []
    assert main(["decks", "random", "3", "--out", str(tmp_path / "new")]) == 0
    assert len(decks.pool(str(tmp_path / "new"))) == 3
    assert main(["decks", "random", "--faction", "lira"]) == 2
    assert "did you mean 'lyra'" in capsys.readouterr().err


def test_list(capsys):
    assert main(["decks", "list"]) == 0
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in (*decks.names(), *decks.lists()))
