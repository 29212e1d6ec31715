"""Text of the learner's seat, on request: what it may know, and nothing else."""

from __future__ import annotations

import gymnasium

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
