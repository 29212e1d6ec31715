"""Messages for missing libraries of an extra.

>>> print(needs("altered rank", "scipy.sparse"))
altered rank needs scipy, which is not installed: pip install 'altered-env[analysis]'
>>> needs("altered rank", "somebodys_module") is None
True
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import TracebackType

BRINGS = {
    "PIL": "pictures",
    "fsspec": "cluster",
    "mcp": "llm",
    "numba": "build",
    "polars": "analysis",
    "pyspiel": "peers",
    "ray": "cluster",
    "rlcard": "peers",
    "safetensors": "train",
    "sb3_contrib": "train",
    "scipy": "analysis",
    "stable_baselines3": "train",
    "starlette": "web",
    "tensorboard": "train",
    "torch": "train",
    "uvicorn": "web",
    "websockets": "web",
}
"""The extra that brings each library, by import name."""


def needs(program: str, module: str | None) -> str | None:
    """What to say of a module that is not there; None if no extra brings it."""
    library = (module or "").partition(".")[0]
    if library not in BRINGS:
        return None
    extra = BRINGS[library]
    return f"{program} needs {library}, which is not installed: pip install 'altered-env[{extra}]'"


def name_missing() -> None:
    """From here on a program that ends for want of such a library says so in a line."""
    before = sys.excepthook

    def say(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        missing = isinstance(error, ModuleNotFoundError)
        said = needs(_program(), error.name) if missing else None  # type: ignore[attr-defined]
        if said is None:
            before(kind, error, trace)
        else:
            print(said, file=sys.stderr)

    sys.excepthook = say


def _program() -> str:
    """The command that started this process, without its arguments."""
    first = sys.orig_argv[1:]
    if "-m" in first[:-1]:
        return f"python -m {first[first.index('-m') + 1]}"
    return Path(sys.argv[0]).stem
