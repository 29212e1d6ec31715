"""A new user's first minute: a wheel with the built engine in a fresh environment, which brings no
Numba, and each way in from an empty home, in a process of its own. It prints a table.

    python -m tests.native.first_minute [--python ANOTHER] [--wheel FILE]

The wheel works with each Python from 3.11 on, which `--python` tries. PyTorch and SB3 are those of
this environment: they are linked into another one.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.alone import Alone

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "first-minute"

AGENT = """
from altered_env import Game
from altered_env.agents import make
game = Game.start("axiom", "bravos", seed=1)
agent = make({name!r})
agent.start(1)
agent.act(game.seat())
"""
WAYS = {
    "import of NumPy, Gymnasium and PettingZoo": "import numpy, gymnasium, pettingzoo",
    "import altered_env": "import altered_env",
    "a whole game by Game.start": """
from altered_env import Game
game = Game.start("axiom", "bravos", seed=1)
while not game.over:
    game.act(game.legal_actions()[0])
""",
    "1,000 steps of PettingZoo's AEC": """
from altered_env import env
env = env()
env.reset(seed=1)
for step in range(1000):
    if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
        env.reset(seed=step)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
""",
    "1,000 steps of Gymnasium against greedy": """
from altered_env.envs.gym_env import AlteredGymEnv
env = AlteredGymEnv("greedy")
seen, _ = env.reset(seed=1)
for step in range(1000):
    seen, _, over, cut, _ = env.step(int(seen["action_mask"].argmax()))
    if over or cut:
        seen, _ = env.reset(seed=step)
""",
    "1,024 steps of make_vec(256)": """
from altered_env import make_vec
vec = make_vec(256)
for _ in range(4):
    vec.step(vec.mask.argmax(axis=1))
""",
    "a first decision of net": AGENT.format(name="net"),
    "a first decision of rollout": AGENT.format(name="rollout"),
    "a whole game of four": """
from altered_env import Game, decks
four = map(decks.starter, ("axiom", "bravos", "lyra", "muna"))
game = Game.start(*four, seed=1, format="free_for_all")
while not game.over:
    game.act(game.legal_actions()[0])
""",
}


IMPORTS = "import sb3_contrib, torch._dynamo"
"""The second is imported by PyTorch when the first optimiser is made."""
ROLLOUT = """
import torch
from sb3_contrib import MaskablePPO
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.nets import AlteredPolicy
torch.set_num_threads(1)
envs = AlteredVecEnv(8, opponent="greedy", threads=1, view={view!r})
model = MaskablePPO({policy}, envs, n_steps=128)
_, callback = model._setup_learn(1024)
model.collect_rollouts(envs, callback, model.rollout_buffer, 128)
"""
WITH_SB3 = {
    "import of SB3 and PyTorch": IMPORTS,
    "the same, and 1,024 steps of AlteredPolicy": ROLLOUT.format(
        view="compact", policy="AlteredPolicy"
    ),
    "the same, and 1,024 of MlpPolicy, flat": ROLLOUT.format(view="flat", policy='"MlpPolicy"'),
}


class Cost(NamedTuple):
    """The time, memory and messages of a process."""

    seconds: float
    processor: float
    megabytes: float
    said: str


def cost(python: Sequence[str | Path], code: str, path: str = "") -> Cost:
    """Run code from an empty home, with this `PYTHONPATH`. Raises `RuntimeError` if it fails."""
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile() as said:
        environ = {"HOME": home, "PATH": os.environ["PATH"], "OPENBLAS_NUM_THREADS": "1"}
        environ |= {"PYTHONPATH": path} if path else {}
        start = time.perf_counter()
        child = subprocess.Popen(
            [*python, "-c", code], env=environ, cwd=home, stdout=said, stderr=said
        )
        _, status, used = os.wait4(child.pid, 0)
        took = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode()
    if status:
        raise RuntimeError(f"it ended with status {child.returncode}: {text.strip()[-2000:]}")
    return Cost(took, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, text)


def wheel() -> Path:
    """Build a wheel with the engine in it."""
    dist = FOLDER / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", dist],
        cwd=ROOT, env=os.environ | {"ALTERED_WHEEL": "native"}, check=True,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    (found,) = dist.glob("*.whl")
    return found


def installed(package: Path, by: str) -> tuple[Path, float]:
    """A fresh environment with a wheel and what it needs: its Python, and the seconds that
    installing took."""
    folder = FOLDER / "env"
    subprocess.run([by, "-m", "venv", "--clear", folder], check=True)
    python = folder / "bin" / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    start = time.perf_counter()
    subprocess.run([*pip, package], check=True)
    took = time.perf_counter() - start
    for name in ("numba", "llvmlite"):
        if not subprocess.run([python, "-c", f"import {name}"], capture_output=True).returncode:
            raise RuntimeError(f"the wheel brought {name}")
    return python, took


def row(what: str, found: Cost) -> None:
    """Print a line of the table, and the output of the process."""
    lines = len(found.said.splitlines())
    print(
        f"{what:44}{found.seconds:>7.2f} s{found.processor:>10.2f} s"
        f"{found.megabytes:>7.0f} MB{lines:>13}",
        flush=True,
    )
    if found.said:
        print(found.said)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure the first minute with a wheel.")
    parser.add_argument("--python", default=sys.executable, help="the Python to install it for")
    parser.add_argument("--wheel", type=Path, help="one of make wheels; built with make engine's")
    options = parser.parse_args()
    package = options.wheel or wheel()
    python, took = installed(package, options.python)
    subprocess.run([python, "--version"], check=True)
    print(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB, installed in {took:.1f} s")
    print(f"\n{'':44}{'clock':>9}{'processor':>12}{'memory':>10}{'lines said':>13}")
    for what, code in WAYS.items():
        row(what, cost([python], code))
    with tempfile.TemporaryDirectory() as folder:
        env = Alone(package, Path(folder) / "site", ("train",))
        apart = [sys.executable, "-S", "-s", "-P", "-W", "ignore"]
        for what, code in WITH_SB3.items():
            row(what, cost(apart, code, str(env.folder)))


if __name__ == "__main__":
    main()
