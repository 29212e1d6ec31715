"""`altered decks`."""

import pytest

from altered_env import cards, decks
from altered_env.arena import deck_sets
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


@pytest.mark.parametrize("form", ["text", "references", "official", "names", "json", "code"])
def test_show_writes_what_can_be_read(form, capsys):
    assert main(["decks", "show", "axiom", "--form", form]) == 0
    deck = Deck.from_text(capsys.readouterr().out)
    assert deck.counted == decks.starter("axiom").counted


def test_every_list_of_the_package_is_read_as_it_is_shown(capsys):
    for name in (*decks.names(), *decks.lists()):
        assert main(["decks", "show", name]) == 0
        deck = Deck.from_text(capsys.readouterr().out)
        assert deck.name == decks.load(name).name
        assert deck.counted == decks.load(name).counted


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


UNIQUES = "".join(
    f"""Armorer {n}:
  type: character
  subtypes: [engineer]
  versions:
    CORE_AX_{n}_U_7:
      cost: 3/2
      stats: 3/2/2
      abilities: ["J: draw(1)"]
"""
    for n in range(901, 906)
)


def forget():
    """Let everything be read again that is known of cards and decks."""
    for known in (cards.catalogue, decks.pool, deck_sets._pool, deck_sets._deck):
        known.cache_clear()


@pytest.fixture
def own(tmp_path):
    """A file of five unique cards, which nothing of this test leaves behind."""
    path = tmp_path / "mine.yaml"
    path.write_text(UNIQUES)
    forget()
    yield path
    forget()


@pytest.mark.parametrize("curve", [[], ["--curve"]])
def test_random_decks_have_the_uniques_of_a_file(own, curve, tmp_path, capsys):
    out = tmp_path / "folder"
    command = ["decks", "random", "4", "--seed", "3", "--cards", str(own), "--uniques", "3"]
    assert main([*command, *curve, "--out", str(out)]) == 0
    written = sorted(out.iterdir())
    assert len(written) == 4
    for path in written:
        deck = Deck.from_file(path)
        assert sum(card.rarity == "unique" for card in deck.cards) == 3
        assert deck.hero.faction == "axiom" and decks.constructed(deck) == []
    capsys.readouterr()


def test_games_are_simulated_with_the_uniques_of_a_file(own, tmp_path, capsys):
    polars = pytest.importorskip("polars")
    out = tmp_path / "games"
    command = ["simulate", "--decks", "random:3:1", "--agents", "random", "--games", "4"]
    given = ["--cards", str(own), "--uniques", "2", "--jobs", "1", "--out", str(out)]
    assert main([*command, *given]) == 0
    seen = polars.read_parquet(out / "cards" / "*.parquet")["card"].cast(polars.String)
    assert any("_U_7" in name for name in seen)
    capsys.readouterr()
    forget()  # as in another process, which reads the file again
    assert main(["metrics", str(out), "--least", "1", "--sort", "name"]) == 0
    assert "Armorer 90" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--uniques", "3"], "altered cards import FILE"),
        (["--uniques", "4"], "a deck has 0 to 3"),
        (["--cards", "nothing.yaml"], "nothing.yaml"),
        (["--cards", "a,b.yaml"], "must not contain : , or +"),
        (["--cards", "uniques.jsonl"], "altered cards import uniques.jsonl --out FILE.yaml"),
    ],
)
def test_what_random_decks_cannot_have_is_said(arguments, says, capsys):
    assert main(["decks", "random", "1", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_cards_of_ones_own_are_for_random_decks(own, capsys):
    command = ["simulate", "--decks", "starters", "--uniques", "3", "--out", "nowhere"]
    assert main(command) == 2
    assert "apply to random decks only, as in --decks random:100:7; found starters" in (
        capsys.readouterr().err
    )


def test_many_decks_are_refused_in_a_short_table(tmp_path, capsys):
    for n in range(30):
        (tmp_path / f"deck {n:02}.txt").write_text("1 Sierra & Oddball\n4 Foundry Armorer C\n")
    status = main(["matchups", "--decks", str(tmp_path), "--deals", "2", "--jobs", "1"])
    said = capsys.readouterr().err.splitlines()
    assert status == 2 and "30 decks are illegal:" in said[0]
    assert len(said) == 15 and max(map(len, said)) <= 130
    assert "and 18 more decks" in said[-2] and "altered decks check NAME" in said[-1]
