"""Run the training scripts, each in an environment of its own with the versions that its file of
requirements names, and write the results to a table: `make recipes`.

python training/run.py [--seconds 10] [RECIPE ...]
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
BUILD = ROOT / "build" / "recipes"
TABLE = HERE / "README.md"
RECIPES = {
    "cleanrl_ppo": "as in CleanRL: PPO in one file on `make_vec`, credit per seat",
    "sb3_ppo": "sb3-contrib: MaskablePPO on the compact view with `AlteredPolicy`",
    "torchrl_collector": "TorchRL: both wrappers, masked actor, collector",
    "tianshou_dqn": "Tianshou 2: masked DQN, its PettingZoo wrapper",
    "rllib_ppo": "RLlib, new stack: PPO with its masking module",
    "rllib_self_play": "RLlib, new stack: PPO by self-play against a growing pool of snapshots",
    "agilerl_dqn": "AgileRL: masked DQN on the batch",
}
HEAD = """\
# Training scripts

Each file is a whole script that reads from top to bottom. `make recipes` makes an environment for
each under `build/`, with the versions of the `.txt` next to it, runs it for some seconds, and
writes this table. Speed is the learner's decisions per second, learning included, on the machine
that wrote the table, which had other work to do; most of the time is spent in the
training library.
Four more scripts run in the environment of `sb3_ppo`: [best_response.py](best_response.py) trains
against one fixed agent, [evaluate.py](evaluate.py) prints a model's win rates,
[learning_curve.py](learning_curve.py) compares the flat and the compact view, and
[behaviour_cloning.py](behaviour_cloning.py) imitates the players of a
[dataset](../docs/dataset.md).

| recipe | what | works | since | versions | decisions/s |
|---|---|---|---|---|---|
"""
WORKS, SINCE = 3, 4
"""The columns that say whether a recipe works, and since which version of this package."""


def environment(name: str) -> Path:
    """The Python of the environment of a recipe."""
    folder = BUILD / name
    python = folder / "bin" / "python"
    ready, wanted = folder / "ready", (HERE / f"{name}.txt").read_text("utf-8")
    if not ready.exists() or ready.read_text("utf-8") != wanted:
        venv.create(folder, with_pip=True, clear=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-r", HERE / f"{name}.txt", "-e", f"{ROOT}[build]"], check=True)
        ready.write_text(wanted, "utf-8")
    return python


def version() -> str:
    """The version of this package."""
    found = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    assert found is not None
    return found[1]


def since(before: str) -> str:
    """Since which version a recipe works that works now, by its line of before."""
    columns = [column.strip() for column in before.split("|")]
    return columns[SINCE] if len(columns) > SINCE and columns[WORKS] == "yes" else version()


def row(name: str, seconds: float, before: str) -> tuple[str, bool]:
    """The line of the table for a recipe, run for so long, and whether it ran."""
    pinned = [line for line in (HERE / f"{name}.txt").read_text("utf-8").split() if "==" in line]
    command = [environment(name), HERE / f"{name}.py", "--seconds", str(seconds)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    print(run.stdout + run.stderr[-2000:], flush=True)
    speed = re.search(r"^speed: ([\d,]+)", run.stdout, re.MULTILINE)
    works = run.returncode == 0 and speed is not None
    last = (run.stderr.strip().splitlines() or ["it printed no speed"])[-1]
    says = "yes" if works else f"no: {last[:120]}"
    number = speed[1] if speed and works else ""
    columns = (
        f"[{name}]({name}.py)",
        RECIPES[name],
        says,
        since(before) if works else "",
        ", ".join(pinned),
        number,
    )
    return f"| {' | '.join(columns)} |\n", works


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("recipes", nargs="*", metavar="RECIPE", help=f"{', '.join(RECIPES)}; all")
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    strange = [name for name in options.recipes if name not in RECIPES]
    if strange:
        parser.error(f"no recipe is called {strange[0]}; there are {', '.join(RECIPES)}")
    before = TABLE.read_text("utf-8").splitlines(keepends=True) if TABLE.exists() else []
    lines = {name: line for name in RECIPES for line in before if line.startswith(f"| [{name}]")}
    failed = 0
    for name in options.recipes or RECIPES:
        print(f"== {name}", flush=True)
        lines[name], works = row(name, options.seconds, lines.get(name, ""))
        failed += not works
    TABLE.write_text(HEAD + "".join(lines[name] for name in RECIPES if name in lines), "utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
