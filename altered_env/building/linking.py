"""Linking: object files become a shared library, and `native/calls.c` an extension of Python."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from altered_env.building import signing
from altered_env.building.targets import Target
from altered_env.native import built_engine

HERE = Path(__file__).parent
CALLS = Path(built_engine.__file__).parent / "calls.c"
HELPERS = HERE / "helpers.c"
PYCONFIG = HERE / "pyconfig.h"
PYTHON3 = HERE / "python3.def"
ZIG = [sys.executable, "-m", "ziglang"]
"""It has linkers and C libraries for every platform."""


class NoCompilerError(RuntimeError):
    """No compiler or linker was found; the message says what to install."""


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
        return [*ZIG, "cc"]
    raise NoCompilerError(
        "a C compiler is needed to link the engine, and there is no cc: install gcc or clang, or "
        "pip install ziglang"
    )


def need_zig() -> None:
    """Raise `NoCompilerError` if the compiler for other platforms is not installed."""
    if importlib.util.find_spec("ziglang") is None:
        raise NoCompilerError(
            "wheels for other platforms are linked by Zig, which is not installed: "
            "pip install 'altered-env[wheels]'"
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


def link(objects: Sequence[Path], target: Target, helpers: bool, out: Path) -> None:
    """Link object files into a shared library, with what they call of `helpers.c` if they do."""
    named = []
    if target.system == "darwin":
        named = [f"-Wl,-install_name,@rpath/{out.name}"]
    libraries = [] if target.system == "win32" else ["-lm"]
    more = [HELPERS] if helpers else []
    run([*_compiler_for(target), *_shared(target), *named, "-s", "-o", out, *objects, *more,
          *libraries])  # fmt: skip
    _finish(target, out)


def compile_calls(target: Target, out: Path) -> None:
    """Compile the extension that calls entries."""
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".calls-") as folder:
        found = headers() if not target.zig else _headers_for(target, Path(folder))
        more: list[str | Path] = []
        if target.system == "darwin":
            more = ["-Wl,-undefined,dynamic_lookup"]
        if target.system == "win32":
            more = [_python_library(Path(folder))]
        run([*_compiler_for(target), *_shared(target), "-s", *found, "-o", out, CALLS, *more])
    _finish(target, out)


def _compiler_for(target: Target) -> list[str]:
    return [*ZIG, "cc", "-target", target.zig] if target.zig else compiler()


def _shared(target: Target) -> list[str]:
    position = [] if target.system == "win32" else ["-fPIC"]
    return ["-O2", *position, "-fvisibility=hidden", "-shared"]


def _finish(target: Target, out: Path) -> None:
    """Sign it for macOS, and remove what the linker of Windows writes besides."""
    for ending in ("*.lib", "*.pdb"):
        for path in out.parent.glob(ending):
            path.unlink()
    if target.zig and target.system == "darwin":
        out.write_bytes(signing.sign(out.read_bytes(), out.name))


def _headers_for(target: Target, folder: Path) -> list[str]:
    """The headers of Python and NumPy, with the facts of another platform."""
    python, numpy = folder / "python", folder / "numpy"
    shutil.copytree(sysconfig.get_path("include"), python)
    shutil.copy(PYCONFIG, python / "pyconfig.h")
    shutil.copytree(np.get_include(), numpy)
    config = numpy / "numpy" / "_numpyconfig.h"
    text = config.read_text("utf-8")
    if target.system != "linux":
        text = text.replace("#define NPY_HAVE_ENDIAN_H 1", "")
    if target.system == "win32":
        for name, size in (("LONG", 4), ("LONGDOUBLE", 8), ("COMPLEX_LONGDOUBLE", 16)):
            text, count = re.subn(rf"(define NPY_SIZEOF_{name}) \d+", rf"\1 {size}", text)
            if count != 1:
                raise RuntimeError(f"{config} does not say how large a {name} is")
    config.write_text(text, "utf-8")
    return [f"-I{python}", f"-I{numpy}"]


def _python_library(folder: Path) -> Path:
    """The library that stands for the stable interface of Python on Windows."""
    out = folder / "python3.lib"
    run([*ZIG, "dlltool", "-m", "i386:x86-64", "-d", PYTHON3, "-l", out])
    return out


def run(command: list[str | Path]) -> None:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = done.stderr.strip()[:2000] or f"no message, status {done.returncode}"
        raise RuntimeError(f"{' '.join(map(str, command[:4]))} failed: {said}")
