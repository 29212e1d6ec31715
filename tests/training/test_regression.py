"""The regression of wins on cards, pairs of cards, and agreement: known coefficients."""

from __future__ import annotations

import csv
from dataclasses import replace

import numpy as np
import pytest

from altered_env.cardstats.agreement import agreement, ranks
from altered_env.cardstats.aliasing import aliases
from altered_env.cardstats.regression import Design, design, fit
from altered_env.cardstats.reporting.of_models import model_rows, shown, unsure_words
from altered_env.cardstats.simulation import Simulation, run
from altered_env.cardstats.synergy import pairs
from altered_env.cli import main
from altered_env.cli.metrics_regression import table


def games(seed, count=3000, cards=30, spread=0.2, together=(), first=0.4, player=0.8):
    """Simulated games, and the coefficients they were made with.

    A player holds up to three copies of each card; `together` says what pairs add.
    """
    chance = np.random.default_rng(seed)
    effects = chance.normal(0, spread, cards)
    hands = chance.binomial(3, 0.25, (2, count, cards))
    begins = chance.choice((-0.5, 0.5), count)
    strength = chance.choice((-1.0, 0.0, 1.0), count)
    odds = (hands[0] - hands[1]) @ effects + 0.1 + first * begins + player * strength
    for one, two, more in together:
        both = (hands[:, :, one] > 0) & (hands[:, :, two] > 0)
        odds = odds + more * (both[0].astype(float) - both[1])
    won = (chance.random(count) < 1 / (1 + np.exp(-odds))).astype(float)
    table = np.column_stack([hands[0] - hands[1], np.ones(count), begins, strength])
    names = (*(f"card {k}" for k in range(cards)), "seat A", "first player", "400 Elo")
    kinds = (*["card"] * cards, "seat", "first player", "player")
    held = (hands[0] > 0, hands[1] > 0)
    made = Design(names, kinds, table.astype(np.float32), won, held)
    return made, np.array([*effects, 0.1, first, player])


def test_known_coefficients_are_found_and_covered():
    held, size, errors = 0, 0, []
    for seed in range(8):
        made, truth = games(seed)
        found = fit(made)
        held += sum(t.low <= e <= t.high for t, e in zip(found.terms, truth, strict=True))
        size += len(truth)
        errors.append(
            np.mean([(t.effect - e) ** 2 for t, e in zip(found.terms, truth, strict=True)])
        )
        assert found.spread["card"] == pytest.approx(0.2, abs=0.08)
        by_name = {term.name: term for term in found.terms}
        assert by_name["first player"].low > 0 and by_name["400 Elo"].low > 0
        assert 0.15 < by_name["400 Elo"].points < 0.25
    assert 0.92 <= held / size <= 0.98
    assert np.mean(errors) < 0.2**2 / 4


@pytest.mark.parametrize(
    ("count", "cards", "spread", "seeds"),
    [(80, 30, 0.1, 30), (80, 30, 0.3, 30), (250, 40, 0.05, 16), (250, 40, 0.25, 16)],
)
def test_intervals_of_few_games_cover(count, cards, spread, seeds):
    """The likeliest spread of few games is often near zero: intervals that took it for the truth
    covered 60 to 88 %."""
    held = []
    for seed in range(seeds):
        made, truth = games(300 + seed, count=count, cards=cards, spread=spread)
        terms = fit(made).terms[:cards]
        held += [t.low <= e <= t.high for t, e in zip(terms, truth[:cards], strict=True)]
    assert 0.90 <= np.mean(held) <= 0.985


def test_intervals_of_few_heroes_cover():
    """A spread of six effects says little, however many games there are."""
    held = []
    for seed in range(12):
        made, _ = games(500 + seed, count=500, cards=10)
        chance = np.random.default_rng(seed)
        effects = chance.normal(0, 0.2, 6)
        ours, theirs = chance.integers(0, 6, (2, len(made.won)))
        columns = {f"hero_{k}": (ours == k) * 1.0 - (theirs == k) for k in range(6)}
        odds = effects[ours] - effects[theirs]
        won = (chance.random(len(odds)) < 1 / (1 + np.exp(-odds))).astype(float)
        found = with_columns(replace(made, won=won), **columns)
        terms = [term for term in fit(found).terms if term.kind == "hero"]
        middle = effects.mean()  # only differences can be told
        apart = [t.effect - np.mean([t.effect for t in terms]) for t in terms]
        held += [
            abs(a - (e - middle)) <= (t.high - t.low) / 2
            for a, e, t in zip(apart, effects, terms, strict=True)
        ]
    assert np.mean(held) >= 0.9


def test_cards_without_effect_are_drawn_to_nothing():
    made, _ = games(3, spread=0.0)
    found = fit(made)
    cards = [term for term in found.terms if term.kind == "card"]
    loose = fit(Design(made.names, ("seat",) * 33, made.table, made.won, made.held))
    assert found.spread["card"] < 0.03
    assert max(abs(t.effect) for t in cards) < max(abs(t.effect) for t in loose.terms[:30]) / 2
    assert sum(t.low <= 0 <= t.high for t in cards) >= 29


def test_a_pair_that_does_more_together_is_found_and_covered():
    made, _ = games(7, count=6000, together=[(4, 9, 0.8), (1, 2, -0.8)])
    found = pairs(made, fit(made), least=100)
    assert len(found) == 30 * 29 / 2
    by_cards = {(pair.one, pair.two): pair for pair in found}
    more, less = by_cards["card 4", "card 9"], by_cards["card 1", "card 2"]
    assert {(p.one, p.two) for p in found[:2]} == {("card 4", "card 9"), ("card 1", "card 2")}
    assert more.p < 0.01 and less.p < 0.01
    assert more.low <= 0.8 <= more.high and less.low <= -0.8 <= less.high
    strong = {"card 1", "card 2", "card 4", "card 9"}
    apart = [pair for pair in found if not strong & {pair.one, pair.two}]
    assert len(apart) == 26 * 25 / 2
    assert sum(pair.low <= 0 <= pair.high for pair in apart) >= len(apart) - 1
    assert not pairs(made, fit(made), least=5000)


def test_of_many_pairs_of_nothing_few_stand_out():
    """With the correction, at most about one dataset in twenty has any pair below 5 %."""
    wrong = 0
    for seed in range(20):
        made, _ = games(100 + seed, count=1500, cards=20)
        found = pairs(made, fit(made), least=50)
        wrong += any(pair.p < 0.05 for pair in found)
        for pair in found:  # p and the interval agree
            assert (pair.p < 0.05) == (pair.low > 0 or pair.high < 0)
    assert wrong <= 4


def with_columns(made, **columns):
    """The games with more columns, each named by its kind and name: `hero_a`."""
    kinds, names = zip(*(name.split("_") for name in columns), strict=True)
    table = np.column_stack([made.table, *columns.values()]).astype(np.float32)
    return Design((*made.names, *names), (*made.kinds, *kinds), table, made.won, made.held)


def decks_of(made, count):
    """For each game, the deck of each side, as columns A minus B."""
    chance = np.random.default_rng(1)
    ours, theirs = chance.integers(0, count, (2, len(made.won)))
    return [(ours == k).astype(float) - (theirs == k) for k in range(count)]


def test_heroes_and_archetypes_that_always_come_together_are_said_to():
    made, _ = games(1, count=600, cards=5)
    a, b, c = decks_of(made, 3)
    found = with_columns(
        made, hero_a=a, hero_b=b, hero_c=c, archetype_x=a, archetype_y=b, archetype_z=c
    )
    unsure = aliases(found)
    assert {tuple(found.names[k] for k in group) for group in unsure.groups} == {
        ("a", "x"), ("b", "y"), ("c", "z"),
    }  # fmt: skip
    assert unsure.mixed == ()
    model = fit(found)
    rows = {row["name"]: row for row in model_rows(model, unsure) if row["kind"] == "archetype"}
    assert rows["x"]["not_told_from"] == "hero a"
    said = unsure_words(model, unsure)
    assert "hero a = archetype x; hero b = archetype y" in said
    printed = "\n".join(table(model, unsure, []))
    assert "archetype: x" not in printed and "hero: a" not in printed
    assert "cannot separate" in printed and "card 3" in printed
    assert shown(rows["x"])["effect"] is None


def test_heroes_that_are_in_decks_of_several_archetypes_are_told_apart():
    """Though Heroes by themselves always add up to nothing."""
    made, _ = games(2, count=600, cards=5)
    a, b, c, d = decks_of(made, 4)
    crossed = with_columns(made, hero_a=a + b, hero_b=c + d, archetype_x=a + c, archetype_y=b + d)
    assert aliases(crossed).columns == frozenset()
    assert unsure_words(fit(crossed), aliases(crossed)) == ""


def test_a_card_that_is_counted_as_its_deck_is_not_told_from_the_hero():
    made, _ = games(3, count=600, cards=4)
    a, b, c = decks_of(made, 3)
    found = with_columns(made, card_three=3 * a, hero_a=a, hero_b=b, hero_c=c)
    unsure = aliases(found)
    assert [[found.names[k] for k in group] for group in unsure.groups] == [["three", "a"]]


def test_what_adds_up_to_others_is_named_too():
    made, _ = games(4, count=600, cards=4)
    a, b, c = decks_of(made, 3)
    found = with_columns(made, hero_a=a, hero_b=b, hero_c=c, archetype_x=a + b, player_z=c + 0)
    names = {found.names[k] for k in aliases(found).columns}
    assert {"c", "x", "z"} <= names and not names & {"seat A", "card 1"}


def test_ranks_agree_as_they_do():
    assert agreement([1, 2, 3, 4, 5, 6], [2, 4, 6, 8, 10, 12]).correlation == 1
    turned = agreement([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1])
    assert turned.correlation == -1 and turned.high < -0.5
    assert ranks([5, 1, 5, 3]).tolist() == [3.5, 1, 3.5, 2]
    few = agreement([1, 2, 3], [3, 2, 1])
    assert (few.low, few.high, few.cards) == (-1, 1, 3)
    assert agreement([1, 1, 1, 1, 1], [1, 2, 3, 4, 5]).correlation == 0
    with pytest.raises(ValueError, match="found 2 and 1"):
        agreement([1, 2], [1])


def test_the_interval_of_agreement_covers():
    """For normal data of correlation r, the ranks correlate by 6/pi asin(r/2)."""
    chance = np.random.default_rng(4)
    truth = 6 / np.pi * np.arcsin(0.6 / 2)
    held = 0
    for _ in range(500):
        one = chance.normal(size=40)
        two = 0.6 * one + 0.8 * chance.normal(size=40)
        found = agreement(one.tolist(), two.tolist())
        held += found.low <= truth <= found.high
    assert 0.92 <= held / 500 <= 0.98


def test_the_command(tmp_path, capsys):
    games, deals, figures = tmp_path / "it", tmp_path / "deals.jsonl", tmp_path / "figures.csv"
    command = ["simulate", "--decks", "axiom,muna", "--agents", "random", "greedy", "--jobs", "1"]
    assert main([*command, "--games", "120", "--out", str(games)]) == 0
    command = ["strength", "Foundry Armorer C", "--agents", "random", "--deals", "2", "--jobs", "1"]
    assert main([*command, "--decks", "axiom", "--out", str(deals)]) == 0
    capsys.readouterr()
    command = ["metrics", str(games), "--regression", "--least", "40"]
    assert main([*command, "--strength", str(deals)]) == 0
    said = capsys.readouterr().out
    assert "A logistic model of 120 games on copies in the opening hand or drawn" in said
    assert "hero: Sierra & Oddball C" in said and "first player" in said and " + " in said
    assert "1 card in the dataset" in said and "Agents random (Elo -" in said
    elo = next(line for line in said.splitlines() if line.startswith("player: 400 Elo"))
    assert float(elo.split()[3]) > 0.5
    assert main([*command, "--count", "opening", "--csv", str(figures)]) == 0
    with figures.open() as file:
        rows = list(csv.DictReader(file))
    assert {row["kind"] for row in rows} == {"card", "hero", "seat", "first player", "player"}
    assert all(
        float(row["effect_low"]) <= float(row["effect"]) <= float(row["effect_high"])
        for row in rows
    )


def test_players_that_are_not_rated_have_a_column_each(tmp_path, capsys):
    plan = Simulation(("axiom",), ("random", "greedy:worlds=3"), seed=3)
    run(plan, 30, tmp_path / "it", jobs=1)
    found = design(tmp_path / "it", "in_deck", least=1)
    assert found.names[-1] == "greedy:worlds=3" and found.kinds[-1] == "player"
    assert set(found.table[:, -1]) <= {-1.0, 0.0, 1.0}
    assert not found.table[:, : found.cards].any()  # both have the same deck
    with pytest.raises(ValueError, match=r"no card with 5000 copies or more \(--least\)"):
        design(tmp_path / "it", least=5000)
    with pytest.raises(ValueError, match="one of in_hand, opening, in_deck, found 'seen'"):
        design(tmp_path / "it", "seen")
