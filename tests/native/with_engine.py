"""Compares the built engine with Numba. `make test-engine` builds it first."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from altered_env.building import linking
from altered_env.building.targets import here
from altered_env.engine import cache
from altered_env.engine.compiled import FOLDERS
from altered_env.native import PLACE, built_engine

ROOT = Path(__file__).parents[2]


def run(*command: str, **settings: str) -> str:
    """The output of a program. The test fails if the program does."""
    left_out = ("ALTERED_CHECKED", "NUMBA_DISABLE_JIT", "ALTERED_ENGINE")
    environ = {name: value for name, value in os.environ.items() if name not in left_out}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT, env=environ | settings, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_the_engine_that_is_built_fits_and_is_what_runs():
    assert built_engine.find(FOLDERS, lambda: cache.syntax(*FOLDERS)) is not None
    said = run("-c", "from altered_env.engine.compiled import ENGINE; print(ENGINE)")
    assert said == "aot\n"


@pytest.mark.parametrize(
    ("games", "name", "settings"),
    [
        (400, "jit", {"ALTERED_CHECKED": "1"}),
        (2, "python", {"ALTERED_ENGINE": "python"}),
    ],
)
def test_games_observations_bots_and_networks_are_the_same_byte_for_byte(games, name, settings):
    playing = ("-m", "tests.native.playing", "--games", str(games))
    one = run(*playing, ALTERED_ENGINE="aot").splitlines()
    other = run(*playing, **settings).splitlines()
    assert one[0] == "engine\taot" and other[0] == f"engine\t{name}"
    assert len(one) == 13 and one[1:] == other[1:]


OLDEST = f"""
from altered_env.native import built_engine
name_of = built_engine.engine_name
built_engine.engine_name = lambda level: name_of({here().levels[0]!r})
from tests.native import playing
playing.main()
"""


def test_old_and_new_processors_play_alike():
    one = run("-m", "tests.native.playing", "--games", "40", ALTERED_ENGINE="aot")
    assert run("-c", OLDEST, "--games", "40", ALTERED_ENGINE="aot") == one


def test_every_entry_does_the_same_with_what_it_was_given(tmp_path):
    file = str(tmp_path / "calls")
    said = run("-m", "tests.native.recorded_calls", "record", file, ALTERED_ENGINE="aot")
    assert said.endswith("not called: []\n")
    run("-m", "tests.native.recorded_calls", "compare", file, ALTERED_CHECKED="1")


def test_python_calls_no_compiled_function_but_entries():
    said = run("-m", "tests.native.plain_calls", ALTERED_ENGINE="aot")
    assert said.splitlines()[-1] == "none"


HIDDEN = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from altered_env import Game
from altered_env.agents import make
from altered_env.envs.single_agent_vec import make_vec
import warnings
warnings.simplefilter("ignore")
import altered_env
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.sb3 import AlteredVecEnv
game = Game.start("axiom", "bravos", seed=1)
for name in ("greedy", "rules", "net", "search:iterations=2", "rollout:rollouts=2"):
    agent = make(name)
    agent.start(1)
    agent.act(game.seat())
while not game.over:
    game.act(game.legal_actions()[0])
for form in ("standard", "free_for_all"):
    vec = make_vec(2, format=form)
    vec.step(vec.mask.argmax(axis=1))
env = altered_env.env()
env.reset(seed=1)
for _ in range(20):
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
one = AlteredGymEnv("greedy")
seen, _ = one.reset(seed=1)
for _ in range(20):
    seen, *_ = one.step(int(seen["action_mask"].argmax()))
from sb3_contrib import MaskablePPO
envs = AlteredVecEnv(2, opponent="greedy", threads=1)
MaskablePPO("MlpPolicy", envs, n_steps=8, batch_size=8, n_epochs=1).learn(16)
loaded = [name for name in sys.modules if name.split(".")[0] in ("numba", "llvmlite")]
print(*sorted(loaded))
"""


def test_it_plays_where_neither_numba_nor_llvmlite_is_installed(tmp_path):
    said = run("-c", HIDDEN, ALTERED_CACHE=str(tmp_path / "cache"))
    assert said == "llvmlite numba\n"  # which are None


def test_nothing_is_said_of_compiling(tmp_path):
    (tmp_path / "cache").mkdir(mode=0o700)
    said = run("-m", "altered_env", "compile", ALTERED_CACHE=str(tmp_path / "cache"))
    assert said == "altered compile: nothing to compile: the built engine is used\n"


def test_the_compiled_cards_lie_beside_it():
    said = run(
        "-c",
        "from altered_env.game import books\n"
        "from altered_env.native import shipped\n"
        "kinds = []\n"
        "fetch = shipped.fetch\n"
        "def noted(kind, inputs):\n"
        "    found = fetch(kind, inputs)\n"
        "    kinds.append((kind, found is not None))\n"
        "    return found\n"
        "shipped.fetch = noted\n"
        "books.pool_book()\n"
        "print(kinds)\n",
    )
    assert said == "[('cards', True), ('book', True)]\n"


def play(seed: int) -> bytes:
    """A game in another process."""

    from altered_env.game import Game

    game, rng = Game.start("axiom", "bravos", seed=seed), np.random.default_rng(seed)
    while not game.over:
        game.act(int(rng.choice(game.legal_actions())))
    return game.record.tobytes()


PROCESSES = """
import multiprocessing, pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from altered_env.engine.compiled import ENGINE
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.game.kernels import kernel_for
from tests.native.with_engine import play
if __name__ == "__main__":
    assert ENGINE == "aot"
    entry = kernel_for(4).entries.serve_desks
    assert pickle.loads(pickle.dumps(entry)).__self__ is entry.__self__
    here = [play(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(play, range(8))) == here
    import gymnasium, numpy as np
    apart = gymnasium.vector.AsyncVectorEnv([lambda: AlteredGymEnv("greedy", view="raw")] * 2)
    beside = gymnasium.vector.SyncVectorEnv([lambda: AlteredGymEnv("greedy", view="raw")] * 2)
    one, other = apart.reset(seed=1)[0], beside.reset(seed=1)[0]
    for _ in range(40):
        assert all(np.array_equal(one[name], other[name]) for name in one)
        actions = one["action_mask"].argmax(axis=1)
        one, other = apart.step(actions)[0], beside.step(actions)[0]
    apart.close()
    for way in ("fork", "spawn"):
        with ProcessPoolExecutor(2, multiprocessing.get_context(way)) as processes:
            assert list(processes.map(play, range(8))) == here, way
    print("alike")
"""


def test_threads_and_processes_play_alike(tmp_path):
    script = tmp_path / "processes.py"
    script.write_text(PROCESSES, "utf-8")
    assert run(str(script), PYTHONPATH=str(ROOT), ALTERED_ENGINE="aot") == "alike\n"


@pytest.mark.parametrize("part", ["calls", "engine"])
@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (lambda whole: whole[: len(whole) // 2], "it is not whole"),
        (lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]), "was changed after it was built"),
    ],
)
def test_a_built_engine_that_was_cut_off_or_changed_is_refused(tmp_path, part, changed, says):
    place = tmp_path / "built"
    shutil.copytree(PLACE, place)
    for path in place.glob(f"{part}*.so"):
        path.write_bytes(changed(path.read_bytes()))
    with pytest.raises(built_engine.LibraryError, match=says):
        built_engine.find(FOLDERS, lambda: "", place)


def test_a_program_in_c_plays_as_python_does(tmp_path):
    """`altered.h` and the library, without Python."""

    from altered_env.game import Game
    from altered_env.game.engine_api import answer
    from altered_env.game.kernels import kernel_for

    code, program = ROOT / "tests" / "native" / "play.c", tmp_path / "play"
    engine = PLACE / built_engine.engine_name("x86-64")
    flags = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{PLACE}"]
    subprocess.run([*linking.compiler(), *flags, code, engine, "-o", program], check=True)
    for seed in (1, 2, 3):
        game = Game.start("axiom", "bravos", seed=seed)
        files = tmp_path / "game", tmp_path / "book"
        for file, data in zip(files, (game.games[:1], game.book.record), strict=True):
            file.write_bytes(data.tobytes())
        done = subprocess.run(
            [program, *files, str(seed)], capture_output=True, text=True, check=True
        )
        entries, chance, answers, seen = kernel_for(2).entries, seed, 0, 0
        games, slots = game.games[:1].copy(), kernel_for(2).layout.new_slots(1)
        while games["decision"][0] and games["offered"][0]:
            entries.show_desk(games, 0, game.book.record, slots, 0, int(games["decider"][0]), 1)
            seen += int(slots["observation"].sum(dtype=np.int64))
            chance = (chance * 6364136223846793005 + 1442695040888963407) % 2**64
            chosen = int(games["options"][0][(chance >> 33) % int(games["offered"][0])])
            assert answer(games, 0, game.book.record, chosen)
            answers += 1
        assert done.stdout == f"{answers} {int(games['winner'][0])} {seen}\n"
        ended = np.frombuffer(files[0].read_bytes(), games.dtype)
        assert all(np.array_equal(ended[name], games[name]) for name in games.dtype.names)
