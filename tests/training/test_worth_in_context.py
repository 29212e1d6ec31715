"""The model of worths in context: planted effects are found, intervals hold for a new player, and
the command answers at once."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest

from altered_env import cards
from altered_env.agents.named import STRONGEST_FAST
from altered_env.cardstats.context import held_out, list_games
from altered_env.cardstats.context import worth_model as model
from altered_env.cardstats.context.context_terms import FEATURES, amounts, columns, features
from altered_env.cardstats.context.of_deck import archetype_of
from altered_env.cardstats.ranking.studied import reference_card
from altered_env.cli import main
from altered_env.decks.constructing import ARCHETYPES, heroes, lists

CARD = "Foundry Armorer R1"


def simulated(players, cards_, between=1.0, noise=1.5, seed=1):
    """Evidence of players whose worths scatter around what predictors say."""
    chance = np.random.default_rng(seed)
    values = np.stack([np.ones(cards_), chance.standard_normal(cards_)], axis=1)
    own = values @ [1.0, 1.5] + chance.standard_normal(cards_)
    truth = own[:, None] + between * chance.standard_normal((cards_, players))
    variance = np.full(truth.shape, noise**2)
    said = truth + noise * chance.standard_normal(truth.shape)
    return values, truth, said, variance


def test_players_are_shrunk_by_their_evidence_and_the_spread_between_them_is_found():
    values, truth, said, noise = simulated(4, 2000)
    groups = ["character"] * 2000
    spread = model.fit(values, said, noise, groups, np.eye(4))
    assert spread.between["character"] == pytest.approx(1.0, abs=0.1)
    assert spread.slopes[1] == pytest.approx([1.5] * 4, abs=0.15)
    nothing = np.zeros((2000, 2, 2))
    found = spread.known(values, nothing, said, noise)
    error = np.sqrt(((found.mean - truth) ** 2).mean())
    assert error < 0.9 * 1.5  # better than the evidence alone
    expected = np.sqrt(np.einsum("npp->np", found.covariance).mean())
    assert error == pytest.approx(expected, rel=0.05)


def test_errors_that_players_share_are_not_taken_for_agreement():
    chance = np.random.default_rng(3)
    values, truth, _, noise = simulated(4, 3000)
    shared = chance.standard_normal((3000, 1))
    said = truth + 1.5 * (np.sqrt(0.6) * shared + np.sqrt(0.4) * chance.standard_normal((3000, 4)))
    alike = 0.6 * np.ones((4, 4)) + 0.4 * np.eye(4)
    groups = ["character"] * 3000
    apart = model.fit(values, said, noise, groups, alike).between["character"]
    blind = model.fit(values, said, noise, groups, np.eye(4)).between["character"]
    assert apart == pytest.approx(1.0, abs=0.1) and blind < apart - 0.2


def test_intervals_hold_for_a_player_held_out():
    values, _, said, noise = simulated(5, 1500)
    names = ["a", "b", "c", "d", "e"]
    found = held_out.held_out(names, values, said, noise, ["character"] * 1500, np.eye(5))
    assert [one.player for one in found] == names
    for one in found:
        assert 0.87 < one.measured < 0.93 and 0.85 < one.true < 0.95
        assert one.slope == pytest.approx(1.0, abs=0.1)


def test_players_of_one_kind_are_held_out_together():
    values, _, said, noise = simulated(4, 800, between=1.5)
    said[:, 1] = said[:, 0]  # the same player twice
    groups = ["character"] * 800
    same = held_out.held_out(["n:1", "n:2", "b", "c"], values, said, noise, groups, np.eye(4))
    other = held_out.held_out(["n:1", "m:2", "b", "c"], values, said, noise, groups, np.eye(4))
    assert same[0].half > other[0].half


def test_every_feature_meets_every_hero_archetype_and_the_curve():
    kinds = [kind for kind, *_ in columns()]
    assert kinds.count("hero") == len(heroes()) * len(FEATURES)
    assert kinds.count("archetype") == len(ARCHETYPES) * len(FEATURES)
    assert kinds.count("curve") == len(FEATURES)
    card = cards.find(CARD)
    held = amounts(card, heroes()[0], "tokens", 3.5)
    assert set(held) <= set(columns())
    assert held["curve", "", "Hand Cost"] == pytest.approx(0.5 * (card.hand_cost - 3))


def test_the_plain_character_is_the_zero_of_every_feature():
    assert not any(features(reference_card("axiom")))


def test_the_archetype_of_a_constructed_list_is_known():
    every = lists()
    right = sum(archetype_of(one.deck) == one.archetype for one in every)
    assert right > 0.7 * len(every)


@pytest.fixture
def few_games(tmp_path):
    """A folder of games of a few lists."""
    folder = tmp_path / "lists"
    line = [str(folder), "--decks", "12", "--games", "4", "--agents", "random", "--jobs", "1"]
    return folder, line


def test_games_of_lists_are_the_same_again(few_games, monkeypatch, capsys):
    monkeypatch.setattr(list_games, "PART", 4)
    folder, line = few_games
    list_games.main(line)
    games = list_games.load_lists(folder, "random")
    some = list_games.lists_in(folder)
    assert len(games) == 4 and len(some) == 12
    for k in range(4):
        for seat in (0, 1):
            there = some.cards[games.decks[k, seat]]
            assert sorted(games.order[k, seat].tolist()) == sorted(there.tolist())
    file = next(folder.glob("random-*.npz"))
    kept = file.read_bytes()
    file.unlink()
    list_games.main(line)
    assert file.read_bytes() == kept
    file.write_bytes(b"PK")
    with pytest.raises(ValueError, match=f"{file.name} is damaged"):
        list_games.load_lists(folder, "random")
    with pytest.raises(SystemExit):
        list_games.main([*line, "--seed", "9"])
    assert "another design" in capsys.readouterr().err


def test_the_model_of_the_package_answers_for_every_card():
    found = model.model()
    assert len(found.players) >= 4 and found.players[0].startswith("net")
    pool = [card for card in cards.catalogue().package if card.type not in ("hero", "mana")]
    for card in [card for card in pool if not card.token][::50]:
        answer = found.answer(card)
        assert answer.another.low < answer.another.mean < answer.another.high
        hero = next(one for one in heroes() if one.faction == card.faction)
        wide = found.answer(card, hero, "spells", 3.2).another
        assert wide.high - wide.low > answer.another.high - answer.another.low


def test_a_damaged_model_is_named(tmp_path):
    file = tmp_path / "model.json.gz"
    with pytest.raises(ValueError, match="is missing"):
        model.read(file)
    file.write_bytes(gzip.compress(json.dumps({"players": ["a"]}).encode()))
    with pytest.raises(ValueError, match=r"model\.json\.gz is damaged"):
        model.read(file)


def test_the_command_answers_at_once(capsys):
    assert main(["cards", "worth", CARD]) == 0
    said = capsys.readouterr().out
    strongest = model.model().players[0]
    assert said.index(strongest) < said.index("greedy") < said.index("another player")
    assert "Heroes: " in said and "Archetypes: " in said and "Curves: " in said
    assert main(["cards", "worth", CARD, "--hero", "Sierra", "--archetype", "tokens"]) == 0
    assert "with Sierra & Oddball in a deck of tokens" in capsys.readouterr().out
    assert main(["cards", "worth", CARD, "--deck", "axiom", "--instant"]) == 0
    said = capsys.readouterr().out
    assert "with Sierra & Oddball" in said and "--deck axiom\n" in said and "FILE" not in said


def test_the_answer_names_its_players_and_a_hero_without_games(capsys):
    found = model.model()
    assert main(["cards", "worth", "Kelon Burst C", "--hero", "Wayfinder Sierra"]) == 0
    said = capsys.readouterr().out
    assert f"Played by {', '.join(found.players)}" in said
    assert (f"not by {STRONGEST_FAST}" in said) == (STRONGEST_FAST not in found.players)
    assert "No list of Wayfinder Sierra was played" in said
    assert main(["cards", "worth", CARD, "--hero", "Sierra"]) == 0
    assert "was played" not in capsys.readouterr().out


def test_disagreement_on_the_sign_is_said(monkeypatch, capsys):
    found = model.model()
    card = cards.find(CARD)
    row = [1000, *[8.0, 0.01], *[-8.0, 0.01], *[0.0, 0.01] * (len(found.players) - 2)]
    monkeypatch.setitem(found.cards, card.reference, row)
    assert main(["cards", "worth", CARD]) == 0
    first, second = found.players[:2]
    said = capsys.readouterr().out
    assert f"The players disagree on the sign: {first} above zero, {second} below" in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([CARD, "--hero", "Rin"], "Rin & Orchid is from Muna, Foundry Armorer R1 from Axiom"),
        ([CARD, "--hero", "Kelon Elemental C"], "Kelon Elemental C is no Hero"),
        ([CARD, "--archetype", "spels"], "did you mean 'spells'"),
        ([CARD, "--cost", "40"], "--cost must be from 1 to 8, found 40"),
        ([CARD, "--deals", "50"], "--deals is for games in a deck"),
        ([CARD, "--format", "no_unique"], "the model knows today's cards only"),
        ([CARD, "--deck", "axiom", "--hero", "Sierra"], "--hero is of the deck"),
        ([CARD, "--deck", "axiom", "--instant", "--hero", "Treyst"], "the Hero of axiom is Sierra"),
        (["Sierra & Oddball"], "has no worth"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, capsys):
    assert main(["cards", "worth", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_card_that_was_never_dealt_has_wider_intervals(monkeypatch):
    found = model.model()
    card = cards.find(CARD)
    before = found.answer(card).another
    monkeypatch.delitem(found.cards, card.reference)
    after = found.answer(card).another
    assert after.high - after.low > before.high - before.low
