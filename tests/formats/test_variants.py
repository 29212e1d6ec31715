"""Community formats by name: other deck rules for the games of another format."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest

from altered_env import Game, decks, formats
from altered_env.cards import catalogue
from altered_env.cli import main
from altered_env.decks import Deck, DeckFileError
from altered_env.formats.variants import card_pool
from altered_env.game import Replay

UNIQUES = ("ALT_CORE_B_AX_16_U_380", "ALT_CORE_B_AX_05_U_12")


def said(name, deck, rules="2024.09"):
    return [str(wrong) for wrong in formats.get(name).of_deck(deck, rules)]


def with_unique(reference="CORE_AX_16_U_380"):
    """A starter in which one card is a unique one."""
    deck = decks.starter("axiom")
    card = replace(deck.cards[0], reference=reference, rarity="unique")
    return replace(deck, cards=(card, *deck.cards[1:]))


def singleton():
    """A legal deck with one card of each name."""
    hero = decks.starter("axiom").hero
    names = {}
    for card in catalogue().package:
        if card.faction == "axiom" and card.version == "C" and not (card.token or card.suspended):
            if card.type != "hero":
                names.setdefault(card.name, card)
    return Deck("one of each", hero, tuple(names.values())[:39])


@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_singleton(rules):
    assert said("singleton", singleton(), rules) == []
    wrong = said("singleton", decks.starter("axiom"), rules)
    assert wrong and all("at most one is allowed (singleton)" in line for line in wrong)


def test_no_unique():
    assert said("no_unique", decks.starter("axiom")) == []
    (wrong,) = said("no_unique", with_unique())
    assert "is a unique card; none are allowed (no unique)" in wrong
    assert said("standard", with_unique()) == []


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(UNIQUES),
        "# a pool\nCORE_AX_16_U_380  # the first\n\nCORE_AX_05_U_12\n",
        json.dumps(list(UNIQUES)),
        json.dumps({"name": "Frontier 3", "references": list(UNIQUES)}),
        json.dumps({"cards": [{"cardReference": one} for one in UNIQUES]}),
        json.dumps({one: {"name": "x"} for one in UNIQUES}),
    ],
)
def test_frontier_has_a_pool_file_in_many_forms(text, tmp_path, capsys):
    path = tmp_path / "pool.txt"
    path.write_text(text)
    form = formats.get(f"frontier:{path}")
    assert card_pool(path) == {"CORE_AX_16_U_380", "CORE_AX_05_U_12"}
    assert form.pool_id == "pool a2e5713b6fd1 of 2 references"
    assert said(form.name, with_unique()) == said(form.name, decks.starter("axiom")) == []
    (wrong,) = said(form.name, with_unique("CORE_AX_16_U_381"))
    assert "CORE_AX_16_U_381 is not among the unique cards of the pool" in wrong
    assert main(["decks", "check", "axiom", "--format", form.name, "--rules", "5.0"]) == 0
    assert "pool a2e5713b6fd1 of 2 references" in capsys.readouterr().out


def test_a_pool_is_read_again_when_it_was_written_again(tmp_path):
    path = tmp_path / "pool.txt"
    path.write_text(UNIQUES[1])
    assert said(f"frontier:{path}", with_unique())
    path.write_text(UNIQUES[0] + "\n")
    os.utime(path, ns=(1, 1))
    assert said(f"frontier:{path}", with_unique()) == []


def test_sealed_is_played_with_what_was_given(tmp_path):
    path = tmp_path / "opened.txt"
    path.write_text(decks.starter("axiom").to_text())
    form = formats.get(f"sealed:{path}")
    assert form.of_deck(decks.starter("axiom"), "2024.09") == []
    assert form.pool_id.endswith("of 40 cards")
    wrong = said(form.name, decks.starter("bravos"))
    assert any("the pool has 0" in line for line in wrong)


def test_games_are_kept_as_those_of_the_format_they_are_of():
    deck = singleton()
    game = Game.start(deck, deck, seed=1, format="singleton")
    assert game.story.format == "standard"
    assert Game.from_bytes(game.to_bytes()) == game
    assert Replay.of(game).play() == game
    with pytest.raises(ValueError, match="at most one is allowed"):
        Game.start("axiom", "bravos", format="singleton", seed=0)


@pytest.mark.parametrize(
    ("name", "error", "says"),
    [
        ("singelton", LookupError, "did you mean 'singleton'"),
        ("frontier", LookupError, "frontier:FILE"),
        ("frontier:none.txt", DeckFileError, "none.txt: No such file"),
        ("sealed:none.txt", DeckFileError, "none.txt: No such file"),
    ],
)
def test_what_there_is_not_is_said(name, error, says):
    with pytest.raises(error, match=says):
        formats.get(name)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ALT_CORE_B_AX_16_C\nKelon Burst\n", "pool.txt:2: expected a reference such as"),
        ("", "it contains no reference"),
        ("{}", "it contains no reference"),
        ("[", "this is not JSON"),
        ("[" * 90_000, "this is not JSON: nested too deeply"),
        ("[" * 900 + "]" * 900, "it contains no reference"),
    ],
)
def test_a_pool_that_is_none_is_refused(text, says, tmp_path):
    path = tmp_path / "pool.txt"
    path.write_text(text)
    with pytest.raises(DeckFileError, match=says):
        formats.get(f"frontier:{path}")
