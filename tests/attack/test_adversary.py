"""A short run of `python -m tests.attack.adversary`, and tests that it finds leaks."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from random import Random

import pytest

from altered_env.arena.bench1.bench_entries import arena_of, entry_of
from altered_env.arena.bench1.tasks import HEADLINE
from altered_env.envs.text_table import TextTable
from tests.attack import adversary, channels, guessing
from tests.attack.adversary import (
    ALTERNATIVES,
    DIE,
    HAND,
    LATER,
    NAMES,
    NEXT,
    Judge,
    Ranked,
    attack,
    channel_p,
    controlled,
    detectable,
    rank,
    uniform_p,
    verdicts,
)

GAMES = 1
SECONDS = 0.4


@pytest.fixture
def in_short(monkeypatch):
    """Try fewer seeds and alternatives than a full attack."""
    monkeypatch.setattr(guessing, "SOON", 2_000)
    monkeypatch.setattr(adversary, "ALTERNATIVES", 99)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_whose_seed_is_known_is_found_out(name, in_short):
    judge = attack(name, 2 * GAMES, True, SECONDS)
    first, trials = controlled(judge.found)
    assert first == trials > 0
    assert all(one.first for one in judge.found if one.by == "seeds" and one.target != DIE)
    assert not judge.told_exactly[False]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_as_it_comes_is_not(name, in_short):
    for _ in range(3):  # by chance, one card in a hundred is ranked first; a leak is each time
        judge = attack(name, GAMES, False, SECONDS)
        # all worlds send the same
        assert {one.by for one in judge.found} <= {"all", "worlds", "seeds"}
        assert not judge.told_exactly[False]
        if not any(one.first for one in judge.found if one.target in (HAND, NEXT, LATER)):
            return
    pytest.fail("hidden cards were ranked first in three attacks of three")


def test_what_tells_a_hidden_card_is_found_out(monkeypatch, in_short):
    def tells(game):
        return f"B holds {sorted(card.reference for card in game.view().players[1].hand)}"

    look, echo = TextTable.look, channels._llm_echo
    monkeypatch.setattr(TextTable, "look", lambda it: f"{look(it)}{tells(it._host.game)}\n")
    monkeypatch.setattr(
        channels, "_llm_echo", lambda game, player: [*echo(game, player), tells(game)]
    )
    monkeypatch.setattr(channels, "channels", channels.channels.__wrapped__)
    monkeypatch.setattr(guessing, "rebuilt", lambda given, seconds: ([], 0))
    judge = Judge(channels.channels()["llm"], math.inf)  # every world is asked, however slow
    channels.llm(3, True, judge.hear)
    found = [one for one in judge.found if (one.target, one.by) == (HAND, "echo")]
    assert found and all(one.first for one in found)


def test_a_program_that_keeps_files_remembers_the_deal(monkeypatch, in_short):
    """Outside a sandbox it knows the second game of each pair: docs/chance.md says so."""
    command = channels.altered
    monkeypatch.setattr(channels, "_is_hidden_from", lambda words: True)
    monkeypatch.setattr(channels, "altered", lambda words: command([*words, "--sandbox", "none"]))
    channels._spy.cache_clear()
    channels.channels.cache_clear()
    try:
        judge = attack("arena", 2 * GAMES, True, SECONDS)
    finally:
        channels._spy.cache_clear()
        channels.channels.cache_clear()
    found = [one for one in judge.found if one.by == "memory"]
    assert found and all(one.first for one in found)


def test_the_beacon_gives_away_every_deal_of_an_entry_and_nothing_else_does():
    known = entry_of("greedy", "T2", deals=2)
    beacon = "0123456789abcdef" * 2
    sealed = arena_of(replace(known, beacon=beacon))
    deals = {sealed.drawn("greedy", HEADLINE[0], number).seed for number in range(4)}

    def found(*told):
        it = guessing.Given("bench1-T2", told, 0, (), "", "", (), "A", 0.0, entry=known)
        return deals & set(guessing._benched(it))

    assert found(f"the beacon is {beacon}") == deals
    assert not found(known.digest, json.dumps(known.head()), "practice")
    assert set(adversary.BENCH) <= set(channels.channels())


def trials(places):
    return [Ranked("it", HAND, 1 + int(place * 1000), 0.5, False) for place in places]


def test_ranks_at_chance_are_uniform_and_others_are_not():
    chance = Random(7)
    level = [chance.random() for _ in range(60)]
    assert uniform_p(trials(level)) > 0.05
    assert uniform_p(trials([0.0] * 12 + level[12:])) < 1e-6  # a fifth leaks
    assert uniform_p(trials([place / 6 for place in level])) < 1e-6  # as for a known die
    assert uniform_p(trials([1 - place / 6 for place in level])) < 1e-6


def test_a_share_that_is_said_to_show_does_show():
    chance = Random(8)
    share = detectable(50, 40)
    shown = 0
    for _ in range(200):
        places = [0.0 if chance.random() < share else chance.random() for _ in range(50)]
        shown += channel_p([uniform_p(trials(places))] + [1.0] * 39, 1) <= adversary.ALPHA
    assert shown >= 180
    assert detectable(2, 40) != detectable(2, 40)  # nan: two trials show nothing


def test_ties_are_ranked_by_lot():
    chance = Random(9)
    values = list(range(ALTERNATIVES + 1))
    ranks = [rank([0] * len(values), values, 3, chance)[0] for _ in range(400)]
    assert 440 < sum(ranks) / len(ranks) < 560 and max(ranks) > 900
    assert rank([0, 2, 1], "abc", 1, chance) == (1, True)
    assert rank([2, 2, 1], "abc", 1, chance)[1] is False
    assert rank([2, 2, 1], "bbc", 1, chance)[1] is True


def test_a_verdict_is_by_channel():
    found = trials([0.0] * 20) + [Ranked("other", HAND, 500 + k, 0.5, False) for k in range(-9, 9)]
    its = verdicts(found)
    assert set(its) == {"it", "other"}
    assert its["it"][HAND, "all"][1] < 1e-9
