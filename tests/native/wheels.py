"""Tries the wheels of `make wheels` as far as one Linux machine can: `make test-wheels`.

    python -m tests.native.wheels [--python ANOTHER ...] [--arm64 FOLDER]

The same games are played by the wheel for Linux on x86-64 with each Python; by that for arm64 in
qemu, if `--arm64` names a folder with a system for it (debootstrap makes one) that has Python 3.11;
and by the library for Windows in Wine, through the program `play.c`. All have to end alike.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from altered_env.building.linking import ZIG
from altered_env.native import built_engine

ROOT = Path(__file__).parents[2]
PLAY_C = Path(__file__).with_name("play.c")
SEEDS = (1, 2, 3)
GAMES = """
import hashlib, random, sys
import altered_env
from altered_env import Game
from altered_env.agents import make
from altered_env.engine.compiled import ENGINE, LIBRARY
assert ENGINE == "aot"
found = hashlib.sha256()
for seed in range(20):
    chance, game = random.Random(seed), Game.start("axiom", "bravos", seed=seed)
    while not game.over:
        game.act(chance.choice(game.legal_actions()))
    found.update(game.record.tobytes())
game = Game.start("axiom", "bravos", seed=1)
for name in ("greedy", "rules", "net"):
    agent = make(name)
    agent.start(1)
    found.update(b"%d" % agent.act(game.seat()))
vec = altered_env.make_vec(8, seed=1)
for _ in range(50):
    vec.step(vec.mask.argmax(axis=1))
found.update(vec.observation.tobytes())
print(found.hexdigest()[:20], LIBRARY.path.name, sys.version.split()[0])
"""
RECORDS = """
import sys
from pathlib import Path
from altered_env import Game
for seed in map(int, sys.argv[2:]):
    game = Game.start("axiom", "bravos", seed=seed)
    Path(sys.argv[1], f"game-{seed}").write_bytes(game.games[:1].tobytes())
    Path(sys.argv[1], "book").write_bytes(game.book.record.tobytes())
"""
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")


def wheel_for(dist: Path, ending: str) -> Path:
    """The wheel of a platform. Raises `FileNotFoundError`."""
    found = sorted(dist.glob(f"*{ending}.whl"))
    if not found:
        raise FileNotFoundError(f"{dist} holds no wheel for {ending}: make wheels builds it")
    return found[-1]


def played(command: list[str | Path], home: Path, **more: str) -> str:
    """What a program says, from an empty home."""
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], **more}
    done = subprocess.run(command, env=environ, cwd=home, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr[-2000:]}")
    return done.stdout.strip()


def native(python: str, dist: Path, folder: Path) -> tuple[Path, str]:
    """An environment of this Python with the wheel, and how its games end."""
    env = folder / f"env-{Path(python).resolve().name}-{len(list(folder.iterdir()))}"
    subprocess.run([python, "-m", "venv", env], check=True)
    subprocess.run([env / "bin/python", *PIP, wheel_for(dist, "x86_64")], check=True)
    return env / "bin/python", played([env / "bin/python", "-c", GAMES], folder)


def arm64(system: Path, dist: Path, folder: Path) -> str:
    """How the games end in qemu."""
    site = folder / "arm64"
    platforms = [f"manylinux_2_{n}_aarch64" for n in (28, 27, 17)]
    asked = [part for name in platforms for part in ("--platform", name)]
    subprocess.run(
        [sys.executable, *PIP, "--target", site, *asked, "--python-version", "3.11",
         "--only-binary=:all:", wheel_for(dist, "aarch64")], check=True,
    )  # fmt: skip
    python = system / "usr/bin/python3.11"
    command: list[str | Path] = ["qemu-aarch64-static", "-L", system, python, "-s", "-c", GAMES]
    return played(command, folder, PYTHONPATH=str(site))


def windows(python: Path, dist: Path, folder: Path) -> str:
    """Play games in Wine, and compare them with those of the library here."""
    here, there = folder / "linux", folder / "windows"
    for place, ending in ((here, "x86_64"), (there, "win_amd64")):
        with zipfile.ZipFile(wheel_for(dist, ending)) as file:
            file.extractall(place)
        built = place / "altered_env" / "native" / "built"
        played([python, "-c", RECORDS, built, *map(str, SEEDS)], folder)
        engine = built / built_engine.engine_name("x86-64", "linux" if place == here else "win32")
        target = "x86_64-linux-gnu.2.17" if place == here else "x86_64-windows-gnu"
        subprocess.run(
            [*ZIG, "cc", "-target", target, "-O2", f"-I{built}", PLAY_C, engine, "-o",
             built / "play.exe"], check=True,
        )  # fmt: skip
    for seed in SEEDS:
        said = []
        for place, by in ((here, []), (there, ["wine"])):
            built = place / "altered_env" / "native" / "built"
            settings = {"LD_LIBRARY_PATH": str(built), "WINEDEBUG": "-all"}
            command: list[str | Path] = [*by, built / "play.exe"]
            names = [built / f"game-{seed}", built / "book"]
            given = [f"Z:{name}" if by else name for name in names]
            answer = played([*command, *given, str(seed)], folder, **settings)
            said.append((answer, names[0].read_bytes()))
        if said[0] != said[1]:
            raise RuntimeError(f"game {seed} ends as {said[1][0]} in Wine, {said[0][0]} here")
    return f"{len(SEEDS)} games, the same bytes"


def main() -> int:
    """Print what was tried, and how the games end."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="the wheels; dist")
    parser.add_argument("--python", action="append", default=[], help="another Python to try")
    parser.add_argument("--arm64", type=Path, help="a system for arm64, with Python 3.11")
    options = parser.parse_args()
    ends = set()
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        for name in [sys.executable, *options.python]:
            python, said = native(name, options.dist, folder)
            print(f"x86-64: {said}", flush=True)
            ends.add(said.split()[0])
        if options.arm64 and shutil.which("qemu-aarch64-static"):
            said = arm64(options.arm64, options.dist, folder)
            print(f"arm64 in qemu: {said}", flush=True)
            ends.add(said.split()[0])
        else:
            print("arm64: not tried; it needs qemu-user-static and --arm64")
        if shutil.which("wine"):
            print(f"Windows in Wine: {windows(python, options.dist, folder)}")
        else:
            print("Windows: not tried; it needs wine")
    return int(len(ends) != 1)


if __name__ == "__main__":
    sys.exit(main())
