"""The platforms that the engine is built for: this machine's, and those of `make wheels`."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from typing import Final

from altered_env.native import built_engine

GENERIC: Final = "generic"


@dataclass(frozen=True, slots=True)
class Target:
    """A platform: its name in Python, how LLVM and the linker call it, and the processors that it
    has a library for, the oldest first."""

    name: str
    triple: str
    levels: tuple[str, ...]
    zig: str = ""
    """How the compiler of `ziglang` calls it; empty for the system's compiler."""

    @property
    def system(self) -> str:
        """As `sys.platform` there.

        >>> WHEELS[2].system
        'win32'
        """
        return self.name.partition("-")[0]

    @property
    def processor(self) -> str:
        """The kind of processor, whatever the system calls it.

        >>> WHEELS[1].processor, WHEELS[3].processor
        ('aarch64', 'aarch64')
        """
        return self.triple.partition("-")[0].replace("arm64", "aarch64")

    @property
    def calls(self) -> str:
        """The file of the extension that calls entries."""
        return "calls.pyd" if self.system == "win32" else "calls.abi3.so"

    def engine(self, level: str) -> str:
        """The file of the library for a processor."""
        return built_engine.engine_name(level, self.system)


FOURTH: Final = "x86-64-v4"
FOURTH_HAS: Final = ("avx512f", "avx512dq", "avx512cd", "avx512bw", "avx512vl")
INTEL: Final = ("x86-64", "x86-64-v3", FOURTH)
WHEELS: Final = (
    Target("linux-x86_64", "x86_64-unknown-linux-gnu", INTEL, "x86_64-linux-gnu.2.17"),
    Target("linux-aarch64", "aarch64-unknown-linux-gnu", (GENERIC,), "aarch64-linux-gnu.2.17"),
    Target("win32-amd64", "x86_64-pc-windows-gnu", INTEL, "x86_64-windows-gnu"),
    Target("darwin-arm64", "arm64-apple-macosx11.0.0", (GENERIC,), "aarch64-macos.11.0"),
    Target("darwin-x86_64", "x86_64-apple-macosx11.0.0", INTEL[:2], "x86_64-macos.11.0"),
)
"""Each has a wheel. 2.17 is the C library of manylinux2014; 11.0 is the first macOS on arm64. macOS
keeps the registers of the fourth level only for processes that have used them."""


def here() -> Target:
    """This machine, with the system's compiler: of the families of processors the oldest, and the
    newest that this one belongs to."""
    import llvmlite.binding as llvm

    intel = platform.machine() in ("x86_64", "AMD64")
    triple = llvm.get_process_triple()
    if sys.platform == "win32":  # what links is MinGW's
        triple = triple.replace("-msvc", "-gnu")
    known = {target.name: target.levels for target in WHEELS}
    name = built_engine.platform_name()
    levels = known.get(name, INTEL if intel else (GENERIC,))
    able = llvm.get_host_cpu_features()
    newest = FOURTH if all(able.get(one) for one in FOURTH_HAS) else INTEL[1]
    return Target(name, triple, tuple(one for one in levels if one in (levels[0], newest)))
