"""Puts the built engine into a wheel, where `ALTERED_WHEEL=native` asks for it, and says for which
platform such a wheel is. A wheel without it is for any platform."""

from __future__ import annotations

import os
import re
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = "altered_env/native/built"
OLDEST = (2, 17)
"""The oldest C library for which there is a tag that every pip knows."""


class NativeWheel(BuildHookInterface):
    """A wheel with the built engine in it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the engine's files. Raises `FileNotFoundError` where there are none."""
        if self.target_name != "wheel" or os.environ.get("ALTERED_WHEEL") != "native":
            return
        folder = Path(self.root) / BUILT
        if not (folder / "engine.json").is_file():
            raise FileNotFoundError(f"{folder} holds no engine: make engine builds it")
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{platform_tag(folder)}"
        build_data["artifacts"].append(f"/{BUILT}/*")


def platform_tag(folder: Path) -> str:
    """The platform of a wheel with these libraries: on Linux with the version of the C library that
    their symbols need."""
    here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    if not here.startswith("linux_"):
        return here
    found = {
        (int(major), int(minor))
        for path in folder.glob("*.so")
        for major, minor in re.findall(rb"GLIBC_(\d+)\.(\d+)", path.read_bytes())
    }
    major, minor = max({OLDEST, *found})
    return f"manylinux_{major}_{minor}_{here.removeprefix('linux_')}"
