"""The version of rules and players depends on the results of games, not on the code."""

from __future__ import annotations

import pytest

from altered_env.arena import versions
from altered_env.arena.versions import PLAYERS, plays_of, version
from altered_env.engine import cache
from altered_env.engine.compiled import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="games take minutes where nothing is compiled")


@pytest.fixture(autouse=True)
def empty(monkeypatch):
    """A version that is not known yet, and few games that tell it."""
    monkeypatch.setattr(versions, "PLAYERS", {"greedy": 4, "net:v1": 4})
    kept = {}
    fetch, keep = cache.fetch, cache.keep

    def fetched(kind, key):
        return kept.get(key) if kind == "version" else fetch(kind, key)

    def keeps(kind, key, body):
        if kind != "version":
            return keep(kind, key, body)
        kept[key] = body

    monkeypatch.setattr(cache, "fetch", fetched)
    monkeypatch.setattr(cache, "keep", keeps)
    version.cache_clear()
    yield kept
    version.cache_clear()


def again():
    version.cache_clear()
    return version()


def test_code_that_says_the_same_otherwise_is_the_same_version(monkeypatch):
    """A renamed file made every ledger, ranking and board one of another version."""
    before = version()
    monkeypatch.setattr(versions, "version_of", lambda floor: "renamed")
    assert again() == before


def test_players_who_play_otherwise_are_another_version(monkeypatch, empty):
    before = version()
    empty.clear()

    def weaker(agent, games):
        return plays_of({"greedy": "greedy:region=0.5"}.get(agent, agent), games)

    monkeypatch.setattr(versions, "plays_of", weaker)
    assert again() != before


def test_games_are_played_once_for_each_state_of_the_code(monkeypatch):
    before, played = version(), []
    monkeypatch.setattr(versions, "plays_of", lambda agent, games: played.append(agent))
    assert again() == before and played == []
    monkeypatch.setattr(versions, "version_of", lambda floor: "edited")
    again()
    assert played == ["greedy", "net:v1"]


@pytest.mark.parametrize("folder", versions.AROUND)
def test_code_that_is_not_compiled_is_of_the_state_of_the_code(folder, monkeypatch, empty):
    """Networks rounded otherwise, and a hash that was kept before hid it."""
    version()
    syntax = cache.syntax
    monkeypatch.setattr(
        cache, "syntax", lambda *of: syntax(*(one for one in of if one.name != folder))
    )
    again()
    assert len(empty) == 2


def test_rules_and_players_of_all_kinds_tell_it():
    assert {"greedy", "rules"} < set(PLAYERS)
