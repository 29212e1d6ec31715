"""Compiled thought once more, for four players.

`agents.of_four.thinking.looking` is the file `agents/thinking/looking.py`, loaded a second time,
with the engine and the batch for four players (`altered_env/of_four`) wherever it names them.

>>> from agents.of_four.thinking import looking
>>> looking.ACTIONS
600
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

__all__: list[str] = []

_INSTEAD = {
    "altered_env.engine": "altered_env.of_four.engine",
    "altered_env.batch": "altered_env.of_four.batch",
    "agents.thinking": "agents.of_four.thinking",
}
"""What is imported instead of what the files name."""


class _Again(SourceLoader):
    """Loads a file with its imports turned to four players; what it compiles is kept nowhere."""

    def __init__(self, path: str) -> None:
        self._path = path

    def get_filename(self, fullname: str) -> str:
        return self._path

    def get_data(self, path: str | bytes) -> bytes:
        return Path(str(path)).read_bytes()

    def source_to_code(self, data: Any, path: Any = "<string>", **options: Any) -> CodeType:  # type: ignore[override]  # optimisation levels are as usual
        tree = ast.parse(data, self._path)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                for named, instead in _INSTEAD.items():
                    if node.module == named or node.module.startswith(f"{named}."):
                        node.module = instead + node.module.removeprefix(named)
        return compile(tree, self._path, "exec")


class _OfFour(MetaPathFinder):
    """Finds `agents.of_four.thinking` and what is below it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        thinking = f"{__name__}.thinking"
        if fullname != thinking and not fullname.startswith(f"{thinking}."):
            return None
        found = find_spec("agents.thinking" + fullname.removeprefix(thinking))
        if found is None or found.origin is None:
            return None
        return spec_from_file_location(
            fullname,
            found.origin,
            loader=_Again(found.origin),
            submodule_search_locations=found.submodule_search_locations,
        )


sys.meta_path.insert(0, _OfFour())
