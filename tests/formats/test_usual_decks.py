"""The usual decks of formats whose deck rules refuse the starters."""

from __future__ import annotations

from dataclasses import replace

import pytest

import altered_env
from altered_env import cards, decks, formats
from altered_env.arena.deck_sets import deck_of, deck_set
from altered_env.cards import Catalogue
from altered_env.cli import main
from altered_env.formats import usual_decks

OTHERS = ("singleton", "no_unique", "singleton_no_unique", "standard:season=6", "limited:season=6")


@pytest.mark.parametrize("name", OTHERS)
def test_usual_decks_are_legal_one_of_each_faction(name):
    form = formats.get(name)
    pool = form.pool()
    for rules in decks.RULESETS:
        assert not [wrong for deck in pool for wrong in form.of_deck(deck, rules)]
    assert [deck.cards[0].faction for deck in pool] == list(decks.names())
    assert [form.deck(one) for one in form.usual] == list(pool)
    assert [deck_of(one, name) for one in deck_set("usual", name)] == list(pool)
    assert form.pool("+".join(form.usual)) == pool == formats.get(name).pool()
    assert "FUGUE" not in {card.set for deck in pool for card in deck.cards}


def test_starters_stay_where_they_are_legal():
    for name in ("no_unique", "standard:season=1", "first_game:season=6", "two_against_two"):
        assert formats.get(name).usual == decks.names()
    assert formats.get("standard").pool() == tuple(map(decks.starter, decks.names()))


def test_a_usual_deck_is_of_its_format():
    says = "standard has no usual deck called 'axiom:singleton', there are axiom, bravos"
    with pytest.raises(LookupError, match=says):
        formats.get("standard").deck("axiom:singleton")
    with pytest.raises(LookupError, match="singleton has no usual deck called 'axiom:standard'"):
        formats.get("singleton").deck("axiom:standard")


def test_games_begin_with_usual_decks(capsys):
    env = altered_env.make_vec(2, format="standard:season=6")
    env.reset(seed=1)
    assert main(["arena", "greedy", "random", "--games", "2", "--format", "singleton"]) == 0
    assert "axiom:singleton" in capsys.readouterr().out


def test_a_format_without_usual_decks_says_what_to_do(capsys):
    says = "all_uniques has no usual decks, because too few unique cards are known: .* cards import"
    with pytest.raises(ValueError, match=says):
        formats.get("all_uniques").pool()
    with pytest.raises(ValueError, match="because its cards do not make a legal one: name decks"):
        formats.get("singleton_no_unique:season=1").pool()
    build = ["decks", "build", "--hero", "Sierra", "--format"]
    assert main([*build, "all_uniques"]) == 2
    assert "altered cards import FILE" in capsys.readouterr().err
    assert main([*build, "singleton"]) == 2
    assert "`usual` for the 6 usual decks of the format" in capsys.readouterr().err


def test_known_uniques_make_usual_decks(monkeypatch):
    known = cards.catalogue()
    uniques = [
        replace(card, reference=f"{card.reference[:-1]}U_{k}", rarity="unique", prints=())
        for card in known.package
        if card.faction == "axiom" and card.version == "C" and card.type == "character"
        for k in range(2)
    ]
    more = Catalogue([*known, *uniques])
    monkeypatch.setattr(usual_decks, "catalogue", lambda: more)
    (deck,) = formats.get("all_uniques").pool()
    assert deck.name == "axiom:all_uniques" and len(set(deck.cards)) == 39
