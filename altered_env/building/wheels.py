"""`make wheels`: a wheel for each platform with the built engine in it, an sdist, and their hashes.

Everything is made on one machine, by the compiler of the package `ziglang`. Each wheel is looked at
before it counts: whether the files are for its platform, their requirements, and their size.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from altered_env.building import be_generic
from altered_env.building.binaries import about, faults
from altered_env.building.targets import WHEELS, Target

ROOT: Final = Path(__file__).parents[2]
HASHES: Final = "SHA256SUMS"
LARGEST: Final = 25_000_000
"""Bytes that a wheel may have at most."""


def main() -> int:
    """Build them, and print what they are."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.building.wheels",
        description="Build a wheel for each platform, an sdist, and a list of hashes.",
    )
    names = [target.name for target in WHEELS]
    parser.add_argument("names", nargs="*", metavar="platform", help=f"{', '.join(names)}; all")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="a folder; dist")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in names]:
        parser.error(f"{unknown[0][:40]!r} is no platform; there are {', '.join(names)}")
    wanted = [target for target in WHEELS if not options.names or target.name in options.names]
    try:
        make(wanted, options.out)
    except (RuntimeError, LookupError, OSError) as error:
        print(f"make wheels: {error}", file=sys.stderr)
        return 1
    return 0


def make(wanted: Sequence[Target], out: Path) -> None:
    """Build the wheels for these platforms into a folder, and the sdist.

    Raises as `making.build` does, and `RuntimeError` for a wheel that is not what it should be.
    """
    be_generic()
    from altered_env.building import linking, making

    linking.need_zig()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=".wheels-") as text:
        folder = Path(text)
        making.make_all(wanted, folder)
        made = [_hatch(folder / "dist", "wheel", folder / target.name) for target in wanted]
        made.append(_hatch(folder / "dist", "sdist"))
        for wheel in made[:-1]:
            if wrong := faults_of(wheel):
                raise RuntimeError(f"{wheel.name}: {'; '.join(wrong)}")
        for path in made:
            shutil.move(path, out / path.name)
    for path in made:
        print(f"{(out / path.name).stat().st_size / 1e6:6.1f} MB  {path.name}")
    files = sorted([*out.glob("*.whl"), *out.glob("*.tar.gz")])
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (out / HASHES).write_text("".join(lines), "utf-8")


def faults_of(wheel: Path) -> list[str]:
    """Return the faults of a wheel, by its files."""
    *_, tag = wheel.stem.split("-")
    found = []
    if wheel.stat().st_size > LARGEST:
        found.append(f"it has {wheel.stat().st_size:,} bytes, more than {LARGEST:,}")
    with zipfile.ZipFile(wheel) as file:
        names = [name for name in file.namelist() if "/native/built/" in name]
        libraries = [
            name for name in names if Path(name).suffix in (".so", ".pyd", ".dll", ".dylib")
        ]
        if len(libraries) < 2:
            found.append("it lacks the engine or the extension that calls it")
        if not any(name.endswith("/LICENSES.txt") for name in names):
            found.append("it lacks the licences of what is linked in")
        for name in libraries:
            found += [f"{Path(name).name}: {what}" for what in faults(about(file.read(name)), tag)]
    return found


def _hatch(out: Path, kind: str, engine: Path | None = None) -> Path:
    """A wheel or an sdist."""
    before = set(out.glob("*"))
    environ = os.environ | ({"ALTERED_WHEEL": str(engine)} if engine else {})
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", out],
        cwd=ROOT, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"hatchling failed: {done.stderr.strip()[-2000:]}")
    (made,) = set(out.glob("*")) - before
    return made


if __name__ == "__main__":
    sys.exit(main())
