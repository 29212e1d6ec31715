"""The worth of a card in a deck, against the best alternative."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from altered_env import cards, decks
from altered_env.cardstats.contextual import alternatives, why_no_place, with_card, worth_in
from altered_env.cardstats.improving import Search
from altered_env.cli import main

AXIOM = decks.starter("axiom")
HELD = cards.find("Kelon Elemental C")
SEARCH = Search(games=100_000, width=8, race=2, proof=10)


class Judge:
    """A ledger whose games are decided by a value of cards."""

    def __init__(self, value):
        self.table, self.games, self.value = SimpleNamespace(rules="2024.09"), 0, value

    def new(self, some, deals):
        return 0

    def scores(self, some, deals):
        return [
            [sum(self.value.get(str(card), 0.1) for card in deck.cards) / 40] * len(deals)
            for deck in some
        ]


def test_a_card_that_the_deck_holds_stays_where_it_is():
    assert HELD in AXIOM.cards
    assert with_card(AXIOM, HELD) == (AXIOM, None)


def test_another_card_takes_the_place_of_the_one_most_like_it():
    card = cards.find("Kelon Elemental R1")
    deck, placed = with_card(AXIOM, card)
    assert placed.out == HELD and placed.into == card
    assert deck.cards.count(card) == placed.copies
    assert decks.constructed(deck) == []


@pytest.mark.parametrize("name", ["Haven Bouncer C", "Lyra Festival C", "Rin & Orchid"])
def test_a_card_without_a_legal_place_is_refused(name):
    with pytest.raises(ValueError, match=r"no legal place|no card for the deck"):
        with_card(AXIOM, cards.find(name))


def test_alternatives_are_legal_and_begin_with_what_was_there():
    card = cards.find("Kelon Elemental R1")
    deck, placed = with_card(AXIOM, card)
    found = alternatives(deck, card, 8, first=placed.out)
    assert len(found) == 8 and found[0].into == HELD
    copies = deck.cards.count(card)
    for change in found:
        assert change.out == card and change.copies == copies
        assert decks.constructed(change.of(deck)) == []


def test_a_card_without_a_place_has_a_reason():
    unique = replace(HELD, reference="CORE_AX_04_U_9", rarity="unique")
    assert "is a unique card; none are allowed" in why_no_place(AXIOM, unique, format="no_unique")
    late = cards.find("ALIZE_AX_32_C")
    assert "is of ALIZE" in why_no_place(AXIOM, late, format="standard:date=2025-01-15")
    dear = replace(HELD, reference="CORE_AX_99_C", name="Dear", hand_cost=12)
    assert "the deck has no card of Hand Cost from 10 to 14" in why_no_place(AXIOM, dear)


def test_the_best_alternative_is_found_and_the_worth_is_the_difference():
    best = alternatives(AXIOM, HELD, 8)[5].into
    copies = AXIOM.cards.count(HELD)
    found = worth_in(AXIOM, HELD, Judge({str(best): 0.9, str(HELD): 0.3}), SEARCH)
    assert found.against.into == best and found.tried == 8
    assert found.worth.mean == pytest.approx(-0.6 * copies / 40)
    assert found.rates[0] - found.rates[1] == pytest.approx(-0.6 * copies / 40)


def test_the_command(tmp_path, capsys):
    log = tmp_path / "games.jsonl"
    command = ["cards", "worth", "Kelon Elemental C", "--deck", "axiom", "--agents", "random"]
    command += ["--width", "2", "--race", "2", "--deals", "6", "--jobs", "1", "--log", str(log)]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "Kelon Elemental C (CORE_AX_04_C) in axiom" in said and "instead of it" in said
    kept = log.read_bytes()
    assert main(command) == 0
    assert capsys.readouterr().out == said and log.read_bytes() == kept


def test_two_players_are_too_few_for_another(capsys):
    command = ["cards", "worth", "Kelon Elemental C", "--deck", "axiom", "--season", "1"]
    command += ["--agents", "random", "greedy", "--width", "2", "--race", "2", "--deals", "2"]
    assert main([*command, "--jobs", "1", "--quiet"]) == 0
    said = capsys.readouterr().out
    (line,) = [one for one in said.splitlines() if one.startswith("all players")]
    assert line.endswith(" %  too few players to tell what another one would say")


def test_the_model_answers_for_a_season_if_the_card_is_the_same(capsys):
    assert main(["cards", "worth", "Kelon Elemental C", "--season", "1"]) == 0
    assert "was legal in season 1 with today's text" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["Ozma C", "--season", "3"], "Ozma C had another text in standard:season=3"),
        (["Haven, Bravos Bastion R2", "--season", "3"], "is banned"),
        (["Baba Yaga R2", "--season", "5"], "Baba Yaga R2 is suspended from constructed play"),
        (["Kelon Elemental C", "--hero", "Siera"], "no Hero is called 'Siera', did you mean 'Sier"),
    ],
)
def test_what_the_model_cannot_answer_is_said(arguments, says, capsys):
    assert main(["cards", "worth", *arguments]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["Kelon Elementl C", "--deck", "axiom"], "did you mean 'Kelon Elemental'"),
        (["Kelon Elemental C", "--deck", "axion"], "did you mean 'axiom'"),
        (
            ["Haven Bouncer C", "--deck", "axiom"],
            "no legal place for Haven Bouncer C in axiom: 1 Haven Bouncer C is from Bravos, but the"
            " Hero is from Axiom (1.1.4.d)",
        ),
        (["Lyra Festival C", "--deck", "lyra"], "Lyra Festival C is suspended from constructed"),
        (
            ["Kelonic Generator R1", "--deck", "axiom", "--format", "no_unique", "--season", "1"],
            "give one of them",
        ),
        (["Kelon Elemental C", "--field", "starters"], "--field is for games in a deck"),
        (["Kelon Elemental C", "--deals", "200"], "--deals is for games in a deck"),
        (
            ["Kelon Elemental C", "--deck", "axiom", "--instant", "--seed", "0"],
            "--seed is for games",
        ),
        (["Kelon Elemental C", "--deck", "axiom", "--width", "1"], "--width must be 2 or more"),
        (["Kelon Elemental C", "--deck", "axiom", "--agents", "gredy"], "did you mean 'greedy'"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, capsys):
    assert main(["cards", "worth", "--jobs", "1", *arguments]) == 2
    assert says in capsys.readouterr().err
