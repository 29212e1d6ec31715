"""The example bots in the folder `agents` can play."""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest
import torch
from stable_baselines3 import PPO

from altered_env import Game, make_vec
from altered_env.agents import make
from altered_env.agents.hosting import Host
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.nets import AlteredExtractor, AlteredPolicy
from tests.envs.test_recipes import loaded

BOTS = Path(__file__).parents[2] / "agents"


def played(spec, days=2, other="random"):
    """Play a short game against another agent, and return its host."""
    game = Game.start("axiom", "bravos", seed=2, day_limit=days)
    with Host(game, [make(spec), make(other, seed=1)]) as host:
        while host.step():
            pass
    assert host.forfeit is None, host.forfeit
    assert game.over and host.decisions[0] > 3
    return host


def test_none_has_the_name_of_a_standard_module():
    assert not {path.stem for path in BOTS.glob("*.py")} & sys.stdlib_module_names


def test_each_is_in_the_table():
    table = (BOTS / "README.md").read_text("utf-8")
    for path in BOTS.iterdir():
        if path.suffix in (".py", ".mjs"):
            assert f"[{path.name}]({path.name})" in table


@pytest.mark.parametrize("spec", ["first_bot.py:FirstBot", "search_bot.py:SearchBot:worlds=1"])
def test_a_bot_plays(spec):
    played(f"{BOTS}/{spec}")


def test_the_first_bot_has_15_lines():
    assert len((BOTS / "first_bot.py").read_text("utf-8").splitlines()) <= 15


def test_the_bot_with_a_network_plays_what_the_script_saves(tmp_path):
    from safetensors.torch import save_file

    script = loaded("cleanrl_ppo")
    vec = make_vec(1, seed=1, view="flat")
    torch.manual_seed(1)
    net = script.ActorCritic(vec.flat.shape[1], vec.mask.shape[1], 8)
    save_file(net.state_dict(), tmp_path / "ppo.safetensors")
    played(f"{BOTS}/network_bot.py:NetworkBot:path={tmp_path}/ppo.safetensors")


def saved(tmp_path, policy, policy_kwargs=None, learner="MaskablePPO", **view):
    """An untrained model of these options, saved."""
    learner = getattr(pytest.importorskip("sb3_contrib"), learner, PPO)
    env = AlteredVecEnv(1, threads=1, **view)
    learner(policy, env, n_steps=2, batch_size=2, policy_kwargs=policy_kwargs).save(
        tmp_path / "m.zip"
    )
    return f"{BOTS}/maskable_ppo_bot.py:Bot:path={tmp_path}/m.zip"


SMALL = {"features_extractor_kwargs": {"features": 32, "width": 16}}


@pytest.mark.parametrize(
    ("policy", "options", "view"),
    [
        (AlteredPolicy, SMALL | {"net_arch": {"vf": [8]}}, {"view": "compact"}),
        (AlteredPolicy, SMALL, {"view": "compact", "rows": 60}),
        ("MlpPolicy", {"net_arch": [8]}, {"view": "flat"}),
        (
            "MultiInputPolicy",
            SMALL | {"features_extractor_class": AlteredExtractor, "net_arch": [8]},
            {"view": "compact"},
        ),
    ],
)
def test_the_bot_of_a_model_plays_whatever_its_options(tmp_path, policy, options, view):
    """A network of another width, and the flat view, forfeited every game."""
    played(saved(tmp_path, policy, options, **view))


def test_a_model_of_four_players_plays_with_four(tmp_path):
    options = {"view": "compact", "format": "two_against_two"}
    spec = saved(tmp_path, AlteredPolicy, SMALL, **options)
    game = Game.start(*["axiom", "bravos"] * 2, seed=2, day_limit=1, format="two_against_two")
    with Host(game, [make(spec), *(make("random", seed=k) for k in range(3))]) as host:
        for _ in range(40):
            host.step()
    assert host.forfeit is None and host.decisions[0], host.forfeit
    with Host(Game.start("axiom", "bravos", seed=2), [make(spec), make("random")]) as host:
        while host.step():
            pass
    assert "m.zip plays with 4 players, not 2" in str(host.forfeit)


@pytest.mark.parametrize(
    ("policy", "learner", "view", "says"),
    [
        ("MultiInputPolicy", "MaskablePPO", "compact", "observes view='compact', rows=82"),
        ("MlpPolicy", "MaskablePPO", "raw", 'plays models of view="flat", and of view="compact"'),
        ("MlpPolicy", "PPO", "flat", "is no model of MaskablePPO: its policy is ActorCritic"),
    ],
)
def test_a_model_that_the_bot_cannot_play_is_refused(tmp_path, policy, learner, view, says):
    spec = saved(tmp_path, policy, {"net_arch": [8]}, learner, view=view)
    with pytest.raises(ValueError, match=says):
        make(spec)
    with pytest.raises(ValueError, match="lists is open or closed, found 'shut'"):
        make(f"{spec},lists=shut")


@pytest.fixture
def model(monkeypatch):
    """A chat endpoint on this machine; `answers` has its replies, and `asked` its inputs."""

    class Endpoint(BaseHTTPRequestHandler):
        answers: ClassVar[list[str]] = []
        asked: ClassVar[list[dict]] = []

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.asked.append({"path": self.path, **json.loads(body)})
            said = self.answers.pop(0) if self.answers else "none of them"
            reply = json.dumps({"choices": [{"message": {"content": said}}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Endpoint) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        monkeypatch.setenv("LLM_URL", f"http://127.0.0.1:{server.server_port}/v1/")
        monkeypatch.setenv("LLM_MODEL", "small")
        yield Endpoint
        server.shutdown()
        thread.join()


def test_the_bot_of_a_language_model_asks_it_and_takes_its_answer(model):
    game = Game.start("axiom", "bravos", seed=2)
    seat = game.seat()
    wanted = seat.actions[-1]
    model.answers = ["I do not know.", f"Option {wanted}."]
    assert make(f"{BOTS}/language_model_bot.py:Bot").act(seat) == wanted
    first, second = model.asked
    assert first["path"] == "/v1/chat/completions" and first["model"] == "small"
    assert str(wanted) in first["messages"][1]["content"]
    assert "not an option" in second["messages"][-1]["content"]


def test_what_is_no_answer_is_the_first_option(model):
    seat = Game.start("axiom", "bravos", seed=2).seat()
    assert make(f"{BOTS}/language_model_bot.py:Bot").act(seat) == seat.actions[0]
