"""Playing on to the next Morning: it finds what a night brings, and sees what a player sees."""

import numpy as np
import pytest

from agents import make, refuse_seats
from agents.bots import is_compiled
from agents.net import NetAgent
from agents.net_weights import NetWeights
from agents.thoughts import Thought
from altered_env import Game
from altered_env.engine.chance import seed_words
from altered_env.thinking.mornings import HOPE, MOST
from tests.agents.test_net import path  # noqa: F401  # a network of a file
from training.positions import solves
from training.positions.plain_cards import PLAIN


def test_it_solves_what_the_network_alone_does_not():
    """Positions of plain cards in which it is plain what is right: each shows by the Morning."""
    alone = sum(solves("net:default", p, 1) for p in PLAIN)
    compiled = sum(solves("net:default,nights=60", p, 1) for p in PLAIN)
    by_itself = sum(solves("nights:default,nights=60", p, 1) for p in PLAIN)
    assert len(PLAIN) >= 37
    assert compiled > alone and by_itself > alone


def test_answers_are_tried_in_the_same_worlds(path):  # noqa: F811
    """What is played on twice comes to the same in both: worlds and chance are shared."""
    game = Game.start("axiom", "bravos", seed=4)
    while len(game.legal_actions()) < 3:
        game.act(game.legal_actions()[0])
    seat = game.seat()
    net, thought = NetAgent("net", str(path)), Thought()
    games, book = net.records(seat)
    thought.games[:1].view(np.uint8)[:] = games[:1].view(np.uint8)
    hopes, rng = np.zeros((MOST, HOPE.COUNT)), np.array(seed_words(3), dtype=np.int64)
    engine = thought.kernel.engine()
    found = thought.entry.hope(engine, thought.games, book, net.mind, seat.player, hopes, rng)
    assert 2 <= found <= MOST and set(hopes[:found, HOPE.ACTION]) <= set(seat.actions)
    assert (np.diff(hopes[:found, HOPE.LIKING]) <= 0).all()
    hopes[1] = hopes[0]
    thought.entry.play_on_nights(
        engine, thought.games, book, net.mind, seat.player, hopes, 2, 7, 50.0, rng
    )
    assert hopes[0, HOPE.WORLDS] == hopes[1, HOPE.WORLDS] == 7
    assert hopes[0, HOPE.SUM] == hopes[1, HOPE.SUM] != 0.0


def test_the_same_seed_is_the_same_game(path):  # noqa: F811
    games = []
    for _ in range(2):
        game = Game.start("axiom", "bravos", seed=4)
        agents = [make(f"nights:{path},nights=12", seed=p) for p in range(2)]
        for _ in range(30):
            game.act(agents[game.decider].act(game.seat()))
        games.append(game.story.actions)
    assert games[0] == games[1]


def test_what_it_may_not_know_does_not_alter_what_it_does(path):  # noqa: F811
    """Two worlds that a player cannot tell apart: the same nights, the same answer."""
    game = Game.start("muna", "lyra", seed=6)
    asked = 0
    while asked < 6:
        if len(game.legal_actions()) > 1 and game.decider == 0:
            other = game.resample(0, seed=99 + asked)
            agents = [make(f"nights:{path},nights=40", seed=5) for _ in range(2)]
            weighed = [
                agent.weighed(one.seat())  # type: ignore[attr-defined]  # this one does
                for agent, one in zip(agents, (game, other), strict=True)
            ]
            assert weighed[0] == weighed[1]
            asked += 1
        game.act(make("rules", seed=asked).act(game.seat()))


def test_what_it_finds_is_what_it_does(path):  # noqa: F811
    game = Game.start("axiom", "yzmir", seed=2)
    for _ in range(12):
        seat = game.seat()
        ms, nights = make(f"nights:{path},ms=3"), make(f"nights:{path},nights=20", seed=1)
        assert ms.act(seat) in seat.actions
        chances, value = make(f"nights:{path},nights=20", seed=1).weighed(seat)  # type: ignore[attr-defined]
        assert list(chances) == list(seat.actions) and abs(sum(chances.values()) - 1) < 1e-9
        assert -1 <= value <= 1
        action = nights.act(seat)
        assert len(seat.actions) == 1 or chances[action] == max(chances.values())
        game.act(action)


def test_what_it_cannot_do_it_says(path, tmp_path):  # noqa: F811
    assert is_compiled(f"net:{path},nights=5") and not is_compiled(f"nights:{path}")
    with pytest.raises(ValueError, match="nights are for pick=best, without worlds and iterations"):
        make(f"net:{path},nights=5,iterations=2")
    for option in ("ms", "sharp"):
        with pytest.raises(ValueError, match=f"nights: {option} is 1 or more, found 0"):
            make(f"nights:{path},{option}=0")
    four = tmp_path / "four.safetensors"
    NetWeights.new(4, 4, players=4).save(four, {})
    with pytest.raises(ValueError, match="it is for games of two"):
        make(f"nights:{four}")
    with pytest.raises(ValueError, match=r"nights are for pick=best.*in games of two"):
        make(f"net:{four},nights=4")
    with pytest.raises(ValueError, match="trained for two players, here there are 4"):
        refuse_seats([f"nights:{path}"], 4)
