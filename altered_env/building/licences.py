"""The licences of code linked into the built engine."""

from __future__ import annotations

import importlib.util
from importlib import metadata
from pathlib import Path
from typing import Final

NAME: Final = "LICENSES.txt"
RULE: Final = "=" * 100

HEAD: Final = "The built engine was made with these programs and holds parts of them.\n\n"


def text(platform: str) -> str:
    """Return the licences beside the library of a platform."""
    found = [
        ("Numba: functions that compiled code calls", _of("numba", "LICENSE")),
        ("LLVM, by llvmlite: made the machine code", _of("llvmlite", "LICENSE")),
        ("NumPy: its headers, in the extension", _of("numpy", "LICENSE.txt")),
    ]
    zig = importlib.util.find_spec("ziglang")
    if zig is not None and zig.submodule_search_locations:
        folder = Path(zig.submodule_search_locations[0])
        found.append(("Zig: its runtime, linked in", (folder / "LICENSE").read_text("utf-8")))
        if platform.startswith("win32"):
            mingw = folder / "lib" / "libc" / "mingw" / "COPYING"
            found.append(("mingw-w64: its start files, linked in", mingw.read_text("utf-8")))
    parts = [f"{RULE}\n{what}\n{RULE}\n{said.strip()}\n" for what, said in found]
    return HEAD + "\n".join(parts)


def _of(name: str, file: str) -> str:
    """A licence as a package brings it."""
    for path in metadata.distribution(name).files or ():
        *folders, last = path.parts
        if last == file and folders and folders[-1] in ("licenses", folders[0]):
            return path.read_text("utf-8")
    raise RuntimeError(f"the licence of {name} was not installed with it")
