"""A pytest plugin that imports the engine with one mutation.

`ALTERED_MUTATION` names it. The sources are mutated as they are imported, by either of the two
engines, and nothing is written to the working tree or the compile cache.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

from tests.mutants.mutation import Mutation, find, mutate

ENGINES = ("altered_env.engine", "altered_env.of_four.engine")


class Mutated(SourceFileLoader):
    """Loads a file with a mutation in it."""

    mutation: Mutation

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode("utf-8")
        code = compile(mutate(source, self.mutation), self.path, "exec", dont_inherit=True)
        assert isinstance(code, CodeType)
        return code


class Finder(MetaPathFinder):
    """Finds the file that a mutation is in."""

    def __init__(self, mutation: Mutation) -> None:
        self.mutation = mutation
        self.names = {f"{engine}.{mutation.file}" for engine in ENGINES}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self.names:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None:
            return None
        loader = Mutated(name, spec.origin)
        loader.mutation = self.mutation
        spec.loader = loader
        return spec


def apply(name: str) -> None:
    """From here on the engine is imported with this mutation in it."""
    imported = [module for module in sys.modules if module.startswith(ENGINES)]
    if imported or os.environ.get("NUMBA_DISABLE_JIT") != "1":
        raise RuntimeError("a mutation is applied before the engine is imported, and uncompiled")
    sys.meta_path.insert(0, Finder(find(name)))


if os.environ.get("ALTERED_MUTATION"):
    apply(os.environ["ALTERED_MUTATION"])
