"""Rollouts to the second Morning find the results of Nights, from visible information."""

import time

import numpy as np
import pytest

from altered_env import Game
from altered_env.agents import make, refuse_seats
from altered_env.agents.bots import is_compiled
from altered_env.agents.net import NetAgent
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.thoughts import Thought
from altered_env.engine.chance import seed_words
from altered_env.engine.layout import OBJECTS
from altered_env.engine.terms import CODE
from altered_env.thinking.rollouts import ARM, DOUBT, LEAST, MORNINGS, MOST
from altered_env.train.positions import solves
from altered_env.train.positions.plain_cards import PLAIN
from tests.agents.test_net import path  # noqa: F401  # a network of a file


def test_it_solves_what_the_network_alone_does_not():
    """Positions of plain cards with an obvious best move, whose effect shows by the Morning."""
    alone = sum(solves("net:v1", p, 1) for p in PLAIN)
    compiled = sum(solves("net:v1,rollouts=60", p, 1) for p in PLAIN)
    by_itself = sum(solves("rollout:v1,rollouts=60", p, 1) for p in PLAIN)
    assert len(PLAIN) >= 37
    assert compiled > alone and by_itself > alone


def _arms(game, file, every=0):
    """The likeliest answers of a network in a position, and how to continue."""
    seat = game.seat()
    net, thought = NetAgent("net", str(file)), Thought()
    games, book = net.records(seat)
    thought.games[:1].view(np.uint8)[:] = games[:1].view(np.uint8)
    arms, rng = np.zeros((MOST, ARM.COUNT)), np.array(seed_words(3), dtype=np.int64)
    engine = thought.kernel.engine()
    found = thought.entry.list_arms(
        engine, thought.games, book, net.buffers, seat.player, arms, every, rng
    )

    def play_on(count, worlds):
        thought.entry.play_out_arms(
            engine,
            thought.games,
            book,
            net.buffers,
            seat.player,
            arms,
            count,
            worlds,
            MORNINGS,
            50,
            rng,
        )
        return thought.games[2]

    return arms, found, play_on


def test_answers_are_tried_in_the_same_worlds(path):  # noqa: F811
    """The same answer rolled out twice has the same result: worlds and dice are shared."""
    game = Game.start("axiom", "bravos", seed=4)
    while len(game.legal_actions()) < 3:
        game.act(game.legal_actions()[0])
    arms, found, play_on = _arms(game, path)
    assert 2 <= found <= MOST and set(arms[:found, ARM.ACTION]) <= set(game.legal_actions())
    assert (np.diff(arms[:found, ARM.LOG_PRIOR]) <= 0).all()
    arms[1] = arms[0]
    play_on(2, 7)
    assert arms[0, ARM.WORLDS] == arms[1, ARM.WORLDS] == 7
    for column in (ARM.SUM, ARM.LATER, ARM.WORTH):
        assert arms[0, column] == arms[1, column] != 0.0


def test_what_the_second_day_changed_is_believed_the_more_the_more_worlds_there_were(path):  # noqa: F811
    game = Game.start("axiom", "bravos", seed=4)
    while len(game.legal_actions()) < 3:
        game.act(game.legal_actions()[0])
    arms, _, play_on = _arms(game, path)
    for worlds in (3, 12):
        play_on(1, worlds)
        n = arms[0, ARM.WORLDS]
        first, second = arms[0, ARM.SUM] / n, arms[0, ARM.LATER] / n
        assert first != second
        said = first + (second - first) * n / (n + DOUBT)
        assert arms[0, ARM.WORTH] == pytest.approx(said)
    assert n == 15


def test_an_answer_that_ends_the_day_is_played_on_no_further_than_others(path):  # noqa: F811
    """To pass last brings the next day at once (4.2.3.b): that is the first of two all the same."""
    game = Game.start("axiom", "bravos", seed=3)
    seen = 0
    while seen < 3:
        before = game.day
        actions = game.legal_actions()
        last = OBJECTS + CODE.PASS
        if last in actions and len(actions) > 1:
            after = game.clone()
            after.act(last)
            if after.day > before:
                arms, _, play_on = _arms(game, path)
                for answer in (last, actions[0]):
                    arms[0, ARM.ACTION] = answer
                    end = play_on(1, 1)
                    assert end["over"] or end["day"] == before + 2
                seen += 1
        game.act(last if last in actions else actions[0])


def test_time_that_was_left_goes_to_decisions_that_follow(path, monkeypatch):  # noqa: F811
    """None takes more than three times its share, and on average they take no more than their
    share."""
    clock = [0.0]

    def tick():
        clock[0] += 0.001
        return clock[0]

    monkeypatch.setattr(time, "thread_time", tick)
    agent = make(f"rollout:{path},ms=40", seed=1)
    taken = []

    def think(seat, until, *, two):
        """Pretend that every fourth decision takes all its time, and the others none."""
        clock[0] = until if len(taken) % 4 == 3 else clock[0]
        return 1

    monkeypatch.setattr(agent, "_think", think)
    game = Game.start("axiom", "bravos", seed=4)
    while len(game.legal_actions()) < 3:
        game.act(game.legal_actions()[0])
    for _ in range(80):
        begin = clock[0]
        agent.act(game.seat())
        taken.append(clock[0] - begin)
    long = taken[3::4]
    assert long[0] > 0.06 and max(taken) <= 3 * 0.04 + 0.002
    assert long[-1] > 2.9 * 0.04 and sum(taken) <= 0.04 * len(taken)
    monkeypatch.setattr(agent, "_think", lambda *_, **__: clock.__setitem__(0, clock[0] + 60))
    agent.act(game.seat())  # as where it is compiled first
    monkeypatch.setattr(agent, "_think", think)
    taken += [0.0] * (3 - len(taken) % 4)
    begin = clock[0]
    agent.act(game.seat())
    assert clock[0] - begin >= 0.04, "a minute of compiling is no debt that others pay"
    agent.start(2)
    assert agent._saved == 0.0  # type: ignore[attr-defined]  # another game, nothing saved yet


def test_where_an_answer_is_soon_ahead_time_is_left(monkeypatch):
    """By a clock that moves a millisecond a look: one world of all answers."""
    clock = [0.0]

    def tick():
        clock[0] += 0.001
        return clock[0]

    monkeypatch.setattr(time, "thread_time", tick)
    agent, taken = make("rollout:v4,answers=all,ms=30", seed=1), []
    game = Game.start("axiom", "bravos", seed=4)
    for _ in range(40):
        if len(game.legal_actions()) > 1:
            begin = clock[0]
            game.act(agent.act(game.seat()))
            taken.append(clock[0] - begin)
        else:
            game.act(game.legal_actions()[0])
    assert min(taken) < 0.02 and 0.03 < max(taken) < 0.1 and sum(taken) < 0.03 * len(taken)
    seat = game.seat()
    begin = clock[0]
    agent.weighed(seat)  # type: ignore[attr-defined]  # a value is as exact as its time allows
    assert clock[0] - begin > 0.029


def test_what_it_finds_is_what_it_does(path):  # noqa: F811
    game = Game.start("axiom", "yzmir", seed=2)
    for _ in range(12):
        seat = game.seat()
        ms, rollouts = make(f"rollout:{path},ms=3"), make(f"rollout:{path},rollouts=20", seed=1)
        assert ms.act(seat) in seat.actions
        chances, value = make(f"rollout:{path},rollouts=20", seed=1).weighed(seat)  # type: ignore[attr-defined]
        assert list(chances) == list(seat.actions) and abs(sum(chances.values()) - 1) < 1e-9
        assert -1 <= value <= 1
        action = rollouts.act(seat)
        assert len(seat.actions) == 1 or chances[action] == max(chances.values())
        game.act(action)


def test_what_it_cannot_do_it_says(path, tmp_path):  # noqa: F811
    assert is_compiled(f"net:{path},rollouts=5") and not is_compiled(f"rollout:{path}")
    with pytest.raises(ValueError, match="'rollouts' needs pick=best, excludes"):
        make(f"net:{path},rollouts=5,iterations=2")
    for option in ("ms", "value_weight"):
        with pytest.raises(ValueError, match=f"rollout: {option} must be 1 or more, found 0"):
            make(f"rollout:{path},{option}=0")
    four = tmp_path / "net-four.safetensors"
    NetWeights.new(4, 4, players=4).save(four, {})
    with pytest.raises(ValueError, match="it plays games of two players"):
        make(f"rollout:{four}")
    with pytest.raises(ValueError, match=r"rollouts' needs pick=best.*two players"):
        make(f"net:{four},rollouts=4")
    with pytest.raises(ValueError, match="trained for two players, but this game has 4"):
        refuse_seats([f"rollout:{path}"], 4)


def test_every_answer_is_tried_and_identical_copies_once(path):  # noqa: F811
    """Also what the network finds all but impossible, but one of two copies in hand alone."""
    game, copies = Game.start("axiom", "bravos", seed=4), 0
    for _ in range(120):
        options = game.choices()
        if len(options) > 1:
            arms, found, _ = _arms(game, path, every=1)
            tried = set(arms[:found, ARM.ACTION].astype(int).tolist())
            for option in options:
                group = {option.action, *(copy.slot for copy in option.copies)}
                assert len(group & tried) == 1 or len(options) > MOST, option.label
                copies += len(group) > 1
        if game.over:
            break
        game.act(game.legal_actions()[-1 if game.day % 2 else 0])
    assert copies > 0


def test_likely_answers_leave_others_out():
    game = Game.start("axiom", "bravos", seed=4)
    while len(game.choices()) < 3:
        game.act(game.legal_actions()[0])
    every = make("rollout:v4,answers=all").likely(game.seat())
    likely = dict(make("rollout:v4").likely(game.seat()))
    assert 1 <= len(likely) < len(every) == len(game.choices())
    top = every[0][1]
    assert [one for one in every if one[1] >= top - LEAST] == [
        one for one in every if one[0] in likely
    ]
    for spec in ("rollout:v4,answers=some", "net:v4,rollouts=4,answers=some"):
        says = f"^{spec.partition(':')[0]}: answers must be likely or all, found 'some'"
        with pytest.raises(ValueError, match=says):
            make(spec)
    with pytest.raises(ValueError, match="'answers' needs 'rollouts'"):
        make("net:v4,answers=all")


def test_all_answers_are_tried_in_compiled_games_too():
    """With hardly any weight of its prior, the network's rollouts find an answer elsewhere that is
    not among its likely ones."""
    all_of, likely = (
        make(f"net:v4,rollouts=32,value_weight=100000,answers={which}", seed=1)
        for which in ("all", "likely")
    )
    listed, elsewhere = make("rollout:v4"), 0
    for seed in range(12):
        game = Game.start("axiom", "bravos", seed=seed)
        while not game.over and elsewhere == 0:
            seat = game.seat()
            near = {action for action, _ in listed.likely(seat)} if len(seat.actions) > 1 else set()
            if near:
                assert likely.act(seat) in near
                elsewhere += all_of.act(seat) not in near
            game.act(game.legal_actions()[0])
    assert elsewhere
