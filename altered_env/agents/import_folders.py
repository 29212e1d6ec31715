"""Imports from the folder of an agent, while it is loaded: a bot may have several files."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType


@contextmanager
def importing_from(folder: Path, forget: bool) -> Iterator[None]:
    """Let imports find the modules of a folder first. With `forget`, the next import of one of its
    modules loads it anew, so that two bots can have modules of the same name."""
    place, before = folder.resolve(), set(sys.modules)
    sys.path.insert(0, str(place))
    try:
        yield
    finally:
        with contextlib.suppress(ValueError):  # whatever was loaded may have changed the path
            sys.path.remove(str(place))
        if forget:
            _forget(set(sys.modules) - before, before, place)


def _forget(names: set[str], before: set[str], place: Path) -> None:
    """Forget the modules among these that are of a folder; not those of packages known before."""
    tops = {name.partition(".")[0] for name in names} - before
    own = {top for top in tops if top in sys.modules and _lies_in(sys.modules[top], place)}
    for name in names:
        if name.partition(".")[0] in own:
            del sys.modules[name]


def _lies_in(module: ModuleType, place: Path) -> bool:
    """Is this a module or package of a folder itself, not of one below it?"""
    folders = getattr(module, "__path__", None)
    files = [getattr(module, "__file__", None)] if folders is None else folders
    return any(Path(file).resolve().parent == place for file in files if file)
