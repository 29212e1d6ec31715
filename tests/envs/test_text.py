"""Text of the learner's seat, on request: visible information only."""

from __future__ import annotations

import gymnasium

from altered_env import altered_v0
from altered_env.envs import make_vec
from altered_env.protocol.text_seat import describe


def test_text_stands_in_info_where_it_is_asked_for():
    env = gymnasium.make("Altered-v0", opponent="random", decks="starters", text=True)
    seen, info = env.reset(seed=4)
    assert "Cards:" in info["text"]
    for _ in range(4):
        seat = env.unwrapped._one.seat(env.unwrapped._learner)
        assert info["text"] == describe(seat, rows=True)
        labels = env.unwrapped.labels()
        assert set(labels) == set(seen["action_mask"].nonzero()[0].tolist())
        for action, label in labels.items():
            assert f" {action}  {label}"[:40] in info["text"]
        seen, _, _, _, info = env.step(int(seen["action_mask"].argmax()))
    plain = gymnasium.make("Altered-v0", opponent="random", decks="starters")
    assert "text" not in plain.reset(seed=4)[1]


def test_in_a_game_of_agents_who_is_to_act_is_told():
    env = altered_v0.raw_env(decks="starters", text=True)
    env.reset(seed=2)
    for _ in env.agent_iter(60):
        observation, _, termination, _, info = env.last()
        if termination:
            break
        assert info["text"] == describe(env._one.seat(env._one.decider), rows=True)
        others = [agent for agent in env.agents if agent != env.agent_selection]
        assert all("text" not in env.infos[agent] for agent in others)
        env.step(int(observation["action_mask"].argmax()))
    plain = altered_v0.raw_env(decks="starters")
    plain.reset(seed=2)
    assert not any(plain.infos.values())


def test_in_a_vector_each_learner_is_told():
    envs = gymnasium.make_vec(
        "Altered-v0", 3, vectorization_mode="vector_entry_point", decks="starters", text=True
    )
    seen, infos = envs.reset(seed=6)
    for _ in range(3):
        texts = infos["text"]
        assert len(texts) == 3 and infos["_text"].all()
        for i, text in enumerate(texts):
            rows = set(seen["action_mask"][i].nonzero()[0].tolist())
            assert rows == set(envs.unwrapped.labels(i))
            assert all(f" {row}  " in text for row in rows)
        seen, _, _, _, infos = envs.step(seen["action_mask"].argmax(axis=1))
    vec = make_vec(2, decks="starters", seed=6)
    assert vec.describe(1) == describe(vec.game(1).seat(int(vec.seat[1])), rows=True)
