"""The environment that `make test-ray` and `make test-rllib` run in: made under
`build/`, anew for other versions."""

from __future__ import annotations

import subprocess
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
FOLDER = ROOT / "build" / "ray"


def main() -> None:
    ready, wanted = FOLDER / "ready", REQUIREMENTS.read_text("utf-8")
    if ready.exists() and ready.read_text("utf-8") == wanted:
        return
    print(
        f"Setting up {FOLDER}: this happens once, and again when its versions change.", flush=True
    )
    venv.create(FOLDER, with_pip=True, clear=True)
    pip = [FOLDER / "bin" / "python", "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "-r", REQUIREMENTS, "-e", ROOT], check=True)
    ready.write_text(wanted, "utf-8")


if __name__ == "__main__":
    main()
