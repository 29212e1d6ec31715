"""Puts a built engine into a wheel, where `ALTERED_WHEEL` names one, and says for which platform
such a wheel is. `native` is the one of `make engine`; `make wheels` names a folder for each
platform. A wheel without an engine is for any platform."""

from __future__ import annotations

import json
import os
import re
import struct
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = "altered_env/native/built"
OLDEST = (2, 17)
"""The oldest C library for which there is a tag that every pip knows."""
WINDOWS = {"win32-amd64": "win_amd64", "win32-arm64": "win_arm64"}


class NativeWheel(BuildHookInterface):
    """A wheel with the built engine in it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the engine's files. Raises `FileNotFoundError` where there are none."""
        named = os.environ.get("ALTERED_WHEEL", "")
        if self.target_name != "wheel" or not named:
            return
        folder = Path(self.root) / BUILT if named == "native" else Path(named)
        if not (folder / "engine.json").is_file():
            raise FileNotFoundError(f"{folder} holds no engine: make engine builds it")
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{platform_tag(folder)}"
        for path in sorted(folder.iterdir()):
            build_data["force_include"][str(path)] = f"{BUILT}/{path.name}"


def platform_tag(folder: Path) -> str:
    """The platform of a wheel with these libraries, as they say it: on Linux the version of the C
    library whose symbols they need, on macOS the system that they were linked for."""
    name: str = json.loads((folder / "engine.json").read_text("utf-8"))["platform"]
    system, _, machine = name.partition("-")
    if system == "linux":
        found = {
            (int(major), int(minor))
            for path in folder.glob("*.so")
            for major, minor in re.findall(rb"GLIBC_(\d+)\.(\d+)", path.read_bytes())
        }
        major, minor = max({OLDEST, *found})
        return f"manylinux_{major}_{minor}_{machine}"
    if system == "darwin":
        libraries = [*folder.glob("*.dylib"), *folder.glob("*.so")]
        major, minor = max(oldest_macos(path.read_bytes()) for path in libraries)
        return f"macosx_{major}_{minor}_{machine}"
    return WINDOWS[name]


def oldest_macos(data: bytes) -> tuple[int, int]:
    """The oldest system that a library for macOS runs on, by its commands (`LC_BUILD_VERSION`,
    `LC_VERSION_MIN_MACOSX`). Raises `ValueError` where it does not say."""
    magic, _, _, _, count = struct.unpack_from("<5I", data)
    if magic != 0xFEEDFACF:
        raise ValueError("this is no library for macOS of 64 bits")
    at = 32
    for _ in range(count):
        command, size = struct.unpack_from("<2I", data, at)
        if command in (0x32, 0x24):
            (version,) = struct.unpack_from("<I", data, at + (12 if command == 0x32 else 8))
            return version >> 16, version >> 8 & 0xFF
        at += size
    raise ValueError("this library does not say which macOS it is for")
