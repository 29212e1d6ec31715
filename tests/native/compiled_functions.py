"""The compiled functions of the package, found in its sources."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

import altered_env
from altered_env.engine.compiled import FLOORS

PACKAGE = Path(altered_env.__file__).parent


class Compiled(NamedTuple):
    """A compiled function: its file, name, line and parameters."""

    module: str
    name: str
    decorator: str
    line: int
    takes: int


def compiled_functions() -> list[Compiled]:
    """All compiled functions, including entries."""
    found = []
    for floor in FLOORS:
        for path in sorted((PACKAGE / floor).rglob("*.py")):
            module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(node, ast.FunctionDef):
                    continue
                for decorator in node.decorator_list:
                    if isinstance(decorator, ast.Name) and decorator.id in (
                        "compiled", "entry",
                    ):  # fmt: skip
                        found.append(
                            Compiled(
                                module,
                                node.name,
                                decorator.id,
                                node.lineno,
                                len(node.args.args),
                            )
                        )
    return found
