"""Two kinds of drafters against each other, and drafting by the worth of cards."""

from __future__ import annotations

import pytest

from altered_env import draft_v0, formats
from altered_env.agents.drafters import (
    POINTS,
    RandomDrafter,
    RatingDrafter,
    WorthDrafter,
    rating_by_worth,
)
from altered_env.cards import find
from altered_env.cards.estimates import estimates
from altered_env.cards.worths import worths
from altered_env.train import drafting


def test_a_card_is_rated_by_what_it_was_measured_to_be_worth():
    best, worst = find("Foundry Armorer R1"), find("Haven Bouncer C")
    found = worths().cards
    apart = found[best.reference].worth - found[worst.reference].worth
    assert rating_by_worth(best) - rating_by_worth(worst) == pytest.approx(apart / POINTS)


def test_a_card_that_was_never_measured_is_rated_by_its_elements_and_a_hero_as_ever(monkeypatch):
    card, hero = find("Foundry Armorer C"), find("Sierra & Oddball C")
    measured = rating_by_worth(card)
    monkeypatch.delitem(worths().cards, card.reference)
    estimate = estimates().estimate(card)
    assert estimate is not None
    assert rating_by_worth(card) == pytest.approx(1.5 + estimate.worth / POINTS) != measured
    assert rating_by_worth(hero) == formats.rating(hero)


def test_who_drafts_by_worth_has_the_cards_that_are_worth_most_in_the_env():
    env = draft_v0.env(players=4, pilot="random", rounds=1)
    for seed in range(2):
        env.reset(seed=seed)
        drafters = {agent: RandomDrafter(seed) for agent in env.possible_agents}
        drafters |= {"player_0": WorthDrafter(), "player_1": RatingDrafter()}
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            env.step(None if over else drafters[agent].act(observation))
        worth = [sum(map(rating_by_worth, deck.every_card)) for deck in env.unwrapped.decks]
        assert worth[0] > max(worth[1:])


def test_each_kind_sits_in_every_other_seat_and_decks_are_legal():
    for seed in (6, 7):
        decks = drafting.decks_of_draft("worth", "rating", seed)
        names = [name for name, _ in decks]
        assert names == ["worth", "rating"] * 4 if seed % 2 == 0 else ["rating", "worth"] * 4
        for k in range(0, 8, 2):
            pair = [decks[k][1], decks[k + 1][1]]
            assert formats.get("booster_draft").check(pair) == []


def test_who_picks_by_worth_beats_who_picks_at_random_and_jobs_change_nothing():
    found = drafting.compare_drafters("worth", "random", 6, "greedy", seed=3, jobs=1)
    assert found.games == 6 * 32 and found.found.low > 0
    assert drafting.compare_drafters("worth", "random", 6, "greedy", seed=3, jobs=2) == found


def test_it_is_said_what_was_found_and_what_is_wrong(capsys):
    assert drafting.main(["rating", "random", "--drafts", "1", "--pilot", "random"]) == 0
    said = capsys.readouterr().out
    won, lists = said.splitlines()
    assert won.startswith("rating won ") and won.endswith(
        " of 32 games against random, in 1 drafts"
    )
    assert lists.startswith("Deck lists are open")
    for wrong, why in (
        (["worth", "worth"], "worth against itself: name two drafters"),
        (["worth", "rating", "--drafts", "0"], "drafts must be 1 or more, found 0"),
        (["worth", "rating", "--jobs", "-1"], "--jobs must be 1 or more, or 0 for one per core"),
        (["worth", "rating", "--pilot", "search:v1"], "does not play in compiled code"),
        (["worth", "rating", "--pilot", "nobody"], "nobody"),
    ):
        assert drafting.main(wrong) == 2
        assert why in capsys.readouterr().err
    with pytest.raises(
        ValueError, match="no drafter is called 'best'; expected one of random, rating"
    ):
        drafting.compare_drafters("best", "rating")
