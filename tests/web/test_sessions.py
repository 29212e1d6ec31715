"""Running games: permissions and expiry."""

from __future__ import annotations

import gc
import weakref

import pytest

from altered_env import Game
from altered_env.agents.seated import PERSON
from altered_env.web.sessions import Session, Sessions, UnknownTokenError


def begun(seats=(PERSON, "random"), seed=1, **given):
    decks = ("axiom", "bravos", "lyra", "muna")[: len(seats)]
    form = "standard" if len(seats) == 2 else "two_against_two"
    return Session(Game.start(*decks, seed=seed, format=form), seats, seed, **given)


def test_agents_act_until_a_person_must():
    session = begun()
    while session.act_for_agent():
        pass
    assert session.waits_for_person and session.game.decider == 0


def test_tokens_are_of_people_alone_and_nobody_can_guess_them():
    session = begun((PERSON, "random", PERSON, "random"))
    assert sorted(session.tokens.values()) == [0, 2]
    assert all(len(token) >= 32 for token in session.tokens)
    assert not set(session.tokens) & set(begun((PERSON,) * 4).tokens)


def test_conceding_ends_it_for_the_team():
    session = begun((PERSON, "random", PERSON, "random"))
    session.concede(2)
    assert session.over and set(session.winners) == set("BD")
    assert not session.act_for_agent()
    message = session.message(0, set())
    assert message["over"] and message["conceded"] == "C" and message["options"] == []


def test_a_game_that_nobody_asks_for_is_put_away_and_its_memory_freed():
    sessions = Sessions(idle=60)
    session = sessions.add(begun((PERSON, PERSON)))
    gone = weakref.ref(session)
    a, b = session.tokens
    used = session.used
    assert sessions.sweep(used + 59) == 0 and sessions.find(a) is session
    session.used = used
    assert sessions.sweep(used + 61) == 1 and len(sessions) == 0
    for token in (a, b):
        with pytest.raises(UnknownTokenError, match="closed after"):
            sessions.find(token)
    del session
    gc.collect()
    assert gone() is None


def test_only_so_many_games_at_once():
    sessions = Sessions(most=2)
    first, _ = (sessions.add(begun(seed=seed)) for seed in (1, 2))
    with pytest.raises(ValueError, match="2 games are already running"):
        sessions.add(begun(seed=3))
    sessions.end(next(iter(first.tokens)))
    sessions.add(begun(seed=3))


def test_who_watches_from_above_is_told_everything_and_only_where_nobody_plays():
    session = begun(("random", "random"), above=True)
    board = session.message(session.player_of(session.watcher), set())["board"]
    assert all(len(player["hand"]) == player["hand_count"] for player in board["players"])
    assert begun().watcher == ""
