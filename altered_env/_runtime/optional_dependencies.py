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
"""The extra that installs each library, by import name."""


def needs(program: str, module: str | None) -> str | None:
    """Return the message for a missing module; None if no extra installs it."""
    library = (module or "").partition(".")[0]
    if library not in BRINGS:
        return None
    extra = BRINGS[library]
    return f"{program} needs {library}, which is not installed: pip install 'altered-env[{extra}]'"


def name_missing() -> None:
    """Report a missing library of an extra in one line if it ends the program."""
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
    """Return the command that started this process, without its arguments."""
    first = sys.orig_argv[1:]
    if "-m" in first[:-1]:
        return f"python -m {first[first.index('-m') + 1]}"
    return Path(sys.argv[0]).stem
