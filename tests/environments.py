"""Separate environments for libraries that `make` does not install, under `build/`, rebuilt for
other versions.

    python tests/environments.py openspiel tests/peers/openspiel.txt
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]


def made(name: str, requirements: Path) -> Path:
    """The folder of an environment with these requirements and the package as it lies here."""
    folder = ROOT / "build" / name
    ready, wanted = folder / "ready", requirements.read_text("utf-8")
    if ready.exists() and ready.read_text("utf-8") == wanted:
        return folder
    print(
        f"Setting up {folder}: this happens once, and again when its versions change.", flush=True
    )
    venv.create(folder, with_pip=True, clear=True)
    pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-compile"]
    subprocess.run([*pip, "-r", requirements, "-e", f"{ROOT}[build]"], check=True)
    ready.write_text(wanted, "utf-8")
    return folder


if __name__ == "__main__":
    made(sys.argv[1], Path(sys.argv[2]))
