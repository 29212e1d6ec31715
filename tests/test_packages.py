"""The wheel: its contents, and its behaviour without extras and with each of them alone.

It is one without the built engine, so that Numba compiles; `with_engine.py` tries the other."""

from __future__ import annotations

import tomllib
import zipfile

import pytest

import altered_env
from altered_env._runtime import optional_dependencies
from tests.alone import ROOT, Alone, build, closure

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DATASET = ROOT / "tests/saved/0.1.0/games.parquet"
PLAYS = """
import json
import gymnasium, numpy as np, pettingzoo
import altered_env
from altered_env import Game

game = Game.start("axiom", "bravos", seed=1)
while not game.over:
    game.act(game.legal_actions()[0])
env = pettingzoo.make("aec", "altered_v0", decks="starters")
env.reset(seed=1)
for _ in range(20):
    observation, *_ = env.last()
    env.step(int(np.flatnonzero(observation["action_mask"])[-1]))
one = gymnasium.make("Altered-v0", opponent="random")
observation, _ = one.reset(seed=1)
one.step(int(np.flatnonzero(observation["action_mask"])[0]))
vec = altered_env.make_vec(2, decks="starters", seed=1)
for _ in range(5):
    vec.step(vec.mask.argmax(axis=1))
print(json.dumps({"winner": int(game.winner), "at": altered_env.__file__, "games": vec.n}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def alone(wheel, tmp_path_factory):
    """Makes an environment with some extras."""

    def make(*names):
        return Alone(wheel, tmp_path_factory.mktemp("env") / "site", names)

    return make


@pytest.fixture(scope="module")
def bare(alone):
    """An environment with what compiles the engine, and no other extra."""
    return alone("build")


def test_it_holds_the_packages_their_data_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    about = f"altered_env-{altered_env.__version__}.dist-info"
    assert tops == {"altered_env", about}
    there = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "altered_env").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and "built" not in path.parts
    }  # a built engine comes along only where ALTERED_WHEEL asks for it
    there |= {f"altered_env/configs/{path.name}" for path in (ROOT / "configs").iterdir()}
    assert there <= set(names)
    assert not [name for name in names if name.startswith("altered_env/native/built/")]
    assert f"{about}/licenses/LICENSE" in names


def test_the_version_is_said_once_in_every_place():
    assert PROJECT["version"] == altered_env.__version__
    assert f'version: "{altered_env.__version__}"' in (ROOT / "CITATION.cff").read_text("utf-8")


def test_each_library_of_an_extra_is_known_by_it():
    """The message about a missing library names an extra that brings it."""
    for module, extra in optional_dependencies.BRINGS.items():
        assert extra in PROJECT["optional-dependencies"], module


def test_without_extras_it_has_no_library_but_its_own(wheel):
    found = set(closure(wheel, ()))
    assert {"numpy", "gymnasium", "pettingzoo", "pyyaml"} <= found
    assert not {"numba", "llvmlite", "torch", "polars", "starlette", "pytest", "pillow"} & found


def test_without_an_engine_and_numba_it_names_the_extra(alone, tmp_path):
    ran = alone().run("-m", "altered_env", "demo", cwd=tmp_path)
    said = ran.stderr.splitlines()
    assert ran.returncode == 2 and said[:-1] in ([], ["  getting ready"])
    assert said[-1].startswith("altered: no engine is built here for ")
    assert "pip install 'altered-env[build]'" in ran.stderr


def test_with_numba_alone_it_plays_and_steps_the_environments(bare, tmp_path):
    ran = bare.run("-c", PLAYS, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert str(bare.folder) in ran.stdout


def test_with_numba_alone_it_rates_two_compiled_agents(bare, tmp_path):
    arguments = "altered_env arena greedy random --games 2 --jobs 1"
    ran = bare.run("-m", *arguments.split(), cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "greedy" in ran.stdout and "random" in ran.stdout


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("altered_env simulate --games 2 --out games.parquet", "analysis"),
        pytest.param(f"altered_env metrics {DATASET}", "analysis", id="metrics"),
        ("altered_env rank uniques.jsonl --out ranking", "analysis"),
        ("altered_env web --no-open", "web"),
        ("altered_env llm", "llm"),
        ("altered_env train --out run", "train"),
        ("altered_env.train.__main__ --out run", "train"),
    ],
)
def test_a_command_whose_extra_is_missing_names_it(bare, tmp_path, command, extra):
    ran = bare.run("-m", *command.split(), cwd=tmp_path)
    assert ran.returncode, ran.stdout
    assert f"pip install 'altered-env[{extra}]'" in ran.stderr
    assert "Traceback" not in ran.stderr


YOURS = ("agents.py", "training/__init__.py", "tests/__init__.py", "envs.py", "utils.py")
"""Names that a reader's own files may well have."""
WITH_AGENTS = """
import gymnasium, numpy as np
import altered_env

one = gymnasium.make("Altered-v0", opponent="greedy")
observation, _ = one.reset(seed=1)
one.step(int(np.flatnonzero(observation["action_mask"])[0]))
vec = altered_env.make_vec(2, learner=True, decks="starters", opponent="greedy", seed=1)
for _ in range(5):
    vec.step(vec.mask.argmax(axis=1))
"""


@pytest.fixture
def hostile(tmp_path):
    """A folder in which each of these ends whatever imports it."""
    for name in YOURS:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"raise SystemExit('{name} was imported')\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("-c", WITH_AGENTS), id="environments"),
        pytest.param("-m altered_env.cli arena greedy random --games 4 --jobs 2", id="arena"),
    ],
)
def test_files_of_yours_are_not_imported_in_place_of_its_own(bare, hostile, arguments):
    given = arguments.split() if isinstance(arguments, str) else arguments
    ran = bare.run(*given, cwd=hostile, safe=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_training_imports_no_file_of_yours(alone, hostile):
    run = "--config demo --decisions 64 --games 2 --steps 8 --width 8 --hidden 8 --no-tensorboard"
    env = alone("build", "train")
    for words in (f"train {run} --out run", "evaluate run --games 2 --most 1 --jobs 1"):
        ran = env.run("-m", "altered_env", *words.split(), cwd=hostile, safe=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_another_package_that_is_called_agents_stays_itself(bare, tmp_path):
    (tmp_path / "other" / "agents").mkdir(parents=True)
    (tmp_path / "other" / "agents" / "__init__.py").write_text("class Runner: ...\n", "utf-8")
    code = f"import agents\n{WITH_AGENTS}\nassert agents.Runner.__module__ == 'agents'\n"
    ran = bare.run("-c", code, cwd=tmp_path, before=[tmp_path / "other"])
    assert ran.returncode == 0, ran.stderr


def test_an_error_of_ones_own_keeps_its_traceback(bare, tmp_path):
    code = "import altered_env._runtime.optional_dependencies as e; e.name_missing()\nimport mine\n"
    ran = bare.run("-c", code, cwd=tmp_path)
    assert "Traceback" in ran.stderr and "No module named 'mine'" in ran.stderr


USES = {
    "analysis": [
        "-m altered_env.cli simulate --games 2 --agents random --out games.parquet --jobs 1",
        "-m altered_env.cli metrics games.parquet",
    ],
    "train": [
        "-m altered_env.cli train --help",
    ],
}
DOES = {
    "pictures": "import gymnasium, altered_env\n"
    "env = gymnasium.make('Altered-v0', opponent='random', render_mode='rgb_array')\n"
    "env.reset(seed=1)\nassert env.render().ndim == 3\n",
    "web": "from pathlib import Path\nfrom altered_env.web.app import make_app\n"
    "import uvicorn, websockets\nassert make_app(Path('.')).routes\n",
    "llm": "from altered_env.envs.mcp_server import make_server\nassert make_server(False)\n",
}


@pytest.mark.parametrize("extra", [*USES, *DOES])
def test_each_extra_alone_brings_what_its_commands_need(alone, tmp_path, extra):
    if extra == "llm":
        pytest.importorskip("mcp", reason="mcp comes with the extra llm")
    env = alone("build", extra)
    for arguments in (*map(str.split, USES.get(extra, ())), ["-c", DOES.get(extra, "")]):
        ran = env.run(*arguments, cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
