"""Registration of the envs, for `pettingzoo.make("aec", "altered_v0")` and
`gymnasium.make("Altered-v0")`.

Importing `altered_env` registers the envs with both libraries: at once if they are already
imported, otherwise as soon as they are, so that importing stays fast for users of neither.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

PETTINGZOO = {
    ("aec", "altered_v0"): "altered_env.altered_v0:env",
    ("aec", "altered_draft_v0"): "altered_env.draft_v0:env",
    ("parallel", "altered_v0"): "altered_env.altered_v0:parallel_env",
}
ONE_SEAT = "Altered-v0"


def register_pettingzoo() -> None:
    """Register with PettingZoo: the game, in turn and in parallel, and the draft. Each also has the
    name that Gymnasium would give it, with the package before a colon."""
    import pettingzoo

    for (kind, name), where in PETTINGZOO.items():
        for called in (name, f"altered_env:{name}"):
            known = getattr(pettingzoo, f"{kind}_registry")
            if called.replace("_v", "-v") not in known:
                pettingzoo.register(kind, called, entry_point=where)


def register_gymnasium() -> None:
    """Register with Gymnasium: the env of one seat, and its vectorized version."""
    import gymnasium

    if ONE_SEAT not in gymnasium.registry:
        gymnasium.register(
            ONE_SEAT,
            entry_point="altered_env.envs.gym_env:AlteredGymEnv",
            vector_entry_point="altered_env.envs.gym_vector:AlteredVectorEnv",
        )


_REGISTER = {"pettingzoo": register_pettingzoo, "gymnasium": register_gymnasium}


class _OnImport(MetaPathFinder):
    """Waits for the import of a library, and then registers with it."""

    def __init__(self, library: str) -> None:
        self.library = library

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.library:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            run = loader.exec_module

            def run_and_register(module: ModuleType) -> None:
                run(module)
                _REGISTER[self.library]()

            loader.exec_module = run_and_register
        return spec


def register() -> None:
    """Register with both libraries, now or when they are imported."""
    for library, add in _REGISTER.items():
        if library in sys.modules:
            add()
        else:
            sys.meta_path.insert(0, _OnImport(library))
