"""Linking: object files become a shared library, and `native/calls.c` an extension of Python."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np

from altered_env.native import built_engine

HERE = Path(__file__).parent
CALLS = Path(built_engine.__file__).parent / "calls.c"
HELPERS = HERE / "helpers.c"


class NoCompilerError(RuntimeError):
    """There is nothing to link with, and what to install."""


def compiler() -> list[str]:
    """The command of a C compiler: `CC`, `cc`, or the one of the package `ziglang`.

    Raises `NoCompilerError`.
    """
    named = os.environ.get("CC", "").split()
    if named:
        if shutil.which(named[0]) is None:
            raise NoCompilerError(f"CC is {named[0][:60]!r}, which is no command here")
        return named
    for name in ("cc", "gcc", "clang"):
        if found := shutil.which(name):
            return [found]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc"]
    raise NoCompilerError(
        "a C compiler is needed to link the engine, and there is no cc: install gcc or clang, or "
        "pip install ziglang"
    )


def headers() -> list[str]:
    """Where the headers of Python and NumPy are. Raises `NoCompilerError`."""
    python = Path(sysconfig.get_path("include"))
    if not (python / "Python.h").is_file():
        raise NoCompilerError(
            f"the headers of Python are needed to build the engine, and {python} holds no "
            f"Python.h: install python{sys.version_info.major}.{sys.version_info.minor}-dev"
        )
    return [f"-I{python}", f"-I{np.get_include()}"]


def link(code: bytes, out: Path) -> None:
    """Link an object file into a shared library."""
    object_file = out.with_suffix(".o")
    object_file.write_bytes(code)
    try:
        _run([*compiler(), *_shared(), "-s", "-o", out, object_file, HELPERS, "-lm"])
    finally:
        object_file.unlink()


def compile_calls(out: Path) -> None:
    """Compile the extension that calls entries."""
    undefined = ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []
    _run([*compiler(), *_shared(), *undefined, "-s", *headers(), "-o", out, CALLS])


def _shared() -> list[str]:
    return ["-O2", "-fPIC", "-fvisibility=hidden", "-shared"]


def _run(command: list[str | Path]) -> None:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = done.stderr.strip()[:2000] or f"no message, status {done.returncode}"
        raise RuntimeError(f"{command[0]} failed: {said}")
